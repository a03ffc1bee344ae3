"""Joining small tables to a bigger one (CBA-14.5): first each block by itself, then across."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from scheduler.errors import UsageError
from scheduler.event import Schedule
from scheduler.solve.constructions.circle import MOST_ENTRANTS, circle_starter, turned
from scheduler.solve.constructions.sides import oriented

__all__ = ["joined"]

Ints = NDArray[np.int64]


def joined(blocks: Sequence[int], *, tight: bool = False) -> Schedule:
    """Blocks of these sizes joined to one single round robin; block 1 has the numbers 1, 2, ...

    All matches inside the blocks come before the first match across: that is what CBA-14.5 wants of
    related entrants. Every block counts as large as the largest, the rest of it being phantoms.
    Then the blocks themselves play a round robin; two blocks of s meet in s rounds, in the r-th of
    them (r from 0) the i-th of one with the (i + r)-th of the other, round the circle.

    With k blocks (k even) of s entrants this takes ks - 1 rounds when s is even, the least there
    is. When s is odd it takes ks, since each block has someone idle in each of its own s rounds;
    ``tight`` lets the idle of two blocks meet at once and saves that round, at the price that these
    matches across lie among the inner ones. When k is odd a block is idle for s rounds at a time.
    A round in which only phantoms would play is left out.

    Sides are those of ``oriented``: balanced, never three running. The highest number has the last
    table of each of its rounds, the others move on a table every round. O((ks)^2).
    Raises UsageError for fewer than two blocks, an empty block, or more than MOST_ENTRANTS places.
    """
    sizes = [int(size) for size in blocks]
    if len(sizes) < 2 or min(sizes) < 1 or len(sizes) * max(sizes) > MOST_ENTRANTS:
        raise UsageError(
            f"tables of {', '.join(map(str, sizes)) or 'no'} entrants cannot be joined: it takes "
            f"two or more, none of them empty, and together, each as large as the largest, at most "
            f"{MOST_ENTRANTS} places"
        )
    width = max(sizes)
    parts = [_inside(len(sizes), width)]
    rounds = int(parts[0][0].max(initial=0))
    early = tight and width % 2 == 1 and width > 1
    for index, (one, other) in enumerate(_block_rounds(len(sizes))):
        skip = early and index == 0
        if skip:
            parts.append(_idle_meet(one, other, width))
        part = _across(one, other, width, rounds, first_shift=1 if skip else 0)
        parts.append(part)
        rounds += width - skip
    round_, home, away = (np.concatenate(column) for column in zip(*parts, strict=True))
    return _seated(sizes, round_, home, away)


def _inside(blocks: int, width: int) -> tuple[Ints, Ints, Ints]:
    """(round, home, away) of every block's own round robin; places count from 0 over all."""
    if width == 1:
        none = np.zeros(0, dtype=np.int64)
        return none, none, none
    m = width - 1 + width % 2
    rounds, _, home, away = turned(np.arange(1, m + 1) % m, *circle_starter(m))
    real = away <= width
    shift = width * np.arange(blocks, dtype=np.int64)[:, None]
    each = (np.broadcast_to(rounds[real], (blocks, int(real.sum()))), home[real] - 1 + shift)
    return each[0].ravel(), each[1].ravel(), (away[real] - 1 + shift).ravel()


def _block_rounds(blocks: int) -> list[tuple[Ints, Ints]]:
    """The round robin of the blocks: for each of its rounds the blocks (from 0) that meet."""
    m = blocks - 1 + blocks % 2
    rounds, _, one, other = turned(np.arange(1, m + 1) % m, *circle_starter(m))
    low, high = np.minimum(one, other) - 1, np.maximum(one, other) - 1
    return [
        (low[here], high[here])
        for here in ((rounds == r) & (high < blocks) for r in range(1, m + 1))
    ]


def _across(
    one: Ints, other: Ints, width: int, after: int, *, first_shift: int
) -> tuple[Ints, Ints, Ints]:
    """(round, home, away) of blocks ``one`` against ``other``, after the round ``after``."""
    shift, pair, i = np.meshgrid(
        np.arange(first_shift, width), np.arange(len(one)), np.arange(width), indexing="ij"
    )
    home = one[pair] * width + i
    away = other[pair] * width + (i + shift) % width
    return (shift - first_shift + after + 1).ravel(), home.ravel(), away.ravel()


def _idle_meet(one: Ints, other: Ints, width: int) -> tuple[Ints, Ints, Ints]:
    """The matches of shift 0, played while both are idle inside: place r - 1 in round r."""
    pair, i = np.meshgrid(np.arange(len(one)), np.arange(width), indexing="ij")
    home, away = one[pair] * width + i, other[pair] * width + i
    return (i + 1).ravel(), home.ravel(), away.ravel()


def _seated(sizes: list[int], round_: Ints, home: Ints, away: Ints) -> Schedule:
    """Places to numbers, phantoms left out, tables and sides given."""
    width = max(sizes)
    n = sum(sizes)
    real = (np.arange(width) < np.array(sizes)[:, None]).ravel()
    number = np.where(real, np.cumsum(real), 0)
    here = real[home] & real[away]
    home, away = number[home[here]], number[away[here]]
    used, round_ = np.unique(round_[here], return_inverse=True)
    rounds, round_ = len(used), round_ + 1
    top = (home == n) | (away == n)
    order = np.lexsort((home, top, round_))
    round_, home, away, top = (column[order] for column in (round_, home, away, top))
    count = np.bincount(round_, minlength=rounds + 1)
    rank = np.arange(len(round_)) - (np.cumsum(count) - count)[round_]
    with_top = np.bincount(round_[top], minlength=rounds + 1)
    turning = np.maximum(1, count - with_top)[round_]
    table = np.where(top, count[round_], (rank + round_ - 1) % turning + 1)
    return oriented(Schedule.from_columns(n, rounds, round_, home, away, table))
