"""The CP-SAT reading: a schedule that obeys the hard counts and costs least, level by level."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from time import monotonic

import numpy as np
from ortools.sat.python import cp_model

from scheduler.event import Schedule
from scheduler.facts import Ids, primary_facts
from scheduler.solve.compiled import Model, compile_problem
from scheduler.solve.problem import Limits, Outcome, Problem

__all__ = ["hinted", "row_values", "run", "solve", "solver_for", "true_facts"]

_STATUS = {
    int(cp_model.OPTIMAL): "optimal",
    int(cp_model.FEASIBLE): "feasible",
    int(cp_model.INFEASIBLE): "infeasible",
}


def solver_for(
    limits: Limits, seconds: float | None, *, hinted: bool = False
) -> cp_model.CpSolver:
    """A solver with these limits. With a hint, presolve keeps every feasible solution, so that the hint
    survives it; without one it may use all it knows, which finds pigeonholes at once."""
    solver = cp_model.CpSolver()
    parameters = solver.parameters
    parameters.num_workers = limits.workers
    parameters.random_seed = limits.seed % 2**31
    parameters.catch_sigint_signal = False
    parameters.keep_all_feasible_solutions_in_presolve = hinted
    if seconds is not None:
        parameters.max_time_in_seconds = max(0.05, seconds)
    return solver


def run(
    solver: cp_model.CpSolver,
    model: cp_model.CpModel,
    watch: cp_model.CpSolverSolutionCallback | None = None,
) -> tuple[int, bool]:
    """(status, interrupted). Solves in a thread, so that Ctrl-C stops the search and keeps its best."""
    status: list[int] = []
    done = threading.Event()

    def work() -> None:
        try:
            status.append(int(solver.solve(model, watch)))
        finally:
            done.set()

    worker = threading.Thread(target=work)
    worker.start()
    interrupted = False
    # Not join(): Ctrl-C inside it makes Python 3.11 take a running thread for a dead one.
    while not done.is_set():
        try:
            done.wait(0.1)
        except KeyboardInterrupt:
            interrupted = True
            solver.stop_search()
    worker.join()
    return status[0], interrupted


class _Watch(cp_model.CpSolverSolutionCallback):
    """Passes each better solution on to the caller's progress."""

    def __init__(self, limits: Limits, level: int, start: float) -> None:
        super().__init__()
        self._limits, self._level, self._start = limits, level, start

    def on_solution_callback(self) -> None:
        """Called by the solver for each improved solution."""
        # Without a level it may be a part of the problem: whoever verifies the answer tells of it.
        if self._limits.progress and self._level:
            self._limits.progress(
                self._level, round(self.objective_value), round(self.best_objective_bound),
                monotonic() - self._start,
            )


def solve(problem: Problem, limits: Limits, *, keep_all: bool = False) -> Outcome:
    """The best schedule, truly lexicographic: each level is minimised with the ones before held.

    With ``keep_all`` presolve keeps every schedule also where there is no hint: breaks and travel of
    leagues are then proven many times faster, while what counting alone proves takes longer.

    ``infeasible`` is a proof. A time limit or Ctrl-C gives the best found, with honest bounds.
    """
    start = monotonic()
    model = compile_problem(problem)
    if problem.hint is not None:
        hinted(model, _facts_of(problem, problem.hint))
    facts: dict[str, Ids] = {}
    bounds: dict[int, int] = {}
    status, interrupted = "optimal", False
    levels: list[int | None] = [*sorted(model.objectives)] or [None]
    for level in levels:
        left = None if limits.seconds is None else limits.seconds - (monotonic() - start)
        if facts and (interrupted or status != "optimal" or (left is not None and left <= 0)):
            status = "feasible"
            bounds[level or 0] = 0
            continue
        solver = solver_for(limits, left, hinted=keep_all or bool(facts) or problem.hint is not None)
        if level is not None:
            model.cp.minimize(sum(model.objectives[level]))
        code, interrupted = run(solver, model.cp, _Watch(limits, level or 0, start))
        status = _STATUS.get(code, "unknown")
        if status in ("infeasible", "unknown"):
            return Outcome(status, {}, {}, interrupted, monotonic() - start)
        facts = true_facts(model, solver)
        if level is not None:
            bounds[level] = round(solver.best_objective_bound)
            model.cp.add(sum(model.objectives[level]) <= round(solver.objective_value))
            model.cp.clear_objective()  # type: ignore[no-untyped-call]
            hinted(model, facts)
    return Outcome(status, facts, bounds, interrupted, monotonic() - start)


def _facts_of(problem: Problem, given: Schedule | Mapping[str, Ids]) -> Mapping[str, Ids]:
    return primary_facts(problem.space, given) if isinstance(given, Schedule) else given


def true_facts(model: Model, solver: cp_model.CpSolver) -> dict[str, Ids]:
    """The primary facts, by family, that hold in the solver's answer."""
    out = {}
    for name in model.literals.problem.space.primary:
        possible = model.literals.of(name)
        true = [i for i, x in possible.pairs() if isinstance(x, int) or solver.boolean_value(x)]
        out[name] = np.array(true, dtype=np.int64)
    return out


def hinted(model: Model, facts: Mapping[str, Ids]) -> None:
    """Hint every primary literal; the solver completes the derived ones by propagation."""
    model.cp.clear_hints()  # type: ignore[no-untyped-call]
    for name in model.literals.problem.space.primary:
        true = set(facts.get(name, np.empty(0, dtype=np.int64)).tolist())
        for i, literal in model.literals.of(name).pairs():
            if not isinstance(literal, int):
                model.cp.add_hint(literal, i in true)


def row_values(
    problem: Problem, schedule: Schedule | Mapping[str, Ids], limits: Limits
) -> tuple[dict[tuple[int, int], int], dict[int, int]]:
    """How this reading counts a given schedule: ({(stated index, row): value}, {level: price}).

    For the tests that hold the readings against each other; hard rows are not enforced.
    """
    true = {n: set(i.tolist()) for n, i in _facts_of(problem, schedule).items()}
    every = {n: problem.space[n].all_ids() for n in problem.space.primary}
    relaxed = problem.replace(open=every, known={}, plays=None)
    model = compile_problem(relaxed, enforce=False)
    for name in problem.space.primary:
        for i, literal in model.literals.of(name).pairs():
            if not isinstance(literal, int):
                model.cp.add(literal == (i in true[name]))
    model.cp.minimize(sum(x for level in model.objectives.values() for x in level))
    solver = solver_for(limits, limits.seconds)
    code, _ = run(solver, model.cp)
    if code != cp_model.OPTIMAL:
        raise RuntimeError(f"fixed facts must leave one answer, not status {code}")
    values = {(r.index, r.row): solver.value(r.total) for r in model.rows}
    prices = {k: solver.value(sum(x)) for k, x in model.objectives.items()}
    return values, prices
