"""Who takes part: entered, edited, withdrawn, admitted late, sitting out; lots for the numbers."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from random import Random
from typing import Any

from scheduler.app.directing.desk import Decided, Decision, Who, act
from scheduler.app.directing.rounds import stage_of
from scheduler.errors import UsageError
from scheduler.event import Entrant
from scheduler.files.entrants import LONGEST_NAME
from scheduler.files.text import clean
from scheduler.live.allowed import require
from scheduler.live.decisions import entrant_payload
from scheduler.live.lineups import limits_of
from scheduler.live.state import Contestant, LiveEvent

__all__ = ["Entry", "absent", "announce", "come_back", "edit", "enter", "lots", "withdraw"]

PathLike = str | os.PathLike[str]
_MOST_ENTRANTS = 10_000
_MOST_ROSTER = 100
_FIELDS = ("name", "seed", "region", "club", "rating")


class Entry:
    """An entry as it comes in: a name, and whatever else is known."""

    def __init__(self, name: str, *, roster: Sequence[str] = (), **fields: Any) -> None:
        self.name, self.roster, self.fields = name, tuple(roster), fields


def enter(
    path: PathLike, entries: Sequence[Entry], *, late: bool = False, competing: bool = True, first: int = 0,
    who: Who | None = None,
) -> Decided:
    """Enter further entrants; each gets the next free number.

    After the draw they are admitted only with a reason, and play from round ``first`` on (0: the next).
    ``late`` keeps them waiting, not drawn until they are admitted (CBA-11.1). A guest (not ``competing``)
    plays and has no place. Rosters that are too short are told. UsageError for a name there is already, too
    many entrants or players, and the wrong time.
    """
    by = who or Who()

    def think(event: LiveEvent) -> Sequence[Decision]:
        require(event, "late" if late else "enter", reason=by.reason, what="entering")
        if len(event.contestants) + len(entries) > _MOST_ENTRANTS:
            raise UsageError(f"an event has at most {_MOST_ENTRANTS:,} entrants")
        names = {c.name.casefold() for c in event.contestants.values()}
        number = event.most_number
        made = []
        for entry in entries:
            number += 1
            entrant = _entrant(Entrant(number, ""), {"name": entry.name, **entry.fields})
            if entrant.name.casefold() in names:
                raise UsageError(f'"{entrant.name}" has entered already', maybe="tell the two apart by name.")
            names.add(entrant.name.casefold())
            roster = _roster(event, entry.roster, 0, entrant.name)
            made.append({**entrant_payload(entrant), **({"roster": roster} if roster else {})})
        stage = event.stage
        begun = stage.current
        more: dict[str, Any] = {"status": "waiting"} if late else {}
        if begun and not late:
            more["first"] = first or begun + 1
        return [("entered", {"entrants": made, "reason": by.reason, "competing": competing, **more})]

    done = act(path, think, by)
    return replace(done, notes=_short(done.event, [(e.name, e.roster) for e in entries]))


def _entrant(old: Entrant, changes: Mapping[str, Any]) -> Entrant:
    """``old`` with changes, checked. UsageError."""
    known = {k: v for k, v in changes.items() if k in _FIELDS}
    more = {k: clean(str(v)) for k, v in changes.items() if k not in (*_FIELDS, "number")}
    for key in ("seed", "rating"):
        if key in known and (type(known[key]) is not int or not 0 <= known[key] <= 10**9):
            raise UsageError(f'"{key}" must be a whole number from 0, not {known[key]!r:.40}')
    for key in ("name", "region", "club"):
        if key in known:
            known[key] = clean(str(known[key]))
            if len(known[key]) > LONGEST_NAME:
                raise UsageError(f"the {key} has {len(known[key])} characters, the limit is {LONGEST_NAME}")
    if len(more) > 50 or any(len(k) > 60 or len(v) > LONGEST_NAME for k, v in more.items()):
        raise UsageError("there are too many further attributes, or one is too long")
    name = known.get("name", old.name)
    if not name:
        raise UsageError("an entrant needs a name")
    fields = {k: getattr(old, k) for k in _FIELDS} | known
    return Entrant(old.number, attributes={**old.attributes, **more}, **fields)


def _roster(event: LiveEvent, players: Sequence[str], id: int, team: str) -> list[str]:
    """Players of a team, each in no other (CBA-11.2). UsageError."""
    told = [clean(p) for p in players if clean(p)]
    if len(told) > _MOST_ROSTER:
        raise UsageError(f"{team} names {len(told)} players; at most {_MOST_ROSTER} are kept")
    folded = [p.casefold() for p in told]
    if len(set(folded)) < len(folded):
        raise UsageError(f"{team} names a player twice")
    limits = limits_of(event.stage) if told else None
    if limits is not None and len(told) > limits[1]:
        raise UsageError(
            f"{team} names {len(told)} players, limit {limits[1]} (CBA-11.2)",
            maybe=f"where more are allowed: event edit --set roster=[{limits[0]},{len(told)}].")
    for other in event.contestants.values():
        both = {p.casefold() for p in other.roster} & set(folded)
        if other.id != id and both:
            raise UsageError(f"{min(both)} plays for {other.number} {other.name} already (CBA-11.2)")
    return told


def _short(event: LiveEvent, rosters: Sequence[tuple[str, Sequence[str]]]) -> tuple[str, ...]:
    """Rosters that are not full yet, in words; they may still grow before the event (CBA-11.2)."""
    limits = limits_of(event.stage)
    return () if limits is None else tuple(
        f"{name} names {len(roster)} players so far, at least {limits[0]} are needed (CBA-11.2)"
        for name, roster in rosters if 0 < len(roster) < limits[0])


def edit(
    path: PathLike, number: int, changes: Mapping[str, Any], *, roster: Sequence[str] | None = None,
    competing: bool | None = None, who: Who | None = None,
) -> Decided:
    """Change what is known of an entrant: name, seed, region, club, rating, further attributes, roster,
    or whether it competes. Nothing that was played changes."""
    by = who or Who()

    def think(event: LiveEvent) -> Sequence[Decision]:
        one = event.by_number(number)
        said: dict[str, Any] = {"id": one.id}
        if changes:
            require(event, "edit", reason=by.reason, what="editing an entrant")
            new = _entrant(one.entrant, changes)
            same = [c for c in event.contestants.values()
                    if c.id != one.id and c.name.casefold() == new.name.casefold()]
            if same:
                raise UsageError(f'{same[0].number} is called "{new.name}" already')
            fields = {k: getattr(new, k) for k in _FIELDS if getattr(new, k) != getattr(one.entrant, k)}
            more = {k: v for k, v in new.attributes.items() if one.entrant.attributes.get(k) != v}
            said["changes"] = {**fields, **({"attributes": more} if more else {})}
        if roster is not None:
            require(event, "roster", reason=by.reason, what="changing a roster")
            said["roster"] = _roster(event, roster, one.id, one.name)
        if competing is not None:
            require(event, "guest", reason=by.reason, what="changing who competes")
            said["competing"] = competing
        if by.reason:
            said["reason"] = by.reason
        return [("edited", said)] if len(said) > 1 else []

    done = act(path, think, by)
    return replace(done, notes=_short(done.event, [(done.event.by_number(number).name, roster or ())]))


def withdraw(
    path: PathLike, number: int, *, after: int | None = None, who: Who | None = None
) -> Decided:
    """An entrant plays no more after round ``after`` of the running stage (None: the current one; where
    that has not started, the one before). Entrants are never deleted: what was played stands.

    A match that it has in a published round after that stands, and a note says what can be done. UsageError
    where it has gone already, or has played after that.
    """
    by, notes = who or Who(), list[str]()

    def think(event: LiveEvent) -> Sequence[Decision]:
        one = event.by_number(number)
        require(event, "withdraw", reason=by.reason, what="a withdrawal")
        if one.status == "withdrawn":
            raise UsageError(f"{number} {one.name} has withdrawn already", maybe="let it return first.")
        last = _last_round(event, one, after)
        notes[:] = _left_open(event, one, last)
        return [("withdrawn", {"id": one.id, "last": last, "reason": by.reason})]
    decided = act(path, think, by)
    return replace(decided, notes=(*decided.notes, *notes))


def _left_open(event: LiveEvent, one: Contestant, last: int) -> list[str]:
    """What is said of its matches in published rounds that it will not play."""
    return [
        f"round {r.number} is published with {one.number} {one.name} at table {m.table}: "
        f"event facts --withdraw {one.number} repairs it before it starts, or enter a walkover there"
        for r in event.stage.rounds.values() if r.status != "drafted" and r.number > last
        for m in r.matches if m.known and m.has(one.id) and m.open]


def _last_round(event: LiveEvent, one: Contestant, after: int | None) -> int:
    stage = event.stage
    waiting = [
        r.number for r in stage.rounds.values() if r.status != "drafted"
        for m in r.matches if m.has(one.id) and m.open and not m.started]
    last = after if after is not None else (min(waiting) - 1 if waiting else stage.current)
    if not 0 <= last <= max(stage.current, 0):
        raise UsageError(f"a withdrawal is after a round from 0 to {stage.current}, not {last}")
    played = [r.number for r in stage.rounds.values() for m in r.matches
              if r.number > last and m.has(one.id) and m.result is not None and m.result.kind == "played"]
    if played:
        raise UsageError(f"{one.number} {one.name} has played round {max(played)}, and cannot leave before",
                         maybe=f"say --after {max(played)}.")
    return last


def come_back(path: PathLike, number: int, *, first: int = 0, who: Who | None = None) -> Decided:
    """Admit somebody who entered late, or who had withdrawn, from round ``first`` on (0: the next)."""
    by = who or Who()

    def think(event: LiveEvent) -> Sequence[Decision]:
        one = event.by_number(number)
        action = "admit" if one.status == "waiting" else "return"
        require(event, action, reason=by.reason, what="admitting")
        if one.status == "active":
            raise UsageError(f"{number} {one.name} is playing already")
        begun = event.stage.current
        if first and first <= begun:
            raise UsageError(f"round {first} is drawn: the next is {begun + 1}")
        return [("admitted", {
            "id": one.id, "first": first or (begun + 1 if begun else 0), "reason": by.reason})]
    return act(path, think, by)


def absent(
    path: PathLike, number: int, rounds: Sequence[int], *, kind: str = "absent", who: Who | None = None
) -> Decided:
    """An entrant sits out ``rounds`` that are not drawn yet: ``absent``, or ``given`` a bye it asked for;
    "" takes that back."""
    by = who or Who()

    def think(event: LiveEvent) -> Sequence[Decision]:
        one = event.by_number(number)
        stage = event.stage
        if kind not in ("absent", "given", ""):
            raise UsageError(f'who sits out is "absent" or "given" a bye, not "{kind:.20}"')
        drawn = [r for r in rounds if r in stage.rounds and stage.rounds[r].status != "drafted"]
        if drawn:
            raise UsageError(f"round {drawn[0]} is published already", maybe="give a walkover instead.")
        if not rounds or not all(1 <= r <= 1_000 for r in rounds):
            raise UsageError("name the rounds, from 1 on")
        return [("away", {"id": one.id, "rounds": sorted(set(rounds)), "kind": kind, "reason": by.reason})]
    return act(path, think, by)


def announce(path: PathLike, *, stage: int = 0, who: Who | None = None) -> Decided:
    """The format of a stage is fixed and published; numbers and groups are drawn afterwards (CBA-12)."""
    by = who or Who()

    def think(event: LiveEvent) -> Sequence[Decision]:
        where = stage_of(event, stage)
        require(event, "announce", stage=where, reason=by.reason, what="announcing")
        return [] if where.announced else [("announced", {"stage": where.index})]
    return act(path, think, by)


def lots(path: PathLike, *, seed: str = "", who: Who | None = None) -> Decided:
    """Draw everybody's number by lot, from a public seed: each order is equally likely.

    The record keeps SHA-256 over the names in order of entry and the seed, so that anybody can draw
    again. UsageError once a round is published.
    """
    by = who or Who()

    def think(event: LiveEvent) -> Sequence[Decision]:
        require(event, "lots", reason=by.reason, what="drawing numbers")
        ids = [c.id for c in event.contestants.values()]
        if len(ids) < 2:
            raise UsageError("there is nobody to draw lots for")
        told = seed or event.seed
        sealed = "\n".join([*(event.contestants[id].name for id in ids), told])
        seal = sha256(sealed.encode()).hexdigest()
        numbers = list(range(1, len(ids) + 1))
        Random(seal).shuffle(numbers)
        record = {
            "seed": told, "sha256": seal, "over": "names in order of entry, then the seed, one a line",
            "reason": by.reason}
        drafts = [] if not event.stage.rounds else [("redrawn", {"stage": event.stage.index})]
        return [*drafts, ("numbered", {
            "numbers": [list(p) for p in zip(ids, numbers, strict=True)], "record": record})]
    return act(path, think, by)
