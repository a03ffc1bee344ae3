"""A move is priced as the difference of two full verdicts: every type of constraint, every kind of league."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from formats.league.leagues import double, every_type, relaxed, round_robin
from scheduler.errors import UsageError
from scheduler.event import Schedule
from scheduler.event.league import Game, LeagueInstance, Meeting
from scheduler.facts import Any, Frame, Ids, Link, Same, Space, timetable
from scheduler.facts.connectives import Project
from scheduler.facts.timetable import again_family
from scheduler.files.robinx import load_robinx_instance, load_robinx_solution
from scheduler.formats.league import Wishes, judge, wishes_of
from scheduler.rules import Count, RuleUse, Stated
from scheduler.rules.count import Term
from scheduler.solve.constructions.circle import canonical
from scheduler.solve.search import (
    Flat,
    Games,
    Neighbourhood,
    State,
    Walked,
    compile_counts,
    compile_league,
)
from scheduler.verify import verify

ALL = os.environ.get("SCHEDULER_ALL") == "1"
pytestmark = pytest.mark.xdist_group("kernels")  # so that they are compiled once
EVENLY = dict(zip(Neighbourhood, (250, 50, 100, 250, 200, 150), strict=True))


def table(instance: LeagueInstance, games: Sequence[Game]) -> Schedule:
    """Games of a league as a schedule."""
    team, slot = instance.team_index, instance.slot_index
    return Schedule.from_columns(
        len(team), len(slot), [slot[g.slot] + 1 for g in games], [team[g.home] + 1 for g in games],
        [team[g.away] + 1 for g in games],
    )


def verdict(instance: LeagueInstance, wishes: Wishes, state: State) -> list[int]:
    """(infeasibility, objective) of a state, by the judge, as far as the state has these levels."""
    judged = judge(instance, state.schedule(), wishes)
    both = {0: judged.infeasibility, 1: judged.objective}
    assert all(level in state.flat.levels or not cost for level, cost in both.items())
    return [both[level] for level in state.flat.levels]


def random_place(which: Neighbourhood, games: Games, dice: random.Random) -> tuple[int, int, int]:
    """Where to try a neighbourhood."""
    n, s = games.teams, games.slots
    if which in (Neighbourhood.SWAP_ROUNDS, Neighbourhood.PARTIAL_SWAP_ROUNDS):
        return dice.randrange(s), dice.randrange(s), dice.randrange(n)
    third = games.copies if which == Neighbourhood.SWAP_HOMES else s
    return dice.randrange(n), dice.randrange(n), dice.randrange(third)


LEAGUES = {
    "compact": double(6),
    "mirrored, breaks": double(6, mode="M", objective="BM"),
    "phased, travel": double(6, mode="P", objective="TR"),
    "inverted, carry-over": double(6, mode="I", objective="CO"),
    "English": double(6, mode="E"),
    "French": double(6, mode="F"),
    "relaxed, cost": relaxed(4, 9, objective="CR"),
    "relaxed, travel": relaxed(5, 13, objective="TR"),
    "relaxed, carry-over": relaxed(4, 9, objective="CO"),
    "odd": double(5, objective="BM"),
    "single": double(10, rounds=1, objective="TR"),
    "three times": double(6, rounds=3, objective="CO"),
    "four times, mirrored": double(4, rounds=4, mode="M"),
    "without sides": replace(double(6), leagues=(replace(double(6).leagues[0], balanced=False),)),
}


@pytest.mark.parametrize("name", LEAGUES)
def test_each_move_costs_what_two_verdicts_differ_by(name: str) -> None:
    """Constraints of every type; moves taken, dropped and taken back, the verdict after each."""
    instance = every_type(LEAGUES[name])
    wishes = wishes_of(instance)
    flat = compile_league(wishes.view, wishes.asked)
    state = State.of_schedule(flat, table(instance, round_robin(instance, 1)))
    dice = random.Random(name)
    before = verdict(instance, wishes, state)
    assert state.cost.tolist() == before
    found = set()
    for step in range(40):
        which = Neighbourhood(step % 6)
        move = state.move(which, *random_place(which, flat.games, dice))
        if not move:
            continue
        found.add(which)
        gained = state.price(move)
        assert state.cost.tolist() == before
        assert state.apply(move).tolist() == gained.tolist()
        after = verdict(instance, wishes, state)
        assert state.cost.tolist() == after
        assert gained.tolist() == [b - a for a, b in zip(before, after, strict=True)]
        if step % 3 == 0:
            assert (state.undo() == -gained).all()
            assert verdict(instance, wishes, state) == before == state.cost.tolist()
        else:
            before = after
    assert len(found) >= 4


def test_games_at_either_venue_and_games_that_find_no_slot_are_searched_too() -> None:
    """Additional games of a pair, and a league with more games than slots, in which some are not played."""
    league = replace(double(6), additional=(Meeting(0, 1), Meeting(2, 3, free=True), Meeting(4, 5)))
    instance = every_type(replace(league, slots=double(6, slots=12).slots))
    few = every_type(double(6, slots=9))
    for shape, games in (
        (instance, [*round_robin(double(6), 2), Game(0, 1, 10), Game(3, 2, 11), Game(4, 5, 11)]),
        (few, [g for g in round_robin(double(6), 3) if g.slot < 9]),
    ):
        wishes = wishes_of(shape)
        flat = compile_league(wishes.view, wishes.asked)
        state = State.of_schedule(flat, table(shape, games), seed=5)
        assert flat.games.complete == (shape is instance)
        for _ in range(25):
            state.walk(8, every=2, mix=EVENLY, most=-(10**9))
            assert state.cost.tolist() == verdict(shape, wishes, state)


def custom(n: int, rounds: int) -> tuple[Space, list[Stated]]:
    """Counts over derived facts that leagues do not use: peaks, gaps, and what is made of counters."""
    space = timetable(Frame(n, rounds, n // 2, 2))

    def early(h: Ids, a: Ids, r: Ids) -> tuple[Ids, ...]:
        return (np.where(r < 4, h, -1),)

    def late(h: Ids, a: Ids, r: Ids) -> tuple[Ids, ...]:
        return (np.where((r >= 5) & (h < a), h, -1),)

    space.add("hosts-early", "entrant", (n,), Any((Link("plays", early), Link("plays", late))))
    space.add("alike", "entrant", (n,), Same((Link("plays", early), Link("plays", late))))

    def everyone(e: Ids) -> tuple[Ids, ...]:
        return (e,)

    def pair(i: Ids, j: Ids) -> tuple[Ids, ...]:
        return (i, j)

    def of_pair(p: Ids, r: Ids, d: Ids) -> tuple[Ids, ...]:
        return (p // n, p % n)

    def gap(p: Ids, r: Ids, d: Ids) -> Ids:
        return d

    close = again_family(space, rounds - 1)
    apart = np.triu(np.ones((n, n), dtype=bool), 1)
    return space, [
        Stated(RuleUse("lead", level=1, price=(3, 7)), Count(
            ("entrant", "entrant"), (n, n), (Term("lead", pair),), None, 1, apart)),
        Stated(RuleUse("apart", level=3, price=(2,)), Count(
            ("entrant", "entrant"), (n, n), (Term(close.name, of_pair, gap),), 4, 6, apart)),
        Stated(RuleUse("early"), Count(("entrant",), (n,), (Term("hosts-early", everyone),), 1)),
        Stated(RuleUse("alike", level=2, price=(1, 5)), Count(
            ("all",), (1,), (Term("alike", lambda e: (np.zeros_like(e),), 2),), 3, 5)),
        Stated(RuleUse("sides", level=1, price=(1,)), Count(
            ("entrant",), (n,), tuple(
                Term(side, lambda e, r: (e,), sign) for side, sign in (("home", 1), ("away", -1))), 0, 0)),
    ]


def test_every_connective_is_read_and_levels_are_kept_apart() -> None:
    """Peaks, gaps, disjunctions and equivalences, at three levels, against the verifier."""
    space, stated = custom(6, 10)
    fixed = np.ones((6, 6), dtype=np.int64) - np.eye(6, dtype=np.int64)
    flat = compile_counts(space, stated, Games(10, fixed, np.zeros((6, 6), np.int64), 10))
    assert flat.levels == (0, 1, 2, 3)
    instance = double(6)
    state = State.of_schedule(flat, table(instance, round_robin(instance, 4)), seed=2)
    for _ in range(60):
        report = verify(space, stated, state.schedule())
        assert state.cost.tolist() == [report.hard, *(dict(report.soft)[k] for k in (1, 2, 3))]
        state.walk(3, every=1, mix=EVENLY)


@pytest.mark.parametrize(("family", "to"), [
    ("home-turn", lambda e, i: (e, i)),
    ("trip", lambda e, u, v, r: (e, r)),
])
def test_a_rule_without_a_reading_is_refused_by_name(family: str, to: Project) -> None:
    """Turns of round robins, and ways that begin nowhere, are left to the exact solver."""
    space = timetable(Frame(6, 10, 3))
    use = Stated(RuleUse("run-limit"), Count(
        ("entrant", "turn"), (6, 10), (Term(family, to),), None, 1))
    fixed = np.ones((6, 6), dtype=np.int64) - np.eye(6, dtype=np.int64)
    with pytest.raises(UsageError, match=family):
        compile_counts(space, [use], Games(10, fixed, np.zeros((6, 6), np.int64), 10))



def test_numbers_too_large_to_be_exact_are_refused() -> None:
    """Prices and weights are sums of integers that must fit."""
    space = timetable(Frame(4, 6, 2))
    fixed = np.ones((4, 4), dtype=np.int64) - np.eye(4, dtype=np.int64)
    games = Games(6, fixed, np.zeros((4, 4), np.int64), 6)

    def one(price: int, weight: int) -> Stated:
        term = Term("plays", lambda h, a, r: (h, r), weight)
        return Stated(RuleUse("much", level=1, price=(price,)), Count(
            ("entrant", "round"), (4, 6), (term,), None, 0))

    for price, weight in ((2**60, 1), (1, 2**40)):
        with pytest.raises(UsageError, match="too large"):
            compile_counts(space, [one(price, weight)], games)
    free = np.zeros((4, 4), np.int64)
    for many, slots, why in (
        (fixed, 10**8, "cannot be searched"), (fixed[:1, :1], 6, "cannot be searched"),
        (np.tile(fixed, (40, 40)), 1000, "more than"),
    ):
        with pytest.raises(UsageError, match=why):
            Games(slots, many, free if len(many) == 4 else np.zeros_like(many), slots)


def _circle(members: Sequence[int], rounds: int) -> list[list[tuple[int, int]]]:
    """Legs of the circle, sides reversed in every second."""
    base = canonical(len(members))
    out: list[list[tuple[int, int]]] = []
    for leg in range(rounds):
        for r in range(1, base.rounds + 1):
            there = base.round == r
            pairs = zip(base.home[there].tolist(), base.away[there].tolist(), strict=True)
            out.append([(members[x - 1], members[y - 1])[:: -1 if leg % 2 else 1] for x, y in pairs])
    return out


def start_of(instance: LeagueInstance, path: Path, dice: random.Random) -> Schedule | None:
    """A schedule to start from: the circle for each league, else a solution of the archive."""
    rows: list[Game] = []
    for league in instance.leagues:
        rounds = _circle(dice.sample(instance.members(league.id), len(instance.members(league.id))),
                         league.rounds)
        if instance.additional or len(rounds) > len(instance.slots):
            break
        slots = sorted(dice.sample(range(len(instance.slots)), len(rounds)))
        rows += [Game(h, a, instance.slots[s].id)
                 for s, games in zip(slots, rounds, strict=True) for h, a in games]
    else:
        return table(instance, rows)
    for solution in sorted(path.parent.parent.joinpath("Solutions").glob(f"{path.stem}*.xml")):
        games = load_robinx_solution(solution).games
        if games:
            return table(instance, games)
    return None


ARCHIVE = [
    "BreakOptimization/Instances/ItalianFootball_2001",
    "BreakOptimization/Instances/TC_BM_24_4711",
    "BreakOptimization/Instances/mi_n12_pl15_k0_Seed0",
    "CarryoverEffectsOptimization/Instances/inst12randomB",
    "CarryoverEffectsOptimization/Instances/CO20",
    "ConstraintSatisfaction/Instances/Instance_k2_8_49_24_12_0",
    "ConstraintSatisfaction/Instances/GroupChanging_35_5",
    "CostOptimization/Instances/MinCost14",
    "CostOptimization/Instances/FootballChile",
    "CostOptimization/Instances/FootballChileSecond",
    "MultiLeague/Instances/ML_7_8_2_0",
    "MultiLeague/Instances/EnglishFootball_2005",
    "SoftConstraintOptimization/Instances/VolleyballItaly_2016",
    "SoftConstraintOptimization/Instances/RRT_14_44",
    "SoftConstraintOptimization/Instances/TAB_s1_i1_a10_b30",
    "SoftConstraintOptimization/Instances/handball20",
    "TravelOptimization/Instances/NL14_K2",
    "TravelOptimization/Instances/CIRC8_Mirrored",
    "TravelOptimization/Instances/BRA24_Mirrored",
    "ITC2021/Instances/ITC2021_Late_4",
    "ITC2021/Instances/ITC2021_Early_8",
    "ITC2021/Instances/ITC2021_Early_10",
    "ITC2021/Instances/ITC2021_Middle_3",
    "ITC2021Additional/ITC2021Additional_17",
]
"""Two dozen instances: every class of the archive, every objective, compact, relaxed, several leagues."""


def walked(flat: Flat, state: State, moves: int) -> Walked:
    """A walk that takes every second move, whatever it costs."""
    result = state.walk(moves, every=2, mix=EVENLY, most=-(10**12))
    assert 0 < result.taken < result.priced == moves
    return result


@pytest.mark.parametrize("name", ARCHIVE)
def test_walks_through_the_archive_end_at_the_verdict(shared: Path, name: str) -> None:
    """Random moves, taken and dropped, against the judge now and then; in all more than a million moves
    with SCHEDULER_ALL=1, else a few hundred an instance."""
    path = shared / "data" / "robinx" / f"{name}.xml"
    instance = load_robinx_instance(path)
    wishes = wishes_of(instance)
    flat = compile_league(wishes.view, wishes.asked)
    start = start_of(instance, path, random.Random(name))
    assert start is not None
    state = State.of_schedule(flat, start, seed=len(name))
    assert state.cost.tolist() == verdict(instance, wishes, state)
    moves, times = (450, 100) if ALL else (150, 2)
    for _ in range(times):
        walked(flat, state, moves)
        assert state.cost.tolist() == verdict(instance, wishes, state)
    again = State.of_schedule(flat, state.schedule())
    assert again.cost.tolist() == state.cost.tolist()
