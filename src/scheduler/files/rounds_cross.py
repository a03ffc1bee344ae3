"""Crosstables: n rows by n columns, each cell the rounds or the result of two entrants' matches."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from scheduler.errors import FileError
from scheduler.files.match_rows import MOST_NUMBER
from scheduler.files.rounds_checks import mirrored
from scheduler.files.rounds_rows import Raw, Rows
from scheduler.files.sheets import Sheet
from scheduler.files.text import fold
from scheduler.files.words import numeral
from scheduler.standings.entry import MOST_TEXT, plain

__all__ = ["Cross", "find_cross", "read_cross"]

_FIRST_WITHIN = 30
_LABELS_WITHIN = 4
_LEAST = 3
_EMPTY = frozenset(("", "-", "–", "—", "x", "X", "*", "■", "\\", "/", "#", "n/a", "——"))
_ROUND = re.compile(r"(?:r|rd|round|v|vòng|第)?\s*([0-9]{1,4})\s*轮?\s*(h|a|主|客|n|k|c)?", re.IGNORECASE)
_BOTH = re.compile(r"(?:r([0-9]{1,4})|([0-9]{1,4})(?=[ha主客]))([ha主客]?)\s*[: ]\s*(\S.*)", re.IGNORECASE)
_SEPARATORS = re.compile(r"[,;，；、\s]+")
_HOME, _AWAY = frozenset("h主nc"), frozenset("a客k")
_NUMBER = re.compile(r"[+-]?[0-9]{1,6}(?:[.,][0-9]{1,3})?")


@dataclass(frozen=True, slots=True)
class Cross:
    """Where a crosstable stands: the first cell inside it, its size, and what its rows are called."""

    row: int
    column: int
    labels: tuple[str, ...]
    names: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """n."""
        return len(self.labels)


def find_cross(sheet: Sheet) -> Cross | None:
    """A crosstable of at least three entrants, None where there is none.

    Its columns are headed by what heads its rows, or by 1 to n with n rows below, and its diagonal is
    empty or crossed out. Columns behind it (totals, places) are left alone.
    """
    for row in range(min(_FIRST_WITHIN, len(sheet.rows) - 1)):
        for column in range(1, min(_LABELS_WITHIN + 1, len(sheet.rows[row]))):
            if sheet.cell(row, column):
                found = _labelled(sheet, row, column) or _counted(sheet, row, column)
                if found and _hollow(sheet, found):
                    return found
    return None


def _labelled(sheet: Sheet, row: int, column: int) -> Cross | None:
    for label in range(column):
        size = 0
        while row + 1 + size < len(sheet.rows) and size < MOST_NUMBER:
            head, side = sheet.cell(row, column + size), sheet.cell(row + 1 + size, label)
            if not head or (fold(head) or head) != (fold(side) or side):
                break
            size += 1
        if size >= _LEAST:
            labels = tuple(sheet.cell(row + 1 + i, label) for i in range(size))
            return Cross(row + 1, column, labels, _names(sheet, row, column, label, size))
    return None


def _names(sheet: Sheet, row: int, column: int, label: int, size: int) -> tuple[str, ...]:
    """The names that stand beside the numbers of the rows, in a column of their own."""
    for other in range(column):
        texts = [sheet.cell(row + 1 + i, other) for i in range(size)]
        if other != label and all(text and numeral(text) is None for text in texts):
            return tuple(texts)
    return ()


def _counted(sheet: Sheet, row: int, column: int) -> Cross | None:
    """Columns 1 to n above n rows that have names only."""
    size = 0
    while numeral(sheet.cell(row, column + size)) == size + 1 and size < MOST_NUMBER:
        size += 1
    if size < _LEAST or row + size >= len(sheet.rows):
        return None
    labels = tuple(str(i) for i in range(1, size + 1))
    return Cross(row + 1, column, labels, _names(sheet, row, column, -1, size))


def _hollow(sheet: Sheet, cross: Cross) -> bool:
    cells = [sheet.cell(cross.row + i, cross.column + i) for i in range(cross.size)]
    return all(c in _EMPTY or fold(c) == fold(cross.labels[i]) for i, c in enumerate(cells))


def read_cross(sheet: Sheet, cross: Cross, rows: Rows, *, cells: str = "auto") -> None:
    """Every pair's matches into ``rows``; a cell that is not the mirror of its opposite is told.

    ``cells`` is what they hold: ``rounds`` (3, R3, 3H), ``results`` (+18, 13.25-6.75, or one side's VP), or
    ``auto``. Of results the rounds are not known (0) unless a cell says both: ``R3: +18``. Where no cell
    says who is home, it is who stands higher. FileError for a wrong ``cells``.
    """
    if cells not in ("auto", "rounds", "results"):
        raise FileError(f'"{cells[:40]}" is not what cells hold', maybe="say auto, rounds or results.")
    if cross.names:
        for label, name in zip(cross.labels, cross.names, strict=True):
            rows.names.setdefault(label, name)
    grid = [
        ["" if sheet.cell(cross.row + i, cross.column + j) in _EMPTY else sheet.cell(
            cross.row + i, cross.column + j) for j in range(cross.size)]
        for i in range(cross.size)
    ]
    by_round = cells == "rounds" or (cells == "auto" and _says_rounds(grid))
    reading = _Reading(sheet, cross, rows, grid, _triangular(grid))
    for i in range(cross.size):
        for j in range(i + 1, cross.size):
            if reading.dated(i, j) or not (grid[i][j] or grid[j][i]):
                continue
            if by_round:
                reading.rounds(i, j)
            else:
                reading.result(i, j)


def _triangular(grid: Sequence[Sequence[str]]) -> bool:
    """True where only one half is filled in, so that no cell has an opposite."""
    n = range(len(grid))
    upper = any(grid[i][j] for i in n for j in n if i < j)
    return upper != any(grid[i][j] for i in n for j in n if i > j)


def _says_rounds(grid: Sequence[Sequence[str]]) -> bool:
    """Bare numbers are rounds where they are the same on both sides and, in each row, all different."""
    filled = [(i, j, text) for i, row in enumerate(grid) for j, text in enumerate(row) if text]
    parsed = [(i, j, _rounds(text)) for i, j, text in filled]
    if not filled or any(parts is None for _, _, parts in parsed):
        return False
    known = [(i, j, parts) for i, j, parts in parsed if parts is not None]
    if any(side for _, _, parts in known for _, side in parts):
        return True
    seen: set[tuple[int, int]] = set()
    same = twice = 0
    for i, j, parts in known:
        same += not grid[j][i] or grid[j][i] == grid[i][j]
        for number, _ in parts:
            twice += (i, number) in seen
            seen.add((i, number))
    # A slip or two must not turn a table of rounds into one of results.
    return 10 * same >= 9 * len(known) and 10 * twice <= len(known)


def _rounds(text: str) -> list[tuple[int, str]] | None:
    """(round, ``home``, ``away`` or "") of each part of a cell, None where it is something else."""
    found: list[tuple[int, str]] = []
    for part in filter(None, _SEPARATORS.split(text)):
        match = _ROUND.fullmatch(part)
        if not match or not int(match[1]):
            return None
        letter = (match[2] or "").casefold()
        found.append((int(match[1]), "home" if letter in _HOME else "away" if letter in _AWAY else ""))
    return found if found and text[:1] not in "+-" else None


@dataclass(slots=True)
class _Reading:
    sheet: Sheet
    cross: Cross
    rows: Rows
    grid: list[list[str]]
    half: bool

    def place(self, i: int, j: int) -> str:
        """Where the cell stands."""
        return self.sheet.place(self.cross.row + i, self.cross.column + j)

    def tell(self, kind: str, i: int, j: int, text: str) -> None:
        """A finding at cell (i, j)."""
        self.rows.findings.add(kind, text, self.place(i, j))

    def dated(self, i: int, j: int) -> bool:
        """True, and told, where the spreadsheet made a date of one of the two cells."""
        for a, b in ((i, j), (j, i)):
            if (self.cross.row + a, self.cross.column + b) in self.sheet.dates:
                self.tell("date", a, b, f"the spreadsheet has made a date of this cell ({self.grid[a][b]})")
                return True
        return False

    def unlike(self, i: int, j: int) -> None:
        """The two cells of a pair do not say the same."""
        one, other = self.cross.labels[i], self.cross.labels[j]
        here, there = self.grid[i][j][:40], self.grid[j][i][:40]
        self.tell(
            "mirror", i, j,
            f'{one[:40]} against {other[:40]} is "{here}", but the opposite cell says "{there}"'
            f" ({self.place(j, i)})",
        )

    def rounds(self, i: int, j: int) -> None:
        """Cells with rounds: one match for each."""
        parts = [_rounds(self.grid[a][b]) if self.grid[a][b] else [] for a, b in ((i, j), (j, i))]
        for (a, b), part in zip(((i, j), (j, i)), parts, strict=True):
            if part is None:
                self.tell("unreadable", a, b, f'"{self.grid[a][b][:40]}" is no round, such as 3 or 3H')
                return
        here, there = parts[0] or [], parts[1] or []
        other = {"home": "away", "away": "home", "": ""}
        if not self.half and sorted(here) != sorted((r, other[s]) for r, s in there):
            self.unlike(i, j)
        for number, side in here or [(r, other[s]) for r, s in there]:
            self.add(i, j, number, side, "")

    def result(self, i: int, j: int) -> None:
        """Cells with a result: one match."""
        number, side, here = self._cut(i, j)
        number_there, side_there, there = self._cut(j, i)
        if max(len(here), len(there)) > MOST_TEXT:
            self.tell("unreadable", i, j, f"more than {MOST_TEXT} characters for a result")
            return
        if not self.half and (not here or not there):
            self.unlike(i, j)
        if here and there:
            if number != number_there or (side and side == side_there):
                self.unlike(i, j)
            joined = _joined(here, there)
            if joined is None:
                self.unlike(i, j)
            here = joined or here
        elif there:
            here = mirrored(there) or there
            number, side = number_there, {"home": "away", "away": "home", "": ""}[side_there]
        if side == "away":
            here = mirrored(here) or here
        self.add(i, j, number, side, here)

    def _cut(self, i: int, j: int) -> tuple[int, str, str]:
        """Round, side and result of a cell; 0 and "" where it does not say."""
        found = _BOTH.fullmatch(self.grid[i][j])
        if not found:
            return 0, "", self.grid[i][j]
        letter = found[3].casefold()
        side = "home" if letter in _HOME else "away" if letter in _AWAY else ""
        return int(found[1] or found[2]), side, found[4]

    def add(self, i: int, j: int, number: int, side: str, result: str) -> None:
        """A match of entrants i and j; i is home unless it is ``away``."""
        home, away = (j, i) if side == "away" else (i, j)
        labels = self.cross.labels
        self.rows.add(Raw(number, 0, labels[home], labels[away], self.place(i, j), result=result))


def _joined(here: str, there: str) -> str | None:
    """One result out of the two cells of a pair, None where they contradict each other.

    Numbers that are each other's opposite are margins; other bare numbers are the points of each side.
    """
    one, other = plain(here), plain(there)
    if _NUMBER.fullmatch(one) and _NUMBER.fullmatch(other):
        signed = one[0] in "+-" or other[0] in "+-"
        if signed:
            same = mirrored(one.lstrip("+")) == other.lstrip("+") or one == other == "0"
            return here if same else None
        return f"{here}-{there}"
    return here if mirrored(one) == other else None
