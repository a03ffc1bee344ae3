"""What is asked back: swapped signs, doubtful sizes, records that differ."""

from __future__ import annotations

import pytest

from scheduler.standings.boards import BoardResult, parse_contract
from scheduler.standings.entry import parse_result
from scheduler.standings.entry_checks import agree, board_differences, doubts, likely_swapped
from scheduler.standings.scales import ContinuousVP, OutcomePoints
from scheduler.standings.scoring import Entered, Scoring

VP = Scoring(ContinuousVP(), 16)
LEAGUE = Scoring(OutcomePoints(300, 100, 0))


def made(text: str, scoring: Scoring = VP) -> Entered:
    return parse_result(text, scoring)


def test_points_that_are_the_mirror_of_the_imps_ask_for_the_sign() -> None:
    home, away = VP.points(18)
    assert likely_swapped(made("+18"), VP, points=(home, away)) == ""
    assert "should it be -18?" in likely_swapped(made("+18"), VP, points=(away, home))
    other = doubts(made("+18"), VP, points=(1_325, 675))
    assert [d.kind for d in other] == ["scale"]


def test_the_opposite_of_what_the_other_side_says_asks_for_the_sign() -> None:
    assert "exchanged" in likely_swapped(made("+18"), VP, other=made("-18"))
    assert likely_swapped(made("+18"), VP, other=made("+18")) == ""
    assert likely_swapped(made("+18"), VP, other=made("-17")) == ""
    assert likely_swapped(made("d"), VP, other=made("=")) == ""


def test_a_last_placed_entrant_that_beats_the_first_by_far_is_asked_about() -> None:
    assert "Place 18 of 18" in likely_swapped(made("+40"), VP, places=(18, 1, 18))
    assert likely_swapped(made("-40"), VP, places=(18, 1, 18)) == ""
    assert likely_swapped(made("+5"), VP, places=(18, 1, 18)) == ""
    assert likely_swapped(made("+40"), VP, places=(7, 1, 18)) == ""


def test_a_margin_beyond_two_greatest_wins_is_asked_about() -> None:
    """Sixteen boards are won 20-0 by 60 IMPs."""
    assert [d.kind for d in doubts(made("+181"), VP)] == ["size"]
    assert doubts(made("+120"), VP) == ()


def test_points_that_no_margin_gives_are_asked_about_with_their_neighbours() -> None:
    points = [VP.points(m)[0] for m in range(61)]
    for value in (points[7], points[60], points[0]):
        text = f"{value // 100}.{value % 100:02d}-{(2000 - value) // 100}.{(2000 - value) % 100:02d}"
        assert doubts(made(text), VP) == ()
    between = points[7] + 1
    assert points[6] < between < points[8]
    asked = doubts(made(f"{between / 100:.2f}-{(2000 - between) / 100:.2f}"), VP)
    assert [d.kind for d in asked] == ["scale"]
    assert f"{points[7] / 100:.2f} or {points[8] / 100:.2f}" in asked[0].question


@pytest.mark.parametrize(("first", "second"), [
    ("+18", "18"), ("+18", "61-43"), ("+18", "+18/16"), ("d", "0"), ("w-", "wo h"), ("--", "--"),
])
def test_two_entries_that_say_the_same_are_agreed(first: str, second: str) -> None:
    found = agree(made(first), made(second), VP)
    assert found.agreed
    assert found.result in (made(first), made(second))
    assert found.differs == ()


def test_imps_agree_with_the_points_that_they_make_and_the_imps_are_kept() -> None:
    home, away = VP.points(18)
    text = f"{home / 100:.2f}-{away / 100:.2f}"
    assert agree(made(text), made("+18"), VP).result == made("+18")
    assert not agree(made(text), made("+17"), VP).agreed


@pytest.mark.parametrize(("first", "second", "told", "mirrored"), [
    ("+18", "-18", '"+18" against "-18"', True),
    ("+18", "+17", '"+18" against "+17"', False),
    ("+18/12", "+18/16", "12 boards against 16", False),
    ("+18", "w-", 'it was played, the other "home walkover"', False),
    ("w-", "-w", '"home walkover", the other "away walkover"', True),
    ("h", "a", '"h" against "a"', True),
    ("void 8-8", "void", '"void 8-8" against "void"', False),
])
def test_entries_that_differ_are_a_conflict_that_says_in_what(
    first: str, second: str, told: str, mirrored: bool
) -> None:
    found = agree(made(first), made(second), VP)
    assert (found.agreed, found.result, found.mirrored) == (False, None, mirrored)
    assert told in found.differs[0]


def test_in_a_league_goals_differ_though_the_points_are_the_same() -> None:
    assert not agree(made("2-1", LEAGUE), made("3-1", LEAGUE), LEAGUE).agreed


def test_a_board_of_which_the_sides_kept_different_scores_is_a_conflict() -> None:
    """4S= is +620, vulnerable; the other side wrote +170."""
    ours = BoardResult(2, open=-50, closed=parse_contract("4S E ="))
    theirs = BoardResult(2, open=-50, closed=-170)
    assert board_differences([ours], [ours]) == ()
    assert board_differences([ours], [theirs]) == ("board 2, closed room: -420 against -170",)
    vulnerable = BoardResult(2, open=620), BoardResult(2, open=170)
    assert board_differences(*([b] for b in vulnerable)) == ("board 2, open room: +620 against +170",)
    assert board_differences([ours], []) == ("board 2: only one record has it",)
