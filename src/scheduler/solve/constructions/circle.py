"""Rotational tables: one round, a starter, turned through Z_m; and three named tables made so."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from scheduler.errors import UsageError
from scheduler.event import Schedule

__all__ = ["MOST_ENTRANTS", "berger", "canonical", "rotation"]

MOST_ENTRANTS = 2048
"""Beyond this many entrants (two million matches) a request is taken for a mistake."""

Ints = NDArray[np.int64]


def even_size(n: int) -> int:
    """``n`` filled up with a phantom to an even number of entrants; refuses absurd sizes."""
    if not 2 <= n <= MOST_ENTRANTS:
        raise UsageError(
            f"a round robin of {n} entrants cannot be made: it takes 2 to {MOST_ENTRANTS}",
            maybe="give the number of entrants, not of matches or rounds.",
        )
    return n + n % 2


def circle_starter(m: int) -> tuple[Ints, Ints]:
    """The patterned starter of Z_m, m odd: the pairs (i, -i) for i = 1..(m-1)/2."""
    up = np.arange(1, (m + 1) // 2, dtype=np.int64)
    return up, m - up


def turned(pivots: Ints, up: Ints, down: Ints) -> tuple[Ints, Ints, Ints, Ints]:
    """Columns (round, table, first, second) of a rotational table of m + 1 numbers.

    ``pivots`` (length m, a permutation of Z_m) is the element that meets the highest number, round
    by round; number k is the element ``pivots[k - 1]``, so the highest number meets k in round k.
    The starter pair ``(up[i], down[i])``, shifted by the pivot, plays at table i + 1, the highest
    number at the last table, always written second. When the starter covers every non-zero element
    once, each other number comes to each other table exactly twice: once from either side
    (an odd balanced tournament design; Haselgrove and Leech 1977).
    """
    m = len(pivots)
    number = np.empty(m, dtype=np.int64)
    number[pivots] = np.arange(1, m + 1)
    first = np.empty((m, len(up) + 1), dtype=np.int64)
    second = np.empty_like(first)
    first[:, :-1] = number[(pivots[:, None] + up) % m]
    second[:, :-1] = number[(pivots[:, None] + down) % m]
    first[:, -1], second[:, -1] = np.arange(1, m + 1), m + 1
    rounds, tables = np.indices(first.shape, dtype=np.int64) + 1
    return rounds.ravel(), tables.ravel(), first.ravel(), second.ravel()


def assembled(n: int, rounds: int, round: Any, home: Any, away: Any, table: Any) -> Schedule:
    """The schedule of these columns without the matches of phantoms (numbers above ``n``)."""
    real = (home <= n) & (away <= n)
    columns = (column[real] for column in (round, home, away, table))
    return Schedule.from_columns(n, rounds, *columns)


def rotation(n: int) -> Schedule:
    """The anticlockwise rotation (CBA-14.2) as printed, sides not yet adjusted: left is home.

    The numbers stand anticlockwise in two columns, down the left one and up the right one; a row
    is a match, rows from top to bottom are tables; 1 stays and the others move on one place
    anticlockwise a round. An odd ``n`` gets a phantom; its row is left out, and tables count the
    rows that are left. O(n^2). Raises UsageError outside 2..MOST_ENTRANTS.
    """
    size = even_size(n)
    m, half = size - 1, size // 2
    places = np.empty((m, size), dtype=np.int64)
    places[:, 0] = 1
    places[:, 1:] = 2 + (np.arange(m) - np.arange(m)[:, None]) % m
    left, right = places[:, :half], places[:, : half - 1 : -1]
    played = (left <= n) & (right <= n)
    rounds = np.broadcast_to(np.arange(1, size)[:, None], left.shape)
    tables = np.cumsum(played, axis=1)
    return assembled(n, m, rounds.ravel(), left.ravel(), right.ravel(), tables.ravel())


def berger(n: int) -> Schedule:
    """The Berger tables, match for match and side for side (FIDE Handbook C.05, annex 1).

    In round r the numbers that add up to r + 1 modulo n - 1 meet; who would meet himself meets
    the highest number, who is away in odd rounds. Tables follow the printed order, so the highest
    number is at table 1. Odd ``n`` takes the table of n + 1 without the highest number's matches.
    O(n^2). Raises UsageError outside 2..MOST_ENTRANTS.
    """
    size = even_size(n)
    m, half = size - 1, size // 2
    pivot = (np.arange(2, size + 1) * half - 1) % m
    step = np.arange(half)
    home, away = (pivot[:, None] + step) % m + 1, (pivot[:, None] - step) % m + 1
    away[:, 0] = size
    home[1::2, 0], away[1::2, 0] = away[1::2, 0], home[1::2, 0].copy()
    rounds = np.broadcast_to(np.arange(1, size)[:, None], home.shape)
    tables = np.broadcast_to(step + 1 - n % 2, home.shape)
    return assembled(n, m, rounds.ravel(), home.ravel(), away.ravel(), tables.ravel())


def canonical(n: int) -> Schedule:
    """The canonical table (de Werra 1981): the fewest breaks, n - 2 for even ``n``, none for odd.

    The highest number meets k in round k at the last table, every other number comes to every
    other table exactly twice, home and away differ by at most one, and nobody has more than one
    break, hence never three running. For odd ``n`` (the bye of round k is number k's) everybody
    alternates over the matches played. Fewer are impossible for even ``n``: without a
    break there are but two patterns, and two entrants of one pattern can never meet. O(n^2).
    Raises UsageError outside 2..MOST_ENTRANTS.
    """
    return canonical_with(n, late_swap=False)


def canonical_with(n: int, *, late_swap: bool) -> Schedule:
    """``canonical``; ``late_swap`` turns the highest number's last two matches (see legs.double).

    In the round of pivot c an entrant is home when its distance t - c modulo m is odd. Distances
    fall by one a round, so sides alternate but where distance 0, the highest number, lies between
    the home match of distance 1 and the away match of distance m - 1: one break, whoever is home.
    """
    size = even_size(n)
    m = size - 1
    up, down = circle_starter(m)
    odd = up % 2 == 1
    pivots = np.arange(1, size) % m
    rounds, tables, home, away = turned(pivots, np.where(odd, up, down), np.where(odd, down, up))
    host = np.arange(m) % 2 == 1
    if late_swap:
        host[-2:] = ~host[-2:]
    last = np.flatnonzero(away == size)[host]
    home[last], away[last] = away[last], home[last].copy()
    return assembled(n, m, rounds, home, away, tables)
