"""What is true of sequences of matches: sums, breaks, steps from match to match, peaks, away trips."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from scheduler.facts import Family, Ids, Space
from scheduler.facts.connectives import Again, Definition, Follow, Link, Nth, Peak, Repeat, Sum, Trip

__all__ = ["sequence_facts"]

_SPARSE = 16
"""With more places than so many a match, looking at all of them costs more than sorting."""

Given = Callable[[str], tuple[Ids, Ids]]
"""The true facts of a family: (ids ascending, how often each holds)."""

Answer = tuple[Ids, Ids]
"""(ids ascending and once each, values)."""


def sequence_facts(space: Space, family: Family, define: Definition, given: Given) -> Answer | None:
    """The true facts of a family about sequences; None where it is of another kind."""
    match define:
        case Sum(links):
            return _added(family, [_landed(space, family, link, given) for link in links])
        case Nth(matches):
            who, mark, _, index = _sequence(space, matches, given)
            return _once(family, who, mark, index)
        case Repeat(matches):
            who, mark, when, index = _sequence(space, matches, given)
            again = np.flatnonzero((index[1:] > 0) & (mark[1:] == mark[:-1])) + 1
            return _once(family, who[again], mark[again], when[again])
        case Follow() as follow:
            return _follow(space, family, follow, given)
        case Trip() as trip:
            return _trips(space, family, trip, given)
        case Again(matches=matches):
            return _again(space, family, matches, given)
        case Peak() as peak:
            return _peak(space, family, peak, given)
    return None


def _targets(space: Space, link: Link, given: Given) -> list[tuple[tuple[Ids, ...], Ids, tuple[Ids, ...]]]:
    """For each projection of a link: (coordinates there, values, coordinates of the sources)."""
    ids, values = given(link.family)
    coords = space[link.family].coords(ids)
    targets = link.to(*coords)
    listed = targets if isinstance(targets, list) else [targets]
    return [(tuple(np.broadcast_arrays(*t)), values, coords) for t in listed]


def _landed(space: Space, family: Family, link: Link, given: Given) -> Answer:
    kept, found = [], []
    for target, values, _ in _targets(space, link, given):
        keep, ids = family.landing(target)
        kept.append(values[keep])
        found.append(ids)
    return np.concatenate(found), np.concatenate(kept)


def _added(family: Family, parts: list[Answer]) -> Answer:
    ids = np.concatenate([p[0] for p in parts])
    amounts = np.concatenate([p[1] for p in parts])
    unique, back = np.unique(ids, return_inverse=True)
    total = np.zeros(len(unique), dtype=np.int64)
    np.add.at(total, back, amounts)
    return unique, total


def _once(family: Family, *coords: Ids) -> Answer:
    """Facts as often as they are listed; in a broken schedule one may be there twice."""
    _, ids = family.landing(coords)
    unique, counts = np.unique(ids, return_counts=True)
    return unique, counts.astype(np.int64)


def _sequence(space: Space, link: Link, given: Given) -> tuple[Ids, Ids, Ids, Ids]:
    """(actor, mark, round, place in the actor's sequence) of every match, sequence after sequence."""
    columns: list[list[Ids]] = [[], [], [], [], [], []]
    for (who, mark, when), values, (h, a, *_) in _targets(space, link, given):
        ties = (np.minimum(h, a), np.maximum(h, a), (h > a).astype(np.int64))
        twice = bool((values > 1).any())
        for column, part in zip(columns, (who, mark, when, *ties), strict=True):
            column.append(np.repeat(part, values) if twice else part)
    who, mark, when, low, high, turned = (np.concatenate(c) for c in columns)
    order = _one_each(who, when)
    if order is None:
        order = np.lexsort((turned, high, low, when, who))
    order = order[who[order] >= 0]
    who = who[order]
    place = np.arange(len(who)) - np.searchsorted(who, who)
    return who, mark[order], when[order], place


def _one_each(who: Ids, when: Ids) -> Ids | None:
    """The order by actor and round where nobody has two matches in a round, without sorting; else None.
    Matches of nobody (-1), and so many actors that most have none, are left to sorting."""
    if not len(who) or int(who.min()) < 0:
        return None
    width = int(when.max()) + 1
    size = (int(who.max()) + 1) * width
    if size > _SPARSE * len(who):
        return None
    place = np.full(size, -1, dtype=np.int64)
    place[who * width + when] = np.arange(len(who))
    order = place[place >= 0]
    return order if len(order) == len(who) else None


def _follow(space: Space, family: Family, follow: Follow, given: Given) -> Answer:
    who, mark, when, index = _sequence(space, follow.matches, given)
    if not len(who):
        return who, who
    last = np.flatnonzero(np.append(who[1:] != who[:-1], True))
    before = np.concatenate((mark[:1], mark[:-1]))
    steps: tuple[Ids, ...] = (who, before, mark, when)
    first = np.flatnonzero(index == 0)
    if follow.start == "own":
        before[first] = who[first]
        back = (who[last], mark[last], who[last], family.shape[-1] // 2 + when[last])
        steps = tuple(np.concatenate(both) for both in zip(steps, back, strict=True))
    elif follow.start == "last":
        before[first] = mark[last]
    else:
        steps = tuple(column[index > 0] for column in steps)
    if follow.moves:
        moved = np.flatnonzero(steps[1] != steps[2])
        steps = tuple(column[moved] for column in steps)
    return _once(family, *steps)


def _trips(space: Space, family: Family, trip: Trip, given: Given) -> Answer:
    who, mark, when, _ = _sequence(space, trip.matches, given)
    inside = np.isin(when, trip.rounds)
    who, mark, when = who[inside], mark[inside], when[inside]
    out: dict[int, int] = {}
    start = 0
    while start < len(who):
        stop = start
        while stop < len(who) and who[stop] == who[start] and mark[stop] > 0:
            stop += 1
        if stop - start > 1:
            count = int((mark[start:stop] == 2).sum())
            off = max(0, count - trip.most, trip.least - count)
            if off:
                out[int(family.ids(who[start], when[start]))] = off
        start = max(stop, start + 1)
    ids = np.array(sorted(out), dtype=np.int64)
    return ids, np.array([out[i] for i in ids.tolist()], dtype=np.int64)


def _again(space: Space, family: Family, matches: Link, given: Given) -> Answer:
    who, _, when, index = _sequence(space, matches, given)
    later = np.flatnonzero(index > 0)
    return _once(family, who[later], when[later - 1], when[later] - when[later - 1])


def _peak(space: Space, family: Family, peak: Peak, given: Given) -> Answer:
    shape = (family.shape[0], space[peak.plus[0].family].shape[-1])
    change = np.zeros(shape, dtype=np.int64)
    for link, sign in [*((x, 1) for x in peak.plus), *((x, -1) for x in peak.minus)]:
        for target, values, _ in _targets(space, link, given):
            np.add.at(change, target, sign * values)
    tally = change.cumsum(axis=1)[:, list(peak.rounds)]
    if len(family.shape) == 1:
        values = np.abs(tally).max(axis=1, initial=0)
    else:
        apart = np.zeros(family.shape, dtype=np.int64)
        for i in range(shape[0]):
            apart[i, i + 1 :] = np.abs(tally[i + 1 :] - tally[i]).max(axis=1, initial=0)
        values = apart.ravel()
    where = np.flatnonzero(values)
    return family.first + where, values[where]
