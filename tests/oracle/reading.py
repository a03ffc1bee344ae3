"""The oracle as one: what breaks a rule, by the naive reading of it."""

from __future__ import annotations

from typing import Any

from oracle import meetings as meetings
from oracle import sides as sides
from oracle import tables as tables
from oracle.counted import ORACLE, Counted, price
from oracle.table import Table

__all__ = ["ORACLE", "Counted", "broken", "price"]


def broken(id: str, table: Table, **params: Any) -> list[Counted]:
    """What breaks the rule, in no particular order."""
    return [c for c in ORACLE[id](table, **params) if c.deviation]
