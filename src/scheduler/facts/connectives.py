"""How a derived fact follows from others. Only declared here; each reading gives its own meaning.

A :class:`Link` projects the coordinates of a source fact onto the derived facts it supports. A
connective says when a derived fact is true, given which of its links have a true source.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "Again",
    "All",
    "Any",
    "Definition",
    "Follow",
    "Implies",
    "Link",
    "Nth",
    "Peak",
    "Repeat",
    "Same",
    "Sum",
    "Trip",
    "Turn",
]

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
class Sum:
    """Integer: how many sources of the links are true, each as often as it holds."""

    links: tuple[Link, ...]


# Nth to Again speak of sequences. Their link projects matches to (actor, mark, round): whose sequence
# a match belongs to, and what it is there (a side, a venue, an opponent). A sequence is in order of
# round; rounds without a match leave no gap. Matches of one actor in one round, which only a broken
# schedule has, are in order of the lower, then the higher number, then the lower one's home match.


@dataclass(frozen=True, slots=True)
class Nth:
    """``fact[actor, mark, i]``: the i-th match of the actor's sequence has the mark."""

    matches: Link


@dataclass(frozen=True, slots=True)
class Repeat:
    """``fact[actor, mark, round]``: the match in that round has the mark, and so had the one before,
    however long ago. The first match repeats nothing."""

    matches: Link


@dataclass(frozen=True, slots=True)
class Follow:
    """``fact[actor, before, after, round]``: the match in that round has the mark ``after``, the one
    before it ``before``. What the first follows is ``start``: ``nothing``; ``last``, the last match, as
    if the sequence went round; or ``own``, a mark equal to the actor: then there is also a step back to it
    after the last match, at ``rounds`` plus the round of that match. With ``moves`` only steps from one
    mark to another are facts."""

    matches: Link
    start: str
    moves: bool = False


@dataclass(frozen=True, slots=True)
class Trip:
    """Integer ``[actor, round]``: by how much the away trip that begins in that round has too few or too
    many matches of mark 2. Marks: 0 home, 1 and 2 away. A trip is two or more away matches running, as
    long as it lasts; only matches in ``rounds`` (from 0) belong to the sequence (RobinX CA5)."""

    matches: Link
    rounds: tuple[int, ...]
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Again:
    """``fact[actor, r, d]``: a match of the actor's sequence is in round r and the next in round r + d.

    With ``twice`` it is known that no actor has more than two matches, which spares a solver the
    question what happens in between."""

    matches: Link
    twice: bool = False


@dataclass(frozen=True, slots=True)
class Peak:
    """Integer: how far a tally goes. The links land on (actor, round); S(r) counts the sources of ``plus``,
    less those of ``minus``, up to and including r. Of a family over actors it is the largest ``|S(r)|``
    over ``rounds`` (from 0), ``[i, j]`` of one over two, i < j: the largest ``|S_i(r) - S_j(r)|`` (RobinX
    FA1, FA2)."""

    plus: tuple[Link, ...]
    minus: tuple[Link, ...]
    rounds: tuple[int, ...]


Definition = (
    Any | All | Same | Implies | Turn | Sum | Nth | Repeat | Follow | Trip | Again | Peak
)
