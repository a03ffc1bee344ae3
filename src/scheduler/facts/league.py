"""The facts of a league: a timetable, and what follows from the sequence of a team's games."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scheduler.facts.connectives import Coords, Follow, Link, Nth, Peak, Repeat, Sum, Trip
from scheduler.facts.space import Family, Ids, Space
from scheduler.facts.timetable import Frame, mutual, timetable

__all__ = ["league_space", "nth_family", "peak_family", "trip_family"]


def league_space(teams: int, slots: int) -> Space:
    """The space of ``teams`` teams over ``slots`` slots.

    Beyond a timetable: ``hosts`` and ``visits[team, slot]``, how many games a team has at home and
    away; ``repeat[team, side, slot]``, breaks (side 0 is home); ``pair-repeat[pair, side, slot]``,
    mutual games at the venue of the one before (pair is low * teams + high); ``journey[team, from, to,
    slot]``, ways from venue to venue, the way home included.
    """
    space = timetable(Frame(teams, slots, 1))
    n = teams
    space.add("hosts", "entrant round", (n, slots),
              Sum((Link("plays", lambda h, a, r: (h, r)),)), integer=True)
    space.add("visits", "entrant round", (n, slots),
              Sum((Link("plays", lambda h, a, r: (a, r)),)), integer=True)
    sides = Link("plays", lambda h, a, r: [(h, np.zeros_like(h), r), (a, np.ones_like(a), r)])
    space.add("repeat", "entrant side round", (n, 2, slots), Repeat(sides))
    space.add("pair-repeat", "pair side round", (n * n, 2, slots), Repeat(mutual(n)))
    venues = Link("plays", lambda h, a, r: [(h, h, r), (a, h, r)])
    space.add("journey", "entrant start end when", (n, n, n, 2 * slots),
              Follow(venues, "own", moves=True))
    return space


def _marked(space: Space, mode: str, against: Sequence[int]) -> Link:
    """Matches with mark 1 where the team plays one of ``against`` on the side of ``mode``, else 0."""
    counted = np.zeros(space["plays"].shape[0], dtype=np.int64)
    counted[list(against)] = 1

    def marks(h: Ids, a: Ids, r: Ids) -> list[Coords]:
        return [(h, counted[a] * (mode != "A"), r), (a, counted[h] * (mode != "H"), r)]

    return Link("plays", marks)


def nth_family(space: Space, mode: str, against: Sequence[int], games: int) -> Family:
    """``[team, mark, i]``: the team's i-th game is (mark 1) or is not (mark 0) one on the side ``mode``
    (H, A, HA) against one of ``against``; made once for each such question."""
    name = f"nth-{mode}-{games}-{','.join(map(str, against))}"
    if name in space:
        return space[name]
    shape = (space["plays"].shape[0], 2, games)
    return space.add(name, "entrant mark turn", shape, Nth(_marked(space, mode, against)))


def trip_family(
    space: Space, against: Sequence[int], slots: Sequence[int], least: int, most: int
) -> Family:
    """``[team, slot]``: what the away trip that begins there lacks or has too much of ``against``."""
    name = f"trip-{least}-{most}-{','.join(map(str, against))}-{','.join(map(str, slots))}"
    if name in space:
        return space[name]
    n, _, rounds = space["plays"].shape
    counted = np.ones(n, dtype=np.int64)
    counted[list(against)] = 2
    matches = Link("plays", lambda h, a, r: [(h, np.zeros_like(h), r), (a, counted[h], r)])
    return space.add(
        name, "entrant round", (n, rounds), Trip(matches, tuple(slots), least, most), integer=True
    )


def peak_family(space: Space, mode: str, slots: Sequence[int]) -> Family:
    """Integers: ``mode`` ``balance``: ``[team]``, the largest lead of home over away games or the reverse
    at the end of one of ``slots``; H, A, HA: ``[low, high]``, the largest difference between two teams
    in home games, away games, games so far."""
    name = f"peak-{mode}-{','.join(map(str, slots))}"
    if name in space:
        return space[name]
    n = space["plays"].shape[0]
    home, away = (Link(f, lambda e, r: (e, r)) for f in ("hosts", "visits"))
    if mode == "balance":
        return space.add(name, "entrant", (n,), Peak((home,), (away,), tuple(slots)), integer=True)
    plus = {"H": (home,), "A": (away,), "HA": (home, away)}[mode]
    return space.add(name, "low high", (n, n), Peak(plus, (), tuple(slots)), integer=True)
