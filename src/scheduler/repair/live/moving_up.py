"""Who may come in for somebody who has left: those who wait, and the next in rank of the stage before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scheduler.errors import SchedulerError
from scheduler.live.carrying import Carried, carry_of
from scheduler.live.stages import ranking_for_next, source_of
from scheduler.live.state import LiveEvent, LiveStage

__all__ = ["carried_with", "next_in_rank", "seeding_with", "waiting"]


def waiting(event: LiveEvent) -> list[int]:
    """Ids of those who entered late and wait, in the order in which they were entered."""
    return [id for id, c in event.contestants.items() if c.status == "waiting"]


def next_in_rank(event: LiveEvent, stage: LiveStage, besides: Sequence[int] = ()) -> list[int]:
    """Ids of those who missed the cut into ``stage``, best first; none for a first stage. Whoever plays in
    another stage that has begun is passed over."""
    if stage.index < 2:
        return []
    try:
        source = source_of(event, stage)
        ranking, _ = ranking_for_next(event, source, event.seed)
    except SchedulerError:
        return []
    elsewhere = {
        id for s in event.stages if s.index != stage.index and s.index > source.index for id in s.playing}
    return [id for id in ranking if id not in {*stage.playing, *besides, *elsewhere}]


def carried_with(event: LiveEvent, stage: LiveStage, ids: Sequence[int]) -> Carried | None:
    """What ``ids`` take along from the stage before, computed anew; None for a first stage."""
    if stage.index < 2:
        return None
    return carry_of(event, source_of(event, stage), stage, ids)


def seeding_with(
    event: LiveEvent, stage: LiveStage, ids: Sequence[int], new: Sequence[int]
) -> Mapping[str, Any] | None:
    """The seeding of a stage with ``new`` in it: what matches begin with, and who was in which group."""
    carried = carried_with(event, stage, ids)
    if carried is None:
        return None
    seeding = {**stage.seeding, **carried.seeding}
    source = source_of(event, stage)
    if "origin" in seeding:
        grouped = [[id, source.groups[id]] for id in new if id in source.groups]
        seeding["origin"] = [*seeding["origin"], *grouped]
    return seeding
