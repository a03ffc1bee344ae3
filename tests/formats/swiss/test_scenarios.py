"""Complaints about other programs, restated: what the next round has to be."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from formats.swiss.books import Played, adding, book
from scheduler.errors import NoAnswer
from scheduler.event import Bye, Match, Round
from scheduler.formats.swiss import SwissRound, SwissState, Three, explain_match, next_round


def pairs(made: SwissRound) -> list[set[int]]:
    return [{m.home, m.away} for m in made.matches]


def drawn(number: int, *matches: tuple[int, int], bye: int = 0) -> Round:
    return Round(
        number, tuple(Match(a, b, number, t) for t, (a, b) in enumerate(matches, start=1)),
        (Bye(bye, number),) if bye else ())


def test_all_draw_and_the_event_goes_on() -> None:
    """Eight entrants, every match drawn, seven rounds: each meets each once, nothing hangs."""
    played: list[Round] = []
    for r in range(1, 8):
        made = next_round(SwissState(8, r, 7, tuple(played), dict.fromkeys(range(1, 9), 10 * r)), book())
        assert made.proven
        played.append(Round(r, made.matches))
    met = Counter(frozenset((m.home, m.away)) for r in played for m in r.matches)
    assert len(met) == 28
    assert set(met.values()) == {1}


def test_the_unbeaten_never_meet_the_winless_while_a_better_round_exists() -> None:
    """After three rounds, whoever has 60 does not meet whoever has 0, and nobody meets again."""
    event = Played(16, 5, book(), 11)
    for _ in range(3):
        event.one()
    points = {e: 20 * event.wins[e] for e in range(1, 17)}
    made = next_round(replace(event.state(), points=points), book())
    assert all(abs(points[a] - points[b]) < 60 for a, b in pairs(made))
    assert not {frozenset(p) for p in pairs(made)} & set(event.pairs())


def test_the_nearest_score_is_taken() -> None:
    """35 meets 30 and not 25, though the one with 25 has the lower number."""
    state = SwissState(4, 3, 5, (), {4: 35, 1: 25, 3: 30, 2: 25})
    assert pairs(next_round(state, book()))[0] == {4, 3}


def test_four_players_whose_first_pair_would_force_a_rematch() -> None:
    """1-2 is new, but 3 and 4 have met: a round without a rematch is found at once."""
    state = SwissState(4, 2, 2, (drawn(1, (3, 4)),), {1: 20, 2: 20, 3: 10, 4: 10})
    made = next_round(state, book())
    assert made.proven
    assert {3, 4} not in pairs(made)


def test_whoever_is_away_is_not_paired_and_has_no_bye() -> None:
    """The lowest is absent in round 3: the bye is for the lowest there; back in round 4, it plays."""
    points = {e: 10 * (8 - e) for e in range(1, 9)}
    away = next_round(SwissState(8, 3, 5, (), points, absent=frozenset({8})), book())
    assert [b.entrant for b in away.byes] == [7]
    assert not any(8 in p for p in pairs(away))
    back = next_round(SwissState(8, 4, 5, (Round(3, away.matches, away.byes),), points), book())
    assert any(8 in p for p in pairs(back))
    assert back.byes == ()


def test_whoever_drops_out_after_a_result_is_never_paired_with_itself() -> None:
    """Round by round somebody leaves: everybody left plays once, against another, or has a first bye."""
    event = Played(9, 6, book(), 4)
    for r in range(6):
        made = event.one()
        named = [e for p in pairs(made) for e in p] + [b.entrant for b in made.byes]
        assert sorted(named) == [e for e in range(1, 10) if e not in event.absent]
        event.absent |= {9 - r} if r < 4 else frozenset()


def test_a_late_entry_has_no_history() -> None:
    """Number 9 comes for round 2 of eight: with 0 points it is the lowest, and sits out; were number
    10 there too, both would play."""
    first = next_round(SwissState(8, 1, 5), book())
    points = {e: 10 * e for e in range(1, 9)}
    alone = next_round(SwissState(9, 2, 5, (Round(1, first.matches),), points), book())
    assert [b.entrant for b in alone.byes] == [9]
    both = next_round(SwissState(10, 2, 5, (Round(1, first.matches),), points), book())
    assert both.byes == ()
    assert sorted(e for p in pairs(both) for e in p) == list(range(1, 11))


def test_a_team_leaves_the_block_of_three_that_it_is_in() -> None:
    """Eleven teams, three of them in a block: one leaves, the other two meet, all other matches stand."""
    rules = book(paired_once={"odd": "short"})
    before = next_round(SwissState(11, 1, 5), rules)
    assert before.three is not None
    leaver, *others = before.three.entrants
    made = next_round(
        SwissState(11, 1, 5, absent=frozenset({leaver})), rules,
        fixed=[(m.home, m.away, m.table) for m in before.matches])
    assert made.three is None
    assert pairs(made) == [*pairs(before), set(others)]
    assert made.proven


def test_a_triangle_of_two_rounds_keeps_its_three_out_of_the_second() -> None:
    """In its second round the others are paired as an even field, and the three are not touched."""
    state = SwissState(9, 2, 4, (drawn(1, (1, 2), (3, 4), (5, 6)),), {e: 10 - e for e in range(1, 10)},
                       threes=(Three(1, (7, 8, 9), True),))
    made = next_round(state, book(paired_once={"odd": "long"}))
    assert sorted(e for p in pairs(made) for e in p) == [1, 2, 3, 4, 5, 6]
    assert (made.three, made.byes) == (None, ())
    assert made.proven


def test_the_last_round_is_one_against_two() -> None:
    """By halves of score groups until the last round, and 1-2, 3-4 in it."""
    rules = book(high_meets_high={"within": "slide", "last": "one-two"})
    level = {e: 40 - 10 * (e > 4) for e in range(1, 9)}
    assert pairs(next_round(SwissState(8, 3, 5, (), level), rules)) == [{1, 3}, {2, 4}, {5, 7}, {6, 8}]
    assert pairs(next_round(SwissState(8, 5, 5, (), level), rules)) == [{1, 2}, {3, 4}, {5, 6}, {7, 8}]


def test_by_lot_within_score_groups() -> None:
    """Over 40 seeds the first of eight level entrants meets many, never one of the group below."""
    rules = book(high_meets_high={"within": "lot"})
    level = {e: 40 - 10 * (e > 8) for e in range(1, 17)}
    state = SwissState(16, 3, 5, (), level)
    rounds = [pairs(next_round(state, rules, seed=str(s))) for s in range(40)]
    met = Counter(next(iter(p - {1})) for made in rounds for p in made if 1 in p)
    assert len(met) >= 5
    assert max(met) <= 8


def test_the_first_bye_is_not_for_who_came_first_with_a_phantom_either() -> None:
    """A phantom opponent in round 1 goes to one by lot, not to a number by its place on the list."""
    rules = book(paired_once={"odd": "phantom"})
    taken = {next_round(SwissState(9, 1, 5), rules, seed=str(s)).byes[0] for s in range(60)}
    assert len(taken) >= 5
    assert {b.kind for b in taken} == {"phantom"}


def test_no_bye_is_left_and_that_is_asked_about() -> None:
    """Three teams after three rounds, each with its bye: what could be done is said, nothing is guessed."""
    state = SwissState(
        3, 4, 6, (drawn(1, (1, 2), bye=3), drawn(2, (1, 3), bye=2), drawn(3, (2, 3), bye=1)))
    with pytest.raises(NoAnswer) as caught:
        next_round(state, book())
    assert "second bye" in caught.value.maybe
    assert "three teams play each other" in caught.value.maybe


def test_the_bye_of_the_second_last_is_explained() -> None:
    """The last has had a bye: the one above it sits out, and is told why."""
    state = SwissState(5, 2, 4, (drawn(1, (1, 2), (3, 4), bye=5),), {1: 4, 2: 3, 3: 2, 4: 1, 5: 0})
    made = next_round(state, book())
    assert [b.entrant for b in made.byes] == [4]
    assert explain_match(made, state, book(), 4).lines[1] == "5 has had a bye"


def test_leaders_who_have_met_are_told_so() -> None:
    """1 and 2 lead and do not meet: the reason is the round in which they did."""
    state = SwissState(4, 3, 3, (drawn(1, (1, 2), (3, 4)), drawn(2, (1, 3), (2, 4))),
                       {1: 40, 2: 30, 3: 20, 4: 10})
    made = next_round(state, book())
    assert "1-2: they met in round 1" in explain_match(made, state, book(), 1).lines


def test_numbers_and_not_places_bind_results() -> None:
    """The order in which points, attributes of absent ones, or past matches are listed changes nothing."""
    rng, event = Random(5), Played(12, 6, adding(book(), "kept-apart", rounds=2), 6,
                                   attributes={"region": tuple("AABBCCDDEEFF")})
    for _ in range(3):
        event.one()
    state = event.state()
    shuffled = replace(
        state, points=dict(rng.sample(list(state.points.items()), 12)),
        played=tuple(replace(r, matches=tuple(rng.sample(r.matches, 6))) for r in state.played))
    rules = event.rulebook
    assert next_round(shuffled, rules).as_json() == next_round(state, rules).as_json()
