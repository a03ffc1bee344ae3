"""How far a repair may reach: in which rounds each published match may be.

A *reach* gives, for every copy, the rounds (from 0) open to it. :func:`tiers` orders reaches by size;
each is proven to contain every table with at most so many changes that obeys the hard rules, so that
a search in a small reach proves something about all tables.

The proofs need rounds whose cast the hard rules dictate (``Published.promise``). Call a round *whole*
if its published matches have exactly that cast. A whole round that loses matches gains as many, with
the same entrants; so if it loses one, it gains one of the same pair, and if pairs meet once and were
published once, it loses two or more or none.

* At most 3 moves. Two leaving a whole round and two entering it are 4 moves. So if a match leaves a
  whole round, another match of its pair takes its place, and it goes where other matches of its pair
  were, or to a round that is not whole. A match added, or removed, saves a move each.
* At most 5 moves, pairs meet once and were published once. A whole round that loses any loses two,
  since three would be 6 moves. Two such rounds can only exchange those (a third one would make 6
  moves, and a match from elsewhere that took part would leave another of its own pair behind). A
  single one exchanges two with rounds that are not whole. Either way the two that leave and the two
  that enter are a cycle of length 4.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scheduler.repair.published import Published, pair_of

__all__ = ["Reach", "Tier", "everywhere", "in_place", "tiers", "within"]

Reach = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Tier:
    """A reach that contains every obedient table with at most ``most`` changes (None: any number)."""

    reach: Reach
    most: int | None

    def covers(self, changes: int) -> bool:
        """True when every obedient table with so many changes lies in the reach."""
        return self.most is None or changes <= self.most


def in_place(given: Published) -> Reach:
    """Every match stays in its round."""
    return tuple((m.round - 1,) for m in given.copies)


def everywhere(given: Published) -> Reach:
    """Every match may be in any round, unless it may not change or moves are not allowed."""
    return _clipped(given, [range(given.frame.rounds)] * len(given.copies))


def within(given: Published, rounds: Sequence[int]) -> Reach:
    """The matches published in these rounds (from 0) may change places among them."""
    inside = set(rounds)
    return _clipped(given, [inside if m.round - 1 in inside else () for m in given.copies])


def tiers(given: Published) -> tuple[Tier, ...]:
    """Ever larger reaches, each larger than the one before; the last one contains everything."""
    stay, free = in_place(given), everywhere(given)
    if stay == free:
        return (Tier(stay, None),)
    found = [Tier(stay, _most(given, 0))]
    if given.promise is not None:
        broken = _broken_rounds(given, given.promise)
        added, removed = sum(given.missing.values()), sum(given.surplus.values())
        few = _few(given, broken)
        found.append(Tier(few, _most(given, max(0, 3 - min(2, added) - min(2, removed)))))
        if all(given.settled) and not added:
            found.append(Tier(_cycles(given, broken, few), _most(given, 5)))
    found.append(Tier(free, None))
    return tuple(a for a, b in zip(found, [*found[1:], None], strict=True)
                 if b is None or a.reach != b.reach)


def _most(given: Published, moves: int) -> int:
    """The most changes that leave room for no more than so many moves."""
    return given.unavoidable + (moves + 1) * given.price("moved") - 1


def _clipped(given: Published, rounds: Sequence[Sequence[int] | set[int] | range]) -> Reach:
    return tuple(
        (m.round - 1,) if fixed or not given.allows("moved") else
        tuple(sorted({m.round - 1, *mine}))
        for m, fixed, mine in zip(given.copies, given.fixed, rounds, strict=True)
    )


def _broken_rounds(given: Published, promise: NDArray[np.bool_]) -> set[int]:
    """The rounds (from 0) that are not whole."""
    cast = np.zeros(promise.shape, dtype=np.int64)
    for column in (given.table.home, given.table.away):
        np.add.at(cast, (column - 1, given.table.round - 1), 1)
    return set(np.flatnonzero((cast != promise).any(axis=0)).tolist())


def _few(given: Published, broken: set[int]) -> Reach:
    """At most 3 moves."""
    open_to = []
    for m in given.copies:
        others = given.of_pair[pair_of(m)]
        free = broken if m.round - 1 in broken or len(others) > 1 else set()
        open_to.append({given.copies[i].round - 1 for i in others} | free)
    return _clipped(given, open_to)


def _cycles(given: Published, broken: set[int], few: Reach) -> Reach:
    """At most 5 moves: ``few``, and exchanges of two matches for two."""
    n, rounds = given.frame.entrants, given.frame.rounds
    opponent = np.full((rounds, n), -1)
    when = np.full((n, n), -1)
    for m in given.copies:
        h, a, r = m.home - 1, m.away - 1, m.round - 1
        when[h, a] = when[a, h] = r
        if r not in broken:
            opponent[r, h], opponent[r, a] = a, h
    open_to = {pair: set(few[i]) for pair, (i,) in given.of_pair.items()}
    for r in set(range(rounds)) - broken:
        for e, f in np.argwhere(when >= 0).tolist():
            # e-f would enter round r; then the opponents of e and f there must enter as well.
            g, h = int(opponent[r, e]), int(opponent[r, f])
            if min(g, h) < 0 or g == f:
                continue
            s, t = int(when[e, f]), int(when[g, h])
            if not (s == t or (s in broken and t in broken)):
                continue
            open_to[min(e, f) + 1, max(e, f) + 1].add(r)
            for x, y in ((e, g), (f, h)):
                open_to[min(x, y) + 1, max(x, y) + 1] |= broken if s in broken else {s}
    return _clipped(given, [open_to[pair_of(m)] for m in given.copies])
