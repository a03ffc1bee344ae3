"""Artificial, weighted, averaged scores and lost parts, by the worked examples of the notes."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from scheduler.errors import UsageError
from scheduler.standings.boards import Ruling, imps
from scheduler.standings.rulings import (
    Part,
    balanced,
    directors_error,
    imps_award,
    mismatch,
    parts_lost,
    percent_award,
    redeals,
    split,
    void_points,
    weighted,
    wrong_seats,
)


@pytest.fixture(scope="module")
def golden(shared: Path) -> dict[str, Any]:
    """The examples that the notes on directing computed."""
    path = shared / "domain" / "data" / "bridge" / "directing_golden.json"
    made: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return made


def test_golden_imps_of_sixty_per_cent(golden: dict[str, Any]) -> None:
    assert imps_award("average-plus") == 100 * golden["law86"]["imp_60pct"]


def test_golden_averages_of_knockouts(golden: dict[str, Any]) -> None:
    for case in golden["law86"]["ko_average"]:
        made = balanced(100 * case["side1"], 100 * case["side2"], knockout=True)
        assert (made.home, made.away) == (100 * case["board"], -100 * case["board"])


def test_golden_awards_of_law_88(golden: dict[str, Any]) -> None:
    for case in golden["law88"]:
        own = Fraction(str(case["own_pct"]))
        assert percent_award("average-plus", own) == Fraction(str(case["award"]))


def test_average_minus_is_at_most_the_own_average_and_average_is_average() -> None:
    assert percent_award("average-minus", Fraction(35)) == 35
    assert percent_award("average-minus", Fraction(64)) == 40
    assert percent_award("average", Fraction(64)) == 50
    assert percent_award("average-plus", Fraction(64)) == 64
    assert percent_award("average-plus") == 60, "no other boards: 60"


def test_outside_a_knockout_scores_need_not_balance() -> None:
    assert balanced(300, 300, knockout=False) == Ruling(300, 300)
    assert balanced(300, -300, knockout=True) == Ruling(300, -300)


def test_half_an_imp_is_kept_until_the_total() -> None:
    assert balanced(300, -600, knockout=True) == Ruling(450, -450)


def test_a_directors_error_leaves_neither_side_below_its_due() -> None:
    assert directors_error(0, 0) == (300, 300)
    assert directors_error(700, -700) == (700, 300), "more than the due stands"
    assert percent_award("average-plus") * 2 > 100, "60 and 60 exceed 100 per cent"


def test_a_weighted_score_is_converted_before_it_is_weighted() -> None:
    """60 % of +620 and 40 % of -100, against +170 in the other room: 10 and -7 IMPs, no mean."""
    parts = [Part(620, Fraction(60)), Part(-100, Fraction(40))]
    made = weighted(parts, lambda score: imps(score - 170))
    assert made == Fraction(60 * 10 + 40 * -7, 100)
    assert made != imps(332 - 170)


def test_a_split_score_need_not_add_up_to_nothing() -> None:
    one, other = split(
        [Part(620, Fraction(100))], [Part(620, Fraction(50)), Part(-100, Fraction(50))],
        lambda score: imps(score - 620))
    assert (one, other) == (0, Fraction(12, 2))


@pytest.mark.parametrize("weights", [
    (60, 30), (110, -10), ("33.333", "66.667"), (20, 20, 20, 20, 10, 10), ()])
def test_weights_that_are_none_are_refused(weights: tuple[Any, ...]) -> None:
    with pytest.raises(UsageError, match="weight"):
        weighted([Part(0, Fraction(w)) for w in weights], lambda s: s)


def test_weights_may_have_two_decimals() -> None:
    thirds = [Part(300, Fraction(w)) for w in ("33.33", "33.33", "33.34")]
    assert weighted(thirds, lambda s: s) == 300


def test_no_board_is_dealt_anew_where_the_result_could_be_known() -> None:
    assert not redeals(others_over=True, known=True)
    assert redeals(others_over=True, known=False)
    assert redeals(others_over=False, known=True)


def test_teams_seated_wrongly_throughout_have_eight_each() -> None:
    """P12: 24 boards the wrong way: 8-8, and 12-12 where the director seated them."""
    for fault, points in ((False, 800), (True, 1_200)):
        made = wrong_seats(24, 0, fault)
        assert made.percent is not None
        assert [void_points(p, 2_000) for p in made.percent] == [points, points]


def test_half_a_match_rightly_seated_stands_with_average_on_the_rest() -> None:
    assert wrong_seats(24, 12).percent is None
    assert wrong_seats(24, 12).imps == 0
    assert wrong_seats(24, 11).percent == (40, 40)


def test_boards_lost_from_a_match_that_stands_are_three_imps_each() -> None:
    assert parts_lost(16, 3, "average-plus", "average-minus").imps == 900
    assert parts_lost(16, 3, "average", "average").imps == 0
    assert parts_lost(16, 8, "average-plus", "average-minus").percent is None, "half is enough"


def test_a_match_of_which_less_than_half_was_played_is_void_by_its_share() -> None:
    """Both at fault: an even length 45 %, 9.00 of 20; seven boards (4 x 40 + 3 x 50)/7 = 44.29 %."""
    even = parts_lost(8, 5, "average-minus", "average-minus").percent
    odd = parts_lost(7, 4, "average-minus", "average-minus").percent
    assert even == (45, 45)
    assert odd == (Fraction(310, 7), Fraction(310, 7))
    assert void_points(Fraction(45), 2_000) == 900
    assert void_points(Fraction(310, 7), 2_000) == 886
    assert f"{float(Fraction(310, 7)):.2f}" == "44.29"


def test_a_swiss_mismatch_is_compensated_by_a_quarter_of_the_pool() -> None:
    assert mismatch(1_200, due=6_000, met=6_501, at_fault=False) == 1_400
    assert mismatch(1_300, due=6_000, met=5_499, at_fault=True) == 1_100


def test_a_mismatch_of_five_points_or_of_the_other_sides_making_stands() -> None:
    assert mismatch(1_200, due=6_000, met=6_500, at_fault=False) == 1_200
    assert mismatch(1_200, due=6_000, met=7_000, at_fault=True) == 1_200
    assert mismatch(1_300, due=6_000, met=5_000, at_fault=False) == 1_300
    assert mismatch(300, due=6_000, met=5_000, at_fault=True) == 300, "nobody gains by his fault"


@pytest.mark.parametrize("call", [
    lambda: imps_award("average-double"), lambda: parts_lost(8, 9, "average", "average"),
    lambda: wrong_seats(0, 0), lambda: percent_award("average-plus", Fraction(101)),
])
def test_what_cannot_be_is_refused_in_words(call: Any) -> None:
    with pytest.raises(UsageError):
        call()
