"""Reports, clashes and results in words."""

from __future__ import annotations

import pytest

from scheduler.errors import NoAnswer
from scheduler.event import Report, Result, Schedule, Violation
from scheduler.views.messages import LANGUAGES, Translator
from scheduler.views.report_text import no_answer_text, report_text, result_text

EN = Translator("en")


def test_a_broken_rule_is_told_with_clause_reason_numbers_and_rounds(broken: Report) -> None:
    assert report_text(broken, EN).splitlines() == [
        "1 rule is broken.",
        "Price: 8.",
        "Checked: 2 rules, 192 counts.",
        "",
        "Broken rules",
        "three-running (CBA-14.1(b)): never three home or three away in a row",
        "  numbers 9 and 10, rounds 9-11: found 3, at most 2",
        "  number 10, rounds 6-8: found 3, at most 2",
        "",
        "Paid for, level 1",
        "table-variety (CBA-14.1(c)), price 8",
        "  numbers 1 and 6; 2 and 6; 3 and 6; 4 and 6: found 0, between 1 and 3",
    ]


def test_a_kept_rulebook_is_two_lines_and_says_what_was_checked(kept: Report) -> None:
    assert report_text(kept, EN) == (
        "All hard rules hold.\nPrice: 0.\nChecked: 2 rules, 21 counts.\n"
    )


def test_nothing_checked_is_not_called_kept() -> None:
    assert report_text(Report(0, (), ()), EN) == "No rules were given to check.\n"


def test_names_stand_beside_numbers(broken: Report) -> None:
    names = tuple(f"Team\n{i}" for i in range(1, 13))
    told = report_text(broken, EN, names=names)
    assert "numbers 9 Team 9 and 10 Team 10, rounds 9-11" in told


def test_a_translated_reason_takes_the_place_of_the_english_one(broken: Report) -> None:
    reasons = {"never three home or three away in a row": "不得三连主或三连客"}
    told = report_text(broken, Translator("zh"), reasons=reasons)
    assert "three-running（CBA-14.1(b)）：不得三连主或三连客" in told
    assert "  9和10号，第9-11轮：实为3，至多2" in told


@pytest.mark.parametrize(
    ("least", "most", "words"),
    [
        (1, 1, "found 4, must be exactly 1"),
        (None, 3, "found 4, at most 3"),
        (5, None, "found 4, at least 5"),
        (1, 3, "found 4, between 1 and 3"),
        (None, None, "found 4"),
    ],
)
def test_bounds_are_told_as_they_are(least: int | None, most: int | None, words: str) -> None:
    one = Violation("r", "", (), (), 4, least, most, 0, 1)
    told = report_text(Report(1, (), (one,), (("r", "", 1),)), EN)
    assert told.splitlines()[-1] == f"  whole schedule: {words}"


def test_a_flood_of_violations_is_cut_and_counted() -> None:
    flood = tuple(Violation("r", "", (i,), (i,), i, 0, 0, 0, i) for i in range(1, 101))
    told = report_text(Report(5050, (), flood, (("r", "", 100),)), EN).splitlines()
    assert told[-1] == "  80 more"
    assert len(told) < 30


def test_one_number_broken_twice_alike_is_told_once_with_how_often() -> None:
    alike = tuple(Violation("tables", "", (n,), (), 0, 1, None, 0, 1) for n in (3, 3, 5))
    told = report_text(Report(3, (), alike, (("tables", "", 9),)), EN)
    assert told.splitlines()[-1] == "  numbers 3 and 5: found 0, at least 1 (3 times in all)"


def test_many_alike_pairs_share_one_line() -> None:
    pairs = tuple(Violation("r", "", (1, i), (), 0, 1, 1, 0, 1) for i in range(2, 102))
    (line,) = report_text(Report(100, (), pairs, (("r", "", 100),)), EN).splitlines()[5:]
    assert line.startswith("  numbers 1 and 2; 1 and 3; ")
    assert line.endswith("; 88 more: found 0, must be exactly 1")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_clash_says_whether_each_member_is_needed(language: str) -> None:
    t = Translator(language)
    clash = ("meet (CBA-14.1): every pair once", "lock: 3-5 in round 2")
    proven = no_answer_text(NoAnswer("no", clash=clash, minimal=True, maybe="drop the lock."), t)
    reduced = no_answer_text(NoAnswer("no", clash=clash), t)
    assert proven.splitlines()[1] == t("answer.clash-minimal", n=2)
    assert reduced.splitlines()[1] == t("answer.clash-reduced", n=2)
    assert proven.splitlines()[2:4] == [f"  {line}" for line in clash]
    assert proven.splitlines()[4] == t("answer.maybe", advice="drop the lock.")
    assert len(reduced.splitlines()) == 4


def test_a_result_says_how_far_it_is_proven_and_what_yielded(
    six: Schedule, kept: Report
) -> None:
    result = Result("feasible", six, kept, "cpsat", (0, 4), 1.234, 7, ("order\nyielded",))
    assert result_text(result, EN).splitlines() == [
        "Feasible: all hard rules hold; a better schedule may exist.",
        "Proven lower bound of the price by level: 0 / 4.",
        "Made by cpsat in 1.23 s, seed 7.",
        "Note: order yielded",
    ]


def test_an_unknown_status_is_printed_not_guessed(six: Schedule, kept: Report) -> None:
    assert result_text(Result("odd", six, kept, "x"), EN).startswith("Status: odd.\n")


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", ["numbers 1 and 4 at table 2: found 0, at least 1", "table 3, round 5: found 2, at most 1"]),
        ("zh", ["1和4号在2号桌：实为0，至少1", "3号桌，第5轮：实为2，至多1"]),
        ("vi", ["số 1 và 4 ở bàn 2: có 0, ít nhất 1", "bàn 3, vòng 5: có 2, nhiều nhất 1"]),
    ],
)
def test_the_table_is_told_where_a_count_is_about_one(language: str, lines: list[str]) -> None:
    """Entrants at one table share a line; a count about a table alone is told by it."""
    variety = [Violation("v", "", (n,), (), 0, 1, None, 1, 1, table=2) for n in (1, 4)]
    twice = Violation("v", "", (), (5,), 2, None, 1, 1, 1, table=3)
    told = report_text(Report(0, ((1, 3),), (*variety, twice), (("v", "", 9),)), Translator(language))
    assert [line.strip() for line in told.splitlines()[-2:]] == lines


@pytest.mark.parametrize(("about", "said"), [
    ("schedule", "No schedule satisfies the rules: x"), ("draw", "No draw satisfies the rules: x"),
    ("groups", "No draw into groups satisfies the rules: x"), ("round", "No round satisfies the rules: x"),
    ("day", "No order of play is possible: x"),
])
def test_what_there_is_none_of_is_called_by_its_name(about: str, said: str) -> None:
    assert no_answer_text(NoAnswer("x", about=about), Translator()) == said + "\n"


def test_a_count_of_a_draw_about_nobody_speaks_of_the_draw_and_its_places() -> None:
    violations = (
        Violation("seed-number", "", (), (), 5, None, 4, 0, 1),
        Violation("byes-apart", "", (), (), 2, None, 1, 0, 1, places=(("match", 3, 8),)),
        Violation("byes-even", "", (7,), (), 2, None, 1, 0, 1, places=(("section", 2, 4),)),
    )
    told = report_text(Report(3, (), violations), Translator(), about="draw")
    for line in ("whole draw: found 5", "first-round match 3: found 2", "number 7, section 2 of 4: found 2"):
        assert f"  {line}" in told
    assert "整个抽签" in report_text(Report(3, (), violations), Translator("zh"), about="draw")
    assert "whole schedule" in report_text(Report(3, (), violations[:1]), Translator())
