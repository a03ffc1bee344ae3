"""From groups to a knockout: who goes through, as an event of its own that is drawn like any other."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from scheduler.app.inputs import EventLike, open_event
from scheduler.errors import FileError, UsageError
from scheduler.event import Event
from scheduler.files.sheets import Sheet, read_sheets
from scheduler.files.source import MEGABYTE, Source, read_bytes
from scheduler.files.text import clean
from scheduler.files.words import ENTRANT_WORDS, find_header, numeral
from scheduler.formats.stages import knockout_event, qualified

__all__ = ["advanced", "entry_list", "read_standings"]

_LIMIT = 16 * MEGABYTE
_MOST_GROUPS = 256
_WORDS = {
    "group": ("group", "组", "bảng", "组别", "小组", "pool"),
    "number": ENTRANT_WORDS["number"], "name": ENTRANT_WORDS["name"],
}
Standings = tuple[tuple[int, ...], ...]


def read_standings(source: Source, event: Event, *, name: str = "") -> Standings:
    """Groups in their final order, by number: ``{"groups": [[3, 1, ...], ...]}``, or a sheet with columns
    of groups and of numbers or names, whose rows are in order of standing.

    Raises FileError for anybody twice or unknown, and for what is neither.
    """
    data, where = read_bytes(source, limit=_LIMIT, name=name)
    groups: list[list[int]]
    if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{":
        groups = _from_json(data, where, event)
    else:
        groups = _from_sheets(read_sheets(data, name=where), where, event)
    seen: set[int] = set()
    for number in (e for g in groups for e in g):
        if number in seen:
            raise FileError(f"{event.name_of(number)} is there twice", where=where)
        seen.add(number)
    if not 2 <= len(groups) <= _MOST_GROUPS:
        raise FileError(f"{len(groups)} groups; 2 to {_MOST_GROUPS} lead into a knockout", where=where)
    return tuple(map(tuple, groups))


def _from_json(data: bytes, where: str, event: Event) -> list[list[int]]:
    try:
        told: Any = json.loads(data)
    except (ValueError, RecursionError):
        raise FileError("not JSON", where=where) from None
    groups = told.get("groups") if isinstance(told, dict) else None
    if not isinstance(groups, list) or not all(
        isinstance(g, list) and g and all(type(e) is int and 1 <= e <= event.size for e in g) for g in groups
    ):
        raise FileError(f'"groups" is a list of lists of numbers from 1 to {event.size}', where=where)
    return groups


def _from_sheets(sheets: Sequence[Sheet], where: str, event: Event) -> list[list[int]]:
    names = {clean(e.name): e.number for e in event.entrants}
    for sheet in sheets:
        header = find_header(sheet, _WORDS, ["group"])
        if header is None or not {"number", "name"} & set(header.columns):
            continue
        groups: dict[str, list[int]] = {}
        for row in range(header.row + 1, len(sheet.rows)):
            texts = {k: sheet.cell(row, c) for k, c in header.columns.items()}
            told = numeral(texts.get("number", ""))
            number = told if told is not None else names.get(clean(texts.get("name", "")), 0)
            if not 1 <= number <= event.size:
                raise FileError("nobody of the entry list is named here", where=sheet.place(row))
            groups.setdefault(texts["group"], []).append(number)
        return list(groups.values())
    raise FileError(
        "no standings were found in it", where=where,
        maybe='put headings above them: "group, number, name".',
    )


def advanced(
    event: EventLike, standings: Source, advance: int, *, name: str = "", called: str = ""
) -> Event:
    """Those who go through as an event with one knockout stage: the first of the event's, else a plain one.

    They are numbered winners first, then seconds ..., winners are the seeds in order of groups, and a
    column ``group`` keeps who met apart as long as possible, in place of the rulebook's own wish.
    ``name`` and ``called`` are what messages call bytes of event and standings.

    Raises FileError for files, UsageError where a group is smaller than ``advance``.
    """
    opened = open_event(event, name=name)
    groups = read_standings(standings, opened, name=called)
    short = min(map(len, groups))
    if not 1 <= advance <= short:
        raise UsageError(f"from 1 to {short} of each group can go through, not {advance}")
    return knockout_event(opened, qualified(groups, advance))


def entry_list(event: Event) -> bytes:
    """The entry list of an event as a CSV file."""
    from scheduler.files.csv_out import csv_bytes
    from scheduler.files.entrants import write_entrants

    return csv_bytes(write_entrants(event.entrants))
