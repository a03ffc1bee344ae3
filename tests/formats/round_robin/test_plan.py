"""Planning round robins: what comes back obeys, and where nothing can, the clash is minimal."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scheduler.arrange import Candidate, Clashing, arrange
from scheduler.errors import NoAnswer, UsageError
from scheduler.event import Entrant, Event, Result, Schedule, Stage
from scheduler.facts import timetable
from scheduler.formats.round_robin import check, frame_of, plan
from scheduler.formats.round_robin.plan import open_everything
from scheduler.resources import find_model
from scheduler.rules import Rulebook, Stated, read_rulebook
from scheduler.solve.constructions import cba
from scheduler.solve.cpsat import solve
from scheduler.solve.freed import freed
from scheduler.solve.problem import Limits, Problem, schedule_of


def rulebook(name: str) -> Rulebook:
    return read_rulebook(find_model(name).read_text(encoding="utf-8"), name)


def event(n: int, regions: list[str] | None = None) -> Event:
    where = regions or [""] * n
    return Event("E", tuple(Entrant(i + 1, f"T{i + 1}", region=where[i]) for i in range(n)))


def planned(n: int, model: str, *, seconds: float = 20, **stage: Any) -> Result:
    return plan(event(n), Stage(**stage), rulebook(model), Limits(seconds))


@pytest.mark.parametrize("n", range(4, 65))
def test_every_field_has_an_optimal_table_under_the_associations_rules(n: int) -> None:
    """All hard rules proven, last round and table variety at no price, for 4 to 64 entrants."""
    result = planned(n, "cba-round-robin")
    assert (result.status, result.report.hard, result.report.price) == ("optimal", 0, (0, 0))


@pytest.mark.parametrize("n", [2, 3, 5, 6, 12, 23])
def test_breaks_are_as_few_as_the_theorem_allows(n: int) -> None:
    """The plain rulebook gets n - 2 breaks in even fields and none in odd ones."""
    result = planned(n, "round-robin")
    assert (result.status, result.report.price) == ("optimal", (0,))


@pytest.mark.parametrize("mode", ["mirrored", "inverted", "english", "french", "phased"])
@pytest.mark.parametrize("n", [5, 6])
def test_two_legs_of_every_mode_obey(n: int, mode: str) -> None:
    """Every mode of a double round robin gives everybody n - 1 home matches and no run of three."""
    result = planned(n, "round-robin", legs=2, options={"mode": mode}, seconds=3)
    assert result.report.hard == 0
    assert np.bincount(result.schedule.home, minlength=n + 1)[1:].tolist() == [n - 1] * n


def test_a_mirrored_double_of_four_has_no_table_without_a_run_of_three() -> None:
    """All 64 choices of sides have one, so the answer is a clash that names the run limit."""
    with pytest.raises(NoAnswer) as caught:
        planned(4, "round-robin", legs=2, options={"mode": "mirrored"})
    assert caught.value.minimal
    assert any(line.startswith("run-limit") for line in caught.value.clash)
    assert "run-limit" in caught.value.maybe


def test_a_named_method_that_cannot_obey_says_so() -> None:
    """Berger's order does not meet the highest number in order: no other table is slipped in."""
    with pytest.raises(NoAnswer, match="berger"):
        planned(6, "cba-round-robin", options={"method": "berger"})


@pytest.mark.parametrize("options", [{"methd": "cba"}, {"method": "cbaa"}, {"mode": "miror"}])
def test_unknown_options_are_refused_with_advice(options: dict[str, str]) -> None:
    """A misspelt option, method or mode is an error that names the nearest one."""
    with pytest.raises(UsageError) as caught:
        planned(6, "round-robin", options=options, legs=2)
    assert caught.value.maybe


@pytest.mark.parametrize("n", [24, 64])
def test_a_clash_is_found_in_large_fields(n: int) -> None:
    """An even field in which somebody cannot play: two demands, and the advice was really tried."""
    rules = ({"id": "unavailable", "entrants": [2], "rounds": [3]},)
    with pytest.raises(NoAnswer) as caught:
        planned(n, "cba-round-robin", rules=rules)
    assert len(caught.value.clash) == 2
    assert "unavailable" in caught.value.maybe


@pytest.mark.parametrize("n", [7, 15, 63])
def test_an_absence_in_an_odd_field_costs_no_break(n: int) -> None:
    """Who cannot play in a round is idle in it, and the table still has no break at all."""
    rules = tuple({"id": "unavailable", "entrants": [e], "rounds": [r]} for e, r in ((2, 7), (5, 1)))
    result = planned(n, "round-robin", rules=rules)
    assert (result.status, result.report.price) == ("optimal", (0,))
    assert (result.schedule.idle()[6], result.schedule.idle()[0]) == ([2], [5])


@pytest.mark.parametrize("n", [24, 64])
def test_a_lock_is_granted_by_renumbering(n: int) -> None:
    """Two locked matches, one with its table, leave last round and table variety at no price."""
    rules = (
        {"id": "lock", "home": 1, "away": 5, "rounds": [2]},
        {"id": "lock", "home": 6, "away": 3, "rounds": [2], "tables": [1]},
    )
    result = planned(n, "cba-round-robin", rules=rules)
    assert (result.status, result.report.price) == ("optimal", (0, 0))
    assert {(m.home, m.away) for m in result.schedule.matches if m.round == 2} >= {(1, 5), (6, 3)}


def test_a_pigeonhole_in_one_round_is_named() -> None:
    """13 of 24 cannot all be home in one round: the clash is found, minimal, and the advice tried."""
    rules = ({"id": "side", "entrants": list(range(1, 14)), "side": "home", "rounds": [4]},)
    with pytest.raises(NoAnswer) as caught:
        planned(24, "cba-round-robin", rules=rules, seconds=60)
    assert caught.value.minimal
    assert "side" in caught.value.maybe


@pytest.mark.parametrize("seed", range(6))
def test_the_second_cycle_reverses_sides_and_ends_with_neighbours(seed: int) -> None:
    """Whoever was away is home; the last round is 1-2, 3-4, 5-6 by standing; what yielded is told."""
    n, first = 6, cba(6)
    order = (np.random.default_rng(seed).permutation(n) + 1).tolist()
    result = plan(
        event(n), Stage(options={"mode": "cba", "first": first, "ranking": order}),
        rulebook("cba-second-cycle"), Limits(20),
    )
    was = {(order.index(m.home) + 1, order.index(m.away) + 1) for m in first.matches}
    now = {(m.home, m.away) for m in result.schedule.matches}
    assert result.status == "optimal"
    assert now == {(a, h) for h, a in was}
    last = {frozenset((m.home, m.away)) for m in result.schedule.matches if m.round == n - 1}
    assert last == {frozenset((1, 2)), frozenset((3, 4)), frozenset((5, 6))}
    assert bool(result.notes) == any(result.report.price)


REQUEST = st.one_of(
    st.builds(
        lambda h, a, r, s: {"id": "lock", "home": h, "away": a, "rounds": [r], "sides": s},
        st.integers(1, 8), st.integers(1, 8), st.integers(1, 9), st.booleans(),
    ),
    st.builds(lambda e, r: {"id": "unavailable", "entrants": [e], "rounds": [r]},
              st.integers(1, 8), st.integers(1, 9)),
    st.builds(lambda e, s, r: {"id": "side", "entrants": [e], "side": s, "rounds": r},
              st.integers(1, 8), st.sampled_from(["home", "away"]),
              st.lists(st.integers(1, 9), min_size=1, max_size=3, unique=True)),
)


def fitting(requests: list[dict[str, Any]], n: int) -> list[dict[str, Any]]:
    """The requests that speak of entrants and rounds that there are."""
    rounds = n if n % 2 else n - 1
    return [
        r for r in requests
        if max(r["rounds"]) <= rounds and r.get("home") != r.get("away", 0)
        and max([r.get("home", 0), r.get("away", 0), *r.get("entrants", [])]) <= n
    ]


@settings(max_examples=15)
@given(n=st.integers(4, 10), requests=st.lists(REQUEST, max_size=3))
def test_any_requests_are_met_or_clash_minimally(n: int, requests: list[dict[str, Any]]) -> None:
    """The result verifies; or dropping any one member of the clash leaves something solvable."""
    stage = Stage(rules=tuple(fitting(requests, n)))
    book = rulebook("cba-round-robin").without("table-variety", "neighbours-last")
    try:
        result = plan(event(n), stage, book, Limits(60))
    except Clashing as error:
        assert_minimal(error)
    else:
        assert check(result.schedule, book, event(n), stage).hard == 0


def assert_minimal(error: Clashing) -> None:
    """The clash alone has no answer, and has one less any member."""
    problem, members = error.problem, list(error.members)
    assert error.minimal
    assert problem is not None
    assert solve(only(problem, members), Limits(60)).status == "infeasible"
    for member in members:
        rest = [m for m in members if m != member]
        assert solve(only(problem, rest), Limits(60)).facts, member


def only(problem: Problem, members: list[tuple[int, int]]) -> Problem:
    """The problem with no other rows than these."""
    kept = []
    for index in sorted({i for i, _ in members}):
        entry = problem.stated[index]
        where = np.zeros(entry.count.rows, dtype=bool)
        where[[r for i, r in members if i == index]] = True
        kept.append(Stated(entry.use, replace(entry.count, where=where)))
    return problem.replace(stated=tuple(kept))


@settings(max_examples=25)
@given(n=st.integers(4, 9), seed=st.integers(0, 10**6))
def test_freeing_sides_keeps_who_meets_when(n: int, seed: int) -> None:
    """With only the sides open every match keeps its round, whatever becomes of home and away."""
    rng = np.random.default_rng(seed)
    table: Schedule = cba(n)
    swap = rng.random(len(table)) < 0.5
    table = table.replace(
        home=np.where(swap, table.away, table.home), away=np.where(swap, table.home, table.away)
    )
    frame = frame_of(event(n))
    space = timetable(frame)
    stated = rulebook("cba-round-robin").stated(space, frame)
    problem = Problem(space, frame, stated, {})
    part = freed(problem, table, sides=True, tables=False)
    outcome = solve(part, Limits(20))
    assert outcome.status == "optimal"
    made = schedule_of(part, outcome.facts)
    assert {(m.round, frozenset((m.home, m.away))) for m in made.matches} == {
        (m.round, frozenset((m.home, m.away))) for m in table.matches
    }
    assert check(made, rulebook("cba-round-robin")).hard == 0


def test_the_same_seed_gives_the_same_table() -> None:
    """A table that needed the solver comes out the same twice."""
    rules = ({"id": "lock", "home": 1, "away": 4, "rounds": [2]},)
    a, b = (planned(8, "cba-round-robin", rules=rules) for _ in range(2))
    assert a.schedule == b.schedule


def test_arrange_never_returns_worse_than_its_construction() -> None:
    """With no time at all the construction comes back, verified, and is not called optimal."""
    frame = frame_of(event(6))
    space = timetable(frame)
    stated = rulebook("round-robin").stated(space, frame)
    problem = Problem(space, frame, stated, {})
    result = arrange(
        problem, [Candidate("cba", lambda: cba(6))], Limits(0.0), everything=lambda: open_everything(problem)
    )
    assert result.schedule == cba(6)
    assert result.report.hard == 0
    assert result.status == "feasible"
