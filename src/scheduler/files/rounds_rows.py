"""Lists of matches and of results, one row each, to raw rows: who is meant is settled later."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from scheduler.errors import FileError
from scheduler.files.match_rows import MOST_NUMBER, MOST_ROUNDS
from scheduler.files.rounds_value import Findings
from scheduler.files.rounds_words import PLAIN_WORDS, ROUND_WORDS, bye_kind, round_label
from scheduler.files.sheets import Sheet
from scheduler.files.text import fold
from scheduler.files.words import Header, find_header, numeral
from scheduler.standings.entry import MOST_TEXT, plain

__all__ = [
    "MOST_ROWS", "Raw", "Rows", "fines_header", "list_header", "penalty_points", "read_list",
    "results_header",
]

MOST_ROWS = 50_000
_VALUES = (
    "result", "imps home", "imps away", "vp home", "vp away", "penalty", "penalty home", "penalty away",
)
_KEYS = ("round", "table", "home", "away", "home name", "away name", *_VALUES)
_PLAIN = {fold(w): key for key, listed in PLAIN_WORDS.items() for w in listed}
_FINE = re.compile(r"-?([0-9]{1,6})(?:[.,]([0-9]{1,2}))?")
_NO_VALUE = frozenset(("", "-", "–", "—"))
_BLANK = ("", "")


@dataclass(slots=True)
class Raw:
    """One row: texts as written. ``kind`` is "" for a match, else what stands in place of an opponent."""

    round: int
    table: int
    home: str
    away: str
    where: str
    kind: str = ""
    result: str = ""
    imps: tuple[str, str] = _BLANK
    vp: tuple[str, str] = _BLANK
    fines: tuple[int, int] = (0, 0)


@dataclass(slots=True)
class Rows:
    """What has been read so far. ``results`` are rows that name only round and table."""

    findings: Findings
    raws: list[Raw] = field(default_factory=list)
    results: dict[tuple[int, int], Raw] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    def add(self, raw: Raw) -> None:
        """One more row of a match or a bye. FileError beyond 50,000."""
        if len(self.raws) + len(self.results) >= MOST_ROWS:
            raise FileError(f"more than {MOST_ROWS:,} rows", where=raw.where)
        self.raws.append(raw)


def list_header(sheet: Sheet) -> Header | None:
    """Where home and away stand, with all else; None where the sheet is no list of matches."""
    return _completed(sheet, find_header(sheet, ROUND_WORDS, ["home", "away"], _KEYS))


def results_header(sheet: Sheet) -> Header | None:
    """The columns of a list of results that names matches by round and table alone."""
    keys = ("round", "table", *_VALUES)
    header = _completed(sheet, find_header(sheet, ROUND_WORDS, ["round", "table"], keys))
    return header if header and any(key in header.columns for key in _VALUES) else None


def fines_header(sheet: Sheet) -> Header | None:
    """The columns of a list of penalties: round, entrant, penalty."""
    return find_header(sheet, ROUND_WORDS, ["round", "home", "penalty"], ["round", "home", "penalty"])


def _completed(sheet: Sheet, header: Header | None) -> Header | None:
    """The header with ``VP`` and the like: once for both sides, or for home and then for away."""
    if header is None:
        return None
    columns = dict(header.columns)
    found: dict[str, list[int]] = {}
    for column, text in enumerate(sheet.rows[header.row]):
        key = _PLAIN.get(fold(text), "")
        if key and column not in columns.values():
            found.setdefault(key, []).append(column)
    for key, places in found.items():
        sides = (f"{key} home", f"{key} away") if key != "name" else ("home name", "away name")
        if any(side in columns for side in sides):
            continue
        if len(places) == 2:
            columns |= dict(zip(sides, places, strict=True))
        elif len(places) == 1 and key == "imps":
            columns["imps home"] = places[0]
        elif len(places) == 1 and key == "vp":
            columns.setdefault("result", places[0])
    return Header(header.row, columns, header.further)


def read_list(sheet: Sheet, header: Header, rows: Rows) -> None:
    """Every row below ``header`` into ``rows``; whatever is no row of a match is told."""
    heading, current = sheet.rows[header.row], 0
    for row in range(header.row + 1, len(sheet.rows)):
        cells = sheet.rows[row]
        if cells == heading:
            continue
        filled = [c for c, text in enumerate(cells) if text]
        label = round_label(cells[filled[0]]) if len(filled) == 1 else None
        if label is not None:
            current = label  # a line such as "Round 3" above its matches
            continue
        current = _Row(sheet, header.columns, row, rows).read(current)


@dataclass(slots=True)
class _Row:
    sheet: Sheet
    columns: Mapping[str, int]
    row: int
    rows: Rows

    def read(self, current: int) -> int:
        """Read the row; the round that holds for it and for rows below that say none."""
        home, away = self._text("home"), self._text("away")
        listed = "home" in self.columns
        values = [self._text(key) for key in _VALUES if key in self.columns]
        if not any((home, away)) and (listed or not any(values)):
            if any(self.sheet.rows[self.row]) and (any(values) or not self._text("round")):
                self._tell("unread", "this row names nobody and was not read", grave=any(values))
            return current
        if self._dated():
            return current
        number = self._round(current)
        if number is None:
            return current
        raw = Raw(number, self._table(), home, away, self._place("home" if listed else "round"))
        self._sides(raw, listed)
        self._values(raw)
        if listed:
            self._name("home name", home)
            self._name("away name", away)
            self.rows.add(raw)
        else:
            self._result(raw)
        return number

    def _text(self, key: str) -> str:
        return self.sheet.cell(self.row, self.columns.get(key, -1))

    def _place(self, key: str) -> str:
        column = self.columns.get(key)
        return self.sheet.place(self.row, column)

    def _tell(self, kind: str, text: str, key: str = "", *, grave: bool = True) -> None:
        self.rows.findings.add(kind, text, self._place(key), grave=grave)

    def _dated(self) -> bool:
        """True, and told, where the spreadsheet has turned 12-8 into a day of December."""
        for key in ("round", "table", "home", "away", *_VALUES) if self.sheet.dates else ():
            column = self.columns.get(key, -1)
            if (self.row, column) in self.sheet.dates:
                self._tell("date", f"the spreadsheet has made a date of this cell ({self._text(key)})", key)
                return True
        return False

    def _round(self, current: int) -> int | None:
        text = self._text("round")
        number = round_label(text) if text else current or None
        if number is None or not 0 <= number <= MOST_ROUNDS:
            said = f'"{text[:40]}" is no round from 1 to {MOST_ROUNDS}' if text else "no round is said"
            self._tell("round", said, "round")
            return None
        return number

    def _table(self) -> int:
        text = self._text("table")
        number = 0 if text in _NO_VALUE else numeral(text)
        if number is None or number > MOST_NUMBER:
            self._tell("table", f'"{text[:40]}" is no table from 1 to {MOST_NUMBER}', "table")
            return 0
        return number

    def _sides(self, raw: Raw, listed: bool) -> None:
        """Set the side that plays, where the other cell says that there is no opponent."""
        if not listed:
            return
        if "away" not in self.columns:
            raw.kind = "penalty"
            return
        kinds = bye_kind(raw.home), bye_kind(raw.away)
        if kinds[0] and not kinds[1]:
            raw.home, raw.away, raw.kind = raw.away, "", kinds[0]
        elif kinds[1]:
            raw.away, raw.kind = "", kinds[1]

    def _values(self, raw: Raw) -> None:
        told = {key: self._text(key) for key in _VALUES}
        for key, text in told.items():
            if len(text) > MOST_TEXT:
                self._tell("unreadable", f"more than {MOST_TEXT} characters for a result", key)
                told[key] = ""
        clean = {key: "" if text in _NO_VALUE else text for key, text in told.items()}
        raw.result = clean["result"] or ("--" if told["result"] == "--" else "")
        raw.imps = clean["imps home"], clean["imps away"]
        raw.vp = clean["vp home"], clean["vp away"]
        raw.fines = self._fine("penalty home", told), self._fine("penalty away", told)
        if clean["penalty"] and not any(raw.fines):
            raw.fines = self._whose(clean["penalty"], bool(raw.kind))

    def _fine(self, key: str, told: Mapping[str, str]) -> int:
        points = penalty_points(told[key])
        if points is None:
            self._tell("penalty", f'"{told[key][:40]}" is no penalty: it is a number such as 0.5', key)
        return points or 0

    def _whose(self, text: str, alone: bool) -> tuple[int, int]:
        """``1/0``, ``home 1``, ``A 0.5``; a bare number only where one entrant stands in the row."""
        simple = plain(text)
        home, slash, away = simple.partition("/")
        side, _, amount = simple.partition(" ")
        parts: tuple[str, str] | None = None
        if slash:
            parts = home.strip(), away.strip()
        elif alone and penalty_points(simple) is not None:
            parts = simple, ""
        elif side in ("h", "home", "主", "主队", "chủ"):
            parts = amount, ""
        elif side in ("a", "away", "客", "客队", "khách"):
            parts = "", amount
        points = [penalty_points(p) for p in parts or ()]
        if len(points) != 2 or None in points:
            if penalty_points(simple) != 0:
                self._tell("penalty", f'"{text[:40]}" does not say whose penalty this is', "penalty")
            return 0, 0
        return points[0] or 0, points[1] or 0

    def _name(self, key: str, number: str) -> None:
        """The name that stands beside a number."""
        name = self._text(key)
        if not name or not number or bye_kind(name):
            return
        known = self.rows.names.setdefault(number, name)
        if known.casefold() != name.casefold():
            self._tell("name", f'{number} is "{name[:60]}" here and "{known[:60]}" before', key)

    def _result(self, raw: Raw) -> None:
        if not raw.table:
            self._tell("table", "a row of results needs a table to say which match it is", "table")
            return
        before = self.rows.results.setdefault((raw.round, raw.table), raw)
        if before is not raw and _said(before) != _said(raw):
            where = f"round {raw.round}, table {raw.table}"
            self._tell("differ", f"{where} has another result in {before.where}", "table")


def _said(raw: Raw) -> tuple[object, ...]:
    return raw.result, raw.imps, raw.vp, raw.fines


def penalty_points(text: str) -> int | None:
    """Hundredths of ``1``, ``0.5``, ``-1``, ``0,25``; 0 for nothing, None for what is no number.

    A minus sign only says that it is taken away, which every penalty is.
    """
    if text in _NO_VALUE:
        return 0
    found = _FINE.fullmatch(plain(text))
    return int(found[1]) * 100 + int(f"{found[2] or '0':0<2}") if found else None
