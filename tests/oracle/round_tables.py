"""Rules about the tables of one round, read with plain loops: (subject, deviation) of what is off."""

from __future__ import annotations

from collections.abc import Sequence

Seated = Sequence[tuple[int, int, int]]
"""(home, away, table)."""
Off = list[tuple[tuple[int, ...], int]]


def at_tables(round_: Seated, first: int) -> Off:
    """Two at one table, or one below the first."""
    out: Off = []
    for table in {t for _, _, t in round_}:
        there = sum(t == table for _, _, t in round_)
        allowed = 1 if table >= first else 0
        if there > allowed:
            out.append(((), there - allowed))
    return out


def blocked_tables(round_: Seated, tables: Sequence[int]) -> Off:
    """Matches at tables out of use."""
    return [((), sum(t == x for _, _, t in round_)) for x in set(tables) if any(t == x for _, _, t in round_)]


def stationary(round_: Seated, entrant: int, table: int) -> Off:
    """The one who stays is elsewhere."""
    away = sum(entrant in (a, b) and t != table for a, b, t in round_)
    return [((entrant,), away)] if away else []


def new_table(round_: Seated, sat: Sequence[tuple[int, int, int]], now: int, window: int) -> Off:
    """Everybody who sits where it sat."""
    return [
        ((e,), 1) for a, b, t in round_ for e in (a, b)
        if any(x == e and y == t and (window == 0 or r >= now - window) for x, y, r in sat)]


def tables_apart(round_: Seated, entrants: Sequence[int], tables: int) -> Off:
    """At each table and the next, if there is one: matches of those named beyond the first."""
    out: Off = []
    for p in range(1, tables):
        near = [m for m in round_ if m[2] in (p, p + 1) and (m[0] in entrants or m[1] in entrants)]
        if len(near) > 1:
            out.append(((), len(near) - 1))
    return out
