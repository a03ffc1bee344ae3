"""Numbers with their nouns in English sentences that are not printed: notes, reasons, what a decision did."""

from __future__ import annotations

__all__ = ["many"]


def many(number: int, one: str, more: str = "") -> str:
    """``1 match``, ``2 matches``: ``one`` follows 1, ``more`` (``one`` with an s) any other number."""
    return f"{number} {one if number == 1 else more or one + 's'}"
