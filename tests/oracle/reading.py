"""Every rule read once more, from its sentence and the regulation, in loops that anybody can follow.

A rule gives one :class:`Counted` for everything it counts. :func:`broken` keeps those that break it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any, NamedTuple

from oracle.table import Played, Table


class Counted(NamedTuple):
    """Who, in which rounds, what was found, and what is allowed (None: no limit)."""

    subject: tuple[int, ...]
    rounds: tuple[int, ...]
    found: int
    least: int | None
    most: int | None

    @property
    def deviation(self) -> int:
        if self.least is not None and self.found < self.least:
            return self.least - self.found
        if self.most is not None and self.found > self.most:
            return self.found - self.most
        return 0


Reading = Callable[..., list[Counted]]
ORACLE: dict[str, Reading] = {}


def reads(id: str) -> Callable[[Reading], Reading]:
    def keep(reading: Reading) -> Reading:
        ORACLE[id] = reading
        return reading

    return keep


def broken(id: str, table: Table, **params: Any) -> list[Counted]:
    """What breaks the rule, in no particular order."""
    return [c for c in ORACLE[id](table, **params) if c.deviation]


def price(deviation: int, prices: list[int]) -> int:
    """Price of a deviation: the list's entry, and beyond its end as much more as at its last step."""
    if deviation == 0:
        return 0
    if deviation <= len(prices):
        return prices[deviation - 1]
    last = prices[-1] - (prices[-2] if len(prices) > 1 else 0)
    total = prices[-1]
    for _ in range(deviation - len(prices)):
        total += last
    return total


def days(matches: Iterable[Played], *more: int) -> tuple[int, ...]:
    return tuple(sorted({m[0] for m in matches} | set(more)))


def between(table: Table, i: int, j: int) -> list[Played]:
    """The matches of i and j with each other, whoever is home."""
    return [m for m in table.matches if m[1:3] in ((i, j), (j, i))]


def sides(table: Table, e: int) -> list[tuple[int, str]]:
    """(round, "H" or "A") of e's matches in order of play; byes leave no trace."""
    out = []
    for r in range(1, table.rounds + 1):
        if any(m[0] == r and m[1] == e for m in table.matches):
            out.append((r, "H"))
        if any(m[0] == r and m[2] == e for m in table.matches):
            out.append((r, "A"))
    return out


# Meetings


@reads("meet-each")
def meet_each(table: Table, times: int = 0) -> list[Counted]:
    k = times if times > 0 else table.legs
    out = []
    for i, j in table.pairs():
        met = between(table, i, j)
        out.append(Counted((i, j), days(met), len(met), k, k))
    return out


@reads("once-a-round")
def once_a_round(table: Table) -> list[Counted]:
    out = []
    for e in table.numbers():
        for r in range(1, table.rounds + 1):
            found = 0
            for when, h, a, _ in table.matches:
                if when == r and e in (h, a):
                    found += 1
            out.append(Counted((e,), (r,), found, 0 if table.n % 2 else 1, 1))
    return out


@reads("each-way")
def each_way(table: Table) -> list[Counted]:
    out = []
    for i, j in table.ordered():
        home = [m for m in table.matches if m[1] == i and m[2] == j]
        fewest, most = table.legs // 2, table.legs - table.legs // 2
        out.append(Counted((i, j), days(home), len(home), fewest, most))
    return out


@reads("each-leg")
def each_leg(table: Table) -> list[Counted]:
    out = []
    for i, j in table.pairs():
        for leg in range(table.legs):
            first = leg * table.leg_rounds + 1
            last = first + table.leg_rounds - 1
            met = [m for m in between(table, i, j) if first <= m[0] <= last]
            out.append(Counted((i, j), days(met), len(met), 1, 1))
    return out


@reads("leg-order")
def leg_order(table: Table, mode: str) -> list[Counted]:
    """Mirrored: 1..L again. Inverted: L..1. English: L, 1, 2 .. L-1. French: 2, 3 .. L, 1."""
    length = table.leg_rounds
    one = list(range(1, length + 1))
    second = {
        "mirrored": one, "inverted": one[::-1],
        "english": [length, *one[:-1]], "french": [*one[1:], 1],
    }[mode]
    out = []
    for leg in range(table.legs - 1):
        for place, repeated in enumerate(second, start=1):
            now, then = leg * length + repeated, (leg + 1) * length + place
            for i, j in table.ordered():
                here = [m for m in table.matches if m[:3] == (now, i, j)]
                back = [m for m in table.matches if m[:3] == (then, j, i)]
                out.append(Counted(
                    (i, j), days(here + back, now), len(here) - len(back), 0, 0))
    return out


@reads("highest-meets-in-order")
def highest_meets_in_order(table: Table) -> list[Counted]:
    out = []
    due = 0
    for r in range(1, table.rounds + 1):
        due = 1 if due == table.leg_rounds else due + 1
        if table.n % 2:
            found = [m for m in table.matches if m[0] == r and due in m[1:3]]
            out.append(Counted((), (r,), len(found), None, 0))
        else:
            found = [m for m in between(table, due, table.n) if m[0] == r]
            out.append(Counted((), (r,), len(found), 1, 1))
    return out


@reads("neighbours-last")
def neighbours_last(table: Table) -> list[Counted]:
    out = []
    for i in range(1, table.n, 2):
        met = [m for m in between(table, i, i + 1) if m[0] == table.rounds]
        out.append(Counted((i, i + 1), (table.rounds,), len(met), 1, None))
    return out


@reads("carry-over")
def carry_over(table: Table, most: int = 0) -> list[Counted]:
    count = {(i, j): 0 for i in table.numbers() for j in table.numbers()}
    for r in range(1, table.rounds + 1):
        after = r + 1 if r < table.rounds else 1
        for x in table.numbers():
            opponents = {h + a - x for when, h, a, _ in table.matches if when == r and x in (h, a)}
            later = {h + a - x for when, h, a, _ in table.matches if when == after and x in (h, a)}
            for i in opponents:
                for j in later:
                    count[i, j] += 1
    return [Counted(pair, (), found, None, most) for pair, found in count.items()]


@reads("related-early")
def related_early(table: Table, attribute: str = "region", by: int = 1) -> list[Counted]:
    out = []
    for i, j in table.pairs():
        if attribute != "region" or not table.regions[i - 1]:
            continue
        if table.regions[i - 1] != table.regions[j - 1]:
            continue
        late, when = 0, []
        for m in between(table, i, j):
            in_leg = m[0]
            while in_leg > table.leg_rounds:
                in_leg -= table.leg_rounds
            if in_leg > by:
                late += in_leg - by
                when.append(m)
        out.append(Counted((i, j), days(when), late, None, 0))
    return out


@reads("strong-late")
def strong_late(table: Table, first: int = 4, last: int = 3) -> list[Counted]:
    out = []
    for i, j in table.pairs():
        if j <= first:
            late = [m for m in between(table, i, j) if m[0] > table.rounds - last]
            out.append(Counted((i, j), days(late), len(late), 1, None))
    return out


# Sides


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
        met = days(between(table, i, j))
        out.append(Counted((i, j), (), met[-1] - met[0] if met else 0, least, None))
    return out


@reads("travel")
def travel(table: Table, most: int = 0) -> list[Counted]:
    out = []
    for e in table.numbers():
        way = 0
        for r in range(1, table.rounds):
            here = {h for when, h, a, _ in table.matches if when == r and e in (h, a)}
            there = {h for when, h, a, _ in table.matches if when == r + 1 and e in (h, a)}
            for u in here:
                for v in there:
                    way += table.miles[u - 1][v - 1]
        out.append(Counted((e,), (), way, None, most))
    return out


# Tables


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


# Requests


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
