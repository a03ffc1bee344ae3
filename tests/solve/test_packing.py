"""Packings are counted and found exactly as trying every combination would."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scheduler.solve import packing
from scheduler.solve.packing import Kind, Spent, choose_packing, count_packings


def naive(kinds: list[Kind], used: int, budget: int) -> tuple[int, int | None]:
    """How many packings there are within the budget, and the cost of the cheapest."""
    costs = []
    for choice in product(*(list(combinations(columns, times)) for columns, times in kinds)):
        taken, union = [c for part in choice for c in part], used
        disjoint = True
        for _, numbers in taken:
            disjoint = disjoint and not union & numbers
            union |= numbers
        if disjoint and sum(cost for cost, _ in taken) <= budget:
            costs.append(sum(cost for cost, _ in taken))
    return len(costs), min(costs, default=None)


def kinds_of(numbers: int, sizes: tuple[tuple[int, int], ...], seed: int) -> list[Kind]:
    """Random kinds: (size of a set, how many) each, about two thirds of all sets, costs 1 to 4."""
    rng, kinds = np.random.default_rng(seed), []
    for size, times in sizes:
        sets = [sum(1 << v for v in c) for c in combinations(range(numbers), size)]
        kept = [s for s in sets if rng.random() < 0.67]
        kinds.append((sorted((int(rng.integers(1, 5)), s) for s in kept), times))
    return kinds


SHAPES = [((2, 3),), ((3, 2),), ((3, 1), (2, 1)), ((2, 1), (3, 1)), ((2, 2),), ((4, 1), (2, 1))]


@settings(max_examples=60)
@given(st.integers(0, 10_000), st.sampled_from(SHAPES), st.integers(6, 9), st.integers(0, 14), st.booleans())
def test_counts_equal_those_of_trying_every_choice(
    seed: int, sizes: tuple[tuple[int, int], ...], numbers: int, budget: int, last: bool
) -> None:
    kinds = kinds_of(numbers, sizes, seed)
    own = kinds_of(numbers, ((2, 1),), seed + 1)[0]
    kinds = [*kinds, own] if last else [own, *kinds]
    others = [kind for kind in kinds if kind is not own]
    expected = {s: naive(others, s, budget - cost)[0] for cost, s in own[0]}
    found = count_packings(kinds, kinds.index(own), budget)
    assert found == {s: many for s, many in expected.items() if many}


@pytest.mark.parametrize("sizes", SHAPES)
def test_the_cheapest_packing_is_found_and_settled(sizes: tuple[tuple[int, int], ...]) -> None:
    kinds = kinds_of(7, sizes, 5)
    picked, settled = choose_packing(kinds, np.random.default_rng(0), cheapest=True, effort=5.0)
    cost = {numbers: cost for columns, _ in kinds for cost, numbers in columns}
    assert settled
    assert [len(sets) for sets in picked] == [times for _, times in sizes]
    assert sum(cost[s] for sets in picked for s in sets) == naive(kinds, 0, 99)[1]
    assert sum(s.bit_count() for sets in picked for s in sets) == sum(a * b for a, b in sizes)


def test_an_impossible_packing_is_proven_so() -> None:
    triangle = [(1, 0b011), (1, 0b101), (1, 0b110)]
    assert choose_packing([(triangle, 2)], np.random.default_rng(0), cheapest=False, effort=1.0) == ([], True)
    assert choose_packing([(triangle, 4)], np.random.default_rng(0), cheapest=False, effort=1.0) == ([], True)
    assert count_packings([(triangle, 1), (triangle, 1)], 0, 99) == {}


def test_a_count_beyond_the_budget_is_refused_rather_than_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "_NODES", 3)
    for sizes in (((2, 1), (2, 3)), ((2, 1), (2, 2))):
        with pytest.raises(Spent):
            count_packings(kinds_of(9, sizes, 1), 0, 99)
