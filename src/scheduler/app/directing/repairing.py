"""Facts told by the director, repairs proposed for all of them together, and one of them accepted."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scheduler.app.directing.desk import Decided, Decision, Who, act, look
from scheduler.app.directing.rounds import at_table, round_of, stage_of
from scheduler.errors import UsageError, did_you_mean
from scheduler.live.facts import facts_of
from scheduler.live.plays import play_of
from scheduler.live.scoring import scoring_of
from scheduler.live.state import LiveEvent, LiveStage
from scheduler.repair.live import Case, Proposal, propose
from scheduler.repair.live.consequences import ground_of
from scheduler.standings.entry import parse_result

__all__ = ["Accepted", "Noted", "accept", "chosen_of", "drop", "facts", "note", "proposals", "read_facts"]

PathLike = str | os.PathLike[str]
_MOST = 100
_MOST_TABLES = 10_000


@dataclass(frozen=True)
class Noted:
    """The facts that wait for a repair: (log position, what is told, as data)."""

    decided: Decided
    facts: tuple[tuple[int, Mapping[str, Any]], ...]


@dataclass(frozen=True)
class Accepted:
    """A proposal that was accepted: the state with it, and the proposal."""

    decided: Decided
    case: Case
    proposal: Proposal
    before: LiveEvent


def note(
    path: PathLike, told: Sequence[Mapping[str, Any]], *, stage: int = 0, who: Who | None = None
) -> Noted:
    """Note facts, by number and table as people say them; nothing is done about them yet.

    Each is a mapping with ``fact`` (see :data:`scheduler.live.facts.FACTS`) and: ``number``, ``when``
    (before, during, after), ``award`` for a withdrawal; ``number`` or ``name`` for somebody late, with
    ``credit`` (per cent of a match for each round missed) and ``drawn`` (what he is drawn by at
    first); ``pairs`` of numbers for opponents; ``moves`` of
    (table, table) for tables; ``table`` and ``round`` for seats and, with ``text`` and ``fault`` (numbers),
    for a score; ``rounds``; ``tables`` lost or started; ``pair`` of numbers apart. Facts that contradict
    what is known are a UsageError, and none is noted.
    """
    by = who or Who()

    def think(event: LiveEvent) -> Sequence[Decision]:
        where = stage_of(event, stage)
        if len(event.facts) + len(told) > _MOST:
            raise UsageError(f"at most {_MOST} facts can wait for a repair")
        made = [{**one, **_reason(by)} for one in read_facts(event, told, stage=where.index)]
        waiting = {**facts_of(event, where.index), **{10**9 + i: f for i, f in enumerate(made)}}
        ground_of(event, where.index, waiting)  # what contradicts itself is told now
        return [("fact", fact) for fact in made]

    decided = act(path, think, by)
    return Noted(decided, tuple(sorted(decided.event.facts.items())))


def read_facts(
    event: LiveEvent, told: Sequence[Mapping[str, Any]], *, stage: int = 0
) -> list[dict[str, Any]]:
    """Facts as people say them, see :func:`note`, as the log keeps them: by id. UsageError."""
    where = stage_of(event, stage)
    return [{"stage": where.index, **_by_id(event, where, one)} for one in told]


def _reason(who: Who) -> dict[str, str]:
    return {"reason": who.reason} if who.reason else {}


def facts(path: PathLike) -> Noted:
    """The facts that wait."""
    event = look(path)
    return Noted(Decided(event), tuple(sorted(event.facts.items())))


def drop(path: PathLike, positions: Sequence[int] = (), *, who: Who | None = None) -> Noted:
    """Facts that were none: those of these log positions, or all that wait."""
    def think(event: LiveEvent) -> Sequence[Decision]:
        wanted = list(positions) or list(event.facts)
        strange = [p for p in wanted if p not in event.facts]
        if strange or not wanted:
            raise UsageError(
                f"no fact of position {strange[0]} waits" if strange else "no fact waits",
                maybe="see event facts.")
        return [("fact-dropped", {"fact": p}) for p in wanted]
    decided = act(path, think, who or Who())
    return Noted(decided, tuple(sorted(decided.event.facts.items())))


def proposals(path: PathLike, *, stage: int = 0, seconds: float = 2.0) -> tuple[LiveEvent, Case]:
    """The state, and what is proposed for the facts that wait. UsageError where none does."""
    event = look(path)
    where = _facts_stage(event, stage)
    return event, propose(event, where.index, seconds=seconds)


def _facts_stage(event: LiveEvent, stage: int) -> LiveStage:
    """The stage named, else the one that facts wait in."""
    waiting = {int(f["stage"]) for f in event.facts.values()}
    if not stage and len(waiting) == 1:
        return event.stages[waiting.pop() - 1]
    return stage_of(event, stage)


def accept(
    path: PathLike, name: str, *, stage: int = 0, seconds: float = 2.0, force: bool = False,
    who: Who | None = None,
) -> Accepted:
    """Accept a proposal by its letter, or by letter and key (A-3f09c2) so that it can be no other than the
    one that was shown: all its decisions at once, which one undo takes back. UsageError for one that is not
    proposed, and, unless ``force``, for one that breaks a hard rule that another does not."""
    by = who or Who()
    kept: list[tuple[LiveEvent, Case, Proposal]] = []

    def think(event: LiveEvent) -> Sequence[Decision]:
        case, chosen = chosen_of(event, name, stage=stage, seconds=seconds, force=force)
        kept[:] = [(event, case, chosen)]
        return [(kind, {**p, **(_reason(by) if kind == "settled" else {})}) for kind, p in chosen.decisions]

    from copy import deepcopy

    before = deepcopy(look(path))
    decided = act(path, think, by)
    _, case, chosen = kept[0]
    return Accepted(decided, case, chosen, before)


def chosen_of(
    event: LiveEvent, name: str, *, stage: int = 0, seconds: float = 2.0, force: bool = False
) -> tuple[Case, Proposal]:
    """The case, and the proposal of that letter and key. UsageError as :func:`accept`."""
    case = propose(event, _facts_stage(event, stage).index, seconds=seconds)
    by_name = {p.name: p for p in case.proposals}
    letter, _, key = name.strip().partition("-")
    chosen = by_name.get(letter.upper())
    if chosen is None:
        raise UsageError(f'no repair is called "{name[:20]}"', maybe=did_you_mean(name.upper(), [*by_name]))
    if key and key.lower() != chosen.key:
        raise UsageError(
            f"repair {chosen.name} is not what was shown: it is {chosen.name}-{chosen.key} now",
            maybe="look at it again: event repair.")
    if case.needs_force(chosen) and not force:
        raise UsageError(
            f"repair {chosen.name} breaks a hard rule that another does not",
            maybe="take another, or insist with --force.")
    return case, chosen


# --- From what people say to ids ------------------------------------------------------------------


def _by_id(event: LiveEvent, stage: LiveStage, told: Mapping[str, Any]) -> dict[str, Any]:
    kind = str(told.get("fact", ""))
    if kind not in _READ:
        raise UsageError(f'no fact is called "{kind[:40]}"', maybe=did_you_mean(kind, [*_READ]))
    return {"fact": kind, **_READ[kind](event, stage, told)}


def _id(event: LiveEvent, number: Any) -> int:
    return event.by_number(int(number)).id


def _withdrawal(event: LiveEvent, stage: LiveStage, told: Mapping[str, Any]) -> dict[str, Any]:
    when = str(told.get("when", "before"))
    if when not in ("before", "during", "after"):
        raise UsageError(f'a withdrawal is "before", "during" or "after" the round, not "{when:.20}"')
    return {"id": _id(event, told["number"]), "when": when,
            **({"award": told["award"]} if told.get("award") else {})}


def _late(event: LiveEvent, stage: LiveStage, told: Mapping[str, Any]) -> dict[str, Any]:
    first = {key: int(told[key]) for key in ("first", "credit", "drawn") if told.get(key)}
    for key in ("credit", "drawn"):
        if not 0 <= first.get(key, 0) <= 100:
            raise UsageError(f"a match missed is worth 0 to 100 %, not {first[key]}")
    if told.get("number"):
        one = event.by_number(int(told["number"]))
        if one.status == "active" and not one.last:
            raise UsageError(f"{one.number} {one.name} is playing already")
        return {"id": one.id, **first}
    name = str(told.get("name", "")).strip()
    if not name or len(name) > 200:
        raise UsageError("somebody who comes late needs a name, or a number if entered before")
    if name.casefold() in {c.name.casefold() for c in event.contestants.values()}:
        raise UsageError(f'"{name}" has entered already', maybe="say the number.")
    return {"name": name, **first}


def _opponents(event: LiveEvent, stage: LiveStage, told: Mapping[str, Any]) -> dict[str, Any]:
    pairs = [[_id(event, a), _id(event, b)] for a, b in told["pairs"]]
    return {"round": stage.current, "pairs": pairs}


def _tables(event: LiveEvent, stage: LiveStage, told: Mapping[str, Any]) -> dict[str, Any]:
    here = round_of(stage)
    moves = [[at_table(stage, here, int(a)).id, int(b)] for a, b in told["moves"]]
    if not all(1 <= table <= _MOST_TABLES for _, table in moves):
        raise UsageError(f"tables go from 1 to {_MOST_TABLES:,}")
    after = {m.id: m.table for m in here.matches} | {int(id): t for id, t in moves}
    if len(set(after.values())) < len(after):
        raise UsageError("two matches would be at one table", maybe="tell both: 3=5 5=3.")
    return {"round": here.number, "moves": moves}


def _seats(event: LiveEvent, stage: LiveStage, told: Mapping[str, Any]) -> dict[str, Any]:
    return {"match": at_table(stage, round_of(stage, int(told.get("round", 0))), int(told["table"])).id}


def _score(event: LiveEvent, stage: LiveStage, told: Mapping[str, Any]) -> dict[str, Any]:
    here = round_of(stage, int(told.get("round", 0)))
    match = at_table(stage, here, int(told["table"]))
    parse_result(str(told["text"]), scoring_of(stage).match)
    fault = [_id(event, number) for number in told.get("fault", ())]
    strange = [id for id in fault if not match.has(id)]
    if strange:
        raise UsageError(f"{event.number(strange[0])} is no side of table {match.table}")
    return {"match": match.id, "text": str(told["text"]), **({"fault": fault} if fault else {})}


def _rounds(event: LiveEvent, stage: LiveStage, told: Mapping[str, Any]) -> dict[str, Any]:
    number = int(told["rounds"])
    if not max(1, stage.current) <= number <= 1_000:
        raise UsageError(f"there can be {max(1, stage.current)} to 1,000 rounds, not {number}")
    if number == play_of(stage).rounds(event, stage):
        raise UsageError(f"there are {number} rounds already")
    return {"rounds": number}


def _lost(event: LiveEvent, stage: LiveStage, told: Mapping[str, Any]) -> dict[str, Any]:
    tables = sorted({int(t) for t in told["tables"]})
    if not tables or not all(1 <= t <= _MOST_TABLES for t in tables):
        raise UsageError("name the tables that cannot be used, from 1 on")
    return {"tables": tables}


def _apart(event: LiveEvent, stage: LiveStage, told: Mapping[str, Any]) -> dict[str, Any]:
    a, b = told["pair"]
    if int(a) == int(b):
        raise UsageError(f"{a} cannot meet itself anyway")
    return {"ids": [_id(event, a), _id(event, b)]}


def _started(event: LiveEvent, stage: LiveStage, told: Mapping[str, Any]) -> dict[str, Any]:
    here = round_of(stage)
    ids = [at_table(stage, here, int(t)).id for t in told.get("tables", ())]
    return {"round": here.number, "matches": ids}


_READ: dict[str, Callable[[LiveEvent, LiveStage, Mapping[str, Any]], dict[str, Any]]] = {
    "withdrawal": _withdrawal, "late": _late, "return": _late, "opponents": _opponents, "tables": _tables,
    "seats": _seats, "score": _score, "rounds": _rounds, "lost-table": _lost, "apart": _apart,
    "started": _started,
}
