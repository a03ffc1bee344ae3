"""Tables for the matches of a round, from the counts that speak of them.

Most rules about tables price each (match, table) by itself: then it is an assignment problem, solved at
once for all levels. What ties several matches together (neighbours) goes to CP-SAT, unless the first of
the cheapest assignments obeys it anyway. What is still equal goes to the top: the first match has the
lowest table that it can have, then the second.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scheduler.errors import NoAnswer, TimeUp, UsageError
from scheduler.facts import Ids, Space
from scheduler.facts.pairing import PairingFrame
from scheduler.rules import UNBOUNDED, Count, RuleUse, Stated, Term
from scheduler.solve.matching.assignment import first_cheapest

__all__ = ["MOST_MATCHES", "Seated", "seat"]

MOST_MATCHES = 1_000
_MOST_FOR_SOLVER = 10_000
_MOST_COST = 1 << 58


@dataclass(frozen=True)
class Seated:
    """``tables`` of the matches in their order; ``optimal`` when no cheaper ones obey the rules."""

    tables: tuple[int, ...]
    optimal: bool = True


@dataclass(frozen=True)
class _Row:
    """A row of a count over the candidates: ``cells`` of the grid with their ``weights``."""

    use: RuleUse
    cells: Ids
    weights: Ids
    base: int
    least: int
    most: int

    def off(self, total: Ids) -> Ids:
        return np.maximum(np.maximum(total - self.most, self.least - total), 0)


def seat(
    space: Space, frame: PairingFrame, stated: Sequence[Stated], known: Mapping[str, Ids],
    matches: Sequence[tuple[int, int]], held: Mapping[int, int], *, seconds: float = 10.0,
) -> Seated:
    """Tables 1 to ``frame.tables`` for ``matches`` (from the top of the ranking), as ``stated`` wants it.

    ``known`` are the facts of the round without its tables; ``held`` maps the place of a match in the
    list to the table that it has already. NoAnswer where no tables obey the hard rules, with their
    names; UsageError for more than 1,000 matches; TimeUp where CP-SAT found nothing in ``seconds``.
    """
    if max(len(matches), frame.tables) > MOST_MATCHES:
        raise UsageError(
            f"rules about tables are obeyed for at most {MOST_MATCHES} of them, not {frame.tables}",
            maybe="take the rules about tables out: the top match is then at table 1 and so on.")
    grid = _Grid(space, frame, known, matches)
    rows = [row for entry in stated for row in grid.rows(entry)]
    free = [grid.alone(row) for row in rows]
    tied = [row for row, alone in zip(rows, free, strict=True) if alone is None]
    cost, top = grid.cost([r for r, alone in zip(rows, free, strict=True) if alone], held)
    if cost is not None:
        tables = first_cheapest(cost)[: len(matches)]
        if any(cost[m, t] >= top for m, t in enumerate(tables)):
            raise _none(rows)
        if not any(grid.broken(row, tables) for row in tied):
            return Seated(tuple(t + 1 for t in tables))
    return _by_solver(grid, stated, held, seconds, rows)


def _none(rows: Sequence[_Row]) -> NoAnswer:
    names = list(dict.fromkeys(r.use.id for r in rows if r.use.hard))
    return NoAnswer(
        "no tables for this round obey the rules about them", clash=names, about="round",
        maybe="free a table, or let one who is stationary move.")


class _Grid:
    """Every (match, table) as a candidate: cell ``match * tables + table``."""

    def __init__(
        self, space: Space, frame: PairingFrame, known: Mapping[str, Ids],
        matches: Sequence[tuple[int, int]],
    ) -> None:
        self.space, self.frame, self.known, self.matches = space, frame, known, matches
        self.many, self.tables = len(matches), frame.tables
        pairs = np.sort(np.array(matches, dtype=np.int64).reshape(-1, 2), axis=1) - 1
        self.ids = space["at"].ids(
            pairs[:, :1], pairs[:, 1:], np.arange(self.tables)[None, :]).ravel()

    def rows(self, entry: Stated) -> list[_Row]:
        """The rows in which candidates count."""
        count = entry.count
        found = [
            t.incidence(self.space, self.ids, count.shape) for t in count.terms if t.family == "at"]
        if not found:
            return []
        cells, rows, weights = (np.concatenate([f[k] for f in found]) for k in range(3))
        least, most = count.bounds(rows)
        kept = (least > -UNBOUNDED) | (most < UNBOUNDED)
        cells, rows, weights = cells[kept], rows[kept], weights[kept]
        base = self._base(count)
        order = np.argsort(rows, kind="stable")
        cells, rows, weights = cells[order], rows[order], weights[order]
        cuts = np.flatnonzero(np.diff(rows)) + 1
        out = []
        for mine, where, weight in zip(
                np.split(cells, cuts), np.split(rows, cuts), np.split(weights, cuts), strict=True):
            if len(where):
                low, high = count.bounds(where[:1])
                out.append(_Row(
                    entry.use, mine, weight, base.get(int(where[0]), 0), int(low[0]), int(high[0])))
        return out

    def _base(self, count: Count) -> dict[int, int]:
        base: dict[int, int] = {}
        for term in (t for t in count.terms if t.family != "at"):
            ids = self.known.get(term.family, np.empty(0, dtype=np.int64))
            _, rows, weights = term.incidence(self.space, ids, count.shape)
            for row, weight in zip(rows.tolist(), weights.tolist(), strict=True):
                base[row] = base.get(row, 0) + weight
        return base

    def alone(self, row: _Row) -> bool | None:
        """Whether a row prices candidates one by one; False where an assignment keeps it anyway; None
        where it ties several together."""
        match, table = row.cells // self.tables, row.cells % self.tables
        one_match, one_table = len(set(match.tolist())) == 1, len(set(table.tolist())) == 1
        if not (one_match or one_table):
            return None
        distinct = len(set(row.cells.tolist())) == len(row.cells)
        if not distinct:
            return None
        return bool(row.off(row.base + row.weights).any() or row.off(np.array([row.base]))[0])

    def cost(self, rows: Sequence[_Row], held: Mapping[int, int]) -> tuple[NDArray[np.int64] | None, int]:
        """(the costs of the assignment, from where on a cost is a broken hard rule); None for costs
        beyond whole numbers of 58 bits."""
        side = max(self.many, self.tables)
        shape = (self.many, self.tables)
        banned = np.zeros(shape, dtype=bool)
        levels: dict[int, NDArray[np.int64]] = {}
        for row in rows:
            into = levels.setdefault(row.use.level, np.zeros(shape, dtype=np.int64)).ravel()
            if row.use.hard:
                into = np.zeros(banned.size, dtype=np.int64)
            self._add(row, into)
            banned |= (into > 0).reshape(shape) & row.use.hard
        for m, t in held.items():
            banned[m] |= np.arange(self.tables) != t - 1
        total, unit = np.zeros(shape, dtype=np.int64), 1
        for level in sorted(levels, reverse=True):
            if level:
                total += levels[level] * unit
                unit *= int(levels[level].max(axis=1, initial=0).sum()) + 1
                if unit * side > _MOST_COST:
                    return None, 0
        whole = np.zeros((side, side), dtype=np.int64)
        whole[self.many :, self.tables :] = unit
        whole[: self.many, self.tables :] = unit
        whole[: self.many, : self.tables] = np.where(banned, unit, total)
        return whole, unit

    def _add(self, row: _Row, into: Ids) -> None:
        """What each candidate costs in a row, over what the row costs where none of them is taken."""
        none = int(self.price(row, row.off(np.array([row.base])))[0])
        price = self.price(row, row.off(row.base + row.weights))
        match = row.cells // self.tables
        if none and len(set(match.tolist())) == 1:
            line = slice(int(match[0]) * self.tables, (int(match[0]) + 1) * self.tables)
            into[line] += none
            into[row.cells] += price - none
        else:
            into[row.cells] += price

    @staticmethod
    def price(row: _Row, off: Ids) -> Ids:
        """The price of deviations by the use's table, which goes on by its last step."""
        table = np.array((0, *row.use.price) if row.use.price else (0, 1), dtype=np.int64)
        last = len(table) - 1
        beyond = np.maximum(off - last, 0)
        return np.asarray(table[np.minimum(off, last)] + beyond * (table[-1] - table[-2]))

    def broken(self, row: _Row, tables: Sequence[int]) -> bool:
        """Whether these tables (from 0) of the matches leave a row outside its bounds."""
        taken = np.arange(self.many) * self.tables + np.array(tables, dtype=np.int64)
        total = row.base + int(row.weights[np.isin(row.cells, taken)].sum())
        return not row.least <= total <= row.most


def _by_solver(
    grid: _Grid, stated: Sequence[Stated], held: Mapping[int, int], seconds: float, rows: Sequence[_Row]
) -> Seated:
    from scheduler.solve.cpsat import solve
    from scheduler.solve.problem import Limits, Problem

    if len(grid.ids) > _MOST_FOR_SOLVER:
        raise UsageError(
            f"rules that tie tables together are obeyed for at most {_MOST_FOR_SOLVER} pairs of match and "
            f"table, not {len(grid.ids)}")
    kept = np.ones((grid.many, grid.tables), dtype=bool)
    for m, t in held.items():
        kept[m] = np.arange(grid.tables) == t - 1
    about = [s for s in stated if any(t.family == "at" for t in s.count.terms)]
    level = max((s.use.level for s in about), default=0) + 1
    problem = Problem(
        grid.space, grid.frame, (*about, *_plain(grid), _from_the_top(grid, level)),
        {"at": np.sort(grid.ids[kept.ravel()])}, grid.known)
    found = solve(problem, Limits(seconds))
    if found.status == "infeasible":
        raise _none(rows)
    if not len(found.facts.get("at", ())):
        raise TimeUp(f"no tables that obey the rules were found in {seconds:g} s")
    low, high, table = grid.space["at"].coords(found.facts["at"])
    where = {frozenset((a + 1, b + 1)): t + 1 for a, b, t in zip(
        low.tolist(), high.tolist(), table.tolist(), strict=True)}
    return Seated(tuple(where[frozenset(m)] for m in grid.matches), found.status == "optimal")


def _plain(grid: _Grid) -> tuple[Stated, ...]:
    """One table a match and one match a table, whatever the rulebook says."""
    n, t = grid.frame.entrants, grid.tables
    use = RuleUse("at-tables")
    each = (Term("at", lambda i, j, p: (i, j)), Term("meets", lambda i, j: (i, j), -1))
    return (
        Stated(use, Count(("entrant", "entrant"), (n, n), each, 0, 0)),
        Stated(use, Count(("table",), (t,), (Term("at", lambda i, j, p: (p,)),), None, 1)))


def _from_the_top(grid: _Grid, level: int) -> Stated:
    """The last wish: top matches at low tables, the higher the more it counts."""
    n = grid.frame.entrants
    weight = np.zeros((n, n), dtype=np.int64)
    for m, (a, b) in enumerate(grid.matches):
        weight[min(a, b) - 1, max(a, b) - 1] = grid.many - m
    term = Term("at", lambda i, j, p: (np.zeros_like(i),), lambda i, j, p: weight[i, j] * p)
    return Stated(
        RuleUse("at-tables", level=level, price=(1,)), Count(("round",), (1,), (term,), None, 0))
