"""Which lines an entrant may still draw, exactly: each leaves a draw that keeps everything asked for.

What is asked for are intervals: how many entrants of a value stand in a section. A draw within them
is a flow of values down the tree of sections to the lines. Given one such draw, an entrant can stand on
another line in some such draw if and only if the arc from its value to that line lies on a cycle of
the residual graph, that is, if both its ends are in one strongly connected component. One pass over
the graph so answers for every line and every value at once (as Régin's filtering does for matchings).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from scheduler.errors import NoAnswer, UsageError

__all__ = ["NOBODY", "Intervals", "Witness"]

NOBODY = -2
"""The value on the line of a bye."""

Intervals = Mapping[tuple[int, int, int], tuple[int, int]]
"""(value, level, section from 0) to the least and the most entrants of the value in that section of
2^level lines, those on settled lines included."""


class Witness:
    """A draw of values within intervals, some of its lines settled.

    ``values[i]`` is the value on line i + 1, -1 for an entrant without one, NOBODY for a bye;
    ``settled`` are the lines (from 1) that no longer change, byes among them. Raises UsageError where
    the draw given is not within the intervals.
    """

    def __init__(
        self, values: Sequence[int], settled: Sequence[int], intervals: Intervals
    ) -> None:
        self.size = len(values)
        self.values = list(values)
        self.settled = {line - 1 for line in settled}
        self.bound = sorted({value for value, _, _ in intervals})
        self._tree = {value: k for k, value in enumerate(self.bound)}
        self._low: list[list[int]] = []
        self._high: list[list[int]] = []
        self._held: list[list[int]] = []
        for value in self.bound:
            self._read(value, intervals)
        # Nodes: the sections of each bound value (heap order), then the lines, then everybody else.
        self._lines = 2 * self.size * len(self.bound)
        self._others = self._lines + self.size
        self._component: list[int] = []

    def _read(self, value: int, intervals: Intervals) -> None:
        size, depth = self.size, self.size.bit_length() - 1
        low, high = [0] * (2 * size), [size] * (2 * size)
        for (v, level, section), (least, most) in intervals.items():
            if v == value:
                at = (size >> level) + section
                low[at], high[at] = max(low[at], least), min(high[at], most)
        held = [0] * (2 * size)
        for i, v in enumerate(self.values):
            if v == value:
                for up in range(depth + 1):
                    held[(size + i) >> up] += 1
        if not all(a <= h <= b for a, h, b in zip(low[1:], held[1:], high[1:], strict=True)):
            raise UsageError("the draw to start from is not within the intervals")
        self._low.append(low)
        self._high.append(high)
        self._held.append(held)

    def lines(self, value: int) -> tuple[int, ...]:
        """The lines, from 1, on which a waiting entrant of this value can stand, ascending."""
        if not self._component:
            self._component = _components(self._arcs())
        node = self._source
        parts = self._component
        return tuple(
            i + 1 for i in range(self.size)
            if i not in self.settled and (
                self.values[i] == value or self._same_kind(self.values[i], value)
                or parts[node(value, i)] == parts[self._lines + i]
            )
        )

    def settle(self, line: int, value: int) -> None:
        """Put an entrant of this value on a line for good, and mend the draw around it.

        Raises NoAnswer where no draw within the intervals has it there.
        """
        i = line - 1
        if i in self.settled:
            raise UsageError(f"line {line} is settled already")
        if self.values[i] != value:
            self._mend(i, value)
        self.settled.add(i)
        self._component = []

    def _same_kind(self, one: int, other: int) -> bool:
        return one not in self._tree and other not in self._tree

    def _source(self, value: int, i: int) -> int:
        """The node from which line index i is reached by an entrant of this value."""
        if value not in self._tree:
            return self._others
        return 2 * self.size * self._tree[value] + self.size + i

    def _arcs(self) -> list[list[int]]:
        """The residual graph: what may change by one more or one less of a value here and there."""
        arcs: list[list[int]] = [[] for _ in range(self._others + 1)]
        for k in range(len(self.bound)):
            first = 2 * self.size * k
            low, high, held = self._low[k], self._high[k], self._held[k]
            for s in range(2, 2 * self.size):
                if held[s] < high[s]:
                    arcs[first + s // 2].append(first + s)
                if held[s] > low[s]:
                    arcs[first + s].append(first + s // 2)
        for i in range(self.size):
            if i in self.settled:
                continue
            node = self._lines + i
            here = self._source(self.values[i], i)
            for source in (*(self._source(value, i) for value in self.bound), self._others):
                if source == here:
                    arcs[node].append(source)
                else:
                    arcs[source].append(node)
        return arcs

    def _mend(self, i: int, value: int) -> None:
        """Exchange values along a shortest residual cycle through line index i and this value."""
        if self._same_kind(self.values[i], value):
            self._exchange_unbound(i, value)
            return
        start, goal = self._lines + i, self._source(value, i)
        arcs = self._arcs()
        before = {start: start}
        queue = [start]
        for node in queue:
            if node == goal:
                break
            for after in arcs[node]:
                if after not in before:
                    before[after] = node
                    queue.append(after)
        if goal not in before:
            raise NoAnswer(f"line {i + 1} leaves none that keeps what is asked for", about="draw")
        path = [goal]
        while path[-1] != start:
            path.append(before[path[-1]])
        self._follow([*reversed(path), start])

    def _follow(self, cycle: Sequence[int]) -> None:
        """Apply a cycle: each line left by one value is entered by the value before it."""
        change: dict[int, int] = {}
        loose: list[int] = []
        entered: list[tuple[int, int]] = []
        for a, b in pairwise(cycle):
            if a >= self._lines and a < self._others:
                i = a - self._lines
                if b == self._others:
                    loose.append(self.values[i])
            elif self._lines <= b < self._others:
                entered.append((b - self._lines, a))
            elif a < self._lines and b < self._lines:
                change[max(a, b)] = 1 if b > a else -1
        for node, by in change.items():
            k, s = divmod(node, 2 * self.size)
            self._held[k][s] += by
        for i, source in entered:
            self.values[i] = (
                loose.pop() if source == self._others else self.bound[source // (2 * self.size)]
            )

    def _exchange_unbound(self, i: int, value: int) -> None:
        """Entrants of unbound values change places freely."""
        for j in range(self.size):
            if j not in self.settled and self.values[j] == value:
                self.values[i], self.values[j] = value, self.values[i]
                return
        raise NoAnswer(f"nobody of this value waits for line {i + 1}", about="draw")


def _components(arcs: Sequence[Sequence[int]]) -> list[int]:
    """The strongly connected component of each node (Tarjan 1972, without recursion)."""
    index = [0] * len(arcs)
    low = [0] * len(arcs)
    part = [-1] * len(arcs)
    stack: list[int] = []
    counter = parts = 0
    for root in range(len(arcs)):
        if index[root]:
            continue
        work = [(root, 0)]
        while work:
            node, at = work.pop()
            if at == 0:
                counter += 1
                index[node] = low[node] = counter
                stack.append(node)
            for k in range(at, len(arcs[node])):
                after = arcs[node][k]
                if not index[after]:
                    work += [(node, k + 1), (after, 0)]
                    break
                if part[after] < 0:
                    low[node] = min(low[node], low[after] if index[after] > index[node] else index[after])
            else:
                if low[node] == index[node]:
                    while True:
                        top = stack.pop()
                        part[top] = parts
                        if top == node:
                            break
                    parts += 1
                if work:
                    parent = work[-1][0]
                    low[parent] = min(low[parent], low[node])
    return part
