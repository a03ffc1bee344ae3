"""How a derived fact follows from others. Only declared here; each reading gives its own meaning.

A :class:`Link` projects the coordinates of a source fact onto the derived facts it supports. A
connective says when a derived fact is true, given which of its links have a true source.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["All", "Any", "Definition", "Implies", "Lead", "Link", "Same", "Spread", "Turn"]

Coords = tuple[NDArray[np.int64], ...]
Project = Callable[..., Coords | list[Coords]]
"""Coordinates of facts in, coordinates of what they bear on out, arrays of the same length; a list of
such where one fact bears on several. Coordinates outside the target's shape mean "on nothing"."""


@dataclass(frozen=True, slots=True)
class Link:
    """A source family and the projection of its coordinates to the derived family's."""

    family: str
    to: Project


@dataclass(frozen=True, slots=True)
class Any:
    """True when at least one source of at least one link is true."""

    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class All:
    """True when every link has at least one true source ("both" for two links)."""

    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Same:
    """True when the two links agree: both have a true source, or neither has."""

    links: tuple[Link, Link]


@dataclass(frozen=True, slots=True)
class Implies:
    """True unless the first link has a true source and the second has none."""

    links: tuple[Link, Link]


@dataclass(frozen=True, slots=True)
class Turn:
    """``fact[e, i]``: in the i-th match of e's own sequence, the source ``of`` is true.

    ``of`` and ``other`` are families over (entrant, round) that exclude each other (home and away);
    rounds in which neither is true are skipped, so byes leave no gap. Should a broken schedule have
    both in one round, home comes before away.
    """

    of: str
    home: str
    away: str


@dataclass(frozen=True, slots=True)
class Lead:
    """Integer ``[i, j]``, i < j: the largest ``|S_i(r) - S_j(r)|`` over all rounds r, where S counts
    the true facts ``of[e, .]`` up to and including r (RobinX FA2)."""

    of: str


@dataclass(frozen=True, slots=True)
class Spread:
    """Integer ``[i, j]``, i < j: last minus first round in which ``of[i, j, .]`` is true; 0 where it is
    true fewer than twice. The rounds between two meetings are this minus one (RobinX SE1)."""

    of: str


Definition = Any | All | Same | Implies | Turn | Lead | Spread
