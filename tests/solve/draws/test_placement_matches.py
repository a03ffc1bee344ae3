"""Matches for places, consolation and ladders: how many, fed by whom, deciding what."""

from __future__ import annotations

from collections import Counter

import pytest

from scheduler.errors import UsageError
from scheduler.event import BYE, Draw, Feed
from scheduler.solve.draws.elimination_play import Outcome, play
from scheduler.solve.draws.elimination_routing import check_bracket
from scheduler.solve.draws.placement_matches import consolation, single_elimination, stepladder
from solve.draws.elimination_cases import draw_of, draw_with, played_out

HOME = Outcome("home")


def test_cba_13_4_sixteen_with_places_3_to_6_have_19_matches() -> None:
    bracket = single_elimination(16, places=(3, 4, 5, 6))
    assert len(bracket.matches) == 19
    decided = {m.places: m for m in bracket.matches if m.places}
    assert sorted(decided) == [(1, 2), (3, 4), (5, 6)]
    semi = [m.number for m in bracket.matches if m.side == "W" and m.round == 3]
    assert {decided[3, 4].home, decided[3, 4].away} == {Feed("loser", n) for n in semi}


@pytest.mark.parametrize(("size", "matches"), [(4, 4), (8, 12), (16, 32), (64, 192)])
def test_full_placement_has_half_n_log_n_matches_and_a_place_for_everybody(
    size: int, matches: int
) -> None:
    bracket = single_elimination(size, places=range(1, size + 1))
    assert len(bracket.matches) == matches
    state, _ = played_out(bracket, draw_of(size), 1)
    assert sorted(state.places.values()) == [(p, p) for p in range(1, size + 1)]


@pytest.mark.parametrize("n", [2, 3, 5, 6, 7, 11, 13, 29, 100])
@pytest.mark.parametrize("few", [False, True])
def test_byes_leave_no_gap_among_the_places(n: int, few: bool) -> None:
    size = max(2, 1 << (n - 1).bit_length())
    bracket = single_elimination(n, places=(min(3, size),) if few else range(1, size + 1))
    assert check_bracket(bracket) == ()
    for seed in range(4):
        state, _ = played_out(bracket, draw_of(n), seed)
        ranks = sorted(state.places.values())
        assert len(ranks) == n
        # Whoever shares places shares as many as share them, without a gap between.
        for (low, high), many in Counter(ranks).items():
            assert high - low + 1 == many
        assert sum(h - lo + 1 for lo, h in set(ranks)) == n
        if not few:
            assert ranks == [(p, p) for p in range(1, n + 1)]


@pytest.mark.parametrize(
    ("places", "extra"), [((3,), 1), ((5,), 3), ((7,), 3), ((5, 7), 4), ((3, 8), 4), ((9,), 7), ((16,), 7)]
)
def test_d39_any_set_of_places_costs_only_the_matches_that_lead_to_it(
    places: tuple[int, ...], extra: int
) -> None:
    bracket = single_elimination(16, places=places)
    assert len(bracket.matches) == 15 + extra
    decided = {p for m in bracket.matches for p in m.places}
    assert set(places) <= decided


def test_two_bronzes_when_place_3_is_not_played_for() -> None:
    state, _ = played_out(single_elimination(8), draw_of(8), 1)
    assert Counter(state.places.values())[3, 4] == 2


def test_places_that_are_not_there_are_refused() -> None:
    for places in ((0,), (9,), (3, 17)):
        with pytest.raises(UsageError, match="1 to 8 can be played for"):
            single_elimination(8, places=places)
    with pytest.raises(UsageError, match="2 to 4096"):
        single_elimination(4097)
    with pytest.raises(UsageError, match="2 to 4096"):
        single_elimination(1)


# --- Consolation ----------------------------------------------------------------------------------


def test_losers_of_the_first_round_meet_in_the_consolation() -> None:
    bracket = consolation(8)
    assert check_bracket(bracket) == ()
    state = play(bracket, draw_of(8), dict.fromkeys(range(1, 5), HOME))
    first = [m for m in state.matches if m.match.side == "C" and m.match.round == 1]
    losers = [state.match(n).away for n in range(1, 5)]
    # Both wait for round 2 no longer: nobody there can be a first-match loser.
    assert [who for m in first for who in (m.home, m.away)] == losers


def test_a_loser_by_walkover_does_not_come_into_the_consolation() -> None:
    bracket = consolation(8)
    results = {1: Outcome("home", "walkover"), 2: HOME, 3: HOME, 4: HOME}
    state = play(bracket, draw_of(8), results)
    absent, first = state.match(1).away, state.match(1).home
    cons = [m for m in state.matches if m.match.side == "C"]
    assert all(absent not in (m.home, m.away) for m in cons)
    # The one who had the walkover has yet to play his first match; he comes if he loses it.
    second = next(m.match.number for m in state.matches if m.home == first and m.match.round == 2)
    lost = play(bracket, draw_of(8), results | {second: Outcome("away")})
    assert any(first in (m.home, m.away) for m in lost.matches if m.match.side == "C")
    won = play(bracket, draw_of(8), results | {second: HOME})
    cons = [m for m in won.matches if m.match.side == "C" and m.match.round == 1]
    assert BYE in (cons[0].home, cons[0].away)


def test_who_had_a_bye_comes_into_the_consolation_if_he_loses_his_first_match() -> None:
    bracket = consolation(7, byes=(2,))
    draw = draw_with(7, (2,))
    results = dict.fromkeys(range(1, 4), HOME)
    second = next(m.number for m in bracket.matches if Feed("line", 1) in (m.home, m.away))
    lost = play(bracket, draw, results | {second: Outcome("away")})
    assert any(1 in (m.home, m.away) for m in lost.matches if m.match.side == "C")
    won = play(bracket, draw, results | {second: HOME})
    assert not any(1 in (m.home, m.away) for m in won.matches if m.match.side == "C")


@pytest.mark.parametrize("n", [4, 5, 6, 7, 9, 13, 16, 21, 32])
def test_the_consolation_holds_exactly_those_who_lost_the_first_match_they_played(n: int) -> None:
    bracket = consolation(n)
    for seed in range(6):
        state, _ = played_out(bracket, draw_of(n), seed, walkovers=0.2 if seed % 2 else 0.0)
        expected: set[int] = set()
        lost_by: dict[int, list[str]] = {}
        for m in state.matches:
            if m.match.side == "W" and m.outcome is not None:
                for who in (m.home, m.away):
                    lost_by.setdefault(who, []).append(
                        f"{m.match.round} {m.status} {'won' if who == m.winner else 'lost'}"
                    )
        for who, course in lost_by.items():
            early = [c for c in course if c[0] in "12"]
            if early[0].endswith("played lost") or (
                early[0] == "1 walkover won" and early[1:] == ["2 played lost"]
            ):
                expected.add(who)
        inside = {w for m in state.matches if m.match.side == "C" for w in (m.home, m.away)} - {BYE}
        assert inside == expected
        assert state.over


# --- Ladders --------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [3, 4, 7, 16])
def test_in_a_ladder_everybody_waits_for_those_below(n: int) -> None:
    bracket = stepladder(n)
    draw = Draw((*range(1, n + 1), *[BYE] * (bracket.size - n)), n)
    state = play(bracket, draw, dict.fromkeys(range(1, n), HOME))
    assert state.places == {k: (k, k) for k in range(1, n + 1)}
    assert check_bracket(bracket) == ()


def test_d29_the_first_two_go_straight_to_the_final() -> None:
    bracket = stepladder(6, straight=2)
    final = bracket.matches[-1]
    assert (final.side, {final.home, final.away}) == ("F", {Feed("line", 1), Feed("line", 2)})
    state, _ = played_out(bracket, Draw((1, 2, 3, 4, 5, 6, BYE, BYE), 6), 2)
    assert {state.places[1], state.places[2]} == {(1, 1), (2, 2)}
    assert sorted(state.places.values()) == [(p, p) for p in range(1, 7)]
    with pytest.raises(UsageError, match="one or two"):
        stepladder(6, straight=3)
