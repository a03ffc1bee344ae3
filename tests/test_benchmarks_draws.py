"""The benchmarks of draws and leagues count rightly and say what they leave out. No test looks at a time."""

from __future__ import annotations

from collections import Counter
from itertools import count
from math import exp, factorial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from benchmarks import chance, npm
from benchmarks.chance import beyond
from benchmarks.draws import job_of
from benchmarks.fields import Field, broken_draw, meetings, of_size
from benchmarks.measure import Setting
from benchmarks.rows import find

from scheduler.app.draws import make_draw


def test_pairs_meet_in_the_round_that_joins_their_lines() -> None:
    assert meetings([1, 2, 3, 0, 4, 0, 5, 6], "AAABBC") == [1, 3, 0]
    assert meetings([1, 0, 2, 3, 4, 0, 0, 0], "AXYA") == [0, 0, 1]


def test_the_count_of_meetings_is_that_of_a_bracket_played_out() -> None:
    field = of_size(29, 0, 5, 3)
    lines = [*range(1, 30), 0, 0, 0]
    Random(1).shuffle(lines)
    played: Counter[int] = Counter()
    for a in range(32):
        for b in range(a):
            if lines[a] and lines[b] and field.regions[lines[a] - 1] == field.regions[lines[b] - 1]:
                played[next(r for r in range(1, 6) if a >> r == b >> r)] += 1
    assert meetings(lines, field.regions) == [played[r] for r in range(1, 6)]


@pytest.mark.parametrize(("lines", "claim"), [
    ([1, 1, 2, 3], "a line for everybody"),
    ([1, 2, 3, 0], "seeds 1 and 2 in different halves"),
    ([1, 3, 2, 0, 0, 0, 0, 0], "as many lines as there should be"),
    ([1, 3, 0, 0, 2, 0, 0, 0], "no bye meets a bye"),
])
def test_a_draw_that_is_none_is_seen(lines: list[int], claim: str) -> None:
    field = Field(2, ("A", "A", "B"))
    assert broken_draw([1, 3, 2, 0], field) == ()
    assert claim in broken_draw(lines, field)


def test_a_field_is_the_same_every_time_and_its_regions_are_zipf_like() -> None:
    field = of_size(4_000, 64, 40, 1, 30)
    assert field == of_size(4_000, 64, 40, 1, 30) != of_size(4_000, 64, 40, 2, 30)
    sizes = [many for _, many in Counter(field.regions).most_common()]
    assert 0.09 < sizes[0] / 4_000 < 0.15
    # The k-th is about 1 / (k + 2) of what it takes: the tenth a quarter of the first.
    assert 3 < sizes[0] / sizes[9] < 5
    assert len(set(zip(field.regions, field.clubs, strict=True))) > len(set(field.regions))


def test_the_best_draw_is_told_from_one_that_is_worse_in_a_round() -> None:
    field = of_size(16, 4, 5, 2)
    best = list(make_draw(job_of(field, "region")).draw.lines)  # type: ignore[union-attr]
    assert npm._first_worse(best, field) == 0
    lines, rng = list(best), Random(0)
    loose = [k for k, who in enumerate(lines) if who > field.seeds]
    while meetings(lines, field.regions)[0] == meetings(best, field.regions)[0]:
        a, b = rng.sample(loose, 2)
        lines[a], lines[b] = lines[b], lines[a]
    assert npm._first_worse(lines, field) == 1


def test_without_node_the_packages_are_left_out_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(npm.shutil, "which", lambda name: None)
    assert npm.install(tmp_path) == "node or npm is missing"


def test_what_a_runner_answers_is_counted_and_what_is_no_draw_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fields = [Field(2, ("A", "B", "A"))] * 3
    answers: list[dict[str, Any]] = [
        {"seconds": 1.0, "lines": [1, 3, 2, 0]}, {"seconds": 2.0, "lines": [1, 3, 3, 0]}, {"error": "no"},
    ]
    monkeypatch.setattr(npm, "_asked", lambda *rest: iter(answers))
    side = npm._theirs(tmp_path, "factory", fields, 1.0)
    assert (side.wall, side.pairs, side.by_round(2)) == ([1.0, 2.0], [[1, 0]], [1, 0])
    assert side.failed == ["a line for everybody", "no"]


@pytest.mark.parametrize("row", ["league", "verdicts", "compile", "solver", "moves", "feasible"])
def test_rows_without_their_data_say_so(
    row: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCHEDULER_SHARED", str(tmp_path))
    cases = list(find(row).cases(Setting("tiny")))
    assert [c.said.get("left out") for c in cases] == ["no archive of instances: set SCHEDULER_SHARED"]
    assert all(not c.timing.wall and not c.broken for c in cases)


@pytest.mark.parametrize("freedom", [4, 6, 10, 30, 100])
def test_chi_square_is_refused_where_one_in_twenty_thousand_is_beyond(freedom: int) -> None:
    """Held against the exact tail, which has a closed form for even degrees of freedom."""
    point = next(x for x in count(freedom) if beyond(x, freedom))
    tail = exp(-point / 2) * sum((point / 2) ** i / factorial(i) for i in range(freedom // 2))
    assert 2e-5 < tail < 7e-5


def test_the_chance_row_sees_lots_that_are_not_fair(monkeypatch: pytest.MonkeyPatch) -> None:
    fair = chance.PublicSeed

    class Unfair(fair):  # type: ignore[misc, valid-type]
        """Lots of which the first half comes up more often."""

        def __call__(self, below: int) -> int:
            return min(int(super().__call__(below)), int(super().__call__(below)))

    monkeypatch.setattr(chance, "PublicSeed", Unfair)
    (case,) = chance.uniform(Setting("tiny"))
    assert any("chi-square" in claim for claim in case.broken)
