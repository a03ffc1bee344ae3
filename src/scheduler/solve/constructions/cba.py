"""The full rulebook of CBA-14.1 in one construction, for every number of entrants."""

from __future__ import annotations

import numpy as np

from scheduler.event import Schedule
from scheduler.solve.constructions.circle import (
    assembled,
    canonical,
    circle_starter,
    even_size,
    turned,
)
from scheduler.solve.constructions.sides import oriented

__all__ = ["cba"]


def cba(n: int, *, neighbours_last: bool = True) -> Schedule:
    """A single round robin of ``n`` entrants that keeps every rule of CBA-14.1 at once.

    * home and away differ by at most one (odd ``n``: equal), never three running over the matches
      played: a bye does not break a run;
    * the highest number meets k in round k, at the last table, away and home in turn; odd ``n`` is
      the table of n + 1 without its last table, so that number k is idle in round k;
    * every other number comes to every other table exactly twice, the best there is: it plays
      n - 2 matches at n/2 - 1 tables;
    * ``neighbours_last``: the last round is 1-2, 3-4, 5-6 ..., the lower number at home wherever
      trails allow (always for even ``n``), from the first table to the last. Without it the
      table is ``canonical(n)``, whose breaks are fewest.

    How: the circle over Z_m, m odd, pairs c + i with c - i at table i in the round of pivot c. Any
    order of the pivots will do if number k is the k-th pivot (Haselgrove and Leech 1977). The order
    1, -1, 2, -2, ..., 0 makes {i, -i}, the pairs of pivot 0, the numbers 2i - 1 and 2i. Sides come
    from ``oriented``: for even ``n`` its trails stay within two rounds, so the highest number's
    alternation decides its trails and no other rule is in the way. O(n^2).
    Raises UsageError outside 2..MOST_ENTRANTS.
    """
    size = even_size(n)
    if not neighbours_last:
        return canonical(n)
    m = size - 1
    up, down = circle_starter(m)
    pivots = np.zeros(m, dtype=np.int64)
    pivots[0:-1:2], pivots[1::2] = up, down
    rounds, tables, first, second = turned(pivots, up, down)
    home, away = np.minimum(first, second), np.maximum(first, second)
    host = (away == size) & (rounds % 2 == 0)
    home[host], away[host] = away[host], home[host].copy()
    plain = assembled(n, m, rounds, home, away, tables)
    firm = (plain.home == size) | (plain.away == size) | (plain.round == m)
    return oriented(plain, np.where(firm, size * size, 1))
