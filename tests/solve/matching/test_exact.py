"""The exact round, against enumeration, against theorems, and at the edges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from scheduler.errors import NoAnswer, UsageError
from scheduler.facts.pairing import BYE, Bans, Pairing
from scheduler.solve.matching import pair
from scheduler.solve.matching.head import most_banned, take_head
from scheduler.verify.pairing import check_pairing
from solve.matching.naive import all_rounds, play, random_case


def made(order: list[int], bans: Bans, may_bye: list[int]) -> Pairing | None:
    try:
        return pair(order, bans, may_bye)
    except NoAnswer:
        return None


@pytest.mark.parametrize("seed", range(4))
def test_it_is_the_first_of_all_rounds(seed: int) -> None:
    """On 1,500 fields of 2 to 10 it is the first round of the enumeration, and none where there is none."""
    rng = Random(seed)
    nothing = 0
    for _ in range(1500):
        order, bans, may_bye = random_case(rng, 10)
        got = made(order, bans, may_bye)
        want = next(all_rounds(order, bans, may_bye), None)
        assert (got and (got.matches, got.bye)) == want
        nothing += want is None
    assert nothing > 100


def test_larger_fields_are_first_of_all_rounds_too() -> None:
    """Fields of 12 and 14 with few allowed pairs, so that blossoms lie in blossoms."""
    rng = Random(8)
    found = 0
    for _ in range(400):
        order = rng.sample(range(1, 20), rng.choice((12, 13, 14)))
        bans = Bans(c for c in combinations(order, 2) if rng.random() < 0.72)
        got = made(order, bans, order)
        want = next(all_rounds(order, bans, order), None)
        assert (got and (got.matches, got.bye)) == want
        found += want is not None
    assert found > 50


def lowest_first(left: Sequence[int]) -> list[int]:
    return list(left[:0:-1])


def first_from_below(left: list[int], bans: Bans) -> tuple[tuple[int, int], ...] | None:
    """The first round when the highest wants the lowest."""
    if not left:
        return ()
    for j in left[:0:-1]:
        if bans.allowed(left[0], j):
            rest = first_from_below([e for e in left[1:] if e != j], bans)
            if rest is not None:
                return ((left[0], j), *rest)
    return None


def test_wanted_in_another_order() -> None:
    """With a preference it is the first round in the order in which opponents are wanted."""
    rng = Random(5)
    for _ in range(600):
        order, bans, _ = random_case(rng, 8)
        order = order[: len(order) // 2 * 2]
        want = first_from_below(order, bans)
        try:
            got = pair(order, bans, prefer=lowest_first)
        except NoAnswer:
            assert want is None
            continue
        assert got.matches == want
        assert check_pairing(got, bans, prefer=lowest_first) == ()


def test_only_the_last_can_cause_a_denial() -> None:
    """In round r without other bans the head is all but the last 2r entrants, whatever the field."""
    rng = Random(2)
    order = list(range(1, 301))
    points, strength = dict.fromkeys(order, 0), {e: rng.gauss(0, 10) for e in order}
    bans = Bans()
    for r in range(1, 8):
        ranked = sorted(order, key=lambda e: (-points[e], e))
        round_ = pair(ranked, bans)
        assert len(ranked) - 2 * round_.head <= 2 * r
        assert check_pairing(round_, bans) == ()
        for a, b in round_.matches:
            bans.add(a, b)
        play(rng, round_.matches, strength, points)


def test_a_denied_pair_in_words() -> None:
    """12-13 is allowed, but then 14 and 15 are left, who have met."""
    bans = Bans([(14, 15)])
    round_ = pair([12, 13, 14, 15], bans)
    assert round_.matches == ((12, 14), (13, 15))
    (barrier,) = round_.witnesses
    assert (barrier.top, barrier.denied) == (12, (13,))
    assert barrier.sentence(13) == "12-13 leaves 14, 15 with nobody that they may meet"


def test_a_club_of_more_than_half() -> None:
    """Three of four are of one club: there is no round: two of them both need the one outsider."""
    with pytest.raises(NoAnswer, match="2 odd groups may meet only 1") as error:
        pair([1, 2, 3, 4], Bans((), [(2, 3, 4)]))
    assert len(error.value.clash) == 2


def test_the_bye_goes_to_the_lowest_that_leaves_a_round() -> None:
    """5 could have the bye, but 3 and 4 then have nobody; so 4 has it, and the barrier says why."""
    bans = Bans([(1, 3), (1, 4), (2, 3), (2, 4), (3, 4)])
    round_ = pair([1, 2, 3, 4, 5], bans, [1, 2, 3, 4, 5])
    assert (round_.bye, round_.matches) == (4, ((1, 2), (3, 5)))
    assert round_.witnesses[0].top == BYE
    assert round_.witnesses[0].denied == (5,)
    assert check_pairing(round_, bans, [1, 2, 3, 4, 5]) == ()


def test_the_edges() -> None:
    """Nobody, two, two who have met, an odd field without takers, numbers that make no sense."""
    assert pair([], Bans()).matches == ()
    assert pair([2, 1], Bans()).matches == ((2, 1),)
    with pytest.raises(NoAnswer):
        pair([1, 2], Bans([(1, 2)]))
    with pytest.raises(NoAnswer, match="everybody has had the bye"):
        pair([1, 2, 3], Bans(), [])
    for wrong in ([1, 1], [0, 1]):
        with pytest.raises(UsageError):
            pair(wrong, Bans())
    with pytest.raises(UsageError):
        pair([1, 2, 3, 4], Bans(), forced=[(1, 2), (2, 3)])
    with pytest.raises(UsageError):
        pair([1, 2], Bans(), forced=[(BYE, 1)])


def test_forced_pairs_stand() -> None:
    """The round is the best with the forced pair in it, banned or not."""
    assert pair([1, 2, 3, 4, 5, 6], Bans([(1, 6)]), forced=[(6, 1)]).matches == ((1, 6), (2, 3), (4, 5))
    assert pair([1, 2, 3], Bans(), [3], forced=[(BYE, 1)]).bye == 1


def test_a_club_of_half_the_field_meets_the_other_half() -> None:
    """With one club of half the field each of it meets somebody outside, exactly, at 120 entrants."""
    order = list(range(1, 121))
    rng = Random(1)
    rng.shuffle(order)
    bans = Bans((), [range(1, 61)])
    round_ = pair(order, bans)
    assert all((a <= 60) != (b <= 60) for a, b in round_.matches)
    assert check_pairing(round_, bans) == ()


def test_the_head_stops_where_the_theorem_does() -> None:
    """What is left is smaller than twice the most banned of it plus four."""
    rng = Random(3)
    order = list(range(1, 61))
    bans = Bans(rng.sample(list(combinations(order, 2)), 150))
    matches, rest = take_head(order, bans)
    assert len(rest) < 2 * most_banned(rest, bans) + 4
    assert sorted([*rest, *(e for m in matches for e in m)]) == order


def test_a_club_of_half_the_field_needs_few_barriers() -> None:
    """400 entrants, 200 of one club, 4 rounds played: denied pairs of many share a few barriers, the checker
    accepts them, and refuses the round without the first one; what is told of one is about those left."""
    rng = Random(3)
    club = rng.sample(range(1, 401), 200)
    order = rng.sample(range(1, 401), 400)
    bans = Bans((), [club])
    for _ in range(4):
        others = [e for e in order if e not in set(club)]
        for a, b in zip(rng.sample(club, 200), rng.sample(others, 200), strict=True):
            bans.add(a, b)
    round_ = pair(order, bans)
    bodies = {id(w.groups) for w in round_.witnesses}
    assert len(round_.witnesses) > 3 * len(bodies)
    assert check_pairing(round_, bans) == ()
    without = replace(round_, witnesses=round_.witnesses[1:])
    assert any("not shown" in f for f in check_pairing(without, bans))
    last = round_.witnesses[-1]
    settled = {e for m in round_.matches[: [m[0] for m in round_.matches].index(last.top)] for e in m}
    among = last.among(set(order) - settled)
    assert len(among.groups) < len(last.groups)
    assert not settled & {e for g in among.groups for e in g}
