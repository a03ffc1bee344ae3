"""Joined tables: blocks first among themselves, related entrants in one block (CBA-14.5)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scheduler
from scheduler.app.drawing import lots
from scheduler.errors import NoAnswer, UsageError
from scheduler.event import Entrant, Event, Result, Stage
from scheduler.formats.round_robin.blocks import packed

PLAIN = "plain-round-robin"


def field(*regions: str) -> Event:
    """Entrants 1, 2, 3 ... of these regions."""
    return Event("Cup", tuple(Entrant(i, f"T{i}", region=r) for i, r in enumerate(regions, start=1)))


def blocks_of(result: Result) -> list[set[int]]:
    told = [note.split(": ")[1] for note in result.notes if note.startswith("block ")]
    return [set(map(int, numbers.split(", "))) for numbers in told]


def last_inside(result: Result, block: set[int]) -> int:
    """The last round in which two of the block meet."""
    return max(m.round for m in result.schedule.matches if {m.home, m.away} <= block)


def test_two_tables_of_four_are_the_articles_own_example() -> None:
    """Rounds 1 to 3 are the round robins of 1-4 and 5-8, rounds 4 to 7 those across."""
    result = scheduler.plan(8, model=PLAIN, blocks=[4, 4])
    assert blocks_of(result) == [{1, 2, 3, 4}, {5, 6, 7, 8}]
    for m in result.schedule.matches:
        inside = (m.home <= 4) == (m.away <= 4)
        assert inside == (m.round <= 3)


@pytest.mark.parametrize("n", [6, 7, 8, 9, 10, 12, 16])
def test_a_joined_table_obeys_the_whole_rulebook_of_the_association(n: int) -> None:
    """The highest number meets 1, 2, 3 ... in order although the blocks come first."""
    result = scheduler.plan(n, model="cba-round-robin", method="joined", seconds=10)
    assert result.report.holds
    first, second = blocks_of(result)
    assert sorted(first | second) == list(range(1, n + 1))
    assert abs(len(first) - len(second)) == n % 2
    assert max(last_inside(result, first), last_inside(result, second)) <= len(first) - 1 + len(first) % 2


def test_who_is_to_be_together_shares_a_block_and_is_done_with_it_first() -> None:
    event = field("N", "S", "N", "S", "N", "S", "N", "")
    result = scheduler.plan(event, model=PLAIN, blocks=[4, 4], together="region")
    assert blocks_of(result) == [{1, 3, 5, 7}, {2, 4, 6, 8}]
    assert last_inside(result, {1, 3, 5, 7}) == 3


def test_numbers_drawn_for_a_joined_table_put_a_region_into_one_block() -> None:
    """Published first, numbers by lot afterwards: the four of a region have met by round 3."""
    event = field("N", "S", "", "N", "N", "S", "N", "")
    table = scheduler.plan(8, model="cba-round-robin", blocks=[4, 4]).schedule
    record = lots(event, table, seed="2026", related_by=["region"])
    assert (record.last_round, record.proven) == (3, True)


def test_blocks_that_take_more_rounds_say_so() -> None:
    result = scheduler.plan(9, model=PLAIN, blocks=[3, 3, 3])
    assert (result.report.holds, result.schedule.rounds) == (True, 11)
    assert any("take 11 rounds where 9" in note for note in result.notes)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"blocks": [4, 5]}, "hold 9 entrants, but Cup has 8"),
        ({"blocks": [6, 2]}, "take 11 rounds, and 8 entrants"),
        ({"blocks": [8]}, "two or more sizes"),
        ({"blocks": [4, -4, 8]}, "two or more sizes"),
        ({"blocks": "44"}, "two or more sizes"),
        ({"blocks": [True, 7]}, "two or more sizes"),
        ({"together": "coach"}, "no two entrants of Cup share that"),
        ({"together": "region", "blocks": [4, 4]}, "region N has 5 entrants"),
        ({"method": "berger", "blocks": [4, 4]}, 'the method is "berger"'),
    ],
)
def test_blocks_that_do_not_fit_are_refused(options: dict[str, Any], words: str) -> None:
    event = field("N", "N", "N", "N", "N", "S", "S", "S")
    with pytest.raises(UsageError, match=words):
        scheduler.plan(Event("Cup", event.entrants, (Stage(options=options),)), model=PLAIN)


def test_a_joined_table_that_cannot_obey_is_no_answer() -> None:
    """With its regions in their blocks, the highest number cannot meet 1, 2, 3 ... in order."""
    event = field("N", "N", "N", "N", "S", "S", "S", "S")
    with pytest.raises(NoAnswer) as caught:
        scheduler.plan(event, model="cba-round-robin", blocks=[4, 4], together="region", seconds=5)
    assert "highest-meets-in-order" in caught.value.message
    assert not caught.value.clash


@given(
    st.lists(st.integers(1, 4), min_size=1, max_size=6),
    st.lists(st.integers(1, 6), min_size=2, max_size=4),
)
@settings(max_examples=60)
def test_packing_finds_room_whenever_there_is_some(groups: list[int], sizes: list[int]) -> None:
    """Against trying every way to put the groups into the blocks."""
    if sum(groups) > sum(sizes):
        return
    start, named = 1, {}
    for i, size in enumerate(groups):
        named[f"g{i}"] = tuple(range(start, start + size))
        start += size

    def fits(left: tuple[int, ...], rest: list[int]) -> bool:
        return not rest or any(
            left[b] >= rest[0] and fits((*left[:b], left[b] - rest[0], *left[b + 1 :]), rest[1:])
            for b in range(len(left))
        )

    if not fits(tuple(sizes), groups):
        with pytest.raises(UsageError):
            packed(sizes, named)
        return
    blocks = packed(sizes, named)
    assert list(map(len, blocks)) == sizes
    assert sorted(k for block in blocks for k in block) == list(range(1, sum(sizes) + 1))
    assert all(any(set(g) <= set(block) for block in blocks) for g in named.values())
    assert all(not set(a) & set(b) for a, b in combinations(blocks, 2))


def test_the_command_joins_tables(cli: Callable[..., Any]) -> None:
    run = cli("plan", "8", "--blocks", "4,4")
    assert (run.code, "all hard rules proven" in run.out or "all rules proven" in run.out) == (0, True)
    assert "block 1: " in run.err
