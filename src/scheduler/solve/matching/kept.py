"""Barriers that go on denying pairs after the one they were found for.

A barrier is *tight* as long as there are as many odd groups left as entrants around them: then each of
these meets one of an odd group, and nobody else. A match between the two leaves it tight. So a club of
half the field needs one search and not one for every entrant.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

from scheduler.facts.pairing import Barrier
from scheduler.solve.matching.tail import Search, bits

__all__ = ["Kept", "keep"]

_MOST = 4
"""So many barriers are kept."""


class Kept:
    """The barrier of a finished search in terms of vertices (bits), told of every vertex that is settled."""

    def __init__(self, search: Search, names: Sequence[int]) -> None:
        self.around, self._groups = search.barrier()
        self.odd = 0
        self._group_of: dict[int, int] = {}
        for k, group in enumerate(self._groups):
            self.odd |= group
            if group & (group - 1):
                self._group_of.update(dict.fromkeys(bits(group), k))
        self._inside = self.odd
        self._many, self._needed = len(self._groups), self.around.bit_count()
        self._names = names_of(self.around, names), tuple(names_of(g, names) for g in self._groups)
        if self._group_of:
            return
        self._groups = []  # single vertices need no account of their own

    @property
    def tight(self) -> bool:
        """Whether as many odd groups are left as vertices around them."""
        return self._many == self._needed

    def settle(self, vertex: int) -> None:
        """``vertex`` is paired: it is in no group any more, and not around any."""
        bit = 1 << vertex
        if self.around & bit:
            self.around ^= bit
            self._needed -= 1
        elif self._inside & bit:
            k = self._group_of.get(vertex)
            was_odd = self.odd & bit
            self._inside ^= bit
            if k is None:
                self.odd ^= bit
            else:
                self._groups[k] ^= bit
                self.odd = self.odd & ~(bit | self._groups[k]) | (0 if was_odd else self._groups[k])
            self._many += -1 if was_odd else 1

    def refused(self, top: int) -> int:
        """The vertices that ``top`` cannot take, while the barrier is tight; others are not looked into."""
        if self.around >> top & 1:
            return ~self.odd
        return 0 if self._inside >> top & 1 else self.around

    def barrier(self, top: int, denied: Sequence[int]) -> Barrier:
        """It as a witness (entrant numbers). Those settled since it was found are still named in it."""
        return Barrier(top, tuple(denied), *self._names)


def names_of(mask: int, names: Sequence[int]) -> tuple[int, ...]:
    """The names of a set of vertices, ascending by vertex."""
    if mask.bit_count() < 50:
        return tuple(names[v] for v in bits(mask))
    return tuple(compress(names, map(int, format(mask, "b")[::-1])))


def keep(kept: list[Kept], new: Kept | None, settled: Sequence[int]) -> None:
    """Tell all barriers, the ``new`` one put first, of the vertices settled; forget the slack ones."""
    if new:
        kept.insert(0, new)
    for one in kept:
        for v in settled:
            one.settle(v)
    kept[:] = [one for one in kept if one.tight][:_MOST]
