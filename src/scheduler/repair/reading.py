"""The fourth reading of the counts: published facts are known, departures from them are counts too.

Every change is a sum of facts, so the changes are rows like those of any rule: priced one by one, or
taken together under a hard bound.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from scheduler.event import Schedule
from scheduler.facts import Ids, primary_facts
from scheduler.repair.freedom import Reach
from scheduler.repair.published import Published, pair_of, speaks_of
from scheduler.rules import Row, RuleUse, Stated, from_rows
from scheduler.solve.problem import Problem

__all__ = ["CHANGES", "amounts", "at_most", "other_than", "priced", "question", "size_of"]

CHANGES = 1
"""The level of the changes; the rulebook's own levels come after it."""

_NONE = np.empty(0, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class Amount:
    """How far copy ``copy`` departs in one way: ``base + sum(weights * facts)``, 0 or 1."""

    kind: str
    copy: int
    facts: Ids
    weights: Ids
    base: int = 0


def amounts(given: Published, reach: Reach, *, tables: bool) -> list[Amount]:
    """Every way in which a match may depart from what was published. ``tables``: those as well."""
    out = []
    for i, m in enumerate(given.copies):
        if given.fixed[i]:
            continue
        rounds = np.array(reach[i], dtype=np.int64)
        away = rounds[rounds != m.round - 1]
        if given.allows("reversed"):
            out.append(_sum("reversed", i, given.fact(i, 1, rounds)))
        if len(away):
            out.append(_sum("moved", i, np.concatenate([given.fact(i, s, away) for s in (0, 1)])))
        if tables and m.table and given.allows("table"):
            out.append(_table_amount(given, i, rounds))
    return out


def _sum(kind: str, i: int, facts: Ids) -> Amount:
    return Amount(kind, i, facts, np.ones(len(facts), dtype=np.int64))


def _table_amount(given: Published, i: int, rounds: Ids) -> Amount:
    if given.settled[i]:
        seats = given.seats(i, rounds)
        return Amount("table", i, seats, -np.ones(len(seats), dtype=np.int64), 1)
    placed = np.concatenate([given.fact(i, s, rounds) for s in (0, 1)])
    weights = np.ones(len(placed) + 1, dtype=np.int64)
    weights[-1] = -1
    return Amount("table", i, np.append(placed, given.space["stays"].ids(i)), weights)


def priced(given: Published, ways: Iterable[Amount]) -> list[Stated]:
    """Each departure at its price, on the level of the changes."""
    out = []
    listed = list(ways)
    for kind in ("reversed", "moved", "table"):
        mine = [a for a in listed if a.kind == kind]
        if mine:
            use = RuleUse(kind, {}, CHANGES, (given.price(kind),), reason="as published")
            out.append(Stated(use, from_rows(given.space, [
                Row(*_named(given, a.copy), a.facts, None, -a.base, a.weights) for a in mine
            ])))
    return out


def _named(given: Published, i: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    m = given.copies[i]
    return (m.home, m.away), (m.round,)


def at_most(given: Published, ways: Sequence[Amount], most: int) -> Stated:
    """All changes together, the unavoidable ones included, cost no more than ``most``."""
    prices = [given.price(a.kind) for a in ways]
    left = most - given.unavoidable - sum(p * a.base for p, a in zip(prices, ways, strict=True))
    facts = np.concatenate([_NONE, *(a.facts for a in ways)])
    weights = np.concatenate([_NONE, *(p * a.weights for p, a in zip(prices, ways, strict=True))])
    return _hard(given, "few changes", [Row((), (), facts, None, left, weights)])


def other_than(given: Published, schedule: Schedule, *, tables: bool) -> Stated:
    """Not this schedule: another match, side or round, or (``tables``) another table for a pair of
    which no published table is unknown."""
    facts = primary_facts(given.space, schedule)
    mine = [np.unique(facts["plays"])]
    if tables:
        low, high, _, _ = given.space["at"].coords(facts["at"])
        known = [
            all(given.copies[i].table for i in given.of_pair.get((a + 1, b + 1), ()))
            and (a + 1, b + 1) in given.of_pair and (a + 1, b + 1) not in given.missing
            for a, b in zip(low.tolist(), high.tolist(), strict=True)
        ]
        mine.append(np.unique(facts["at"][np.array(known, dtype=bool)]))
    together = np.concatenate(mine)
    return _hard(given, "another table", [Row((), (), together, None, len(together) - 1)])


def _hard(given: Published, what: str, rows: list[Row]) -> Stated:
    return Stated(RuleUse(what, reason="as published"), from_rows(given.space, rows))


def question(
    given: Published, reach: Reach, further: Sequence[Stated], *, tables: bool, soft: bool = False
) -> Problem:
    """The problem of obeying the hard rules within a reach, with ``further`` counts.

    Without ``tables`` every count that speaks of tables is left out, which leaves a relaxation. With
    ``soft`` the rulebook's prices count too, after the changes.
    """
    stated = [
        _shifted(s) for s in given.stated
        if (soft or s.use.hard) and (tables or not speaks_of(given.space, s, "at"))
    ]
    links = _links(given, reach, tables=tables)
    opened, known = _facts(given, reach, tables=tables)
    return Problem(
        given.space, given.frame, (*stated, *links, *further), opened, known, given.promise
    )


def _shifted(entry: Stated) -> Stated:
    use = entry.use
    if use.hard:
        return entry
    later = RuleUse(
        use.id, use.params, use.level + CHANGES, use.price, use.clause, use.reason, use.where
    )
    return Stated(later, entry.count)


def _links(given: Published, reach: Reach, *, tables: bool) -> list[Stated]:
    """What ties the facts of single copies to the facts of the table."""
    rows: list[Row] = []
    rounds = np.arange(given.frame.rounds)
    plays = given.space["plays"]
    if given.assumed:
        for (low, high), k in given.due.items():
            both = [plays.ids(low - 1, high - 1, rounds), plays.ids(high - 1, low - 1, rounds)]
            rows.append(Row((low, high), (), np.concatenate(both), k, k))
    for (low, high), copies in given.of_pair.items():
        if given.settled[copies[0]]:
            continue
        short = (low, high) in given.missing
        for home, away in ((low, high), (high, low)):
            for r in range(given.frame.rounds):
                rows.append(_one_fact(given, reach, copies, home, away, r, short=short))
        for i in copies:
            extra = (low, high) in given.surplus and given.allows("removed")
            rows += _one_copy(given, reach, i, extra, tables)
    return [_hard(given, "as-published", rows)] if rows else []


def _one_fact(
    given: Published, reach: Reach, copies: list[int], home: int, away: int, r: int, *, short: bool
) -> Row:
    """A match is a copy; where some were missing it may be a new one."""
    mine = [
        given.fact(i, int(given.copies[i].home != home), np.array([r]))
        for i in copies if r in reach[i]
    ]
    plays = given.space["plays"].ids(home - 1, away - 1, np.array([r]))
    facts = np.concatenate([plays, *mine])
    weights = -np.ones(len(facts), dtype=np.int64)
    weights[0] = 1
    return Row((home, away), (r + 1,), facts, 0, None if short else 0, weights)


def _one_copy(
    given: Published, reach: Reach, i: int, surplus: bool, tables: bool
) -> list[Row]:
    """A copy is in one place, unless there are too many of it; it stays where its table is."""
    name, rounds = _named(given, i), np.array(reach[i], dtype=np.int64)
    sides = [given.fact(i, s, rounds) for s in (0, 1)]
    placed = np.concatenate(sides)
    rows = [Row(*name, placed, 0 if surplus else 1, 1)]
    if tables and given.copies[i].table:
        stays = given.space["stays"].ids(i).reshape(1)
        rows.append(Row(*name, np.concatenate([placed, stays]),
                        0, None if given.allows("table") else 0,
                        np.append(np.ones(len(placed), dtype=np.int64), -1)))
        for k in range(len(rounds)):
            seat = given.seats(i, rounds[k : k + 1])
            facts = np.concatenate([stays, sides[0][k : k + 1], sides[1][k : k + 1], seat])
            rows.append(Row(*name, facts, None, 1, np.array([1, 1, 1, -1])))
    return rows


def _facts(
    given: Published, reach: Reach, *, tables: bool
) -> tuple[dict[str, Ids], dict[str, Ids]]:
    """(open, known) facts of every family."""
    names = ("plays", "at", "becomes", "stays")
    opened: dict[str, list[Ids]] = {name: [_NONE] for name in names}
    known: dict[str, list[Ids]] = {name: [_NONE] for name in names}
    every = np.arange(given.frame.rounds)
    for i, m in enumerate(given.copies):
        rounds = np.array(reach[i], dtype=np.int64)
        target = known if given.fixed[i] else opened
        sides = (0,) if given.fixed[i] or not given.allows("reversed") else (0, 1)
        for side in sides:
            home, away = (m.away, m.home) if side else (m.home, m.away)
            target["plays"].append(given.space["plays"].ids(home - 1, away - 1, rounds))
            if not given.settled[i]:
                target["becomes"].append(given.fact(i, side, rounds))
        if tables:
            seated = m.table and (given.fixed[i] or not given.allows("table"))
            target = known if m.table and given.fixed[i] else opened
            target["at"].append(
                given.seats(i, rounds) if seated else _any_table(given, pair_of(m), rounds)
            )
            if not given.settled[i] and m.table:
                opened["stays"].append(given.space["stays"].ids(i).reshape(1))
    for low, high in given.missing if given.allows("added") else ():
        for home, away in ((low, high), (high, low)):
            opened["plays"].append(given.space["plays"].ids(home - 1, away - 1, every))
        if tables:
            opened["at"].append(_any_table(given, (low, high), every))
    return tuple(  # type: ignore[return-value]
        {name: np.unique(np.concatenate(ids)) for name, ids in some.items()}
        for some in (opened, known)
    )


def _any_table(given: Published, pair: tuple[int, int], rounds: Ids) -> Ids:
    low, high = pair
    every = np.arange(given.frame.tables)[:, None]
    return given.space["at"].ids(low - 1, high - 1, every, rounds[None, :]).ravel()


def size_of(problem: Problem) -> int:
    """How many facts are open."""
    return sum(len(ids) for ids in problem.open.values())
