"""A schedule taken apart: its matches keep their rounds, and only home sides or tables are open."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scheduler.event import Schedule
from scheduler.facts import primary_facts
from scheduler.rules import Row, RuleUse, Stated, from_rows
from scheduler.solve.problem import Problem

__all__ = ["about_tables", "freed", "sideless"]


def freed(
    problem: Problem, schedule: Schedule, *, sides: bool, tables: bool, near: Sequence[int] = ()
) -> Problem:
    """The problem in which the matches keep their rounds, and only sides or tables (or both) are open,
    in the rounds of ``near`` if there are any."""
    space = problem.space
    h, a, r = (c.astype(np.int64) - 1 for c in (schedule.home, schedule.away, schedule.round))
    plays, at = space["plays"], space["at"]
    facts = primary_facts(space, schedule)
    open_, known = {}, {}
    kept = [
        Row((x + 1, y + 1), (z + 1,), plays.ids(np.array([x, y]), np.array([y, x]), z), 1, 1)
        for x, y, z in zip(h.tolist(), a.tolist(), r.tolist(), strict=True)
    ]
    loose = np.isin(r + 1, near) if near else np.ones(len(r), dtype=bool)
    if sides:
        open_["plays"] = np.union1d(plays.ids(h, a, r)[loose], plays.ids(a, h, r)[loose])
        known["plays"] = np.sort(plays.ids(h, a, r)[~loose])
    else:
        known["plays"] = facts["plays"]
    if tables:
        every = np.arange(problem.timetable.tables)
        low, high = np.minimum(h, a)[:, None], np.maximum(h, a)[:, None]
        open_["at"] = np.unique(at.ids(low, high, every, r[:, None]))
    else:
        known["at"] = facts["at"]
    promise = np.zeros((problem.timetable.entrants, problem.timetable.rounds), dtype=bool)
    promise[h, r] = promise[a, r] = True
    stated = (*problem.stated, Stated(RuleUse("kept"), from_rows(space, kept)))
    return problem.replace(
        stated=stated, open=open_, known=known, plays=promise, hint=schedule
    )


def sideless(problem: Problem, entry: Stated, schedule: Schedule) -> bool:
    """True when a count takes each match of the schedule alike with its sides reversed."""
    plays = problem.space["plays"]
    h, a, r = (c.astype(np.int64) - 1 for c in (schedule.home, schedule.away, schedule.round))
    return all(
        term.family == "at" or (term.family == "plays" and all(map(np.array_equal, *(
            term.incidence(problem.space, ids, entry.count.shape)
            for ids in (plays.ids(h, a, r), plays.ids(a, h, r))))))
        for term in entry.count.terms
    )


def about_tables(stated: Stated) -> bool:
    """True when a count speaks of tables."""
    return any(term.family == "at" for term in stated.count.terms)
