"""The worked examples of Laws 86 and 88 that the domain data keeps."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from scheduler.standings.rulings import balanced, imps_award, percent_award


@pytest.fixture
def golden(shared: Path) -> Any:
    """The golden data of directing."""
    file = shared / "domain" / "data" / "bridge" / "directing_golden.json"
    return json.loads(file.read_text(encoding="utf-8"))


def test_sixty_per_cent_are_three_imps_and_knockouts_take_the_average(golden: Any) -> None:
    """Law 86."""
    assert imps_award("average-plus") == 100 * golden["law86"]["imp_60pct"]
    assert len(golden["law86"]["ko_average"]) == 2
    for case in golden["law86"]["ko_average"]:
        made = balanced(100 * case["side1"], 100 * case["side2"], knockout=True)
        assert (made.home, made.away) == (100 * case["board"], -100 * case["board"])


def test_the_own_average_counts_where_it_is_higher_than_sixty(golden: Any) -> None:
    """Law 88."""
    assert len(golden["law88"]) == 2
    for case in golden["law88"]:
        own = Fraction(str(case["own_pct"]))
        assert percent_award("average-plus", own) == Fraction(str(case["award"]))
