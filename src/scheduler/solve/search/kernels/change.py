"""A change of games: ``evaluate`` makes it pending and prices it, ``commit`` or ``reject`` ends that."""

from __future__ import annotations

import numpy as np

from scheduler.solve.search.kernels import compiled
from scheduler.solve.search.kernels.delta import bounded_price, peaks, place, sides, touch
from scheduler.solve.search.kernels.layout import (
    BOUNDED,
    KINDS,
    LEVELS,
    PAIRED,
    SEQUENCES,
    STAMP,
    TIED,
)
from scheduler.solve.search.kernels.sequences import pairs, ties, walks

__all__ = ["commit", "evaluate", "reject"]

# pending: how many cells, teams with other sides, peaks that differ, rows with another total
CELLS, SIDED, PEAKS, ROWS = range(4)


@compiled(inline=True)
def evaluate(
    games, slots, size, gained, pending,
    dims, host, guest, spot, slot, new_slot, owner, when_of, opp, new_opp, cells, mark, teams,
    stands, levels, bounds, change, touched, moved, first, entries, values, bits, prices,
    at, kind_home, kind_away, series, new_series, by_team, peak_of, peak, peak_value, seen, new_peak,
    asked, pair_mark, paired, venue, when, what,
    walked, sequences, marks, inside,
    tied, counters, by_counter, tied_of, tied_mark,
):
    """Make pending that ``games[k]`` go to ``slots[k]`` (-1: not played), and add to ``gained`` (zeroed
    here) what that costs, by level. Each team must have at most one game a slot afterwards."""
    dims[STAMP] += 1
    count = 0
    for level in range(dims[LEVELS]):
        gained[level] = 0
    for k in range(size):
        game = games[k]
        old, new = slot[game], slots[k]
        if old == new:
            continue
        if old >= 0:
            count = touch(change, touched, count, first, entries, values, bits, spot[game] + old, -1)
        if new >= 0:
            count = touch(change, touched, count, first, entries, values, bits, spot[game] + new, 1)
    found = place(games, slots, size, dims, host, guest, slot, new_slot, opp, new_opp, cells)
    pending[CELLS] = found
    count, changed = sides(
        cells, found, dims, owner, when_of, opp, new_opp, mark, teams,
        change, touched, count, first, entries, values, bits,
    )
    pending[SIDED] = changed
    pending[PEAKS] = 0
    if dims[KINDS] > 0:
        count, pending[PEAKS] = peaks(
            changed, teams, mark, dims, new_opp, at, kind_home, kind_away, series, new_series,
            by_team, peak_of, peak, peak_value, seen, new_peak,
            change, touched, count, first, entries, values, bits,
        )
    if dims[PAIRED] > 0:
        count = pairs(
            games, size, dims, host, guest, slot, new_slot, asked, pair_mark, paired, venue, when, what,
            change, touched, count, first, entries, values, bits,
        )
    if dims[SEQUENCES] > 0:
        count = walks(
            cells, found, dims, owner, opp, new_opp, walked, sequences, marks, inside,
            change, touched, count, first, entries, values, bits,
        )
    if dims[TIED] > 0:
        count = ties(
            dims, tied, counters, by_counter, tied_of, tied_mark, stands, levels,
            change, touched, count, first, entries, values, bits,
        )
    differ = 0
    for k in range(count):
        row = np.uint32(touched[k])
        more = (change[row] - np.int32(1)) >> np.int32(1)
        change[row] = 0
        moved[differ, 0] = row
        moved[differ, 1] = more
        differ += more != 0
        level, now = levels[row], stands[row]
        if level >= 0:
            gained[level] += prices[np.uint32(now + more)] - prices[np.uint32(now)]
        elif level <= BOUNDED:
            gained[BOUNDED - level] += (
                bounded_price(prices, bounds[row], now + more) - bounded_price(prices, bounds[row], now)
            )
    pending[ROWS] = differ


@compiled(inline=True)
def commit(
    games, slots, size, gained, pending, cost,
    dims, slot, opp, new_opp, cells, teams, stands, moved, series, new_series,
    peak_value, seen, new_peak,
):
    """Make the pending change true."""
    for level in range(dims[LEVELS]):
        cost[level] += gained[level]
    for k in range(size):
        slot[games[k]] = slots[k]
    for k in range(pending[CELLS]):
        opp[cells[k]] = new_opp[cells[k]]
    for k in range(pending[ROWS]):
        stands[np.uint32(moved[k, 0])] += moved[k, 1]
    for k in range(pending[PEAKS]):
        peak_value[seen[k]] = new_peak[k]
    for k in range(pending[SIDED]):
        copy_series(teams[k], new_series, series)


@compiled(inline=True)
def reject(games, size, pending, slot, new_slot, opp, new_opp, cells, teams, series, new_series):
    """Drop the pending change."""
    for k in range(size):
        new_slot[games[k]] = slot[games[k]]
    for k in range(pending[CELLS]):
        new_opp[cells[k]] = opp[cells[k]]
    for k in range(pending[SIDED]):
        copy_series(teams[k], series, new_series)


@compiled(inline=True)
def copy_series(team, source, target):
    """Copy a team's series so far."""
    for kind in range(source.shape[0]):
        for k in range(source.shape[2]):
            target[kind, team, k] = source[kind, team, k]
