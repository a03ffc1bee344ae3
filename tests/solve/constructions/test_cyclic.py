"""Sets of residues as bits: every operation against the same on Python sets."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scheduler.solve.constructions.cyclic import Cycle, bits, mask


@st.composite
def subsets(draw):
    m = 2 * draw(st.integers(0, 40)) + 1
    return Cycle(m), draw(st.sets(st.integers(0, m - 1)))


@given(subsets())
def test_a_set_written_as_bits_is_read_back_in_ascending_order(given_set):
    _, chosen = given_set
    assert bits(mask(chosen)) == sorted(chosen)


@given(subsets(), st.integers(-200, 200))
def test_shifting_adds_to_every_value(given_set, by):
    cycle, chosen = given_set
    assert cycle.shifted(mask(chosen), by) == mask({(v + by) % cycle.m for v in chosen})


@given(subsets())
def test_opposites_doubles_and_halves_are_those_of_the_values(given_set):
    cycle, chosen = given_set
    m = cycle.m
    assert cycle.opposite(mask(chosen)) == mask({-v % m for v in chosen})
    assert cycle.doubled(mask(chosen)) == mask({2 * v % m for v in chosen})
    assert cycle.halved(mask(chosen)) == mask({v for v in range(m) if 2 * v % m in chosen})


@given(subsets())
def test_differences_either_way_spread_and_fold(given_set):
    cycle, chosen = given_set
    m = cycle.m
    either = {v % m for v in chosen} | {-v % m for v in chosen}
    assert cycle.spread(mask(chosen)) == mask(either)
    assert cycle.folded(mask(chosen)) == mask({min(v, m - v) for v in chosen if v})


@given(subsets(), st.integers(0, 80), st.integers(0, 80))
def test_the_middle_is_as_far_from_one_as_from_the_other(given_set, one, other):
    cycle, _ = given_set
    one, other = one % cycle.m, other % cycle.m
    middle = cycle.midway(one, other)
    assert 0 <= middle < cycle.m
    assert (one + other - 2 * middle) % cycle.m == 0
    assert cycle.apart(one, other) == min(abs(one - other), cycle.m - abs(one - other))
