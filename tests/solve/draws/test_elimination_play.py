"""Results carried through a bracket: winners forward, losers down, byes and walkovers all the way."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from scheduler.errors import UsageError
from scheduler.event import BYE, OPEN, Draw
from scheduler.solve.draws.elimination import double_elimination
from scheduler.solve.draws.elimination_play import Outcome, placeholder, play
from scheduler.solve.draws.placement_matches import single_elimination
from solve.draws.elimination_cases import draw_of, draw_with, played_out

HOME, AWAY = Outcome("home"), Outcome("away")
NOBODY = Outcome("none", "walkover")


def test_winners_go_on_and_open_sides_say_whom_they_wait_for() -> None:
    bracket = single_elimination(4)
    state = play(bracket, draw_of(4), {1: AWAY})
    final = state.match(3)
    assert (final.home, final.away) == (4, OPEN)
    assert placeholder(final.away_from) == "winner of 2"
    assert state.ready == (2,)
    assert state.places == {1: (3, 4)}


def test_losers_of_the_winners_side_drop_and_are_out_after_the_second_loss() -> None:
    bracket = double_elimination(4)
    state = play(bracket, draw_of(4), {1: HOME, 2: HOME})
    lower = next(m for m in state.matches if m.match.side == "L")
    assert {lower.home, lower.away} == {4, 2}
    state = play(bracket, draw_of(4), {1: HOME, 2: HOME, lower.match.number: HOME})
    assert state.places == {lower.away: (4, 4)}


def test_d14_a_bye_is_not_an_open_line() -> None:
    draw = Draw((1, BYE, 2, OPEN), 2)
    state = play(single_elimination(4), draw, {})
    assert [m.status for m in state.matches] == ["bye", "waiting", "waiting"]
    assert state.match(1).winner == 1
    assert state.match(3).home == 1


def test_d16_a_changed_draw_leaves_nothing_of_the_old_byes() -> None:
    bracket = double_elimination(8)
    before = play(bracket, draw_with(7, (2,)), {})
    assert before.match(1).status == "bye"
    after = play(bracket, draw_with(7, (7,)), {})
    assert after.match(1).status == "ready"
    assert after.match(4).status == "bye"
    assert play(bracket, draw_with(7, (2,)), {}) == before


@pytest.mark.parametrize("n", [5, 6, 7, 9, 12, 20])
def test_d20_byes_of_a_full_sheet_go_on_by_themselves_to_the_end(n: int) -> None:
    size = 1 << (n - 1).bit_length()
    bracket = double_elimination(size, final="single")
    state, results = played_out(bracket, draw_of(n), n)
    assert state.over
    assert len(results) == 2 * n - 2
    assert {m.status for m in state.matches} >= {"bye", "played"}
    assert len(state.places) == n


def test_a_bye_hands_on_the_name_of_the_match_behind_it() -> None:
    bracket = double_elimination(4, final="single")
    # Line 2 is empty, so match 3 below has only the loser of match 2, who goes on to match 5.
    state = play(bracket, Draw((1, BYE, 2, 3), 3), {})
    lower = next(m for m in state.matches if m.match.side == "L")
    assert lower.status == "bye"
    after = next(m for m in state.matches if m.match.side == "L" and m.match.round == 2)
    assert placeholder(after.home_from) == "loser of 2"


def test_d40_a_double_walkover_sends_nobody_on_and_the_next_one_has_a_bye() -> None:
    state = play(single_elimination(4), draw_of(4), {1: NOBODY, 2: HOME})
    final = state.match(3)
    assert state.match(1).status == "double-walkover"
    assert (final.home, final.status) == (BYE, "bye")
    assert final.winner == state.match(2).home
    assert state.places[final.winner] == (1, 1)


def test_d40_two_double_walkovers_leave_an_empty_final() -> None:
    state = play(single_elimination(4), draw_of(4), {1: NOBODY, 2: NOBODY})
    assert state.match(3).status == "empty"
    assert state.over


def test_d40_a_walkover_costs_a_match_but_a_disqualified_entrant_is_gone() -> None:
    bracket = double_elimination(4)
    stays = play(bracket, draw_of(4), {1: Outcome("home", "walkover"), 2: HOME})
    gone = play(bracket, draw_of(4), {1: Outcome("home", "disqualified"), 2: HOME})
    lower = next(m.match.number for m in stays.matches if m.match.side == "L")
    assert stays.match(lower).status == "ready"
    assert gone.match(lower).status == "bye"
    assert 4 not in gone.places


@pytest.mark.parametrize("n", [3, 6, 11, 16, 30])
@pytest.mark.parametrize("method", ["standard", "compact"])
def test_d40_walkovers_of_all_kinds_never_block_an_event(n: int, method: str) -> None:
    for seed in range(12):
        state, _ = played_out(double_elimination(n, method=method), draw_of(n), seed, walkovers=0.4)
        assert state.over
        assert all(state.losses[e] <= 2 for e in state.losses)


def test_d8_the_second_final_is_played_only_when_the_unbeaten_lost_the_first() -> None:
    bracket = double_elimination(4)
    results = {1: HOME, 2: HOME, 3: HOME, 4: HOME, 5: HOME}
    first, second = (m.number for m in bracket.matches if m.side == "F")
    over = play(bracket, draw_of(4), results | {first: HOME})
    assert over.match(second).status == "not-needed"
    assert over.over
    assert second not in [m.match.number for m in over.shown]
    due = play(bracket, draw_of(4), results | {first: AWAY})
    assert due.ready == (second,)
    assert second in [m.match.number for m in due.shown]
    done = play(bracket, draw_of(4), results | {first: AWAY, second: HOME})
    assert done.places[done.match(second).home] == (1, 1)


def test_d8_a_single_final_gives_place_1_to_whoever_wins_it() -> None:
    bracket = double_elimination(4, final="single")
    last = bracket.matches[-1].number
    state = play(bracket, draw_of(4), dict.fromkeys(range(1, last), HOME) | {last: AWAY})
    assert state.places[state.match(last).away] == (1, 1)


@pytest.mark.parametrize(
    ("results", "said"),
    [
        ({9: HOME}, "no match 9"),
        ({3: HOME}, "waits for winner of 1 and winner of 2"),
        ({1: Outcome("left")}, 'winner "left"'),
        ({1: Outcome("home", "luck")}, '"luck"'),
        ({1: Outcome("none")}, "cannot be drawn"),
        ({1: Outcome("home", score="9" * 61)}, "at most 60"),
    ],
)
def test_results_that_cannot_be_are_refused(results: dict[int, Outcome], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        play(single_elimination(4), draw_of(4), results)


def test_results_of_byes_and_of_finals_that_are_not_needed_are_refused() -> None:
    with pytest.raises(UsageError, match="a bye decides it"):
        play(single_elimination(4), Draw((1, BYE, 2, 3), 3), {1: HOME})
    bracket = double_elimination(4)
    results = dict.fromkeys(range(1, 8), HOME)
    with pytest.raises(UsageError, match="match 7 cannot have a result: it is not needed"):
        play(bracket, draw_of(4), results)
    with pytest.raises(UsageError, match="4 lines, the draw 8"):
        play(bracket, draw_of(8), {})


def test_the_state_as_json_tells_entrants_byes_and_what_is_waited_for_apart() -> None:
    state = play(single_elimination(4), Draw((1, BYE, 2, 3), 3), {})
    told = json.loads(json.dumps(state.as_json()))
    assert told["ready"] == [2]
    assert told["matches"][0] == {
        "number": 1, "status": "bye", "home": 1, "away": {"bye": True}, "winner": 1,
    }
    assert told["matches"][2]["home"] == 1
    assert told["matches"][2]["away"] == {"winner": 2}
    bracket = single_elimination(4, places=(3,)).as_json()
    assert bracket["ends"][2] == {"places": [3, 3], "winner": 4}
    assert {"home": {"loser": 1}, "places": [3, 4]}.items() <= bracket["matches"][3].items()


def test_published_knockouts_are_replayed_to_their_finals(shared: Path) -> None:
    path = shared / "domain/data/bridge/knockout_draws.json"
    replayed = 0
    for event in json.loads(path.read_text(encoding="utf-8"))["draws"]:
        rounds = [event[k] for k in ("QF", "SF", "F") if k in event]
        if len(rounds) < 2 or any(len(a) != 2 * len(b) for a, b in pairwise(rounds)):
            continue
        names = [name for pair in rounds[0] for name in pair]
        bracket = single_elimination(len(names), places=(3,))
        draw = Draw(tuple(range(1, len(names) + 1)), len(names))
        results: dict[int, Outcome] = {}
        for later in rounds[1:]:
            through = {name for pair in later for name in pair}
            for number in play(bracket, draw, results).ready:
                m = play(bracket, draw, results).match(number)
                if m.match.side == "W":
                    results[number] = HOME if names[m.home - 1] in through else AWAY
        state = play(bracket, draw, results)
        ready = [state.match(n) for n in state.ready]
        pairs = {frozenset((names[m.home - 1], names[m.away - 1])) for m in ready}
        assert {frozenset(p) for p in rounds[-1] + event.get("third", [])} <= pairs
        replayed += 1
    assert replayed >= 3
