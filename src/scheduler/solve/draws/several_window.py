"""The solver's word on one component: how low it can go while the ones before it stay where they are.

Entrants of one kind (the same codes) are counted per section of the window's smallest level; smaller
sections are left out. That is a relaxation, so what it cannot beat nobody can. Where the window goes
down to the matches of round 1 its answer is a draw.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from time import monotonic

import numpy as np
from ortools.sat.python import cp_model

from scheduler.solve.draws.separation_field import Field, Ids

__all__ = ["Answer", "window", "within"]

_WIDE = 64
_DEEP = 3
_DETERMINISTIC = 0.3
_LARGEST = 60_000

Kind = tuple[int, ...]


@dataclass(frozen=True)
class Answer:
    """``least``: a proven lower bound of the component, None if nothing was found. ``lines``: a draw as good
    as the bound or better than before, if the window shows one."""

    least: int | None
    lines: Ids | None = None


def window(
    field: Field, lines: Ids, value: list[int], leading: int, until: float | None, seed: int
) -> Answer:
    """Minimise component ``leading`` (see ``components``) with the earlier ones at most at ``value``."""
    base = 1 if field.size <= _WIDE else _base(field, leading)
    model = _Model(field, lines, base)
    if model.size > _LARGEST:
        return Answer(None)
    for i in range(leading + 1):
        # Of the goals before it what happens below the window is left out, which only makes them milder.
        terms = [term for term in field.goals[i] if term[1] >= base]
        pairs = sum(price * model.pairs(a, level) for a, level, price in terms)
        if i == leading:
            model.cp.minimize(pairs)
        elif terms:
            model.cp.add(pairs <= value[i])
    left = 3600.0 if until is None else max(0.05, until - monotonic())
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = seed
    solver.parameters.max_time_in_seconds = left
    solver.parameters.max_deterministic_time = _DETERMINISTIC
    solver.parameters.catch_sigint_signal = False
    status = solver.solve(model.cp)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Answer(None)
    # Pairs are whole, so a bound just below one is that one.
    least = int(np.ceil(solver.best_objective_bound - 1e-6))
    better = round(solver.objective_value) < value[leading]
    return Answer(least, model.draw(solver) if better and base == 1 else None)


def within(
    field: Field, lines: Ids, target: list[int], seed: int
) -> tuple[Ids | None, bool]:
    """A draw that costs no more than ``target`` by any goal, and whether the answer is sure.

    ``lines`` is a draw to start from. None and False: none was found in the solver's steps.
    """
    model = _Model(field, lines, 1)
    if model.size > _LARGEST:
        return None, False
    for goal, most in zip(field.goals, target, strict=True):
        model.cp.add(sum(price * model.pairs(a, level) for a, level, price in goal) <= most)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = seed
    solver.parameters.max_deterministic_time = _DETERMINISTIC
    solver.parameters.catch_sigint_signal = False
    status = solver.solve(model.cp)
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return model.draw(solver), True
    return None, status == cp_model.INFEASIBLE


def _base(field: Field, leading: int) -> int:
    """The smallest level of the goal itself and of the last ones before it that speak of its attributes."""
    mine = {a for a, *_ in field.goals[leading]}
    about = [goal for goal in field.goals[: leading + 1] if mine & {a for a, *_ in goal}]
    return min(level for goal in about[-_DEEP:] for _, level, _ in goal)


class _Model:
    """Counts of each kind in each section of level ``base``, with the given draw as a hint."""

    def __init__(self, field: Field, lines: Ids, base: int) -> None:
        self._field, self._base = field, base
        self.cp = cp_model.CpModel()
        codes = field.codes.copy()
        for row, values in zip(codes, field.given, strict=True):
            alone = np.bincount(row[1:][row[1:] >= 0], minlength=len(values)) < 2
            row[1:] = np.where((row[1:] >= 0) & alone[row[1:]], -1, row[1:])
        self._codes = codes
        self._kinds: dict[Kind, list[int]] = defaultdict(list)
        for number in field.waiting.tolist():
            self._kinds[tuple(codes[:, number].tolist())].append(number)
        self._sections = field.size >> base
        self.size = len(self._kinds) * self._sections
        if self.size <= _LARGEST:
            self._count(lines)

    def _count(self, lines: Ids) -> None:
        field, base, cp = self._field, self._base, self.cp
        now = Counter(
            (tuple(self._codes[:, lines[i]].tolist()), int(i) >> base) for i in field.free
        )
        self._in: dict[tuple[Kind, int], cp_model.IntVar] = {}
        self._most: dict[tuple[Kind, int], int] = {}
        room = field.room[self._sections : 2 * self._sections].tolist()
        for kind, numbers in self._kinds.items():
            for s, free in enumerate(room):
                if free:
                    self._most[kind, s] = min(free, len(numbers))
                    x = self._in[kind, s] = cp.new_int_var(0, self._most[kind, s], "")
                    cp.add_hint(x, now[kind, s])
            cp.add(sum(self._in[kind, s] for s, f in enumerate(room) if f) == len(numbers))
        for s, free in enumerate(room):
            if free:
                cp.add(sum(self._in[kind, s] for kind in self._kinds) == free)

    def pairs(self, a: int, level: int) -> cp_model.LinearExprT:
        """Pairs of an attribute within sections of a level."""
        field, shift = self._field, level - self._base
        terms: dict[tuple[int, int], list[tuple[Kind, int]]] = defaultdict(list)
        held: Counter[tuple[int, int]] = Counter()
        for kind, s in self._in:
            if kind[a] >= 0:
                terms[kind[a], s >> shift].append((kind, s))
        for i in np.flatnonzero(field.lines > 0).tolist():
            held[int(self._codes[a, field.lines[i]]), i >> level] += 1
        alone = [n * (n - 1) // 2 for (c, s), n in held.items() if c >= 0 and (c, s) not in terms]
        return sum(alone) + sum(
            self._together(those, held[key], 1 << level) for key, those in terms.items()
        )

    def _together(self, those: list[tuple[Kind, int]], held: int, room: int) -> cp_model.LinearExprT:
        """A bound from below of n (n - 1) / 2 for n = held + sum(xs), exact when minimised."""
        xs = [self._in[key] for key in those]
        reach = min(room, sum(self._most[key] for key in those))
        out: list[cp_model.LinearExprT] = [held * (held - 1) // 2, held * sum(xs)]
        for j in range(1, reach):
            more = self.cp.new_int_var(0, reach - j, "")
            self.cp.add(more >= sum(xs) - j)
            out.append(more)
        return sum(out)

    def draw(self, solver: cp_model.CpSolver) -> Ids:
        """The solver's draw: entrants of a kind in the order of their numbers."""
        lines = self._field.lines.copy()
        left = {kind: list(numbers) for kind, numbers in self._kinds.items()}
        inside: dict[int, list[int]] = defaultdict(list)
        for (kind, s), x in self._in.items():
            inside[s] += [left[kind].pop() for _ in range(solver.value(x))]
        for i in self._field.free.tolist():
            lines[i] = inside[i >> 1].pop()
        return lines

