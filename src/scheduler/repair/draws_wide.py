"""Obedient repairs of draws that are too large to give the solver every entrant on every line.

Entrants whom no hard rule tells apart are *alike*. In a draw with the fewest movers, whoever of them is
on a line that one of them has afterwards too may be taken to be the one who was there: exchanging him with
who is there moves nobody more and breaks no rule. So an entrant who is alike stays, or goes to a line that
none of them had before; and a line that a rule keeps for a seed, or empty, is open to nobody else. What is
left is small, and its bound on the number of movers is that of the whole. Prices come after: those who
move exchange their new lines while that costs less, without proof.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations, pairwise, permutations
from time import monotonic

import numpy as np

from scheduler.event import BYE
from scheduler.facts import Ids
from scheduler.repair.draws_least import STRUCTURE, Ground, Least, changes, lines_of, problem_of
from scheduler.rules import Stated
from scheduler.solve.problem import Limits

__all__ = ["MOST_PAIRS", "MOST_WIDE", "wide"]

MOST_WIDE = 4_096
"""Up to so many lines an obedient draw is looked for."""
MOST_PAIRS = 150_000
"""Of entrants and lines that are left open: beyond it the solver is not asked."""
_AT_ONCE = 1 << 20
_PERMUTED = 5
_SHARE = 0.7


@dataclass(frozen=True)
class _Narrow:
    """What is open: who may be on which line (published numbers), and which lines may be empty."""

    pairs: tuple[tuple[int, int], ...]
    byes: tuple[int, ...]
    held: dict[int, int]
    alike: frozenset[int]


def wide(ground: Ground, limits: Limits) -> Least | None:
    """The draw that obeys the hard rules in which the fewest move, as ``obedient`` gives it.

    None where the question stays too large: a play-in, or rules that leave too much open.
    """
    from scheduler.solve.cpsat import solve

    case = ground.case
    if case.size > MOST_WIDE or case.play_in:
        return None
    end = None if limits.seconds is None else monotonic() + limits.seconds
    what = _narrowed(ground)
    if len(what.pairs) > MOST_PAIRS:
        return None
    hard = tuple(s for s in ground.stated if s.use.hard)
    problem = problem_of(ground, (*changes(ground), *hard), what.pairs, what.byes, what.held, ())
    spent = None if limits.seconds is None else limits.seconds * _SHARE
    outcome = solve(problem, Limits(spent, limits.workers, limits.seed))
    if not outcome.facts:
        return Least((), clash=outcome.status == "infeasible")
    lines = _cheaper(ground, lines_of(ground, outcome), what.alike, end)
    moved = ground.moved(lines)
    sent = sum(
        case.homes[e] != () and i not in case.homes[e] for i, e in what.held.items() if e in case.homes
    )
    price = ground.judge(lines)[1]
    optimal = outcome.status == "optimal" and not any(price)
    return Least(lines, moved, outcome.bounds.get(1, 0) + sent, optimal)


def _narrowed(ground: Ground) -> _Narrow:
    """The pairs and byes that the argument at the head of this module leaves open."""
    case = ground.case
    held = {i: case.before[i - 1] for i in case.frozen} | {i: e for e, i in case.pins.items()}
    placed = set(held.values())
    waiting = [e for e in case.present if e not in placed]
    told, allowed, empty = _hard(ground)
    alike = frozenset(e for e in waiting if e not in told)
    kept = {next(iter(lines)) for e, lines in allowed.items() if len(lines) == 1 and e not in placed}
    kept = (kept | empty) - set(held)
    byes_left = case.size - len(case.present) - sum(e not in ground.number for e in held.values())
    homes = {case.homes[e][0] for e in alike if len(case.homes[e]) == 1}
    free = [i for i in range(1, case.size + 1) if i not in held and i not in kept]
    new = [i for i in free if i not in homes]
    pairs = []
    for e in waiting:
        if e in allowed:
            pairs += [(e, i) for i in sorted(allowed[e]) if i not in held and i not in empty]
        elif e in alike:
            here = [i for i in case.homes[e] if i in free]
            pairs += [(e, i) for i in dict.fromkeys((*here, *new))]
        else:
            pairs += [(e, i) for i in free]
    byes = empty - set(held)
    if len(byes) < byes_left:
        byes |= set(free)
    return _Narrow(tuple(pairs), tuple(sorted(byes)), held, alike)


def _hard(ground: Ground) -> tuple[set[int], dict[int, set[int]], set[int]]:
    """(who is told apart by a hard rule, the lines that rules leave to some of these, lines kept empty)."""
    told: set[int] = set()
    allowed: dict[int, set[int]] = {}
    empty: set[int] = set()
    for entry in ground.stated:
        if not entry.use.hard or entry.use.id in STRUCTURE:
            continue
        told |= _told_apart(ground, entry)
        if {t.family for t in entry.count.terms} == {"stands"}:
            for e, lines in _bound_to(ground, entry).items():
                allowed[e] = allowed.get(e, lines) & lines
        elif {t.family for t in entry.count.terms} == {"bye"}:
            empty |= _kept_empty(ground, entry)
    return told, allowed, empty


def _told_apart(ground: Ground, entry: Stated) -> set[int]:
    """Who counts in this rule otherwise than most do."""
    back = (0, *ground.case.present)
    out: set[int] = set()
    for term in entry.count.terms:
        if term.family == "bye":
            continue
        read: list[bytes] = []
        for first, last, ids in _by_entrants(ground, term.family):
            where, rows, weight = term.incidence(ground.space, ids, entry.count.shape)
            who, place = ground.space[term.family].coords(ids[where])
            order = np.lexsort((weight, rows, place, who))
            cells = np.stack([place, rows, weight], axis=1)[order]
            cut = np.searchsorted(who[order], np.arange(first, last + 1))
            read += [sha256(cells[a:b].tobytes()).digest() for a, b in pairwise(cut.tolist())]
        usual = Counter(read).most_common(1)[0][0]
        out |= {back[k] for k, mine in enumerate(read, start=1) if mine != usual}
    return out


def _by_entrants(ground: Ground, name: str) -> Iterator[tuple[int, int, Ids]]:
    """(first, last + 1, ids) of a family over entrants and sections, whole entrants at a time."""
    family = ground.space[name]
    many, sections = family.shape
    step = max(1, _AT_ONCE // sections)
    for first in range(0, many, step):
        last = min(many, first + step)
        who = np.arange(first, last, dtype=np.int64)[:, None]
        yield first, last, family.ids(who, np.arange(sections, dtype=np.int64)).ravel()


def _bound_to(ground: Ground, entry: Stated) -> dict[int, set[int]]:
    """The lines of each entrant who must be on one of them, by a row that speaks of him alone."""
    back = (0, *ground.case.present)
    rows_of: dict[int, tuple[set[int], set[int]]] = {}
    for term in entry.count.terms:
        for _, _, ids in _by_entrants(ground, "stands"):
            where, rows, _ = term.incidence(ground.space, ids, entry.count.shape)
            asked = _demands(entry, rows)
            who, place = ground.space["stands"].coords(ids[where[asked]])
            for row, e, i in zip(rows[asked].tolist(), who.tolist(), place.tolist(), strict=True):
                entrants, lines = rows_of.setdefault(row, (set(), set()))
                entrants.add(back[e + 1])
                lines.add(i + 1)
    out: dict[int, set[int]] = {}
    for entrants, lines in rows_of.values():
        if len(entrants) == 1:
            (e,) = entrants
            out[e] = out.get(e, lines) & lines
    return out


def _kept_empty(ground: Ground, entry: Stated) -> set[int]:
    """The lines that this rule wants empty, each for itself."""
    lines: dict[int, set[int]] = {}
    for term in entry.count.terms:
        ids = ground.space["bye"].all_ids()
        where, rows, _ = term.incidence(ground.space, ids, entry.count.shape)
        (place,) = ground.space["bye"].coords(ids[where])
        asked = _demands(entry, rows)
        for row, i in zip(rows[asked].tolist(), place[asked].tolist(), strict=True):
            lines.setdefault(row, set()).add(i + 1)
    return {i for mine in lines.values() if len(mine) == 1 for i in mine}


def _demands(entry: Stated, rows: Ids) -> Ids:
    """Positions of rows in which at least one must be true, if weights are 1."""
    least = entry.count.bounds(rows)[0]
    plain = all(t.weight == 1 for t in entry.count.terms)
    return np.flatnonzero(least == 1) if plain else np.empty(0, dtype=np.int64)


def _cheaper(
    ground: Ground, lines: tuple[int, ...], alike: frozenset[int], end: float | None
) -> tuple[int, ...]:
    """Those who are alike and moved, or are new, exchange their lines while that costs less."""
    homes = ground.case.homes
    places = [i for i, e in enumerate(lines) if e in alike and e != BYE and i + 1 not in homes[e]]
    best, cost = lines, ground.judge(lines)[1]

    def put(order: Sequence[int]) -> tuple[int, ...]:
        out = list(lines)
        for i, e in zip(places, order, strict=True):
            out[i] = e
        return tuple(out)

    def late() -> bool:
        return end is not None and monotonic() > end

    who = [lines[i] for i in places]
    if len(who) <= _PERMUTED:
        for order in permutations(who):
            if late():
                break
            found = put(order)
            hard, price = ground.judge(found)
            if not hard and price < cost and len(ground.moved(found)) <= len(ground.moved(best)):
                best, cost = found, price
        return best
    better = True
    while better and not late():
        better = False
        for a, b in combinations(range(len(who)), 2):
            if late():
                break
            who[a], who[b] = who[b], who[a]
            price = ground.judge(put(who))[1]
            if price < cost:
                best, cost, better = put(who), price, True
            else:
                who[a], who[b] = who[b], who[a]
    return best
