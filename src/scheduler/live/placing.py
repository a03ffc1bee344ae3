"""The final places of an event: each stage puts in order those whom it took from the stage before."""

from __future__ import annotations

from scheduler.errors import UsageError
from scheduler.live.plays import play_of
from scheduler.live.state import LiveEvent, LiveStage

__all__ = ["final_places"]

Row = tuple[int, int, int]


def final_places(event: LiveEvent) -> list[Row]:
    """(best place, last place, id) of everybody, best first, as things stand; (0, 0, id) for no place (yet).

    A knockout of the first 16 decides places 1 to 16, groups of the rest those from 17 on, and whoever
    played in no further stage keeps his place. UsageError where nothing has begun.
    """
    begun = [s for s in event.stages if s.playing]
    if not begun:
        raise UsageError(f"{event.name} has not begun", maybe="pair its first round.")
    return _placed(event, begun[0], begun)


def _placed(event: LiveEvent, stage: LiveStage, begun: list[LiveStage]) -> list[Row]:
    rows = play_of(stage).places(event, stage) if stage.rounds else [(0, 0, id) for id in stage.playing]
    for later in begun:
        if int(later.seeding.get("from", 0)) == stage.index:
            rows = _within(rows, _placed(event, later, begun))
    return rows


def _within(rows: list[Row], inner: list[Row]) -> list[Row]:
    """``rows`` with those of ``inner`` in its order, on the places that they hold together."""
    inside = {id for _, _, id in inner}
    slots = [k for k, row in enumerate(rows) if row[2] in inside]
    out = list(rows)
    for slot, (low, high, id) in zip(slots, inner, strict=True):
        out[slot] = (slots[low - 1] + 1, slots[high - 1] + 1, id) if low else (0, 0, id)
    return out
