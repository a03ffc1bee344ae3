"""A table that somebody printed, cell by cell, with what is known of each cell."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler.event.schedule import Match, Schedule

__all__ = ["ASSUMPTION_KINDS", "MARKS", "Assumption", "Cell", "Line", "PublishedTable"]

MARKS = ("printed", "recovered", "conjectured")
"""What can be known of a cell's match, sides or place."""

ASSUMPTION_KINDS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "between-halves": (("rounds",), ()),
    "constant-difference": (("rounds", "modulo"), ("differences",)),
    "matches": (("rounds", "lines"), ()),
    "homes": (("least", "most"), ("entrants",)),
    "no-three-running": ((), ("entrants",)),
}
"""Each kind of assumption with the settings it needs and those it may have."""


@dataclass(frozen=True, slots=True)
class Line:
    """A directed pair that a missing cell may hold."""

    home: int
    away: int


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell. Each of ``match``, ``sides``, ``place`` is one of :data:`MARKS`.

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
class Assumption:
    """A named condition that a completion of the table may be asked to meet.

    ``kind`` says which of the settings count (:data:`ASSUMPTION_KINDS`):

    * ``between-halves``: in ``rounds`` a number of the lower half meets one of the upper half;
    * ``constant-difference``: in each of ``rounds`` the higher number less the lower one is the
      same modulo ``modulo``: ``differences``, one for each round, or else what the printed cells
      of the round have;
    * ``matches``: the one round in ``rounds`` has all of ``lines``, home side included;
    * ``homes``: each of ``entrants`` is home ``least`` to ``most`` times;
    * ``no-three-running``: none of ``entrants`` is home, or away, in three matches running, byes
      passed over.

    ``entrants`` empty means everyone. Numbers and rounds count from 1.
    """

    id: str
    kind: str
    title: str = ""
    rounds: tuple[int, ...] = ()
    entrants: tuple[int, ...] = ()
    lines: tuple[Line, ...] = ()
    modulo: int = 0
    differences: tuple[int, ...] = ()
    least: int = 0
    most: int = 0


@dataclass(frozen=True, slots=True)
class PublishedTable:
    """A published schedule of ``entrants`` numbers, with its source.

    ``lines`` restricts what a missing cell may be (empty: anything). ``lines_from`` names the
    tables they come from, separated by ", ". ``names`` are the entrants' names in order of number,
    empty where the table is of numbers alone. ``assumptions`` are in the order of publication.
    A round need not have all its cells: what is not known at all is not there.
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
    names: tuple[str, ...] = ()
    assumptions: tuple[Assumption, ...] = ()

    def schedule(self) -> Schedule:
        """Every cell, printed or not, as a schedule."""
        matches = [Match(c.home, c.away, c.round, c.table) for c in self.cells]
        return Schedule.of(self.entrants, self.rounds, matches, tables=self.tables)

    def printed(self) -> tuple[Cell, ...]:
        """The cells whose match stands in the source."""
        return tuple(c for c in self.cells if c.printed)
