"""Two of different groups have played each other: the match counts in no table, and is recorded or void."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace

from scheduler.live.decisions import KINDS
from scheduler.live.scoring import scored, scoring_of
from scheduler.live.state import LiveMatch
from scheduler.repair.live.consequences import Decision, Ground
from scheduler.repair.live.proposal import Proposal, Tell
from scheduler.repair.live.table_parts import Part
from scheduler.standings.entry import parse_result

__all__ = ["across", "outside", "played_again", "recorded"]

Pair = tuple[int, int]


def across(ground: Ground, parts: Sequence[Part]) -> list[Pair]:
    """The pairs (ids) that have played each other and are in no table together."""
    inside = [set(part.ids) for part in parts]
    return [pair for pair in ground.played if not any(set(pair) <= ids for ids in inside)]


def outside(part: Part, pairs: Sequence[Pair], round: int) -> Part:
    """A table whose members among ``pairs`` have no time for it in ``round``: what they were drawn for then,
    begun or not, is still to be played."""
    away = {id for pair in pairs for id in pair} & set(part.ids)
    if not away:
        return part
    freed = [m for m in part.standing if m.round == round and {m.home, m.away} & away]
    return replace(
        part, outside=frozenset(away), touched=True,
        standing=tuple(m for m in part.standing if m not in freed),
        loose=(*part.loose, *(m for m in freed if not {m.home, m.away} & part.gone)))


def _told(ground: Ground, pairs: Sequence[Pair]) -> str:
    return ", ".join(f"{ground.who(a)} and {ground.who(b)}" for a, b in pairs)


def played_again(ground: Ground, pairs: Sequence[Pair], proposal: Proposal) -> Proposal:
    """``proposal`` with what ``pairs`` have played void: those who are due play, in the same round. A result
    that was entered for them is taken back."""
    why = f"what {_told(ground, pairs)} have played counts for nothing, by choice: those who are due play"
    named = {id for pair in pairs for id in pair}
    there = [m for m in ground.here.matches if {m.home, m.away} & named] if ground.here else []
    back: list[Decision] = [
        ("result", {"stage": ground.stage.index, "match": m.id, "by": "desk", "score": None,
                    "reason": "it was not played by these two"}) for m in there if m.result is not None]
    kind = "played-again" if proposal.kind == "keep" else proposal.kind
    first = {t.id for t in proposal.tells}
    tells = [t for t in _due(ground, pairs, there) if t.id not in first]
    reasons = proposal.reasons if proposal.kind == "keep" else (proposal.proof, *proposal.reasons)
    return replace(
        proposal, kind=kind, proof=why, reasons=reasons, decisions=(*back, *proposal.decisions),
        tells=(*tells, *proposal.tells), voids=proposal.kind != "keep")


def _due(ground: Ground, pairs: Sequence[Pair], there: Sequence[LiveMatch]) -> list[Tell]:
    """What everybody in a match that was not played is told: to play it, instead of what was played."""
    wrong = {id: other for pair in pairs for id, other in (pair, pair[::-1])}
    out = []
    for m in (m for m in there if not {m.home, m.away} & ground.gone):
        for id, other, home in ((m.home, m.away, True), (m.away, m.home, False)):
            was = (wrong[id], m.table, home) if id in wrong else None
            out.append(Tell(id, m.round, was, (other, m.table, home)))
    return out


def recorded(ground: Ground, pairs: Sequence[Pair], proposal: Proposal) -> Proposal:
    """``proposal``, in whose round ``pairs`` stand as matches outside the tables, with a void result: they
    count in no group."""
    event = deepcopy(ground.event)
    for kind, payload in proposal.decisions:
        event.position += 1
        KINDS[kind](event, payload)
    stage = event.stages[ground.stage.index - 1]
    void = parse_result("void", scoring_of(stage).match)
    wanted = [frozenset(pair) for pair in pairs]
    results: list[Decision] = [
        ("result", {"stage": stage.index, "match": m.id, "by": "desk",
                    "score": scored(event, stage, m, void).as_json(),
                    "reason": "played outside the groups"})
        for m in stage.rounds[ground.round].matches if frozenset((m.home, m.away)) in wanted]
    why = f"what {_told(ground, pairs)} have played stands outside the tables: it counts in no group"
    return replace(proposal, decisions=(*proposal.decisions, *results), reasons=(why, *proposal.reasons))
