"""Rounds of a live event: drawn, published, started, closed; and the stage after the last."""

from __future__ import annotations

import os
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scheduler.app.directing.desk import Decided, Decision, Who, act
from scheduler.errors import UsageError
from scheduler.live.allowed import require
from scheduler.live.decisions import KINDS
from scheduler.live.plays import Asked, Draft, play_of
from scheduler.live.state import LiveEvent, LiveMatch, LiveRound, LiveStage
from scheduler.store import EventFile

if TYPE_CHECKING:
    from scheduler.app.directing.ways import Way

__all__ = [
    "Paired", "at_table", "close", "pair", "publish", "round_of", "shown_round", "stage_of", "start",
    "tables", "withhold",
]

PathLike = str | os.PathLike[str]


@dataclass(frozen=True)
class Paired:
    """A drafted round: the state with it, and what its maker says of it. ``ways`` are the ways on where a
    small field has become odd with this round; ``standing_by`` are the numbers of late entries that wait
    while somebody sits out for want of an opponent."""

    decided: Decided
    draft: Draft
    ways: tuple[Way, ...] = ()
    standing_by: tuple[int, ...] = ()


def stage_of(event: LiveEvent, number: int = 0) -> LiveStage:
    """The stage of that number, 0 for the one that is running. UsageError for none, and for several."""
    return event.at(number)


def round_of(stage: LiveStage, number: int = 0, *, drafted: bool = False) -> LiveRound:
    """The round of that number; 0 for the current one, or with ``drafted`` the next that is not published.

    UsageError where there is none.
    """
    wanted = number or (stage.drafted if drafted else stage.current)
    if wanted in stage.rounds:
        return stage.rounds[wanted]
    if not number:
        raise UsageError(
            "no round waits for its publication" if drafted else f"{stage.name} has no published round",
            maybe="pair one first." if drafted or not stage.drafted else "publish the drafted one.")
    have = sorted(stage.rounds)
    raise UsageError(
        f"{stage.name} has no round {number}"
        + (f": its rounds are {have[0]} to {have[-1]}" if have else ", it has none yet"))


def shown_round(stage: LiveStage, number: int = 0) -> LiveRound:
    """The round that is meant where none is named: the drafted one; in a bracket, whose later rounds are
    drafted from the beginning, the current one as long as it is played or nobody is known of the next.

    UsageError where there is none.
    """
    if number or not stage.drafted:
        return round_of(stage, number)
    if stage.tree is not None and stage.current:
        known = any(m.known for m in stage.rounds[stage.drafted].matches)
        if stage.rounds[stage.current].open or not known:
            return round_of(stage)
    return round_of(stage, stage.drafted)


def pair(
    path: PathLike, asked: Asked | None = None, *, stage: int = 0, again: bool = False,
    who: Who | None = None,
) -> Paired:
    """Draft the next round, made and verified; nothing is published.

    Drawing twice gives the same round, from the same seed, and changes nothing. ``again`` takes a
    published list down first, for ``who.reason``, as long as nobody plays by it. UsageError where results
    are missing or the stage is at its end, NoAnswer with the reason where nothing obeys the rules.
    """
    by, wanted = who or Who(), asked or Asked()
    _one_bye(wanted)
    made: list[Draft] = []

    def think(event: LiveEvent) -> Sequence[Decision]:
        decisions: list[Decision] = []
        if again:
            event, decisions = _taken_down(event, stage, by.reason)
        where = stage_of(event, stage)
        number = play_of(where).next_round(where)
        # A Swiss stage's own rulebook says which results a round waits for, and which are missing.
        early = wanted.early or where.stage.format == "swiss"
        require(event, "early-pair" if early else "pair", stage=where, what="drawing a round")
        opening = _opening(event, where)
        draft = play_of(where).draft(event, where, wanted)
        if draft.kind == "paired" and not draft.payload["matches"]:
            raise UsageError(
                f"round {number} of {where.name} has no match: fewer than two are there to play",
                maybe="enter somebody, or let somebody return: event show.")
        made[:] = [draft]
        if not draft.kind or (not opening and not decisions and _same(where, number, draft)):
            return decisions
        return [*decisions, *opening, (draft.kind, draft.payload)]

    decided = act(path, think, by)
    event, drafted = decided.event, made[0]
    where = stage_of(event, stage)
    ways = _ways_on(event, where, drafted.round)
    return Paired(decided, drafted, ways, _standing_by(event, where, drafted))


def _one_bye(asked: Asked) -> None:
    if sum(0 in pair for pair in asked.given) > 1:
        raise UsageError(
            "a round by hand has one bye at most", maybe="tell who is not there: event absent NUMBER ROUND.")


def _standing_by(event: LiveEvent, stage: LiveStage, drafted: Draft) -> tuple[int, ...]:
    here = stage.rounds.get(drafted.round)
    if stage.index > 1 or here is None or not _odd(here):
        return ()
    return tuple(sorted(c.number for c in event.contestants.values() if c.status == "waiting"))


_FEW, _ASKED_BESIDE = 15, 0.5
"""Fields whose ways on are shown unasked, and the seconds that each may take."""


def _ways_on(event: LiveEvent, stage: LiveStage, number: int) -> tuple[Way, ...]:
    """The ways on of a field that was even in the round before, and is odd now."""
    here, before = stage.rounds.get(number), stage.rounds.get(number - 1)
    if stage.stage.format != "swiss" or here is None or before is None:
        return ()
    if _odd(before) or not _odd(here) or 2 * len(here.matches) > _FEW:
        return ()
    from scheduler.app.directing.ways import ways_of

    return ways_of(event, stage, effort=_ASKED_BESIDE)


def _odd(round: LiveRound) -> bool:
    return bool(round.three) or any(b.kind in ("idle", "phantom") for b in round.byes)


def _opening(event: LiveEvent, stage: LiveStage) -> list[Decision]:
    """The first stage begins with its first draft; later ones by ``stage next``."""
    if stage.status == "open":
        return []
    if stage.index > 1:
        raise UsageError(f"{stage.name} has not begun", maybe="go on to it: event stage next.")
    playing = play_of(stage).playing(event, stage)
    return [("opened", {"stage": stage.index, "playing": list(playing)})]


def _taken_down(event: LiveEvent, stage: int, reason: str) -> tuple[LiveEvent, list[Decision]]:
    """The state as it is once the published list is down, and the decision that takes it down."""
    where = stage_of(event, stage)
    here = where.rounds.get(where.current)
    if here is None or here.finished:
        return event, []
    require(event, "withhold", stage=where, reason=reason, what="drawing the published round again")
    said = {"stage": where.index, "round": here.number, "reason": reason}
    without = deepcopy(event)
    KINDS["withheld"](without, said)
    return without, [("withheld", said)]


def _same(stage: LiveStage, number: int, draft: Draft) -> bool:
    """True where this draft is the one that is there."""
    have = stage.rounds.get(number)
    if have is None or draft.kind != "paired":
        return False
    drawn = [[m.home, m.away, m.table] for m in have.matches]
    return drawn == [row[:3] for row in draft.payload["matches"]] and (
        [[b.id, b.kind] for b in have.byes] == draft.payload["byes"])


def publish(path: PathLike, round: int = 0, *, stage: int = 0, who: Who | None = None) -> Decided:
    """Hang up the drafted round (or ``round``): from now on it is played. A backup is made beside the file.

    UsageError where there is none, or the round before is still played.
    """
    by = who or Who()

    def think(event: LiveEvent) -> Sequence[Decision]:
        where = stage_of(event, stage)
        here = round_of(where, round, drafted=True)
        if here.status != "drafted":
            return []
        require(event, "publish", stage=where, round=here.number, what="publishing")
        before = [
            n for n, r in where.rounds.items()
            if n < here.number and r.status == "drafted" and not r.idle]
        if before:
            raise UsageError(f"round {before[0]} comes first, and is not published yet")
        unknown = [m for m in here.matches if not m.known]
        if unknown and len(unknown) == len(here.matches):
            raise UsageError(
                f"round {here.number} cannot be published: nobody is known yet who plays in it",
                maybe="enter the results of the round before.")
        return [("published", {"stage": where.index, "round": here.number})]

    decided = act(path, think, by)
    if decided.entries:
        _backup(path)
    return decided


def _backup(path: PathLike) -> None:
    with EventFile.open(path) as file:
        file.backup()


def start(
    path: PathLike, round: int = 0, at_tables: Sequence[int] = (), *, stage: int = 0, at: str = "",
    who: Who | None = None,
) -> Decided:
    """The current round is played, at all its tables or at these: what has started is frozen."""
    def think(event: LiveEvent) -> Sequence[Decision]:
        where = stage_of(event, stage)
        here = round_of(where, round)
        require(event, "start", stage=where, round=here.number, what="starting")
        ids = [at_table(where, here, table).id for table in at_tables]
        return [("started", {
            "stage": where.index, "round": here.number, **({"matches": ids} if ids else {}),
            **({"at": at} if at else {})})]
    return act(path, think, who or Who())


def withhold(path: PathLike, round: int = 0, *, stage: int = 0, who: Who | None = None) -> Decided:
    """Take the published list down, for a reason, before anybody plays by it."""
    by = who or Who()

    def think(event: LiveEvent) -> Sequence[Decision]:
        where = stage_of(event, stage)
        here = round_of(where, round)
        require(event, "withhold", stage=where, round=here.number, reason=by.reason, what="taking down")
        return [("withheld", {"stage": where.index, "round": here.number, "reason": by.reason})]
    return act(path, think, by)


def close(path: PathLike, round: int = 0, *, stage: int = 0, who: Who | None = None) -> Decided:
    """Close a round whose results are all in: its standings may be seen."""
    def think(event: LiveEvent) -> Sequence[Decision]:
        where = stage_of(event, stage)
        here = round_of(where, round)
        if here.open:
            raise UsageError(
                f"round {here.number} cannot be closed: {len(here.open)} results are missing, first that of "
                f"table {here.open[0].table}")
        require(event, "close", stage=where, round=here.number, what="closing")
        return [("closed", {"stage": where.index, "round": here.number})] if not here.closed else []
    return act(path, think, who or Who())


def tables(
    path: PathLike, moves: Sequence[tuple[int, int]], round: int = 0, *, stage: int = 0,
    who: Who | None = None,
) -> Decided:
    """Move matches of a round: pairs of table now and table then, all at once, so that two can swap."""
    by = who or Who()

    def think(event: LiveEvent) -> Sequence[Decision]:
        where = stage_of(event, stage)
        here = round_of(where, round or where.drafted or where.current)
        require(event, "tables", stage=where, round=here.number, reason=by.reason, what="moving tables")
        new = {at_table(where, here, old).id: to for old, to in moves}
        after = [new.get(m.id, m.table) for m in here.matches]
        twice = sorted({t for t in after if t and after.count(t) > 1})
        if twice or any(t < 1 for t in new.values()):
            raise UsageError(
                f"table {twice[0]} would have two matches" if twice else "tables count from 1",
                maybe="move both at once: 3=5 5=3.")
        return [("placed", {
            "stage": where.index, "tables": [[id, t] for id, t in new.items()], "reason": by.reason})]
    return act(path, think, by)


def at_table(stage: LiveStage, round: LiveRound, table: int) -> LiveMatch:
    """The match at a table of a round. UsageError where there is none."""
    for match in round.matches:
        if match.table == table:
            return match
    have = sorted(m.table for m in round.matches)
    span = f": its tables are {have[0]} to {have[-1]}" if have else ""
    raise UsageError(
        f"round {round.number} has no table {table}{span}",
        maybe=f"event show {round.number} lists its matches; for another round, name it.")


