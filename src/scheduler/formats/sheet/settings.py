"""What an organiser says for the sheet of an event, checked key by key, and the sheet made of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from fractions import Fraction
from typing import Any

from scheduler.errors import RulebookError, UsageError, did_you_mean
from scheduler.formats.sheet.boards import BoardPlan, board_plan
from scheduler.formats.sheet.clock import MOST_BOARDS, MOST_SEGMENTS, Pace, Session, timetable
from scheduler.formats.sheet.tables import MOST_TABLES, Room, Seating, seat, tables_needed
from scheduler.formats.sheet.venue import Hall, Venue, capacity, venue
from scheduler.formats.sheet.whole import EventSheet

__all__ = ["SETTINGS", "SheetSettings", "make_sheet", "settings_from"]

_FLAGS = ("two_rooms", "screens", "large", "rotate", "whole_rounds")
_PACE = ("board", "stop", "change", "break_segments", "break_rounds", "grain")
_HALL = ("outer", "aisle", "offices")
SETTINGS = (
    *_FLAGS, "segments", "pace", "sessions", "rooms", "stationary", "fixed", "copies", "prepared",
    "same_boards", "table_side", "hall", "sections",
)
"""The keys of :func:`settings_from`."""
_DECIMAL = re.compile(r"[+-]?\d{1,20}(\.\d{1,20})?")
"""No exponents: those of strangers could be of any size."""
_MOST_LISTED = 1_000
_MOST_SIZE = 10**9
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class SheetSettings:
    """Everything that is chosen for a sheet; what it means stands with :class:`Pace`, :class:`Session`,
    :class:`Room`, :func:`board_plan`, :func:`venue` and :class:`Hall`.

    ``segments``: boards of each segment of a match. ``areas``: hundredths of m2 by room. ``fixed`` maps the
    rank of a match, 1 being the top one, to its table; ``stationary`` an entrant to its table.
    ``same_boards`` None: told from the board sets.
    """

    segments: tuple[int, ...] = (16,)
    pace: Pace = field(default_factory=Pace)
    sessions: tuple[Session, ...] = ()
    rooms: tuple[Room, ...] = ()
    areas: tuple[int | None, ...] = ()
    two_rooms: bool = True
    whole_rounds: bool = True
    stationary: Mapping[int, int] = field(default_factory=dict)
    fixed: Mapping[int, int] = field(default_factory=dict)
    copies: int = 1
    rotate: bool = False
    prepared: int | None = None
    same_boards: bool | None = None
    screens: bool = False
    table_side: int = 800
    large: bool = False
    outer: int | None = None
    aisle: int | None = None
    offices: tuple[int, ...] | None = None
    sections: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


def make_sheet(
    settings: SheetSettings, matches: Mapping[int, Sequence[tuple[int, int]]], *,
    tables: Mapping[int, Sequence[int]] | None = None, rounds: int = 0, simultaneous: int = 0,
) -> EventSheet:
    """The sheet of an event: whatever the settings and the known rounds allow to say.

    ``matches`` are (home, away) of the rounds that are known, top match first, and ``tables`` the tables that
    these have already, which they keep unless settings say who sits where. ``rounds`` is how many there are
    to be, ``simultaneous`` how many matches at most are played at once, where that is known before the
    pairings. Equipment has the boards of the fullest round. Without rooms there are as many tables as
    needed, in rooms called open and closed. UsageError for what cannot be.
    """
    most = max([simultaneous, *map(len, matches.values())])
    seatings = {
        number: _seated(settings, played, (tables or {}).get(number, ()), most)
        for number, played in matches.items()
    }
    plans = {number: _boards(settings, seating) for number, seating in seatings.items() if seating.seats}
    if not plans and most:
        anybody = [(2 * i + 1, 2 * i + 2) for i in range(most)]
        fullest: BoardPlan | None = _boards(settings, _seated(settings, anybody, (), most))
    else:
        fullest = max(plans.values(), key=lambda plan: plan.boards, default=None)
    house = _house(settings, most, fullest) if fullest else None
    count = max([rounds, *matches])
    times = timetable(
        [settings.segments] * count, settings.sessions, settings.pace, whole_rounds=settings.whole_rounds
    ) if settings.sessions else None
    hall = _hall(settings)
    checks = capacity(hall, house) if hall and house else ()
    return EventSheet(times, seatings, plans, house, checks, settings.sections)


def _house(settings: SheetSettings, most: int, boards: BoardPlan) -> Venue:
    same = boards.same_at_once if settings.same_boards is None else settings.same_boards
    return venue(
        tables_needed(most, two_rooms=settings.two_rooms), screens=settings.screens,
        table_side=settings.table_side, large=settings.large, same_boards=same,
        board_sets=len(boards.sets), boards=boards.boards, rooms=max(len(settings.rooms), 1),
    )


def _boards(settings: SheetSettings, seating: Seating) -> BoardPlan:
    return board_plan(
        seating, settings.segments, copies_per_match=_copies(settings), rotate=settings.rotate,
        prepared=settings.prepared,
    )


def _copies(settings: SheetSettings) -> int:
    """One table needs one set, and one that nobody shares."""
    return settings.copies if settings.two_rooms else 2


def _seated(
    settings: SheetSettings, played: Sequence[tuple[int, int]], tables: Sequence[int], most: int
) -> Seating:
    fixed = {rank - 1: table for rank, table in settings.fixed.items() if rank <= len(played)}
    told = fixed or settings.stationary
    if not told and len(tables) == len(played) and len({*tables}) == len(tables) and all(tables):
        fixed = dict(enumerate(tables))
    most = max([most, *fixed.values()]) if not settings.rooms else most
    rooms = settings.rooms or (
        (Room("open", most, "open"), Room("closed", most, "closed")) if settings.two_rooms
        else (Room("1", most),)
    )
    return seat(
        played, rooms, two_rooms=settings.two_rooms, fixed=fixed, stationary=settings.stationary
    )


def _hall(settings: SheetSettings) -> Hall | None:
    """The hall where the area of every room is known."""
    if not settings.areas or None in settings.areas:
        return None
    rooms = tuple(
        (room.name, area or 0, room.tables)
        for room, area in zip(settings.rooms, settings.areas, strict=True)
    )
    return Hall(rooms, settings.outer, settings.aisle, settings.offices)


# --- Reading --------------------------------------------------------------------------------------


def settings_from(data: Mapping[str, Any], where: str = "") -> SheetSettings:
    """The settings of a table in an event file or of a command; RulebookError at ``where``.

    Keys are those of :class:`SheetSettings`, and numbers may be texts. ``pace``: seconds by the names of
    :class:`Pace`. ``sessions``: tables of start, end, segments, name. ``rooms``: tables of name, tables,
    kind, area (m2). ``hall``: outer (m2), aisle (mm), offices (m2 each). ``table_side`` is in mm. Decimals
    are exact, and nothing is rounded.
    """
    reading = _Reading(where)
    reading.known("sheet", data, SETTINGS)
    try:
        return SheetSettings(**_read(data, reading))
    except UsageError as error:
        raise RulebookError(error.message, where=where) from None


def _read(data: Mapping[str, Any], reading: _Reading) -> dict[str, Any]:
    found: dict[str, Any] = {key: reading.flag(key, data[key]) for key in _FLAGS if key in data}
    if data.get("same_boards") is not None:
        found["same_boards"] = reading.flag("same_boards", data["same_boards"])
    pace = reading.known("pace", data.get("pace", {}), _PACE)
    found["pace"] = Pace(**{key: reading.exact(key, value, 1, 24 * 3600) for key, value in pace.items()})
    if "segments" in data:
        found["segments"] = reading.numbers("segments", data["segments"], MOST_BOARDS, MOST_SEGMENTS)
    for key, most in (("copies", 2), ("prepared", MOST_TABLES), ("table_side", 10_000)):
        if data.get(key) is not None:
            found[key] = reading.exact(key, data[key], 1, most)
    hall = reading.known("hall", data.get("hall", {}), _HALL)
    found |= {key: reading.exact(key, hall[key], scale, _MOST_SIZE)
              for key, scale in (("outer", 100), ("aisle", 1)) if key in hall}
    if "offices" in hall:
        found["offices"] = tuple(
            reading.exact("offices", v, 100, _MOST_SIZE) for v in reading.listed("offices", hall["offices"])
        )
    for key in ("stationary", "fixed"):
        if key in data:
            found[key] = reading.numbered(key, data[key])
    if "sections" in data:
        found["sections"] = {
            str(name)[:_LONGEST]: reading.numbers("sections", tables, MOST_TABLES, MOST_TABLES)
            for name, tables in reading.table("sections", data["sections"]).items()
        }
    found["sessions"] = tuple(map(reading.session, reading.listed("sessions", data.get("sessions", []))))
    rooms = [reading.room(r) for r in reading.listed("rooms", data.get("rooms", []))]
    return {**found, "rooms": tuple(r for r, _ in rooms), "areas": tuple(a for _, a in rooms)}


@dataclass(frozen=True, slots=True)
class _Reading:
    """Values of settings, each checked; errors name the setting."""

    where: str

    def wrong(self, key: str, value: Any, wanted: str) -> RulebookError:
        """The error for a value that is not what is wanted."""
        return RulebookError(f'"{key}" of the sheet must be {wanted}, not {value!r:.40}', where=self.where)

    def flag(self, key: str, value: Any) -> bool:
        """True or false."""
        if type(value) is not bool:
            raise self.wrong(key, value, "true or false")
        return value

    def exact(self, key: str, value: Any, scale: int, most: int, least: int = 0) -> int:
        """A decimal number times ``scale``, which must come out whole: 25.5 m2 are 2550 hundredths."""
        text = str(value).strip().replace(",", ".") if type(value) in (int, float, str) else ""
        made = Fraction(text) * scale if _DECIMAL.fullmatch(text) else None
        if made is None or made.denominator != 1 or not least <= made <= most:
            wanted = "a whole number" if scale == 1 else f"a number, to 1/{scale},"
            raise self.wrong(key, value, f"{wanted} from {least} to {most // scale:,}")
        return made.numerator

    def listed(self, key: str, value: Any) -> Sequence[Any]:
        """A list; one thing alone is a list of one."""
        many = value if isinstance(value, list | tuple) else [value]
        if len(many) > _MOST_LISTED:
            raise self.wrong(key, f"{len(many)} values", f"a list of at most {_MOST_LISTED}")
        return many

    def numbers(self, key: str, value: Any, most: int, longest: int) -> tuple[int, ...]:
        """A list of whole numbers from 1 on."""
        many = value if isinstance(value, list | tuple) else [value]
        if not 1 <= len(many) <= longest:
            raise self.wrong(key, f"{len(many)} values", f"a list of 1 to {longest:,} numbers")
        return tuple(self.exact(key, v, 1, most, 1) for v in many)

    def table(self, key: str, value: Any) -> Mapping[str, Any]:
        """A table, not too large."""
        if not isinstance(value, Mapping) or len(value) > MOST_TABLES:
            raise self.wrong(key, value, "a table")
        return value

    def numbered(self, key: str, value: Any) -> dict[int, int]:
        """A table of numbers by number: ``{ 7 = 1 }``."""
        found: dict[int, int] = {}
        for left, right in self.table(key, value).items():
            found[self.exact(key, left, 1, 10**6, 1)] = self.exact(key, right, 1, MOST_TABLES, 1)
        return found

    def session(self, value: Any) -> Session:
        """One session; ``end`` may be a time alone, of the same day or the next."""
        given = self.known("session", value, ("start", "end", "segments", "name"))
        if "start" not in given:
            raise self.wrong("session", value, "a table with a start")
        start = self._moment("start", given["start"])
        end = self._end(given["end"], start) if given.get("end") is not None else None
        planned = given.get("segments")
        if planned is not None:
            planned = self.exact("segments", planned, 1, MOST_TABLES)
        return Session(start, end, planned, str(given.get("name", ""))[:_LONGEST])

    def room(self, value: Any) -> tuple[Room, int | None]:
        """One room and its area."""
        given = self.known("room", value, ("name", "tables", "kind", "area"))
        tables = self.exact("tables", given.get("tables"), 1, MOST_TABLES)
        area = self.exact("area", given["area"], 100, _MOST_SIZE) if "area" in given else None
        return Room(str(given.get("name", ""))[:_LONGEST], tables, str(given.get("kind", "any"))[:40]), area

    def known(self, key: str, value: Any, names: Sequence[str]) -> Mapping[str, Any]:
        """A table that has no other keys than ``names``."""
        given = self.table(key, value)
        for name in given:
            if name not in names:
                raise RulebookError(
                    f'{key} has no setting "{name!s:.60}"', where=self.where,
                    maybe=did_you_mean(f"{name!s:.60}", names),
                )
        return given

    def _moment(self, key: str, value: Any) -> datetime:
        if isinstance(value, str) and len(value) <= 40:
            try:
                value = datetime.fromisoformat(value.strip())
            except ValueError:
                raise self.wrong(key, value, "a date and time such as 2026-05-30T09:00") from None
        if not isinstance(value, datetime):
            raise self.wrong(key, value, "a date and time such as 2026-05-30T09:00")
        return value

    def _end(self, value: Any, start: datetime) -> datetime:
        clock = value if isinstance(value, time) and not isinstance(value, date) else None
        if isinstance(value, str) and len(value) <= 8:
            try:
                clock = time.fromisoformat(value.strip())
            except ValueError:
                raise self.wrong("end", value, "a time such as 13:00") from None
        if clock is None:
            return self._moment("end", value)
        end = datetime.combine(start.date(), clock)
        return end if end > start else end + timedelta(days=1)
