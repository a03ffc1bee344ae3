"""Scales as values: both sides' points, half scales, printed tables, what a rulebook may say."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler.errors import RulebookError, UsageError
from scheduler.standings import ContinuousVP, DiscreteVP, OutcomePoints, TableVP, scale_from


@given(st.integers(-200, 200), st.integers(5, 64), st.booleans())
def test_both_sides_share_a_constant_and_mirror_each_other(
    margin: int, boards: int, half: bool
) -> None:
    for scale in (ContinuousVP(half=half), DiscreteVP(half=half)):
        home, away = scale.points(margin, boards)
        assert home + away == scale.top
        assert scale.points(-margin, boards) == ((away, home) if margin else (home, away))
        assert scale.points(margin + 1, boards)[0] >= home


def test_a_short_match_is_on_its_own_scale_or_on_that_of_the_full_length() -> None:
    assert ContinuousVP().points(10, 8)[0] == 1_378
    assert ContinuousVP(boards=16).points(10, 8)[0] == 1_280


def test_the_half_scale_is_ten_nil_and_halves_favour_the_winner() -> None:
    assert ContinuousVP(half=True).points(10, 8) == (689, 311)
    assert ContinuousVP(half=True).points(-5, 8) == (397, 603)
    assert DiscreteVP(half=True).points(99, 8) == (1_000, 0)


def test_win_draw_and_loss_have_their_points() -> None:
    football = OutcomePoints(300, 100, 0)
    assert [football.points(m) for m in (2, 0, -1)] == [(300, 0), (100, 100), (0, 300)]


def test_a_printed_table_need_not_share_a_constant() -> None:
    scale = TableVP(((0, 1_500, 1_500), (4, 1_600, 1_400), (40, 2_500, 0)))
    assert scale.points(0) == (1_500, 1_500)
    assert scale.points(-4) == (1_400, 1_600)
    assert scale.points(5) == scale.points(400) == (2_500, 0)
    assert (scale.draw, scale.top) == (1_500, 2_500)


def test_a_table_for_sixteen_boards_is_read_in_proportion_without_rounding() -> None:
    scale = TableVP(((0, 1_000, 1_000), (5, 1_100, 900), (10, 1_200, 800)), per_board=16)
    assert scale.points(2, 6)[0] == 1_200  # 2 * 16 / 6 = 5.33
    assert scale.points(2, 7)[0] == 1_100  # 2 * 16 / 7 = 4.57


@pytest.mark.parametrize("rows", [
    (), ((0, 1_000, 900),), ((0, 1_000, 1_000), (0, 1_100, 900)),
    ((0, 1_000, 1_000), (3, 900, 1_100)),
])
def test_tables_that_are_no_scale_are_refused(rows: Any) -> None:
    with pytest.raises(UsageError):
        TableVP(rows)


def test_every_kind_can_be_written_in_a_rulebook() -> None:
    assert scale_from({"kind": "points", "win": 300, "draw": 100}) == OutcomePoints(300, 100, 0)
    assert scale_from({"kind": "vp-continuous", "boards": 16}) == ContinuousVP(16)
    assert scale_from({"kind": "vp-discrete", "half": True}) == DiscreteVP(half=True)
    table = scale_from({"kind": "vp-table", "rows": [[0, 1_000, 1_000], [3, 2_000, 0]]})
    assert table.points(2) == (2_000, 0)


@pytest.mark.parametrize(("data", "told"), [
    ({}, "kind"),
    ({"kind": "vp-continous"}, 'mean "vp-continuous"'),
    ({"kind": "points", "wins": 3}, 'mean "win"'),
    ({"kind": "points", "win": 3.0}, "whole number"),
    ({"kind": "points", "win": 1, "draw": 2}, "at least a draw"),
    ({"kind": "vp-continuous", "boards": 5_000}, "0 to 1,000"),
    ({"kind": "vp-continuous", "half": 1}, "true or false"),
    ({"kind": "vp-table"}, "list"),
    ({"kind": "vp-table", "rows": [[0, 1_000]]}, "three whole numbers"),
    ({"kind": "vp-table", "rows": [[0, 1_000, 1_000]] * 2}, "must grow"),
])
def test_a_wrong_scale_is_told_with_its_place(data: dict[str, Any], told: str) -> None:
    with pytest.raises(RulebookError, match=told) as caught:
        scale_from(data, "model.toml:7")
    assert "model.toml:7" in str(caught.value)


def test_a_margin_beyond_every_match_is_refused() -> None:
    with pytest.raises(UsageError, match="margin"):
        ContinuousVP(16).points(10**9)
