"""Counts compiled to flat arrays, from which a move is priced without looking at any rule.

The same counts that the verifier adds up and the exact solver compiles are projected here over all facts
that can be: for every fact, the rows it counts in and its weight there, one list after the other. Nothing
here or in the kernels knows a type of constraint.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scheduler.errors import UsageError
from scheduler.facts import Ids, Space
from scheduler.rules import Stated
from scheduler.rules.robinx import Asked, View
from scheduler.solve.search.games import Games
from scheduler.solve.search.kernels import layout as at
from scheduler.solve.search.readings import Readings
from scheduler.solve.search.rows import Bounds, Rows, gathered

__all__ = ["Flat", "compile_counts", "compile_league"]

_TABLE = 4096
"""Rows with more totals than this have their bounds looked at, not their price looked up."""
_MOST_TABLE, _MOST_TOTAL, _MOST_PRICE = 2**20, 2**29, 2**40


@dataclass(frozen=True, eq=False)
class Flat:
    """A compiled set of counts; arrays are shared by all states and never written to.

    ``levels``: 0 for hard counts, then those of prices, ascending; costs come in this order. ``base``:
    what it costs that no game is played, by level. ``first[f]:first[f+1]`` are the ``entries`` of fact f:
    the row, and below its lowest ``bits[0]`` bits the place of the doubled weight in ``values``.
    ``stands``, ``row_levels`` and ``bounds`` are those of the rows where no game is played.
    Everything else belongs to readings (see ``kernels/layout.py``).
    """

    games: Games
    levels: tuple[int, ...]
    base: Ids
    first: NDArray[np.int32]
    entries: NDArray[Any]
    values: NDArray[np.int32]
    bits: NDArray[Any]
    stands: NDArray[np.int32]
    row_levels: NDArray[np.int16]
    bounds: NDArray[np.int32]
    prices: Ids
    dims: Ids
    readings: Readings
    counters: Ids
    tied: Ids

    @property
    def size(self) -> int:
        """How many rows are left to be looked at."""
        return len(self.stands)


def compile_league(view: View, asked: Sequence[Asked]) -> Flat:
    """The wishes of a league, compiled. Raises UsageError for one that cannot be searched."""
    flat = compile_counts(view.space, [x.stated for x in asked], Games.of_league(view))
    for x in asked:
        flat.base[flat.levels.index(x.stated.use.level)] += x.base
    return flat


def compile_counts(space: Space, stated: Sequence[Stated], games: Games) -> Flat:
    """Counts over a timetable, compiled. A hard count that states no price costs 1 a unit.

    Raises UsageError for facts that have no incremental reading, and for numbers too large to be exact.
    """
    readings = Readings(space, games)
    rows = gathered(space, stated, readings)
    levels = tuple(sorted({0} | {s.use.level for s in stated}))
    made = _Compiler(rows, readings, levels)
    first = np.searchsorted(rows.fact[made.order], np.arange(readings.size + 1)).astype(np.int32)
    entries, values, bits = _packed(made.place[rows.row[made.order]], rows.weight[made.order])
    counters, tied = made.ties()
    table = np.array(made.rows, dtype=np.int64).reshape(-1, 3)
    _initially(table, rows, made, readings, counters, tied)
    return Flat(
        games, levels, made.base, first, entries, values, bits,
        *_standing(table),
        np.array(made.prices or [0], dtype=np.int64), _dims(rows, made, readings, levels), readings,
        counters, tied,
    )


def _standing(table: Ids) -> tuple[NDArray[np.int32], NDArray[np.int16], NDArray[np.int32]]:
    """Where each row stands, its level, where its bounds are, as kernels read them."""
    total, start, level = table.T
    prices, counter = start >= 0, level < 0
    return (
        np.where(prices, total + start, total).astype(np.int32),
        np.where(prices | counter, level, at.BOUNDED - level).astype(np.int16),
        np.where(prices, 0, -1 - start).astype(np.int32),
    )


def _packed(row: Ids, weight: Ids) -> tuple[NDArray[Any], NDArray[np.int32], NDArray[Any]]:
    """(entries, doubled weights, (bits of a weight's place, mask of these)), in 32 bits where they fit."""
    values, place = np.unique(weight, return_inverse=True)
    if np.abs(values).max(initial=0) > _MOST_TOTAL:
        raise UsageError(f"a weight of {int(np.abs(values).max()):,} is too large to be searched with")
    bits = max(1, int(len(values) - 1).bit_length())
    small = int(row.max(initial=0)) < 2 ** (32 - bits)
    kind = np.uint32 if small else np.uint64
    entries = row.astype(np.uint64) << np.uint64(bits) | place.astype(np.uint64)
    return (
        entries.astype(kind), (2 * (values if len(values) else np.zeros(1))).astype(np.int32),
        np.array([bits, 2**bits - 1], dtype=kind),
    )


class _Compiler:
    """Rows one by one: those that can never cost anything drop out, those of equal content are one."""

    def __init__(self, rows: Rows, readings: Readings, levels: tuple[int, ...]) -> None:
        self.readings, self.levels = readings, levels
        self.base = np.zeros(len(levels), dtype=np.int64)
        self.rows: list[tuple[int, int, int]] = []
        self.prices: list[int] = []
        self.place = np.full(len(rows.asks), -1, dtype=np.int64)
        self._tables: dict[tuple[object, ...], int] = {}
        self._read(rows)
        kept = np.flatnonzero(self.place[rows.row] >= 0)
        self.order = kept[np.argsort(rows.fact[kept], kind="stable")]

    def _read(self, rows: Rows) -> None:
        low, high = self._ranges(rows)
        start = np.searchsorted(rows.row, np.arange(len(rows.asks) + 1))
        content: dict[tuple[int, bytes, bytes], list[int]] = {}
        for k, ask in enumerate(rows.asks):
            if ask is None:
                self.place[k] = len(self.rows)
                self.rows.append((int(rows.base[k]), 0, -1))
                continue
            bounds = ask.less(int(rows.base[k]))
            if low[k] == high[k]:
                self.base[self.levels.index(ask.level)] += bounds.off(0)
            elif low[k] < bounds.least or high[k] > bounds.most:
                mine = slice(start[k], start[k + 1])
                key = (ask.level, rows.fact[mine].tobytes(), rows.weight[mine].tobytes())
                content.setdefault(key, []).append(k)
        for (level, _, _), alike in content.items():
            self._row(level, alike, rows, int(low[alike[0]]), int(high[alike[0]]))

    def _ranges(self, rows: Rows) -> tuple[list[int], list[int]]:
        """The least and the most that each row can add up to, each fact taken alone."""
        firsts, tops = self.readings.tops()
        top = tops[np.searchsorted(firsts, rows.fact, side="right") - 1]
        amount = rows.weight * top
        low, high = (np.zeros(len(rows.asks), dtype=np.int64) for _ in range(2))
        np.add.at(low, rows.row, np.minimum(amount, 0))
        np.add.at(high, rows.row, np.maximum(amount, 0))
        return low.tolist(), high.tolist()

    def _row(self, level: int, alike: list[int], rows: Rows, low: int, high: int) -> None:
        """One row for all that have the same content, or one each where tables would be too long."""
        asks = [ask.less(int(rows.base[k])) for k in alike if (ask := rows.asks[k]) is not None]
        place = self.levels.index(level)
        if high - low <= _TABLE:
            self.place[alike[0]] = len(self.rows)
            self.rows.append((-low, self._table(asks, low, high), place))
            return
        for k, ask in zip(alike, asks, strict=True):
            self.place[k] = len(self.rows)
            if len(ask.price) == 1:
                most = int(np.abs(rows.weight[rows.row == k]).max()) * self._at_once()
                self._fits(most, "total", _MOST_TOTAL)
                self.rows.append((0, -1 - self._bounds(ask), place))
            else:
                self.rows.append((-low, self._table([ask], low, high), place))

    def _at_once(self) -> int:
        """No more facts of one family, times their value, than this hold at once."""
        games = self.readings.games
        return 2 * games.teams * (games.teams + games.slots + 1) * games.copies

    def _table(self, asks: list[Bounds], low: int, high: int) -> int:
        """Where the prices of the totals from low to high begin; rows that cost alike share them."""
        self._fits(high - low, "range of a total", _MOST_TABLE)
        key = (high - low, *((a.least - low, a.most - low, a.price) for a in asks))
        if key not in self._tables:
            self._tables[key] = len(self.prices)
            for total in range(low, high + 1):
                self.prices.append(self._fits(sum(a.off(total) for a in asks), "price", _MOST_PRICE))
        return self._tables[key]

    def _bounds(self, ask: Bounds) -> int:
        price = self._fits(ask.price[0], "price", _MOST_PRICE)
        self.prices += [ask.least, ask.most, price, price]
        return len(self.prices) - 4

    @staticmethod
    def _fits(value: int, what: str, most: int) -> int:
        if abs(value) > most:
            raise UsageError(f"a {what} of {value:,} is too large to be searched with")
        return value

    def ties(self) -> tuple[Ids, Ids]:
        """(counters, one row each, fact after fact; for each fact made of them its kind, where its
        counters start and stop, and which it is)."""
        counters: list[int] = []
        facts: list[tuple[int, int, int, int]] = []
        at_row = len(self.place) - sum(t.links * t.size for t in self.readings.tied)
        for tied in self.readings.tied:
            for place in range(tied.size):
                mine = [int(self.place[at_row + k * tied.size + place]) for k in range(tied.links)]
                facts.append((tied.kind, len(counters), len(counters) + tied.links, tied.first + place))
                counters += mine
            at_row += tied.links * tied.size
        return (
            np.array(counters, dtype=np.int64),
            np.array(facts, dtype=np.int64).reshape(-1, 4),
        )


def _initially(
    table: Ids, rows: Rows, made: _Compiler, readings: Readings, counters: Ids, tied: Ids
) -> None:
    """Add what holds, and costs, when nobody plays: two sides that are not home are alike, and both away."""
    width = readings.games.slots
    cells = np.flatnonzero(np.arange(readings.games.teams * width) % width > 0)
    holding = [readings.same + cells, readings.both_away + cells]
    if len(tied):
        some = table[counters, 0] > 0
        holding.append(np.array([f for kind, i, j, f in tied.tolist() if _holds(kind, some[i:j])], np.int64))
    there = made.order[np.isin(rows.fact[made.order], np.concatenate(holding))]
    np.add.at(table[:, 0], made.place[rows.row[there]], rows.weight[there])
    for total, start, level in table[table[:, 2] >= 0].tolist():
        if start >= 0:
            made.base[level] += made.prices[start + total]
        else:
            least, most, under, over = made.prices[-1 - start : 3 - start]
            made.base[level] += max(0, total - most) * over + max(0, least - total) * under


def _holds(kind: int, some: NDArray[np.bool_]) -> bool:
    """Whether a fact holds whose counters are above 0 where ``some`` says so."""
    if kind == at.ANY:
        return bool(some.any())
    if kind == at.ALL:
        return bool(some.all())
    return bool(some[0] == some[1]) if kind == at.SAME_TRUTH else bool(some[1] or not some[0])


def _dims(rows: Rows, made: _Compiler, readings: Readings, levels: tuple[int, ...]) -> Ids:
    """Sizes and blocks for the kernels; a block of facts that count nowhere is not there."""
    games = readings.games
    dims = np.zeros(at.DIMS, dtype=np.int64)
    dims[at.TEAMS], dims[at.SLOTS], dims[at.COPIES] = games.teams, games.slots, games.copies
    dims[at.LEVELS], dims[at.LEG] = len(levels), games.leg
    facts = rows.fact[made.order]
    width = games.teams * games.slots
    for name, first in (
        (at.HOME, readings.home), (at.AWAY, readings.away), (at.SAME, readings.same),
        (at.BOTH_HOME, readings.both_home), (at.BOTH_AWAY, readings.both_away),
    ):
        used = bool(((facts >= first) & (facts < first + width)).any())
        dims[name] = first if used else -1
    if max(dims[at.BOTH_HOME], dims[at.BOTH_AWAY]) >= 0:
        dims[at.BOTH_HOME], dims[at.BOTH_AWAY] = readings.both_home, readings.both_away
    dims[at.KINDS] = len(readings.kinds)
    longest = max((len(k.rounds) for k in readings.kinds), default=0)
    dims[at.WIDTH] = -(-longest // 16) * 16
    dims[at.PAIRED], dims[at.SEQUENCES] = len(readings.paired), len(readings.sequences)
    dims[at.TIED] = len(made.ties()[1])
    return dims
