"""Seating rights, line-ups, who sat down, convention cards, and what is wrong with entries."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scheduler.app.directing.boards import match_at
from scheduler.app.directing.desk import Decided, Decision, Who, act, look
from scheduler.app.directing.rounds import round_of, stage_of
from scheduler.errors import UsageError
from scheduler.files.entrants import LONGEST_NAME
from scheduler.files.text import clean
from scheduler.live.allowed import require
from scheduler.live.boards import papers_of, segments_of
from scheduler.live.lineups import card_faults, entry_check, line_ups, match_faults, rights_of, side_of
from scheduler.live.papers import SIDES
from scheduler.live.state import Contestant, LiveEvent, LiveMatch, LiveRound, LiveStage
from scheduler.standings.lineups import LineUps
from scheduler.standings.notices import BLIND, Fault, seating_rights

__all__ = [
    "Checked", "Handed", "Notice", "Notices", "check_entries", "file_card", "hand_in", "notices", "seat",
    "set_rights", "set_times",
]

PathLike = str | os.PathLike[str]
_MOST_PLAYERS = 12


@dataclass(frozen=True)
class Handed:
    """A line-up, or who sat down, as it was taken: ``players`` as the roster has them, ``kind`` of the form,
    and what is wrong with it."""

    decided: Decided
    players: tuple[str, ...] = ()
    kind: str = ""
    faults: tuple[Fault, ...] = ()


def set_rights(
    path: PathLike, table: int, lot: str = "", picks: Sequence[int] = (), round: int = 0, *, stage: int = 0,
    written: Sequence[int] = (), who: Who | None = None,
) -> Decided:
    """Who won the lot (``home``, ``away``) and the segments picked so far, in turn (CBA-18.2); ``written``
    are short segments for which forms are asked all the same, as the sides dispute who sits down first.

    UsageError for a pick that is not free, and once line-ups have been handed in, unless there is a reason.
    """
    by = who or Who()

    def think(event: LiveEvent) -> Sequence[Decision]:
        where, match = match_at(event, table, round, stage)
        require(event, "rights", stage=where, round=match.round, reason=by.reason, what="setting rights")
        papers, count = papers_of(match), len(segments_of(where, match))
        first = lot or papers.lot
        if first not in SIDES:
            raise UsageError(f'"{first[:20]}" is no side that could win the lot', maybe="say --lot home.")
        seating_rights(count, first, "away" if first == "home" else "home", picks)
        strange = [k for k in written if not 1 <= k <= count]
        if strange:
            raise UsageError(f"there is no segment {strange[0]}; a match of {where.name} has {count}")
        if papers.forms and not by.reason:
            raise UsageError(f"line-ups of table {table} have been handed in: rights change with a reason",
                             maybe='say --reason "...".')
        if (first, tuple(picks), frozenset(written)) == (papers.lot, papers.picks, papers.written):
            return []
        return [("rights", {
            **_about(where, match), "lot": first, "picks": list(picks), "written": sorted(set(written)),
            "reason": by.reason})]
    return act(path, think, by)


def set_times(
    path: PathLike, starts: Sequence[str], round: int = 0, *, blind: Sequence[str] = (), stage: int = 0,
    who: Who | None = None, now: datetime | None = None,
) -> Decided:
    """When the segments of a round start, and when blind line-ups are due: ``14:00`` on the day of the event
    (else today) or ``2026-05-01T14:00``, segment by segment. UsageError for what is no time or out of order.
    """
    by = who or Who()

    def think(event: LiveEvent) -> Sequence[Decision]:
        where = stage_of(event, stage)
        here = round_of(where, round, drafted=not round and not where.current)
        require(event, "times", stage=where, round=here.number, reason=by.reason, what="setting times")
        day = _day(event, now or datetime.now())
        begins, due = [_moment(t, day) for t in starts], [_moment(t, day) for t in blind]
        if not begins or len(begins) > 100 or len(due) > len(begins):
            raise UsageError("name the start of each segment, and at most as many times for blind line-ups")
        if begins != sorted(set(begins)):
            raise UsageError("each segment starts after the one before")
        late = [k for k, (a, b) in enumerate(zip(due, begins, strict=False), start=1) if a > b]
        if late:
            raise UsageError(f"blind line-ups of segment {late[0]} would be due after its start")
        return [("times", {
            "stage": where.index, "round": here.number, "starts": [_iso(t) for t in begins],
            "blind": [_iso(t) for t in due], "reason": by.reason})]
    return act(path, think, by)


def _day(event: LiveEvent, now: datetime) -> str:
    try:
        return datetime.fromisoformat(event.date).date().isoformat()
    except ValueError:
        return now.date().isoformat()


def _moment(told: str, day: str) -> datetime:
    try:
        found = datetime.fromisoformat(told if "T" in told or " " in told else f"{day}T{told}")
    except ValueError:
        raise UsageError(f'"{told[:40]}" is no time', maybe="write 14:00 or 2026-05-01T14:00.") from None
    return found.replace(tzinfo=None)


def _iso(moment: datetime) -> str:
    return moment.isoformat(timespec="minutes" if not moment.second else "seconds")


def hand_in(
    path: PathLike, table: int, segment: int, side: str, players: Sequence[str], round: int = 0, *,
    stage: int = 0, leave: bool = False, who: Who | None = None, now: datetime | None = None,
) -> Handed:
    """Take the line-up of ``side`` for a segment: ``players`` in the order N, S, E, W, by name or by their
    place on the roster. The form is stamped with the time (``now``).

    UsageError for players who may not play, a change that may not be made (CBA-18.6, 19.1), and where the
    start of the segment or its seating right is not known.
    """
    by, out = who or Who(), list[Any]()

    def think(event: LiveEvent) -> Sequence[Decision]:
        where, match = match_at(event, table, round, stage)
        require(event, "line-up", stage=where, round=match.round, reason=by.reason, what="a line-up")
        one = side_of(event, match, side)
        named = _named(one, players)
        before = line_ups(event, where, match, segment)
        after = before.submit(
            before.home if side == "home" else before.away, named, _second(now), leave=leave)
        stamp = after.stamps[-1]
        out[:] = [named, stamp.kind, card_faults(one, named)]
        return [("line-up", {
            **_about(where, match), "segment": segment, "side": side, "players": list(named),
            "at": stamp.at.isoformat(), "kind": stamp.kind, **_why(by)})]

    return Handed(act(path, think, by), *out)


def seat(
    path: PathLike, table: int, segment: int, side: str, players: Sequence[str], round: int = 0, *,
    stage: int = 0, leave: bool = False, who: Who | None = None, now: datetime | None = None,
) -> Handed:
    """Note who was found at the table for ``side`` (a team's four as in :func:`hand_in`, a pair's two).

    Nobody is refused: a breach of CBA-19.1 or 19.2 is told, with what 19.3 lays down. ``leave`` of the
    director is kept and clears what it can.
    """
    by, out = who or Who(), list[Any]()

    def think(event: LiveEvent) -> Sequence[Decision]:
        where, match = match_at(event, table, round, stage)
        require(event, "seated", stage=where, round=match.round, reason=by.reason, what="noting who sat down")
        count = len(segments_of(where, match))
        if not 1 <= segment <= count:
            raise UsageError(f"there is no segment {segment}; a match of {where.name} has {count}")
        named = _named(side_of(event, match, side), players)
        out[:] = [named, "seated"]
        return [("seated", {
            **_about(where, match), "segment": segment, "side": side, "players": list(named),
            "at": _second(now).isoformat(), "leave": leave, **_why(by)})]

    decided = act(path, think, by)
    where, match = match_at(decided.event, table, round, stage)
    faults = match_faults(decided.event, where, match, _second(now))
    broken = tuple(f for _, f in faults if f.clause.startswith("CBA-19"))
    return Handed(decided, out[0], out[1], broken)


def _second(now: datetime | None) -> datetime:
    return (now or datetime.now()).replace(microsecond=0)


def _why(who: Who) -> Mapping[str, str]:
    return {"reason": who.reason} if who.reason else {}


def _about(stage: LiveStage, match: LiveMatch) -> dict[str, Any]:
    return {"stage": stage.index, "match": match.id, "sides": [match.home, match.away]}


def _named(one: Contestant, players: Sequence[str]) -> tuple[str, ...]:
    """Players as the roster has them; who is not on it is kept as he was named."""
    known = {name.casefold(): name for name in one.roster}
    places = {str(k): name for k, name in enumerate(one.roster, start=1)}
    told = [clean(p) for p in players]
    if not 1 <= len(told) <= _MOST_PLAYERS or not all(told):
        raise UsageError(f"name 1 to {_MOST_PLAYERS} players", maybe="a team: N S E W, by name or number.")
    if any(len(name) > LONGEST_NAME for name in told):
        raise UsageError(f"a player's name has at most {LONGEST_NAME} characters")
    return tuple(known.get(name.casefold()) or places.get(name, name) for name in told)


def file_card(
    path: PathLike, number: int, players: Sequence[str] = (), *, unusual: bool = False, filed: bool = True,
    who: Who | None = None,
) -> Decided:
    """A convention card is filed (CBA-21.1), of a pair of ``players`` or of everybody; ``unusual``: it has a
    highly unusual system (18.3). Not ``filed``: it is taken back. UsageError for who is not on the roster."""
    by = who or Who()

    def think(event: LiveEvent) -> Sequence[Decision]:
        one = event.by_number(number)
        require(event, "card", reason=by.reason, what="filing a card")
        named = _named(one, players) if players else ()
        strange = [name for name in named if name not in one.roster]
        if strange or len(named) not in (0, 2):
            raise UsageError(
                f"{strange[0]} is not on the roster of {number} {one.name}" if strange
                else "a card is of a pair: name two players, or nobody for all")
        key = tuple(sorted(named))
        if (one.cards.get(key) == unusual) if filed else (key not in one.cards):
            return []
        return [("card", {
            "id": one.id, "players": list(named), "unusual": unusual, "filed": filed, **_why(by)})]
    return act(path, think, by)


# --- What is shown --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Checked:
    """What is wrong with entries, by number."""

    event: LiveEvent
    faults: Mapping[int, tuple[Fault, ...]]

    def as_json(self) -> dict[str, Any]:
        """The documented JSON shape."""
        return {"entries": [
            {"number": n, "name": self.event.by_number(n).name, "faults": _faults_json(faults)}
            for n, faults in self.faults.items()]}


def check_entries(path: PathLike, *, stage: int = 0) -> Checked:
    """Rosters too short or too long, players in two entries, cards that are not filed (CBA-11.2, 21.1)."""
    event = look(path)
    return Checked(event, entry_check(event, stage_of(event, stage)))


@dataclass(frozen=True)
class Notice:
    """One match: who has the seating right by segment, line-ups where a start is known, and faults."""

    match: LiveMatch
    rights: Mapping[int, str]
    segments: Mapping[int, LineUps]
    faults: tuple[tuple[int, Fault], ...]


@dataclass(frozen=True)
class Notices:
    """What may be told of a round at ``now``."""

    event: LiveEvent
    stage: LiveStage
    round: LiveRound
    now: datetime
    matches: tuple[Notice, ...]

    def as_json(self) -> dict[str, Any]:
        """The documented JSON shape; a line-up is null until the other side may see it."""
        return {
            "round": self.round.number, "now": _iso(self.now),
            "matches": [self._match(n) for n in self.matches]}

    def _match(self, notice: Notice) -> dict[str, Any]:
        match = notice.match
        lengths = segments_of(self.stage, match)
        return {
            "table": match.table, "home": self.event.number(match.home),
            "away": self.event.number(match.away),
            "segments": [{
                "segment": k, "boards": boards,
                "right": (notice.rights[k] or None) if k in notice.rights else "not picked",
                **(self._line_ups(notice.segments[k]) if k in notice.segments else {}),
            } for k, boards in enumerate(lengths, start=1)],
            "faults": [
                {"segment": k, **row} for k, f in notice.faults for row in _faults_json([f])]}

    def _line_ups(self, made: LineUps) -> dict[str, Any]:
        sides = dict(zip(SIDES, (made.home, made.away), strict=True))
        seen = {name: made.seen_by(made.other(side), side, self.now) for name, side in sides.items()}
        return {
            "start": _iso(made.start), "form": made.deadlines.form,
            "due": {name: _iso(made.due(side)) for name, side in sides.items()},
            "line_ups": {name: list(players) if players else None for name, players in seen.items()}}


def notices(
    path: PathLike, round: int = 0, table: int = 0, *, stage: int = 0, now: datetime | None = None
) -> Notices:
    """Seating rights, deadlines and line-ups of a round, or of one table, as they may be seen ``now``."""
    event = look(path)
    where = stage_of(event, stage)
    here = round_of(where, round)
    at = _second(now)
    wanted = [m for m in here.matches if m.known]
    if table:
        wanted = [match_at(event, table, here.number, where.index)[1]]
    return Notices(event, where, here, at, tuple(_notice(event, where, m, at) for m in wanted))


def _notice(event: LiveEvent, stage: LiveStage, match: LiveMatch, now: datetime) -> Notice:
    made: dict[int, LineUps] = {}
    for k in range(1, len(segments_of(stage, match)) + 1):
        try:
            made[k] = line_ups(event, stage, match, k)
        except UsageError:
            continue  # its start is not known, or the segment is still to be picked
    rights = {k: side or BLIND for k, side in rights_of(event, stage, match).items()}
    return Notice(match, rights, made, match_faults(event, stage, match, now))


def _faults_json(faults: Sequence[Fault]) -> list[dict[str, str]]:
    return [{"clause": f.clause, "text": str(f.text)} for f in faults]
