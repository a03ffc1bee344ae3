"""Rounds of which some matches stand before they are paired."""

from __future__ import annotations

from random import Random

import pytest

from formats.swiss.books import Played, adding, book
from scheduler.errors import NoAnswer, UsageError
from scheduler.event import Bye, Match, Round
from scheduler.facts.pairing import BYE, Bans
from scheduler.formats.swiss import SwissState, explain_match, next_round, why_not
from solve.matching.naive import all_rounds, can_go_on

POINTS = {1: 60, 2: 50, 3: 40, 4: 30, 5: 20, 6: 10}


def drawn(number: int, *matches: tuple[int, int], bye: int = 0) -> Round:
    return Round(
        number, tuple(Match(a, b, number, t) for t, (a, b) in enumerate(matches, start=1)),
        (Bye(bye, number),) if bye else ())


def test_a_started_table_stands_and_the_rest_is_paired_around_it() -> None:
    """3-5 plays at table 2 already: 1-2 and 4-6 are what is best beside it, at the tables left."""
    made = next_round(SwissState(6, 2, 3, (), POINTS), book(), fixed=[(5, 3, 2)])
    assert [({m.home, m.away}, m.table) for m in made.matches] == [({1, 2}, 1), ({3, 5}, 2), ({4, 6}, 3)]
    assert (made.matches[1].home, made.matches[1].away) == (5, 3)
    assert made.proven
    assert any("5-3 at table 2" in n for n in made.notes)


@pytest.mark.parametrize("n", [6, 7])
def test_it_is_the_first_round_that_has_what_stands_and_leaves_the_rounds_to_come(n: int) -> None:
    """Late rounds of small events, one match fixed at random: against every round there is, tried in order
    and each held against every way to go on."""
    rng, changed = Random(n), 0
    for seed in range(12):
        event = Played(n, n - 1, book(), seed)
        for _ in range(n - 4):
            event.one()
        state = event.state()
        bans = Bans((a, b) for a, b, _ in state.met)
        takers = [e for e in state.active if e not in {b for b, _ in state.byes}]
        order = list(next_round(state, book()).seen.pairing.order)
        choices = [(a, b) for a in order for b in order if bans.allowed(a, b)]
        home, away = sorted(rng.choice(choices), reverse=state.round % 2 == 0)
        rest = [e for e in order if e not in (home, away)]
        wanted = None
        for matches, bye in all_rounds(rest, bans, takers):
            after = bans.copy()
            for a, b in (*matches, (home, away)):
                after.add(a, b)
            if can_go_on(order, after, state.rounds - state.round, set(takers) - {bye}):
                wanted = ({frozenset(p) for p in matches} | {frozenset((home, away))}, bye)
                break
        if wanted is None:
            continue
        made = next_round(state, book(), fixed=[(home, away, 0)])
        got = {frozenset((m.home, m.away)) for m in made.matches}
        assert (got, made.seen.pairing.bye) == wanted
        assert not made.faults
        changed += got != {frozenset((m.home, m.away)) for m in next_round(state, book()).matches}
    assert changed > 0


def test_a_bye_given_beforehand_stands() -> None:
    """5 sits out though 7 would: the others are paired; in an even field nobody can."""
    state = SwissState(7, 2, 3, (), {**POINTS, 7: 5})
    assert [b.entrant for b in next_round(state, book()).byes] == [7]
    made = next_round(state, book(), fixed=[(BYE, 5, 0)])
    assert [b.entrant for b in made.byes] == [5]
    assert not made.faults
    assert [{m.home, m.away} for m in made.matches] == [{1, 2}, {3, 4}, {6, 7}]
    with pytest.raises(UsageError, match="6 entrants have no bye"):
        next_round(SwissState(6, 2, 3, (), POINTS), book(), fixed=[(BYE, 5, 0)])


def test_what_breaks_a_hard_rule_is_refused_unless_forced() -> None:
    """1-2 have met, 6 has had the bye: named with the rule; forced, the verdict on the round shows it."""
    state = SwissState(7, 2, 4, (drawn(1, (1, 2), (3, 4), (5, 7), bye=6),), {**POINTS, 7: 5})
    with pytest.raises(NoAnswer, match="stands of round 2 breaks a hard rule") as caught:
        next_round(state, book(), fixed=[(2, 1, 0)])
    assert '"no-rematch" with 1 and 2' in caught.value.clash[0]
    assert caught.value.about == "round"
    with pytest.raises(NoAnswer) as caught:
        next_round(state, book(), fixed=[(BYE, 6, 0)])
    assert '"bye-once" with 6' in caught.value.clash[0]
    made = next_round(state, book(), fixed=[(2, 1, 0)], force=True)
    assert {(m.home, m.away) for m in made.matches} >= {(2, 1)}
    assert [(v.rule, v.subject) for v in made.report.violations if v.level == 0] == [("no-rematch", (1, 2))]
    assert not made.faults
    assert not made.proven


def test_what_does_not_fit_together_is_refused() -> None:
    """Somebody or a table twice, a stranger, somebody absent, a table beyond belief, a whole round."""
    state = SwissState(8, 2, 4, (), POINTS, absent=frozenset({7, 8}))
    for fixed, said in (
        ([(1, 2, 0), (2, 3, 0)], "entrant 2 twice"), ([(1, 2, 4), (3, 5, 4)], "table 4 twice"),
        ([(1, 9, 0)], "9 is not among"), ([(1, 7, 0)], "7 is not among"), ([(1, 2, -1)], "tables go from"),
    ):
        with pytest.raises(UsageError, match=said):
            next_round(state, book(), fixed=fixed)
    with pytest.raises(UsageError, match="not both"):
        next_round(state, book(), fixed=[(1, 2, 0)], given=[(1, 2), (3, 4), (5, 6)])


def test_all_of_it_may_stand() -> None:
    """Every match fixed: that is the round."""
    state = SwissState(4, 2, 3, (), {1: 4, 2: 3, 3: 2, 4: 1})
    made = next_round(state, book(), fixed=[(4, 1, 2), (3, 2, 1)])
    assert [(m.home, m.away, m.table) for m in made.matches] == [(3, 2, 1), (4, 1, 2)]


@pytest.mark.parametrize("odd", ["short", "long"])
def test_a_block_of_three_is_found_beside_what_stands(odd: str) -> None:
    """Nine teams, the lowest two fixed against each other: the three come from the others."""
    state = SwissState(9, 1, 4)
    made = next_round(state, book(paired_once={"odd": odd}), fixed=[(8, 9, 0)])
    assert made.three is not None
    assert not {8, 9} & set(made.three.entrants)
    assert {(m.home, m.away) for m in made.matches} >= {(8, 9)}
    assert made.proven
    given = next_round(state, book(paired_once={"odd": odd}), fixed=[(BYE, 4, 0)])
    assert (given.three, [b.entrant for b in given.byes]) == (None, [4])


def test_what_stands_is_explained_as_such() -> None:
    """Asked why, or why not another: it stood before, and the others are compared around it."""
    state = SwissState(6, 2, 3, (), POINTS)
    made = next_round(state, book(), fixed=[(5, 3, 2)])
    assert explain_match(made, state, book(), 3).criterion == "fixed"
    assert why_not(made, state, book(), 1, 3).criterion == "fixed"
    said = why_not(made, state, book(), 1, 4)
    assert (said.criterion, said.by) == ("high-meets-high", 1)
    assert said.forced is not None
    assert said.forced.opponent(3) == 5


def test_wishes_are_looked_at_around_what_stands() -> None:
    """All level, 1 and 2 of one region, 3-4 stands: 1 does not meet 2 but 5, and 3-4 is left alone."""
    rules = adding(book(), "kept-apart", price=1, level=2)
    regions = {"region": ("A", "A", "", "", "", "")}
    state = SwissState(6, 3, 3, (), dict.fromkeys(range(1, 7), 30), attributes=regions)
    made = next_round(state, rules, fixed=[(3, 4, 0)])
    assert {frozenset((m.home, m.away)) for m in made.matches} == {
        frozenset((1, 5)), frozenset((2, 6)), frozenset((3, 4))}
