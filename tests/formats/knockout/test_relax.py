"""Hard wishes that cannot be met: the reason in words, the cheapest one to give up; and those that can."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from formats.knockout.fields import model, stage
from scheduler.errors import NoAnswer
from scheduler.event import Entrant, Event
from scheduler.formats.knockout import draw
from scheduler.solve.problem import Limits

LIMITS = Limits(10.0)


def event(*values: tuple[str, ...], seeds: int = 0) -> Event:
    """Region, club and coach of each entrant."""
    full = [(*v, "", "", "")[:3] for v in values]
    return Event("cup", tuple(
        Entrant(i, f"t{i}", i if i <= seeds else 0, region, club, attributes={"coach": coach})
        for i, (region, club, coach) in enumerate(full, 1)
    ))


def hard(attribute: str, until: int) -> dict[str, Any]:
    return {"id": "apart", "attribute": attribute, "to-round": until}


def refused(entries: Event, *rules: dict[str, Any]) -> NoAnswer:
    with pytest.raises(NoAnswer) as caught:
        draw(entries, stage(*rules), model("plain-draw"), LIMITS, "x")
    return caught.value


def test_of_nested_wishes_the_wider_one_is_named_and_given_up() -> None:
    """Clubs lie within regions: nine of one region have three clubs, which eight matches can separate."""
    clubs = [("FRA", f"c{i % 3}") for i in range(9)] + [("", f"d{i}") for i in range(7)]
    error = refused(event(*clubs), hard("region", 1), hard("club", 1))
    assert [*map(str, error.clash)] == ["9 of 16 are from FRA; 8 first-round matches: at least 1 meeting"]
    assert error.maybe == (
        'price "apart" for region instead of asking it hard: '
        "1 pair can then meet by round 1, and that is the least."
    )


def test_of_crossing_wishes_the_one_that_breaks_is_named_with_its_round() -> None:
    """Four of each region and club on 16 lines: there are four quarters for regions, two halves for clubs."""
    grid = [("ABCD"[i % 4], "wxyz"[i // 4]) for i in range(16)]
    error = refused(event(*grid), hard("region", 2), hard("club", 3))
    assert str(error.clash[0]) == (
        "4 of 16 are from w; 2 sections of 8 lines: at least 2 meetings possible by round 3"
    )
    assert 'price "apart" for club' in error.maybe
    assert "8 pairs can then meet by round 3, and that is the least" in error.maybe


@pytest.mark.parametrize("copies", [1, 8])
def test_three_wishes_that_only_together_leave_nobody_to_play(copies: int) -> None:
    """Two share region, club and coach, and with everybody else one of these; no attribute has more than
    half of the field. 8 lines, and 64 with as many copies."""
    field = [("A", "x", "m")] * 2 + [("A", "", "")] * 2 + [("", "x", "")] * 2 + [("", "", "m")] * 2
    error = refused(event(*field * copies), hard("region", 1), hard("club", 1), hard("coach", 1))
    assert len(error.clash) == 1
    assert str(error.clash[0]) == (
        f"{2 * copies} of {8 * copies} are from A + x + m; 0 share none of that, and 0 have byes: "
        f"first-round meetings at least {copies}"
    )
    assert f"{2 * copies} pairs" in error.maybe


def test_where_one_is_not_enough_all_are_to_be_priced() -> None:
    both = [("A", "x")] * 3 + [("B", "y")] + [("A", "c"), ("A", "d"), ("e", "x"), ("f", "x")]
    error = refused(event(*both), hard("region", 1), hard("club", 1))
    assert len(error.clash) == 2
    assert 'price "apart" everywhere' in error.maybe


@pytest.mark.parametrize("size", [16, 64])
def test_hard_wishes_of_two_crossing_attributes_are_met(size: int) -> None:
    rng = Random(size)
    values = [[k % (size // 3) for k in range(size)] for _ in range(2)]
    for column in values:
        rng.shuffle(column)
    field = [(f"r{a}", f"c{b}") for a, b in zip(*values, strict=True)]
    made = draw(event(*field, seeds=4), stage(hard("region", 1), hard("club", 2)),
                model("plain-draw"), LIMITS, "x")
    assert made.report.holds
    assert made.conflicts["region"][0] == 0
    assert made.conflicts["club"][:2] == (0, 0)
