"""From a rulebook's ``apart`` rules to the engine that keeps entrants apart, and back to its proof."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from scheduler.event import BYE
from scheduler.facts import DrawFrame
from scheduler.rules import Rulebook, Stated
from scheduler.rules.draws import shared_values
from scheduler.solve.draws.counting_optimal import optimal_intervals
from scheduler.solve.draws.separation import Separation, separate
from scheduler.solve.draws.separation_field import Goal

__all__ = [
    "Interval", "Wish", "attribute_intervals", "bounds_from", "hard_intervals", "intervals_of", "proof_of",
    "separated", "wish_of",
]

_HARD = ("apart", "ranked-apart", "not-before")
Interval = dict[tuple[int, int, int], tuple[int, int]]


@dataclass(frozen=True)
class Wish:
    """What the priced rules ask for, as the engine takes it.

    ``codes`` are values per entrant, one row an attribute, -1 for none. ``levels``: by level of price, the
    most important first, what is added up there: (attribute from 0, round, price of a pair).
    """

    attributes: tuple[str, ...]
    codes: tuple[tuple[int, ...], ...]
    levels: Mapping[int, Goal]


def wish_of(frame: DrawFrame, rulebook: Rulebook, stated: Sequence[Stated]) -> Wish | None:
    """The wish of a rulebook; None where its rules ask for something else or more than that.

    Any rounds of any attributes in any order, but of one attribute each round once, at one price for each
    pair; the only hard rules are about seeds, byes and single lines.
    """
    named = [u for u in rulebook.uses if u.id == "on-lines"]
    if any(u.hard for u in rulebook.uses if u.id in _HARD) or any(
        not u.hard or len(u.params["lines"]) > 1 for u in named
    ):
        return None
    uses = [u for u in rulebook.uses if u.id == "apart"]
    if any(not u.hard and u.id not in ("apart", "seed-number") for u in rulebook.uses):
        return None
    names = [str(u.params["attribute"]) for u in uses]
    if len(set(names)) < len(names) or any(len(u.price) > 1 or not u.price[0] for u in uses):
        return None
    levels: dict[int, Goal] = {}
    for entry in stated:
        # Who meets in the final at the latest is everybody: that costs what it costs.
        r = entry.count.labels[0][1][0] if entry.use.id == "apart" else frame.rounds
        if r < frame.rounds:
            term = names.index(str(entry.use.params["attribute"])), r, entry.use.price[0]
            levels[entry.use.level] = (*levels.get(entry.use.level, ()), term)
    codes = tuple(tuple(shared_values(frame, a)[0].tolist()) for a in names)
    return Wish(tuple(names), codes, dict(sorted(levels.items())))


def separated(
    frame: DrawFrame, wish: Wish, fixed: Mapping[int, int], rng: np.random.Generator,
    seconds: float | None,
) -> Separation:
    """The engine's draw with the lines that are fixed."""
    return separate(
        frame.size, dict(fixed), wish.codes, rng=rng, goals=tuple(wish.levels.values()), seconds=seconds
    )


def proof_of(wish: Wish, found: Separation, level: int) -> str:
    """What proves a level of price, given the levels before it: ``certificate``, ``solver`` or nothing."""
    marks = [found.marks[a, r] for a, r, _ in wish.levels.get(level, ())]
    return min(marks, key=("", "solver", "certificate").index, default="")


def bounds_from(
    wish: Wish, found: Separation, price: Mapping[int, int], bounds: Mapping[int, int]
) -> dict[int, int]:
    """Bounds by level with what the engine has proven: the price itself, as far as it is proven."""
    out = dict(bounds)
    for level in wish.levels:
        if not proof_of(wish, found, level):
            break
        out[level] = price[level]
    return out


def intervals_of(
    frame: DrawFrame, wish: Wish, fixed: Mapping[int, int], found: Separation
) -> Interval | None:
    """The intervals within which lie exactly the optimal draws; None for several attributes, or where
    not everything is proven."""
    if not wish.codes:
        return {}
    if len(wish.codes) > 1 or not found.optimal:
        return None
    return attribute_intervals(frame, wish, fixed, found, 0)


def attribute_intervals(
    frame: DrawFrame, wish: Wish, fixed: Mapping[int, int], found: Separation, attribute: int
) -> Interval | None:
    """Intervals that every draw keeps which is as good for one attribute by itself as any can be; exactly
    these keep them. None where ``found`` does not prove that of itself by one certificate."""
    marks = {mark for (a, _), mark in found.marks.items() if a == attribute}
    parts = [p for p in found.certificate["parts"] if p["attribute"] == attribute]
    if marks - {"certificate"} or len(parts) > 1:
        return None
    if not parts:
        return {}
    part: dict[str, Any] = dict(parts[0])
    # The engine proves every round; only those that the rules ask for are to bind.
    many = sum(a == attribute for goal in wish.levels.values() for a, *_ in goal)
    part["rounds"] = part["rounds"][:many]
    if part["by"] == "potentials":
        part["vectors"] = [vector[:many] for vector in part["vectors"]]
        return dict(optimal_intervals(frame.size, fixed, wish.codes[attribute], part))
    return _filled(frame, wish.codes[attribute], fixed, [int(r) for r in part["rounds"]])


def hard_intervals(
    frame: DrawFrame, rulebook: Rulebook, stated: Sequence[Stated]
) -> tuple[tuple[int, ...], Interval] | None:
    """(values per entrant, intervals of the draws that obey) where hard ``apart`` rules of one attribute
    are all that is asked of the entrants; None where more is asked."""
    uses = [u for u in rulebook.uses if u.id == "apart"]
    others = ("ranked-apart", "not-before")
    if any(u.id in others for u in rulebook.uses) or not all(u.hard for u in uses) or any(
        not u.hard and u.id != "seed-number" for u in rulebook.uses
    ) or any(u.id == "on-lines" and len(u.params["lines"]) > 1 for u in rulebook.uses):
        return None
    names = {str(u.params["attribute"]) for u in uses}
    if len(names) > 1:
        return None
    codes = (-1,) * frame.entrants
    out: Interval = {}
    for name in names:
        codes = tuple(shared_values(frame, name)[0].tolist())
    for entry in stated:
        if entry.use.id == "apart":
            r = entry.count.labels[0][1][0]
            out |= {
                (value, r, s): (0, 1) for value in sorted(set(codes) - {-1})
                for s in range(frame.size >> r)
            }
    return codes, out


def _filled(
    frame: DrawFrame, codes: Sequence[int], fixed: Mapping[int, int], rounds: Sequence[int]
) -> Interval:
    """Where every value fills the sections as evenly as can be: the waterline, or one more.

    A section never falls below what is fixed in it, nor exceeds its lines.
    """
    out: Interval = {}
    for r in rounds:
        room = np.full(frame.size >> r, 1 << r, dtype=np.int64)
        for line in fixed:
            room[(line - 1) >> r] -= 1
        for value in sorted(set(codes) - {-1}):
            base = np.zeros(len(room), dtype=np.int64)
            for line, who in fixed.items():
                if who != BYE and codes[who - 1] == value:
                    base[(line - 1) >> r] += 1
            total = sum(c == value for c in codes)
            water = _waterline(base, room, total)
            top = base + room
            low = np.maximum(base, np.minimum(top, water))
            high = np.maximum(base, np.minimum(top, water + 1))
            out |= {
                (value, r, s): (int(a), int(b))
                for s, (a, b) in enumerate(zip(low, high, strict=True))
            }
    return out


def _waterline(base: np.ndarray[Any, Any], room: np.ndarray[Any, Any], total: int) -> int:
    """The highest level to which all sections can be filled with so many entrants."""
    water = 0
    while int(np.maximum(base, np.minimum(base + room, water + 1)).sum()) <= total:
        if (base + room <= water).all():
            break
        water += 1
    return water
