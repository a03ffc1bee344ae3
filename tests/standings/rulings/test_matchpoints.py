"""Matchpoints, Neuberg, fouled boards and Butler, by hand-counted boards."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from scheduler.errors import UsageError
from scheduler.standings.boards import imps
from scheduler.standings.rulings import Tabled, butler, cross_imps_of, matchpoints, neuberg, session
from scheduler.standings.rulings.matchpoints import butler_datum


def board(*scores: int | None, form: str = "", first: int = 1, group: str = "") -> list[Tabled]:
    """Pairs 1, 3, 5 ... N-S against 2, 4, 6 ..."""
    return [Tabled(2 * i + first, 2 * i + first + 1, s, form=form, group=group) for i, s in enumerate(scores)]


def naive(scores: list[int]) -> list[int]:
    """2 for each score beaten, 1 for each equalled."""
    return [sum(2 * (s > t) + (s == t) for j, t in enumerate(scores) if j != i) for i, s in enumerate(scores)]


def test_matchpoints_are_two_for_a_score_beaten_and_one_for_one_equalled() -> None:
    rng = random.Random(3)
    for _ in range(200):
        scores = [rng.choice([-100, 50, 110, 420, 450, 620]) for _ in range(rng.randint(2, 9))]
        made = matchpoints(board(*scores))
        assert [made[2 * i + 1].points for i in range(len(scores))] == naive(scores)
        assert all(made[2 * i + 1].points + made[2 * i + 2].points == 2 * (len(scores) - 1)
                   for i in range(len(scores)))


def test_neubergs_formula_brings_a_short_group_to_the_common_top() -> None:
    assert neuberg(10, 6, 7) == Fraction(118_333, 10_000)
    assert neuberg(10, 6, 6) == 10
    made = matchpoints([*board(620, 420, 170, 140, 110, 50), Tabled(13, 14, None, "average", "average")])
    assert made[1].points == Fraction(118_333, 10_000)
    assert made[1].top == 12


def test_groups_of_a_board_compare_with_themselves_alone() -> None:
    made = matchpoints([*board(420, 170, group="A"), *board(50, -50, first=11, group="B")])
    assert [made[p].points for p in (1, 3, 11, 13)] == [2, 0, 2, 0]


def test_a_fouled_board_is_scored_in_its_two_groups() -> None:
    """Law 87: ten results, misboarded after table 4: groups of 4 and 6, each on the top of ten."""
    before = board(620, 170, 170, 140, form="true")
    after = board(420, 400, 50, 50, -50, -100, form="changed", first=11)
    made = matchpoints([*before, *after])
    assert made[1].points == neuberg(6, 4, 10)
    assert made[3].points == made[5].points == neuberg(3, 4, 10)
    assert made[11].points == neuberg(10, 6, 10)
    assert all(made[p].points + made[p + 1].points == 18 for p in (1, 3, 5, 7, 11, 13, 15, 17, 19, 21))


def test_a_score_of_the_other_form_changes_nothing_inside_a_group() -> None:
    first = matchpoints([*board(620, 170, 140, 110, form="a"), *board(420, 50, 0, 90, form="b", first=11)])
    other = matchpoints([*board(620, 170, 140, 110, form="a"), *board(-800, 50, 0, 90, form="b", first=11)])
    assert [first[p] for p in range(1, 9)] == [other[p] for p in range(1, 9)]


def test_tiny_fouled_groups_have_printed_percentages() -> None:
    """Two of six: 65 and 55; three of nine: 70, 60, 50; for both directions, best first."""
    two = matchpoints([*board(620, 170, form="b"), *board(50, 60, 70, 80, form="a", first=11)])
    assert [two[p].fixed for p in (1, 3, 2, 4)] == [65, 55, 55, 65]
    assert two[1].points == Fraction(65, 100) * 10
    others = board(50, 60, 70, 80, 90, 110, form="a", first=11)
    three = matchpoints([*board(620, 170, 170, form="b"), *others])
    assert [three[p].fixed for p in (1, 3, 5, 2, 4, 6)] == [70, 55, 55, 50, 65, 65]


def test_a_fouled_group_above_a_third_of_the_field_is_factored() -> None:
    made = matchpoints([*board(620, 170, form="b"), *board(50, 60, 70, form="a", first=11)])
    assert made[1].fixed is None
    assert made[1].points == neuberg(2, 2, 5)


def test_a_fouled_group_of_one_has_an_artificial_score() -> None:
    made = matchpoints([*board(620, form="b"), *board(50, 60, 70, form="a", first=11)])
    assert (made[1].fixed, made[2].fixed) == (60, 60)


def test_law_88_gives_the_session_average_where_it_is_higher() -> None:
    """Own 63.5 per cent would be 63.5: here 2/3 of the boards played."""
    boards = {
        1: board(620, 170, 170, 50), 2: board(620, 170, 170, 50), 3: board(170, 620, 620, 50),
        4: [Tabled(1, 2, None, "average-plus", "average-minus"), *board(10, 20, 30, first=3)]}
    made = session(boards)
    own = made[1].own
    assert own == Fraction(100 * (6 + 6 + 2), 18)
    assert own > 60
    assert made[1].percent == (3 * own + own) / 4
    assert made[2].percent == (3 * made[2].own + min(Fraction(40), made[2].own)) / 4 < 40


def test_a_pair_that_played_nothing_else_has_sixty_per_cent() -> None:
    made = session({1: [Tabled(1, 2, None, "average-plus", "average"), *board(10, 20, first=3)]})
    assert (made[1].percent, made[2].percent, made[1].own) == (60, 50, None)


def test_an_arrow_switch_at_one_table_is_a_matter_of_that_board() -> None:
    """P13: who sits N-S is kept board by board; the same contract is worth the same to the same pair."""
    plain = session({1: [Tabled(1, 2, 620), Tabled(3, 4, 170)]})
    switched = session({1: [Tabled(2, 1, -620), Tabled(3, 4, 170)]})
    assert plain[1].percent == 100
    assert switched[2].percent == 0
    assert switched[1].percent == 100


def test_guests_score_for_others() -> None:
    """P21: a pair without standing counts for its opponents; leaving it out would change their scores."""
    with_guest = session({1: board(620, 420, 170)})
    without = session({1: board(620, 170)})
    assert with_guest[5].percent == 0
    assert with_guest[1].top == 4
    assert without[1].top == 2


def test_butler_measures_against_the_mean_without_extremes() -> None:
    assert butler_datum([1_100, 420, 400, -800], 1) == 410
    assert butler_datum([420, 400, 410, 430]) == 420, "415 goes away from nought"
    assert butler_datum([-420, -400, -410, -430]) == -420
    made = butler(board(1_100, 420, 400, -800), 1)
    assert made[1] == imps(1_100 - 410)
    assert all(made[p] == -made[p + 1] for p in (1, 3, 5, 7))


def test_cross_imps_are_the_mean_over_the_other_tables() -> None:
    made = cross_imps_of(board(620, 170, -100))
    assert made[1] == Fraction(imps(450) + imps(720), 2)
    assert sum(made[p] for p in (1, 3, 5)) == 0


def test_artificial_scores_in_butler_are_three_imps_each_way() -> None:
    made = butler([Tabled(1, 2, None, "average-plus", "average-minus"), *board(50, 60, first=3)])
    assert (made[1], made[2]) == (3, -3)


def test_a_pair_with_two_results_on_a_board_is_refused_with_law_15() -> None:
    with pytest.raises(UsageError, match="two results") as caught:
        matchpoints([Tabled(1, 2, 50), Tabled(1, 3, 60)])
    assert "15B" in str(caught.value.maybe)


@pytest.mark.parametrize("call", [
    lambda: neuberg(1, 7, 6), lambda: neuberg(1, 0, 3), lambda: matchpoints([Tabled(1, 2, 55)]),
    lambda: butler_datum([10, 20], 1),
    lambda: matchpoints([Tabled(2 * i, 2 * i + 1, 0) for i in range(1_001)]),
])
def test_scores_that_cannot_be_are_refused(call: object) -> None:
    with pytest.raises(UsageError):
        call()  # type: ignore[operator]
