"""Venue and equipment of CBA-7 to CBA-10, to the digit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler.errors import UsageError
from scheduler.formats.sheet import EventSheet, Hall, capacity, screen_width, venue


def test_twenty_four_tables_need_216_and_54_square_metres_and_the_listed_things() -> None:
    sheet = venue(24, screens=True)
    assert (sheet.floor, sheet.hall) == (21_600, 5_400)
    keys = ("tables", "chairs", "side-tables", "screens", "trays", "boxes")
    assert [sheet.quantity(key) for key in keys] == [24, 96, 48, 24, 24, 96]


def test_without_screens_there_are_neither_screens_nor_trays() -> None:
    sheet = venue(8)
    assert [sheet.quantity(key) for key in ("chairs", "screens", "trays", "boxes")] == [32, 0, 0, 0]
    assert (sheet.screen_width, sheet.as_json()["seats"]) == (0, [])


def test_north_and_east_sit_on_one_side_of_the_screen() -> None:
    assert venue(1, screens=True).as_json()["seats"] == [["N", "E"], ["S", "W"]]


@pytest.mark.parametrize(("side", "width"), [(800, 1332), (900, 1473), (1000, 1615)])
def test_a_screen_is_twenty_centimetres_wider_than_the_diagonal(side: int, width: int) -> None:
    assert screen_width(side) == width


@given(st.integers(800, 1000))
def test_no_narrower_screen_would_do(side: int) -> None:
    """By squares, without a root: (w - 200)^2 reaches 2 side^2, (w - 201)^2 does not."""
    beyond = screen_width(side) - 200
    assert (beyond - 1) ** 2 < 2 * side * side <= beyond**2


def test_the_published_figures_are_met(shared: Path) -> None:
    """Every size and every table side of the collected data."""
    data = shared / "domain" / "data" / "bridge" / "directing_golden.json"
    golden = json.loads(data.read_text(encoding="utf-8"))
    for tables, wanted in golden["equipment"].items():
        sheet = venue(int(tables), screens=True)
        assert (sheet.floor / 100, sheet.hall / 100) == (wanted["floor_m2"], wanted["hall_m2"])
        keys = {"chairs": "chairs", "side_tables": "side-tables", "screens": "screens",
                "trays": "trays", "bidding_boxes": "boxes"}
        assert {key: sheet.quantity(mine) for key, mine in keys.items()} == {
            key: wanted[key] for key in keys
        }
    for side, width in golden["screen_min_width_cm"].items():
        assert screen_width(int(side) * 10) * 10 == round(width * 100)


def test_a_hall_is_judged_room_by_room_and_as_a_whole() -> None:
    """Two rooms of 107.9 and 108 m2 hold 11 and 12 tables, not 24; the outer hall is a quarter of both."""
    rooms = (("Open", 10_790, 12), ("Closed", 10_800, 12))
    hall = Hall(rooms, outer=5_397, aisle=800, offices=(2_000, 1_999))
    checks = {(c.key, c.name): c for c in capacity(hall, venue(24, large=True))}
    assert {key: c.holds for key, c in checks.items()} == {
        ("room", "Open"): False, ("room", "Closed"): True, ("playing", ""): False, ("tables", ""): False,
        ("outer", ""): False, ("aisle", ""): True, ("offices", ""): False,
    }
    assert (checks["tables", ""].found, checks["outer", ""].needed) == (23, 5_400)


def test_a_larger_playing_area_wants_a_larger_outer_hall() -> None:
    """A quarter of the area that there is, rounded up, not of the least area."""
    checks = capacity(Hall((("Hall", 30_001, 24),), outer=7_500), venue(24))
    assert [(c.needed, c.holds) for c in checks if c.key == "outer"] == [(7_501, False)]


def test_what_is_not_known_is_not_checked() -> None:
    keys = [c.key for c in capacity(Hall((("Hall", 30_000, 24),)), venue(24, large=True))]
    assert keys == ["room", "playing", "tables"]


@pytest.mark.parametrize("wrong", [
    lambda: venue(0), lambda: venue(10_001), lambda: screen_width(80),
    lambda: capacity(Hall((("Hall", -1, 1),)), venue(1)),
])
def test_impossible_sizes_are_refused(wrong: object) -> None:
    assert callable(wrong)
    with pytest.raises(UsageError):
        wrong()


def test_the_sheet_as_json_has_a_key_for_each_part_only() -> None:
    assert EventSheet().as_json() == {}
    sheet = EventSheet(venue=venue(24, screens=True), sections={"A": (1, 3)}).as_json()
    assert sheet["venue"]["floor_cm2"] == 2_160_000
    assert sheet["numbering"] == [{"section": "A", "position": 2, "table": 3}]
    json.dumps(sheet)
