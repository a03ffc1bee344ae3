"""Byes, blocks of three, walkovers, artificial scores and carry-over, from the regulations'
examples."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from scheduler.errors import UsageError
from scheduler.standings import (
    ByeRule,
    ContinuousVP,
    MatchScore,
    OutcomePoints,
    block_of_three,
    bye_points,
    carried_over,
    unplayed_award,
    walkover,
)
from scheduler.standings.awards import average_plus, knockout_average, knockout_carry_over


@pytest.fixture
def golden(shared: Path) -> dict[str, Any]:
    path = shared / "domain" / "data" / "bridge" / "directing_golden.json"
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"), parse_float=Fraction)
    return data


def test_a_bye_is_worth_what_the_golden_file_says(golden: dict[str, Any]) -> None:
    bye = golden["bye_score"]
    rule = ByeRule(factor=Fraction(bye["factor"]))
    assert bye_points(rule, ContinuousVP()) == 100 * bye["score"] == 1_200


def test_a_block_of_three_of_half_length_scores_the_mean(golden: dict[str, Any]) -> None:
    block = golden["mini_rr_half"]
    scale = ContinuousVP()
    made = [scale.points(margin, block["half"])[0] for margin in (10, -5)]
    assert made == [100 * v for v in block["vp"]]
    assert Fraction(sum(made), 2) == 100 * block["round_score"] == Fraction("1086.5")


@pytest.mark.parametrize(("how", "above", "below"), [
    ("half-up", 1_087, 914), ("half-down", 1_086, 913), ("half-even", 1_086, 914),
    ("half-away", 1_087, 913), ("up", 1_087, 914), ("down", 1_086, 913),
])
def test_how_the_mean_is_rounded_is_a_choice(how: str, above: int, below: int) -> None:
    assert block_of_three((1_378, 795), how) == above
    assert block_of_three((622, 1_205), how) == below


def test_every_rule_for_byes_gives_its_points() -> None:
    league = OutcomePoints(300, 100, 0)
    found = {k: bye_points(ByeRule(k, value=150), league, (300, 100, 100)) for k in (
        "draw-times", "fixed", "win", "draw", "nothing", "own-average")}
    assert found == {"draw-times": 120, "fixed": 150, "win": 300, "draw": 100, "nothing": 0,
                     "own-average": 167}
    assert bye_points(ByeRule("own-average"), league) == 100
    with pytest.raises(UsageError, match="byes"):
        bye_points(ByeRule("drawn-times"), league)


def test_nobody_wins_a_double_walkover() -> None:
    assert walkover(ContinuousVP(), ByeRule()) == (1_200, 0)
    assert walkover(ContinuousVP(), ByeRule(), 300, double=True) == (300, 300)


def test_who_meets_a_team_that_left_gets_the_best_of_three() -> None:
    """Own average 11.2, converse of the leaver's 7.5 is 12.5, 60 % is 12."""
    assert unplayed_award((1_120,), (750,), 2_000) == 1_250
    assert unplayed_award((), (), 2_000) == 1_200
    assert unplayed_award((1_301, 1_302), (1_900,), 2_000) == 1_302


def test_law_86_averages_the_two_sides_of_a_knockout(golden: dict[str, Any]) -> None:
    for case in golden["law86"]["ko_average"]:
        assert knockout_average(case["side1"], case["side2"]) == case["board"]
    assert knockout_average(3, -2) == Fraction(5, 2)


def test_law_88_gives_sixty_per_cent_or_the_own_result(golden: dict[str, Any]) -> None:
    for case in golden["law88"]:
        assert average_plus(int(100 * case["own_pct"])) == 100 * case["award"]


def test_points_against_those_who_qualified_are_carried_over_and_a_little_of_the_rest() -> None:
    played = (MatchScore(1, 1, 2, 1_301, 699), MatchScore(2, 1, 3, 2_000, 0),
              MatchScore(3, 3, 2, 1_500, 500))
    assert carried_over(played, (1, 2)) == {1: 1_301, 2: 699}
    assert carried_over(played, (1, 2), rest=Fraction(1, 10)) == {1: 1_501, 2: 749}
    assert carried_over(played, (1, 3), among="all", share=Fraction(1, 2)) == {1: 1_651, 3: 750}


def test_a_tenth_of_an_imp_goes_to_the_better_placed() -> None:
    assert (knockout_carry_over(1, 8), knockout_carry_over(5, 4)) == ((10, 0), (0, 10))
    with pytest.raises(UsageError, match="placed 3"):
        knockout_carry_over(3, 3)
