"""The sheet of a live event: its timetable, tables and rooms, board sets, venue and equipment."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from typing import Any

from scheduler.app.directing.desk import look
from scheduler.app.directing.rounds import stage_of
from scheduler.errors import UsageError, did_you_mean
from scheduler.event import Event
from scheduler.formats.sheet import (
    EventSheet,
    Hall,
    Pace,
    Room,
    Seating,
    Session,
    board_plan,
    capacity,
    seat,
    tables_needed,
    timetable,
    venue,
)
from scheduler.live.plays import play_of
from scheduler.live.scoring import scoring_of
from scheduler.live.state import LiveEvent, LiveRound, LiveStage

__all__ = ["SETTINGS", "sheet", "sheet_of"]

SETTINGS = (
    "segments", "sessions", "pace", "rooms", "two_rooms", "screens", "table_side", "large", "same_boards",
    "copies", "rotate", "prepared", "stationary", "hall", "whole_rounds")
"""What ``sheet`` of a stage may say. ``segments``: boards of each segment; ``sessions``: tables of
``start``, ``end``, ``segments``, ``name``; ``pace``: seconds, as :class:`Pace`; ``rooms``: tables of
``name``, ``tables``, ``kind``, ``area`` (m2); ``stationary``: place by number; ``hall``: ``outer`` (m2),
``aisle`` (mm), ``offices`` (m2 each); ``table_side`` in mm."""


def sheet(
    path: str | os.PathLike[str], *, stage: int = 0, settings: Mapping[str, Any] | None = None
) -> tuple[LiveEvent, Event, EventSheet]:
    """The state, its entrants by number (for names), and the sheet of a stage: what its ``sheet`` says,
    with ``settings`` in its place. UsageError for settings that make no sense."""
    live = look(path)
    where = stage_of(live, stage)
    made = sheet_of(live, where, settings or {})
    entrants = sorted((c.entrant for c in live.contestants.values()), key=lambda e: e.number)
    return live, Event(live.name, tuple(entrants), date=live.date), made


def sheet_of(event: LiveEvent, stage: LiveStage, more: Mapping[str, Any]) -> EventSheet:
    """The sheet of a stage. UsageError."""
    told = stage.stage.options.get("sheet", {})
    if not isinstance(told, Mapping):
        raise UsageError(f'"sheet" of {stage.name} is a table of settings')
    wanted: dict[str, Any] = {**told, **more}
    for key in wanted:
        if key not in SETTINGS:
            raise UsageError(f'the sheet has no setting "{key[:40]}"', maybe=did_you_mean(key, SETTINGS))
    try:
        return _made(event, stage, wanted)
    except (TypeError, ValueError, KeyError, AttributeError) as error:
        raise UsageError(f"the sheet's settings cannot be read: {str(error)[:120]}") from None


def _made(event: LiveEvent, stage: LiveStage, s: Mapping[str, Any]) -> EventSheet:
    boards = scoring_of(stage).match.boards
    segments = [int(b) for b in s.get("segments", [boards] if boards else [])]
    total = play_of(stage).rounds(event, stage) or len(stage.rounds)
    pace = Pace(**{k: int(v) for k, v in s.get("pace", {}).items()})
    plan = None
    if s.get("sessions") and segments and total:
        plan = timetable(
            [segments] * total, [_session(x) for x in s["sessions"]], pace,
            whole_rounds=bool(s.get("whole_rounds", True)))
    two = bool(s.get("two_rooms", bool(boards)))
    seatings = {
        n: _seated(event, stage.rounds[n], s, two) for n in sorted(stage.rounds)
        if any(m.known for m in stage.rounds[n].matches)}
    sets = {n: board_plan(
        seating, segments, copies_per_match=int(s.get("copies", 1)), rotate=bool(s.get("rotate", False)),
        prepared=s.get("prepared")) for n, seating in seatings.items() if segments and seating.seats}
    most = max((len(x.seats) for x in seatings.values()), default=len(_playing(event, stage)) // 2)
    needed = venue(
        max(1, tables_needed(most, two_rooms=two)), screens=bool(s.get("screens", False)),
        table_side=int(s.get("table_side", 800)), large=bool(s.get("large", False)),
        same_boards=bool(s.get("same_boards", False)),
        board_sets=max((len(x.sets) for x in sets.values()), default=0),
        boards=max((x.boards for x in sets.values()), default=0), rooms=max(1, len(s.get("rooms", ()))))
    checks = capacity(_hall(s, most, two), needed) if s.get("rooms") or s.get("hall") else ()
    return EventSheet(plan, seatings, sets, needed, checks)


def _playing(event: LiveEvent, stage: LiveStage) -> Sequence[int]:
    return stage.playing or play_of(stage).playing(event, stage)


def _session(told: Mapping[str, Any]) -> Session:
    end = told.get("end")
    segments = told.get("segments")
    return Session(
        datetime.fromisoformat(str(told["start"])),
        datetime.fromisoformat(str(end)) if end else None,
        int(segments) if segments is not None else None, str(told.get("name", ""))[:100])


def _rooms(s: Mapping[str, Any], matches: int, two: bool) -> list[Room]:
    told = s.get("rooms")
    if told:
        return [Room(str(r["name"])[:100], int(r["tables"]), str(r.get("kind", "any"))) for r in told]
    count = tables_needed(matches, two_rooms=two)
    return [Room("", count)]


def _seated(event: LiveEvent, round: LiveRound, s: Mapping[str, Any], two: bool) -> Seating:
    """The round at its tables, as far as the rooms hold it: a match keeps the table that it has."""
    matches = sorted((m for m in round.matches if m.known), key=lambda m: (m.table, m.id))
    pairs = [(event.number(m.home), event.number(m.away)) for m in matches]
    rooms = _rooms(s, max((m.table for m in matches), default=0), two)
    stationary = {int(k): int(v) for k, v in s.get("stationary", {}).items()}
    tables = [m.table for m in matches]
    fixed = dict(enumerate(tables)) if len(set(tables)) == len(tables) and all(tables) else {}
    if not s.get("rooms") or not stationary:
        return seat(pairs, rooms, two_rooms=two, fixed=fixed)
    return seat(pairs, rooms, two_rooms=two, stationary=stationary)


def _hall(s: Mapping[str, Any], matches: int, two: bool) -> Hall:
    rooms = tuple(
        (str(r["name"])[:100], round(float(r["area"]) * 100), int(r["tables"]))
        for r in s.get("rooms", ()) if "area" in r)
    hall = s.get("hall", {})
    known = {f.name for f in fields(Hall)} - {"rooms"}
    for key in hall:
        if key not in known:
            raise UsageError(f'a hall has no "{key[:40]}"', maybe=did_you_mean(key, sorted(known)))
    return Hall(
        rooms, round(float(hall["outer"]) * 100) if "outer" in hall else None,
        int(hall["aisle"]) if "aisle" in hall else None,
        tuple(round(float(a) * 100) for a in hall["offices"]) if "offices" in hall else None)
