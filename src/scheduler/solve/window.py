"""A problem cut down to a few rounds: if not even that can be met, neither can the whole.

Only what surely concerns these rounds is kept: a row is kept whole where all its facts lie inside;
where some lie outside, its upper bound is kept if nothing outside could lower the total.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from scheduler.facts import Again, Follow, Ids, Nth, Peak, Repeat, Trip
from scheduler.rules import UNBOUNDED, Stated
from scheduler.solve.problem import Problem

__all__ = ["about", "named_entrants", "named_rounds", "window"]

_REQUESTS = ("lock", "unavailable", "side", "not-both-home")
_SEQUENCES = (Nth, Repeat, Follow, Trip, Again, Peak)
Mask = NDArray[np.bool_]


def named_rounds(problem: Problem) -> list[int]:
    """The rounds, from 1, that single requests name (hard counts in row form), the most named first."""
    times: dict[int, int] = {}
    for entry in problem.stated:
        if entry.use.hard:
            for _, rounds in entry.count.labels:
                for r in rounds:
                    times[r] = times.get(r, 0) + 1
    return sorted(times, key=lambda r: (-times[r], r))


def named_entrants(problem: Problem) -> set[int]:
    """The entrants, from 1, whom single requests name: hard counts in row form that list somebody."""
    return {
        e for entry in problem.stated if entry.use.hard and entry.use.id in _REQUESTS
        for subject, _ in entry.count.labels for e in subject
    }


def about(problem: Problem, entrants: set[int]) -> Problem:
    """The problem with only the hard rows about these entrants, or about nobody; tables left out."""
    kept = []
    for entry in problem.stated:
        count = entry.count
        if not entry.use.hard or any(term.family == "at" for term in count.terms):
            continue
        where = np.array([
            not (who := set(count.name(row)[0])) or bool(who & entrants) for row in range(count.rows)
        ])
        if count.where is not None:
            where &= count.where.ravel()
        if where.any():
            kept.append(Stated(entry.use, replace(count, where=where)))
    return problem.replace(stated=tuple(kept), hint=None)


def window(problem: Problem, rounds: Sequence[int]) -> Problem:
    """The problem restricted to matches in these rounds (from 1), tables left out."""
    plays = problem.space["plays"]
    n = problem.timetable.entrants
    h, a, r = (c.ravel() for c in np.meshgrid(
        np.arange(n), np.arange(n), np.array(sorted(rounds)) - 1, indexing="ij"))
    inside = np.zeros(problem.timetable.rounds + 1, dtype=bool)
    inside[np.array(rounds)] = True
    kept = [k for s in problem.stated if s.use.hard and (k := _kept(problem, s, inside)) is not None]
    return problem.replace(
        stated=tuple(kept), open={"plays": np.sort(plays.ids(h, a, r)[h != a])}, known={}, hint=None
    )


def _kept(problem: Problem, entry: Stated, inside: Mask) -> Stated | None:
    """The count with the bounds that a few rounds alone can still break; None if there are none."""
    count = entry.count
    leaks = np.zeros(count.rows, dtype=bool)
    lowered = np.zeros(count.rows, dtype=bool)
    concerned = np.zeros(count.rows, dtype=bool)
    for term in count.terms:
        ids = _ids_with_rounds(problem, term.family)
        if ids is None:
            return None
        facts, when = ids
        out = facts[~inside[when]]
        _, rows, weights = term.incidence(problem.space, out, count.shape)
        leaks[rows] = True
        lowered[rows[weights < 0]] = True
        _, rows, _ = term.incidence(problem.space, facts[inside[when]], count.shape)
        concerned[rows] = True
    least, most = count.bounds(np.arange(count.rows))
    least[leaks] = -UNBOUNDED
    most[lowered | (leaks & ~concerned & (most >= 0))] = UNBOUNDED
    if not ((least > -UNBOUNDED) | (most < UNBOUNDED)).any():
        return None
    return Stated(entry.use, replace(count, least=least, most=most, where=None))


def _ids_with_rounds(problem: Problem, family: str) -> tuple[Ids, Ids] | None:
    """(ids, rounds from 1; 0 for none) of a family whose facts each belong to one round."""
    known = problem.space[family]
    if family == "at" or known.integer:
        return None
    ids = known.all_ids()
    if isinstance(known.define, _SEQUENCES):
        return None  # what a match follows may lie outside
    if "round" in known.axes:
        return ids, known.coords(ids)[known.axes.index("round")] + 1
    if known.axes != ("entrant", "turn") or problem.plays is None or not problem.plays.all():
        return None
    if not family.endswith("-turn"):
        return None
    # Everybody plays in every round, so a turn is a round; turns beyond the last do not occur.
    turn = known.coords(ids)[1] + 1
    real = turn <= problem.timetable.rounds
    return ids[real], turn[real]
