"""Drops and routing: rematches as rare as can be, a table for every size, losers sent elsewhere."""

from __future__ import annotations

import csv
from fractions import Fraction
from itertools import permutations, product
from pathlib import Path

import numpy as np
import pytest

from scheduler.errors import UsageError
from scheduler.event import Bracket, BracketMatch, Feed
from scheduler.solve.draws.elimination import double_elimination, drop_table
from scheduler.solve.draws.elimination_drops import assignment, best_masks, masked
from scheduler.solve.draws.elimination_routing import check_bracket, rerouted
from scheduler.solve.draws.rematches import expected_rematches
from solve.draws.elimination_cases import naive_rematches

METHODS = ("standard", "compact")


# --- Rematches ------------------------------------------------------------------------------------

EXACT = {
    3: (0, 1), 4: (0, 1), 5: (1, 4), 6: (1, 4), 8: (1, 4), 9: (19, 64), 10: (21, 64), 11: (3, 8),
    12: (13, 32), 16: (13, 32), 17: (417, 1024), 20: (103, 256), 24: (51, 128), 32: (51, 128),
    48: (755, 2048), 64: (755, 2048), 128: (3073, 8192), 256: (12165, 32768),
}


@pytest.mark.parametrize("n", EXACT)
def test_expected_rematches_are_these_exact_fractions(n: int) -> None:
    found = expected_rematches(double_elimination(n))
    assert found.before_losers_final == Fraction(*EXACT[n])


def test_d5_no_published_order_has_fewer_rematches(shared: Path) -> None:
    path = shared / "domain/data/draws/double_elimination_expected_rematches.csv"
    with path.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            n = int(row.pop("n"))
            ours = expected_rematches(double_elimination(n)).before_losers_final
            others = [Fraction(text) for text in row.values() if text]
            # The published figures are rounded to four decimals.
            assert ours <= min(others) + Fraction(1, 20_000)


def test_published_figures_of_other_orders_are_found_again(shared: Path) -> None:
    path = shared / "domain/data/draws/double_elimination_expected_rematches.csv"
    with path.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            n = int(row["n"])
            k = n.bit_length() - 1
            plain = {s: range(1, (n >> s) + 1) for s in range(2, k + 1)}
            turned = {s: list(o)[::-1] if s % 2 == 0 else list(o) for s, o in plain.items()}
            for orders, name in ((plain, "no_mixing"), (turned, "reverse_every_2nd")):
                found = expected_rematches(double_elimination(n, orders=orders))
                assert round(float(found.before_losers_final), 4) == float(row[name])


@pytest.mark.parametrize(
    ("n", "method"), [(n, m) for m in METHODS for n in range(3, 9)] + [(9, "standard")]
)
def test_rematches_are_what_going_through_all_courses_finds(n: int, method: str) -> None:
    bracket = double_elimination(n, method=method, final="single")
    found = expected_rematches(bracket)
    assert (found.before_losers_final, found.before_final) == naive_rematches(bracket)


@pytest.mark.parametrize("n", [4, 5, 6, 7, 8])
def test_rematches_of_any_order_are_what_going_through_all_courses_finds(n: int) -> None:
    bracket = double_elimination(n, final="single", orders={2: (1, 2) if n > 4 else (1,)})
    found = expected_rematches(bracket)
    assert (found.before_losers_final, found.before_final) == naive_rematches(bracket)


@pytest.mark.parametrize("n", [5, 7, 8, 9, 11, 14, 16])
def test_no_table_of_drops_has_fewer_rematches_up_to_16(n: int) -> None:
    rounds = (n - 1).bit_length()
    rows = {s: list(permutations(range(1, (1 << (rounds - s)) + 1))) for s in range(2, rounds)}
    least = min(
        expected_rematches(
            double_elimination(n, orders=dict(zip(rows, choice, strict=True)))
        ).before_losers_final
        for choice in product(*rows.values())
    )
    assert expected_rematches(double_elimination(n)).before_losers_final == least


@pytest.mark.parametrize("rounds", [3, 4, 5])
def test_no_masks_are_better_than_the_best(rounds: int) -> None:
    def cost(masks: dict[int, int]) -> Fraction:
        orders = {s: [j + 1 for j in row] for s, row in masked(rounds, masks).items()}
        bracket = double_elimination(1 << rounds, orders=orders)
        return expected_rematches(bracket).before_losers_final

    every = product(*(range(1 << (rounds - s)) for s in range(2, rounds)))
    least = min(cost(dict(zip(range(2, rounds), m, strict=True))) for m in every)
    assert cost(best_masks(rounds)) == least


def test_assignments_cost_what_the_best_permutation_costs() -> None:
    rng = np.random.default_rng(5)
    for _ in range(40):
        n = int(rng.integers(1, 7))
        cost = rng.integers(-9, 30, size=(n, n))
        best = min(sum(cost[i, p[i]] for i in range(n)) for p in permutations(range(n)))
        found = assignment(cost)
        assert sorted(found.tolist()) == list(range(n))
        assert int(cost[np.arange(n), found].sum()) == best


# --- Tables of drops and routing ------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("n", [3, 7, 16, 33, 100])
def test_d2_every_size_has_a_table_that_makes_its_bracket(n: int, method: str) -> None:
    table = drop_table(n, method=method)
    orders = {d.round: d.order for d in table}
    assert sorted(orders) == list(range(2, (n - 1).bit_length() + 1))
    assert double_elimination(n, method=method, orders=orders) == double_elimination(n, method=method)


def test_d1_losers_cross_over_so_that_nobody_meets_at_once_whom_he_has_just_beaten() -> None:
    for n in (8, 16, 32, 64):
        bracket = double_elimination(n)
        round2 = {m.number for m in bracket.matches if m.side == "L" and m.round == 2}
        assert not round2 & set(expected_rematches(bracket).by_match)


def test_d3_one_rule_makes_the_tables_of_all_sizes_and_byes_only_refine_it() -> None:
    for rounds in range(2, 11):
        table = drop_table(1 << rounds)
        masks = best_masks(rounds)
        assert {d.round: tuple(j - 1 for j in d.order) for d in table} == masked(rounds, masks)


def test_d4_a_loser_can_be_sent_elsewhere_and_whoever_was_there_takes_his_place() -> None:
    bracket = double_elimination(8)
    upper = [m.number for m in bracket.matches if m.side == "W" and m.round == 2]
    before = {m.number: m for m in bracket.matches if m.side == "L" and m.round == 2}
    spots = {m.away.of: m.number for m in before.values()}
    made = rerouted(bracket, {upper[0]: (spots[upper[1]], "away")})
    assert made.match(spots[upper[1]]).away == Feed("loser", upper[0])
    assert made.match(spots[upper[0]]).away == Feed("loser", upper[1])
    assert expected_rematches(made).before_losers_final == 1


def test_d4_a_routing_that_cannot_be_played_is_refused_with_its_reason() -> None:
    bracket = double_elimination(8)
    last = max(m.number for m in bracket.matches if m.side == "L")
    first = min(m.number for m in bracket.matches if m.side == "L")
    final = next(m.number for m in bracket.matches if m.side == "W" and m.round == 3)
    with pytest.raises(UsageError, match=r"not earlier|not before"):
        rerouted(bracket, {final: (first, "home")})
    with pytest.raises(UsageError, match="does not play on"):
        rerouted(bracket, {last: (first, "home")})
    with pytest.raises(UsageError, match="cannot go to match 99"):
        rerouted(bracket, {1: (99, "home")})


@pytest.mark.parametrize("orders", [{2: (1, 1)}, {2: (1,)}, {1: (1, 2, 3, 4)}, {4: (1,)}, {2: (0, 1)}])
def test_d4_orders_that_are_not_each_match_once_are_refused(orders: dict[int, tuple[int, ...]]) -> None:
    with pytest.raises(UsageError, match=f"round {next(iter(orders))} must name"):
        double_elimination(8, orders=orders)


def test_a_bracket_in_which_somebody_drops_twice_or_never_is_found_out() -> None:
    bracket = double_elimination(4, final="single")
    matches = list(bracket.matches)
    at = next(i for i, m in enumerate(matches) if m.side == "L")
    m = matches[at]
    matches[at] = BracketMatch(m.number, m.side, m.round, m.home, m.home, m.slot)
    wrong = check_bracket(Bracket(4, bracket.kind, tuple(matches), lives=2, ends=bracket.ends))
    assert any("plays in 2 matches" in w for w in wrong)
    assert any("does not drop" in w for w in wrong)


def test_rematches_of_three_lives_are_not_counted() -> None:
    with pytest.raises(UsageError, match="two lives"):
        expected_rematches(double_elimination(8, method="compact", lives=3))
