"""Several legs: the orders of RobinX, and tables without three running across the legs."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from scheduler.errors import UsageError
from scheduler.event import Schedule
from scheduler.solve.constructions import (
    MODES,
    canonical,
    cba,
    double,
    english,
    french,
    inverted,
    mirrored,
    oriented,
    phased,
    rotation,
)
from solve.constructions import naive

# Slot s (from 0) of leg r goes to this slot (from 0) of the whole schedule: RobinX.
SLOTS = {
    "mirrored": lambda s, r, length: (r + 1) * length + s,
    "inverted": lambda s, r, length: (2 * r + 2) * length - 1 - (s + r * length),
    "english": lambda s, r, length: (r + 1) * length + (s + 1 if s < length - 1 else 0),
    "french": lambda s, r, length: (r + 1) * length + (s - 1 if s > 0 else length - 1),
}
BREAKS = {
    "mirrored": lambda n: n if n % 2 else 3 * n - 6,
    "inverted": lambda n: 0 if n % 2 else 2 * n - 4,
    "english": lambda n: 1 if n % 2 else 2 * n - 4,
    "french": lambda n: 1 if n % 2 else 2 * n,
}


@pytest.mark.parametrize("mode", SLOTS)
@pytest.mark.parametrize("n", [2, 3, 4, 5, 6, 7, 10])
def test_each_match_comes_back_reversed_where_robinx_says(mode, n):
    table = double(n, mode, legs=4)
    length = table.rounds // 4
    slot = {(m.home, m.away, m.round - 1) for m in table.matches}
    for home, away, at in slot:
        leg, s = divmod(at, length)
        if leg < 3:
            assert (away, home, SLOTS[mode](s, leg, length)) in slot


@pytest.mark.parametrize("n", range(2, 65))
@pytest.mark.parametrize("mode", MODES)
def test_two_legs_have_everyone_home_n_minus_1_times_and_never_three_running(mode, n):
    table = double(n, mode)
    assert naive.is_round_robin(table, legs=2)
    assert {word.count("H") for word in naive.sides(table).values()} == {n - 1}
    if (n, mode) != (4, "mirrored"):
        assert naive.three_running(table) == 0


@pytest.mark.parametrize("n", [*range(2, 20), 33, 40])
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("legs", [1, 3, 4, 5])
def test_any_number_of_legs_is_balanced_and_never_has_three_running(mode, n, legs):
    table = double(n, mode, legs)
    assert naive.is_round_robin(table, legs)
    assert naive.imbalance(table) <= 0
    if (n, mode) != (4, "mirrored"):
        assert naive.three_running(table) == 0


@pytest.mark.parametrize("n", [3, *range(5, 41)])
@pytest.mark.parametrize("mode", BREAKS)
def test_breaks_over_two_legs_are_as_many_as_documented(mode, n):
    assert naive.breaks(double(n, mode)) == BREAKS[mode](n)


def leg_of(table, rounds):
    keep = table.round <= rounds
    columns = (c[keep] for c in (table.round, table.home, table.away, table.table))
    return Schedule.from_columns(table.entrants, rounds, *columns)


@pytest.mark.parametrize("n", range(5, 41))
@pytest.mark.parametrize("mode", MODES)
def test_the_first_leg_keeps_the_order_and_the_fewest_breaks(mode, n):
    first = leg_of(double(n, mode), n - 1 + n % 2)
    assert naive.meets_in_order(first)
    assert naive.breaks(first) == (0 if n % 2 else n - 2)
    assert naive.everywhere_twice(first)


def test_no_mirrored_table_of_four_avoids_three_running():
    """Every single table of 4 is this one renumbered; all 64 choices of sides are tried."""
    one = canonical(4)
    pairs = np.stack((one.home, one.away))
    least = min(
        naive.three_running(mirrored(one.replace(home=sided[0], away=sided[1])))
        for keep in product((True, False), repeat=6)
        for sided in [np.where(keep, pairs, pairs[::-1])]
    )
    assert least > 0
    assert naive.three_running(double(4, "mirrored")) == least


@pytest.mark.parametrize("n", range(2, 33))
def test_trail_sides_survive_inverted_english_and_odd_mirrored_legs(n):
    for first in (cba(n), oriented(rotation(n))):
        assert naive.three_running(inverted(first)) == 0
        assert naive.three_running(english(first)) == 0
        if n % 2:
            assert naive.three_running(mirrored(first)) == 0


def test_phased_legs_follow_the_orders_given():
    table = phased(canonical(4), 3, orders=[[2, 3, 1], [3, 2, 1]])
    one = naive.rows(canonical(4))
    turned = [" ".join("-".join(reversed(m.split("-"))) for m in row.split()) for row in one]
    expected = [*one, turned[1], turned[2], turned[0], one[2], one[1], one[0]]
    assert [sorted(row.split()) for row in naive.rows(table)] == [
        sorted(row.split()) for row in expected
    ]


def test_phased_without_orders_is_french():
    assert phased(canonical(6), 3) == french(canonical(6), 3)


@pytest.mark.parametrize("orders", [[], [[1, 2, 2]], [[1, 2]], [[0, 1, 2]], [[1, 2, 3]] * 2])
def test_orders_that_are_no_permutations_are_refused(orders):
    with pytest.raises(UsageError, match="2 legs of 3 rounds need 1 orders"):
        phased(canonical(4), 2, orders=orders)


@pytest.mark.parametrize("legs", [-1, 0, 101, 10**12])
@pytest.mark.parametrize("mode", MODES)
def test_absurd_numbers_of_legs_are_refused(mode, legs):
    with pytest.raises(UsageError, match=f"{legs} legs"):
        double(4, mode, legs)


@pytest.mark.parametrize("mode", MODES)
def test_a_thousand_entrants_in_two_legs_are_home_999_times_each(mode):
    table = double(1000, mode)
    assert set(np.bincount(table.home)[1:].tolist()) == {999}
    assert len(set((table.home * 1001 + table.away).tolist())) == len(table) == 999_000


def test_a_misspelt_order_of_legs_is_refused_with_advice():
    with pytest.raises(UsageError, match='called "miror"') as error:
        double(6, "miror")
    assert error.value.maybe == 'you mean "mirrored"?'
