"""Counts as CP-SAT constraints: one linear row each, hard, priced, or under an assumption."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from ortools.sat.python import cp_model

from scheduler.facts import Ids
from scheduler.rules import UNBOUNDED, RuleUse, Stated
from scheduler.solve.literals import Literal, Literals
from scheduler.solve.problem import Problem

__all__ = ["CompiledRow", "Model", "compile_problem"]

Guard = Callable[[cp_model.CpModel, int, int], cp_model.IntVar]
"""Makes for (model, index of the stated count, row) the literal under which that row must hold."""


@dataclass(frozen=True, slots=True)
class CompiledRow:
    """Row ``row`` of stated count ``index``: ``base + sum(weight * literal)`` within bounds."""

    index: int
    row: int
    literals: list[Literal]
    weights: list[int]
    base: int
    least: int
    most: int

    @property
    def total(self) -> cp_model.LinearExpr:
        """What the row adds up to."""
        return cp_model.LinearExpr.weighted_sum(self.literals, self.weights) + self.base


@dataclass(frozen=True)
class Model:
    """A compiled problem: the CP-SAT model, its literals, rows, and one objective per level."""

    cp: cp_model.CpModel
    literals: Literals
    rows: list[CompiledRow]
    objectives: dict[int, list[cp_model.LinearExpr | cp_model.IntVar]]


def compile_problem(
    problem: Problem,
    *,
    guard: Guard | None = None,
    only: Callable[[int, int], bool] | None = None,
    priced: bool = True,
    enforce: bool = True,
) -> Model:
    """The CP-SAT model of a problem. With ``guard`` hard rows hold only under their literals; with
    ``only`` those (stated index, row) alone are asked for; without ``priced`` the prices are left out;
    without ``enforce`` hard rows are only counted."""
    cp = cp_model.CpModel()
    literals, tops = Literals(cp, problem), _Tops()
    model = Model(cp, literals, [], {})
    for name in problem.space.primary:
        literals.of(name)
    for index, entry in enumerate(problem.stated):
        if not entry.use.hard and not priced:
            continue
        for row in _rows(literals, index, entry):
            if only is not None and not only(index, row.row):
                continue
            model.rows.append(row)
            if entry.use.hard and enforce:
                _hard(cp, row, guard(cp, index, row.row) if guard else None, tops)
            elif not entry.use.hard:
                objective = model.objectives.setdefault(entry.use.level, [])
                objective.append(_priced(cp, row, entry.use, tops))
    return model


def _rows(literals: Literals, index: int, entry: Stated) -> list[CompiledRow]:
    """The rows in which something may count, and those that are broken when nothing does."""
    count = entry.count
    content: dict[int, tuple[list[Literal], list[int]]] = {}
    base: dict[int, int] = {}
    for term in count.terms:
        possible = literals.of(term.family)
        incidence = term.incidence(literals.problem.space, possible.ids, count.shape)
        for position, row, weight in zip(*(c.tolist() for c in incidence), strict=True):
            literal = possible.literals[position]
            if isinstance(literal, int):
                base[row] = base.get(row, 0) + weight * literal
            elif weight:
                terms = content.setdefault(row, ([], []))
                terms[0].append(literal)
                terms[1].append(weight)
    rows: Ids = np.array(sorted({*content, *base}), dtype=np.int64)
    if count.zero_breaks:
        rows = np.arange(count.rows, dtype=np.int64)
    least, most = count.bounds(rows)
    return [
        CompiledRow(index, row, *content.get(row, ([], [])), base.get(row, 0), low, high)
        for row, low, high in zip(rows.tolist(), least.tolist(), most.tolist(), strict=True)
        if low > -UNBOUNDED or high < UNBOUNDED
    ]


def _hard(
    cp: cp_model.CpModel, row: CompiledRow, under: cp_model.IntVar | None, tops: _Tops
) -> None:
    if not row.literals:
        if not row.least <= row.base <= row.most:
            cp.add_bool_or([] if under is None else [under.negated()])
        return
    low, high = row.least - row.base, row.most - row.base
    if under is None and all(w == 1 for w in row.weights) and high == 1:
        if low == 1 and _booleans(row, tops):
            cp.add_exactly_one(row.literals)
            return
        if low <= 0 and _booleans(row, tops):
            cp.add_at_most_one(row.literals)
            return
    total = cp_model.LinearExpr.weighted_sum(row.literals, row.weights)
    constraint = cp.add_linear_constraint(
        total, max(low, -UNBOUNDED), min(high, UNBOUNDED)
    )
    if under is not None:
        constraint.only_enforce_if(under)


def _booleans(row: CompiledRow, tops: _Tops) -> bool:
    return all(tops.of(x) == 1 for x in row.literals)


def _priced(
    cp: cp_model.CpModel, row: CompiledRow, use: RuleUse, tops: _Tops
) -> cp_model.LinearExpr | cp_model.IntVar:
    """A cost that cannot be less than the price of the row's deviation."""
    if not row.literals:
        return cp.new_constant(_price(use.price, max(0, row.base - row.most, row.least - row.base)))
    low, high = _range(row, tops)
    worst = max(0, high - row.most, row.least - low)
    off = cp.new_int_var(0, worst, "")
    table = (0, *use.price)[: worst + 1]
    steps = [b - a for a, b in pairwise(table)]
    if any(step < 0 for step in steps):  # a reward: the solver would choose the deviation, not count it
        over = [row.total - row.most] if high > row.most else []
        under = [row.least - row.total] if low < row.least else []
        cp.add_max_equality(off, [0, *over, *under])
    else:
        if high > row.most:
            cp.add(row.total - off <= row.most)
        if low < row.least:
            cp.add(row.total + off >= row.least)
    if len(set(steps)) <= 1:
        return steps[0] * off if steps else off
    cost = cp.new_int_var(0, table[-1] + max(0, worst - len(steps)) * steps[-1], "")
    for k, step in enumerate(steps):
        cp.add(cost >= table[k] + step * (off - k))
    return cost


def _price(price: tuple[int, ...], off: int) -> int:
    """What a deviation costs: beyond the table it goes on by its last step."""
    table = (0, *(price or (1,)))
    if off < len(table):
        return table[off]
    return table[-1] + (off - len(table) + 1) * (table[-1] - table[-2])


def _range(row: CompiledRow, tops: _Tops) -> tuple[int, int]:
    """The least and the most that a row can add up to, each literal taken alone."""
    low = high = row.base
    for literal, weight in zip(row.literals, row.weights, strict=True):
        low += min(0, weight * tops.of(literal))
        high += max(0, weight * tops.of(literal))
    return low, high


class _Tops:
    """The largest value of each literal or integer variable; asking the model is slow, so only once."""

    def __init__(self) -> None:
        self._known: dict[int, int] = {}

    def of(self, literal: Literal) -> int:
        if not isinstance(literal, cp_model.IntVar):
            return 1
        index = literal.index
        if index not in self._known:
            self._known[index] = max(literal.proto.domain)  # its wrapper knows no [-1]
        return self._known[index]
