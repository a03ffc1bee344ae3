"""Laws 14 to 16 as tables: the three cases of Law 15, the phases of 16C, cards that are missing."""

from __future__ import annotations

import random

import pytest

from scheduler.errors import UsageError
from scheduler.standings.rulings import (
    BoardFacts,
    PlayedBoard,
    extraneous,
    keep_results,
    missing_card,
    wrong_board,
)

FOUR = ("Ann", "Bo", "Cy", "Di")


def test_law_15a_a_wrong_board_that_nobody_had_played_stands() -> None:
    """P10: a board that was not scheduled was played: what happened is kept, and the right one may follow."""
    made = wrong_board(BoardFacts(FOUR), "2007")
    assert (made.law, made.result) == ("15A", "stands")
    assert "not-again" in made.follows
    assert "right-board-later" in made.choices


def test_law_15b_the_second_result_of_one_player_is_cancelled_for_both_sides() -> None:
    made = wrong_board(BoardFacts(FOUR, frozenset({"Cy"})), "2007")
    assert (made.law, made.result) == ("15B", "cancelled")
    assert set(made.follows) == {"cancelled-for-both", "artificial-for-deprived"}


def test_law_15c_found_in_the_auction_the_right_contestants_begin_again() -> None:
    first = wrong_board(BoardFacts(FOUR, phase="auction"), "2007")
    assert (first.law, first.result) == ("15C", "auction-again")
    assert first.follows == ("seat-right", "tell-rights", "repeat-calls")
    assert wrong_board(BoardFacts(FOUR, phase="auction", differs=True)).result == "cancelled"
    assert wrong_board(BoardFacts(FOUR, phase="auction", differs=False)).result == "play-on"


def test_who_tried_to_disturb_may_be_penalised() -> None:
    quiet = wrong_board(BoardFacts(FOUR, phase="auction"))
    loud = wrong_board(BoardFacts(FOUR, phase="auction", disturbed=True))
    assert set(loud.choices) - set(quiet.choices) == {"adjusted-score", "procedural-penalty"}


def test_pair_five_that_played_board_nine_early_keeps_it_and_must_not_play_it_again() -> None:
    early = PlayedBoard(1, 1, 9, (5, 2), FOUR)
    made = keep_results([early], [(5, 8), (2, 8)])
    assert made.kept == (early,)
    assert made.unscheduled == ((2, 9), (5, 9))
    again = PlayedBoard(4, 2, 9, (5, 7), ("Ann", "Bo", "Ed", "Flo"))
    later = keep_results([early, again], [(5, 9), (7, 9)])
    assert later.cancelled == (again,)
    assert later.deprived == ((7, 9),), "pair 5 has its board; pair 7 was deprived of it"


def test_no_player_keeps_two_results_for_one_board() -> None:
    rng = random.Random(5)
    for _ in range(200):
        played = [PlayedBoard(i, 1, rng.randint(1, 3), (1, 2), tuple(rng.sample("ABCDEFGH", 4)))
                  for i in range(12)]
        made = keep_results(played)
        seats = [(p, one.board) for one in made.kept for p in one.players]
        assert len(seats) == len(set(seats))
        assert len(made.kept) + len(made.cancelled) == 12


def test_before_the_auction_there_are_four_ways_and_after_a_call_one() -> None:
    """A knockout match at a single table; then a board that other tables play too."""
    assert extraneous("before-auction", edition="2007").choices == (
        "swap-seats", "redeal", "play-on-adjust", "artificial")
    assert extraneous("after-first-call").choices == ("play-on-adjust",)
    assert extraneous("before-auction", shared=True).choices == ("play-on-adjust", "artificial")
    assert extraneous("before-auction", redeals=False).choices == (
        "swap-seats", "play-on-adjust", "artificial")


def test_information_from_elsewhere_has_another_number_in_each_edition() -> None:
    assert [extraneous("before-auction", edition=e).law for e in ("1997", "2007", "2017")] == [
        "16B", "16C", "16D"]


def test_a_hand_of_twelve_cards_found_in_the_auction_changes_no_score() -> None:
    assert missing_card("before-lead", "found").follows == ("returned", "auction-stands")
    assert "auction-stands" in missing_card("before-lead", "not-found").follows
    assert missing_card("later", "played").follows == ("defective-trick",)


@pytest.mark.parametrize("call", [
    lambda: wrong_board(BoardFacts(("A", "B", "C", "C"))),
    lambda: wrong_board(BoardFacts(FOUR, phase="later")),
    lambda: wrong_board(BoardFacts(FOUR, frozenset({"Zoe"}))), lambda: extraneous("at lunch"),
    lambda: missing_card("before-lead", "played"), lambda: missing_card("never", "found"),
])
def test_facts_that_cannot_be_are_refused(call: object) -> None:
    with pytest.raises(UsageError):
        call()  # type: ignore[operator]
