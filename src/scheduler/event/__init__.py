"""The nouns: what an event consists of. Frozen values; numbers are exact integers."""

from scheduler.event.entrants import Entrant, Event, Stage
from scheduler.event.published import Assumption, Cell, Line, PublishedTable
from scheduler.event.report import Report, Violation
from scheduler.event.result import Result
from scheduler.event.schedule import Bye, Match, Round, Schedule

__all__ = [
    "Assumption",
    "Bye",
    "Cell",
    "Entrant",
    "Event",
    "Line",
    "Match",
    "PublishedTable",
    "Report",
    "Result",
    "Round",
    "Schedule",
    "Stage",
    "Violation",
]
