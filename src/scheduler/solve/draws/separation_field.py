"""What is to be separated: lines still free, entrants still waiting, and the code each one carries.

Sections are numbered like a heap: 1 is the whole draw, 2s and 2s + 1 are the halves of s, and the
matches of round 1 are the last size / 2 numbers. A section of level l has 2^l lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from scheduler.errors import UsageError
from scheduler.event import BYE, OPEN

__all__ = ["MOST_LINES", "ORDERS", "Field", "Ids", "field_of"]

Ids = NDArray[np.int64]

MOST_LINES = 4096
MOST_ATTRIBUTES = 16
ORDERS = ("earliest-first", "halves-first")


@dataclass(frozen=True, eq=False)
class Field:
    """One problem, checked. ``lines`` (size) hold entrant numbers, BYE, or OPEN where free.

    ``codes`` has one row an attribute and one column a number from 0 (column 0 is unused): the code
    of the entrant's value counted from 0, or -1 for none; ``given[a][code]`` is the code as the caller
    has it. ``rank`` gives the priority level of each
    attribute, from 0 without gaps; attributes of one rank are added up. ``order`` lists the levels
    of sections that count, the most important first.
    """

    lines: Ids
    codes: Ids
    given: tuple[tuple[int, ...], ...]
    rank: tuple[int, ...]
    order: tuple[int, ...]

    @property
    def size(self) -> int:
        """The number of lines."""
        return len(self.lines)

    @property
    def levels(self) -> int:
        """log2 of the number of lines: the rounds to play."""
        return self.size.bit_length() - 1

    @property
    def entrants(self) -> int:
        """How many entrants there are, placed or waiting."""
        return int(self.codes.shape[1]) - 1

    @cached_property
    def free(self) -> Ids:
        """The free lines, from 0, ascending."""
        return np.flatnonzero(self.lines == OPEN)

    @cached_property
    def waiting(self) -> Ids:
        """The numbers of the entrants without a line, ascending."""
        numbers = np.arange(1, self.entrants + 1)
        return np.setdiff1d(numbers, self.lines[self.lines > 0])

    @cached_property
    def room(self) -> Ids:
        """Free lines by section; entry 0 is unused. Shape (size,)."""
        out = np.zeros(max(2, self.size), dtype=np.int64)
        for level in range(1, self.levels + 1):
            first = self.size >> level
            out[first : 2 * first] = np.bincount(self.free >> level, minlength=first)
        return out

    def values(self, attribute: int) -> int:
        """How many codes an attribute has."""
        return len(self.given[attribute])

    def within(self, lines: Ids, attribute: int) -> list[int]:
        """Pairs of one code in one section, per level from 1 to ``levels``: Q_1, Q_2, ..."""
        taken = np.flatnonzero(lines > 0)
        code = self.codes[attribute, lines[taken]]
        taken, code = taken[code >= 0], code[code >= 0]
        out = []
        for level in range(1, self.levels + 1):
            _, count = np.unique(code * (self.size >> level) + (taken >> level), return_counts=True)
            out.append(int((count * (count - 1) // 2).sum()))
        return out

    def ranks(self) -> Iterator[tuple[int, ...]]:
        """The attributes of each priority level."""
        for rank in sorted(set(self.rank)):
            yield tuple(a for a, r in enumerate(self.rank) if r == rank)


def field_of(
    size: int,
    fixed: Mapping[int, int],
    codes: Sequence[Sequence[int]],
    *,
    order: str = "earliest-first",
    levels: Sequence[int] | None = None,
) -> Field:
    """The problem as arrays. Raises :class:`UsageError` naming what does not fit."""
    if size < 2 or size > MOST_LINES or size & (size - 1):
        raise UsageError(
            f"a draw of {size} lines cannot be made: it takes a power of two, 2 to {MOST_LINES}"
        )
    if order not in ORDERS:
        raise UsageError(f'there is no order "{str(order)[:40]}"', maybe=f"{' or '.join(ORDERS)}.")
    if len(codes) > MOST_ATTRIBUTES:
        raise UsageError(f"{len(codes)} attributes are too many: at most {MOST_ATTRIBUTES}")
    entrants = _entrants(size, fixed, codes)
    lines = _lines(size, fixed, entrants)
    if len(codes) and int((lines == OPEN).sum()) != entrants - int((lines > 0).sum()):
        raise UsageError(
            f"{entrants - int((lines > 0).sum())} entrants wait for {int((lines == OPEN).sum())} "
            "free lines: every line but theirs must be fixed",
            maybe="fix a bye on every line that stays empty.",
        )
    depth = size.bit_length() - 1
    counted = range(1, depth)
    given = tuple(tuple(sorted({c for c in row if c >= 0})) for row in codes)
    return Field(
        lines, _numbered(codes, given, entrants), given, _ranks(levels, len(codes)),
        tuple(counted if order == ORDERS[0] else reversed(counted)),
    )


def _entrants(size: int, fixed: Mapping[int, int], codes: Sequence[Sequence[int]]) -> int:
    if not codes:
        return size - sum(1 for e in fixed.values() if e == BYE)
    lengths = {len(row) for row in codes}
    if len(lengths) > 1:
        raise UsageError(f"attributes speak of different numbers of entrants: {sorted(lengths)}")
    entrants = lengths.pop()
    if not 1 <= entrants <= size:
        raise UsageError(f"{entrants} entrants do not fit a draw of {size} lines")
    return entrants


def _lines(size: int, fixed: Mapping[int, int], entrants: int) -> Ids:
    lines = np.full(size, OPEN, dtype=np.int64)
    where: dict[int, int] = {}
    for line, entrant in fixed.items():
        if not 1 <= line <= size:
            raise UsageError(f"entrant {entrant} is fixed on line {line} of {size}")
        if not 0 <= entrant <= entrants:
            raise UsageError(f"line {line} holds entrant {entrant}: there are {entrants}")
        if entrant != BYE and entrant in where:
            raise UsageError(f"entrant {entrant} is fixed on lines {where[entrant]} and {line}")
        where[entrant] = line
        lines[line - 1] = entrant
    return lines


def _numbered(
    codes: Sequence[Sequence[int]], given: Sequence[Sequence[int]], entrants: int
) -> Ids:
    out = np.full((len(codes), entrants + 1), -1, dtype=np.int64)
    for row, stated, values in zip(out, codes, given, strict=True):
        place = {v: i for i, v in enumerate(values)}
        row[1:] = [place.get(c, -1) for c in stated]
    return out


def _ranks(levels: Sequence[int] | None, attributes: int) -> tuple[int, ...]:
    if levels is None:
        return tuple(range(attributes))
    if len(levels) != attributes:
        raise UsageError(f"{len(levels)} priority levels are given for {attributes} attributes")
    place = {level: i for i, level in enumerate(sorted(set(levels)))}
    return tuple(place[level] for level in levels)
