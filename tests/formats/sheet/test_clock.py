"""The round clock and the timetable: lengths to the second, sessions filled, overruns told."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler.errors import UsageError
from scheduler.formats.sheet import (
    Clash,
    Pace,
    Session,
    board_marks,
    round_seconds,
    segment_seconds,
    timetable,
)

DAY = datetime(2026, 5, 30)
PACE = Pace(board=480, stop=10, change=300, break_segments=600, break_rounds=900, grain=60)


def at(hour: int, minute: int = 0) -> datetime:
    """A time on the day of the tests."""
    return DAY.replace(hour=hour, minute=minute)


def test_a_segment_is_its_boards_their_stops_and_one_change_rounded_up() -> None:
    """16 x (8 min + 10 s) + 5 min = 2 h 15 min 40 s, in whole minutes 2 h 16 min."""
    assert segment_seconds(16, PACE) == 136 * 60
    assert segment_seconds(16, Pace(stop=10, grain=1)) == 135 * 60 + 40
    assert segment_seconds(16, Pace(stop=10, grain=300)) == 140 * 60


def test_a_round_has_a_break_between_its_segments_and_none_after_the_last() -> None:
    assert round_seconds([16, 16, 16], PACE) == 3 * 136 * 60 + 2 * 600


def test_rounds_fill_a_session_and_go_on_in_the_next() -> None:
    """Two rounds of 8 boards (71 minutes) and the 15 minutes between them end at 11:37."""
    table = timetable([[8]] * 3, [Session(at(9), at(12)), Session(at(14), at(18))], PACE)
    assert [(t.round, t.session, t.start, t.end) for t in table.segments] == [
        (1, 0, at(9), at(10, 11)), (2, 0, at(10, 26), at(11, 37)), (3, 1, at(14), at(15, 11)),
    ]
    assert not table.clashes
    assert table.segments[0].last_start == at(10, 11) - timedelta(seconds=490)


def test_a_planned_session_that_overruns_is_told_with_its_seconds() -> None:
    """Three rounds are said to fit between 9:00 and 12:00; the third ends at 13:03."""
    table = timetable([[8]] * 3, [Session(at(9), at(12), segments=3)], PACE)
    assert table.clashes == (Clash("session-end", 3, 1, 0, 63 * 60),)


def test_play_past_the_start_of_the_next_session_is_told() -> None:
    sessions = [Session(at(9), segments=1), Session(at(10), segments=1)]
    assert timetable([[8], [8]], sessions, PACE).clashes == (Clash("next-session", 1, 1, 0, 11 * 60),)


def test_what_has_no_session_is_told_from_its_first_segment_on() -> None:
    table = timetable([[8, 8], [8, 8]], [Session(at(9), at(12))], PACE)
    assert [(t.round, t.segment) for t in table.segments] == [(1, 1), (1, 2)]
    assert table.clashes == (Clash("no-session", 2, 1),)


def test_a_round_waits_for_a_session_that_holds_it_whole() -> None:
    """Single segments may go to the end of a session, a whole round waits."""
    rounds = [[8], [8, 8]]
    sessions = [Session(at(9), at(12)), Session(at(14), at(18))]
    whole = timetable(rounds, sessions, PACE)
    assert [t.session for t in whole.segments] == [0, 1, 1]
    loose = timetable(rounds, sessions, PACE, whole_rounds=False)
    assert [t.session for t in loose.segments] == [0, 0, 1]
    assert not whole.clashes
    assert not loose.clashes


def test_a_round_too_long_for_any_session_is_split_and_told() -> None:
    sessions = [Session(at(9), at(12)), Session(at(14), at(17))]
    table = timetable([[16, 16]], sessions, PACE)
    assert [t.session for t in table.segments] == [0, 1]
    assert table.clashes == (Clash("split", 1, 2, 1),)


def test_a_segment_too_long_for_every_session_is_played_and_its_overrun_told() -> None:
    table = timetable([[32]], [Session(at(9), at(12))], PACE)
    assert table.clashes == (Clash("session-end", 1, 1, 0, segment_seconds(32, PACE) - 3 * 3600),)


def test_marks_of_the_clock_share_the_time_and_end_with_the_segment() -> None:
    (timed,) = timetable([[8]], [Session(at(9))], PACE).segments
    marks = board_marks(timed, PACE)
    assert (len(marks), marks[-1]) == (8, timed.end)
    steps = {(b - a).seconds for a, b in pairwise(marks)}
    assert steps <= {495, 496}


@given(
    st.lists(st.lists(st.integers(1, 20), min_size=1, max_size=3), max_size=8),
    st.lists(st.tuples(st.integers(1, 8), st.none() | st.integers(0, 3)), min_size=1, max_size=6),
    st.booleans(),
)
def test_every_segment_is_played_once_in_order_or_told_to_have_no_session(
    rounds: list[list[int]], sessions: list[tuple[int, int | None]], whole: bool
) -> None:
    """Nothing overlaps within a session, and what ends too late is always told."""
    booked = [
        Session(DAY + timedelta(hours=12 * i), DAY + timedelta(hours=12 * i + hours), planned)
        for i, (hours, planned) in enumerate(sessions)
    ]
    table = timetable(rounds, booked, PACE, whole_rounds=whole)
    wanted = [(r, s) for r, row in enumerate(rounds, 1) for s in range(1, len(row) + 1)]
    played = [(t.round, t.segment) for t in table.segments]
    assert played == wanted[: len(played)]
    left = [c for c in table.clashes if c.kind == "no-session"]
    assert [(c.round, c.segment) for c in left] == wanted[len(played) : len(played) + 1]
    for a, b in pairwise(table.segments):
        assert b.session > a.session or a.end < b.start
    late = {(t.round, t.segment) for t in table.segments if t.end > (booked[t.session].end or t.end)}
    assert late == {(c.round, c.segment) for c in table.clashes if c.seconds}


@pytest.mark.parametrize("wrong", [
    lambda: Pace(board=8),
    lambda: segment_seconds(0, PACE),
    lambda: timetable([[]], [Session(at(9))], PACE),
    lambda: timetable([[8]], [Session(at(9), at(8))], PACE),
    lambda: timetable([[8]], [Session(at(9)), Session(at(9))], PACE),
    lambda: timetable([[8]], [Session(datetime.fromisoformat("2026-05-30T09:00+02:00"))], PACE),
    lambda: timetable([[200] * 100] * 1000, [Session(at(9))], Pace(board=3600)),
])
def test_what_makes_no_sense_is_a_usage_error(wrong: object) -> None:
    assert callable(wrong)
    with pytest.raises(UsageError):
        wrong()
