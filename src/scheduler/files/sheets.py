"""Sheets of text cells out of CSV and XLSX, each cell with the place that messages name it by."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scheduler.errors import FileError
from scheduler.files.source import MEGABYTE, Source, read_bytes
from scheduler.files.text import clean, decode
from scheduler.files.xlsx_guard import MOST_CELLS, guarded

__all__ = ["FORMULA_STARTS", "Sheet", "column_letters", "read_sheets", "unguarded"]

_LIMIT = 128 * MEGABYTE
_LONGEST_CELL = 10_000
_MOST_SHEETS = 100
_DELIMITERS = "\t;,|"
FORMULA_STARTS = "=+-@＝＋－＠"
_GUARDED = re.compile(f"'+[{re.escape(FORMULA_STARTS)}]")


@dataclass(frozen=True, slots=True)
class Sheet:
    """Rows of cleaned texts; ``lines[i]`` is the 1-based line of row ``i`` in the file or sheet.

    ``name`` is "" for CSV, which has only one sheet. ``dates`` holds the (row, column) of cells,
    both from 0, that the spreadsheet keeps as dates.
    """

    where: str
    name: str
    rows: tuple[tuple[str, ...], ...]
    lines: tuple[int, ...]
    dates: frozenset[tuple[int, int]] = frozenset()

    def place(self, row: int, column: int | None = None) -> str:
        """Where a cell stands, in words: ``t.xlsx, sheet S, cell B7`` or ``t.csv:7, column 2``."""
        line = self.lines[row]
        if not self.name:
            return f"{self.where}:{line}" + ("" if column is None else f", column {column + 1}")
        cell = f"row {line}" if column is None else f"cell {column_letters(column)}{line}"
        return f"{self.where}, sheet {self.name}, {cell}"

    def cell(self, row: int, column: int) -> str:
        """The text of a cell, "" beyond the end of its row."""
        cells = self.rows[row]
        return cells[column] if 0 <= column < len(cells) else ""


def read_sheets(source: Source, *, name: str = "", limit: int = _LIMIT) -> tuple[Sheet, ...]:
    """The sheets of a CSV or XLSX file that hold anything, in their order.

    ``limit`` is in bytes. Blank rows are left out. Raises :class:`FileError` for what cannot be
    read, or holds nothing.
    """
    data, where = read_bytes(source, limit=limit, name=name)
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06", b"\xd0\xcf\x11\xe0")):
        sheets = _workbook(data, where)
    else:
        sheets = (_table(decode(data, where), where),)
    filled = tuple(sheet for sheet in sheets if sheet.rows)
    if not filled:
        raise FileError("no cell holds anything", where=where, maybe="it was not saved.")
    return filled


def column_letters(column: int) -> str:
    """The spreadsheet's letters of a column counted from 0: 0 is A, 26 is AA."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def unguarded(text: str) -> str:
    """The text without the apostrophe that keeps a spreadsheet from taking it for a formula."""
    return text[1:] if _GUARDED.match(text) else text


def _sheet(
    where: str, name: str, numbered: Sequence[tuple[int, Sequence[str]]],
    dates: frozenset[tuple[int, int]] = frozenset(),
) -> Sheet:
    """A sheet without its blank rows; ``dates`` come with line numbers and leave as row indices."""
    kept = [(line, row) for line, row in numbered if any(row)]
    index = {line: i for i, (line, _) in enumerate(kept)}
    return Sheet(
        where, name, tuple(tuple(row) for _, row in kept), tuple(line for line, _ in kept),
        frozenset((index[line], column) for line, column in dates if line in index),
    )


# --- CSV ------------------------------------------------------------------------------------------


def _table(text: str, where: str) -> Sheet:
    first, _, rest = text.partition("\n")
    told = first.strip().strip('"').lower()
    skipped = 0
    delimiter = ""
    if told.startswith("sep=") and len(told) <= 5:
        delimiter, text, skipped = told[4:] or "\t", rest, 1
    delimiter = delimiter or _delimiter(text)
    rows: list[tuple[int, list[str]]] = []
    for line, cells in _parsed(text, delimiter, where, skipped):
        rows.append((line, [unguarded(clean(cell)) for cell in cells]))
        if len(rows) > MOST_CELLS or max(map(len, cells), default=0) > _LONGEST_CELL:
            raise FileError(
                f"a cell of more than {_LONGEST_CELL} characters, or too many rows",
                where=f"{where}:{line}",
                maybe="a quotation mark is opened there and never closed.",
            )
    return _sheet(where, "", rows)


def _delimiter(text: str) -> str:
    """The character that cuts most lines into equally many cells; a comma where nothing does."""
    lines = text[:200_000].splitlines()[:200]
    best, score = ",", (1, 1)
    for candidate in _DELIMITERS:
        try:
            widths = Counter(map(len, csv.reader(lines, delimiter=candidate)))
        except csv.Error:
            continue
        width, count = max(
            ((w, n) for w, n in widths.items() if w > 1), key=lambda x: (x[1], x[0]),
            default=(0, 0),
        )
        if (count, width) > score:
            best, score = candidate, (count, width)
    return best


def _parsed(
    text: str, delimiter: str, where: str, skipped: int
) -> list[tuple[int, list[str]]]:
    """(line, cells) of every row; first by the book, then with quotation marks taken lightly."""
    for strict in (True, False):
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=strict)
        rows: list[tuple[int, list[str]]] = []
        line = 0
        try:
            for cells in reader:
                rows.append((line + 1 + skipped, cells))
                line = reader.line_num
        except csv.Error as error:
            if not strict or "unexpected end" in str(error):
                raise FileError(
                    f"the row cannot be read ({error})",
                    where=f"{where}:{line + 1 + skipped}",
                    maybe="a quotation mark is opened there and never closed.",
                ) from None
        else:
            break
    return rows


# --- XLSX -----------------------------------------------------------------------------------------


def _workbook(data: bytes, where: str) -> tuple[Sheet, ...]:
    safe = guarded(data, where)
    from python_calamine import CalamineError, CalamineWorkbook

    try:
        with CalamineWorkbook.from_filelike(io.BytesIO(safe)) as book:
            if len(book.sheet_names) > _MOST_SHEETS:
                raise FileError(f"more than {_MOST_SHEETS} sheets", where=where)
            return tuple(_grid(book.get_sheet_by_name(n), where) for n in book.sheet_names)
    except (CalamineError, ValueError, OSError) as error:
        raise FileError(
            f"the workbook cannot be read ({error})", where=where, maybe="save it again."
        ) from None
    except BaseException as error:
        # A panic of the reading library derives from BaseException and is no wish to stop.
        if type(error).__name__ != "PanicException":
            raise
        raise FileError(
            "the workbook is damaged", where=where, maybe="save it again."
        ) from None


def _grid(sheet: Any, where: str) -> Sheet:
    values = sheet.to_python(skip_empty_area=False)
    cells = [[_text(value) for value in row] for row in values]
    dates = frozenset(
        (r + 1, c) for r, row in enumerate(values) for c, v in enumerate(row)
        if hasattr(v, "isoformat")
    )
    _fill_down(cells, sheet.merged_cell_ranges or [])
    return _sheet(where, clean(sheet.name) or "?", list(enumerate(cells, start=1)), dates)


def _text(value: Any) -> str:
    """A cell as text. Spreadsheets keep whole numbers as floats: 3.0 is the number 3."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if hasattr(value, "isoformat"):
        return str(value.isoformat())
    return str(value)


def _fill_down(cells: list[list[str]], merged: Sequence[Any]) -> None:
    """Give a cell merged over several rows to each of them, as the eye reads it."""
    budget = MOST_CELLS
    for (top, left), (bottom, _) in merged:
        bottom = min(bottom, len(cells) - 1)
        budget -= max(bottom - top, 0) + 1
        if budget < 0:
            return
        for row in range(top + 1, bottom + 1):
            if any(cells[row]) and left < len(cells[row]) and not cells[row][left]:
                cells[row][left] = cells[top][left]
