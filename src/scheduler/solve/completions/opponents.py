"""Who meets in which round: exact counting by rounds, one state for each set of pairs to come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scheduler.solve.completions.problem import Problem

__all__ = ["Budget", "Opponents", "Total", "bits"]


class Total(NamedTuple):
    """What a state can still become. ``common`` is the mask of decisions shared by all of it.

    ``matchings`` counts ways to match, ``completions`` ways with home sides independent of one
    another; ``common`` has the codes of :meth:`Problem.code`, and means nothing where both are 0.
    """

    matchings: int
    completions: int
    common: int


class Budget:
    """How many search steps are left. ``cut`` is True once they have run out."""

    def __init__(self, steps: int) -> None:
        self.steps = steps
        self.cut = False

    def spend(self, steps: int = 1) -> bool:
        """Take ``steps``; False when there are none left."""
        self.steps -= steps
        self.cut = self.cut or self.steps < 0
        return not self.cut


class Opponents:
    """Counts and lists the ways to match the missing pairs, rounds taken in ``order``.

    A state is (how many rounds are done, the mask of pairs to come). Where the budget runs out the
    totals are lower bounds.
    """

    def __init__(self, problem: Problem, order: Sequence[int], budget: Budget) -> None:
        self.problem, self.order, self.budget = problem, order, budget
        self._memo: dict[tuple[int, int], Total] = {}
        self._first: dict[tuple[int, int], int] = {}
        pairs = problem.pairs
        self.all = (1 << len(pairs)) - 1
        self._ends = [1 << low | 1 << high for low, high in pairs]
        self._of = [
            sum(1 << p for p, pair in enumerate(pairs) if e in pair)
            for e in range(problem.size + 1)
        ]
        self._may = [
            sum(1 << p for p, sides in enumerate(problem.allowed[r]) if sides) for r in order
        ]
        self._later = [0] * (len(order) + 1)
        for k in reversed(range(len(order))):
            self._later[k] = self._later[k + 1] | self._may[k]

    def total(self, done: int = 0, left: int = -1) -> Total:
        """All ways from this state (default: from the start)."""
        left = self.all if left < 0 else left
        if done == len(self.order):
            return Total(1, 1, 0)
        key = done, left
        if key in self._memo:
            return self._memo[key]
        matchings = completions = 0
        common = -1
        for chosen in self.options(done, left):
            below = self.total(done + 1, left & ~chosen)
            if below.matchings:
                self._first.setdefault(key, chosen)
                weight, code = self._worth(self.order[done], chosen)
                matchings += below.matchings
                completions += weight * below.completions
                common &= code | below.common
        found = Total(matchings, completions, common)
        if not self.budget.cut:
            self._memo[key] = found
        return found

    def options(self, done: int, left: int) -> Iterator[int]:
        """The masks of pairs that can fill the next round and leave none without a later round."""
        last_chance = left & ~self._later[done + 1]
        may = left & self._may[done]
        if last_chance & ~may:
            return
        free, taken = self.problem.free[self.order[done]], 0
        for p in bits(last_chance):
            if free & self._ends[p] != self._ends[p]:
                return
            free &= ~self._ends[p]
            may &= ~self._touching(p)
            taken |= 1 << p
        yield from self._fill(free, may, taken)

    def example(self) -> list[tuple[int, int]]:
        """(round, mask) of the first way found. There must be one."""
        done, left, out = 0, self.all, []
        while done < len(self.order):
            chosen = self._first[done, left]
            out.append((self.order[done], chosen))
            done, left = done + 1, left & ~chosen
        return out

    def _fill(self, free: int, may: int, taken: int) -> Iterator[int]:
        if not self.budget.spend():
            return
        if not free:
            yield taken
            return
        entrant = (free & -free).bit_length() - 1
        for p in bits(may & self._of[entrant]):
            yield from self._fill(
                free & ~self._ends[p], may & ~self._touching(p), taken | 1 << p
            )

    def _touching(self, pair: int) -> int:
        low, high = self.problem.pairs[pair]
        return self._of[low] | self._of[high]

    def _worth(self, round: int, chosen: int) -> tuple[int, int]:
        """How many home sides ``chosen`` can have in ``round``, and the code of what is settled."""
        weight, code = 1, 0
        for p in bits(chosen):
            sides = self.problem.allowed[round][p]
            weight *= sides.bit_count()
            code |= self.problem.code(round, p, sides)
        return weight, code


def bits(mask: int) -> Iterator[int]:
    """The positions of the set bits of ``mask``, ascending."""
    while mask:
        bit = mask & -mask
        yield bit.bit_length() - 1
        mask ^= bit
