"""What is carried from stage to stage, by kind, exactly."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler.errors import RulebookError, UsageError
from scheduler.standings.carryover import (
    CarryOver,
    carried_points,
    carry_forward,
    carry_imps,
    carry_over_from,
    cross_imps,
)
from scheduler.standings.results import MatchScore

PLAYED = (MatchScore(1, 1, 2, 1_301, 699), MatchScore(2, 1, 3, 2_000, 0), MatchScore(3, 3, 2, 1_500, 500))


@pytest.mark.parametrize(("rule", "made"), [
    (CarryOver("none"), {1: 0, 2: 0}),
    (CarryOver("all"), {1: 1_301, 2: 699}),
    (CarryOver("all", "all"), {1: 3_301, 2: 1_199}),
    (CarryOver("half"), {1: 651, 2: 350}),
    (CarryOver("share", share=Fraction(1, 4), rest=Fraction(1, 10)), {1: 525, 2: 225}),
    (CarryOver("capped", cap=500), {1: 1_199, 2: 699}),
    (CarryOver("capped", cap=700), {1: 1_301, 2: 699}),
])
def test_points_are_carried_by_the_kind_of_the_regulation(rule: CarryOver, made: dict[int, int]) -> None:
    assert carried_points(PLAYED, (1, 2), rule) == made


def test_an_unknown_kind_is_told() -> None:
    with pytest.raises(UsageError, match='mean "half"'):
        carried_points(PLAYED, (1, 2), CarryOver("halff"))


def test_the_winner_of_an_earlier_match_begins_with_part_of_its_margin_up_to_a_cap() -> None:
    assert carry_imps(21) == (2_100, 0)
    assert carry_imps(-21, Fraction(1, 3)) == (0, 700)
    assert carry_imps(21, Fraction(1, 2)) == (1_050, 0)
    assert carry_imps(50, Fraction(1, 2), cap=16) == (1_600, 0)
    assert carry_imps(0) == (0, 0)


def test_carry_forward_is_the_formula() -> None:
    """1/2 * 120.00 * (6 / 8) * (10 / 5) = 90.00."""
    assert carry_forward(12_000, 6, 8, 5, 10) == 9_000
    assert carry_forward(101, 1, 1, 1, 1) == 51
    with pytest.raises(UsageError, match="positive counts"):
        carry_forward(12_000, 6, 0, 5, 10)


def test_cross_imps_of_two_by_two_comparisons_are_divided_by_the_root_of_two() -> None:
    assert [cross_imps(t, 2, 2) for t in (10, -10, 0)] == [7, -7, 0]
    assert cross_imps(3, 2, 4) == 2
    assert cross_imps(-3, 2, 4) == -2
    with pytest.raises(UsageError):
        cross_imps(3, 0, 4)


@given(st.integers(-5_000, 5_000), st.integers(1, 12), st.integers(1, 12))
def test_cross_imps_are_the_nearest_whole_number(total: int, r: int, c: int) -> None:
    assert abs(cross_imps(total, r, c) - total / sqrt(r * c / 2)) <= 0.5 + 1e-9


def test_carry_over_is_read_from_an_event_file() -> None:
    data = {"kind": "capped", "among": "all", "share": "1/2", "rest": "0.1", "cap": 500, "rounding": "up"}
    assert carry_over_from(data) == CarryOver("capped", "all", Fraction(1, 2), Fraction(1, 10), 500, "up")


@pytest.mark.parametrize(("data", "told"), [
    ({"kinds": "all"}, 'mean "kind"'), ({"kind": "most"}, "none, all, half"), ({"share": 0.5}, "such as"),
    ({"share": "3/2"}, "such as"), ({"rest": "1/0"}, "such as"), ({"rest": "1e999999"}, "such as"),
    ({"cap": -1}, "hundredths"),
    ({"rounding": "near"}, "half-up"),
])
def test_a_wrong_setting_of_carry_over_is_told_with_its_place(data: dict[str, Any], told: str) -> None:
    with pytest.raises(RulebookError, match=told) as caught:
        carry_over_from(data, "event.toml:5")
    assert "event.toml:5" in str(caught.value)
