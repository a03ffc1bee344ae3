"""Knockouts: draws made, checked and graded."""

from scheduler.formats.knockout.frame import Size, frame_of, frame_of_draw, seeds_of, size_of
from scheduler.formats.knockout.judge import Grade, check, check_certificate, grade
from scheduler.formats.knockout.plan import draw
from scheduler.formats.knockout.procedure import (
    DrawRecord,
    DrawSession,
    draw_by_lots,
    replay_draw,
)
from scheduler.formats.knockout.result import DrawResult
from scheduler.formats.knockout.separation import Meeting, conflicts, early_meetings
from scheduler.formats.knockout.uniform import DrawCount, count_draws

__all__ = [
    "DrawCount",
    "DrawRecord",
    "DrawResult",
    "DrawSession",
    "Grade",
    "Meeting",
    "Size",
    "check",
    "check_certificate",
    "conflicts",
    "count_draws",
    "draw",
    "draw_by_lots",
    "early_meetings",
    "frame_of",
    "frame_of_draw",
    "grade",
    "replay_draw",
    "seeds_of",
    "size_of",
]
