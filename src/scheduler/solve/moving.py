"""Who meets whom when, in what is left of a table: the fewest published matches leave their rounds.

Sides and rules are not asked here, so what is proven to be the fewest holds whatever they ask. Two remarks
make the proof quick. Whoever has as many matches left as rounds plays in each of them: equations, whose
relaxation is strong. And a round in which only such entrants play loses two matches or none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic

from ortools.sat.python import cp_model

from scheduler.errors import TimeUp
from scheduler.solve.cpsat import run
from scheduler.solve.problem import Limits

__all__ = ["Moved", "fewest_moves"]

Pair = tuple[int, int]


@dataclass(frozen=True)
class Moved:
    """``rounds`` of each pair; ``moves`` published matches leave their round, no fewer than ``bound`` can;
    ``unplayed`` matches have no round, no fewer than ``fewest`` can (given that, ``bound`` holds)."""

    rounds: Mapping[Pair, tuple[int, ...]]
    moves: int
    bound: int
    unplayed: int = 0
    fewest: int = 0


@dataclass
class _Model:
    cp: cp_model.CpModel
    at: dict[tuple[Pair, int], cp_model.IntVar] = field(default_factory=dict)
    stays: dict[int, list[cp_model.IntVar]] = field(default_factory=dict)

    @property
    def stay(self) -> list[cp_model.IntVar]:
        return [x for round in self.stays.values() for x in round]


def fewest_moves(
    due: Mapping[Pair, int], may: Mapping[Pair, Sequence[int]], published: Mapping[Pair, Sequence[int]],
    limits: Limits, *, room: Mapping[int, int] | None = None, short: bool = False,
) -> Moved | None:
    """Rounds for matches: each pair of ``due`` meets so often, in rounds that it ``may``, nobody twice in a
    round. ``published`` are the rounds that it has; ``room`` limits the matches of a round; with ``short``
    matches may go unplayed, as few as can be. None where there is proven to be no way; TimeUp where the
    time ran out before any was found."""
    start = monotonic()
    model = _model(due, may, published, room, short)
    unplayed, fewest = 0, 0
    total = sum(due.values())
    if short:
        model.cp.maximize(sum(model.at.values()))
        solver = _solver(limits, start)
        code, _ = run(solver, model.cp)
        if code not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return _nothing(code)
        unplayed = total - round(solver.objective_value)
        fewest = max(0, total - int(solver.best_objective_bound + 1e-6))
        model.cp.add(sum(model.at.values()) >= total - unplayed)
        model.cp.clear_hints()  # type: ignore[no-untyped-call]
        for x in model.at.values():
            model.cp.add_hint(x, solver.boolean_value(x))
    many = sum(len(p) for p in published.values())
    model.cp.maximize(sum(model.stay))
    solver = _solver(limits, start)
    code, _ = run(solver, model.cp)
    if code not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return _nothing(code)
    rounds: dict[Pair, tuple[int, ...]] = dict.fromkeys(due, ())
    for (pair, r), x in model.at.items():
        if solver.boolean_value(x):
            rounds[pair] = (*rounds[pair], r)
    moves = many - sum(r in rounds.get(pair, ()) for pair, mine in published.items() for r in mine)
    bound = max(0, many - int(solver.best_objective_bound + 1e-6))
    return Moved(rounds, moves, bound, unplayed, fewest)


def _nothing(code: int) -> Moved | None:
    if code == cp_model.INFEASIBLE:
        return None
    raise TimeUp("no rounds for what is left of the table were found in time, and none shown impossible",
                 maybe="allow more time.")


def _solver(limits: Limits, start: float) -> cp_model.CpSolver:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = limits.workers
    solver.parameters.random_seed = limits.seed % 2**31
    solver.parameters.catch_sigint_signal = False
    solver.parameters.linearization_level = 2
    if limits.seconds is not None:
        solver.parameters.max_time_in_seconds = max(0.1, limits.seconds - (monotonic() - start))
    return solver


def _model(
    due: Mapping[Pair, int], may: Mapping[Pair, Sequence[int]], published: Mapping[Pair, Sequence[int]],
    room: Mapping[int, int] | None, short: bool,
) -> _Model:
    model = _Model(cp_model.CpModel())
    busy: dict[tuple[int, int], list[cp_model.IntVar]] = {}
    held: dict[int, list[cp_model.IntVar]] = {}
    for pair, k in due.items():
        mine = []
        for r in may[pair]:
            x = model.cp.new_bool_var("")
            model.at[pair, r] = x
            mine.append(x)
            held.setdefault(r, []).append(x)
            for e in pair:
                busy.setdefault((e, r), []).append(x)
            stays = r in published.get(pair, ())
            model.cp.add_hint(x, stays)
            if stays:
                model.stays.setdefault(r, []).append(x)
        model.cp.add(sum(mine) <= k if short else sum(mine) == k)
    tight = set() if short else _tight(due, busy)
    for (e, _), some in busy.items():
        if e in tight:
            model.cp.add_exactly_one(some)
        else:
            model.cp.add_at_most_one(some)
    for r, most in (room or {}).items():
        model.cp.add(sum(held.get(r, [])) <= most)
    _whole_rounds(model, busy, tight)
    return model


def _tight(due: Mapping[Pair, int], busy: Mapping[tuple[int, int], object]) -> set[int]:
    """Those who have as many matches as rounds in which they can play."""
    need: dict[int, int] = {}
    for pair, k in due.items():
        for e in pair:
            need[e] = need.get(e, 0) + k
    rounds: dict[int, int] = {}
    for e, _ in busy:
        rounds[e] = rounds.get(e, 0) + 1
    return {e for e, k in need.items() if k == rounds.get(e, 0)}


def _whole_rounds(
    model: _Model, busy: Mapping[tuple[int, int], Sequence[object]], tight: set[int]
) -> None:
    """A round changes or not; one whose published matches hold all who must play loses two or none."""
    there: dict[int, set[int]] = {}
    for e, r in busy:
        there.setdefault(r, set()).add(e)
    for r, who in there.items():
        stays = model.stays.get(r, [])
        changes = model.cp.new_bool_var("")
        mine = {x.index for x in stays}
        for (_, when), x in model.at.items():
            if when == r and x.index not in mine:
                model.cp.add_implication(x, changes)
        for x in stays:
            model.cp.add_implication(changes.negated(), x)
        if who <= tight and 2 * len(stays) == len(who):
            model.cp.add(len(stays) - sum(stays) >= 2 * changes)
