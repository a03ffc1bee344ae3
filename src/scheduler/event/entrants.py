"""Who takes part, and under which stages: :class:`Entrant`, :class:`Stage`, :class:`Event`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Entrant", "Event", "Stage"]


@dataclass(frozen=True, slots=True)
class Entrant:
    """A team, pair or player. ``number`` is the drawn number, 1..n; ``seed`` 0 means unseeded.

    ``attributes`` holds every further column of the entry list as text (coach, country ...).
    """

    number: int
    name: str
    seed: int = 0
    region: str = ""
    club: str = ""
    rating: int = 0
    attributes: Mapping[str, str] = field(default_factory=dict)

    def attribute(self, name: str) -> str:
        """The text of attribute ``name`` (``region``, ``club`` or a further column), "" if absent."""
        if name in ("region", "club", "name"):
            return str(getattr(self, name))
        return self.attributes.get(name, "")


@dataclass(frozen=True, slots=True)
class Stage:
    """One phase of an event. ``options`` are the format's own settings as the event file has them.

    ``rules`` are further rule uses of this event alone, in the shape of a rulebook's ``[[rule]]``;
    ``places`` says for each of them where its keys stand (``file:line``), as far as known.
    """

    format: str = "round-robin"
    model: str = ""
    legs: int = 1
    options: Mapping[str, Any] = field(default_factory=dict)
    rules: tuple[Mapping[str, Any], ...] = ()
    places: tuple[Mapping[str, str], ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Event:
    """An event: who plays and in which stages. ``source`` is the file it came from, for messages.

    ``date`` is an ISO date or "". ``entrants`` are ordered by number, numbers are 1..n without gaps.
    """

    name: str
    entrants: tuple[Entrant, ...]
    stages: tuple[Stage, ...] = (Stage(),)
    date: str = ""
    source: str = ""

    @property
    def size(self) -> int:
        """How many entrants take part."""
        return len(self.entrants)

    def name_of(self, number: int) -> str:
        """The name of the entrant with this number; the number itself where nobody has it."""
        if 1 <= number <= len(self.entrants):
            return self.entrants[number - 1].name
        return str(number)
