"""A qualifier has left before any match of his: the next in rank takes his place in the table."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from scheduler.event import Report
from scheduler.live.decisions import KINDS
from scheduler.live.plays import play_of
from scheduler.live.state import LiveEvent, LiveRound
from scheduler.repair.live.consequences import Decision, Ground
from scheduler.repair.live.moving_up import carried_with, next_in_rank
from scheduler.repair.live.proposal import Proposal, Tell
from scheduler.repair.live.table_parts import Part, arrived, stands
from scheduler.repair.live.tells import tells_of

__all__ = ["instead"]


def instead(
    before: LiveEvent, ground: Ground, parts: Sequence[Part], was: Report
) -> tuple[Proposal, ...]:
    """The proposal that the next in rank of the stage before takes the place of everybody who has left; none
    in a first stage, where one of them has played, or where more than that happened."""
    stage = ground.stage
    old = before.stages[stage.index - 1]
    gone = [
        id for part in parts for id in sorted(part.gone) if before.contestants[id].status != "withdrawn"]
    others = ground.played or arrived(before, ground) or stage.lost != old.lost or stage.barred != old.barred
    rounds = stage.stage.options.get("rounds") != old.stage.options.get("rounds")
    if not gone or others or rounds or any(m.has(id) and stands(m) for id in gone for m in stage.matches()):
        return ()
    ready = next_in_rank(ground.event, stage)
    if len(ready) < len(gone):
        return ()
    new = dict(zip(gone, ready, strict=False))
    decision = _decision(ground, new)
    event = deepcopy(ground.event)
    KINDS[decision[0]](event, decision[1])
    report = play_of(stage).check(event, event.stages[stage.index - 1], ground.round)
    told = tuple(
        f"{ground.who(b)}, the next in rank, takes the place of {ground.who(a)}" for a, b in new.items())
    changed = sum(1 for m in stage.matches() if not stands(m) and {m.home, m.away} & set(gone))
    return (Proposal(
        "", "substitute", changed, True, "nobody else has another match", (decision,),
        _tells(before, ground, decision), report, was, {}, "", told, changed),)


def _decision(ground: Ground, new: dict[int, int]) -> Decision:
    stage = ground.stage
    rounds: list[dict[str, Any]] = []
    for number, round in stage.rounds.items():
        there = {id for m in round.matches for id in (m.home, m.away)} | {b.id for b in round.byes}
        if number >= ground.round and there & set(new):
            rounds.append({
                "round": number,
                "matches": [[m.id, new.get(m.home, m.home), new.get(m.away, m.away), m.table]
                            for m in round.matches],
                "byes": [[new.get(b.id, b.id), b.kind] for b in round.byes]})
    playing = [new.get(id, id) for id in stage.playing]
    carried = carried_with(ground.event, stage, playing)
    points = carried.points if carried is not None else {}
    return "rescheduled", {
        "stage": stage.index, "rounds": rounds, "instead": [[a, b] for a, b in new.items()],
        "carried": [[id, k] for id, k in points.items() if k]}


def _tells(before: LiveEvent, ground: Ground, decision: Decision) -> tuple[Tell, ...]:
    old = before.stages[ground.stage.index - 1]
    out: list[Tell] = []
    gone = set(ground.gone)
    for data in decision[1]["rounds"]:
        here = old.rounds.get(data["round"]) or LiveRound(data["round"], [])
        rows = [(int(r[1]), int(r[2]), int(r[3])) for r in data["matches"]]
        out += tells_of(ground.event, here, rows, [int(id) for id, _ in data["byes"]], gone)
        gone = set()
    return tuple(out)
