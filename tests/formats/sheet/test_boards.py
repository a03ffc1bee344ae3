"""Board sets: how many, prepared ones to the top, each set at one table at a time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler.errors import UsageError
from scheduler.formats.sheet import Room, Seating, board_plan, seat


def seated(matches: int) -> Seating:
    """So many matches of teams in two large rooms."""
    pairs = [(2 * i + 1, 2 * i + 2) for i in range(matches)]
    return seat(pairs, [Room("Open", 50, "open"), Room("Closed", 50, "closed")])


def test_the_same_boards_everywhere_need_a_set_for_each_table_and_segment() -> None:
    plan = board_plan(seated(6), [8, 8], copies_per_match=2)
    assert (len(plan.sets), plan.boards, plan.same_at_once) == (24, 192, True)
    assert {(s.first, s.last) for s in plan.sets} == {(1, 8), (9, 16)}


def test_two_tables_that_share_a_set_need_half_and_play_different_boards() -> None:
    plan = board_plan(seated(6), [16])
    assert (len(plan.sets), plan.same_at_once) == (6, False)
    assert {a.room for a in plan.at} == {"both"}


def test_blocks_in_turn_need_copies_for_a_part_of_the_matches_only() -> None:
    """Six matches of three segments: two copies of each block, not six."""
    plan = board_plan(seated(6), [8, 8, 8], rotate=True)
    assert len(plan.sets) == 6
    by_match: dict[int, set[int]] = {}
    for a in plan.at:
        by_match.setdefault(a.place, set()).add(a.set.block)
    assert all(blocks == {1, 2, 3} for blocks in by_match.values())


def test_prepared_sets_go_to_the_top_matches() -> None:
    """Not to random tables: with 5 prepared sets of two a match the first two matches have theirs."""
    plan = board_plan(seated(4), [16], copies_per_match=2, prepared=5)
    assert {a.place for a in plan.at if a.set.prepared} == {1, 2}
    assert plan.short == 4


def test_a_top_match_at_another_table_has_its_prepared_set_there() -> None:
    """Rank decides, not the number of the table."""
    halls = [Room("Open", 3, "open"), Room("Closed", 3, "closed")]
    seating = seat([(1, 6), (2, 5), (3, 4)], halls, fixed={0: 3})
    plan = board_plan(seating, [16], prepared=1)
    assert [a.place for a in plan.at if a.set.prepared] == [3]


@given(
    st.integers(0, 12), st.integers(1, 4), st.integers(1, 2), st.booleans(),
    st.none() | st.integers(0, 9),
)
def test_each_set_is_at_one_place_at_a_time_and_every_match_plays_every_block(
    matches: int, segments: int, copies: int, rotate: bool, prepared: int | None
) -> None:
    plan = board_plan(
        seated(matches), [8] * segments, copies_per_match=copies, rotate=rotate, prepared=prepared
    )
    assert len({(a.segment, a.set.block, a.set.copy) for a in plan.at}) == len(plan.at)
    assert {a.set for a in plan.at} == set(plan.sets)
    for place in range(1, matches + 1):
        for room in {a.room for a in plan.at}:
            blocks = [a.set.block for a in plan.at if (a.place, a.room) == (place, room)]
            assert sorted(blocks) == list(range(1, segments + 1))
    for block in range(1, segments + 1):
        ready = sum(s.prepared for s in plan.sets if s.block == block)
        assert prepared is None or ready <= prepared
    assert plan.boards == 8 * len(plan.sets)


@pytest.mark.parametrize(("segments", "options"), [
    ([], {}), ([0], {}), ([1], {}), ([8, 10], {"rotate": True}), ([8], {"copies_per_match": 3}),
    ([8], {"prepared": -1}),
])
def test_boards_that_cannot_be_dealt_out_are_refused(segments: list[int], options: dict[str, int]) -> None:
    with pytest.raises(UsageError):
        board_plan(seated(2), segments, **options)  # type: ignore[arg-type]
