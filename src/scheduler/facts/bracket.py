"""The facts of a draw: who stands on which line, and in which sections that puts them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from scheduler.event import Draw
from scheduler.facts.connectives import Any, Link
from scheduler.facts.space import Ids, Space

__all__ = ["DrawFrame", "draw_facts", "draw_space"]


@dataclass(frozen=True)
class DrawFrame:
    """The shape of a draw that rules may ask about.

    ``size`` lines for ``entrants`` numbers; ``seeds`` are numbers in order of seeding, 0 where the
    seed of that place does not take part; ``attributes`` maps an attribute's name to one text per
    entrant, "" for none; ``earlier`` are pairs of entrants that have met before; ``ranking`` are all
    numbers from the strongest to the weakest, empty: the seeds, then by number; ``standard`` is the
    size that the number of seeds is measured by, 0: the number of lines.
    """

    size: int
    entrants: int
    seeds: tuple[int, ...] = ()
    attributes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    earlier: tuple[tuple[int, int], ...] = ()
    ranking: tuple[int, ...] = ()
    standard: int = 0

    @property
    def strongest(self) -> tuple[int, ...]:
        """All numbers from the strongest to the weakest."""
        first = tuple(s for s in self.seeds if s)
        return self.ranking or first + tuple(
            e for e in range(1, self.entrants + 1) if e not in set(first)
        )

    def limit(self, kind: str) -> int:
        """The largest number of a kind: ``rounds`` or ``lines``; 0 for others."""
        return {"rounds": self.rounds, "lines": self.size}.get(kind, 0)

    @property
    def rounds(self) -> int:
        """Rounds to play."""
        return self.size.bit_length() - 1


def draw_space(frame: DrawFrame) -> Space:
    """``stands[entrant, line]`` and ``bye[line]`` are primary; ``within-r[entrant, section]``: the entrant
    stands in that section of 2^r lines, whose members can meet in round r at the latest."""
    n, size = frame.entrants, frame.size
    space = Space()
    space.add("stands", "entrant line", (n, size))
    space.add("bye", "line", (size,))
    for r in range(1, frame.rounds + 1):
        def section(e: Ids, line: Ids, r: int = r) -> tuple[Ids, ...]:
            return (e, line >> r)

        space.add(
            f"within-{r}", "entrant section", (n, size >> r), Any((Link("stands", section),))
        )
    return space


def draw_facts(space: Space, draw: Draw) -> dict[str, Ids]:
    """The primary facts that a draw states; an open line states nothing."""
    lines = np.array(draw.lines, dtype=np.int64)
    taken, idle = np.flatnonzero(lines > 0), np.flatnonzero(lines == 0)
    return {
        "stands": np.sort(space["stands"].ids(lines[taken] - 1, taken)),
        "bye": space["bye"].ids(idle),
    }
