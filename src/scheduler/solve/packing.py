"""Exact set packing with named kinds of columns: the cheapest packing, and how many there are.

A column is (cost, set), the set as bits. A kind is a list of columns, cheapest first, and how many
disjoint ones of them are wanted. A packing takes the wanted number of every kind, all disjoint.
"""

from __future__ import annotations

from math import comb

import numpy as np

__all__ = ["Column", "Kind", "Spent", "bits", "choose_packing", "count_packings"]

Column = tuple[int, int]
Kind = tuple[list[Column], int]

_NODES = 150_000


class Spent(Exception):
    """The budget of nodes or columns is used up; what was sought or counted is not known."""


def bits(numbers: int) -> list[int]:
    """The members of a set, ascending, as bit positions."""
    out = []
    while numbers:
        low = numbers & -numbers
        out.append(low.bit_length() - 1)
        numbers ^= low
    return out


def choose_packing(
    kinds: list[Kind], rng: np.random.Generator, *, cheapest: bool, effort: float
) -> tuple[list[list[int]], bool]:
    """A packing as the sets taken of each kind, the cheapest one if asked.

    The second value says whether the answer is settled: proven cheapest, proven impossible (then
    the list is empty) or, when any packing will do, found. ``effort`` is CP-SAT's deterministic
    time, roughly seconds. ``rng`` shuffles columns, so that equal packings have equal chances to
    be met first (chances not claimed to be uniform).
    """
    if any(len(columns) < times for columns, times in kinds):
        return [], True
    # Loading the solver takes half a second and most draws never come here.
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    holders: dict[int, list[cp_model.IntVar]] = {}
    rows: list[list[tuple[cp_model.IntVar, int, int]]] = []
    for columns, times in kinds:
        order = rng.permutation(len(columns)).tolist()
        rows.append([(model.new_bool_var(""), *columns[j]) for j in order])
        model.add(sum(var for var, _, _ in rows[-1]) == times)
        for var, _, numbers in rows[-1]:
            for v in bits(numbers):
                holders.setdefault(v, []).append(var)
    for at in holders.values():
        model.add_at_most_one(at)
    if cheapest:
        model.minimize(sum(cost * var for row in rows for var, cost, _ in row))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_deterministic_time = effort
    status = solver.solve(model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return [], status == cp_model.INFEASIBLE
    picked = [[numbers for var, _, numbers in row if solver.value(var)] for row in rows]
    return picked, status == cp_model.OPTIMAL


def count_packings(kinds: list[Kind], watch: int, budget: int, effort: int = 1) -> dict[int, int]:
    """For each set of kind ``watch``, of which one is wanted: how many packings hold it.

    Packings cost at most ``budget``; columns of a kind are unordered; sets in no packing are left
    out. The kinds should come hardest first. Raises :class:`Spent` when the search outgrows its
    budget of nodes, which ``effort`` multiplies.
    """
    if not all(columns for columns, _ in kinds):
        return {}
    pick, cover = _Pick(kinds, watch, effort), _Cover(kinds[:watch] + kinds[watch + 1 :], effort)
    own = kinds[watch][0]
    if 4 * cover.spare(own[0][1]) <= cover.wanted:
        counts = {numbers: cover.count(numbers, budget - cost) for cost, numbers in own}
    else:
        counts = pick.count(budget)
    return {numbers: many for numbers, many in counts.items() if many}


class _Cover:
    """Counting number by number: the lowest undecided number is covered or one of the few spared.

    Many orders of decisions leave the same numbers open, so the counts are remembered.
    """

    def __init__(self, kinds: list[Kind], effort: int) -> None:
        self.most = effort * _NODES
        self.wanted = sum(times * columns[0][1].bit_count() for columns, times in kinds)
        self.least = [columns[0][0] for columns, _ in kinds]
        self.times = tuple(times for _, times in kinds)
        self.by_low: dict[int, list[tuple[int, int, int]]] = {}
        self.union = 0
        for k, (columns, _) in enumerate(kinds):
            for cost, numbers in columns:
                self.by_low.setdefault(numbers & -numbers, []).append((k, cost, numbers))
                self.union |= numbers
        self.known: dict[tuple[int, tuple[int, ...], int], int] = {}

    def count(self, used: int, budget: int) -> int:
        """How many packings avoid ``used`` and cost at most ``budget``."""
        spare = self.spare(used)
        return self._count(used, self.times, budget, spare) if spare >= 0 else 0

    def spare(self, used: int) -> int:
        """How many open numbers every packing leaves uncovered."""
        return (self.union & ~used).bit_count() - self.wanted

    def _count(self, used: int, left: tuple[int, ...], budget: int, spare: int) -> int:
        if budget < sum(map(int.__mul__, left, self.least)):
            return 0
        if not any(left):
            return 1
        key = (used, left, budget)
        if key in self.known:
            return self.known[key]
        if len(self.known) > self.most:
            raise Spent
        open_ = self.union & ~used
        low = open_ & -open_
        many = self._count(used | low, left, budget, spare - 1) if spare else 0
        for k, cost, numbers in self.by_low.get(low, ()):
            if left[k] and not numbers & used:
                rest = (*left[:k], left[k] - 1, *left[k + 1 :])
                many += self._count(used | numbers, rest, budget - cost, spare)
        self.known[key] = many
        return many


class _Pick:
    """Counting kind by kind, for packings that leave many numbers free.

    Every packing is met on one path only, so what lies behind a choice of the watched kind can be
    added to that choice on the way.
    """

    def __init__(self, kinds: list[Kind], watch: int, effort: int) -> None:
        self.kinds, self.watch = kinds, watch
        self.nodes, self.most = 0, effort * _NODES
        self.found: dict[int, int] = {}
        self.after = [0]  # after[i]: the least cost of kinds i, i + 1, ...
        for columns, times in reversed(kinds):
            self.after.append(self.after[-1] + times * columns[0][0])
        self.after.reverse()

    def count(self, budget: int) -> dict[int, int]:
        """How many packings within ``budget`` hold each set of the watched kind."""
        self._kind(0, 0, budget)
        return self.found

    def _kind(self, i: int, used: int, budget: int) -> int:
        if budget < self.after[i]:
            return 0
        if i == len(self.kinds):
            return 1
        columns, times = self.kinds[i]
        return self._take(i, [c for c in columns if not c[1] & used], times, used, budget)

    def _take(self, i: int, open_: list[Column], left: int, used: int, budget: int) -> int:
        """Packings with ``left`` more columns of kind ``i`` out of ``open_`` (cheapest first)."""
        if left == 0:
            return self._kind(i + 1, used, budget)
        self.nodes += 1
        if self.nodes > self.most:
            raise Spent
        if len(open_) < left:
            return 0
        least = self.after[i + 1] + (left - 1) * open_[0][0]
        open_ = [c for c in open_ if c[0] + least <= budget]
        if i + 1 == len(self.kinds) and i != self.watch and _any_will_do(open_, left, budget):
            return comb(len(open_), left)
        many = 0
        for j, (cost, numbers) in enumerate(open_):
            rest = [c for c in open_[j + 1 :] if not c[1] & numbers]
            behind = self._take(i, rest, left - 1, used | numbers, budget - cost)
            if i == self.watch:
                self.found[numbers] = self.found.get(numbers, 0) + behind
            many += behind
        return many


def _any_will_do(open_: list[Column], left: int, budget: int) -> bool:
    """True when every choice of ``left`` of these columns is disjoint and within the budget."""
    if not open_ or left * open_[-1][0] > budget:
        return False
    union = 0
    for _, numbers in open_:
        union |= numbers
    return left == 1 or union.bit_count() == sum(s.bit_count() for _, s in open_)
