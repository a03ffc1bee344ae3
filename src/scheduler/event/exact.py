"""Integers in JSON that every reader holds exactly."""

from __future__ import annotations

__all__ = ["MOST_EXACT", "exact"]

MOST_EXACT = 2**53 - 1
"""The greatest integer that readers which know only binary doubles hold exactly (RFC 8259, section 6)."""


def exact(n: int) -> int | str:
    """``n`` as a JSON value: the number, beyond :data:`MOST_EXACT` in size its digits as text."""
    return n if abs(n) <= MOST_EXACT else str(n)
