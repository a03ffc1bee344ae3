"""From one stage to the next: who goes through, in which order, into which groups or which draw.

Pure functions of groups in their final order. ``keys`` compare entrants of different groups: an exact
tuple each, more is better, such as (points, difference, goals); where groups differ in size it is for who
makes the keys to leave out the matches against the last.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from scheduler.errors import UsageError
from scheduler.event import Event, Stage
from scheduler.formats.groups.frame import MOST_GROUPS, snake_groups
from scheduler.solve.draws.elimination_drops import assignment

__all__ = ["Qualified", "Qualifier", "carried", "knockout_event", "qualified", "regrouped"]

_MOST = 4_096
_APART = {
    "id": "apart", "attribute": "group", "order": "earliest-first", "price": 1, "level": 1,
    "reason": "who played in one group meets again as late as possible",
}

Key = Sequence[int | Fraction]


@dataclass(frozen=True, slots=True)
class Qualifier:
    """Who goes through: ``place`` in ``group``, both from 1."""

    entrant: int
    group: int
    place: int


@dataclass(frozen=True, slots=True)
class Qualified:
    """All who go through, best first: winners of groups, then seconds ..., then the best of the next place.

    ``level`` are entrants of one place whom keys do not tell apart, and who stand in order of lots, else of
    groups: their order is no merit, and a draw of lots may change it.
    """

    through: tuple[Qualifier, ...]
    level: tuple[tuple[int, ...], ...] = ()

    @property
    def ranking(self) -> tuple[int, ...]:
        """The numbers, best first."""
        return tuple(q.entrant for q in self.through)

    @property
    def group_of(self) -> dict[int, int]:
        """Entrant to group."""
        return {q.entrant: q.group for q in self.through}


def qualified(
    groups: Sequence[Sequence[int]], top: int, *, best: int = 0, keys: Mapping[int, Key] | None = None,
    lots: Sequence[int] = (),
) -> Qualified:
    """The first ``top`` of each group, and of the next place in all groups the ``best`` by ``keys``.

    ``groups``: numbers in final order. Without keys those of one place stand in order of groups. ``lots``:
    entrants in the order that lots gave them, which decides where keys are equal.

    Raises UsageError for somebody twice, groups that are too small, keys that are missing where they
    decide, and where equal keys leave open who goes through.
    """
    everybody = [e for group in groups for e in group]
    if len(set(everybody)) < len(everybody):
        twice = next(e for e in everybody if everybody.count(e) > 1)
        raise UsageError(f"entrant {twice} is in the groups twice")
    if top < 0 or best < 0 or not 2 <= top * len(groups) + best <= _MOST:
        raise UsageError(f"{top} of each of {len(groups)} groups and {best} more are not 2 to {_MOST}")
    short = next((k for k, g in enumerate(groups, start=1) if len(g) < top), 0)
    if short:
        raise UsageError(f"{top} cannot go through from group {short}, which has {len(groups[short - 1])}")
    through: list[Qualifier] = []
    level: list[tuple[int, ...]] = []
    for place in range(1, top + 1 + bool(best)):
        here = [Qualifier(g[place - 1], k, place) for k, g in enumerate(groups, 1) if len(g) >= place]
        many = len(here) if place <= top else best
        if many > len(here):
            raise UsageError(f"{best} of place {place} cannot go through: there are {len(here)}")
        ordered = _ordered(here, keys, lots, many)
        level += _level(ordered[:many], keys)
        through += ordered[:many]
    return Qualified(tuple(through), tuple(level))


def _ordered(
    here: Sequence[Qualifier], keys: Mapping[int, Key] | None, lots: Sequence[int], many: int
) -> list[Qualifier]:
    """Those of one place, best first. UsageError where it is open who the first ``many`` are."""
    if keys is None:
        if many < len(here):
            raise UsageError(
                f"{many} of {len(here)} of place {here[0].place} go through, and nothing compares them",
                maybe="give keys, such as points and difference.",
            )
        return list(here)
    missing = [q.entrant for q in here if q.entrant not in keys]
    if missing:
        raise UsageError(f"entrant {missing[0]} has no key to be compared by")
    if len({len(keys[q.entrant]) for q in here}) > 1:
        raise UsageError("keys that are compared have one length")
    drawn = {e: k for k, e in enumerate(lots)}
    ordered = sorted(here, key=lambda q: (
        tuple(-x for x in keys[q.entrant]), drawn.get(q.entrant, len(drawn)), q.group,
    ))
    if 0 < many < len(ordered):
        a, b = ordered[many - 1].entrant, ordered[many].entrant
        if tuple(keys[a]) == tuple(keys[b]) and a not in drawn:
            raise UsageError(
                f"entrants {a} and {b} are level for the last place that goes through",
                maybe="draw lots, and give their order.",
            )
    return ordered


def _level(ordered: Sequence[Qualifier], keys: Mapping[int, Key] | None) -> list[tuple[int, ...]]:
    """Runs of equal keys."""
    runs: list[list[int]] = []
    told: list[tuple[int | Fraction, ...]] = []
    for q in ordered:
        key = tuple(keys[q.entrant]) if keys is not None else ()
        if told and told[-1] == key:
            runs[-1].append(q.entrant)
        else:
            runs.append([q.entrant])
            told.append(key)
    return [tuple(run) for run in runs if len(run) > 1]


def knockout_event(event: Event, who: Qualified) -> Event:
    """Those who go through as an event with one knockout: the first of the event's stages, else a plain one.

    Numbers in ``who`` are those of ``event``; the new ones follow the order of ``who``. Winners of groups
    are the seeds where others go through too; an attribute ``group`` and a rule at level 1 keep who met in
    a group apart as long as can be. UsageError for a number that the event does not have.
    """
    strange = [q.entrant for q in who.through if not 1 <= q.entrant <= event.size]
    if strange:
        raise UsageError(f"number {strange[0]} goes through, and {event.name} has {event.size} entrants")
    winners = sum(q.place == 1 for q in who.through)
    seeds = winners if winners < len(who.through) else 0
    entrants = []
    for k, q in enumerate(who.through, start=1):
        e = event.entrants[q.entrant - 1]
        entrants.append(replace(
            e, number=k, seed=k if k <= seeds else 0, attributes={**e.attributes, "group": str(q.group)},
        ))
    stage = next((s for s in event.stages if s.format == "knockout"), Stage("knockout"))
    options = {key: value for key, value in stage.options.items() if key != "seeds"}
    return replace(
        event, entrants=tuple(entrants),
        stages=(replace(stage, options=options, rules=(*stage.rules, _APART)),),
    )


def regrouped(
    ranking: Sequence[int], groups: int, *, group_of: Mapping[int, int] | None = None
) -> tuple[tuple[int, ...], ...]:
    """Groups of the next stage by snake from a ranking, best first (CBA-13.6): 1..g, g..1 ...

    With ``group_of`` (entrant to its old group) each row of the snake is dealt so that, the rows before
    being as they are, as few as possible meet again who come from one group; among these ways the places
    of the snake are left by the least sum of squares. UsageError for sizes and somebody twice.
    """
    if len(set(ranking)) < len(ranking):
        raise UsageError("the ranking names somebody twice")
    if not 1 <= groups <= len(ranking) <= _MOST:
        raise UsageError(f"{len(ranking)} entrants cannot be dealt into {groups} groups")
    if group_of is None:
        return snake_groups(ranking, groups)
    if groups > MOST_GROUPS:
        raise UsageError(f"old groups are kept apart in at most {MOST_GROUPS} groups, not {groups}")
    made: list[list[int]] = [[] for _ in range(groups)]
    for first in range(0, len(ranking), groups):
        row = ranking[first : first + groups]
        back = (first // groups) % 2 == 1
        targets = [groups - 1 - i if back else i for i in range(len(row))]
        for e, g in zip(row, _dealt(row, targets, made, group_of), strict=True):
            made[g].append(e)
    return tuple(map(tuple, made))


def _dealt(
    row: Sequence[int], targets: Sequence[int], made: Sequence[Sequence[int]], group_of: Mapping[int, int]
) -> list[int]:
    """The new group of each of a row: fewest old acquaintances, then least displaced in sum of squares."""
    far = len(row) ** 3 + 1
    cost = np.array([
        [
            far * sum(group_of.get(x, -x) == group_of.get(e, -e) for x in made[g]) + (i - j) ** 2
            for j, g in enumerate(targets)
        ]
        for i, e in enumerate(row)
    ], dtype=np.int64)
    return [targets[int(j)] for j in assignment(cost)]


def carried(
    matches: Iterable[tuple[int, int, int, int]], through: Iterable[int]
) -> dict[int, int]:
    """The marks that each takes along: what he made against others who go through.

    ``matches`` are (one, other, mark of one, mark of other) in one unit, such as hundredths of a victory
    point. How much of it counts (a half, a share) is for the scale of the next stage. UsageError for a match
    of somebody with himself.
    """
    marks = dict.fromkeys(through, 0)
    for one, other, mine, theirs in matches:
        if one == other:
            raise UsageError(f"entrant {one} has a match with himself")
        if one in marks and other in marks:
            marks[one] += mine
            marks[other] += theirs
    return marks
