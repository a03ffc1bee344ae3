"""Rounds by enumeration, and simulated events: nothing of the code under test but the bans."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from random import Random

from scheduler.facts.pairing import Bans

Round = tuple[tuple[tuple[int, int], ...], int]


def all_rounds(order: Sequence[int], bans: Bans, may_bye: Collection[int] = ()) -> Iterator[Round]:
    """Every round, in the order in which they are wanted: the bye from below, then from the top down."""
    if len(order) % 2:
        for bye in reversed(order):
            if bye in may_bye:
                for matches, _ in all_rounds([e for e in order if e != bye], bans):
                    yield matches, bye
    elif not order:
        yield (), 0
    else:
        for j in order[1:]:
            if bans.allowed(order[0], j):
                for matches, _ in all_rounds([e for e in order[1:] if e != j], bans):
                    yield ((order[0], j), *matches), 0


def can_go_on(order: Sequence[int], bans: Bans, rounds: int, may_bye: Collection[int] = ()) -> bool:
    """Whether so many rounds can be played, no pair and no bye twice: everything is tried."""
    if rounds == 0:
        return True
    for matches, bye in all_rounds(order, bans, may_bye):
        after = bans.copy()
        for a, b in matches:
            after.add(a, b)
        if can_go_on(order, after, rounds - 1, set(may_bye) - {bye}):
            return True
    return False


def random_case(rng: Random, most: int) -> tuple[list[int], Bans, list[int]]:
    """An order, bans of any density with a club now and then, and who may have the bye."""
    n = rng.randint(2, most)
    order = rng.sample(range(1, n + 5), n)
    density = rng.random()
    pairs = [c for c in combinations(order, 2) if rng.random() < density]
    blocks = [rng.sample(order, rng.randint(1, max(1, n // 2)))] if rng.random() < 0.3 else []
    return order, Bans(pairs, blocks), [e for e in order if rng.random() < 0.7]


def play(rng: Random, matches: Sequence[tuple[int, int]], strength: dict[int, float],
         points: dict[int, int]) -> None:
    """Give each match a result, in hundredths of 20 points."""
    for a, b in matches:
        margin = rng.gauss(strength[a] - strength[b], 22)
        won = max(0, min(2000, 1000 + int(25 * margin)))
        points[a] += won
        points[b] += 2000 - won
