"""Sides by trails: balanced and never three running, whatever the schedule."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler.errors import UsageError
from scheduler.event import Match, Schedule
from scheduler.solve.constructions import cba, oriented, rotation
from solve.constructions import naive


@st.composite
def schedules(draw):
    """Any matches at all: several a round, several of one pair, rounds without any."""
    n = draw(st.integers(2, 9))
    pair = st.lists(st.integers(1, n), min_size=2, max_size=2, unique=True)
    rounds = st.integers(1, 12)
    rows = draw(st.lists(st.tuples(pair, rounds, st.integers(0, 4)), max_size=60))
    return Schedule.of(n, 12, [Match(h, a, r, t) for (h, a), r, t in rows])


def meetings(schedule):
    return sorted((m.round, m.table, *sorted((m.home, m.away))) for m in schedule.matches)


def words(before, after):
    """Sides of ``after`` per entrant, matches in the order in which ``before`` has them."""
    left = list(after.matches)
    out = dict.fromkeys(range(1, before.entrants + 1), "")
    for m in before.matches:
        new = next(
            x for x in left
            if (x.round, x.table, {x.home, x.away}) == (m.round, m.table, {m.home, m.away})
        )
        left.remove(new)
        out[new.home] += "H"
        out[new.away] += "A"
    return out


@given(schedules())
def test_any_schedule_at_all_keeps_its_matches_and_becomes_balanced(schedule):
    after = oriented(schedule)
    assert meetings(after) == meetings(schedule)
    assert not len(after) or naive.imbalance(after) <= 0


@given(schedules())
def test_every_linked_pair_of_matches_has_a_home_and_an_away(schedule):
    """One match a round for everyone, so that the order of matches is beyond doubt."""
    busy, single = set(), []
    for m in schedule.matches:
        now = {(m.round, m.home), (m.round, m.away)}
        if not now & busy:
            busy |= now
            single.append(m)
    plain = Schedule.of(schedule.entrants, schedule.rounds, single)
    after = oriented(plain)
    assert naive.three_running(after) == 0
    for word in words(plain, after).values():
        assert all(word[i : i + 2] in ("HA", "AH", "H", "A") for i in range(0, len(word), 2))


@given(st.integers(2, 16), st.integers(1, 3), st.randoms(use_true_random=False))
def test_round_robins_in_any_order_of_rounds_become_balanced_without_three_running(n, legs, random):
    one = rotation(n)
    order = list(range(1, one.rounds * legs + 1))
    random.shuffle(order)
    table = Schedule.of(
        n, one.rounds * legs,
        [
            Match(m.home, m.away, order[m.round - 1 + leg * one.rounds], m.table)
            for leg in range(legs) for m in one.matches
        ],
    )
    after = oriented(table)
    assert naive.is_round_robin(after, legs)
    assert naive.imbalance(after) <= 0
    assert naive.three_running(after) == 0


@given(schedules())
def test_orienting_twice_changes_nothing_more(schedule):
    distinct = {(m.round, m.table, *sorted((m.home, m.away))): m for m in schedule.matches}
    once_a_round = {}
    for m in distinct.values():
        if not {(m.round, m.home), (m.round, m.away)} & set(once_a_round):
            once_a_round[m.round, m.home] = once_a_round[m.round, m.away] = m
    matches = list({id(m): m for m in once_a_round.values()}.values())
    numbered = [Match(m.home, m.away, m.round, i) for i, m in enumerate(matches, start=1)]
    once = oriented(Schedule.of(schedule.entrants, 12, numbered))
    assert oriented(once) == once


def test_a_heavy_match_keeps_its_side_and_turns_the_rest_of_its_trail():
    """1-2, 1-3, 2-3 is one closed trail with one match against the way of the other two or more."""
    rows = [(1, 2, 1), (1, 3, 2), (2, 3, 3)]
    plain = Schedule.of(3, 3, [Match(h, a, r, 1) for h, a, r in rows])
    assert naive.rows(oriented(plain)) == ["1-2", "3-1", "2-3"]
    assert naive.rows(oriented(plain, [1, 9, 1])) == ["2-1", "1-3", "3-2"]


def test_a_thousand_entrants_in_two_legs_of_one_order_are_balanced():
    table = oriented(rotation(999))
    home = np.bincount(table.home, minlength=1000)
    assert set(home[1:].tolist()) == {499}


def test_weights_that_do_not_fit_the_matches_are_refused():
    with pytest.raises(UsageError, match="2 weights for 6 matches"):
        oriented(cba(4), [1, 2])
    with pytest.raises(UsageError, match="64 bits"):
        oriented(cba(4), [2**62] * 6)


def test_a_schedule_without_matches_stays_as_it_is():
    empty = Schedule.of(4, 3, [])
    assert oriented(empty) == empty
