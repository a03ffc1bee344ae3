"""Look-ahead: every verdict against enumeration, and rounds that never walk into a forced rematch."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from scheduler.errors import NoAnswer
from scheduler.facts.pairing import Bans
from scheduler.solve.matching import pair
from scheduler.solve.matching.ahead import _Job, pair_ahead
from scheduler.solve.matching.lookahead import Outlook, outlook, safe_from_the_start
from scheduler.solve.matching.odd_cut import least_odd_cut
from scheduler.solve.matching.several import Ahead, at_random, by_solver
from scheduler.verify.pairing import check_pairing
from solve.matching.naive import all_rounds, can_go_on, play


def test_least_odd_cut_against_all_odd_sets() -> None:
    """On 300 graphs of 2 to 8 vertices no odd set has fewer edges leaving it."""
    rng = Random(3)
    for _ in range(300):
        n = rng.choice((2, 4, 6, 8))
        density = rng.random()
        adj = [0] * n
        for a, b in combinations(range(n), 2):
            if rng.random() < density:
                adj[a] |= 1 << b
                adj[b] |= 1 << a
        odd_set, leaving = least_odd_cut(adj)

        def cut(s: int, adj: list[int] = adj) -> int:
            return sum((row & ~s).bit_count() for v, row in enumerate(adj) if s >> v & 1)

        assert odd_set.bit_count() % 2 == 1
        assert leaving == cut(odd_set) == min(cut(s) for s in range(1, 1 << n) if s.bit_count() % 2)


def believable(view: Outlook, order: list[int], bans: Bans, may_bye: list[int]) -> None:
    """The certificate is what it says: allowed pairs, none twice, everybody in every round."""
    if not view.certificate:
        return
    pairs = [frozenset(p) for r in view.certificate for p in r.matches]
    byes = [r.bye for r in view.certificate if r.bye]
    assert len(view.certificate) == view.rounds
    assert len(set(pairs)) == len(pairs)
    assert all(bans.allowed(*p) for p in pairs)
    assert len(set(byes)) == len(byes)
    assert set(byes) <= set(may_bye)
    for r in view.certificate:
        assert sorted([*(e for p in r.matches for e in p), *([r.bye] if r.bye else [])]) == sorted(order)


def test_every_verdict_is_right() -> None:
    """On 150 states of 4 to 8 entrants, byes included, the chain says what enumeration says."""
    rng = Random(6)
    said = set()
    for _ in range(150):
        n, k = rng.choice((4, 5, 6, 7, 8)), rng.randint(1, 3)
        order = list(range(1, n + 1))
        bans = Bans(c for c in combinations(order, 2) if rng.random() < 0.4)
        may_bye = [e for e in order if rng.random() < 0.7]
        view = outlook(order, bans, k, may_bye)
        assert view.verdict == ("safe" if can_go_on(order, bans, k, may_bye) else "impossible")
        believable(view, order, bans, may_bye)
        said.add(view.by)
    assert {"degree", "rounds", "few"} <= said


def test_two_odd_cliques_are_settled_by_their_odd_cut() -> None:
    """Two cliques of 15 joined by four pairs cannot play five rounds, and the witness is a clique."""
    left, right = list(range(1, 16)), list(range(16, 31))
    joined = {(1, 16), (2, 17), (3, 18), (4, 19)}
    bans = Bans((a, b) for a in left for b in right if (a, b) not in joined)
    view = outlook(left + right, bans, 5)
    assert (view.verdict, view.by, view.leaving) == ("impossible", "odd-cut", 4)
    assert list(view.witness) in (left, right)


def test_safe_before_the_event_means_safe() -> None:
    """Where the theorem promises all rounds, no sequence of rounds ends early (6 entrants, 3 rounds)."""
    assert safe_from_the_start(6, 3)
    assert not safe_from_the_start(6, 4)

    def never_stuck(bans: Bans, rounds: int) -> bool:
        if rounds == 0:
            return True
        options = list(all_rounds(range(1, 7), bans))
        assert options
        for matches, _ in options:
            after = bans.copy()
            for a, b in matches:
                after.add(a, b)
            never_stuck(after, rounds - 1)
        return True

    assert never_stuck(Bans(), 3)
    assert [r for r in range(1, 10) if safe_from_the_start(10, r)] == [1, 2, 3, 4, 5]
    assert [r for r in range(1, 10) if safe_from_the_start(9, r)] == [1, 2, 3, 4, 5]
    assert not safe_from_the_start(9, 2, byes=False)


@pytest.mark.parametrize("n", [5, 6])
def test_with_look_ahead_it_is_the_first_round_that_can_go_on(n: int) -> None:
    """On 60 histories it is the first round of the enumeration after which the rounds left can be played."""
    rng = Random(n)
    changed = 0
    for _ in range(60):
        order = rng.sample(range(1, n + 1), n)
        bans, may_bye = Bans(), set(order)
        played = rng.randint(1, 3)
        for _ in range(played):
            choices = list(all_rounds(rng.sample(order, n), bans, may_bye))
            if not choices:
                break
            matches, bye = rng.choice(choices)
            may_bye.discard(bye)
            for a, b in matches:
                bans.add(a, b)
        after = rng.randint(0, n - 2 - played) if n - 2 > played else 0
        want = None
        for matches, bye in all_rounds(order, bans, may_bye):
            then = bans.copy()
            for a, b in matches:
                then.add(a, b)
            if can_go_on(order, then, after, may_bye - {bye}):
                want = (matches, bye)
                break
        if want is None:
            continue
        seen = pair_ahead(order, bans, may_bye, after=after)
        assert (seen.pairing.matches, seen.pairing.bye) == want
        assert seen.plain is not None
        changed += seen.plain.matches != seen.pairing.matches
        passed = [(p.top, p.other) for p in seen.passed]
        assert check_pairing(seen.pairing, bans, may_bye, passed=passed) == ()
    assert changed or n == 5


def test_simulated_events_never_force_a_rematch() -> None:
    """40 events of 6 to 12 entrants over as many rounds as can be are all completed; some plain ones not."""
    rng = Random(11)
    dead = 0
    for _ in range(40):
        n = rng.choice((6, 7, 8, 9, 10, 12))
        rounds = n - 1 + n % 2
        order = list(range(1, n + 1))
        points, strength = dict.fromkeys(order, 0), {e: rng.gauss(0, 10) for e in order}
        bans, may_bye, plain, plain_bye = Bans(), set(order), Bans(), set(order)
        for r in range(1, rounds + 1):
            ranked = sorted(order, key=lambda e: (-points[e], e if r % 2 else -e))
            seen = pair_ahead(ranked, bans, may_bye, after=rounds - r)
            assert seen.outlook.verdict == "safe"
            assert seen.outlook.rounds == rounds - r
            may_bye.discard(seen.pairing.bye)
            for a, b in seen.pairing.matches:
                bans.add(a, b)
            try:
                blind = pair(ranked, plain, plain_bye)
                plain_bye.discard(blind.bye)
                for a, b in blind.matches:
                    plain.add(a, b)
            except NoAnswer:
                dead += 1
                plain, plain_bye = Bans(), set(order)
            play(rng, seen.pairing.matches, strength, points)
    assert dead > 0


def test_what_cannot_all_be_played_is_played_as_far_as_it_goes() -> None:
    """Of six, two blocks of three have met inside: three rounds are left, and a fourth is proven away."""
    bans = Bans((), [(1, 2, 3), (4, 5, 6)])
    seen = pair_ahead([1, 2, 3, 4, 5, 6], bans, after=3)
    assert (seen.asked, seen.outlook.rounds, seen.proven) == (3, 2, True)
    assert seen.pairing.matches[0] == (1, 4)


def test_blocks_of_three_are_found_and_refused_as_they_can_be() -> None:
    """Three of five in a block, over two rounds: 4 and 5 would have to meet twice, so it cannot be."""
    order = (1, 2, 3, 4, 5)
    assert by_solver(Ahead(order, Bans(), ("long", "long"), frozenset(order))) is False
    one = by_solver(Ahead(order, Bans(), ("short",), frozenset(order)))
    assert isinstance(one, tuple)
    assert len(one[0].three) == 3
    assert len(one[0].matches) == 1
    assert at_random(Ahead(order, Bans(), ("long", "long"), frozenset(order)), Random(0)) is None
    again = by_solver(Ahead(order, Bans(), ("long", "long"), frozenset(order)), repeats=True)
    assert isinstance(again, tuple)
    assert again[0].matches == again[1].matches  # the two who are left meet twice


@pytest.mark.parametrize("n", [30, 102])
def test_a_third_pair_between_two_odd_clubs_is_proven_away(n: int) -> None:
    """Two odd clubs that four pairs join, the top six in three of them, two more rounds to come: each round
    takes one pair at least and an odd number, so after 1 the second and third of them are passed over,
    proven, and the rounds to come are there. The same in fields where everything cannot be tried."""
    half = n // 2
    joined = [(k, half + k) for k in range(1, 5)]
    bans = Bans((a, b) for a in range(1, half + 1) for b in range(half + 1, n + 1) if (a, b) not in joined)
    top = [e for pair_ in joined[:3] for e in pair_]
    order = top + [e for e in range(1, n + 1) if e not in top]
    seen = pair_ahead(order, bans, after=2)
    assert seen.plain is not None
    assert seen.plain.matches[:3] == tuple(joined[:3])
    assert (seen.outlook.verdict, seen.outlook.rounds) == ("safe", 2)
    assert [(p.top, p.other, p.proven) for p in seen.passed] == [(2, half + 2, True)]
    assert sum(m in joined for m in seen.pairing.matches) == 1


def test_an_odd_set_never_cuts_off_what_can_be_played() -> None:
    """600 small graphs with a pair forced, forbidden ones too: where an odd set says that the rounds are not
    there, trying everything finds none; and it says so often enough to be of use."""
    rng, said, none = Random(8), 0, 0
    for _ in range(600):
        n, after = rng.choice([4, 5, 6]), rng.randint(1, 2)
        order = list(range(1, n + 1))
        pairs = [p for p in combinations(order, 2) if rng.random() < 0.35]
        bans, takers = Bans(pairs), set(rng.sample(order, rng.randint(1, n)))
        forced = tuple(rng.sample(order, 2))
        job = _Job(tuple(order), bans, frozenset(takers), (), frozenset(), (), (), None, 1.0)
        rest = [e for e in order if e not in forced]
        there_is = False
        for matches, bye in all_rounds(rest, bans, takers):
            now = bans.copy()
            now.add_all([*matches, forced])
            there_is = there_is or can_go_on(order, now, after, takers - {bye})
        cut = job._cut_off([forced], after)
        assert not (cut and there_is)
        said, none = said + cut, none + (not there_is)
    assert said > none / 2
