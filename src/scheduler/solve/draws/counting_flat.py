"""Counting draws whose limits all speak of sections of one size: hard separation in rounds 1 to r.

Then only the section counts that an entrant comes to, and sections are the same to all that follows
if they have as many lines left and the same limits for the values still to come. So values are
dealt one after another over a histogram of sections. Values with entrants on fixed lines come
first, few entrants to many such sections before others: once a value is dealt its fixed entrants
make no difference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import factorial, prod

from scheduler.errors import TimeUp
from scheduler.solve.draws.counting_lots import Below, chosen, shuffled

__all__ = ["Flat", "Room"]

Class = tuple[int, tuple[tuple[int, int], ...]]
"""Lines left, and (step, limit) for the values to come whose limit here is not their usual one."""

_Histogram = tuple[tuple[Class, int], ...]


@dataclass(frozen=True, slots=True)
class Room:
    """One section: its free lines (from 0), and how many more it takes of each limited value."""

    lines: tuple[int, ...]
    limits: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class _Move:
    """``taken[k][j]`` sections of the k-th class take j entrants; ``ways`` tells who goes where."""

    taken: tuple[tuple[int, ...], ...]
    ways: int
    after: _Histogram


class Flat:
    """Counts the ways to put entrants on the lines of ``rooms``.

    ``waiting`` maps a limited value to its entrants, every room having a limit for it; ``unbound``
    are the others. Raises :class:`TimeUp` from its methods beyond ``limit`` steps.
    """

    def __init__(
        self, rooms: Sequence[Room], waiting: Mapping[int, Sequence[int]],
        unbound: Sequence[int], limit: int,
    ) -> None:
        self._rooms, self._unbound, self._left = rooms, unbound, limit
        usual = {v: Counter(room.limits[v] for room in rooms).most_common(1)[0][0] for v in waiting}
        odd = {v: sum(room.limits[v] != usual[v] for room in rooms) for v in waiting}
        order = sorted(
            waiting, key=lambda v: (not odd[v], Fraction(len(waiting[v]), odd[v] or 1), v)
        )
        self._values = [waiting[v] for v in order]
        self._usual = [usual[v] for v in order]
        self._classes: list[Class] = [
            (len(room.lines), tuple(
                (at, room.limits[v]) for at, v in enumerate(order) if room.limits[v] != usual[v]
            ))
            for room in rooms
        ]
        self._counts: list[dict[_Histogram, int]] = []

    def count(self) -> int:
        """In how many ways everybody can be placed."""
        start = _histogram(self._classes)
        if not self._counts:
            layers: list[dict[_Histogram, int]] = [{start: 0}]
            for at in range(len(self._values)):
                reached = {move.after: 0 for state in layers[-1] for move in self._moves(at, state)}
                layers.append(reached)
            layers[-1] = {state: self._finished(state) for state in layers[-1]}
            for at in range(len(self._values) - 1, -1, -1):
                for state in layers[at]:
                    layers[at][state] = sum(
                        move.ways * layers[at + 1][move.after] for move in self._moves(at, state)
                    )
            self._counts = layers
        orders: int = prod(factorial(len(room.lines)) for room in self._rooms)
        return self._counts[0][start] * orders

    def sample(self, below: Below) -> dict[int, int]:
        """Line (from 0) to entrant, each way equally likely; there must be one."""
        self.count()
        classes = list(self._classes)
        there: list[list[int]] = [[] for _ in classes]
        for at, entrants in enumerate(self._values):
            state = _histogram(classes)
            counts = self._counts[at + 1]
            moves = list(self._moves(at, state))
            move = chosen([(m, m.ways * counts[m.after]) for m in moves], below)
            who = iter(shuffled(entrants, below))
            of: dict[Class, list[int]] = {}
            for s, kind in enumerate(classes):
                of.setdefault(kind, []).append(s)
            for (kind, _), numbers in zip(state, move.taken, strict=True):
                sections = iter(shuffled(of[kind], below))
                for many, sharing in enumerate(numbers):
                    for s in (next(sections) for _ in range(sharing)):
                        there[s] += [next(who) for _ in range(many)]
                        classes[s] = _after(kind, at, many)
        rest = iter(shuffled(self._unbound, below))
        lines: dict[int, int] = {}
        for (left, _), room, placed in zip(classes, self._rooms, there, strict=True):
            placed += [next(rest) for _ in range(left)]
            lines.update(zip(room.lines, shuffled(placed, below), strict=True))
        return lines

    def _finished(self, state: _Histogram) -> int:
        """How the unbound can be shared among the sections."""
        unfilled: int = prod(factorial(left) ** many for (left, _), many in state)
        return factorial(len(self._unbound)) // unfilled

    def _moves(self, at: int, state: _Histogram) -> Iterator[_Move]:
        limits = [
            min(left, odd[0][1] if odd and odd[0][0] == at else self._usual[at])
            for (left, odd), _ in state
        ]
        labels = factorial(len(self._values[at]))
        sizes = [many for _, many in state]
        for taken in _shares(sizes, limits, len(self._values[at])):
            self._spend()
            found: Counter[Class] = Counter()
            ways, within = 1, 1
            for (kind, sections), numbers in zip(state, taken, strict=True):
                ways *= factorial(sections)
                for many, sharing in enumerate(numbers):
                    if sharing:
                        ways //= factorial(sharing)
                        within *= factorial(many) ** sharing
                        found[_after(kind, at, many)] += sharing
            yield _Move(taken, ways * labels // within, tuple(sorted(found.items())))

    def _spend(self) -> None:
        # What has been counted once is drawn from without end.
        self._left -= not self._counts
        if self._left < 0:
            raise TimeUp(
                "these draws are too many and too different to count in the steps allowed",
                maybe="ask for fewer rounds; draws above this reach are random but not uniform.",
            )


def _after(kind: Class, at: int, many: int) -> Class:
    left, odd = kind
    return left - many, odd[1:] if odd and odd[0][0] == at else odd


def _histogram(classes: Sequence[Class]) -> _Histogram:
    return tuple(sorted(Counter(classes).items()))


def _shares(
    sizes: Sequence[int], limits: Sequence[int], total: int
) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every way for ``sizes[k]`` alike sections to take 0 to ``limits[k]`` each, ``total`` in all.

    Per k: how many sections take 0, 1, 2 ...
    """
    room = [0] * (len(sizes) + 1)
    for k in range(len(sizes) - 1, -1, -1):
        room[k] = room[k + 1] + sizes[k] * max(0, limits[k])

    def place(k: int, left: int) -> Iterator[tuple[tuple[int, ...], ...]]:
        if k == len(sizes):
            yield ()
            return
        for part, numbers in _parts(sizes[k], max(0, limits[k]), left):
            if left - part <= room[k + 1]:
                for rest in place(k + 1, left - part):
                    yield (numbers, *rest)

    if total <= room[0]:
        yield from place(0, total)


def _parts(sections: int, limit: int, most: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """(sum, how many sections take 0, 1 ... limit), for all sums up to ``most``."""
    if limit == 0:
        yield 0, (sections,)
        return
    for top in range(min(sections, most // limit) + 1):
        for part, numbers in _parts(sections - top, limit - 1, most - top * limit):
            yield part + top * limit, (*numbers, top)
