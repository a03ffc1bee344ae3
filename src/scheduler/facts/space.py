"""The id space: families of facts as blocks of integers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import prod
from typing import Any as Anything

import numpy as np
from numpy.typing import NDArray

from scheduler.facts.connectives import Definition

__all__ = ["Family", "Ids", "Space"]

Ids = NDArray[np.int64]


@dataclass(frozen=True)
class Family:
    """A block of ``prod(shape)`` ids from ``first`` on. ``axes`` names the coordinates, which count from 0.

    ``define`` is None for a primary family. ``integer`` families hold values instead of truth.
    """

    name: str
    axes: tuple[str, ...]
    shape: tuple[int, ...]
    first: int
    define: Definition | None = None
    integer: bool = False

    @property
    def size(self) -> int:
        """How many facts the family has; they are never listed unless a reading needs them all."""
        return prod(self.shape)

    def ids(self, *coords: Anything) -> Ids:
        """The ids at these coordinates (arrays broadcast)."""
        arrays = np.broadcast_arrays(*(np.asarray(c, dtype=np.int64) for c in coords))
        return self.first + np.ravel_multi_index(tuple(arrays), self.shape)

    def id_at(self, *coords: int) -> int:
        """The one id at these coordinates, without the overhead of arrays."""
        place = 0
        for c, size in zip(coords, self.shape, strict=True):
            if not 0 <= c < size:
                raise ValueError(f"{self.name}{coords} is outside {self.shape}")
            place = place * size + c
        return self.first + place

    def coords(self, ids: Ids) -> tuple[Ids, ...]:
        """The coordinates of these ids, one array an axis."""
        return np.unravel_index(ids - self.first, self.shape)

    def all_ids(self) -> Ids:
        """Every id of the family: only for the small ones."""
        return np.arange(self.first, self.first + self.size, dtype=np.int64)

    def landing(self, coords: tuple[Ids, ...]) -> tuple[Ids, Ids]:
        """(positions kept, ids) of projected coordinates; those outside the shape are dropped."""
        inside = np.ones(len(coords[0]), dtype=bool)
        for c, size in zip(coords, self.shape, strict=True):
            inside &= (c >= 0) & (c < size)
        keep = np.flatnonzero(inside)
        if not len(keep):
            return keep, np.empty(0, dtype=np.int64)
        return keep, self.ids(*(c[keep] for c in coords))


class Space:
    """The families that can be spoken of. Built once for a frame; immutable afterwards by convention."""

    def __init__(self) -> None:
        self._families: dict[str, Family] = {}
        self._next = 0

    def add(
        self,
        name: str,
        axes: str,
        shape: Iterable[int],
        define: Definition | None = None,
        *,
        integer: bool = False,
    ) -> Family:
        """Declare a family; ``axes`` is a space-separated list of coordinate names."""
        sizes = tuple(max(1, s) for s in shape)
        family = Family(name, tuple(axes.split()), sizes, self._next, define, integer)
        self._families[name] = family
        self._next += family.size
        return family

    def __getitem__(self, name: str) -> Family:
        return self._families[name]

    def __contains__(self, name: str) -> bool:
        return name in self._families

    @property
    def primary(self) -> tuple[str, ...]:
        """The names of the families that are stated directly, in order of declaration."""
        return tuple(f.name for f in self._families.values() if f.define is None)

    @property
    def families(self) -> tuple[Family, ...]:
        """All families in order of declaration: a derived one comes after its sources."""
        return tuple(self._families.values())
