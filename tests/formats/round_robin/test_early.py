"""Related entrants get numbers by which they meet early (CBA-14.4)."""

from __future__ import annotations

import csv
import json
from itertools import combinations, permutations
from pathlib import Path

import numpy as np
import pytest

from scheduler.errors import UsageError
from scheduler.event import Entrant, Match, Schedule
from scheduler.formats.round_robin.early import best_numbers, groups_by, related
from scheduler.solve import numbers as search


def circle(n: int) -> Schedule:
    """The circle method: i and j meet in round i + j modulo the odd number of places."""
    places = n - 1 if n % 2 == 0 else n
    matches = [Match(i + 1, j + 1, (i + j) % places or places) for i in range(places) for j in range(i)]
    if n % 2 == 0:
        matches += [Match(i + 1, n, (2 * i) % places or places) for i in range(places)]
    return Schedule.of(n, places, matches)


def published(shared: Path, n: int) -> Schedule:
    """The association's printed table for n teams. Which table a match stands at does not matter here."""
    path = shared / "domain" / "data" / "bridge" / "cba_round_robin_tables.csv"
    with path.open(encoding="utf-8", newline="") as file:
        rows = [r for r in csv.DictReader(file) if r["teams"] == str(n)]
    cells = [Match(int(r["home"]), int(r["away"]), int(r["round"])) for r in rows]
    return Schedule.of(n, n - 1, cells)


def naive_best(
    table: Schedule, groups: dict[str, list[int]], fixed: dict[int, int]
) -> tuple[tuple[int, int], set[tuple[int, ...]]]:
    """The best value and every assignment to the free related entrants that has it, by trying all."""
    meet = {frozenset((m.home, m.away)): m.round for m in table.matches}
    free = [e for e in sorted({e for g in groups.values() for e in g}) if e not in fixed]
    left = [k for k in range(1, table.entrants + 1) if k not in fixed.values()]
    found: dict[tuple[int, int], set[tuple[int, ...]]] = {}
    for drawn in permutations(left, len(free)):
        held = {**fixed, **dict(zip(free, drawn, strict=True))}
        pairs = [pair for g in groups.values() for pair in combinations(g, 2)]
        rounds = {pair: meet[frozenset(held[e] for e in pair)] for pair in pairs}
        open_ = [r for pair, r in rounds.items() if not set(pair) <= set(fixed)]
        found.setdefault((max(open_, default=0), sum(rounds.values())), set()).add(drawn)
    best = min(found)
    return best, found[best]


CASES = [
    (8, {"a": [1, 2, 3]}, {}),
    (8, {"a": [1, 2, 3], "b": [4, 5]}, {}),
    (8, {"a": [1, 2], "b": [4, 5]}, {1: 3}),
    (8, {"a": [1, 2, 3], "b": [4, 5]}, {1: 8, 2: 1, 4: 2, 7: 5}),
    (6, {"a": [1, 2], "b": [3, 4], "c": [5, 6]}, {}),
    (6, {"a": [1, 2, 3], "b": [4, 5, 6]}, {6: 1}),
    (7, {"a": [1, 2, 3], "b": [4, 5, 6]}, {7: 7}),
]


@pytest.mark.parametrize(("n", "groups", "fixed"), CASES)
def test_value_and_count_equal_those_of_trying_every_assignment(
    n: int, groups: dict[str, list[int]], fixed: dict[int, int]
) -> None:
    table = circle(n)
    best, ways = naive_best(table, groups, fixed)
    found = best_numbers(table, groups, fixed, np.random.default_rng(3))
    assert (found.last_round, found.total) == best == found.bound
    assert found.proven
    assert found.count == len(ways)
    free = [e for e in sorted({e for g in groups.values() for e in g}) if e not in fixed]
    assert tuple(found.numbers[e] for e in free) in ways
    assert sorted(found.numbers.values()) == list(range(1, n + 1))
    assert all(found.numbers[e] == k for e, k in fixed.items())


def test_every_best_assignment_is_drawn_about_equally_often() -> None:
    table, groups = circle(8), {"a": [1, 2, 3]}
    _, ways = naive_best(table, groups, {})
    rng, times = np.random.default_rng(11), dict.fromkeys(ways, 0)
    for _ in range(40 * len(ways)):
        held = best_numbers(table, groups, {}, rng).numbers
        times[held[1], held[2], held[3]] += 1
    # Five standard deviations of a binomial around the mean of 40.
    assert all(10 < many < 70 for many in times.values())


@pytest.mark.parametrize(("n", "key"), [(6, "6"), (8, "8"), (12, "12_reconstructed")])
def test_the_known_sets_of_the_printed_tables_are_among_the_best(shared: Path, n: int, key: str) -> None:
    golden = json.loads((shared / "domain/data/bridge/directing_golden.json").read_text(encoding="utf-8"))
    table = published(shared, n)
    for size, known in golden["early_meeting"][key].items():
        group = list(range(1, int(size) + 1))
        free = best_numbers(table, {"x": group}, {}, np.random.default_rng(1))
        kept = best_numbers(
            table, {"x": group}, dict(zip(group, known, strict=True)), np.random.default_rng(1)
        )
        assert free.proven
        assert free.meetings["x"][-1] == free.last_round == kept.meetings["x"][-1]
        assert sum(free.meetings["x"]) == free.total == sum(kept.meetings["x"])


@pytest.mark.parametrize(
    ("n", "size", "last"), [(6, 2, 1), (6, 4, 5), (8, 3, 5), (8, 4, 5), (12, 3, 7), (12, 4, 7)]
)
def test_last_internal_rounds_of_the_printed_tables(shared: Path, n: int, size: int, last: int) -> None:
    found = best_numbers(published(shared, n), {"x": range(1, size + 1)}, {}, np.random.default_rng(0))
    assert found.last_round == last


def test_six_regions_of_four_fill_a_table_of_24_to_the_proven_optimum() -> None:
    groups = {f"r{g}": range(4 * g + 1, 4 * g + 5) for g in range(6)}
    found = best_numbers(circle(24), groups, {}, np.random.default_rng(0))
    assert (found.last_round, found.total, found.proven) == (13, 250, True)
    assert max(max(rounds) for rounds in found.meetings.values()) == 13
    assert sum(map(sum, found.meetings.values())) == 250


def test_eight_pairs_of_64_all_meet_in_round_1_and_are_counted() -> None:
    groups = {f"r{g}": (2 * g + 1, 2 * g + 2) for g in range(8)}
    found = best_numbers(circle(64), groups, {}, np.random.default_rng(0))
    assert (found.last_round, found.total) == (1, 8)
    ways = 1
    for g in range(8):
        ways *= 2 * (32 - g)  # which match of round 1 is left, and who has which side of it
    assert found.count == ways


def test_what_cannot_be_searched_through_is_not_called_proven_or_uniform(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(search, "_COLUMNS", 0)
    groups = {"a": [1, 2, 3], "b": [4, 5, 6]}
    found = best_numbers(circle(12), groups, {}, np.random.default_rng(0))
    assert found.count is None
    assert "not uniform" in found.method
    assert found.bound <= (found.last_round, found.total)
    assert found.proven == (found.bound == (found.last_round, found.total))


def test_seeds_that_meet_late_do_not_excuse_the_others_from_meeting_early() -> None:
    table = circle(8)
    late = next(m for m in table.matches if m.round == 7)
    fixed = {1: late.home, 2: late.away}
    found = best_numbers(table, {"a": [1, 2], "b": [3, 4]}, fixed, np.random.default_rng(0))
    assert found.last_round == 1
    assert found.meetings == {"a": (7,), "b": (1,)}


def test_in_a_double_round_robin_the_last_meeting_of_a_pair_counts() -> None:
    once = circle(6)
    twice = [*once.matches, *(Match(m.away, m.home, m.round + 5) for m in once.matches)]
    found = best_numbers(Schedule.of(6, 10, twice), {"a": [1, 2]}, {}, np.random.default_rng(0))
    assert (found.last_round, found.total) == (6, 7)


def test_entrants_of_one_region_or_club_are_grouped_and_those_without_are_not() -> None:
    people = [Entrant(1, "A", region="N"), Entrant(2, "B", club="c"), Entrant(3, "C", region="N", club="c")]
    assert groups_by(people, "region", "club") == {"region N": (1, 3), "club c": (2, 3)}
    assert groups_by([Entrant(1, "A"), Entrant(2, "B")], "region") == {}


def test_a_club_inside_a_region_adds_nothing() -> None:
    checked = related(circle(8), {"club": [1, 2], "region": [1, 2, 3], "alone": [5]}, {})
    assert checked.members == ((1, 2, 3),)


def test_groups_that_overlap_in_part_are_refused_by_name() -> None:
    with pytest.raises(UsageError, match='"b" and "a" overlap'):
        best_numbers(circle(8), {"a": [1, 2], "b": [2, 3]}, {}, np.random.default_rng(0))


@pytest.mark.parametrize(
    ("groups", "fixed", "reason"),
    [
        ({"a": [1, 9]}, {}, "entrant 9"),
        ({}, {9: 1}, "entrant 9"),
        ({}, {1: 0}, "number 0"),
        ({}, {1: 4, 2: 4}, "number 4 is fixed for both"),
    ],
)
def test_entrants_and_numbers_out_of_range_are_refused(
    groups: dict[str, list[int]], fixed: dict[int, int], reason: str
) -> None:
    with pytest.raises(UsageError, match=reason):
        best_numbers(circle(8), groups, fixed, np.random.default_rng(0))


def test_a_table_in_which_two_numbers_never_meet_is_refused() -> None:
    table = Schedule.of(4, 1, [Match(1, 2, 1), Match(3, 4, 1)])
    with pytest.raises(UsageError, match="1 and 3 never meet"):
        best_numbers(table, {"a": [1, 2]}, {}, np.random.default_rng(0))


def test_a_table_of_absurd_size_is_refused() -> None:
    with pytest.raises(UsageError, match="sought up to 256"):
        best_numbers(Schedule.of(258, 1, [Match(1, 2, 1)]), {"a": [1, 2]}, {}, np.random.default_rng(0))
