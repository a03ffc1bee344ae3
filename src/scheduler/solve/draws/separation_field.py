"""What is to be separated: lines still free, entrants still waiting, and the code each one carries.

Sections are numbered like a heap: 1 is the whole draw, 2s and 2s + 1 are the halves of s, and the
matches of round 1 are the last size / 2 numbers. A section of level l has 2^l lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from scheduler.errors import UsageError
from scheduler.event import BYE, OPEN

__all__ = ["MOST_LINES", "ORDERS", "Field", "Goal", "Ids", "field_of"]

Ids = NDArray[np.int64]

Goal = tuple[tuple[int, int, int], ...]
"""A sum to minimise: (attribute, level, price), so much for each pair of one code in one section."""

MOST_LINES = 4096
MOST_ATTRIBUTES = 16
ORDERS = ("earliest-first", "halves-first")


@dataclass(frozen=True, eq=False)
class Field:
    """One problem, checked. ``lines`` (size) hold entrant numbers, BYE, or OPEN where free.

    ``codes`` has one row an attribute and one column a number from 0 (column 0 is unused): the code
    of the entrant's value counted from 0, or -1 for none; ``given[a][code]`` is the code as the caller
    has it. ``rank`` gives the priority level of each
    attribute, from 0 without gaps; attributes of one rank are added up. ``goals`` is what is minimised,
    the most important first; each attribute comes once for each level of sections that counts.
    """

    lines: Ids
    codes: Ids
    given: tuple[tuple[int, ...], ...]
    rank: tuple[int, ...]
    goals: tuple[Goal, ...]

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
        waits = np.ones(self.entrants + 1, dtype=np.bool_)
        waits[0] = False
        waits[self.lines[self.lines > 0]] = False
        return np.flatnonzero(waits)

    @cached_property
    def room(self) -> Ids:
        """Free lines by section; entry 0 is unused. Shape (size,)."""
        out = np.zeros(max(2, self.size), dtype=np.int64)
        for level in range(1, self.levels + 1):
            first = self.size >> level
            out[first : 2 * first] = np.bincount(self.free >> level, minlength=first)
        return out

    @cached_property
    def orders(self) -> tuple[tuple[int, ...], ...]:
        """For each attribute the levels of sections that count, the most important first."""
        out: list[list[int]] = [[] for _ in self.codes]
        for goal in self.goals:
            for attribute, level, _ in goal:
                out[attribute].append(level)
        return tuple(map(tuple, out))

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
    order: str | Sequence[str] = "earliest-first",
    levels: Sequence[int] | None = None,
    goals: Iterable[Goal] | None = None,
) -> Field:
    """The problem as arrays; see :func:`separate`. Raises :class:`UsageError` naming what does not fit."""
    if size < 2 or size > MOST_LINES or size & (size - 1):
        raise UsageError(
            f"a draw of {size} lines cannot be made: it takes a power of two, 2 to {MOST_LINES}"
        )
    orders = [order] * len(codes) if isinstance(order, str) else list(order)
    for name in {order} if isinstance(order, str) else orders:
        if name not in ORDERS:
            raise UsageError(f'there is no order "{str(name)[:40]}"', maybe=f"{' or '.join(ORDERS)}.")
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
    ranks = _ranks(levels, len(codes))
    if goals is None:
        goals = _by_rank(size, ranks, orders)
    given = tuple(tuple(sorted({c for c in row if c >= 0})) for row in codes)
    return Field(
        lines, _numbered(codes, given, entrants), given, ranks, _completed(size, len(codes), goals)
    )


def _by_rank(size: int, ranks: Sequence[int], orders: Sequence[str]) -> Iterator[Goal]:
    """Each priority level in turn, and within it the rounds in the order of each attribute."""
    if len(orders) != len(ranks):
        raise UsageError(f"{len(orders)} orders are given for {len(ranks)} attributes")
    depth = size.bit_length() - 1
    for rank in range(max(ranks, default=-1) + 1):
        mine = [a for a, r in enumerate(ranks) if r == rank]
        for place in range(1, depth):
            yield tuple((a, place if orders[a] == ORDERS[0] else depth - place, 1) for a in mine)


def _completed(size: int, attributes: int, goals: Iterable[Goal]) -> tuple[Goal, ...]:
    """The goals, and after them what they do not speak of: it shall be as good as that lets it be."""
    every = [(a, level) for a in range(attributes) for level in range(1, size.bit_length() - 1)]
    out = tuple(goals)
    named = [(a, level) for goal in out for a, level, _ in goal]
    wrong = [key for key in named if key not in every]
    if wrong or len(set(named)) < len(named) or any(price < 1 for goal in out for *_, price in goal):
        raise UsageError("goals name each attribute once for each level of sections, at prices above 0")
    there = set(named)
    return out + tuple(((a, level, 1),) for a, level in every if (a, level) not in there)


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
