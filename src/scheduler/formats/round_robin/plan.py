"""Plan and check a round robin: which constructions to try, and which facts are open."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from scheduler.arrange import advised, arrange
from scheduler.errors import UsageError
from scheduler.event import Event, Report, Result, Schedule, Stage
from scheduler.facts import Frame, Space, timetable
from scheduler.formats.round_robin.blocks import plan_joined
from scheduler.formats.round_robin.candidates import METHODS, candidates, theorems
from scheduler.formats.round_robin.frame import frame_of, options_of, rulebook_for
from scheduler.formats.round_robin.second import plan_second
from scheduler.rules import Rulebook
from scheduler.solve.problem import Limits, Problem
from scheduler.verify import verify

__all__ = ["METHODS", "check", "open_everything", "plan"]

def plan(event: Event, stage: Stage, rulebook: Rulebook, limits: Limits) -> Result:
    """A schedule for the stage that obeys the rulebook, verified.

    Raises NoAnswer with the clash, TimeUp, UsageError (options), RulebookError (rules, names).
    """
    options = options_of(stage)
    when = _starts(event, stage)
    if options.get("mode") == "cba":
        result = plan_second(event, stage, rulebook, limits)
    elif options.get("method") == "joined":
        result = plan_joined(event, stage, rulebook, limits)
    else:
        book = rulebook_for(rulebook, event, stage)
        result = advised(
            lambda uses, limits: _plan(event, stage, replace(book, uses=uses), limits),
            book.uses, limits,
        )
    return replace(result, schedule=result.schedule.replace(starts=when)) if when else result


def _starts(event: Event, stage: Stage) -> dict[int, str]:
    """When rounds start, by round; UsageError for a round that the stage has not."""
    starts = options_of(stage).get("starts", {})
    when = {int(k): str(v) for k, v in starts.items()} if isinstance(starts, dict) else {}
    single = options_of(stage).get("mode") == "cba"
    rounds = frame_of(event, replace(stage, legs=1) if single else stage).rounds
    for number in when:
        if not 1 <= number <= rounds:
            raise UsageError(
                f"starts: there is no round {number}, rounds go from 1 to {rounds}",
                maybe="count the rounds of all legs.",
            )
    return when


def _plan(event: Event, stage: Stage, book: Rulebook, limits: Limits) -> Result:
    options = options_of(stage)
    method, mode = str(options.get("method", "auto")), str(options.get("mode", "mirrored"))
    frame = frame_of(event, stage)
    space = timetable(frame)
    stated = book.stated(space, frame)
    problem = Problem(space, frame, stated, {}, plays=_promise(frame, book))
    return arrange(
        problem, candidates(book, frame, method, mode, limits.seed), limits,
        everything=(lambda: open_everything(problem)) if method == "auto" else None,
        bounds=theorems(frame, mode, stated),
    )


def check(
    schedule: Schedule, rulebook: Rulebook, event: Event | None = None, stage: Stage | None = None
) -> Report:
    """The verdict on a schedule under a rulebook."""
    frame = frame_of(event, stage, schedule)
    space = timetable(frame)
    return verify(space, rulebook_for(rulebook, event, stage).stated(space, frame), schedule)


def _promise(frame: Frame, rulebook: Rulebook) -> NDArray[np.bool_] | None:
    """Who surely plays when: everybody in even fields; in odd ones all but k in round k, by rule."""
    once, order = rulebook.find("once-a-round"), rulebook.find("highest-meets-in-order")
    if once is None or not once.hard or frame.rounds != frame.legs * frame.leg_rounds:
        return None
    plays = np.ones((frame.entrants, frame.rounds), dtype=bool)
    if frame.odd:
        if order is None or not order.hard or frame.legs > 1:
            return None
        plays[np.arange(frame.entrants), np.arange(frame.entrants)] = False
    return plays


def open_everything(problem: Problem) -> Problem:
    """The problem with every match, round, side and table open."""
    space: Space = problem.space
    plays, at = space["plays"].all_ids(), space["at"].all_ids()
    h, a, _ = space["plays"].coords(plays)
    i, j, _, _ = space["at"].coords(at)
    return problem.replace(open={"plays": plays[h != a], "at": at[i < j]})
