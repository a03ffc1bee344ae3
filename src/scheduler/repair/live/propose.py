"""Which repair answers the facts of a stage: one module a format, chosen by the stage's format."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Protocol

from scheduler.errors import UsageError
from scheduler.live.facts import facts_of
from scheduler.live.state import LiveEvent
from scheduler.repair.live.consequences import Ground, ground_of
from scheduler.repair.live.proposal import Case, Proposal

__all__ = ["FORMATS", "propose"]

FORMATS: Mapping[str, str] = {
    "swiss": "swiss", "round-robin": "tables", "groups": "tables",
    "knockout": "draws", "double-elimination": "draws"}
"""Format of a stage -> the module here whose ``proposals`` repairs it."""


class _Repairs(Protocol):
    def proposals(self, before: LiveEvent, ground: Ground, *, seconds: float) -> tuple[Proposal, ...]:
        """Ranked answers, without the decisions of the ground itself."""


def propose(event: LiveEvent, stage: int, *, seconds: float = 2.0) -> Case:
    """All facts of a stage answered together: what follows by itself, and ranked proposals for the rest.

    Every proposal holds the decisions of the ground first, then its own, then ``settled``. UsageError where
    no fact is told, where facts contradict each other or the state, and for formats without repair.
    """
    where = event.stages[stage - 1]
    facts = facts_of(event, stage)
    if not facts:
        raise UsageError(
            f"no fact is told about {where.name}", maybe="tell some: event facts --withdraw 7.")
    name = FORMATS.get(where.stage.format)
    if name is None:
        raise UsageError(f"rounds of the format {where.stage.format} are not repaired live")
    ground = ground_of(event, stage, facts)
    module: _Repairs = import_module(f"scheduler.repair.live.{name}")
    found = module.proposals(event, ground, seconds=seconds)
    active = sum(c.status == "active" for c in ground.event.contestants.values())
    settled = tuple(facts)
    return Case(
        stage, ground.round, active, settled, tuple(ground.told),
        tuple(_named(p, k, ground, settled) for k, p in enumerate(found)), ground.event)


def _named(proposal: Proposal, place: int, ground: Ground, settled: tuple[int, ...]) -> Proposal:
    from dataclasses import replace

    name = chr(ord("A") + place)
    here = ground.here
    void = [[here.number, here.version]] if here is not None and proposal.tells and proposal.voids else []
    said = {
        "stage": ground.stage.index, "facts": list(settled), "proposal": proposal.kind, "void": void,
        "changed": proposal.changed, "minimal": proposal.minimal, "proof": proposal.proof,
        "told": [_told(t) for t in proposal.tells]}
    decisions = (*ground.decisions, *proposal.decisions)
    return replace(
        proposal, name=name, decisions=(*decisions, ("settled", {**said, "group": len(decisions)})))


def _told(tell: object) -> list[object]:
    from scheduler.repair.live.proposal import Tell

    assert isinstance(tell, Tell)
    return [tell.id, tell.round, list(tell.before) if tell.before else None,
            list(tell.now) if tell.now else None]
