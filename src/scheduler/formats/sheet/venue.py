"""Venue and equipment for T tables: CBA-7 to CBA-10, exact to the digit.

Areas are hundredths of a square metre, lengths millimetres, everything an integer. A rule says what is
needed; a check holds what is there against it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt
from typing import Any

from scheduler.errors import UsageError
from scheduler.formats.sheet.tables import MOST_TABLES

__all__ = [
    "AISLE", "SCREEN_HEIGHTS", "SIDES", "TABLE_HEIGHTS", "WINDOW_HEIGHT", "WINDOW_WIDTHS", "Check", "Hall",
    "Item", "Venue", "capacity", "screen_width", "venue",
]

FLOOR = 900
"""Per table: 9 m2 (CBA-8)."""
AISLE = 800
"""Least width of a main aisle in mm: 0.8 m (CBA-8)."""
OFFICE_AREA = 2_000
"""Least size of an office: 20 m2 (CBA-8); a large event has 2 to 3."""
OFFICES = (2, 3)
SMALLEST_TABLE, LARGEST_TABLE = 800, 1_000
TABLE_HEIGHTS = (730, 780)
SCREEN_HEIGHTS = (700, 800)
WINDOW_WIDTHS, WINDOW_HEIGHT = (500, 550), 200
_BEYOND_DIAGONAL = 200
_MOST_AREA = 10**9

SIDES = (("N", "E"), ("S", "W"))
"""Who sits on which side of a screen; the second side works the window (CBA-9)."""


@dataclass(frozen=True, slots=True)
class Item:
    """A thing to be had, and how often; ``clause`` is the article it comes from."""

    key: str
    quantity: int
    clause: str = "CBA-10"


@dataclass(frozen=True, slots=True)
class Venue:
    """What T tables need. Areas in hundredths of m2, lengths in mm; ``screen_width`` 0: no screens.

    ``spacing`` is ``wide`` where the same boards are in play everywhere, so that nothing may be seen or
    heard from the next table, else ``close``.
    """

    tables: int
    floor: int
    hall: int
    offices: tuple[int, int]
    office_area: int
    spacing: str
    screen_width: int
    table_side: int
    items: tuple[Item, ...]

    def quantity(self, key: str) -> int:
        """How many of an item; 0 where it is not on the list."""
        return next((i.quantity for i in self.items if i.key == key), 0)

    def as_json(self) -> dict[str, Any]:
        """The documented JSON shape; areas in hundredths of m2, lengths in mm."""
        return {
            "tables": self.tables, "floor_cm2": self.floor * 100, "hall_cm2": self.hall * 100,
            "aisle_mm": AISLE, "offices": list(self.offices), "office_cm2": self.office_area * 100,
            "spacing": self.spacing, "table_mm": self.table_side, "screen_mm": self.screen_width,
            "items": {item.key: item.quantity for item in self.items},
            "seats": [list(side) for side in SIDES] if self.screen_width else [],
        }


def screen_width(side: int) -> int:
    """The least width in mm of a screen for a square table of ``side`` mm, rounded up (CBA-10).

    It is 20 cm wider than the diagonal: 1332 for 800, 1615 for 1000. UsageError outside 800 to 1000.
    """
    if not SMALLEST_TABLE <= side <= LARGEST_TABLE:
        raise UsageError(
            f"a table of {side} mm: its side is {SMALLEST_TABLE} to {LARGEST_TABLE} mm (CBA-10)",
            maybe="write it in millimetres: 80 cm are 800.",
        )
    # Twice a square is no square, so the root is never whole and its ceiling is one above the floor.
    return isqrt(2 * side * side) + 1 + _BEYOND_DIAGONAL


def venue(
    tables: int, *, screens: bool = False, table_side: int = 800, large: bool = False,
    same_boards: bool = False, board_sets: int = 0, boards: int = 0, rooms: int = 1,
) -> Venue:
    """What ``tables`` tables need.

    ``large``: an event with offices and loudspeakers. ``board_sets`` and ``boards``: physical sets and the
    boards in them all, each of which needs a deck. ``rooms``: rooms to be signed. UsageError for sizes out
    of bounds.
    """
    if not 1 <= tables <= MOST_TABLES:
        raise UsageError(f"{tables} tables is not 1 to {MOST_TABLES}")
    width = screen_width(table_side)
    items = [Item("tables", tables), Item("chairs", 4 * tables), Item("side-tables", 2 * tables)]
    if screens:
        items += [Item("screens", tables), Item("trays", tables), Item("boxes", 4 * tables)]
    if board_sets:
        items += [Item("sets", board_sets), Item("duplicate-boards", boards), Item("decks", boards)]
    items += [Item("table-signs", tables, "CBA-9"), Item("room-names", rooms, "CBA-9")]
    return Venue(
        tables, FLOOR * tables, FLOOR * tables // 4, OFFICES if large else (0, 0),
        OFFICE_AREA if large else 0, "wide" if same_boards else "close", width if screens else 0,
        table_side, tuple(items),
    )


@dataclass(frozen=True, slots=True)
class Hall:
    """What there is. Areas in hundredths of m2, ``aisle`` in mm; None: not known.

    ``rooms`` are (name, area, tables to be put there) of the playing rooms.
    """

    rooms: tuple[tuple[str, int, int], ...]
    outer: int | None = None
    aisle: int | None = None
    offices: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """One thing held against the rule: ``unit`` is ``area``, ``length`` or ``count``."""

    key: str
    name: str
    needed: int
    found: int
    unit: str

    @property
    def holds(self) -> bool:
        """True when there is enough."""
        return self.found >= self.needed


def capacity(hall: Hall, needed: Venue) -> tuple[Check, ...]:
    """The verdict on a hall (CBA-8), one check a line: rooms, tables, outer hall, aisle, offices.

    The outer hall is a quarter of the whole playing area that there is, not only of what is needed,
    rounded up to the hundredth. What is not known is not checked. UsageError for negative sizes.
    """
    _check_hall(hall)
    checks = [Check("room", name, FLOOR * t, area, "area") for name, area, t in hall.rooms]
    playing = sum(area for _, area, _ in hall.rooms)
    room = sum(area // FLOOR for _, area, _ in hall.rooms)
    checks.append(Check("playing", "", needed.floor, playing, "area"))
    checks.append(Check("tables", "", needed.tables, room, "count"))
    if hall.outer is not None:
        checks.append(Check("outer", "", max(-(-playing // 4), needed.hall), hall.outer, "area"))
    if hall.aisle is not None:
        checks.append(Check("aisle", "", AISLE, hall.aisle, "length"))
    if hall.offices is not None and needed.offices[0]:
        fit = sum(area >= needed.office_area for area in hall.offices)
        checks.append(Check("offices", "", needed.offices[0], fit, "count"))
    return tuple(checks)


def _check_hall(hall: Hall) -> None:
    sizes: Sequence[int] = [
        *(area for _, area, _ in hall.rooms), *(tables for _, _, tables in hall.rooms),
        *(hall.offices or ()), hall.outer or 0, hall.aisle or 0,
    ]
    if any(not 0 <= size <= _MOST_AREA for size in sizes):
        raise UsageError("a size of the hall is negative or beyond all measure")
