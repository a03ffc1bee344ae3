"""What becomes of the matches of somebody who left: a policy chosen, previewed on the standings, kept."""

from __future__ import annotations

import os
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

from scheduler.app.directing.desk import Decided, Decision, Who, act
from scheduler.app.directing.rounds import stage_of
from scheduler.errors import RulebookError, UsageError
from scheduler.live.allowed import require
from scheduler.live.boards import KNOCKED
from scheduler.live.decisions import KINDS
from scheduler.live.plays import play_of
from scheduler.live.rulings import applied, unmet
from scheduler.live.scoring import ledger_of, scoring_of, standings_of
from scheduler.live.state import LiveEvent, LiveStage
from scheduler.standings import Standings
from scheduler.standings.rulings import Applied, policy_from

__all__ = ["Chosen", "choose_policy", "policy_decision"]

PathLike = str | os.PathLike[str]


@dataclass(frozen=True)
class Chosen:
    """A policy that was chosen or previewed: what it does to the ledger, the standings before and after."""

    decided: Decided
    number: int
    applied: Applied | None
    before: Standings
    after: Standings


def choose_policy(
    path: PathLike, number: int, policy: Any, *, stage: int = 0, who: Who | None = None
) -> Chosen:
    """Choose what becomes of the matches of ``number``, who has withdrawn; ``none`` takes it back.

    ``policy`` is a name of ``POLICIES`` or a table of parts. A dry run is the preview. UsageError for
    somebody who plays on, and in a knockout, where an opponent goes on by a walkover; RulebookError for a
    policy that is none.
    """
    by, made = who or Who(), list[Chosen]()

    def think(event: LiveEvent) -> Sequence[Decision]:
        where = stage_of(event, stage)
        one = event.by_number(number)
        require(event, "policy", stage=where, reason=by.reason, what="a policy for who left")
        if one.status != "withdrawn" and policy != "none":
            raise UsageError(f"{number} {one.name} has not withdrawn",
                             maybe=f"let it withdraw first: event withdraw {number}.")
        said = policy_decision(event, where, one.id, policy)
        said |= {"reason": by.reason} if by.reason else {}
        made[:] = [_preview(event, where, number, one.id, said)]
        return [("policy", said)]

    decided = act(path, think, by)
    return replace(made[0], decided=decided)


def policy_decision(event: LiveEvent, stage: LiveStage, id: int, policy: Any) -> dict[str, Any]:
    """The payload of the decision. UsageError."""
    if stage.stage.format in KNOCKED:
        raise UsageError("in a knockout the opponent of whoever leaves goes on",
                         maybe="enter a walkover: event result TABLE w- or -w.")
    said: dict[str, Any] = {"stage": stage.index, "id": id}
    if policy == "none":
        if id not in stage.policies:
            raise UsageError(f"{event.number(id)} {event.name_of(id)} is under no policy")
        void = stage.policies[id].get("void", ())
        return {**said, "policy": None, "total": 0, "void": list(void)}
    try:
        policy_from(policy)
    except RulebookError as error:  # asked for by hand, not read from a file
        raise UsageError(error.message, maybe=error.maybe) from None
    mine = [m for m in stage.matches() if m.known and m.has(id)]
    if not mine:
        raise UsageError(f"{event.number(id)} {event.name_of(id)} has no match in {stage.name}")
    planned = len(mine) if stage.scheduled else max(len(mine), play_of(stage).rounds(event, stage))
    return {**said, "policy": policy if isinstance(policy, str) else dict(policy), "total": planned,
            "void": [m.id for m in unmet(stage, id)]}


def _preview(
    event: LiveEvent, stage: LiveStage, number: int, id: int, said: dict[str, Any]
) -> Chosen:
    before = standings_of(event, stage)
    after = deepcopy(event)
    after.position += 1
    KINDS["policy"](after, said)
    then = after.stages[stage.index - 1]
    done: Applied | None = None
    if said["policy"] is not None:
        how = scoring_of(then)
        without = deepcopy(then)
        del without.policies[id]
        done = applied(after, then, ledger_of(after, without, how), how.match, id, then.policies[id])
    return Chosen(Decided(event), number, done, before, standings_of(after, then))
