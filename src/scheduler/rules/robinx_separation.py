"""Separation: slots between mutual games, and slots that belong together (SE1, SE2)."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from scheduler.event.league import Constraint
from scheduler.facts.league import again_family
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
    teams, gaps = view.those(c), np.arange(view.slots - 1)
    off = np.maximum(0, c.numbers.get("min", 0) - gaps)
    if "max" in c.numbers:
        off += np.maximum(0, gaps - c.numbers["max"])
    gap = np.repeat(gaps, view.slots - 1 - gaps)
    slot = np.concatenate([np.arange(view.slots - 1 - g) for g in gaps.tolist()])
    gap, slot = gap[off[gap] > 0], slot[off[gap] > 0]
    again = again_family(view.space, int(gap.max(initial=0)) + 1, twice=view.most_meetings <= 2)
    for k, i in enumerate(teams):
        for j in teams[k + 1 :]:
            yield Row((i + 1, j + 1), (), again.ids(i, j, slot, gap), None, 0, off[gap])


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
