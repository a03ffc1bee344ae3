"""Groups in play: several round robins side by side, the groups given, dealt by the snake or drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scheduler.errors import RulebookError, UsageError
from scheduler.event import Event, Report, Result, Stage, Violation
from scheduler.event.plural import many
from scheduler.formats.groups import check_groups, draw_groups, in_positions
from scheduler.formats.round_robin import plan
from scheduler.live.plays.base import Asked, Draft, Unproven, rulebook_of
from scheduler.live.plays.field import (
    Places,
    active,
    as_report,
    by_standings,
    drawn_from,
    engine_stage,
    field_of,
    still_in,
    still_stands,
)
from scheduler.live.plays.remaining import changed_of
from scheduler.live.plays.table import (
    judged,
    limits_of,
    no_rounds_by_hand,
    rounds_json,
    rows_of,
    schedule_of,
    shown,
)
from scheduler.live.state import LiveEvent, LiveMatch, LiveStage, Score
from scheduler.resources import find_model
from scheduler.rules import Rulebook, read_rulebook

__all__ = ["PLAY", "group_name", "group_names", "inside", "members_of"]

_DRAWN = ("groups", "placing", "pots", "earlier", "positions")
_TABLED = ("method", "mode")
_TABLE_BOOK = "cba-round-robin"
_ALIGNED = ("start", "end")


@dataclass(frozen=True)
class _Group:
    name: str
    ids: tuple[int, ...]
    made: Result
    report: Report


class GroupsPlay(Unproven):
    """Groups, see :mod:`scheduler.formats.groups`, and a table in each.

    Options beside those of the draw: ``column``, where the entry list says the groups; ``table``, the
    rulebook of the tables; ``method``, ``mode`` and ``legs`` as in a round robin; ``positions`` inside the
    groups that are drawn (without it they go by number);
    ``align`` = ``start`` (all groups begin in round 1) or ``end`` (all end together).
    """

    def rounds(self, event: LiveEvent, stage: LiveStage) -> int:
        """Those of the largest group."""
        if stage.rounds:
            return max(stage.rounds)
        many = stage.stage.options.get("groups", 0)
        n = len(still_in(event, stage)[0])
        if type(many) is not int or many < 1:
            return 0
        largest = -(-n // many)
        return stage.stage.legs * (largest - 1 + largest % 2)

    def before(self, event: LiveEvent, stage: LiveStage) -> tuple[str, ...]:
        """How many rounds it takes."""
        n = len(still_in(event, stage)[0])
        return (f"{many(n, 'entrant')}, {many(self.rounds(event, stage), 'round')} in the largest group",)

    def playing(self, event: LiveEvent, stage: LiveStage) -> tuple[int, ...]:
        """Everybody active, by number."""
        return active(event)

    def next_round(self, stage: LiveStage) -> int:
        """One more than the rounds published."""
        return stage.current + 1

    def draft(self, event: LiveEvent, stage: LiveStage, asked: Asked) -> Draft:
        """Groups and their tables, as long as nothing is published; then the next round."""
        if stage.scheduled and stage.current:
            return shown(event, stage, self.check(event, stage, stage.current + 1))
        no_rounds_by_hand(asked)
        ids, notes = still_in(event, stage)
        if still_stands(event, stage, ids, asked):
            return shown(event, stage, self.check(event, stage, 1))
        parts, drawn = _parted(event, stage, ids, asked)
        text = _book_text(stage)
        made = [_tabled(event, stage, name, members, text, asked) for name, members in parts.items()]
        rounds = _merged(stage, made)
        report = _joined([drawn.report, *(g.report for g in made)])
        names = [[id, g.name] for g in made for id in g.ids]
        proof = {
            **drawn.proof, "seed": asked.seed or event.seed, "of": drawn_from(event, stage, ids),
            "book": text,
            "tables": [{"group": g.name, "status": g.made.status, "engine": g.made.engine} for g in made],
        }
        payload = {
            "stage": stage.index, "rounds": rounds, "groups": names, "playing": list(ids), "proof": proof}
        told = rounds_json(event, rounds)
        said = {
            **told[0], "rounds": told, "report": report.as_json(),
            "groups": {g.name: [event.number(id) for id in g.ids] for g in made},
            "proof": {k: v for k, v in proof.items() if k != "book"},
        }
        return Draft("scheduled", payload, 1, said, report, report.holds, (*notes, *drawn.notes))

    def refuses(self, event: LiveEvent, stage: LiveStage, match: LiveMatch, score: Score) -> str:
        """Nothing: a match in a group may end as it likes."""
        return ""

    def check(self, event: LiveEvent, stage: LiveStage, round: int) -> Report:
        """The groups and all tables, read by the verifier; ``round`` is a part of them. The groups are judged
        as they were drawn, with whoever has left since: no repair of matches mends what a withdrawal did to
        them. Who came later is at the end of the order, so that nobody is in another pot for that."""
        there = {id for m in stage.matches() for id in (m.home, m.away)}
        drawn = {name: members_of(stage, name) for name in group_names(stage)}
        ids = tuple(id for id in stage.playing if id in stage.groups)
        reports = [_drawn_report(event, stage, ids, list(drawn.values()))]
        for name, everybody in drawn.items():
            members = tuple(id for id in everybody if id in there)
            if not members:
                continue
            field, engine, book = inside(event, stage, members)
            table = _local(stage, members, name)
            judgement = judged(field, engine, book, table, None, changed_of(stage, members, name))
            reports.append(as_report(judgement, [event.number(id) for id in members]))
        return _joined(reports)

    def places(self, event: LiveEvent, stage: LiveStage) -> Places:
        """Winners of groups share the first places, the seconds the next ones, and so on."""
        rows: dict[int, list[int]] = {}
        for name in group_names(stage):
            for low, _, id in by_standings(event, stage, name):
                rows.setdefault(low, []).append(id)
        out: Places = []
        for place in sorted(rows, key=lambda p: (p == 0, p)):
            low = len(out) + 1 if place else 0
            high = len(out) + len(rows[place]) if place else 0
            out += [(low, high, id) for id in sorted(rows[place], key=event.number)]
        return out


PLAY = GroupsPlay()


def group_names(stage: LiveStage) -> tuple[str, ...]:
    """The groups of a stage in their order."""
    return tuple(sorted(set(stage.groups.values()), key=lambda n: (len(n), n)))


def members_of(stage: LiveStage, name: str = "") -> tuple[int, ...]:
    """Who is in a group, in order of the positions in its table: those drawn, as the decision lists them,
    whoever came later last; else in order of place in the stage. "" is everybody."""
    if not name:
        return stage.playing
    order = stage.groups if "positions" in stage.proof else stage.playing
    return tuple(id for id in order if stage.groups.get(id) == name)


@dataclass(frozen=True)
class _Drawn:
    report: Report
    proof: Mapping[str, Any]
    notes: tuple[str, ...] = ()


def _parted(
    event: LiveEvent, stage: LiveStage, ids: tuple[int, ...], asked: Asked
) -> tuple[dict[str, tuple[int, ...]], _Drawn]:
    """(members by group, in order of their positions in it; how they came together)."""
    positions = stage.stage.options.get("positions")
    column = stage.stage.options.get("column", "")
    given: Mapping[int, str] = {}
    if column:
        given = {id: event.contestants[id].entrant.attribute(str(column)) for id in ids}
    elif stage.proof.get("groups", "given") == "given":
        given = stage.groups
    if given:
        if positions:
            raise UsageError(
                "positions are drawn together with the groups, and these groups are given",
                maybe="leave positions out: they go by number (event lots draws numbers).")
        missing = [event.name_of(id) for id in ids if not given.get(id)]
        if missing:
            raise UsageError(
                f"{missing[0]} is in no group",
                maybe="fill the column of groups." if column else "open the stage again.")
        names = sorted({given[id] for id in ids}, key=lambda n: (len(n), n))
        parts = {n: tuple(id for id in ids if given[id] == n) for n in names}
        return parts, _Drawn(_drawn_report(event, stage, ids, [*parts.values()]), {"groups": "given"})
    field, engine = field_of(event, stage, ids), engine_stage(stage, _DRAWN)
    seed = asked.seed or event.seed
    made = draw_groups(field, engine, rulebook_of(stage), seed=seed)
    ordered = in_positions(made.groups, seed, field, engine) if positions else tuple(
        tuple(sorted(group)) for group in made.groups)
    parts = {group_name(k): tuple(ids[e - 1] for e in group) for k, group in enumerate(ordered)}
    proof = {
        "groups": made.method, "valid": str(made.valid), **({"positions": positions} if positions else {})}
    report = as_report(made.report, [event.number(id) for id in ids])
    return parts, _Drawn(report, proof, tuple(map(str, made.notes)))


def group_name(k: int) -> str:
    """The name of the k-th group, from 0: A to Z, then numbers."""
    return chr(ord("A") + k) if k < 26 else str(k + 1)


def _drawn_report(
    event: LiveEvent, stage: LiveStage, ids: Sequence[int], parts: Sequence[Sequence[int]]
) -> Report:
    """The verdict on the groups alone."""
    place = {id: k for k, id in enumerate(ids, start=1)}
    engine = engine_stage(stage, _DRAWN, groups=len(parts))
    numbers = [[place[id] for id in part] for part in parts]
    report = check_groups(numbers, rulebook_of(stage), field_of(event, stage, ids), engine)
    return as_report(report, [event.number(id) for id in ids])


def _book_text(stage: LiveStage) -> str:
    """The rulebook of the tables: kept with what is drawn, so that no later edition changes it."""
    name = stage.stage.options.get("table", _TABLE_BOOK)
    if not isinstance(name, str) or "/" in name or "\\" in name or name.lower().endswith(".toml"):
        raise RulebookError(
            f'"table" names a rulebook that comes along, not {str(name)[:40]}',
            maybe='write table = "cba-round-robin" or "plain-round-robin".')
    text = find_model(name, where=stage.name).read_text(encoding="utf-8")
    if read_rulebook(text, name).format not in ("", "round-robin"):
        raise RulebookError(f"{name} is no rulebook for the tables of groups",
                            maybe='write table = "cba-round-robin".')
    return text


def inside(
    event: LiveEvent, stage: LiveStage, members: tuple[int, ...]
) -> tuple[Event, Stage, Rulebook]:
    """One group that is drawn, as an event with a round robin, by the rules that it was drawn by."""
    return _inside(event, stage, members, str(stage.proof.get("book", "")) or _book_text(stage))


def _inside(
    event: LiveEvent, stage: LiveStage, members: tuple[int, ...], text: str
) -> tuple[Event, Stage, Rulebook]:
    """One group as an event with a round robin."""
    engine = replace(engine_stage(stage, _TABLED), format="round-robin", model="")
    return field_of(event, stage, members), engine, read_rulebook(text, "the rulebook of the tables")


def _tabled(
    event: LiveEvent, stage: LiveStage, name: str, members: tuple[int, ...], text: str, asked: Asked
) -> _Group:
    if len(members) < 2:
        raise UsageError(f"group {name} has {len(members)} entrant", maybe="let there be fewer groups.")
    field, engine, book = _inside(event, stage, members, text)
    made = plan(field, engine, book, limits_of(event, asked))
    report = judged(field, engine, book, made.schedule)
    return _Group(name, members, made, as_report(report, [event.number(id) for id in members]))


def _merged(stage: LiveStage, groups: Sequence[_Group]) -> list[dict[str, Any]]:
    """The rounds of all groups side by side; each group has tables of its own."""
    align = stage.stage.options.get("align", _ALIGNED[0])
    if align not in _ALIGNED:
        raise UsageError(f'"align" is {" or ".join(_ALIGNED)}, not "{str(align)[:40]}"')
    last = max(g.made.schedule.rounds for g in groups)
    rounds: list[dict[str, Any]] = [{"round": r, "matches": [], "byes": []} for r in range(1, last + 1)]
    offset = 0
    for group in groups:
        shift = last - group.made.schedule.rounds if align == "end" else 0
        for row in rows_of(group.made.schedule, group.ids):
            here = rounds[row["round"] + shift - 1]
            here["matches"] += [
                [home, away, offset + (table or i), {"group": group.name}]
                for i, (home, away, table) in enumerate(row["matches"], start=1)]
            here["byes"] += row["byes"]
        offset += len(group.ids) // 2
    return rounds


def _local(stage: LiveStage, members: tuple[int, ...], name: str) -> Any:
    """One group's table with rounds and tables counted from 1."""
    table = schedule_of(stage, members, name)
    first, least = int(table.round.min()), int(table.table.min())
    rounds = table.rounds - first + 1
    return type(table).from_columns(
        table.entrants, rounds, table.round - first + 1, table.home, table.away, table.table - least + 1)


def _joined(reports: Sequence[Report]) -> Report:
    """Several verdicts as one."""
    soft: dict[int, int] = {}
    found: list[Violation] = []
    rules: dict[tuple[str, str], int] = {}
    for report in reports:
        found += report.violations
        for level, cost in report.soft:
            soft[level] = soft.get(level, 0) + cost
        for rule, clause, number in report.rules:
            rules[rule, clause] = rules.get((rule, clause), 0) + number
    return Report(
        sum(r.hard for r in reports), tuple(sorted(soft.items())), tuple(found),
        tuple((rule, clause, number) for (rule, clause), number in rules.items()))
