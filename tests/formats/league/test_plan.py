"""Leagues planned: the solver reads every wish as the verifier does, proves, explains, and exports."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from ortools.linear_solver.python import model_builder
from ortools.sat.python import cp_model

from formats.league.leagues import constraint, double, every_type, relaxed, round_robin
from scheduler.errors import FileError, NoAnswer, UsageError
from scheduler.event.league import Game, LeagueInstance
from scheduler.facts import primary_facts
from scheduler.formats.league import export_model, judge, plan, solution_of_model, wishes_of
from scheduler.formats.league.plan import problem_of, schedule_of_games
from scheduler.solve.compiled import compile_problem
from scheduler.solve.problem import Limits, Problem
from scheduler.verify import Truth
from scheduler.verify.verifier import found_in_rows

QUICK = Limits(60.0, 1)


def solver_rows(problem: Problem, instance: LeagueInstance, games: list[Game]) -> tuple[
    dict[tuple[int, int], int], int
]:
    """({(count, row): what the solver finds there}, the objective it pays) with every game fixed."""
    model = compile_problem(problem, enforce=False)
    true = set(primary_facts(problem.space, schedule_of_games(instance, games))["plays"].tolist())
    for id, literal in model.literals.of("plays").pairs():
        model.cp.add(literal == (id in true))
    model.cp.minimize(sum(x for parts in model.objectives.values() for x in parts))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(model.cp) == cp_model.OPTIMAL
    return {(r.index, r.row): solver.value(r.total) for r in model.rows}, round(solver.objective_value)


@pytest.mark.parametrize("objective", ["SC", "BM", "TR", "CO", "CR"])
@pytest.mark.parametrize("promise", [True, False])
@pytest.mark.parametrize("shape", ["compact", "relaxed", "odd", "thrice"])
def test_the_solver_reads_every_wish_as_the_verifier_does(
    objective: str, promise: bool, shape: str
) -> None:
    """Row by row the same numbers, and the same objective, for every constraint type."""
    instance = every_type({
        "compact": double(6, objective=objective),
        "relaxed": relaxed(4, 10, objective=objective),
        "odd": relaxed(5, 12, objective=objective),
        "thrice": double(4, slots=11, rounds=3, objective=objective),
    }[shape])
    games = round_robin(instance, 7)
    wishes = wishes_of(instance)
    problem, asked = problem_of(wishes, promise=promise)
    assert (problem.plays is not None) == (promise and shape == "compact")
    found, price = solver_rows(problem, instance, games)
    truth = Truth(problem.space, {
        "plays": primary_facts(problem.space, schedule_of_games(instance, games))["plays"]
    })
    for index, one in enumerate(asked):
        rows, totals = found_in_rows(truth, one.stated.count)
        expected = dict(zip(rows.tolist(), totals.tolist(), strict=True))
        for (k, row), value in found.items():
            if k == index:
                assert value == expected.get(row, 0), (one.stated.use.id, row)
    assert price + sum(x.base for x in wishes.asked) == judge(instance, games).objective


@pytest.mark.parametrize(("objective", "least"), [("BM", 2), ("CO", 12)])
def test_a_small_objective_is_proven(objective: str, least: int) -> None:
    """4 teams, once: 2 breaks (de Werra 1981), carry-over 12 (Russell 1980), both proven least."""
    instance = replace(double(4, rounds=1, objective=objective), weights={})
    result = plan(instance, QUICK)
    verdict = judge(instance, result.schedule)
    assert (result.status, verdict.infeasibility, verdict.objective) == ("optimal", 0, least)
    assert result.bound == (least,)


def test_negative_costs_are_bounded_from_their_own_least() -> None:
    """Costs below zero: the plan's objective is what the games cost, and so is the bound."""
    instance = double(4, rounds=1, objective="CR")
    result = plan(instance, QUICK)
    paid = sum(instance.costs[m.home - 1, m.away - 1, m.round - 1] for m in result.schedule.matches)
    assert result.status == "optimal"
    assert result.extra["judgement"].objective == paid == result.bound[0]


def test_a_plan_meets_hard_wishes_and_is_judged() -> None:
    """Phased, no three running at home, separation: all hard, all met."""
    instance = double(6, mode="P", constraints=(
        constraint("CA3", hard=True, teams1=range(6), teams2=range(6), max=2, intp=3, mode1="H",
                   mode2="SLOTS"),
        constraint("SE1", id=2, hard=True, teams=range(6), min=2),
        constraint("BR2", id=3, teams=range(6), slots=range(10), intp=4, mode2="LEQ"),
    ))
    result = plan(instance, Limits(5.0, 1))
    verdict = judge(instance, result.schedule)
    assert verdict.infeasibility == 0
    assert verdict == result.extra["judgement"]


def test_a_hint_is_a_start_and_no_promise() -> None:
    """A schedule of another seed as the start: the answer is still the proven best."""
    instance = replace(double(4, rounds=1, objective="BM"), weights={})
    result = plan(instance, QUICK, hint=round_robin(instance, 3))
    assert result.extra["judgement"].objective == 2


def test_a_clash_names_the_constraints_by_their_place_in_the_file() -> None:
    """Home to everybody in four slots, and at most three home games there: a clash of two, minimal."""
    instance = double(6, constraints=(
        constraint("CA1", hard=True, teams=[1], slots=[0, 1, 2, 3], min=4, max=4, mode="H"),
        constraint("BR1", id=2, hard=True, teams=[2], slots=range(10), intp=5, mode1="LEQ", mode2="HA"),
        constraint("CA1", id=3, hard=True, teamGroups=[0, 1], slots=[0, 1, 2, 3], max=3, mode="H"),
    ))
    with pytest.raises(NoAnswer) as caught:
        plan(instance, QUICK)
    assert caught.value.minimal
    assert [line.split(":")[0] for line in caught.value.clash] == ["CA1 #1", "CA1 #3"]


def test_what_every_league_asks_for_takes_part_in_a_clash() -> None:
    """Nobody may play in slot 0: every game is played, one a slot, cannot hold beside it."""
    instance = double(4, constraints=(
        constraint("CA1", hard=True, teams=range(4), slots=[0], max=0, mode="HA"),
    ))
    with pytest.raises(NoAnswer) as caught:
        plan(instance, QUICK)
    assert [line.split(":")[0] for line in caught.value.clash] == ["BA1", "BA2", "CA1 #1"]
    assert caught.value.minimal


def test_a_linear_program_has_the_same_optimum(tmp_path: Path) -> None:
    """The model as MPS, solved by another solver, read back and judged: the same proven value."""
    instance = replace(double(4, rounds=1, objective="BM", constraints=(
        constraint("FA2", teams=range(4), slots=range(3), intp=1, mode="H", penalty=2),
        constraint("CA1", id=2, teams=[3], slots=[0, 1], min=2, mode="A", penalty=5),
    )), weights={})
    path = tmp_path / "model.mps"
    assert any("plays_" in note for note in export_model(instance, path))
    model = model_builder.Model()
    assert model.import_from_mps_file(str(path))
    solver = model_builder.Solver("scip")
    assert solver.solve(model) == model_builder.SolveStatus.OPTIMAL
    answer = [f"{v.name} {solver.value(v)}" for v in model.get_variables()]
    verdict = judge(instance, solution_of_model(instance, answer))
    ours = plan(instance, QUICK).extra["judgement"]
    assert (verdict.infeasibility, verdict.objective) == (0, ours.objective)
    assert round(solver.objective_value) == ours.objective


@pytest.mark.parametrize("ending", [".pb", ".txt"])
def test_the_model_is_written_in_the_solver_s_own_format(tmp_path: Path, ending: str) -> None:
    """Binary or text, with a name for each game."""
    path = tmp_path / f"model{ending}"
    export_model(double(4), path)
    assert b"plays_0_1_2" in path.read_bytes()


def test_an_unknown_ending_is_refused(tmp_path: Path) -> None:
    """Nothing is written, and the endings there are are named."""
    with pytest.raises(UsageError, match=r"\.mps"):
        export_model(double(4), tmp_path / "model.lp")
    assert not list(tmp_path.iterdir())


def test_an_answer_names_games_or_is_refused() -> None:
    """Lines of another solver: variables at 1 are games, others are passed over, wrong ones refused."""
    instance = double(4)
    lines = ["plays_0_1_2 1", "plays_1_0_3 0.9999999", "plays_2_3_0 0", "v17 1", ""]
    assert solution_of_model(instance, lines) == (Game(0, 1, 2), Game(1, 0, 3))
    with pytest.raises(FileError, match="answer:1"):
        solution_of_model(instance, ["plays_0_9_2 1"])


def test_what_would_not_fit_the_memory_is_refused() -> None:
    """Travel of 60 teams: 25 million ways from game to game are told, not tried."""
    with pytest.raises(UsageError, match="ways from game to game"):
        plan(double(60, objective="TR"), QUICK)
