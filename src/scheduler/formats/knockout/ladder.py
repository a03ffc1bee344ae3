"""A stepladder: nobody is drawn, the ranking says who waits for whom."""

from __future__ import annotations

from scheduler.errors import UsageError
from scheduler.event import BYE, Draw, Event, Stage
from scheduler.formats.knockout.frame import Size, frame_of_draw
from scheduler.formats.knockout.judge import check
from scheduler.formats.knockout.result import DrawResult
from scheduler.rules import Rulebook, read_uses

__all__ = ["MOST_LADDER", "ladder"]

MOST_LADDER = 256
_BARE = (
    {"id": "one-line-each", "reason": "everybody has one line"},
    {"id": "one-a-line", "reason": "a line holds one entrant or a bye"},
)


def ladder(event: Event, stage: Stage) -> DrawResult:
    """The lines of a ladder: line i is the i-th by seed, then rating, then number; lines beyond are empty.

    What a rulebook says of lines is for draws and is not asked here. UsageError for fewer than 3 and more
    than 256 entrants.
    """
    if not 3 <= event.size <= MOST_LADDER:
        raise UsageError(f"a ladder is for 3 to {MOST_LADDER} entrants, not {event.size}")
    lines = 1 << (event.size - 1).bit_length()
    bare = Stage("knockout")
    ranked = frame_of_draw(Draw((BYE,) * lines, event.size), event, bare).strongest
    draw = Draw((*ranked, *[BYE] * (lines - event.size)), event.size, ranked[:1])
    report = check(draw, Rulebook("ladder", uses=read_uses(_BARE)), event, bare)
    if report.hard:
        raise AssertionError("a ranking that is no draw")
    return DrawResult(
        "optimal", draw, report, (), "ranking", Size(event.size, "ceiling", lines, lines),
    )
