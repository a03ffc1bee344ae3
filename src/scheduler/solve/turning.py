"""Sides, where it is known who meets whom when: a few thousand truth values, few of which must change.

The same counts as :mod:`scheduler.solve.cpsat`, solved for this shape of question. Where few matches turn,
sets of wishes that cannot all be met prove it at once (core-guided search); where many do, the linear
relaxation, which for home and away alone is exact. The first is given a fixed amount of work, so that which
of the two answers does not hang on how busy the machine is.
"""

from __future__ import annotations

from collections.abc import Mapping
from time import monotonic

from ortools.sat.python import cp_model

from scheduler.facts import Ids
from scheduler.solve.compiled import Model, compile_problem
from scheduler.solve.cpsat import hinted, run, true_facts
from scheduler.solve.problem import Limits, Outcome, Problem

__all__ = ["turned"]

_CORE_WORK = 0.25
"""So much work, in the solver's own measure, is given to the first way."""


def turned(problem: Problem, limits: Limits) -> Outcome:
    """The sides of least price, level by level, as :func:`scheduler.solve.cpsat.solve` gives them, for a
    problem with hinted facts and a promise of who plays when. A bound is 0 where a level before is not at
    its optimum."""
    assert isinstance(problem.hint, Mapping)
    start = monotonic()
    model = compile_problem(problem)
    hinted(model, problem.hint)
    facts: dict[str, Ids] = {}
    bounds: dict[int, int] = {}
    proven = True
    for level in sorted(model.objectives) or [0]:
        bounds[level] = 0
        if level:
            model.cp.minimize(sum(model.objectives[level]))
        code, solver = _solved(model, limits, start)
        if code not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            if facts:
                proven = False
                continue
            return Outcome("infeasible" if code == cp_model.INFEASIBLE else "unknown")
        facts = true_facts(model, solver)
        hinted(model, facts)
        if level:
            bounds[level] = round(solver.best_objective_bound) if proven else 0
            model.cp.add(sum(model.objectives[level]) <= round(solver.objective_value))
        proven &= code == cp_model.OPTIMAL
    return Outcome("optimal" if proven else "feasible", facts, bounds, False, monotonic() - start)


def _solved(model: Model, limits: Limits, start: float) -> tuple[int, cp_model.CpSolver]:
    """The first way for its share of work, else the other for the time that is left."""
    core = _solver(limits, start)
    core.parameters.optimize_with_core = True
    core.parameters.linearization_level = 0
    core.parameters.cp_model_probing_level = 0
    core.parameters.max_deterministic_time = _CORE_WORK
    code, _ = run(core, model.cp)
    if code in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        return code, core
    other = _solver(limits, start)
    other.parameters.linearization_level = 2
    last, _ = run(other, model.cp)
    if last == cp_model.UNKNOWN and code == cp_model.FEASIBLE:
        return code, core
    return last, other


def _solver(limits: Limits, start: float) -> cp_model.CpSolver:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = limits.workers
    solver.parameters.random_seed = limits.seed % 2**31
    solver.parameters.catch_sigint_signal = False
    solver.parameters.keep_all_feasible_solutions_in_presolve = True
    if limits.seconds is not None:
        solver.parameters.max_time_in_seconds = max(0.05, limits.seconds - (monotonic() - start))
    return solver
