"""The peer: the association's rules put straight to CP-SAT, as a good modeller would at first.

One Boolean for each match that could be, ``x[i, j, r]``: i is home to j in round r. It shares no
code with the program. Its times are those of building and solving, without imports.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from time import perf_counter
from typing import Any

from ortools.sat.python import cp_model

__all__ = ["Answer", "solve_plain"]

Variables = dict[tuple[int, ...], cp_model.IntVar]


@dataclass(frozen=True)
class Answer:
    """``status`` as CP-SAT names it, ``seconds``, and the schedule in the shape of ``--json``."""

    status: str
    seconds: float
    schedule: dict[str, Any] | None


def solve_plain(
    n: int, *, limit: float = 120.0, workers: int = 0, seed: int = 0, tables: bool = False
) -> Answer:
    """A round robin of an even number of entrants: every pair once, once a round, balanced, never
    three running, the highest number in order; with ``tables`` also everybody at every table twice,
    the highest number at the last one, and 1-2, 3-4 ... in the last round.

    ``workers`` 0 takes every core, as CP-SAT does by itself. Raises ValueError for odd ``n``.
    """
    if n % 2 or n < 4:
        raise ValueError(f"the peer's model is of an even field from 4, not of {n}")
    start = perf_counter()
    model = cp_model.CpModel()
    x = _matches(model, n)
    _sides(model, n, x)
    y = _tables(model, n, x) if tables else {}
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = limit
    solver.parameters.random_seed = seed
    solver.parameters.num_workers = workers
    code = solver.solve(model)
    seconds = perf_counter() - start
    found = code in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    return Answer(solver.status_name(code), seconds, _schedule(n, solver, x, y) if found else None)


def _matches(model: cp_model.CpModel, n: int) -> Variables:
    """Who plays whom in which round: every pair once, everybody once a round, the top in order."""
    numbers, rounds = range(1, n + 1), range(1, n)
    x: Variables = {
        (i, j, r): model.new_bool_var(f"x{i}-{j}-{r}")
        for i in numbers for j in numbers if i != j for r in rounds
    }
    for i, j in combinations(numbers, 2):
        model.add_exactly_one(x[(*pair, r)] for pair in ((i, j), (j, i)) for r in rounds)
    for i in numbers:
        for r in rounds:
            model.add_exactly_one(x[p] for j in numbers if j != i for p in ((i, j, r), (j, i, r)))
    for r in rounds:
        model.add_exactly_one(x[n, r, r], x[r, n, r])
    return x


def _sides(model: cp_model.CpModel, n: int, x: Variables) -> None:
    """Home and away differ by one, and of any three rounds running one or two are at home.

    With a variable for "i is home in round r" and clauses over three of them CP-SAT is 10 to 40
    times faster than with the same sums of ``x`` written out: the peer is to be a strong one.
    """
    for i in range(1, n + 1):
        home = [model.new_bool_var(f"h{i}-{r}") for r in range(1, n)]
        for r, is_home in enumerate(home, start=1):
            model.add(sum(x[i, j, r] for j in range(1, n + 1) if j != i) == is_home)
        model.add_linear_constraint(sum(home), n // 2 - 1, n // 2)
        for r in range(n - 3):
            model.add_bool_or(home[r : r + 3])
            model.add_bool_or([h.negated() for h in home[r : r + 3]])


def _tables(model: cp_model.CpModel, n: int, x: Variables) -> Variables:
    """``y[i, j, r, t]``: i and j meet in round r at table t; all tables but the last, twice each."""
    numbers, rounds, tables = range(1, n), range(1, n), range(1, n // 2)
    y: Variables = {
        (i, j, r, t): model.new_bool_var(f"y{i}-{j}-{r}-{t}")
        for i, j in combinations(numbers, 2) for r in rounds for t in tables
    }
    for i, j in combinations(numbers, 2):
        for r in rounds:
            model.add(sum(y[i, j, r, t] for t in tables) == x[i, j, r] + x[j, i, r])
    for t in tables:
        for r in rounds:
            model.add_exactly_one(y[i, j, r, t] for i, j in combinations(numbers, 2))
        for k in numbers:
            model.add(sum(y[(*pair, r, t)] for pair in combinations(numbers, 2) if k in pair
                          for r in rounds) == 2)
    for k in range(1, n, 2):
        model.add_exactly_one(x[k, k + 1, n - 1], x[k + 1, k, n - 1])
    return y


def _schedule(n: int, solver: cp_model.CpSolver, x: Variables, y: Variables) -> dict[str, Any]:
    seat = {key[:3]: key[3] for key, var in y.items() if solver.boolean_value(var)}
    rounds: list[dict[str, Any]] = [{"number": r, "matches": []} for r in range(1, n)]
    for (i, j, r), var in x.items():
        if solver.boolean_value(var):
            table = n // 2 if n in (i, j) else seat.get((min(i, j), max(i, j), r), 0)
            rounds[r - 1]["matches"].append({"home": i, "away": j, "table": table})
    return {"rounds": rounds}
