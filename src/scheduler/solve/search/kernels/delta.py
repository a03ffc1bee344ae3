"""What a change costs: games leave slots and enter others, facts flip, totals of rows move, prices differ.

``new_slot`` and ``new_opp`` equal ``slot`` and ``opp`` except while a change is pending. Each kernel here
finds the facts of one reading that flip, and adds their weights to the pending changes of their rows.
"""

from __future__ import annotations

import numpy as np

from scheduler.solve.search.kernels import compiled
from scheduler.solve.search.kernels.layout import (
    AWAY,
    BOTH_AWAY,
    BOTH_HOME,
    HOME,
    KINDS,
    SAME,
    SLOTS,
    STAMP,
    WIDTH,
)

__all__ = ["bounded_price", "peaks", "place", "sides", "touch"]


@compiled(inline=True)
def touch(change, touched, count, first, entries, values, bits, fact, amount):
    """Add ``amount`` times its weight to every row in which the fact counts; the rows listed by now.

    An entry has the row above and the place of its doubled weight below ``bits[0]`` bits: in half the memory
    twice as many stay in the cache. Places are unsigned, which spares the question if they count from the
    end; every row is written where the next one listed goes, which spares a branch nobody can foresee.
    """
    place = np.uint32(fact)
    for k in range(first[place], first[place + np.uint32(1)]):
        entry = entries[np.uint32(k)]
        row = entry >> bits[0]
        now = change[row]
        touched[np.uint32(count)] = row
        count += now == 0
        change[row] = (now | np.int32(1)) + values[entry & bits[1]] * np.int32(amount)
    return count


@compiled(inline=True)
def place(games, slots, size, dims, host, guest, slot, new_slot, opp, new_opp, cells):
    """Put the games where they go in the new tables; how many cells (team * slots + slot) differ."""
    width, count = dims[SLOTS], 0
    for k in range(size):
        game, old = games[k], slot[games[k]]
        new_slot[game] = slots[k]
        if old >= 0 and old != slots[k]:
            one, other = host[game] * width + old, guest[game] * width + old
            new_opp[one] = 0
            new_opp[other] = 0
            cells[count] = one
            cells[count + 1] = other
            count += 2
    for k in range(size):
        game, new = games[k], slots[k]
        if new >= 0 and slot[game] != new:
            home, away = host[game], guest[game]
            one, other = home * width + new, away * width + new
            if opp[one] == 0:
                cells[count] = one
                count += 1
            if opp[other] == 0:
                cells[count] = other
                count += 1
            new_opp[one] = away + 1
            new_opp[other] = -home - 1
    return count


@compiled(inline=True)
def sides(
    cells, size, dims, owner, when_of, opp, new_opp, mark, teams,
    change, touched, count, first, entries, values, bits,
):
    """Home, away and breaks, where cells change sides; (rows listed, teams whose sides changed)."""
    width, changed = dims[SLOTS], 0
    stamp = dims[STAMP]
    breaks = dims[SAME] >= 0 or dims[BOTH_HOME] >= 0
    for k in range(size):
        cell = cells[k]
        team, s = owner[cell], when_of[cell]
        old, new = opp[cell], new_opp[cell]
        if dims[AWAY] >= 0 and (old < 0) != (new < 0):
            amount = 1 if new < 0 else -1
            count = touch(change, touched, count, first, entries, values, bits, dims[AWAY] + cell, amount)
        if (old > 0) == (new > 0):
            if (old < 0) != (new < 0) and mark[team] != stamp:
                mark[team] = stamp
                teams[changed] = team
                changed += 1
            continue
        if mark[team] != stamp:
            mark[team] = stamp
            teams[changed] = team
            changed += 1
        if dims[HOME] >= 0:
            amount = 1 if new > 0 else -1
            count = touch(change, touched, count, first, entries, values, bits, dims[HOME] + cell, amount)
        if breaks:
            if s > 0 and (opp[cell - 1] > 0) == (new_opp[cell - 1] > 0):
                count = flip(cell, dims, opp, new_opp, change, touched, count, first, entries, values, bits)
            if s + 1 < width:
                count = flip(
                    cell + 1, dims, opp, new_opp,
                    change, touched, count, first, entries, values, bits,
                )
    return count, changed


@compiled(inline=True)
def flip(cell, dims, opp, new_opp, change, touched, count, first, entries, values, bits):
    """The breaks at a slot, once for the earlier or the later of the two cells it is made of."""
    before, after = opp[cell - 1] > 0, opp[cell] > 0
    new_before, new_after = new_opp[cell - 1] > 0, new_opp[cell] > 0
    if dims[SAME] >= 0 and (before == after) != (new_before == new_after):
        amount = 1 if new_before == new_after else -1
        count = touch(change, touched, count, first, entries, values, bits, dims[SAME] + cell, amount)
    if dims[BOTH_HOME] >= 0:
        amount = (new_before and new_after) - (before and after)
        if amount != 0:
            count = touch(
                change, touched, count, first, entries, values, bits, dims[BOTH_HOME] + cell, amount,
            )
        amount = (not (new_before or new_after)) - (not (before or after))
        if amount != 0:
            count = touch(
                change, touched, count, first, entries, values, bits, dims[BOTH_AWAY] + cell, amount,
            )
    return count


@compiled(inline=True)
def peaks(
    changed, teams, mark, dims, new_opp, at, kind_home, kind_away, series, new_series,
    by_team, peak_of, peak, peak_value, seen, new_peak, change, touched, count, first, entries, values, bits,
):
    """Largest differences of two teams' series so far; (rows listed, peaks that differ).

    ``seen`` takes the peaks that differ, ``new_peak`` their values.
    """
    differ = 0
    for k in range(changed):
        team = teams[k]
        for kind in range(dims[KINDS]):
            total = 0
            for s in range(dims[SLOTS]):
                side = new_opp[team * dims[SLOTS] + s]
                if side > 0:
                    total += kind_home[kind]
                elif side < 0:
                    total += kind_away[kind]
                if at[kind, s] >= 0:
                    new_series[kind, team, at[kind, s]] = total
    for k in range(changed):
        team = teams[k]
        for j in range(by_team[team], by_team[team + 1]):
            p = peak_of[j]
            one, other = peak[p, 1], peak[p, 2]
            both = one + other - team
            if both < team and mark[both] == dims[STAMP]:
                continue
            kind, low, high = peak[p, 0], np.int16(0), np.int16(0)
            for w in range(dims[WIDTH]):  # in 16 bits, so that many are compared at once
                apart = np.int16(new_series[kind, one, w] - new_series[kind, other, w])
                low = min(low, apart)
                high = max(high, apart)
            value = max(np.int64(high), -np.int64(low))
            if value != peak_value[p]:
                seen[differ] = p
                new_peak[differ] = value
                differ += 1
                count = touch(
                    change, touched, count, first, entries, values, bits, peak[p, 3], value - peak_value[p]
                )
    return count, differ


@compiled
def bounded_price(prices, place, total):
    """What a total costs whose bounds and prices (least, most, under, over) are at a place."""
    over = total - prices[place + 1]
    if over > 0:
        return over * prices[place + 3]
    under = prices[place] - total
    return under * prices[place + 2] if under > 0 else 0
