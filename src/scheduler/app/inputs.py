"""What a person hands over, opened: an event, a table, a rulebook, each by file, name or bytes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from scheduler.errors import FileError, UsageError
from scheduler.event import Entrant, Event, PublishedTable, Result, Schedule
from scheduler.files.events import read_event
from scheduler.files.published import read_table
from scheduler.files.schedules import load_schedule
from scheduler.files.seasons import season_event
from scheduler.files.source import MEGABYTE, Source, read_bytes
from scheduler.files.toml_source import TomlSource
from scheduler.resources import find_instance

__all__ = [
    "EventLike",
    "Table",
    "TableLike",
    "load",
    "open_event",
    "open_table",
    "read_names",
    "without_last_table",
]

_LIMIT = 128 * MEGABYTE
_MOST_NUMBERS = 10_000
_TOML_LINE = re.compile(
    rb"^\s*\[\[?\s*(event|stage|entrant|rule|table|round|rulebook)\b[^\]\r\n,;]*\]", re.MULTILINE
)


@dataclass(frozen=True)
class Table:
    """A schedule under a name; ``published`` keeps what is known of each cell of a printed one."""

    schedule: Schedule
    name: str
    published: PublishedTable | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The entrants' names where the published table has them, else empty."""
        return self.published.names if self.published else ()


EventLike = Event | Source | int
"""An event, the path or bytes of one, the name of one that comes along, or a number of entrants."""

TableLike = Table | Schedule | PublishedTable | Result | Source
"""A table, a schedule, an answer, the path or bytes of one, or the name of one that comes along."""


def load(
    source: Source, *, event: Event | None = None, name: str = "", want: str = ""
) -> Event | Schedule | PublishedTable:
    """Whatever ``source`` holds: an event, a schedule or a published table.

    ``source`` is a path, bytes, or the name of a table or event that comes with the program
    (``cba-12``, ``round-of-16-2012``). ``event`` knows the names that a schedule may use instead of
    numbers; ``name`` is what messages call bytes; ``want`` (``event`` or ``table``) says how to read a
    sheet that could be either.

    Raises :class:`FileError` for what cannot be read, naming line or cell, :class:`UsageError` for
    a name that nothing has.
    """
    season = season_event(source) if isinstance(source, str) and not Path(source).suffix else None
    if season is not None:
        return season
    source = _found(source)
    data, where = read_bytes(source, limit=_LIMIT, name=name)
    kind = _kind(data, where, want)
    if kind == "published":
        folder = None if isinstance(source, bytes) else Path(source).parent
        return read_table(data, name=where, folder=folder)
    if kind == "event":
        return read_event(
            data, name=where, folder="" if isinstance(source, bytes) else Path(source).parent
        )
    return load_schedule(data, event, name=where)


def open_event(source: EventLike, *, name: str = "") -> Event:
    """The event in ``source``; a number stands for so many entrants called 1, 2, 3 ...

    Raises as :func:`load`; :class:`UsageError` for a table where an event is wanted.
    """
    if isinstance(source, Event):
        return source
    if isinstance(source, str) and source.strip().isascii() and source.strip().isdecimal():
        source = int(source) if len(source) < 10 else 10**10
    if isinstance(source, int):
        return _numbers(source)
    found = load(source, name=name, want="event")
    if isinstance(found, Event):
        return found
    raise UsageError(
        f"{_called(source, name)} is a table of matches, and an event is wanted",
        maybe="check it, repair it or show it; an event has entrants and no matches yet.",
    )


def open_table(source: TableLike, event: Event | None = None, *, name: str = "") -> Table:
    """The table in ``source``. Raises as :func:`load`; UsageError for an event."""
    if isinstance(source, Table):
        return source
    if isinstance(source, Schedule):
        return Table(source, name or "schedule")
    if isinstance(source, Result):
        return Table(source.schedule, name or "schedule")
    if isinstance(source, PublishedTable):
        return Table(source.schedule(), name or source.name, source)
    found = load(source, event=event, name=name, want="table")
    if isinstance(found, Event):
        raise UsageError(
            f"{_called(source, name)} is an event or a list of entrants, and a table is wanted",
            maybe="plan it first, then give the file that this makes.",
        )
    own = isinstance(found, PublishedTable)
    return open_table(found, name="" if own else _called(source, name))


def read_names(event: Event | None, table: Table | None = None) -> tuple[str, ...]:
    """The name of number i at index i - 1: the event's, else the published table's, else none."""
    if event is not None:
        return tuple(e.name for e in event.entrants)
    return table.names if table else ()


def without_last_table(table: Table) -> Table:
    """The table as one entrant fewer plays it: the last table cancelled, the highest number gone.

    Raises :class:`UsageError` for an odd field, and where the highest number does not always sit
    at the last table, for then others would lose their matches.
    """
    schedule = table.schedule
    n, last = schedule.entrants, schedule.tables
    if n % 2 or n < 4:
        raise UsageError(
            f"{table.name} has {n} entrants; a table is cancelled in an even field of 4 or more"
        )
    gone = (schedule.home == n) | (schedule.away == n)
    elsewhere = np.flatnonzero(gone & (schedule.table != last))
    if len(elsewhere):
        first = int(elsewhere[0])
        raise UsageError(
            f"{table.name}: in round {schedule.round[first]} number {n} is not at table {last}"
            " but elsewhere, so cancelling that table would take a match from others"
        )
    kept = {c: getattr(schedule, c)[~gone] for c in ("round", "home", "away", "table")}
    played = Schedule.from_columns(
        n - 1, schedule.rounds, **kept, tables=last - 1, starts=schedule.starts
    )
    return Table(played, f"{table.name} without table {last}")


def _called(source: Source, name: str) -> str:
    return name or ("the input" if isinstance(source, bytes) else Path(source).name)


def _numbers(count: int) -> Event:
    if not 2 <= count <= _MOST_NUMBERS:
        told = count if count <= 10**9 else "so many"
        raise UsageError(
            f"an event has 2 to {_MOST_NUMBERS} entrants, not {told}",
            maybe="give the file of an entry list.",
        )
    entrants = tuple(Entrant(i, str(i)) for i in range(1, count + 1))
    return Event(f"{count} entrants", entrants)


def _found(source: Source) -> Source:
    """A name that no file has but a table or event that comes along."""
    if isinstance(source, bytes):
        return source
    text = str(source)
    try:
        there = Path(source).exists()
    except (OSError, ValueError):
        there = False
    if there or Path(text).suffix or "\\" in text or text.startswith(("/", ".", "~")):
        return source
    try:
        return find_instance(text)
    except UsageError as error:
        raise UsageError(f"{error.message}, and no file either", maybe=error.maybe) from None


def _kind(data: bytes, where: str, want: str) -> str:
    """``event``, ``published`` or ``schedule``, by what the bytes look like."""
    suffix = Path(where).suffix.lower()
    head = data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
    if head == b"{" or suffix == ".json":
        return "schedule"
    if suffix == ".toml" or (suffix not in (".csv", ".tsv", ".xlsx") and _looks_like_toml(data)):
        content = TomlSource.read(data, limit=_LIMIT, name=where).content
        if "rulebook" in content:
            raise FileError(
                "this is a rulebook, not an event or a table", where=where,
                maybe="give it as --model.",
            )
        return "published" if "table" in content or "round" in content else "event"
    if want == "table":
        return "schedule"
    return _sheet_kind(data, where, want)


def _looks_like_toml(data: bytes) -> bool:
    return _TOML_LINE.search(data) is not None


def _sheet_kind(data: bytes, where: str, want: str) -> str:
    """Columns home and away make a schedule, a column of names an event, cells like 3-5 a grid."""
    from scheduler.files.grids import read_grid
    from scheduler.files.match_rows import MatchRows
    from scheduler.files.sheets import read_sheets
    from scheduler.files.words import ENTRANT_WORDS, MATCH_WORDS, find_header

    sheets = read_sheets(data, name=where)
    if any(find_header(sheet, MATCH_WORDS, ["home", "away"]) for sheet in sheets):
        return "schedule"
    if want or any(find_header(sheet, ENTRANT_WORDS, ["name"]) for sheet in sheets):
        return "event"
    for sheet in sheets:
        try:
            if read_grid(sheet, MatchRows(where, None)):
                return "schedule"
        except FileError:
            return "schedule"  # a grid with a mistake in it, which its reader will name
    return "event"
