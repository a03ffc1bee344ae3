"""Rounds played elsewhere: read from real-life files, every contradiction told, given back the same."""

from __future__ import annotations

import datetime
from typing import Any

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from files.entry_lists import in_1258, saved, workbook
from scheduler.errors import FileError, UsageError
from scheduler.event import Entrant
from scheduler.files.rounds import AdoptedBye, AdoptedMatch, AdoptedPenalty, AdoptedRounds, adopt_rounds
from scheduler.files.rounds_out import rounds_csv, rounds_tables, rounds_xlsx
from scheduler.files.rounds_rows import penalty_points
from scheduler.files.rounds_value import MOST_FINDINGS
from scheduler.standings.scales import ContinuousVP
from scheduler.standings.scoring import Scoring

LANGUAGES = ("en", "zh", "vi")
VP = Scoring(ContinuousVP(), boards=16)


def adopted(text: str | bytes, **options: Any) -> AdoptedRounds:
    """What is read of a CSV text."""
    data = text.encode() if isinstance(text, str) else text
    return adopt_rounds(data, name="r.csv", **options)


def grave(read: AdoptedRounds) -> list[tuple[str, str]]:
    """Kind and place of each contradiction."""
    return [(f.kind, f.where) for f in read.findings if f.grave]


def asked(read: AdoptedRounds) -> list[str]:
    """Kinds of what is only to be asked."""
    return [f.kind for f in read.findings if not f.grave]


def pairs(read: AdoptedRounds) -> list[tuple[int, int, int]]:
    """(round, home, away) of each match."""
    return [(m.round, m.home, m.away) for m in read.matches]


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


# --- Crosstables ----------------------------------------------------------------------------------


def test_a_crosstable_of_rounds_with_sides() -> None:
    read = adopted("No,Team,1,2,3\n1,Hanoi,x,1H,2A\n2,Hue,1A,x,3H\n3,Vinh,2H,3A,x\n")
    assert pairs(read) == [(1, 1, 2), (2, 3, 1), (3, 2, 3)]
    assert [e.name for e in read.entrants] == ["Hanoi", "Hue", "Vinh"]
    assert not grave(read)


def test_a_crosstable_headed_by_names_with_bare_rounds_and_only_one_half() -> None:
    read = adopted(",A,B,C,D,Total\nA,,1,2,3,60\nB,,,3,2,10\nC,,,,1,0\nD,,,,,5\n")
    assert pairs(read) == [(1, 1, 2), (1, 3, 4), (2, 1, 3), (2, 2, 4), (3, 1, 4), (3, 2, 3)]
    assert not read.findings


def test_a_crosstable_of_points_joins_both_cells_into_one_result() -> None:
    """Cells of one side's VP; rounds are not known, so they are 0."""
    read = adopted(";1;2;3\n1;;13,25;20\n2;6,75;;10\n3;0;10;\n", scoring=VP)
    assert [(m.round, m.home, m.away, m.result) for m in read.matches] == [
        (0, 1, 2, "13,25-6,75"), (0, 1, 3, "20-0"), (0, 2, 3, "10-10"),
    ]
    assert (read.rounds, read.findings) == (0, ())


@pytest.mark.parametrize(("here", "there", "result"), [
    ("+18", "-18", "+18"), ("18", "-18", "18"), ("13-7", "7-13", "13-7"), ("h", "a", "h"),
    ("R1: +18", "R1: -18", "+18"), ("w-", "-w", "w-"),
])
def test_mirrored_results_of_a_crosstable_are_one(here: str, there: str, result: str) -> None:
    read = adopted(f"x,1,2,3\n1,,{here},d\n2,{there},,d\n3,d,d,\n")
    assert read.matches[-1 if here[0] == "R" else 0].result == result
    assert not grave(read)


@pytest.mark.parametrize(("here", "there"), [
    ("+18", "-17"), ("+18", "+18"), ("13-7", "13-7"), ("h", "h"), ("+18", ""), ("R3: +18", "R4: -18"),
])
def test_a_cell_that_is_not_the_mirror_of_its_opposite_is_told(here: str, there: str) -> None:
    read = adopted(f"x,1,2,3\n1,,{here},d\n2,{there},,d\n3,d,d,\n")
    assert [f for f in grave(read) if f[0] == "mirror"][:1] == [("mirror", "r.csv:2, column 3")]
    assert "1 against 2" in next(f.text for f in read.findings if f.kind == "mirror")


def test_rounds_that_are_not_mirrored_are_told_at_the_cell() -> None:
    read = adopted("x,1,2,3,4\n1,,1H,2H,3H\n2,1A,,3H,2H\n3,2A,3A,,1H\n4,3A,2A,1H,\n")
    assert grave(read) == [("mirror", "r.csv:4, column 5")]


def test_bare_numbers_are_taken_for_what_the_caller_says() -> None:
    text = "x,1,2,3\n1,,1,2\n2,1,,3\n3,2,3,\n"
    assert adopted(text).rounds == 3
    assert [m.result for m in adopted(text, cells="results").matches] == ["1-1", "2-2", "3-3"]


def test_the_workbook_of_a_schedule_is_adopted_by_its_list() -> None:
    """Its crosstable says the same once more and is left alone."""
    listed = [["round", "home", "away"], [1, 1, 2], [1, 3, "bye"]]
    cross = [["No", "1", "2", "3"], ["1", "", "9H", ""], ["2", "9A", "", ""], ["3", "", "", ""]]
    read = adopt_rounds(workbook(listed, cross), name="r.xlsx")
    assert (pairs(read), read.rounds) == ([(1, 1, 2)], 1)


# --- Given back -----------------------------------------------------------------------------------

TEXTS = st.sampled_from(["", "+18", "-7", "0", "13.25-6.75", "13,25-6,75", "h", "w-", "--", "void", "=1"])
NAMES = st.lists(
    st.text("abcÄé北京đội -.'&;,\"=+", min_size=1, max_size=8).map(lambda s: " ".join(f"T{s}".split())),
    min_size=2, max_size=8, unique_by=str.casefold,
)


@st.composite
def events(draw: st.DrawFn) -> AdoptedRounds:
    """Rounds in which everybody plays at most once, with results, byes and penalties of every kind."""
    entrants = [Entrant(i, name) for i, name in enumerate(draw(NAMES), start=1)]
    matches: list[AdoptedMatch] = []
    byes: list[AdoptedBye] = []
    fines: list[AdoptedPenalty] = []
    for number in range(1, draw(st.integers(1, 4)) + 1):
        order = draw(st.permutations(range(1, len(entrants) + 1)))
        count = draw(st.integers(1, len(order) // 2))
        for i in range(count):
            values = [draw(TEXTS) if draw(st.booleans()) else "" for _ in range(5)]
            matches.append(AdoptedMatch(
                number, order[2 * i], order[2 * i + 1], draw(st.sampled_from([0, i + 1])), values[0],
                (values[1], values[2]), (values[3], values[4]),
            ))
        for who in order[2 * count:]:
            kind = draw(st.sampled_from(["given", "absent", "withdrawn"]))
            byes.append(AdoptedBye(number, who, kind, draw(TEXTS)))
        for who in draw(st.lists(st.sampled_from(order), max_size=3)):
            fines.append(AdoptedPenalty(number, who, draw(st.integers(1, 999))))
    return AdoptedRounds.of(entrants, matches, byes, fines)


@given(events(), st.sampled_from(LANGUAGES))
@settings(max_examples=60)
def test_csv_in_every_language_gives_the_same_back(event: AdoptedRounds, language: str) -> None:
    text = rounds_csv(event, language=language)
    assert adopted(text, entrants=event.entrants) == event


@given(events(), st.sampled_from(LANGUAGES))
@settings(max_examples=25)
def test_a_workbook_gives_the_same_back_entrants_included(event: AdoptedRounds, language: str) -> None:
    assert adopt_rounds(rounds_xlsx(event, language=language), name="r.xlsx") == event


def test_the_written_tables_have_the_simple_columns() -> None:
    event = adopted("round,table,home,away,vp home,vp away\n1,1,1,2,12,8\n1,,3,bye,12,\n")
    tables = rounds_tables(event)
    assert tables["rounds"][0][:4] == ["round", "table", "home", "away"]
    assert tables["results"][0] == [
        "round", "table", "home", "away", "result", "imps_home", "imps_away", "vp_home", "vp_away",
        "penalty_home", "penalty_away",
    ]
    assert tables["results"][1:] == [
        [1, 1, 1, 2, "", "", "", "12", "8", "", ""], [1, "", 3, "bye", "12", "", "", "", "", "", ""],
    ]
    assert rounds_xlsx(event) == rounds_xlsx(event)
    with pytest.raises(UsageError, match='no table "round"'):
        rounds_csv(event, table="round")


# --- Strangers' files -----------------------------------------------------------------------------


@given(st.text("rdhomeaway12,;\n\t\"'=-+/.x第轮 ", max_size=200))
def test_whatever_stands_below_the_headings_is_read_or_told(body: str) -> None:
    try:
        read = adopted("round,table,home,away,result,penalty\n" + body)
    except FileError:
        return
    assert read.matches or read.byes or read.findings or read.penalties


@given(st.lists(st.lists(st.sampled_from(["", "x", "1", "2", "3", "1H", "+5", "9-9", "R1 +", "=", "-"]),
                         min_size=3, max_size=3), min_size=3, max_size=3))
def test_whatever_stands_in_a_crosstable_is_read_or_told(cells: list[list[str]]) -> None:
    rows = [[str(i), *row] for i, row in enumerate(cells, start=1)]
    for i, row in enumerate(rows, start=1):
        row[i] = ""
    said = any(c not in ("", "x", "-") for row in rows for c in row[1:])
    try:
        read = adopted("no,1,2,3\n" + "\n".join(map(",".join, rows)))
    except FileError:
        return
    assert said
    assert read.matches


@pytest.mark.parametrize(("text", "said"), [
    ("a,b\n1,2\n", "no rounds were found"),
    ("round,home,away\n", "no rounds were found"),
    ("round,home,away\nx,1,2\n", "no row could be read"),
    ("round,home,away\n1,1,2001\n", "the limit is 2000"),
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
