"""Many results at a time: pasted, from files, with every fault told and nothing lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler.errors import UsageError
from scheduler.standings import entry_many
from scheduler.standings.entry_many import parse_many
from scheduler.standings.scales import ContinuousVP, OutcomePoints
from scheduler.standings.scoring import Scoring

VP = Scoring(ContinuousVP(), 16)


def read(text: str, scoring: Scoring = VP) -> list[tuple[int, int, str, int, int]]:
    made = parse_many(text, scoring)
    assert made.faults == ()
    return [(x.round, x.table, x.entered.form, x.entered.home, x.entered.away) for x in made.lines]


@pytest.mark.parametrize("text", [
    "7 +18", "7\t+18", "7, +18", "7;+18", "7: +18", "７　＋１８", "7、+18", "7) +18", "  7  18  # late",
])
def test_a_line_is_a_table_and_its_result(text: str) -> None:
    assert read(text) == [(0, 7, "margin", 18, -18)]


@pytest.mark.parametrize("text", ["3 7 -18", "3,7,-18", "3;7;-18", "3\t7\t-18"])
def test_a_line_may_begin_with_the_round(text: str) -> None:
    assert read(text) == [(3, 7, "margin", -18, 18)]


@pytest.mark.parametrize("text", [
    "7 12 - 8", "7 12-8", "7,12-8", "7 12- 8 vp", "7;12,00-8,00", "7,12,00-8,00"])
def test_a_pair_may_have_blanks_and_decimal_commas(text: str) -> None:
    assert read(text) == [(0, 7, "points", 1200, 800)]


def test_a_minus_that_touches_its_number_is_a_sign() -> None:
    assert read("7 12 -8\n3 7 -25") == [(7, 12, "margin", -8, 8), (3, 7, "margin", -25, 25)]


def test_good_lines_are_taken_and_each_bad_one_is_told_with_its_number() -> None:
    made = parse_many("1 +18\n\n# pause\n2 13.25-6.57\nrubbish\n0 +3\n3 x/\n4 h\n1 -18\n", VP)
    assert [line.table for line in made.lines] == [1, 4]
    assert [fault.number for fault in made.faults] == [4, 5, 6, 7, 9]
    assert "share 20" in str(made.faults[0])
    assert "line 1, with \"+18\"" in made.faults[-1].message


def test_a_table_with_headings_may_have_its_columns_in_any_order() -> None:
    text = "\ufeffTable,Round,VP home,VP away,IMPs home,IMPs away\n7,3,14.60,5.40,61,43\n"
    scored = VP.points(18)
    text = text.replace("14.60,5.40", f"{scored[0] / 100:.2f},{scored[1] / 100:.2f}")
    assert read(text) == [(3, 7, "scores", 61, 43)]


def test_points_that_do_not_follow_from_the_imps_are_a_fault() -> None:
    made = parse_many("table,imps_home,imps_away,vp_home,vp_away\n7,61,43,6.75,13.25\n", VP)
    assert made.lines == ()
    assert "do not agree" in made.faults[0].message


def test_headings_may_be_chinese_and_decimals_have_commas() -> None:
    assert read("轮次;桌次;结果;副数\n3;7;13,25-6,75;\n") == [(3, 7, "points", 1325, 675)]
    made = parse_many("桌次;结果;副数\n7;+18;12\n", VP)
    assert made.lines[0].entered.boards == 12


@pytest.mark.parametrize(("row", "told"), [
    ("7,+18,,1", "penalty"), ("7,,,", "no result"), (",+18,,", "no table"), ("7,+18,,,5", "5 fields"),
    ("7,+18,x,", "no number"),
])
def test_a_row_that_cannot_be_taken_says_why(row: str, told: str) -> None:
    made = parse_many(f"table,result,boards,penalty\n{row}\n", VP)
    assert made.lines == ()
    assert told in made.faults[0].message


def test_the_length_of_a_match_decides_what_its_sides_share() -> None:
    """Table 9 plays half a match on the half scale, 10-0."""
    half = Scoring(ContinuousVP(), 16, "half")
    for text in ("8 13-7\n9 6.50-3.50\n", "table,result\n8,13-7\n9,6.50-3.50\n"):
        made = parse_many(text, half, lambda round, table: 8 if table == 9 else 0)
        assert made.faults == ()
        assert [line.entered.home for line in made.lines] == [1_300, 650]
        assert [fault.number for fault in parse_many(text, half).faults] == [made.lines[1].number]


def test_too_much_at_a_time_is_refused_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entry_many, "MOST_LINES", 3)
    with pytest.raises(UsageError, match="4 lines"):
        parse_many("1 +1\n" * 4, VP)
    monkeypatch.setattr(entry_many, "MOST_CHARACTERS", 10)
    with pytest.raises(UsageError, match="20 characters"):
        parse_many("1 +1\n" * 4, VP)


def test_a_long_line_is_a_fault_of_its_own() -> None:
    made = parse_many("1 +1\n2 " + "+" * 400 + "\n3 +3", VP)
    assert [line.table for line in made.lines] == [1, 3]
    assert "402 characters" in made.faults[0].message


@given(st.lists(st.text(alphabet="0123456789+-.,;:/ hadw\t#=voidR", max_size=20), max_size=12))
def test_every_line_that_says_anything_is_taken_or_told(lines: list[str]) -> None:
    for scoring in (VP, Scoring(OutcomePoints(300, 100, 0))):
        made = parse_many("\n".join(lines), scoring)
        spoke = {i for i, line in enumerate(lines, start=1) if line.split("#")[0].strip()}
        assert {x.number for x in made.lines} | {x.number for x in made.faults} == spoke
