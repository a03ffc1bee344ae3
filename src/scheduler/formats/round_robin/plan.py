"""Plan and check a round robin: which constructions to try, and which facts are open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from scheduler.arrange import Candidate, arrange
from scheduler.errors import UsageError, did_you_mean
from scheduler.event import Event, Report, Result, Schedule, Stage
from scheduler.facts import Frame, Space, timetable
from scheduler.formats.round_robin.frame import frame_of, options_of, rulebook_for
from scheduler.formats.round_robin.requests import requested_candidates, sided
from scheduler.formats.round_robin.second import plan_second
from scheduler.rules import Rulebook, Stated
from scheduler.solve.constructions import (
    berger,
    canonical,
    carry_over_balanced,
    cba,
    double,
    english,
    french,
    inverted,
    mirrored,
    phased,
    rotation,
)
from scheduler.solve.problem import Limits, Problem
from scheduler.verify import verify

__all__ = ["METHODS", "check", "open_everything", "plan"]

METHODS: dict[str, Callable[[int], Schedule]] = {
    "cba": cba,
    "canonical": canonical,
    "rotation": rotation,
    "berger": berger,
    "carry-over": carry_over_balanced,
}
_LEGS: dict[str, Callable[[Schedule, int], Schedule]] = {
    "mirrored": mirrored,
    "inverted": inverted,
    "english": english,
    "french": french,
    "phased": phased,
}


def plan(event: Event, stage: Stage, rulebook: Rulebook, limits: Limits) -> Result:
    """A schedule for the stage that obeys the rulebook, verified.

    Raises NoAnswer with the clash, TimeUp, UsageError (options), RulebookError (rules, names).
    """
    options = options_of(stage)
    if options.get("mode") == "cba":
        return plan_second(event, stage, rulebook, limits)
    frame = frame_of(event, stage)
    space = timetable(frame)
    book = rulebook_for(rulebook, event, stage)
    stated = book.stated(space, frame)
    problem = Problem(space, frame, stated, {}, plays=_promise(frame, rulebook))
    named = options.get("method", "auto")
    candidates = _candidates(frame, options)
    if named == "auto":
        candidates += _turned(candidates, book, frame)
        candidates += requested_candidates(book, frame, limits.seed)
    result = arrange(
        problem, candidates, limits,
        everything=(lambda: open_everything(problem)) if named == "auto" else None,
        bounds=_theorems(frame, str(options.get("mode", "mirrored")), problem.stated),
    )
    starts = options.get("starts", {})
    if not isinstance(starts, dict) or not starts:
        return result
    when = {int(k): str(v) for k, v in starts.items()}
    return replace(result, schedule=result.schedule.replace(starts=when))


def check(
    schedule: Schedule, rulebook: Rulebook, event: Event | None = None, stage: Stage | None = None
) -> Report:
    """The verdict on a schedule under a rulebook."""
    frame = frame_of(event, stage, schedule)
    space = timetable(frame)
    return verify(space, rulebook_for(rulebook, event, stage).stated(space, frame), schedule)


def _candidates(frame: Frame, options: dict[str, object]) -> list[Candidate]:
    """The constructions to try, in order; a named method alone where the stage names one."""
    method, mode = str(options.get("method", "auto")), str(options.get("mode", "mirrored"))
    if method not in ("auto", *METHODS):
        raise UsageError(
            f'there is no method "{method}"', maybe=did_you_mean(method, ["auto", *METHODS])
        )
    n, legs = frame.entrants, frame.legs
    made = []
    for name, make in METHODS.items():
        if name == "carry-over" and (n < 4 or n & (n - 1)):
            if method == name:
                raise UsageError(f"carry-over balance is known for 4, 8, 16 ... entrants, not for {n}")
            continue
        if method in ("auto", name):
            made.append(Candidate(f"construction {name}", partial(_legs, make, n, mode, legs)))
    if legs > 1 and method == "auto":
        # English and inverted legs are round robins of their own too, with fewer breaks.
        modes = ("english", "inverted", mode) if mode == "phased" else (mode,)
        made[:0] = [Candidate(f"construction {m}", partial(double, n, m, legs)) for m in modes]
    return made


def _theorems(frame: Frame, mode: str, stated: Sequence[Stated]) -> dict[int, int]:
    """Lower bounds that need no search. Two mirrored legs (de Werra 1981): in even fields all but two
    entrants have a break in the first leg, hence three in all; in odd ones everybody has one."""
    breaks = [s for s in stated if s.use.id == "breaks-total" and not s.use.hard]
    if frame.legs != 2 or mode != "mirrored" or len(breaks) != 1 or frame.entrants < 3:
        return {}
    n, use, count = frame.entrants, breaks[0].use, breaks[0].count
    if any(s.use.level == use.level and s.use is not use for s in stated):
        return {}
    free = int(count.bounds(np.array([0]))[1][0])
    least = max(0, (n if frame.odd else 3 * (n - 2)) - free)
    return {use.level: least} if use.price == (1,) else {}


def _turned(made: Sequence[Candidate], book: Rulebook, frame: Frame) -> list[Candidate]:
    """The single-leg constructions with their sides turned towards those asked for."""
    if frame.legs > 1 or not any(u.id in ("lock", "side") for u in book.uses):
        return []
    return [
        Candidate(f"{c.name}, sides turned", lambda c=c: sided(c.make(), book, frame))  # type: ignore[misc]
        for c in made
    ]


def _legs(make: Callable[[int], Schedule], n: int, mode: str, legs: int) -> Schedule:
    first = make(n)
    return first if legs == 1 else _LEGS[mode](first, legs)


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
