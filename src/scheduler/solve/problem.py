"""What an engine is asked: :class:`Problem`, with :class:`Limits` on how long it may take."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scheduler.event import Schedule
from scheduler.facts import Frame, Ids, Space
from scheduler.rules import Stated
from scheduler.rules.frames import RuleFrame

__all__ = ["Limits", "Outcome", "Problem", "Progress", "schedule_of"]

Progress = Callable[[int, int, int, float], None]
"""Called with (level, best, bound, seconds) whenever a better price or bound of a level is known, and
with level 0 when a schedule that obeys the hard rules is kept, whatever happens to the search."""


@dataclass(frozen=True)
class Limits:
    """How long and how: wall-clock ``seconds`` (None: no limit), ``workers`` threads, ``seed``.

    With one worker the same seed gives the same answer, unless the time runs out. Without ``explain``
    a clash is only found, not named.
    """

    seconds: float | None = 60.0
    workers: int = 1
    seed: int = 0
    progress: Progress | None = None
    explain: bool = True


@dataclass(frozen=True)
class Problem:
    """Counts over facts of which some are open.

    ``open`` maps a primary family to the ids that may become true, ``known`` to those that are; every
    other primary fact is false. ``plays`` (bool, entrants x rounds) may promise that an entrant plays
    exactly one match in a round (True) or none (False); None promises nothing. Where ``unsure`` (of the same
    shape) is True, ``plays`` is False, and there may be none or one. ``hint`` is a schedule to start from, or
    the true primary facts of anything else.
    """

    space: Space
    frame: RuleFrame
    stated: tuple[Stated, ...]
    open: Mapping[str, Ids]
    known: Mapping[str, Ids] = field(default_factory=dict)
    plays: NDArray[np.bool_] | None = None
    hint: Schedule | Mapping[str, Ids] | None = None
    unsure: NDArray[np.bool_] | None = None

    @property
    def timetable(self) -> Frame:
        """The frame of a timetable; TypeError where the problem is about something else."""
        if not isinstance(self.frame, Frame):
            raise TypeError("this problem is not about a timetable")
        return self.frame

    def replace(self, **changes: Any) -> Problem:
        """A copy with some fields exchanged."""
        return replace(self, **changes)


@dataclass(frozen=True)
class Outcome:
    """What the solver found: ``status`` is ``optimal``, ``feasible``, ``infeasible``, ``unknown``;
    ``facts`` the true primary facts; ``bounds`` a proven lower bound for each level, given that the
    levels before it are at their optimum."""

    status: str
    facts: Mapping[str, Ids] = field(default_factory=dict)
    bounds: Mapping[int, int] = field(default_factory=dict)
    interrupted: bool = False
    seconds: float = 0.0


def schedule_of(problem: Problem, facts: Mapping[str, Ids]) -> Schedule:
    """The schedule that the true facts say."""
    space, frame = problem.space, problem.timetable
    h, a, r = space["plays"].coords(facts["plays"])
    table = np.zeros(len(h), dtype=np.int64)
    i, j, p, s = space["at"].coords(facts.get("at", np.empty(0, dtype=np.int64)))
    seat = {(x, y, z): t + 1 for x, y, z, t in zip(
        i.tolist(), j.tolist(), s.tolist(), p.tolist(), strict=True)}
    for k, (x, y, z) in enumerate(zip(h.tolist(), a.tolist(), r.tolist(), strict=True)):
        table[k] = seat.get((min(x, y), max(x, y), z), 0)
    return Schedule.from_columns(
        frame.entrants, frame.rounds, r + 1, h + 1, a + 1, table, tables=frame.tables
    )
