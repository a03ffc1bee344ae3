"""What can still happen in a section of a draw, as structures that are equal where the future is.

A *shape* is a section's free lines. A *pattern* is what the intervals say of one value in a section
and all sections within, beyond the entrants fixed there. A *behaviour* is a pattern with the number
of entrants of the value that the section is to take: the ways to share them between its halves. Two
values of one behaviour are interchangeable from there on, and so are two sections of one shape.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scheduler.errors import TimeUp

__all__ = ["DEAD", "FREE", "Behaviour", "Intervals", "Option", "Pattern", "Shape", "Shapes"]

Intervals = Mapping[tuple[int, int, int], tuple[int, int]]
"""(value, level, section) to the least and most number of entrants of the value in that section.

Section s, from 0, of level l holds the lines s * 2^l + 1 to (s + 1) * 2^l. Entrants on fixed lines
count. A section without an interval is unrestricted.
"""

FREE, DEAD = 0, -1
"""Behaviours: anything goes; nothing goes. All others count from 1."""

_MOST_SHARES = 3_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """A section by its free lines. Equal shapes are one object; ``left`` is None on a line."""

    number: int
    free: int
    left: Shape | None
    right: Shape | None


@dataclass(frozen=True, slots=True, eq=False)
class Pattern:
    """What is asked of one value in a section: ``least`` to ``most`` of its ``free`` lines.

    ``bound`` is False where all sections within take any number. Equal patterns are one object.
    """

    free: int
    least: int
    most: int
    left: Pattern | None
    right: Pattern | None
    bound: bool


@dataclass(frozen=True, slots=True)
class Option:
    """``first`` entrants go left and behave as ``left`` there, the others go right as ``right``."""

    first: int
    left: int
    right: int


@dataclass(frozen=True, slots=True)
class Behaviour:
    """``many`` entrants of one value, and all the ways to share them between the halves."""

    many: int
    options: tuple[Option, ...]


class Shapes:
    """The shapes, patterns and behaviours of one draw, each made once.

    ``size`` lines, a power of two; ``fixed`` maps a line (from 1) to its value code, None where it
    does not count; ``intervals`` as above.
    """

    def __init__(
        self, size: int, fixed: Mapping[int, int | None], intervals: Intervals
    ) -> None:
        self.levels = size.bit_length() - 1
        self.behaviours: list[Behaviour] = [Behaviour(0, ())]
        self._fixed, self._intervals = fixed, intervals
        self._shapes: dict[tuple[int, int], Shape] = {}
        self._patterns: dict[tuple[object, ...], Pattern] = {}
        self._known: dict[tuple[Pattern, int], int] = {}
        self._numbers: dict[Behaviour, int] = {}
        self._shares = 0
        self._line = {free: Shape(free, free, None, None) for free in (0, 1)}
        self._level = self._shape_levels(size)
        self.root = self._level[-1][0]

    def _shape_levels(self, size: int) -> list[list[Shape]]:
        levels = [[self._line[int(line not in self._fixed)] for line in range(1, size + 1)]]
        while len(levels[-1]) > 1:
            row = levels[-1]
            levels.append([self._joined(a, b) for a, b in zip(row[::2], row[1::2], strict=True)])
        return levels

    def _joined(self, left: Shape, right: Shape) -> Shape:
        key = left.number, right.number
        if key not in self._shapes:
            self._shapes[key] = Shape(2 + len(self._shapes), left.free + right.free, left, right)
        return self._shapes[key]

    def pattern(self, value: int) -> Pattern:
        """What is asked of ``value`` in the whole draw."""
        there = sorted(line - 1 for line, code in self._fixed.items() if code == value)
        below: list[Pattern] = []
        for level in range(self.levels + 1):
            lines = [line >> level for line in there]
            row = self._level[level]
            below = [
                self._pattern(
                    shape.free, self._interval(value, level, s), lines.count(s) if there else 0,
                    (below[2 * s], below[2 * s + 1]) if level else (None, None),
                )
                for s, shape in enumerate(row)
            ]
        return below[0]

    def _interval(self, value: int, level: int, section: int) -> tuple[int, int]:
        return self._intervals.get((value, level, section), (0, 1 << self.levels))

    def _pattern(
        self, free: int, interval: tuple[int, int], fixed: int,
        halves: tuple[Pattern | None, Pattern | None],
    ) -> Pattern:
        least, most = max(0, interval[0] - fixed), min(free, interval[1] - fixed)
        left, right = halves
        bound = least > 0 or most < free or any(half and half.bound for half in halves)
        key = (free, least, most, left, right) if bound else (free,)
        if key not in self._patterns:
            self._patterns[key] = Pattern(free, least, most, left, right, bound)
        return self._patterns[key]

    def behaviour(self, pattern: Pattern, many: int) -> int:
        """How ``many`` entrants of one value behave in a section of this pattern."""
        key = pattern, many
        if key not in self._known:
            self._known[key] = self._found(pattern, many)
        return self._known[key]

    def _found(self, pattern: Pattern, many: int) -> int:
        if not pattern.least <= many <= pattern.most:
            return DEAD
        left, right = pattern.left, pattern.right
        if not pattern.bound or left is None or right is None:
            return FREE
        self._shares += min(many, left.free) + 1
        if self._shares > _MOST_SHARES:
            raise TimeUp(
                f"entrants of one value can be shared between sections in more than"
                f" {_MOST_SHARES:,} ways",
                maybe="ask for fewer rounds; draws above this reach are random but not uniform.",
            )
        shares = range(max(0, many - right.free), min(many, left.free) + 1)
        found = [
            Option(n, self.behaviour(left, n), self.behaviour(right, many - n)) for n in shares
        ]
        if all(option.left == FREE and option.right == FREE for option in found):
            return FREE
        options = tuple(o for o in found if o.left != DEAD and o.right != DEAD)
        return self._number(Behaviour(many, options)) if options else DEAD

    def _number(self, behaviour: Behaviour) -> int:
        if behaviour not in self._numbers:
            self._numbers[behaviour] = len(self.behaviours)
            self.behaviours.append(behaviour)
        return self._numbers[behaviour]


