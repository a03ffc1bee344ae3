"""The tail of a round: one perfect matching is kept, and one search per entrant settles its candidates.

Vertices are ranks 0 .. K-1, sets of them are the bits of an integer. The search is Edmonds' (1965)
from a single unmatched root, with blossoms as united sets: its even vertices are exactly those that a
largest matching can miss, and its odd ones are the barrier (Gallai 1964, Edmonds 1965).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

__all__ = ["Search", "bits", "greedy", "perfect", "settle"]

_SWAPS = 16
"""So many matched pairs are tried as a detour before a search is made."""


def bits(mask: int) -> Iterator[int]:
    """The members of a set, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Search:
    """An alternating tree from ``root``, which ``mate`` leaves unmatched (-1), in the vertices ``within``.

    It stops at another unmatched vertex, ``end``; else ``end`` is -1 and ``even``, ``odd`` are complete.
    ``even`` holds all vertices with an alternating path of even length, those inside blossoms too.
    """

    def __init__(self, adj: Sequence[int], mate: Sequence[int], root: int, within: int) -> None:
        self.adj, self.mate, self.root, self.within = adj, mate, root, within
        self.parent: dict[int, int] = {}
        self.even, self.odd, self.end = 1 << root, 0, -1
        self._base: dict[int, int] = {}
        self._members: dict[int, int] = {}
        self._queue = [root]
        for x in self._queue:  # grows while it is walked
            if self._reach(x):
                return
            self._close(x)

    def _find(self, x: int) -> int:
        base = self._base
        while x in base:
            if base[x] in base:
                base[x] = base[base[x]]
            x = base[x]
        return x

    def _set(self, base: int) -> int:
        return self._members.get(base, 1 << base)

    def _reach(self, x: int) -> bool:
        """New vertices beyond ``x``; True when one of them is unmatched."""
        fresh = self.adj[x] & self.within & ~(self.even | self.odd)
        while fresh:
            low = fresh & -fresh
            y = low.bit_length() - 1
            self.parent[y] = x
            z = self.mate[y]
            if z < 0:
                self.end = y
                return True
            self.odd |= low
            self.even |= 1 << z
            self._queue.append(z)
            fresh &= ~(low | 1 << z)
        return False

    def _close(self, x: int) -> None:
        """Unite every blossom that an edge from ``x`` to another even vertex closes."""
        reach = self.adj[x] & self.within
        while clash := reach & self.even & ~self._set(self._find(x)):
            self._contract(x, (clash & -clash).bit_length() - 1)

    def _contract(self, x: int, y: int) -> None:
        base = self._meet(x, y)
        united = {base}
        for v, child in ((x, y), (y, x)):
            while self._find(v) != base:
                w = self.mate[v]
                self.parent[v] = child
                united |= {self._find(v), self._find(w)}
                child, v = w, self.parent[w]
        whole = 0
        for b in united:
            whole |= self._set(b)
            if b != base:
                self._base[b] = base
        self._members[base] = whole
        self._queue += bits(whole & ~self.even)
        self.even |= whole

    def _meet(self, x: int, y: int) -> int:
        """The base at which the ways of two even vertices to the root come together."""
        seen, b = set(), self._find(x)
        while True:
            seen.add(b)
            if self.mate[b] < 0:
                break
            b = self._find(self.parent[self.mate[b]])
        b = self._find(y)
        while b not in seen:
            b = self._find(self.parent[self.mate[b]])
        return b

    def flipped_to(self, v: int) -> list[tuple[int, int]]:
        """The new pairs when the path from the root to ``v``, its last edge unmatched, is flipped."""
        pairs = []
        while v >= 0:
            even = self.parent[v]
            pairs.append((v, even))
            v = self.mate[even]
        return pairs

    def barrier(self) -> tuple[int, list[int]]:
        """(vertices around, groups): every edge out of a group ends around; one group too many."""
        groups, left = [], self.even
        while left:
            group = self._set(self._find((left & -left).bit_length() - 1))
            groups.append(group)
            left &= ~group
        return self.odd & ~self.even, groups


def greedy(adj: Sequence[int]) -> list[int]:
    """A matching as top-down as can be without looking ahead: ``mate[v]``, -1 for none."""
    mate = [-1] * len(adj)
    free = (1 << len(adj)) - 1
    for v, row in enumerate(adj):
        if free >> v & 1 and (open_ := row & free & ~(1 << v)):
            w = (open_ & -open_).bit_length() - 1
            mate[v], mate[w] = w, v
            free &= ~(1 << v | 1 << w)
    return mate


def perfect(adj: Sequence[int], mate: list[int]) -> Search | None:
    """Make ``mate`` perfect in place. Where that cannot be, the search whose barrier says why."""
    everyone = (1 << len(adj)) - 1
    for v in reversed(range(len(adj))):
        if mate[v] < 0:
            search = Search(adj, mate, v, everyone)
            if search.end < 0:
                return search
            _apply(mate, search.flipped_to(search.end))
    return None


def _apply(mate: list[int], pairs: Sequence[tuple[int, int]]) -> None:
    for a, b in pairs:
        mate[a], mate[b] = b, a


@dataclass(frozen=True, slots=True)
class Choice:
    """Whom a vertex took, whom it was denied, and the search that proves it: None where nobody was denied,
    or where all who were had been refused before."""

    partner: int
    denied: tuple[int, ...] = ()
    search: Search | None = None


def settle(
    adj: Sequence[int], mate: list[int], top: int, left: int, wanted: Sequence[int] = (), refused: int = 0
) -> Choice:
    """``top`` takes its first candidate that leaves a perfect matching of ``left``; ``mate`` follows.

    ``mate`` is a perfect matching of ``left`` (with ``top``); ``wanted`` are all vertices that ``top`` may
    take, in its order, where that is not the ranking. Those ``refused`` are known to leave none.
    """
    v, open_ = mate[top], adj[top] & left
    able = open_ & ~refused
    first = next(j for j in wanted if able >> j & 1) if wanted else (able & -able).bit_length() - 1
    if first == v or _detour(adj, mate, top, first, left):
        return Choice(first, _before(first, open_, wanted))
    mate[v] = -1
    search = Search(adj, mate, v, left & ~(1 << top))
    possible = search.even & open_
    partner = next(j for j in wanted if possible >> j & 1) if wanted else (
        (possible & -possible).bit_length() - 1)
    if partner != v:
        _apply(mate, search.flipped_to(mate[partner]))
    mate[top], mate[partner] = partner, top
    # A barrier denies the odd and the unreached; an even one before the first would have been taken.
    denied = _before(partner, open_, wanted)
    return Choice(partner, denied, search if denied else None)


def _before(partner: int, open_: int, wanted: Sequence[int]) -> tuple[int, ...]:
    """The candidates that stood before the one who was taken."""
    if wanted:
        return tuple(wanted[: wanted.index(partner)])
    return tuple(bits(open_ & ((1 << partner) - 1)))


def _detour(adj: Sequence[int], mate: list[int], top: int, j: int, left: int) -> bool:
    """Give ``top`` candidate ``j`` if the partners of both can be paired at once, or over one other pair."""
    v, b = mate[top], mate[j]
    if adj[v] >> b & 1:
        _apply(mate, [(top, j), (v, b)])
        return True
    others = adj[v] & left & ~(1 << top | 1 << v | 1 << j | 1 << b)
    for _ in range(_SWAPS):  # from the foot of the table, so that little changes above
        if not others:
            return False
        x = others.bit_length() - 1
        y = mate[x]
        if adj[b] >> y & 1:
            _apply(mate, [(top, j), (v, x), (b, y)])
            return True
        others &= ~(1 << x)
    return False
