"""Small fields by the general solver over the kernel: any rules, proven optimal, or the clash named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from scheduler.event import BYE
from scheduler.facts import DrawFrame, Ids, Link, Space, draw_space
from scheduler.facts.connectives import Any as AnyOf
from scheduler.rules import Rulebook
from scheduler.solve.problem import Limits, Problem

__all__ = ["MOST_LINES", "Answer", "problem_of", "solve_small"]

MOST_LINES = 32
"""Beyond this the solver loses itself among entrants that could change places."""


@dataclass(frozen=True)
class Answer:
    """``status`` as the solver has it; ``lines`` empty where it found none; bounds per level."""

    status: str
    lines: tuple[int, ...] = ()
    bounds: Mapping[int, int] | None = None


def solve_small(
    frame: DrawFrame, rulebook: Rulebook, fixed: Mapping[int, int], limits: Limits
) -> Answer:
    """The best draw with ``fixed`` lines (from 1) under a rulebook, level by level.

    A status ``infeasible`` is a proof that the hard rules cannot hold with these lines fixed.
    """
    from scheduler.solve.cpsat import solve

    problem = problem_of(frame, rulebook, fixed)
    outcome = solve(problem, limits)
    if not outcome.facts:
        return Answer(outcome.status)
    lines = [BYE] * frame.size
    e, i = problem.space["plays"].coords(outcome.facts["plays"])
    for who, line in zip(e.tolist(), i.tolist(), strict=True):
        lines[line] = who + 1
    return Answer(outcome.status, tuple(lines), outcome.bounds)


def problem_of(frame: DrawFrame, rulebook: Rulebook, fixed: Mapping[int, int]) -> Problem:
    """The problem of placing everybody who is not ``fixed`` on the lines that are not.

    All byes must be fixed: they are drawn before the entrants are.
    """
    space = _decided(frame)
    placed = {line: who for line, who in fixed.items() if who != BYE}
    byes = np.array(sorted(line - 1 for line, who in fixed.items() if who == BYE), dtype=np.int64)
    lines = np.array([i for i in range(frame.size) if i + 1 not in fixed], dtype=np.int64)
    held = set(placed.values())
    free = np.array([e for e in range(frame.entrants) if e + 1 not in held], dtype=np.int64)
    plays = space["plays"]
    known: list[Ids] = [plays.ids(who - 1, line - 1).reshape(1) for line, who in placed.items()]
    return Problem(
        space, cast(Any, frame), rulebook.stated(space, frame),
        {"plays": plays.ids(free[:, None], lines).ravel()},
        {"plays": np.concatenate([np.empty(0, dtype=np.int64), *known]), "at": space["at"].ids(byes)},
    )


def _decided(frame: DrawFrame) -> Space:
    """The space of a draw in which entrants' lines and byes follow from what the solver decides.

    The solver decides the two families that a timetable says directly; here they are lines.
    """
    space = Space()
    space.add("plays", "entrant line", (frame.entrants, frame.size))
    space.add("at", "line", (frame.size,))
    for family in draw_space(frame).families:
        define = family.define
        if family.name == "stands":
            define = AnyOf((Link("plays", lambda e, i: (e, i)),))
        elif family.name == "bye":
            define = AnyOf((Link("at", lambda i: (i,)),))
        space.add(family.name, " ".join(family.axes), family.shape, define)
    return space
