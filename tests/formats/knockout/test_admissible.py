"""Admissible lines are exactly those that trying every completion finds."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from scheduler.errors import NoAnswer, UsageError
from scheduler.formats.knockout.admissible import NOBODY, Witness

Intervals = dict[tuple[int, int, int], tuple[int, int]]


def problem(rng: Random) -> tuple[list[int], set[int], Intervals]:
    """A draw of 4 or 8 values, settled lines, and intervals around it for some sections and values."""
    size = rng.choice([4, 8])
    values = [rng.choice([-1, -1, 0, 0, 1, 2]) for _ in range(rng.randint(size // 2 + 1, size))]
    values += [NOBODY] * (size - len(values))
    rng.shuffle(values)
    settled = {i for i in range(size) if values[i] == NOBODY or rng.random() < 0.15}
    intervals = {}
    for value in (-1, 0, 1, 2):
        for level in range(size.bit_length()):
            for s in range(size >> level):
                if rng.random() < 0.4:
                    many = values[s << level : (s + 1) << level].count(value)
                    intervals[value, level, s] = (
                        max(0, many - rng.randint(0, 1)), many + rng.randint(0, 1))
    return values, settled, intervals


def keeps(values: list[int], intervals: Intervals) -> bool:
    return all(
        least <= values[s << level : (s + 1) << level].count(value) <= most
        for (value, level, s), (least, most) in intervals.items()
    )


def completions(values: list[int], settled: set[int], intervals: Intervals) -> list[list[int]]:
    free = [i for i in range(len(values)) if i not in settled]
    out = []
    for order in set(permutations(values[i] for i in free)):
        made = list(values)
        for i, value in zip(free, order, strict=True):
            made[i] = value
        if keeps(made, intervals):
            out.append(made)
    return out


@pytest.mark.parametrize("seed", range(120))
def test_lines_are_those_of_some_completion_ball_after_ball(seed: int) -> None:
    """From the first ball to the last, for every value that waits; and the draw at hand stays valid."""
    rng = Random(seed)
    values, settled, intervals = problem(rng)
    witness = Witness(values, [i + 1 for i in settled], intervals)
    while len(settled) < len(values):
        free = [i for i in range(len(values)) if i not in settled]
        valid = completions(witness.values, settled, intervals)
        for value in {witness.values[i] for i in free}:
            expected = {i + 1 for made in valid for i in free if made[i] == value}
            assert witness.lines(value) == tuple(sorted(expected))
        value = witness.values[rng.choice(free)]
        line = rng.choice(witness.lines(value))
        witness.settle(line, value)
        settled.add(line - 1)
        assert witness.values[line - 1] == value
        assert keeps(witness.values, intervals)


def test_a_line_that_leaves_nothing_is_refused() -> None:
    """Two of one value, one in each half: the second cannot follow the first."""
    witness = Witness([0, -1, 0, -1], [], {(0, 1, s): (1, 1) for s in (0, 1)})
    assert witness.lines(0) == (1, 2, 3, 4)
    witness.settle(2, 0)
    assert witness.lines(0) == (3, 4)
    with pytest.raises(NoAnswer, match="line 1 leaves none"):
        witness.settle(1, 0)
    with pytest.raises(UsageError, match="settled already"):
        witness.settle(2, -1)


def test_a_draw_outside_the_intervals_is_no_start() -> None:
    with pytest.raises(UsageError, match="not within"):
        Witness([0, 0, -1, -1], [], {(0, 1, 0): (0, 1)})
