"""Rules about home and away, read once more."""

from __future__ import annotations

from itertools import pairwise

from oracle.counted import Counted, between, days, in_order, reads
from oracle.table import Table


def sides(table: Table, e: int) -> list[tuple[int, str]]:
    """(round, "H" or "A") of e's matches in order of play; byes leave no trace."""
    out = []
    for r in range(1, table.rounds + 1):
        if any(m[0] == r and m[1] == e for m in table.matches):
            out.append((r, "H"))
        if any(m[0] == r and m[2] == e for m in table.matches):
            out.append((r, "A"))
    return out


@reads("home-away-balance")
def home_away_balance(table: Table, slack: int = 0) -> list[Counted]:
    out = []
    odd_matches = (table.legs * (table.n - 1)) % 2
    for e in table.numbers():
        difference = 0
        for _, h, a, _ in table.matches:
            difference += (h == e) - (a == e)
        out.append(Counted((e,), (), difference, -odd_matches - slack, odd_matches + slack))
    return out


@reads("run-limit")
def run_limit(table: Table, most: int = 2, bye_breaks_run: bool = False) -> list[Counted]:
    """Every stretch of ``most + 1`` matches (with bye_breaks_run: of rounds) of one side only."""
    out = []
    for e in table.numbers():
        sequence = sides(table, e)
        for side in "HA":
            if bye_breaks_run:
                mine = {r for r, s in sequence if s == side}
                stretches = [
                    [r for r in range(start, start + most + 1) if r in mine]
                    for start in range(1, table.rounds + 1)
                ]
            else:
                stretches = [
                    [r for r, s in sequence[start : start + most + 1] if s == side]
                    for start in range(len(sequence))
                ]
            for stretch in stretches:
                if len(stretch) == most + 1:
                    out.append(Counted((e,), tuple(stretch), most + 1, None, most))
    return out


def breaks(table: Table, e: int) -> int:
    return sum(one == two for (_, one), (_, two) in pairwise(sides(table, e)))


@reads("breaks-each")
def breaks_each(table: Table, most: int = 1) -> list[Counted]:
    return [Counted((e,), (), breaks(table, e), None, most) for e in table.numbers()]


@reads("breaks-total")
def breaks_total(table: Table, most: int = 0, least_free: bool = False) -> list[Counted]:
    free = most
    if least_free and table.n % 2 == 0:
        free += table.legs * (table.n - 2)
    return [Counted((), (), sum(breaks(table, e) for e in table.numbers()), None, free)]


@reads("reverse-sides")
def reverse_sides(table: Table) -> list[Counted]:
    out = []
    for i, j in table.ordered():
        if any(m[1:3] == (i, j) for m in table.earlier):
            again = [m for m in table.matches if m[1:3] == (i, j)]
            out.append(Counted((i, j), days(again), len(again), None, 0))
    return out


@reads("lead-limit")
def lead_limit(table: Table, most: int = 2) -> list[Counted]:
    out = []
    for i, j in table.pairs():
        at_home = {e: {r for r, s in sides(table, e) if s == "H"} for e in (i, j)}
        ahead = widest = 0
        for r in range(1, table.rounds + 1):
            ahead += (r in at_home[i]) - (r in at_home[j])
            widest = max(widest, ahead, -ahead)
        out.append(Counted((i, j), (), widest, None, most))
    return out


@reads("meetings-apart")
def meetings_apart(table: Table, least: int = 1) -> list[Counted]:
    if table.legs == 1:
        return []
    out = []
    for i, j in table.pairs():
        when = sorted(m[0] for m in between(table, i, j))
        close = sum(max(0, least - (later - one)) for one, later in pairwise(when))
        out.append(Counted((i, j), (), close, None, 0))
    return out


@reads("travel")
def travel(table: Table, most: int = 0) -> list[Counted]:
    out = []
    for e in table.numbers():
        venues = [h for _, h, _, _ in in_order(table, e)]
        way = sum(table.miles[u - 1][v - 1] for u, v in pairwise(venues))
        out.append(Counted((e,), (), way, None, most))
    return out
