"""A ruling as the event keeps it: what it is about, its ground, how far it has come."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scheduler.standings.rulings.ground import Ground
from scheduler.standings.rulings.process import Progress

__all__ = ["WAITS", "Case", "Step", "disputed"]

WAITS = ("", "approval", "appeal", "board", "facts")
"""What a ruling may wait for: that a disqualification is approved, an appeal decided, a board played, or (a
provisional one) that it is made final."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a case after it was ruled: ``what`` is a state of the appeal, a verdict, ``approved`` or
    ``settled``."""

    position: int
    what: str
    text: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True)
class Case:
    """``key`` is the log position it was ruled at, ``at`` the time. ``match`` 0, ``board`` 0: about none.
    ``ids`` are whom it is about. ``sanctions`` are (id, kind of sanction) other than points.
    ``approval`` is ``pending`` for a disqualification that nobody has approved, then what approved it.
    ``order`` says when the board is to be played that the ruling ordered (Law 82B), "" for none. ``late``:
    it changed a result after the correction period, by an override."""

    key: int
    stage: int
    ground: Ground
    progress: Progress
    match: int = 0
    board: int = 0
    ids: tuple[int, ...] = ()
    text: str = ""
    at: str = ""
    sanctions: tuple[tuple[int, str], ...] = ()
    approval: str = ""
    changes: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()
    order: str = ""
    late: bool = False

    @property
    def provisional(self) -> bool:
        """True while what was ruled may still change."""
        return self.progress.provisional or self.approval == "pending"

    @property
    def ordered(self) -> bool:
        """True while a board that was ordered is still to be played."""
        return bool(self.order) and all(step.what != "settled" for step in self.steps)

    @property
    def waits(self) -> str:
        """What is still to be done about it, one of :data:`WAITS`."""
        if self.approval == "pending":
            return "approval"
        if self.progress.appeal not in ("", "decided", "withdrawn"):
            return "appeal"
        return "board" if self.ordered else "facts" if self.progress.provisional else ""


def disputed(cases: Mapping[int, Case], stage: int, match: int) -> bool:
    """Whether a ruling about a match may still change it, so that its result is provisional."""
    return any(c.provisional for c in cases.values() if (c.stage, c.match) == (stage, match))
