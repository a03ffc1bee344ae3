"""Swiss rounds from rulebooks: scenarios, random events, odd fields, reasons."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from random import Random

import pytest

from formats.swiss.books import Played, adding, book
from scheduler.errors import NoAnswer, UsageError
from scheduler.event import Bye, Match, Round
from scheduler.facts.pairing import BYE, Bans
from scheduler.formats.swiss import SwissState, Three, before_the_event, explain_match, next_round, why_not
from scheduler.formats.swiss.exchange import by_exchange
from scheduler.formats.swiss.odd import kinds_for, plans_for
from scheduler.solve.matching import pair


def drawn(number: int, *matches: tuple[int, int], bye: int = 0) -> Round:
    return Round(
        number, tuple(Match(a, b, number, t) for t, (a, b) in enumerate(matches, start=1)),
        (Bye(bye, number),) if bye else ())


SIX = SwissState(
    6, 3, 5, (drawn(1, (1, 4), (2, 5), (3, 6)), drawn(2, (2, 1), (6, 4), (3, 5))),
    {1: 60, 2: 50, 3: 40, 4: 30, 5: 20, 6: 10})
"""a b c d e f in order; a-b have met, and so have a-d, b-e, c-f, f-d, c-e."""


def test_the_example_of_the_article() -> None:
    """Order a b c d e f, a-b met: a-c, b-d, e-f."""
    made = next_round(SIX, book())
    assert [{m.home, m.away} for m in made.matches] == [{1, 3}, {2, 4}, {5, 6}]
    assert made.proven
    assert any("as the article's exchange" in n for n in made.notes)


@pytest.mark.parametrize(("n", "rounds"), [(8, 7), (9, 9), (10, 9), (14, 8), (21, 6), (40, 7)])
def test_random_events_have_no_avoidable_rematch(n: int, rounds: int) -> None:
    """Events up to a whole round robin long: every round proven, nobody met twice, no second bye."""
    for seed in range(4):
        event = Played(n, rounds, book(), seed)
        assert all(made.proven for made in event.all())
        assert len(set(event.pairs())) == len(event.pairs())
        byes = [b.entrant for made in event.made for b in made.byes]
        assert len(set(byes)) == len(byes) == rounds * (n % 2)


def test_pairing_twice_gives_the_same_round() -> None:
    """Lots come from the seed and the round's number: asked twice, the same; another seed, another."""
    state = SwissState(21, 1, 6)
    by_lot = book(high_meets_high={"first": "lot"})
    first = next_round(state, by_lot, seed="a").as_json()
    assert next_round(state, by_lot, seed="a").as_json() == first
    assert next_round(state, by_lot, seed="b").as_json() != first
    assert json.loads(json.dumps(first)) == first


def test_eight_entrants_and_seven_rounds() -> None:
    """The event that ends after five rounds elsewhere is played out; a warning stands before it."""
    assert all(made.proven for made in Played(8, 7, book(), 1).all())
    notes = before_the_event(8, 7, book())
    assert any("4 to 6 are recommended" in n for n in notes)
    assert any("looked at before each" in n for n in notes)


def test_before_the_event() -> None:
    """Safe where proven; impossible where there are not so many opponents; warned outside the advice."""
    assert any("safe for all rounds" in n for n in before_the_event(20, 9, book()))
    assert any("5 to 9 are recommended" in n for n in before_the_event(20, 10, book()))
    assert any("7 at most" in n for n in before_the_event(8, 9, book()))
    assert any("2^n" in n for n in before_the_event(12, 4, book("cba-all-win")))
    assert not any("2^n" in n for n in before_the_event(16, 4, book("cba-all-win")))
    assert before_the_event(100, 30, book("danish")) == ("rematches are allowed",)


def test_nobody_one_and_two() -> None:
    """Everybody withdrawn: no pairing and no bye; one: the bye; two: they meet once and no more."""
    gone = SwissState(4, 1, 3, absent=frozenset({1, 2, 3, 4}))
    assert (next_round(gone, book()).matches, next_round(gone, book()).byes) == ((), ())
    alone = next_round(SwissState(4, 1, 3, absent=frozenset({1, 2, 4})), book())
    assert [b.entrant for b in alone.byes] == [3]
    assert next_round(SwissState(2, 1, 1), book()).matches == (Match(1, 2, 1, 1),)
    with pytest.raises(NoAnswer):
        next_round(SwissState(2, 2, 2, (drawn(1, (1, 2)),)), book())


def test_a_bye_never_twice_while_somebody_had_none() -> None:
    """The lowest has had it, so the next one up has it; when all have, that is said and not guessed."""
    state = SwissState(3, 2, 3, (drawn(1, (1, 2), bye=3),), {1: 20, 2: 10, 3: 0})
    made = next_round(state, book())
    assert [b.entrant for b in made.byes] == [2]
    triple = SwissState(
        3, 4, 4, (drawn(1, (1, 2), bye=3), drawn(2, (1, 3), bye=2), drawn(3, (2, 3), bye=1)))
    with pytest.raises(NoAnswer, match="everybody has had the bye") as caught:
        next_round(triple, book())
    assert caught.value.about == "round"


def test_the_first_bye_is_by_lot() -> None:
    """Round 1 of an odd field: over 60 seeds at least half of 9 entrants come up."""
    taken = {next_round(SwissState(9, 1, 5), book(), seed=str(s)).byes[0].entrant for s in range(60)}
    assert len(taken) >= 5


def test_round_already_paired_and_numbers_unknown() -> None:
    """A later round there already, a stranger in the points, a round beyond the last: refused."""
    with pytest.raises(UsageError, match="has been paired already"):
        SwissState(4, 1, 3, (drawn(1, (1, 2), (3, 4)),))
    with pytest.raises(UsageError, match="number 9"):
        SwissState(4, 1, 3, points={9: 1})
    with pytest.raises(UsageError):
        SwissState(4, 4, 3)


def test_forbidden_pairs_and_regions() -> None:
    """Siblings never meet; those of one region not in the first two rounds, but then they may."""
    regions = {"region": ("A", "A", "B", "B", "C", "C", "", "")}
    rules = adding(adding(book(), "never-meet", entrants=[7, 8]), "kept-apart", rounds=2)
    for seed in range(6):
        event = Played(8, 4, rules, seed, attributes=regions)
        made = event.all()
        assert all(m.proven for m in made)
        assert frozenset((7, 8)) not in event.pairs()
        early = [frozenset((m.home, m.away)) for r in made[:2] for m in r.matches]
        assert not {frozenset(p) for p in ((1, 2), (3, 4), (5, 6))} & set(early)


def test_an_all_wins_champion() -> None:
    """16 teams, 4 rounds: after r rounds 16/2^r * C(r, w) have w wins, and one is unbeaten."""
    event = Played(16, 4, book("cba-all-win"), 5)
    for r in range(1, 5):
        assert event.one().proven
        wins = Counter(event.wins[e] for e in range(1, 17))
        choose = {1: (1, 1), 2: (1, 2, 1), 3: (1, 3, 3, 1), 4: (1, 4, 6, 4, 1)}[r]
        assert [wins[w] for w in range(r + 1)] == [16 // 2**r * c for c in choose]


def test_danish_pairs_neighbours_whoever_has_met() -> None:
    """1-2, 3-4 in every round, and the higher ranked is home."""
    state = SwissState(4, 2, 9, (drawn(1, (1, 2), (3, 4)),), {1: 40, 2: 30, 3: 20, 4: 10})
    assert [(m.home, m.away) for m in next_round(state, book("danish")).matches] == [(1, 2), (3, 4)]


def test_rematches_free_at_the_top_from_a_round_on_or_in_a_new_session() -> None:
    """The leaders meet again where the rulebook lets them, and where it does not they do not."""
    base = SwissState(
        6, 3, 9, (drawn(1, (1, 2), (3, 4), (5, 6)), drawn(2, (1, 3), (2, 5), (4, 6))),
        {1: 60, 2: 50, 3: 40, 4: 30, 5: 20, 6: 10})

    def first(**params: object) -> set[int]:
        m = next_round(base, book(no_rematch=params)).matches[0]
        return {m.home, m.away}

    assert first() == {1, 4}
    assert first(free="top-half") == {1, 2}
    assert first(until=3) == {1, 2}
    assert first(until=4) == {1, 4}
    assert first(window=1) == {1, 2}
    assert first(session=2) == {1, 2}
    assert first(session=3) == {1, 4}


def test_a_round_as_given_is_judged() -> None:
    """The organiser's own round stands, and what it breaks is in the report."""
    made = next_round(SIX, book(), given=[(1, 2), (3, 4), (5, 6)])
    assert [(m.home, m.away) for m in made.matches] == [(1, 2), (3, 4), (5, 6)]
    assert [(v.rule, v.subject) for v in made.report.violations if v.level == 0] == [("no-rematch", (1, 2))]
    with pytest.raises(UsageError):
        next_round(SIX, book(), given=[(1, 2), (3, 4)])


def test_the_exchange_rule_gets_stuck_where_the_exact_round_does_not() -> None:
    """c-d is next, but e and f have met: the rule is stuck at e with f, the exact round is c-e, d-f."""
    bans = Bans([(5, 6)])
    order = [1, 2, 3, 4, 5, 6]
    rule = by_exchange(order, bans)
    assert (rule.stuck, rule.left, rule.matches) == (5, (5, 6), ((1, 2), (3, 4)))
    said = rule.compared(pair(order, bans))
    assert "gets stuck at 5, with 5, 6 unpaired" in said
    assert "3-5, 4-6" in said


def test_where_the_exchange_rule_does_not_get_stuck_it_gives_the_exact_round() -> None:
    """On 300 random rounds of 12: stuck, or the same; its exchanges turn the order into its matches."""
    rng, stuck = Random(4), 0
    for _ in range(300):
        order = rng.sample(range(1, 13), 12)
        bans = Bans(rng.sample(list(combinations(order, 2)), 18))
        rule = by_exchange(order, bans)
        if rule.stuck:
            stuck += 1
            continue
        assert rule.matches == pair(order, bans).matches
        line = list(order)
        for a, b in rule.exchanges:
            i, j = line.index(a), line.index(b)
            line[i], line[j] = b, a
        assert tuple(zip(line[::2], line[1::2], strict=True)) == rule.matches
    assert 0 < stuck < 300


@pytest.mark.parametrize("odd", ["short", "long"])
def test_blocks_of_three(odd: str) -> None:
    """21 teams, 6 rounds: each block is of three who have not met; nobody meets twice, all is proven."""
    for seed in range(3):
        event = Played(21, 6, book(paired_once={"odd": odd}), seed)
        assert all(made.proven for made in event.all())
        assert len(event.threes) == (3 if odd == "long" else 6)
        assert len(set(event.pairs())) == len(event.pairs())
        for r, made in enumerate(event.made, start=1):
            block = [e for t in event.threes if r in (t.round, t.round + t.long) for e in t.entrants]
            named = [e for m in made.matches for e in (m.home, m.away)]
            assert sorted([*named, *block]) == list(range(1, 22))


def test_ten_teams_and_one_leaves_after_round_four() -> None:
    """With look-ahead the last four rounds of 9 are played without a rematch, by a block of three over two
    rounds and what then is possible; the lowest block, chosen blindly, sometimes leaves no round 6."""
    blind_dead = 0
    for seed in range(12):
        event = Played(10, 8, book(paired_once={"odd": "long"}), seed)
        for _ in range(4):
            event.one()
        event.absent = frozenset({1 + seed % 10})
        before = event.state()
        assert all(made.proven and made.seen.outlook.verdict == "safe" for made in event.all()[4:])
        assert len(set(event.pairs())) == len(event.pairs())
        bans = Bans((a, b) for a, b, _ in before.met)
        order = sorted(before.active, key=lambda e: -before.points[e])
        blind_dead += not survives(order, bans)
    assert blind_dead > 0


def survives(order: list[int], bans: Bans) -> bool:
    """Two lowest blocks one after the other, chosen without a look at what is to come: four rounds?"""
    for _ in range(2):
        block = next((
            t for t in combinations(order[::-1], 3)
            if all(bans.allowed(*p) for p in combinations(t, 2))), ())
        if not block:
            return False
        for a, b in combinations(block, 2):
            bans.add(a, b)
        for _ in range(2):
            try:
                made = pair([e for e in order if e not in block], bans)
            except NoAnswer:
                return False
            for a, b in made.matches:
                bans.add(a, b)
    return True


def test_the_alternatives_of_an_odd_field_are_shown() -> None:
    """Four byes and one block with two byes can be paired; each example found is a real one."""
    event = Played(10, 8, book(), 3)
    for _ in range(4):
        event.one()
    event.absent = frozenset({10})
    state = event.state()
    bans = Bans((a, b) for a, b, _ in state.met)
    plans = {p.kinds: p for p in plans_for(state.active, bans, state.active, 4)}
    assert plans[kinds_for("bye", 4)].outlook.verdict == "safe"
    assert plans["long", "long", "bye", "bye"].outlook.verdict == "safe"
    assert plans["long", "long", "bye", "bye"].sentence() == (
        "a block of three over two rounds, then a bye, then a bye: can be paired")
    two = plans["long", "long", "long", "long"]
    assert two.outlook.verdict == "safe" or two.rematches >= 1


def test_three_left_play_each_other() -> None:
    """Three teams and blocks of three: one block, nobody else."""
    made = next_round(SwissState(3, 1, 2), book(paired_once={"odd": "long"}))
    assert made.three == Three(1, (1, 2, 3), True)
    assert made.matches == ()
    assert made.report.holds


def test_every_match_is_explained() -> None:
    """For each entrant: its match, with a reason for each opponent that stood higher."""
    event = Played(9, 9, book(), 2)
    for _ in range(6):
        event.one()
    state = event.state()
    made = next_round(state, book())
    for e in made.seen.pairing.order:
        said = explain_match(made, state, book(), e)
        assert len(said.lines) >= 1
        top = said.lines[0].split()[0]
        assert str(e) in said.lines[0] or top == str(e)
    with pytest.raises(UsageError, match="not paired in round"):
        explain_match(made, state, book(), 99)


def test_why_not_is_verified_by_pairing_again() -> None:
    """Every pair of a late round: met, or impossible, or the first who gets a worse opponent, by as many
    places as the round with the pair forced shows."""
    event = Played(10, 9, book(), 7)
    for _ in range(5):
        event.one()
    state = event.state()
    made = next_round(state, book())
    met = {frozenset(m[:2]) for m in state.met}
    kinds = Counter()
    order = list(made.seen.pairing.order)
    for a, b in combinations(range(1, 11), 2):
        said = why_not(made, state, book(), a, b)
        kinds[said.criterion] += 1
        if frozenset((a, b)) in met:
            assert (said.criterion, said.by) == ("no-rematch", 1)
            assert "they met in round" in said.lines[0]
        elif said.forced is not None and said.criterion == "high-meets-high":
            assert said.forced.opponent(a) == b
            worse = next(
                e for e in order if said.forced.opponent(e) != made.seen.pairing.opponent(e))
            assert f"number {worse} " in said.lines[0]
            assert said.by > 0
    assert kinds["no-rematch"] == len(met)
    assert kinds["high-meets-high"] > 5
    assert kinds[""] == 5
    assert why_not(made, state, book(), BYE, 3).criterion == "paired-once"


def test_a_priced_region_yields_to_score_but_decides_among_equals() -> None:
    """2, 3 and 4 are level, 1 and 2 of one region: 1 meets 3. Were 3 and 4 behind, it would not."""
    rules = adding(book(), "kept-apart", price=1, level=2)
    regions = {"region": ("A", "A", "", "")}
    level = SwissState(4, 3, 3, (), {1: 40, 2: 30, 3: 30, 4: 30}, attributes=regions)
    made = next_round(level, rules)
    assert [{m.home, m.away} for m in made.matches] == [{1, 3}, {2, 4}]
    assert any("wishes: 0 by level instead of 1" in n for n in made.notes)
    assert "priced rules" in explain_match(made, level, rules, 1).lines[0]
    apart = SwissState(4, 3, 3, (), {1: 40, 2: 30, 3: 20, 4: 10}, attributes=regions)
    assert [{m.home, m.away} for m in next_round(apart, rules).matches] == [{1, 2}, {3, 4}]
