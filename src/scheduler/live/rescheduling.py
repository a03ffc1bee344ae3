"""Decisions of repairs that reach over several rounds: a table whose remaining matches are placed anew."""

from __future__ import annotations

from scheduler.live.decisions import KINDS, Payload, decision
from scheduler.live.state import LiveEvent, LiveRound, LiveStage

__all__: list[str] = []


@decision("rescheduled")
def _rescheduled(event: LiveEvent, p: Payload) -> None:
    """``rounds`` of ``stage`` as they are now, each as in ``repaired``; rounds after ``last`` that nobody has
    seen are gone, new ones are drafts. ``playing`` (ids) come in, at the end of the order; ``groups``
    (pairs of id and name) and ``carried`` (pairs of id and hundredths) are theirs. ``changed`` says by group
    what is left of the rules: ``due`` (id, id, how often they meet in all, where it is not the stage's
    legs), ``gone`` ids, and ``eased`` rules that can hold no more."""
    stage = event.stages[int(p["stage"]) - 1]
    stage.playing = (*stage.playing, *(int(id) for id in p.get("playing", ()) if id not in stage.playing))
    stage.groups |= {int(id): str(name) for id, name in p.get("groups", ())}
    stage.carried |= {int(id): int(points) for id, points in p.get("carried", ())}
    if p.get("last"):
        _ended(stage, int(p["last"]))
    for data in p["rounds"]:
        number = int(data["round"])
        if number not in stage.rounds:
            stage.rounds[number] = LiveRound(number, [])
        KINDS["repaired"](event, {"stage": stage.index, **data})
    stage.rounds = dict(sorted(stage.rounds.items()))
    changed = {**stage.proof.get("changed", {}), **p.get("changed", {})}
    stage.proof = {**stage.proof, **({"changed": changed} if changed else {})}


def _ended(stage: LiveStage, last: int) -> None:
    for number in [n for n in stage.rounds if n > last]:
        if stage.rounds[number].status != "drafted":
            raise ValueError(f"round {number} is published")
        del stage.rounds[number]
