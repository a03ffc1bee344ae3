"""Round robins in play: the whole table is made once, its rounds are shown one after the other."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scheduler.errors import UsageError
from scheduler.event import Event, Match, Report, Schedule, Stage
from scheduler.event.plural import many
from scheduler.facts import timetable
from scheduler.formats.round_robin import plan
from scheduler.formats.round_robin.frame import KEYS, frame_of, rulebook_for
from scheduler.live.plays.base import Asked, Draft, Unproven, rulebook_of
from scheduler.live.plays.field import (
    Places,
    active,
    as_report,
    by_standings,
    drawn_from,
    engine_stage,
    field_of,
    round_json,
    seed_number,
    still_in,
    still_stands,
)
from scheduler.live.plays.remaining import Changed, changed_of, remaining
from scheduler.live.state import LiveEvent, LiveMatch, LiveStage, Score
from scheduler.rules import Rulebook
from scheduler.solve.problem import Limits
from scheduler.verify import verify

__all__ = [
    "PLAY", "judged", "limits_of", "no_rounds_by_hand", "rounds_json", "rows_of", "schedule_of", "shown",
]

_SECOND = "cba"
_SOLVING = 5
"""A whole table may take so many times as long as one question."""


class TablePlay(Unproven):
    """Round robin, see :mod:`scheduler.formats.round_robin`."""

    def rounds(self, event: LiveEvent, stage: LiveStage) -> int:
        """As many as the table has; before it is made, legs times those of one."""
        if stage.rounds:
            return max(stage.rounds)
        n = len(still_in(event, stage)[0])
        return _legs(stage) * (n - 1 + n % 2) if n > 1 else 0

    def before(self, event: LiveEvent, stage: LiveStage) -> tuple[str, ...]:
        """How many rounds it takes."""
        n = len(still_in(event, stage)[0])
        idle = ", one of them idle in each" if n % 2 else ""
        return (f"{many(n, 'entrant')}, {many(self.rounds(event, stage), 'round')}{idle}",)

    def playing(self, event: LiveEvent, stage: LiveStage) -> tuple[int, ...]:
        """Everybody active, by number."""
        return active(event)

    def next_round(self, stage: LiveStage) -> int:
        """One more than the rounds published."""
        return stage.current + 1

    def draft(self, event: LiveEvent, stage: LiveStage, asked: Asked) -> Draft:
        """The table, as long as none of it is published; then the next round of it, which is in the log."""
        if stage.scheduled and stage.current:
            return shown(event, stage, self.check(event, stage, stage.current + 1))
        no_rounds_by_hand(asked)
        ids, notes = still_in(event, stage)
        if still_stands(event, stage, ids, asked):
            return shown(event, stage, self.check(event, stage, 1))
        field, engine, earlier = self.engine(event, stage, ids)
        book = rulebook_of(stage)
        made = plan(field, engine, book, limits_of(event, asked))
        numbers = [event.number(id) for id in ids]
        report = as_report(judged(field, engine, book, made.schedule, earlier), numbers)
        rounds = rows_of(made.schedule, ids)
        proof = {
            "status": made.status, "engine": made.engine, "bound": list(made.bound),
            "seed": asked.seed or event.seed, "of": drawn_from(event, stage, ids),
        }
        payload = {"stage": stage.index, "rounds": rounds, "playing": list(ids), "proof": proof}
        said = {
            **rounds_json(event, rounds)[0], "rounds": rounds_json(event, rounds),
            "report": report.as_json(), "proof": proof,
        }
        return Draft(
            "scheduled", payload, 1, said, report, report.holds, (*notes, *map(str, made.notes)))

    def engine(
        self, event: LiveEvent, stage: LiveStage, ids: tuple[int, ...]
    ) -> tuple[Event, Stage, Schedule | None]:
        """(the field, the stage as the engine takes it, the cycle before in the field's numbers)."""
        field = field_of(event, stage, ids)
        options: dict[str, Any] = {}
        starts = stage.stage.options.get("starts")
        if isinstance(starts, list):
            options["starts"] = {str(i): when for i, when in enumerate(starts, start=1)}
        if stage.stage.options.get("mode") != _SECOND:
            return field, engine_stage(stage, KEYS, **options), None
        first = _cycle_before(event, stage, ids)
        options |= {"first": first, "ranking": list(range(1, len(ids) + 1))}
        return field, engine_stage(stage, KEYS, **options), first

    def refuses(self, event: LiveEvent, stage: LiveStage, match: LiveMatch, score: Score) -> str:
        """Nothing: a match of a table may end as it likes."""
        return ""

    def check(self, event: LiveEvent, stage: LiveStage, round: int) -> Report:
        """The whole table, read by the verifier; ``round`` is a part of it."""
        ids = _drawn_ids(stage)
        field, engine, earlier = self.engine(event, stage, ids)
        table = schedule_of(stage, ids)
        report = judged(field, engine, rulebook_of(stage), table, earlier, changed_of(stage, ids))
        return as_report(report, [event.number(id) for id in ids])

    def places(self, event: LiveEvent, stage: LiveStage) -> Places:
        """By the standings."""
        return by_standings(event, stage)


PLAY = TablePlay()


def _legs(stage: LiveStage) -> int:
    return 1 if stage.stage.options.get("mode") == _SECOND else stage.stage.legs


def no_rounds_by_hand(asked: Asked) -> None:
    """UsageError where matches are given to a format that makes all of them at once."""
    if asked.given or asked.fixed:
        raise UsageError(
            "a table is made as a whole; its matches cannot be given round by round",
            maybe="change two tables or sides after it is made, or give a rulebook with what is wished.")


def limits_of(event: LiveEvent, asked: Asked) -> Limits:
    """The limits for making a table."""
    return Limits(_SOLVING * asked.effort, 1, seed_number(asked.seed or event.seed))


def judged(
    field: Event, engine: Stage, book: Rulebook, table: Schedule, earlier: Schedule | None = None,
    changed: Changed | None = None,
) -> Report:
    """The verifier's reading of a table, in the field's numbers; ``earlier`` is the cycle before it,
    ``changed`` what facts have left of its rules."""
    single = replace(engine, legs=1) if earlier is not None else engine
    frame = replace(frame_of(field, single, table), earlier=earlier)
    space = timetable(frame)
    stated = rulebook_for(book, field, single).stated(space, frame)
    return verify(space, remaining(stated, frame, changed) if changed else stated, table)


def rows_of(table: Schedule, ids: tuple[int, ...]) -> list[dict[str, Any]]:
    """The rounds of a table as the log keeps them."""
    return [
        {
            "round": r.number,
            "matches": [[ids[m.home - 1], ids[m.away - 1], m.table] for m in r.matches],
            "byes": [[ids[b.entrant - 1], b.kind] for b in r.byes],
            **({"start": r.start} if r.start else {}),
        }
        for r in table.by_round()]


def rounds_json(event: LiveEvent, rounds: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rounds of the log by number, as they are said."""
    return [
        {
            "round": r["round"],
            "matches": [
                {"home": event.number(home), "away": event.number(away), "table": table,
                 **(dict(more[0]) if more else {})}
                for home, away, table, *more in r["matches"]],
            "byes": [{"entrant": event.number(id), "kind": kind} for id, kind in r["byes"]],
        }
        for r in rounds]


def shown(event: LiveEvent, stage: LiveStage, report: Report) -> Draft:
    """The next round of what is in the log already."""
    number = stage.current + 1
    said = {**round_json(event, stage, number), "report": report.as_json(), "proof": dict(stage.proof)}
    return Draft("", {}, number, said, report, report.holds)


def _drawn_ids(stage: LiveStage) -> tuple[int, ...]:
    """Who is in the table, in order of their place in the stage."""
    there = {id for m in stage.matches() for id in (m.home, m.away)}
    return tuple(id for id in stage.playing if id in there)


def schedule_of(stage: LiveStage, ids: tuple[int, ...], group: str = "") -> Schedule:
    """The table as it was drawn, of one group or of all, in the field's numbers."""
    place = {id: k for k, id in enumerate(ids, start=1)}
    rows = [m for m in stage.matches() if m.group == group]
    matches = [Match(place[m.home], place[m.away], m.round, m.table) for m in rows]
    return Schedule.of(len(ids), max((m.round for m in rows), default=0), matches)


def _cycle_before(event: LiveEvent, stage: LiveStage, ids: tuple[int, ...]) -> Schedule:
    """The table of the stage before, between those who are still in, in the numbers of this one."""
    feeder = event.stages[int(stage.seeding.get("from", 0)) - 1] if stage.seeding.get("from") else None
    if feeder is None or not feeder.scheduled:
        raise UsageError(
            f'{stage.name} is a second cycle (mode = "{_SECOND}"), and no stage with a table comes before it',
            maybe='give the event a stage with format = "round-robin" first.')
    place = {id: k for k, id in enumerate(ids, start=1)}
    rows = [
        Match(place[m.home], place[m.away], m.round, m.table)
        for m in feeder.matches() if m.home in place and m.away in place]
    return Schedule.of(len(ids), max((m.round for m in rows), default=0), rows)
