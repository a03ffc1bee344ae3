"""Sets of numbers that related entrants may hold, when none of them may meet after a given round.

Branch and bound over subsets, ascending, with the least cost of each smaller size as the bound of
what is still missing (Russian dolls). Its budget is in nodes, not in seconds, so that equal input
gives equal answers. Number ``k`` of a table is bit ``k - 1`` of a set.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from scheduler.solve.packing import Column, Spent, bits

__all__ = ["IMPOSSIBLE", "Group", "NumberProblem", "Sets"]

Matrix = NDArray[np.int64]

IMPOSSIBLE = 1 << 60
_NODES = 400_000


@dataclass(frozen=True, slots=True)
class Group:
    """``size`` related entrants, of whom ``len(fixed)`` already hold the numbers ``fixed``."""

    size: int
    fixed: tuple[int, ...] = ()

    @property
    def free(self) -> int:
        """How many members still need a number."""
        return self.size - len(self.fixed)


@dataclass(frozen=True, eq=False)
class NumberProblem:
    """``last`` and ``total``: (n, n) int64, the last and the summed meeting rounds of two numbers.

    ``taken`` is the set of numbers (bits) that no free member may take. It holds every ``fixed``
    number of the groups, and those of fixed entrants without relations.
    """

    last: Matrix
    total: Matrix
    groups: tuple[Group, ...]
    taken: int

    @property
    def size(self) -> int:
        """How many numbers the table has."""
        return len(self.last)


class Sets:
    """All admissible sets of a group when no two members may meet after round ``limit``."""

    def __init__(self, problem: NumberProblem, limit: int, effort: int = 1) -> None:
        self.weight: list[list[int]] = problem.total.tolist()
        allowed = problem.last <= limit
        np.fill_diagonal(allowed, False)
        self.allowed = [sum(1 << int(v) for v in np.flatnonzero(row)) for row in allowed]
        self.free = ((1 << problem.size) - 1) & ~problem.taken
        self.cap = IMPOSSIBLE
        self.nodes, self.most = 0, effort * _NODES
        self.leaf: Callable[[int, int], None] = lambda cost, chosen: None
        # dolls[m]: no m free numbers cost less; exact unless the budget ran out on the way.
        self.dolls = [0, 0]

    def floor(self, size: int) -> int:
        """A lower bound of the cost of ``size`` free numbers, ``IMPOSSIBLE`` when there are none such."""
        while len(self.dolls) <= size:
            m = len(self.dolls)
            # Each pair of m numbers lies in m - 2 of their subsets of m - 1.
            least = -(-self.dolls[-1] * m // (m - 2)) if m > 2 else 0
            if self.dolls[-1] == IMPOSSIBLE:
                self.dolls.append(IMPOSSIBLE)
                continue
            found = self._cheapest(Group(m), least)
            self.dolls.append(least if found is None else found)
        return self.dolls[size]

    def alone(self, group: Group) -> int:
        """A lower bound of the cost of a group by itself; ``IMPOSSIBLE`` when it is impossible.

        It is exact unless the budget ran out.
        """
        if not group.fixed:
            return self.floor(group.size)
        if self.floor(max(group.free, 1) - 1) == IMPOSSIBLE:
            return IMPOSSIBLE
        own = sum(self.weight[a][b] for a, b in combinations(group.fixed, 2))
        found = self._cheapest(group, own)
        return own + self.floor(group.free) if found is None else found

    def within(self, group: Group, cap: int, most: int) -> list[Column]:
        """Every set of the group costing at most ``cap``, cheapest first.

        Raises :class:`Spent` when there are more than ``most`` or the budget of nodes runs out.
        """
        found: list[Column] = []

        def keep(cost: int, chosen: int) -> None:
            found.append((cost, chosen))
            if len(found) > most:
                raise Spent

        self.floor(max(group.free, 1) - 1)
        self._run(group, cap, keep)
        return sorted(found)

    def _cheapest(self, group: Group, least: int) -> int | None:
        """The least cost of a group's set, ``IMPOSSIBLE`` if there is none, None if the budget ran out."""
        best = IMPOSSIBLE

        def keep(cost: int, chosen: int) -> None:
            nonlocal best
            best = cost
            self.cap = cost - 1 if cost > least else -1

        try:
            self._run(group, IMPOSSIBLE - 1, keep)
        except Spent:
            return None
        return best

    def _run(self, group: Group, cap: int, leaf: Callable[[int, int], None]) -> None:
        self.cap, self.leaf, self.nodes = cap, leaf, 0
        open_, chosen = self.free, 0
        for v in group.fixed:
            open_ &= self.allowed[v]
            chosen |= 1 << v
        cost = sum(self.weight[a][b] for a, b in combinations(group.fixed, 2))
        near = [(v, sum(self.weight[v][f] for f in group.fixed)) for v in bits(open_)]
        self._grow(chosen, near, group.free, cost)

    def _grow(self, chosen: int, near: list[tuple[int, int]], need: int, cost: int) -> None:
        """Extend ``chosen`` by ``need`` of ``near``: (number, cost to those chosen), ascending."""
        if need == 0:
            if cost <= self.cap:
                self.leaf(cost, chosen)
            return
        self.nodes += 1
        if self.nodes > self.most:
            raise Spent
        inner = self.dolls[need - 1]
        for i in range(len(near) - need + 1):
            v, step = near[i]
            now = cost + step + inner
            if now > self.cap:
                continue
            row, open_ = self.weight[v], self.allowed[v]
            rest = [(u, k + row[u]) for u, k in near[i + 1 :] if open_ >> u & 1]
            if len(rest) < need - 1:
                continue
            if need > 1 and now + sum(sorted([k for _, k in rest])[: need - 1]) > self.cap:
                continue
            self._grow(chosen | 1 << v, rest, need - 1, cost + step)
