"""The day of a bracket: which match at which table at what time, from one line of text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from scheduler.errors import UsageError, did_you_mean
from scheduler.event import Bracket
from scheduler.solve.draws.order_of_play import OrderOfPlay, Session, order_of_play

__all__ = ["Day", "day_json", "day_of", "played_on"]

_MINUTES_A_DAY = 24 * 60
_SPAN = re.compile(r"([0-9]{1,2}):([0-9]{2})-([0-9]{1,2}):([0-9]{2})")
_KEYS = ("tables", "minutes", "rest")


@dataclass(frozen=True)
class Day:
    """Tables, minutes a match, minutes of rest between two matches of anybody, and sessions in order."""

    tables: int
    minutes: int = 60
    rest: int = 0
    sessions: tuple[Session, ...] = ()


def day_of(text: str) -> Day:
    """``tables=8,minutes=50,rest=20,9:00-12:30,14:00-18:00``; a session that starts before the one
    before it ends is on the next day. UsageError for anything else."""
    numbers: dict[str, int] = {}
    sessions: list[Session] = []
    for part in (p.strip() for p in text.split(",") if p.strip()):
        key, equals, value = part.partition("=")
        span = _SPAN.fullmatch(part)
        if span:
            sessions.append(_session(part, sessions, *map(int, span.groups())))
        elif not equals or key not in _KEYS:
            raise UsageError(
                f'"{part[:40]}" is no part of an order of play',
                maybe=did_you_mean(key[:20], _KEYS) if equals else "write a session as 9:00-12:30.",
            )
        elif not value.isascii() or not value.isdecimal() or len(value) > 6:
            raise UsageError(f'"{part[:40]}": a whole number is wanted', maybe=f"write {key}=8.")
        else:
            numbers[key] = int(value)
    if "tables" not in numbers:
        raise UsageError("an order of play needs the number of tables", maybe="write tables=8.")
    return Day(**numbers, sessions=tuple(sessions))


def _session(
    part: str, before: list[Session], hour: int, minute: int, end_hour: int, end_minute: int
) -> Session:
    start, end = hour * 60 + minute, end_hour * 60 + end_minute
    if minute > 59 or end_minute > 59 or not start < end <= _MINUTES_A_DAY:
        raise UsageError(f'"{part}" is no session of one day', maybe="write 9:00-12:30.")
    day = before[-1].start // _MINUTES_A_DAY if before else 0
    if before and day * _MINUTES_A_DAY + start < before[-1].end:
        day += 1
    return Session(day * _MINUTES_A_DAY + start, day * _MINUTES_A_DAY + end)


def played_on(bracket: Bracket, day: Day) -> OrderOfPlay:
    """When and where every match is played. NoAnswer where the sessions are proven too short, TimeUp."""
    return order_of_play(
        bracket, tables=day.tables, minutes=day.minutes, rest=day.rest, sessions=day.sessions
    )


def day_json(order: OrderOfPlay) -> dict[str, Any]:
    """The documented JSON shape; minutes from midnight of the first day."""
    return {
        "status": order.status, "finish": order.finish, "bound": order.bound,
        "matches": [
            {"match": m.match, "table": m.table, "start": m.start, "end": m.end} for m in order.matches
        ],
    }
