"""The six neighbourhoods do what they are named after, and never spoil a timetable."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest

from formats.league.leagues import double, round_robin
from scheduler.errors import UsageError
from scheduler.event import Schedule
from scheduler.event.league import LeagueInstance
from scheduler.formats.league import wishes_of
from scheduler.solve.search import Move, Neighbourhood, State, compile_league

pytestmark = pytest.mark.xdist_group("kernels")
SWAP_HOMES, SWAP_TEAMS, SWAP_ROUNDS, PARTIAL_TEAMS, PARTIAL_ROUNDS, PHASED = Neighbourhood


def state_of(instance: LeagueInstance, seed: int = 1) -> State:
    """A state with all games of a league at random."""
    wishes = wishes_of(instance)
    games = round_robin(instance, seed)
    table = Schedule.from_columns(
        len(instance.teams), len(instance.slots), [g.slot + 1 for g in games],
        [g.home + 1 for g in games], [g.away + 1 for g in games],
    )
    return State.of_schedule(compile_league(wishes.view, wishes.asked), table, seed)


def phased(seed: int = 1) -> State:
    """A phased league of eight teams, legs in order."""
    instance = double(8, mode="P")
    state = state_of(instance, seed)
    slots = state.slots[0]
    # The circle made whole rounds of one leg and its reverse: one of each goes into either leg.
    twins = sorted({tuple(sorted((int(slots[h, a]), int(slots[a, h])))) for h in range(8) for a in range(h)})
    order = [s for s, _ in twins] + [t for _, t in twins]
    place = {-1: -1} | {s: k for k, s in enumerate(order)}
    return State(state.flat, np.array([place[int(s)] for s in slots.ravel()]), seed)


def opponents_after(state: State, move: Move) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """The table of opponents once a move is made."""
    state.apply(move)
    table = state.opponents
    state.undo()
    return table


def test_each_neighbourhood_keeps_every_game_and_one_game_a_slot() -> None:
    """The public check would refuse anything else; every kind of move is met, in compact and relaxed."""
    leagues = double(8), double(5, slots=14), double(6, rounds=3), double(8, mode="P")
    for state in map(state_of, leagues):
        games, dice, met = state.flat.games, random.Random(7), set()
        for _ in range(300):
            which = dice.choice(list(Neighbourhood))
            rounds = which in (SWAP_ROUNDS, PARTIAL_ROUNDS)
            most = (games.slots,) * 2 + (games.teams,) if rounds else (games.teams,) * 2 + (
                games.copies if which == SWAP_HOMES else games.slots,)
            move = state.move(which, *(dice.randrange(m) for m in most))
            if move:
                met.add(which)
                state.apply(move)
        played = state.slots >= 0
        assert (played.sum(axis=0) + played.sum(axis=0).T == (games.fixed + games.fixed.T +
                games.free + games.free.T)).all()
        assert met >= set(Neighbourhood) - {PHASED}


def test_swap_homes_exchanges_the_two_venues() -> None:
    """Two games, each in the slot of the other."""
    state = state_of(double(6))
    slots = state.slots[0]
    assert sorted(state.move(SWAP_HOMES, 1, 4)) == sorted([
        (1 * 6 + 4, slots[4, 1]), (4 * 6 + 1, slots[1, 4])])
    assert state.move(SWAP_HOMES, 2, 2) == ()


def test_swap_teams_renames_two_teams() -> None:
    """Whoever met one meets the other, on the same side."""
    state = state_of(double(6))
    before, after = state.opponents, opponents_after(state, state.move(SWAP_TEAMS, 0, 3))
    name = np.array([4, 2, 3, 1, 5, 6])
    renamed = np.sign(before) * name[np.abs(before) - 1]
    renamed[[0, 3]] = renamed[[3, 0]]
    assert (after == renamed).all()


def test_swap_rounds_exchanges_two_slots() -> None:
    """Columns of the table of opponents."""
    state = state_of(double(6))
    before, after = state.opponents, opponents_after(state, state.move(SWAP_ROUNDS, 2, 7))
    before[:, [2, 7]] = before[:, [7, 2]]
    assert (after == before).all()


def test_partial_swap_teams_exchanges_rows_in_the_slots_that_must_go_along() -> None:
    """In a slot two teams have each other's game or their own; the others keep their sides."""
    state = state_of(double(8))
    before = state.opponents
    for slot in range(14):
        move = state.move(PARTIAL_TEAMS, 1, 5, slot)
        assert bool(move) == (abs(before[1, slot]) != 6)
        if move:
            after = opponents_after(state, move)
            traded = (after[1] == before[5]) & (after[5] == before[1])
            kept = (after[1] == before[1]) & (after[5] == before[5])
            assert traded[slot]
            assert (traded | kept).all()
            others = [t for t in range(8) if t not in (1, 5)]
            assert (np.sign(after[others]) == np.sign(before[others])).all()


def test_partial_swap_rounds_exchanges_the_games_that_hang_together() -> None:
    """Each team has in two slots its own games or these exchanged, and so have its opponents there."""
    state = state_of(double(8), seed=3)
    before = state.opponents
    for team, (s, t) in enumerate(list(pairwise(range(9)))[:8]):
        after = opponents_after(state, state.move(PARTIAL_ROUNDS, s, t, team))
        moved = (after[:, s] == before[:, t]) & (after[:, t] == before[:, s])
        assert moved[team]
        for other in np.flatnonzero(moved):
            assert moved[np.abs(before[other, [s, t]]) - 1].all()
        rest = [r for r in range(14) if r not in (s, t)]
        assert (after[:, rest] == before[:, rest]).all()


def test_partial_swap_teams_phased_keeps_each_leg_a_round_robin() -> None:
    """Within its leg, and every pair still meets once in it."""
    state = phased()
    before = state.opponents
    found = 0
    for slot in range(14):
        move = state.move(PHASED, 2, 6, slot)
        if not move:
            continue
        found += 1
        after, leg = opponents_after(state, move), slot // 7
        assert (after[:, 7 * (1 - leg) : 7 * (2 - leg)] == before[:, 7 * (1 - leg) : 7 * (2 - leg)]).all()
        for team in range(8):
            met = sorted(np.abs(after[team, 7 * leg : 7 * leg + 7]).tolist())
            assert met == [k for k in range(1, 9) if k != team + 1]
        assert abs(after[2, slot]) == abs(before[6, slot])
    assert found


def test_a_move_made_twice_changes_nothing() -> None:
    """All but the phased one are their own opposites."""
    state = state_of(double(6), seed=4)
    for which, place in (
        (SWAP_HOMES, (0, 3, 0)), (SWAP_TEAMS, (1, 2, 0)), (SWAP_ROUNDS, (0, 9, 0)),
        (PARTIAL_TEAMS, (2, 4, 3)), (PARTIAL_ROUNDS, (1, 6, 5)),
    ):
        before, cost = state.slots, state.cost.copy()
        for _ in range(2):
            move = state.move(which, *place)
            assert move
            state.apply(move)
        assert (state.slots == before).all()
        assert (state.cost == cost).all()


def test_moves_at_random_follow_from_the_seed() -> None:
    """The same seed, the same walk; another, another."""
    ends = [state_of(double(8)) for _ in range(3)]
    again = State(ends[2].flat, ends[2].slots.ravel(), seed=99)
    walks = [s.walk(200, every=3) for s in (*ends, again)]
    assert walks[0] == walks[1] == walks[2]
    assert walks[3] != walks[0]
    assert (ends[0].slots == ends[1].slots).all()


def test_a_walk_keeps_what_costs_at_most_the_limit() -> None:
    """With 0 no level rises that is weighed above all others."""
    state = state_of(double(8, mode="M", objective="BM"))
    start = state.cost.copy()
    result = state.walk(3000, weigh=[10**6, 1])
    assert result.taken > 0
    assert tuple(state.cost) < tuple(start)
    assert sum(k[1] for k in result.by_kind) == result.priced == 3000


@pytest.mark.parametrize(("move", "why"), [
    (((7, 3), (7, 4)), "twice"),
    (((0, 3),), "no game 0"),
    (((1, 99),), "slot 99"),
    (((36, 0),), "no game 36"),
    (((1, -1),), "leaves a game out"),
])
def test_moves_that_make_no_sense_are_refused(move: Move, why: str) -> None:
    """Kernels trust what they are given, so nothing of this reaches them."""
    state = state_of(double(6))
    before = state.slots
    for act in (state.price, state.apply):
        with pytest.raises(UsageError, match=why):
            act(move)
    assert (state.slots == before).all()


def test_a_team_never_gets_two_games_in_a_slot() -> None:
    """A single game that moves onto others is refused."""
    state = state_of(double(6))
    slot = (int(state.slots[0, 0, 1]) + 1) % 10
    with pytest.raises(UsageError, match="two games in one slot"):
        state.apply(((1, slot),))
    with pytest.raises(UsageError, match="no move to take back"):
        state.undo()
    with pytest.raises(UsageError, match="no place"):
        state.move(SWAP_ROUNDS, 0, 10)
    with pytest.raises(UsageError, match="not 1000"):
        state.walk(1, mix={SWAP_HOMES: 999})
    with pytest.raises(UsageError, match="one for each level"):
        state.walk(1, weigh=[1] * 5)


def test_schedules_that_are_not_all_the_games_are_refused() -> None:
    """A match too many, one missing, another size."""
    state = state_of(double(6))
    flat, whole = state.flat, state.schedule()
    for change, why in (
        ({"round": whole.round * 0 + 1}, "two games"),
        ({"home": whole.home[:-1], "away": whole.away[:-1], "round": whole.round[:-1],
          "table": whole.table[:-1]}, "29 games are played of 30"),
        ({"home": whole.home * 0 + 1, "away": whole.away * 0 + 2}, "not asked for"),
    ):
        with pytest.raises(UsageError, match=why):
            State.of_schedule(flat, whole.replace(**change))
    with pytest.raises(UsageError, match="6 teams"):
        State.of_schedule(flat, state_of(double(4)).schedule())
