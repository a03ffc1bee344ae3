"""Positions inside groups, drawn by lot, in repairs of the groups' tables."""

from __future__ import annotations

import pytest

from scheduler.event import Stage
from scheduler.live.plays import play_of
from scheduler.live.plays.groups import group_names, members_of
from scheduler.repair.live.consequences import ground_of
from scheduler.repair.live.table_parts import parts_of

from .live_repairs import accepted, finish, told
from .test_tables import running, sound


@pytest.mark.parametrize("fact", ["withdrawal", "late"])
def test_a_group_in_positions_by_lot_keeps_them_through_a_repair(fact: str) -> None:
    """D38: whoever leaves or comes in, the table that is proposed obeys the rules, read by position;
    whoever comes later has the last one."""
    life = running(12, 1, Stage("groups", "groups-from-pots", options={"groups": 3, "positions": "lot"}))
    stage = life.at()
    before = {name: members_of(stage, name) for name in group_names(stage)}
    assert any(list(members) != sorted(members) for members in before.values()), "the lot is not by number"
    parts = parts_of(life.event, ground_of(life.event, 1, life.event.facts))
    assert {part.group: part.ids for part in parts} == before
    if fact == "withdrawal":
        case = told(life, {"fact": "withdrawal", "id": before["A"][1], "when": "before"})
    else:
        case = told(life, {"fact": "late", "name": "Late"})
    for proposal in case.proposals:
        event = sound(life, proposal)
        now = event.stages[0]
        for name, members in before.items():
            assert members_of(now, name)[: len(members)] == members
        assert play_of(now).check(event, now, now.current).holds == proposal.holds
    assert case.proposals[0].holds
    accepted(life, case.proposals[0])
    finish(life)
    life.play()


def test_a_withdrawal_breaks_no_rule_of_the_draw_of_groups_whoever_leaves() -> None:
    """A seed who leaves puts nobody into another pot: what is left is judged by its matches alone."""
    drawn = Stage("groups", "groups-from-pots", options={"groups": 4})
    life = running(16, 0, drawn)
    assert play_of(life.at()).check(life.event, life.at(), 1).holds
    for id in (1, 3, 7):
        life = running(16, 0, drawn)
        case = told(life, {"fact": "withdrawal", "id": id, "when": "before"})
        for proposal in case.proposals:
            assert proposal.report is not None
            assert not {v.rule for v in proposal.report.violations} & {"pots-spread", "groups-even"}
        accepted(life, case.proposals[0])
        assert play_of(life.at()).check(life.event, life.at(), 1).holds == case.proposals[0].holds
