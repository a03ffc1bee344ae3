"""What a rulebook needs to know of any format's frame: :class:`RuleFrame`."""

from __future__ import annotations

from typing import Protocol

__all__ = ["RuleFrame"]


class RuleFrame(Protocol):
    """The shape of a problem, of a timetable or a draw alike."""

    @property
    def entrants(self) -> int:
        """How many numbers there are."""

    @property
    def names(self) -> tuple[str, ...]:
        """The entrants' names, by number; empty where unknown."""

    def limit(self, kind: str) -> int:
        """The largest number of a kind: ``rounds``, ``tables``, ``lines``; 0 where there is none."""
