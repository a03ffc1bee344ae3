"""Separation: the optimum against enumeration and a plain solver model, and what is claimed of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from ortools.sat.python import cp_model

from scheduler.errors import UsageError
from scheduler.solve.draws import flow_guess
from scheduler.solve.draws.rotor import dealt
from scheduler.solve.draws.separation import separate
from scheduler.solve.draws.separation_field import field_of
from scheduler.solve.draws.several_search import Search, components
from scheduler.verify.certificate import check
from solve.draws.separation_naive import draws, price, random_field, seeded_field, within

ORDERS = ("earliest-first", "halves-first")


def rng_of(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)


@pytest.mark.parametrize("order", ORDERS)
def test_one_attribute_is_the_best_of_all_draws_of_8_lines(order: str) -> None:
    for seed in range(150):
        fixed, codes = random_field(rng_of(seed), 8, 1)
        made = separate(8, fixed, codes, rng=rng_of(seed), order=order)
        best = min(price(d, codes, order) for d in draws(8, fixed, codes))
        assert price(made.lines, codes, order) == best, seed
        assert made.optimal
        assert check(made.lines, fixed, codes, made.certificate) == []


@pytest.mark.parametrize("levels", [(0, 1), (0, 0), (1, 0), (0, 1, 1)])
def test_several_attributes_are_the_best_of_all_draws_of_8_lines(levels: Sequence[int]) -> None:
    """Where optimality is claimed; and it is claimed always at this size."""
    for seed in range(25):
        order = ORDERS[seed % 2]
        fixed, codes = random_field(rng_of(seed), 8, len(levels), most=5)
        made = separate(8, fixed, codes, rng=rng_of(seed), order=order, levels=levels)
        best = min(price(d, codes, order, levels) for d in draws(8, fixed, codes))
        assert price(made.lines, codes, order, levels) == best, seed
        assert made.optimal
        assert check(made.lines, fixed, codes, made.certificate) == []


@pytest.mark.parametrize("levels", [(0, 1), (0, 0)])
def test_each_attribute_may_have_an_order_of_its_own(levels: Sequence[int]) -> None:
    for seed in range(25):
        fixed, codes = random_field(rng_of(seed), 8, 2, most=5)
        made = separate(8, fixed, codes, rng=rng_of(seed), order=ORDERS, levels=levels)

        def cost(lines: Sequence[int], codes: Sequence[Sequence[int]] = codes) -> tuple[int, ...]:
            early, halves = (
                price(lines, [code], order) for code, order in zip(codes, ORDERS, strict=True)
            )
            return early + halves if levels[1] else tuple(a + b for a, b in zip(early, halves, strict=True))

        assert cost(made.lines) == min(cost(d) for d in draws(8, fixed, codes)), seed
        assert made.optimal
        assert check(made.lines, fixed, codes, made.certificate) == []


def test_goals_that_name_a_round_twice_are_refused() -> None:
    goals = (((0, 1, 1),), ((0, 1, 1),))
    with pytest.raises(UsageError, match="once"):
        separate(8, {}, [[0, 0, 1, 1, 2, 2, 3, 3]], rng=rng_of(0), goals=goals)


def _solved(size: int, fixed: dict[int, int], codes: Sequence[Sequence[int]]) -> int:
    """The least price as one number, base 200, by a model of entrants and lines and nothing clever."""
    model = cp_model.CpModel()
    entrants = len(codes[0])
    at = [[model.new_bool_var("") for _ in range(size)] for _ in range(entrants)]
    for row in at:
        model.add_exactly_one(row)
    for i in range(size):
        model.add_at_most_one(row[i] for row in at)
        if i + 1 in fixed:
            for e, row in enumerate(at, start=1):
                model.add(row[i] == (fixed[i + 1] == e))
    rounds = size.bit_length() - 1
    cost = []
    for a, code in enumerate(codes):
        for x, y in combinations(range(entrants), 2):
            for r in range(1, rounds) if code[x] == code[y] >= 0 else ():
                for s in range(0, size, 1 << r):
                    both = model.new_bool_var("")
                    inside = [sum(at[e][s : s + (1 << r)]) for e in (x, y)]
                    model.add(both >= inside[0] + inside[1] - 1)
                    place = (len(codes) - a) * (rounds - 1) - r
                    cost.append(200**place * both)
    model.minimize(sum(cost))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(model) == cp_model.OPTIMAL
    return round(solver.objective_value)


@pytest.mark.parametrize("attributes", [1, 2])
def test_a_plain_model_of_16_lines_finds_nothing_better(attributes: int) -> None:
    for seed in range(6):
        fixed, codes = random_field(rng_of(seed), 16, attributes, most=9)
        made = separate(16, fixed, codes, rng=rng_of(seed))
        number = 0
        for pairs in price(made.lines, codes):
            number = 200 * number + pairs
        assert number == _solved(16, fixed, codes), seed
        assert made.optimal


def test_even_splitting_from_the_top_is_not_optimal() -> None:
    """A on line 1, B on line 8, byes on 2, 6, 7: two in one half costs less than the even split."""
    fixed = {1: 1, 8: 2, 2: 0, 6: 0, 7: 0}
    codes = [[0, 1, 0, 1, 1]]
    made = separate(8, fixed, codes, rng=rng_of(0))
    assert within(made.lines, codes[0])[:2] == (0, 2)
    top_down = separate(8, fixed, codes, rng=rng_of(0), order="halves-first")
    assert within(top_down.lines, codes[0])[:2] == (1, 1)
    assert made.optimal
    assert top_down.optimal


def test_no_number_of_late_pairs_outweighs_an_early_one() -> None:
    """The last A avoids a meeting in round 1 at the price of 2, 6 and 14 later ones.

    A sum that weighs each round three times the next would rather take the early meeting: 27 + 9 + 3 + 1
    is less than 2 * 9 + 6 * 3 + 14.
    """
    crowd = [0, -1, *[0] * 14]
    lone = [-1, 0, *[-1] * 14]
    codes = [crowd + lone]
    fixed = {i: i for i in range(1, 33) if i not in (1, 17)}
    made = separate(32, fixed, codes, rng=rng_of(0))
    assert (made.lines[0], made.lines[16]) == (1, 17)
    other = [17, *made.lines[1:16], 1, *made.lines[17:]]
    gain = [b - a for a, b in zip(price(made.lines, codes), price(other, codes), strict=True)]
    assert gain == [1, -1, -5, -13]
    assert sum(g * w for g, w in zip(gain, (27, 9, 3, 1), strict=True)) < 0
    assert check(other, fixed, codes, made.certificate) != []


def test_a_first_flow_that_weighs_rounds_wrongly_does_no_harm(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The exact part mends any guess: here the guess holds the last round dearest."""
    monkeypatch.setattr(
        flow_guess, "_weights",
        lambda network: 16 * 8 ** np.arange(network.field.levels + 1, dtype=np.int64),
    )
    for seed in range(100):
        fixed, codes = random_field(rng_of(seed), 8, 1)
        made = separate(8, fixed, codes, rng=rng_of(seed))
        assert price(made.lines, codes) == min(price(d, codes) for d in draws(8, fixed, codes)), seed
    fixed, codes = seeded_field(rng_of(1), 64, 57, 16, (9,))
    made = separate(64, fixed, codes, rng=rng_of(1))
    assert check(made.lines, fixed, codes, made.certificate) == []


def test_an_earlier_round_of_less_important_clubs_yields_to_the_last_round_of_regions() -> None:
    """Levels come before rounds: turning them round changes who pays."""
    differ = 0
    for seed in range(40):
        fixed, codes = random_field(rng_of(seed), 8, 2, most=5)
        region, club = (
            separate(8, fixed, codes, rng=rng_of(seed), levels=levels) for levels in ((0, 1), (1, 0))
        )
        a, b = price(region.lines, codes), price(club.lines, codes)
        assert a <= b
        assert price(club.lines, codes[::-1]) <= price(region.lines, codes[::-1])
        differ += a != b
    assert differ > 0


@pytest.mark.parametrize(("size", "entrants"), [(2, 2), (4, 3), (16, 13), (64, 50), (256, 256)])
def test_without_seeds_constructions_are_proven_by_counting_alone(size: int, entrants: int) -> None:
    """Regions, clubs within them, and clubs across them: no potentials, no solver."""
    rng = rng_of(size)
    fixed, (region, across) = seeded_field(rng, size, entrants, 0, (5, 7))
    inside = [5 * c + int(rng.integers(3)) for c in region]
    for codes in ([region], [region, inside], [region, across], [inside, across]):
        made = separate(size, fixed, codes, rng=rng)
        assert made.optimal
        assert made.method in (("lot",) if size == 2 else ("rotor", "euler"))
        assert {part["by"] for part in made.certificate["parts"]} <= {"filling"}
        assert check(made.lines, fixed, codes, made.certificate) == []


def test_pairs_are_those_that_can_meet_first_in_each_round() -> None:
    fixed, codes = seeded_field(rng_of(5), 32, 29, 8, (6, 9))
    made = separate(32, fixed, codes, rng=rng_of(5))
    for pairs, code in zip(made.pairs, codes, strict=True):
        assert tuple(np.cumsum(pairs)) == within(made.lines, code)


def test_the_seed_decides_the_draw_and_other_seeds_give_others() -> None:
    for attributes in ((9,), (9, 14)):
        fixed, codes = seeded_field(rng_of(3), 64, 60, 16, attributes)
        made = [separate(64, fixed, codes, rng=rng_of(s), seconds=None) for s in (1, 1, 2)]
        assert made[0] == made[1]
        assert made[0].lines != made[2].lines
        assert json.dumps(made[0].certificate) == json.dumps(made[1].certificate)
        assert made[0].pairs == made[2].pairs


def test_every_draw_of_a_small_field_that_is_optimal_turns_up() -> None:
    """Not equally often: that is not claimed."""
    fixed, codes = {1: 1, 8: 2, 6: 0}, [[0, 1, 0, 1, 1, -1, 0]]
    best = min(price(d, codes) for d in draws(8, fixed, codes))
    kinds = {tuple(codes[0][e - 1] if e else -2 for e in d) for d in draws(8, fixed, codes)
             if price(d, codes) == best}
    seen = set()
    for seed in range(40 * len(kinds)):
        lines = separate(8, fixed, codes, rng=rng_of(seed)).lines
        seen.add(tuple(codes[0][e - 1] if e else -2 for e in lines))
    assert seen == kinds


def test_regions_and_clubs_crossing_with_seeds_are_proven_in_128_lines() -> None:
    proven = 0
    for seed in range(3):
        fixed, codes = seeded_field(rng_of(seed), 128, 110, 16, (14, 20))
        made = separate(128, fixed, codes, rng=rng_of(seed), levels=(0, 0))
        assert check(made.lines, fixed, codes, made.certificate) == []
        assert made.proven_rounds() >= 3
        proven += made.optimal
    assert proven >= 2


def test_a_level_on_the_solvers_word_is_not_in_the_certificate() -> None:
    """Regions and clubs that cannot both be at their best: what the solver proves is flagged apart."""
    found = 0
    for seed in range(200):
        fixed, codes = random_field(rng_of(seed), 8, 2, most=5)
        made = separate(8, fixed, codes, rng=rng_of(seed), levels=(0, 0))
        marks = made.proven[0][:2]
        certified = {r for part in made.certificate["parts"] for r in part["rounds"]}
        assert certified == {r for r, m in enumerate(marks, start=1) if m == "certificate"}
        found += "solver" in marks
    assert found > 0


def test_time_that_runs_out_is_told_and_proves_nothing() -> None:
    fixed, codes = seeded_field(rng_of(1), 256, 230, 32, (15, 30))
    made = separate(256, fixed, codes, rng=rng_of(1), levels=(0, 0), seconds=1e-6)
    assert made.late
    assert not made.optimal
    assert check(made.lines, fixed, codes, made.certificate) == []


def test_a_draw_that_is_fixed_throughout_is_its_own_best() -> None:
    made = separate(4, {1: 2, 2: 1, 3: 0, 4: 3}, [[0, 0, 0]], rng=rng_of(0))
    assert made.lines == (2, 1, 0, 3)
    assert made.pairs == ((1, 2),)


def test_4096_lines_with_a_code_each_are_no_burden() -> None:
    codes = [list(range(4096)), [i // 2 for i in range(4096)]]
    made = separate(4096, {1: 1}, codes, rng=rng_of(0), seconds=20)
    assert made.optimal
    assert sum(made.pairs[1][:-1]) == 0


@pytest.mark.parametrize(
    ("size", "fixed", "codes", "words"),
    [
        (5000, {}, [[0] * 5000], "power of two"),
        (0, {}, [], "power of two"),
        (1, {}, [[0]], "power of two"),
        (8, {}, [[0] * 9], "do not fit"),
        (8, {}, [[0] * 7], "7 entrants wait for 8 free lines"),
        (4, {1: 1, 2: 1}, [[0] * 4], "entrant 1 is fixed on lines 1 and 2"),
        (4, {5: 1}, [[0] * 4], "line 5 of 4"),
        (4, {1: 7}, [[0] * 4], "line 1 holds entrant 7"),
        (4, {}, [[0] * 4, [0] * 3], "different numbers"),
        (4, {}, [[0] * 4] * 17, "17 attributes"),
    ],
)
def test_what_does_not_fit_is_refused_by_name(
    size: int, fixed: dict[int, int], codes: list[list[int]], words: str
) -> None:
    with pytest.raises(UsageError, match=words):
        separate(size, fixed, codes, rng=rng_of(0))


def test_an_unknown_order_and_no_time_are_refused() -> None:
    with pytest.raises(UsageError, match="order"):
        separate(4, {}, [[0] * 4], rng=rng_of(0), order="late")
    with pytest.raises(UsageError, match="seconds"):
        separate(4, {}, [[0] * 4], rng=rng_of(0), seconds=0)
    with pytest.raises(UsageError, match="priority levels"):
        separate(4, {}, [[0] * 4], rng=rng_of(0), levels=(1, 2))


class _Watched(Search):
    """Counts everything anew after each step."""

    def _step(self, leading: int, weights: Any) -> None:
        super()._step(leading, weights)
        assert self.value == components(self._field, self.lines)


@pytest.mark.parametrize("size", [16, 64])
def test_what_a_search_adds_up_is_what_counting_anew_finds(size: int) -> None:
    """Entrants, matches and sections change places; nobody who is fixed moves."""
    for seed in range(6):
        fixed, codes = seeded_field(rng_of(seed), size, size - size // 8, 4, (5, 4))
        field = field_of(size, fixed, codes, levels=(0, seed % 2), order=ORDERS[seed % 2])
        search = _Watched(field, dealt(field, (0, 1), rng_of(seed)), rng_of(seed))
        before = list(search.value)
        search.run([0] * len(before), 200, None)
        assert search.value == components(field, search.lines) <= before
        assert all(search.lines[line - 1] == who for line, who in fixed.items())
