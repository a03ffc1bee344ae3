"""Rules about the tables of one Swiss round: numbering, tables out of use, who stays, variety, neighbours."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scheduler.errors import UsageError
from scheduler.facts import Ids, Space
from scheduler.facts.pairing import PairingFrame
from scheduler.rules.count import Count, Term
from scheduler.rules.registry import Param, rule

__all__: list[str] = []


@rule(
    "at-tables",
    counts="tables of each match; matches at each table, those below the first one not being used",
    clause="",
    example="first = 11: three matches are at tables 11, 12 and 13. Two at table 12 are one too many.",
    params=(Param("first", "int", 1, "tables are numbered from here on"),),
    needs="meets",
)
def at_tables(space: Space, frame: PairingFrame, first: int) -> Sequence[Count]:
    """Every match is at one table, and no table has two."""
    if not frame.tables:
        return []
    n, t = frame.entrants, frame.tables
    each = (Term("at", lambda i, j, p: (i, j)), Term("meets", lambda i, j: (i, j), -1))
    most = (np.arange(1, t + 1) >= first).astype(np.int64)
    return [
        Count(("entrant", "entrant"), (n, n), each, 0, 0),
        Count(("table",), (t,), (Term("at", lambda i, j, p: (p,)),), None, most),
    ]


@rule(
    "blocked-tables",
    counts="matches at tables that are out of use",
    clause="",
    example="tables = [4]: the light above table 4 is out; a match there is one too many.",
    params=(Param("tables", "tables", None, "numbers of tables"),),
    needs="meets",
)
def blocked_tables(space: Space, frame: PairingFrame, tables: Sequence[int]) -> Sequence[Count]:
    """Nobody plays at these tables."""
    out = np.zeros(max(1, frame.tables), dtype=bool)
    out[np.array(tables, dtype=np.int64) - 1] = True
    term = Term("at", lambda i, j, p: (np.where(out[p], p, -1),))
    return [Count(("table",), (len(out),), (term,), None, 0)] if frame.tables else []


@rule(
    "stationary",
    counts="matches of the entrant away from its table",
    clause="",
    example="entrant = 5, table = 2: whoever meets number 5 comes to table 2. A match at table 3 is one off.",
    params=(
        Param("entrant", "entrant", None, "who stays"),
        Param("table", "int", None, "where"),
    ),
    needs="meets",
)
def stationary(space: Space, frame: PairingFrame, entrant: int, table: int) -> Sequence[Count]:
    """An entrant is always at the same table."""
    if not frame.tables:
        return []
    if not 1 <= table <= frame.tables:
        raise UsageError(f"tables go from 1 to {frame.tables}, not {table}")

    def elsewhere(i: Ids, j: Ids, p: Ids) -> tuple[Ids, ...]:
        mine = (i == entrant - 1) | (j == entrant - 1)
        return (np.where(mine & (p != table - 1), entrant - 1, -1),)

    return [Count(("entrant",), (frame.entrants,), (Term("at", elsewhere),), None, 0)]


@rule(
    "new-table",
    counts="entrants at a table where they have been before",
    clause="",
    example="3 was at table 1 in round 1; at table 1 in round 4 it counts, unless window = 2.",
    params=(Param("window", "int", 0, "only so many rounds back; 0: all of them"),),
    needs="meets",
)
def new_table(space: Space, frame: PairingFrame, window: int) -> Sequence[Count]:
    """Nobody is at the same table again."""
    n, t = frame.entrants, frame.tables
    was = np.zeros((n, max(1, t)), dtype=bool)
    for e, table, r in frame.sat:
        if table <= t and (not window or r >= frame.round - window):
            was[e - 1, table - 1] = True
    term = Term("at", lambda i, j, p: [(i, p), (j, p)])
    return [Count(("entrant", "table"), (n, t), (term,), None, 0, where=was)] if t else []


@rule(
    "tables-apart",
    counts="matches of these entrants at each two neighbouring tables",
    clause="",
    example="entrants = [3, 8]: 3 at table 4 and 8 at table 5 is one match too many there; 4 and 6 are not.",
    params=(Param("entrants", "entrants", None, "no two of them are at neighbouring tables"),),
    needs="meets",
)
def tables_apart(space: Space, frame: PairingFrame, entrants: Sequence[int]) -> Sequence[Count]:
    """Of these at most one plays at any two neighbouring tables, unless they play each other."""
    if frame.tables < 2:
        return []
    mine = np.zeros(frame.entrants, dtype=bool)
    mine[np.array(entrants, dtype=np.int64) - 1] = True

    def windows(i: Ids, j: Ids, p: Ids) -> list[tuple[Ids, ...]]:
        counts = mine[i] | mine[j]
        return [(np.where(counts, p, -1),), (np.where(counts, p - 1, -1),)]

    return [Count(("table",), (frame.tables - 1,), (Term("at", windows),), None, 1)]
