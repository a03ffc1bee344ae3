"""What an organiser says for a sheet is read exactly, and the whole sheet is made of it."""

from __future__ import annotations

import tomllib
from datetime import datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler.errors import RulebookError
from scheduler.formats.sheet import Room, SheetSettings, make_sheet, settings_from

SAID = """
segments = [10, "10"]
screens = true
large = true
copies = 2
prepared = 2
table_side = 1000
pace = { board = 450, stop = "30", change = 300, break_segments = 600 }
hall = { outer = 54.5, aisle = 800, offices = [20, 25.5] }
stationary = { 5 = 1 }
fixed = { 1 = 2 }
sections = { A = [1, 2, 3] }
[[sessions]]
start = 2026-05-30T09:00:00
end = 13:00:00
name = "Morning"
[[sessions]]
start = "2026-05-30 20:00"
end = "00:30"
segments = 2
[[rooms]]
name = "Grand"
tables = 3
kind = "open"
area = 27
[[rooms]]
name = "Blue"
tables = 3
kind = "closed"
area = "26,99"
"""


def test_square_metres_become_hundredths_exactly() -> None:
    found = settings_from(tomllib.loads(SAID))
    assert (found.pace.board, found.pace.stop, found.pace.change) == (450, 30, 300)
    assert (found.table_side, found.outer, found.aisle, found.offices) == (1000, 5_450, 800, (2_000, 2_550))
    assert (found.rooms[1], found.areas) == (Room("Blue", 3, "closed"), (2_700, 2_699))
    assert (found.stationary, found.fixed, found.sections) == ({5: 1}, {1: 2}, {"A": (1, 2, 3)})


def test_an_end_before_the_start_is_of_the_next_day() -> None:
    first, second = settings_from(tomllib.loads(SAID)).sessions
    assert (first.end, first.name) == (datetime(2026, 5, 30, 13), "Morning")
    assert (second.start, second.end) == (datetime(2026, 5, 30, 20), datetime(2026, 5, 31, 0, 30))


def test_the_whole_sheet_is_made_of_settings_and_pairings() -> None:
    """Three matches on six tables; one match at its fixed table, one entrant at its own."""
    settings = settings_from(tomllib.loads(SAID))
    sheet = make_sheet(settings, {1: [(1, 6), (2, 5), (3, 4)]}, rounds=3)
    assert [s.place.number for s in sheet.seatings[1].seats] == [2, 1, 3]
    assert sheet.timetable is not None
    assert [(t.round, t.start.hour) for t in sheet.timetable.segments] == [
        (1, 9), (1, 10), (2, 20), (2, 21),
    ]
    assert [c.kind for c in sheet.timetable.clashes] == ["no-session"]
    assert sheet.venue is not None
    assert (sheet.venue.tables, sheet.venue.quantity("sets"), sheet.venue.spacing) == (6, 12, "wide")
    assert sheet.venue.screen_width == 1615
    assert [(c.key, c.name) for c in sheet.checks if not c.holds] == [
        ("room", "Blue"), ("playing", ""), ("tables", ""),
    ]


def test_before_any_pairing_the_number_of_matches_is_enough_for_the_venue() -> None:
    """Twelve matches at once: 24 tables, 216 m2."""
    sheet = make_sheet(SheetSettings(screens=True), {}, rounds=7, simultaneous=12)
    assert sheet.venue is not None
    assert (sheet.venue.tables, sheet.venue.floor, sheet.venue.quantity("sets")) == (24, 21_600, 12)
    assert (sheet.timetable, sheet.seatings, sheet.checks) == (None, {}, ())


def test_an_event_of_one_table_a_match_has_a_set_for_each() -> None:
    sheet = make_sheet(SheetSettings(two_rooms=False, segments=(3,)), {1: [(1, 2), (3, 4)]})
    assert sheet.venue is not None
    assert (sheet.venue.tables, sheet.venue.quantity("sets"), sheet.boards[1].same_at_once) == (2, 2, True)


def test_tables_that_are_given_already_are_kept_unless_settings_say_otherwise() -> None:
    played, tables = {1: [(1, 2), (3, 4)]}, {1: [5, 2]}
    kept = make_sheet(SheetSettings(), played, tables=tables).seatings[1]
    assert ([s.place.number for s in kept.seats], kept.faults) == ([5, 2], ())
    moved = make_sheet(SheetSettings(stationary={3: 1}), played, tables=tables).seatings[1]
    assert [s.place.number for s in moved.seats] == [2, 1]


def test_an_event_of_nobody_has_an_empty_sheet() -> None:
    assert make_sheet(SheetSettings(), {}).as_json() == {}


@pytest.mark.parametrize(("data", "said"), [
    ({"segment": 8}, 'you mean "segments"'), ({"pace": {"boards": 8}}, 'you mean "board"'),
    ({"pace": {"board": "eight"}}, '"board" of the sheet'), ({"pace": {"board": 7.5}}, "a whole number"),
    ({"pace": {"board": -8}}, "from 0"), ({"pace": {"board": 15}}, "board: 15 s is not 30 s to 24 h"),
    ({"pace": {"board": float("inf")}}, "inf"), ({"pace": 8}, "a table"),
    ({"segments": []}, "segments"), ({"segments": [0]}, "from 1 to 200"), ({"segments": [True]}, "True"),
    ({"screens": "yes"}, "true or false"), ({"copies": 3}, "from 0 to 2"),
    ({"sessions": [{"end": "13:00"}]}, "a table with a start"),
    ({"sessions": {"start": "Saturday"}}, "2026-05-30T09:00"),
    ({"sessions": {"start": "2026-05-30T09:00", "end": "late"}}, "such as 13:00"),
    ({"sessions": {"start": "2026-05-30T09:00", "stop": 1}}, 'no setting "stop"'),
    ({"rooms": {"name": "A"}}, "tables"), ({"rooms": {"name": "A", "tables": 1, "kind": "shut"}}, "shut"),
    ({"rooms": {"tables": 1, "area": 1.001}}, "to 1/100"),
    ({"stationary": {"five": 1}}, "five"), ({"sections": [1]}, "a table"),
    ({"hall": {"offices": float("nan")}}, "offices"), ({"hall": {"aisle": "9" * 50}}, "aisle"),
])
def test_a_wrong_setting_is_named(data: dict[str, Any], said: str) -> None:
    with pytest.raises(RulebookError) as caught:
        settings_from(data, "e.toml")
    assert str(caught.value).startswith("e.toml: ")
    assert said in str(caught.value)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9) | st.datetimes(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.sampled_from(["start", "end", "name", "tables", "area", "board", "outer", "1"]), inner, max_size=3
    ),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from([
    "pace", "segments", "sessions", "rooms", "fixed", "hall", "prepared", "screens", "sections", "copies",
    "table_side", "same_boards",
]), VALUES, max_size=4))
def test_nothing_said_for_a_sheet_is_a_bug(data: dict[str, Any]) -> None:
    try:
        found = settings_from(data)
    except RulebookError:
        return
    assert isinstance(found, SheetSettings)
