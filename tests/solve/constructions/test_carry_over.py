"""Balanced carry-over: everybody follows everybody exactly once."""

from __future__ import annotations

from collections import Counter

import pytest

from scheduler.errors import UsageError
from scheduler.solve.constructions import canonical, carry_over_balanced
from solve.constructions import naive

SIZES = [4, 8, 16, 32, 64]


def carry_over(table):
    """Counts of (i, j): how many play i and in the next round j, round 1 after the last."""
    opponent = {}
    for m in table.matches:
        opponent[m.home, m.round], opponent[m.away, m.round] = m.away, m.home
    return Counter(
        (opponent[k, r], opponent[k, r % table.rounds + 1])
        for k in range(1, table.entrants + 1) for r in range(1, table.rounds + 1)
    )


def value(table):
    return sum(count**2 for count in carry_over(table).values())


@pytest.mark.parametrize("n", SIZES)
def test_the_value_is_the_bound_and_the_circle_is_worse(n):
    assert value(carry_over_balanced(n)) == n * (n - 1)
    assert n == 4 or value(canonical(n)) > n * (n - 1)


@pytest.mark.parametrize("n", SIZES)
def test_the_table_keeps_the_rules_of_a_single_round_robin(n):
    table = carry_over_balanced(n)
    assert naive.is_round_robin(table)
    assert naive.imbalance(table) <= 0
    assert naive.three_running(table) == 0
    assert naive.meets_in_order(table)
    assert naive.everywhere_twice(table)
    assert naive.sides(table)[n] == ("AH" * n)[: n - 1]


def test_a_table_of_1024_meets_every_pair_once():
    table = carry_over_balanced(1024)
    low, high = (f(table.home, table.away).astype(int) for f in (min_of, max_of))
    assert len(set((low * 1025 + high).tolist())) == len(table) == 523_776


def min_of(a, b):
    return (a < b) * a + (b < a) * b


def max_of(a, b):
    return (a > b) * a + (b > a) * b


@pytest.mark.parametrize("n", [-8, 0, 1, 2, 6, 7, 12, 100])
def test_other_sizes_are_refused_with_the_reason(n):
    with pytest.raises(UsageError, match=f"{n} entrants.*power of two"):
        carry_over_balanced(n)


def test_a_power_of_two_beyond_the_limit_is_refused():
    with pytest.raises(UsageError, match="4096 entrants"):
        carry_over_balanced(4096)
