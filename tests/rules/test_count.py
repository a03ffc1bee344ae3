"""Counts: the row form and the column form are one thing, and rows have bounds and names."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from scheduler.facts import Ids, Space
from scheduler.rules import UNBOUNDED, Count, Row, Term, from_rows
from scheduler.verify import Truth
from scheduler.verify.verifier import found_in_rows


def two_families() -> Space:
    space = Space()
    space.add("cell", "x y", (5, 4))
    space.add("flag", "x", (5,))
    return space


def random_truth(space: Space, rng: Random) -> tuple[Truth, dict[int, int]]:
    """Some facts, now and then twice, and how often each id holds."""
    ids = [i for f in space.families for i in f.all_ids().tolist() if rng.random() < 0.4]
    ids += rng.sample(ids, min(3, len(ids)))
    primary = {
        f.name: np.array([i for i in ids if f.first <= i < f.first + f.size], dtype=np.int64)
        for f in space.families
    }
    return Truth(space, primary), {i: ids.count(i) for i in ids}


@pytest.mark.parametrize("seed", range(40))
def test_row_form_counts_what_its_rows_list(seed: int) -> None:
    """Rows over several families, with shared and repeated facts and weights of any sign, add up."""
    rng, space = Random(seed), two_families()
    rows = []
    for k in range(rng.randint(1, 6)):
        facts = np.array(rng.choices(range(25), k=rng.randint(0, 9)), dtype=np.int64)
        weights = np.array([rng.randint(-3, 3) for _ in facts], dtype=np.int64)
        rows.append(Row(
            (k + 1,), (), facts, rng.choice([None, -2, 1]), rng.choice([None, 0, 2]),
            weights if rng.random() < 0.7 else None,
        ))
    count = from_rows(space, rows)
    truth, times = random_truth(space, rng)
    index, found = found_in_rows(truth, count)
    assert index.tolist() == list(range(len(rows)))
    for k, row in enumerate(rows):
        weights = np.ones(len(row.facts), np.int64) if row.weights is None else row.weights
        listed = zip(row.facts.tolist(), weights.tolist(), strict=True)
        assert found[k] == sum(w * times.get(f, 0) for f, w in listed)
        low, high = (int(b[0]) for b in count.bounds(np.array([k])))
        assert low == (-UNBOUNDED if row.least is None else row.least)
        assert high == (UNBOUNDED if row.most is None else row.most)
        assert count.name(k) == ((k + 1,), ())


@pytest.mark.parametrize("seed", range(40))
def test_column_form_is_the_row_form_of_its_incidence(seed: int) -> None:
    """A count of terms and the explicit rows of the same facts find the same in every row."""
    rng, space = Random(seed), two_families()
    a, b, c = (rng.randint(-2, 3) for _ in range(3))

    def to(x: Ids, y: Ids) -> list[tuple[Ids, ...]]:
        return [(x + a, y), (x, y + b)]

    terms = (Term("cell", to, lambda x, y: x * c - y), Term("flag", lambda x: (x, x - 1), 7))
    column = Count(("x", "y"), (5, 4), terms, 0, 0)
    listed: dict[int, list[tuple[int, int]]] = {k: [] for k in range(20)}
    for x in range(5):
        for y in range(4):
            for i, j in ((x + a, y), (x, y + b)):
                if 0 <= i < 5 and 0 <= j < 4:
                    listed[4 * i + j].append((4 * x + y, x * c - y))
        if 1 <= x < 5:
            listed[4 * x + x - 1].append((20 + x, 7))
    rows = from_rows(space, [
        Row((k,), (), np.array([f for f, _ in facts], dtype=np.int64), 0, 0,
            np.array([w for _, w in facts], dtype=np.int64))
        for k, facts in listed.items()
    ])
    truth, _ = random_truth(space, rng)
    assert found_in_rows(truth, column)[1].tolist() == found_in_rows(truth, rows)[1].tolist()


def test_no_rows_at_all_is_a_count_that_always_holds() -> None:
    """An empty row form asks for nothing."""
    space = two_families()
    count = from_rows(space, [])
    truth, _ = random_truth(space, Random(1))
    rows, found = found_in_rows(truth, count)
    least, most = count.bounds(rows)
    assert ((least <= found) & (found <= most)).all()
    assert not count.zero_breaks


def test_huge_grids_are_only_added_up_where_something_counts() -> None:
    """A grid of 10^12 rows that nothing can break by emptiness costs no more than its facts."""
    space = two_families()
    far = Count(("x", "y"), (10**6, 10**6), (Term("flag", lambda x: (x, x * 1000)),), None, 0)
    truth = Truth(space, {"flag": space["flag"].ids(np.array([4, 1, 1]))})
    rows, found = found_in_rows(truth, far)
    assert rows.tolist() == [10**6 + 1000, 4 * 10**6 + 4000]
    assert found.tolist() == [2, 1]


def test_rows_left_out_have_no_bounds() -> None:
    """``where`` takes rows out, whatever is found in them."""
    where = np.array([True, False, True])
    count = Count(("entrant",), (3,), (), 1, np.array([4, 5, 6]), where)
    least, most = count.bounds(np.array([0, 1, 2]))
    assert least.tolist() == [1, -UNBOUNDED, 1]
    assert most.tolist() == [4, UNBOUNDED, 6]


@pytest.mark.parametrize(("least", "most", "breaks"), [
    (1, None, True), (0, 1, False), (None, 0, False), (None, -1, True), (-2, 2, False),
    (np.array([0, 0, 1]), None, True), (None, np.array([3, -1, 0]), True), (None, None, False),
])
def test_a_count_knows_whether_emptiness_breaks_it(
    least: int | None, most: int | None, breaks: bool
) -> None:
    """Only counts that emptiness can break need all their rows looked at."""
    assert Count(("x",), (3,), (), least, most).zero_breaks is breaks


def test_rows_are_named_by_entrants_and_rounds() -> None:
    """Entrant axes are the subject, round axes the rounds, others only tell rows apart."""
    count = Count(("entrant", "table", "entrant", "round"), (3, 4, 5, 6), ())
    row = int(np.ravel_multi_index((2, 1, 4, 0), count.shape))
    assert count.name(row) == ((3, 5), (1,))
