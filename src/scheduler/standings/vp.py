"""IMPs to victory points: the WBF continuous formula and the WBF/EBU discrete scale, exactly.

The formula (World Bridge Federation, technical report on its VP scales, 2013), for N boards and a
margin of m IMPs, with tau = (sqrt 5 - 1) / 2 and B = 15 sqrt N:

    V(m) = min(20, 10 + 10 (1 - tau^(3m/B)) / (1 - tau^3)),    the loser has 20 - V(m)

Which hundredth V(m) rounds to is decided with whole numbers. V is 10, 15 or 20 where m is 0, 5 sqrt
N or at least B, which are comparisons of squares. Everywhere else V is irrational: tau^(m / (5 sqrt
N)) is transcendental (Gelfond-Schneider) where sqrt N is irrational, and otherwise lies in Q(sqrt
5), as a rational V would need, only for whole powers of tau, of which the second gives an
irrational V. So V is no boundary of rounding, and an interval around it shrinks until it has none
inside.
"""

from __future__ import annotations

from functools import lru_cache
from math import isqrt

from scheduler.errors import UsageError

__all__ = ["MOST_BOARDS", "blitz", "continuous_scale", "discrete_limits"]

MOST_BOARDS = 1_000
"""The longest match for which a scale is made; the longest played have about 160 boards."""

_FIRST_BITS = 96
_LEAST_DISCRETE = 5


def blitz(boards: int) -> int:
    """The least margin in IMPs that wins 20-0 on the continuous scale: B rounded up. UsageError."""
    _counted(boards)
    return isqrt(225 * boards - 1) + 1


@lru_cache(maxsize=256)
def continuous_scale(boards: int) -> tuple[int, ...]:
    """The winner's VP in hundredths for margins 0, 1 ... blitz of a match of 1 to 1,000 boards.

    V(m) is rounded half up; then, as the WBF has it, a step may not be greater than the one before:
    a value is raised by a hundredth until none is. UsageError where there are no such boards.
    """
    last = blitz(boards)
    values = [(_half_hundredths(boards, m) + 1) // 2 for m in range(last)] + [2_000]
    stable = False
    while not stable:
        stable = True
        for i in range(1, last):
            while values[i + 1] - values[i] > values[i] - values[i - 1]:
                values[i] += 1
                stable = False
    return tuple(values)


@lru_cache(maxsize=256)
def discrete_limits(boards: int) -> tuple[int, ...]:
    """The greatest margins that still give the winner 10, 11 ... 19 VP; beyond the last it is 20.

    A limit is where V(m) passes 10.5, 11.5 ...; then no step may be narrower than the one before
    (the first counts to both sides of 0): its lower limit goes down by 1 until none is. For 5 to
    1,000 boards, as no scale is published for shorter matches; UsageError otherwise.
    """
    last = blitz(boards)
    if boards < _LEAST_DISCRETE:
        raise UsageError(
            f"a match of {boards} boards has no discrete scale: "
            f"it is published from {_LEAST_DISCRETE} boards on",
            maybe="use the continuous scale or a table of your own.")
    reached = [_half_hundredths(boards, m) for m in range(last + 1)]
    limits = [sum(v < 2 * (1_050 + 100 * k) for v in reached) - 1 for k in range(10)]
    while _widened(limits):
        pass
    return tuple(limits)


def _widened(limits: list[int]) -> bool:
    """Lower the first limit that leaves the step above it narrower than its own, if one does."""
    for i in range(9):
        own = limits[i] - limits[i - 1] if i else 2 * limits[0] + 1
        if limits[i + 1] - limits[i] < own:
            limits[i] -= 1
            return True
    return False


def _half_hundredths(boards: int, margin: int) -> int:
    """V(margin) in halves of a hundredth, rounded down."""
    square = margin * margin
    if margin == 0:
        return 2_000
    if square == 25 * boards:
        return 3_000
    if square >= 225 * boards:
        return 4_000
    bits = _FIRST_BITS
    while True:
        low, high = _interval(boards, margin, bits)
        if low == high:
            return low
        bits *= 2


def _interval(boards: int, margin: int, bits: int) -> tuple[int, int]:
    """Floors of two numbers in halves of a hundredth between which V(margin) lies.

    In units of 2^-bits. With ln(1/tau) = artanh(1 / sqrt 5) = sqrt 5 * s, s the sum of
    1 / ((2k + 1) 5^(k + 1)), the power is exp(-margin / 5 * sqrt(5 / boards) * s), an exponent of
    at most 1.45. Each term and each division is off by less than a unit, so fewer than
    8 * bits units cover them all, margin being below 480.
    """
    one = 1 << bits
    s, power, k = 0, one // 5, 0
    while power:
        s += power // (2 * k + 1)
        power, k = power // 5, k + 1
    exponent = margin * isqrt((5 << 2 * bits) // boards) * s // 5 >> bits
    positive, term, i = 0, one, 0
    while term:
        positive += -term if i % 2 else term
        i += 1
        term = term * exponent // (i << bits)
    slack = 1_024 * bits
    rest = 3 * one - isqrt(5 << 2 * bits)  # 1 - tau^3, as tau^3 = sqrt 5 - 2
    low = 2_000 + 2_000 * (one - positive - slack) // (rest + 1)
    high = 2_000 + 2_000 * (one - positive + slack) // (rest - 1)
    return low, high


def _counted(boards: int) -> None:
    if not 1 <= boards <= MOST_BOARDS:
        raise UsageError(f"a match has 1 to {MOST_BOARDS:,} boards, not {boards}",
                         maybe="check the number of boards per match.")
