"""Several rounds at once as a CP-SAT model. Only :mod:`several` imports it, when it comes to that."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations

from ortools.sat.python import cp_model

from scheduler.facts.pairing import BYE
from scheduler.solve.matching.several import Ahead, Several

__all__ = ["Variables", "build", "read"]

Literal = cp_model.IntVar


@dataclass
class Variables:
    """``pairs[low, high, round]``, ``byes[entrant, round]``, ``threes[block, first round]``."""

    pairs: dict[tuple[int, int, int], Literal] = field(default_factory=dict)
    byes: dict[tuple[int, int], Literal] = field(default_factory=dict)
    threes: dict[tuple[tuple[int, ...], int], Literal] = field(default_factory=dict)


def build(ahead: Ahead, *, repeats: bool) -> tuple[cp_model.CpModel, Variables] | None:
    """The model, or None where it is plain that there is no answer."""
    model, v = cp_model.CpModel(), Variables()
    busy: dict[tuple[int, int], list[Literal]] = {
        (e, t): [] for e in ahead.order for t in range(len(ahead.kinds))}
    met: dict[tuple[int, int], list[Literal]] = {}
    _pairs(ahead, model, v, busy, met, repeats)
    _byes(ahead, model, v, busy)
    _threes(ahead, model, v, busy, met, repeats)
    for choices in busy.values():
        if not choices:
            return None
        model.add_exactly_one(choices)
    again: list[Literal] = []
    for (a, b), choices in met.items():
        if not ahead.bans.allowed(a, b):
            again += choices
        elif repeats:
            beyond = model.new_int_var(0, len(choices), "")
            model.add(sum(choices) <= 1 + beyond)
            again.append(beyond)
        else:
            model.add_at_most_one(choices)
    for a, b in ahead.forced:
        low, high = min(a, b), max(a, b)
        kept = v.byes.get((high, 0)) if low == BYE else v.pairs.get((low, high, 0))
        if kept is None:
            return None
        model.add(kept == 1)
    if repeats:
        model.minimize(sum(again))
    return model, v


def _pairs(
    ahead: Ahead, model: cp_model.CpModel, v: Variables,
    busy: dict[tuple[int, int], list[Literal]], met: dict[tuple[int, int], list[Literal]], repeats: bool,
) -> None:
    for a, b in combinations(sorted(ahead.order), 2):
        forced = (a, b) in ahead.forced or (b, a) in ahead.forced
        allowed = repeats or ahead.bans.allowed(a, b)
        for t in range(len(ahead.kinds)):
            if allowed or (forced and t == 0):
                x = model.new_bool_var("")
                v.pairs[a, b, t] = x
                busy[a, t].append(x)
                busy[b, t].append(x)
                met.setdefault((a, b), []).append(x)


def _byes(
    ahead: Ahead, model: cp_model.CpModel, v: Variables, busy: dict[tuple[int, int], list[Literal]]
) -> None:
    rounds = [t for t, kind in enumerate(ahead.kinds) if kind == "bye"]
    for e in ahead.order:
        forced = (BYE, e) in ahead.forced or (e, BYE) in ahead.forced
        mine = [t for t in rounds if e in ahead.may_bye or (forced and t == 0)]
        for t in mine:
            v.byes[e, t] = model.new_bool_var("")
            busy[e, t].append(v.byes[e, t])
        if len(mine) > 1:
            model.add_at_most_one(v.byes[e, t] for t in mine)
    for t in rounds:
        if any((e, t) in v.byes for e in ahead.order):
            model.add_exactly_one(v.byes[e, t] for e in ahead.order if (e, t) in v.byes)


def _threes(
    ahead: Ahead, model: cp_model.CpModel, v: Variables,
    busy: dict[tuple[int, int], list[Literal]], met: dict[tuple[int, int], list[Literal]], repeats: bool,
) -> None:
    free = [e for e in ahead.order if e not in ahead.spared]
    for kind, rounds in ahead.blocks:
        if kind not in ("short", "long"):
            continue
        fixed = rounds[0] == 0 and ahead.three
        choices: list[tuple[int, ...]] = [tuple(ahead.three)] if fixed else (
            list(combinations(free, 3)) if repeats else list(ahead.triples()))
        for three in choices:
            z = model.new_bool_var("")
            v.threes[three, rounds[0]] = z
            for e in three:
                for t in rounds:
                    busy[e, t].append(z)
            for a, b in combinations(sorted(three), 2):
                met.setdefault((a, b), []).append(z)
        model.add_exactly_one(v.threes[three, rounds[0]] for three in choices)


def read(ahead: Ahead, v: Variables, holds: Callable[[Literal], bool]) -> tuple[Several, ...]:
    """The rounds of a solution."""
    threes: dict[int, tuple[int, ...]] = {}
    for kind, rounds in ahead.blocks:
        if kind in ("short", "long"):
            three = next(b for (b, t), z in v.threes.items() if t == rounds[0] and holds(z))
            threes.update(dict.fromkeys(rounds, three))
    return tuple(
        Several(
            tuple((a, b) for (a, b, when), x in v.pairs.items() if when == t and holds(x)),
            next((e for (e, when), x in v.byes.items() if when == t and holds(x)), BYE),
            threes.get(t, ()),
        )
        for t in range(len(ahead.kinds))
    )
