"""The one declaration of a rule: :class:`Count`, ``least <= sum(weight * fact) <= most`` per row.

A count has a grid of rows. Its terms say, for every fact of a family, in which rows it counts and
with what weight: the *column form*, whole arrays at a time. :func:`from_rows` makes the same thing
from explicit rows of facts, the *row form*, for rules that single out a few entrants or matches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scheduler.facts import Ids, Space
from scheduler.facts.connectives import Project

__all__ = ["PLACES", "UNBOUNDED", "Bound", "Count", "Row", "Term", "from_rows"]

Bound = int | NDArray[np.int64] | None
"""A bound of all rows alike, one per row of the grid, or None for no bound."""

PLACES = ("line", "match", "section", "pot", "group")
"""Axes whose coordinates name a place in a draw."""

UNBOUNDED = np.iinfo(np.int64).max // 4


@dataclass(frozen=True)
class Term:
    """Facts of ``family`` count in the rows that ``to`` projects their coordinates to.

    ``weight`` is one integer, or a function of the fact's coordinates giving an array of integers.
    """

    family: str
    to: Project
    weight: int | Callable[..., Ids] = 1

    def incidence(self, space: Space, ids: Ids, shape: tuple[int, ...]) -> tuple[Ids, Ids, Ids]:
        """(position in ``ids``, row, weight) of every contribution; rows outside the grid drop out."""
        coords = space[self.family].coords(ids)
        weight = self.weight
        all_weights = (
            np.full(len(ids), weight, dtype=np.int64)
            if isinstance(weight, int)
            else np.asarray(weight(*coords), dtype=np.int64)
        )
        targets = self.to(*coords)
        parts = [self._land(t, shape) for t in (targets if isinstance(targets, list) else [targets])]
        where = np.concatenate([p[0] for p in parts])
        rows = np.concatenate([p[1] for p in parts])
        return where, rows, all_weights[where]

    @staticmethod
    def _land(target: tuple[Any, ...], shape: tuple[int, ...]) -> tuple[Ids, Ids]:
        arrays = np.broadcast_arrays(*(np.asarray(c, dtype=np.int64) for c in target))
        inside = np.ones(arrays[0].shape, dtype=bool)
        for c, size in zip(arrays, shape, strict=True):
            inside &= (c >= 0) & (c < size)
        keep = np.flatnonzero(inside)
        if not len(keep):
            return keep, keep
        return keep, np.ravel_multi_index(tuple(c[keep] for c in arrays), shape).astype(np.int64)


@dataclass(frozen=True)
class Count:
    """Counts over a grid of rows.

    ``axes`` names the grid's coordinates: ``entrant`` coordinates become the subject of a violation,
    ``round`` coordinates its rounds, a ``table`` its table, those of :data:`PLACES` its places; other names
    (``turn`` ...) only tell rows apart.
    ``where`` (bool per row) leaves rows out. ``labels`` gives explicit (subject, rounds) per row
    instead. With ``show_rounds`` the rounds of the facts found are reported as well.
    A rule whose counts have ranks among themselves gives each a ``step``, added to the level of its
    use; one that prices pairs gives a convex ``scale`` of the deviation, times the price of its use.
    """

    axes: tuple[str, ...]
    shape: tuple[int, ...]
    terms: tuple[Term, ...]
    least: Bound = None
    most: Bound = None
    where: NDArray[np.bool_] | None = None
    labels: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] = ()
    show_rounds: bool = True
    step: int = 0
    scale: tuple[int, ...] = ()

    @property
    def rows(self) -> int:
        """Rows of the grid, those left out included."""
        return prod(self.shape)

    @property
    def asked(self) -> int:
        """Rows of the grid that have bounds: those left out are not."""
        return self.rows if self.where is None else int(np.count_nonzero(self.where))

    def bounds(self, rows: Ids) -> tuple[Ids, Ids]:
        """(least, most) of these rows; ``-UNBOUNDED``/``UNBOUNDED`` where there is none."""
        least = self._bound(self.least, -UNBOUNDED, rows)
        most = self._bound(self.most, UNBOUNDED, rows)
        if self.where is not None:
            out = ~self.where.ravel()[rows]
            least[out], most[out] = -UNBOUNDED, UNBOUNDED
        return least, most

    @staticmethod
    def _bound(bound: Bound, missing: int, rows: Ids) -> Ids:
        if bound is None or isinstance(bound, int):
            return np.full(len(rows), missing if bound is None else bound, dtype=np.int64)
        return np.asarray(bound, dtype=np.int64).ravel()[rows].copy()

    @property
    def zero_breaks(self) -> bool:
        """True when a row in which nothing counts may be broken: then every row must be looked at."""
        low = self.least is not None and bool(np.max(self.least) > 0)
        return low or (self.most is not None and bool(np.min(self.most) < 0))

    def name(self, row: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """(subject numbers, rounds) of a row, counted from 1."""
        if self.labels:
            return self.labels[row]
        coords = np.unravel_index(row, self.shape)
        named = [(axis, int(c) + 1) for axis, c in zip(self.axes, coords, strict=True)]
        return (
            tuple(c for axis, c in named if axis == "entrant"),
            tuple(c for axis, c in named if axis == "round"),
        )

    def table(self, row: int) -> int | None:
        """The table that a row speaks of, counted from 1; None where it speaks of none."""
        if self.labels or "table" not in self.axes:
            return None
        return int(np.unravel_index(row, self.shape)[self.axes.index("table")]) + 1


    def places(self, row: int) -> tuple[tuple[str, int, int], ...]:
        """(what, number from 1, of how many) of the places in a draw that a row speaks of."""
        if self.labels or not set(PLACES) & set(self.axes):
            return ()
        coords = np.unravel_index(row, self.shape)
        return tuple(
            (axis, int(c) + 1, of) for axis, c, of in zip(self.axes, coords, self.shape, strict=True)
            if axis in PLACES
        )


@dataclass(frozen=True)
class Row:
    """One explicit count: which ``facts`` (ids), with which ``weights`` (1 each if empty)."""

    subject: tuple[int, ...]
    rounds: tuple[int, ...]
    facts: Ids
    least: int | None = None
    most: int | None = None
    weights: Ids | None = None


def from_rows(space: Space, rows: Iterable[Row], *, show_rounds: bool = True) -> Count:
    """The column form of explicit rows; facts may be of several families."""
    listed = list(rows)
    sizes = [len(r.facts) for r in listed]
    facts = np.concatenate([np.empty(0, np.int64), *(r.facts for r in listed)])
    owner = np.repeat(np.arange(len(listed), dtype=np.int64), sizes)
    weights = np.concatenate([np.empty(0, np.int64), *(
        np.ones(len(r.facts), np.int64) if r.weights is None else r.weights for r in listed)])
    terms = [
        term
        for family in space.families
        for mine in [(facts >= family.first) & (facts < family.first + family.size)]
        if mine.any()
        for term in _terms(space, family.name, facts[mine], owner[mine], weights[mine])
    ]
    return Count(
        ("row",), (max(1, len(listed)),), tuple(terms),
        np.array([-UNBOUNDED if r.least is None else r.least for r in listed] or [-UNBOUNDED]),
        np.array([UNBOUNDED if r.most is None else r.most for r in listed] or [UNBOUNDED]),
        labels=tuple((r.subject, r.rounds) for r in listed) or (((), ()),),
        show_rounds=show_rounds,
    )


def _terms(space: Space, family: str, facts: Ids, owner: Ids, weights: Ids) -> list[Term]:
    """One term per distinct weight: a fact's weight may differ from row to row."""
    made = []
    # With its indices, because without them numpy loads its masked arrays first, 15 ms of every command.
    for weight in np.unique(weights, return_index=True)[0].tolist():
        mine = weights == weight
        order = np.lexsort((owner[mine], facts[mine]))
        keys, owners = facts[mine][order], owner[mine][order]
        made.append(Term(family, _lookup(space, family, keys, owners), int(weight)))
    return made


def _lookup(space: Space, family: str, keys: Ids, owners: Ids) -> Project:
    """A projection by look-up: the k-th list entry sends a fact to its k-th row, or off the grid."""

    def project(*coords: Ids) -> list[tuple[Ids, ...]]:
        ids = space[family].ids(*coords)
        start, stop = np.searchsorted(keys, ids), np.searchsorted(keys, ids, side="right")
        out: list[tuple[Ids, ...]] = []
        for k in range(int((stop - start).max(initial=0))):
            has = start + k < stop
            out.append((np.where(has, owners[np.minimum(start + k, len(keys) - 1)], -1),))
        return out or [(np.full(len(ids), -1, dtype=np.int64),)]

    return project
