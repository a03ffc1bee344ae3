"""Breaks: two home games, or two away games, running (BR1 to BR3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from scheduler.event.league import Constraint
from scheduler.facts import Ids
from scheduler.rules.count import Row
from scheduler.rules.robinx import View, wish

__all__: list[str] = []

_SIDES = {"H": [0], "A": [1], "HA": [0, 1]}


def breaks(view: View, teams: Sequence[int], slots: Sequence[int], mode: str) -> Ids:
    """Facts of the breaks of these teams in these slots; a break is in the slot of its later game."""
    t, side, s = (np.array(x, dtype=np.int64) for x in (teams, _SIDES[mode], slots))
    return view.space["repeat"].ids(t[:, None, None], side[:, None], s).ravel()


def _limits(c: Constraint, compare: str, mode: str) -> tuple[int | None, int | None, str]:
    """(least, most, side) of the two forms in which files put a bound on breaks."""
    if "intp" in c.numbers:
        least = c.numbers["intp"] if c.words[compare] == "EQ" else None
        return least, c.numbers["intp"], c.words.get(mode, "HA")
    return c.numbers.get("min", 0) or None, c.numbers.get("max"), c.words["homeMode"]


@wish(
    "BR1",
    counts="breaks of each team, of one side or both, in the slots",
    example="HAAH has one break, in the slot of its third game.",
)
def br1(view: View, c: Constraint) -> Iterable[Row]:
    """Each team has so many breaks in the slots."""
    least, most, mode = _limits(c, "mode1", "mode2")
    for t in view.those(c):
        yield Row((t + 1,), (), breaks(view, [t], view.when(c), mode), least, most)


@wish(
    "BR2",
    counts="breaks of the teams together in the slots",
    example="intp 14, 17 breaks: 3 too many.",
)
def br2(view: View, c: Constraint) -> Iterable[Row]:
    """The teams have so many breaks together in the slots."""
    least, most, mode = _limits(c, "mode2", "homeMode")
    yield Row((), (), breaks(view, view.those(c), view.when(c), mode), least, most)


@wish(
    "BR3",
    counts="breaks of one team less those of another, for each two teams",
    example="intp 1, one has 4 breaks and another 1: 2 too many.",
)
def br3(view: View, c: Constraint) -> Iterable[Row]:
    """No team has many more breaks than another."""
    teams, most, slots = view.those(c), c.numbers["intp"], range(view.slots)
    facts = {t: breaks(view, [t], slots, c.words["mode2"]) for t in teams}
    for k, i in enumerate(teams):
        for j in teams[k + 1 :]:
            weights = np.repeat(np.array([1, -1]), [len(facts[i]), len(facts[j])])
            yield Row((i + 1, j + 1), (), np.concatenate((facts[i], facts[j])), -most, most, weights)
