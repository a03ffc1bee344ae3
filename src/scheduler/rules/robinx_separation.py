"""Separation: slots between mutual games, and slots that belong together (SE1, SE2)."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from scheduler.event.league import Constraint
from scheduler.facts.timetable import again_family
from scheduler.rules.count import Row
from scheduler.rules.robinx import View, wish

__all__: list[str] = []


@wish(
    "SE1",
    counts="slots that consecutive mutual games of each two teams are too close, or too far apart",
    example="min 10, games in slots 3 and 9: 5 between them, 5 too few.",
)
def se1(view: View, c: Constraint) -> Iterable[Row]:
    """Mutual games lie so many slots apart."""
    teams, distance = view.those(c), np.arange(view.slots)
    off = np.maximum(0, c.numbers.get("min", 0) - (distance - 1))
    if "max" in c.numbers:
        off += np.maximum(0, distance - 1 - c.numbers["max"])
    slot, apart = (x.ravel() for x in np.meshgrid(distance, distance, indexing="ij"))
    counted = (off[apart] > 0) & (slot + apart < view.slots)
    slot, apart = slot[counted], apart[counted]
    again = again_family(view.space, int(apart.max(initial=0)), twice=view.most_meetings <= 2)
    for k, i in enumerate(teams):
        for j in teams[k + 1 :]:
            facts = again.ids(i * view.teams + j, slot, apart)
            yield Row((i + 1, j + 1), (), facts, None, 0, off[apart])


@wish(
    "SE2",
    counts="meetings of each two teams in the first slot of a pair, less those in the second",
    example="Slots 0 and 7 belong together; 3-5 in slot 0 alone: 1.",
)
def se2(view: View, c: Constraint) -> Iterable[Row]:
    """Who meets in one slot of a pair meets in the other."""
    teams, index = view.those(c), view.instance.slot_index
    weights = np.array([1, -1])
    for one, other in c.pairs:
        s = np.array([index[one], index[other]])
        for k, i in enumerate(teams):
            for j in teams[k + 1 :]:
                named = tuple((s + 1).tolist())
                yield Row((i + 1, j + 1), named, view.space["meets"].ids(i, j, s), 0, 0, weights)
