"""Seating rights, deadlines of line-ups, rosters, by the examples of the directing rules."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from scheduler.errors import UsageError
from scheduler.standings.notices import (
    BLIND,
    entry_faults,
    lineup_deadlines,
    lineup_faults,
    picking_order,
    roster_faults,
    seat_plan,
    seating_rights,
    visible,
    without_card,
)

START = datetime(2026, 5, 1, 14, 0)


def test_turns_to_pick_and_blind_segments_are_those_of_the_golden_file(shared: Path) -> None:
    path = shared / "domain" / "data" / "bridge" / "directing_golden.json"
    golden = json.loads(path.read_text(encoding="utf-8"))["seating_rights"]
    assert len(golden) == 8
    for segments, case in golden.items():
        order, blind = picking_order(int(segments), "X", "Y")
        assert (list(order), list(blind)) == (case["free_picks"], case["blind_segments"])


def test_the_sides_pick_in_turn_and_the_odd_last_segment_is_blind() -> None:
    assert seating_rights(4, "X", "Y", (3, 1, 4, 2)) == {1: "Y", 2: "Y", 3: "X", 4: "X"}
    assert seating_rights(3, "X", "Y", (2, 1)) == {1: "Y", 2: "X", 3: BLIND}
    assert seating_rights(4, "X", "Y", (3,)) == {3: "X"}
    assert seating_rights(1, "X", "Y", ()) == {1: BLIND}


def test_against_a_highly_unusual_system_the_others_have_the_right_throughout() -> None:
    assert set(seating_rights(4, "X", "Y", (), unusual={"X"}).values()) == {"Y"}
    assert seating_rights(1, "X", "Y", (), unusual={"Y"}) == {1: "X"}
    both = seating_rights(3, "X", "Y", (2, 1), unusual={"X", "Y"})
    assert both == seating_rights(3, "X", "Y", (2, 1))


@pytest.mark.parametrize("picks", [(1, 1), (5,), (0,), (3,), (1, 2, 1)])
def test_a_segment_that_is_not_free_cannot_be_picked(picks: tuple[int, ...]) -> None:
    with pytest.raises(UsageError):
        seating_rights(3, "X", "Y", picks)


def test_sixteen_boards_at_two_oclock_are_due_at_a_quarter_and_five_minutes_to() -> None:
    due = lineup_deadlines(16, START)
    assert [t.strftime("%H:%M") for t in (due.without, due.with_right)] == ["13:45", "13:55"]
    assert due.form


def test_ten_boards_need_no_form_and_eleven_do() -> None:
    ten, eleven = lineup_deadlines(10, START), lineup_deadlines(11, START)
    five = START - timedelta(minutes=5)
    assert (ten.form, ten.without, ten.with_right) == (False, five, five)
    assert (eleven.form, eleven.without) == (True, START - timedelta(minutes=15))


def test_blind_line_ups_are_due_at_once_at_the_directors_time() -> None:
    at = START - timedelta(minutes=20)
    due = lineup_deadlines(16, START, right=False, blind_at=at)
    assert (due.without, due.with_right) == (at, at)
    with pytest.raises(UsageError, match="after the start"):
        lineup_deadlines(16, START, right=False, blind_at=START + timedelta(minutes=1))


def test_a_line_up_is_hidden_until_it_is_due() -> None:
    due = lineup_deadlines(16, START)
    before, at = due.without - timedelta(seconds=1), due.without
    assert [visible(t, due, has_right=False) for t in (before, at)] == [False, True]
    assert [visible(t, due, has_right=True) for t in (at, due.with_right)] == [False, True]


def test_a_roster_has_four_to_six_players_unless_the_event_says_otherwise() -> None:
    names = list("ABCDEFGH")
    assert [bool(roster_faults(names[:k])) for k in (3, 4, 6, 7)] == [True, False, False, True]
    assert "limit 6" in roster_faults(names[:7])[0].text
    assert roster_faults(names, most=8) == ()
    assert "A is entered twice" in roster_faults(["A", "A", "B", "C"])[0].text


def test_nobody_plays_for_two_entries() -> None:
    faults = entry_faults({"X": "ABCD", "Y": "DEFG", "Z": "HIJK"})
    assert [f.text for f in faults] == ["D is entered for X and Y"]


def test_a_line_up_is_four_of_the_roster_and_stays_through_a_segment() -> None:
    roster = set("ABCDEF")
    assert lineup_faults("ABCD", roster) == ()
    assert [f.text for f in lineup_faults("ABCX", roster)] == ["X is not on the roster"]
    assert [f.text for f in lineup_faults("ABCC", roster)] == ["C is lined up twice"]
    assert len(lineup_faults("ABC", roster)) == 1
    assert lineup_faults("ABDC", roster, before="ABCD") == ()
    assert "without leave" in lineup_faults("ABCE", roster, before="ABCD")[0].text
    assert lineup_faults("ABCE", roster, before="ABCD", leave=True) == ()


def test_the_home_side_is_north_south_in_the_open_room() -> None:
    assert seat_plan("X", "Y") == {"open": {"NS": "X", "EW": "Y"}, "closed": {"NS": "Y", "EW": "X"}}


def test_a_pair_without_a_card_is_told() -> None:
    filed = {frozenset("AB")}
    assert without_card([("B", "A")], filed) == ()
    assert "C and D" in without_card([("B", "A"), ("C", "D")], filed)[0].text
