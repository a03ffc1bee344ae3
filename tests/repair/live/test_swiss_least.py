"""The least search against brute force: how few matches are given up, and the best round among those."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

import pytest

from scheduler.facts.pairing import BYE
from scheduler.repair.swiss_least import least_broken

Pair = tuple[int, int]


def pairings(players: Sequence[int], allowed: Callable[[int, int], bool]) -> Iterator[tuple[Pair, ...]]:
    """Everybody paired, in every way that is allowed."""
    if not players:
        yield ()
        return
    first, *rest = players
    for other in rest:
        if allowed(first, other):
            for more in pairings([e for e in rest if e != other], allowed):
                yield ((first, other), *more)


def from_the_top(order: Sequence[int], round: Sequence[Pair]) -> list[Pair]:
    """The round by ranks, the match of the best first; a bye ranks below everybody."""
    rank = {e: i for i, e in enumerate([*order, BYE])}
    return sorted((min(rank[a], rank[b]), max(rank[a], rank[b])) for a, b in round)


def by_force(
    order: Sequence[int], free: Sequence[int], standing: Sequence[Pair], allowed: Callable[[int, int], bool]
) -> tuple[int, list[Pair]] | None:
    """(the fewest matches given up, the best round among all that give up so few)."""
    for size in range(len(standing) + 1):
        rounds = [
            from_the_top(order, [*(p for p in standing if p not in broken), *new])
            for broken in combinations(standing, size)
            for new in pairings([*free, *(e for p in broken for e in p)], allowed)
            if not set(map(frozenset, new)) & set(map(frozenset, broken))]
        if rounds:
            return size, min(rounds)
    return None


def case(rng: random.Random) -> tuple[list[int], list[int], list[Pair], set[frozenset[int]]]:
    """A random field: order, who is free, what stands, and the pairs that may not meet, byes among them."""
    n = rng.randint(2, 11)
    order = list(range(1, n + 1))
    rng.shuffle(order)
    loose = rng.sample(order, rng.randint(0, min(4, n)))
    rest = [e for e in order if e not in loose]
    if len(rest) % 2:
        loose.append(rest.pop())
    rng.shuffle(rest)
    standing = [(rest[i], rest[i + 1]) for i in range(0, len(rest), 2)]
    density = rng.choice([0.2, 0.5, 0.8, 0.9])
    names = [*order, BYE]
    met = {frozenset(p) for p in combinations(names, 2) if rng.random() < density}
    met -= {frozenset(p) for p in standing}
    if len(loose) % 2:
        loose.append(BYE)
    elif standing and rng.random() < 0.3:  # somebody has the bye, who would else be free
        loose = [e for e in loose if e != BYE]
        a, b = standing.pop()
        standing.append((BYE, a))
        met.discard(frozenset((BYE, a)))
        loose.append(b)
        if len(loose) % 2:
            loose.pop(0)
            order = [e for e in order if e in {x for p in standing for x in p} | set(loose)]
    return order, loose, standing, met


@pytest.mark.parametrize("seed", range(400))
def test_the_least_repair_gives_up_as_few_as_brute_force_and_pairs_as_high(seed: int) -> None:
    order, free, standing, met = case(random.Random(seed))

    def allowed(a: int, b: int) -> bool:
        return frozenset((a, b)) not in met

    made = least_broken(order, free, standing, allowed, seconds=30)
    forced = by_force(order, free, standing, allowed)
    if forced is None:
        assert made is None
        return
    assert made is not None
    assert made.best
    assert made.size == forced[0]
    way = made.ways[0]
    round = [*(p for p in standing if p not in way.broken), *way.pairs]
    assert from_the_top(order, round) == forced[1]
    assert all(allowed(a, b) for a, b in way.pairs)
    assert len({w.pairs for w in made.ways}) == len(made.ways)


def test_a_field_of_two_hundred_is_settled_where_three_matches_must_be_given_up() -> None:
    """200 teams, each of which may meet few others: the search is bounded by walks, not by sets of three."""
    rng = random.Random(5)
    order = list(range(1, 201))
    free, standing = [1, 200], [(i, i + 1) for i in range(2, 199, 2)]
    may = {frozenset(p) for p in standing} | {
        frozenset((rng.randrange(1, 201), rng.randrange(1, 201))) for _ in range(520)}
    made = least_broken(order, free, standing, lambda a, b: frozenset((a, b)) in may, seconds=20)
    assert made is not None
    assert made.best
    assert made.size >= 3


def test_where_nothing_can_be_paired_there_is_no_least_repair() -> None:
    assert least_broken([1, 2, 3, 4], [1, 2], [(3, 4)], lambda a, b: {a, b} == {3, 4}) is None
    assert least_broken([1, 2, 3], [1], [(2, 3)], lambda a, b: True) is None
