"""Tables in which given entrants meet when and where somebody asks: a circle with other labels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from scheduler.errors import UsageError
from scheduler.event import Schedule
from scheduler.solve.constructions.circle import assembled, even_size, turned
from scheduler.solve.constructions.cyclic import mask
from scheduler.solve.constructions.relabelling import Demand, Labels, Relabelling
from scheduler.solve.constructions.sides import oriented

__all__ = ["WORK", "Wanted", "requested"]

WORK = 10_000_000
"""Steps before a search is given up, one a label looked at: two or three seconds at most sizes."""

MOST_WISHES = 20_000
"""More meetings than this are not tried: every pair of 200 entrants may be asked for."""

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Numbers ``a`` and ``b`` meet in one of ``rounds``, at one of ``tables``; empty means any.

    ``absent`` turns it round: they do not meet in one of these rounds at one of these tables. All
    count from 1. In an odd field the number n + 1 is nobody, and to meet it is to be idle.
    """

    a: int
    b: int
    rounds: tuple[int, ...] = ()
    tables: tuple[int, ...] = ()
    absent: bool = False


def requested(
    n: int,
    meetings: Sequence[Wanted],
    *,
    in_order: bool = True,
    neighbours_last: bool = True,
    idle: Mapping[int, int] = MappingProxyType({}),
    rng: np.random.Generator,
    work: int = WORK,
) -> Schedule | None:
    """A single round robin of ``n`` entrants with all of ``meetings``, or None.

    ``idle`` maps a number to the round in which it has no match (odd ``n``). ``in_order``: the
    highest number meets k in round k, odd ``n``: k is idle in round k. ``neighbours_last``: the
    last round is 1-2, 3-4, 5-6 ... and the highest number, or nobody, with whoever is left.

    Like ``cba``, which this relabels: the highest number is always at the last table, every other
    number at every other table exactly twice; home and away differ by at most one (odd ``n``:
    equal) and never run to three. Sides cannot be asked for.

    None means that no order of the circle was found, by all of them or by ``work`` steps, or more
    than MOST_WISHES meetings; another kind of table may do. The same state of ``rng`` gives the
    same table. A handful of meetings takes no longer than the O(n^2) of the table itself. Raises
    UsageError outside 2..MOST_ENTRANTS and for numbers, rounds or tables that do not exist.
    """
    size = even_size(n)
    wishes = [*meetings, *(Wanted(e, size, (r,)) for e, r in idle.items())]
    for wish in wishes:
        _check(n, wish)
    demands = _demands(size - 1, wishes, in_order, neighbours_last)
    if demands is None or len(wishes) > MOST_WISHES or (idle and size == n):
        return None
    search = Relabelling(size - 1, demands, in_order=in_order, paired=neighbours_last)
    labels = search.search(rng, work)
    if labels is None:
        return None
    table = _table(n, labels, in_order, neighbours_last)
    _prove(table, wishes, in_order, neighbours_last)
    return table


def _check(n: int, wish: Wanted) -> None:
    """Refuse what speaks of an entrant, a round or a table that is not there."""
    size = even_size(n)
    named = f"the meeting of {wish.a} and {wish.b} cannot be asked for"
    for number in (wish.a, wish.b):
        if not 1 <= number <= size:
            raise UsageError(f"{named}: the numbers are 1 to {n}")
    if wish.a == wish.b:
        raise UsageError(f"{named}: nobody meets itself")
    for what, values, most in (("round", wish.rounds, size - 1), ("table", wish.tables, n // 2)):
        wrong = [v for v in values if not 1 <= v <= most]
        if wrong:
            raise UsageError(f"{named} in {what} {wrong[0]}: there are {most} {what}s")


def _demands(
    m: int, wishes: Iterable[Wanted], in_order: bool, neighbours_last: bool
) -> list[Demand] | None:
    """All that is asked of a pair in one demand, entrants from 0; None where nothing is left."""
    pairs: dict[tuple[int, int], Demand] = {}
    can: dict[tuple[int, int], int] = {}

    def demand_of(low: int, high: int, asked: bool) -> Demand:
        if (low, high) not in pairs:
            can[low, high], tables = _possible(m, low, high, in_order, neighbours_last)
            second = low if high == m else high
            pairs[low, high] = Demand(low, second, can[low, high], tables, asked=False)
        pairs[low, high].asked |= asked
        return pairs[low, high]

    for wish in wishes:
        low, high = sorted((wish.a - 1, wish.b - 1))
        _narrow(demand_of(low, high, True), wish, m)
    if neighbours_last:
        for low in range(0, m, 2):
            demand_of(low, low + 1, False)
    if not all(pair.rounds and pair.tables for pair in pairs.values()):
        return None
    for (low, high), pair in pairs.items():
        if high == m:
            pair.tables = _numbered_tables(m)
        if not (neighbours_last and _neighbours(low, high)):
            _relax(pair, can[low, high], m)
    # In order, the highest number's meetings are what they are: the pivots are the positions.
    return [pair for pair in pairs.values() if not (in_order and pair.a == pair.b)]


def _numbered_tables(m: int) -> int:
    """All tables but the last, which is the highest number's."""
    return mask(range(1, (m + 1) // 2))


def _neighbours(low: int, high: int) -> bool:
    return low % 2 == 0 and high == low + 1


def _possible(
    m: int, low: int, high: int, in_order: bool, neighbours_last: bool
) -> tuple[int, int]:
    """The rounds and tables in which the order and the last round let two numbers meet at all."""
    rounds, last = (1 << m) - 1, 1 << (m - 1)
    if neighbours_last:
        rounds &= last if _neighbours(low, high) else ~last
    if in_order:
        rounds &= 1 << low if high == m else ~(1 << low | 1 << high)
    return rounds, 1 << (m + 1) // 2 if high == m else _numbered_tables(m)


def _narrow(pair: Demand, wish: Wanted, m: int) -> None:
    """Take out of the rounds and tables of a pair what a wish takes."""
    rounds = mask(r - 1 for r in wish.rounds) or (1 << m) - 1
    tables = mask(wish.tables) or (2 << (m + 1) // 2) - 1
    if not wish.absent:
        pair.rounds &= rounds
        pair.tables &= tables
    elif not pair.tables & ~tables:
        pair.rounds &= ~rounds
    elif not pair.rounds & ~rounds:
        pair.tables &= ~tables
    elif pair.rounds & rounds and pair.tables & tables:
        pair.barred.append((pair.rounds & rounds, pair.tables & tables))


def _relax(pair: Demand, possible: int, m: int) -> None:
    """Name the rounds barred, which all get labels, instead of the allowed where they are fewer."""
    if pair.rounds.bit_count() * 2 > m or pair.rounds == possible:
        if pair.rounds != possible:
            pair.barred.append((possible & ~pair.rounds, 0))
        pair.rounds = (1 << m) - 1


def _table(n: int, labels: Labels, in_order: bool, neighbours_last: bool) -> Schedule:
    """The circle with these labels; what has none takes what is left, in order."""
    size = even_size(n)
    m, half = size - 1, size // 2
    position = _positions(labels.position, neighbours_last)
    step = _filled(
        labels.step,
        [_apart(position[2 * t], position[2 * t + 1], m) for t in range(half - 1)],
        range(1, half),
    )
    up = np.array(step, dtype=np.int64) * half % m
    rounds, tables, first, second = turned(np.array(position, dtype=np.int64), up, m - up)
    if not in_order:
        at = np.argsort(_filled(labels.pivot, position, range(m)))
        rounds = at[np.array(position)][rounds - 1] + 1
    home, away = np.minimum(first, second), np.maximum(first, second)
    host = (away == size) & (rounds % 2 == 0)
    home[host], away[host] = away[host], home[host].copy()
    plain = assembled(n, m, rounds, home, away, tables)
    firm = (plain.home == size) | (plain.away == size)
    if neighbours_last:
        firm |= plain.round == m
    return oriented(plain, np.where(firm, size * size, 1))


def _apart(one: int, other: int, m: int) -> int:
    return min((one - other) % m, (other - one) % m)


def _positions(chosen: Sequence[int], paired: bool) -> list[int]:
    """A position for everyone; with ``paired`` entrants 2k and 2k + 1 are opposite each other."""
    m = len(chosen)
    taken = set(chosen)
    if not paired:
        return _filled(chosen, [-1] * m, range(m))
    out = list(chosen)
    out[m - 1] = 0
    free = (d for d in range(1, (m + 1) // 2) if d not in taken)
    for k in range(0, m - 1, 2):
        if out[k] < 0:
            d = next(free)
            out[k], out[k + 1] = d, m - d
    return out


def _filled(chosen: Sequence[int], liked: Sequence[int], values: Iterable[int]) -> list[int]:
    """``chosen`` with each -1 replaced: by what is liked there if nobody has it, else in order."""
    out, values = list(chosen), list(values)
    taken, known = set(out), set(values)
    for i, value in enumerate(out):
        if value < 0 and liked[i] in known and liked[i] not in taken:
            out[i] = liked[i]
            taken.add(liked[i])
    rest = (v for v in values if v not in taken)
    return [value if value >= 0 else next(rest) for value in out]


def _prove(
    table: Schedule, wishes: Iterable[Wanted], in_order: bool, neighbours_last: bool
) -> None:
    """Look each wish up in the finished table; whatever is missing there is a bug of the search."""
    n, m = table.entrants, even_size(table.entrants) - 1
    low, high = np.minimum(table.home, table.away), np.maximum(table.home, table.away)
    key = low.astype(np.int64) * (m + 2) + high
    order = np.argsort(key)
    key = key[order]
    if len(key) != n * (n - 1) // 2 or not np.all(key[1:] > key[:-1]):
        raise AssertionError("relabelled circle: not every pair meets once")
    asked = list(wishes)
    if in_order:
        asked += [Wanted(k, m + 1, (k,)) for k in range(1, m + 1)]
    if neighbours_last:
        asked += [Wanted(k, k + 1, (m,)) for k in range(1, m + 1, 2)]
    idle = [out[0] for out in table.idle()] if n % 2 else []
    for wish in asked:
        a, b = sorted((wish.a, wish.b))
        if b > n:
            when, where = idle.index(a) + 1, 0
        else:
            match = order[np.searchsorted(key, a * (m + 2) + b)]
            when, where = int(table.round[match]), int(table.table[match])
        met = (not wish.rounds or when in wish.rounds) and (
            not wish.tables or where in wish.tables
        )
        if met == wish.absent:
            raise AssertionError(f"relabelled circle: {wish} came out in {when}, {where}")
