"""Counting the draws of one shape: states are multisets of behaviours, shared by equal sections.

A state of a section is its shape and, for every behaviour, how many values have it; whoever is
bound by nothing there is told apart from nobody and only counted. A state is split in every way the
options of its behaviours allow, and the counts of the halves multiply. Values that go different
ways, entrants of a value in different halves, and the unbound are told apart by binomials.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb, factorial

from scheduler.errors import TimeUp
from scheduler.solve.draws.counting_lots import Below, chosen
from scheduler.solve.draws.counting_shapes import FREE, Option, Shape, Shapes

__all__ = ["Split", "State", "Tree"]

State = tuple[tuple[int, int], ...]
"""(behaviour, how many values have it), ascending; unbound entrants fill what is left."""

_KEPT, _MOST_KEYS = 300_000, 3_000_000  # of splits: the memory they take
_Layer = dict[int, int]


@dataclass(frozen=True, slots=True)
class Split:
    """How a state is shared: for each of its behaviours, how many values take each option.

    ``unbound`` of the unbound entrants go left.
    """

    shares: tuple[tuple[tuple[Option, int], ...], ...]
    unbound: int


@dataclass(frozen=True, slots=True)
class _Choice:
    """One way for the values of one behaviour: what it adds to a key, and in how many ways."""

    delta: int
    ways: int
    shares: tuple[tuple[Option, int], ...]


class _Plan:
    """The keys of one state's splits: an integer with fields for the number of entrants that go
    left by their options, and for each behaviour in either half, the number of values that have it.
    """

    def __init__(self, shapes: Shapes, shape: Shape, state: State) -> None:
        assert shape.left is not None
        assert shape.right is not None
        self.halves = shape.left, shape.right
        mine = [(shapes.behaviours[b], m) for b, m in state]
        self.unbound = shape.free - sum(b.many * m for b, m in mine)
        self._width = shape.free.bit_length()
        self._fields: dict[tuple[int, int], int] = {}
        for behaviour, _ in mine:
            for option in behaviour.options:
                for side, found in enumerate((option.left, option.right)):
                    if found != FREE:
                        self._fields.setdefault((side, found), len(self._fields) + 1)
        self.choices = [list(self._choices(b.many, b.options, m)) for b, m in mine]
        self._sum = (1 << self._width) - 1
        firsts = [[c.delta & self._sum for c in choices] for choices in self.choices]
        self._ranges = [(0, self.unbound)]
        for first in reversed(firsts):
            low, high = self._ranges[-1]
            self._ranges.append((low + min(first), high + max(first)))
        self._ranges.reverse()

    def _choices(self, many: int, options: Sequence[Option], values: int) -> Iterator[_Choice]:
        added = [self._added(option) for option in options]
        pick = [comb(many, option.first) for option in options]
        for parts in _compositions(values, len(options)):
            delta, ways = 0, factorial(values)
            for at, n in enumerate(parts):
                delta += added[at] * n
                ways = ways // factorial(n) * pick[at] ** n
            shares = tuple((o, n) for o, n in zip(options, parts, strict=True) if n)
            yield _Choice(delta, ways, shares)

    def _added(self, option: Option) -> int:
        out = option.first
        for side, found in enumerate((option.left, option.right)):
            if found != FREE:
                out += 1 << self._width * self._fields[side, found]
        return out

    def first(self, key: int) -> int:
        """How many entrants go left by their options."""
        return key & self._sum

    def fits(self, key: int, at: int) -> bool:
        """Whether the left half can still be filled exactly after ``at`` behaviours."""
        low, high = self._ranges[at]
        return low <= self.halves[0].free - (key & self._sum) <= high

    def states(self, key: int) -> tuple[State, State]:
        """The states of the halves."""
        halves: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
        for (side, found), field in self._fields.items():
            many = key >> self._width * field & self._sum
            if many:
                halves[side].append((found, many))
        return tuple(sorted(halves[0])), tuple(sorted(halves[1]))


class Tree:
    """Counts and splits the states of one draw. Raises :class:`TimeUp` beyond ``limit`` steps."""

    def __init__(self, shapes: Shapes, limit: int) -> None:
        self._shapes, self._limit = shapes, limit
        self._steps = self._kept = 0
        self._counted = False
        self._counts: dict[tuple[int, State], int] = {}
        self._layers: dict[tuple[int, State], tuple[_Plan, list[_Layer]]] = {}

    def count(self, shape: Shape, state: State) -> int:
        """In how many ways labelled entrants in this state can take the free lines of the shape."""
        if not state:
            return factorial(shape.free)
        key = shape.number, state
        if key not in self._counts:
            plan, layers = self._split(shape, state)
            self._counts[key] = sum(weight for _, weight in self._weighted(plan, layers[-1]))
        return self._counts[key]

    def sample(self, shape: Shape, state: State, below: Below) -> Split:
        """A split with the exact chance it has when all ways to take the lines are alike.

        There must be such a way, and the state must have a behaviour. What it comes from must have
        been counted before; drawing spends no steps.
        """
        self._counted = True
        plan, layers = self._split(shape, state)
        key = chosen(self._weighted(plan, layers[-1]), below)
        unbound = plan.halves[0].free - plan.first(key)
        shares = []
        for choices, layer in zip(reversed(plan.choices), reversed(layers[:-1]), strict=True):
            choice = chosen([(c, c.ways * layer.get(key - c.delta, 0)) for c in choices], below)
            shares.append(choice.shares)
            key -= choice.delta
        return Split(tuple(reversed(shares)), unbound)

    def _weighted(self, plan: _Plan, last: _Layer) -> Iterator[tuple[int, int]]:
        """The splits by key, each with the number of ways that it stands for."""
        left, right = plan.halves
        for key, ways in last.items():
            first, second = plan.states(key)
            at_left = self.count(left, first)
            if at_left:
                unbound = comb(plan.unbound, left.free - plan.first(key))
                yield key, ways * unbound * at_left * self.count(right, second)

    def _split(self, shape: Shape, state: State) -> tuple[_Plan, list[_Layer]]:
        """The keys after each behaviour in turn, each with the number of ways to come to it."""
        key = shape.number, state
        if key in self._layers:
            return self._layers[key]
        for behaviour, values in state:
            options = len(self._shapes.behaviours[behaviour].options)
            self._spend(comb(values + options - 1, options - 1))
        plan = _Plan(self._shapes, shape, state)
        layers: list[_Layer] = [{0: 1}]
        for at, choices in enumerate(plan.choices, start=1):
            self._spend(len(layers[-1]) * len(choices), _MOST_KEYS)
            layer: _Layer = {}
            for before, ways in layers[-1].items():
                for choice in choices:
                    after = before + choice.delta
                    if plan.fits(after, at):
                        layer[after] = layer.get(after, 0) + ways * choice.ways
            layers.append(layer)
        self._spend(len(layers[-1]))
        size = sum(map(len, layers))
        if self._kept + size <= _KEPT:
            self._kept += size
            self._layers[key] = plan, layers
        return plan, layers

    def _spend(self, steps: int, most: int | None = None) -> None:
        if self._counted:  # what has been counted once is drawn from without end
            return
        self._steps += steps
        if self._steps > self._limit or (most is not None and steps > most):
            raise TimeUp(
                "these draws are too many and too different to count in the steps allowed",
                maybe="ask for fewer rounds; draws above this reach are random but not uniform.",
            )


def _compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Every way to write ``total`` as a sum of ``parts`` numbers, order mattering."""
    if parts == 1:
        yield (total,)
        return
    for n in range(total + 1):
        for rest in _compositions(total - n, parts - 1):
            yield (n, *rest)
