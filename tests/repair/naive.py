"""Repairs by trying every table: slow, plain, and without a line of the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import permutations, product
from random import Random

from oracle.reading import broken
from oracle.table import Table
from scheduler.event import Match, Schedule

Turned = tuple[int, int, int]
Rules = Sequence[tuple[str, dict[str, object]]]
UNIT = {"reversed": 1, "moved": 1, "table": 1, "added": 1, "removed": 1}


def timetables(n: int, rounds: int, legs: int) -> Iterator[list[list[tuple[int, int]]]]:
    """Every way to spread the pairs over the rounds, nobody twice in a round, everybody at work
    (one idle in odd fields)."""
    left = {(i, j): legs for i in range(1, n + 1) for j in range(i + 1, n + 1)}
    choices = list(_matchings(list(range(1, n + 1)), n // 2))

    def fill(done: list[list[tuple[int, int]]]) -> Iterator[list[list[tuple[int, int]]]]:
        if len(done) == rounds:
            yield [list(r) for r in done]
            return
        for pairs in choices:
            if all(left[p] for p in pairs):
                for p in pairs:
                    left[p] -= 1
                yield from fill([*done, pairs])
                for p in pairs:
                    left[p] += 1

    yield from fill([])


def _matchings(who: list[int], size: int) -> Iterator[list[tuple[int, int]]]:
    if size == 0:
        yield []
        return
    for k, first in enumerate(who):
        for partner in who[k + 1 :]:
            rest = [e for e in who[k + 1 :] if e != partner]
            for more in _matchings(rest, size - 1):
                yield [(first, partner), *more]


_SIDED = ("home-away-balance", "run-limit", "each-way")


@dataclass(frozen=True)
class Part:
    """One timetable: its matches with every choice of sides, and with every choice of tables, that
    obeys the rules. Sides and tables do not bear on each other."""

    sides: list[tuple[Match, ...]]
    seats: list[tuple[int, ...]]

    def tables(self) -> Iterator[tuple[Match, ...]]:
        """Every table."""
        for sided, seated in product(self.sides, self.seats):
            yield tuple(replace(m, table=t) for m, t in zip(sided, seated, strict=True))


def every_part(n: int, rounds: int, rules: Rules, *, legs: int = 1, seated: bool = True) -> list[Part]:
    """Every table that obeys the rules, by the oracle's reading. ``seated``: with every table order."""
    tables = n // 2
    obeys = partial(_obeys, n, rounds, tables, legs)
    early = [r for r in rules if r[0] not in _SIDED and "table" not in r[0]]
    found = []
    for pairs in timetables(n, rounds, legs):
        flat = [(r, i, j) for r, row in enumerate(pairs, start=1) for i, j in row]
        if not obeys([(*m, 0) for m in flat], early):
            continue
        sides = [
            tuple(Match(h, a, r) for r, h, a in turned)
            for turned in _turned(n, flat, rules)
            if obeys([(*m, 0) for m in turned], [r for r in rules if r[0] in _SIDED])
        ]
        seats = [
            line
            for rows in product(*(_orders(n, row, rules, seated) for row in pairs))
            for line in [tuple(t for row in rows for t in row)]
            if not seated or obeys(
                [(*m, t) for m, t in zip(flat, line, strict=True)],
                [r for r in rules if "table" in r[0]],
            )
        ]
        found.append(Part(sides, seats))
    return found


def _turned(n: int, flat: list[Turned], rules: Rules) -> Iterator[list[Turned]]:
    """Every choice of sides, less most of those that the oracle would refuse anyway: three running, or
    too many on one side."""
    limited = any(id == "run-limit" and params["most"] == 2 for id, params in rules)
    even = any(id == "home-away-balance" and not params["slack"] for id, params in rules)
    most = -(-2 * len(flat) // n // 2) if even else len(flat)

    def refused(sides: str) -> bool:
        side = sides[-1]
        return sides.count(side) > most or (limited and sides.endswith(3 * side))

    def grow(done: list[Turned], sides: dict[int, str]) -> Iterator[list[Turned]]:
        if len(done) == len(flat):
            yield list(done)
            return
        r, i, j = flat[len(done)]
        for h, a in ((i, j), (j, i)):
            now = {**sides, h: sides.get(h, "") + "H", a: sides.get(a, "") + "A"}
            if not (refused(now[h]) or refused(now[a])):
                yield from grow([*done, (r, h, a)], now)

    yield from grow([], {})


def _orders(
    n: int, row: list[tuple[int, int]], rules: Rules, seated: bool
) -> list[tuple[int, ...]]:
    """The tables that a round may have, less some that the oracle would refuse anyway."""
    if not seated:
        return [(0,) * len(row)]
    last = n % 2 == 0 and any(id == "highest-at-last-table" for id, _ in rules)
    return [
        order for order in permutations(range(1, len(row) + 1))
        if not last or all(t == len(row) for t, pair in zip(order, row, strict=True) if n in pair)
    ]


def _obeys(
    n: int, rounds: int, tables: int, legs: int, played: list[tuple[int, int, int, int]],
    rules: Rules,
) -> bool:
    table = Table(n, rounds, tables, legs, played)
    return not any(broken(id, table, **params) for id, params in rules)


def cost(
    before: Sequence[Match], after: Sequence[Match], price: dict[str, int],
    fixed: Callable[[Match], bool] = lambda m: False,
) -> int:
    """The least cost of the changes from one table to the other, pair by pair; a match that is fixed
    must be there as it was, an unknown table apart."""
    was, now = _by_pair(before), _by_pair(after)
    total = 0
    for pair in was.keys() | now.keys():
        old, new = was.get(pair, []), now.get(pair, [])
        total += price["added"] * max(0, len(new) - len(old))
        total += price["removed"] * max(0, len(old) - len(new))
        total += min(
            _paired(a, b, price, fixed) for a in permutations(old) for b in permutations(new)
        )
    return total


def _by_pair(matches: Sequence[Match]) -> dict[frozenset[int], list[Match]]:
    out: dict[frozenset[int], list[Match]] = {}
    for m in matches:
        out.setdefault(frozenset((m.home, m.away)), []).append(m)
    return out


def _paired(
    old: Sequence[Match], new: Sequence[Match], price: dict[str, int],
    fixed: Callable[[Match], bool],
) -> int:
    total = sum(10**6 for a in old[len(new) :] if fixed(a))
    for a, b in zip(old, new, strict=False):
        here = price["reversed"] * (a.home != b.home) + price["moved"] * (a.round != b.round)
        if a.table and b.table:
            here += price["table"] * (a.table != b.table)
        total += 10**6 if here and fixed(a) else here
    return total


def best(
    before: Sequence[Match], obedient: Sequence[tuple[Match, ...]], price: dict[str, int] = UNIT,
    fixed: Callable[[Match], bool] = lambda m: False,
) -> tuple[int, int]:
    """(least cost, how many different tables have it); tables of pairs of which one was unknown, or
    which were not published as often as they meet, do not make a difference."""
    was = _by_pair(before)
    costs = [cost(before, after, price, fixed) for after in obedient]
    least = min(costs)
    keys = set()
    for after, c in zip(obedient, costs, strict=True):
        if c == least:
            now = _by_pair(after)
            keys.add(frozenset(
                m if p in was and len(was[p]) >= len(now[p]) and all(x.table for x in was[p])
                else replace(m, table=0)
                for p, mine in now.items() for m in mine
            ))
    return least, len(keys)


def best_by_parts(before: Sequence[Match], parts: Sequence[Part]) -> tuple[int, int]:
    """The same as :func:`best` at unit prices, for tables in which every pair meets once: there sides
    and tables may be chosen apart."""
    was = {frozenset((m.home, m.away)): m for m in before}
    found: list[tuple[int, int]] = []
    for part in parts:
        old = [was[frozenset((m.home, m.away))] for m in part.sides[0]] if part.sides else []
        sides = [
            sum((a.home != b.home) + (a.round != b.round) for a, b in zip(old, sided, strict=True))
            for sided in part.sides
        ]
        seats: dict[tuple[int, ...], int] = {}
        for line in part.seats if old else ():
            key = tuple(t if m.table else 0 for m, t in zip(old, line, strict=True))
            seats[key] = sum(t != m.table for m, t in zip(old, key, strict=True) if m.table)
        if old and seats:
            least, low = min(sides), min(seats.values())
            found.append((least + low, sides.count(least) * list(seats.values()).count(low)))
    least = min(c for c, _ in found)
    return least, sum(k for c, k in found if c == least)


def harm(rng: Random, matches: Sequence[Match], times: int, *, lose: bool = False) -> list[Match]:
    """The matches after so many mishaps: two change rounds, or tables, a match is reversed, a table
    forgotten; with ``lose`` also a match lost, printed twice or in place of another."""
    out = list(matches)
    for _ in range(times):
        i, j = rng.sample(range(len(out)), 2)
        a, b = out[i], out[j]
        kind = rng.randrange(7 if lose else 4)
        if kind == 0:
            out[i], out[j] = replace(a, round=b.round), replace(b, round=a.round)
        elif kind == 1:
            out[i] = replace(a, home=a.away, away=a.home)
        elif kind == 2:
            out[i], out[j] = replace(a, table=b.table), replace(b, table=a.table)
        elif kind == 3:
            out[i] = replace(a, table=0)
        elif kind == 4:
            del out[i]
        elif kind == 5:
            out.append(replace(a, round=b.round))
        else:
            out[i] = replace(a, home=b.home, away=b.away)
    return out


def as_schedule(n: int, rounds: int, matches: Sequence[Match]) -> Schedule:
    """The engine's schedule of these matches."""
    return Schedule.of(n, rounds, matches, tables=n // 2)
