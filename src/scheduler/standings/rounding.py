"""How an exact score becomes a whole number of hundredths: a choice of the regulation, never of
chance."""

from __future__ import annotations

import re
from fractions import Fraction
from math import ceil, floor

from scheduler.errors import UsageError, did_you_mean

__all__ = ["ROUNDINGS", "part_of", "rounded"]

# Not whatever Fraction reads: "1e999999999" would be a number of a milliard digits.
_PART = re.compile(r"[0-9]{1,6}(?:/0{0,5}[1-9][0-9]{0,5}|\.[0-9]{1,6})?")

ROUNDINGS = ("half-up", "half-down", "half-even", "half-away", "up", "down")
"""``half-away``: a half goes away from the average, as the EBU has it; the others as they say."""


def rounded(value: Fraction, how: str = "half-up", average: int = 0) -> int:
    """``value`` as a whole number; ``how`` is one of :data:`ROUNDINGS`, else a UsageError.

    ``average`` is the score of a draw in the same unit, and matters to ``half-away`` alone:
    10.865 VP is 10.87 there, 9.135 is 9.13.
    """
    if how not in ROUNDINGS:
        raise UsageError(f'no rounding is called "{how}"', maybe=did_you_mean(how, ROUNDINGS))
    if how in ("up", "down"):
        return ceil(value) if how == "up" else floor(value)
    if how == "half-even":
        return round(value)
    up = how == "half-up" or (how == "half-away" and value >= average)
    half = Fraction(1, 2)
    return floor(value + half) if up else ceil(value - half)


def part_of(text: object) -> Fraction | None:
    """The number of a text such as "6/5" or "0.25"; None for anything else."""
    return Fraction(text) if isinstance(text, str) and _PART.fullmatch(text) else None
