"""Facts told to events without a file, repairs proposed, accepted and undone."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from live.lives import Life, score
from scheduler.live.decisions import KINDS
from scheduler.live.dump import dump
from scheduler.live.filling import fill_all
from scheduler.live.fold import undoable
from scheduler.live.state import LiveEvent, LiveStage
from scheduler.repair.live import Case, Proposal, propose


def told(life: Life, *facts: dict[str, Any], stage: int = 1, seconds: float = 2.0) -> Case:
    """The facts are told, and what is proposed."""
    for fact in facts:
        life.do("fact", {"stage": stage, **fact})
    before = dump(life.event, history=True)
    case = propose(life.event, stage, seconds=seconds)
    assert dump(life.event, history=True) == before, "proposing changes nothing"
    assert case.proposals
    return case


def after(life: Life, proposal: Proposal) -> LiveEvent:
    """The state if a proposal were accepted."""
    event = deepcopy(life.event)
    for kind, payload in proposal.decisions:
        event.position += 1
        KINDS[kind](event, payload)
    fill_all(event)
    return event


def accepted(life: Life, proposal: Proposal) -> None:
    """Accept, undo (which restores everything), and accept again for good."""
    before = dump(life.event)
    for _ in range(2):
        for kind, payload in proposal.decisions:
            life.do(kind, dict(payload))
        assert life.replays()
        if _ == 0:
            for position in undoable(life.event):
                life.do("undo", {"of": position})
            assert dump(life.event) == before, "undo restores"


def finish(life: Life, index: int = 0) -> None:
    """The results of the current round."""
    here = life.at(index).rounds[life.at(index).current]
    while here.open:
        life.result(here.open[0], score(5), index)
        here = life.at(index).rounds[here.number]


def standing(stage: LiveStage) -> set[tuple[int, int, int, int]]:
    """What may not change: (round, home, away, table) of rounds that are over and matches that have begun."""
    return {
        (m.round, m.home, m.away, m.table) for m in stage.matches()
        if m.round < stage.current or m.started or not m.open}
