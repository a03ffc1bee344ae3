"""The rounds of 16 by name: every season is an event that is counted, drawn, compared with its procedure."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

import scheduler
from scheduler.errors import UsageError
from scheduler.event import Event
from scheduler.files.seasons import season_event, season_names
from scheduler.formats.groups import GroupResult, procedure_of
from scheduler.resources import find_model
from scheduler.rules import Rulebook
from scheduler.rules.rulebook import read_rulebook

VALID = {2012: 5463, 2017: 4238, 2022: 3876}


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return read_rulebook(find_model("groups-from-pots").read_text("utf-8"))


def test_there_is_an_event_for_every_season_since_2003() -> None:
    assert season_names() == tuple(f"round-of-16-{year}" for year in range(2003, 2024))
    assert season_event("round-of-16") is None
    assert season_event("sample-cup-28") is None
    with pytest.raises(UsageError, match="2024"):
        season_event("round-of-16-2024")


@pytest.mark.parametrize("year", VALID)
def test_the_valid_pairings_of_a_season_are_those_that_are_known(year: int) -> None:
    assert scheduler.draw_count(f"round-of-16-{year}").valid == VALID[year]


def test_a_decision_that_keeps_associations_apart_takes_pairings_away() -> None:
    event = scheduler.load("round-of-16-2015")
    assert isinstance(event, Event)
    rules = event.stages[0].rules
    assert rules[-1]["id"] == "not-in-one-group"
    stage = event.stages[0]
    free = Event("F", event.entrants, (replace(stage, rules=rules[:-1]),))
    assert scheduler.draw_count(free).valid == 10_595
    assert scheduler.draw_count(event).valid == 9_147


def test_a_drawn_season_pairs_winners_with_runners_up_and_obeys() -> None:
    made = scheduler.draw("round-of-16-2022", seed="x")
    assert isinstance(made, GroupResult)
    assert made.report.holds
    assert [g[0] for g in made.groups] == list(range(1, 9))
    assert sorted(g[1] for g in made.groups) == list(range(9, 17))
    assert scheduler.check(made, event="round-of-16-2022").holds


def test_the_procedure_is_farthest_from_uniform_where_it_is_known_to_be(book: Rulebook) -> None:
    """Liverpool and Bayern in 2022: 37.1 % by balls, 515 of 1,292 in a uniform draw."""
    event = season_event("round-of-16-2022")
    assert event is not None
    found = procedure_of(event, event.stages[0], book)
    assert found is not None
    assert [event.name_of(e) for e in found.pair] == ["Liverpool", "Bayern"]
    assert found.uniform == Fraction(515, 1292)
    assert round(float(found.by_balls), 4) == 0.3712
    assert 0 < found.dead_end < 1


def test_other_draws_into_groups_have_no_procedure(book: Rulebook) -> None:
    for name in ("sample-world-cup-2018", "sample-champions-league-2021"):
        event = scheduler.load(name)
        assert isinstance(event, Event)
        assert procedure_of(event, event.stages[0], book) is None
