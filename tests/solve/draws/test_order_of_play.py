"""Orders of play: nobody at two tables, rests kept, inside the sessions, as early as can be."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from scheduler.errors import NoAnswer, TimeUp, UsageError
from scheduler.event import Bracket
from scheduler.solve.draws.elimination import double_elimination
from scheduler.solve.draws.order_of_play import OrderOfPlay, Session, order_of_play
from scheduler.solve.draws.placement_matches import consolation, single_elimination

DAYS = (Session(540, 780), Session(840, 1200), Session(1980, 2220), Session(2280, 2700))


def judged(
    bracket: Bracket, order: OrderOfPlay, tables: int, rest: int, sessions: tuple[Session, ...] = ()
) -> None:
    """Whatever a timetable must keep, looked at match by match."""
    at = {p.match: p for p in order.matches}
    assert sorted(at) == sorted(m.number for m in bracket.matches)
    for m in bracket.matches:
        for feed in (m.home, m.away):
            if feed.kind != "line":
                assert at[feed.of].end + rest <= at[m.number].start
    by_table: dict[int, list[tuple[int, int]]] = {}
    for p in order.matches:
        by_table.setdefault(p.table, []).append((p.start, p.end))
        assert not sessions or any(s.start <= p.start and p.end <= s.end for s in sessions)
    assert max(by_table) <= tables
    for spans in by_table.values():
        spans.sort()
        assert all(a[1] <= b[0] for a, b in pairwise(spans))
    assert order.finish == max(p.end for p in order.matches)
    assert order.bound <= order.finish
    assert (order.status == "optimal") == (order.bound == order.finish)


BRACKETS = {
    "placed": single_elimination(16, places=(3, 4, 5, 6)),
    "double": double_elimination(16),
    "compact": double_elimination(11, method="compact"),
    "consolation": consolation(13),
    "large": double_elimination(100),
    "lives": double_elimination(9, method="compact", lives=3),
}


@pytest.mark.parametrize("name", BRACKETS)
@pytest.mark.parametrize(("tables", "rest", "days"), [(2, 0, False), (3, 30, False), (6, 45, True)])
def test_orders_of_play_keep_tables_rests_and_sessions(
    name: str, tables: int, rest: int, days: bool
) -> None:
    sessions = (*DAYS, Session(3000, 9000)) if days else ()
    order = order_of_play(
        BRACKETS[name], tables=tables, minutes=40, rest=rest, sessions=sessions, seconds=1.0
    )
    judged(BRACKETS[name], order, tables, rest, sessions)


@pytest.mark.parametrize("size", [4, 8, 16, 64, 256])
@pytest.mark.parametrize("tables", [1, 2, 3, 5, 16])
def test_trees_of_equal_matches_without_rest_end_as_early_as_can_be(size: int, tables: int) -> None:
    order = order_of_play(single_elimination(size), tables=tables, minutes=30)
    assert order.status == "optimal"
    assert order.engine == "list"


def naive(bracket: Bracket, tables: int, rest: int, length: int, latest: int) -> int:
    """The earliest end, in steps of one minute, by trying every start of every match."""
    starts: dict[int, int] = {}
    best = [latest + 1]

    def go(k: int) -> None:
        if k == len(bracket.matches):
            best[0] = min(best[0], max(starts.values()) + length)
            return
        m = bracket.matches[k]
        ready = max(
            [0, *(starts[f.of] + length + rest for f in (m.home, m.away) if f.kind != "line")]
        )
        for start in range(ready, best[0] - length):
            busy = [sum(s < start + length and start < s + length for s in starts.values())]
            if busy[0] < tables:
                starts[m.number] = start
                go(k + 1)
                del starts[m.number]

    go(0)
    return best[0]


@pytest.mark.parametrize(("tables", "rest"), list(product((1, 2), (0, 1, 2))))
def test_small_brackets_end_when_trying_everything_ends(tables: int, rest: int) -> None:
    for bracket in (single_elimination(6), single_elimination(4, places=(3,)), single_elimination(5)):
        found = order_of_play(bracket, tables=tables, minutes=1, rest=rest)
        assert found.status == "optimal"
        assert found.finish == naive(bracket, tables, rest, 1, 12)


def test_the_bound_never_lies_above_what_can_be_reached_with_matches_of_different_length() -> None:
    bracket = single_elimination(12, places=(3, 4, 5))
    minutes = {m.number: 40 + 5 * (m.number % 4) for m in bracket.matches}
    order = order_of_play(bracket, tables=2, minutes=minutes, rest=10)
    judged(bracket, order, 2, 10)
    assert order.status == "optimal"


def test_nobody_is_asked_to_play_while_a_first_match_loser_may_still_be_at_a_table() -> None:
    bracket = consolation(8)
    order = order_of_play(bracket, tables=8, minutes=30)
    at = {p.match: p for p in order.matches}
    second = [m.number for m in bracket.matches if m.side == "W" and m.round == 2]
    first = [m.number for m in bracket.matches if m.side == "C" and m.round == 1]
    assert min(at[n].start for n in first) >= max(at[n].end for n in second)


def test_sessions_that_are_too_short_are_proven_to_be() -> None:
    with pytest.raises(NoAnswer) as caught:
        order_of_play(double_elimination(32), tables=2, sessions=(Session(0, 300),))
    assert "63 matches at 2 tables" in caught.value.clash[0]
    with pytest.raises((NoAnswer, TimeUp)):
        order_of_play(double_elimination(8), tables=8, rest=60, sessions=(Session(0, 700),))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"tables": 0}, "0 tables"),
        ({"tables": 1, "rest": -1}, "-1 minutes of rest"),
        ({"tables": 1, "minutes": 0}, "has 0 minutes"),
        ({"tables": 1, "minutes": {1: 30}}, "match 2 has 0 minutes"),
        ({"tables": 1, "sessions": (Session(0, 100), Session(50, 200))}, "session 2"),
        ({"tables": 1, "sessions": (Session(10, 10),)}, "session 1"),
        ({"tables": 1, "minutes": 90, "sessions": (Session(0, 60),)}, "longer than every session"),
    ],
)
def test_nonsense_is_refused_in_words(words: dict[str, object], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        order_of_play(single_elimination(4), **words)  # type: ignore[arg-type]
