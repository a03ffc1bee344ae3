"""Rounds played elsewhere: read from real-life files, every contradiction told with its place."""

from __future__ import annotations

import datetime

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from files.entry_lists import in_1258, saved, workbook
from files.rounds_read import VP, adopted, asked, grave, pairs
from scheduler.errors import FileError
from scheduler.event import Entrant
from scheduler.files.rounds import AdoptedBye, AdoptedMatch, AdoptedPenalty, adopt_rounds
from scheduler.files.rounds_rows import penalty_points
from scheduler.files.rounds_value import MOST_FINDINGS

# --- Files as offices write them ------------------------------------------------------------------


def test_columns_may_stand_in_any_order_with_results_as_written() -> None:
    read = adopted("Result,Away,Round,Home,Table\n+18,2,1,1,1\n13.25-6.75,4,1,3,2\n")
    assert read.matches == (
        AdoptedMatch(1, 1, 2, 1, "+18"), AdoptedMatch(1, 3, 4, 2, "13.25-6.75"),
    )
    assert [m.text for m in read.matches] == ["+18", "13.25-6.75"]
    assert not read.findings


def test_excel_of_a_country_with_decimal_commas_under_title_lines() -> None:
    """Mark, semicolons, commas in numbers, "VP" over two columns, rounds said once, empty rows below."""
    text = (
        "\ufeffCoupe d'Hiver;;;;;\r\n;;;;;\r\nrd;home;away;VP;VP;tbl\r\n"
        "1;Étoile;Zürich & Söhne;13,25;6,75;1\r\n;Hà Nội;北京;10;10;2\r\n"
        "2;Étoile;北京;20;0;1\r\n;Hà Nội;Zürich & Söhne;11,5;8,5;2\r\n;;;;;\r\n;;;;;\r\n"
    )
    read = adopted(text, scoring=VP)
    assert [e.name for e in read.entrants] == ["Étoile", "Zürich & Söhne", "Hà Nội", "北京"]
    assert pairs(read) == [(1, 1, 2), (1, 3, 4), (2, 1, 4), (2, 3, 2)]
    assert read.matches[0].vp == ("13,25", "6,75")
    assert read.matches[0].text == "13,25-6,75 vp"
    assert not read.findings


def test_chinese_headings_in_gb18030() -> None:
    text = (
        "轮次,桌号,主队,客队,结果\n第1轮,1,北京首钢,上海金茂,+12\n第1轮,2,广东队,轮空,\n"
        "第2轮,1,广东队,北京首钢,-3\n"
    )
    read = adopted(text.encode("gb18030"))
    assert [e.name for e in read.entrants] == ["北京首钢", "上海金茂", "广东队"]
    assert pairs(read) == [(1, 1, 2), (2, 3, 1)]
    assert read.byes == (AdoptedBye(1, 3),)
    assert asked(read) == ["silent"]


def test_vietnamese_headings_in_windows_1258_and_utf_16() -> None:
    text = "Vòng,Bàn,Đội nhà,Đội khách,Kết quả\n1,1,Hà Nội,Đà Nẵng,h\n1,,Huế,nghỉ,\n"
    for data in (in_1258(text), text.encode("utf-16")):
        read = adopted(data)
        assert [e.name for e in read.entrants] == ["Hà Nội", "Đà Nẵng", "Huế"]
        assert (pairs(read), read.byes) == ([(1, 1, 2)], (AdoptedBye(1, 3),))


def test_rounds_as_lines_of_their_own_and_a_heading_on_every_page() -> None:
    text = "Home,Away,Score\nRound 1,,\n1,2,+5\n3,4,-2\nRound 2,,\nHome,Away,Score\n1,3,+1\n2,4,0\n"
    read = adopted(text)
    assert pairs(read) == [(1, 1, 2), (1, 3, 4), (2, 1, 3), (2, 2, 4)]
    assert not read.findings


def test_a_workbook_with_a_merged_title_and_merged_rounds() -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (["Open Teams"], ["Round", "Home", "Away", "IMPs"], [1, 1, 2, 18], [None, 3, 4, -7.0],
                [2, 1, 3, 0], [None, 2, 4, 5], [None] * 4):
        sheet.append(row)
    sheet.merge_cells("A1:D1")
    sheet.merge_cells("A3:A4")
    read = adopt_rounds(saved(book), name="r.xlsx")
    assert pairs(read) == [(1, 1, 2), (1, 3, 4), (2, 1, 3), (2, 2, 4)]
    assert [m.text for m in read.matches] == ["18", "-7", "0", "5"]
    assert not read.findings


def test_numbers_and_names_in_one_cell_or_side_by_side() -> None:
    one = adopted("round,home,away\n1,2. Hue,1 Hanoi\n1,Saigon (3),bye\n")
    assert [e.name for e in one.entrants] == ["Hanoi", "Hue", "Saigon"]
    side = adopted("round,home,home name,away,away name\n1,2,Hue,1,Hanoi\n1,bye,,3,Saigon\n")
    assert [e.name for e in side.entrants] == ["Hanoi", "Hue", "Saigon"]
    assert side.byes == one.byes == (AdoptedBye(1, 3),)


def test_results_and_entrants_in_lists_of_their_own() -> None:
    """A workbook of three sheets, and the same as three files."""
    entrants = [
        ["number", "name", "region"], [1, "Hanoi", "North"], [2, "Hue", ""], [3, "Saigon", "South"],
        [4, "Vinh", ""],
    ]
    rounds = [["round", "table", "home", "away"], [1, 1, "Hanoi", "Hue"], [1, 2, "Saigon", "Vinh"]]
    results = [
        ["round", "table", "imps_home", "imps_away", "vp_home", "vp_away", "penalty"],
        [1, 2, 10, 30, 5, 15, "home 0.5"], [1, 1, 22, 22, 10, 10, "0/1"],
    ]
    book = workbook(rounds, results, entrants, names=("R", "S", "E"))
    lists = (rounds, results, entrants)
    files = ["\n".join(",".join(map(str, row)) for row in rows).encode() for rows in lists]
    for parts in ([book], files):
        read = adopt_rounds(*parts, scoring=VP, name="r")
        assert read.entrants[0] == Entrant(1, "Hanoi", region="North")
        assert read.matches[0] == AdoptedMatch(1, 1, 2, 1, "", ("22", "22"), ("10", "10"))
        assert read.matches[1].text == "10-30 imp"
        assert read.penalties == (AdoptedPenalty(1, 2, 100), AdoptedPenalty(1, 3, 50))
        assert not read.findings


def test_penalties_in_a_list_of_their_own() -> None:
    read = adopt_rounds(
        b"round,home,away\n1,1,2\n", b"round,team,penalty\n1,2,\"0,5\"\n1,2,1\n", name="r.csv"
    )
    assert read.penalties == (AdoptedPenalty(1, 2, 50), AdoptedPenalty(1, 2, 100))
    assert not grave(read)


def test_a_list_that_has_every_match_twice_is_one_list() -> None:
    """Written by both sides, each from its own view."""
    read = adopted("rd,team,opponent,result\n1,1,2,+18\n1,2,1,-18\n1,3,4,13-7\n1,4,3,7-13\n")
    assert read.matches == (AdoptedMatch(1, 1, 2, 0, "+18"), AdoptedMatch(1, 3, 4, 0, "13-7"))
    assert (grave(read), asked(read)) == ([], ["sides"])


# --- Contradictions -------------------------------------------------------------------------------

HEAD = "round,table,home,away,result,vp home,vp away,penalty\n"


@pytest.mark.parametrize(("rows", "found"), [
    ("1,1,1,2,,,,\n1,2,1,3,,,,\n", [("twice", "r.csv:3, column 3")]),
    ("1,1,1,2,,,,\n1,,2,bye,,,,\n", [("bye", "r.csv:3, column 3")]),
    ("1,1,1,2,,,,\n1,,3,bye,,,,\n1,,3,absent,,,,\n", [("bye", "r.csv:4, column 3")]),
    ("1,1,1,2,,,,\n1,2,3,3,,,,\n", [("self", "r.csv:3, column 3")]),
    ("1,1,1,2,,,,\n1,2,3,9,,,,\n", [("unknown", "r.csv:3, column 3")]),
    ("1,1,1,2,,,,\n1,1,3,4,,,,\n", [("table", "r.csv:3, column 3")]),
    ("1,1,1,2,+8,,,\n1,1,1,2,+9,,,\n", [("differ", "r.csv:3, column 3")]),
    ("1,1,1,2,+8,,,\n1,1,2,1,+8,,,\n", [("differ", "r.csv:3, column 3")]),
    ("1,1,1,2,,12,8,\n1,2,1,2,,12,8,\n", [("differ", "r.csv:3, column 3")]),
    ("1,1,1,2,,12,8,\n1,2,3,4,,12,9,\n", [("result", "r.csv:3, column 3")]),
    ("1,1,1,2,perhaps,,,\n", [("result", "r.csv:2, column 3")]),
    ("1,1,1,2,12-8,13,7,\n", [("imps-vp", "r.csv:2, column 3")]),
    ("1,1,1,2,,,,\n3,1,1,3,,,,\n", [("missing", "")]),
    ("x,1,1,2,,,,\n1,1,1,2,,,,\n", [("round", "r.csv:2, column 1")]),
    ("1,1,1,2,,,,1\n", [("penalty", "r.csv:2, column 8")]),
    ("1,1,1,2,,,,home much\n", [("penalty", "r.csv:2, column 8")]),
    ("1,1,1,2,,,,\n1,2,,,+5,,,\n", [("unread", "r.csv:3")]),
    ("1,T,1,2,,,,\n", [("table", "r.csv:2, column 2")]),
])
def test_each_contradiction_is_told_with_its_place(rows: str, found: list[tuple[str, str]]) -> None:
    four = [Entrant(i, f"Team {i}") for i in range(1, 5)]
    assert grave(adopted(HEAD + rows, entrants=four, scoring=VP)) == found


def test_all_contradictions_are_told_at_once_and_a_limited_number_of_them_shown() -> None:
    """Sixty rounds that nobody can play: one message, twenty places, the rest counted."""
    read = adopted("round,home,away\n" + "".join(f"{r},5,5\n" for r in range(1, 61)) + "1,1,2\n")
    assert (read.grave, len(pairs(read))) == (60, 1)
    with pytest.raises(FileError) as caught:
        read.check()
    message = str(caught.value)
    told = "r.csv: 60 contradictions; nothing was adopted\n  r.csv:2, column 2: number 5 plays"
    assert message.startswith(told)
    assert message.count("r.csv:") == 21
    assert "and 40 more" in message


def test_findings_beyond_a_thousand_are_counted_not_kept() -> None:
    read = adopted("round,home,away\n1,1,2\n" + "1,7,7\n" * (MOST_FINDINGS + 50))
    assert (len(read.findings), read.grave) == (MOST_FINDINGS, MOST_FINDINGS + 50)


def test_rounds_without_a_contradiction_pass_the_check() -> None:
    adopted("round,home,away\n1,1,2\n").check()


def test_what_may_be_right_is_asked_and_not_refused() -> None:
    """A rematch, a round that says nothing of somebody, a result that is still to come."""
    read = adopted("round,home,away,result\n1,1,2,\n1,3,4,+1\n2,1,2,+3\n2,3,bye,\n3,1,3,\n3,2,4,\n")
    assert (grave(read), asked(read)) == ([], ["silent", "rematch", "waiting"])
    read.check()


def test_rematches_that_must_be_are_not_asked_about() -> None:
    text = "round,home,away\n" + "".join(f"{r},1,2\n{r},3,4\n" for r in range(1, 5))
    assert not adopted(text).findings


def test_without_a_scale_points_must_add_up_to_what_most_of_them_do() -> None:
    text = "round,home,away,vp home,vp away\n1,1,2,12,8\n1,3,4,13.5,6.5\n1,5,6,12,9\n1,7,8,10,10\n"
    (finding,) = adopted(text).findings
    assert str(finding) == "r.csv:4, column 2: 12-9 does not add up to 20, as the others do"


def test_imps_that_do_not_make_the_points_beside_them_are_asked_about() -> None:
    """By the scale: 12 IMPs make 13.28-6.72; the points stand the wrong way round."""
    text = "round,home,away,imps home,imps away,vp home,vp away\n1,1,2,42,30,6.72,13.28\n"
    read = adopted(text, scoring=VP)
    assert (grave(read), asked(read)) == ([], ["imps-vp"])
    assert "should it be -12?" in read.findings[0].text
    assert asked(adopted(text)) == ["imps-vp"]


def test_a_misspelt_name_is_told_with_the_nearest_one() -> None:
    four = [Entrant(i, name) for i, name in enumerate(("Hanoi", "Hue", "Saigon", "Vinh"), start=1)]
    read = adopted("round,home,away\n1,Hanoi,Hue\n1,Sagon,Vinh\n", entrants=four)
    assert str(read.findings[0]) == (
        'r.csv:3, column 2: nobody is "Sagon"; maybe you mean "Saigon"?'
    )


def test_a_result_that_the_spreadsheet_took_for_a_date_is_told() -> None:
    rows = [["round", "home", "away", "result"], [1, 1, 2, datetime.date(2026, 12, 8)], [1, 3, 4, "12-8"]]
    read = adopt_rounds(workbook(rows), name="r.xlsx")
    assert grave(read) == [("date", "r.xlsx, sheet Teams, cell D2")]


def test_results_of_a_match_that_is_not_there_are_told() -> None:
    listed, results = b"round,table,home,away\n1,1,1,2\n", b"round,table,vp home,vp away\n1,2,12,8\n"
    read = adopt_rounds(listed, results, name="r.csv")
    assert [(f.kind, f.text) for f in read.findings if f.grave] == [
        ("unknown", "round 1 has no match at table 2")
    ]


# --- Strangers' files -----------------------------------------------------------------------------


@given(st.text("rdhomeaway12,;\n\t\"'=-+/.x第轮 ", max_size=200))
def test_whatever_stands_below_the_headings_is_read_or_told(body: str) -> None:
    try:
        read = adopted("round,table,home,away,result,penalty\n" + body)
    except FileError:
        return
    assert read.matches or read.byes or read.findings or read.penalties


@pytest.mark.parametrize(("text", "said"), [
    ("a,b\n1,2\n", "no rounds were found"),
    ("round,home,away\n", "no rounds were found"),
    ("round,home,away\nx,1,2\n", "no row could be read"),
    ("round,home,away\n1,1,2001\n", "the limit is 2,000"),
    ("round,home,away\n1,1,2\n9999,1,2\n", ""),
])
def test_what_is_no_list_of_rounds_is_an_error_with_a_place(text: str, said: str) -> None:
    if said:
        with pytest.raises(FileError, match=said):
            adopted(text)
    else:
        assert grave(adopted(text)) == [("round", "r.csv:3, column 1")]


@pytest.mark.parametrize(("text", "points"), [
    ("", 0), ("-", 0), ("1", 100), ("0.5", 50), ("0,25", 25), ("-2", 200), ("１", 100), ("x", None),
    ("1.234", None), ("1e5", None),
])
def test_penalties_are_exact_hundredths(text: str, points: int | None) -> None:
    assert penalty_points(text) == points


def test_more_rows_than_any_event_has_are_refused() -> None:
    with pytest.raises(FileError, match="more than 50,000 rows"):
        adopted("round,home,away\n" + "1,1,2\n" * 50_001)
