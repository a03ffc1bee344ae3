"""Leagues in the terms of RobinX: judged, planned, explained.

What needs the solver is imported only when it is asked for.
"""

from scheduler.formats.league.judge import Judgement, Unmet, judge
from scheduler.formats.league.plan import export_model, plan, solution_of_model
from scheduler.formats.league.wishes import Wishes, wishes_of
from scheduler.formats.league.words import Change, difference, explain_words, wish_in_words

__all__ = [
    "Change",
    "Judgement",
    "Unmet",
    "Wishes",
    "difference",
    "explain_words",
    "export_model",
    "judge",
    "plan",
    "solution_of_model",
    "wish_in_words",
    "wishes_of",
]
