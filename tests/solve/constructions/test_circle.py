"""Named tables: the rotation as printed, Berger's, and the canonical one with the fewest breaks."""

from __future__ import annotations

import pytest

from scheduler.errors import UsageError
from scheduler.solve.constructions import MOST_ENTRANTS, berger, canonical, cba, rotation
from solve.constructions import naive

# FIDE Handbook, C.05 General Regulations for Competitions, annex 1 (Details of Berger Table).
BERGER = {
    4: ["1-4 2-3", "4-3 1-2", "2-4 3-1"],
    6: ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"],
    8: [
        "1-8 2-7 3-6 4-5",
        "8-5 6-4 7-3 1-2",
        "2-8 3-1 4-7 5-6",
        "8-6 7-5 1-4 2-3",
        "3-8 4-2 5-1 6-7",
        "8-7 1-6 2-5 3-4",
        "4-8 5-3 6-2 7-1",
    ],
}
SIZES = range(2, 65)


def test_rotation_of_six_is_as_printed_in_cba_14_2():
    found = naive.rows(rotation(6))
    assert [found[0], found[1], found[4]] == ["1-6 2-5 3-4", "1-5 6-4 2-3", "1-2 3-6 4-5"]


def test_rotation_of_five_is_that_of_six_without_six():
    assert naive.rows(rotation(5)) == ["2-5 3-4", "1-5 2-3", "1-4 5-3", "1-3 4-2", "1-2 4-5"]


@pytest.mark.parametrize("n", sorted(BERGER))
def test_berger_is_the_published_table(n):
    assert naive.rows(berger(n)) == BERGER[n]


@pytest.mark.parametrize("n", sorted(BERGER))
def test_berger_of_an_odd_field_idles_whoever_meets_the_highest(n):
    without = [[m for m in row.split() if str(n) not in m.split("-")] for row in BERGER[n]]
    assert [row.split() for row in naive.rows(berger(n - 1))] == without


@pytest.mark.parametrize("n", SIZES)
def test_each_named_table_is_a_round_robin(n):
    for table in (rotation(n), berger(n), canonical(n)):
        assert naive.is_round_robin(table)
        assert table.rounds == n - 1 + n % 2


@pytest.mark.parametrize("n", SIZES)
def test_canonical_and_berger_are_balanced_and_have_the_fewest_breaks(n):
    for table in (berger(n), canonical(n)):
        assert naive.breaks(table) == (0 if n % 2 else n - 2)
        assert naive.imbalance(table) <= 0
        assert naive.three_running(table) == 0


@pytest.mark.parametrize("n", SIZES)
def test_canonical_meets_in_order_and_seats_everybody_everywhere_twice(n):
    assert naive.meets_in_order(canonical(n))
    assert naive.everywhere_twice(canonical(n))


@pytest.mark.parametrize("make", [rotation, berger, canonical, cba])
@pytest.mark.parametrize("n", [-3, 0, 1, MOST_ENTRANTS + 1, 10**9])
def test_absurd_sizes_are_refused_with_the_limits(make, n):
    with pytest.raises(UsageError, match=f"{n} entrants.*2 to {MOST_ENTRANTS}"):
        make(n)


@pytest.mark.parametrize("make", [rotation, berger, canonical, cba])
def test_a_thousand_entrants_give_half_a_million_matches(make):
    table = make(1000)
    assert len(table) == 499_500
    assert len(set((table.home * 1001 + table.away).tolist())) == 499_500
