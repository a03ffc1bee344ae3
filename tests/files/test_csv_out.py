"""CSV for spreadsheets: headings, names, byes, and no formula from a stranger's name."""

from __future__ import annotations

import pytest

from files.schedules_made import EVENT
from scheduler.errors import UsageError
from scheduler.event import Match, Schedule
from scheduler.files.csv_out import csv_bytes, csv_text, schedule_csv

THREE = Schedule.of(3, 1, [Match(3, 1, 1)], starts={1: "2026-05-30T09:30:00"})


def test_a_row_a_match_with_names_and_start_and_a_row_a_bye() -> None:
    assert schedule_csv(THREE, EVENT, language="zh") == (
        "轮次,桌号,主队,客队,主队名,客队名,开始时间\n"
        "1,,3,1,'=Aces - old,北京,2026-05-30T09:30:00\n"
        "1,,2,,Hà Nội,,2026-05-30T09:30:00\n"
    )


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@a", "\t=1", "'=1", "＋1"])
def test_a_text_that_a_spreadsheet_would_run_gets_an_apostrophe(text: str) -> None:
    assert csv_text([[text, -1]]) == f"'{text},-1\n"


def test_the_file_begins_with_the_mark_that_excel_needs() -> None:
    assert csv_bytes("杯").startswith(b"\xef\xbb\xbf")


def test_an_unknown_language_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match='no language "fr"'):
        schedule_csv(THREE, language="fr")
