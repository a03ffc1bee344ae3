"""What a stage adds to a rulebook, and what it may not ask."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import scheduler
from scheduler.errors import RulebookError, UsageError
from scheduler.event import Entrant, Event, Stage
from scheduler.files import match_rows
from scheduler.formats.round_robin.frame import MOST_MATCHES, MOST_ROUNDS

FOUR = tuple(Entrant(i, f"T{i}", region="AABB"[i - 1], attributes={"coach": ""}) for i in range(1, 5))


def related(attribute: str, **more: Any) -> Event:
    rule = {"id": "related-early", "attribute": attribute, "price": 1, "level": 3}
    return Event("Cup", FOUR, (Stage(rules=(rule,), **more),))


@pytest.mark.parametrize("attribute", ["regions", "coach"])
def test_a_rule_about_an_attribute_that_nobody_has_is_refused(attribute: str) -> None:
    """It would ask nothing, whether the column is missing or empty."""
    with pytest.raises(RulebookError) as caught:
        scheduler.plan(related(attribute))
    assert attribute in caught.value.message
    assert "region" in caught.value.maybe


def test_a_rule_about_an_attribute_somebody_has_is_counted() -> None:
    assert "related-early" in {rule for rule, _, _ in scheduler.plan(related("region")).report.rules}


def test_the_refusal_names_the_line_of_the_event_file(tmp_path: Path) -> None:
    path = tmp_path / "cup.toml"
    rows = "".join(f'[[entrant]]\nname = "{name}"\nregion = "N"\n' for name in "ABC")
    path.write_text(f'[stage]\n[[stage.rule]]\nid = "related-early"\nattribute = "regoin"\n{rows}')
    with pytest.raises(RulebookError, match=r"cup\.toml:\d+: .*regoin") as caught:
        scheduler.plan(path)
    assert caught.value.maybe == 'you mean "region"?'


def test_related_entrants_cannot_be_judged_in_a_table_of_numbers() -> None:
    """A bare table has no entrants whose regions could be compared."""
    with pytest.raises(UsageError, match="no entrants are known"):
        scheduler.check("cba-8", changes=[("related-early", "by", 2)])


def test_a_round_robin_has_as_many_tables_as_matches_in_a_round() -> None:
    """There is no option for fewer: a round would not fit."""
    with pytest.raises(UsageError, match='no option "tables"'):
        scheduler.plan(Event("Cup", FOUR, (Stage(options={"tables": 1}),)))


@pytest.mark.parametrize(("n", "legs"), [(1500, 1), (500, 9), (2000, 100)])
def test_what_could_not_be_read_again_is_not_planned(n: int, legs: int) -> None:
    """More matches than a file of a schedule may hold are refused before anything is made."""
    with pytest.raises(UsageError, match=f"{legs * n * (n - 1) // 2} matches, the limit is 1000000"):
        scheduler.plan(n, legs=legs)
    assert MOST_MATCHES == match_rows.MOST_MATCHES


def test_more_rounds_than_a_file_may_hold_are_not_planned() -> None:
    with pytest.raises(UsageError, match="5900 rounds, the limit is 5000"):
        scheduler.plan(60, legs=100)
    assert MOST_ROUNDS == match_rows.MOST_ROUNDS
