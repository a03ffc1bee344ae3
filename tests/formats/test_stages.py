"""Stages feed each other: who goes through, into which knockout, into which groups, with which marks."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from scheduler.errors import UsageError
from scheduler.event import BYE, Draw, Entrant, Event, Stage
from scheduler.formats import knockout
from scheduler.formats.stages import (
    Qualified,
    carried,
    knockout_event,
    qualified,
    regrouped,
)
from scheduler.resources import find_model
from scheduler.rules import read_rulebook


def groups(count: int, size: int) -> list[list[int]]:
    """Entrants 1, 2 ... group by group, in final order."""
    return [list(range(size * g + 1, size * g + size + 1)) for g in range(count)]


def field(many: int) -> Event:
    """So many entrants who differ by name alone."""
    return Event("cup", tuple(Entrant(k, f"E{k}") for k in range(1, many + 1)), (Stage("knockout"),))


def drawn(count: int, size: int, top: int) -> tuple[Event, knockout.DrawResult]:
    """The knockout of the best of each group under the association's rules, less its own wish."""
    event = knockout_event(field(count * size), qualified(groups(count, size), top))
    rules = read_rulebook(find_model("cba-knockout").read_text("utf-8")).without("apart")
    return event, knockout.draw(event, event.stages[0], rules)


# --- Who goes through -------------------------------------------------------------------------------


def test_winners_come_before_seconds_and_the_best_thirds_last() -> None:
    """24 in six groups, two of each and the four best thirds by points, then difference: 16 go through."""
    keys = {e: (9 - place, -e % 5) for g in groups(6, 4) for place, e in enumerate(g)}
    keys |= {3: (3, 1), 7: (4, -2), 11: (3, 2), 15: (3, 0), 19: (4, 0), 23: (2, 9)}
    found = qualified(groups(6, 4), 2, best=4, keys=keys)
    assert len(found.ranking) == 16
    assert [q.place for q in found.through] == [1] * 6 + [2] * 6 + [3] * 4
    assert found.ranking[-4:] == (19, 7, 11, 3)


def test_without_keys_those_of_one_place_stand_in_order_of_groups() -> None:
    assert qualified(groups(3, 3), 2).ranking == (1, 4, 7, 2, 5, 8)
    assert qualified(groups(3, 3), 2).group_of == {1: 1, 4: 2, 7: 3, 2: 1, 5: 2, 8: 3}


def test_equal_keys_at_the_last_place_ask_for_lots_and_follow_them() -> None:
    """Thirds 3, 6 and 9 with 4, 3 and 3 points, two of them go through: lots decide between 6 and 9."""
    keys = {e: (Fraction(10 - e),) for g in groups(3, 3) for e in g} | {3: (4,), 6: (3,), 9: (3,)}
    with pytest.raises(UsageError, match="entrants 6 and 9 are level") as caught:
        qualified(groups(3, 3), 2, best=2, keys=keys)
    assert "lots" in caught.value.maybe
    assert qualified(groups(3, 3), 2, best=2, keys=keys, lots=[9, 6]).ranking[-2:] == (3, 9)
    # All three: their order alone is open, which is told.
    assert qualified(groups(3, 3), 2, best=3, keys=keys).level == ((6, 9),)


@pytest.mark.parametrize(("made", "said"), [
    (lambda: qualified([[1, 2], [2, 3]], 1), "entrant 2 is in the groups twice"),
    (lambda: qualified([[1, 2], [3]], 2), "group 2, which has 1"),
    (lambda: qualified([[1, 2], [3, 4]], 1, best=1), "nothing compares them"),
    (lambda: qualified([[1, 2], [3, 4]], 1, best=3, keys=dict.fromkeys(range(5), (1,))), "there are 2"),
    (lambda: qualified([[1, 2], [3, 4]], 1, best=1, keys={1: (1,), 3: (2,)}), "entrant 2 has no key"),
    (lambda: qualified([[1], [3]], 1, keys={1: (1,), 3: (2, 2)}), "one length"),
    (lambda: qualified([[1, 2]], 0), "are not 2 to"),
    (lambda: knockout_event(field(2), qualified([[1], [3]], 1)), "number 3 goes through"),
    (lambda: regrouped([1, 1, 2], 2), "twice"),
    (lambda: regrouped([1, 2], 3), "cannot be dealt"),
    (lambda: carried([(1, 1, 5, 5)], [1]), "with himself"),
])
def test_what_makes_no_sense_is_refused(made: object, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        made()  # type: ignore[operator]


# --- Into a knockout --------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [2, 4, 8, 16])
def test_first_and_second_of_a_group_meet_in_the_final_at_the_earliest(count: int) -> None:
    event, made = drawn(count, 4, 2)
    assert made.status == "optimal"
    assert made.conflicts["group"][:-1] == (0,) * (made.draw.rounds - 1)
    assert {e.seed for e in event.entrants[:count]} == set(range(1, count + 1))


@pytest.mark.parametrize(("count", "top"), [(3, 2), (6, 2), (5, 3), (7, 1)])
def test_byes_go_to_the_best_and_everybody_stands_on_one_line(count: int, top: int) -> None:
    _, made = drawn(count, top + 1, top)
    lines = made.draw.lines
    assert sorted(e for e in lines if e != BYE) == list(range(1, count * top + 1))
    idle = [lines[i ^ 1] for i, e in enumerate(lines) if e == BYE]
    winners = min(len(idle), count)
    if top > 1:
        assert set(range(1, winners + 1)) <= set(idle)


def test_no_other_draw_keeps_four_of_each_group_apart_longer() -> None:
    """Two groups of four on 8 lines, winners on their lines: all 720 ways for the others."""
    event, made = drawn(2, 4, 4)
    free = [i for i, e in enumerate(made.draw.lines) if e > 2]
    group = {e.number: e.attribute("group") for e in event.entrants}
    best = []
    for row in permutations(e for e in made.draw.lines if e > 2):
        lines = list(made.draw.lines)
        for i, e in zip(free, row, strict=True):
            lines[i] = e
        met = [0, 0, 0]
        for i in range(8):
            for j in range(i):
                met[(i ^ j).bit_length() - 1] += group[lines[i]] == group[lines[j]]
        best.append(tuple(met))
    assert made.conflicts["group"] == min(best)


# --- Into other groups ------------------------------------------------------------------------------


def test_groups_by_snake_are_the_published_ones(shared: Path) -> None:
    text = (shared / "domain/data/bridge/directing_golden.json").read_text(encoding="utf-8")
    golden = json.loads(text)["snake_groups"]
    assert len(golden) == 3
    for key, expected in golden.items():
        entrants, many = map(int, key.split("/"))
        assert [list(g) for g in regrouped(range(1, entrants + 1), many)] == expected


def again(made: tuple[tuple[int, ...], ...], group_of: dict[int, int]) -> int:
    """Pairs of one old group in one new group."""
    return sum(group_of[a] == group_of[b] for g in made for i, a in enumerate(g) for b in g[:i])


def test_who_met_in_a_group_is_kept_apart_where_the_snake_would_not() -> None:
    """Three groups, winners 1 4 7, seconds of the same groups dealt back."""
    who = qualified(groups(3, 2), 2)
    ranking = (1, 3, 5, 6, 4, 2)  # the snake alone puts 6 with 5, 4 with 3, 2 with 1: all of them met
    assert again(regrouped(ranking, 3), who.group_of) == 3
    made = regrouped(ranking, 3, group_of=who.group_of)
    assert again(made, who.group_of) == 0
    assert [g[0] for g in made] == [1, 3, 5]


@pytest.mark.parametrize("seed", range(20))
def test_every_row_is_dealt_with_the_fewest_who_meet_again(seed: int) -> None:
    """All ways to deal each row, the rows before as they are: none has fewer old acquaintances."""
    random = Random(seed)
    many, row = random.choice([(2, 2), (3, 3), (4, 4), (4, 3)])
    everybody = list(range(1, many * row + 1))
    random.shuffle(everybody)
    group_of = {e: random.randint(1, 3) for e in everybody}
    made = regrouped(everybody, many, group_of=group_of)
    assert sorted(e for g in made for e in g) == sorted(everybody)
    for r in range(row):
        here = everybody[r * many : (r + 1) * many]
        before = [g[:r] for g in made]

        def met(dealt: tuple[int, ...], before: list[tuple[int, ...]] = before) -> int:
            return sum(group_of[x] == group_of[e] for e, g in zip(dealt, before, strict=True) for x in g)

        assert met(tuple(g[r] for g in made)) == min(met(p) for p in permutations(here))


# --- Marks taken along ------------------------------------------------------------------------------


def test_marks_against_others_who_go_through_are_taken_along() -> None:
    """1, 2 and 4 go through; what they made against 3 stays behind."""
    matches = [(1, 2, 1250, 750), (1, 3, 2000, 0), (2, 4, 600, 1400), (4, 1, 1000, 1000), (3, 4, 500, 1500)]
    assert carried(matches, [1, 2, 4]) == {1: 2250, 2: 1350, 4: 2400}
    assert isinstance(qualified(groups(2, 2), 1), Qualified)


def test_the_line_of_a_draw_is_that_of_its_event() -> None:
    """The draw speaks of the new numbers: number 2 of the event is the winner of the second group."""
    event, made = drawn(4, 4, 2)
    assert isinstance(made.draw, Draw)
    assert [e.name for e in event.entrants] == ["E1", "E5", "E9", "E13", "E2", "E6", "E10", "E14"]
