"""The nouns: what an event consists of. Frozen values; numbers are exact integers."""

from scheduler.event.draw import BYE, OPEN, Bracket, BracketMatch, Draw, End, Feed
from scheduler.event.entrants import Entrant, Event, Stage
from scheduler.event.exact import exact
from scheduler.event.league import (
    Constraint,
    Game,
    League,
    LeagueInstance,
    LeagueSolution,
    Meeting,
    Slot,
    Team,
)
from scheduler.event.published import Assumption, Cell, Line, PublishedTable
from scheduler.event.report import Report, Violation
from scheduler.event.result import Result
from scheduler.event.said import Said, said
from scheduler.event.schedule import Bye, Match, Round, Schedule

__all__ = [
    "BYE",
    "OPEN",
    "Assumption",
    "Bracket",
    "BracketMatch",
    "Bye",
    "Cell",
    "Constraint",
    "Draw",
    "End",
    "Entrant",
    "Event",
    "Feed",
    "Game",
    "League",
    "LeagueInstance",
    "LeagueSolution",
    "Line",
    "Match",
    "Meeting",
    "PublishedTable",
    "Report",
    "Result",
    "Round",
    "Said",
    "Schedule",
    "Slot",
    "Stage",
    "Team",
    "Violation",
    "exact",
    "said",
]
