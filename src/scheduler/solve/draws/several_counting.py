"""Counting the draws that cost just so much by each goal, several attributes at once, on small fields.

Section by section from the lines up: for every choice of kinds that can stand in a section, in how many
ways its inside can cost what. Sections with the same settled kinds are counted once.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import reduce
from math import factorial
from operator import mul

import numpy as np

from scheduler.errors import TimeUp
from scheduler.event import OPEN
from scheduler.solve.draws.separation_field import Field
from scheduler.solve.draws.several_lots import kinds_of

__all__ = ["count_at"]

MOST_STEPS = 30_000

Crowd = tuple[int, ...]
"""How many of each waiting kind."""
Costs = dict[tuple[int, ...], int]
"""By cost per goal, in how many ways."""


def count_at(field: Field, target: list[int], *, most_steps: int = MOST_STEPS) -> int:
    """How many draws cost exactly ``target``, entrants told apart. TimeUp beyond ``most_steps``."""
    return _Counting(field, tuple(target), most_steps).total()


class _Counting:
    def __init__(self, field: Field, target: tuple[int, ...], most_steps: int) -> None:
        self.field, self.target, self.left = field, target, most_steps
        self.kinds = kinds_of(field).tolist()
        waiting = Counter(self.kinds[e] for e in field.waiting.tolist())
        self.names = sorted(waiting)
        self.supply = tuple(waiting[k] for k in self.names)
        # A code that only one has is in no pair, and those who have one such each are of one kind.
        codes = field.codes.copy()
        for row in codes:
            many = np.bincount(row[1:] + 1)
            row[1:] = np.where(many[row[1:] + 1] > 1, row[1:], -1)
        self.codes = {self.kinds[e]: codes[:, e].tolist() for e in range(1, field.entrants + 1)}
        self.known: dict[object, dict[Crowd, Costs]] = {}

    def total(self) -> int:
        if self.field.size == 1 or not self.names:
            return 1
        found: Costs = defaultdict(int)
        level = self.field.levels - 1
        low, high = self._inside(0, level), self._inside(self.field.size // 2, level)
        for crowd, costs in low.items():
            rest = tuple(s - c for s, c in zip(self.supply, crowd, strict=True))
            for other, ways in high.get(rest, {}).items():
                for cost, mine in costs.items():
                    found[tuple(map(sum, zip(cost, other, strict=True)))] += mine * ways
        return found.get(self.target, 0) * reduce(mul, map(factorial, self.supply), 1)

    def _inside(self, low: int, level: int) -> dict[Crowd, Costs]:
        """For each crowd that can stand in a section, what its inside and it may cost, and how often."""
        settled = tuple(self.field.lines[low : low + (1 << level)].tolist())
        key = tuple(None if who == OPEN else self.kinds[who] for who in settled)
        if key not in self.known:
            self.known[key] = self._line(settled[0]) if level == 0 else self._joined(low, level)
        return self.known[key]

    def _line(self, who: int) -> dict[Crowd, Costs]:
        free = (0,) * len(self.target)
        if who != OPEN:
            return {(0,) * len(self.names): {free: 1}}
        return {
            tuple(int(j == i) for j in range(len(self.names))): {free: 1} for i in range(len(self.names))
        }

    def _joined(self, low: int, level: int) -> dict[Crowd, Costs]:
        half = 1 << (level - 1)
        first, second = self._inside(low, level - 1), self._inside(low + half, level - 1)
        out: dict[Crowd, Costs] = {}
        held = [self.kinds[who] for who in self.field.lines[low : low + 2 * half].tolist() if who > 0]
        self.left -= len(first) * len(second)
        if self.left < 0:
            raise TimeUp("too many draws to count", maybe="count smaller fields.")
        for one, costs in first.items():
            for two, others in second.items():
                crowd = tuple(a + b for a, b in zip(one, two, strict=True))
                if any(c > s for c, s in zip(crowd, self.supply, strict=True)):
                    continue
                self._add(out.setdefault(crowd, {}), costs, others, self._cost(crowd, held, level))
        return out

    def _cost(self, crowd: Crowd, held: list[int], level: int) -> tuple[int, ...]:
        """What a section of a level costs by itself with this crowd, by goal."""
        out = [0] * len(self.target)
        inside = [*held, *(k for k, many in zip(self.names, crowd, strict=True) for _ in range(many))]
        for i, goal in enumerate(self.field.goals):
            for attribute, at, price in goal:
                if at == level:
                    codes = Counter(self.codes[k][attribute] for k in inside)
                    out[i] += price * sum(n * (n - 1) // 2 for c, n in codes.items() if c >= 0)
        return tuple(out)

    def _add(self, into: Costs, one: Costs, two: Costs, here: tuple[int, ...]) -> None:
        for a, ways in one.items():
            for b, others in two.items():
                cost = tuple(map(sum, zip(a, b, here, strict=True)))
                # Nothing is ever cheaper further up, so what is too dear by now stays so.
                if all(c <= t for c, t in zip(cost, self.target, strict=True)):
                    into[cost] = into.get(cost, 0) + ways * others
