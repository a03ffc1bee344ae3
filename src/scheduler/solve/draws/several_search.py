"""Swap search: two entrants change lines, judged at once against every other line, best first.

Where it is about larger sections whole matches or sections of 4 and 8 lines change places too: nothing
within them changes, which many swaps one by one would have to find again.

It knows the bound it is after and stops there. The first goal that exceeds its bound leads, the ones
before it may not get worse, and a few after it break ties. Short tabu lists keep it from undoing what it did.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from scheduler.event import OPEN
from scheduler.solve.draws.separation_field import Field, Ids

__all__ = ["Search", "components"]

Floats = NDArray[np.float64]

_RATIO = 8.0
_AHEAD = 6
_HELD = _RATIO ** (_AHEAD + 2)
_ANYBODY = 0.1
_UPHILL = 0.03
_KICK = 0.1
_WHOLE = 0.3
_LARGEST = 3


def components(field: Field, lines: Ids) -> list[int]:
    """What the draw costs by each goal."""
    within = [field.within(lines, a) for a in range(len(field.codes))]
    return [sum(price * within[a][level - 1] for a, level, price in goal) for goal in field.goals]


def _shared(field: Field) -> Ids:
    """Codes that two entrants have, numbered anew; all others, and none, are the largest number."""
    out = np.zeros_like(field.codes)
    for row, code in zip(out, field.codes, strict=True):
        many = np.bincount(code + 1)
        many[0] = 0
        place = np.cumsum(many > 1) - 1
        row[:] = np.where(many[code + 1] > 1, place[code + 1], -1)
    out[out < 0] = out.max(initial=-1) + 1
    return out


@dataclass(frozen=True, eq=False)
class _Moves:
    """Free lines that change places together. ``lines``: (pieces, lines of each); ``row``: piece by line;
    ``here``: the section of each piece at each level that counts, (levels, pieces)."""

    level: int
    lines: Ids
    row: Ids
    here: Ids


def _moves(field: Field, sections: Ids) -> list[_Moves]:
    """Single lines first, then the sections that hold nobody fixed, by level and by where their byes are."""
    out = []
    lines = np.arange(field.size)
    for level in range(min(_LARGEST, field.levels - 1) + 1):
        pieces = lines.reshape(-1, 1 << level)
        pieces = pieces[~(field.lines[pieces] > 0).any(axis=1)]
        free = field.lines[pieces] == OPEN
        for pattern in np.unique(free, axis=0):
            alike = pieces[(free == pattern).all(axis=1)][:, pattern]
            if pattern.any() and len(alike) > 1:
                row = np.full(field.size, -1)
                row[alike] = np.arange(len(alike))[:, None]
                out.append(_Moves(level, alike, row, sections[:, alike[:, 0]]))
    return out


class Search:
    """A draw that is being improved. ``lines`` and ``value`` (see :func:`components`) go together."""

    def __init__(self, field: Field, lines: Ids, rng: np.random.Generator) -> None:
        self._field, self._rng = field, rng
        first, sections = 0, []
        for level in range(1, field.levels):
            sections.append(first + (np.arange(field.size) >> level))
            first += field.size >> level
        self._sections = np.array(sections)
        codes = _shared(field)
        self._none = int(codes.max(initial=0))
        self._of = codes
        self._width = first
        self._moves = _moves(field, self._sections)
        self._levels = np.arange(1, field.levels)
        self._prices = np.zeros((len(field.goals), len(codes), len(self._levels)), dtype=np.int64)
        for prices, goal in zip(self._prices, field.goals, strict=True):
            for a, level, price in goal:
                prices[a, level - 1] = price
        self._tabu = np.zeros(field.entrants + 1, dtype=np.int64)
        self.steps = 0
        self._begin(lines)

    def _begin(self, lines: Ids) -> None:
        """Start from these lines, everything counted anew."""
        self.lines = lines.copy()
        self.value = components(self._field, lines)
        self._codes = self._of[:, np.maximum(lines, 0)]
        self._codes[:, lines <= 0] = self._none
        # Small integers: a count is at most 4,096, and there can be thousands of codes and sections.
        self._counts = np.zeros((len(self._of), self._none + 1, self._width), dtype=np.int16)
        for counts, code in zip(self._counts, self._codes, strict=True):
            for at in self._sections:
                np.add.at(counts, (code, at), 1)
        self._counts[:, self._none] = 0

    def run(self, target: list[int], steps: int, until: float | None) -> bool:
        """Search until ``target`` is met, for so many steps, until a time of ``monotonic``.

        Afterwards the best draw met stands in ``lines``. True if the time ran out, or Ctrl-C ended it.
        """
        best, kept = list(self.value), self.lines.copy()
        steps = steps if len(self._field.free) > 1 else 0
        late = False
        leading, weights = -1, np.zeros(0)
        try:
            for turn in range(steps):
                now = next((i for i, t in enumerate(target) if self.value[i] > t), -1)
                late = turn % 16 == 0 and until is not None and monotonic() > until
                if now < 0 or late:
                    break
                if now != leading:
                    leading, weights = now, self._weights(now)
                self._step(leading, weights)
                if self.value < best:
                    best, kept = list(self.value), self.lines.copy()
        except KeyboardInterrupt:
            late = True
        self._begin(kept)
        return late

    def _weights(self, leading: int) -> Floats:
        """What a pair counts, by attribute and level: shape (attributes, levels)."""
        flat = np.zeros(len(self.value))
        flat[:leading] = _HELD
        ahead = flat[leading : leading + _AHEAD]
        ahead[:] = _RATIO ** (_AHEAD - np.arange(len(ahead)))
        return np.tensordot(flat, self._prices, 1)

    def _step(self, leading: int, weights: Floats) -> None:
        """One swap, or none where every allowed one makes things worse."""
        self.steps += 1
        rng = self._rng
        line = int(self._field.free[self._offender(leading)])
        moves = self._chosen(line, max(level for _, level, _ in self._field.goals[leading]))
        chosen = int(moves.row[line])
        change = self._changes(moves, chosen)
        score = np.tensordot(weights, change, 2)
        score[chosen] = np.inf
        held = (self._tabu[self.lines[moves.lines]] > self.steps).any(axis=1)
        score[held & (score >= 0)] = np.inf
        least = score.min()
        # Seldom something settled is given up: what is short by one may need a chain of swaps.
        if least > 0 and rng.random() > (_UPHILL if least < _HELD / 2 else _KICK):
            return
        ties = np.flatnonzero(score == least)
        other = int(ties[rng.integers(len(ties))])
        self._swap(moves.lines[chosen], moves.lines[other], change[:, :, other])

    def _chosen(self, line: int, level: int) -> _Moves:
        """What moves: mostly the entrant of a line, at times a section around it, below a level."""
        moves = [m for m in self._moves if m.row[line] >= 0 and (m.level < level or not m.level)]
        if len(moves) == 1 or self._rng.random() > _WHOLE:
            return moves[0]
        return moves[1 + int(self._rng.integers(len(moves) - 1))]

    def _offender(self, leading: int) -> int:
        """The place among the free lines of one who has company where it hurts; sometimes of anybody."""
        company = np.zeros(len(self._field.free), dtype=np.bool_)
        free = self._field.free
        for a, level, _ in self._field.goals[leading]:
            # Who moves to where there are as many of his, less himself, gains nothing by it.
            codes, sections = self._codes[a, free], self._sections[level - 1]
            fewest = self._counts[a, :, sections[0] : sections[-1] + 1].min(axis=1)
            company |= self._counts[a, codes, sections[free]] > fewest[codes] + 1
        offenders = np.flatnonzero(company)
        if not len(offenders) or self._rng.random() < _ANYBODY:
            return int(self._rng.integers(len(free)))
        return int(offenders[self._rng.integers(len(offenders))])

    def _changes(self, moves: _Moves, chosen: int) -> Floats:
        """What exchanging a piece with each other one adds in pairs: (attributes, levels, pieces).

        With d more of a code in the piece that leaves S for T than in the one that comes, pairs change by
        d (n_T - n_S) + d^2.
        """
        lines, here = moves.lines, moves.here
        there = self._sections[:, lines[chosen, :1]]
        apart = (here != there) & (self._levels > moves.level)[:, None]
        out = np.empty((len(self._counts), *here.shape))
        for a, counts in enumerate(self._counts):
            codes = self._codes[a, lines]
            change = np.zeros(here.shape, dtype=np.int64)
            for code in codes[chosen].tolist():
                if code != self._none:
                    change += counts[code].take(here) - counts[code].take(there)
            for at in codes.T * self._width:
                change += counts.take(at + there) - counts.take(at + here)
            out[a] = (change + self._square(codes, chosen)) * apart
        return out

    def _square(self, codes: Ids, chosen: int) -> Ids:
        """Sum over all codes of d^2, for the chosen piece and each other one."""
        mine = codes[chosen]
        known = codes != self._none
        if len(mine) == 1:
            alone: Ids = (known[chosen] * 1 + known - 2 * (known & (codes == mine)))[:, 0]
            return alone
        own = (mine[:, None] == mine) & known[chosen]
        theirs = (codes[:, :, None] == codes[:, None]) & known[:, None]
        cross = (codes[:, :, None] == mine) & known[:, :, None]
        square: Ids = own.sum() + theirs.sum(axis=(1, 2)) - 2 * cross.sum(axis=(1, 2))
        return square

    def _swap(self, one: Ids, other: Ids, change: Floats) -> None:
        both, swapped = np.concatenate((one, other)), np.concatenate((other, one))
        for counts, code in zip(self._counts, self._codes, strict=True):
            np.add.at(counts, (code[both], self._sections[:, swapped]), 1)
            np.add.at(counts, (code[both], self._sections[:, both]), -1)
            counts[self._none] = 0
        self._codes[:, both] = self._codes[:, swapped]
        self.lines[both] = self.lines[swapped]
        self._tabu[self.lines[both]] = self.steps + self._rng.integers(2, 10, len(both))
        added = np.tensordot(self._prices, np.rint(change).astype(np.int64), 2).tolist()
        self.value = [v + d for v, d in zip(self.value, added, strict=True)]
