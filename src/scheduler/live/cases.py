"""A ruling as the event keeps it: what it is about, its ground, how far it has come."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scheduler.standings.rulings.ground import Ground
from scheduler.standings.rulings.process import Progress

__all__ = ["Case", "Step", "disputed"]


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a case after it was ruled: ``what`` is a state of the appeal, a verdict, or ``approved``."""

    position: int
    what: str
    text: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True)
class Case:
    """``key`` is the log position it was ruled at, ``at`` the time. ``match`` 0, ``board`` 0: about none.
    ``ids`` are whom it is about. ``sanctions`` are (id, kind of sanction) other than points.
    ``approval`` is ``pending`` for a disqualification that nobody has approved, then what approved it."""

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

    @property
    def provisional(self) -> bool:
        """True while what was ruled may still change."""
        return self.progress.provisional or self.approval == "pending"


def disputed(cases: Mapping[int, Case], stage: int, match: int) -> bool:
    """Whether a ruling about a match may still change it, so that its result is provisional."""
    return any(c.provisional for c in cases.values() if (c.stage, c.match) == (stage, match))
