"""A table of matches: :class:`Schedule`, kept in columns so that half a million matches stay cheap."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Bye", "Match", "Round", "Schedule"]

Column = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Match:
    """``home`` plays ``away`` in ``round``; ``table`` 0 means not yet known."""

    home: int
    away: int
    round: int
    table: int = 0


@dataclass(frozen=True, slots=True)
class Bye:
    """``entrant`` has no match in ``round``. ``kind`` says why: ``idle``, ``given``, ``withdrawn``."""

    entrant: int
    round: int
    kind: str = "idle"


@dataclass(frozen=True, slots=True)
class Round:
    """One round: its matches in table order, its byes by number. ``start`` is ISO date-time or ""."""

    number: int
    matches: tuple[Match, ...]
    byes: tuple[Bye, ...] = ()
    start: str = ""


def _column(values: Any) -> Column:
    out = np.ascontiguousarray(values, dtype=np.int32)
    out.setflags(write=False)
    return out


@dataclass(frozen=True, eq=False)
class Schedule:
    """A schedule of ``entrants`` numbers over ``rounds`` rounds at ``tables`` tables.

    ``round``, ``home``, ``away``, ``table`` are int32 columns of equal length, one entry a match,
    sorted by round, then table, then home; every number counts from 1, table 0 is "not yet known".
    ``starts`` maps a round to its ISO start time. Make one with :meth:`of` or :meth:`from_columns`.
    """

    entrants: int
    rounds: int
    tables: int
    round: Column
    home: Column
    away: Column
    table: Column
    starts: Mapping[int, str] = field(default_factory=dict)

    @classmethod
    def from_columns(
        cls,
        entrants: int,
        rounds: int,
        round: Any,
        home: Any,
        away: Any,
        table: Any = None,
        *,
        tables: int = 0,
        starts: Mapping[int, str] | None = None,
    ) -> Schedule:
        """A schedule from parallel sequences (any order); ``table`` may be left out."""
        r, h, a = _column(round), _column(home), _column(away)
        t = _column(np.zeros(len(r)) if table is None else table)
        if not len(r) == len(h) == len(a) == len(t):
            raise ValueError("columns of a schedule must have one length")
        order = np.lexsort((h, t, r))
        most = int(t.max()) if len(t) else 0
        return cls(
            entrants, rounds, max(tables, most, entrants // 2),
            _column(r[order]), _column(h[order]), _column(a[order]), _column(t[order]),
            dict(starts or {}),
        )

    @classmethod
    def of(cls, entrants: int, rounds: int, matches: Iterable[Match], **more: Any) -> Schedule:
        """A schedule from :class:`Match` values."""
        rows = [(m.round, m.home, m.away, m.table) for m in matches]
        columns = np.array(rows, dtype=np.int32).reshape(-1, 4).T
        return cls.from_columns(entrants, rounds, *columns, **more)

    def __len__(self) -> int:
        return len(self.round)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Schedule):
            return NotImplemented
        return (self.entrants, self.rounds, self.tables) == (
            other.entrants, other.rounds, other.tables,
        ) and all(
            np.array_equal(getattr(self, c), getattr(other, c))
            for c in ("round", "home", "away", "table")
        )

    def __hash__(self) -> int:
        return hash((self.entrants, self.rounds, self.home.tobytes(), self.round.tobytes()))

    @cached_property
    def matches(self) -> tuple[Match, ...]:
        """All matches as values, in order of round, table, home."""
        columns = (self.home, self.away, self.round, self.table)
        return tuple(map(Match, *(c.tolist() for c in columns)))

    def idle(self) -> list[list[int]]:
        """Per round (index 0 is round 1) the numbers without a match, ascending."""
        busy = np.zeros((self.rounds + 1, self.entrants + 1), dtype=bool)
        busy[self.round, self.home] = True
        busy[self.round, self.away] = True
        return [(np.flatnonzero(~row[1:]) + 1).tolist() for row in busy[1:]]

    def by_round(self) -> tuple[Round, ...]:
        """The rounds as values, those without a match included."""
        cuts = np.searchsorted(self.round, np.arange(1, self.rounds + 2))
        return tuple(
            Round(
                r,
                self.matches[cuts[r - 1] : cuts[r]],
                tuple(Bye(e, r) for e in idle),
                self.starts.get(r, ""),
            )
            for r, idle in enumerate(self.idle(), start=1)
        )

    def replace(self, **columns: Any) -> Schedule:
        """A copy with some columns (``round``, ``home``, ``away``, ``table``) or ``starts`` exchanged."""
        now: dict[str, Any] = {c: getattr(self, c) for c in ("round", "home", "away", "table")}
        now.update(tables=self.tables, starts=self.starts)
        now.update(columns)
        return Schedule.from_columns(self.entrants, self.rounds, **now)

    def renumbered(self, new: Sequence[int]) -> Schedule:
        """The same table with number ``i`` written as ``new[i - 1]``."""
        label = np.concatenate(([0], np.asarray(new, dtype=np.int32)))
        return self.replace(home=label[self.home], away=label[self.away])
