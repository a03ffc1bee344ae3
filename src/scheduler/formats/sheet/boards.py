"""Board sets: how many are needed, which are prepared, and at which table each is in which segment.

A *block* is the boards of one segment of a match (1-16, 17-32 ...). Its *copies* are physical sets of the
same deals. Each match needs one copy, which its two tables share, or two, one a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scheduler.errors import UsageError
from scheduler.formats.sheet.clock import MOST_BOARDS, MOST_SEGMENTS
from scheduler.formats.sheet.tables import Seating

__all__ = ["BoardPlan", "BoardSet", "SetAt", "board_plan"]


@dataclass(frozen=True, slots=True)
class BoardSet:
    """A physical set: boards ``first``..``last``; ``copy`` counts from 1.

    ``prepared``: duplicated before play; otherwise it is shuffled, or copied by hand, at the table.
    """

    block: int
    copy: int
    first: int
    last: int
    prepared: bool


@dataclass(frozen=True, slots=True)
class SetAt:
    """A set in a segment (from 1) at a place; ``room`` is ``open``, ``closed`` or ``both``."""

    segment: int
    place: int
    room: str
    set: BoardSet


@dataclass(frozen=True, slots=True)
class BoardPlan:
    """Every set and where it is in each segment.

    ``boards`` counts the boards of all sets together; ``same_at_once``: the same boards are in play
    everywhere at the same time (CBA-8 then wants tables far apart); ``short``: sets not prepared.
    """

    sets: tuple[BoardSet, ...]
    at: tuple[SetAt, ...]
    boards: int
    same_at_once: bool
    short: int = 0

    def as_json(self) -> dict[str, Any]:
        """The documented JSON shape."""
        return {
            "sets": len(self.sets), "boards": self.boards, "same_at_once": self.same_at_once,
            "short": self.short,
            "at": [
                {
                    "segment": a.segment, "table": a.place, "room": a.room, "block": a.set.block,
                    "copy": a.set.copy, "first": a.set.first, "last": a.set.last,
                    "prepared": a.set.prepared,
                }
                for a in self.at
            ],
        }


def board_plan(
    seating: Seating, segments: Sequence[int], *, copies_per_match: int = 1, rotate: bool = False,
    prepared: int | None = None,
) -> BoardPlan:
    """Sets for one round of ``seating``, whose match has these boards in its segments.

    ``copies_per_match``: 1, both tables share a set and play its halves in turn, or 2, a set a table.
    ``rotate``: matches play the blocks in turn, match i in segment s the block i + s, so that of k blocks
    each needs copies for a k-th of the matches only; all blocks then have the same size. Otherwise every
    match plays the same block at the same time, and what ends in one segment is not needed again.
    ``prepared``: how many sets of each block are duplicated in advance, None for all. They go to the top
    matches first, in the order of the seating, and a match has all its copies prepared or none.

    UsageError for sizes out of bounds, and for blocks that cannot be rotated or shared.
    """
    _check(segments, copies_per_match, rotate, prepared)
    k = len(segments)
    sets: dict[tuple[int, int], BoardSet] = {}
    at: list[SetAt] = []
    starts = [1 + sum(segments[:b]) for b in range(k)]
    enough = len(seating.seats) if prepared is None else prepared // copies_per_match
    rotating = rotate and k > 1
    order = sorted(seating.seats, key=lambda s: s.match)
    for segment in range(k):
        for i, one in enumerate(order):
            block = (i + segment) % k if rotating else segment
            turn = i // k if rotating else i
            one_table = one.place.closed is None
            rooms = ("open",) if one_table else ("both",) if copies_per_match == 1 else ("open", "closed")
            for number, room in enumerate(rooms):
                copy = turn * len(rooms) + number + 1
                known = sets.setdefault((block, copy), BoardSet(
                    block + 1, copy, starts[block], starts[block] + segments[block] - 1, turn < enough,
                ))
                at.append(SetAt(segment + 1, one.place.number, room, known))
    made = tuple(sets[key] for key in sorted(sets))
    boards = sum(s.last - s.first + 1 for s in made)
    # Halves of a shared set, and blocks in turn, are different boards at neighbouring tables.
    same = not rotating and all(a.room != "both" for a in at)
    return BoardPlan(made, tuple(at), boards, same, sum(not s.prepared for s in made))


def _check(segments: Sequence[int], copies: int, rotate: bool, prepared: int | None) -> None:
    if not 1 <= len(segments) <= MOST_SEGMENTS:
        raise UsageError(f"{len(segments)} segments, a match has 1 to {MOST_SEGMENTS}")
    for number, boards in enumerate(segments, start=1):
        if not 1 <= boards <= MOST_BOARDS:
            raise UsageError(f"segment {number}: {boards} boards is not 1 to {MOST_BOARDS}")
        if copies == 1 and boards < 2:
            raise UsageError(
                f"segment {number}: two tables cannot share {boards} board",
                maybe="give each table a set of its own.",
            )
    if copies not in (1, 2):
        raise UsageError(f"{copies} sets a match: it is 1 or 2")
    if rotate and len(set(segments)) > 1:
        raise UsageError(
            "blocks of different sizes cannot be played in turn", maybe="make all segments equal."
        )
    if prepared is not None and prepared < 0:
        raise UsageError(f"{prepared} sets prepared")
