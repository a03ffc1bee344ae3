"""Tables in which everybody follows everybody equally often (Russell 1980)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scheduler.errors import UsageError
from scheduler.event import Schedule
from scheduler.solve.constructions.circle import assembled, even_size, turned
from scheduler.solve.constructions.sides import oriented

__all__ = ["carry_over_balanced"]

Ints = NDArray[np.int64]


def carry_over_balanced(n: int) -> Schedule:
    """A single round robin of n = 4, 8, 16 ... entrants with the least carry-over value, n(n - 1).

    Entrant i gives a carry-over effect to j when somebody plays i and then j, the first round
    counting as next after the last; the value is the sum of the squares of these counts. Here each
    count is 1. Entrants are the elements of GF(n), and in round r those that differ by g^r meet, g
    a primitive element (Russell 1980): i is followed by j where i + j = g^r + g^(r+1), which is
    true of exactly one r. The highest number is the element 0 and number k is g^k, so the highest
    meets k in round k, at the last table; every other number comes to every other table exactly
    twice. Sides are those of ``oriented``, the highest number away and home in turn. O(n^2).
    Raises UsageError unless ``n`` is a power of two from 4 to MOST_ENTRANTS.
    """
    if n < 4 or n & (n - 1):
        raise UsageError(
            f"a table of {n} entrants with balanced carry-over cannot be made this way: that takes "
            "4, 8, 16 or another power of two, because fields of other even sizes do not exist",
            maybe="price the carry-over as a rule instead.",
        )
    even_size(n)
    m = n - 1
    power = _powers(n)
    log = np.zeros(n, dtype=np.int64)
    log[power] = np.arange(m)
    # g^u and g^v meet in the round of 1 = g^0 when they add up to 1; each pair is found twice.
    up = np.arange(1, m, dtype=np.int64)
    down = log[power[1:] ^ 1]
    up, down = up[up < down], down[up < down]
    rounds, tables, home, away = turned(np.arange(1, n) % m, up, down)
    host = (away == n) & (rounds % 2 == 0)
    home[host], away[host] = away[host], home[host].copy()
    plain = assembled(n, m, rounds, home, away, tables)
    return oriented(plain, np.where((plain.home == n) | (plain.away == n), n * n, 1))


def _powers(n: int) -> Ints:
    """g^0 .. g^(n-2) of GF(n), n = 2^k: polynomials over GF(2) as bits, modulo a primitive one.

    The first that serves is taken. A polynomial of degree k is primitive when the powers
    of x modulo it run through all n - 1 non-zero residues before they come back to 1.
    """
    for modulus in range(n + 1, 2 * n, 2):
        power = [1]
        while True:
            power.append(power[-1] << 1 if power[-1] < n // 2 else (power[-1] << 1) ^ modulus)
            if power[-1] == 1:
                break
        if len(power) == n:
            return np.array(power[:-1], dtype=np.int64)
    raise AssertionError(f"no primitive polynomial of GF({n})")
