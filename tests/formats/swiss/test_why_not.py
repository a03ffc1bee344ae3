"""The first criterion that gets worse, held against every round there is."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from formats.swiss.books import Played, adding, book
from scheduler.facts.pairing import BYE, Bans
from scheduler.formats.swiss import SwissState, next_round, why_not
from solve.matching.naive import all_rounds, can_go_on

Best = tuple[set[frozenset[int]], int]


def best_with(state: SwissState, order: list[int], pair: frozenset[int]) -> tuple[Best | None, Best | None]:
    """(the first round with the pair, the first that leaves all rounds to come), everything tried."""
    bans = Bans((a, b) for a, b, _ in state.met)
    takers = set(order) - {e for e, _ in state.byes}
    first = None
    for matches, bye in all_rounds(order, bans, takers):
        pairs = {frozenset(p) for p in matches} | ({frozenset((BYE, bye))} if bye else set())
        if pair not in pairs:
            continue
        first = first or (pairs, bye)
        after = bans.copy()
        for a, b in matches:
            after.add(a, b)
        if can_go_on(order, after, state.rounds - state.round, takers - {bye}):
            return first, (pairs, bye)
    return first, None


@pytest.mark.parametrize(("n", "before"), [(6, 2), (7, 3), (8, 4), (8, 5)])
def test_every_answer_is_true(n: int, before: int) -> None:
    """Every pair and bye of late rounds: where a hard rule or nobody's round is named there is none; where
    the rounds to come are, there is one but none that goes on; else the round shown is the best with it."""
    kinds: Counter[str] = Counter()
    for seed in range(4):
        event = Played(n, n - 1, book(), seed)
        for _ in range(before):
            event.one()
        state = event.state()
        made = next_round(state, book())
        order = list(made.seen.pairing.order)
        for a, b in combinations([BYE, *order] if n % 2 else order, 2):
            said = why_not(made, state, book(), a, b)
            first, lasting = best_with(state, order, frozenset((a, b)))
            kinds[said.criterion] += 1
            if said.criterion in ("no-rematch", "bye-once"):
                assert first is None
                assert said.by == 1
            elif said.criterion == "look-ahead":
                assert lasting is None
                assert first is not None
                assert 0 < said.by <= state.rounds - state.round
            elif said.criterion == "paired-once" and said.forced is None:
                assert first is None
            else:
                assert said.forced is not None
                assert lasting is not None
                shown = {frozenset(p) for p in said.forced.matches}
                assert shown == {p for p in lasting[0] if BYE not in p}
                assert said.by > 0 or said.criterion == ""
    assert kinds["no-rematch"] > 0
    assert kinds["high-meets-high"] + kinds["look-ahead"] > 0


def test_the_amount_is_what_the_first_who_is_worse_off_loses() -> None:
    """1-3 instead of 1-2: one place; 1-4: two; the bye of 5 instead of 7: two places up."""
    state = SwissState(7, 2, 3, (), {e: 10 - e for e in range(1, 8)})
    made = next_round(state, book())
    assert [why_not(made, state, book(), 1, e).by for e in (3, 4, 5)] == [1, 2, 3]
    said = why_not(made, state, book(), 5, BYE)
    assert (said.criterion, said.clause, said.by) == ("paired-once", "CBA-16.8", 2)


def test_a_wish_is_named_with_its_price() -> None:
    """All level: 1-2, of one region, would cost 3 at level 2; 1-4, of no region, is only further down. The
    rule is the rulebook's, with its article."""
    rules = adding(book(), "kept-apart", price=3, level=2, clause="CBA-16", reason="not so early")
    regions = {"region": ("A", "A", "", "")}
    state = SwissState(4, 3, 3, (), dict.fromkeys(range(1, 5), 30), attributes=regions)
    made = next_round(state, rules)
    assert {frozenset((m.home, m.away)) for m in made.matches} == {frozenset((1, 3)), frozenset((2, 4))}
    said = why_not(made, state, rules, 1, 2)
    assert (said.criterion, said.clause, said.by) == ("kept-apart", "CBA-16", 3)
    assert "not so early" in said.lines[0]
    further = why_not(made, state, rules, 1, 4)
    assert (further.criterion, further.by) == ("high-meets-high", 1)
    assert why_not(made, state, rules, 1, 3).criterion == ""


def test_with_a_block_of_three_the_others_are_compared() -> None:
    """Nine teams, a block over two rounds: pairs among the other six are answered, those in it are not."""
    rules = book(paired_once={"odd": "long"})
    event = Played(9, 6, rules, 1)
    made, state = next_round(event.state(), rules), event.state()
    assert made.three is not None
    for a, b in combinations(made.seen.pairing.order, 2):
        said = why_not(made, state, rules, a, b)
        assert said.criterion in ("", "high-meets-high", "look-ahead")
        assert said.forced is not None
        assert said.forced.opponent(a) == b
