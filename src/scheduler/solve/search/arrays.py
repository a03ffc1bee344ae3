"""Entries of rows as three columns (row, fact, weight), and what can be said of them more simply."""

from __future__ import annotations

import numpy as np

from scheduler.facts import Ids
from scheduler.solve.search.games import Games

__all__ = ["alike", "folded", "grouped"]


def grouped(row: Ids, fact: Ids, weight: Ids) -> tuple[Ids, Ids, Ids]:
    """The entries in order of row, then fact, each pair once with its weights added; none of weight 0."""
    order = np.lexsort((fact, row))
    row, fact, weight = row[order], fact[order], weight[order]
    start = _starts(row, fact)
    if len(start) < len(row):
        weight = np.add.reduceat(weight, start)
        row, fact = row[start], fact[start]
    keep = weight != 0
    return row[keep], fact[keep], weight[keep]


def _starts(*keys: Ids) -> Ids:
    """Where in sorted columns a new combination begins."""
    if not len(keys[0]):
        return np.empty(0, dtype=np.int64)
    fresh = np.zeros(len(keys[0]), dtype=bool)
    fresh[0] = True
    for key in keys:
        fresh[1:] |= key[1:] != key[:-1]
    return np.flatnonzero(fresh)


def alike(*keys: Ids, weight: Ids) -> tuple[Ids, Ids, Ids, Ids]:
    """(order, group of each entry in that order, size of each group, its weight or 0 if weights differ)."""
    order = np.lexsort(keys[::-1])
    start = _starts(*(k[order] for k in keys))
    sizes = np.diff(np.append(start, len(order)))
    mine = weight[order]
    if not len(start):
        return order, start, sizes, mine
    low, high = np.minimum.reduceat(mine, start), np.maximum.reduceat(mine, start)
    return order, np.repeat(np.arange(len(start)), sizes), sizes, np.where(low == high, low, 0)


def folded(
    games: Games, home: int, away: int, row: Ids, fact: Ids, weight: Ids
) -> tuple[Ids, Ids, Ids]:
    """The same entries with "home in this slot, against whomever" and "away" as one fact each.

    ``home`` and ``away`` are the flat facts at which these begin; entries as :func:`grouped` leaves them.
    """
    n, s = games.teams, games.slots
    hosted, visited = games.possible.sum(axis=1), games.possible.sum(axis=0)
    for first, many, mine in ((home, hosted, 0), (away, visited, 1)):
        plays = np.flatnonzero(fact < n * n * s)
        if not len(plays):
            break
        h, a, r = np.unravel_index(fact[plays], (n, n, s))
        team = (h, a)[mine]
        order, group, sizes, common = alike(row[plays], team * s + r, weight=weight[plays])
        start = np.flatnonzero(np.append(True, group[1:] != group[:-1]))
        lead = order[start]
        whole = (sizes == many[team[lead]]) & (common != 0)
        if not whole.any():
            continue
        gone = np.zeros(len(row), dtype=bool)
        gone[plays[order[whole[group]]]] = True
        side = first + (team * s + r)[lead[whole]]
        row, fact, weight = grouped(
            np.concatenate((row[~gone], row[plays[lead[whole]]])),
            np.concatenate((fact[~gone], side)),
            np.concatenate((weight[~gone], common[whole])),
        )
    return row, fact, weight
