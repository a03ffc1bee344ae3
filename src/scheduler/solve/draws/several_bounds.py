"""What no draw can go below, level by level, whatever the other levels and attributes do."""

from __future__ import annotations

import numpy as np

from scheduler.solve.draws.separation_field import Field, Ids

__all__ = ["filling"]


def filling(field: Field, attribute: int) -> list[int]:
    """The least Q_1, Q_2, ..., each by itself: entrants join, one by one, the section with fewest of theirs.

    Pairs within a section are convex in its count, so that greedy filling is least.
    """
    code = field.codes[attribute]
    waiting = np.bincount(code[field.waiting][code[field.waiting] >= 0], minlength=1)
    placed = np.flatnonzero(field.lines > 0)
    values = code[field.lines[placed]]
    placed, values = placed[values >= 0], values[values >= 0]
    return [
        _least(field, level, waiting, placed >> level, values)
        for level in range(1, field.levels + 1)
    ]


def _least(field: Field, level: int, waiting: Ids, sections: Ids, values: Ids) -> int:
    first = field.size >> level
    room = field.room[first : 2 * first]
    most = int(room.max(initial=0))
    larger = np.bincount(room, minlength=most + 1)[::-1].cumsum()[::-1][1:]  # sections with room > v
    held, count = np.unique(values * first + sections, return_counts=True)
    least = int((count * (count - 1) // 2).sum())
    # Codes of which nobody is placed all fill the same way: the u-th to join finds company[u - 1].
    company = np.repeat(np.arange(len(larger)), larger)
    paid = np.concatenate(([0], np.cumsum(company)))
    somewhere = np.array(sorted(set((held // first).tolist())), dtype=np.int64)
    alone = waiting.copy()
    alone[somewhere[somewhere < len(alone)]] = 0
    least += int(paid[alone].sum())
    longest = most + int(count.max(initial=0))
    for c in somewhere[somewhere < len(waiting)].tolist():
        places = np.zeros(longest + 1, dtype=np.int64)
        places[: len(larger)] = larger
        mine = held // first == c
        for s, n in zip((held[mine] % first).tolist(), count[mine].tolist(), strict=True):
            places[: room[s]] -= 1
            places[n : n + room[s]] += 1
        # By parts: who does not find 0, nor 1, nor 2 ... pairs is counted once for each of these.
        taken = np.minimum(places.cumsum(), waiting[c])
        least += int(taken[-1]) * (longest + 1) - int(taken.sum())
    return least
