"""Rules about tables, and what single entrants ask for, read once more."""

from __future__ import annotations

from oracle.counted import Counted, between, days, reads
from oracle.table import Table


@reads("one-table-a-match")
def one_table_a_match(table: Table) -> list[Counted]:
    out = []
    for r in range(1, table.rounds + 1):
        for i, j in table.pairs():
            met = [m for m in between(table, i, j) if m[0] == r]
            seated = [m for m in met if m[3] > 0]
            out.append(Counted((i, j), (r,), len(seated) - len(met), 0, 0))
    return out


@reads("one-match-a-table")
def one_match_a_table(table: Table) -> list[Counted]:
    out = []
    for r in range(1, table.rounds + 1):
        for t in range(1, table.tables + 1):
            found = sum(m[0] == r and m[3] == t for m in table.matches)
            out.append(Counted((), (r,), found, None, 1))
    return out


@reads("highest-at-last-table")
def highest_at_last_table(table: Table) -> list[Counted]:
    if table.n % 2:
        return []
    out = []
    for r in range(1, table.rounds + 1):
        found = sum(
            m[0] == r and m[3] == table.n // 2 and table.n in m[1:3] for m in table.matches
        )
        out.append(Counted((), (r,), found, 1, 1))
    return out


@reads("table-variety")
def table_variety(table: Table, apart: bool = True) -> list[Counted]:
    """Six teams: 1 to 5 have four matches at tables 1 and 2 beside the one against 6: two at each."""
    numbers, tables = table.n, table.n // 2
    matches = table.legs * (table.n - 1)
    if apart and table.n % 2 == 0 and table.n > 2:
        numbers, tables, matches = numbers - 1, tables - 1, matches - table.legs
    out = []
    for e in range(1, numbers + 1):
        for t in range(1, tables + 1):
            sat = [m for m in table.matches if m[3] == t and e in m[1:3]]
            fewest, rest = divmod(matches, tables)
            out.append(Counted((e,), days(sat), len(sat), fewest, fewest + (rest > 0)))
    return out


@reads("lock")
def lock(
    table: Table, home: int, away: int, sides: bool = True,
    rounds: tuple[int, ...] = (), tables: tuple[int, ...] = (),
) -> list[Counted]:
    when = set(rounds) or set(range(1, table.rounds + 1))
    named = tuple(sorted(set(rounds)))
    met = [m for m in between(table, home, away) if m[0] in when]
    right = [m for m in met if m[1] == home or not sides]
    out = [Counted((home, away), days(right, *named), len(right), 1, None)]
    if tables:
        seated = [m for m in met if m[3] in tables]
        out.append(Counted((home, away), days(seated, *named), len(seated), 1, None))
    return out


@reads("unavailable")
def unavailable(
    table: Table, entrants: tuple[int, ...], rounds: tuple[int, ...]
) -> list[Counted]:
    out = []
    for e in set(entrants):
        for r in set(rounds):
            found = sum(m[0] == r and e in m[1:3] for m in table.matches)
            out.append(Counted((e,), (r,), found, None, 0))
    return out


@reads("side")
def side(
    table: Table, entrants: tuple[int, ...], side: str, rounds: tuple[int, ...] = ()
) -> list[Counted]:
    out = []
    for e in set(entrants):
        for r in set(rounds) or range(1, table.rounds + 1):
            wrong = [
                m for m in table.matches if m[0] == r and m[2 if side == "home" else 1] == e
            ]
            out.append(Counted((e,), (r,), len(wrong), None, 0))
    return out


@reads("not-both-home")
def not_both_home(table: Table, entrants: tuple[int, ...], most: int = 1) -> list[Counted]:
    out = []
    who = tuple(dict.fromkeys(entrants))
    for r in range(1, table.rounds + 1):
        home = sum(m[0] == r and m[1] in who for m in table.matches)
        out.append(Counted(who, (r,), home, None, most))
    return out
