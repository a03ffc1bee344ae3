"""The report: hard deviations, prices by level, and what was asked."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler.event import Match, Report, Schedule
from scheduler.facts import Frame, timetable
from scheduler.rules import Rulebook, all_rules, read_uses
from scheduler.verify import verifier, verify

FRAME = Frame(4, 3, 2)
HHH = [Match(1, 2, 1, 1), Match(3, 4, 1, 2), Match(1, 3, 2, 1), Match(2, 4, 2, 2),
       Match(1, 4, 3, 1), Match(2, 3, 3, 2)]
"""1 is at home throughout; 3 has HAA, 2 AHH, 4 AAA."""


def report(uses: list[dict[str, Any]], matches: list[Match] = HHH) -> Report:
    space = timetable(FRAME)
    stated = Rulebook("r", uses=read_uses(uses)).stated(space, FRAME)
    return verify(space, stated, Schedule.of(4, 3, matches))


def test_hard_is_the_sum_of_deviations() -> None:
    """1 has 3 home less away, 4 has -3; 1 is allowed: 2 and 2 too many."""
    verdict = report([{"id": "home-away-balance"}])
    assert (verdict.hard, verdict.holds, verdict.soft) == (4, False, ())


def test_prices_add_up_by_level() -> None:
    """Each use pays at its own level, by its own table; levels are in order."""
    verdict = report([
        {"id": "home-away-balance", "price": [1, 10], "level": 3},
        {"id": "breaks-total", "price": 2, "level": 1},
        {"id": "breaks-each", "most": 0, "price": [0, 5], "level": 1},
        {"id": "meet-each"},
    ])
    # breaks: 2 of number 1, 1 of 2, 1 of 3, 2 of 4.
    assert verdict.soft == ((1, 2 * 6 + 5 + 0 + 0 + 5), (3, 20))
    assert (verdict.hard, verdict.holds) == (0, True)


def test_levels_compare_lexicographically() -> None:
    """A unit at level 1 outweighs any price at level 2: prices are compared as tuples."""
    uses = [{"id": "neighbours-last", "price": 1, "level": 1},
            {"id": "breaks-total", "price": 1000, "level": 2}]
    neighbours = [Match(1, 4, 1, 1), Match(2, 3, 1, 2), Match(1, 3, 2, 1), Match(2, 4, 2, 2),
                  Match(1, 2, 3, 1), Match(3, 4, 3, 2)]
    few_breaks = [Match(1, 2, 1, 1), Match(3, 4, 1, 2), Match(3, 1, 2, 1), Match(4, 2, 2, 2),
                  Match(1, 4, 3, 1), Match(2, 3, 3, 2)]
    with_neighbours, with_few = report(uses, neighbours), report(uses, few_breaks)
    assert (with_neighbours.price, with_few.price) == ((0, 6000), (2, 2000))
    assert with_neighbours.price < with_few.price


def test_a_level_that_costs_nothing_is_told() -> None:
    """A priced rule that holds is reported with price 0."""
    assert report([{"id": "meet-each", "price": 7, "level": 2}]).soft == ((2, 0),)


def test_the_report_tells_what_was_asked() -> None:
    """Each rule with its clause and how many counts it asked for: 6 pairs, 12 entrants by round."""
    verdict = report([{"id": "meet-each"}, {"id": "once-a-round", "clause": "X-1"}])
    assert verdict.rules == (("meet-each", "CBA-14", 6), ("once-a-round", "X-1", 12))


def test_a_violation_carries_clause_reason_and_bounds() -> None:
    """Everything that a message needs is in the violation, in the documented shape."""
    (violation, _) = report([
        {"id": "run-limit", "clause": "C-9", "reason": "fair", "price": 4, "level": 2}
    ]).violations
    assert violation.as_json() == {
        "rule": "run-limit", "clause": "C-9", "subject": [1], "rounds": [1, 2, 3], "found": 3,
        "least": None, "most": 2, "level": 2, "cost": 4,
    }
    assert violation.reason == "fair"


def test_an_empty_schedule_misses_everything() -> None:
    """Without a match every pair and every entrant in every round is missing."""
    assert report([{"id": "meet-each"}, {"id": "once-a-round"}], []).hard == 6 + 12


def test_large_grids_are_counted_like_small_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Adding up only the rows in which something counts misses none that emptiness breaks."""
    def reports() -> list[Report]:
        free = [r for r in all_rules() if all(p.default is not None for p in r.params)]
        uses = [{"id": r.id} for r in free if r.needs == "plays"]
        return [report(uses, HHH[:k]) for k in range(len(HHH) + 1)]

    whole = reports()
    monkeypatch.setattr(verifier, "_DENSE", 0)
    assert reports() == whole


def test_a_count_about_one_table_says_which() -> None:
    """1 is at table 1 in all three rounds, and its violation says so; other rules name no table."""
    verdict = report([
        {"id": "table-variety", "price": 1}, {"id": "home-away-balance"}, {"id": "one-match-a-table"}
    ], [*HHH, Match(4, 3, 3, 1)])
    mine = [v for v in verdict.violations if v.rule == "table-variety" and v.subject == (1,)]
    assert {(v.table, v.found) for v in mine} >= {(1, 3)}
    assert all("table" in v.as_json() for v in mine)
    twice = next(v for v in verdict.violations if v.rule == "one-match-a-table")
    assert (twice.table, twice.rounds, twice.subject) == (1, (3,), ())
    assert all(
        "table" not in v.as_json() for v in verdict.violations if v.rule == "home-away-balance"
    )
