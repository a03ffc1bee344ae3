"""What is left of the rules of a table once facts have changed it: somebody left, came late, or met the wrong
opponent; rounds were cut or added.

A rule stays as it was declared; only its bounds follow the facts. Rows about whoever has left ask nothing, a
pair meets as often as it is still to meet, nobody must play in every round, and home and away are as equal as
the number of matches that each really plays allows. A rule that is proven to hold no more is *eased*: kept as
well as can be, at a price before all other prices.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from scheduler.facts import Frame
from scheduler.live.state import LiveStage
from scheduler.rules import Count, RuleUse, Stated

__all__ = ["Changed", "changed_of", "matches_of", "remaining"]

Pair = tuple[int, int]
_LEGS = ("each-way", "each-leg", "leg-order")


@dataclass(frozen=True)
class Changed:
    """In places of the table: ``due`` (low, high) -> how often the two meet in all, where that is not as
    often as the table has legs; ``gone``: who has left; ``eased``: ids of rules that can hold no more."""

    due: Mapping[Pair, int] = field(default_factory=dict)
    gone: frozenset[int] = frozenset()
    eased: frozenset[str] = frozenset()


def changed_of(stage: LiveStage, ids: Sequence[int], group: str = "") -> Changed | None:
    """What repairs have changed of the table of ``ids``; None where nothing did."""
    told = stage.proof.get("changed", {}).get(group)
    if not told:
        return None
    place = {id: k for k, id in enumerate(ids, start=1)}
    due = {
        (min(place[a], place[b]), max(place[a], place[b])): int(k)
        for a, b, k in told["due"] if a in place and b in place}
    return Changed(
        due, frozenset(place[id] for id in told["gone"] if id in place), frozenset(told["eased"]))


def remaining(stated: Sequence[Stated], frame: Frame, changed: Changed) -> tuple[Stated, ...]:
    """The counts of a table with the bounds that the facts have left them."""
    out = []
    for entry in stated:
        count = _bounded(entry, frame, changed)
        out.append(Stated(_levelled(entry, changed), _without(count, changed.gone)))
    return tuple(out)


def _levelled(entry: Stated, changed: Changed) -> RuleUse:
    use = entry.use
    if use.hard:
        return replace(use, level=1, price=(1,)) if use.id in changed.eased else use
    return replace(use, level=use.level + 1) if changed.eased else use


def _bounded(entry: Stated, frame: Frame, changed: Changed) -> Count:
    count, n = entry.count, frame.entrants
    if entry.use.id == "meet-each":
        times = int(entry.use.params.get("times", 0)) or frame.legs
        due = np.full((n, n), times, dtype=np.int64)
        for (low, high), k in changed.due.items():
            due[low - 1, high - 1] = k
        return replace(count, least=due, most=due)
    if entry.use.id == "once-a-round":
        return replace(count, least=0)
    if entry.use.id == "home-away-balance":
        most = np.array([matches_of(e, frame, changed) % 2 for e in range(1, n + 1)], dtype=np.int64)
        most += int(entry.use.params.get("slack", 0))
        return replace(count, least=-most, most=most)
    if entry.use.id in _LEGS and changed.due:
        return _apart(count, changed)
    return count


def matches_of(entrant: int, frame: Frame, changed: Changed) -> int:
    """How many matches a place of the table plays in all."""
    others = (e for e in range(1, frame.entrants + 1) if e != entrant)
    return sum(changed.due.get((min(entrant, e), max(entrant, e)), frame.legs) for e in others)


def _apart(count: Count, changed: Changed) -> Count:
    """Rows of a rule of legs are about pairs: those that meet otherwise than the legs say are left out."""
    where = np.ones(count.shape, dtype=bool) if count.where is None else count.where.copy()
    for low, high in changed.due:
        where[low - 1, high - 1] = where[high - 1, low - 1] = False
    return replace(count, where=where)


def _without(count: Count, gone: frozenset[int]) -> Count:
    """The count without the rows about whoever has left."""
    if not gone:
        return count
    if count.labels:
        where = np.array([not gone & set(subject) for subject, _ in count.labels], dtype=bool)
        where = where.reshape(count.shape)
    else:
        where = np.ones(count.shape, dtype=bool)
        for axis, name in enumerate(count.axes):
            if name == "entrant":
                index: list[slice | list[int]] = [slice(None)] * len(count.shape)
                index[axis] = [g - 1 for g in gone if g <= count.shape[axis]]
                where[tuple(index)] = False
    return replace(count, where=where if count.where is None else count.where & where)
