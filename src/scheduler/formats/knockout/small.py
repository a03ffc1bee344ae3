"""Small fields by the general solver over the kernel: any rules, proven optimal, or the clash named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from scheduler.event import BYE
from scheduler.facts import DrawFrame, Ids, draw_space
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
    e, i = problem.space["stands"].coords(outcome.facts["stands"])
    for who, line in zip(e.tolist(), i.tolist(), strict=True):
        lines[line] = who + 1
    return Answer(outcome.status, tuple(lines), outcome.bounds)


def problem_of(frame: DrawFrame, rulebook: Rulebook, fixed: Mapping[int, int]) -> Problem:
    """The problem of placing everybody who is not ``fixed`` on the lines that are not.

    All byes must be fixed: they are drawn before the entrants are.
    """
    space = draw_space(frame)
    placed = {line: who for line, who in fixed.items() if who != BYE}
    byes = np.array(sorted(line - 1 for line, who in fixed.items() if who == BYE), dtype=np.int64)
    lines = np.array([i for i in range(frame.size) if i + 1 not in fixed], dtype=np.int64)
    held = set(placed.values())
    free = np.array([e for e in range(frame.entrants) if e + 1 not in held], dtype=np.int64)
    stands = space["stands"]
    known: list[Ids] = [stands.ids(who - 1, line - 1).reshape(1) for line, who in placed.items()]
    return Problem(
        space, frame, rulebook.stated(space, frame),
        {"stands": stands.ids(free[:, None], lines).ravel()},
        {"stands": np.concatenate([np.empty(0, dtype=np.int64), *known]), "bye": space["bye"].ids(byes)},
    )
