"""What a rulebook may write as a tie-break, and that every criterion there is can be asked."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler.errors import RulebookError
from scheduler.standings import (
    BoardResult,
    ByeScore,
    Ledger,
    MatchScore,
    Penalty,
    TieBreak,
    point_a_board,
    standings,
    tie_break_from,
)
from scheduler.standings.tiebreaks import CRITERIA

LEDGER = Ledger(
    4,
    (
        MatchScore(1, 1, 2, 300, 100, 5, 2), MatchScore(1, 3, 4, 200, 200, 1, 1),
        MatchScore(2, 4, 1, 400, 0, 8, 0),
    ),
    (ByeScore(2, 2, 240), ByeScore(3, 2, 240)),
    (Penalty(4, 50, 2),),
)

EXPECTED: dict[str, list[object]] = {
    "points": [300, 340, 440, 550],
    "score": [300, 340, 440, 600],
    "opponents": [340 + 550, 300, 550, 440 + 300],
    "opponents-mean": [445, 300, 550, 370],
    "opponents-of-opponents": [300 + 740, 890, 740, 550 + 890],
    "sonneborn-berger": [340, 0, 275, 220 + 300],
    "sonneborn-berger-points": [3 * 340, 300, 2 * 550, 2 * 440 + 4 * 300],
    "net": [-5, -3, 0, 8],
    "for": [5, 2, 1, 9],
    "wins": [1, 0, 0, 1],
    "wins-played": [1, 0, 0, 1],
    "wins-away": [0, 0, 0, 0],
    "boards": [0, 0, 0, 0],
    "progressive": [600, 440, 640, 800],
    "fewest-penalties": [0, 0, 0, -50],
    "number": [-1, -2, -3, -4],
}


@pytest.mark.parametrize("name", list(EXPECTED))
def test_each_criterion_counts_what_its_name_says(name: str) -> None:
    values = standings(LEDGER, (TieBreak(name),)).splits[0].values
    assert [values[e] for e in (1, 2, 3, 4)] == EXPECTED[name]


def test_quotients_and_head_to_head_have_tests_of_their_own_and_nothing_else_is_left() -> None:
    own = {"quotient", "points-quotient", "lots", "head-to-head", "head-to-head-net",
           "head-to-head-wins", "koya"}
    assert set(CRITERIA) == own | set(EXPECTED)


@pytest.mark.parametrize(("name", "better"), [
    ("head-to-head", 1), ("head-to-head-net", 1), ("head-to-head-wins", 2)])
def test_head_to_head_by_points_net_score_and_wins(name: str, better: int) -> None:
    """In three matches 2 won twice by 1, and 1 once by 9."""
    ledger = Ledger(2, (
        MatchScore(1, 1, 2, 90, 110, 0, 1), MatchScore(2, 2, 1, 110, 90, 1, 0),
        MatchScore(3, 1, 2, 190, 10, 9, 0)))
    assert standings(ledger, (TieBreak(name),)).rows[0].entrant == better


def test_penalties_of_opponents_count_unless_the_rule_leaves_them_out() -> None:
    how = tie_break_from({"name": "buchholz", "penalties": False})
    assert standings(LEDGER, (how,)).splits[0].values[3] == 600


def test_points_won_by_points_conceded() -> None:
    made = standings(LEDGER, (TieBreak("points-quotient"),))
    assert [made.why(a, b)[0].above for a, b in ((4, 3), (3, 1), (1, 2))] == ["3", "1", "0.6"]


def test_a_virtual_opponent_had_as_much_gets_the_rest_and_then_draws() -> None:
    """2 has a bye of 12 in round 2 of 3, with 5 before it: its virtual opponent has 5 + (20 - 12) + 10."""
    ledger = Ledger(
        3,
        (MatchScore(1, 1, 2, 1_500, 500), MatchScore(2, 1, 3, 2_000, 0), MatchScore(3, 2, 3, 1_100, 900)),
        (ByeScore(3, 1, 1_200), ByeScore(2, 2, 1_200), ByeScore(1, 3, 1_200)))
    values = standings(ledger, (tie_break_from("buchholz-virtual"),)).splits[0].values
    assert values[2] == 4_700 + 2_100 + (500 + 800 + 1_000)
    # 3 idles first, so that it draws twice; 1 idles last, so that it does not draw.
    assert values[3] == 4_700 + 2_800 + (0 + 800 + 2_000)
    assert values[1] == 2_800 + 2_100 + (3_500 + 800)
    league = standings(ledger, (tie_break_from({"name": "buchholz-virtual", "draw": 700}),))
    assert league.splits[0].values[2] == 4_700 + 2_100 + (500 + 1_400 - 1_200 + 700)
    cut = standings(ledger, (tie_break_from({"name": "buchholz-virtual", "cut_low": 1}),))
    assert cut.splits[0].values[3] == 4_700 + 2_800


def test_koya_counts_points_against_those_with_half_of_what_could_be_won() -> None:
    """With 2 for a draw, 3 and 4 have at least 4 after two rounds, penalties taken off."""
    values = standings(LEDGER, (tie_break_from({"name": "koya", "draw": 200}),)).splits[0].values
    assert [values[e] for e in (1, 2, 3, 4)] == [0, 0, 200, 200]


def test_boards_won_decide_where_net_scores_are_level() -> None:
    """Point-a-board count-back: of nine boards each side won four, and one was level."""
    boards = [BoardResult(n, open=50 * (n < 5), closed=0 if n < 6 else 50) for n in range(1, 10)]
    home, away = point_a_board(boards)
    assert (home, away) == (9, 9)
    ledger = Ledger(2, (MatchScore(1, 1, 2, 1_000, 1_000, 8, 8, home_boards=8, away_boards=10),))
    made = standings(ledger, (TieBreak("points"), TieBreak("net"), TieBreak("boards")))
    assert [row.entrant for row in made.rows] == [2, 1]


def test_settings_of_a_named_criterion_can_be_changed() -> None:
    made = tie_break_from({"name": "median", "cut_high": 2, "unplayed": "own"})
    assert made == TieBreak("opponents", 1, 2, "own")


@pytest.mark.parametrize(("data", "told"), [
    ("bucholz", 'mean "buchholz"'),
    ({}, "None"),
    ({"name": "median", "cut": 1}, "no setting"),
    ({"name": "median", "cut_low": -1}, "0 to 100"),
    ({"name": "median", "cut_low": True}, "0 to 100"),
    ({"name": "median", "unplayed": "half"}, "skip"),
    ({"name": "head-to-head", "again": "yes"}, "true or false"),
    ({"name": "lots", "seed": 7}, "text"),
    ({"name": "buchholz", "draw": 0.5}, "hundredths"),
])
def test_a_wrong_tie_break_is_told_with_its_place(data: Any, told: str) -> None:
    with pytest.raises(RulebookError, match=told) as caught:
        tie_break_from(data, "model.toml:3")
    assert "model.toml:3" in str(caught.value)
