"""Repairs decided now for a stated time, and the last repair again: what to tell and to print."""

from __future__ import annotations

import os
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scheduler.app.directing.desk import Decided, Who, act, look
from scheduler.app.directing.repairing import chosen_of
from scheduler.errors import SchedulerError, UsageError
from scheduler.live.decisions import KINDS
from scheduler.live.state import LiveEvent, LiveRound
from scheduler.repair.live import Case, Proposal, Tell, propose

__all__ = ["Changes", "Due", "changes", "due", "due_now", "due_of", "queue"]

PathLike = str | os.PathLike[str]
_ROUND = "round "


@dataclass(frozen=True)
class Due:
    """What came due: each repair that was accepted, or None and why its facts wait again."""

    decided: Decided
    done: tuple[tuple[int, Proposal | None, str], ...]


@dataclass(frozen=True)
class Changes:
    """The last repair of a round: the sentences, the matches (ids) whose slips are new, the void list."""

    event: LiveEvent
    round: LiveRound
    tells: tuple[Tell, ...]
    matches: frozenset[int]
    void: int

    def as_json(self) -> dict[str, Any]:
        """The documented JSON shape, by numbers and tables."""
        return {
            "round": self.round.number, "void": self.void, "version": self.round.version,
            "tells": [t.as_json(self.event) for t in self.tells if t.id in self.event.contestants],
            "tables": sorted(m.table for m in self.round.matches if m.id in self.matches),
            "position": self.event.position}


def due_of(text: str) -> str:
    """A time in ISO form, or ``round N``, as it is kept. UsageError."""
    word = text.strip().casefold()
    number = word.removeprefix("round").strip()
    if number.isascii() and number.isdecimal() and 1 <= int(number) <= 1_000:
        return f"{_ROUND}{int(number)}"
    try:
        when = datetime.fromisoformat(text.strip())
    except ValueError:
        told = f'"{text[:40]}" is no time and no round'
        raise UsageError(told, maybe='write "2026-05-30T14:00" or "round 7".') from None
    return when.isoformat(timespec="minutes")


def queue(path: PathLike, name: str, when: str, *, stage: int = 0, seconds: float = 2.0, force: bool = False,
          who: Who | None = None) -> tuple[Decided, Case, Proposal]:
    """Decide for a repair now, to hold when its time or round comes (:func:`due`). Its facts wait no more.
    Errors as :func:`scheduler.app.directing.repairing.accept`."""
    kept: list[tuple[Case, Proposal]] = []
    at = due_of(when)

    def think(event: LiveEvent) -> list[tuple[str, Mapping[str, Any]]]:
        case, chosen = chosen_of(event, name, stage=stage, seconds=seconds, force=force)
        kept[:] = [(case, chosen)]
        return [("queued", {
            "stage": case.stage, "facts": list(case.settled), "kind": chosen.kind, "due": at})]
    decided = act(path, think, who or Who())
    return decided, *kept[0]


def due(path: PathLike, *, now: str = "", seconds: float = 2.0, who: Who | None = None) -> Due:
    """Take every queued repair whose time or round has come: its facts are answered anew, as things stand
    now, and the first repair of the same kind that breaks nothing is accepted. Where there is none, the
    facts wait again, and why is said. ``now`` in ISO form; the clock's where it is not said."""
    told = due_of(now) if now else datetime.now().isoformat()
    if told.startswith(_ROUND):
        raise UsageError(f'"{now[:40]}" is a round, and the time now is wanted',
                         maybe="leave it out: repairs for a round come due with it.")
    at = datetime.fromisoformat(told)
    kept: list[tuple[int, Proposal | None, str]] = []

    def think(event: LiveEvent) -> list[tuple[str, Mapping[str, Any]]]:
        kept.clear()
        out: list[tuple[str, Mapping[str, Any]]] = []
        trial = deepcopy(event)
        for position in due_now(event, at):
            back: tuple[str, Mapping[str, Any]] = ("unqueued", {"queued": position})
            _take(trial, *back)
            chosen, why = _answer(trial, event.queued[position], seconds)
            decisions = [back, *(chosen.decisions if chosen else ())]
            if chosen:
                kind, last = decisions[-1]
                decisions[-1] = (kind, {**last, "group": last["group"] + 1})
                for one in decisions[1:]:
                    _take(trial, *one)
            out += decisions
            kept.append((position, chosen, why))
        return out
    decided = act(path, think, who or Who())
    return Due(decided, tuple(kept))


def due_now(event: LiveEvent, now: datetime | None = None) -> tuple[int, ...]:
    """The log positions of queued repairs whose time or round has come (the clock's, unless said)."""
    at = now or datetime.now()
    return tuple(position for position, queued in event.queued.items() if _is_due(event, queued, at))


def _take(event: LiveEvent, kind: str, payload: Mapping[str, Any]) -> None:
    event.position += 1
    KINDS[kind](event, payload)


def _is_due(event: LiveEvent, queued: Mapping[str, Any], now: datetime) -> bool:
    when = str(queued["due"])
    if when.startswith(_ROUND):
        return event.stages[int(queued["stage"]) - 1].current + 1 >= int(when.removeprefix(_ROUND))
    return _here(datetime.fromisoformat(when)) <= _here(now)


def _here(when: datetime) -> datetime:
    """A time as the clock in the hall has it; one without a zone is that already."""
    return when.astimezone().replace(tzinfo=None) if when.tzinfo else when


def _answer(event: LiveEvent, queued: Mapping[str, Any], seconds: float) -> tuple[Proposal | None, str]:
    try:
        case = propose(event, int(queued["stage"]), seconds=seconds)
    except SchedulerError as error:
        return None, error.message
    fitting = [p for p in case.proposals if p.kind == queued["kind"] and not case.needs_force(p)]
    if not fitting:
        return None, f"no repair of the kind {queued['kind']} answers the facts any more"
    return fitting[0], ""


def changes(path: PathLike, *, stage: int = 0) -> Changes:
    """The last repair of the current round. UsageError where it was not repaired."""
    event = look(path)
    where = event.at(stage)
    found = [r for r in event.repairs
             if r["stage"] == where.index and r["void"] and r["void"][0][0] == where.current]
    if not found:
        raise UsageError("the current round was not repaired", maybe="see event history.")
    last, here = found[-1], where.rounds[where.current]
    tells = tuple(Tell(int(id), int(round), _place(was), _place(now)) for id, round, was, now in last["told"])
    named = {t.id for t in tells}
    return Changes(
        event, here, tells, frozenset(m.id for m in here.matches if {m.home, m.away} & named),
        int(last["void"][0][1]))


def _place(told: Any) -> tuple[int, int, bool] | None:
    return (int(told[0]), int(told[1]), bool(told[2])) if told else None
