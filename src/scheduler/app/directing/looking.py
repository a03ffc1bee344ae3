"""What is shown of a live event: its state as JSON, standings under embargo, what is waited for."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scheduler.app.directing.desk import Decided, look
from scheduler.app.directing.rounds import stage_of
from scheduler.errors import UsageError
from scheduler.live.allowed import phase_of
from scheduler.live.carrying import carried_otherwise
from scheduler.live.cases import Case
from scheduler.live.placing import final_places
from scheduler.live.plays import play_of
from scheduler.live.rulings import disputed_in
from scheduler.live.scoring import scoring_of, standings_of
from scheduler.live.state import LiveEvent, LiveMatch, LiveRound, LiveStage
from scheduler.standings import Standings

__all__ = [
    "Shown", "closed_until", "decided_json", "event_json", "places", "places_json", "ranked", "round_json",
]

Json = dict[str, Any]
Place = tuple[int, int, int]


@dataclass(frozen=True)
class Shown:
    """Standings as they may be shown: ``as_of`` is the last round that counts, ``waiting`` those that are
    still embargoed."""

    event: LiveEvent
    stage: LiveStage
    standings: Standings
    as_of: int
    waiting: tuple[int, ...] = ()

    @property
    def embargoed(self) -> bool:
        """True where nothing may be seen yet: the first round still plays, and nothing was carried here."""
        return bool(self.waiting) and not self.as_of and not self.stage.carried

    @property
    def names(self) -> tuple[str, ...]:
        """The name of number i at index i - 1, "" where nobody has it."""
        names = {c.number: c.name for c in self.event.contestants.values()}
        return tuple(names.get(n, "") for n in range(1, self.event.most_number + 1))

    def as_json(self) -> Json:
        """The documented JSON shape: that of standings, with names."""
        made = self.standings.as_json()
        names = {c.number: c.name for c in self.event.contestants.values()}
        rows = [{**row, "name": names.get(row["entrant"], "")} for row in made["standings"]]
        return {
            "event": self.event.name, "stage": self.stage.index, **made, "as_of": self.as_of,
            "embargoed": list(self.waiting), "standings": rows, "position": self.event.position,
            "disputed": [{"round": n, "tables": list(tables)}
                         for n, tables in disputed_in(self.stage, self.as_of).items()]}


def closed_until(stage: LiveStage) -> int:
    """The last round up to which every round is closed: by hand, or with its last result."""
    by_hand = scoring_of(stage).closing == "hand"
    last = 0
    for number in sorted(stage.rounds):
        round = stage.rounds[number]
        if not (round.closed or (round.finished and not by_hand)):
            break
        last = number
    return last


def ranked(
    path: str | os.PathLike[str], *, stage: int = 0, as_of: int | None = None, live: bool = False,
    group: str = "",
) -> Shown:
    """The standings of a stage after the last closed round; ``live`` counts all results that are in.

    Results of a round that is still played are embargoed until it closes. UsageError before the stage
    has begun, and for a round that is embargoed.
    """
    event = look(path)
    where = stage_of(event, stage)
    if not where.playing and len(event.stages) == 1:
        where = replace(where, playing=play_of(where).playing(event, where))
    closed = closed_until(where)
    last = where.current if live else closed
    if as_of is not None and as_of > last:
        plays = as_of <= where.current
        raise UsageError(
            f"the standings of round {as_of} may not be shown: it {'still plays' if plays else 'is to come'}",
            maybe="say --live to see them with the results so far." if plays
            else f"say --round {last}." if last else "see event show: no round is closed yet.")
    wanted = last if as_of is None else as_of
    waiting = tuple(n for n in sorted(where.rounds) if wanted < n <= where.current)
    made = standings_of(event, where, as_of=wanted, group=group)
    return Shown(event, where, made, wanted, waiting)


def places(path: str | os.PathLike[str], *, live: bool = False) -> tuple[LiveEvent, list[Place]]:
    """The state, and the places of everybody over all stages: (best, last, id), (0, 0, id) for none (yet).

    UsageError before anything has begun, and while a round is played unless it is ``live``.
    """
    event = look(path)
    playing = [(s, r) for s in event.running for r in s.rounds.values() if r.status != "drafted" and r.open]
    if playing and not live:
        stage, round = playing[0]
        raise UsageError(
            f"places may not be shown while round {round.number} of {stage.name} is played",
            maybe="say --live to see them with the results so far.")
    return event, final_places(event)


def places_json(event: LiveEvent, rows: Sequence[Place]) -> Json:
    """The documented JSON shape of places; null for none."""
    return {
        "event": event.name, "position": event.position,
        "places": [
            {"from": low or None, "to": high or None, "entrant": event.number(id), "name": event.name_of(id)}
            for low, high, id in rows]}


def round_json(event: LiveEvent, round: LiveRound) -> Json:
    """A round with its results."""
    return {
        "round": round.number, "status": "finished" if round.finished else round.status,
        "version": round.version, "start": round.start,
        "matches": [match_json(event, m) for m in round.matches],
        "byes": [{"entrant": event.number(b.id), "kind": b.kind} for b in round.byes],
    }


def match_json(event: LiveEvent, match: LiveMatch) -> Json:
    """A match with its result, by numbers; sides not known yet are null."""
    out: Json = {
        "table": match.table, "home": event.number(match.home) or None,
        "away": event.number(match.away) or None}
    for key, value, plain in (
        ("group", match.group, ""), ("match", match.number, 0), ("share", match.share, 1),
        ("started", match.started, False),
    ):
        if value != plain:
            out[key] = value
    if match.result is not None:
        score = match.result
        out["result"] = {
            "kind": score.kind, "text": score.text, "points": [
                _points(score.home_points), _points(score.away_points)],
            **({"scored": [score.home_for, score.away_for]} if score.margin_known else {}),
            **({"provisional": True} if score.provisional else {})}
    elif match.claims:
        out["claims"] = {side: score.text for side, score in match.claims.items()}
    return out


def _points(hundredths: int) -> str:
    sign = "-" if hundredths < 0 else ""
    return f"{sign}{abs(hundredths) // 100}.{abs(hundredths) % 100:02d}"


def event_json(event: LiveEvent) -> Json:
    """The whole state: who takes part, the stages, their rounds."""
    return {
        "event": event.name, "date": event.date, "position": event.position,
        "entrants": [
            {
                "number": c.number, "name": c.name, "status": c.status,
                **{k: v for k, v in (
                    ("seed", c.entrant.seed), ("region", c.entrant.region), ("club", c.entrant.club),
                    ("attributes", dict(c.entrant.attributes)), ("roster", list(c.roster)),
                ) if v},
                **({} if c.competing else {"competing": False}),
            } for c in sorted(event.contestants.values(), key=lambda c: c.number)],
        "stages": [_stage_json(event, s) for s in event.stages],
        "waits": [_waiting_json(event, case) for case in event.cases.values() if case.waits],
        "carried_otherwise": [s.index for s in event.stages if carried_otherwise(event, s)],
    }


def _waiting_json(event: LiveEvent, case: Case) -> Json:
    match = event.stages[case.stage - 1].match(case.match) if case.match else None
    return {
        "ruling": case.key, "for": case.waits, "about": [event.number(id) for id in case.ids],
        "round": match.round if match else 0, "table": match.table if match else 0, "board": case.board,
        "order": case.order}


def _stage_json(event: LiveEvent, stage: LiveStage) -> Json:
    return {
        "stage": stage.index, "name": stage.name, "format": stage.stage.format,
        "model": stage.stage.model, "status": stage.status, "phase": phase_of(stage),
        "rounds_planned": _planned(event, stage),
        "entrants": [event.number(id) for id in stage.playing],
        "rounds": [round_json(event, stage.rounds[n]) for n in sorted(stage.rounds)],
    }


def _planned(event: LiveEvent, stage: LiveStage) -> int:
    """How many rounds; 0 where that is not known before the stage begins."""
    known = len(event.contestants) > 1 and (stage.index == 1 or bool(stage.playing))
    return play_of(stage).rounds(event, stage) if known else 0


def decided_json(decided: Decided, more: Mapping[str, Any] | None = None) -> Json:
    """What every change prints with ``--json``."""
    return {
        "position": decided.event.position if not decided.dry_run else None,
        "dry_run": decided.dry_run,
        "decided": [{"position": e.position, "kind": e.kind} for e in decided.entries],
        "notes": list(decided.notes), **(more or {})}
