"""Leagues and differences from Python: solutions in any form get one verdict."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scheduler
from scheduler.app.leagues import league_event, league_table, open_played, robinx_kind
from scheduler.app.robinx_export import export_schedule, robinx_bytes
from scheduler.errors import FileError, SchedulerError, UsageError
from scheduler.event.league import Constraint, Game, LeagueInstance, LeagueSolution, Team
from scheduler.files.robinx_out import robinx_of_schedule


def league() -> tuple[LeagueInstance, LeagueSolution]:
    """A table of six as a league, with one soft wish that it does not meet: 1 is not home in round 1."""
    schedule = scheduler.plan(6, model="round-robin").schedule
    instance, solution, _ = robinx_of_schedule(schedule)
    first = next(g for g in solution.games if g.slot == 0)
    wish = Constraint(
        1, "CA1", False, 5, {"teams": (first.home,), "slots": (0,)}, {"min": 0, "max": 0}, {"mode": "H"}
    )
    made = LeagueInstance(
        instance.name, instance.leagues, instance.teams, instance.slots, "SC", (wish,)
    )
    return made, solution


def test_every_form_of_a_solution_gets_one_verdict(tmp_path: Path) -> None:
    instance, solution = league()
    schedule = league_table(solution, instance).table.schedule
    (tmp_path / "s.xml").write_bytes(robinx_bytes(solution))
    answer = "".join(f"plays_{g.home}_{g.away}_{g.slot} 1.0000001\n" for g in solution.games)
    forms = [
        solution, solution.games, schedule, tmp_path / "s.xml", robinx_bytes(solution), answer.encode(),
    ]
    for form in forms:
        verdict = scheduler.judge(form, instance)
        assert (verdict.infeasibility, verdict.objective) == (0, 5)


def test_kinds_of_xml_are_told_apart(tmp_path: Path) -> None:
    instance, solution = league()
    assert robinx_kind(robinx_bytes(instance)) == "instance"
    assert robinx_kind(robinx_bytes(solution)) == "solution"
    assert robinx_kind(b"<html></html>") == ""
    assert robinx_kind(str(tmp_path / "none.xml")) == ""


def test_teams_of_one_name_are_told_apart_by_their_ids() -> None:
    instance, _ = league()
    teams = (Team(0, "A", 0), Team(1, "A", 0), Team(2, "", 0), *instance.teams[3:])
    twins = LeagueInstance("T", instance.leagues, teams, instance.slots)
    assert [e.name for e in league_event(twins).entrants][:3] == ["A 0", "A 1", "team 2"]


def test_exported_tables_are_judged_feasible_and_never_written_over(tmp_path: Path) -> None:
    schedule = scheduler.plan(8).schedule
    paths, lost = export_schedule(schedule, None, tmp_path / "t.xml")
    assert lost
    assert scheduler.judge(paths[0], paths[1]).holds
    paths[0].unlink()
    with pytest.raises(UsageError, match="there already"):
        export_schedule(schedule, None, tmp_path / "t.xml")
    assert not paths[0].exists()


def test_a_difference_counts_rules_totals_and_matches() -> None:
    one = scheduler.plan(6, method="berger", model="plain-round-robin")
    other = scheduler.plan(6, method="cba")
    found = scheduler.diff(one, other, model="cba-round-robin")
    reports = [scheduler.check(x, model="cba-round-robin") for x in (one, other)]
    assert found.totals[0] == (0, reports[0].hard, reports[1].hard)
    changed = sum(c.after - c.before for c in found.rules if c.level == 0)
    assert changed == reports[1].hard - reports[0].hard
    assert found.only_one == found.only_other > 0
    assert scheduler.diff(one, one).same


def test_solutions_differ_wish_by_wish() -> None:
    instance, solution = league()
    turned = tuple(Game(g.away, g.home, g.slot) for g in solution.games)
    found = scheduler.diff(solution, turned, instance=instance)
    assert [(c.rule, c.subject, c.before, c.after) for c in found.rules] == [("CA1", 1, 5, 0)]
    assert (found.totals[1], found.only_one) == ((1, 5, 0), 15)


def test_tables_of_different_fields_are_not_compared() -> None:
    with pytest.raises(UsageError, match="cannot be compared"):
        scheduler.diff("cba-6", "cba-8")
    _, solution = league()
    with pytest.raises(FileError, match="instance"):
        scheduler.diff(robinx_bytes(solution), robinx_bytes(solution))


@given(st.binary(max_size=200), st.sampled_from([b"", b"<Solution>", b"plays_0_1_0", b"<?xml ?>"]))
def test_no_bytes_at_all_get_more_than_an_error(data: bytes, head: bytes) -> None:
    instance, _ = INSTANCE
    with contextlib.suppress(SchedulerError):
        scheduler.judge(head + data, instance)


INSTANCE = league()


def test_games_of_a_table_are_held_to_the_teams_of_the_league() -> None:
    instance, _ = INSTANCE
    assert len(open_played(scheduler.plan(6), instance)) == 15  # type: ignore[arg-type]
    with pytest.raises(FileError, match="8 entrants"):
        scheduler.judge(scheduler.plan(8), instance)
