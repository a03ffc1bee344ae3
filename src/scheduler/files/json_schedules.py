"""Schedules as JSON, in the shape of every ``--json`` output."""

from __future__ import annotations

import json
from typing import Any

from scheduler.errors import FileError
from scheduler.event import Event, Schedule
from scheduler.files.match_rows import MatchRows
from scheduler.files.text import decode

__all__ = ["read_json_schedule", "schedule_json"]


def schedule_json(schedule: Schedule) -> dict[str, Any]:
    """``{"rounds": [{"number", "matches": [{"home", "away", "table"}], "byes": [numbers]}]}``.

    A round with a known start also has ``start``, in ISO form. Table 0 is "not yet known".
    """
    rounds: list[dict[str, Any]] = [
        {"number": number, "matches": [], "byes": idle}
        for number, idle in enumerate(schedule.idle(), start=1)
    ]
    columns = (schedule.round, schedule.home, schedule.away, schedule.table)
    for number, home, away, table in zip(*(c.tolist() for c in columns), strict=True):
        rounds[number - 1]["matches"].append({"home": home, "away": away, "table": table})
    for number, start in schedule.starts.items():
        rounds[number - 1]["start"] = start
    return {"rounds": rounds}


def read_json_schedule(data: bytes, where: str, event: Event | None = None) -> Schedule:
    """The schedule in JSON ``data``: the object above, or any object that has it as ``schedule``.

    ``where`` is the file's name in messages. Home and away may be names when ``event`` is given.

    Raises :class:`FileError` with line and column for what is no JSON, and with round and match
    for what is no schedule.
    """
    content = _parsed(decode(data, where), where)
    if isinstance(content, dict) and isinstance(content.get("schedule"), dict):
        content = content["schedule"]
    rounds = content.get("rounds") if isinstance(content, dict) else None
    if not isinstance(rounds, list):
        raise FileError(
            'there is no list "rounds" in it', where=where,
            maybe='it is not a schedule: {"rounds": [{"number": 1, "matches": [...]}]}.',
        )
    rows = MatchRows(where, event)
    seen: set[int] = set()
    for position, value in enumerate(rounds, start=1):
        at = f"{where}, entry {position} of rounds"
        if not isinstance(value, dict):
            raise FileError("a round must be an object", where=at)
        number = _whole(value, "number", at, position)
        if number in seen:
            raise FileError(f"round {number} is there twice", where=at)
        seen.add(number)
        _round(value, number, rows)
    return rows.schedule()


def _parsed(text: str, where: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise FileError(
            f"not JSON: {error.msg}", where=f"{where}:{error.lineno}, column {error.colno}"
        ) from None
    except (RecursionError, ValueError):  # nested a thousand deep, numbers of thousands of digits
        raise FileError("not a schedule: nested too deeply or numbers too long", where=where
                        ) from None


def _round(value: dict[str, Any], number: int, rows: MatchRows) -> None:
    at = f"{rows.where}, round {number}"
    rows.open_round(number, at)
    for position, match in enumerate(_list(value, "matches", at), start=1):
        here = f"{at}, match {position}"
        if not isinstance(match, dict):
            raise FileError('a match must be an object with "home" and "away"', where=here)
        home, away = (_entrant(match.get(side), side, rows, here) for side in ("home", "away"))
        rows.add(number, home, away, _whole(match, "table", here, 0), here)
    for position, bye in enumerate(_list(value, "byes", at), start=1):
        here = f"{at}, bye {position}"
        rows.add_bye(number, _entrant(bye, "bye", rows, here), here)
    start = value.get("start") or ""
    if not isinstance(start, str):
        raise FileError("start must be a text", where=at)
    rows.add_start(number, start, at)


def _list(value: dict[str, Any], key: str, at: str) -> list[Any]:
    found = value.get(key, [])
    if not isinstance(found, list):
        raise FileError(f"{key} must be a list", where=at)
    return found


def _whole(value: dict[str, Any], key: str, at: str, default: int) -> int:
    found = value.get(key)
    if found is None:
        return default
    if not isinstance(found, int) or isinstance(found, bool):
        raise FileError(f"{key} must be a whole number", where=at)
    return found


def _entrant(value: Any, what: str, rows: MatchRows, at: str) -> int:
    if isinstance(value, str):
        return rows.entrant(value, at)
    if not isinstance(value, int) or isinstance(value, bool):
        raise FileError(f"{what} must be a number" + (" or a name" if rows.event else ""), where=at)
    return value
