"""Swap search: two entrants change lines, judged at once against every other line, best first.

It knows the bound it is after and stops there. A component is one level of sections at one priority
level; the first that exceeds its bound leads, the ones before it may not get worse, and a few after it
break ties. Short tabu lists keep it from undoing what it did.
"""

from __future__ import annotations

from time import monotonic

import numpy as np
from numpy.typing import NDArray

from scheduler.solve.draws.separation_field import Field, Ids

__all__ = ["Search", "components"]

Floats = NDArray[np.float64]

_RATIO = 8.0
_AHEAD = 6
_HELD = _RATIO ** (_AHEAD + 2)
_ANYBODY = 0.1
_UPHILL = 0.03


def components(field: Field, lines: Ids) -> list[int]:
    """Pairs per priority level and per level of sections in order of importance, one flat list."""
    within = [field.within(lines, a) for a in range(len(field.codes))]
    return [
        sum(within[a][level - 1] for a in group) for group in field.ranks() for level in field.order
    ]


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


class Search:
    """A draw that is being improved. ``lines`` and ``value`` (see :func:`components`) go together."""

    def __init__(self, field: Field, lines: Ids, rng: np.random.Generator) -> None:
        self._field, self._rng = field, rng
        first, sections = 0, []
        for level in field.order:
            sections.append(first + (np.arange(field.size) >> level))
            first += field.size >> level
        self._sections = np.array(sections)
        codes = _shared(field)
        self._none = int(codes.max(initial=0))
        self._of = codes
        self._width = first
        self._here = self._sections[:, field.free]
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
        many = len(self._field.order)
        flat = np.zeros(len(self.value))
        flat[:leading] = _HELD
        ahead = flat[leading : leading + _AHEAD]
        ahead[:] = _RATIO ** (_AHEAD - np.arange(len(ahead)))
        return flat.reshape(-1, many)[list(self._field.rank)]

    def _step(self, leading: int, weights: Floats) -> None:
        """One swap, or none where every allowed one makes things worse."""
        self.steps += 1
        rng, free = self._rng, self._field.free
        chosen = self._offender(leading)
        line = int(free[chosen])
        change = self._changes(line)
        score = np.tensordot(weights, change, 2)
        score[chosen] = np.inf
        score[(self._tabu[self.lines[free]] > self.steps) & (score >= 0)] = np.inf
        least = score.min()
        if least >= _HELD / 2 or (least > 0 and rng.random() > _UPHILL):
            return
        ties = np.flatnonzero(score == least)
        other = int(ties[rng.integers(len(ties))])
        self._swap(line, int(free[other]), change[:, :, other])

    def _offender(self, leading: int) -> int:
        """The place among the free lines of one who has company where it hurts; sometimes of anybody."""
        rank, place = divmod(leading, len(self._field.order))
        company = np.zeros(len(self._field.free), dtype=np.bool_)
        free = self._field.free
        for a, r in enumerate(self._field.rank):
            if r == rank:
                company |= self._counts[a, self._codes[a, free], self._here[place]] > 1
        offenders = np.flatnonzero(company)
        if not len(offenders) or self._rng.random() < _ANYBODY:
            return int(self._rng.integers(len(free)))
        return int(offenders[self._rng.integers(len(offenders))])

    def _changes(self, line: int) -> Floats:
        """What swapping ``line`` with each free line adds in pairs: (attributes, levels, free lines)."""
        free = self._field.free
        there = self._sections[:, line]
        out = np.empty((len(self._counts), len(there), len(free)))
        apart = self._here != there[:, None]
        for a, counts in enumerate(self._counts):
            mine, theirs = int(self._codes[a, line]), self._codes[a, free]
            change = counts[theirs, there[:, None]] - counts[theirs, self._here] + 1
            change[:, theirs == self._none] = 0
            if mine != self._none:
                change += counts[mine][self._here] + (1 - counts[mine, there])[:, None]
            change *= apart
            change[:, theirs == mine] = 0
            out[a] = change
        return out

    def _swap(self, one: int, other: int, change: Floats) -> None:
        pair = [one, other]
        for counts, code in zip(self._counts, self._codes, strict=True):
            for line, goal in (pair, pair[::-1]):
                if code[line] != self._none:
                    counts[code[line], self._sections[:, line]] -= 1
                    counts[code[line], self._sections[:, goal]] += 1
        self._codes[:, pair] = self._codes[:, pair[::-1]]
        self.lines[pair] = self.lines[pair[::-1]]
        self._tabu[self.lines[pair]] = self.steps + self._rng.integers(2, 10, 2)
        many = len(self._field.order)
        for a, rank in enumerate(self._field.rank):
            for i, d in enumerate(change[a].tolist()):
                self.value[rank * many + i] += round(d)
