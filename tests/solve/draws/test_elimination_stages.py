"""Stages that feed each other: snake groups, groups into knockouts, opponents chosen."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path

import pytest

from scheduler.errors import UsageError
from scheduler.event import BYE
from scheduler.solve.draws.elimination_stages import (
    choosers,
    drawn_by_choice,
    knockout_from_groups,
    left_to_choose,
    snake_groups,
)


def groups(count: int, size: int) -> list[list[int]]:
    """Group g has entrants 100 g + place."""
    return [[100 * g + p for p in range(1, size + 1)] for g in range(1, count + 1)]


def test_groups_by_snake_are_the_published_ones(shared: Path) -> None:
    text = (shared / "domain/data/bridge/directing_golden.json").read_text(encoding="utf-8")
    golden = json.loads(text)["snake_groups"]
    assert len(golden) == 3
    for key, expected in golden.items():
        entrants, many = map(int, key.split("/"))
        assert [list(g) for g in snake_groups(range(1, entrants + 1), many)] == expected


def test_a_snake_needs_different_entrants_and_enough_of_them() -> None:
    with pytest.raises(UsageError, match="2 entrants cannot be dealt into 3 groups"):
        snake_groups([1, 2], 3)
    with pytest.raises(UsageError, match="entrant 7 is in the ranking twice"):
        snake_groups([7, 1, 7], 2)


@pytest.mark.parametrize("count", [2, 4, 8, 16, 32])
def test_first_and_second_of_a_group_meet_in_the_final_at_the_earliest(count: int) -> None:
    made = knockout_from_groups(groups(count, 4), 2)
    assert sum(made.meetings[:-1]) == 0
    assert made.meetings[-1] == count
    assert len(made.earlier) == count
    winners = {100 * g + 1 for g in range(1, count + 1)}
    pairs = zip(made.draw.lines[::2], made.draw.lines[1::2], strict=True)
    assert all(len({a, b} & winners) == 1 for a, b in pairs)


@pytest.mark.parametrize(("count", "advance"), [(3, 2), (6, 2), (5, 3), (6, 4), (7, 1)])
def test_byes_go_to_the_best_and_everybody_stands_on_one_line(count: int, advance: int) -> None:
    made = knockout_from_groups(groups(count, advance + 1), advance)
    standing = [e for e in made.draw.lines if e != BYE]
    assert sorted(standing) == sorted(e for g in groups(count, advance) for e in g)
    byes = [made.draw.lines[i ^ 1] for i, e in enumerate(made.draw.lines) if e == BYE]
    order = [100 * g + p for p in range(1, advance + 1) for g in range(1, count + 1)]
    assert sorted(byes, key=order.index) == order[: len(byes)]


def test_no_assignment_of_the_rest_keeps_groups_apart_longer() -> None:
    made = knockout_from_groups(groups(2, 4), 4)
    free = [i for i in range(8) if i + 1 not in made.fixed]
    rest = [e for e in made.draw.lines if e not in made.fixed.values()]
    best = []
    for row in permutations(rest):
        lines = list(made.draw.lines)
        for i, e in zip(free, row, strict=True):
            lines[i] = e
        met = [0, 0, 0]
        for i in range(8):
            for j in range(i):
                met[(i ^ j).bit_length() - 1] += lines[i] // 100 == lines[j] // 100
        best.append(tuple(met))
    assert made.meetings == min(best)
    assert made.proven == 3


def test_the_ranking_decides_who_stands_on_the_lines_of_the_seeds() -> None:
    ranking = [301, 101, 401, 201, 302, 102, 402, 202]
    made = knockout_from_groups(groups(4, 3), 2, ranking=ranking)
    assert made.draw.seeds == (301, 101, 401, 201)
    assert (made.draw.lines[0], made.draw.lines[-1]) == (301, 101)


def test_groups_that_make_no_sense_are_refused() -> None:
    with pytest.raises(UsageError, match="one is smaller"):
        knockout_from_groups([[1, 2], [3]], 2)
    with pytest.raises(UsageError, match="entrant 1 is in the groups twice"):
        knockout_from_groups([[1, 2], [1, 3]], 1)
    with pytest.raises(UsageError, match="everybody who advances"):
        knockout_from_groups([[1, 2], [3, 4]], 1, ranking=[1, 2])
    with pytest.raises(UsageError, match='"fole"') as caught:
        knockout_from_groups([[1, 2], [3, 4]], 1, scheme="fole")
    assert "fold" in caught.value.maybe


# --- Opponents chosen -----------------------------------------------------------------------------


def test_the_best_choose_first_among_the_lower_half_and_the_last_takes_who_is_left() -> None:
    ranking = [4, 2, 9, 1, 7, 5, 3, 8]
    assert choosers(ranking) == (4, 2, 9, 1)
    assert left_to_choose(ranking, []) == (7, 5, 3, 8)
    assert left_to_choose(ranking, [3, 7]) == (5, 8)
    draw = drawn_by_choice(ranking, [3, 7, 8])
    pairs = {frozenset(p) for p in zip(draw.lines[::2], draw.lines[1::2], strict=True)}
    assert pairs == {frozenset(p) for p in ((4, 3), (2, 7), (9, 8), (1, 5))}
    # First and second chooser in different halves, as seeds are.
    assert draw.meeting_round(draw.line_of(4), draw.line_of(2)) == 3


def test_a_choice_that_would_leave_somebody_without_an_opponent_is_not_open() -> None:
    ranking, barred = [1, 2, 3, 4], [(2, 3)]
    assert left_to_choose(ranking, [], barred) == (3,)
    with pytest.raises(UsageError, match="entrant 1 cannot choose 4"):
        left_to_choose(ranking, [4], barred)
    assert drawn_by_choice(ranking, [], barred).lines == (1, 3, 4, 2)


def test_choices_that_are_not_open_or_not_made_are_refused() -> None:
    with pytest.raises(UsageError, match="entrant 2 cannot choose 3"):
        drawn_by_choice([1, 2, 3, 4], [3, 3])
    with pytest.raises(UsageError, match="yet to choose among 2"):
        drawn_by_choice([1, 2, 3, 4], [])
    with pytest.raises(UsageError, match="not 6"):
        choosers([1, 2, 3, 4, 5, 6])
