"""Groups under rules with a price: the best there are, drawn uniformly where the best can be counted.

What a value must cost by itself is known: prices are convex, so that it costs the least just where every
group has a number of it within one range. Where draws keep to the ranges of all values at once, these are
the draws of least price, and are counted as valid ones are. Else, and where they cannot be counted, the
general solver finds what must be paid, level by level; which of the best draws it shows is its own affair,
so lots are drawn between such as one exchange leads to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from scheduler.errors import NoAnswer, TimeUp
from scheduler.event import Report
from scheduler.facts import Ids
from scheduler.facts.groups import GroupFrame, group_facts, group_space
from scheduler.formats.public import PublicSeed
from scheduler.rules import Rulebook, RuleUse
from scheduler.rules.groups import values_of
from scheduler.solve.draws.groups import GroupCounter
from scheduler.solve.problem import Limits, Problem
from scheduler.verify import verify
from scheduler.verify.verifier import price_of

__all__ = ["Found", "at_least", "best_groups", "grouped", "price_by_level", "values_meant"]

Groups = tuple[tuple[int, ...], ...]
_EXCHANGES = 400


@dataclass(frozen=True)
class Found:
    """Groups, and what must be paid at least by level."""

    groups: Groups
    bound: tuple[int, ...]


def at_least(rulebook: Rulebook, frame: GroupFrame) -> Rulebook:
    """The rulebook with hard rules in place of priced ones. Where a draw obeys them, the draws that do are
    just those of least price at every level; where none does, nothing is known of the least price."""
    uses: list[RuleUse] = []
    for use in rulebook.uses:
        uses += [use] if use.hard else _cheapest_of(use, replace(rulebook, uses=(use,)), frame)
    return replace(rulebook, uses=tuple(uses))


def _cheapest_of(use: RuleUse, alone: Rulebook, frame: GroupFrame) -> list[RuleUse]:
    """A priced rule as hard ones: of values within the range that costs least, of others as it stands."""
    hard = replace(use, level=0, price=())
    stated = alone.stated(group_space(frame), frame)
    if use.id != "group-values" or not stated:
        return [hard]
    p, priced = use.resolved(frame), stated[0].use
    most, least = int(p["most"]), int(p["least"])
    made = []
    for value, members in values_meant(frame, p).items():
        low, high = _range(
            len(members), frame.groups, lambda c: price_of(priced, max(0, c - most, least - c)))
        made.append(hard.with_params(value=value, least=low, most=high, besides=""))
    return made


def _range(members: int, groups: int, price: Callable[[int], int]) -> tuple[int, int]:
    """The numbers of a value that every group has just where its ``members`` cost least, for a convex
    ``price`` of a group: those between which the price goes on by one and the same step."""
    q = members // groups
    step = [price(c + 1) - price(c) for c in range(members + 1)]
    if members % groups == 0 and q and step[q - 1] != step[q]:
        return q, q
    low, high = q, q + 1
    while low and step[low - 1] == step[q]:
        low -= 1
    while high < members and step[high] == step[q]:
        high += 1
    return low, min(high, members)


def values_meant(frame: GroupFrame, params: Mapping[str, Any]) -> dict[str, tuple[int, ...]]:
    """The values that a use of ``group-values`` speaks of, with their entrants."""
    left = {t.strip() for t in params["besides"].split("/")}
    found = values_of(frame, params["attribute"])
    return {v: m for v, m in found.items() if (v == params["value"] if params["value"] else v not in left)}


def price_by_level(groups: Groups, frame: GroupFrame, rulebook: Rulebook) -> tuple[int, ...]:
    """What groups cost, by level."""
    space = group_space(frame)
    return verify(space, rulebook.stated(space, frame), group_facts(space, groups)).price


def best_groups(
    frame: GroupFrame, rulebook: Rulebook, valid: GroupCounter | None, seed: str, limits: Limits
) -> Found:
    """Groups at the least price by the general solver, then exchanged by lot at the same price.

    ``valid`` counts the draws that obey, where that can be done: one of them is where the solver starts.
    Raises NoAnswer where none obeys, and TimeUp where none was found in time.
    """
    # Imported here because it brings the solver, which counting does without.
    from scheduler.solve.cpsat import solve

    lots = PublicSeed(seed)
    space = group_space(frame)
    stated = rulebook.stated(space, frame)
    every = space["in"].ids(np.arange(frame.entrants)[:, None], np.arange(frame.groups)).ravel()
    start = valid.sample(lots) if valid else None
    hint = None if start is None else group_facts(space, grouped(start, frame))
    outcome = solve(
        Problem(space, frame, stated, {"in": every}, hint=hint),
        replace(limits, seed=lots(2**31)),
    )
    if outcome.status == "infeasible":
        raise NoAnswer("none obeys all of them", about="groups")
    if not outcome.facts:
        raise TimeUp(
            "no groups that obey the rules were found in time", maybe="allow more time (--time-limit).")
    entrants, groups = space["in"].coords(outcome.facts["in"])
    of = dict(zip((entrants + 1).tolist(), (groups + 1).tolist(), strict=True))
    walk = _Walk(frame, rulebook, [of[e] for e in range(1, frame.entrants + 1)])
    walk.exchange(lots)
    levels = sorted({entry.use.level for entry in stated if not entry.use.hard})
    return Found(grouped(walk.of, frame), tuple(outcome.bounds.get(level, 0) for level in levels))


class _Walk:
    """Exchanges of two entrants that leave every price where it is, and what is obeyed obeyed."""

    def __init__(self, frame: GroupFrame, rulebook: Rulebook, of: list[int]) -> None:
        self.frame, self.of = frame, of
        self._space = group_space(frame)
        self._stated = rulebook.stated(self._space, frame)
        self._cost = self._judged()

    def _judged(self) -> tuple[int, tuple[int, ...]]:
        facts: dict[str, Ids] = group_facts(self._space, grouped(self.of, self.frame))
        report: Report = verify(self._space, self._stated, facts)
        return report.hard, report.price

    def exchange(self, lots: PublicSeed) -> None:
        """So many exchanges are tried, entrants of one pot with each other where there are pots."""
        pools = [p for p in self.frame.pots if len(p) > 1] or [tuple(range(1, self.frame.entrants + 1))]
        for _ in range(_EXCHANGES):
            pool = pools[lots(len(pools))]
            one, other = (pool[lots(len(pool))] - 1 for _ in range(2))
            if self.of[one] != self.of[other]:
                self.of[one], self.of[other] = self.of[other], self.of[one]
                if self._judged() != self._cost:
                    self.of[one], self.of[other] = self.of[other], self.of[one]


def grouped(of: Sequence[int], frame: GroupFrame) -> Groups:
    """Numbers by group, in order of pot; ``of`` has the group of entrant i + 1 at place i."""
    pot = {e: k for k, members in enumerate(frame.pots) for e in members}
    return tuple(
        tuple(sorted((e for e, x in enumerate(of, start=1) if x == g), key=lambda e: (pot.get(e, 0), e)))
        for g in range(1, frame.groups + 1)
    )
