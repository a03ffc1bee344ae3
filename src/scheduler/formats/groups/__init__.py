"""Groups: entrants distributed by the snake, or drawn from pots under constraints."""

from scheduler.formats.groups.frame import group_frame_of, snake_groups
from scheduler.formats.groups.pairs import Procedure, procedure_of
from scheduler.formats.groups.plan import GroupResult, check_groups, count_best, count_groups, draw_groups
from scheduler.formats.groups.positions import in_positions
from scheduler.formats.groups.procedure import (
    FORMAT,
    GroupRecord,
    GroupSession,
    groups_by_lots,
    replay_groups,
)

__all__ = [
    "FORMAT",
    "GroupRecord",
    "GroupResult",
    "GroupSession",
    "Procedure",
    "check_groups",
    "count_best",
    "count_groups",
    "draw_groups",
    "group_frame_of",
    "groups_by_lots",
    "in_positions",
    "procedure_of",
    "replay_groups",
    "snake_groups",
]
