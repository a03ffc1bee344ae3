"""Counts read row by row: what was found where, for verdicts that name the wish behind each row."""

from __future__ import annotations

import numpy as np

from scheduler.facts import Ids
from scheduler.rules import Count, RuleUse
from scheduler.verify.truth import Truth
from scheduler.verify.verifier import found_in_rows, price_of

__all__ = ["broken_rows", "prices_of"]


def broken_rows(truth: Truth, count: Count) -> tuple[Ids, Ids, Ids, Ids, Ids]:
    """(row, found, least, most, deviation) of every row outside its bounds, rows ascending."""
    rows, total = found_in_rows(truth, count)
    least, most = count.bounds(rows)
    off = np.maximum(np.maximum(total - most, least - total), 0)
    bad = np.flatnonzero(off)
    return rows[bad], total[bad], least[bad], most[bad], off[bad]


def prices_of(use: RuleUse, deviations: Ids) -> list[int]:
    """What each deviation costs, hard rules included: RobinX weighs those too."""
    if len(use.price) == 1:
        return [use.price[0] * off for off in deviations.tolist()]
    return [price_of(use, off) for off in deviations.tolist()]
