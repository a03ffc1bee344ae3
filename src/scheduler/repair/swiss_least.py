"""The fewest matches of a published round that must be given up so that everybody can be paired again.

What a repair changes falls into paths from one who is free to another, on which new matches and matches
given up alternate (Berge 1957). How many matches the shortest such walk gives up bounds every search from
below, so that hopeless branches are left at once; sizes are tried from 0 up, each to its end, so that
nothing smaller does is seen by having tried all of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import nsmallest
from time import monotonic

from scheduler.facts.pairing import BYE

__all__ = ["Least", "Way", "least_broken"]

Pair = tuple[int, int]
Allowed = Callable[[int, int], bool]
_FAR = 1_000_000
_MOST_KEPT = 60_000


@dataclass(frozen=True)
class Way:
    """One way to pair everybody: ``broken`` are the matches given up (a bye is (BYE, entrant)), ``pairs``
    how whoever is free then meets."""

    broken: tuple[Pair, ...]
    pairs: tuple[Pair, ...]


@dataclass(frozen=True)
class Least:
    """``ways`` of one size, the best first: the round that pairs high with high, from the top.

    All smaller sizes were searched to their end: that is what makes it minimal. ``searched`` are the steps
    that each took; ``best`` where all of this size were seen too, so that none pairs better.
    """

    ways: tuple[Way, ...]
    searched: tuple[int, ...]
    best: bool

    @property
    def size(self) -> int:
        """How many matches are given up."""
        return len(self.ways[0].broken)


def least_broken(
    order: Sequence[int], free: Sequence[int], standing: Sequence[Pair], allowed: Allowed, *,
    seconds: float = 2.0, ways: int = 12,
) -> Least | None:
    """The smallest sets of ``standing`` matches whose players, with those who are ``free``, can be paired.

    ``order`` ranks everybody, the best first. BYE among ``free`` stands for a bye that somebody is to have;
    ``allowed`` (symmetric) says who may meet, BYE included. At most ``ways`` of the smallest size are kept,
    the best ones. None where no set does, all of them included, or where ``seconds`` were over first.
    """
    job = _Job(order, standing, allowed, monotonic() + seconds)
    start = frozenset(job.place[e] for e in free)
    if len(start) % 2:
        return None
    searched: list[int] = []
    size = job.bound(tuple(sorted(start)))
    if size >= _FAR:
        return None
    searched += [1] * size
    while size <= len(standing):
        job.steps = 0
        found, complete = _of_size(job, start, size)
        if found:
            best = nsmallest(ways, found, key=job.key)
            return Least(tuple(job.way(pairs) for pairs in best), tuple(searched), complete)
        if not complete:
            return None
        searched.append(job.steps)
        size += 1
    return None


def _of_size(job: _Job, start: frozenset[int], size: int) -> tuple[list[tuple[Pair, ...]], bool]:
    """(the ways of a size, by rank; whether they are all there are)."""
    found: list[tuple[Pair, ...]] = []
    try:
        for pairs in job.search(start, size, 0):
            found.append(pairs)
            if len(found) >= _MOST_KEPT:
                return found, False
    except TimeoutError:
        return found, False
    return found, True


@dataclass
class _Job:
    """Ranks instead of entrants, sets of them as bits of an integer; BYE has the last rank."""

    order: Sequence[int]
    standing: Sequence[Pair]
    allowed: Allowed
    end: float
    steps: int = 0
    rows: dict[int, int] = field(default_factory=dict)
    far: dict[int, dict[int, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.names = [*self.order, BYE]
        self.place = {e: i for i, e in enumerate(self.names)}
        self.mate: dict[int, int] = {}
        for a, b in self.standing:
            self.mate[self.place[a]], self.mate[self.place[b]] = self.place[b], self.place[a]
        self.stands = sum(1 << i for i in self.mate)

    def row(self, v: int) -> int:
        """Whom v may meet."""
        if v not in self.rows:
            name = self.names[v]
            self.rows[v] = sum(
                1 << i for i, other in enumerate(self.names) if i != v and self.allowed(name, other))
        return self.rows[v]

    def walks(self, v: int) -> dict[int, int]:
        """For whom a walk from v can reach: how many matches the shortest gives up. Others are out of
        reach, which is a bound from below: a walk may give one match up twice, a path may not."""
        if v in self.far:
            return self.far[v]
        out: dict[int, int] = {}
        seen, reached, layer, depth = 1 << v, 0, [v], 0
        while layer:
            new = 0
            for u in layer:
                new |= self.row(u)
            new &= ~reached
            reached |= new
            out.update((w, depth) for w in _bits(new))
            layer = []
            for u in _bits(new & self.stands):
                if not seen >> self.mate[u] & 1:
                    seen |= 1 << self.mate[u]
                    layer.append(self.mate[u])
            depth += 1
        self.far[v] = out
        return out

    def bound(self, free: tuple[int, ...]) -> int:
        """At least so many matches must be given up: the cheapest way to join those who are free by walks."""
        if not free:
            return 0
        if len(free) > 8:  # the pairing of so many is a search of its own
            return 0 if all(self.walks(v) for v in free) else _FAR
        first, *rest = free
        walks, least = self.walks(first), _FAR
        for i, other in enumerate(rest):
            cost = walks.get(other, _FAR)
            if cost < least:
                least = min(least, cost + self.bound((*rest[:i], *rest[i + 1:])))
        return least

    def search(self, free: frozenset[int], left: int, gone: int) -> Iterator[tuple[Pair, ...]]:
        """Every way to pair those who are ``free``, giving up exactly ``left`` more matches; ``gone`` are
        the players of those that are given up."""
        self.steps += 1
        if self.steps % 64 == 0 and monotonic() > self.end:
            raise TimeoutError
        if not free:
            if not left:
                yield ()
            return
        if self.bound(tuple(sorted(free))) > left:
            return
        first = min(free)
        rest = free - {first}
        row = self.row(first)
        for other in sorted(rest):
            if row >> other & 1:
                for more in self.search(rest - {other}, left, gone):
                    yield ((first, other), *more)
        if not left:
            return
        for other in _bits(row & self.stands & ~gone):
            back = self.mate[other]
            taken = gone | 1 << other | 1 << back
            for more in self.search(rest | {back}, left - 1, taken):
                yield ((first, other), *more)

    def key(self, pairs: Sequence[Pair]) -> tuple[tuple[int, int, int], ...]:
        """The round from the top, told by what differs from how it stood: whoever of two rounds has the
        better opponent at the highest rank at which they differ is first. A gain is before no change, and
        that before a loss; of gains the highest rank's is first, of losses the highest rank's last."""
        now: dict[int, int] = {}
        for a, b in pairs:
            now[a], now[b] = b, a
        left = {self.mate[e] for e in now if e in self.mate and self.mate[e] not in now}
        assert not left, "whoever is given up is paired"
        gains = [(rank, other, self.mate.get(rank, _FAR)) for rank, other in sorted(now.items())]
        return (*((-1, rank, other) if other < was else (1, -rank, other) for rank, other, was in gains),
                (0, 0, 0))

    def way(self, pairs: Sequence[Pair]) -> Way:
        """In entrants."""
        met = {e for pair in pairs for e in pair}
        broken = tuple(p for p in self.standing if self.place[p[0]] in met)
        return Way(broken, tuple((self.names[a], self.names[b]) for a, b in sorted(pairs)))


def _bits(mask: int) -> Iterator[int]:
    """The places of the bits that are set, from the lowest."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
