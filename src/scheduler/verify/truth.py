"""What is true of a schedule: the facts of any family, evaluated with numpy when first asked for."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

import numpy as np

from scheduler.facts import (
    All,
    Any,
    Family,
    Ids,
    Implies,
    Link,
    Same,
    Space,
    Turn,
)
from scheduler.verify.sequences import sequence_facts

__all__ = ["Found", "Truth"]

_SPARSE = 16
"""A family this many times the size of the facts looked at is too large to make a mask of."""


@dataclass(frozen=True, slots=True)
class Found:
    """Facts that hold: ``ids`` ascending, their ``values`` (1, a multiplicity, or an integer), and the
    ``rounds`` (from 1) they speak of, 0 where they speak of none."""

    ids: Ids
    values: Ids
    rounds: Ids


class Truth:
    """All facts of one schedule. ``primary`` maps each primary family to its true ids."""

    def __init__(self, space: Space, primary: dict[str, Ids]) -> None:
        self.space = space
        self._found: dict[str, Found] = {}
        for family in space.families:
            if family.define is None:
                given = primary.get(family.name, np.empty(0, dtype=np.int64))
                ids, values = np.unique(given, return_counts=True)
                self._found[family.name] = Found(ids, values.astype(np.int64), _when(family, ids))

    def of(self, name: str) -> Found:
        """The facts of a family that hold."""
        if name not in self._found:
            self._found[name] = self._derive(self.space[name])
        return self._found[name]

    def _derive(self, family: Family) -> Found:
        match family.define:
            case Turn() as turn:
                return self._turn(family, turn)
            case Any(links):
                ids = self._supported(family, *links)
            case All(links):
                ids = self._supported(family, links[0])
                for link in links[1:]:
                    ids = _common(family, ids, self._supported(family, link))
            case Same((a, b)):
                first, second = self._mask(family, a), self._mask(family, b)
                ids = family.first + np.flatnonzero(first == second)
            case Implies((a, b)):
                first, second = self._mask(family, a), self._mask(family, b)
                ids = family.first + np.flatnonzero(~first | second)
            case _:
                return self._sequence(family)
        return Found(ids, np.ones(len(ids), dtype=np.int64), _when(family, ids))

    def _sequence(self, family: Family) -> Found:
        """Facts about sequences of matches, which have a file of their own."""
        assert family.define is not None
        answer = sequence_facts(self.space, family, family.define, self._given)
        if answer is None:
            raise TypeError(f"family {family.name} has no meaning here")
        ids, values = answer
        return Found(ids, values, _when(family, ids))

    def _given(self, name: str) -> tuple[Ids, Ids]:
        found = self.of(name)
        return found.ids, found.values

    def _supported(self, family: Family, *links: Link) -> Ids:
        """The derived ids, ascending, that have a true source through any of these links."""
        parts = [np.empty(0, dtype=np.int64)]
        for link in links:
            source = self.space[link.family]
            targets = link.to(*source.coords(self.of(link.family).ids))
            listed = targets if isinstance(targets, list) else [targets]
            parts += [family.landing(t)[1] for t in listed]
        return family.first + _distinct(np.concatenate(parts) - family.first, family.size)

    def _mask(self, family: Family, link: Link) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        mask = np.zeros(family.size, dtype=bool)
        mask[self._supported(family, link) - family.first] = True
        return mask

    def _turn(self, family: Family, turn: Turn) -> Found:
        shape = (*self.space[turn.home].shape, 2)
        keys = []
        for side, name in enumerate((turn.home, turn.away)):
            who, r = self.space[name].coords(self.of(name).ids)
            keys.append(np.ravel_multi_index((who, r, np.full_like(who, side)), shape))
        played = _distinct(np.concatenate(keys).astype(np.int64), prod(shape))
        entrant, when, sides = np.unravel_index(played, shape)
        start = np.searchsorted(entrant, np.arange(shape[0]))
        index = np.arange(len(played)) - start[entrant]
        mine = sides == (turn.home, turn.away).index(turn.of)
        ids = family.ids(entrant[mine], index[mine])
        return Found(ids, np.ones(len(ids), dtype=np.int64), when[mine] + 1)


def _distinct(values: Ids, size: int) -> Ids:
    """Each of these values, all below ``size``, once and ascending.

    Where they are dense a mask beats sorting, and sorting beats the hashing of ``np.unique``.
    """
    if size <= _SPARSE * len(values):
        mask = np.zeros(size, dtype=bool)
        mask[values] = True
        return np.flatnonzero(mask)
    ordered = np.sort(values)
    fresh = np.ones(len(ordered), dtype=bool)
    fresh[1:] = ordered[1:] != ordered[:-1]
    return ordered[fresh]


def _common(family: Family, one: Ids, other: Ids) -> Ids:
    """The ids of ``one`` that are in ``other``; both ascending, each id once."""
    if family.size > _SPARSE * (len(one) + len(other)):
        return np.intersect1d(one, other, assume_unique=True)
    mask = np.zeros(family.size, dtype=bool)
    mask[other - family.first] = True
    return one[mask[one - family.first]]


def _when(family: Family, ids: Ids) -> Ids:
    if "round" not in family.axes:
        return np.zeros(len(ids), dtype=np.int64)
    return family.coords(ids)[family.axes.index("round")] + 1
