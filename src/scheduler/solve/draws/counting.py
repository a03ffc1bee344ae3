"""Knockout draws: how many there are within given intervals, and one exactly uniform among them.

An *interval* bounds the entrants of one value (a region, say) in one section of a draw. Hard
separation is a matter of intervals (:func:`apart_intervals`), and so is being optimal: the
certificate of an optimal separation leaves each value and section a range of numbers, and the
optimal draws are exactly those within (``counting_optimal``). The method is a dynamic program down
the tree of sections whose states merge values, and sections, of the same future
(``counting_shapes``, ``counting_tree``); limits on sections of one size alone are counted value by
value (``counting_flat``).

Reach: all optimal draws of 256 lines with 100 regions in seconds. Above it the functions raise
:class:`TimeUp`; whoever then draws otherwise must not call it uniform.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from scheduler.errors import NoAnswer, UsageError
from scheduler.event.draw import BYE
from scheduler.solve.draws.counting_flat import Flat, Room
from scheduler.solve.draws.counting_lots import Below, shuffled
from scheduler.solve.draws.counting_shapes import DEAD, FREE, Intervals, Shape, Shapes
from scheduler.solve.draws.counting_tree import State, Tree

__all__ = ["DrawCounter", "Intervals", "apart_intervals", "count_draws", "sample_draw"]

LIMIT = 10_000_000
"""Steps before counting gives up: about half a minute."""

_FLAT_STEP = 10
"""How many of those one step of the flat method lasts."""

_MOST_LINES = 4096


@dataclass(slots=True)
class _Crowd:
    """Who goes to a section: lists of entrants of one value by behaviour, and the unbound."""

    bound: dict[int, list[list[int]]] = field(default_factory=dict)
    unbound: list[int] = field(default_factory=list)

    def add(self, behaviour: int, entrants: list[int]) -> None:
        if behaviour == FREE:
            self.unbound.extend(entrants)
        else:
            self.bound.setdefault(behaviour, []).append(entrants)

    def state(self) -> State:
        return tuple(sorted((b, len(values)) for b, values in self.bound.items()))


class DrawCounter:
    """The draws of ``size`` = 2^k lines that keep ``fixed`` and lie within ``intervals``.

    ``fixed`` maps a line, from 1, to the entrant on it (from 1) or to BYE; all other lines take one
    of the other entrants each. ``codes[e - 1]`` is the value of entrant e, a number from 0, or -1
    for none. ``intervals`` maps (value, level, section) to (least, most) entrants of the value in
    section s, from 0, of the 2^level lines s * 2^level + 1 ...; entrants on fixed lines count, -1
    is a value here, and what has no interval is free. Entrants and lines are told apart.

    Raises :class:`UsageError` if these do not fit together; its methods raise :class:`TimeUp`
    beyond ``limit`` steps of counting.
    """

    def __init__(
        self, size: int, fixed: Mapping[int, int], codes: Sequence[int], intervals: Intervals,
        *, limit: int = LIMIT,
    ) -> None:
        _check(size, fixed, codes, intervals)
        self._size, self._fixed = size, dict(fixed)
        intervals = _needed(intervals, size)
        there = {line: None if e == BYE else codes[e - 1] for line, e in fixed.items()}
        self._shapes = Shapes(size, there, intervals)
        self._tree = Tree(self._shapes, limit)
        standing = set(fixed.values())
        self._waiting: dict[int, list[int]] = {}
        for e, code in enumerate(codes, start=1):
            if e not in standing:
                self._waiting.setdefault(code, []).append(e)
        for code in {value for value, _, _ in intervals}:
            self._waiting.setdefault(code, [])
        self._flat = self._flattened(there, intervals, limit)
        self._total: int | None = None

    def count(self) -> int:
        """The number of such draws."""
        if self._total is None and self._flat:
            self._total = self._flat.count()
        if self._total is None:
            crowd = self._crowd()
            self._total = 0 if crowd is None else self._tree.count(self._shapes.root, crowd.state())
        return self._total

    def sample(self, below: Below) -> tuple[int, ...]:
        """One such draw, each equally likely: the entrant, or BYE, on line i + 1 at place i.

        Raises :class:`NoAnswer` if there is none.
        """
        if not self.count():
            raise NoAnswer(
                "none keeps all the limits on sections", about="draw",
                maybe="keep entrants apart for fewer rounds.",
            )
        lines = [self._fixed.get(line, BYE) for line in range(1, self._size + 1)]
        crowd = self._crowd()
        if self._flat:
            for at, entrant in self._flat.sample(below).items():
                lines[at] = entrant
        elif crowd:
            self._place(self._shapes.root, range(self._size), crowd, lines, below)
        return tuple(lines)

    def _flattened(
        self, there: Mapping[int, int | None], intervals: Intervals, limit: int
    ) -> Flat | None:
        """The quicker method where only upper limits on sections of one size are asked for."""
        if len({level for _, level, _ in intervals}) != 1:
            return None
        level = next(level for _, level, _ in intervals)
        held = Counter((code, line - 1 >> level) for line, code in there.items())
        values = {value for value, _, _ in intervals}
        rooms = []
        for s in range(self._size >> level):
            lines = range(s << level, s + 1 << level)
            free = tuple(at for at in lines if at + 1 not in self._fixed)
            bounds = {v: intervals.get((v, level, s), (0, self._size)) for v in values}
            if any(not low <= held[v, s] <= high for v, (low, high) in bounds.items()):
                return None
            rooms.append(Room(free, {v: high - held[v, s] for v, (_, high) in bounds.items()}))
        unbound = [e for v, entrants in self._waiting.items() if v not in values for e in entrants]
        waiting = {v: self._waiting[v] for v in values}
        return Flat(rooms, waiting, unbound, limit // _FLAT_STEP)

    def _crowd(self) -> _Crowd | None:
        """Everybody without a line; None if a value cannot keep its own intervals."""
        crowd = _Crowd()
        for code, entrants in sorted(self._waiting.items()):
            behaviour = self._shapes.behaviour(self._shapes.pattern(code), len(entrants))
            if behaviour == DEAD:
                return None
            crowd.add(behaviour, list(entrants))
        return crowd

    def _place(
        self, shape: Shape, section: range, crowd: _Crowd, lines: list[int], below: Below
    ) -> None:
        """Put the crowd on the free lines of ``section``, lines counted from 0."""
        if not crowd.bound:
            free = [at for at in section if at + 1 not in self._fixed]
            for at, entrant in zip(free, shuffled(crowd.unbound, below), strict=True):
                lines[at] = entrant
            return
        assert shape.left is not None
        assert shape.right is not None
        half = len(section) // 2
        left, right = self._shared(shape, crowd, below)
        self._place(shape.left, section[:half], left, lines, below)
        self._place(shape.right, section[half:], right, lines, below)

    def _shared(self, shape: Shape, crowd: _Crowd, below: Below) -> tuple[_Crowd, _Crowd]:
        """The crowd shared between the halves of its section."""
        state = crowd.state()
        split = self._tree.sample(shape, state, below)
        left, right = _Crowd(), _Crowd()
        for (behaviour, _), shares in zip(state, split.shares, strict=True):
            values = iter(shuffled(crowd.bound[behaviour], below))
            for option, many in shares:
                for entrants in islice(values, many):
                    order = shuffled(entrants, below)
                    left.add(option.left, order[: option.first])
                    right.add(option.right, order[option.first :])
        order = shuffled(crowd.unbound, below)
        left.unbound.extend(order[: split.unbound])
        right.unbound.extend(order[split.unbound :])
        return left, right


def count_draws(
    size: int, fixed: Mapping[int, int], codes: Sequence[int], intervals: Intervals,
    *, limit: int = LIMIT,
) -> int:
    """The number of draws within ``intervals``; arguments, errors: :class:`DrawCounter`."""
    return DrawCounter(size, fixed, codes, intervals, limit=limit).count()


def sample_draw(
    size: int, fixed: Mapping[int, int], codes: Sequence[int], intervals: Intervals, below: Below,
    *, limit: int = LIMIT,
) -> tuple[int, ...]:
    """A draw within ``intervals``, each equally likely; for many keep a :class:`DrawCounter`."""
    return DrawCounter(size, fixed, codes, intervals, limit=limit).sample(below)


def apart_intervals(
    size: int, codes: Sequence[int], rounds: int, *, most: int = 1
) -> dict[tuple[int, int, int], tuple[int, int]]:
    """Hard separation: at most ``most`` of a value in a section of 2^``rounds`` lines.

    With ``most`` = 1 no two of one value (codes >= 0) can meet in rounds 1 to ``rounds``.
    """
    values = sorted(code for code, many in Counter(codes).items() if code >= 0 and many > most)
    level = min(rounds, size.bit_length() - 1)
    if level < 1:
        return {}
    return {(c, level, s): (0, most) for c in values for s in range(size >> level)}


def _needed(intervals: Intervals, size: int) -> Intervals:
    """The intervals but for upper limits that a larger section around implies."""
    def implied(value: int, level: int, section: int, most: int) -> bool:
        around = (
            intervals.get((value, up, section >> up - level))
            for up in range(level + 1, size.bit_length())
        )
        return any(bound is not None and bound[1] <= most for bound in around)

    return {
        key: bound for key, bound in intervals.items()
        if bound[0] > 0 or not implied(*key, bound[1])
    }


def _check(
    size: int, fixed: Mapping[int, int], codes: Sequence[int], intervals: Intervals
) -> None:
    if not 1 <= size <= _MOST_LINES or size & (size - 1):
        raise UsageError(f"a draw has a power of two of lines, at most {_MOST_LINES}, not {size}")
    entrants = len(codes)
    if any(code < -1 for code in codes):
        raise UsageError("codes of values are numbers from 0, or -1 for none")
    for line, entrant in fixed.items():
        if not 1 <= line <= size:
            raise UsageError(f"line {line} is fixed; lines go from 1 to {size}")
        if entrant != BYE and not 1 <= entrant <= entrants:
            raise UsageError(
                f"entrant {entrant} is fixed on line {line}; entrants go from 1 to {entrants}"
            )
    standing = Counter(e for e in fixed.values() if e != BYE)
    for entrant, times in standing.items():
        if times > 1:
            raise UsageError(f"entrant {entrant} is fixed on {times} lines")
    free, waiting = size - len(fixed), entrants - len(standing)
    if free != waiting:
        raise UsageError(
            f"{waiting} entrants are without a line, and {free} lines are free",
            maybe="fix the lines of the byes too.",
        )
    levels = size.bit_length() - 1
    for value, level, section in intervals:
        if not (value >= -1 and 0 <= level <= levels and 0 <= section < size >> level):
            raise UsageError(
                f"an interval is for section {section} of 2^{level} lines, value {value}:"
                f" no such section in {size} lines, or no such value"
            )
