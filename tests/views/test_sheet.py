"""The sheet of an event as text and page: three languages, nothing from outside unescaped."""

from __future__ import annotations

from datetime import datetime

import pytest

from scheduler.event import Event
from scheduler.formats.sheet import (
    EventSheet,
    Hall,
    Pace,
    Room,
    Session,
    board_plan,
    capacity,
    seat,
    timetable,
    venue,
)
from scheduler.views.columns import LINE, width
from scheduler.views.messages import LANGUAGES, Translator, catalogue
from scheduler.views.sheet import _ITEMS, sheet_page, sheet_text


@pytest.fixture
def sheet() -> EventSheet:
    """One of everything, clashes and faults included."""
    rooms = [Room("<i>Grand</i>", 3, "open"), Room("Blue", 2, "closed")]
    seating = seat([(1, 6), (2, 5), (3, 4)], rooms, fixed={0: 2}, stationary={2: 9, 5: 1})
    times = timetable(
        [[8, 8], [16]], [Session(datetime(2026, 5, 30, 9), datetime(2026, 5, 30, 12), 3, "Ván 1")], Pace()
    )
    needed = venue(24, screens=True, large=True, board_sets=4, boards=32)
    hall = Hall((("Grand", 20_000, 24),), 5_400, 790, (2_000, 2_500))
    return EventSheet(
        times, {1: seating}, {1: board_plan(seating, [8, 8], prepared=1)}, needed,
        capacity(hall, needed), {"A": (1, 2, 4)},
    )


def test_the_text_says_times_tables_sets_and_sizes(sheet: EventSheet, event: Event) -> None:
    text = sheet_text(sheet, Translator("en"), event=event)
    for said in (
        "216 m²", "54 m²", "133.2 cm", "Bidding boxes                    96", "2 to 3, each 20 m² or more",
        "30 May 2026", "ends 116 min after the end of its session",
        "No table is left for 3.", "Section A: table 4 does not follow", "79 cm",
        "Both sides of 2 Nguyễn Văn Ánh v 5 Hà Nội have a table of their own",
    ):
        assert said in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_everything(sheet: EventSheet, event: Event, language: str) -> None:
    """As many lines in each, none with a value left out."""
    text = sheet_text(sheet, Translator(language), event=event)
    assert len(text.splitlines()) == len(sheet_text(sheet, Translator("en"), event=event).splitlines())
    assert "{" not in text
    tables = [line for line in text.splitlines() if "  " in line]
    assert all(width(line) <= LINE for line in tables)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_says_what_the_text_says_and_escapes_it(
    sheet: EventSheet, event: Event, language: str
) -> None:
    t = Translator(language)
    page = sheet_page(sheet, t, event=event)
    assert "<i>" not in page
    assert "<b>" not in page
    assert "&lt;i&gt;Grand" in page
    assert page.count("<section") == sheet_text(sheet, t, event=event).count("\n\n") + 1
    assert f'<html lang="{t.tag}">' in page


def test_a_vietnamese_sheet_has_a_decimal_comma() -> None:
    one = EventSheet(venue=venue(1, screens=True))
    assert "2,25 m²" in sheet_text(one, Translator("vi"))
    assert "2.25 m²" in sheet_text(one, Translator("en"))


def test_everything_on_the_list_of_equipment_has_its_word() -> None:
    """An item that the view did not know would be lost on paper."""
    full = venue(2, screens=True, board_sets=1, boards=8)
    assert {item.key for item in full.items} == set(_ITEMS)
    assert all(f"sheet.{key}" in catalogue("en") for key in _ITEMS)


def test_a_sheet_of_nothing_is_a_line_and_a_page() -> None:
    assert sheet_text(EventSheet(), Translator("en")) == "\n"
    assert "<main>\n</main>" in sheet_page(EventSheet(), Translator("en"))
