"""Seating rights, deadlines of line-ups, rosters, by the examples of the directing rules."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from scheduler.errors import UsageError
from scheduler.standings.notices import (
    BLIND,
    Seats,
    consequences,
    direction_faults,
    draw_faults,
    entry_faults,
    late_entry,
    lineup_deadlines,
    lineup_faults,
    mixed_faults,
    order_faults,
    pair_faults,
    picking_order,
    room_faults,
    roster_faults,
    seat_plan,
    seating_rights,
    unusual_sides,
    used_faults,
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
    assert [f.text for f in faults] == ["D is in more than one entry: X, Y"]


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


@pytest.mark.parametrize("segments", range(1, 7))
def test_rights_are_shared_equally_and_the_last_of_an_odd_number_is_blind(segments: int) -> None:
    """Whatever is picked: each side has half of the segments that are not blind."""
    order, blind = picking_order(segments, "X", "Y")
    picks = [k for k in range(segments, 0, -1) if k not in blind]
    rights = seating_rights(segments, "X", "Y", picks)
    assert sorted(rights) == list(range(1, segments + 1))
    assert list(rights.values()).count("X") == list(rights.values()).count("Y") == segments // 2
    assert [k for k, side in rights.items() if side == BLIND] == ([segments] if segments % 2 else [])
    assert [rights[k] for k in picks] == list(order)
    assert set(seating_rights(segments, "X", "Y", (), unusual={"X"}).values()) == {"Y"}


def test_an_entry_a_minute_after_the_deadline_needs_a_reason() -> None:
    minute = timedelta(minutes=1)
    assert [bool(late_entry(START + k * minute, START)) for k in (-1, 0, 1)] == [False, False, True]
    assert late_entry(START + minute, START, reason="the train was late") == ()
    assert late_entry(START + minute, START, reason="  ")[0].clause == "CBA-11.1"


def test_numbers_are_drawn_after_the_format_is_announced() -> None:
    """Published at 9:00 and drawn at 9:30 is right, the reverse is not."""
    nine, later = START.replace(hour=9), START.replace(hour=9, minute=30)
    assert draw_faults(nine, later) == ()
    assert [f.clause for f in draw_faults(later, nine)] == ["CBA-12"]
    assert draw_faults(None, later) != ()


def test_a_pair_has_exactly_two_players() -> None:
    assert [bool(roster_faults("ABC"[:k], 2, 2)) for k in (1, 2, 3)] == [True, False, True]


def test_a_team_may_use_as_many_players_as_a_roster_may_have() -> None:
    assert used_faults(["ABCD", "CDEF"]) == ()
    assert "7 players have played, limit 6" in used_faults(["ABCD", "DEFG"])[0].text


def test_three_persons_as_one_pair_without_leave_are_disqualified() -> None:
    """P with Q, then P with R."""
    faults = pair_faults([("P", "Q"), ("P", "R")])
    assert [f.text for f in faults] == ["session 2: R stood in without leave"]
    assert [f.clause for f in consequences(faults)] == ["CBA-19.3"]
    assert pair_faults([("P", "Q"), ("P", "R")], leave={2}) == ()
    assert "3 persons" in pair_faults([("P", "Q"), ("P", "Q", "R")])[0].text
    assert pair_faults([]) == ()


def test_only_breaches_of_who_may_play_lead_to_disqualification() -> None:
    assert consequences(without_card([("A", "B")], ())) == ()
    assert consequences(lineup_faults("ABCX", set("ABCDEF")))[0].text.startswith("CBA-19.1")


OPEN: Seats = {"N": "A", "S": "B", "E": "P", "W": "Q"}
CLOSED: Seats = {"N": "R", "S": "T", "E": "C", "W": "D"}


@pytest.mark.parametrize(("open_room", "closed_room", "told"), [
    (OPEN, CLOSED, ""),
    (CLOSED, OPEN, "wrong way round"),
    (OPEN, {"N": "C", "S": "D", "E": "R", "W": "T"}, "same direction"),
    (OPEN, {**CLOSED, "W": "A"}, "A has two seats"),
    (OPEN, {**CLOSED, "W": ""}, "W of the closed room is empty"),
])
def test_eight_persons_sit_with_the_home_side_north_south_in_the_open_room(
    open_room: Seats, closed_room: Seats, told: str
) -> None:
    faults = room_faults(open_room, closed_room, set("ABCD"), set("PQRT"))
    assert [told in f.text for f in faults] == ([True] if told else [])


def test_in_a_mixed_event_men_sit_north_or_west() -> None:
    sex = {"A": "M", "B": "F", "P": "F", "Q": "M"}
    assert mixed_faults(OPEN, sex) == ()
    swapped = mixed_faults({**OPEN, "N": "B", "S": "A"}, sex)
    assert [f.text for f in swapped] == [
        "B may not sit N in a mixed event", "A may not sit S in a mixed event"]
    assert "not known" in mixed_faults({"N": "Z"}, sex)[0].text


def test_directions_stay_through_a_segment_but_for_leave() -> None:
    turned = {"N": "B", "S": "A", "E": "P", "W": "Q"}
    assert direction_faults(OPEN, OPEN) == ()
    assert [f.text for f in direction_faults(OPEN, turned)] == [
        "B moved from S to N within a segment", "A moved from N to S within a segment"]
    assert direction_faults(OPEN, turned, leave=True) == ()


def test_the_card_says_which_side_has_no_seating_right() -> None:
    fielded = {"X": [("A", "B"), ("C", "D")], "Y": [("P", "Q"), ("R", "T")]}
    sides = unusual_sides(fielded, {frozenset("DC")})
    assert sides == {"X"}
    assert set(seating_rights(2, "X", "Y", (), unusual=sides).values()) == {"Y"}


def test_boards_out_of_order_are_noted() -> None:
    """Boards 1 to 4 played 1, 2, 4, 3."""
    assert order_faults((1, 2, 3, 4)) == ()
    assert [f.text for f in order_faults((1, 2, 4, 3))] == ["played out of order: 3"]
