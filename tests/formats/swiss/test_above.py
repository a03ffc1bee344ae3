"""Wishes that are ranked before score."""

from __future__ import annotations

from dataclasses import replace

from formats.swiss.books import adding, book
from scheduler.event import Match, Round
from scheduler.formats.swiss import SwissState, explain_match, next_round, why_not
from scheduler.rules import Rulebook


def before_score(made: Rulebook, id: str, **params: object) -> Rulebook:
    """The rulebook with a wish at level 1 and high meets high at level 2."""
    uses = tuple(replace(u, level=2) if u.id == "high-meets-high" else u for u in made.uses)
    return adding(replace(made, uses=uses), id, price=1, level=1, **params)


POINTS = {1: 60, 2: 50, 3: 40, 4: 30, 5: 20, 6: 10}


def test_a_region_is_kept_apart_though_the_scores_would_have_it_meet() -> None:
    """1-2 and 3-4 are of one region each: 1-3, 2-4, with a proof, and the reason is the wish."""
    state = SwissState(6, 3, 5, (), POINTS, attributes={"region": ("A", "A", "B", "B", "", "")})
    rules = before_score(book(), "kept-apart", reason="not so early")
    made = next_round(state, rules)
    assert [{m.home, m.away} for m in made.matches] == [{1, 3}, {2, 4}, {5, 6}]
    assert made.proven
    said = '1-2: at level 1, before score, against "kept-apart": not so early'
    assert said in explain_match(made, state, rules, 1).lines
    assert why_not(made, state, rules, 1, 2).criterion == "kept-apart"
    after = adding(book(), "kept-apart", price=1, level=2)
    assert {m.home + m.away for m in next_round(state, after).matches} == {3, 7, 11}


def test_what_cannot_be_kept_by_everybody_is_said() -> None:
    """Four of six are of one region: two of them meet whatever is done: score decides, and is said to."""
    state = SwissState(6, 3, 5, (), POINTS, attributes={"region": ("A", "A", "A", "A", "", "")})
    made = next_round(state, before_score(book(), "kept-apart"))
    assert [{m.home, m.away} for m in made.matches] == [{1, 2}, {3, 4}, {5, 6}]
    assert any('"kept-apart" cannot be kept by everybody' in n for n in made.notes)


def test_a_wish_binds_only_its_round() -> None:
    """Four entrants, two rounds left, 1-2 and 3-4 played: against 1-3 now, 1-4, 2-3; and 1-3 next."""
    played = (Round(1, (Match(1, 2, 1, 1), Match(3, 4, 1, 2))),)
    state = SwissState(4, 2, 3, played, {1: 4, 2: 3, 3: 2, 4: 1})
    made = next_round(state, before_score(book(), "never-meet", entrants=[1, 3]))
    assert [{m.home, m.away} for m in made.matches] == [{1, 4}, {2, 3}]
    assert (made.seen.outlook.verdict, made.seen.outlook.rounds) == ("safe", 1)


def test_a_wish_does_not_spoil_the_rounds_to_come() -> None:
    """1, 2, 3 have met 4, 5, 6 but for three pairs, one of which each round needs. Kept apart, the three
    would use up all of them at once: the wish is let go, and another round is left."""
    left = [(1, 4), (2, 5), (3, 6)]
    played = (Round(1, tuple(
        Match(a, b, 1, 0) for a in (1, 2, 3) for b in (4, 5, 6) if (a, b) not in left)),)
    state = SwissState(6, 2, 3, played, POINTS)
    made = next_round(state, before_score(book(), "never-meet", entrants=[1, 2, 3]))
    assert any('"never-meet" would spoil the rounds to come' in n for n in made.notes)
    assert {frozenset((m.home, m.away)) for m in made.matches} == {
        frozenset((1, 2)), frozenset((3, 6)), frozenset((4, 5))}
    assert (made.seen.outlook.verdict, made.seen.outlook.rounds) == ("safe", 1)


def test_rematches_avoided_where_that_can_be() -> None:
    """A rematch at a price before score: none while there is a round without; two entrants meet again."""
    uses = tuple(
        replace(u, level=1, price=(1,)) if u.id == "no-rematch" else replace(u, level=2)
        if u.id == "high-meets-high" else u for u in book().uses)
    rules = replace(book(), uses=uses)
    played = (Round(1, (Match(1, 2, 1, 1), Match(3, 4, 1, 2))),)
    made = next_round(SwissState(4, 2, 3, played, {1: 4, 2: 3, 3: 2, 4: 1}), rules)
    assert [{m.home, m.away} for m in made.matches] == [{1, 3}, {2, 4}]
    again = next_round(SwissState(2, 2, 3, (Round(1, (Match(1, 2, 1, 1),)),)), rules)
    assert [{m.home, m.away} for m in again.matches] == [{1, 2}]
    assert dict(again.report.soft)[1] == 1
