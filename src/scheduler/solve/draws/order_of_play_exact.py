"""The order of play of a few matches by CP-SAT: the earliest end, or a better bound."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from ortools.sat.python import cp_model

from scheduler.solve.cpsat import run, solver_for
from scheduler.solve.problem import Limits

__all__ = ["Exact", "exact"]

# The solver tells its bound on an integer as a float.
_SLACK = 1e-6


@dataclass(frozen=True, slots=True)
class Exact:
    """``starts`` by match, None where none were found; no order ends before ``bound``."""

    starts: list[int] | None
    bound: int


def exact(
    before: Sequence[Sequence[int]],
    lengths: Sequence[int],
    rest: int,
    tables: int,
    sessions: Sequence[tuple[int, int]],
    hint: Sequence[int] | None,
    bound: int,
    seconds: float,
) -> Exact:
    """Starts that end as early as can be within ``seconds``. ``before[i]``: what match i waits for.

    ``hint``: starts already found, which also limit the search; ``bound``: a lower bound known.
    """
    latest = _latest(lengths, rest, sessions, hint)
    model = cp_model.CpModel()
    starts = []
    for i, length in enumerate(lengths):
        room = [[a, min(b, latest) - length] for a, b in sessions if a + length <= min(b, latest)]
        domain = cp_model.Domain.from_intervals(room)
        starts.append(model.new_int_var_from_domain(domain, f"start {i}"))
        for b in before[i]:
            model.add(starts[i] >= starts[b] + lengths[b] + rest)
    finish = model.new_int_var(min(bound, latest), latest, "finish")
    for start, length in zip(starts, lengths, strict=True):
        model.add(finish >= start + length)
    pairs = enumerate(zip(starts, lengths, strict=True))
    intervals = [model.new_fixed_size_interval_var(s, d, f"match {i}") for i, (s, d) in pairs]
    model.add_cumulative(intervals, [1] * len(intervals), tables)
    model.minimize(finish)
    for start, known in zip(starts, hint or (), strict=False):
        model.add_hint(start, known)
    solver = solver_for(Limits(seconds), seconds)
    status, _ = run(solver, model)
    if status in (int(cp_model.OPTIMAL), int(cp_model.FEASIBLE)):
        found = [int(solver.value(s)) for s in starts]
        return Exact(found, max(bound, ceil(solver.best_objective_bound - _SLACK)))
    return Exact(None, bound)


def _latest(
    lengths: Sequence[int], rest: int, sessions: Sequence[tuple[int, int]],
    hint: Sequence[int] | None,
) -> int:
    """A minute by which the best order is over."""
    if hint is not None:
        return max(s + d for s, d in zip(hint, lengths, strict=True))
    # In one session everything one after the other, each with its rest, is late enough.
    row = sessions[0][0] + sum(lengths) + rest * len(lengths)
    return min(sessions[-1][1], row) if len(sessions) == 1 else sessions[-1][1]
