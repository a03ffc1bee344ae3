"""A repaired Swiss round as a proposal: the decision, what changes, what must be told, the verdict."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

from scheduler.event import Report
from scheduler.event.plural import many
from scheduler.facts.pairing import BYE
from scheduler.formats.swiss import SwissRound
from scheduler.live.decisions import KINDS
from scheduler.live.plays import play_of
from scheduler.live.plays.swiss import block_rows
from scheduler.live.state import LiveEvent, LiveRound
from scheduler.repair.live.consequences import Ground
from scheduler.repair.live.proposal import Proposal
from scheduler.repair.live.swiss_round import LiveSwiss, Row, stands
from scheduler.repair.live.tells import ledger_of, tells_of

__all__ = ["Made", "from_round", "from_rows", "proposal_of"]

_IDLE = ("idle", "phantom")
_PLAIN = ("equal points:", "as the article's exchange", "drawn by the s")
"""How notes begin that are about drawing, and not about this repair."""


@dataclass(frozen=True)
class Made:
    """A repaired round by id: ``rows`` (home, away, table), each with what else is said of the match in
    ``more``; ``byes`` (id, kind); ``three`` is its block, if any."""

    rows: tuple[Row, ...]
    byes: tuple[tuple[int, str], ...]
    three: dict[str, Any]
    more: dict[frozenset[int], dict[str, Any]]
    notes: tuple[str, ...] = ()
    outlook: str = ""


def from_round(ground: Ground, here: LiveRound, round: LiveSwiss, made: SwissRound) -> Made:
    """What the maker of rounds made around what stands; a block of three that stood is put back."""
    ids = {c.number: c.id for c in ground.event.contestants.values()}
    rows = [(ids[m.home], ids[m.away], m.table) for m in made.matches]
    byes = [(ids[b.entrant], b.kind) for b in made.byes]
    whole = _with_blocks(ground, here, round, rows, byes)
    if made.three and not round.block:
        block = [ids[e] for e in made.three.entrants]
        top = max((t for _, _, t in whole.rows), default=0)
        new = block_rows(block, made.three.long, top)
        whole.more.update({frozenset(row[:2]): dict(row[3]) for row in new})
        whole = replace(
            whole, rows=(*whole.rows, *((row[0], row[1], row[2]) for row in new)),
            three={"ids": block, "long": made.three.long})
    notes = tuple(n for n in made.notes if not n.startswith("the rest is paired around"))
    return replace(whole, notes=notes, outlook=made.seen.outlook.sentence())


def from_rows(ground: Ground, here: LiveRound, round: LiveSwiss, rows: Sequence[Row],
              idle: Sequence[int]) -> Made:
    """A round told outright, by number; a table that is still to be found is the lowest that is free."""
    ids = {c.number: c.id for c in ground.event.contestants.values()}
    taken = {t for _, _, t in rows} | ground.lost | {m.table for m in here.matches if m.share > 1}
    placed = []
    for a, b, table in rows:
        at = table or next(t for t in range(1, len(taken) + 2) if t not in taken)
        taken.add(at)
        placed.append((ids[a], ids[b], at))
    return _with_blocks(ground, here, round, placed, [(ids[e], "idle") for e in idle])


def _with_blocks(
    ground: Ground, here: LiveRound, round: LiveSwiss, rows: Sequence[Row], byes: Sequence[tuple[int, str]]
) -> Made:
    """The round with the block that stands, who asked to sit out, and what is known of matches played."""
    more: dict[frozenset[int], dict[str, Any]] = {
        frozenset(pair): {"started": True} for pair in ground.played}
    out, three = list(rows), dict[str, Any]()
    if round.block:
        three = dict(here.three)
        block = [m for m in here.matches if m.share > 1]
        stay = {m.table for m in block if not (m.open and m.table in ground.lost)}
        taken = {t for _, _, t in rows} | ground.lost | stay
        out = [(a, b, _next(t, taken) if t in stay else t) for a, b, t in rows]
        for m in block:
            table = m.table
            if table not in stay:
                table = _next(table, taken)
            taken.add(table)
            out.append((m.home, m.away, table))
            more[frozenset((m.home, m.away))] = {"share": m.share, "span": m.span}
    asked = [(b.id, b.kind) for b in here.byes if b.kind not in _IDLE and b.id not in ground.gone]
    return Made(tuple(out), (*byes, *asked), three, more)


def _next(table: int, taken: set[int]) -> int:
    """The first table after this one that is not taken; it is taken from now on."""
    found = next(t for t in range(table, table + len(taken) + 2) if t not in taken)
    taken.add(found)
    return found


def proposal_of(
    ground: Ground, here: LiveRound, round: LiveSwiss, made: Made, kind: str, proof: str, *,
    minimal: bool = False, exact: bool = False, reasons: Sequence[str] = (),
) -> Proposal:
    """The proposal, judged by the verifier as the round would then stand. ``minimal``: no fewer can be given
    up; ``exact``: then no fewer tables can change either."""
    sittings = _sittings(ground, round, made)
    decision = _decision(ground, here, round, made, sittings)
    report = _judged(ground, here, decision)
    if not report.holds:
        decision[1]["proof"]["given"] = True  # insisted on, where it is accepted: verification says so
    changed = _changed(here, made.rows)
    tells = tells_of(ground.event, here, made.rows, [id for id, _ in made.byes], ground.gone)
    told = [f"table {t} is a later sitting: at table {at} when it is free" for t, at in sittings]
    if round.short and not sittings:
        told = [f"{many(round.short, 'table is', 'tables are')} missing"]
    beyond = sorted({t for _, _, t in made.rows} - {m.table for m in here.matches})
    if round.homeless and beyond and not play_tables(ground):
        told.append(f"tables {', '.join(map(str, beyond))} were not on the list: if there are none, say how "
                    "many tables there are (event edit --set tables=N)")
    return Proposal(
        "", kind, changed, minimal, proof, (decision,), tells, report, round.was,
        ledger_of(ground.event, ground.stage, tells, here.number, made.rows, made.byes), made.outlook,
        (*reasons, *told, *(n for n in made.notes if n != made.outlook and not n.startswith(_PLAIN))),
        changed if exact else None)


def _sittings(ground: Ground, round: LiveSwiss, made: Made) -> list[tuple[int, int]]:
    """(table as it is numbered, the real table) of matches for which there is no table at the same time."""
    there = play_tables(ground)
    if not round.short or not there:
        return []
    usable = [t for t in range(1, there + 1) if t not in ground.lost]
    beyond = sorted(t for _, _, t in made.rows if t > there)
    return [(t, usable[i % len(usable)]) for i, t in enumerate(beyond)] if usable else []


def play_tables(ground: Ground) -> int:
    """How many tables the stage has; 0 where that is not said."""
    return int(ground.stage.stage.options.get("tables", 0))


def _changed(here: LiveRound, rows: Sequence[Row]) -> int:
    """How many matches of the published list that had not started are not in the new one as they were."""
    now = {(frozenset((a, b)), t) for a, b, t in rows}
    return sum(
        (frozenset((m.home, m.away)), m.table) not in now for m in here.matches if not stands(m))


def _decision(
    ground: Ground, here: LiveRound, round: LiveSwiss, made: Made, sittings: Sequence[tuple[int, int]]
) -> tuple[str, dict[str, Any]]:
    """The round as it is now; a match of the same two keeps its id, its sides and what was entered."""
    old = {frozenset((m.home, m.away)): m for m in here.matches}
    matches: list[list[Any]] = []
    for home, away, table in made.rows:
        pair = frozenset((home, away))
        match, more = old.get(pair), made.more.get(pair, {})
        if match is not None and match.share == more.get("share", 1):
            matches.append([match.id, match.home, match.away, table])
        else:
            matches.append([0, home, away, table, *([more] if more else [])])
    proof = {k: v for k, v in here.proof.items() if k not in ("given", "sittings")}
    proof |= {"seed": round.seed, "repaired": True, "notes": list(made.notes)}
    if sittings:
        proof["sittings"] = [list(pair) for pair in sittings]
    return "repaired", {
        "stage": ground.stage.index, "round": here.number, "matches": matches,
        "byes": [list(b) for b in made.byes], "proof": proof,
        **({"three": made.three} if made.three else {})}


def _judged(ground: Ground, here: LiveRound, decision: tuple[str, dict[str, Any]]) -> Report:
    event = with_decision(ground.event, ground.stage.index, decision)
    return play_of(ground.stage).check(event, event.stages[ground.stage.index - 1], here.number)


def with_decision(event: LiveEvent, stage: int, decision: tuple[str, dict[str, Any]]) -> LiveEvent:
    """The state with one more decision about a stage; the one that was given is left as it is."""
    stages = list(event.stages)
    stages[stage - 1] = deepcopy(stages[stage - 1])
    trial = replace(event, stages=stages)
    KINDS[decision[0]](trial, decision[1])
    return trial


def out_of(round: LiveSwiss) -> list[int]:
    """Who has no match where nobody is moved."""
    return [e for e in round.free if e != BYE] + [b for a, b, _ in round.standing if a == BYE]
