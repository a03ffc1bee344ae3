"""The rounds of 16 of the Champions League, season by season, as events that are drawn into pairs.

A pair is a group of two: pot 1 are the winners of the groups, each in the pair of its own group's number;
pot 2 are the runners-up, drawn to them. Nobody meets his own association, nor whom he met in his group.
"""

from __future__ import annotations

import json
import re
from typing import Any

from scheduler.errors import FileError, UsageError, did_you_mean
from scheduler.event import Entrant, Event, Stage
from scheduler.files.source import MEGABYTE, read_bytes
from scheduler.resources import instances_folder

__all__ = ["season_event", "season_names"]

_NAME = re.compile(r"round-of-16-([0-9]{4})")
_LIMIT = MEGABYTE
_CLAUSE = "round of 16 draw"
_RULES: tuple[dict[str, Any], ...] = (
    {"id": "group-values", "attribute": "region", "most": 1, "clause": _CLAUSE,
     "reason": "nobody meets an opponent of his own association"},
    {"id": "group-values", "attribute": "played in", "most": 1, "clause": _CLAUSE,
     "reason": "nobody meets an opponent of his own group"},
)


def _seasons() -> tuple[dict[str, Any], str]:
    path = instances_folder() / "draws" / "uefa-round-of-16.json"
    data, where = read_bytes(path, limit=_LIMIT)
    try:
        found: Any = json.loads(data)["seasons"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise FileError("no seasons are in it", where=where, maybe="install the program again.") from None
    if not isinstance(found, dict):
        raise FileError("no seasons are in it", where=where, maybe="install the program again.")
    return found, where


def season_names() -> tuple[str, ...]:
    """``round-of-16-2003`` ...: the year in which a season began."""
    return tuple(f"round-of-16-{year}" for year in sorted(_seasons()[0]))


def season_event(name: str) -> Event | None:
    """The event of a name such as ``round-of-16-2012``; None where the name is of another kind.

    UsageError for a season that is not there.
    """
    asked = _NAME.fullmatch(name)
    if asked is None:
        return None
    seasons, where = _seasons()
    field = seasons.get(asked[1])
    if field is None:
        raise UsageError(f'no season is called "{name}"', maybe=did_you_mean(name, season_names()))
    sides = (field["winners"], field["runners_up"])
    entrants = tuple(
        Entrant(len(sides[0]) * side + k, club, region=association,
                attributes={"pot": str(side + 1), "played in": chr(ord("A") + k - 1)})
        for side, clubs in enumerate(sides) for k, (club, association) in enumerate(clubs, start=1)
    )
    pairs = len(sides[0])
    rules = [*_RULES, *(
        {"id": "in-groups", "entrant": e.name, "groups": [e.number], "clause": _CLAUSE,
         "reason": "winners have the pair of their group"} for e in entrants[:pairs]
    ), *(_barred(entrants, pair) for pair in field.get("barred", ()))]
    stage = Stage("groups", "groups-from-pots", options={"groups": pairs}, rules=tuple(rules))
    title = f"Champions League, round of 16, season that began in {asked[1]}"
    return Event(title, entrants, (stage,), source=where)


def _barred(entrants: tuple[Entrant, ...], pair: list[str]) -> dict[str, Any]:
    return {
        "id": "not-in-one-group", "entrants": [e.name for e in entrants if e.region in pair],
        "clause": _CLAUSE, "reason": "associations that are kept apart by decision",
    }
