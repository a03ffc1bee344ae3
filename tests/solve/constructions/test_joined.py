"""Joined tables: blocks first, then across, each pair once."""

from __future__ import annotations

import json

import pytest

from scheduler.errors import UsageError
from scheduler.solve.constructions import MOST_ENTRANTS, joined
from solve.constructions import naive

BLOCKS = [
    [1, 1], [2, 1], [2, 2], [3, 2], [3, 3], [4, 3], [4, 4], [5, 4], [5, 5], [6, 6], [7, 2], [8, 8],
    [2, 2, 2], [4, 4, 3], [5, 1, 2], [3, 3, 3], [4, 4, 4, 4], [3, 3, 3, 3], [5, 4, 4, 3],
    [1] * 7, [2] * 8, [4] * 6, [5, 1, 1],
]


def block_of(blocks):
    return [index for index, size in enumerate(blocks) for _ in range(size)]


def inner_and_across(blocks, table):
    where = block_of(blocks)
    inner = [m.round for m in table.matches if where[m.home - 1] == where[m.away - 1]]
    across = [m.round for m in table.matches if where[m.home - 1] != where[m.away - 1]]
    return inner, across


def test_two_blocks_of_four_are_the_golden_table(shared):
    path = shared / "domain" / "data" / "bridge" / "directing_golden.json"
    golden = json.loads(path.read_text(encoding="utf-8"))["joined_8"]["cross"]
    found = [
        sorted(sorted((m.home, m.away)) for m in r.matches) for r in joined([4, 4]).by_round()
    ]
    assert found[3:] == golden
    first = sorted(pair for row in found[:3] for pair in row)
    assert first == [
        [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4],
        [5, 6], [5, 7], [5, 8], [6, 7], [6, 8], [7, 8],
    ]


@pytest.mark.parametrize("tight", [False, True])
@pytest.mark.parametrize("blocks", BLOCKS, ids=str)
def test_joined_blocks_are_a_balanced_round_robin_without_three_running(blocks, tight):
    table = joined(blocks, tight=tight)
    assert naive.is_round_robin(table)
    assert naive.imbalance(table) <= 0
    assert naive.three_running(table) == 0
    assert all(r.matches for r in table.by_round())


@pytest.mark.parametrize("blocks", BLOCKS, ids=str)
def test_all_matches_inside_come_before_the_first_across(blocks):
    inner, across = inner_and_across(blocks, joined(blocks))
    assert max(inner, default=0) < min(across)


@pytest.mark.parametrize("blocks", BLOCKS, ids=str)
def test_tight_tables_end_the_inner_matches_just_as_early(blocks):
    table, strict = joined(blocks, tight=True), joined(blocks)
    inner, _ = inner_and_across(blocks, table)
    assert max(inner, default=0) == max(inner_and_across(blocks, strict)[0], default=0)
    assert table.rounds <= strict.rounds


@pytest.mark.parametrize(
    ("blocks", "tight", "rounds"),
    [
        ([4, 4], False, 7), ([3, 3], False, 6), ([3, 3], True, 5), ([5, 5], True, 9),
        ([2] * 8, False, 15), ([4] * 6, False, 23), ([3] * 4, True, 11), ([2] * 3, False, 7),
    ],
)
def test_the_number_of_rounds_is_as_documented(blocks, tight, rounds):
    assert joined(blocks, tight=tight).rounds == rounds


@pytest.mark.parametrize("blocks", BLOCKS, ids=str)
def test_the_highest_number_has_the_last_table_of_its_rounds(blocks):
    for r in joined(blocks).by_round():
        for m in r.matches:
            if sum(blocks) in (m.home, m.away):
                assert m.table == len(r.matches)


@pytest.mark.parametrize("blocks", [[], [5], [3, 0], [4, -1], [MOST_ENTRANTS, 1], [1] * 3000])
def test_blocks_that_cannot_be_joined_are_refused(blocks):
    with pytest.raises(UsageError, match="cannot be joined"):
        joined(blocks)


def test_a_thousand_entrants_join_to_999_rounds():
    table = joined([500, 500])
    assert (table.rounds, len(table)) == (999, 499_500)
