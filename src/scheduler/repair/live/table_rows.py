"""From placed matches to the rounds of a table as they will be: tables dealt out, who is idle or told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scheduler.event import Match
from scheduler.live.state import Bye, LiveRound, LiveStage
from scheduler.repair.live.consequences import Ground
from scheduler.repair.live.proposal import Tell
from scheduler.repair.live.table_parts import Part
from scheduler.repair.live.tells import tells_of

__all__ = ["Rounds", "rounds_of"]

Pair = tuple[int, int]


@dataclass
class _Row:
    """A match as it will be: ``id`` 0 for a new one, ``table`` 0 until it has one."""

    id: int
    home: int
    away: int
    table: int
    more: dict[str, Any]


@dataclass(frozen=True)
class Rounds:
    """The rounds of a stage as they will be, from the current one on: rows (id, home, away, table, more) and
    byes (id, kind) by round; ``seats`` counts published matches that only change their table, ``standing``
    are ids of those that may not change."""

    rows: Mapping[int, list[list[Any]]]
    byes: Mapping[int, list[list[Any]]]
    seats: int
    standing: frozenset[int] = frozenset()

    @property
    def last(self) -> int:
        """The last round in which somebody plays."""
        return max((number for number, rows in self.rows.items() if rows), default=0)

    def payload(self, stage: LiveStage) -> list[dict[str, Any]]:
        """The rounds that differ from those of the stage, as the decision keeps them."""
        out = []
        for number, rows in sorted(self.rows.items()):
            old = stage.rounds.get(number)
            same = old is not None and (
                sorted(r[:4] for r in rows) == sorted([m.id, m.home, m.away, m.table] for m in old.matches)
                and sorted(self.byes[number]) == sorted([b.id, b.kind] for b in old.byes))
            if not same and (old is not None or rows):
                out.append({"round": number, "matches": rows, "byes": self.byes[number]})
        return out

    def tells(self, ground: Ground, before: LiveStage, last: int) -> tuple[Tell, ...]:
        """Everybody whose place changes in any round; who has left is told once."""
        out: list[Tell] = []
        gone = set(ground.gone)
        for data in self.payload(before):
            number = int(data["round"])
            here = before.rounds.get(number) or LiveRound(number, [])
            standing = {m.id for m in here.matches if m.started or not m.open} | self.standing
            rows = [(int(r[1]), int(r[2]), int(r[3])) for r in data["matches"]]
            out += tells_of(ground.event, here, rows, [int(id) for id, _ in data["byes"]], gone)
            out += _turned(here, [r for r in data["matches"] if r[0] not in standing])
            gone -= {t.id for t in out if t.now is None}
        for number in sorted(n for n in before.rounds if n > last):
            here = before.rounds[number]
            out += [
                Tell(id, number, (other, m.table, id == m.home), None) for m in here.matches
                for id, other in ((m.home, m.away), (m.away, m.home)) if id not in ground.gone]
        return tuple(out)

    def ledger(self, ground: Ground, ids: set[int]) -> dict[int, tuple[int, int, int]]:
        """(home, away, byes) over all rounds, for ``ids``."""
        out = {id: [0, 0, 0] for id in ids}

        def add(id: int, what: int) -> None:
            if id in out:
                out[id][what] += 1

        for number, round in ground.stage.rounds.items():
            if number in self.rows:
                continue
            if number >= ground.round and self.rows:
                continue
            for m in round.matches:
                add(m.home, 0)
                add(m.away, 1)
            for b in round.byes:
                add(b.id, 2)
        for number, rows in self.rows.items():
            for _, home, away, *_ in rows:
                add(int(home), 0)
                add(int(away), 1)
            for id, _ in self.byes[number]:
                add(int(id), 2)
        return {id: (h, a, b) for id, (h, a, b) in out.items()}


def _turned(here: LiveRound, rows: Sequence[Sequence[Any]]) -> list[Tell]:
    """Those who meet at the table where they were to meet, the other way round."""
    old = {(m.away, m.home): m for m in here.matches}
    out = []
    for _, home, away, table, *_ in rows:
        was = old.get((home, away))
        if was is not None and was.table == table:
            out += [Tell(home, here.number, (away, table, False), (away, table, True)),
                    Tell(away, here.number, (home, table, True), (home, table, False))]
    return out


def rounds_of(
    ground: Ground, parts: Sequence[Part], placed: Mapping[str, Sequence[Match]], last: int
) -> Rounds:
    """The rounds from the current one to ``last``; parts without an entry in ``placed`` stay as they are."""
    rows: dict[int, list[list[Any]]] = {}
    byes: dict[int, list[list[Any]]] = {}
    seats = 0
    for number in range(max(1, ground.round), last + 1):
        here = ground.stage.rounds.get(number) or LiveRound(number, [])
        made = _outside(ground, parts) if number == ground.round else []
        idle: list[list[Any]] = []
        for part in parts:
            made += _matches(ground, part, here, placed.get(part.group))
            idle += _idle(ground, part, here, made)
        seats += _seated(ground, here, made)
        rows[number] = [
            [r.id, r.home, r.away, r.table, *([r.more] if r.more else [])]
            for r in sorted(made, key=lambda r: (r.table, r.home))]
        byes[number] = idle
    return Rounds(rows, byes, seats, frozenset(m.id for part in parts for m in part.standing))


def _outside(ground: Ground, parts: Sequence[Part]) -> list[_Row]:
    """The matches that were played by two of different tables, where they stand."""
    away = {id for part in parts for id in part.outside}
    return [_Row(0, a, b, 0, {"started": True}) for a, b in ground.played if {a, b} <= away]


def _matches(
    ground: Ground, part: Part, here: LiveRound, placed: Sequence[Match] | None
) -> list[_Row]:
    more = {"group": part.group} if part.group else {}
    mine = [m for m in here.matches if m.group == part.group]
    if placed is None:
        return [_Row(m.id, m.home, m.away, m.table, {}) for m in mine]
    out = [_Row(m.id, m.home, m.away, m.table, {}) for m in part.standing if m.round == here.number]
    old = {frozenset((m.home, m.away)): m for m in mine}
    if here.number == ground.round:
        for a, b in part.met:
            drawn = old.get(frozenset((a, b)))
            out.append(
                _Row(drawn.id, drawn.home, drawn.away, drawn.table, {}) if drawn is not None
                else _Row(0, a, b, 0, {**more, "started": True}))
    for m in placed:
        if m.round == here.number:
            home, away = part.ids[m.home - 1], part.ids[m.away - 1]
            was = old.get(frozenset((home, away)))
            out.append(_Row(was.id if was else 0, home, away, was.table if was else 0, {} if was else more))
    return out


def _idle(ground: Ground, part: Part, here: LiveRound, made: Sequence[_Row]) -> list[list[Any]]:
    """Whoever could play and has no match; a bye that was asked for stays what it was."""
    busy = {id for r in made for id in (r.home, r.away)}
    kinds = {b.id: b.kind for b in here.byes}
    out: list[list[Any]] = []
    for id in part.ids:
        one = ground.event.contestants[id]
        there = one.plays(here.number) or (id in kinds and one.status == "active")
        if there and id not in busy and (here.matches or made):
            out.append([id, kinds.get(id, Bye(id).kind)])
    return out


def _seated(ground: Ground, here: LiveRound, made: Sequence[_Row]) -> int:
    """Give a table to every match without one, or at one that is lost: one that became free in the round,
    else one of the stage, else the next number that none has. How many leave a table that is lost."""
    standing = {m.id for m in here.matches if m.started or not m.open}
    lost = _lost(ground, here.number)
    moved = 0
    for row in made:
        if row.table in lost and row.id not in standing:
            row.table, moved = 0, moved + 1
    used = {r.table for r in made if r.table}
    mine, every = {m.table for m in here.matches}, {m.table for m in ground.stage.matches()}
    free = sorted(every - used - lost, key=lambda t: (t not in mine, t))
    spare = max([0, *every, *lost]) + 1
    for row in made:
        if not row.table:
            if not free:
                free, spare = [spare], spare + 1
            row.table = free.pop(0)
    return moved


def _lost(ground: Ground, round: int) -> set[int]:
    """The tables that cannot be used in a round."""
    return {t for t, first in ground.stage.lost.items() if first <= round}

