"""Tables and rooms: M matches have 2M tables, top matches sit first, fixed tables are honoured."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler.errors import UsageError
from scheduler.formats.sheet import Fault, Room, numbering_faults, places, seat, tables_needed

HALLS = (Room("Grand", 3, "open"), Room("Blue", 3, "closed"))


def test_twelve_matches_of_teams_need_twenty_four_tables() -> None:
    """CBA-8: a team match uses two tables."""
    assert (tables_needed(12), tables_needed(12, two_rooms=False)) == (24, 12)
    seating = seat([(1, 4), (2, 3)], HALLS)
    assert seating.tables == 4


def test_top_matches_fill_the_places_in_order_with_a_table_in_each_room() -> None:
    seating = seat([(1, 6), (2, 5), (3, 4)], HALLS)
    assert [(s.home, s.place.number, s.place.open, s.place.closed) for s in seating.seats] == [
        (1, 1, 0, 1), (2, 2, 0, 1), (3, 3, 0, 1),
    ]
    assert not seating.faults


def test_rooms_for_both_give_open_tables_from_the_front_and_closed_ones_from_the_back() -> None:
    found = places([Room("A", 2), Room("B", 2)])
    assert [(p.open, p.closed) for p in found] == [(0, 1), (0, 1)]


def test_both_tables_of_a_match_in_one_room_are_told() -> None:
    assert seat([(1, 2)], [Room("Hall", 2)]).faults == (Fault("one-room", 0, 1),)


def test_a_stationary_entrant_stays_and_a_fixed_match_goes_before_it() -> None:
    matches = [(1, 6), (2, 5), (3, 4)]
    seating = seat(matches, HALLS, stationary={5: 1, 3: 3})
    assert {s.match: s.place.number for s in seating.seats} == {0: 2, 1: 1, 2: 3}
    assert [s.fixed for s in seating.seats] == [False, True, True]
    shown = seat(matches, HALLS, fixed={0: 1}, stationary={5: 1})
    assert {s.match: s.place.number for s in shown.seats} == {0: 1, 1: 2, 2: 3}
    assert shown.faults == (Fault("taken", 1, 1, 5),)


def test_two_stationary_entrants_that_meet_are_told_and_the_home_side_stays() -> None:
    seating = seat([(1, 2)], HALLS, stationary={1: 3, 2: 2})
    assert seating.seats[0].place.number == 3
    assert seating.faults == (Fault("two-homes", 0, 2, 2),)


def test_a_match_without_a_table_and_a_table_that_is_not_there_are_told() -> None:
    seating = seat([(1, 2), (3, 4)], [Room("A", 1, "open"), Room("B", 1, "closed")], fixed={1: 9})
    assert [s.match for s in seating.seats] == [0]
    assert seating.faults == (Fault("no-such-place", 1, 9), Fault("no-place", 1))


@given(
    st.lists(st.tuples(st.integers(0, 6), st.sampled_from(["open", "closed", "any"])), max_size=5),
    st.integers(0, 10), st.dictionaries(st.integers(1, 20), st.integers(0, 12)), st.booleans(),
)
def test_no_table_is_given_twice_and_no_match_is_lost(
    rooms: list[tuple[int, str]], count: int, stationary: dict[int, int], two: bool
) -> None:
    halls = [Room(str(i), n, kind) for i, (n, kind) in enumerate(rooms)]
    matches = [(2 * i + 1, 2 * i + 2) for i in range(count)]
    seating = seat(matches, halls, two_rooms=two, stationary=stationary)
    used = [s.place.number for s in seating.seats]
    assert len(set(used)) == len(used)
    lost = {f.match for f in seating.faults if f.kind == "no-place"}
    assert {s.match for s in seating.seats} | lost == set(range(count))
    assert not lost or len(used) == len(places(halls, two_rooms=two))
    here = [s.place.open for s in seating.seats] + [
        s.place.closed for s in seating.seats if s.place.closed is not None
    ]
    assert all(here.count(i) <= room.tables for i, room in enumerate(halls))


def test_table_numbers_run_head_to_tail_inside_a_section() -> None:
    assert numbering_faults({"A": (1, 2, 3), "B": (1, 2)}) == ()
    assert numbering_faults({"A": (1, 2, 4, 5), "B": (3, 2)}) == (("A", 3, 4), ("B", 2, 2))


def test_nobody_sits_at_two_tables_and_no_kind_of_room_is_made_up() -> None:
    with pytest.raises(UsageError, match="entrant 1 sits at two tables"):
        seat([(1, 2), (3, 1)], HALLS)
    with pytest.raises(UsageError, match='you mean "open"'):
        Room("A", 2, "opne")
