"""What everybody must be told of a repaired round, and how home, away and byes stand after it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from scheduler.live.state import LiveEvent, LiveRound, LiveStage
from scheduler.repair.live.proposal import Tell

__all__ = ["ledger_of", "tells_of"]

Row = tuple[int, int, int]
Stands = tuple[int, int, bool]


def tells_of(
    before: LiveEvent, here: LiveRound, rows: Sequence[Row], byes: Sequence[int], gone: Collection[int]
) -> tuple[Tell, ...]:
    """A tell for everybody whose place in the round changes, in order of table, byes last; for those who
    are gone, that they do not play. ``rows`` are (home, away, table) of ids as it is now."""
    old: dict[int, Stands] = {}
    for m in here.matches:
        old[m.home] = (m.away, m.table, True)
        old[m.away] = (m.home, m.table, False)
    for b in here.byes:
        old.setdefault(b.id, (0, 0, False))
    new: dict[int, Stands] = {}
    for home, away, table in rows:
        was = old.get(home)
        if was is not None and was[0] == away and not was[2]:  # the sides are as they were
            home, away = away, home
        new[home] = (away, table, True)
        new[away] = (home, table, False)
    for id in byes:
        new[id] = (0, 0, False)
    changed = [id for id in {*old, *new} if old.get(id) != new.get(id) and (id in new or id in gone)]
    changed.sort(key=lambda id: (new.get(id, (0, 0, False))[1] or 10**6, id))
    return tuple(Tell(id, here.number, old.get(id), new.get(id)) for id in changed)


def ledger_of(
    event: LiveEvent, stage: LiveStage, tells: Sequence[Tell], number: int = 0, rows: Sequence[Row] = (),
    byes: Sequence[Sequence[object]] = (),
) -> dict[int, tuple[int, int, int]]:
    """(home matches, away matches, byes) of those who are told something, the repaired round included."""
    wanted = {t.id for t in tells}
    counts = {id: [0, 0, 0] for id in wanted}
    for round in stage.rounds.values():
        if round.number == number or (number and round.number > number):
            continue
        for m in round.matches:
            _count(counts, m.home, m.away)
        for b in round.byes:
            if b.id in counts and b.kind in ("idle", "phantom"):
                counts[b.id][2] += 1
    for home, away, _ in rows:
        _count(counts, home, away)
    for id, kind in byes:
        if isinstance(id, int) and id in counts and kind in ("idle", "phantom"):
            counts[id][2] += 1
    return {id: (h, a, b) for id, (h, a, b) in counts.items() if event.contestants[id]}


def _count(counts: dict[int, list[int]], home: int, away: int) -> None:
    if home in counts:
        counts[home][0] += 1
    if away in counts:
        counts[away][1] += 1
