"""Until when a result may be corrected, at the desk: the correction period and its override."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from scheduler.errors import UsageError
from scheduler.live.rulings import correctable, correction_of
from scheduler.live.state import LiveEvent, LiveMatch, LiveStage

__all__ = ["in_time", "now"]

_UNITS = {
    "match": "after each result", "session": "after the end of the session",
    "event": "after the end of the event"}


def now() -> str:
    """The time as entries of the log have it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def in_time(
    event: LiveEvent, stage: LiveStage, match: LiveMatch, *, override: bool = False, reason: str = "",
    maybe: str = 'insist with --override --reason "...", which the log keeps; or leave it as it is.',
) -> dict[str, Any]:
    """What the log is to say of a correction now: nothing within the period, ``override`` after it.

    UsageError after it without ``override``, or without a reason for that (Laws 79C and 81C); ``maybe``
    is what it advises.
    """
    if correctable(event, stage, match, now()) == "yes":
        return {}
    period = correction_of(stage)
    told = f"{period.minutes} minutes {_UNITS[period.unit]}" if period else ""
    if not override:
        raise UsageError(
            f"table {match.table} of round {match.round}: the correction period is over ({told})",
            maybe=maybe)
    if not reason.strip():
        raise UsageError(
            f"table {match.table} of round {match.round}: the correction period is over ({told}), and an "
            "override needs a reason, which is kept in the log", maybe='say --reason "...".')
    return {"override": True}
