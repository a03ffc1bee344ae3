"""Two-sided draws: every entrant of one side meets one of the other, some pairs being barred.

The UEFA round of 16 is one: eight runners-up, eight winners, none of the same group or association
together. Its procedure: draw a runner-up, each equally likely; list the winners it may meet so that
all the others can still be paired; draw one of these, each equally likely. All draws that come out
are valid, but they are not equally likely. Here are both: the procedure, with the exact chance of
every pair, and the draw in which every valid pairing has the same chance.

``allowed`` is a square matrix throughout: ``allowed[i][j]`` says whether drawn entrant i (from 0)
may meet opponent j (from 0). All functions raise :class:`UsageError` where it is not square or too
large: 16 entrants a side, 10 for chances under the procedure, which go over all pairs of subsets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import lcm

from scheduler.errors import NoAnswer, UsageError
from scheduler.solve.draws.counting_lots import Below, chosen

__all__ = [
    "Bias",
    "PairDrawn",
    "count_pairings",
    "dead_end_chance",
    "draw_pairing",
    "pair_bias",
    "sample_pairing",
    "sequential_chances",
    "uniform_chances",
]

Allowed = Sequence[Sequence[bool]]
Chances = tuple[tuple[Fraction, ...], ...]

_MOST, _MOST_EXACT = 16, 10


@dataclass(frozen=True, slots=True)
class PairDrawn:
    """One step of the procedure: who was drawn, whom it could get, whom it got (all from 0)."""

    drawn: int
    admissible: tuple[int, ...]
    opponent: int


@dataclass(frozen=True, slots=True)
class Bias:
    """The pair whose chance under the procedure is farthest from that in a uniform draw."""

    drawn: int
    opponent: int
    procedure: Fraction
    uniform: Fraction

    @property
    def difference(self) -> Fraction:
        """Chance under the procedure less chance in a uniform draw."""
        return self.procedure - self.uniform


def count_pairings(allowed: Allowed) -> int:
    """The number of valid pairings of the whole field."""
    rows = _rows(allowed, _MOST)
    return _completions(rows)(0, (1 << len(rows)) - 1)


def sample_pairing(allowed: Allowed, below: Below) -> tuple[int, ...]:
    """A pairing, every valid one equally likely: the opponent of drawn entrant i at place i.

    Raises :class:`NoAnswer` if there is none.
    """
    rows = _rows(allowed, _MOST)
    ways = _completions(rows)
    free = (1 << len(rows)) - 1
    if not ways(0, free):
        raise _none()
    out = []
    for i, row in enumerate(rows):
        options = [(j, ways(i + 1, free & ~(1 << j))) for j in _bits(row & free)]
        out.append(chosen(options, below))
        free &= ~(1 << out[-1])
    return tuple(out)


def draw_pairing(allowed: Allowed, below: Below) -> tuple[PairDrawn, ...]:
    """One draw by the procedure, step by step with the admissible opponents; it never gets stuck.

    Raises :class:`NoAnswer` if there is no valid pairing.
    """
    rows = _rows(allowed, _MOST)
    possible = _matchable(rows)
    left = free = (1 << len(rows)) - 1
    if not possible(left, free):
        raise _none()
    out = []
    while left:
        i = list(_bits(left))[below(left.bit_count())]
        left &= ~(1 << i)
        admissible = tuple(j for j in _bits(rows[i] & free) if possible(left, free & ~(1 << j)))
        j = admissible[below(len(admissible))]
        free &= ~(1 << j)
        out.append(PairDrawn(i, admissible, j))
    return tuple(out)


def uniform_chances(allowed: Allowed) -> Chances:
    """The chance of every pair, row i for drawn entrant i, in a uniform draw.

    Raises :class:`NoAnswer` if there is none.
    """
    rows = _rows(allowed, _MOST_EXACT)
    n, everyone = len(rows), (1 << len(rows)) - 1
    total = count_pairings(allowed)
    if not total:
        raise _none()
    out = []
    for i in range(n):
        others = _completions(rows[:i] + rows[i + 1 :])
        out.append(
            tuple(
                Fraction(others(0, everyone & ~(1 << j)) if rows[i] >> j & 1 else 0, total)
                for j in range(n)
            )
        )
    return tuple(out)


def sequential_chances(allowed: Allowed) -> Chances:
    """The chance of every pair, row i for drawn entrant i, under the procedure, exactly.

    Raises :class:`NoAnswer` if there is no valid pairing.
    """
    rows = _rows(allowed, _MOST_EXACT)
    everyone = (1 << len(rows)) - 1
    possible = _matchable(rows)
    if not possible(everyone, everyone):
        raise _none()
    return _walk(rows, possible)[0]


def dead_end_chance(allowed: Allowed) -> Fraction:
    """The chance to get stuck if opponents are drawn without looking ahead to the others."""
    rows = _rows(allowed, _MOST_EXACT)
    return _walk(rows, lambda left, free: True)[1]


def pair_bias(allowed: Allowed) -> Bias:
    """Where the procedure is farthest from a uniform draw; of equals the first in order of rows.

    Raises :class:`NoAnswer` if there is no valid pairing.
    """
    procedure, uniform = sequential_chances(allowed), uniform_chances(allowed)
    n = len(procedure)
    pairs = [(i, j) for i in range(n) for j in range(n)]
    i, j = max(pairs, key=lambda p: abs(procedure[p[0]][p[1]] - uniform[p[0]][p[1]]))
    return Bias(i, j, procedure[i][j], uniform[i][j])


def _walk(rows: list[int], possible: Callable[[int, int], bool]) -> tuple[Chances, Fraction]:
    """Chances of pairs and of getting stuck when opponents j are drawn that ``possible`` lets pass.

    States are (drawn entrants left, opponents free); with m left their chances are integers over
    ``scale``, the product of m * lcm(1 .. m) so far, so that every share is an integer.
    """
    n = len(rows)
    everyone = (1 << n) - 1
    layer, scale = {(everyone, everyone): 1}, 1
    chances = [[Fraction(0)] * n for _ in range(n)]
    stuck = Fraction(0)
    for m in range(n, 0, -1):
        unit = lcm(*range(1, m + 1))
        scale *= m * unit
        after: dict[tuple[int, int], int] = {}
        pairs = [[0] * n for _ in range(n)]
        lost = 0
        for (left, free), weight in layer.items():
            for i in _bits(left):
                rest = left & ~(1 << i)
                options = [j for j in _bits(rows[i] & free) if possible(rest, free & ~(1 << j))]
                if not options:
                    lost += weight * unit
                    continue
                share = weight * (unit // len(options))
                for j in options:
                    state = (rest, free & ~(1 << j))
                    after[state] = after.get(state, 0) + share
                    pairs[i][j] += share
        stuck += Fraction(lost, scale)
        for line, counts in zip(chances, pairs, strict=True):
            line[:] = [c + Fraction(p, scale) for c, p in zip(line, counts, strict=True)]
        layer = after
    return tuple(tuple(line) for line in chances), stuck


def _completions(rows: Sequence[int]) -> Callable[[int, int], int]:
    """``ways(i, free)``: how often entrants i, i + 1 ... can meet the opponents in ``free``."""

    @cache
    def ways(i: int, free: int) -> int:
        if i == len(rows):
            return 1
        return sum(ways(i + 1, free & ~(1 << j)) for j in _bits(rows[i] & free))

    return ways


def _matchable(rows: Sequence[int]) -> Callable[[int, int], bool]:
    """``possible(left, free)``: whether those in ``left`` can meet those in ``free``."""

    @cache
    def possible(left: int, free: int) -> bool:
        if not left:
            return True
        low = left & -left
        row = rows[low.bit_length() - 1] & free
        return any(possible(left & ~low, free & ~(1 << j)) for j in _bits(row))

    return possible


def _rows(allowed: Allowed, most: int) -> list[int]:
    n = len(allowed)
    if n < 1 or any(len(row) != n for row in allowed):
        raise UsageError(f"a two-sided draw of {n} needs {n} opponents for each, at least one")
    if n > most:
        raise UsageError(
            f"a two-sided draw of {n} a side is too large for this: at most {most}",
            maybe="sample draws instead of asking for exact chances." if most < _MOST else "",
        )
    return [sum(1 << j for j, fits in enumerate(row) if fits) for row in allowed]


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _none() -> NoAnswer:
    return NoAnswer("no pairing avoids all the barred pairs", maybe="lift one of the bars.")
