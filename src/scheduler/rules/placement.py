"""Where seeds and byes go in a draw, as data: blocks of lines for any power of two.

A scheme gives the lines of the seeds as a list of blocks: seeds of one block take its lines in the
order listed, or by lot. Sources: CBA-13 (alternating), ITF rulebook (cluster), USA Badminton and BWF
(separate), the plain fold of electronic sports.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

__all__ = ["SCHEMES", "bye_lines", "fold", "seed_blocks", "snake"]

SCHEMES = ("alternating", "fold", "cluster", "separate")


def snake(size: int) -> list[int]:
    """The alternating order for ``size`` = 2^k: entry i is the number on line i + 1, and the line of
    number i + 1 too, for it is its own inverse (CBA-13.3). 16: 1 16 9 8 5 12 13 4 ..."""
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [
            x for i, a in enumerate(order) for x in ((a, total - a) if i % 2 == 0 else (total - a, a))
        ]
    return order


def fold(size: int) -> list[int]:
    """The plain fold: entry i is the number on line i + 1. 16: 1 16 8 9 4 13 5 12 ..."""
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [x for a in order for x in (a, total - a)]
    return order


def seed_blocks(scheme: str, size: int, seeds: int) -> list[list[int]]:
    """Blocks of lines (from 1) for the first ``seeds`` seeds of a draw of ``size`` lines.

    The last block may hold more lines than seeds are left. Blocks are 1, 1, 2, 4, 8 ... seeds.
    """
    if scheme in ("alternating", "fold"):
        order = snake(size) if scheme == "alternating" else fold(size)
        line = {number: i for i, number in enumerate(order, start=1)}
        return [[line[s] for s in range(a + 1, b + 1)] for a, b in _cuts(min(seeds, size))]
    blocks = [[1], [size]] if size > 1 else [[1]]
    width = size // 4
    while sum(map(len, blocks)) < seeds and width >= 2:
        blocks.append(_chunk_lines(scheme, size, width, blocks))
        width //= 2
    return blocks[: len(_cuts(seeds))]


def _cuts(seeds: int) -> list[tuple[int, int]]:
    """(0, 1), (1, 2), (2, 4), (4, 8) ... as far as there are seeds."""
    edges = [0, 1]
    while edges[-1] < seeds:
        edges.append(2 * edges[-1])
    return [(a, b) for a, b in pairwise(edges) if a < seeds]


def _chunk_lines(scheme: str, size: int, width: int, blocks: Sequence[Sequence[int]]) -> list[int]:
    """One line from each chunk of ``width`` lines that holds none yet."""
    taken = {(line - 1) // width for block in blocks for line in block}
    chunks = size // width
    lines = []
    for chunk in range(chunks):
        if chunk in taken:
            continue
        first, last = chunk * width + 1, (chunk + 1) * width
        top = chunk < chunks // 2
        at_first = top
        if scheme == "cluster" and chunks == 8:
            at_first = not top
        if scheme == "cluster" and chunks > 8:
            at_first = chunk % 2 == 0
        lines.append(first if at_first else last)
    return lines


def bye_lines(scheme: str, size: int, byes: int) -> list[int]:
    """The lines left empty, in order: beside seed 1, seed 2, ... (CBA-13.7: 2 127 66 63 ... at 128)."""
    order = fold(size) if scheme == "fold" else snake(size)
    line = {number: i for i, number in enumerate(order, start=1)}
    return [((line[s] - 1) ^ 1) + 1 for s in range(1, byes + 1)]
