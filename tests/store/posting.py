"""A change in one call, as the tests of the store make it."""

from __future__ import annotations

from scheduler.store import Draft, EventFile

__all__ = ["post"]

RESULT = Draft("result", {"table": 9}, "Cleo", "2026-05-01T11:00:00Z")


def post(file: EventFile, *drafts: Draft, expected: int | None = None) -> int:
    """Append ``drafts``, a result unless others are given; the position afterwards."""
    with file.writing(expected) as txn:
        txn.extend(drafts or [RESULT])
    return txn.position
