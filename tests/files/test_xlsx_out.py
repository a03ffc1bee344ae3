"""The workbook of a schedule, read with another library than the one that wrote it."""

from __future__ import annotations

import io

import openpyxl
import pytest

from files.schedules_made import EVENT, FOUR
from scheduler.errors import UsageError
from scheduler.event import Match, Schedule
from scheduler.files.xlsx_out import schedule_xlsx


def book(schedule: Schedule = FOUR, language: str = "en") -> openpyxl.Workbook:
    """The workbook of ``schedule``."""
    data = schedule_xlsx(schedule, EVENT, language=language)
    return openpyxl.load_workbook(io.BytesIO(data))


def rows(sheet: openpyxl.worksheet.worksheet.Worksheet) -> list[list[object]]:
    """The values of a sheet."""
    return [list(row) for row in sheet.iter_rows(values_only=True)]


def test_the_first_sheet_has_a_row_a_match_with_names() -> None:
    assert rows(book()["Rounds"])[:3] == [
        ["round", "table", "home", "away", "home name", "away name"],
        [1, 1, 4, 1, "St. Gallen", "北京"],
        [1, 2, 2, 3, "Hà Nội", "=Aces - old"],
    ]


def test_a_name_like_a_formula_stays_a_text() -> None:
    cell = book()["Rounds"]["F3"]
    assert (cell.value, cell.data_type) == ("=Aces - old", "s")


def test_the_second_sheet_says_whom_each_entrant_meets_and_where() -> None:
    three = Schedule.of(3, 3, [Match(3, 1, 1), Match(2, 3, 2), Match(1, 2, 3)])
    assert rows(book(three)["By entrant"]) == [
        ["number", "name", "1", "2", "3"],
        [1, "北京", "3A", "bye", "2H"],
        [2, "Hà Nội", "bye", "3H", "1A"],
        [3, "=Aces - old", "1H", "2A", "bye"],
    ]


def test_the_crosstable_says_in_which_rounds_each_pair_meets() -> None:
    twice = Schedule.of(2, 2, [Match(1, 2, 1), Match(2, 1, 2)])
    assert rows(book(twice, "zh")["交叉表"]) == [
        ["编号", "队名", "1", "2"], [1, "北京", None, "1主, 2客"], [2, "Hà Nội", "1客, 2主", None],
    ]


def test_every_sheet_prints_on_a4_with_its_headings_and_the_events_name() -> None:
    for sheet in book(language="vi"):
        assert (sheet.page_setup.paperSize, sheet.print_title_rows) == (9, "$1:$1")
        assert sheet.oddHeader.center.text == "Spring Cup && friends"


def test_the_same_schedule_gives_the_same_bytes() -> None:
    assert schedule_xlsx(FOUR, EVENT) == schedule_xlsx(FOUR, EVENT)
    assert b"2000-01-01" in _core(schedule_xlsx(FOUR, EVENT))


def _core(data: bytes) -> bytes:
    import zipfile

    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read("docProps/core.xml")


def test_a_schedule_beyond_what_a_sheet_holds_is_refused() -> None:
    with pytest.raises(UsageError, match="too many for a workbook"):
        schedule_xlsx(Schedule.of(1_500, 1, [Match(1, 2, 1)]))
