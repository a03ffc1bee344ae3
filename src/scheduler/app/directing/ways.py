"""The ways on through the rounds left of an odd field, so that a dead end is seen before it is drawn."""

from __future__ import annotations

import os
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from scheduler.app.directing.desk import look
from scheduler.app.directing.rounds import stage_of
from scheduler.errors import UsageError
from scheduler.formats.swiss import OddPlan
from scheduler.live.plays import play_of
from scheduler.live.plays.swiss import book_in, state_of
from scheduler.live.plays.swiss_told import ways_on
from scheduler.live.state import LiveEvent, LiveStage

__all__ = ["Way", "ways", "ways_of"]


_KINDS = {
    "bye": ("bye", "byes"),
    "short": ("block of three within a round", "blocks of three within a round"),
    "long": ("block of three over two rounds", "blocks of three over two rounds"),
}


@dataclass(frozen=True)
class Way:
    """One way: what its rounds are like, the stage's setting ``odd`` that takes it, and its verdict:
    ``safe``, ``unknown``, or with how few rematches it goes at all (-1: not known)."""

    kinds: tuple[str, ...]
    odd: str
    verdict: str
    rematches: int = 0

    @property
    def told(self) -> str:
        """The way and its verdict in words."""
        parts = []
        for kind, run in groupby(self.kinds):
            n = len(list(run)) // (2 if kind == "long" else 1)
            one, many = _KINDS[kind]
            parts.append(f"{n} {many}" if n > 1 else f"a {one}")
        found = {"safe": "can be paired without a rematch", "unknown": "is not known to be possible"}.get(
            self.verdict, "cannot be paired" if self.rematches < 1 else
            f"needs {self.rematches} rematch{'es' if self.rematches > 1 else ''}, which is proven")
        return f"{', then '.join(parts)}: {found}"

    def as_json(self) -> dict[str, Any]:
        """The documented JSON shape."""
        return {"kinds": list(self.kinds), "odd": self.odd, "verdict": self.verdict,
                "rematches": self.rematches}


def ways(path: str | os.PathLike[str], *, stage: int = 0, effort: float = 4.0) -> tuple[Way, ...]:
    """The ways through the rounds of a Swiss stage that are not published, with an odd field of at most 25.

    () where the field is even. ``effort`` seconds bound each question to the solver. UsageError for other
    formats and at the stage's end.
    """
    event = look(path)
    where = stage_of(event, stage)
    if where.stage.format != "swiss":
        raise UsageError(f"{where.name} is no Swiss stage: its rounds are known, odd or not")
    if where.current >= play_of(where).rounds(event, where):
        raise UsageError(f"all rounds of {where.name} are drawn")
    return ways_of(event, where, effort=effort)


def ways_of(event: LiveEvent, stage: LiveStage, *, effort: float = 4.0) -> tuple[Way, ...]:
    """As :func:`ways`, from a state."""
    total = play_of(stage).rounds(event, stage)
    state = state_of(event, stage, stage.current + 1, total, early=True)
    return tuple(map(_way, ways_on(state, book_in(event, stage), effort=effort)))


def _way(plan: OddPlan) -> Way:
    odd = next((k for k in plan.kinds if k != "bye"), "bye")
    return Way(plan.kinds, odd, plan.outlook.verdict, plan.rematches)
