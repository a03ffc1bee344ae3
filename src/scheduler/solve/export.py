"""The compiled model for other solvers: CP-SAT's own format, or a linear program as MPS.

In a linear program an enforced row becomes a row with a large enough constant, a clause a sum of at
least 1, and a maximum one choice among its terms. Every number stays a whole number.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ortools.linear_solver.python import model_builder

from scheduler.errors import FileError, UsageError
from scheduler.solve.compiled import Model, compile_problem
from scheduler.solve.problem import Problem

__all__ = ["write_model"]

_LARGE = 2**40
_ENDINGS = (".pb", ".pbtxt", ".txt", ".mps")


def write_model(problem: Problem, path: str | os.PathLike[str]) -> tuple[str, ...]:
    """Write the problem's model to ``path`` by its ending (``.pb``, ``.pbtxt``, ``.txt``, ``.mps``).

    Variables that are matches are named ``plays_<home>_<away>_<round>``, counted from 0. Returns what
    the reader should know. Raises UsageError for another ending, or more than one level of prices, and
    FileError where nothing can be written.
    """
    ending = Path(path).suffix.lower()
    if ending not in _ENDINGS:
        raise UsageError(
            f'a model is written as {", ".join(_ENDINGS)}, not "{ending or path}"',
            maybe="end the name of the file in .mps for a linear program.",
        )
    model = compile_problem(problem)
    if len(model.objectives) > 1:
        raise UsageError(
            "a model file has one objective, and these rules have prices at several levels",
            maybe="drop the rules of the lower levels.",
        )
    _name(model, problem)
    for parts in model.objectives.values():
        model.cp.minimize(sum(parts))
    _write(model, path, ending)
    size = f"{len(model.cp.proto.variables)} variables, {len(model.cp.proto.constraints)} constraints"
    return (size, "a variable plays_<home>_<away>_<round> that is 1 is a match; all count from 0")


def _name(model: Model, problem: Problem) -> None:
    plays = problem.space["plays"]
    for id, literal in model.literals.of("plays").pairs():
        if not isinstance(literal, int):
            h, a, r = (int(c) for c in plays.coords(id))  # type: ignore[arg-type]
            model.cp.proto.variables[literal.index].name = f"plays_{h}_{a}_{r}"


def _write(model: Model, path: str | os.PathLike[str], ending: str) -> None:
    try:
        if ending == ".mps":
            text = _Linear(model.cp.proto).builder.export_to_mps_string()
            Path(path).write_text(text, encoding="utf-8")
        elif not model.cp.export_to_file(str(path)):
            raise FileError("the model cannot be written", where=str(path))
    except OSError as error:
        raise FileError(f"cannot be written ({error.strerror})", where=str(path)) from None


Sum = tuple[dict[int, int], int]
"""A linear expression: weight of each variable, and a constant."""


class _Linear:
    """A CP-SAT model rewritten as a linear program over the same variables."""

    def __init__(self, proto: Any) -> None:
        self.builder = model_builder.Model()  # type: ignore[no-untyped-call]
        self.range = [(min(v.domain), max(v.domain)) for v in proto.variables]
        self.variables = [
            self.builder.new_int_var(low, high, v.name or f"v{k}")
            for k, (v, (low, high)) in enumerate(zip(proto.variables, self.range, strict=True))
        ]
        for constraint in proto.constraints:
            self._constraint(constraint)
        if proto.objective.vars:
            total = self._expression(list(proto.objective.vars), list(proto.objective.coeffs), 0)
            self.builder.minimize(self._built(total) + proto.objective.offset)

    def _constraint(self, c: Any) -> None:
        given = list(c.enforcement_literal)
        if c.has_linear():
            total = self._expression(list(c.linear.vars), list(c.linear.coeffs), 0)
            if len(c.linear.domain) != 2:
                raise UsageError("the model has a domain with gaps, which no linear program can say")
            self._row(total, int(c.linear.domain[0]), int(c.linear.domain[1]), given)
        elif c.has_bool_or():
            self._row(self._literals([*c.bool_or.literals]), 1, _LARGE, given)
        elif c.has_bool_and():
            for literal in c.bool_and.literals:
                self._row(self._literals([literal]), 1, _LARGE, given)
        elif c.has_at_most_one():
            self._row(self._literals([*c.at_most_one.literals]), 0, 1, given)
        elif c.has_exactly_one():
            self._row(self._literals([*c.exactly_one.literals]), 1, 1, given)
        elif c.has_lin_max():
            self._maximum(c.lin_max)
        else:
            raise UsageError("the model has a constraint that no linear program can say")

    def _maximum(self, maximum: Any) -> None:
        """The target is no less than any term, and no more than a chosen one."""
        target = self._affine(maximum.target)
        chosen = []
        for e in maximum.exprs:
            rest = _minus(target, self._affine(e))
            self._row(rest, 0, _LARGE, [])
            self.range.append((0, 1))
            self.variables.append(self.builder.new_int_var(0, 1, f"v{len(self.variables)}"))
            chosen.append(len(self.variables) - 1)
            self._row(rest, -_LARGE, 0, [chosen[-1]])
        self._row(self._literals(chosen), 1, 1, [])

    def _affine(self, e: Any) -> Sum:
        return self._expression(list(e.vars), list(e.coeffs), int(e.offset))

    def _expression(self, variables: Sequence[int], weights: Sequence[int], constant: int) -> Sum:
        """Negative variables stand for negations, as in the model itself."""
        out: dict[int, int] = {}
        for v, w in zip(variables, weights, strict=True):
            if v < 0:
                v, w, constant = -v - 1, -w, constant + w
            out[v] = out.get(v, 0) + w
        return out, constant

    def _literals(self, literals: Sequence[int]) -> Sum:
        return self._expression(literals, [1] * len(literals), 0)

    def _row(self, total: Sum, low: int, high: int, given: Sequence[int]) -> None:
        """``low <= total <= high`` where all of ``given`` are true."""
        weights, constant = total
        bounds = [sorted(w * b for b in self.range[v]) for v, w in weights.items()]
        least, most = (sum(b[k] for b in bounds) + constant for k in (0, 1))
        off = self._literals([-g - 1 for g in given])
        if low > least:
            self._add(_plus(total, off, low - least), low, None)
        if high < most:
            self._add(_plus(total, off, high - most), None, high)

    def _add(self, total: Sum, low: int | None, high: int | None) -> None:
        expression = self._built(total)
        if low is not None:
            self.builder.add(expression >= low)
        if high is not None:
            self.builder.add(expression <= high)

    def _built(self, total: Sum) -> Any:
        weights, constant = total
        return sum(w * self.variables[v] for v, w in weights.items()) + constant


def _plus(total: Sum, more: Sum, factor: int) -> Sum:
    weights = dict(total[0])
    for v, w in more[0].items():
        weights[v] = weights.get(v, 0) + factor * w
    return weights, total[1] + factor * more[1]


def _minus(one: Sum, other: Sum) -> Sum:
    return _plus(one, other, -1)
