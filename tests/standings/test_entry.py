"""Results as they are typed: every way a director writes them, and what is said of what cannot be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler.errors import UsageError
from scheduler.standings.entry import MOST_TEXT, parse_result
from scheduler.standings.scales import ContinuousVP, DiscreteVP, OutcomePoints, TableVP
from scheduler.standings.scoring import Entered, Scoring

VP = Scoring(ContinuousVP(), 16)
LEAGUE = Scoring(OutcomePoints(300, 100, 0))
CHESS = Scoring(OutcomePoints(100, 50, 0))
UNEVEN = Scoring(TableVP(((3, 1500, 1500), (10, 1800, 1200), (99, 2500, 400))), 32)


def played(form: str, home: int, away: int, boards: int = 0) -> Entered:
    return Entered("played", form, home, away, boards)


@pytest.mark.parametrize(("text", "made"), [
    ("+18", played("margin", 18, -18)),
    ("-7", played("margin", -7, 7)),
    ("18", played("margin", 18, -18)),
    ("0", played("margin", 0, 0)),
    ("+18 imp", played("margin", 18, -18)),
    ("13.25-6.75", played("points", 1325, 675)),
    ("13,25-6,75", played("points", 1325, 675)),
    ("13.25 : 6.75", played("points", 1325, 675)),
    ("20-0", played("points", 2000, 0)),
    ("12-8", played("points", 1200, 800)),
    ("12-8 imp", played("scores", 12, 8)),
    ("61-43", played("scores", 61, 43)),
    ("+18/12", played("margin", 18, -18, 12)),
    ("13.25-6.75 / 12", played("points", 1325, 675, 12)),
    ("d", played("outcome", 0, 0)),
    ("=", played("outcome", 0, 0)),
    ("h", played("outcome", 1, -1)),
    ("w-", Entered("home-walkover")),
    ("-W", Entered("away-walkover")),
    ("wo h", Entered("home-walkover")),
    ("w/o a", Entered("away-walkover")),
    ("--", Entered("double-walkover")),
    ("void", Entered("void")),
    ("void 8-8", Entered("void", "points", 800, 800)),
    ("取消8-8", Entered("void", "points", 800, 800)),
    ("12-12 adj", played("points", 1200, 1200)),
    ("13.25-8!", played("points", 1325, 800)),
    ("unplayed", Entered("unplayed")),
])
def test_a_result_of_a_stage_with_victory_points_is_read(text: str, made: Entered) -> None:
    assert parse_result(text, VP) == made


@pytest.mark.parametrize(("text", "like"), [
    ("＋１８", "+18"), ("－７", "-7"), ("\u22127", "-7"), ("１３．２５－６．７５", "13.25-6.75"),
    ("13。25—6。75", "13.25-6.75"), ("13，25－6，75", "13.25-6.75"), ("６１：４３", "61-43"),
    ("61比43", "61-43"), ("——", "--"), ("　+18　", "+18"), ("＋18／12", "+18/12"), ("主", "h"),
    ("客胜", "a"), ("平", "d"), ("Ｗ－", "w-"), ("\u200e+18", "+18"), ("hòa", "d"), ("未赛", "unplayed"),
])
def test_what_an_input_method_writes_is_what_was_meant(text: str, like: str) -> None:
    assert parse_result(text, VP) == parse_result(like, VP)


@pytest.mark.parametrize(("text", "made"), [
    ("2-1", played("scores", 2, 1)), ("3-0", played("scores", 3, 0)), ("h", played("outcome", 1, -1)),
    ("½-½", played("outcome", 0, 0)), ("3-0 pts", played("outcome", 1, -1)),
])
def test_in_a_league_two_numbers_are_goals(text: str, made: Entered) -> None:
    assert parse_result(text, LEAGUE) == made


@pytest.mark.parametrize(("text", "won"), [
    ("1-0", 1), ("0:1", -1), ("½-½", 0), ("1/2-1/2", 0), ("0,5-0,5", 0)])
def test_where_a_win_is_one_point_the_points_are_the_result(text: str, won: int) -> None:
    assert parse_result(text, CHESS) == played("outcome", won, -won)


@pytest.mark.parametrize(("text", "told"), [
    ("13.25-6.57", r"adds up to 19.82, but the two sides share 20\nMaybe write 13.25-6.75"),
    ("11-8", r"adds up to 19.*\n.*11-9 .*imp"),
    ("21.5--1.5", "no result"),
    ("25.5-5.5", "adds up to 31"),
    ("13.255-6.745", "more than two decimals"),
    ("61.5-43 imp", "whole numbers"),
    ("21-12 adj", "more than a side can get"),
    ("void 21-12", "more than a side can get"),
    ("", "no result"),
    ("abc", "no result"),
    ("18 7", "no result"),
    ("+18/0", "0 boards"),
    ("+18/1001", "1001 boards"),
    ("9999999", "beyond"),
    ("1" * 200, "too long"),
])
def test_what_cannot_be_a_result_is_told_with_what_would_be(text: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        parse_result(text, VP)


def test_a_pair_of_a_printed_scale_must_be_one_of_its_rows() -> None:
    assert parse_result("12-18", UNEVEN) == played("points", 1200, 1800)
    with pytest.raises(UsageError, match=r"no row(.|\n)*18 goes with 12"):
        parse_result("18-5", UNEVEN)


def test_the_pool_of_a_short_match_is_that_of_its_scale() -> None:
    """A half match on the half scale shares 10, the full match 20."""
    half = Scoring(DiscreteVP(), 16, short="half")
    assert parse_result("6-4/8", half) == played("points", 600, 400, 8)
    assert parse_result("12-8", half) == played("points", 1200, 800)
    with pytest.raises(UsageError, match="share 10"):
        parse_result("6-5/8", half)
    assert parse_result("6-4", half, 8) == played("points", 600, 400)
    assert parse_result("12-8", half, 8) == played("scores", 12, 8)
    with pytest.raises(UsageError, match="share 10"):
        parse_result("12.00-8.00 vp", half, 8)


def test_the_rulebook_can_say_what_a_pair_is() -> None:
    assert parse_result("12-8", Scoring(ContinuousVP(), 16, pair="scores")).form == "scores"
    with pytest.raises(UsageError, match="share 20"):
        parse_result("61-43", Scoring(ContinuousVP(), 16, pair="points"))


@given(st.text(max_size=MOST_TEXT + 5))
def test_whatever_is_typed_is_a_result_or_a_usage_error(text: str) -> None:
    for scoring in (VP, LEAGUE, CHESS, UNEVEN):
        try:
            made = parse_result(text, scoring)
        except UsageError:
            continue
        assert made.text == text


@given(st.integers(-400, 400), st.sampled_from(["", " imp"]), st.integers(0, 64))
def test_a_margin_is_read_back_as_it_was_written(margin: int, unit: str, boards: int) -> None:
    text = f"{margin:+d}{unit}" + (f"/{boards}" if boards else "")
    assert parse_result(text, VP) == played("margin", margin, -margin, boards)
