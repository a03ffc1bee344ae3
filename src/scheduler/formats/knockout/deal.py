"""Dealing entrants down the tree: each section's entrants split as evenly over its halves as can be.

Without seeds and with even byes every section then holds the floor or the ceiling of its share of
each value, which no draw betters in any round. With seeds or uneven byes each single split is still
the most even one that the free lines allow; the whole need not be the best, and is a start.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import heapify, heappop, heappush

import numpy as np

from scheduler.event import BYE

__all__ = ["deal"]

Split = list[list[int]]


def deal(
    size: int, fixed: Mapping[int, int], codes: Sequence[Sequence[int]], entrants: Sequence[int],
    rng: np.random.Generator,
) -> list[int]:
    """Lines with ``fixed`` content (line from 1 to number or BYE) and the other ``entrants`` dealt.

    ``codes`` are values per entrant, one sequence an attribute, -1 for none, the most important
    first. As many entrants as free lines. Among equally even splits lots decide.
    """
    lines = [BYE] * size
    open_line = np.ones(size, dtype=bool)
    for line, who in fixed.items():
        lines[line - 1] = who
        open_line[line - 1] = False
    room = np.concatenate(([0], np.cumsum(open_line)))
    shuffled = [int(e) for e in rng.permutation(list(entrants))]
    todo: list[tuple[int, int, list[int]]] = [(0, size, shuffled)]
    while todo:
        first, width, members = todo.pop()
        if not members:
            continue
        if width == 1:
            lines[first] = members[0]
            continue
        half = width // 2
        middle = first + half
        want = int(room[middle] - room[first])
        low, high = (
            [lines[i] for i in range(a, a + half) if not open_line[i] and lines[i] != BYE]
            for a in (first, middle)
        )
        left, right = _split(members, want, low, high, codes, rng)
        todo += [(first, half, left), (middle, half, right)]
    return lines


def _split(
    members: Sequence[int], want: int, low: Sequence[int], high: Sequence[int],
    codes: Sequence[Sequence[int]], rng: np.random.Generator,
) -> tuple[list[int], list[int]]:
    """``want`` of the members to the left, each value as even as the lines allow, then by lot."""
    groups: dict[int, list[int]] = {}
    for e in members:
        groups.setdefault(codes[0][e - 1] if codes else -1, []).append(e)
    lean = dict.fromkeys(groups, 0)
    for side, sign in ((low, -1), (high, 1)):
        for e in side:
            c = codes[0][e - 1] if codes else -1
            if c in lean:
                lean[c] += sign
    shares = _shares({c: len(g) for c, g in groups.items()}, lean, want, rng)
    left: list[int] = []
    right: list[int] = []
    for c, group in groups.items():
        chosen = _interleaved(group, shares[c], codes[1:])
        left += [e for e in group if e in chosen]
        right += [e for e in group if e not in chosen]
    return left, right


def _shares(
    sizes: Mapping[int, int], lean: Mapping[int, int], want: int, rng: np.random.Generator
) -> dict[int, int]:
    """How many of each value go left: least sum of pairs, entrants without a value filling up.

    ``lean`` is how many more of a value stand on the right already.
    """
    share = dict.fromkeys(sizes, 0)
    free = sizes.get(-1, 0)
    # Cost of the next one to the left less to the right; -1 fills up last, at no cost.
    queue = [
        (2 * share[c] - sizes[c] - lean[c] + 1, float(rng.random()), c) for c in sizes if c != -1
    ]
    heapify(queue)
    left = want
    while queue and left:
        gain, _, c = queue[0]
        if gain > 0 and left <= free:
            break
        if gain == 0 and left <= free and rng.random() < 0.5:
            heappop(queue)
            continue
        heappop(queue)
        share[c] += 1
        left -= 1
        if share[c] < sizes[c]:
            heappush(queue, (gain + 2, float(rng.random()), c))
    if left:
        share[-1] = left
    return share


def _interleaved(group: Sequence[int], many: int, codes: Sequence[Sequence[int]]) -> set[int]:
    """``many`` of a group, evenly over the values of its further attributes."""
    if not codes or many in (0, len(group)):
        return set(group[:many])
    ordered = sorted(group, key=lambda e: tuple(code[e - 1] for code in codes))
    total = len(ordered)
    return {
        e for i, e in enumerate(ordered) if (i + 1) * many // total > i * many // total
    }
