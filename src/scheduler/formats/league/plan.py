"""Plan a league: every wish compiled for CP-SAT, answers judged; the model for other solvers."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from time import monotonic

import numpy as np

from scheduler.errors import FileError, Interrupted, TimeUp, UsageError
from scheduler.event import Result, Schedule
from scheduler.event.league import Game, LeagueInstance
from scheduler.facts import Frame
from scheduler.formats.league.judge import games_of, judge
from scheduler.formats.league.wishes import Wishes, wishes_of
from scheduler.rules.robinx import Asked
from scheduler.rules.robinx_basic import meetings_due, structure
from scheduler.solve.problem import Limits, Outcome, Problem, schedule_of

__all__ = ["export_model", "plan", "problem_of", "schedule_of_games", "solution_of_model"]

_MOST_OPEN = 1_000_000
"""Games in slots, or ways from game to game, beyond which a model is not built: it would not fit the
memory."""


def problem_of(wishes: Wishes, *, promise: bool = True) -> tuple[Problem, tuple[Asked, ...]]:
    """(problem with every game open in every slot, whose its counts are, in their order).

    With ``promise`` it says where a team must play in every slot; without, each demand stands for
    itself, as an explanation needs it. Wishes that cost nothing are left out. Raises UsageError where
    there are more than 1,000,000 facts to decide, or ways from game to game to count.
    """
    view = wishes.view
    fixed, free = meetings_due(view)
    h, a = np.nonzero(fixed + free + free.T)
    _check_size(wishes, len(h) * view.slots)
    used = _slots_used(wishes)
    needed = _all_needed(wishes)
    due = promise and needed and (view.games_each == len(used)).all()
    plays = None
    if due:
        plays = np.zeros((view.teams, view.slots), dtype=bool)
        plays[:, used] = True
    asked = (*structure(view, plays, needed=needed), *(x for x in wishes.asked if any(x.stated.use.price)))
    frame = Frame(
        view.teams, view.slots, 1, max(1, view.most_meetings),
        names=tuple(t.name for t in view.instance.teams),
    )
    everything = view.space["plays"].ids(h[:, None], a[:, None], np.array(used)).ravel()
    return Problem(
        view.space, frame, tuple(x.stated for x in asked), {"plays": np.sort(everything)}, plays=plays
    ), asked


def _check_size(wishes: Wishes, games: int) -> None:
    view = wishes.view
    families = {t.family for x in wishes.asked for t in x.stated.count.terms}
    ways = view.teams**3 * view.slots if families & {"journey", "carry-on"} else 0
    for size, what in ((games, "games in slots"), (ways, "ways from game to game")):
        if size > _MOST_OPEN:
            raise UsageError(
                f"{size} {what} are too many to plan at once: at most {_MOST_OPEN}",
                maybe="plan one league, or one part of the season, at a time.",
            )


def _slots_used(wishes: Wishes) -> list[int]:
    """All slots, but those for which an instance about the cost of games gives none: nobody knows
    what a game costs there, and the archive has instances with as many such slots again."""
    instance = wishes.view.instance
    priced = {instance.slot_index[s] for _, _, s in instance.costs}
    return sorted(priced) if instance.objective == "CR" and priced else list(range(wishes.view.slots))


def _all_needed(wishes: Wishes) -> bool:
    return all(c.hard and c.penalty for x in wishes.asked for c in x.constraints if c.tag == "BA1")


def plan(
    instance: LeagueInstance, limits: Limits, *, hint: Schedule | Sequence[Game] | None = None
) -> Result:
    """A schedule that meets every hard wish, as cheap as is found within the limits; judged.

    Number k of the schedule is the k-th team, round r the r-th slot. ``result.bound`` is the proven lower
    bound of the objective, ``result.extra["judgement"]`` the verdict. ``hint`` is where to start from.
    Raises NoAnswer with a clash of the hard wishes, TimeUp, Interrupted or UsageError.
    """
    from scheduler.solve.cpsat import solve

    start = monotonic()
    wishes = wishes_of(instance)
    problem, _ = problem_of(wishes)
    if hint is not None:
        games = hint if isinstance(hint, Schedule) else schedule_of_games(instance, hint)
        problem = problem.replace(hint=games)
    # Measured: breaks and ways are proven many times faster so, costs and hard wishes otherwise.
    outcome = solve(problem, limits, keep_all=instance.objective in ("BM", "TR", "CO"))
    if outcome.status == "infeasible":
        from scheduler.formats.league.explain import clash_of

        raise clash_of(wishes, *problem_of(wishes, promise=False), _left(limits, start))
    if not outcome.facts:
        _nothing(outcome)
    schedule = schedule_of(problem, outcome.facts)
    verdict = judge(instance, schedule, wishes)
    base = sum(x.base for x in wishes.asked)
    bound = outcome.bounds.get(1, 0) + base if outcome.status != "optimal" else verdict.objective
    return Result(
        "interrupted" if outcome.interrupted else outcome.status, schedule, verdict.report, "CP-SAT",
        (bound,), monotonic() - start, limits.seed, extra={"judgement": verdict},
    )


def _left(limits: Limits, start: float) -> Limits:
    """What is left of the limits, though never less than a few seconds to explain oneself."""
    if limits.seconds is None:
        return limits
    return replace(limits, seconds=max(10.0, limits.seconds - (monotonic() - start)))


def _nothing(outcome: Outcome) -> None:
    if outcome.interrupted:
        raise Interrupted("stopped before any schedule met the hard constraints")
    raise TimeUp(
        "no schedule that meets the hard constraints was found in time, and none was shown impossible",
        maybe="allow more time (--time-limit), or make one of the constraints soft.",
    )


def schedule_of_games(instance: LeagueInstance, games: Sequence[Game]) -> Schedule:
    """Games as a schedule: number k is the k-th team, round r the r-th slot.

    Raises FileError for a team or slot that the instance does not have.
    """
    teams, slots = instance.team_index, instance.slot_index
    listed = games_of(instance, games)
    return Schedule.from_columns(
        len(teams), len(slots), [slots[g.slot] + 1 for g in listed],
        [teams[g.home] + 1 for g in listed], [teams[g.away] + 1 for g in listed],
    )


def export_model(instance: LeagueInstance, path: str | os.PathLike[str]) -> tuple[str, ...]:
    """Write the instance as a model for another solver; the names of its first variables are games.

    ``path`` ends in ``.pb`` (CP-SAT, binary), ``.pbtxt`` or ``.txt`` (the same as text) or ``.mps``
    (linear, for any MIP solver). Returns what the reader should know. Raises UsageError for another
    ending and FileError where nothing can be written.
    """
    from scheduler.solve.export import write_model

    problem, _ = problem_of(wishes_of(instance))
    return write_model(problem, path)


def solution_of_model(
    instance: LeagueInstance, values: Sequence[str], where: str = "answer"
) -> tuple[Game, ...]:
    """Games from the names of the variables that another solver made 1 (``plays_<home>_<away>_<slot>``,
    ids of teams and slots), one a line, whatever follows on it; further variables are passed over.

    Raises FileError for a name that is no game of the instance.
    """
    games = []
    for number, line in enumerate(values, start=1):
        name, *rest = line.split() or [""]
        if not name.startswith("plays_") or (rest and not _is_one(rest[-1])):
            continue
        parts = name.split("_")[1:]
        if len(parts) != 3 or not all(p.isdecimal() for p in parts):
            raise FileError(f'"{name[:40]}" is not a game', where=f"{where}:{number}")
        home, away, slot = map(int, parts)
        if max(home, away) >= len(instance.teams) or slot >= len(instance.slots):
            raise FileError(f'"{name[:40]}" is not a game of the instance', where=f"{where}:{number}")
        games.append(Game(
            instance.teams[home].id, instance.teams[away].id, instance.slots[slot].id, number
        ))
    return tuple(games)


def _is_one(text: str) -> bool:
    """True for a value that a solver writes for 1, rounding errors of MIP solvers included."""
    try:
        return abs(float(text) - 1) < 0.5
    except ValueError:
        return False

