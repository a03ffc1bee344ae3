"""Tables with meetings asked for: found whenever some order of the circle has them, never wrong."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import pytest

from scheduler.errors import UsageError
from scheduler.solve.constructions import cba
from scheduler.solve.constructions.requested import (
    MOST_WISHES,
    Wanted,
    _prove,
    requested,
)
from solve.constructions import naive

FLAGS = list(product((True, False), repeat=2))


def met(n, position, pivots, classes, a, b):
    """Round and table in which a and b meet in the circle with these labels, straight from it."""
    m = len(position)
    if b > m:
        return pivots.index(position[a - 1]) + 1, (m + 1) // 2
    x, y = position[a - 1], position[b - 1]
    q = next(q for q in range(m) if (x - q + y - q) % m == 0)
    return pivots.index(q) + 1, classes.index(min((x - q) % m, (q - x) % m)) + 1


def circles(n, in_order, neighbours_last):
    """Every labelling of the circle that keeps the order and the last round, but for turns."""
    m = n - 1 + n % 2
    around = [(0, *rest) for rest in permutations(range(1, m))]
    if neighbours_last:
        around = [
            (*rest, 0) for rest in permutations(range(1, m))
            if all((rest[k] + rest[k + 1]) % m == 0 for k in range(0, m - 1, 2))
        ]
    for position in around:
        for pivots in [position] if in_order else permutations(range(m)):
            if not neighbours_last or pivots[-1] == 0:
                for classes in permutations(range(1, (m + 1) // 2)):
                    yield list(position), list(pivots), list(classes)


def drawn(rng, n, in_order, neighbours_last):
    """One of these labellings at random."""
    m = n - 1 + n % 2
    position = rng.permutation(m).tolist()
    if neighbours_last:
        steps = rng.permutation(np.arange(1, (m + 1) // 2)).tolist()
        position = [v for d in steps for v in ((d, m - d) if rng.random() < 0.5 else (m - d, d))]
        position.append(0)
    pivots = position
    if not in_order:
        pivots = rng.permutation(m).tolist()
        if neighbours_last:
            pivots.remove(0)
            pivots.append(0)
    return position, pivots, (rng.permutation((m - 1) // 2) + 1).tolist()


def wishes(rng, n, circle, count):
    """What this circle has of ``count`` pairs, more or less precisely, presences and absences."""
    size = n + n % 2
    out = []
    for _ in range(count):
        a, b = sorted((rng.choice(size, 2, replace=False) + 1).tolist())
        when, where = met(n, *circle, a, b)
        rounds = {when, *rng.integers(1, size, rng.integers(0, 3)).tolist()}
        tables = {where} if rng.random() < 0.3 and where <= n // 2 else set()
        out.append(Wanted(a, b, tuple(rounds), tuple(tables)))
        others = set(rng.integers(1, size, 3).tolist()) - {when}
        if others and rng.random() < 0.4:
            out.append(Wanted(a, b, tuple(others), absent=True))
        if rng.random() < 0.2 and where <= n // 2 and n // 2 > 2:
            elsewhere = where % (n // 2) + 1
            out.append(Wanted(a, b, (when,), (elsewhere,), absent=True))
    return out


def meetings(table):
    """Round and table of each pair; in odd fields the pair of k and n + 1 is the bye of k."""
    out = {(min(m.home, m.away), max(m.home, m.away)): (m.round, m.table) for m in table.matches}
    if table.entrants % 2:
        for r, (k,) in enumerate(table.idle(), start=1):
            out[k, table.entrants + 1] = (r, 0)
    return out


def holds(wish, found):
    when, where = found[min(wish.a, wish.b), max(wish.a, wish.b)]
    there = (not wish.rounds or when in wish.rounds) and (not wish.tables or where in wish.tables)
    return there != wish.absent


def is_proper(table, asked, in_order, neighbours_last):
    """Every promise of ``requested``, one match at a time."""
    n = table.entrants
    assert naive.is_round_robin(table)
    assert naive.everywhere_twice(table)
    assert naive.imbalance(table) <= 0
    assert naive.three_running(table) == 0
    if in_order:
        assert naive.meets_in_order(table)
    found = meetings(table)
    if n % 2 == 0:
        assert all(found[k, n][1] == n // 2 for k in range(1, n))
    if neighbours_last:
        assert all(found[k, k + 1][0] == table.rounds for k in range(1, n + n % 2, 2))
    assert all(holds(wish, found) for wish in asked)
    return True


@pytest.mark.parametrize(("in_order", "neighbours_last"), FLAGS)
@pytest.mark.parametrize("n", range(4, 21))
def test_what_a_random_circle_has_is_found_again(n, in_order, neighbours_last):
    for seed in range(3):
        rng = np.random.default_rng(1000 * n + seed)
        circle = drawn(rng, n, in_order, neighbours_last)
        asked = wishes(rng, n, circle, (1, 3, n // 2)[seed])
        table = requested(
            n, asked, in_order=in_order, neighbours_last=neighbours_last, rng=rng
        )
        assert table is not None
        assert is_proper(table, asked, in_order, neighbours_last)


def random_wishes(rng, n, count):
    size = n + n % 2
    out = []
    for _ in range(count):
        a, b = (rng.choice(size, 2, replace=False) + 1).tolist()
        rounds = rng.integers(1, size, rng.integers(0, 4)).tolist()
        tables = rng.integers(1, n // 2 + 1, rng.integers(0, 2)).tolist()
        out.append(Wanted(a, b, tuple(rounds), tuple(tables), absent=bool(rng.random() < 0.3)))
    return out


@pytest.mark.parametrize(
    ("n", "in_order", "neighbours_last", "count"),
    [
        *((n, *flags, 60) for n in (3, 4, 5) for flags in FLAGS),
        (6, True, True, 80), (6, True, False, 80), (6, False, True, 40), (6, False, False, 12),
        (8, True, True, 60), (7, True, True, 60), (7, True, False, 25), (8, True, False, 25),
        (9, True, True, 25), (10, True, True, 25),
    ],
)
def test_a_table_is_found_exactly_when_some_circle_has_the_meetings(
    n, in_order, neighbours_last, count
):
    size = n + n % 2
    pairs = [(a, b) for b in range(1, size + 1) for a in range(1, b)]
    all_meetings = [
        {pair: met(n, *circle, *pair) for pair in pairs}
        for circle in circles(n, in_order, neighbours_last)
    ]
    outcomes = set()
    for seed in range(count):
        rng = np.random.default_rng(seed)
        asked = random_wishes(rng, n, 1 + seed % 4)
        table = requested(n, asked, in_order=in_order, neighbours_last=neighbours_last, rng=rng)
        exists = any(all(holds(wish, found) for wish in asked) for found in all_meetings)
        assert (table is not None) == exists, (seed, asked)
        assert table is None or is_proper(table, asked, in_order, neighbours_last)
        outcomes.add(exists)
    assert outcomes == {True, False}


@pytest.mark.parametrize("n", range(2, 40))
def test_without_any_request_the_table_is_that_of_the_association(n):
    assert requested(n, [], rng=np.random.default_rng(0)) == cba(n)


@pytest.mark.parametrize(("in_order", "neighbours_last"), FLAGS)
@pytest.mark.parametrize("n", range(2, 30))
def test_without_any_request_every_combination_of_orders_is_proper(n, in_order, neighbours_last):
    table = requested(
        n, [], in_order=in_order, neighbours_last=neighbours_last, rng=np.random.default_rng(0)
    )
    assert is_proper(table, [], in_order, neighbours_last)


def test_idle_rounds_are_met_in_odd_fields_when_the_order_is_free():
    rng = np.random.default_rng(5)
    table = requested(11, [], in_order=False, idle={3: 7, 8: 1, 1: 2}, rng=rng)
    idle = table.idle()
    assert (idle[6], idle[0], idle[1]) == ([3], [8], [1])
    assert is_proper(table, [], False, True)


def test_a_choice_of_idle_rounds_is_a_meeting_with_nobody():
    rng = np.random.default_rng(5)
    asked = [Wanted(4, 12, (1, 2)), Wanted(5, 12, (1, 2)), Wanted(6, 12, (1, 3), absent=True)]
    table = requested(11, asked, in_order=False, rng=rng)
    assert is_proper(table, asked, False, True)


def test_related_numbers_meet_early():
    group = [2, 7, 11, 14]
    asked = [Wanted(a, b, (1, 2, 3, 4, 5, 6)) for b in group for a in group if a < b]
    table = requested(16, asked, rng=np.random.default_rng(0))
    assert is_proper(table, asked, True, True)


IMPOSSIBLE = [
    (6, [Wanted(1, 6, (2,))], {}),
    (6, [Wanted(1, 2, (3,))], {}),
    (6, [Wanted(1, 3, (5,))], {}),
    (6, [Wanted(1, 3, (2,)), Wanted(1, 4, (2,))], {}),
    (6, [Wanted(1, 3, (2,)), Wanted(3, 1, (4,))], {}),
    (6, [Wanted(1, 3, (), (3,))], {}),
    (6, [Wanted(1, 3, (2, 4), (1,)), Wanted(1, 3, (2, 4), (1,), absent=True)], {}),
    (6, [Wanted(1, 3, absent=True)], {}),
    (6, [Wanted(2, 6, tables=(1, 2))], {}),
    (6, [], {1: 1}),
    (7, [], {1: 2}),
    (7, [Wanted(8, 3, (3,), absent=True)], {}),
]


@pytest.mark.parametrize(("n", "asked", "idle"), IMPOSSIBLE, ids=range(len(IMPOSSIBLE)))
def test_what_no_table_can_have_is_not_found(n, asked, idle):
    assert requested(n, asked, idle=idle, rng=np.random.default_rng(0)) is None


def test_two_cannot_be_idle_in_one_round():
    idle = {1: 2, 3: 2}
    assert requested(7, [], in_order=False, idle=idle, rng=np.random.default_rng(0)) is None


def test_what_can_only_be_so_is_still_found():
    asked = [
        Wanted(1, 6, (1,), (3,)), Wanted(6, 1, tables=(3,)), Wanted(1, 6, (1,), (1, 2), absent=True)
    ]
    assert requested(6, asked, rng=np.random.default_rng(0)) == cba(6)


BAD = [
    (Wanted(1, 1), "itself"),
    (Wanted(0, 2), "1 to 6"),
    (Wanted(2, 7), "1 to 6"),
    (Wanted(1, 2, (6,)), "round 6: there are 5 rounds"),
    (Wanted(1, 2, (0,)), "round 0: there are 5 rounds"),
    (Wanted(1, 2, tables=(4,)), "table 4: there are 3 tables"),
    (Wanted(1, 2, (10**12,)), "there are 5 rounds"),
]


@pytest.mark.parametrize(("wish", "text"), BAD, ids=range(len(BAD)))
def test_requests_about_what_is_not_there_are_refused(wish, text):
    with pytest.raises(UsageError, match=text):
        requested(6, [wish], rng=np.random.default_rng(0))


@pytest.mark.parametrize("n", [-1, 0, 1, 10**9])
def test_absurd_sizes_are_refused(n):
    with pytest.raises(UsageError, match=f"{n} entrants"):
        requested(n, [], rng=np.random.default_rng(0))


@pytest.mark.parametrize(("in_order", "neighbours_last"), FLAGS)
@pytest.mark.parametrize("n", [9, 16, 40])
def test_a_whole_table_asked_for_comes_back_match_by_match(n, in_order, neighbours_last):
    rng = np.random.default_rng(n)
    circle = drawn(rng, n, in_order, neighbours_last)
    asked = [
        Wanted(a, b, *((v,) for v in met(n, *circle, a, b)))
        for b in range(1, n + 1) for a in range(1, b)
    ]
    table = requested(n, asked, in_order=in_order, neighbours_last=neighbours_last, rng=rng)
    assert is_proper(table, asked, in_order, neighbours_last)


def test_more_requests_than_are_tried_end_without_a_table():
    asked = [Wanted(1, 2, (1,), absent=True)] * (MOST_WISHES + 1)
    assert requested(6, asked[1:], rng=np.random.default_rng(0)) is not None
    assert requested(6, asked, rng=np.random.default_rng(0)) is None


def test_the_same_seed_gives_the_same_table():
    asked = [Wanted(1, 9, (3, 4)), Wanted(2, 5, (6,), (1,)), Wanted(7, 8, (1,), absent=True)]
    one, two = (requested(14, asked, rng=np.random.default_rng(3)) for _ in range(2))
    assert one == two


def test_work_that_runs_out_ends_the_search_without_a_table():
    rng = np.random.default_rng(2)
    asked = wishes(rng, 20, drawn(rng, 20, True, True), 10)
    assert requested(20, asked, rng=np.random.default_rng(0), work=10) is None
    assert requested(20, asked, rng=np.random.default_rng(0)) is not None


def test_a_table_that_misses_a_wish_does_not_pass_the_last_look():
    table = cba(8)
    when = meetings(table)[2, 5][0]
    _prove(table, [Wanted(2, 5, (when,))], True, True)
    for wrong in (Wanted(2, 5, (when % 7 + 1,)), Wanted(2, 5, (when,), absent=True)):
        with pytest.raises(AssertionError, match="came out"):
            _prove(table, [wrong], True, True)


def test_a_thousand_entrants_with_twenty_requests_get_half_a_million_matches():
    rng = np.random.default_rng(1)
    asked = wishes(rng, 1000, drawn(rng, 1000, True, True), 20)
    table = requested(1000, asked, rng=rng)
    assert len(table) == 499_500
    found = meetings(table)
    assert all(holds(wish, found) for wish in asked)
