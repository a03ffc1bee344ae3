"""The full rulebook of CBA-14.1 holds for every size, by a plain count."""

from __future__ import annotations

import pytest

from scheduler.solve.constructions import cba
from solve.constructions import naive

SIZES = range(2, 65)


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("neighbours_last", [True, False])
def test_every_rule_of_the_article_holds(n, neighbours_last):
    table = cba(n, neighbours_last=neighbours_last)
    assert table.rounds == n - 1 + n % 2
    assert naive.is_round_robin(table)
    assert naive.imbalance(table) <= 0
    assert naive.three_running(table) == 0
    assert naive.meets_in_order(table)
    assert naive.everywhere_twice(table)


@pytest.mark.parametrize("n", SIZES)
def test_the_last_round_is_of_neighbours_in_order_of_tables(n):
    last = naive.rows(cba(n))[-1]
    assert last == " ".join(f"{k}-{k + 1}" for k in range(1, n, 2))


@pytest.mark.parametrize("n", range(2, 65, 2))
def test_the_highest_number_is_away_and_home_in_turn(n):
    assert naive.sides(cba(n))[n] == ("AH" * n)[: n - 1]


@pytest.mark.parametrize("n", range(3, 65, 2))
def test_an_odd_field_is_home_and_away_exactly_equally(n):
    assert all(w.count("H") == w.count("A") == n // 2 for w in naive.sides(cba(n)).values())


def test_the_published_table_of_six_keeps_the_same_rules(shared):
    """The plain count is no stricter than the association's own table, table variety included."""
    import csv

    from scheduler.event import Match, Schedule

    path = shared / "domain" / "data" / "bridge" / "cba_round_robin_tables.csv"
    with path.open(encoding="utf-8", newline="") as file:
        lines = [r for r in csv.DictReader(file) if r["teams"] == "6"]
    matches = [Match(*(int(r[c]) for c in ("home", "away", "round", "table"))) for r in lines]
    printed = Schedule.of(6, 5, matches)
    assert naive.is_round_robin(printed)
    assert naive.imbalance(printed) <= 0
    assert naive.three_running(printed) == 0
    assert naive.meets_in_order(printed)
    assert naive.everywhere_twice(printed)
    assert naive.rows(printed)[-1] == naive.rows(cba(6))[-1]
