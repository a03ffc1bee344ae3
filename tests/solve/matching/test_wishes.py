"""Wishes choose among equals only, level by level, and the rest goes to the first in the ranking."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

from scheduler.errors import NoAnswer
from scheduler.facts.pairing import Bans
from scheduler.solve.matching import pair
from scheduler.solve.matching.wishes import Wish, price_of, with_wishes
from solve.matching.naive import all_rounds

Match = tuple[int, int]


def test_against_enumeration() -> None:
    """On 60 fields of 6 or 8 in two or three score groups: of all rounds in which the same groups meet,
    the cheapest by level, and of these the first."""
    rng, chosen = Random(9), 0
    for _ in range(60):
        order = list(range(1, rng.choice((6, 8)) + 1))
        groups = {e: -(e * rng.choice((2, 3)) // (len(order) + 1)) for e in order}
        groups = dict(zip(order, sorted(groups.values(), reverse=True), strict=True))
        pairs = list(combinations(order, 2))
        bans = Bans(rng.sample(pairs, 4))
        wishes = [Wish(level, rng.randint(1, 3), Bans(rng.sample(pairs, 8))) for level in (1, 1, 2)]
        try:
            exact = pair(order, bans)
        except NoAnswer:
            continue

        def profile(matches: tuple[Match, ...], groups: dict[int, int] = groups) -> Counter[Match]:
            return Counter((min(x, y), max(x, y)) for x, y in ((groups[a], groups[b]) for a, b in matches))

        same = [m for m, _ in all_rounds(order, bans) if profile(m) == profile(exact.matches)]
        want = min(same, key=lambda m: price_of(m, wishes))
        got = with_wishes(exact, bans, groups, wishes)
        if got is None:
            assert price_of(want, wishes) == price_of(exact.matches, wishes)
            continue
        assert got.optimal
        assert (got.matches, got.price) == (want, price_of(want, wishes))
        chosen += got.matches != exact.matches
    assert chosen > 15


def test_without_equals_there_is_no_choice() -> None:
    """All points differ: the exact round stands, whatever is wished."""
    exact = pair([1, 2, 3, 4], Bans())
    wish = Wish(1, 1, Bans([(1, 2)]))
    assert with_wishes(exact, Bans(), {1: 4, 2: 3, 3: 2, 4: 1}, [wish]) is None
    level = with_wishes(exact, Bans(), {1: 4, 2: 3, 3: 3, 4: 1}, [wish])
    assert level is not None
    assert level.matches == ((1, 3), (2, 4))
