"""What a repair starts from: the published matches one by one, how often each pair is to meet, and what
each kind of change costs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from scheduler.errors import UsageError
from scheduler.event import Match, Schedule
from scheduler.facts import Frame, Ids, Space, timetable
from scheduler.rules import Rulebook, Stated

__all__ = ["KINDS", "Pair", "Published", "published", "speaks_of"]

KINDS = ("reversed", "moved", "table", "added", "removed")
"""The kinds of change. The last two occur only where the rules ask for more, or fewer, meetings of a
pair than were published."""

_MOST_ENTRANTS, _MOST_MATCHES, _MOST_COPIES, _MOST_PRICE = 200, 40_000, 8, 1000

Pair = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Published:
    """A published table in the space of its frame.

    ``copies`` are its matches; ``settled`` says of each whether its pair meets exactly once, before
    and after, so that the facts ``plays`` alone tell what became of it. Others have facts of their own:
    ``becomes[copy, side, round]`` (side 0 as published, 1 reversed) and ``stays[copy]`` at its table.
    ``due`` is how often each pair meets in the repaired table; ``assumed``: no rule says so, hence as
    often as published. ``fixed``: the copies that may not change. ``prices``: cost of a change of each
    kind, None where that kind is not allowed. ``promise`` as in ``Problem.plays``.
    """

    table: Schedule
    frame: Frame
    space: Space
    stated: tuple[Stated, ...]
    copies: tuple[Match, ...]
    due: Mapping[Pair, int]
    assumed: bool
    fixed: tuple[bool, ...]
    prices: Mapping[str, int | None]
    promise: NDArray[np.bool_] | None

    @cached_property
    def of_pair(self) -> dict[Pair, list[int]]:
        """The copies of each pair, by index."""
        out: dict[Pair, list[int]] = {}
        for i, m in enumerate(self.copies):
            out.setdefault(pair_of(m), []).append(i)
        return out

    @cached_property
    def settled(self) -> tuple[bool, ...]:
        """For each copy: its pair was published once and meets once."""
        return tuple(
            len(self.of_pair[pair_of(m)]) == 1 and self.due.get(pair_of(m), 0) == 1
            for m in self.copies
        )

    @cached_property
    def missing(self) -> dict[Pair, int]:
        """How many matches of a pair were not published, where it is any."""
        short = {p: k - len(self.of_pair.get(p, ())) for p, k in self.due.items()}
        return {p: k for p, k in short.items() if k > 0}

    @cached_property
    def surplus(self) -> dict[Pair, int]:
        """How many matches too many of a pair were published, where it is any."""
        extra = {p: len(c) - self.due.get(p, 0) for p, c in self.of_pair.items()}
        return {p: k for p, k in extra.items() if k > 0}

    @cached_property
    def unavoidable(self) -> int:
        """What the missing and the surplus matches cost, whatever else is done."""
        added = sum(self.missing.values()) * self.price("added")
        return added + sum(self.surplus.values()) * self.price("removed")

    @cached_property
    def tables_matter(self) -> bool:
        """True when any rule, hard or priced, speaks of tables."""
        return any(speaks_of(self.space, s, "at") for s in self.stated)

    def price(self, kind: str) -> int:
        """What a change of this kind costs where it is allowed; 1 stands in where it is not."""
        price = self.prices[kind]
        return 1 if price is None else price

    def allows(self, kind: str) -> bool:
        """True when changes of this kind are allowed."""
        return self.prices[kind] is not None

    def fact(self, i: int, side: int, rounds: Ids) -> Ids:
        """The facts that copy ``i`` is on this side (1: reversed) in these rounds, from 0."""
        if not self.settled[i]:
            return self.space["becomes"].ids(i, side, rounds)
        m = self.copies[i]
        home, away = (m.away, m.home) if side else (m.home, m.away)
        return self.space["plays"].ids(home - 1, away - 1, rounds)

    def seats(self, i: int, rounds: Ids) -> Ids:
        """The facts that the pair of copy ``i`` is at the table of this copy in these rounds."""
        low, high = pair_of(self.copies[i])
        return self.space["at"].ids(low - 1, high - 1, self.copies[i].table - 1, rounds)


def pair_of(match: Match) -> Pair:
    """The two numbers of a match, the lower first."""
    return min(match.home, match.away), max(match.home, match.away)


def published(
    table: Schedule,
    rulebook: Rulebook,
    frame: Frame,
    *,
    prices: Mapping[str, int | None],
    may_change: Callable[[Match], bool] | None,
) -> Published:
    """The table made ready. UsageError where it, or a price, makes no sense."""
    _check(table, frame)
    space = timetable(frame)
    copies = table.matches
    space.add("becomes", "copy side round", (len(copies), 2, frame.rounds))
    space.add("stays", "copy", (len(copies),))
    held: dict[Pair, int] = {}
    for m in copies:
        held[pair_of(m)] = held.get(pair_of(m), 0) + 1
    times = _times(rulebook, frame)
    n = frame.entrants
    due = held if times is None else {
        (i, j): times for i in range(1, n + 1) for j in range(i + 1, n + 1)
    }
    return Published(
        table, frame, space, rulebook.stated(space, frame), copies, due, times is None,
        tuple(may_change is not None and not may_change(m) for m in copies),
        _prices(prices), _promise(rulebook, frame, times),
    )


def _prices(given: Mapping[str, int | None]) -> dict[str, int | None]:
    for kind, price in given.items():
        if kind not in KINDS:
            raise UsageError(
                f'there is no change of kind "{kind}"', maybe=f"one of: {', '.join(KINDS)}."
            )
        whole = isinstance(price, int) and not isinstance(price, bool)
        if price is not None and not (whole and 1 <= price <= _MOST_PRICE):
            raise UsageError(
                f"the price of a {kind} match must be a whole number from 1 to {_MOST_PRICE}, "
                f"not {price!r}"
            )
    return {kind: given.get(kind, 1) for kind in KINDS}


def _check(table: Schedule, frame: Frame) -> None:
    if not 2 <= frame.entrants <= _MOST_ENTRANTS:
        raise UsageError(
            f"a repair takes from 2 to {_MOST_ENTRANTS} entrants, not {frame.entrants}"
        )
    if len(table) > _MOST_MATCHES:
        raise UsageError(f"a repair takes at most {_MOST_MATCHES} matches, not {len(table)}")
    if not frame.rounds or frame.rounds > 10 * _MOST_ENTRANTS:
        raise UsageError(f"a table of {frame.rounds} rounds cannot be repaired")
    seen: dict[Pair, int] = {}
    for m in table.matches:
        what = f"round {m.round}: {m.home}-{m.away}"
        if m.home == m.away:
            raise UsageError(f"{what}: a number cannot meet itself")
        if min(m.home, m.away) < 1 or max(m.home, m.away) > frame.entrants:
            raise UsageError(f"{what}: numbers go from 1 to {frame.entrants}")
        if not (1 <= m.round <= frame.rounds and 0 <= m.table <= frame.tables):
            raise UsageError(
                f"{what} at table {m.table}: there are {frame.rounds} rounds and "
                f"{frame.tables} tables"
            )
        seen[pair_of(m)] = seen.get(pair_of(m), 0) + 1
        if seen[pair_of(m)] > _MOST_COPIES:
            raise UsageError(f"{what}: these two meet more than {_MOST_COPIES} times")


def _times(rulebook: Rulebook, frame: Frame) -> int | None:
    """How often every pair meets where a hard rule says so."""
    for use in rulebook.uses:
        if use.hard and use.id == "meet-each":
            return int(use.params.get("times", 0)) or frame.legs
        if use.hard and use.id == "each-leg":
            return frame.legs
    return None


def _promise(rulebook: Rulebook, frame: Frame, times: int | None) -> NDArray[np.bool_] | None:
    """Who plays in which round, where the hard rules leave no choice.

    In odd fields "in order" makes number k idle in round k; then everybody has as many rounds left as
    matches, at most one in each.
    """
    hard = {u.id for u in rulebook.uses if u.hard}
    n, rounds = frame.entrants, frame.rounds
    plays = np.ones((n, rounds), dtype=bool)
    if "once-a-round" not in hard:
        return None
    if not frame.odd:
        return plays
    if "highest-meets-in-order" not in hard or (times, frame.legs, rounds) != (1, 1, n):
        return None
    np.fill_diagonal(plays, False)
    return plays


def speaks_of(space: Space, entry: Stated, primary: str) -> bool:
    """True when a count has facts of this primary family, or facts derived from it."""
    return any(_from(space, term.family, primary) for term in entry.count.terms)


def _from(space: Space, family: str, primary: str) -> bool:
    define = space[family].define
    if define is None:
        return family == primary
    links = getattr(define, "links", ())
    named = [getattr(define, name) for name in ("of", "home", "away") if hasattr(define, name)]
    return any(_from(space, source, primary) for source in [*(k.family for k in links), *named])
