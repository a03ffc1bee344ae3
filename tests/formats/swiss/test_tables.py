"""At which tables the matches of a round are."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from formats.swiss.books import Played, adding, book
from scheduler.errors import NoAnswer, RulebookError
from scheduler.formats.swiss import SwissRound, SwissState, next_round

POINTS = {e: 100 - e for e in range(1, 9)}
STATE = SwissState(8, 2, 5, (), POINTS)


def seats(made: SwissRound) -> dict[int, set[int]]:
    return {m.table: {m.home, m.away} for m in made.matches}


def test_the_top_match_is_at_table_one() -> None:
    """Nothing said of tables: by rank, 1 and 2 at table 1, and so on."""
    assert seats(next_round(STATE, book())) == {1: {1, 2}, 2: {3, 4}, 3: {5, 6}, 4: {7, 8}}


def test_numbering_blocked_and_stationary_tables() -> None:
    """From table 11 on, 12 out of use, 6 always at table 11: the others fill up from the top."""
    rules = adding(
        adding(adding(book(), "at-tables", first=11), "blocked-tables", tables=[12]),
        "stationary", entrant=6, table=11)
    made = next_round(STATE, rules)
    assert seats(made) == {11: {5, 6}, 13: {1, 2}, 14: {3, 4}, 15: {7, 8}}
    assert made.proven


def test_tables_that_are_missing_are_named() -> None:
    """Three tables for four matches; two who stay at one table; a table that there is not."""
    with pytest.raises(NoAnswer, match="4 matches and 3 tables") as missing:
        next_round(replace(STATE, tables=3), book())
    assert missing.value.about == "round"
    both = adding(adding(book(), "stationary", entrant=1, table=2), "stationary", entrant=3, table=2)
    with pytest.raises(NoAnswer, match="no tables for this round") as caught:
        next_round(STATE, both)
    assert "stationary" in caught.value.clash
    assert caught.value.about == "round"
    with pytest.raises(RulebookError, match="go from 1 to 4"):
        next_round(replace(STATE, tables=4), adding(book(), "stationary", entrant=1, table=9))


def test_nobody_is_at_the_same_table_again_where_that_can_be() -> None:
    """16 teams, 5 rounds: the same matches as without the wish, and less than a third of the repeats."""
    wish = adding(book(), "new-table", price=1, level=3)
    plain = wished = 0
    for seed in range(3):
        for rules in (book(), wish):
            event = Played(16, 5, rules, seed)
            sat = Counter((e, m.table) for r in event.all() for m in r.matches for e in (m.home, m.away))
            again = sum(k - 1 for k in sat.values())
            plain, wished = (plain + again, wished) if rules is not wish else (plain, wished + again)
            assert all(r.proven for r in event.made)
        last = SwissState(16, 5, 5, tuple(event.played[:4]), {e: e for e in range(1, 17)})
        both = [next_round(last, r).matches for r in (book(), wish)]
        assert {(m.home, m.away) for m in both[0]} == {(m.home, m.away) for m in both[1]}
    assert wished < plain / 3


def test_what_repeats_is_priced_by_the_verifier() -> None:
    """Two tables, third round: somebody must sit where it sat; the report has the price, its own count."""
    event = Played(4, 3, adding(book(), "new-table", price=1, level=3), 1)
    last = event.all()[-1]
    before = {(e, m.table) for r in event.made[:-1] for m in r.matches for e in (m.home, m.away)}
    again = [(e, m.table) for m in last.matches for e in (m.home, m.away) if (e, m.table) in before]
    assert dict(last.report.soft)[3] == len(again) > 0
    assert sorted(((v.subject[0], v.table) for v in last.report.violations if v.rule == "new-table"),
                  key=str) == sorted(again, key=str)


def test_two_are_never_at_neighbouring_tables() -> None:
    """2 and 3 would be at tables 1 and 2: the match of 3 goes to table 3, the next one comes up."""
    rules = adding(book(), "tables-apart", entrants=[2, 3])
    made = next_round(STATE, rules)
    assert seats(made) == {1: {1, 2}, 2: {5, 6}, 3: {3, 4}, 4: {7, 8}}
    assert made.proven
    wish = adding(book(), "tables-apart", entrants=[2, 3, 5, 7], price=1, level=4)
    assert dict(next_round(STATE, wish).report.soft)[4] == 3


def test_a_table_that_has_started_is_kept_whatever_the_rules() -> None:
    """4-3 plays at table 1; 3 was there before, but only the others are moved."""
    rules = adding(adding(book(), "new-table", price=1, level=3), "at-tables")
    made = next_round(STATE, rules, fixed=[(4, 3, 1)])
    assert seats(made) == {1: {3, 4}, 2: {1, 2}, 3: {5, 6}, 4: {7, 8}}
    assert made.proven
    with pytest.raises(NoAnswer) as caught:
        next_round(STATE, adding(book(), "blocked-tables", tables=[1]), fixed=[(4, 3, 1)])
    assert '"blocked-tables"' in caught.value.clash[0]
