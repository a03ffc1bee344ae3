"""The facts of a timetable: who plays whom in which round, at which table, and what follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from scheduler.errors import UsageError
from scheduler.event import Schedule
from scheduler.facts.connectives import Again, All, Any, Follow, Link, Peak, Turn
from scheduler.facts.space import Family, Ids, Space

__all__ = ["Frame", "again_family", "mutual", "primary_facts", "timetable"]


@dataclass(frozen=True)
class Frame:
    """The shape of the problem that rules may ask about.

    ``entrants`` numbers over ``rounds`` rounds at ``tables`` tables, in ``legs`` legs.
    ``attributes`` maps an attribute's name to one text per entrant; ``names`` are the entrants' names.
    ``earlier`` is a schedule already played (the first cycle of a double round robin);
    ``distances[i][j]`` are integers between venues, where travel is counted.
    """

    entrants: int
    rounds: int
    tables: int
    legs: int = 1
    attributes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    earlier: Schedule | None = None
    distances: tuple[tuple[int, ...], ...] = ()

    def limit(self, kind: str) -> int:
        """The largest number of a kind: ``rounds`` or ``tables``; 0 for others."""
        return {"rounds": self.rounds, "tables": self.tables}.get(kind, 0)

    @property
    def odd(self) -> bool:
        """True for an odd field, where somebody is idle in every round."""
        return self.entrants % 2 == 1

    @property
    def leg_rounds(self) -> int:
        """Rounds of one leg of a compact round robin."""
        return self.entrants if self.odd else self.entrants - 1

    @property
    def matches_each(self) -> int:
        """Matches that each entrant plays in the whole round robin."""
        return self.legs * (self.entrants - 1)


def _low_high(h: Ids, a: Ids, *rest: Ids) -> tuple[Ids, ...]:
    return (np.minimum(h, a), np.maximum(h, a), *rest)


def timetable(frame: Frame) -> Space:
    """The space of a timetable. ``plays`` and ``at`` are primary; all else is derived.

    ``carry-on[entrant, before, after, round]`` are opponents one after the other, the first after the
    last (Russell 1980); ``trip[entrant, start, end, round]`` ways from venue to venue, without the ways
    out and home; ``lead[low, high]`` the most by which one ever was ahead in home matches.
    """
    n, rounds, tables = frame.entrants, frame.rounds, frame.tables
    space = Space()
    space.add("plays", "home away round", (n, n, rounds))
    space.add("at", "low high table round", (n, n, tables, rounds))
    space.add("home", "entrant round", (n, rounds), Any((Link("plays", lambda h, a, r: (h, r)),)))
    space.add("away", "entrant round", (n, rounds), Any((Link("plays", lambda h, a, r: (a, r)),)))
    space.add("meets", "low high round", (n, n, rounds), Any((Link("plays", _low_high),)))
    for side in ("home", "away"):
        space.add(f"{side}-turn", "entrant turn", (n, 2 * rounds), Turn(side, "home", "away"))
        space.add(
            f"{side}-break", "entrant turn", (n, 2 * rounds),
            All((Link(f"{side}-turn", lambda e, i: (e, i)),
                 Link(f"{side}-turn", lambda e, i: (e, i + 1)))),
        )
    opponents = Link("plays", lambda h, a, r: [(h, a, r), (a, h, r)])
    venues = Link("plays", lambda h, a, r: [(h, h, r), (a, h, r)])
    space.add("carry-on", "entrant before after round", (n, n, n, rounds), Follow(opponents, "last"))
    space.add("trip", "entrant start end round", (n, n, n, rounds), Follow(venues, "nothing"))
    at_home = Link("home", lambda e, r: (e, r))
    space.add("lead", "low high", (n, n), Peak((at_home,), (), tuple(range(rounds))), integer=True)
    return space


def mutual(n: int) -> Link:
    """Matches as those of a pair, low * n + high, with mark 0 where the lower number is home, else 1."""
    return Link("plays", lambda h, a, r: (
        np.minimum(h, a) * n + np.maximum(h, a), (h > a).astype(np.int64), r))


def again_family(space: Space, furthest: int, *, twice: bool = False) -> Family:
    """``[pair, round, distance]``, consecutive meetings up to ``furthest`` rounds apart; ``twice`` where no
    pair meets more often. The pair is low * n + high."""
    name = f"again-{furthest}{'-twice' if twice else ''}"
    if name in space:
        return space[name]
    n, _, rounds = space["plays"].shape
    shape = (n * n, rounds, furthest + 1)
    return space.add(name, "pair round distance", shape, Again(mutual(n), twice))


def primary_facts(space: Space, schedule: Schedule) -> dict[str, Ids]:
    """The primary facts that a schedule states, per family, ascending; a match listed twice is there
    twice. Unknown tables state nothing. UsageError for a match that the space has no room for."""
    h, a, r, t = (
        c.astype(np.int64) - 1
        for c in (schedule.home, schedule.away, schedule.round, schedule.table)
    )
    _check_room(space, h, a, r, t)
    seated = t >= 0
    low, high = np.minimum(h, a), np.maximum(h, a)
    found = {
        "plays": space["plays"].ids(h, a, r),
        "at": space["at"].ids(low[seated], high[seated], t[seated], r[seated]),
    }
    return {name: np.sort(ids) for name, ids in found.items()}


def _check_room(space: Space, h: Ids, a: Ids, r: Ids, t: Ids) -> None:
    n, _, tables, rounds = space["at"].shape
    fits = (np.minimum(h, a) >= 0) & (np.maximum(h, a) < n) & (r >= 0) & (r < rounds)
    fits &= (t >= -1) & (t < tables)
    if not fits.all():
        k = int(np.flatnonzero(~fits)[0])
        raise UsageError(
            f"match {h[k] + 1}-{a[k] + 1} in round {r[k] + 1} at table {t[k] + 1} does not fit "
            f"{n} entrants, {rounds} rounds and {tables} tables"
        )
