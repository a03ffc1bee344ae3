"""From ranks back to entrants: a finished search as a :class:`Barrier`."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler.facts.pairing import Barrier
from scheduler.solve.matching.tail import Search, bits

__all__ = ["barrier_of"]


def barrier_of(search: Search, names: Sequence[int], top: int, denied: Sequence[int]) -> Barrier:
    """The barrier of a finished search. ``names[v]`` is the entrant at vertex ``v``; ``top`` and
    ``denied`` are entrants. Groups come in order of their highest member."""
    around, groups = search.barrier()
    return Barrier(
        top, tuple(denied), tuple(names[v] for v in bits(around)),
        tuple(tuple(names[v] for v in bits(g)) for g in groups),
    )
