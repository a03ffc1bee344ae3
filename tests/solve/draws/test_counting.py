"""Knockout draws: counts against enumeration, every draw as likely as any other."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from scheduler.errors import NoAnswer, TimeUp, UsageError
from scheduler.rules.placement import seed_blocks
from scheduler.solve.draws.counting import (
    DrawCounter,
    Intervals,
    apart_intervals,
    count_draws,
    sample_draw,
)
from scheduler.solve.draws.counting_optimal import optimal_intervals
from scheduler.solve.draws.flow import optimum
from scheduler.solve.draws.separation import separate
from scheduler.solve.draws.separation_field import field_of
from solve.draws import drawn


@dataclass(frozen=True)
class Case:
    """One field with intervals."""

    size: int
    fixed: Mapping[int, int]
    codes: Sequence[int]
    intervals: Intervals

    def counter(self) -> DrawCounter:
        return DrawCounter(self.size, self.fixed, self.codes, self.intervals)

    def lines(self) -> Iterator[tuple[int, ...]]:
        """Every way to fill the free lines."""
        lines = [self.fixed.get(line, 0) for line in range(1, self.size + 1)]
        free = [at for at in range(self.size) if at + 1 not in self.fixed]
        waiting = [e for e in range(1, len(self.codes) + 1) if e not in self.fixed.values()]
        for order in permutations(waiting):
            for at, e in zip(free, order, strict=True):
                lines[at] = e
            yield tuple(lines)

    def valid(self) -> list[tuple[int, ...]]:
        """The draws within the intervals, found by trying all."""
        return [
            lines for lines in self.lines()
            if all(
                low <= self.number(lines, *key) <= high
                for key, (low, high) in self.intervals.items()
            )
        ]

    def number(self, lines: Sequence[int], value: int, level: int, section: int) -> int:
        """Entrants of a value in a section."""
        there = lines[section << level : section + 1 << level]
        return sum(1 for e in there if e and self.codes[e - 1] == value)


def a_field(pick: random.Random, size: int, most_free: int) -> Case:
    """A random field with byes, fixed entrants and at most ``most_free`` free lines."""
    byes = pick.randint(0, size // 2)
    codes = [pick.randint(-1, pick.randint(0, 3)) for _ in range(size - byes)]
    lines = pick.sample(range(1, size + 1), size)
    fixed = dict.fromkeys(lines[:byes], 0)
    settled = min(len(codes), max(pick.randint(0, 2), size - byes - most_free))
    fixed |= dict(zip(lines[byes:], pick.sample(range(1, len(codes) + 1), settled), strict=False))
    return Case(size, fixed, codes, {})


def with_intervals(pick: random.Random, case: Case) -> Case:
    """The field with limits on some sections, all of which some draw keeps."""
    lines = next(case.lines())
    bounds = {}
    for value in range(-1, 3):
        for level in range(case.size.bit_length()):
            for section in range(case.size >> level):
                if pick.random() < 0.35:
                    n = case.number(lines, value, level, section)
                    bounds[value, level, section] = n - pick.randint(0, 1), n + pick.randint(0, 1)
    return Case(case.size, case.fixed, case.codes, bounds)


def with_level(pick: random.Random, case: Case) -> Case:
    """The field with at most one or two of a value in sections of one size."""
    level = pick.randint(1, 2)
    bounds = {
        (value, level, s): (0, pick.randint(1, 2))
        for value in range(3) for s in range(case.size >> level)
    }
    return Case(case.size, case.fixed, case.codes, bounds)


LETTERS = [0, 1, 0, 0, 0, 1, 2, 3]
GOLDEN = Case(8, {1: 1, 8: 2}, LETTERS, apart_intervals(8, LETTERS, 1))


def test_eight_lines_with_two_seeds_have_144_draws_without_a_clash() -> None:
    """Seeds A on line 1, B on 8; unseeded A A A B C D: 144 draws, B, C, D 48 each against A."""
    assert GOLDEN.counter().count() == 144 == len(GOLDEN.valid())
    assert Counter(lines[1] for lines in GOLDEN.valid()) == {6: 48, 7: 48, 8: 48}


def test_opponents_of_the_first_seed_are_drawn_equally_often() -> None:
    """The sampler gives seed 1 the opponents B, C, D alike, where drawing in order does not."""
    counter, below = GOLDEN.counter(), drawn.source(1)
    met = Counter(counter.sample(below)[1] for _ in range(3000))
    assert set(met) == {6, 7, 8}
    assert all(abs(n - 1000) < 80 for n in met.values())


@pytest.mark.parametrize("seed", range(60))
def test_counts_equal_enumeration(seed: int) -> None:
    """Whatever sections the intervals speak of, the count is the number of draws that keep them."""
    pick = random.Random(seed)
    case = with_intervals(pick, a_field(pick, pick.choice([2, 4, 8, 16]), 6))
    assert case.counter().count() == len(case.valid())


@pytest.mark.parametrize("seed", range(60))
def test_counts_of_separation_equal_enumeration(seed: int) -> None:
    """Limits on sections of one size, which have a method of their own, count right too."""
    pick = random.Random(seed)
    case = with_level(pick, a_field(pick, pick.choice([4, 8, 16]), 6))
    assert case.counter().count() == len(case.valid())


@pytest.mark.parametrize("seed", range(40))
def test_exactly_the_optimal_draws_are_within_the_intervals_of_a_certificate(seed: int) -> None:
    """Seeds, byes, either order of rounds: the certificate's intervals count the optimal draws."""
    pick = random.Random(seed)
    case = a_field(pick, 8, 6)
    order = pick.choice(["earliest-first", "halves-first"])
    levels = range(1, 3) if order == "earliest-first" else range(2, 0, -1)
    prices = Counter(
        tuple(_pairs(case, lines, level) for level in levels) for lines in case.lines()
    )
    found = count_draws(8, case.fixed, case.codes, _optimal(case, order))
    assert found == prices[min(prices)]


def _optimal(case: Case, order: str = "earliest-first") -> Intervals:
    """The intervals from the potentials of an optimal flow."""
    field = field_of(case.size, case.fixed, [case.codes], order=order)
    part = optimum(field, 0, np.random.default_rng(1)).part(0)
    return optimal_intervals(case.size, case.fixed, case.codes, part)


def _pairs(case: Case, lines: Sequence[int], level: int) -> int:
    values = {code for code in case.codes if code >= 0}
    numbers = [
        case.number(lines, v, level, s) for v in values for s in range(case.size >> level)
    ]
    return sum(n * (n - 1) // 2 for n in numbers)


SMALL = [
    Case(4, {}, [0, 0, 1, 1], {(0, 1, 0): (0, 1)}),
    Case(4, {1: 1}, [0, 0, 1, -1], {(0, 1, 0): (1, 1), (0, 1, 1): (1, 1), (-1, 0, 3): (0, 0)}),
    Case(8, {1: 1, 2: 0, 4: 2, 5: 0}, [0, 1, 0, 1, 0, 2], {(0, 2, 0): (1, 2), (0, 1, 3): (0, 1)}),
]


@pytest.mark.parametrize("case", SMALL)
def test_every_draw_has_exactly_the_same_chance(case: Case) -> None:
    """Over all answers of the source, each valid draw has one chance in their number."""
    chances = drawn.distribution(case.counter().sample)
    valid = case.valid()
    assert chances == dict.fromkeys(valid, Fraction(1, len(valid)))


@pytest.mark.parametrize("seed", range(8))
def test_draws_are_uniform_by_chi_square(seed: int) -> None:
    """On enumerable fields, by either method, no draw is favoured."""
    pick = random.Random(seed)
    limited = with_level if seed % 2 else with_intervals
    case = limited(pick, a_field(pick, 8, 5))
    drawn.assert_uniform(case.counter().sample, case.valid(), seed)


def a_large_field(size: int, entrants: int, seeds: int, regions: int) -> Case:
    """Regions of very different sizes, clustered seeds, byes beside the first of them."""
    weights = [1 / rank for rank in range(1, regions + 1)]
    codes = random.Random(7).choices(range(regions), weights, k=entrants)
    lines = [line for block in seed_blocks("cluster", size, seeds) for line in block][:seeds]
    byes = {(line - 1 ^ 1) + 1: 0 for line in lines[: size - entrants]}
    fixed = {line: seed for seed, line in enumerate(lines, start=1)}
    return Case(size, fixed | byes, codes, {})


def test_optimal_draws_of_128_lines_are_counted_and_drawn() -> None:
    """40 regions on 128 lines: a number of 100 digits, and every sample is optimal."""
    case = a_large_field(128, 120, 32, 40)
    best = separate(128, case.fixed, [case.codes], rng=np.random.default_rng(1)).lines
    counter = DrawCounter(128, case.fixed, case.codes, _optimal(case))
    assert counter.count() > 10**100
    below = drawn.source(3)
    for lines in (counter.sample(below) for _ in range(3)):
        assert sorted(e for e in lines if e) == list(range(1, 121))
        assert all(lines[line - 1] == e for line, e in case.fixed.items())
        for level in range(1, 7):
            assert _pairs(case, lines, level) == _pairs(case, best, level)


def test_without_limits_every_order_counts() -> None:
    """4,096 lines that nothing binds: the factorial, and any order of entrants."""
    counter = DrawCounter(4096, {}, [-1] * 4096, {})
    expected = 1
    for n in range(1, 4097):
        expected *= n
    assert counter.count() == expected
    assert sorted(counter.sample(drawn.source(1))) == list(range(1, 4097))


def test_same_source_gives_the_same_draw() -> None:
    """Replaying the answers of the source replays the draw."""
    first, second = (
        sample_draw(8, GOLDEN.fixed, GOLDEN.codes, GOLDEN.intervals, drawn.source(5))
        for _ in range(2)
    )
    assert first == second


@pytest.mark.parametrize("rounds", [1, 2])
def test_drawing_goes_on_after_counting(rounds: int) -> None:
    """The limit bounds the counting; what is counted can be drawn from without end."""
    codes = [e % 5 for e in range(16)]
    intervals = dict(apart_intervals(16, codes, rounds))
    if rounds == 2:
        intervals[0, 1, 0] = (0, 1)  # a second level, so that the method of one level does not do
    needed = next(
        limit for limit in (2**k for k in range(25)) if _counts(codes, intervals, limit)
    )
    counter = DrawCounter(16, {}, codes, intervals, limit=needed)
    assert len({counter.sample(drawn.source(seed)) for seed in range(50)}) > 40


def _counts(codes: Sequence[int], intervals: Intervals, limit: int) -> bool:
    try:
        return DrawCounter(16, {}, codes, intervals, limit=limit).count() > 0
    except TimeUp:
        return False


def test_beyond_its_reach_it_says_so() -> None:
    """Too many states are an error of their own, never a draw that is called uniform."""
    case = a_large_field(256, 250, 32, 60)
    with pytest.raises(TimeUp, match="too many and too different"):
        count_draws(256, case.fixed, case.codes, apart_intervals(256, case.codes, 2), limit=50_000)


def test_no_draw_is_no_answer() -> None:
    """Three of a value on four lines meet in round 1: nothing to draw."""
    codes = [0, 0, 0, 1]
    bounds = apart_intervals(4, codes, 1)
    assert count_draws(4, {}, codes, bounds) == 0
    with pytest.raises(NoAnswer, match="none keeps"):
        sample_draw(4, {}, codes, bounds, drawn.source(1))


@pytest.mark.parametrize(
    ("size", "fixed", "codes", "intervals", "said"),
    [
        (6, {}, [0] * 6, {}, "power of two"),
        (8192, {}, [0] * 8192, {}, "power of two"),
        (4, {}, [0] * 3, {}, "3 entrants are without a line, and 4 lines are free"),
        (4, {5: 1}, [0] * 4, {}, "line 5"),
        (4, {1: 9}, [0] * 4, {}, "entrant 9"),
        (4, {1: 1, 2: 1}, [0] * 3, {}, "2 lines"),
        (4, {}, [0, 0, 0, -2], {}, "codes"),
        (4, {}, [0] * 4, {(0, 1, 2): (0, 1)}, "section 2"),
    ],
)
def test_what_does_not_fit_together_is_said(
    size: int, fixed: dict[int, int], codes: list[int], intervals: Intervals, said: str
) -> None:
    """Sizes, lines, entrants and sections that cannot be are errors that name them."""
    with pytest.raises(UsageError, match=said):
        DrawCounter(size, fixed, codes, intervals)
