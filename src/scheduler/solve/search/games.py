"""The games that a search moves about: which there are, and the legs that moves respect."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from scheduler.errors import UsageError
from scheduler.rules.robinx import View
from scheduler.rules.robinx_basic import meetings_due

__all__ = ["Games"]

_MOST_SLOTS = 30_000
"""Games so far are counted in 16 bits."""

_MOST_FACTS = 20_000_000
"""Ordered pairs times slots beyond which nothing is compiled: it would not fit the memory."""


@dataclass(frozen=True, eq=False)
class Games:
    """``fixed[home, away]`` games at a venue laid down, ``free[low, high]`` at either's, in ``slots``.

    ``leg`` is how many slots a leg has where moves are to respect legs, else ``slots``. Raises UsageError
    for a shape that cannot be searched.
    """

    slots: int
    fixed: NDArray[np.int64]
    free: NDArray[np.int64]
    leg: int

    def __post_init__(self) -> None:
        if self.teams < 2 or not 1 <= self.leg <= self.slots <= _MOST_SLOTS:
            raise UsageError(
                f"{self.teams} teams in {self.slots} slots, {self.leg} in a leg, cannot be searched: two "
                f"teams or more are, and up to {_MOST_SLOTS:,} slots"
            )
        facts = self.fixed.size * self.slots * max(1, self.copies)
        if facts > _MOST_FACTS:
            raise UsageError(
                f"{self.teams} teams in {self.slots} slots have {facts:,} possible games, more than the "
                f"{_MOST_FACTS:,} that can be searched",
                maybe="search one league at a time.",
            )

    @classmethod
    def of_league(cls, view: View) -> Games:
        """The games of a league; its legs where all leagues are phased and fill their slots."""
        fixed, free = meetings_due(view)
        lengths = {
            (len(view.instance.members(x.id)) - 1) | 1 if x.mode == "P" and x.rounds > 1 else 0
            for x in view.instance.leagues
        }
        leg = lengths.pop() if len(lengths) == 1 else 0
        phased = leg > 0 and view.slots % leg == 0
        return cls(view.slots, fixed, free, leg if phased else view.slots)

    @property
    def teams(self) -> int:
        """How many teams there are."""
        return len(self.fixed)

    @cached_property
    def _fixed_copies(self) -> NDArray[np.int64]:
        return np.maximum(self.fixed, self.fixed.T)

    @cached_property
    def copies(self) -> int:
        """How often a game of one pair at one venue can be there at most."""
        return max(1, int((self._fixed_copies + self.free + self.free.T).max(initial=0)))

    @cached_property
    def kind(self) -> NDArray[np.int8]:
        """``[copy, home, away]``: 0 no such game, 1 a game, 2 a game where its reverse is not played."""
        copy = np.arange(self.copies)[:, None, None]
        either = self.free + self.free.T
        made = (copy < self.fixed).astype(np.int8)
        made[(copy >= self._fixed_copies) & (copy < self._fixed_copies + either)] = 2
        return made

    @cached_property
    def possible(self) -> NDArray[np.bool_]:
        """``[home, away]``: whether such a game can be played."""
        return np.asarray(self.kind.any(axis=0), dtype=np.bool_)

    @cached_property
    def each(self) -> NDArray[np.int64]:
        """How many games each team has."""
        both = self.fixed + self.free
        return np.asarray(both.sum(axis=0) + both.sum(axis=1), dtype=np.int64)

    @property
    def complete(self) -> bool:
        """Whether every game can be played, no team having more games than there are slots."""
        return int(self.each.max(initial=0)) <= self.slots

    @cached_property
    def full(self) -> NDArray[np.bool_]:
        """The teams that play in every slot."""
        return np.asarray(self.complete & (self.each == self.slots))
