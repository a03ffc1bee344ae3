"""Repairs of a Swiss round: the tables that have started stand, and of the others as few change as can be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from scheduler.errors import NoAnswer, SchedulerError
from scheduler.event import Report
from scheduler.facts.pairing import BYE
from scheduler.formats.swiss import SwissRound, SwissState, next_round
from scheduler.formats.swiss.asked import Asked, asked_of
from scheduler.live.plays import play_of
from scheduler.live.plays.swiss import book_in, state_of
from scheduler.live.state import LiveEvent, LiveMatch, LiveRound
from scheduler.repair.live.consequences import Ground
from scheduler.repair.live.mismatch import compensations
from scheduler.repair.live.proposal import Proposal
from scheduler.repair.live.tells import ledger_of, tells_of
from scheduler.repair.swiss_least import Least, least_broken

__all__ = ["proposals"]

Pair = tuple[int, int]


@dataclass(frozen=True)
class _Round:
    """The round as it is to be repaired, by number: what stands and why, and who is free."""

    state: SwissState
    asked: Asked
    frozen: tuple[tuple[int, int, int], ...]
    standing: tuple[tuple[int, int, int], ...]
    free: tuple[int, ...]
    was: Report

    @property
    def loose(self) -> tuple[Pair, ...]:
        """The matches and the bye that stand as long as they are not given up."""
        return tuple((a, b) for a, b, _ in self.standing)


def proposals(before: LiveEvent, ground: Ground, *, seconds: float = 2.0) -> tuple[Proposal, ...]:
    """The least repair first; then every table that has not started drawn anew; then nobody moved.

    Where a score of an earlier round was corrected: keep the round, draw it again, or compensate.
    """
    here = ground.here
    if here is None or here.finished:
        return (_nothing(ground, "what was told changes no published round that is still to be played"),)
    round = _round_of(ground, here)
    found: list[Proposal] = []
    if round.free or ground.played or _unseated(ground, here):
        found += _repairs(before, ground, here, round, seconds)
    else:
        found.append(_nothing(ground, "no table has to change", round.was))
    if ground.late_scores:
        found += _after_correction(before, ground, here, round)
    return tuple(_ranked(found))


def _ranked(found: Sequence[Proposal]) -> Iterable[Proposal]:
    """Those that break nothing first, then by changes; of two that do the same the first only."""
    seen: list[tuple[Any, ...]] = []
    for one in sorted(found, key=lambda p: (not p.holds, p.kind == "idle", p.changed)):
        key = (one.kind in ("keep", "compensate") and one.kind, _lists(one))
        if key not in seen:
            seen.append(key)
            yield one


def _lists(proposal: Proposal) -> list[Any]:
    """The round that a proposal leads to, whatever is said of it."""
    return [(p["matches"], p["byes"]) for kind, p in proposal.decisions if kind == "repaired"]


def _nothing(ground: Ground, why: str, report: Report | None = None) -> Proposal:
    return Proposal("", "keep", 0, True, why, (), report=report, was=report,
                    ledger=ledger_of(ground.event, ground.stage, ()))


def _unseated(ground: Ground, here: LiveRound) -> bool:
    """True where a match that has not started is at a table that cannot be used."""
    return any(m.table in ground.stage.lost and not _stands(m) for m in here.matches)


def _stands(match: LiveMatch) -> bool:
    return match.started or not match.open


def _round_of(ground: Ground, here: LiveRound) -> _Round:
    event, stage = ground.event, ground.stage
    total = max(here.number, play_of(stage).rounds(event, stage))
    state = state_of(event, stage, here.number, total, early=True)
    book = book_in(event, stage)
    asked = asked_of(state, book, Random(f"{here.proof.get('seed', event.seed)}:{here.number}"))
    met = {e for pair in ground.played for e in pair}
    frozen = [
        _row(event, m) for m in here.matches if _stands(m) and not {m.home, m.away} & met]
    tables = {frozenset((m.home, m.away)): m.table for m in here.matches}
    free_tables = [m.table for m in here.matches if {m.home, m.away} & met]
    for a, b in ground.played:
        table = tables.get(frozenset((a, b)), 0) or (free_tables.pop(0) if free_tables else 0)
        frozen.append((event.number(a), event.number(b), table))
    busy = {e for a, b, _ in frozen for e in (a, b)}
    present = set(asked.order)
    standing = [
        _row(event, m) for m in here.matches
        if not _stands(m) and not {m.home, m.away} & met
        and {event.number(m.home), event.number(m.away)} <= present
        and asked.bans.allowed(event.number(m.home), event.number(m.away))]
    standing = [(a, b, 0 if t in stage.lost else t) for a, b, t in standing]
    paired = busy | {e for a, b, _ in standing for e in (a, b)}
    rest = [e for e in asked.order if e not in paired]
    bye = _bye(event, here, rest, len(present - busy) % 2 == 1)
    if bye is not None:
        standing.append((BYE, bye, 0))
        rest.remove(bye)
    elif len(rest) % 2:
        rest.append(BYE)
    was = play_of(stage).check(event, stage, here.number)
    return _Round(state, asked, tuple(frozen), tuple(standing), tuple(rest), was)


def _row(event: LiveEvent, match: LiveMatch) -> tuple[int, int, int]:
    return event.number(match.home), event.number(match.away), match.table


def _bye(event: LiveEvent, here: LiveRound, rest: Sequence[int], odd: bool) -> int | None:
    """Whoever has the bye already, and may keep it: only in a field that is still odd."""
    held = [event.number(b.id) for b in here.byes if b.kind in ("idle", "phantom")]
    return next((e for e in held if e in rest), None) if odd else None


def _repairs(
    before: LiveEvent, ground: Ground, here: LiveRound, round: _Round, seconds: float
) -> list[Proposal]:
    out: list[Proposal] = []
    bans, may_bye = round.asked.bans, set(round.asked.may_bye)

    def allowed(a: int, b: int) -> bool:
        if BYE in (a, b):
            return (a or b) in may_bye
        return bans.allowed(a, b)

    least = least_broken(round.asked.order, round.free, round.loose, allowed, seconds=seconds)
    if least is not None:
        gone = set(least.broken)
        kept = [row for row in round.standing if row[:2] not in gone]
        made = _paired(ground, round, kept)
        if made is not None:
            out.append(_proposal(before, ground, here, round, made, "least", _proof(least), least.minimal))
    whole = _paired(ground, round, ())
    if whole is not None:
        out.append(_proposal(
            before, ground, here, round, whole, "redraw",
            "every table that has not started is drawn anew: the best round there is around those that have",
            False))
    if round.free:
        out.append(_idle(before, ground, here, round))
    return out


def _proof(least: Least) -> str:
    """Why fewer do not do."""
    k = len(least.broken)
    if k == 0:
        return "nobody else has to change: whoever is free can be paired"
    parts = []
    for size, tried in enumerate(least.tried):
        parts.append("giving up no match is not enough" if size == 0 else
                     f"giving up {size} is impossible: all {tried:,} sets were tried")
    told = "; ".join(parts)
    return f"{k} {'match is' if k == 1 else 'matches are'} given up; {told}" + (
        "" if least.best else "; that none pairs better with as few is not proven")


def _paired(
    ground: Ground, round: _Round, kept: Sequence[tuple[int, int, int]]
) -> SwissRound | None:
    """The round around what stands, exact for the others; None where there is none."""
    fixed = [(a, b, t) for a, b, t in (*round.frozen, *kept)]
    event, stage = ground.event, ground.stage
    here = ground.here
    seed = str(here.proof.get("seed", event.seed)) if here else event.seed
    try:
        return next_round(
            round.state, book_in(event, stage), seed=seed, fixed=fixed, force=True, effort=1.0)
    except (NoAnswer, SchedulerError):
        return None


def _proposal(
    before: LiveEvent, ground: Ground, here: LiveRound, round: _Round, made: SwissRound, kind: str,
    proof: str, minimal: bool,
) -> Proposal:
    event = ground.event
    ids = {c.number: c.id for c in event.contestants.values()}
    rows = [(ids[m.home], ids[m.away], m.table) for m in made.matches]
    byes: list[list[Any]] = [[ids[b.entrant], b.kind] for b in made.byes]
    byes += [[b.id, b.kind] for b in here.byes if b.kind not in ("idle", "phantom")]
    decision = _decision(ground, here, rows, byes, made.seed, made.notes)
    tells = tells_of(before, here, rows, [int(id) for id, _ in byes], ground.gone)
    changed = _changed(here, rows)
    return Proposal(
        "", kind, changed, minimal, proof, (decision,), tells, made.report, round.was,
        ledger_of(event, ground.stage, tells, here.number, rows, byes),
        made.seen.outlook.sentence(), _reasons(made))


def _reasons(made: SwissRound) -> tuple[str, ...]:
    return tuple(n for n in made.notes if not n.startswith("the rest is paired around"))


def _changed(here: LiveRound, rows: Sequence[tuple[int, int, int]]) -> int:
    """How many matches of the published list that had not started are not in the new one as they were."""
    now = {(frozenset((a, b)), t) for a, b, t in rows}
    return sum(
        (frozenset((m.home, m.away)), m.table) not in now for m in here.matches if not _stands(m))


def _decision(
    ground: Ground, here: LiveRound, rows: Sequence[tuple[int, int, int]], byes: Sequence[Sequence[Any]],
    seed: str, notes: Sequence[str],
) -> tuple[str, dict[str, Any]]:
    """The round as it is now; a match of the same two keeps its id, its sides and what was entered."""
    old = {frozenset((m.home, m.away)): m for m in here.matches}
    matches = []
    for home, away, table in rows:
        match = old.get(frozenset((home, away)))
        if match is None:
            matches.append([0, home, away, table])
        else:
            matches.append([match.id, match.home, match.away, match.table if _stands(match) else table])
    proof = {**here.proof, "seed": seed, "repaired": True, "notes": list(notes)}
    return "repaired", {
        "stage": ground.stage.index, "round": here.number, "matches": matches,
        "byes": [list(b) for b in byes], "proof": proof}


def _idle(before: LiveEvent, ground: Ground, here: LiveRound, round: _Round) -> Proposal:
    """Nobody is moved: whoever has no opponent sits out."""
    event = ground.event
    ids = {c.number: c.id for c in event.contestants.values()}
    rows = [(ids[a], ids[b], t) for a, b, t in (*round.frozen, *round.standing) if a != BYE]
    out = [e for e in round.free if e != BYE] + [b for a, b, _ in round.standing if a == BYE]
    byes: list[list[Any]] = [[ids[e], "idle"] for e in out]
    byes += [[b.id, b.kind] for b in here.byes if b.kind not in ("idle", "phantom")]
    tells = tells_of(before, here, rows, [int(id) for id, _ in byes], ground.gone)
    decision = _decision(ground, here, rows, byes, event.seed, ())
    trial = replace(ground, event=_with(ground, decision))
    report = play_of(ground.stage).check(trial.event, trial.event.stages[ground.stage.index - 1], here.number)
    return Proposal(
        "", "idle", _changed(here, rows), False,
        f"nobody is moved: {', '.join(str(e) for e in out)} sit{'s' if len(out) == 1 else ''} out",
        (decision,), tells, report, round.was,
        ledger_of(event, ground.stage, tells, here.number, rows, byes))


def _with(ground: Ground, decision: tuple[str, dict[str, Any]]) -> LiveEvent:
    from copy import deepcopy

    from scheduler.live.decisions import KINDS

    event = deepcopy(ground.event)
    KINDS[decision[0]](event, decision[1])
    return event


def _after_correction(
    before: LiveEvent, ground: Ground, here: LiveRound, round: _Round
) -> list[Proposal]:
    """The round as it would have been drawn by the right scores, and what can be done where it was not."""
    made = next_round(
        round.state, book_in(ground.event, ground.stage),
        seed=str(here.proof.get("seed", ground.event.seed)), effort=1.0)
    ids = {c.number: c.id for c in ground.event.contestants.values()}
    rows = [(ids[m.home], ids[m.away], m.table) for m in made.matches]
    have = {frozenset((m.home, m.away)) for m in here.matches}
    would = {frozenset((a, b)) for a, b, _ in rows}
    if have == would:
        return []
    out = compensations(ground, here, made)
    if any(_stands(m) for m in here.matches):
        return out
    told = ", ".join(
        f"{ground.event.number(a)}-{ground.event.number(b)}" for a, b, _ in rows
        if frozenset((a, b)) not in have)
    redrawn = _proposal(
        before, ground, here, round, made, "as-would-have-been",
        f"the round as the right scores draw it: {told} are new", False)
    return [redrawn, *out]


