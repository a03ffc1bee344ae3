"""Each command does on the terminal what its line of help says."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest

import scheduler
from scheduler.event import Schedule

Cli = Callable[..., Any]


def test_plan_prints_the_table_and_the_one_line(cli: Cli) -> None:
    run = cli("plan", "sample-23", "--model", "cba-round-robin")
    assert run.code == 0
    assert run.out.rstrip().splitlines()[-1] == (
        "23 teams, 23 rounds, 253 matches; home 11, away 11 for everyone; never three running;"
        " bye of round k is number k; all rules proven"
    )
    assert "Round  T1 " in run.out


def test_plan_json_has_the_documented_keys_and_is_a_table_again(cli: Cli) -> None:
    run = cli("plan", "7", "--json", "--seed", "5")
    data = json.loads(run.out)
    assert {"status", "bound", "seconds", "engine", "seed", "report", "schedule"} <= set(data)
    assert data["seed"] == 5
    first = data["schedule"]["rounds"][0]
    assert set(first) == {"number", "matches", "byes"}
    assert set(first["matches"][0]) == {"home", "away", "table"}
    assert first["byes"] == [1]
    checked = cli("check", "-", stdin=run.out)
    assert (checked.code, "all rules proven" in checked.out) == (0, True)


def test_plan_reads_a_spreadsheet_as_an_organiser_has_it(cli: Cli, tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (["Spring teams 2026"], [], ["No.", "队名", "Khu vực"]):
        sheet.append(row)
    for number, name in enumerate(["江南春", "Hà Nội", "Ann & Bo", "D", "E"], start=1):
        sheet.append([float(number), name, "x"])
    book.save(tmp_path / "teams.xlsx")
    run = cli("plan", tmp_path / "teams.xlsx", "--names")
    assert run.code == 0
    assert all(name in run.out for name in ("江南春", "Hà Nội", "Ann & Bo"))


def test_plan_reads_standard_input(cli: Cli) -> None:
    run = cli("plan", "-", "--names", stdin="name\nAnn\nBo\nCy\n")
    assert run.code == 0
    assert "Ann" in run.out


def test_plan_writes_every_file_and_says_which(cli: Cli, tmp_path: Path) -> None:
    run = cli("plan", "sample-23", "--out", tmp_path / "out")
    made = sorted(p.name for p in (tmp_path / "out").iterdir())
    assert made == ["sample-23.csv", "sample-23.html", "sample-23.json", "sample-23.xlsx"]
    assert all(name in run.err for name in made)
    assert "all rules proven" in run.out
    again = cli("plan", "sample-23", "--out", tmp_path / "out")
    assert (again.code, "there already" in again.err) == (2, True)


def test_a_folder_with_a_slash_is_made_for_a_single_format_too(cli: Cli, tmp_path: Path) -> None:
    run = cli("plan", "4", "--out", f"{tmp_path}/tables/", "--format", "csv")
    assert run.code == 0
    assert [p.name for p in (tmp_path / "tables").iterdir()] == ["4-entrants.csv"]


def test_plan_to_stdout_in_one_format(cli: Cli) -> None:
    run = cli("plan", "4", "--format", "csv")
    assert run.out.lstrip("\ufeff").splitlines()[0] == "round,table,home,away"
    assert isinstance(scheduler.load(run.out.encode()), Schedule)


def test_plan_of_a_second_cycle_says_what_yielded(cli: Cli) -> None:
    run = cli(
        "plan", "6", "--mode", "cba", "--model", "cba-second-cycle", "--first", "cba-6",
        "--ranking", "2,1,3,6,5,4",
    )
    assert run.code == 0
    assert "yielded" in run.err


def test_plan_without_an_answer_names_the_clash_and_exits_3(cli: Cli) -> None:
    run = cli("plan", "6", "--set", "run-limit.most=1")
    assert (run.code, run.out) == (3, "")
    assert "CBA-14" in run.err
    assert "Maybe" in run.err


@pytest.mark.parametrize("language", ["zh", "vi"])
def test_tables_come_in_other_languages(cli: Cli, language: str) -> None:
    english = cli("plan", "6")
    other = cli("plan", "6", "--language", language)
    assert other.code == 0
    assert other.out != english.out


def test_check_is_clean_for_6_and_says_all_that_12_breaks(cli: Cli) -> None:
    assert cli("check", "cba-6", "--model", "cba-round-robin").code == 0
    run = cli("check", "cba-12", "--model", "cba-round-robin")
    assert run.code == 1
    assert "run-limit (CBA-14)" in run.out
    assert "numbers 9 and 10, rounds 9-11" in run.out
    assert "number 10, rounds 6-8" in run.out
    assert "table-variety (CBA-14), price" not in run.out
    assert "table-variety (CBA-14), price" in cli("check", "cba-12", "--priced").out


def test_check_json_is_the_report_at_the_top(cli: Cli) -> None:
    run = cli("check", "cba-12", "--json")
    data = json.loads(run.out)
    assert run.code == 1
    assert data["hard"] == 3
    assert {v["subject"][0] for v in data["violations"] if v["level"] == 0} == {9, 10}


def test_check_with_the_last_table_dropped(cli: Cli) -> None:
    run = cli("check", "cba-8", "--drop-last")
    assert (run.code, "number 3, rounds 2, 4 and 5" in run.out) == (1, True)
    assert cli(
        "check", "cba-8", "--drop-last", "--set", "run-limit.bye-breaks-run=true"
    ).code == 0


def test_complete_counts_lists_and_prints_one(cli: Cli) -> None:
    run = cli("complete", "cba-8")
    assert run.code == 0
    assert "Completions: 1 " in run.out
    assert "round 1: 3-6" in run.out
    assert "Completions: 90,194,313,216" in cli("complete", "cba-12", "--unrestricted").out


def test_complete_under_assumptions_one_after_another(cli: Cli) -> None:
    table = scheduler.load("cba-12")
    assert isinstance(table, scheduler.PublishedTable)
    found, asked = [], []
    for assumption in table.assumptions:
        asked += ["--assume", assumption.id]
        found.append(json.loads(cli("complete", "cba-12", *asked, "--json").out)["completions"])
    assert found[:3] == [73_728, 36_864, 3_072]
    assert found[-1] == 6
    assert json.loads(cli("complete", "cba-12", "--assume-all", "--json").out)["completions"] == 6


def test_repair_says_the_changes_and_the_proof(cli: Cli) -> None:
    run = cli("repair", "cba-12", "--model", "cba-round-robin")
    assert run.code == 0
    assert "2 changes" in run.out
    assert "Fewer changes cannot do, proven. No other repair is as small." in run.out
    clean = cli("repair", "cba-6")
    assert "nothing needs to change" in clean.out


def test_repair_json_has_the_documented_keys(cli: Cli) -> None:
    data = json.loads(cli("repair", "cba-12", "--json").out)
    assert {"changes", "optimal", "bound", "unique", "schedule"} <= set(data)
    assert (len(data["changes"]), data["optimal"], data["bound"], data["unique"]) == (
        2, True, 2, True,
    )


def test_rules_are_listed_explained_and_counted(cli: Cli) -> None:
    listed = cli("rules").out
    for rule in scheduler.rules():
        assert rule.id in listed
        assert rule.example in listed
        assert cli("rules", rule.id).code == 0
    assert "default 2" in cli("rules", "run-limit").out
    assert "cba-round-robin" in cli("rules", "--models").out


def test_lots_by_hand_show_what_is_admissible_and_refuse_the_rest(
    cli: Cli, tmp_path: Path
) -> None:
    record = tmp_path / "record.json"
    run = cli(
        "lots", "6", "--table", "cba-6", "--by-hand", "--author", "Li", "--out", record,
        stdin="4\n4\nx\n1\n2\n3\n5\n6\n",
    )
    assert run.code == 0
    assert "draws from: 1, 2, 3, 4, 5, 6" in run.err
    assert "cannot have number 4" in run.err
    assert '"x" is not a number' in run.err
    assert "drawn by Li" in run.out
    again = cli("lots", "--replay", record, "--table", "cba-6")
    assert (again.code, "Verified" in again.out) == (0, True)


def test_lots_stopped_halfway_keep_nothing_and_say_so(cli: Cli, tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    run = cli(
        "lots", "6", "--table", "cba-6", "--by-hand", "--author", "Li", "--out", record,
        stdin="4\n",
    )
    assert run.code == 130
    assert not record.exists()


def test_lots_from_a_seed_are_printed_and_the_entry_list_written(cli: Cli, tmp_path: Path) -> None:
    cli("plan", "sample-23", "--out", tmp_path / "t.json")
    run = cli(
        "lots", "sample-23", "--table", tmp_path / "t.json", "--seed", "noon", "--related",
        "region", "--fix", "Merlion=12", "--numbered", tmp_path / "drawn.csv",
    )
    assert run.code == 0
    drawn = scheduler.load(tmp_path / "drawn.csv")
    assert isinstance(drawn, scheduler.Event)
    assert drawn.name_of(12) == "Merlion"


def test_show_prints_every_view_and_export_every_format(cli: Cli, tmp_path: Path) -> None:
    assert "3-6*" in cli("show", "cba-8").out
    for view in ("by-round", "by-entrant", "crosstable", "pattern"):
        assert cli("show", "cba-8", "--view", view).code == 0
    run = cli("export", "cba-8", "--out", tmp_path, "--format", "text", "--format", "html")
    assert run.code == 0
    assert sorted(p.name for p in tmp_path.iterdir()) == ["cba-8.html", "cba-8.txt"]


def test_demo_makes_proves_writes_and_checks(cli: Cli, tmp_path: Path) -> None:
    for _ in range(2):  # a second run writes over the first
        run = cli("demo", "--out", tmp_path / "out")
        assert run.code == 0
    assert "23 teams, 23 rounds, 253 matches" in run.out
    assert "numbers 9 and 10, rounds 9-11" in run.out
    assert all(name in run.out for name in ("cba-6", "cba-8", "cba-12"))
    assert len(list((tmp_path / "out").iterdir())) == 5
    assert cli("event", "verify", tmp_path / "out" / "swiss.event").code == 0


def test_the_verdict_says_how_runs_were_counted_over_byes(cli: Cli) -> None:
    """The 8-team table played by 7: number 3 has three running only where its bye is passed over."""
    over = cli("check", "cba-8", "--drop-last")
    assert (over.code, "byes are passed over; " in over.out) == (1, True)
    ended = cli("check", "cba-8", "--drop-last", "--set", "run-limit.bye-breaks-run=true")
    assert (ended.code, "never three running; a bye ends a run; " in ended.out) == (0, True)
