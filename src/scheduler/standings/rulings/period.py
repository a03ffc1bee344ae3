"""Until when a score may be corrected: the correction period (Laws 79C and 81C)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from scheduler.errors import RulebookError, UsageError, did_you_mean

__all__ = ["UNITS", "Correction", "closes", "correction_from", "may_correct"]

UNITS = ("match", "session", "event")
"""What the period runs from: a match's own result, the end of the session it was played in, that of the
event."""

_MOST_MINUTES = 366 * 24 * 60
_MOST_SESSIONS = 1_000


@dataclass(frozen=True, slots=True)
class Correction:
    """``minutes`` after the end of a ``unit`` (:data:`UNITS`); ``sessions`` are the last rounds of
    sessions, ascending, where they are named."""

    minutes: int = 30
    unit: str = "match"
    sessions: tuple[int, ...] = ()


def correction_from(data: object) -> Correction | None:
    """The period that a stage's option ``correction`` gives, None for none: no limit. RulebookError."""
    if data is None or data == "":
        return None
    if not isinstance(data, Mapping) or set(data) - {"minutes", "unit", "sessions"}:
        raise RulebookError('"correction" must be a table of minutes, unit and sessions',
                            maybe='write correction = { minutes = 30, unit = "match" }.')
    minutes, unit = data.get("minutes", 30), str(data.get("unit", "match"))
    if type(minutes) is not int or not 0 <= minutes <= _MOST_MINUTES:
        raise RulebookError(f'"minutes" of "correction" must be from 0 to {_MOST_MINUTES:,}')
    if unit not in UNITS:
        raise RulebookError(f'"unit" of "correction" must be one of {", ".join(UNITS)}',
                            maybe=did_you_mean(unit[:20], UNITS))
    sessions = data.get("sessions", ())
    whole = isinstance(sessions, list | tuple) and len(sessions) <= _MOST_SESSIONS and all(
        type(r) is int and r > 0 for r in sessions)
    if not whole or list(sessions) != sorted(set(sessions)):
        raise RulebookError('"sessions" of "correction" must be the last rounds of sessions, ascending',
                            maybe="write sessions = [3, 6, 9].")
    return Correction(minutes, unit, tuple(sessions))


def closes(posted_at: str, period: Correction, unit_end: str = "") -> datetime | None:
    """When the period of a result ends. ``posted_at`` and ``unit_end`` are ISO times; "" where the result
    is not posted, or the session or event is not over: None, it is open. UsageError for other texts."""
    start = posted_at if period.unit == "match" else unit_end
    return _time(start) + timedelta(minutes=period.minutes) if start else None


def may_correct(posted_at: str, now: str, period: Correction | None, unit_end: str = "") -> str:
    """``yes``, or ``override``: the period is over, and an edit needs an override that is kept in the log.

    The last minute counts. Without a period there is no limit. Times must all have a zone, or none.
    """
    end = closes(posted_at, period, unit_end) if period is not None else None
    if end is None:
        return "yes"
    try:
        return "yes" if _time(now) <= end else "override"
    except TypeError:
        raise UsageError("a time with a zone cannot be compared with one without") from None


def _time(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise UsageError(f'"{text[:40]}" is no time', maybe="write 2026-05-30T17:20.") from None
