"""The sheet of an event: its timetable, its tables and rooms, its board sets, its venue and equipment.

Pure functions over plain values; nothing here knows which format is played.
"""

from scheduler.formats.sheet.boards import BoardPlan, BoardSet, SetAt, board_plan
from scheduler.formats.sheet.clock import (
    Clash,
    Pace,
    Session,
    Timed,
    Timetable,
    board_marks,
    round_seconds,
    segment_seconds,
    timetable,
)
from scheduler.formats.sheet.settings import SETTINGS, SheetSettings, make_sheet, settings_from
from scheduler.formats.sheet.tables import (
    Fault,
    Place,
    Room,
    Seat,
    Seating,
    numbering_faults,
    places,
    seat,
    tables_needed,
)
from scheduler.formats.sheet.venue import Check, Hall, Item, Venue, capacity, screen_width, venue
from scheduler.formats.sheet.whole import EventSheet

__all__ = [
    "SETTINGS",
    "BoardPlan",
    "BoardSet",
    "Check",
    "Clash",
    "EventSheet",
    "Fault",
    "Hall",
    "Item",
    "Pace",
    "Place",
    "Room",
    "Seat",
    "Seating",
    "Session",
    "SetAt",
    "SheetSettings",
    "Timed",
    "Timetable",
    "Venue",
    "board_marks",
    "board_plan",
    "capacity",
    "make_sheet",
    "numbering_faults",
    "places",
    "round_seconds",
    "screen_width",
    "seat",
    "segment_seconds",
    "settings_from",
    "tables_needed",
    "timetable",
    "venue",
]
