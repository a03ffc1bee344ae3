"""What the verifier says: :class:`Violation` and :class:`Report`, one shape for every format."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

__all__ = ["Report", "Violation"]


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken count. ``least``/``most`` are None where unbounded; ``level`` 0 is hard, 1.. priced.

    ``cost`` is the price paid at its level; for a hard count it is the deviation, times its weight
    where a league gives it one. ``table`` is the table that the count is about, None where it is about
    none; ``places`` are the lines, matches, sections, pots and groups of a draw that it is about, each
    (what, number, of how many).
    """

    rule: str
    clause: str
    subject: tuple[int, ...]
    rounds: tuple[int, ...]
    found: int
    least: int | None
    most: int | None
    level: int
    cost: int
    reason: str = ""
    table: int | None = None
    places: tuple[tuple[str, int, int], ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The documented JSON shape; ``table`` and ``places`` are keys only where the count has them."""
        more: dict[str, Any] = {} if self.table is None else {"table": self.table}
        if self.places:
            more["places"] = [{"kind": kind, "number": k, "of": of} for kind, k, of in self.places]
        return {
            "rule": self.rule,
            "clause": self.clause,
            "subject": list(self.subject),
            "rounds": list(self.rounds),
            "found": self.found,
            "least": self.least,
            "most": self.most,
            "level": self.level,
            "cost": self.cost,
            **more,
        }


@dataclass(frozen=True, slots=True)
class Report:
    """The verdict on a schedule. ``hard`` sums hard deviations; ``soft`` maps level to price.

    ``rules`` lists every rule that was checked, with its clause and its number of counts.
    """

    hard: int
    soft: tuple[tuple[int, int], ...]
    violations: tuple[Violation, ...]
    rules: tuple[tuple[str, str, int], ...] = ()

    @property
    def holds(self) -> bool:
        """True when no hard rule is broken."""
        return self.hard == 0

    @property
    def price(self) -> tuple[int, ...]:
        """The prices in order of level: compare lexicographically."""
        return tuple(cost for _, cost in self.soft)

    def as_json(self) -> dict[str, Any]:
        """The documented JSON shape: hard, soft by level, violations."""
        return {
            "hard": self.hard,
            "soft": {str(level): cost for level, cost in self.soft},
            "violations": [v.as_json() for v in self.violations],
        }
