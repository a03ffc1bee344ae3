"""Where the losers of each round drop, so that they meet again as late and as rarely as can be.

The losers' side is a tree; the losers of winners' round s have their own places in it. What two rounds
cost together depends on where their losers are, but losers of one round never met. So the best order of
one round, the others held, is an assignment problem, solved exactly in integers; rounds take turns
until none of them gains. The start for a full draw are exclusive-or masks (match m of round s drops to
place m XOR mask), the best of all masks: at every height the rounds still together split in two groups,
so that subsets of rounds are all that has to be looked at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations, product
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

from scheduler.solve.draws.elimination_shape import Key, Node

__all__ = ["Orders", "assignment", "best_masks", "improved", "least", "masked"]

Ints = NDArray[np.int64]
Orders = dict[int, tuple[int, ...]]
"""By winners' round: which match (place from 0) drops to the 1st, 2nd ... place of that round."""

_ONE = 1 << 50
_FINE = 1 << 100
_SWEEPS = 12
_MOST_TRIED = 48


_Bits = tuple[int, tuple[tuple[int, int], ...]]
"""(cost, ((round, its bits) ...))."""


class _Masks:
    """The best bits of the masks of ``rounds`` rounds, from a height down."""

    def __init__(self, rounds: int) -> None:
        self.rounds = rounds
        self.weights = {
            (r, s): _FINE >> (s + (2 * (s - 1) - 1 if r == 1 else 2 * (s - r)))
            for s in range(2, rounds) for r in range(1, s)
        }
        self._known: dict[tuple[tuple[int, ...], int], _Bits] = {}

    def best(self, group: tuple[int, ...], t: int) -> _Bits:
        """For rounds whose masks agree above height ``t``; round s has bits down to rounds - s."""
        if (group, t) not in self._known:
            self._known[group, t] = self._best(group, t)
        return self._known[group, t]

    def _best(self, group: tuple[int, ...], t: int) -> _Bits:
        done = sum(
            self.weights[r, s] for i, s in enumerate(group) if self.rounds - s == t for r in group[:i]
        )
        left = tuple(s for s in group if self.rounds - s > t)
        if len(left) < 2:
            return done, tuple((s, 0) for s in left)
        found: _Bits | None = None
        for pick in range(1 << (len(left) - 1)):
            ones = tuple(s for i, s in enumerate(left) if i and pick >> (i - 1) & 1)
            zeros = tuple(s for s in left if s not in ones)
            cost = done + sum(self._apart(min(a, b), max(a, b), t) for a in ones for b in zeros)
            if found is not None and cost >= found[0]:
                continue
            below = [self.best(part, t + 1) for part in (zeros, ones) if part]
            cost += sum(b[0] for b in below)
            if found is None or cost < found[0]:
                bits = {s: b for part in below for s, b in part[1]}
                high = {s: (s in ones) << (self.rounds - s - t - 1) for s in left}
                found = cost, tuple((s, bits.get(s, 0) | high[s]) for s in left)
        assert found is not None
        return found

    def _apart(self, r: int, s: int, t: int) -> int:
        """The cost of rounds r < s that part at height ``t``."""
        return self.weights[r, s] >> (4 * (self.rounds - s - t) - 2)


@cache
def best_masks(rounds: int) -> dict[int, int]:
    """The masks by winners' round, 2 to ``rounds`` - 1, that are best for 2^rounds full lines.

    Exact among all masks: the first round has mask 0, and which of the others agree with it and with
    each other down to which height is all that costs depend on.
    """
    return {s: mask for s, mask in _Masks(rounds).best(tuple(range(1, rounds)), 0)[1] if s > 1}


def masked(rounds: int, masks: Mapping[int, int]) -> Orders:
    """The orders that masks make for 2^rounds lines."""
    return {
        s: tuple(p ^ masks.get(s, 0) for p in range(1 << (rounds - s)))
        for s in range(2, rounds + 1)
    }


@dataclass(frozen=True, slots=True)
class _Tree:
    """The losers' side as arrays. ``joint[a, b]``: chance, times 2^50, that who enters at places a and b
    meet there; ``places[s]``: the places of round s; ``real[s]``: which of its matches are played."""

    joint: Ints
    places: dict[int, list[int]]
    real: dict[int, list[int]]


def _tree(nodes: Sequence[Node], apart_from: Key | None, at_once: int) -> _Tree:
    """``apart_from``: the match whose rematches do not count; ``at_once``: how many times more a
    rematch in somebody's first match counts."""
    lower = [n for n in nodes if n.key[0] == "L"]
    up = {
        s.key: n.key for n in lower for s in (n.home, n.away) if s.kind == "winner"
    }
    entries = sorted(
        ((s.key, n.key) for n in lower for s in (n.home, n.away) if s.kind == "loser"),
        key=lambda pair: pair[0][1:],
    )
    number = {n.key: i for i, n in enumerate(lower)}
    ways = []
    for _, key in entries:
        way = [number[key]]
        while key in up:
            key = up[key]
            way.append(number[key])
        ways.append(way[::-1])
    deep = max(map(len, ways))
    table = np.full((len(ways), deep), -1, dtype=np.int64)
    for i, way in enumerate(ways):
        table[i, : len(way)] = way
    joint = _joint(table, at_once)
    if apart_from is not None:
        low = _meeting(table)
        joint[low == number[apart_from]] = 0
    places: dict[int, list[int]] = {}
    real: dict[int, list[int]] = {}
    for i, (source, _) in enumerate(entries):
        places.setdefault(source[1], []).append(i)
        real.setdefault(source[1], []).append(source[2])
    return _Tree(joint, places, real)


def _together(table: Ints) -> Ints:
    """[a, b]: how many matches from the last one down the ways of a and b share."""
    many = len(table)
    shared = np.zeros((many, many), dtype=np.int64)
    for t in range(table.shape[1]):
        column = table[:, t]
        shared += (column[:, None] == column[None, :]) & (column[:, None] >= 0)
    return shared


def _joint(table: Ints, at_once: int) -> Ints:
    shared = _together(table)
    length = (table >= 0).sum(axis=1)
    coins = (length[:, None] - shared) + (length[None, :] - shared)
    joint = np.int64(_ONE) >> coins
    # Entries of later rounds come later in order: b enters right where they meet.
    late = (length[None, :] == shared) & (np.arange(len(table))[None, :] > np.arange(len(table))[:, None])
    late |= late.T
    joint[late] *= at_once
    out: Ints = joint
    return out


def _meeting(table: Ints) -> Ints:
    return np.take_along_axis(table, _together(table) - 1, axis=1)


def improved(
    nodes: Sequence[Node], start: Orders, *, apart_from: Key | None, at_once: int = 1
) -> Orders:
    """Orders that no change of a single round improves, from ``start``; rounds that it names move.

    ``nodes``: the reduced matches in natural order (match j of a round at its j-th place). What is
    minimised: expected rematches at even odds but for the match ``apart_from``, those in somebody's
    first match on the losers' side counted ``at_once`` times.
    """
    tree = _tree(nodes, apart_from, at_once)
    at = _positions(tree, start)
    for _ in range(_SWEEPS):
        changed = False
        for s in sorted(start):
            if len(tree.places.get(s, ())) < 2:
                continue
            cost = _cost(tree, at, s)
            now = [tree.places[s].index(at[s][j]) for j in tree.real[s]]
            best = assignment(cost)
            rows = np.arange(len(best))
            if int(cost[rows, best].sum()) < int(cost[rows, now].sum()):
                at[s] = {j: tree.places[s][int(p)] for j, p in zip(tree.real[s], best, strict=True)}
                changed = True
        if not changed:
            break
    return {s: _order(tree, at, s) for s in start}


def least(nodes: Sequence[Node], rounds: int, *, apart_from: Key) -> Orders | None:
    """The orders of least expected rematches among all there are, or None where these are too many.

    Rounds from the third on are tried in every order, the second is an assignment: up to 32 lines.
    """
    tried = {s: tuple(range(1 << (rounds - s))) for s in range(3, rounds)}
    if rounds < 3 or prod(factorial(len(o)) for o in tried.values()) > _MOST_TRIED:
        return None
    tree = _tree(nodes, apart_from, 1)
    best: tuple[int, Orders] | None = None
    for rows in product(*(permutations(o) for o in tried.values())):
        orders: Orders = dict(zip(tried, rows, strict=True))
        at = _positions(tree, orders)
        fixed = sum(
            int(tree.joint[a, b]) >> (s - r)
            for s, held in at.items() for j, a in held.items()
            for r, lower in at.items() if 2 != r < s != 2
            for i, b in lower.items() if i >> (s - r) == j
        )
        cost = _cost(tree, at, 2)
        choice = assignment(cost)
        total = fixed + int(cost[np.arange(len(choice)), choice].sum())
        if best is None or total < best[0]:
            at[2] = {
                j: tree.places[2][int(p)] for j, p in zip(tree.real[2], choice, strict=True)
            }
            best = total, {s: _order(tree, at, s) for s in range(2, rounds + 1)}
    return best[1] if best else None


def _positions(tree: _Tree, start: Orders) -> dict[int, dict[int, int]]:
    """By round and match: its place in the tree; natural where ``start`` says nothing."""
    at = {}
    for s, places in tree.places.items():
        order = start.get(s, tuple(tree.real[s]))
        at[s] = dict(zip(order, places, strict=True))
    return at


def _order(tree: _Tree, at: Mapping[int, Mapping[int, int]], s: int) -> tuple[int, ...]:
    return tuple(sorted(at.get(s, {}), key=lambda j: at[s][j]))


def _cost(tree: _Tree, at: Mapping[int, Mapping[int, int]], s: int) -> Ints:
    """[match of round s, place of round s]: expected rematches with all other rounds."""
    places = tree.places[s]
    row = {j: i for i, j in enumerate(tree.real[s])}
    cost = np.zeros((len(places), len(places)), dtype=np.int64)
    for r, held in at.items():
        if r == s:
            continue
        for j, place in held.items():
            if r < s:
                cost[row[j >> (s - r)]] += tree.joint[place, places] >> (s - r)
            else:
                below = [row[i] for i in range(j << (r - s), (j + 1) << (r - s)) if i in row]
                cost[below] += tree.joint[place, places] >> (r - s)
    return cost


def assignment(cost: Ints) -> Ints:
    """The column of each row in an assignment of least total cost; square, integers, exact.

    Shortest augmenting paths with potentials (Kuhn 1955; Jonker, Volgenant 1987).
    """
    n = len(cost)
    u, v = np.zeros(n + 1, dtype=np.int64), np.zeros(n + 1, dtype=np.int64)
    row_of = np.full(n + 1, -1, dtype=np.int64)  # the last column is the root of each search
    far = np.iinfo(np.int64).max
    for row in range(n):
        row_of[n], col = row, n
        least = np.full(n, far)
        way = np.full(n, n)
        done = np.zeros(n + 1, dtype=bool)
        while row_of[col] >= 0:
            done[col] = True
            i = row_of[col]
            reach = cost[i] - u[i] - v[:n]
            better = (reach < least) & ~done[:n]
            least[better], way[better] = reach[better], col
            near = np.where(done[:n], far, least)
            nxt = int(near.argmin())
            step = int(near[nxt])
            used = np.flatnonzero(done)
            u[row_of[used]] += step
            v[used] -= step
            least[~done[:n]] -= step
            col = nxt
        while col != n:
            row_of[col] = row_of[way[col]]
            col = int(way[col])
    out = np.empty(n, dtype=np.int64)
    out[row_of[:n]] = np.arange(n)
    return out
