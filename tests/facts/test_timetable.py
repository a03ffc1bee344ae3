"""What follows from a small timetable, fact by fact, as anybody would list it."""

from __future__ import annotations

import numpy as np
import pytest

from scheduler.errors import UsageError
from scheduler.event import Match, Schedule
from scheduler.facts import Frame, primary_facts, timetable
from scheduler.facts.timetable import again_family
from scheduler.verify import Truth

FRAME = Frame(4, 3, 2)
GIVEN = Schedule.of(4, 3, [
    Match(1, 2, 1, 1), Match(3, 4, 1, 2),
    Match(3, 1, 2, 2), Match(2, 4, 2, 0),
    Match(1, 4, 3, 1),
])


def true(name: str, schedule: Schedule = GIVEN, frame: Frame = FRAME) -> list[tuple[int, ...]]:
    """The coordinates, from 1, of the family's facts that hold, with the value where not 1."""
    space = timetable(frame)
    found = Truth(space, primary_facts(space, schedule)).of(name)
    coords = [(c + 1).tolist() for c in space[name].coords(found.ids)]
    return [
        (*at, v) if v != 1 or space[name].integer else at
        for *at, v in map(tuple, zip(*coords, found.values.tolist(), strict=True))
        for at in [tuple(at)]
    ]


@pytest.mark.parametrize(("family", "facts"), [
    ("plays", [(1, 2, 1), (1, 4, 3), (2, 4, 2), (3, 1, 2), (3, 4, 1)]),
    ("at", [(1, 2, 1, 1), (1, 3, 2, 2), (1, 4, 1, 3), (3, 4, 2, 1)]),
    ("home", [(1, 1), (1, 3), (2, 2), (3, 1), (3, 2)]),
    ("away", [(1, 2), (2, 1), (4, 1), (4, 2), (4, 3)]),
    ("meets", [(1, 2, 1), (1, 3, 2), (1, 4, 3), (2, 4, 2), (3, 4, 1)]),
    ("home-turn", [(1, 1), (1, 3), (2, 2), (3, 1), (3, 2)]),
    ("away-turn", [(1, 2), (2, 1), (4, 1), (4, 2), (4, 3)]),
    ("home-break", [(3, 2)]),
    ("away-break", [(4, 2), (4, 3)]),
    ("lead", [(1, 2, 1), (1, 3, 1), (1, 4, 2), (2, 3, 1), (2, 4, 1), (3, 4, 2)]),
    ("trip", [(1, 1, 3, 2), (1, 3, 1, 3), (2, 1, 2, 2), (3, 3, 3, 2), (4, 2, 1, 3), (4, 3, 2, 2)]),
])
def test_derived_facts(family: str, facts: list[tuple[int, ...]]) -> None:
    """Each family holds exactly the facts listed by hand."""
    assert true(family) == facts


def test_byes_leave_no_gap_in_turns() -> None:
    """Number 1 is home in rounds 1 and 3 and idle in 2: turns 1 and 2, a break at turn 2."""
    given = Schedule.of(3, 3, [Match(1, 2, 1), Match(2, 3, 2), Match(1, 3, 3)])
    frame = Frame(3, 3, 1)
    assert (1, 2) in true("home-turn", given, frame)
    assert (1, 2) in true("home-break", given, frame)
    space = timetable(frame)
    turns = Truth(space, primary_facts(space, given)).of("home-turn")
    assert turns.rounds[:2].tolist() == [1, 3]


def test_home_comes_before_away_where_one_round_has_both() -> None:
    """In a broken round with a match on each side, the home match is the earlier turn."""
    given = Schedule.of(3, 2, [Match(2, 1, 1), Match(1, 3, 1), Match(1, 2, 2)])
    frame = Frame(3, 2, 1)
    assert [t for t in true("home-turn", given, frame) if t[0] == 1] == [(1, 1), (1, 3)]
    assert (1, 2) in true("away-turn", given, frame)


def test_carry_over_goes_round_the_end() -> None:
    """Number 1 meets 2, 3, 4: it carries 2 to 3, 3 to 4, and from the last round 4 to 2."""
    mine = [c for c in true("carry-on") if c[0] == 1]
    assert mine == [(1, 2, 3, 2), (1, 3, 4, 3), (1, 4, 2, 1)]


def test_meetings_follow_one_another() -> None:
    """Of three meetings in rounds 1, 2 and 5 two pairs are consecutive: 1 and 3 rounds apart."""
    given = Schedule.of(3, 5, [Match(1, 2, 1), Match(2, 1, 2), Match(2, 1, 5), Match(1, 3, 3)])
    space = timetable(Frame(3, 5, 1, legs=3))
    again = again_family(space, 4)
    found = Truth(space, primary_facts(space, given)).of(again.name)
    assert [c.tolist() for c in again.coords(found.ids)] == [[1, 1], [0, 1], [1, 3]]


def test_a_match_listed_twice_is_a_fact_held_twice() -> None:
    """Duplicates are kept among the primary facts, so that counting rules see them."""
    given = Schedule.of(2, 1, [Match(1, 2, 1, 1), Match(1, 2, 1, 1)])
    assert true("plays", given, Frame(2, 1, 1)) == [(1, 2, 1, 2)]
    assert true("at", given, Frame(2, 1, 1)) == [(1, 2, 1, 1, 2)]
    assert true("home", given, Frame(2, 1, 1)) == [(1, 1)]


def test_unknown_tables_state_nothing() -> None:
    """A match at table 0 is played, but at no table."""
    space = timetable(FRAME)
    facts = primary_facts(space, GIVEN)
    assert (len(facts["plays"]), len(facts["at"])) == (5, 4)


@pytest.mark.parametrize("match", [
    Match(1, 5, 1, 1), Match(0, 2, 1, 1), Match(1, 2, 4, 1), Match(1, 2, 1, 3), Match(-1, 2, 1, 1),
    Match(1, 2, 0, 1), Match(1, 2, 1, -1),
])
def test_a_schedule_that_does_not_fit_is_refused(match: Match) -> None:
    """A number, round or table that the frame does not have is named, not miscounted."""
    with pytest.raises(UsageError, match=f"{match.home}-{match.away} in round {match.round}"):
        primary_facts(timetable(FRAME), Schedule.of(4, 3, [Match(1, 2, 1, 1), match]))


@pytest.mark.parametrize(("n", "odd", "leg", "each"), [(6, False, 5, 10), (7, True, 7, 12)])
def test_frame_of_odd_and_even_fields(n: int, odd: bool, leg: int, each: int) -> None:
    """A leg has n - 1 rounds, or n in an odd field; everybody plays n - 1 matches a leg."""
    frame = Frame(n, leg * 2, n // 2, legs=2)
    assert (frame.odd, frame.leg_rounds, frame.matches_each) == (odd, leg, each)


def test_the_largest_frame_has_ids_within_64_bits() -> None:
    """At 4096 entrants in three legs the last id still fits, so none wraps around."""
    space = timetable(Frame(4096, 3 * 4095, 2048, legs=3))
    last = space.families[-1]
    assert 0 < last.first + last.size < np.iinfo(np.int64).max
