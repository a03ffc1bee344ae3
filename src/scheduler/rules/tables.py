"""Rules about tables: one match a table, variety, the last table for the highest number."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scheduler.facts import Frame, Ids, Space
from scheduler.rules.count import Count, Term
from scheduler.rules.registry import Param, rule

__all__: list[str] = []


@rule(
    "one-table-a-match",
    counts="tables of each pair in each round, less its matches there",
    clause="CBA-14",
    example="3-5 in round 1 without a table: 0 tables for 1 match.",
)
def one_table_a_match(space: Space, frame: Frame) -> Sequence[Count]:
    """Every match is at one table."""
    n = frame.entrants
    terms = (
        Term("at", lambda i, j, p, r: (i, j, r)),
        Term("plays", lambda h, a, r: (np.minimum(h, a), np.maximum(h, a), r), -1),
    )
    return [Count(("entrant", "entrant", "round"), (n, n, frame.rounds), terms, 0, 0)]


@rule(
    "one-match-a-table",
    counts="matches at each table in each round",
    clause="CBA-14",
    example="Round 1 with 3-5 and 4-2 both at table 1: one too many.",
)
def one_match_a_table(space: Space, frame: Frame) -> Sequence[Count]:
    """No table holds two matches at once."""
    term = Term("at", lambda i, j, p, r: (p, r))
    return [Count(("table", "round"), (frame.tables, frame.rounds), (term,), None, 1)]


@rule(
    "highest-at-last-table",
    counts="matches of the highest number at the last table in each round (even fields)",
    clause="CBA-14",
    example="6-team table: 1-6, 6-2, 3-6, 6-4, 5-6 all at table 3; with 5 teams that table is cancelled.",
)
def highest_at_last_table(space: Space, frame: Frame) -> Sequence[Count]:
    """The highest number always plays at the last table, so that an odd field just drops it."""
    n, last = frame.entrants, frame.entrants // 2 - 1
    if frame.odd:
        return []

    def seated(i: Ids, j: Ids, p: Ids, r: Ids) -> tuple[Ids, ...]:
        return (np.where((j == n - 1) & (p == last), r, -1),)

    return [Count(("round",), (frame.rounds,), (Term("at", seated),), 1, 1)]


@rule(
    "table-variety",
    counts="matches of each entrant at each table; in even fields, the highest number and its table apart",
    clause="CBA-14",
    example="6-team table: numbers 1 to 5 are at tables 1 and 2 exactly twice each.",
    params=(
        Param("apart", "bool", True, "the highest number keeps the last table and does not count"),
    ),
)
def table_variety(space: Space, frame: Frame, apart: bool) -> Sequence[Count]:
    """Everybody sits at every table, as equally often as the numbers allow."""
    keep = apart and not frame.odd and frame.entrants > 2
    n = frame.entrants - keep
    tables = frame.entrants // 2 - keep
    matches = frame.legs * (frame.entrants - 1 - keep)
    term = Term("at", lambda i, j, p, r: [(i, p), (j, p)])
    return [
        Count(("entrant", "table"), (n, tables), (term,),
              matches // tables, -(-matches // tables))
    ]
