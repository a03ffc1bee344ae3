"""From one stage to the next: who goes on, in which order, with what, into which groups.

A stage says of itself, by its options, what it takes from the stage before: ``from`` (a stage's number;
the one before), ``take`` (a number of the best, or ``"2 per group"``; ``best`` more of the next place of all
groups), ``places`` (``"17-60"`` of that ranking, instead of ``take``), ``seeding`` (``rank`` or ``snake``),
``carry``, ``apart`` = ``group``. Several stages may take from one and then run side by side.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from hashlib import sha256
from typing import Any

from scheduler.errors import SchedulerError, UsageError, did_you_mean
from scheduler.event import Report
from scheduler.formats.stages import qualified, regrouped
from scheduler.live.carrying import carry_of, carrying_notes
from scheduler.live.plays import Asked, Draft, play_of
from scheduler.live.plays.field import by_standings
from scheduler.live.plays.groups import group_name, group_names
from scheduler.live.scoring import standings_of
from scheduler.live.state import LiveEvent, LiveStage

__all__ = ["late_notes", "next_stage", "propose_next", "qualified_otherwise", "ranking_for_next", "source_of"]

_SEEDINGS = ("rank", "snake")
_MOVING_UP = ("round-robin", "groups", "knockout", "double-elimination")
"""Formats in which a repair lets the next in rank take a place."""
_PER_GROUP = re.compile(r"\s*([0-9]{1,4}) per group\s*")
_RANGE = re.compile(r"\s*([0-9]{1,5})\s*-\s*([0-9]{0,5})\s*")


@dataclass
class _Going:
    """Who goes on, best first: ids, and what was decided on the way."""

    ids: tuple[int, ...]
    seeds: int = 0
    notes: list[str] = field(default_factory=list)
    origin: dict[int, str] = field(default_factory=dict)


def next_stage(event: LiveEvent, index: int = 0) -> LiveStage:
    """The stage to open: that of ``index``, else the first that has not begun. UsageError for none."""
    planned = [s for s in event.stages if s.status == "planned"]
    if not index:
        if not planned:
            raise UsageError("there is no further stage", maybe="add one: event stage add.")
        return planned[0]
    stage = event.at(index)
    if stage.status == "over" or stage.current:
        raise UsageError(f"{stage.name} has begun", maybe="name one that has not: event show lists them.")
    return stage


def source_of(event: LiveEvent, stage: LiveStage) -> LiveStage:
    """The stage that leads into ``stage``. UsageError where there is none before it."""
    wanted = stage.stage.options.get("from", stage.index - 1)
    if type(wanted) is not int or not 1 <= wanted < stage.index:
        raise UsageError(
            f'"from" of {stage.name} must be the number of a stage before it, not {str(wanted)[:20]}',
            maybe="stages are numbered 1, 2, 3 ... in the order of the event file.")
    return event.stages[wanted - 1]


def propose_next(event: LiveEvent, index: int = 0, asked: Asked | None = None) -> Draft:
    """The decision ``opened`` that begins the next stage (or that of ``index``) from the ranking before it.

    Whoever has withdrawn, or only plays as a guest, is passed over and the next moves up. Who shares a place
    is put in order by lots from the event's seed, and the notes say where that mattered. ``asked.early``
    goes on though results are missing. UsageError for options that make no sense, results that are missing,
    and fewer than 2 who go on.
    """
    wanted = asked or Asked()
    stage = next_stage(event, index)
    source = source_of(event, stage)
    if not wanted.early:
        _finished(event, source)
    going = _taken(event, source, stage, wanted.seed or event.seed)
    if len(going.ids) < 2:
        raise UsageError(f"{len(going.ids)} of {source.name} would go on; a stage takes 2 at least",
                         maybe='say take = 16, or places = "17-60".')
    carried = carry_of(event, source, stage, going.ids)
    seeding: dict[str, Any] = {
        "from": source.index, "order": _word(stage, "seeding", _SEEDINGS), "seeds": going.seeds,
        **carried.seeding,
    }
    if going.origin:
        seeding["origin"] = [[id, name] for id, name in going.origin.items()]
    seeding["apart"] = _apart(stage, going)
    payload = {
        "stage": stage.index, "from": [source.index], "playing": list(going.ids),
        "carried": [[id, points] for id, points in carried.points.items() if points],
        "groups": _groups(stage, going, bool(seeding["apart"])), "seeding": seeding,
    }
    said = _said(event, stage, payload)
    notes = (*going.notes, *carried.notes)
    return Draft("opened", payload, 0, said, Report(0, (), ()), True, notes)


def _said(event: LiveEvent, stage: LiveStage, payload: Mapping[str, Any]) -> dict[str, Any]:
    """The decision by numbers."""
    groups: dict[str, list[int]] = {}
    for id, name in payload["groups"]:
        groups.setdefault(name, []).append(event.number(id))
    return {
        "stage": stage.index, "name": stage.name, "from": payload["from"][0],
        "playing": [event.number(id) for id in payload["playing"]],
        "carried": {str(event.number(id)): points for id, points in payload["carried"]},
        **({"groups": groups} if groups else {}),
    }


def _finished(event: LiveEvent, source: LiveStage) -> None:
    """UsageError unless all rounds of a stage are played."""
    total = play_of(source).rounds(event, source)
    missing = [n for n in range(1, total + 1) if n not in source.rounds or not source.rounds[n].finished]
    if source.status == "planned" or not total or missing:
        what = f"round {missing[0]} is not finished" if missing else "it has not begun"
        raise UsageError(
            f"{source.name} is not over: {what}",
            maybe="enter its results, or go on all the same with --early and a reason.")


def ranking_for_next(event: LiveEvent, source: LiveStage, seed: str) -> tuple[list[int], list[list[int]]]:
    """(ids of whoever may go on, best first; groups of them who share a place, put in order by lots)."""
    placed = [(low or 10**9, id) for low, _, id in play_of(source).places(event, source)]
    rows = sorted(
        (low, _lot(seed, source, event.number(id)), id) for low, id in placed if _goes(event, id))
    level: dict[int, list[int]] = {}
    for low, _, id in rows:
        level.setdefault(low, []).append(id)
    return [id for _, _, id in rows], [ids for ids in level.values() if len(ids) > 1]


def _goes(event: LiveEvent, id: int) -> bool:
    one = event.contestants[id]
    return one.status == "active" and one.competing


def _lot(seed: str, source: LiveStage, number: int) -> str:
    return sha256(f"{seed}:stage {source.index}:{number}".encode()).hexdigest()


def _taken(event: LiveEvent, source: LiveStage, stage: LiveStage, seed: str) -> _Going:
    """Who goes on by ``take``, ``best`` and ``places``."""
    options = stage.stage.options
    take, span = options.get("take", ""), options.get("places", "")
    origin = {id: name for id, name in source.groups.items() if _goes(event, id)}
    per_group = _PER_GROUP.fullmatch(take) if isinstance(take, str) else None
    if per_group:
        going = _per_group(event, source, int(per_group[1]), _whole(options, "best"), seed)
    else:
        ranking, level = ranking_for_next(event, source, seed)
        first, last = _span(take, span, len(ranking))
        going = _Going(tuple(ranking[first - 1 : last]))
        going.notes += _cut(event, level, ranking, (first, last))
    gone = [id for id in source.playing if event.contestants[id].status == "withdrawn"]
    going.notes += [f"{event.number(id)} {event.name_of(id)} has withdrawn and is passed over" for id in gone]
    going.origin = {id: origin[id] for id in going.ids if id in origin}
    lines = 1 << max(1, (len(going.ids) - 1).bit_length())
    going.seeds = going.seeds or max(1, lines // 4)
    return going


def qualified_otherwise(event: LiveEvent, stage: LiveStage) -> tuple[list[int], list[int]]:
    """(ids that would have gone on to ``stage`` by what the stage before gives now, ids that would not have):
    best first, and by number. Whoever has withdrawn since the stage began counts as if still there.
    UsageError where nobody can go on."""
    inside = set(stage.playing)
    there = replace(event, contestants={
        id: replace(c, status="active") if id in inside else c for id, c in event.contestants.items()})
    source = source_of(there, stage)
    now = _taken(there, source, stage, event.seed).ids
    before = [id for id in stage.playing if id in source.playing]
    return ([id for id in now if id not in inside],
            sorted((id for id in before if id not in now), key=event.number))


def late_notes(event: LiveEvent, stage: LiveStage, source: int) -> list[str]:
    """What a change in the stage ``source``, which is over, means for ``stage``, which has begun from it: who
    would have gone on otherwise, what they would bring along, and what can be done. Nothing changes by
    itself; () where ``stage`` is no such stage."""
    carried = carrying_notes(event, stage, source)
    if not carried or stage.status == "planned":
        return carried
    try:
        into, out = qualified_otherwise(event, stage)
    except SchedulerError:
        return carried
    if not into and not out:
        return [f"the same go on to {stage.name}", *carried]

    def told(ids: Sequence[int]) -> str:
        return ", ".join(f"{event.number(id)} {event.name_of(id)}" for id in ids) or "nobody"
    return [f"{told(into)} would have gone on to {stage.name} instead of {told(out)}",
            _remedy(event, stage, out), *(n for n in carried if not n.startswith("who plays in"))]


def _remedy(event: LiveEvent, stage: LiveStage, out: Sequence[int]) -> str:
    """What a director can do where others would have gone on."""
    if not stage.current:
        return f"no round of {stage.name} is published: open it again by event stage next {stage.index}"
    begun = any(m.started or not m.open for m in stage.matches())
    if not begun and out and stage.stage.format in _MOVING_UP:
        who = " ".join(f"--withdraw {event.number(id)}" for id in out)
        return (f"nobody has played in {stage.name}: event facts --stage {stage.index} {who} lets the next "
                "in rank come in (event repair), or it stands")
    return (f"{stage.name} has begun, and who plays there stands, unless what was decided since it was "
            "opened is taken back (event undo)")


def _span(take: Any, span: Any, many: int) -> tuple[int, int]:
    """The first and last place in the ranking that go on."""
    if isinstance(span, str) and span:
        found = _RANGE.fullmatch(span)
        if not found or take != "":
            raise UsageError(
                f'"places" says which places go on, as "17-60" or "17-", not "{span[:40]}"'
                if not found else '"take" and "places" are two ways to say who goes on',
                maybe="leave one of them out.")
        first, last = int(found[1]), min(int(found[2] or many), many)
        if not 1 <= first <= last:
            raise UsageError(f'places "{span}" are none of the 1 to {many} that there are')
        return first, last
    if take == "":
        return 1, many
    if type(take) is not int or take < 2:
        raise UsageError(f'"take" is a number, or "2 per group", not {str(take)[:40]}')
    if take > many:
        raise UsageError(f"{take} are to go on, and there are {many}")
    return 1, take


def _cut(
    event: LiveEvent, level: Sequence[Sequence[int]], ranking: Sequence[int], span: tuple[int, int]
) -> list[str]:
    """Notes on shared places that lots put in order, those across a cut first."""
    at = {id: k for k, id in enumerate(ranking, start=1)}
    out = []
    for ids in level:
        low, high = at[ids[0]], at[ids[-1]]
        if high < span[0] or low > span[1]:
            continue
        told = ", ".join(str(event.number(id)) for id in ids)
        across = low < span[0] or high > span[1]
        out.append(f"{told} share place {low}: put in order by lot"
                   + (", and that decided who goes on" if across else ""))
    return sorted(out, key=lambda t: "decided" not in t)


def _per_group(event: LiveEvent, source: LiveStage, top: int, best: int, seed: str) -> _Going:
    """The first of each group, then the best of the next place: by points per match, then in all."""
    names = group_names(source)
    if not names:
        raise UsageError(f'{source.name} has no groups; "per group" takes from groups',
                         maybe="say take = 16 instead.")
    groups = []
    for name in names:
        rows = [(low or 10**9, _lot(seed, source, event.number(id)), id)
                for low, _, id in by_standings(event, source, name) if _goes(event, id)]
        groups.append([id for _, _, id in sorted(rows)])
    keys = _keys(event, source)
    everybody = [id for group in groups for id in group]
    lots = sorted(everybody, key=lambda id: _lot(seed, source, event.number(id)))
    made = qualified(groups, top, best=best, keys=keys, lots=lots)
    going = _Going(made.ranking, sum(q.place == 1 for q in made.through))
    if going.seeds == len(going.ids):
        going.seeds = 0
    if len({len(g) for g in groups}) > 1:
        going.notes.append("groups differ in size: who is compared across groups is by points per match")
    for ids in made.level:
        told = ", ".join(str(event.number(id)) for id in ids)
        going.notes.append(f"{told} are level across groups: put in order by lot")
    return going


def _keys(event: LiveEvent, source: LiveStage) -> dict[int, tuple[Fraction, ...]]:
    """What compares entrants of different groups: points per match, then points."""
    ids = {c.number: c.id for c in event.contestants.values()}
    out: dict[int, tuple[Fraction, ...]] = {}
    for row in standings_of(event, source).rows:
        played = Fraction(row.wins + row.draws + row.losses)
        out[ids[row.entrant]] = (Fraction(row.total) / max(played, Fraction(1)), Fraction(row.total))
    return out


def _apart(stage: LiveStage, going: _Going) -> bool:
    wanted = stage.stage.options.get("apart", "")
    if wanted not in ("", "group"):
        raise UsageError(f'"apart" is "group" or nothing, not "{str(wanted)[:40]}"')
    if wanted and not going.origin:
        raise UsageError("nobody was in a group before, so nobody is kept apart by it",
                         maybe='leave out apart = "group".')
    return bool(wanted)


def _groups(stage: LiveStage, going: _Going, apart: bool) -> list[list[Any]]:
    """Pairs of id and group where the snake deals them; where they are drawn, none yet."""
    options = stage.stage.options
    seeding = _word(stage, "seeding", _SEEDINGS) if "seeding" in options else "snake"
    if stage.stage.format != "groups" or seeding != "snake" or options.get("placing") == "pots":
        return []
    many = _whole(options, "groups")
    names = sorted(set(going.origin.values()))
    of = {id: names.index(name) for id, name in going.origin.items()} if apart else None
    dealt = regrouped(going.ids, many, group_of=of)
    by_id = {id: group_name(k) for k, ids in enumerate(dealt) for id in ids}
    return [[id, by_id[id]] for id in going.ids]


def _whole(options: Mapping[str, Any], key: str) -> int:
    value = options.get(key, 0)
    if type(value) is not int or not 0 <= value <= 4_096:
        raise UsageError(f'"{key}" must be a whole number from 0 to 4,096, not {str(value)[:40]}')
    return value


def _word(stage: LiveStage, key: str, known: Sequence[str]) -> str:
    value = str(stage.stage.options.get(key, known[0]))
    if value not in known:
        raise UsageError(f'"{key}" must be one of {", ".join(known)}', maybe=did_you_mean(value, known))
    return value
