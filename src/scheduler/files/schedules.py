"""Schedules from any file that holds one: JSON, CSV or XLSX, as one row a match or as a grid."""

from __future__ import annotations

from scheduler.errors import FileError
from scheduler.event import Event, Schedule
from scheduler.files.grids import read_grid
from scheduler.files.json_schedules import read_json_schedule, schedule_json
from scheduler.files.match_rows import MatchRows
from scheduler.files.sheets import Sheet, read_sheets
from scheduler.files.source import MEGABYTE, Source, read_bytes
from scheduler.files.text import fold
from scheduler.files.words import MATCH_WORDS, Header, find_header, numeral

__all__ = ["load_schedule", "schedule_json"]

_LIMIT = 128 * MEGABYTE
_COLUMNS = ("round", "table", "home", "away", "start")
_NO_OPPONENT = frozenset(fold(w) for w in MATCH_WORDS["bye"]) | {""}


def load_schedule(source: Source, event: Event | None = None, *, name: str = "") -> Schedule:
    """The schedule in ``source``, a path or the bytes of a JSON, CSV or XLSX file.

    JSON has the shape of ``--json`` output. A sheet has columns round, home, away and perhaps
    table and start (headings in English, Chinese or Vietnamese), or is a grid of rounds by tables
    with cells such as ``3-5``. Entrants are numbers, or names where ``event`` knows them. ``name``
    is what messages call the file. Of several sheets the first that holds a schedule counts.

    What can be judged (a pair twice, somebody idle) is kept for the verifier. Raises
    :class:`FileError` naming line or cell for what is no match, for more than 2,000 entrants,
    5,000 rounds or 1,000,000 matches, and for files over 128 MB.
    """
    data, where = read_bytes(source, limit=_LIMIT, name=name)
    if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"["):
        return read_json_schedule(data, where, event)
    sheets = read_sheets(data, name=where)
    for sheet in sheets:
        rows = MatchRows(where, event)
        header = find_header(sheet, MATCH_WORDS, ["home", "away"], _COLUMNS)
        if header is not None:
            _read_list(sheet, header, rows)
            return rows.schedule()
        if read_grid(sheet, rows):
            return rows.schedule()
    for sheet in sheets:
        if sheet.dates:
            raise FileError(
                "no schedule was found, but dates; spreadsheets turn 3-5 into one",
                where=sheet.place(*min(sheet.dates)),
                maybe="format the cells as text and write the matches again.",
            )
    raise FileError(
        "no schedule was found in it", where=sheets[0].place(0),
        maybe='put headings above the matches: "round, table, home, away".',
    )


def _read_list(sheet: Sheet, header: Header, rows: MatchRows) -> None:
    """One row a match; a row with one entrant is a bye."""
    if "round" not in header.columns:
        raise FileError(
            "no column says the round", where=sheet.place(header.row),
            maybe='its heading is not "round".',
        )
    heading = sheet.rows[header.row]
    for row in range(header.row + 1, len(sheet.rows)):
        if sheet.rows[row] != heading:
            _read_row(sheet, header, row, rows)


def _read_row(sheet: Sheet, header: Header, row: int, rows: MatchRows) -> None:
    columns = header.columns
    number = _whole(sheet, row, columns["round"], "round")
    sides: list[int | None] = []
    for side in ("home", "away"):
        text = sheet.cell(row, columns[side])
        at = sheet.place(row, columns[side])
        known = rows.knows(text)
        sides.append(rows.entrant(text, at) if known or fold(text) not in _NO_OPPONENT else None)
    home, away = sides
    if home is not None and away is not None:
        table = _whole(sheet, row, columns.get("table", -1), "table")
        rows.add(number, home, away, table, sheet.place(row, columns["home"]))
    elif home is None and away is None:
        raise FileError("nobody plays in this row", where=sheet.place(row, columns["home"]))
    else:
        rows.add_bye(number, home or away or 0, sheet.place(row, columns["home"]))
    start = columns.get("start", -1)
    rows.add_start(number, sheet.cell(row, start), sheet.place(row, start if start >= 0 else None))


def _whole(sheet: Sheet, row: int, column: int, what: str) -> int:
    """The number in a cell; 0 where a table is left open."""
    text = sheet.cell(row, column)
    if not text and what == "table":
        return 0
    value = numeral(text)
    if value is None:
        raise FileError(
            f'the {what} "{text[:40]}" is not a number', where=sheet.place(row, column)
        )
    return value
