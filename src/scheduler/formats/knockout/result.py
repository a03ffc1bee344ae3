"""What making a draw hands back: :class:`DrawResult`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scheduler.event import Draw, Report
from scheduler.formats.knockout.frame import Size

__all__ = ["DrawResult"]


@dataclass(frozen=True)
class DrawResult:
    """A draw with its proof state.

    ``status``: ``optimal`` (no better exists, proven), ``feasible`` (all hard rules hold, a better one
    may exist). ``bound`` is the proven lower bound of the price per level, in the order of
    ``report.price``. ``proven`` is the number of levels, from the first on, at which the price is the
    bound. ``conflicts`` maps an attribute to the pairs that can meet in round 1, 2 ... first;
    ``certificate`` proves the separation to anybody, or is None. ``notes`` say in words what was chosen
    and what yielded. ``proofs`` say for each level what proves it: ``counting``, ``certificate``,
    ``solver``, or "" for nothing.
    """

    status: str
    draw: Draw
    report: Report
    bound: tuple[int, ...]
    engine: str
    size: Size
    seed: str = ""
    seconds: float = 0.0
    conflicts: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    certificate: Any = None
    notes: tuple[str, ...] = ()
    proofs: Mapping[int, str] = field(default_factory=dict)

    @property
    def proven(self) -> int:
        """Levels, from the first on, at which no draw is better."""
        pairs = zip(self.report.price, self.bound, strict=True)
        return next((k for k, (price, bound) in enumerate(pairs) if price != bound), len(self.bound))

    def as_json(self) -> dict[str, Any]:
        """The documented JSON shape."""
        return {
            "status": self.status,
            "bound": list(self.bound),
            "seconds": round(self.seconds, 3),
            "engine": self.engine,
            "seed": self.seed,
            "report": self.report.as_json(),
            "draw": self.draw.as_json(),
            "seeds": list(self.draw.seeds),
            "size": self.size.as_json(),
            "conflicts": {k: list(v) for k, v in self.conflicts.items()},
            "certificate": self.certificate,
            "proofs": {str(level): how for level, how in self.proofs.items()},
            "notes": list(self.notes),
        }
