"""The assignment problem: the cheapest way to give each row a column, and among the cheapest the first.

Shortest augmenting paths with potentials (Kuhn 1955, Jonker and Volgenant 1987). Where the reduced cost is
0 lie all the cheapest assignments (complementary slackness), so the first of them is a matching there.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from scheduler.solve.matching.tail import bits

__all__ = ["cheapest", "first_cheapest"]

Costs = NDArray[np.int64]
_FAR = np.iinfo(np.int64).max // 4


def cheapest(cost: Costs) -> tuple[list[int], Costs]:
    """(the column of each row, the reduced costs) of a square matrix of costs up to 2^58; whole numbers.

    Takes n augmentations of at most n steps, each over a whole row.
    """
    n = len(cost)
    v = cost.min(axis=0) if n else np.zeros(0, dtype=np.int64)
    u = (cost - v).min(axis=1) if n else np.zeros(0, dtype=np.int64)
    row_of, column_of = np.full(n, -1, dtype=np.int64), np.full(n, -1, dtype=np.int64)
    for i in range(n):  # what can be had at once
        free = np.flatnonzero((cost[i] - u[i] - v == 0) & (row_of < 0))
        if len(free):
            column_of[i], row_of[free[0]] = free[0], i
    for start in np.flatnonzero(column_of < 0).tolist():
        _augment(cost, u, v, row_of, column_of, start)
    return column_of.tolist(), cost - u[:, None] - v[None, :]


def _augment(
    cost: Costs, u: Costs, v: Costs, row_of: Costs, column_of: Costs, start: int
) -> None:
    """A shortest path from an unassigned row to a free column, and the potentials that go with it."""
    n = len(cost)
    distance, before = np.full(n, _FAR, dtype=np.int64), np.full(n, start, dtype=np.int64)
    done = np.zeros(n, dtype=bool)
    row, reached = start, 0
    while True:
        step = reached + cost[row] - u[row] - v
        nearer = ~done & (step < distance)
        distance[nearer], before[nearer] = step[nearer], row
        column = int(np.where(done, _FAR, distance).argmin())
        reached = int(distance[column])
        if row_of[column] < 0:
            break
        done[column] = True
        row = int(row_of[column])
    u[start] += reached
    ended = np.flatnonzero(done)
    u[row_of[ended]] += reached - distance[ended]
    v[ended] -= reached - distance[ended]
    while True:
        row = int(before[column])
        row_of[column] = row
        column, column_of[row] = int(column_of[row]), column
        if row == start:
            return


def first_cheapest(cost: Costs) -> list[int]:
    """The cheapest assignment in which row 0 has the lowest column that it can have in any, then row 1 ..."""
    columns, reduced = cheapest(cost)
    tight = reduced == 0
    return _first(
        columns, [_mask(row) for row in tight], [_mask(column) for column in tight.T])


def _mask(row: NDArray[np.bool_]) -> int:
    return int.from_bytes(np.packbits(row, bitorder="little").tobytes(), "little")


def _first(columns: list[int], rows: Sequence[int], holders: Sequence[int]) -> list[int]:
    """The first perfect matching of a bipartite graph (rows' columns, columns' rows), from any."""
    row_of = {c: i for i, c in enumerate(columns)}
    left = (1 << len(columns)) - 1  # rows, and then columns, that are not settled
    open_ = left
    for i in range(len(columns)):
        left &= ~(1 << i)
        now = columns[i]
        lower = rows[i] & open_ & ((1 << now) - 1)
        if lower:
            moves = _ways_to(now, columns, holders, left)
            target = next((c for c in bits(lower) if row_of[c] in moves), now)
            mover, free = i, target
            while free != now:  # whoever is there moves on, until somebody takes what row i leaves
                other = row_of[free]
                columns[mover], row_of[free] = free, mover
                mover, free = other, moves[other]
            columns[mover], row_of[free] = free, mover
        open_ &= ~(1 << columns[i])
    return columns


def _ways_to(column: int, columns: Sequence[int], holders: Sequence[int], left: int) -> dict[int, int]:
    """For each row from which the others can move up until ``column`` is filled: its next column."""
    moves: dict[int, int] = {}
    queue = [column]
    for c in queue:
        fresh = holders[c] & left
        for i in bits(fresh):
            moves[i] = c
            queue.append(columns[i])
        left &= ~fresh
    return moves
