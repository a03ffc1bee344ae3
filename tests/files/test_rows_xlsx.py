"""Rows as a workbook, read with another library than the one that wrote it."""

from __future__ import annotations

import io
from decimal import Decimal

import openpyxl
import pytest

from scheduler.errors import UsageError
from scheduler.files import rows_xlsx as module
from scheduler.files.rows_xlsx import rows_xlsx

ROWS = [["Place", "Name", "Total", 3], [1, "=Aces", Decimal("25.50"), ""], [2, "北京", Decimal("7"), "5.00*"]]


def test_numbers_are_numbers_and_texts_texts_whatever_they_begin_with() -> None:
    book = openpyxl.load_workbook(io.BytesIO(rows_xlsx([("Standings: [1]", ROWS)], title="A & B")))
    sheet = book["Standings   1"]
    assert [[c.value for c in row] for row in sheet.iter_rows()] == [
        ["Place", "Name", "Total", 3], [1, "=Aces", 25.5, None], [2, "北京", 7, "5.00*"]]
    assert sheet["B2"].data_type == "s"
    assert (sheet["C2"].number_format, sheet["C3"].number_format) == ("0.00", "0")
    assert sheet.page_setup.paperSize == 9
    assert sheet.print_title_rows == "$1:$1"


def test_the_same_rows_give_the_same_bytes() -> None:
    assert rows_xlsx([("A", ROWS), ("B", ROWS)]) == rows_xlsx([("A", ROWS), ("B", ROWS)])


def test_more_than_a_sheet_holds_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_CELLS", 11)
    with pytest.raises(UsageError, match="too many cells"):
        rows_xlsx([("A", ROWS)])
