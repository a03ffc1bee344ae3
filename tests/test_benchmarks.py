"""The benchmarks run and judge rightly in a tiny setting. No test here looks at a time."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from benchmarks import board, machine, report
from benchmarks.claims import association_claims, round_robin_claims
from benchmarks.measure import ROOT, Case, Setting, Timing, run_process, scheduler_command
from benchmarks.peers.plain_cpsat import solve_plain
from benchmarks.rows import ROWS, Row, find

MACHINE = {
    "processor": "Some(R) CPU X5 @ 2.00GHz", "cores": 2, "memory": 4.0, "system": "Linux 6",
    "python": "CPython 3.11", "libraries": {"numpy": "2.0"}, "commit": "abc", "changed": False,
    "load": 0.1,
}


@pytest.fixture(scope="module")
def six() -> dict[str, Any]:
    """A table of six as ``--json`` has it."""
    ran = run_process([*scheduler_command(), "plan", "6", "--model", "cba-round-robin", "--json"])
    assert ran.code == 0, ran.err
    schedule: dict[str, Any] = json.loads(ran.out)["schedule"]
    return schedule


def results_of(*cases: Case, stopped: str = "") -> dict[str, Any]:
    row = {"name": "row", "title": "a row", "cases": [c.as_json() for c in cases], "stopped": stopped}
    return {"date": "2026-01-02", "size": "full", "machine": MACHINE, "rows": [row]}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_every_row_runs_small_and_its_answers_are_right(row: Row) -> None:
    cases = [case.as_json() for case in row.cases(Setting("tiny"))]
    assert cases
    assert [case["broken"] for case in cases] == [[] for _ in cases]
    assert all(case["runs"] > 0 or case["said"].get("left out") for case in cases)


def test_a_row_that_takes_too_long_is_killed_and_says_so() -> None:
    cases, stopped = board.run_row(find("help"), "full", limit=0.01)
    assert cases == []
    assert stopped.startswith("killed after")


def test_a_row_hands_back_the_cases_its_own_process_measured() -> None:
    cases, stopped = board.run_row(find("help"), "tiny", limit=60)
    assert stopped == ""
    assert [case["case"] for case in cases] == ["scheduler --help"]


def test_the_claims_hold_of_a_table_of_six(six: dict[str, Any]) -> None:
    assert association_claims(six, 6) == []


def test_the_claims_see_a_reversed_match(six: dict[str, Any]) -> None:
    spoilt = copy.deepcopy(six)
    match = spoilt["rounds"][0]["matches"][0]
    match["home"], match["away"] = match["away"], match["home"]
    assert "home and away balanced" in round_robin_claims(spoilt, 6)


def test_the_claims_see_two_tables_exchanged(six: dict[str, Any]) -> None:
    spoilt = copy.deepcopy(six)
    first, second = spoilt["rounds"][0]["matches"][:2]
    first["table"], second["table"] = second["table"], first["table"]
    assert association_claims(spoilt, 6) == ["everybody at every table exactly twice"]


def test_the_claims_see_two_rounds_exchanged(six: dict[str, Any]) -> None:
    spoilt = copy.deepcopy(six)
    first, last = spoilt["rounds"][0], spoilt["rounds"][-1]
    first["number"], last["number"] = last["number"], first["number"]
    false = association_claims(spoilt, 6)
    assert {"the highest number meets 1, 2, 3 ... in order", "the last round is 1-2, 3-4 ..."} <= set(false)


def test_the_peer_with_tables_meets_the_association_s_rules() -> None:
    answer = solve_plain(6, limit=60, workers=1, tables=True)
    assert answer.schedule is not None
    assert association_claims(answer.schedule, 6) == []


def test_the_peer_refuses_an_odd_field() -> None:
    with pytest.raises(ValueError, match="even field"):
        solve_plain(7)


def test_the_summary_tells_reached_from_missed_and_wrong() -> None:
    timing = Timing((2.0, 4.0, 3.0))
    told = report.summary(results_of(
        Case("fast", timing, reach={"seconds": 3.0}),
        Case("slow", timing, reach={"seconds": 2.9}),
        Case("close", timing, ratio=49.0, reach={"ratio": 50.0}),
        Case("false", timing, reach={"seconds": 9.0}, broken=("it holds",)),
        stopped="killed after 5 s",
    ))
    verdicts = {line.split()[0]: line.split()[-1] for line in told.splitlines()[1:5]}
    assert verdicts == {"fast": "reached", "slow": "MISSED", "close": "MISSED", "false": "WRONG"}
    assert "WRONG: false: it holds" in told
    assert "STOPPED" in told


def test_results_are_kept_under_the_date_and_the_machine(tmp_path: Any) -> None:
    results = results_of(Case("fast", Timing((1.0,), memory=2**20), reach={"memory": 2.0**30}))
    name = board.save(results, tmp_path)
    assert name == "2026-01-02-some-x5-2-cores"
    assert json.loads((tmp_path / f"{name}.json").read_text(encoding="utf-8")) == results
    assert "| fast | 1,024 MB | 1 MB | reached |" in (tmp_path / f"{name}.md").read_text(encoding="utf-8")


def test_a_part_is_kept_beside_the_other_rows_of_the_day(tmp_path: Any) -> None:
    whole = results_of(Case("fast", Timing((1.0,))))
    whole["machine"] = {**whole["machine"], "load": 0.1}
    whole["rows"] = [{**whole["rows"][0], "name": name} for name in ("plan", "draw")]
    board.save(whole, tmp_path)
    again = results_of(Case("slow", Timing((9.0,))))
    again["machine"] = {**whole["machine"], "load": 7.5}
    again["rows"] = [{**again["rows"][0], "name": name} for name in ("chance", "plan")]
    name = board.save(again, tmp_path, part=True)
    kept = json.loads((tmp_path / f"{name}.json").read_text(encoding="utf-8"))
    assert [row["name"] for row in kept["rows"]] == ["plan", "draw", "chance"]
    assert [row["cases"][0]["case"] for row in kept["rows"]] == ["slow", "fast", "slow"]
    assert [row.get("measured", {}).get("load") for row in kept["rows"]] == [7.5, None, 7.5]
    assert kept["machine"]["load"] == 0.1


def test_the_machine_is_described_without_paths() -> None:
    told = machine.describe()
    assert set(told) == set(MACHINE)
    assert str(ROOT) not in json.dumps(told)


def test_an_unknown_row_is_refused() -> None:
    with pytest.raises(SystemExit) as stop:
        board.main(["--only", "nothing"])
    assert stop.value.code == 2
