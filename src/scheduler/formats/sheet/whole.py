"""The sheet as one value: each part may be missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scheduler.formats.sheet.boards import BoardPlan
from scheduler.formats.sheet.clock import Timetable
from scheduler.formats.sheet.tables import Seating, numbering_faults
from scheduler.formats.sheet.venue import Check, Venue

__all__ = ["EventSheet"]


@dataclass(frozen=True, slots=True)
class EventSheet:
    """What hangs in the hall and what the organiser orders. ``seatings`` and ``boards`` are by round."""

    timetable: Timetable | None = None
    seatings: Mapping[int, Seating] = field(default_factory=dict)
    boards: Mapping[int, BoardPlan] = field(default_factory=dict)
    venue: Venue | None = None
    checks: tuple[Check, ...] = ()
    sections: Mapping[str, Sequence[int]] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The documented JSON shape: a key for each part that is there."""
        out: dict[str, Any] = {}
        if self.timetable is not None:
            out["timetable"] = self.timetable.as_json()
        if self.seatings:
            out["rounds"] = [{"round": r, **s.as_json()} for r, s in sorted(self.seatings.items())]
        if self.boards:
            out["boards"] = [{"round": r, **b.as_json()} for r, b in sorted(self.boards.items())]
        if self.venue is not None:
            out["venue"] = self.venue.as_json()
        if self.checks:
            out["checks"] = [
                {
                    "key": c.key, "name": c.name, "needed": c.needed, "found": c.found, "unit": c.unit,
                    "holds": c.holds,
                }
                for c in self.checks
            ]
        if self.sections:
            out["numbering"] = [
                {"section": name, "position": position, "table": table}
                for name, position, table in numbering_faults(self.sections)
            ]
        return out
