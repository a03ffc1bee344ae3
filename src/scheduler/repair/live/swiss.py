"""Repairs of a Swiss round: the tables that have started stand, and of the others as few change as can be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from scheduler.errors import NoAnswer, SchedulerError
from scheduler.event.plural import many
from scheduler.facts.pairing import BYE
from scheduler.formats.swiss import SwissRound, SwissState, next_round
from scheduler.formats.swiss.asked import horizon
from scheduler.live.plays import play_of
from scheduler.live.plays.swiss import book_in, state_of
from scheduler.live.state import LiveEvent, LiveRound
from scheduler.repair.live.consequences import Ground
from scheduler.repair.live.mismatch import compensated, unequal
from scheduler.repair.live.proposal import Proposal
from scheduler.repair.live.rematches import fewest_rematches
from scheduler.repair.live.swiss_made import from_round, from_rows, out_of, proposal_of
from scheduler.repair.live.swiss_round import IDLE, LiveSwiss, Row, live_swiss, stands
from scheduler.repair.swiss_least import Least, Way, least_broken

__all__ = ["proposals"]

_EFFORT = 0.5
_MOST_LOOKED_AT = 4


def proposals(before: LiveEvent, ground: Ground, *, seconds: float = 2.0) -> tuple[Proposal, ...]:
    """The least repair first; then every table that has not started drawn anew; then nobody moved.

    Where a score of an earlier round was corrected: keep the round, draw it again, or compensate.
    """
    here = ground.here
    if here is None or (here.finished and not ground.played):
        why = "what was told changes no published round that is still to be played"
        return (Proposal("", "keep", 0, True, why, (), reasons=_ahead(ground)),)
    round = live_swiss(ground, here)
    if not round.touched and not ground.played:
        found = [_kept(ground, here, round)]
        if ground.late_scores and any(stands(m) for m in here.matches):
            found += _redrawn(ground, here, round)
    else:
        found = _repairs(ground, here, round, seconds)
    if ground.late_scores:
        found[:1] = _after_correction(ground, here, round, found[0])
    return tuple(_ranked([_excused(p) for p in found]))


def _excused(proposal: Proposal) -> Proposal:
    """Sides that are the wrong way round on the published list, as they were told or by scores corrected
    since, are no reason to move anybody."""
    if proposal.report is None or proposal.was is None:
        return proposal
    known = {v.subject for v in proposal.was.violations if v.level == 0 and v.rule == "home-side"}
    return replace(proposal, excused=sum(
        v.level == 0 and v.rule == "home-side" and v.subject in known for v in proposal.report.violations))


def _ranked(found: Sequence[Proposal]) -> Iterable[Proposal]:
    """Those that break nothing first, then by changes; of two that do the same the first only."""
    seen: list[tuple[Any, ...]] = []
    for one in sorted(found, key=lambda p: (
            p.broken > 0, p.kind == "idle", p.spare_byes, p.changed, p.kind == "redraw")):
        key = tuple((kind, [sorted(map(str, p.get(k) or ())) for k in ("matches", "byes", "sides")])
                    for kind, p in one.decisions)
        if key not in seen:
            seen.append(key)
            yield one


def _ahead(ground: Ground) -> tuple[str, ...]:
    """What can be said of the round that is drawn next, and of those after it."""
    event, stage = ground.event, ground.stage
    total, number = play_of(stage).rounds(event, stage), ground.round + 1
    if number > total:
        return ("no round is left to be drawn",)
    if not stage.playing:
        return ()
    try:
        made = next_round(
            state_of(event, stage, number, total, early=True), book_in(event, stage, number),
            seed=event.seed, effort=_EFFORT)
    except NoAnswer as none:
        return (f"round {number} cannot be drawn: {none.message}", *none.clash)
    return (f"round {number} can be drawn", made.seen.outlook.sentence())


def _kept(ground: Ground, here: LiveRound, round: LiveSwiss) -> Proposal:
    """The published list as it is, with what is left to be drawn after it."""
    left = play_of(ground.stage).rounds(ground.event, ground.stage) - here.number
    made = _paired(round, round.standing) if left > 0 else None
    outlook = made.seen.outlook.sentence() if made else "" if left > 0 else "this is the last round"
    return Proposal(
        "", "keep", 0, True, "no table has to change", (), report=round.was, was=round.was, outlook=outlook)


def _repairs(ground: Ground, here: LiveRound, round: LiveSwiss, seconds: float) -> list[Proposal]:
    out: list[Proposal] = []
    least = least_broken(round.asked.order, round.free, round.loose, round.allowed, seconds=seconds)
    if least is not None:
        found = _best_way(round, least)
        if found is not None:
            way, made = found
            out.append(proposal_of(
                ground, here, round, from_round(ground, here, round, made), "least", _proof(least, way),
                minimal=True, exact=_exact(round, least)))
    out += _three(ground, here, round)
    out += _redrawn(ground, here, round)
    none = "" if out else _why_none(round)
    if none:
        out += _again(ground, here, round, none)
    if round.free or not out:
        out.append(_idle(ground, here, round, none))
    return out


def _best_way(round: LiveSwiss, least: Least) -> tuple[Way, SwissRound] | None:
    """Of the least ways the first that leaves the rounds to come, else the one that leaves most of them."""
    asked, best = horizon(round.state, round.book), None
    for way in least.ways[:_MOST_LOOKED_AT]:
        gone = set(way.broken)
        made = _paired(round, [row for row in round.standing if row[:2] not in gone])
        if made is None:
            continue
        rounds = made.seen.outlook.rounds if made.seen.outlook.verdict == "safe" else -1
        if best is None or rounds > best[0]:
            best = (rounds, way, made)
        if rounds >= asked:
            break
    return best[1:] if best else None


def _exact(round: LiveSwiss, least: Least) -> bool:
    """True where fewer that are given up are fewer tables that change: no bye is among what stands, and no
    match that must go to another table anyway."""
    return least.size == 0 or not (round.homeless or any(BYE in row[:2] for row in round.standing))


def _proof(least: Least, way: Way) -> str:
    """Why fewer do not do."""
    k = least.size
    if k == 0:
        return "nobody else has to change: whoever is free can be paired"
    told = ", ".join(f"the bye of {a or b}" if BYE in (a, b) else f"{a}-{b}" for a, b in way.broken)
    fewer = "giving up none" if k == 1 else f"giving up {k - 1} or fewer"
    return (f"of what stood, {told} {'is' if k == 1 else 'are'} given up; {fewer} is impossible, proven: "
            "every way was tried"
            + ("" if least.best else "; that none pairs better with as few is not proven"))


def _three(ground: Ground, here: LiveRound, round: LiveSwiss) -> Iterator[Proposal]:
    """Where the rulebook wants three to play each other in an odd field: the lowest match that one who is
    free can join."""
    free = [e for e in round.free if e != BYE]
    if round.asked.settings.odd not in ("short", "long") or len(free) != 1 or BYE not in round.free:
        return
    rank = {e: i for i, e in enumerate(round.asked.order)}
    matches = sorted((r for r in round.standing if BYE not in r[:2]), key=lambda r: -rank[r[0]] - rank[r[1]])
    for row in matches:
        if all(round.allowed(free[0], e) for e in row[:2]):
            made = _paired(round, [r for r in round.standing if r != row])
            if made is not None and made.three:
                three = "-".join(str(e) for e in made.three.entrants)
                yield proposal_of(
                    ground, here, round, from_round(ground, here, round, made), "three",
                    f"{row[0]}-{row[1]} become a block of three with {free[0]}: {three}")
                return


def _redrawn(ground: Ground, here: LiveRound, round: LiveSwiss) -> list[Proposal]:
    """Every table that has not started anew, around those that have."""
    made = _paired(round, ())
    if made is None:
        return []
    return [proposal_of(
        ground, here, round, from_round(ground, here, round, made), "redraw",
        "every table that has not started is drawn anew: the best round there is around those that have")]


def _why_none(round: LiveSwiss) -> str:
    """Why there is no round at all around what has started; "" where that is not known."""
    try:
        next_round(round.state, round.book, seed=round.seed, fixed=round.frozen, force=True, effort=_EFFORT)
    except NoAnswer as none:
        return "; ".join((none.message, *none.clash))
    except SchedulerError:
        pass
    return ""


def _again(ground: Ground, here: LiveRound, round: LiveSwiss, why: str) -> list[Proposal]:
    """Where no round is left without a second meeting or a second bye: the fewest of them."""
    found = fewest_rematches(round)
    if found is None:
        return []
    pairs, meetings, byes = found
    rows: list[Row] = [(a, b, _table_of(round, a, b)) for a, b in pairs if BYE not in (a, b)]
    made = from_rows(
        ground, here, round, [*round.frozen, *rows], [a or b for a, b in pairs if BYE in (a, b)])
    told = " and ".join(
        many(n, f"second {what}") for n, what in ((meetings, "meeting"), (byes, "bye")) if n)
    proof = f"{told or 'no second meeting'}: fewer is impossible, proven; {why}"
    return [proposal_of(ground, here, round, made, "rematch", proof, minimal=True)]


def _table_of(round: LiveSwiss, a: int, b: int) -> int:
    return next((t for x, y, t in round.standing if {x, y} == {a, b}), 0)


def _paired(round: LiveSwiss, kept: Sequence[Row], state: SwissState | None = None) -> SwissRound | None:
    """The round around what stands, exact for the others; None where there is none."""
    try:
        return next_round(
            state or round.state, round.book, seed=round.seed,
            fixed=() if state else [*round.frozen, *kept], force=True, effort=_EFFORT)
    except SchedulerError:
        return None


def _idle(ground: Ground, here: LiveRound, round: LiveSwiss, none: str) -> Proposal:
    """Nobody is moved: whoever has no opponent sits out. Where there is no round at all (``none`` says why),
    less than that is not to be had."""
    rows = [row for row in (*round.frozen, *round.standing) if BYE not in row[:2]]
    out = out_of(round)
    made = from_rows(ground, here, round, rows, out)
    told = f"nobody is moved: {', '.join(str(e) for e in out)} sit{'s' if len(out) == 1 else ''} out"
    told = "; ".join(filter(None, (told if out else "nobody is moved", none)))
    made_so = proposal_of(ground, here, round, made, "idle", told, minimal=bool(none))
    held = sum(b.kind in IDLE for b in here.byes)
    return replace(made_so, byes=(len(out), len(round.asked.order) % 2, held))


def _after_correction(
    ground: Ground, here: LiveRound, round: LiveSwiss, base: Proposal
) -> list[Proposal]:
    """``base`` with who has an opponent too strong or too weak; and, where the right scores draw another
    round, what else can be done: compensate, or the round as it would have been drawn."""
    event, stage = ground.event, ground.stage
    total = max(here.number, play_of(stage).rounds(event, stage))
    would = _paired(round, (), state_of(event, stage, here.number, total, early=True))
    if would is None:
        return [base]
    drawn = {frozenset((event.number(m.home), event.number(m.away))) for m in here.matches}
    new = [m for m in would.matches if frozenset((m.home, m.away)) not in drawn]
    if not new:
        return [replace(base, reasons=(*base.reasons, "the right scores draw the same matches"))]
    met = _still(ground, base, [(min(p), max(p)) for p in drawn])
    out = [replace(base, reasons=(*base.reasons, *unequal(ground, here, would, met)))]
    adjusted = compensated(ground, here, would, base, met)
    if adjusted is not None:
        out.append(adjusted)
    if not ground.played and not any(stands(m) for m in here.matches):
        fresh = replace(round, block=(), state=would_state(round))
        told = ", ".join(f"{m.home}-{m.away}" for m in new)
        out.append(proposal_of(
            ground, here, fresh, from_round(ground, here, fresh, would), "as-would-have-been",
            f"the round as the right scores draw it: {told} are new"))
    return out


def would_state(round: LiveSwiss) -> SwissState:
    """The state with those of a block that is drawn again."""
    return replace(round.state, absent=round.state.absent - set(round.block))


def _still(ground: Ground, base: Proposal, met: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Of the matches drawn by the wrong scores those that are played all the same."""
    now = [p for kind, p in base.decisions if kind == "repaired"]
    if not now:
        return list(met)
    rows = {frozenset((ground.event.number(r[1]), ground.event.number(r[2]))) for r in now[-1]["matches"]}
    return [pair for pair in met if frozenset(pair) in rows]
