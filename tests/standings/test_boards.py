"""Board scores against the score card, IMPs, and matches added up from boards."""

from __future__ import annotations

import pytest

from scheduler.errors import UsageError
from scheduler.standings import (
    BoardResult,
    ContinuousVP,
    Contract,
    Ruling,
    board_imps,
    contract_score,
    imps,
    match_margin,
    parse_contract,
)
from scheduler.standings.boards import dealer, vulnerable, weighted_imps

# The printed score card, contracts just made: level by level, not vulnerable / vulnerable.
MADE = {
    ("C", 0): "70/70 90/90 110/110 130/130 400/600 920/1370 1440/2140",
    ("H", 0): "80/80 110/110 140/140 420/620 450/650 980/1430 1510/2210",
    ("N", 0): "90/90 120/120 400/600 430/630 460/660 990/1440 1520/2220",
    ("D", 1): "140/140 180/180 470/670 510/710 550/750 1090/1540 1630/2330",
    ("S", 1): "160/160 470/670 530/730 590/790 650/850 1210/1660 1770/2470",
    ("N", 1): "180/180 490/690 550/750 610/810 670/870 1230/1680 1790/2490",
    ("C", 2): "230/230 560/760 640/840 720/920 800/1000 1380/1830 1960/2660",
    ("S", 2): "520/720 640/840 760/960 880/1080 1000/1200 1620/2070 2240/2940",
    ("N", 2): "560/760 680/880 800/1000 920/1120 1040/1240 1660/2110 2280/2980",
}
DOWN = {
    (0, False): "50 100 150 200 250 300 350 400 450 500 550 600 650",
    (0, True): "100 200 300 400 500 600 700 800 900 1000 1100 1200 1300",
    (1, False): "100 300 500 800 1100 1400 1700 2000 2300 2600 2900 3200 3500",
    (1, True): "200 500 800 1100 1400 1700 2000 2300 2600 2900 3200 3500 3800",
    (2, False): "200 600 1000 1600 2200 2800 3400 4000 4600 5200 5800 6400 7000",
    (2, True): "400 1000 1600 2200 2800 3400 4000 4600 5200 5800 6400 7000 7600",
}


@pytest.mark.parametrize(("strain", "doubled"), list(MADE))
def test_contracts_just_made_score_as_the_card_has_them(strain: str, doubled: int) -> None:
    for level, both in enumerate(MADE[strain, doubled].split(), start=1):
        contract = Contract(level, strain, doubled, "N", level + 6)
        found = "/".join(str(contract_score(contract, v)) for v in (False, True))
        assert found == both, contract


@pytest.mark.parametrize(("doubled", "vul"), list(DOWN))
def test_undertricks_cost_what_the_card_says(doubled: int, vul: bool) -> None:
    for down, cost in enumerate(DOWN[doubled, vul].split(), start=1):
        assert contract_score(Contract(7, "N", doubled, "E", 13 - down), vul) == -int(cost)


def test_overtricks_count_by_the_strain_or_by_the_double() -> None:
    score = {t: contract_score(parse_contract(t), v) for t, v in (
        ("2H N +1", False), ("3C N +2", False), ("1NT N +3", True), ("2Sx N +1", False),
        ("2Dx N +1", True), ("1Cxx N +6", True), ("3NT N +4", True))}
    assert list(score.values()) == [140, 150, 180, 570, 380, 2_630, 720]


def test_a_slip_is_read_however_it_is_written() -> None:
    four = Contract(4, "S", 0, "N", 10)
    assert {parse_contract(t) for t in ("4S N =", "4s by n=", " 4♠N = ")} == {four}
    assert parse_contract("3NT X W -2") == Contract(3, "N", 1, "W", 7)
    assert parse_contract("5♣ xx by E −1") == Contract(5, "C", 2, "E", 10)
    assert contract_score(parse_contract("Pass"), True) == 0


@pytest.mark.parametrize("text", [
    "", "8S N =", "4S N", "4S =", "4S N +4", "1C N -8", "4SXXX N =", "4S N =" + 60 * " " + "x"])
def test_what_is_no_contract_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        parse_contract(text)


def test_dealer_and_vulnerability_go_round_in_sixteen_boards() -> None:
    """The boards on which each pair is vulnerable, as printed in Law 2."""
    assert [b for b in range(1, 17) if vulnerable(b, "N")] == [2, 4, 5, 7, 10, 12, 13, 15]
    assert [b for b in range(1, 17) if vulnerable(b, "E")] == [3, 4, 6, 7, 9, 10, 13, 16]
    assert [b for b in range(1, 17) if dealer(b) == "W"] == [4, 8, 12, 16]
    assert vulnerable(20, "S") == vulnerable(4, "S")


def test_imps_change_where_law_78_says() -> None:
    ends = (10, 40, 80, 120, 160, 210, 260, 310, 360, 420, 490, 590, 740, 890, 1090, 1290, 1490,
            1740, 1990, 2240, 2490, 2990, 3490, 3990)
    assert [imps(d) for d in ends] == list(range(24))
    assert [imps(-d - 10) for d in ends] == [-k for k in range(1, 25)]
    assert imps(15_200) == 24


def test_a_match_goes_from_contracts_to_victory_points() -> None:
    """Board 1: 4S= 420 against 4S-1; board 2: 620 against 170; board 3: flat; board 4: -790."""
    boards = [
        BoardResult(1, parse_contract("4S N ="), parse_contract("4S N -1")),  # 470: 10
        BoardResult(2, parse_contract("4H S ="), parse_contract("2H S +2")),  # 450: 10
        BoardResult(3, parse_contract("3NT W ="), parse_contract("3NT E =")),
        BoardResult(4, parse_contract("4Sx E ="), -100),  # -790 + 100: -12
        BoardResult(5, parse_contract("pass"), None),
    ]
    assert [board_imps(b) for b in boards] == [
        (1_000, -1_000), (1_000, -1_000), (0, 0), (-1_200, 1_200), None]
    assert match_margin(boards) == (8, -8, (5,))
    assert ContinuousVP().points(8, 4) == (1_418, 582)


def test_a_ruling_may_give_both_sides_something_but_not_in_a_knockout() -> None:
    both = BoardResult(1, ruling=Ruling(300, 300))
    assert match_margin([both, BoardResult(2, 620, 170)]) == (13, -7, ())
    knockout = BoardResult(1, ruling=Ruling(300, 300, average=True))
    assert match_margin([knockout, BoardResult(2, 620, 170)]) == (10, -10, ())
    assert board_imps(BoardResult(1, ruling=Ruling(600, -200, average=True))) == (400, -400)


def test_half_an_imp_is_kept_until_the_total() -> None:
    halves = [BoardResult(b, ruling=Ruling(300, -200, average=True)) for b in (1, 2)]
    assert match_margin(halves) == (5, -5, ())
    assert match_margin(halves[:1]) == (3, -3, ())
    assert match_margin(halves[:1], "half-even") == (2, -2, ())


def test_weighted_results_become_imps_before_they_are_weighted() -> None:
    """60 % of +620 and 40 % of -100 against 170: 10 and -7 IMPs, 3.20; of the mean, 332, it is
    4."""
    assert weighted_imps(((620, 60), (-100, 40)), 170) == 320
    for wrong in ((), ((620, 60), (100, 30)), ((620, 120), (100, -20))):
        with pytest.raises(UsageError):
            weighted_imps(wrong, 0)


def test_scores_and_boards_that_cannot_be_are_refused() -> None:
    for result in (BoardResult(1, 425, 0), BoardResult(0, 420, 0), BoardResult(1, 10**6, 0)):
        with pytest.raises(UsageError):
            board_imps(result)
    with pytest.raises(UsageError, match="twice"):
        match_margin([BoardResult(1, 420, 420)] * 2)
    with pytest.raises(UsageError):
        Contract(4, "NT", 0, "N", 10)
