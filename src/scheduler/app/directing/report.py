"""The report of an event file (CBA-6.10), and the sentences that people write into it."""

from __future__ import annotations

import os
from collections.abc import Sequence

from scheduler.app.directing.desk import Decided, Decision, Who, act, read
from scheduler.errors import UsageError, did_you_mean
from scheduler.live.report import ABOUT, EventReport, report_of
from scheduler.live.state import LiveEvent

__all__ = ["note", "report"]

PathLike = str | os.PathLike[str]
_MOST_TEXT = 4_000


def note(path: PathLike, text: str, *, about: str = "lesson", who: Who | None = None) -> Decided:
    """Keep a sentence for a section of the report (``ABOUT``). UsageError for another, or for none."""
    told = text.strip()

    def think(event: LiveEvent) -> Sequence[Decision]:
        if about not in ABOUT:
            raise UsageError(f'the report has no section "{about[:20]}"',
                             maybe=did_you_mean(about[:20], ABOUT))
        if not told or len(told) > _MOST_TEXT:
            raise UsageError(f"a note has 1 to {_MOST_TEXT:,} characters")
        return [("note", {"about": about, "text": told})]
    return act(path, think, who or Who())


def report(path: PathLike) -> EventReport:
    """The report of an event file. FileError."""
    return report_of(read(path))
