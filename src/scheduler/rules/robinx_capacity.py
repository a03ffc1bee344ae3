"""Capacity: how many games of one kind fall into slots, windows or trips (CA1 to CA5)."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from scheduler.event.league import Constraint
from scheduler.facts.league import nth_family, trip_family
from scheduler.rules.count import Row
from scheduler.rules.robinx import View, wish

__all__: list[str] = []


def bounds(c: Constraint) -> tuple[int | None, int | None]:
    """``min`` and ``max`` of a constraint; a least of 0 bounds nothing."""
    return c.numbers.get("min", 0) or None, c.numbers.get("max")


@wish(
    "CA1",
    counts="games of each team on one side (H, A, HA) in the slots",
    example="max 0, home in 2 of the listed slots: 2 too many.",
)
def ca1(view: View, c: Constraint) -> Iterable[Row]:
    """Each team has so many games of a mode in the slots."""
    everyone, slots = range(view.teams), view.when(c)
    for t in view.those(c):
        facts = view.matches([t], everyone, slots, c.words["mode"])
        yield Row((t + 1,), (), facts, *bounds(c))


@wish(
    "CA2",
    counts="games of each team against the second teams, together (GLOBAL) or one by one (EVERY)",
    example="At most 1 game in four slots against three strong teams; two are one too many.",
)
def ca2(view: View, c: Constraint) -> Iterable[Row]:
    """Each team has so many games of a mode against others in the slots."""
    slots, others, mode = view.when(c), view.those(c, "2"), c.words["mode1"]
    for t in view.those(c, "1"):
        groups = [[u] for u in others if u != t] if c.words["mode2"] == "EVERY" else [others]
        for group in groups:
            against = (group[0] + 1,) if c.words["mode2"] == "EVERY" else ()
            yield Row((t + 1, *against), (), view.matches([t], group, slots, mode), *bounds(c))


@wish(
    "CA3",
    counts="games of each team against the second teams in any intp slots, or games, running",
    example="max 2, intp 3, HHHH: two windows with 3 home games, one too many each.",
)
def ca3(view: View, c: Constraint) -> Iterable[Row]:
    """In each window of slots or games, so many games of a mode against others."""
    against, mode, length = view.those(c, "2"), c.words["mode1"], c.numbers["intp"]
    if length < 1:
        return
    if c.words["mode2"] == "GAMES":
        yield from _windows_of_games(view, c)
        return
    for t in view.those(c, "1"):
        facts = view.matches([t], against, range(view.slots), mode).reshape(-1, view.slots)
        for s in range(view.slots - length + 1):
            window = tuple(range(s + 1, s + length + 1))
            yield Row((t + 1,), window, facts[:, s : s + length].ravel(), *bounds(c))


def _windows_of_games(view: View, c: Constraint) -> Iterable[Row]:
    """A window counts only where it is full: the least is asked for by its last game."""
    length = c.numbers["intp"]
    least, most = bounds(c)
    games = max(1, int(view.games_each.max()))
    nth = nth_family(view.space, c.words["mode1"], view.those(c, "2"), games)
    for t in view.those(c, "1"):
        for i in range(int(view.games_each[t]) - length + 1):
            facts = nth.ids(t, 1, np.arange(i, i + length))
            if most is not None:
                yield Row((t + 1,), (), facts, None, most)
            if least is not None:
                last = nth.ids(t, [0, 1], i + length - 1)
                weights = np.array([1] * length + [-least] * 2)
                yield Row((t + 1,), (), np.concatenate((facts, last)), 0, None, weights)


@wish(
    "CA4",
    counts="games between the first teams and the second, in all slots (GLOBAL) or each (EVERY)",
    example="Two teams share a hall: home games of both together, at most 1 in each slot.",
)
def ca4(view: View, c: Constraint) -> Iterable[Row]:
    """The first teams together have so many games of a mode against the second."""
    slots, mode = view.when(c), c.words["mode1"]
    one, other = view.those(c, "1"), view.those(c, "2")
    for group in [[s] for s in slots] if c.words["mode2"] == "EVERY" else [slots]:
        named = (group[0] + 1,) if c.words["mode2"] == "EVERY" else ()
        yield Row(tuple(t + 1 for t in one), named, _together(view, one, other, group, mode), *bounds(c))


def _together(
    view: View, one: list[int], other: list[int], slots: list[int], mode: str
) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Against everybody, one side of each team says it all."""
    if mode != "HA" and len(other) == view.teams and one:
        return np.concatenate([view.matches([t], other, slots, mode) for t in one])
    return view.matches(one, other, slots, mode)


@wish(
    "CA5",
    counts="for each away trip of two games or more in the slots: what its games against the second "
    "teams lack or exceed",
    example="1 to 2 games against the south on each trip: a trip south, north is within, north, north "
    "is 1 short.",
)
def ca5(view: View, c: Constraint) -> Iterable[Row]:
    """Each away trip has so many games against the second teams."""
    slots = view.when(c)
    least, most = c.numbers.get("min", 0), c.numbers.get("max", view.slots)
    trips = trip_family(view.space, view.those(c, "2"), slots, least, most)
    for t in view.those(c, "1"):
        yield Row((t + 1,), (), trips.ids(t, np.array(slots, dtype=np.int64)), None, 0)
