"""The life of a line-up: forms with time stamps, hidden until due, reopened by changes."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler.errors import UsageError
from scheduler.standings.lineups import LineUps
from scheduler.standings.notices import BLIND

START = datetime(2026, 5, 1, 14, 0)
ROSTERS = {"X": frozenset("ABCDEF"), "Y": frozenset("PQRSTU")}
FORM = {"X": tuple("ABCD"), "Y": tuple("PQRS")}
OTHER = {"X": tuple("ABEF"), "Y": tuple("PQTU")}


def before(minutes: int) -> datetime:
    return START - timedelta(minutes=minutes)


def segment(right: str = "Y", boards: int = 16, **more: Any) -> LineUps:
    return LineUps("X", "Y", boards, START, ROSTERS, right, **more)


def test_without_the_right_the_form_is_hidden_until_a_quarter_of_an_hour_before() -> None:
    made = segment().submit("X", FORM["X"], before(40))
    assert made.seen_by("Y", "X", before(16)) is None
    assert made.seen_by("Y", "X", before(15)) == FORM["X"]
    assert made.seen_by("X", "X", before(40)) == FORM["X"]


def test_with_the_right_the_form_is_hidden_until_five_minutes_before() -> None:
    made = segment().submit("X", FORM["X"], before(40)).submit("Y", FORM["Y"], before(14))
    assert made.seen_by("X", "Y", before(6)) is None
    assert made.seen_by("X", "Y", before(5)) == FORM["Y"]


def test_blind_line_ups_are_shown_together_at_the_directors_time_when_both_are_in() -> None:
    made = segment(BLIND, blind_at=before(20)).submit("X", FORM["X"], before(30))
    assert made.seen_by("Y", "X", before(10)) is None
    both = made.submit("Y", FORM["Y"], before(8))
    assert [both.seen_by(a, b, before(9)) for a, b in ("XY", "YX")] == [None, None]
    assert [both.seen_by(a, b, before(8)) for a, b in ("XY", "YX")] == [FORM["Y"], FORM["X"]]
    early = made.submit("Y", FORM["Y"], before(29))
    assert early.seen_by("X", "Y", before(21)) is None
    assert early.seen_by("X", "Y", before(20)) == FORM["Y"]


def test_a_form_may_be_replaced_until_it_is_published() -> None:
    made = segment().submit("X", FORM["X"], before(40)).submit("X", OTHER["X"], before(16))
    assert [stamp.kind for stamp in made.stamps] == ["form", "form"]
    assert made.reopened("Y") is None
    assert made.seen_by("Y", "X", before(15)) == OTHER["X"]


def test_a_change_of_a_published_line_up_reopens_the_other_side_until_the_start() -> None:
    """X changes at 13:57, so that Y may line up again; its answer reopens nobody."""
    made = segment().submit("X", FORM["X"], before(20)).submit("Y", FORM["Y"], before(10))
    assert made.reopened("Y") is None
    changed = made.submit("X", OTHER["X"], before(3))
    assert (changed.stamps[-1].kind, changed.reopened("Y"), changed.reopened("X")) == (
        "change", before(3), None)
    answered = changed.submit("Y", OTHER["Y"], before(1))
    assert answered.stamps[-1].kind == "answer"
    assert (answered.reopened("X"), answered.reopened("Y")) == (None, None)
    with pytest.raises(UsageError, match="after the start"):
        changed.submit("Y", OTHER["Y"], START)


def test_a_change_of_who_sat_down_reopens_the_other_side_too() -> None:
    """Up to ten boards there is no form: both sit down five minutes before."""
    made = segment(boards=10).submit("X", FORM["X"], before(6)).submit("Y", FORM["Y"], before(6))
    assert made.seen_by("Y", "X", before(5)) == FORM["X"]
    assert made.submit("X", OTHER["X"], before(2)).reopened("Y") == before(2)


def test_within_a_segment_players_change_only_by_leave() -> None:
    made = segment().submit("X", FORM["X"], before(20))
    with pytest.raises(UsageError, match=r"leave \(CBA-19.1\)"):
        made.submit("X", OTHER["X"], START + timedelta(minutes=30))
    allowed = made.submit("X", OTHER["X"], START + timedelta(minutes=30), leave=True)
    assert allowed.stamps[-1].kind == "leave"


def test_forms_that_are_late_or_missing_are_told_and_playing_without_one_is_penalised() -> None:
    made = segment()
    assert made.faults(before(15)) == ()
    assert [f.clause for f in made.faults(before(14))] == ["CBA-18.5"]
    late = made.submit("X", FORM["X"], before(12))
    assert late.stamps[0].kind == "late"
    assert [f.text for f in late.faults(before(12))] == ["the line-up of X came 3 min late"]
    assert [f.clause for f in late.faults(START)] == ["CBA-18.5", "CBA-18.7"]
    assert "Y plays without" in late.faults(START)[1].text
    both = late.submit("Y", FORM["Y"], before(5))
    assert [f.clause for f in both.faults(START)] == ["CBA-18.5"]


def test_up_to_ten_boards_nobody_is_blamed_for_a_missing_form() -> None:
    assert segment(boards=10).faults(START) == ()
    assert segment(boards=11).faults(START) != ()


def test_a_dispute_about_who_sits_down_first_is_settled_by_blind_forms() -> None:
    made = segment(BLIND, 8, written=True, blind_at=before(10)).submit("X", FORM["X"], before(12))
    assert made.deadlines.form
    assert made.seen_by("Y", "X", before(9)) is None
    assert made.submit("Y", FORM["Y"], before(11)).seen_by("Y", "X", before(10)) == FORM["X"]


@pytest.mark.parametrize(("side", "players", "told"), [
    ("X", "ABC", "4 players"), ("X", "ABCP", "not on the roster"), ("X", "ABCC", "twice"),
    ("Z", "ABCD", "does not play here|not on the roster"),
])
def test_players_who_may_not_play_are_refused(side: str, players: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        segment().submit(side, tuple(players), before(20))


def test_time_does_not_run_backwards_and_rights_belong_to_a_side() -> None:
    made = segment().submit("X", FORM["X"], before(20))
    with pytest.raises(UsageError, match="check the clock"):
        made.submit("Y", FORM["Y"], before(21))
    with pytest.raises(UsageError, match="seating right"):
        segment("Z")
    with pytest.raises(UsageError, match="rosters"):
        LineUps("X", "Z", 16, START, ROSTERS)


MOVES = st.lists(st.tuples(st.sampled_from("XY"), st.booleans(), st.integers(0, 40)), max_size=8)


@given(MOVES, st.sampled_from(["X", "Y", BLIND]), st.sampled_from([8, 10, 11, 16]), st.integers(0, 40))
def test_nobody_ever_sees_the_other_side_before_it_is_due(
    moves: list[tuple[str, bool, int]], right: str, boards: int, at: int
) -> None:
    """And from then on everybody sees what was handed in, but for blind line-ups of which one is missing."""
    made = segment(right, boards)
    for side, first, minutes in sorted(moves, key=lambda move: -move[2]):
        if minutes:
            made = made.submit(side, (FORM if first else OTHER)[side], before(minutes))
    now = before(at)
    for viewer, side in ("XY", "YX"):
        shown = made.seen_by(viewer, side, now)
        if now < made.due(side):
            assert shown is None
        elif right or all(made.current(s) for s in "XY"):
            form = made.current(side)
            assert (shown is not None) == (form is not None and any(
                s.at <= now for s in made.stamps if s.side == side) and (bool(right) or all(
                    any(s.at <= now for s in made.stamps if s.side == each) for each in "XY")))
