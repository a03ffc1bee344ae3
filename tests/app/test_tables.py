"""Published tables are judged as the regulation's notes say."""

from __future__ import annotations

import pytest

import scheduler
from scheduler.app.inputs import open_table
from scheduler.errors import UsageError


@pytest.mark.parametrize("name", ["cba-6", "cba-8"])
def test_printed_tables_of_6_and_8_break_nothing(name: str) -> None:
    report = scheduler.check(name, model="cba-round-robin")
    assert report.holds
    assert len(report.rules) == 10


def test_printed_table_of_12_breaks_one_rule_for_9_and_10_alone() -> None:
    broken = [v for v in scheduler.check("cba-12").violations if v.level == 0]
    assert {(v.rule, v.subject, v.rounds) for v in broken} == {
        ("run-limit", (9,), (9, 10, 11)),
        ("run-limit", (10,), (6, 7, 8)),
        ("run-limit", (10,), (9, 10, 11)),
    }


def test_8_played_by_7_breaks_it_for_number_3_unless_a_bye_ends_a_run() -> None:
    over = scheduler.check("cba-8", drop_last=True)
    assert {(v.rule, v.subject) for v in over.violations if v.level == 0} == {("run-limit", (3,))}
    assert scheduler.check(
        "cba-8", drop_last=True, changes=[("run-limit", "bye-breaks-run", True)]
    ).holds


def test_the_least_repair_of_12_is_two_reversals_and_the_only_one() -> None:
    result = scheduler.repair("cba-12")
    assert result.report.holds
    assert [c["kind"] for c in result.extra["changes"]] == ["reversed", "reversed"]
    assert (result.extra["optimal"], result.extra["bound"], result.extra["unique"]) == (
        True, 2, True,
    )


def test_completions_are_counted_as_published() -> None:
    assert scheduler.complete("cba-8").completions == 1
    assert scheduler.complete("cba-8", restricted=False).completions == 128
    assert scheduler.complete("cba-12").completions == 172_032


def test_a_schedule_that_was_never_printed_has_nothing_to_complete() -> None:
    with pytest.raises(UsageError, match="missing"):
        scheduler.complete(scheduler.plan(6))


def test_an_event_of_another_size_is_refused() -> None:
    with pytest.raises(UsageError, match="23"):
        scheduler.check("cba-6", event="sample-23")


def test_rules_of_the_event_hold_for_its_table() -> None:
    lock = {"id": "lock", "home": "A", "away": "B", "rounds": [1]}
    entrants = tuple(scheduler.Entrant(i, name) for i, name in enumerate("ABCDEF", start=1))
    event = scheduler.Event("Cup", entrants, (scheduler.Stage(rules=(lock,)),))
    broken = scheduler.check(open_table("cba-6"), event=event).violations
    assert "lock" in {v.rule for v in broken}
    assert "lock" not in {v.rule for v in scheduler.check("cba-6").violations}
