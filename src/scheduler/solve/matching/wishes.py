"""Wishes among equals: the exact round fixes how many pairs each score group has with each other, and
within that the wishes decide, level by level; what is still equal goes to the first in the ranking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from scheduler.facts.pairing import Bans, Pairing

__all__ = ["MOST_ENTRANTS", "Wish", "Wished", "price_of", "profile_of", "with_wishes"]

MOST_ENTRANTS = 300
"""Larger fields are not looked at."""
_MOST_ONE_BY_ONE = 64
"""Up to this size what is still equal is settled entrant by entrant; above, by the one fixed search."""


@dataclass(frozen=True)
class Wish:
    """Every match of a pair that ``against`` bans costs ``price`` at ``level`` (1 first)."""

    level: int
    price: int
    against: Bans


@dataclass(frozen=True)
class Wished:
    """The round that the wishes chose, (higher, lower) from the top; ``price`` by level, ascending;
    ``optimal`` when no cheaper one has the same score groups meeting."""

    matches: tuple[tuple[int, int], ...]
    price: tuple[int, ...]
    optimal: bool


def price_of(matches: Sequence[tuple[int, int]], wishes: Sequence[Wish]) -> tuple[int, ...]:
    """What a round costs at each level that the wishes speak of, ascending."""
    levels = dict.fromkeys(sorted({w.level for w in wishes}), 0)
    for w in wishes:
        levels[w.level] += w.price * sum(not w.against.allowed(a, b) for a, b in matches)
    return tuple(levels.values())


def profile_of(
    groups: Mapping[int, int], matches: Sequence[tuple[int, int]]
) -> Counter[tuple[int, int]]:
    """How often each two score groups meet; who is in none of ``groups`` has 0."""
    return Counter(_kind(groups, a, b) for a, b in matches)


def with_wishes(
    exact: Pairing,
    bans: Bans,
    groups: Mapping[int, int],
    wishes: Sequence[Wish],
    *,
    effort: float = 4.0,
) -> Wished | None:
    """The round as the wishes want it; ``groups`` says which entrants are equals (their points).

    None where the exact round costs nothing or nothing can be chosen, and above MOST_ENTRANTS. Hard
    ``bans`` hold throughout; the bye stays where it is.
    """
    order = [e for e in exact.order if e != exact.bye]
    if len(order) > MOST_ENTRANTS or not any(price_of(exact.matches, wishes)):
        return None
    profile = profile_of(groups, exact.matches)
    options = [
        (a, b) for a, b in combinations(order, 2) if _kind(groups, a, b) in profile and bans.allowed(a, b)]
    if len(options) == len(exact.matches):
        return None
    return _Chooser(exact, order, options, profile, groups, effort).choose(wishes)


def _kind(groups: Mapping[int, int], a: int, b: int) -> tuple[int, int]:
    x, y = groups.get(a, 0), groups.get(b, 0)
    return (x, y) if x <= y else (y, x)


class _Chooser:
    """One model, solved again and again: level by level, then entrant by entrant from the top."""

    def __init__(
        self, exact: Pairing, order: Sequence[int], options: Sequence[tuple[int, int]],
        profile: Mapping[tuple[int, int], int], groups: Mapping[int, int], effort: float,
    ) -> None:
        from ortools.sat.python import cp_model

        self.cp, self.model, self.solver = cp_model, cp_model.CpModel(), cp_model.CpSolver()
        self.order, self.now, self.optimal = order, set(exact.matches), True
        self.x = {p: self.model.new_bool_var("") for p in options}
        for e in order:
            self.model.add_exactly_one(x for p, x in self.x.items() if e in p)
        for kind, many in profile.items():
            self.model.add(sum(x for p, x in self.x.items() if _kind(groups, *p) == kind) == many)
        self.solver.parameters.num_workers = 1
        self.solver.parameters.max_deterministic_time = effort

    def choose(self, wishes: Sequence[Wish]) -> Wished:
        for level in sorted({w.level for w in wishes}):
            mine = [w for w in wishes if w.level == level]
            self._least({p: sum(w.price for w in mine if not w.against.allowed(*p)) for p in self.x})
        place = {e: i for i, e in enumerate(self.order)}
        settled: set[int] = set()
        for top in self.order if len(self.order) <= _MOST_ONE_BY_ONE else ():
            if top not in settled:
                self._least({p: place[p[1]] for p in self.x if p[0] == top})
                match = next(p for p in self.now if p[0] == top)
                self.model.add(self.x[match] == 1)
                settled |= set(match)
        matches = tuple(sorted(self.now, key=lambda p: place[p[0]]))
        return Wished(matches, price_of(matches, wishes), self.optimal)

    def _least(self, cost: Mapping[tuple[int, int], int]) -> None:
        """Make the cost as low as can be and keep it there; ``now`` is the round found."""
        best = sum(cost.get(p, 0) for p in self.now)
        if best == 0:
            self._keep(cost, best)
            return
        self.model.clear_hints()  # type: ignore[no-untyped-call]
        for p, x in self.x.items():
            self.model.add_hint(x, p in self.now)
        self.model.minimize(sum(c * self.x[p] for p, c in cost.items() if c))
        status = self.solver.solve(self.model)
        if status in (self.cp.OPTIMAL, self.cp.FEASIBLE):
            self.now = {p for p, x in self.x.items() if self.solver.value(x)}
            best = sum(cost.get(p, 0) for p in self.now)
        self.optimal &= status == self.cp.OPTIMAL
        self._keep(cost, best)

    def _keep(self, cost: Mapping[tuple[int, int], int], best: int) -> None:
        terms = [c * self.x[p] for p, c in cost.items() if c]
        if terms:
            self.model.add(sum(terms) <= best)
