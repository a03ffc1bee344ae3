"""The fewest matches of a published round that must be given up so that everybody can be paired again.

Sets of matches are tried by size, smallest first, each by a small exact search over whoever is then free:
that nothing smaller does is seen by having tried all of it, and nothing else has to be believed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from time import monotonic

from scheduler.facts.pairing import BYE

__all__ = ["Least", "best_pairing", "least_broken"]

Pair = tuple[int, int]
Allowed = Callable[[int, int], bool]
_MOST_FREE = 14
"""Beyond so many who are free at once, the small search is not small."""


@dataclass(frozen=True)
class Least:
    """``broken`` are the matches given up (a bye is (BYE, entrant)), ``pairs`` how whoever is free then
    meets. ``tried`` is how many sets of 0, 1, 2 ... matches were found not to do; ``minimal`` is True where
    all smaller ones were tried; ``best`` where all of this size were, so that none pairs higher with higher.
    """

    broken: tuple[Pair, ...]
    pairs: tuple[Pair, ...]
    tried: tuple[int, ...]
    minimal: bool
    best: bool


def least_broken(
    order: Sequence[int], free: Sequence[int], standing: Sequence[Pair], allowed: Allowed, *,
    seconds: float = 2.0,
) -> Least | None:
    """The smallest set of ``standing`` matches whose players, with those who are ``free``, can be paired.

    ``order`` ranks everybody, the best first. BYE among ``free`` stands for a bye that somebody is to have;
    ``allowed`` (symmetric) says who may meet, BYE included. Of several sets of one size, the one whose
    round pairs high with high, from the top. None where no set does, all of them included, or the time is
    over before one was found.
    """
    rank = {e: i for i, e in enumerate(order)}
    rank[BYE] = len(order)
    end = monotonic() + seconds
    tried: list[int] = []
    for size in range(len(standing) + 1):
        if len(free) + 2 * size > _MOST_FREE:
            return None
        found, complete = _of_size(size, free, standing, allowed, rank, end)
        if found is not None:
            return Least(*found, tuple(tried), True, complete)
        if not complete:
            return None
        tried.append(comb(len(standing), size))
    return None


def _of_size(
    size: int, free: Sequence[int], standing: Sequence[Pair], allowed: Allowed, rank: dict[int, int],
    end: float,
) -> tuple[tuple[tuple[Pair, ...], tuple[Pair, ...]] | None, bool]:
    """((the matches given up, the new pairs) of the best set of a size, or None; whether all were tried)."""
    best: tuple[tuple[Pair, ...], tuple[Pair, ...]] | None = None
    best_key: tuple[tuple[int, int], ...] = ()
    for count, broken in enumerate(combinations(standing, size)):
        if count % 256 == 255 and monotonic() > end:
            return best, False
        players = sorted((*free, *(e for pair in broken for e in pair)), key=rank.__getitem__)
        pairs = best_pairing(players, allowed)
        if pairs is None:
            continue
        key = _key(pairs, broken, standing, rank)
        if best is None or key < best_key:
            best, best_key = (broken, pairs), key
    return best, True


def _key(
    pairs: Sequence[Pair], broken: Sequence[Pair], standing: Sequence[Pair], rank: dict[int, int]
) -> tuple[tuple[int, int], ...]:
    """The round from the top: the rank of each match's better side, then that of the other."""
    gone = set(broken)
    whole = [p for p in standing if p not in gone] + list(pairs)
    return tuple(sorted((min(rank[a], rank[b]), max(rank[a], rank[b])) for a, b in whole))


def best_pairing(players: Sequence[int], allowed: Allowed) -> tuple[Pair, ...] | None:
    """Everybody of ``players`` (best first) paired as is allowed: the best takes the best he may meet and
    that leaves a pairing of the others; then the next. None where there is none."""
    return next(_pairings(tuple(players), allowed), None)


def _pairings(players: tuple[int, ...], allowed: Allowed) -> Iterator[tuple[Pair, ...]]:
    if not players:
        yield ()
        return
    first, *rest = players
    for i, other in enumerate(rest):
        if allowed(first, other):
            for others in _pairings((*rest[:i], *rest[i + 1:]), allowed):
                yield ((first, other), *others)
