"""Schedules from JSON, CSV and XLSX, and what is said when one cannot be read."""

from __future__ import annotations

import csv
import datetime
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from files.entry_lists import workbook
from files.schedules_made import EVENT, FOUR, named, schedules
from scheduler.errors import FileError
from scheduler.event import Match, Schedule
from scheduler.files.csv_out import csv_bytes, schedule_csv
from scheduler.files.match_rows import MatchRows
from scheduler.files.schedules import load_schedule, schedule_json
from scheduler.files.xlsx_out import schedule_xlsx

LANGUAGES = ("en", "zh", "vi")


def failure(data: bytes | str, name: str, event: Any = None) -> FileError:
    """The error of reading ``data``."""
    with pytest.raises(FileError) as caught:
        load_schedule(data.encode() if isinstance(data, str) else data, event, name=name)
    return caught.value


# --- Round trips ----------------------------------------------------------------------------------


def test_json_has_the_documented_shape() -> None:
    schedule = Schedule.of(3, 2, [Match(3, 1, 1, 1), Match(2, 3, 2)])
    assert schedule_json(schedule) == {"rounds": [
        {"number": 1, "matches": [{"home": 3, "away": 1, "table": 1}], "byes": [2]},
        {"number": 2, "matches": [{"home": 2, "away": 3, "table": 0}], "byes": [1]},
    ]}


@given(schedules(), st.booleans())
def test_json_is_read_back_with_and_without_what_stands_around_it(
    schedule: Schedule, around: bool
) -> None:
    shape: Any = schedule_json(schedule)
    text = json.dumps({"status": "optimal", "schedule": shape} if around else shape)
    read = load_schedule(text.encode())
    assert (read, read.starts) == (schedule, schedule.starts)


@given(schedules(), st.booleans(), st.sampled_from(LANGUAGES))
def test_csv_is_read_back_in_every_language(
    schedule: Schedule, with_names: bool, language: str
) -> None:
    event = named(schedule) if with_names else None
    text = schedule_csv(schedule, event, language=language)
    for read in (load_schedule(csv_bytes(text), event), load_schedule(text.encode("utf-16"))):
        assert (read, read.starts) == (schedule, schedule.starts)


@given(schedules(), st.booleans(), st.sampled_from(LANGUAGES))
def test_xlsx_is_read_back_in_every_language(
    schedule: Schedule, with_names: bool, language: str
) -> None:
    event = named(schedule) if with_names else None
    read = load_schedule(schedule_xlsx(schedule, event, language=language))
    assert (read, read.starts) == (schedule, schedule.starts)


# --- Lists and grids ------------------------------------------------------------------------------


@pytest.mark.parametrize("head", [
    "Round,Table,Home,Away", "rd;board;host;visitor", "轮次,桌号,主队,客队", "轮\t台\t主\t客",
    "Vòng,Bàn,Đội nhà,Đội khách", "vong,ban,nha,khach",
])
def test_columns_are_known_in_three_languages_and_in_any_order(head: str) -> None:
    mark = next(c for c in ",;\t" if c in head)
    rows = [head.split(mark)] + [[m.round, m.table, m.home, m.away] for m in FOUR.matches]
    text = "\n".join(mark.join(str(c) for c in reversed(row)) for row in rows)
    assert load_schedule(text.encode()) == FOUR


GRIDS = [
    "Round,Table 1,Table 2\n1,4-1,2-3\n2,3-4,1-2\n3,4-2,3-1\n",
    "轮次,第1台,第2台\n第1轮,4—1,2—3\n第2轮,3—4,1—2\n第３轮,4－2,3－1\n",
    "Vòng;Bàn 1;Bàn 2\nVòng 1;4 v 1;2 v 3\nVòng 2;3 gặp 4;1 gặp 2\nVòng 3;4 vs. 2;3 VS 1\n",
    "4-1,2-3\n3-4,1-2\n4-2,3-1\n",
    "Spring Cup,,\n,,\n,T1,T2\nR1,4:1,2:3\nR2,3–4,1–2\nR3,４-２,3-1\n",
    ",T2,T1\nR3,3-1,4-2\nR1,2-3,4-1\nR2,1-2,3-4\n",
    ",R1,R2,R3\nT1,4-1,3-4,4-2\nT2,2-3,1-2,3-1\n",
    "Sat 10:00,4-1,2-3\nSat 12:00,3-4,1-2\nSun 10:00,4-2,3-1\n",
]


@pytest.mark.parametrize("text", GRIDS)
def test_a_grid_of_rounds_by_tables_is_read_as_it_is_printed(text: str) -> None:
    assert load_schedule(text.encode()) == FOUR


def test_a_grid_may_say_who_has_a_bye() -> None:
    read = load_schedule(b"Round,T1,Bye\n1,2-3,1\n2,3-1,2\n3,1-2,\"3, 4\"\n")
    assert (read.entrants, read.idle()) == (4, [[1, 4], [2, 4], [3, 4]])


def test_names_stand_for_numbers_where_the_event_knows_them() -> None:
    names = EVENT.name_of
    grid = ["Round,1,2"] + [
        f"{r},{names(a)} v {names(b)},{names(c)} – {names(d)}"
        for r, a, b, c, d in ((1, 4, 1, 2, 3), (2, 3, 4, 1, 2), (3, 4, 2, 3, 1))
    ]
    flat = ["round,table,home,away"] + [
        f"{m.round},{m.table},{names(m.home)},{names(m.away).upper()}" for m in FOUR.matches
    ]
    for lines in (grid, flat):
        assert load_schedule("\n".join(lines).encode(), EVENT) == FOUR


def test_the_printed_tables_of_a_federation_are_read(shared: Path) -> None:
    source = shared / "domain" / "data" / "bridge" / "cba_round_robin_tables.csv"
    with open(source, encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["teams"] == "6"]
    text = "round,table,home,away,flag\n" + "".join(
        f"{r['round']},{r['table']},{r['home']},{r['away']},{r['flag']}\n" for r in rows
    )
    read = load_schedule(text.encode())
    assert (read.entrants, read.rounds, read.tables, len(read)) == (6, 5, 3, 15)
    assert read.matches[0] == Match(3, 5, 1, 1)
    assert read.matches[-1] == Match(5, 6, 5, 3)


def test_what_can_be_judged_is_kept() -> None:
    read = load_schedule(b"round,home,away\n1,1,2\n1,1,3\n2,1,2\n4,5,6\n")
    assert [(m.home, m.away) for m in read.matches] == [(1, 2), (1, 3), (1, 2), (5, 6)]
    assert (read.entrants, read.rounds, read.idle()[2]) == (6, 4, [1, 2, 3, 4, 5, 6])


def test_the_sheet_that_holds_the_schedule_is_found_in_a_workbook() -> None:
    data = workbook(
        [["Programme"], [datetime.date(2026, 3, 5)]],
        [["Round", "Start", "Home", "Away"], [1.0, datetime.datetime(2026, 5, 30, 9, 30), 2.0, 1.0]],
    )
    read = load_schedule(data)
    assert (read.matches, read.starts) == ((Match(2, 1, 1),), {1: "2026-05-30T09:30:00"})


# --- What is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "where", "said"), [
    ("round,home,away\n1,3,3\n", "t.csv:2, column 2", "number 3 plays against itself"),
    ("round,home,away\n1,0,3\n", "t.csv:2, column 2", "nobody has number 0"),
    ("round,home,away\n1,2001,3\n", "t.csv:2, column 2", "nobody has number 2001"),
    ("round,home,away\n5001,2,3\n", "t.csv:2, column 2", "round 5001 is not 1 to 5000"),
    ("round,home,away\n0,2,3\n", "t.csv:2, column 2", "round 0 is not"),
    ("round,home,away\none,2,3\n", "t.csv:2, column 1", 'round "one" is not a number'),
    ("round,home,away\n1,1,2\n1,x,3\n", "t.csv:3, column 2", '"x" is not a number'),
    ("round,table,home,away\n1,b,2,3\n", "t.csv:2, column 2", 'table "b" is not'),
    ("round,table,home,away\n1,2001,2,3\n", "t.csv:2, column 3", "table 2001"),
    ("round,home,away\n1,,\n", "t.csv:2, column 2", "nobody plays"),
    ("round,home,away\n1,1,2\n1,2,bye\n", "t.csv:3, column 2", "has a bye in round 1 and plays"),
    ("round,home,away,start\n1,1,2,noon\n", "t.csv:2, column 4", '"noon" is not a date'),
    ("round,home,away,start\n1,1,2,2026-05-30\n1,3,4,2026-05-31\n", "t.csv:3, column 4", "starts"),
    ("home,away\n1,2\n", "t.csv:1", "no column says the round"),
    ("round,home,away\n", "t.csv", "no match in it"),
    ("some,text\n1,2\n", "t.csv:1", "no schedule was found"),
    ("Round,T1\n1,1-2\n2,1-1\n", "t.csv:3, column 2", "against itself"),
    ("Round,T1\n1,1-2\n2,3 May\n", "t.csv:3, column 2", '"3 May" is not a match'),
    ("Round,T1\n1,1-2\nfinal,1-3\n", "t.csv:3, column 1", 'does not say which round'),
])
def test_a_row_that_is_no_match_is_named_by_line_and_column(
    text: str, where: str, said: str
) -> None:
    error = failure(text, "t.csv")
    assert (error.where, said in error.message) == (where, True), error


@pytest.mark.parametrize(("change", "where", "said"), [
    (("home", 3), "s.json, round 1, match 2", "number 3 plays against itself"),
    (("home", "3x"), "s.json, round 1, match 2", "not a number"),
    (("home", 2.0), "s.json, round 1, match 2", "home must be a number"),
    (("away", True), "s.json, round 1, match 2", "away must be a number"),
    (("away", None), "s.json, round 1, match 2", "away must be a number"),
    (("table", "1"), "s.json, round 1, match 2", "table must be a whole number"),
    (("table", -1), "s.json, round 1, match 2", "table -1 is not"),
])
def test_a_wrong_match_in_json_is_named_by_round_and_match(
    change: tuple[str, Any], where: str, said: str
) -> None:
    shape = schedule_json(FOUR)
    shape["rounds"][0]["matches"][1].update([change])
    error = failure(json.dumps(shape), "s.json")
    assert (error.where, said in error.message) == (where, True), error


@pytest.mark.parametrize(("text", "where", "said"), [
    ('{"rounds": [\n{"number" 1}]}', "s.json:2, column 11", "not JSON"),
    ("{}", "s.json", 'no list "rounds"'),
    ("[1]", "s.json", 'no list "rounds"'),
    ('{"rounds": [3]}', "s.json, entry 1 of rounds", "a round must be an object"),
    ('{"rounds": [{"number": 1}, {"number": 1}]}', "s.json, entry 2 of rounds", "there twice"),
    ('{"rounds": [{"matches": 3}]}', "s.json, round 1", "matches must be a list"),
    ('{"rounds": [{"matches": [3]}]}', "s.json, round 1, match 1", "must be an object"),
    ('{"rounds": [{"number": 1e9}]}', "s.json, entry 1 of rounds", "whole number"),
    ('{"rounds": [{"number": 9999999}]}', "s.json, round 9999999", "not 1 to 5000"),
    ("[" * 100_000, "s.json", "nested too deeply"),
    ('{"rounds": [{"number": ' + "9" * 5000 + "}]}", "s.json", "numbers too long"),
    ('{"rounds": [{"byes": [0]}]}', "s.json, round 1, bye 1", "nobody has number 0"),
    ('{"rounds": []}', "s.json", "no match in it"),
])
def test_json_that_is_no_schedule_is_refused_with_the_place(
    text: str, where: str, said: str
) -> None:
    error = failure(text, "s.json")
    assert (error.where, said in error.message) == (where, True), error


def test_a_match_that_the_spreadsheet_made_a_date_of_is_told_so() -> None:
    march = datetime.date(2026, 3, 5)
    some = failure(workbook([["Round", "T1"], [1, "1-2"], [2, march]]), "t.xlsx")
    assert (some.where, "made a date" in some.message) == ("t.xlsx, sheet Teams, cell B3", True)
    every = failure(workbook([["Round", "T1"], [1, march]]), "t.xlsx")
    assert (every.where, "dates" in every.message) == ("t.xlsx, sheet Teams, cell B2", True)


def test_a_number_or_name_that_the_event_does_not_know_is_refused() -> None:
    assert "numbers are 1 to 4" in failure("round,home,away\n1,5,1\n", "t.csv", EVENT).message
    error = failure("round,home,away\n1,Ha Noi,1\n", "t.csv", EVENT)
    assert "no number and no entrant" in error.message
    assert error.maybe == 'you mean "Hà Nội"?'


def test_more_than_a_million_matches_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scheduler.files.match_rows.MOST_MATCHES", 2)
    rows = MatchRows("x")
    rows.add(1, 1, 2, 0, "x")
    rows.add(1, 1, 2, 0, "x")
    with pytest.raises(FileError, match="more than 2 matches"):
        rows.add(1, 1, 2, 0, "x")


@given(st.text(max_size=60) | st.text("0123456789-,\nRT \"v{}[]:", max_size=80))
def test_any_text_is_a_schedule_or_an_error(text: str) -> None:
    try:
        read = load_schedule(text.encode())
    except FileError:
        return
    assert len(read) >= 1
    assert read.home.min() >= 1
    assert read.table.min() >= 0
