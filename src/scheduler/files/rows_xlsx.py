"""Rows of cells as an XLSX workbook that prints on A4: standings, crosstables, lists of any kind."""

from __future__ import annotations

import datetime
import io
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from scheduler.errors import UsageError

__all__ = ["rows_xlsx"]

_A4 = 9
_MOST_ROWS = 1_048_000
_MOST_COLUMNS = 16_000
_MOST_CELLS = 2_000_000
_WIDEST = 40
_ON_A_PAGE = 34
# Spreadsheets write the moment of making into the file; a fixed one keeps the bytes the same.
_MADE = datetime.datetime(2000, 1, 1)

Cells = Sequence[Sequence[str | int | Decimal]]


def rows_xlsx(sheets: Sequence[tuple[str, Cells]], *, title: str = "") -> bytes:
    """The workbook's bytes, the same for the same input: one sheet for each (name, rows).

    The first row of a sheet is its headings. Decimals become numbers shown with their places, texts stay
    texts whatever they begin with. UsageError for more than a sheet holds.
    """
    for name, rows in sheets:
        across = max(map(len, rows), default=0)
        if len(rows) > _MOST_ROWS or across > _MOST_COLUMNS or len(rows) * across > _MOST_CELLS:
            raise UsageError(f'"{name:.40}" has too many cells for a workbook', maybe="write CSV or JSON.")
    import xlsxwriter

    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {
        "in_memory": True, "strings_to_numbers": False, "strings_to_formulas": False,
        "strings_to_urls": False,
    })
    book.set_properties({"created": _MADE, "title": title[:250]})
    writer = _Writer(book, title)
    for name, rows in sheets:
        writer.sheet(name, rows)
    book.close()
    return out.getvalue()


class _Writer:
    """One workbook with its formats."""

    def __init__(self, book: Any, title: str) -> None:
        self.book, self.title = book, title
        self.bold = book.add_format({"bold": True, "bottom": 1, "align": "center"})
        self.plain = book.add_format({})
        self.decimal: dict[int, Any] = {}

    def sheet(self, name: str, rows: Cells) -> None:
        """One sheet; a heading row that repeats, columns as wide as their texts."""
        bare = "".join(" " if c in "[]:*?/\\'" else c for c in name)[:31].strip()
        sheet = self.book.add_worksheet(bare or None)
        sheet.set_paper(_A4)
        across = max(map(len, rows), default=0)
        if across > 8:
            sheet.set_landscape()
        if across <= _ON_A_PAGE:
            sheet.fit_to_pages(1, 0)
        sheet.repeat_rows(0)
        sheet.freeze_panes(1, 0)
        sheet.set_footer("&C&P / &N")
        # In a header "&" starts a code, and Excel refuses more than 255 characters.
        sheet.set_header(f"&C{self.title.replace('&', '&&')}"[:250])
        widths = [0] * across
        for r, row in enumerate(rows):
            for c, cell in enumerate(row):
                widths[c] = max(widths[c], sum(2 if x > "\u2e80" else 1 for x in str(cell)))
                self.write(sheet, r, c, cell)
        for c, width in enumerate(widths):
            sheet.set_column(c, c, min(width, _WIDEST) + 2)

    def write(self, sheet: Any, r: int, c: int, cell: str | int | Decimal) -> None:
        """One cell, by its type."""
        if cell == "":
            return
        if isinstance(cell, str):
            sheet.write_string(r, c, cell, self.plain if r else self.bold)
            return
        exponent = cell.as_tuple().exponent if isinstance(cell, Decimal) else 0
        places = -exponent if isinstance(exponent, int) else 0
        sheet.write_number(r, c, cell, self._format(max(0, places)) if r else self.bold)

    def _format(self, places: int) -> Any:
        if places not in self.decimal:
            shown = f"0.{'0' * places}" if places else "0"
            self.decimal[places] = self.book.add_format({"num_format": shown})
        return self.decimal[places]
