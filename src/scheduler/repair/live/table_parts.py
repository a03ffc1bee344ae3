"""What facts leave of a table, one group at a time: what stands, what is published, who is still due."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from scheduler.event import Event, Match, Schedule, Stage
from scheduler.facts import timetable
from scheduler.formats.round_robin import frame_of
from scheduler.formats.round_robin.frame import rulebook_for
from scheduler.live.plays.base import rulebook_of
from scheduler.live.plays.groups import group_names, inside, members_of
from scheduler.live.plays.remaining import Changed, changed_of, remaining
from scheduler.live.plays.table import PLAY
from scheduler.live.state import LiveEvent, LiveMatch, LiveStage
from scheduler.repair.live.consequences import Ground
from scheduler.repair.live.table_least import Left
from scheduler.rules import Rulebook

__all__ = ["Part", "arrived", "left_of", "parts_of", "stands"]

Pair = tuple[int, int]


@dataclass(frozen=True)
class Part:
    """One table: that of a group, or the only one. ``ids`` are in order of place; ``gone`` (ids) have left,
    ``new`` come in or are back. ``standing`` are matches that may not change, ``met`` pairs of ids that meet
    in the current round otherwise than drawn, ``loose`` the other published ones of who is still there;
    ``total`` is how often each pair of ids is to meet in all, ``eased`` what could hold no more before;
    ``outside`` (ids) play somebody of another table in the current round."""

    group: str
    ids: tuple[int, ...]
    gone: frozenset[int]
    new: tuple[int, ...]
    standing: tuple[LiveMatch, ...]
    met: tuple[tuple[int, int], ...]
    loose: tuple[LiveMatch, ...]
    total: Mapping[Pair, int]
    legs: int
    touched: bool
    eased: frozenset[str] = frozenset()
    outside: frozenset[int] = frozenset()

    @property
    def place(self) -> dict[int, int]:
        """The number of an id in the table."""
        return {id: k for k, id in enumerate(self.ids, start=1)}

    def known(self, round: int) -> list[Match]:
        """What stands, in places."""
        at = self.place
        rows = [Match(at[m.home], at[m.away], m.round) for m in self.standing]
        return rows + [Match(at[a], at[b], round) for a, b in self.met]

    def due(self, round: int) -> dict[Pair, int]:
        """How often each pair of places is still to meet."""
        at = self.place
        met = Counter(_pair(m.home, m.away) for m in self.known(round))
        wanted = {_pair(at[a], at[b]): k for (a, b), k in self.total.items()}
        return {pair: k - met[pair] for pair, k in wanted.items() if k > met[pair]}

    def changed(self, meetings: Mapping[Pair, int], eased: frozenset[str]) -> Changed:
        """What is changed of the rules where each pair of places meets so often in all."""
        n, at = len(self.ids), self.place
        due = {
            (a, b): meetings.get((a, b), 0) for a in range(1, n + 1) for b in range(a + 1, n + 1)
            if meetings.get((a, b), 0) != self.legs}
        return Changed(due, frozenset(at[id] for id in self.gone), eased | self.eased)


def _pair(a: int, b: int) -> Pair:
    return min(a, b), max(a, b)


def stands(match: LiveMatch) -> bool:
    """True for a match that may not change any more."""
    return match.started or not match.open


def parts_of(before: LiveEvent, ground: Ground) -> list[Part]:
    """The tables of a stage, with the facts in them."""
    stage = ground.stage
    names = group_names(stage) if stage.groups else ("",)
    playing = {(m.group, id) for m in stage.matches() for id in (m.home, m.away)}
    there = {name: [id for id in members_of(stage, name) if (name, id) in playing] for name in names}
    inside = {id for ids in there.values() for id in ids}
    for id in arrived(before, ground):
        if id not in inside:
            name = min(names, key=lambda g: (len(there[g]) % 2 == 0, len(there[g]), g))
            there[name].append(id)
            if name:
                ground.told.append(f"{ground.who(id)} comes into group {name}")
    return [_part(before, ground, name, tuple(there[name])) for name in names]


def arrived(before: LiveEvent, ground: Ground) -> list[int]:
    """Those who take part now, and did not before the facts."""
    return [
        id for id, c in ground.event.contestants.items()
        if c.status == "active" and (
            id not in before.contestants or before.contestants[id].status != "active"
            or (before.contestants[id].last and not c.last))]


def _part(before: LiveEvent, ground: Ground, group: str, ids: tuple[int, ...]) -> Part:
    event, stage, now = ground.event, ground.stage, ground.round
    legs = 1 if stage.stage.options.get("mode") == "cba" else stage.stage.legs
    came = set(arrived(before, ground))
    mine = [m for m in stage.matches() if m.group == group]
    gone = frozenset(id for id in ids if event.contestants[id].status == "withdrawn")
    met = tuple(p for p in ground.played if p[0] in ids and p[1] in ids)
    named = {id for pair in met for id in pair}
    turned = _turned(before, ground, mine)
    standing, loose = [], []
    for m in mine:
        drawn_otherwise = m.round == now and {m.home, m.away} & named
        last = m.round == now and any(event.contestants[id].last == now for id in (m.home, m.away))
        begun = m.id in turned or last or (m.round == now and stands(m))
        if m.round < now or (begun and not drawn_otherwise):
            standing.append(m)
        elif not {m.home, m.away} & gone:
            loose.append(m)
    total = _totals(before, ground, ids, mine, came, gone, [*standing], met, legs)
    barred = _newly_barred(before, ground)
    kept = tuple(m for m in loose if _pair(m.home, m.away) not in barred)
    touched = bool(
        met or came & set(ids) or len(standing) + len(kept) < len(mine)
        or any(m.table in stage.lost for m in kept) or turned)
    new, old = tuple(id for id in ids if id in came), changed_of(stage, ids, group)
    return Part(
        group, ids, gone, new, tuple(standing), met, kept, total, legs, touched,
        old.eased if old else frozenset())


def _newly_barred(before: LiveEvent, ground: Ground) -> set[Pair]:
    old = before.stages[ground.stage.index - 1].barred
    return {_pair(*pair) for pair in ground.stage.barred if pair not in old}


def _turned(before: LiveEvent, ground: Ground, mine: list[LiveMatch]) -> set[int]:
    """The matches at which they sit the other way round, as was told: they have begun."""
    old = {m.id: m.home for m in before.stages[ground.stage.index - 1].matches()}
    return {m.id for m in mine if old.get(m.id) != m.home}


def _totals(
    before: LiveEvent, ground: Ground, ids: tuple[int, ...], mine: list[LiveMatch], came: set[int],
    gone: frozenset[int], standing: list[LiveMatch], met: tuple[Pair, ...], legs: int,
) -> dict[Pair, int]:
    """How often each pair of ids is to meet: as published; as often as there are legs where somebody comes
    in; no more where one has left or the two cannot meet."""
    done = Counter(_pair(m.home, m.away) for m in standing)
    done.update(_pair(*pair) for pair in met)
    out = Counter(_pair(m.home, m.away) for m in mine)
    barred = _newly_barred(before, ground)
    for a in ids:
        for b in ids:
            if a >= b:
                continue
            if {a, b} & gone or (a, b) in barred:
                out[a, b] = done[a, b]
            elif {a, b} & came:
                out[a, b] = legs
            out[a, b] = max(out[a, b], done[a, b])
    return {pair: k for pair, k in out.items() if k}


def left_of(
    ground: Ground, part: Part, rounds: int, changed: Changed, room: Mapping[int, int] | None = None
) -> Left:
    """What is left of a part, where there are so many rounds."""
    field, engine, book, earlier = taken(ground.event, ground.stage, part)
    known = part.known(ground.round)
    at = part.place
    loose = [Match(at[m.home], at[m.away], m.round) for m in part.loose]
    last = max([rounds, *(m.round for m in (*known, *loose))])
    table = Schedule.of(len(part.ids), last, [*known, *loose])
    frame = replace(frame_of(field, engine, table), earlier=earlier)
    space = timetable(frame)
    stated = remaining(rulebook_for(book, field, engine).stated(space, frame), frame, changed)
    busy = {(e, m.round) for m in known for e in (m.home, m.away)}
    busy |= {(at[id], ground.round) for id in part.outside}
    here = ground.here
    first = ground.round + 1 if here is None or here.finished else ground.round
    open_ = {
        e: frozenset(
            r for r in range(max(1, first), rounds + 1)
            if (e, r) not in busy and ground.event.contestants[id].plays(r))
        for id, e in at.items()}
    due = part.due(ground.round)
    still = tuple(m for m in loose if _pair(m.home, m.away) in due)
    return Left(frame, space, stated, tuple(known), still, due, open_, room=room)


def taken(
    event: LiveEvent, stage: LiveStage, part: Part
) -> tuple[Event, Stage, Rulebook, Schedule | None]:
    """The field of a part, the stage as its engine takes it, its rules, the cycle before."""
    if part.group:
        return (*inside(event, stage, part.ids), None)
    field, engine, earlier = PLAY.engine(event, stage, part.ids)
    return field, replace(engine, legs=part.legs), rulebook_of(stage), earlier
