"""What may still be drawn, ball by ball: exactly for one attribute, as far as shown for several.

Either kind of urn holds a best draw with all that is settled, so that a dead end never comes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np

from scheduler.errors import TimeUp, UsageError
from scheduler.event import BYE
from scheduler.facts import DrawFrame
from scheduler.formats.knockout.admissible import NOBODY, Witness
from scheduler.formats.knockout.apart import Interval, Wish, attribute_intervals, intervals_of, separated
from scheduler.formats.knockout.job import random_of
from scheduler.solve.draws.counting import DrawCounter
from scheduler.solve.draws.separation import Separation
from scheduler.solve.draws.separation_field import field_of
from scheduler.solve.draws.several_counting import count_at
from scheduler.solve.draws.several_lots import Leads, Lots, alike, kinds_of

__all__ = ["Urn", "urn_of"]

_COUNTED = 32
_MOST_STEPS = 300_000
_MOST_LINES_OF_SEVERAL = 64


class Urn(Protocol):
    """``exact``: every line that was ever withheld was shown to leave no best draw."""

    exact: bool

    def lines(self, entrant: int) -> tuple[int, ...]:
        """The lines, from 1, that leave a best draw with the entrant on them, ascending."""

    def counted(self, entrant: int, lines: Sequence[int]) -> dict[int, int] | None:
        """In how many best draws, or in which proportion, each line leads; None where it is not counted."""

    def settle(self, line: int, entrant: int) -> None:
        """The entrant has drawn this line, one of his."""


def urn_of(frame: DrawFrame, wish: Wish, fixed: Mapping[int, int], seed: str) -> Urn:
    """The urn of a wish, before anybody but the ``fixed`` has a line. UsageError where it is too large."""
    if len(wish.codes) <= 1:
        return _OneAttribute(frame, wish, fixed, seed)
    if frame.size > _MOST_LINES_OF_SEVERAL:
        raise UsageError(
            f"ball by ball several attributes are kept apart up to {_MOST_LINES_OF_SEVERAL} lines, not "
            f"{frame.size}",
            maybe="keep one attribute apart, or make the draw at once.",
        )
    return _Several(frame, wish, fixed, seed)


class _OneAttribute:
    def __init__(self, frame: DrawFrame, wish: Wish, fixed: Mapping[int, int], seed: str) -> None:
        self.exact = True
        self._size, self._settled = frame.size, dict(fixed)
        self._codes = wish.codes[0] if wish.codes else (-1,) * frame.entrants
        best = separated(frame, wish, fixed, random_of(seed), None)
        intervals = intervals_of(frame, wish, fixed, best)
        assert intervals is not None
        self._intervals = intervals
        self._witness = _witness(self._codes, best, fixed, intervals)

    def lines(self, entrant: int) -> tuple[int, ...]:
        return self._witness.lines(self._codes[entrant - 1])

    def counted(self, entrant: int, lines: Sequence[int]) -> dict[int, int] | None:
        if self._size > _COUNTED or self._codes[entrant - 1] < 0:
            return None
        try:
            return {
                line: DrawCounter(
                    self._size, {**self._settled, line: entrant}, self._codes, self._intervals,
                    limit=_MOST_STEPS,
                ).count()
                for line in lines
            }
        except TimeUp:
            return None

    def settle(self, line: int, entrant: int) -> None:
        self._witness.settle(line, self._codes[entrant - 1])
        self._settled[line] = entrant


class _Several:
    def __init__(self, frame: DrawFrame, wish: Wish, fixed: Mapping[int, int], seed: str) -> None:
        self.exact = True
        best = separated(frame, wish, fixed, random_of(seed), None)
        field = field_of(frame.size, fixed, wish.codes, goals=tuple(wish.levels.values()))
        self._codes = wish.codes
        # What keeps one attribute alone from its best keeps all of them from theirs together.
        of_one = [attribute_intervals(frame, wish, fixed, best, a) for a in range(len(wish.codes))]
        self._alone = {
            a: _witness(wish.codes[a], best, fixed, intervals)
            for a, intervals in enumerate(of_one) if intervals is not None
        }
        self._related = [any(c >= 0 for c in codes) for codes in zip(*wish.codes, strict=True)]
        self._lots = Lots(field, np.array(best.lines, dtype=np.int64))
        self._leads: dict[int, Leads] = {}
        self._drawn = 0

    def _of(self, entrant: int) -> Leads:
        if entrant not in self._leads:
            among = set(range(1, self._lots.field.size + 1)).intersection(*(
                witness.lines(self._codes[a][entrant - 1]) for a, witness in self._alone.items()
            ))
            self._leads[entrant] = self._lots.leads(entrant, [self._drawn, entrant], among)
        return self._leads[entrant]

    def lines(self, entrant: int) -> tuple[int, ...]:
        return tuple(self._of(entrant).draws)

    def counted(self, entrant: int, lines: Sequence[int]) -> dict[int, int] | None:
        if not self._related[entrant - 1]:
            return None
        field = self._lots.field
        out: dict[int, int] = {}
        try:
            for same in alike(field, kinds_of(field)):
                if same[0] in lines:
                    settled = field.lines.copy()
                    settled[same[0] - 1] = entrant
                    many = count_at(replace(field, lines=settled), self._lots.target)
                    out |= dict.fromkeys(same, many)
        except TimeUp:
            return None
        return dict(sorted(out.items()))

    def settle(self, line: int, entrant: int) -> None:
        leads = self._of(entrant)
        self._lots.settle(line, entrant, leads)
        for a, witness in self._alone.items():
            witness.settle(line, self._codes[a][entrant - 1])
        self.exact = self.exact and leads.exact
        self._leads.clear()
        self._drawn += 1


def _witness(
    codes: Sequence[int], best: Separation, fixed: Mapping[int, int], intervals: Interval
) -> Witness:
    values = [NOBODY if who == BYE else codes[who - 1] for who in best.lines]
    return Witness(values, list(fixed), intervals)
