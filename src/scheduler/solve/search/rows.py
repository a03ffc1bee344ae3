"""The rows of all counts over flat facts, simplified, with what each costs by its total."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from scheduler.facts import Family, Ids, Space
from scheduler.facts.connectives import Follow
from scheduler.rules import UNBOUNDED, RuleUse, Stated
from scheduler.rules.count import Count, Term
from scheduler.solve.search.arrays import alike, folded, grouped
from scheduler.solve.search.games import Games
from scheduler.solve.search.readings import Linear, Readings

__all__ = ["Bounds", "Rows", "gathered"]

_CHUNK = 1_000_000


@dataclass(frozen=True)
class Bounds:
    """What one row asks: bounds of its total, and the price of 1, 2, 3 ... units of deviation."""

    level: int
    least: int
    most: int
    price: tuple[int, ...]

    def off(self, total: int) -> int:
        """The price of a total."""
        deviation = max(0, total - self.most, self.least - total)
        if deviation <= len(self.price):
            return self.price[deviation - 1] if deviation else 0
        more = self.price[-1] - (self.price[-2] if len(self.price) > 1 else 0)
        return self.price[-1] + (deviation - len(self.price)) * more

    def less(self, amount: int) -> Bounds:
        """The same asked of a total that lacks ``amount``."""
        least = self.least - amount if self.least > -UNBOUNDED else self.least
        most = self.most - amount if self.most < UNBOUNDED else self.most
        return Bounds(self.level, least, most, self.price)


@dataclass
class Rows:
    """Entries (row, flat fact, weight) in order of row, and what each row asks: Bounds, or None for a
    counter. ``base`` is what of each row never changes."""

    row: Ids
    fact: Ids
    weight: Ids
    asks: list[Bounds | None]
    base: Ids


def gathered(space: Space, stated: Sequence[Stated], readings: Readings) -> Rows:
    """All rows that have bounds, and the counters that their facts need."""
    parts: list[tuple[Ids, Ids, Ids]] = []
    asks: list[Bounds | None] = []
    steps: dict[str, list[_Steps]] = {}
    for entry in stated:
        if any(price_list(entry.use)):
            place = _place_of_rows(entry, asks)
            for term in entry.count.terms:
                if isinstance(space[term.family].define, Follow):
                    found = _steps(space, entry.count, place, term)
                    steps.setdefault(term.family, []).append(found)
                else:
                    parts += _entries(space, entry.count, place, term, readings)
    for name, found_steps in steps.items():
        parts += _step_entries(space[name], found_steps, readings)
    counters = _counters(readings, asks)
    row, fact, weight = (
        np.concatenate([np.empty(0, np.int64), *c])
        for c in zip(*[*parts, *counters, (np.empty(0, np.int64),) * 3], strict=True)
    )
    rows = Rows(*grouped(row, fact, weight), asks, np.zeros(len(asks), dtype=np.int64))
    _simplify(rows, readings)
    return rows


def price_list(use: RuleUse) -> tuple[int, ...]:
    """The prices of a use; a hard one that states none costs 1 a unit."""
    return use.price or (1,)


def _place_of_rows(entry: Stated, asks: list[Bounds | None]) -> Ids:
    """Row of the count -> row of all; -1 where nothing is asked. ``asks`` grows."""
    count, price = entry.count, price_list(entry.use)
    least, most = count.bounds(np.arange(count.rows, dtype=np.int64))
    asked = np.flatnonzero((least > -UNBOUNDED) | (most < UNBOUNDED))
    place = np.full(count.rows, -1, dtype=np.int64)
    place[asked] = len(asks) + np.arange(len(asked))
    asks += [
        Bounds(entry.use.level, low, high, price)
        for low, high in zip(least[asked].tolist(), most[asked].tolist(), strict=True)
    ]
    return place


def _entries(
    space: Space, count: Count, place: Ids, term: Term, readings: Readings
) -> Iterator[tuple[Ids, Ids, Ids]]:
    reading, family = readings.of(term.family), space[term.family]
    if isinstance(reading, Linear):
        yield from _summed(space, count, place, term, reading)
        return
    for start in range(0, family.size, _CHUNK):
        ids = family.first + np.arange(start, min(family.size, start + _CHUNK), dtype=np.int64)
        at, row, weight = term.incidence(space, ids, count.shape)
        kept = place[row] >= 0
        yield place[row[kept]], reading.first + start + at[kept], weight[kept]


def _summed(
    space: Space, count: Count, place: Ids, term: Term, linear: Linear
) -> Iterator[tuple[Ids, Ids, Ids]]:
    """Entries of a sum are those of what it adds up."""
    ids, start = np.unique(linear.targets, return_index=True)
    if not len(ids):
        return
    sizes = np.diff(np.append(start, len(linear.targets)))
    at, row, weight = term.incidence(space, ids, count.shape)
    kept = (place[row] >= 0) & (weight != 0)
    at, row, weight = at[kept], place[row[kept]], weight[kept]
    many = sizes[at]
    offset = np.arange(int(many.sum())) - np.repeat(np.cumsum(many) - many, many)
    source = np.repeat(start[at], many) + offset
    yield np.repeat(row, many), linear.facts[source], np.repeat(weight, many) * linear.times[source]


_Steps = list[tuple[Ids, Ids, Ids]]
"""For each slot (row, step, weight) of the steps from game to game that count; one object if alike."""


def _steps(space: Space, count: Count, place: Ids, term: Term) -> _Steps:
    family = space[term.family]
    whens = family.shape[-1]
    first = family.first + np.arange(family.size // whens, dtype=np.int64) * whens
    found: _Steps = []
    for when in range(whens):
        at, row, weight = term.incidence(space, first + when, count.shape)
        kept = (place[row] >= 0) & (weight != 0)
        mine = (place[row[kept]], at[kept], weight[kept])
        alike_before = found and all(map(np.array_equal, found[0], mine))
        found.append(found[0] if alike_before else mine)
    return found


def _step_entries(
    family: Family, found: list[_Steps], readings: Readings
) -> Iterator[tuple[Ids, Ids, Ids]]:
    """Where no count asks in which slot a step is made, it is one fact for all slots: far fewer."""
    whens = family.shape[-1]
    if all(mine is by_slot[0] for by_slot in found for mine in by_slot):
        whens, found = 1, [by_slot[:1] for by_slot in found]
    first = readings.steps(family, whens)
    for by_slot in found:
        for when, (row, at, weight) in enumerate(by_slot):
            yield row, first + at * whens + when, weight


def _counters(readings: Readings, asks: list[Bounds | None]) -> list[tuple[Ids, Ids, Ids]]:
    """Counters for the facts made of them, after all other rows: one a link and fact."""
    out = []
    for tied in readings.tied:
        which, place, facts, times = tied.sources
        out.append((len(asks) + which * tied.size + place, facts, times))
        asks += [None] * (tied.links * tied.size)
    return out


def _simplify(rows: Rows, readings: Readings) -> None:
    """Say the same with fewer entries: what never changes, sides in a slot, away as not home, breaks."""
    games = readings.games
    if games.complete:
        _drop_steady(rows, games)
    rows.row, rows.fact, rows.weight = folded(
        games, readings.home, readings.away, rows.row, rows.fact, rows.weight
    )
    away = (rows.fact >= readings.away) & (rows.fact < readings.same)
    cell = np.where(away, rows.fact - readings.away, 0)
    away &= games.full[cell // games.slots]
    np.add.at(rows.base, rows.row[away], rows.weight[away])
    rows.fact = np.where(away, rows.fact - readings.away + readings.home, rows.fact)
    rows.weight = np.where(away, -rows.weight, rows.weight)
    _join_breaks(rows, readings)
    rows.row, rows.fact, rows.weight = grouped(rows.row, rows.fact, rows.weight)


def _drop_steady(rows: Rows, games: Games) -> None:
    """Games that count alike wherever and at whichever of their venues they are played."""
    n, s = games.teams, games.slots
    plays = np.flatnonzero(rows.fact < n * n * s)
    h, a, _ = np.unravel_index(rows.fact[plays], (n, n, s))
    both = games.possible & games.possible.T
    pair = np.minimum(h, a) * n + np.maximum(h, a)
    meetings = games.fixed + games.fixed.T + games.free + games.free.T
    fixed_only = (games.free + games.free.T)[h, a] == 0
    row, weight = rows.row[plays], rows.weight[plays]
    gone = np.zeros(len(plays), dtype=bool)
    for key, many, full in (
        (pair, meetings[h, a], np.where(both[h, a], 2 * s, s)),
        (h * n + a, games.fixed[h, a], np.where(fixed_only, s, -1)),
    ):
        order, group, sizes, common = alike(row, key, weight=np.where(gone, 0, weight))
        lead = order[np.flatnonzero(np.append(True, group[1:] != group[:-1]))] if len(order) else order
        whole = (sizes == full[lead]) & (common != 0)
        np.add.at(rows.base, row[lead[whole]], (common * many[lead])[whole])
        gone[order[whole[group]]] = True
    keep = np.ones(len(rows.row), dtype=bool)
    keep[plays[gone]] = False
    rows.row, rows.fact, rows.weight = rows.row[keep], rows.fact[keep], rows.weight[keep]


def _join_breaks(rows: Rows, readings: Readings) -> None:
    """A home break and an away break of the same weight are one fact: two sides that are the same."""
    breaks = np.flatnonzero((rows.fact >= readings.both_home) & (rows.fact < readings.size_of_sides))
    if not len(breaks):
        return
    width = readings.both_away - readings.both_home
    cell = (rows.fact[breaks] - readings.both_home) % width
    order, group, sizes, common = alike(rows.row[breaks], cell, weight=rows.weight[breaks])
    both = (sizes == 2) & (common != 0)
    lead = np.flatnonzero(np.append(True, group[1:] != group[:-1]))
    one = breaks[order[lead[both]]]
    other = breaks[order[lead[both] + 1]]
    rows.fact[one] = readings.same + (rows.fact[one] - readings.both_home) % width
    rows.weight[other] = 0
