"""The organiser's line says what is true of the schedule, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from scheduler.errors import UsageError
from scheduler.event import Match, Report, Result, Schedule
from scheduler.views.messages import LANGUAGES, Translator
from scheduler.views.summary import Verdict, summary, verdict_line

EN = Translator("en")


def test_a_kept_odd_table_reads_as_one_proud_line(five: Schedule, kept: Report) -> None:
    assert summary(five, EN, Verdict(kept, "optimal")) == (
        "5 teams, 5 rounds, 10 matches; home 2, away 2 for everyone; never three running;"
        " bye of round k is number k; all rules proven"
    )


def test_an_even_table_says_that_sides_differ_by_one(six: Schedule, kept: Report) -> None:
    assert summary(six, EN, Verdict(kept, "optimal")) == (
        "6 teams, 5 rounds, 15 matches; home 2 or 3, away 2 or 3; never three running;"
        " all rules proven"
    )


def test_a_long_run_is_said_with_its_number_and_rounds(six: Schedule) -> None:
    low = np.minimum(six.home, six.away)
    worst = six.replace(home=low, away=np.maximum(six.home, six.away))
    assert "longest run 5 (number 1, rounds 1-5; number 6, rounds 1-5)" in summary(worst, EN)
    assert "home 0 to 5, away 0 to 5" in summary(worst, EN)


def test_more_than_three_runs_are_counted_not_listed() -> None:
    matches = [Match(2 * i + 1, 2 * i + 2, r) for r in (1, 2, 3) for i in range(4)]
    assert "rounds 1-3; 5 more)" in summary(Schedule.of(8, 3, matches), EN)


def test_byes_out_of_order_are_not_called_in_order(five: Schedule) -> None:
    turned = five.renumbered([2, 3, 4, 5, 1])
    assert "one bye in every round" in summary(turned, EN)
    assert "bye of round k" not in summary(turned, EN)
    assert "4 byes" in summary(Schedule.of(4, 2, [Match(1, 2, 1), Match(3, 4, 2)]), EN)


def test_missing_and_repeated_meetings_are_said() -> None:
    short = Schedule.of(4, 1, [Match(1, 2, 1), Match(3, 4, 1)])
    assert "no pair meets twice; 4 pairs never meet" in summary(short, EN)
    again = Schedule.of(3, 3, [Match(1, 2, r) for r in (1, 2, 3)])
    assert "no pair meets more than 3 times; 2 pairs never meet" in summary(again, EN)
    twice = Schedule.of(2, 2, [Match(1, 2, 1), Match(2, 1, 2)])
    assert "every pair meets 2 times" in summary(twice, EN)
    uneven = Schedule.of(3, 4, [Match(1, 2, 1), Match(2, 3, 2), Match(3, 1, 3), Match(2, 1, 4)])
    assert "pairs meet 1 to 2 times" in summary(uneven, EN)


def test_the_reading_in_which_a_bye_ends_a_run_is_named(five: Schedule) -> None:
    assert "a bye ends a run" in summary(five, EN, Verdict(bye_breaks_run=True))
    assert "a bye ends a run" not in summary(five, EN)


def test_the_noun_is_the_organisers(six: Schedule) -> None:
    assert summary(six, EN, noun="pair").startswith("6 pairs, ")
    with pytest.raises(UsageError):
        summary(six, EN, noun="horse")


def test_a_schedule_without_matches_claims_nothing_of_sides() -> None:
    assert summary(Schedule.of(4, 0, []), EN) == "4 teams, 0 rounds, 0 matches; not checked"


RULES = (("meet", "CBA-14.1", 15),)


@pytest.mark.parametrize(
    ("verdict", "line"),
    [
        (Verdict(), "not checked"),
        (Verdict(Report(0, (), ())), "no rules were given to check"),
        (Verdict(Report(0, ((1, 0),), (), RULES), "feasible"), "all rules proven"),
        (
            Verdict(Report(0, ((1, 3),), (), RULES), "optimal"),
            "all hard rules proven; price 3, proven least",
        ),
        (
            Verdict(Report(0, ((1, 3),), (), RULES), "feasible", (3,)),
            "all hard rules proven; price 3, proven least",
        ),
        (
            Verdict(Report(0, ((1, 3),), (), RULES), "feasible", (2,)),
            "all hard rules proven; price 3, proven to be at least 2",
        ),
        (
            Verdict(Report(0, ((1, 0), (2, 7)), (), RULES), "interrupted", (0, 0)),
            "all hard rules proven; price 0 / 7; stopped before the end",
        ),
    ],
)
def test_no_more_is_claimed_than_was_proven(verdict: Verdict, line: str) -> None:
    assert verdict_line(verdict, EN) == line


def test_broken_rules_are_counted_by_rule_not_by_violation(broken: Report) -> None:
    assert verdict_line(Verdict(broken), EN) == "1 rule broken; price 8"


def test_a_verdict_takes_from_a_result_what_it_needs(six: Schedule, kept: Report) -> None:
    result = Result("optimal", six, kept, "construction", (0,), 0.1, 42)
    assert Verdict.of(result, "m") == Verdict(kept, "optimal", (0,), "m", 42)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_the_same_numbers(
    five: Schedule, kept: Report, language: str
) -> None:
    line = summary(five, Translator(language), Verdict(kept, "optimal"))
    digits = "".join(c if c.isdigit() else " " for c in line).split()
    assert sorted(digits) == sorted(["5", "5", "10", "2", "2"])
