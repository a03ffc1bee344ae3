"""Search by swaps over the kernel's counts: any rule of draws, any number of attributes.

The counts are read as flat tables: in which row an entrant counts in each section. Two entrants
change lines, and only the rows that they leave and enter are added up anew. Levels are packed into
one integer of unlimited size, each level worth more than all that can follow: truly lexicographic.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from time import monotonic

import numpy as np

from scheduler.event import BYE, OPEN
from scheduler.facts import DrawFrame, Ids, Space
from scheduler.rules import Stated, Term

__all__ = ["MOST_LINES", "Swaps"]

MOST_LINES = 1_024
"""Beyond this the tables are too large to be worth it."""

_Layer = tuple[int, int, list[int], list[int]]
"""(index of the count, shift from lines to sections, row per section or -1, weight per section)."""


class Swaps:
    """A draw that is changed by swaps, its price known at any time.

    ``lines`` (from 0) hold numbers, BYE or OPEN; ``loose`` are the line indices that may be swapped.
    ``weights`` is what a unit of price at each level weighs in ``cost``.
    """

    def __init__(
        self, space: Space, frame: DrawFrame, stated: Sequence[Stated], lines: Sequence[int],
        loose: Sequence[int],
    ) -> None:
        self.frame, self.lines, self.loose = frame, list(lines), sorted(loose)
        self._space = space
        self._layers: list[list[_Layer]] = [[] for _ in range(frame.entrants + 1)]
        self._base: list[list[int]] = []
        self._least: list[list[int]] = []
        self._most: list[list[int]] = []
        self._prices: list[list[int]] = []
        self._wanted: dict[tuple[int, int], list[int]] = {}
        self.weights = _weights(stated, frame)
        for entry in stated:
            self._read(entry, self.weights[entry.use.level])
        self.values = [list(v) for v in self._base]
        for i, e in enumerate(self.lines):
            if e > 0:
                for c, shift, rows, weight in self._layers[e]:
                    if rows[i >> shift] >= 0:
                        self.values[c][rows[i >> shift]] += weight[i >> shift]
        self.cost = sum(
            self._price(c, row, v) for c, vs in enumerate(self.values) for row, v in enumerate(vs)
        )

    def _read(self, entry: Stated, weight: int) -> None:
        layers = [
            layer for term in entry.count.terms if term.family != "bye"
            for layer in self._tables(term, entry.count.shape)
        ]
        moving = [x for x in layers if not _constant(x[1])]
        if not moving:
            return
        index = len(self._base)
        base = np.zeros(entry.count.rows, dtype=np.int64)
        byes = np.flatnonzero(np.array(self.lines) == BYE)
        for term in entry.count.terms:
            if term.family == "bye":
                _, rows, amount = term.incidence(
                    self._space, self._space["bye"].ids(byes), entry.count.shape)
                np.add.at(base, rows, amount)
        least, most = entry.count.bounds(np.arange(entry.count.rows))
        self._base.append(base.tolist())
        self._least.append(least.tolist())
        self._most.append(most.tolist())
        table = (0, *(entry.use.price or range(1, self.frame.size + 1)))
        self._prices.append([p * weight for p in table])
        asked = least > np.maximum(base, 0)
        for shift, rows, amount in layers:
            for e in range(self.frame.entrants):
                if (rows[e] >= 0).any():
                    self._layers[e + 1].append(
                        (index, shift, rows[e].tolist(), amount[e].tolist()))
                    for row in np.unique(rows[e][rows[e] >= 0]).tolist() if asked.any() else ():
                        if asked[row]:
                            self._wanted.setdefault((index, row), []).append(e + 1)

    def _tables(self, term: Term, shape: tuple[int, ...]) -> list[tuple[int, Ids, Ids]]:
        """(shift, rows, weights), entrant by section; one for each row that a fact counts in."""
        family = self._space[term.family]
        shift = 0 if term.family == "stands" else int(term.family.rsplit("-", 1)[1])
        ids = family.all_ids()
        where, row, weight = term.incidence(self._space, ids, shape)
        order = np.argsort(where, kind="stable")
        where, row, weight = where[order], row[order], weight[order]
        rank = np.arange(len(where)) - np.searchsorted(where, where)
        out = []
        for k in range(int(rank.max(initial=-1)) + 1):
            rows = np.full(len(ids), -1, dtype=np.int64)
            amounts = np.zeros(len(ids), dtype=np.int64)
            mine = rank == k
            rows[where[mine]], amounts[where[mine]] = row[mine], weight[mine]
            out.append((shift, rows.reshape(family.shape), amounts.reshape(family.shape)))
        return out

    def _price(self, c: int, row: int, value: int) -> int:
        off = max(value - self._most[c][row], self._least[c][row] - value)
        if off <= 0:
            return 0
        table = self._prices[c]
        if off < len(table):
            return table[off]
        return table[-1] + (off - len(table) + 1) * (table[-1] - table[-2])

    def _changes(self, i: int, j: int) -> dict[tuple[int, int], int]:
        changes: dict[tuple[int, int], int] = {}
        for e, a, b in ((self.lines[i], i, j), (self.lines[j], j, i)):
            for c, shift, rows, weight in self._layers[e]:
                s, t = a >> shift, b >> shift
                if s != t:
                    if rows[s] >= 0:
                        changes[c, rows[s]] = changes.get((c, rows[s]), 0) - weight[s]
                    if rows[t] >= 0:
                        changes[c, rows[t]] = changes.get((c, rows[t]), 0) + weight[t]
        return changes

    def gain(self, i: int, j: int) -> int:
        """What swapping two line indices adds to the cost."""
        total = 0
        for (c, row), change in self._changes(i, j).items():
            if change:
                value = self.values[c][row]
                total += self._price(c, row, value + change) - self._price(c, row, value)
        return total

    def fits(self, entrant: int, i: int) -> bool:
        """Whether an entrant can be put on an open line index without exceeding what any row allows."""
        return all(
            rows[i >> shift] < 0
            or self.values[c][rows[i >> shift]] + weight[i >> shift] <= self._most[c][rows[i >> shift]]
            for c, shift, rows, weight in self._layers[entrant]
        )

    def put(self, entrant: int, i: int, sign: int = 1) -> None:
        """Put an entrant on an open line index; with ``sign`` -1, take it away again. Costs no count."""
        self.lines[i] = entrant if sign > 0 else OPEN
        for c, shift, rows, weight in self._layers[entrant]:
            if rows[i >> shift] >= 0:
                self.values[c][rows[i >> shift]] += sign * weight[i >> shift]

    def swap(self, i: int, j: int) -> None:
        """Swap two line indices."""
        for (c, row), change in self._changes(i, j).items():
            value = self.values[c][row]
            self.cost += self._price(c, row, value + change) - self._price(c, row, value)
            self.values[c][row] = value + change
        self.lines[i], self.lines[j] = self.lines[j], self.lines[i]

    def blamed(self) -> list[int]:
        """Loose line indices whose entrant counts in a row that costs something, or is missing in it."""
        missing = {
            e for (c, row), members in self._wanted.items()
            if self.values[c][row] < self._least[c][row] for e in members
        }
        out = []
        for i in self.loose:
            if self.lines[i] in missing:
                out.append(i)
                continue
            for c, shift, rows, _ in self._layers[self.lines[i]]:
                row = rows[i >> shift]
                if row >= 0 and self._price(c, row, self.values[c][row]):
                    out.append(i)
                    break
        return out

    def search(self, rng: np.random.Generator, seconds: float, moves: int, target: int = 0) -> None:
        """Tabu search until the cost is ``target``, or so many moves or seconds are gone; ends with
        the best draw met. The same generator gives the same draw unless the seconds run out."""
        end = monotonic() + seconds
        best, cost = list(self.lines), self.cost
        barred: dict[int, int] = {}
        for move in range(moves):
            blamed = self.blamed() if self.cost > target else []
            if not blamed or monotonic() > end:
                break
            i = blamed[int(rng.integers(len(blamed)))]
            found = self._best_swap(i, move, barred, cost, rng)
            if found is None:
                continue
            self.swap(i, found)
            for at in (i, found):
                barred[self.lines[at]] = move + 3 + int(rng.integers(8))
            if self.cost < cost:
                best, cost = list(self.lines), self.cost
        self._restore(best)

    def _best_swap(
        self, i: int, move: int, barred: Mapping[int, int], best: int, rng: np.random.Generator
    ) -> int | None:
        """The line to swap with: the first that gains within the smallest section, else the least bad.

        Swaps within a section leave what is counted over larger ones as it is.
        """
        chosen, least = None, 0
        for r in range(self.frame.rounds):
            sibling = (i >> r) ^ 1
            near = [j for j in self._within(r, sibling) if j != i]
            for k in rng.permutation(len(near)).tolist():
                gain = self.gain(i, near[k])
                tabu = max(barred.get(self.lines[x], 0) for x in (i, near[k])) > move
                if (chosen is None or gain < least) and (not tabu or self.cost + gain < best):
                    chosen, least = near[k], gain
            if least < 0:
                break
        return chosen

    def _within(self, r: int, section: int) -> list[int]:
        """Loose line indices in a section of 2^r lines."""
        low = bisect_left(self.loose, section << r)
        return self.loose[low : bisect_left(self.loose, (section + 1) << r)]

    def _restore(self, lines: Sequence[int]) -> None:
        place = {e: i for i, e in enumerate(self.lines) if e > 0}
        for i in self.loose:
            j = place[lines[i]]
            if i != j:
                place[self.lines[i]], place[lines[i]] = j, i
                self.swap(i, j)


def _constant(rows: Ids) -> bool:
    """True when swapping cannot change what counts: the row is the entrant's own, or the line's own."""
    return bool((rows == rows[:, :1]).all() or (rows == rows[:1]).all())


def _weights(stated: Sequence[Stated], frame: DrawFrame) -> dict[int, int]:
    """What a unit of price at each level weighs: more than all that levels after it can cost."""
    levels = sorted({s.use.level for s in stated})
    out: dict[int, int] = {}
    weight = 1
    for level in reversed(levels):
        out[level] = weight
        worst = 0
        for s in stated:
            if s.use.level == level:
                table = s.use.price or (1,)
                step = table[-1] - (table[-2] if len(table) > 1 else 0)
                worst += s.count.rows * (table[-1] + step * frame.size)
        weight *= worst + 1
    return out
