"""Stages of a live event: their settings."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from scheduler.app.directing.desk import Decided, Decision, Who, act
from scheduler.app.directing.making import DEFAULT_MODELS, book_of, plain
from scheduler.app.directing.rounds import stage_of
from scheduler.errors import UsageError
from scheduler.live.allowed import require
from scheduler.live.plays import play_of, rulebook_of
from scheduler.live.scoring import scoring_of
from scheduler.live.state import LiveEvent

__all__ = ["configure"]

PathLike = str | os.PathLike[str]
_SCORING = (
    "scoring", "boards", "bye", "walkover", "tie_breaks", "rounding", "short", "pair", "entry", "closing",
    "half_boards")


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
        for key in changes:
            action = (
                "format" if key in ("format", "legs") else "rules" if key == "model"
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


def _tried(event: LiveEvent, index: int, said: Mapping[str, Any]) -> None:
    """The new settings read once. Raises what they raise."""
    from copy import deepcopy

    from scheduler.live.decisions import KINDS

    copy = deepcopy(event)
    KINDS["configured"](copy, said)
    stage = copy.stages[index - 1]
    play_of(stage).rounds(copy, stage)
    rulebook_of(stage)
    scoring_of(stage)
