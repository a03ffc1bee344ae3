"""Keeping entrants apart in a draw, as well as can be proven: which method for which shape of problem.

1. Nobody fixed, byes even: a construction (rotor, Euler split) that counting proves the best.
2. One attribute: a flow, whose potentials prove it.
3. Otherwise a search against the bounds of the single attributes, the solver where it stays above them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as made
from itertools import pairwise
from time import monotonic
from typing import Any

import numpy as np

from scheduler.errors import UsageError
from scheduler.solve.draws.euler import halved
from scheduler.solve.draws.rotor import dealt, nested
from scheduler.solve.draws.separation_field import Field, Goal, Ids, field_of
from scheduler.solve.draws.several_bounds import filling

__all__ = ["Separation", "separate"]

_CERTIFICATE = "certificate"


@dataclass(frozen=True, slots=True)
class Separation:
    """A draw with its proof. ``lines``: entrant numbers from 1, or BYE, one a line.

    ``pairs[attribute][r - 1]``: pairs of one code that can meet first in round r.
    ``proven[level][r - 1]``, per priority level: what proves that the pairs within sections of 2^r lines
    cannot be fewer, given that what matters more is as it is: ``certificate`` (anyone can check it),
    ``solver`` (its word), or "" (nothing). The last round is decided by the ones before it.
    ``marks[attribute, r]``: the same by attribute.
    ``certificate``: JSON values, for ``scheduler.verify.certificate.check``; it covers what is marked so.
    ``method``: ``lot``, ``rotor``, ``euler``, ``flow`` or ``search``. ``late``: the time ran out, so that the
    same seed may not give the same draw again.
    """

    lines: tuple[int, ...]
    pairs: tuple[tuple[int, ...], ...]
    proven: tuple[tuple[str, ...], ...]
    certificate: dict[str, Any]
    method: str
    late: bool = False
    marks: Mapping[tuple[int, int], str] = made(default_factory=dict)

    @property
    def optimal(self) -> bool:
        """True when every round of every priority level is proven."""
        return all(mark for level in self.proven for mark in level)

    def proven_rounds(self, level: int = 0) -> int:
        """Proven up to this round, at a priority level from 0, earliest round first."""
        marks = self.proven[level]
        return next((r for r, mark in enumerate(marks) if not mark), len(marks))


def separate(
    size: int,
    fixed: Mapping[int, int],
    codes: Sequence[Sequence[int]],
    *,
    rng: np.random.Generator,
    order: str | Sequence[str] = "earliest-first",
    levels: Sequence[int] | None = None,
    goals: Iterable[Goal] | None = None,
    seconds: float | None = 30.0,
) -> Separation:
    """Put everybody who is not fixed on a line so that entrants with the same code meet as late as can be.

    ``size``: lines, a power of two from 2 to 4,096. ``fixed``: line (from 1) to entrant number or BYE; as
    many lines stay free as entrants wait. ``codes[attribute][number - 1]``: a code, below 0 for none.
    ``levels[attribute]``: its priority, smaller first; attributes of one level are added up; without it
    each attribute has a level of its own, in the order given. What is minimised, lexicographically: by
    priority level, then by round, the earliest first or the two halves first (``order``, one for all or one
    an attribute). ``goals`` says it freely instead: sums, the most important first, of pairs of an
    attribute within sections of 2^level lines at a price each, (attribute, level, price); each attribute
    comes once for each level, the levels left out follow as they come.
    ``seconds`` limits search and solver for several attributes; the rest takes what it takes.

    Chance (``rng``) decides between draws that are equally good: who of one code takes which of its places,
    and ties between halves and between flows. Every entrant of a code is treated alike, but not every
    optimal draw is equally likely, so this is not a uniform sample.

    Raises :class:`UsageError` for what does not fit together. Source: draw rules of the federations ask for
    "as far apart as possible"; this makes it exact.
    """
    field = field_of(size, fixed, codes, order=order, levels=levels, goals=goals)
    if seconds is not None and not seconds > 0:
        raise UsageError(f"{seconds} seconds are no time to search in", maybe="give more than 0.")
    if not field.goals or not len(field.free):
        return _separation(field, dealt(field, (), rng), "lot", [_CERTIFICATE] * len(field.goals), [])
    return _constructed(field, rng) or _proven(field, rng, seconds)


def _constructed(field: Field, rng: np.random.Generator) -> Separation | None:
    """A construction, if counting alone proves it the best at every level."""
    chain = nested(field)
    method = "euler" if len(field.codes) == 2 and chain is None else "rotor"
    if (field.lines > 0).any() or (method == "rotor" and chain is None):
        return None
    lines = halved(field, 0, 1, rng) if method == "euler" else dealt(field, chain or (), rng)
    attributes = range(len(field.codes))
    if lines is None or any(field.within(lines, a) != filling(field, a) for a in attributes):
        return None
    parts = [{"attribute": a, "rounds": list(field.orders[a]), "by": "filling"} for a in attributes]
    return _separation(field, lines, method, [_CERTIFICATE] * len(field.goals), parts)


def _proven(field: Field, rng: np.random.Generator, seconds: float | None) -> Separation:
    # Imported here because it brings the solver, which a construction does without.
    from scheduler.solve.draws.flow import optimum, placed
    from scheduler.solve.draws.several import Found, parts_of, several

    if len(field.codes) == 1:
        best = optimum(field, 0, rng)
        lines = placed(best.network, 0, rng)
        method, found = "flow", Found(lines, [_CERTIFICATE] * len(field.goals), [best])
    else:
        until = None if seconds is None else monotonic() + seconds
        method, found = "search", several(field, rng, until)
    return _separation(field, found.lines, method, found.proven, parts_of(field, found), found.late)


def _separation(
    field: Field, lines: Ids, method: str, proven: Sequence[str],
    parts: list[dict[str, Any]], late: bool = False,
) -> Separation:
    pairs = []
    for a in range(len(field.codes)):
        within = [0, *field.within(lines, a)]
        pairs.append(tuple(b - a for a, b in pairwise(within)))
    marks = {
        (a, level): mark for goal, mark in zip(field.goals, proven, strict=True) for a, level, _ in goal
    }
    certificate = {"certificate": "separation", "version": 1, "size": field.size, "parts": parts}
    ranks = tuple(_together(field, group, marks) for group in field.ranks())
    return Separation(tuple(lines.tolist()), tuple(pairs), ranks, certificate, method, late, marks)


def _together(
    field: Field, group: tuple[int, ...], marks: Mapping[tuple[int, int], str]
) -> tuple[str, ...]:
    """What proves attributes together, round by round: the weakest of what proves each."""
    rounds = [
        [marks.get((a, min(r, field.levels - 1)), _CERTIFICATE) for a in group]
        for r in range(1, field.levels + 1)
    ]
    return tuple(min(mine, key=("", "solver", _CERTIFICATE).index) for mine in rounds)
