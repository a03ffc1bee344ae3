"""Stages of a live event: their settings, the next one, opponents chosen by the highest ranked."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from scheduler.app.directing.awarding import redrawn
from scheduler.app.directing.desk import Decided, Decision, Who, act, look
from scheduler.app.directing.making import DEFAULT_MODELS, book_of, plain
from scheduler.app.directing.rounds import stage_of
from scheduler.errors import UsageError
from scheduler.event import Stage
from scheduler.live.allowed import require
from scheduler.live.carrying import carried_otherwise, check_carry
from scheduler.live.decisions import stage_payload
from scheduler.live.lineups import check_options
from scheduler.live.plays import Asked, Draft, play_of, rulebook_of
from scheduler.live.plays.knockout import Turn, turn_of
from scheduler.live.plays.knockout import choose as choose_now
from scheduler.live.plays.swiss_told import SETTINGS, as_told
from scheduler.live.scoring import scoring_of
from scheduler.live.stages import propose_next
from scheduler.live.state import LiveEvent

__all__ = ["Going", "add", "carry_again", "choose", "configure", "known", "next_stage", "turn"]

PathLike = str | os.PathLike[str]
_SCORING = (
    "scoring", "boards", "bye", "walkover", "tie_breaks", "rounding", "short", "pair", "entry", "closing",
    "half_boards", "segments")


def configure(
    path: PathLike, changes: Mapping[str, Any], *, stage: int = 0, who: Who | None = None
) -> Decided:
    """Change settings of a stage: ``format``, ``model``, ``legs``, ``rounds``, scoring, any option (None
    takes it out). Each kind of setting may be changed as long as the table of what may be changed says so.

    UsageError, RulebookError for settings that make no sense together.
    """
    by = who or Who()

    def think(event: LiveEvent) -> Sequence[Decision]:
        where = stage_of(event, stage)
        if not changes:
            raise UsageError("nothing is to be changed", maybe="say --set rounds=9.")
        known(changes)
        for key in changes:
            action = (
                "format" if key in ("format", "legs") else "rules" if key in ("model", *SETTINGS)
                else "scoring" if key in _SCORING else "rounds")
            require(event, action, stage=where, reason=by.reason, what=f"changing {key}")
        said: dict[str, Any] = {"stage": where.index}
        options = {}
        for key, value in changes.items():
            if key in ("format", "model", "legs"):
                said[key] = value
            else:
                options[key] = plain(value)
        if "format" in said and "model" not in said:
            said["model"] = DEFAULT_MODELS.get(str(said["format"]), "")
        if "model" in said:
            said["book"] = book_of(str(said["model"]))
        done = {**said, "options": options, "reason": by.reason}
        _tried(event, where.index, done)
        return [("configured", done)]
    return act(path, think, by)


_KNOWN = (
    *_SCORING, *SETTINGS, "format", "model", "legs", "rounds", "name", "tables", "sheet", "starts",
    "segments", "placing", "places", "mode", "laws", "take", "table", "roster", "line_ups", "groups",
    "from", "correction", "column", "choice", "carry", "apart", "align", "best", "kind", "pots",
    "seeds", "size", "method", "blocks", "together", "ranking", "chosen-rounds", "drops", "earlier",
    "final", "first-side", "lives", "losers", "number-byes", "positions", "repechage", "skip-first",
    "straight", "third-place", "label", "seeding", "limits",
)
_ALIKE = 0.75


def known(changes: Mapping[str, Any]) -> None:
    """UsageError for a setting that is nearly one that there is: a stage may say what is its own, but a
    slip of the finger must not change nothing in silence."""
    for key in changes:
        close = get_close_matches(key, _KNOWN, n=1, cutoff=_ALIKE)
        if key not in _KNOWN and close:
            raise UsageError(f'a stage has no setting "{key[:40]}"', maybe=f'you mean "{close[0]}"?')


def _tried(event: LiveEvent, index: int, said: Mapping[str, Any]) -> None:
    """The new settings read once. Raises what they raise."""
    from copy import deepcopy

    from scheduler.live.decisions import KINDS

    copy = deepcopy(event)
    KINDS["configured"](copy, said)
    stage = copy.stages[index - 1]
    play_of(stage).rounds(copy, stage)
    as_told(rulebook_of(stage), stage)
    scoring_of(stage)
    check_carry(stage)
    check_options(stage)


@dataclass(frozen=True)
class Going:
    """A stage that was opened: the state with it, and what is said of who goes on."""

    decided: Decided
    draft: Draft


def next_stage(path: PathLike, stage: int = 0, *, early: bool = False, who: Who | None = None) -> Going:
    """Open the next stage (or that number) from the ranking of the one before: who goes on, in which order,
    with which points. ``early`` goes on though results are missing, for a reason.

    UsageError where the stage before is not over, and for settings that make no sense.
    """
    by = who or Who()
    made: list[Draft] = []

    def think(event: LiveEvent) -> Sequence[Decision]:
        made[:] = [propose_next(event, stage, Asked(early=early))]
        source = event.stages[int(made[0].payload["from"][0]) - 1]
        if source.status != "over":
            require(event, "next-stage", stage=source, reason=by.reason, what="going on to the next stage")
        reason = {"reason": by.reason} if by.reason else {}
        return [(made[0].kind, {**made[0].payload, **reason})]

    return Going(act(path, think, by), made[0])


def carry_again(path: PathLike, stage: int = 0, *, who: Who | None = None) -> Decided:
    """Bring into a stage what the stage before gives now, after a late ruling or correction there. A draft
    that stood on the old points is dropped; rounds that are published stand.

    UsageError where what was carried is what it would be, and in a stage that is over without a reason.
    """
    by = who or Who()

    def think(event: LiveEvent) -> Sequence[Decision]:
        where = stage_of(event, stage)
        require(event, "penalty", stage=where, reason=by.reason, what="carrying points anew")
        due = carried_otherwise(event, where)
        if not due:
            raise UsageError(f"what was carried into {where.name} is what the stage before gives")
        reason = {"reason": by.reason} if by.reason else {}
        return [("carried-anew", {
            "stage": where.index, "points": [[id, points] for id, points in due.items()],
            "do": [list(d) for d in redrawn(where)], **reason})]
    return act(path, think, by)


def add(path: PathLike, changes: Mapping[str, Any], *, who: Who | None = None) -> Decided:
    """Add a stage after those that there are: its ``format``, and whatever else is its own."""
    by = who or Who()

    def think(event: LiveEvent) -> Sequence[Decision]:
        known(changes)
        format = str(changes.get("format", ""))
        model = str(changes.get("model", "") or DEFAULT_MODELS.get(format, ""))
        options = {k: plain(v) for k, v in changes.items() if k not in ("format", "model", "legs")}
        new = Stage(format, model, int(changes.get("legs", 1)), options)
        said = {"stage": len(event.stages) + 1, **stage_payload(new, book_of(model))}
        _tried(event, said["stage"], said)
        return [("configured", said)]
    return act(path, think, by)


def turn(path: PathLike, stage: int = 0) -> tuple[LiveEvent, Turn | None]:
    """The state, and who is to choose an opponent among whom; None when all is chosen. UsageError."""
    event = look(path)
    return event, turn_of(event, stage_of(event, stage))


def choose(path: PathLike, number: int, *, stage: int = 0, who: Who | None = None) -> Decided:
    """Whoever is to choose takes the entrant ``number``. UsageError where that one is not open."""
    def think(event: LiveEvent) -> Sequence[Decision]:
        where = stage_of(event, stage)
        return [("chosen", choose_now(event, where, event.by_number(number).id))]
    return act(path, think, who or Who())
