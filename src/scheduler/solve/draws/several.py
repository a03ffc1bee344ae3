"""Several attributes at priority levels, or added up within one: search, against bounds that prove it.

The bound of a priority level is the sum of its attributes' own optima. Where a component meets it the
certificates of the attributes prove the draw. Where one exceeds it the solver is asked whether that must
be; from there on the attributes could trade with each other, and only counting (``filling``) bounds them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from scheduler.solve.draws.flow import Optimum, optimum, placed
from scheduler.solve.draws.rotor import dealt
from scheduler.solve.draws.separation_field import Field, Ids
from scheduler.solve.draws.several_bounds import filling
from scheduler.solve.draws.several_search import Search, components

__all__ = ["CERTIFICATE", "SOLVER", "Found", "parts_of", "several"]

CERTIFICATE, SOLVER = "certificate", "solver"
STEPS_A_LINE, STEPS_TO_256, MOST_STEPS = 40, 2_500, 4_000
STARTS = 3


@dataclass(eq=False)
class Found:
    """A draw and, per component, what proves it ("" for nothing) and its bound. ``late``: time ran out."""

    lines: Ids
    proven: list[str]
    optima: list[Optimum]
    late: bool = False


def _steps(field: Field) -> int:
    """How long a search may try: of those that succeed on 256 lines half need under 600 steps."""
    return min(STEPS_TO_256 if field.size <= 256 else MOST_STEPS, STEPS_A_LINE * len(field.free))


@dataclass(eq=False)
class Bounds:
    """``own[a]``, ``fill[a]``: least pairs of an attribute, by level from 1.

    ``own`` is lexicographic: each level given that those that matter more are at their least.
    """

    field: Field
    own: list[list[int]]
    fill: list[list[int]]

    def targets(self, value: list[int], settled: int) -> list[int]:
        """The bound of each goal when the first ``settled`` are known to be as low as they can."""
        out: list[int] = []
        apart: set[int] = set()
        for i, goal in enumerate(self.field.goals):
            if i < settled:
                own = sum(price * self.own[a][level - 1] for a, level, price in goal)
                if value[i] > own:
                    apart.update(a for a, *_ in goal)
                out.append(value[i])
            else:
                least = ((self.fill if a in apart else self.own)[a][level - 1] * p for a, level, p in goal)
                out.append(sum(least))
        return out


def several(field: Field, rng: np.random.Generator, until: float | None) -> Found:
    """The best draw found, as far as it is proven. ``until`` is a time of ``monotonic``, None: no limit."""
    optima = [optimum(field, a, rng) for a in range(len(field.codes))]
    starts = [placed(o.network, a, rng) for a, o in enumerate(optima)]
    own = [field.within(s, a) for a, s in enumerate(starts)]
    fill = [filling(field, a) for a in range(len(starts))]
    bounds = Bounds(field, own, fill)
    chain = tuple(sorted(range(len(field.codes)), key=[a for goal in field.goals for a, *_ in goal].index))
    starts = [dealt(field, chain, rng), *(starts[a] for a in chain)]
    starts.sort(key=lambda start: components(field, start))
    search, late = _best_of(field, bounds, starts[:STARTS], rng, until)
    lines, proven, later = _prove(field, search, bounds, rng, late, until)
    return Found(lines, proven, optima, later)


def _best_of(
    field: Field, bounds: Bounds, starts: list[Ids], rng: np.random.Generator, until: float | None
) -> tuple[Search, bool]:
    """The best of a few searches, each from another start; the first that meets the bound ends it."""
    searches: list[Search] = []
    late = False
    for start in starts:
        search = Search(field, start, rng)
        searches.append(search)
        target = bounds.targets(search.value, 0)
        late = search.run(target, _steps(field), until)
        if late or search.value == target:
            break
    return min(searches, key=lambda search: search.value), late


def _prove(
    field: Field, search: Search, bounds: Bounds, rng: np.random.Generator, late: bool,
    until: float | None,
) -> tuple[Ids, list[str], bool]:
    """Ask the solver about the first component above its bound, then search on below it, and so forth.

    Lines, what proves each component, and whether the time ran out.
    """
    proven = [CERTIFICATE] * len(search.value)
    settled = 0
    while True:
        target = bounds.targets(search.value, settled)
        late = late or (settled > 0 and search.run(target, _steps(field), until))
        above = next((i for i, t in enumerate(target) if search.value[i] > t), len(target))
        if above == len(target):
            return search.lines, proven, late
        if not late:
            # Imported here because it brings the solver and all it drags along, which most draws do without.
            from scheduler.solve.draws.several_window import window

            seed = int(rng.integers(2**31))
            answer = window(field, search.lines, search.value, above, until, seed)
            if answer.lines is not None and components(field, answer.lines) < search.value:
                search = Search(field, answer.lines, rng)
                late = search.run(target, _steps(field), until)
                continue
            if answer.least == search.value[above]:
                proven[above] = SOLVER
                settled = above + 1
                continue
        return search.lines, proven[:above] + [""] * (len(target) - above), late


def parts_of(field: Field, found: Found) -> list[dict[str, Any]]:
    """The certificate's parts: what is proven of each attribute, by counting alone where that is enough."""
    out: list[dict[str, Any]] = []
    for a, order in enumerate(field.orders):
        marks = [
            mark for goal, mark in zip(field.goals, found.proven, strict=True) if a in [t[0] for t in goal]
        ]
        within, least = field.within(found.lines, a), filling(field, a)
        counted = [within[level - 1] == least[level - 1] for level in order]
        first = next((i for i, m in enumerate(marks) if m != CERTIFICATE), len(order))
        rounds = [level for level, m in zip(order, marks, strict=True) if m == CERTIFICATE]
        if all(c for c, m in zip(counted, marks, strict=True) if m == CERTIFICATE):
            first = 0
        if first:
            out.append(found.optima[a].part(a, first))
        if rounds[first:]:
            out.append({"attribute": a, "rounds": rounds[first:], "by": "filling"})
    return out
