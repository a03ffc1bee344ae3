"""Those who play in a stage as an event of their own, which the formats' engines read: numbers are places in
the stage, so that an engine never meets a gap or a number that was drawn anew."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

from scheduler.errors import UsageError
from scheduler.event import Event, Report, Stage
from scheduler.live.decisions import entrant_payload
from scheduler.live.plays.base import Asked
from scheduler.live.scoring import standings_of
from scheduler.live.state import LiveEvent, LiveMatch, LiveStage

__all__ = [
    "Places", "active", "as_report", "by_standings", "drawn_from", "engine_stage", "field_of", "match_json",
    "round_json", "seed_number", "still_in", "still_stands",
]

Places = list[tuple[int, int, int]]
"""(best place, last place, id), best first; (0, 0, id) for whoever has none (yet)."""


def active(event: LiveEvent) -> tuple[int, ...]:
    """Everybody who takes part, by number."""
    return tuple(sorted(
        (c.id for c in event.contestants.values() if c.status == "active"), key=event.number))


def still_in(event: LiveEvent, stage: LiveStage) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """(ids in order of their place in the stage, notes): without whoever has withdrawn meanwhile."""
    ids = stage.playing or active(event)
    gone = [id for id in ids if event.contestants[id].status != "active"]
    notes = tuple(f"{event.number(id)} {event.name_of(id)} has withdrawn and is left out" for id in gone)
    return tuple(id for id in ids if id not in gone), notes


def field_of(event: LiveEvent, stage: LiveStage, ids: Sequence[int]) -> Event:
    """The event of ``ids``: number 1 is the first. Where another stage led here, places are seeds, and the
    attribute ``group`` says in which group somebody was."""
    origin = {int(id): str(name) for id, name in stage.seeding.get("origin", ())}
    ranked = bool(stage.seeding)
    entrants = []
    for k, id in enumerate(ids, start=1):
        one = event.contestants[id].entrant
        attributes = {**one.attributes, **({"group": origin[id]} if id in origin else {})}
        entrants.append(replace(one, number=k, seed=k if ranked else one.seed, attributes=attributes))
    return Event(event.name, tuple(entrants), (stage.stage,), event.date)


def engine_stage(stage: LiveStage, known: Collection[str], **more: Any) -> Stage:
    """The stage with the options that its format's engine knows, and ``more``; its own rules are in the
    rulebook already."""
    options = {k: v for k, v in stage.stage.options.items() if k in known}
    return replace(stage.stage, options={**options, **more}, rules=(), places=())


def seed_number(seed: str) -> int:
    """A seed of text as the number that the engines of tables take."""
    return int.from_bytes(sha256(seed.encode()).digest()[:7], "big")


def as_report(report: Report, numbers: Sequence[int]) -> Report:
    """The report with the numbers that people know: ``numbers[k - 1]`` for k."""
    found = tuple(
        replace(v, subject=tuple(numbers[k - 1] if 1 <= k <= len(numbers) else k for k in v.subject))
        for v in report.violations)
    return replace(report, violations=found)


def by_standings(event: LiveEvent, stage: LiveStage, group: str = "") -> Places:
    """Places by the standings; who has none is last."""
    rows = standings_of(event, stage, group=group).rows
    ids = {c.number: c.id for c in event.contestants.values()}
    sizes: dict[int, int] = {}
    for row in rows:
        sizes[row.place] = sizes.get(row.place, 0) + 1
    return [
        (r.place, r.place + sizes[r.place] - 1 if r.place else 0, ids[r.entrant])
        for r in sorted(rows, key=lambda r: (not r.place, r.place, r.entrant))]


def drawn_from(event: LiveEvent, stage: LiveStage, ids: Sequence[int]) -> str:
    """A digest of all that a draw or table depends on but its seed: asked again under the same, nothing is
    made again."""
    own = stage.stage
    told = [
        own.format, own.model, own.legs, own.options, own.rules, stage.book, stage.seeding, stage.choices,
        [[id, entrant_payload(event.contestants[id].entrant)] for id in ids]]
    return sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:32]


def still_stands(event: LiveEvent, stage: LiveStage, ids: Sequence[int], asked: Asked) -> bool:
    """True where the draft that is there is what would be made now."""
    wanted = {"seed": asked.seed or event.seed, "of": drawn_from(event, stage, ids)}
    return not asked.given and all(stage.proof.get(k) == v for k, v in wanted.items())


def match_json(event: LiveEvent, match: LiveMatch) -> dict[str, Any]:
    """A match by numbers; a side that is not known yet is what it waits for: ``{"winner": 5}``."""
    home, away = (event.number(id) for id in (match.home, match.away))
    sides: dict[str, Any] = {"home": home, "away": away}
    for side, feed in zip(("home", "away"), match.feeds, strict=False):
        if not sides[side]:
            sides[side] = feed.as_json() if match.way == "waiting" else None
    return {
        **({"number": match.number} if match.number else {}), **sides, "table": match.table,
        **({"group": match.group} if match.group else {}), **({"way": match.way} if match.way else {}),
    }


def round_json(event: LiveEvent, stage: LiveStage, number: int) -> dict[str, Any]:
    """A round of the stage: ``round``, ``matches``, ``byes``; none where there is no such round."""
    here = stage.rounds.get(number)
    if here is None:
        raise UsageError(
            f"all {len(stage.rounds)} rounds of {stage.name} are published",
            maybe="enter their results, or go on: event stage next.")
    shown = [m for m in here.matches if m.way != "not-needed"]
    return {
        "round": number, "matches": [match_json(event, m) for m in shown],
        "byes": [{"entrant": event.number(b.id), "kind": b.kind} for b in here.byes],
    }
