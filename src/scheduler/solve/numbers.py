"""Which numbers of a fixed table go to which group of related entrants.

Given a table in which every two numbers meet, choose disjoint sets of numbers, one a group, so that
the members of a group meet early. The value of a choice is a pair, compared lexicographically:

* ``last``: the last round in which two members of one group meet (pairs whose numbers were both
  fixed beforehand are past changing and do not count);
* ``total``: the sum of the rounds of all meetings inside groups.

Members of a group are alike, so the search is over sets of numbers, never over permutations:

1. *Alone.* Every group by itself, ignoring the others: branch and bound over subsets, with the
   optimum of each smaller size as the bound of what is still missing (Russian dolls). The sum over
   groups is a proven bound for all together.
2. *Incumbent.* Descent by exchanges of numbers, from a few random starts. Often it meets the bound.
3. *Packing.* Otherwise all sets within a slack of the bound become columns of an exact set packing
   for CP-SAT. A packing no dearer than bound + slack is optimal, for a cheaper one would have used
   the same columns; else the slack grows.
4. *Counting.* The best families are counted exactly by depth first search over those columns.

Every search has a budget of nodes, not of seconds, so that equal input gives equal answers.
Numbers are bits here: number ``k`` of the table is bit ``k - 1`` of a set.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import factorial, prod

import numpy as np

from scheduler.solve.number_sets import IMPOSSIBLE, Group, NumberProblem, Sets
from scheduler.solve.packing import Column, Spent, bits, choose_packing, count_packings

__all__ = ["Family", "Group", "NumberProblem", "best_family", "family_counts", "value"]

_COLUMNS = 30_000
_STARTS = 6


@dataclass(frozen=True, slots=True)
class Family:
    """One set of numbers a group (bits, in order of the problem's groups) and what it is worth.

    ``bound`` is a proven lower bound of (last, total); ``proven`` says that the value meets it or
    that the search was exhaustive. ``engine`` names what found it.
    """

    sets: tuple[int, ...]
    last: int
    total: int
    bound: tuple[int, int]
    proven: bool
    engine: str


def value(problem: NumberProblem, sets: Sequence[int]) -> tuple[int, int]:
    """(last, total) of one set a group; (0, 0) when no two related numbers meet."""
    last = total = 0
    for group, chosen in zip(problem.groups, sets, strict=True):
        for a, b in combinations(bits(chosen), 2):
            total += int(problem.total[a, b])
            if a not in group.fixed or b not in group.fixed:
                last = max(last, int(problem.last[a, b]))
    return last, total


def best_family(problem: NumberProblem, rng: np.random.Generator) -> Family:
    """The best family of sets, or the best found with its bound when the budget ran out.

    ``rng`` only moves the search among families of equal value. The problem must leave every group
    enough numbers.
    """
    if not any(g.free for g in problem.groups):
        sets = tuple(sum(1 << v for v in g.fixed) for g in problem.groups)
        last, total = value(problem, sets)
        return Family(sets, last, total, (last, total), True, "fixed")
    return _Search(problem, rng).best()


def _first_limit(problem: NumberProblem) -> int:
    """No choice ends before this round: a free member meets all others, so many in a round."""
    per_round = max(int(np.bincount(row).max()) for row in problem.last)
    most = max(g.size for g in problem.groups if g.free)
    return max(1, -(-(most - 1) // per_round))


class _Search:
    """One search for the best family: first the last round by bisection, then the total."""

    def __init__(self, problem: NumberProblem, rng: np.random.Generator) -> None:
        self.problem, self.rng = problem, rng
        self.times = {g: problem.groups.count(g) for g in problem.groups}
        self.sets: tuple[int, ...] = ()
        self.worth = (IMPOSSIBLE, IMPOSSIBLE)
        self.engine = ""

    def best(self) -> Family:
        """The best family, with its bound."""
        for start in range(_STARTS):
            late = start % 2 == 0
            self._offer(_exchange(self.problem, late, self.rng), "exchange")
        low, proven = self._last_round()
        proven = self._total() and proven
        while (floor := self._floor(low)) == IMPOSSIBLE:
            low += 1
        bound = self.worth if proven else (low, floor)
        return Family(self.sets, *self.worth, bound, bound == self.worth, self.engine)

    def _offer(self, sets: tuple[int, ...], engine: str) -> None:
        worth = value(self.problem, sets)
        if worth < self.worth:
            self.sets, self.worth, self.engine = sets, worth, engine

    def _floor(self, limit: int) -> int:
        """No family ending by ``limit`` costs less; ``IMPOSSIBLE`` when one group alone cannot."""
        sets = Sets(self.problem, limit)
        costs = [sets.alone(g) * times for g, times in self.times.items()]
        return min(sum(costs), IMPOSSIBLE)

    def _last_round(self) -> tuple[int, bool]:
        """Bisect for the least last round; (its proven lower bound, whether the incumbent has it)."""
        first, unsure = _first_limit(self.problem), 0
        # Rounds below ``first`` are proven impossible, those up to ``unsure`` were given up.
        while (low := max(first, unsure + 1)) < self.worth[0]:
            limit = (low + self.worth[0] - 1) // 2
            found, settled = self._pack(limit, cheapest=False)
            if found:
                self._offer(found, "packing")
            elif settled:
                first = limit + 1
            else:
                unsure = limit
        return first, unsure < first

    def _total(self) -> bool:
        """Lower the total at the incumbent's last round; True when it is proven least."""
        found, settled = self._pack(self.worth[0], cheapest=True)
        if found:
            self._offer(found, "packing")
        return settled

    def _pack(self, limit: int, *, cheapest: bool) -> tuple[tuple[int, ...], bool]:
        """A family ending by ``limit`` (cheaper than the incumbent if asked), and if that is settled."""
        problem = self.problem
        sets = Sets(problem, limit)
        floors = {g: sets.alone(g) for g in self.times}
        floor = sum(floors[g] * times for g, times in self.times.items())
        if floor >= IMPOSSIBLE:
            return (), True
        dear = max(g.size for g in self.times) ** 2 * int(problem.total.max())
        most = self.worth[1] - 1 - floor if cheapest else dear
        if most < 0:
            return (), True
        columns, slack = _columns(sets, floors, most)
        if not columns:
            return (), False
        kinds = [(columns[g], times) for g, times in self.times.items()]
        if len(kinds) == 1 and kinds[0][1] == 1:
            picked, settled = [[s for _, s in kinds[0][0][:1]]], True
            if not picked[0]:
                picked = []
        else:
            effort = 6.0 if cheapest else 2.0
            picked, settled = choose_packing(kinds, self.rng, cheapest=cheapest, effort=effort)
        if not picked:
            return (), settled and slack >= most
        taken = dict(zip(self.times, picked, strict=True))
        found = tuple(taken[g].pop() for g in problem.groups)
        return found, settled and (slack >= most or value(problem, found)[1] <= floor + slack)


def _columns(sets: Sets, floors: dict[Group, int], most: int) -> tuple[dict[Group, list[Column]], int]:
    """All sets within a slack of each group's floor, the slack as large as the budget allows.

    A family that costs no more than all floors together and the slack has no other sets.
    """
    columns: dict[Group, list[Column]] = {}
    slack, reached = 0, -1
    while reached < most:
        slack = min(slack, most)
        try:
            columns = {g: sets.within(g, floors[g] + slack, _COLUMNS) for g in floors}
        except Spent:
            break
        slack, reached = 4 * slack + 4, slack
    return columns, reached


def _exchange(problem: NumberProblem, late: bool, rng: np.random.Generator) -> tuple[int, ...]:
    """A random start, then the best exchange of two numbers until none helps.

    ``late`` makes rounds after the first possible limit weigh heavily.
    """
    n = problem.size
    beyond = np.maximum(problem.last - _first_limit(problem), 0) * late
    price = problem.total + beyond * beyond * int(problem.total.max())
    np.fill_diagonal(price, 0)
    owner = np.full(n, -1)
    for g, group in enumerate(problem.groups):
        owner[list(group.fixed)] = g
    free = np.array([v for v in range(n) if not problem.taken >> v & 1], dtype=np.int64)
    wanted = [g for g, group in enumerate(problem.groups) for _ in range(group.free)]
    owner[rng.permutation(free)[: len(wanted)]] = wanted
    groups = np.arange(len(problem.groups))[:, None]
    while True:
        inside = (owner[None, :] == groups).astype(np.int64)
        cost = np.vstack([inside @ price, np.zeros((1, n), np.int64)])  # row -1: nobody's number
        own = cost[owner, np.arange(n)]
        step = cost[np.ix_(owner, np.arange(n))]  # step[u, v]: v's cost in the group of u
        gain = step + step.T - own[:, None] - own[None, :]
        both = (owner[:, None] >= 0).astype(np.int64) + (owner[None, :] >= 0)
        gain -= price * both
        gain[owner[:, None] == owner[None, :]] = 0
        part = gain[np.ix_(free, free)]
        if not part.size or part.min() >= 0:
            break
        u, v = (int(free[i]) for i in np.unravel_index(int(part.argmin()), part.shape))
        owner[[u, v]] = owner[[v, u]]
    members = [np.flatnonzero(owner == g).tolist() for g in range(len(problem.groups))]
    return tuple(sum(1 << v for v in numbers) for numbers in members)


def family_counts(
    problem: NumberProblem, last: int, total: int, first: int, *, effort: int = 1
) -> dict[int, int] | None:
    """For each set that group ``first`` holds in some family worth (``last``, ``total``) or better:
    in how many such families it does.

    Families are counted with their groups named: two groups of equal size exchanged make two. None
    when they are too many to count within the budget, which ``effort`` multiplies.
    """
    sets = Sets(problem, last, effort)
    try:
        floors = {g: sets.alone(g) for g in set(problem.groups)}
        slack = total - sum(floors[g] for g in problem.groups)
        if slack < 0:
            return {}
        columns = {g: sets.within(g, floors[g] + slack, effort * _COLUMNS) for g in floors}
        others = list(problem.groups)
        own = others.pop(first)
        # The watched group is a kind of its own, even where others are like it.
        kinds = sorted([(own, 0), *((g, others.count(g)) for g in dict.fromkeys(others))], key=_hardest)
        watch = kinds.index((own, 0))
        named = [(columns[g], times or 1) for g, times in kinds]
        counts = count_packings(named, watch, total, effort)
    except Spent:
        return None
    names = prod(factorial(times) for _, times in kinds)
    return {held: names * many for held, many in counts.items()}


def _hardest(kind: tuple[Group, int]) -> tuple[int, int]:
    """Groups with fixed members first, then the largest: they leave the least choice."""
    return (-len(kind[0].fixed), -kind[0].size)
