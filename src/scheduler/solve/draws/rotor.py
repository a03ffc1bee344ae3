"""The rotor: deal entrants down the tree of sections in order of their region, half by half in turn.

A run of m entrants of one region splits into floor and ceil of m / 2 at every node, and both halves of
it are runs again. With nobody fixed and byes spread evenly every section then holds floor or ceil of
its share of each region, which is least at all levels at once; and so for regions within countries,
clubs within regions, to any depth, when entrants are sorted by all of them.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from scheduler.solve.draws.separation_field import Field, Ids

__all__ = ["dealt", "nested"]


def nested(field: Field) -> tuple[int, ...] | None:
    """The attributes from the widest to the narrowest, if each lies within the one before; else None."""
    chain = tuple(sorted(range(len(field.codes)), key=field.values))
    for wide, narrow in pairwise(chain):
        inner, outer = field.codes[narrow, 1:], field.codes[wide, 1:]
        known = inner >= 0
        pairs = np.unique(np.stack((inner[known], outer[known])), axis=1)
        if pairs.shape[1] > field.values(narrow):
            return None
    return chain


def dealt(field: Field, chain: tuple[int, ...], rng: np.random.Generator) -> Ids:
    """Lines with everybody who waits dealt out, sorted by the attributes of ``chain``.

    By lot: the order of values, of entrants within a value, and which half of equals comes first.
    """
    lines = field.lines.copy()
    waiting = rng.permutation(field.waiting)
    keys = [rng.permutation(field.values(a) + 1)[field.codes[a, waiting]] for a in reversed(chain)]
    sequences = {1: waiting[np.lexsort(keys)] if keys else waiting}
    room = field.room
    coins = rng.integers(0, 2, field.size)
    for s in range(1, field.size // 2):
        left, right = _turns(sequences.pop(s), int(room[2 * s]), int(room[2 * s + 1]), bool(coins[s]))
        sequences[2 * s], sequences[2 * s + 1] = left, right
    for s, pair in sequences.items():
        at = 2 * s - field.size
        spots = [i for i in (at, at + 1) if lines[i] < 0]
        lines[spots] = pair[::-1] if coins[s % field.size] else pair
    return lines


def _turns(sequence: Ids, left: int, right: int, coin: bool) -> tuple[Ids, Ids]:
    """Deal a sequence to two halves in turn, the roomier one first; a much roomier one more often."""
    first = left > right or (left == right and coin)
    if abs(left - right) <= 1:
        one, other = sequence[0::2], sequence[1::2]
    else:
        big, total = max(left, right), left + right
        turn = np.arange(total + 1) * big // total
        mine = turn[1:] > turn[:-1]
        one, other = sequence[mine], sequence[~mine]
    return (one, other) if first else (other, one)
