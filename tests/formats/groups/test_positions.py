"""Positions inside groups, and the matches that follow from them (D38)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from formats.groups.test_groups import event, model, stage
from scheduler.app.draw_fixtures import fixtures_json, fixtures_of
from scheduler.errors import RulebookError, UsageError
from scheduler.event import Entrant, Event
from scheduler.formats.groups import draw_groups, in_positions


def ranked(n: int) -> Event:
    return Event("g", tuple(Entrant(k, f"t{k}", rating=n - k) for k in range(1, n + 1)))


def placed(who: Event, groups: int, seed: str, **options: Any) -> list[tuple[int, ...]]:
    at = stage(groups, **options)
    return list(in_positions(draw_groups(who, at, model(), seed=seed).groups, seed, who, at))


def test_d38_positions_inside_groups_are_drawn_by_lot_the_first_pot_stays_first() -> None:
    """D38: 12 in 3 groups: who is of pot 1 has position 1, each order of the others is as likely."""
    found: Counter[tuple[int, ...]] = Counter()
    for k in range(200):
        for group in placed(ranked(12), 3, f"lots {k}", positions="lot"):
            assert group[0] <= 3
            found[tuple(-(-e // 3) for e in group)] += 1
    assert len(found) == 6
    assert sum((n - 100) ** 2 / 100 for n in found.values()) < 20.5  # chi-square, 5 degrees: p = 0.001


def test_d38_positions_do_not_change_who_is_in_which_group() -> None:
    """D38: with positions by lot and by pots, the same seed gives the same groups."""
    by_lot, by_pot = (placed(ranked(12), 3, "s", positions=p) for p in ("lot", "pots"))
    assert [sorted(g) for g in by_lot] == [sorted(g) for g in by_pot]


def test_d38_positions_may_be_a_printed_pattern() -> None:
    """D38: two groups, pots 1 to 3 on 1, 3, 2 and on 1, 2, 3; without pot 3, who is behind moves up."""
    first, second = placed(ranked(6), 2, "s", positions=[[1, 3, 2], [1, 2, 3]])
    assert [-(-e // 2) for e in first] == [1, 3, 2]
    assert [-(-e // 2) for e in second] == [1, 2, 3]
    short = placed(ranked(5), 2, "s", positions=[[3, 1, 2], [3, 1, 2]])
    assert sorted(tuple(-(-e // 2) for e in g) for g in short) == [(2, 1), (2, 3, 1)]


@pytest.mark.parametrize("told", ["x", 1, [[1, 2]], [[1, 1], [1, 2]], [[1, 2], 5], [[1, True], [1, 2]]])
def test_positions_that_make_no_sense_are_refused(told: Any) -> None:
    with pytest.raises(UsageError, match="positions"):
        placed(event("...."), 2, "s", positions=told)


def test_d38_the_schedule_after_the_draw_is_the_printed_table_by_position() -> None:
    """D38: a group of six plays the association's table for six, position k as number k."""
    groups = [(11, 12, 13, 14, 15, 16), (21, 22, 23, 24, 25)]
    rounds = fixtures_of(groups, stage(2, table="cba-round-robin"))
    pairs = Counter(frozenset(match) for of_group in rounds for played in of_group for match in played)
    assert set(pairs.values()) == {1}
    assert len(pairs) == 15 + 10
    assert [len(of_group) for of_group in rounds] == [5, 5]
    # The highest number meets the others in order (CBA-14.1); in the odd group k is idle in round k.
    others = [next(sum(match) - 16 for match in played if 16 in match) for played in rounds[0]]
    assert others == [11, 12, 13, 14, 15]
    idle = [set(groups[1]) - {e for match in played for e in match} for played in rounds[1]]
    assert idle == [{21}, {22}, {23}, {24}, {25}]
    assert fixtures_json(rounds)[0].keys() == {"group", "round", "home", "away"}


def test_without_a_table_a_draw_has_no_matches() -> None:
    assert fixtures_of([(1, 2), (3, 4)], stage(2)) == ()


def test_a_table_that_is_no_rulebook_of_round_robins_is_refused() -> None:
    with pytest.raises(UsageError, match="no rulebook for the tables"):
        fixtures_of([(1, 2)], stage(1, table="cba-knockout"))
    with pytest.raises(RulebookError, match="nosuch"):
        fixtures_of([(1, 2)], stage(1, table="nosuch"))
    with pytest.raises(UsageError, match="a group of 1"):
        fixtures_of([(1,)], stage(1, table="cba-round-robin"))
