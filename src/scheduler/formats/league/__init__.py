"""Leagues in the terms of RobinX: judged, planned, explained."""

from scheduler.formats.league.judge import Judgement, Unmet, judge
from scheduler.formats.league.wishes import Wishes, wishes_of

__all__ = ["Judgement", "Unmet", "Wishes", "judge", "wishes_of"]
