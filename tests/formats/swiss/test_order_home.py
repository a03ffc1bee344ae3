"""Who is above whom, and who is at home: the regulation's examples and the golden data."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from formats.swiss.books import book
from scheduler.errors import UsageError
from scheduler.formats.swiss import SwissState, draw_order, next_round, recommended_rounds
from scheduler.formats.swiss.home import Ledger, home_away, ledgers, reversed_sides
from scheduler.formats.swiss.order import preference


@pytest.fixture(scope="module")
def golden(shared: Path) -> dict[str, object]:
    file = shared / "domain" / "data" / "bridge" / "directing_golden.json"
    return dict(json.loads(file.read_text(encoding="utf-8")))


def test_golden_order_of_ties(golden: dict[str, list[dict[str, list[int]]]]) -> None:
    """CBA-16.5: level teams by number, up in odd rounds and down in even ones."""
    assert len(golden["tie_order"]) == 4
    for case in golden["tie_order"]:
        level = dict.fromkeys(case["level"], 1000)
        assert list(draw_order(case["level"], level, int(case["round_drawn"]))) == case["order"]  # type: ignore[call-overload]


def test_golden_home_sides(golden: dict[str, list[dict[str, int]]]) -> None:
    """CBA-16.6, variant 1: the smaller number home in odd rounds, the larger in even ones."""
    assert len(golden["home_v1"]) == 4
    for case in golden["home_v1"]:
        for match in ((case["a"], case["b"]), (case["b"], case["a"])):
            assert home_away([match], case["round"], "v1")[0][0] == case["home"]


def test_golden_snake(golden: dict[str, dict[str, list[list[int]]]]) -> None:
    """CBA-16.3: round 1 by the snake, the strongest against the weakest."""
    for n, matches in golden["swiss_r1_snake"].items():
        made = next_round(SwissState(int(n), 1, 5), book())
        assert [sorted((m.home, m.away)) for m in made.matches] == matches
        assert made.proven


def test_points_come_before_numbers() -> None:
    """More points are above fewer, whatever the numbers; who has none has 0."""
    assert draw_order([1, 2, 3, 4], {3: 50, 1: 20, 2: 20}, 2) == (3, 2, 1, 4)
    assert draw_order([1, 2, 3, 4], {3: 50, 1: 20, 2: 20}, 4, ties="number") == (3, 1, 2, 4)


def test_the_true_order_decides_all() -> None:
    """With the true order at hand neither points nor numbers are asked."""
    assert draw_order([1, 2, 3], {1: 9}, 2, ties="as-given", given=[3, 9, 1, 2]) == (3, 1, 2)
    with pytest.raises(UsageError, match="leaves out 2"):
        draw_order([1, 2], {}, 2, ties="as-given", given=[1])
    with pytest.raises(UsageError, match="twice"):
        draw_order([1, 2], {}, 2, ties="as-given", given=[1, 2, 1])


def test_the_three_ways_within_score_groups() -> None:
    """Fold: first against last; slide: first against the first of the lower half; lot: any order."""
    points = {1: 2, 2: 2, 3: 2, 4: 2, 5: 1, 6: 1}
    order = (1, 2, 3, 4, 5, 6)
    _, fold = preference(order, points, "fold", Random(0))
    _, slide = preference(order, points, "slide", Random(0))
    assert fold is not None
    assert slide is not None
    assert list(fold(order)) == [4, 3, 2, 6, 5]
    assert list(slide(order)) == [3, 4, 2, 5, 6]
    shuffled, nothing = preference(order, points, "lot", Random(0))
    assert nothing is None
    assert (set(shuffled[:4]), set(shuffled[4:])) == ({1, 2, 3, 4}, {5, 6})


def test_home_by_rank_and_by_smaller_number() -> None:
    """Variant 2: the higher ranked; variant 3: the smaller number, in every round."""
    assert home_away([(9, 4)], 3, "v2") == ((9, 4),)
    assert [home_away([(9, 4)], r, "v3")[0][0] for r in (1, 2)] == [4, 4]


def test_home_sides_evened_out() -> None:
    """Who was home less often is home; level, who has been away longer; then by number."""
    past = ledgers([(1, 2, 1), (1, 3, 2), (4, 2, 2)])
    assert past[1] == Ledger(2, 0, 2)
    assert past[2] == Ledger(0, 2, -2)
    assert home_away([(1, 2)], 3, "balance", past) == ((2, 1),)
    assert home_away([(8, 7)], 3, "balance", past) == ((7, 8),)
    level = {1: Ledger(1, 1, 1), 2: Ledger(1, 1, -1)}
    assert home_away([(1, 2)], 3, "balance", level) == ((2, 1),)


def test_a_second_meeting_is_reversed() -> None:
    """Whoever was away in the latest meeting is home; new pairs stay as they are."""
    earlier = [(1, 2, 1), (2, 1, 4), (3, 4, 1)]
    assert reversed_sides([(2, 1), (4, 3), (5, 6)], earlier) == ((1, 2), (4, 3), (5, 6))


def test_recommended_numbers_of_rounds() -> None:
    """CBA-16.2: 4 to 6 up to 16 teams, 5 to 9 up to 32, 7 to 12 up to 64, nothing above."""
    assert [recommended_rounds(n) for n in (16, 17, 32, 33, 64, 65)] == [
        (4, 6), (5, 9), (5, 9), (7, 12), (7, 12), (0, 0)]
