"""Which results a round is drawn by, and how far rematches are foreseen."""

from __future__ import annotations

import pytest

from formats.swiss.books import book
from scheduler.errors import UsageError
from scheduler.event import Match, Round
from scheduler.formats.swiss import SwissState, assumed_points, counted_rounds, next_round
from scheduler.formats.swiss.asked import horizon

DELAYED = book(high_meets_high={"delay": 1})


def test_delayed_standings_but_not_in_the_last_round() -> None:
    """Round r by the standings after r - 2, the last of 5 by all results; with the switch off that too."""
    assert [counted_rounds(book(), r, 5) for r in range(1, 6)] == [0, 1, 2, 3, 4]
    assert [counted_rounds(DELAYED, r, 5) for r in range(1, 6)] == [0, 0, 1, 2, 4]
    always = book(high_meets_high={"delay": 1, "last_undelayed": False})
    assert [counted_rounds(always, r, 5) for r in range(1, 6)] == [0, 0, 1, 2, 3]


def test_while_nothing_counts_the_seeding_decides() -> None:
    """Round 2 of delayed standings: whatever the points say, by the snake, without the matches of round 1;
    the sheet says by which standings it was drawn."""
    first = next_round(SwissState(8, 1, 5), DELAYED)
    state = SwissState(8, 2, 5, (Round(1, first.matches),), {e: 10 * e for e in range(1, 9)})
    made = next_round(state, DELAYED)
    assert [{m.home, m.away} for m in made.matches] == [{1, 7}, {2, 8}, {3, 5}, {4, 6}]
    assert made.notes[0] == "drawn by the seeding: no result counts yet"
    third = SwissState(8, 3, 5, (), {e: 10 * e for e in range(1, 9)})
    assert next_round(third, DELAYED).notes[0] == "drawn by the standings after round 1"


def test_what_is_assumed_of_matches_that_are_still_played() -> None:
    """They are waited for by name; or they count as drawn; or as nothing."""
    open_ = [Match(3, 8, 4, 2), Match(1, 6, 4, 5)]
    with pytest.raises(UsageError, match=r"2 results are missing: 3-8 \(table 2\), 1-6 \(table 5\)"):
        assumed_points(book(), open_, 2000)
    drawn = book(high_meets_high={"open": "draw"})
    assert assumed_points(drawn, open_, 2001) == {3: 1000, 8: 1000, 1: 1000, 6: 1000}
    assert set(assumed_points(book(high_meets_high={"open": "nothing"}), open_, 2000).values()) == {0}
    assert assumed_points(book(), [], 2000) == {}


def test_look_ahead_reaches_as_far_as_the_bans_hold() -> None:
    """Round 2 of 9: all 7 to come; only those of the session; only those before rematches are free; none
    where opponents come back one by one."""
    state = SwissState(20, 2, 9)
    assert horizon(state, book()) == 7
    assert horizon(state, book(no_rematch={"session": 4})) == 2
    assert horizon(state, book(no_rematch={"until": 6})) == 3
    assert horizon(state, book(no_rematch={"until": 2})) == 0
    assert horizon(state, book(no_rematch={"window": 4})) == 0
    assert horizon(state, book(no_rematch={"free": "top-half"})) == 0


def test_an_all_wins_event_wants_every_match_decided() -> None:
    """Four matches and three winners: the sheet says so; with four winners, or elsewhere, it does not."""
    played = (Round(1, tuple(Match(a, 9 - a, 1, a) for a in range(1, 5))),)
    won = {1: 1, 2: 1, 3: 1}

    def said(wins: dict[int, int], name: str) -> bool:
        made = next_round(SwissState(8, 2, 3, played, wins=wins), book(name))
        return any("4 matches were played and 3 won" in n for n in made.notes)

    tied = {**won, 7: 1, 4: 0}
    assert not said(tied, "cba-all-win")
    assert not said(won, "cba-swiss")
    ten = SwissState(10, 2, 3, (Round(1, tuple(Match(a, 11 - a, 1, a) for a in range(1, 6))),), wins={
        1: 1, 2: 1, 3: 1, 4: 1})
    assert any("5 matches were played and 4 won" in n for n in next_round(ten, book("cba-all-win")).notes)
