"""Leagues at the command line: RobinX files are judged, planned, compared, shown and written."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scheduler.event.league import Constraint, Game, League, LeagueInstance, LeagueSolution, Slot, Team
from scheduler.files.robinx import load_robinx_instance
from scheduler.files.robinx_out import robinx_instance, robinx_solution
from test_schemas import errors

Cli = Callable[..., Any]

# Four teams, one leg, three slots; the first must not be at home in slot 0, and 1-2 in slot 2 costs 7.
INSTANCE = LeagueInstance(
    "Four", (League(0, "L", 1, "C"),),
    tuple(Team(i, name, 0) for i, name in enumerate(["Ann", "Bo", "Cy", "Di"])),
    tuple(Slot(i, f"S{i}") for i in range(3)), "SC",
    (
        Constraint(1, "CA1", True, 10, {"teams": (0,), "slots": (0,)}, {"max": 0, "min": 0}, {"mode": "H"}),
        Constraint(2, "GA1", False, 7, {"slots": (2,)}, {"max": 0, "min": 0}, pairs=((0, 1),)),
    ),
)
ROUNDS = (((0, 3), (1, 2)), ((2, 0), (3, 1)), ((0, 1), (2, 3)))


def games(rounds: Any = ROUNDS) -> tuple[Game, ...]:
    """The games of rounds of (home, away), slot by slot."""
    return tuple(Game(h, a, s) for s, pairs in enumerate(rounds) for h, a in pairs)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A folder with an instance, a solution that breaks it, and one that meets every wish."""
    good = (((3, 0), (1, 2)), ((0, 1), (2, 3)), ((2, 0), (3, 1)))
    (tmp_path / "i.xml").write_text(robinx_instance(INSTANCE), "utf-8")
    for name, rounds in (("bad", ROUNDS), ("good", good)):
        solution = LeagueSolution(name, "Four", games(rounds))
        (tmp_path / f"{name}.xml").write_text(robinx_solution(solution), "utf-8")
    return tmp_path


def test_check_tells_infeasibility_and_objective_and_ends_with_1(cli: Cli, files: Path) -> None:
    run = cli("check", files / "bad.xml", "--instance", files / "i.xml")
    assert run.code == 1
    assert run.out.splitlines()[-1] == "infeasibility 10, objective 7"
    good = cli("check", files / "good.xml", "--instance", files / "i.xml")
    assert (good.code, good.out) == (0, "infeasibility 0, objective 0\n")


def test_check_json_adds_the_wishes_to_the_report(cli: Cli, files: Path) -> None:
    run = cli("check", files / "bad.xml", "--instance", files / "i.xml", "--json")
    data = json.loads(run.out)
    assert errors("check", data) == []
    assert (data["hard"], data["soft"], data["infeasibility"], data["objective"]) == (10, {"1": 7}, 10, 7)
    assert [(u["type"], u["id"], u["hard"], u["deviation"], u["cost"]) for u in data["by_constraint"]] == [
        ("CA1", 1, True, 1, 10), ("GA1", 2, False, 1, 7),
    ]


def test_explain_says_which_wish_is_unmet_and_what_it_costs(cli: Cli, files: Path) -> None:
    run = cli("check", files / "bad.xml", "--instance", files / "i.xml", "--explain")
    assert "CA1 #1" in run.out
    assert "Ann" in run.out
    assert "infeasibility +10" in run.out
    assert "GA1 #2" in run.out


def test_check_reads_tables_and_answers_of_other_solvers_alike(cli: Cli, files: Path) -> None:
    instance = files / "i.xml"
    assert cli("export", files / "bad.xml", "--instance", instance, "--out", files / "t.csv").code == 0
    rows = list(csv.DictReader((files / "t.csv").read_text("utf-8-sig").splitlines()))
    assert (rows[0]["home name"], len(rows)) == ("Ann", 6)
    answer = "".join(f"plays_{g.home}_{g.away}_{g.slot} 1\n" for g in games())
    (files / "a.sol").write_text("# Objective value = 7\n" + answer, "utf-8")
    for other in ("t.csv", "a.sol"):
        run = cli("check", files / other, "--instance", instance)
        assert run.out.splitlines()[-1] == "infeasibility 10, objective 7"
    piped = cli("check", "-", "--instance", instance, stdin=(files / "bad.xml").read_bytes())
    assert piped.code == 1


def test_diff_names_the_wishes_that_cost_something_else(cli: Cli, files: Path) -> None:
    run = cli("diff", files / "bad.xml", files / "good.xml", "--instance", files / "i.xml")
    assert run.code == 1
    lines = run.out.splitlines()
    assert lines[0].startswith("CA1 #1 (hard) 10 -> 0 (-10)")
    assert lines[1].startswith("GA1 #2 (soft) 7 -> 0 (-7)")
    assert lines[2:4] == ["infeasibility 10 -> 0 (-10)", "objective 7 -> 0 (-7)"]
    same = cli("diff", files / "bad.xml", files / "bad.xml", "--instance", files / "i.xml", "--json")
    assert (same.code, json.loads(same.out)["same"]) == (0, True)
    assert errors("diff", json.loads(same.out)) == []


def test_diff_of_tables_goes_rule_by_rule(cli: Cli) -> None:
    run = cli("diff", "cba-12", "berger-12", "--model", "cba-round-robin")
    assert run.code == 1
    assert "run-limit (hard) 3 -> 0 (-3)" in run.out
    assert cli("diff", "cba-8", "cba-6").code == 2


def test_plan_solves_an_instance_and_writes_the_solution(cli: Cli, files: Path) -> None:
    run = cli("plan", files / "i.xml", "--out", files / "s.xml")
    assert run.code == 0
    assert "optimal" in run.err
    judged = cli("check", files / "s.xml", "--instance", files / "i.xml")
    assert (judged.code, judged.out) == (0, "infeasibility 0, objective 0\n")
    data = json.loads(cli("plan", files / "i.xml", "--json").out)
    assert errors("plan", data) == []
    assert (data["status"], data["infeasibility"], data["objective"]) == ("optimal", 0, 0)
    assert cli("plan", files / "i.xml", "--out", files / "s.xml").code == 2


def test_plan_names_the_constraints_that_clash(cli: Cli, files: Path) -> None:
    clash = Constraint(3, "CA1", True, 1, {"teams": (0,), "slots": (0,)}, {"max": 0, "min": 0}, {"mode": "A"})
    both = LeagueInstance(
        "No", INSTANCE.leagues, INSTANCE.teams, INSTANCE.slots, "SC", (*INSTANCE.constraints, clash)
    )
    (files / "no.xml").write_text(robinx_instance(both), "utf-8")
    run = cli("plan", files / "no.xml", "--json")
    assert run.code == 3
    told = json.loads(run.out)["error"]
    assert told["minimal"]
    assert any("CA1" in line for line in told["clash"])


def test_plan_writes_the_model_for_another_solver(cli: Cli, files: Path) -> None:
    assert cli("plan", files / "i.xml", "--export-model", files / "m.mps").code == 0
    assert "plays_0_1_0" in (files / "m.mps").read_text("utf-8")
    assert cli("plan", files / "i.xml", "--export-model", files / "m.mps").code == 2
    assert cli("plan", files / "i.xml", "--export-model", files / "m.doc").code == 2


def test_show_tells_an_instance_in_figures_and_a_solution_by_slot(cli: Cli, files: Path) -> None:
    run = cli("show", files / "i.xml")
    assert run.out.splitlines()[0] == "Four: 4 teams, 3 slots, 6 games"
    assert "CA1: 1 hard, 0 soft" in run.out
    assert errors("league", json.loads(cli("show", files / "i.xml", "--json").out)) == []
    assert "0: 0-3  1-2" in cli("show", files / "bad.xml").out
    named = cli("show", files / "bad.xml", "--instance", files / "i.xml", "--view", "by-round")
    assert "Ann - 4 Di" in named.out


def test_export_writes_our_tables_as_robinx_and_warns_of_the_rest(cli: Cli, tmp_path: Path) -> None:
    run = cli("export", "cba-6", "--out", tmp_path / "six.xml")
    assert run.code == 0
    assert "Warning: tables are left out" in run.err
    judged = cli("check", tmp_path / "six.xml", "--instance", tmp_path / "six-instance.xml")
    assert (judged.code, judged.out) == (0, "infeasibility 0, objective 0\n")
    assert cli("export", "cba-6", "--format", "robinx").out.startswith("<?xml")
    assert cli("export", "cba-6", "--out", tmp_path / "six.xml").code == 2


def test_export_writes_what_was_read_anew(cli: Cli, files: Path) -> None:
    assert cli("export", files / "i.xml", "--out", files / "again.xml").code == 0
    assert load_robinx_instance(files / "again.xml") == load_robinx_instance(files / "i.xml")


WRONG = {
    "a solution alone": (("check", "good.xml"), 5, "--instance"),
    "an instance as the table": (("check", "i.xml", "--instance", "i.xml"), 5, "not a solution"),
    "a solution as the instance": (("check", "good.xml", "--instance", "good.xml"), 5, "not an instance"),
    "no such instance": (("check", "good.xml", "--instance", "none.xml"), 5, "no such file"),
    "no XML": (("check", "broken.xml", "--instance", "i.xml"), 5, "broken.xml"),
    "an instance to repair": (("repair", "i.xml"), 5, "i.xml"),
    "another league": (("check", "other.xml", "--instance", "i.xml"), 5, "there is no team 9"),
    "two formats": (("plan", "i.xml", "--out", "s.xml", "--format", "csv"), 2, "robinx"),
    "solutions without instance": (("diff", "good.xml", "bad.xml"), 5, "--instance"),
    "a team against itself": (("show", "self.xml", "--instance", "i.xml"), 2, "plays itself"),
}


@pytest.mark.parametrize("case", WRONG)
def test_bad_input_is_told_and_never_a_traceback(case: str, cli: Cli, files: Path) -> None:
    (files / "broken.xml").write_text("<Solution><Games>", "utf-8")
    other = LeagueSolution("o", "Four", (Game(9, 0, 0),))
    (files / "other.xml").write_text(robinx_solution(other), "utf-8")
    lonely = LeagueSolution("o", "Four", (Game(1, 1, 0),))
    (files / "self.xml").write_text(robinx_solution(lonely), "utf-8")
    arguments, code, said = WRONG[case]
    run = cli(*(files / a if a.endswith(".xml") else a for a in arguments))
    assert (run.code, run.out) == (code, "")
    assert said in run.err


def test_official_verdicts_come_out_of_the_whole_command(cli: Cli, shared: Path) -> None:
    folder = shared / "data" / "robinx"
    if not (folder / "verdicts.csv").is_file():
        pytest.skip(f"no RobinX archive in {folder}")
    with (folder / "verdicts.csv").open(encoding="utf-8") as file:
        rows = [r for r in csv.DictReader(file) if r["class"] == "ITC2021" and not r["validator_message"]]
    for row in rows[::40]:
        data = json.loads(
            cli("check", folder / row["solution"], "--instance", folder / row["instance"], "--json").out
        )
        assert (data["infeasibility"], data["objective"]) == (
            int(row["infeasibility"]), int(row["objective"])), row["solution"]


def test_negative_objectives_of_the_archive_fit_the_schema(cli: Cli, shared: Path) -> None:
    folder = shared / "data" / "robinx" / "CostOptimization"
    if not folder.is_dir():
        pytest.skip(f"no RobinX archive in {folder.parent}")
    run = cli("check", folder / "Solutions" / "FootballChileSecond_Sol_Duran.xml", "--instance",
              folder / "Instances" / "FootballChileSecond.xml", "--json")
    data = json.loads(run.out)
    assert (data["infeasibility"], data["objective"]) == (30, -101)
    assert errors("check", data) == []
