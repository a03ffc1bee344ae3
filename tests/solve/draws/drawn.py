"""Draws from outside: every answer that a source of integers can give, and a chi-square test."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable, Collection, Hashable
from fractions import Fraction

Below = Callable[[int], int]

ALL = os.environ.get("SCHEDULER_ALL") == "1"
DRAWS = 100_000 if ALL else 2_000


def source(seed: int) -> Below:
    """A seeded source of integers."""
    return random.Random(seed).randrange


def distribution(draw: Callable[[Below], Hashable]) -> dict[Hashable, Fraction]:
    """The exact chance of everything that ``draw`` can return, trying all answers of its source."""
    chances: dict[Hashable, Fraction] = {}
    script: list[list[int]] = []  # answer, out of how many
    while True:
        asked = 0

        def below(n: int) -> int:
            nonlocal asked
            assert n >= 1
            if asked == len(script):
                script.append([0, n])
            assert script[asked][1] == n
            asked += 1
            return script[asked - 1][0]

        outcome = draw(below)
        chance = Fraction(1)
        for _, n in script:
            chance /= n
        chances[outcome] = chances.get(outcome, Fraction(0)) + chance
        while script and script[-1][0] == script[-1][1] - 1:
            script.pop()
        if not script:
            return chances
        script[-1][0] += 1


def assert_uniform(
    draw: Callable[[Below], Hashable], valid: Collection[Hashable], seed: int
) -> None:
    """Draws hit every valid outcome equally often, as far as a chi-square test at 1 % can tell."""
    below = source(seed)
    many = max(DRAWS, 10 * len(valid))
    found = Counter(draw(below) for _ in range(many))
    assert set(found) <= set(valid)
    if len(valid) == 1:
        return
    expected = many / len(valid)
    square = sum((found[v] - expected) ** 2 for v in valid) / expected
    k = len(valid) - 1
    # Wilson and Hilferty (1931): the cube root of chi-square over k is nearly normal.
    normal = ((square / k) ** (1 / 3) - (1 - 2 / (9 * k))) / (2 / (9 * k)) ** 0.5
    assert abs(normal) < 2.5758, f"chi-square {square:.1f} on {k} degrees of freedom"
