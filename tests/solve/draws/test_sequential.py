"""Two-sided draws: the rounds of 16 since 2003, the procedure against a uniform draw."""

from __future__ import annotations

import json
import random
from collections import Counter
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from scheduler.errors import NoAnswer, UsageError
from scheduler.solve.draws.sequential import (
    count_pairings,
    dead_end_chance,
    draw_pairing,
    pair_bias,
    sample_pairing,
    sequential_chances,
    uniform_chances,
)
from solve.draws import drawn

Allowed = list[list[bool]]
SEASONS = range(2003, 2024)
VALID = {2012: 5463, 2017: 4238, 2022: 3876}


def round_of_16(
    root: Path, season: int, *, bars: bool = True
) -> tuple[Allowed, list[str], list[str]]:
    """Who may meet whom, and the names of the runners-up (drawn) and the winners (opponents)."""
    table = json.loads((root / "instances/draws/uefa-round-of-16.json").read_text(encoding="utf-8"))
    field = table["seasons"][str(season)]
    barred = [set(pair) for pair in field.get("barred", [])] if bars else []
    seconds, firsts = field["runners_up"], field["winners"]
    allowed = [
        [g != h and a != b and {a, b} not in barred for h, (_, b) in enumerate(firsts)]
        for g, (_, a) in enumerate(seconds)
    ]
    return allowed, [name for name, _ in seconds], [name for name, _ in firsts]


def pairings(allowed: Allowed) -> list[tuple[int, ...]]:
    """Every valid pairing, found by trying all."""
    n = len(allowed)
    return [
        p for p in permutations(range(n)) if all(allowed[i][j] for i, j in enumerate(p))
    ]


def a_table(seed: int, n: int = 4) -> Allowed:
    """A random table with about a third of the pairs barred."""
    pick = random.Random(seed)
    return [[pick.random() < 0.65 for _ in range(n)] for _ in range(n)]


def naive(allowed: Allowed, *, look_ahead: bool) -> tuple[list[list[Fraction]], Fraction]:
    """The procedure told ball by ball: chances of pairs, and of getting stuck."""
    n = len(allowed)
    chances = [[Fraction(0)] * n for _ in range(n)]
    stuck = Fraction(0)

    def can_end(left: frozenset[int], free: frozenset[int]) -> bool:
        if not left:
            return True
        i = min(left)
        return any(allowed[i][j] and can_end(left - {i}, free - {j}) for j in free)

    def go(left: frozenset[int], free: frozenset[int], chance: Fraction) -> None:
        nonlocal stuck
        for i in left:
            fit = [
                j for j in free
                if allowed[i][j] and (not look_ahead or can_end(left - {i}, free - {j}))
            ]
            if not fit:
                stuck += chance / len(left)
            for j in fit:
                share = chance / len(left) / len(fit)
                chances[i][j] += share
                go(left - {i}, free - {j}, share)

    go(frozenset(range(n)), frozenset(range(n)), Fraction(1))
    return chances, stuck


@pytest.mark.parametrize("season", sorted(VALID))
def test_rounds_of_16_have_their_number_of_valid_draws(root: Path, season: int) -> None:
    """5,463 in 2012, as published; 4,238 in 2017; 3,876 in 2022."""
    assert count_pairings(round_of_16(root, season)[0]) == VALID[season]


@pytest.mark.parametrize("season", SEASONS)
def test_every_season_has_its_published_bias(root: Path, shared: Path, season: int) -> None:
    """Valid draws, dead ends without looking ahead, the farthest pair under both ways to draw."""
    path = shared / "domain/data/draws/ucl_r16_exact.json"
    rows: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    row = next(row for row in rows if row["season"] == season)
    # These figures leave out that Russian and Ukrainian clubs were kept apart in 2015.
    allowed, seconds, firsts = round_of_16(root, season, bars=False)
    assert count_pairings(allowed) == row["valid"]
    assert round(float(dead_end_chance(allowed)), 4) == row["greedy_dead_end"]
    assert round(float(abs(pair_bias(allowed).difference)), 4) == row["max_abs_bias"]
    i, j = seconds.index(row["pair"][0]), firsts.index(row["pair"][1])
    assert round(float(sequential_chances(allowed)[i][j]), 4) == row["uefa"]
    assert round(float(uniform_chances(allowed)[i][j]), 4) == row["uniform"]


def test_a_bar_between_associations_leaves_fewer_draws(root: Path) -> None:
    """2015: Kyiv could not draw St Petersburg, so 9,147 of 10,595 pairings were valid."""
    assert count_pairings(round_of_16(root, 2015, bars=False)[0]) == 10_595
    allowed, seconds, firsts = round_of_16(root, 2015)
    assert count_pairings(allowed) == 9_147
    assert uniform_chances(allowed)[seconds.index("Dynamo Kyiv")][firsts.index("Zenit")] == 0


def test_the_procedure_favours_and_disfavours_pairs(root: Path) -> None:
    """2022: Liverpool met Bayern with 37.1 % under the procedure, 39.9 % were fair."""
    allowed, seconds, firsts = round_of_16(root, 2022)
    bias = pair_bias(allowed)
    assert (seconds[bias.drawn], firsts[bias.opponent]) == ("Liverpool", "Bayern")
    assert (round(float(bias.procedure), 3), round(float(bias.uniform), 3)) == (0.371, 0.399)
    assert bias.difference < 0


@pytest.mark.parametrize("seed", range(30))
def test_chances_equal_the_procedure_told_ball_by_ball(seed: int) -> None:
    """Chances of pairs under the procedure and of dead ends without it are exact."""
    allowed = a_table(seed)
    assert dead_end_chance(allowed) == naive(allowed, look_ahead=False)[1]
    if pairings(allowed):
        chances, stuck = naive(allowed, look_ahead=True)
        assert stuck == 0
        assert [list(line) for line in sequential_chances(allowed)] == chances


@pytest.mark.parametrize("seed", range(30))
def test_uniform_chances_equal_enumeration(seed: int) -> None:
    """Counts and chances are those of all valid pairings, found by trying all."""
    allowed = a_table(seed, 5)
    valid = pairings(allowed)
    assert count_pairings(allowed) == len(valid)
    if valid:
        chances = uniform_chances(allowed)
        for i, line in enumerate(chances):
            met = Counter(p[i] for p in valid)
            assert list(line) == [Fraction(met[j], len(valid)) for j in range(5)]
            assert sum(line) == 1


@pytest.mark.parametrize("seed", [s for s in range(12) if len(pairings(a_table(s))) > 1])
def test_every_pairing_has_exactly_the_same_chance(seed: int) -> None:
    """Over all answers of the source, each valid pairing has one chance in their number."""
    allowed = a_table(seed)
    valid = pairings(allowed)
    chances = drawn.distribution(lambda below: sample_pairing(allowed, below))
    assert chances == dict.fromkeys(valid, Fraction(1, len(valid)))


@pytest.mark.parametrize("seed", [s for s in range(12) if pairings(a_table(s))])
def test_the_procedure_is_drawn_with_its_exact_chances(seed: int) -> None:
    """Over all answers of the source, pairs come out of the procedure as often as computed."""
    allowed = a_table(seed)
    chances = drawn.distribution(lambda below: draw_pairing(allowed, below))
    exact = sequential_chances(allowed)
    for i in range(4):
        for j in range(4):
            with_pair = (
                p for steps, p in chances.items()
                if any((s.drawn, s.opponent) == (i, j) for s in steps)
            )
            assert exact[i][j] == sum(with_pair, Fraction(0))


@pytest.mark.parametrize("seed", [0, 3, 5, 8, 11, 14])
def test_draws_are_uniform_by_chi_square(seed: int) -> None:
    """On enumerable tables no pairing is favoured."""
    allowed = a_table(seed, 6)
    valid = pairings(allowed)
    assert len(valid) > 1
    drawn.assert_uniform(lambda below: sample_pairing(allowed, below), valid, seed)


def test_each_step_shows_who_was_admissible(root: Path) -> None:
    """The record of a draw: 8 steps, each opponent among those that were admissible."""
    allowed, _, _ = round_of_16(root, 2012)
    steps = draw_pairing(allowed, drawn.source(2))
    assert sorted(step.drawn for step in steps) == list(range(8))
    assert sorted(step.opponent for step in steps) == list(range(8))
    assert all(step.opponent in step.admissible for step in steps)
    assert all(allowed[step.drawn][j] for step in steps for j in step.admissible)
    assert len(steps[-1].admissible) == 1


def test_no_pairing_is_no_answer() -> None:
    """Two who may only meet the same opponent cannot both be paired."""
    allowed = [[True, False], [True, False]]
    assert count_pairings(allowed) == 0
    for ask in (sequential_chances, uniform_chances, pair_bias):
        with pytest.raises(NoAnswer, match="barred"):
            ask(allowed)
    for draw in (sample_pairing, draw_pairing):
        with pytest.raises(NoAnswer, match="barred"):
            draw(allowed, drawn.source(1))
    assert dead_end_chance(allowed) == 1


@pytest.mark.parametrize(
    ("allowed", "said"),
    [
        ([], "at least one"),
        ([[True], [True]], "2 opponents"),
        ([[True] * 17] * 17, "at most 16"),
    ],
)
def test_tables_that_are_not_square_or_too_large_are_refused(allowed: Allowed, said: str) -> None:
    """As many opponents as entrants, and few enough to count."""
    with pytest.raises(UsageError, match=said):
        count_pairings(allowed)


def test_exact_chances_are_for_ten_a_side() -> None:
    """Chances under the procedure go over all pairs of subsets, so the field is small."""
    with pytest.raises(UsageError, match="at most 10"):
        sequential_chances([[True] * 11] * 11)
