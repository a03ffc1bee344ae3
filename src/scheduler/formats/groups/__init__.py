"""Groups: entrants distributed by the snake, or drawn from pots under constraints."""

from scheduler.formats.groups.frame import group_frame_of, snake_groups
from scheduler.formats.groups.pairs import Procedure, procedure_of
from scheduler.formats.groups.plan import GroupResult, check_groups, count_best, count_groups, draw_groups
from scheduler.formats.groups.positions import in_positions

__all__ = [
    "GroupResult",
    "Procedure",
    "check_groups",
    "count_best",
    "count_groups",
    "draw_groups",
    "group_frame_of",
    "in_positions",
    "procedure_of",
    "snake_groups",
]
