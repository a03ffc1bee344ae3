"""What everybody must be told of a repaired round, and how home, away and byes stand after it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from scheduler.live.state import LiveEvent, LiveRound, LiveStage
from scheduler.repair.live.proposal import Tell

__all__ = ["ledger_of", "tells_of"]

Row = tuple[int, int, int]
Stands = tuple[int, int, bool]
_BYE: Stands = (0, 0, False)


def tells_of(
    before: LiveEvent, here: LiveRound, rows: Sequence[Row], byes: Sequence[int], gone: Collection[int]
) -> tuple[Tell, ...]:
    """A tell for everybody whose place in the round changes, in order of table, byes last; for those who
    are gone, that they do not play; two for somebody who has two new matches, in a block of three.
    ``rows`` are (home, away, table) of ids as it is now."""
    old = _places([(m.home, m.away, m.table) for m in here.matches], [b.id for b in here.byes])
    was_home = {(m.home, m.away) for m in here.matches}
    new = _places([(b, a, t) if (b, a) in was_home else (a, b, t) for a, b, t in rows], byes)
    out = []
    for id in sorted({*old, *new}):
        now, was = new.get(id, []), old.get(id, [])
        if not now and id in gone:
            out.append(Tell(id, here.number, was[0], None))
        fresh = [place for place in now if place not in was]
        left = next((place for place in was if place not in now), None)
        if now and not fresh and left is not None:  # one match less
            fresh = now
        out += [Tell(id, here.number, left, place) for place in fresh]
    return tuple(sorted(out, key=lambda t: ((t.now or _BYE)[1] or 10**6, t.id)))


def _places(rows: Sequence[Row], byes: Sequence[int]) -> dict[int, list[Stands]]:
    """By id: (opponent, table, home) of each match, or a bye."""
    out: dict[int, list[Stands]] = {}
    for home, away, table in rows:
        out.setdefault(home, []).append((away, table, True))
        out.setdefault(away, []).append((home, table, False))
    for id in byes:
        out.setdefault(id, []).append(_BYE)
    return out


def ledger_of(
    event: LiveEvent, stage: LiveStage, tells: Sequence[Tell], number: int = 0, rows: Sequence[Row] = (),
    byes: Sequence[Sequence[object]] = (),
) -> dict[int, tuple[int, int, int]]:
    """(home matches, away matches, byes) of those who are told something, the repaired round included."""
    counts = {t.id: [0, 0, 0] for t in tells}
    for round in (r for r in stage.rounds.values() if not 0 < number <= r.number):
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
    return {id: (h, a, b) for id, (h, a, b) in counts.items() if id in event.contestants}


def _count(counts: dict[int, list[int]], home: int, away: int) -> None:
    if home in counts:
        counts[home][0] += 1
    if away in counts:
        counts[away][1] += 1
