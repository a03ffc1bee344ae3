"""Knockouts: draws made, checked and graded."""

from scheduler.formats.knockout.frame import Size, frame_of, frame_of_draw, seeds_of, size_of
from scheduler.formats.knockout.judge import Grade, check, check_certificate, grade
from scheduler.formats.knockout.plan import draw
from scheduler.formats.knockout.result import DrawResult
from scheduler.formats.knockout.separation import Meeting, conflicts, early_meetings

__all__ = [
    "DrawResult",
    "Grade",
    "Meeting",
    "Size",
    "check",
    "check_certificate",
    "conflicts",
    "draw",
    "early_meetings",
    "frame_of",
    "frame_of_draw",
    "grade",
    "seeds_of",
    "size_of",
]
