"""What follows from a fact by itself: a match that has begun, and what changes nothing."""

from __future__ import annotations

import pytest

from live.lives import Life
from scheduler.event import Stage

from .live_repairs import after, told
from .test_tables import crossed, running


def test_who_sits_the_other_way_round_has_begun_to_play() -> None:
    """The match is started after the fact, whatever is accepted, and its round and table stand."""
    life = running(6, 1)
    match = life.at().rounds[2].matches[1]
    case = told(life, {"fact": "seats", "match": match.id})
    for proposal in case.proposals:
        now = after(life, proposal).stages[0].match(match.id)
        assert (now.started, now.round, now.table, now.home) == (True, 2, match.table, match.away)


def test_a_match_that_others_played_has_not_begun_by_its_seats() -> None:
    """Two who are told to sit the other way round and to play others: their own match has not begun."""
    life = running(8, 2)
    fact = crossed(life)
    here = life.at().rounds[3]
    match = next(m for m in here.matches if m.has(fact["pairs"][0][0]))
    case = told(life, fact, {"fact": "seats", "match": match.id})
    stage = after(life, case.proposals[0]).stages[0]
    assert not any(m.started and {m.home, m.away} == {match.home, match.away} for m in stage.matches())


@pytest.mark.parametrize("format", ["knockout", "double-elimination"])
def test_two_apart_in_a_draw_are_told_that_it_changes_nothing(format: str) -> None:
    """Lines and results say who meets whom."""
    life = Life(8, Stage(format, "plain-draw", options={"seeds": 2}))
    life.open()
    life.publish()
    match = life.at().rounds[1].matches[0]
    case = told(life, {"fact": "apart", "ids": [match.home, match.away]})
    assert any("in a draw this changes nothing" in line for line in case.told)
