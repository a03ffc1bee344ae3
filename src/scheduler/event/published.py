"""A table that somebody printed, cell by cell, with what is known of each cell."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler.event.schedule import Match, Schedule

__all__ = ["Cell", "Line", "PublishedTable"]


@dataclass(frozen=True, slots=True)
class Line:
    """A directed pair that a missing cell may hold."""

    home: int
    away: int


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell. Each of ``match``, ``sides``, ``place`` is ``printed``, ``recovered`` or ``conjectured``.

    ``match`` is about who meets, ``sides`` about who is home, ``place`` about the table number;
    ``table`` 0 means that the table is not known at all.
    """

    round: int
    table: int
    home: int
    away: int
    match: str = "printed"
    sides: str = "printed"
    place: str = "printed"
    note: str = ""

    @property
    def printed(self) -> bool:
        """True when the two numbers stand in the source as they are here."""
        return self.match == "printed"


@dataclass(frozen=True, slots=True)
class PublishedTable:
    """A published schedule of ``entrants`` numbers, with its source.

    ``lines`` restricts what a missing cell may be (empty: anything). ``fixed_lines`` names the
    tables they come from, for messages.
    """

    name: str
    title: str
    source: str
    entrants: int
    rounds: int
    tables: int
    cells: tuple[Cell, ...]
    lines: tuple[Line, ...] = ()
    lines_from: str = ""

    def schedule(self) -> Schedule:
        """Every cell, printed or not, as a schedule."""
        matches = [Match(c.home, c.away, c.round, c.table) for c in self.cells]
        return Schedule.of(self.entrants, self.rounds, matches, tables=self.tables)

    def printed(self) -> tuple[Cell, ...]:
        """The cells whose match stands in the source."""
        return tuple(c for c in self.cells if c.printed)
