"""The error tree: every way a call can end that is not an answer.

    SchedulerError
    ├── UsageError            2   the request itself makes no sense (flags, sizes, unknown names)
    ├── NoAnswer              3   no schedule satisfies the rules; carries the clash
    ├── TimeUp                4   the limit ran out before anything was found
    ├── FileError             5   a file cannot be read: path, line, column or sheet cell
    │   └── RulebookError     5   a rulebook or event names something that does not exist
    ├── EventChanged          6   somebody else changed the event meanwhile; nothing was written
    └── Interrupted         130   stopped by the user, nothing kept

A message says what, where and why; ``maybe`` is the advice, printed on a line of its own.
Anything else that escapes is a bug and exits with 70.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

__all__ = [
    "EventChanged",
    "FileError",
    "Interrupted",
    "NoAnswer",
    "RulebookError",
    "SchedulerError",
    "TimeUp",
    "UsageError",
    "did_you_mean",
]


class SchedulerError(Exception):
    """A mistake or limit that the user can act on. ``maybe`` is one sentence of advice."""

    exit_code = 70
    http_status = 500
    message_id = "error"

    def __init__(self, message: str, *, maybe: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.maybe = maybe

    def __str__(self) -> str:
        return f"{self.message}\nMaybe {self.maybe}" if self.maybe else self.message


class UsageError(SchedulerError):
    """The request makes no sense: a flag, a size, a name."""

    exit_code = 2
    http_status = 400
    message_id = "usage"


class NoAnswer(SchedulerError):
    """The rules cannot hold together. ``clash`` names them, one line each; ``about`` is what there is none
    of: a schedule, a draw, groups, a round, or a day."""

    exit_code = 3
    http_status = 409
    message_id = "no-answer"

    def __init__(
        self, message: str, *, clash: Sequence[str] = (), minimal: bool = False, maybe: str = "",
        about: str = "schedule",
    ) -> None:
        super().__init__(message, maybe=maybe)
        self.clash = tuple(clash)
        self.minimal = minimal
        self.about = about


class TimeUp(SchedulerError):
    """The time limit ran out and nothing was found."""

    exit_code = 4
    http_status = 504
    message_id = "time-up"


class FileError(SchedulerError):
    """A file cannot be read or written. ``where``: ``path``, ``path:line``, ``path, sheet S, cell C7``."""

    exit_code = 5
    http_status = 422
    message_id = "file"

    def __init__(self, message: str, *, where: str = "", maybe: str = "") -> None:
        super().__init__(f"{where}: {message}" if where else message, maybe=maybe)
        self.where = where


class RulebookError(FileError):
    """A rulebook or event names a rule, parameter or entrant that does not exist."""

    message_id = "rulebook"


class EventChanged(SchedulerError):
    """The event is at another ``position`` of its log than the ``expected`` one that a change began from."""

    exit_code = 6
    http_status = 412
    message_id = "changed"

    def __init__(self, message: str, *, expected: int = 0, position: int = 0, maybe: str = "") -> None:
        super().__init__(message, maybe=maybe)
        self.expected = expected
        self.position = position


class Interrupted(SchedulerError):
    """Stopped by the user before anything could be kept."""

    exit_code = 130
    http_status = 499
    message_id = "interrupted"


def did_you_mean(name: str, known: Sequence[str]) -> str:
    """Advice for a misspelt ``name``: the closest known one, or the whole short list, else nothing."""
    close = get_close_matches(name, known, n=1, cutoff=0.5)
    if close:
        return f'you mean "{close[0]}"?'
    return f"one of: {', '.join(known)}." if 0 < len(known) <= 12 else ""
