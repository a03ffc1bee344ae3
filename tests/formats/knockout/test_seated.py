"""Entrants who may stand on one of several lines: seated, drawn around, or shown to be too many."""

from __future__ import annotations

from itertools import permutations
from random import Random

import numpy as np
import pytest

import scheduler
from scheduler.errors import NoAnswer
from scheduler.event import Entrant, Event, Stage
from scheduler.formats.knockout.frame import frame_of, size_of
from scheduler.formats.knockout.seated import Seats, seated
from scheduler.rules import Rulebook, read_uses

Rule = dict[str, object]


def field(n: int, rules: list[Rule], seeds: int = 8, regions: int = 8) -> Event:
    """n entrants of so many regions, the first of them seeded."""
    entrants = tuple(
        Entrant(k, f"E{k}", seed=k if k <= seeds else 0, region=f"R{k % regions}") for k in range(1, n + 1)
    )
    return Event("F", entrants, (Stage("knockout", rules=tuple(rules)),))


def onto(entrant: int, lines: list[int]) -> Rule:
    return {"id": "on-lines", "entrant": f"E{entrant}", "lines": lines}


def seats_of(rules: list[Rule], fixed: dict[int, int], n: int = 8) -> Seats:
    event = field(n, rules, seeds=0)
    frame = frame_of(event, event.stages[0], size_of(n))
    return seated(frame, Rulebook("r", uses=read_uses(rules, where="t")), fixed, np.random.default_rng(1))


@pytest.mark.parametrize("seed", range(60))
def test_everybody_is_seated_exactly_where_trying_all_finds_a_way(seed: int) -> None:
    random = Random(seed)
    many = random.randint(2, 5)
    wanted = {e: sorted(random.sample(range(1, 9), random.randint(1, 3))) for e in range(1, many + 1)}
    fixed = {random.randint(1, 8): 8}
    found = seats_of([onto(e, lines) for e, lines in wanted.items()], fixed)
    free = {e: set(lines) - set(fixed) for e, lines in wanted.items()}

    def possible(who: list[int]) -> bool:
        return any(
            all(line in free[e] for e, line in zip(who, lines, strict=True))
            for lines in permutations(range(1, 9), len(who))
        )

    assert bool(found.short) != possible(list(wanted))
    assert len(set(found.lines.values())) == len(found.lines)
    assert all(line in free[e] for line, e in found.lines.items())
    if found.short:
        assert not possible(list(found.short))
        assert all(possible([e for e in found.short if e != out]) for out in found.short)
    else:
        assert set(found.lines.values()) == set(wanted)


@pytest.mark.parametrize("n", [60, 64, 120, 128])
@pytest.mark.parametrize("model", ["cba-knockout", "plain-draw", "itf-draw"])
@pytest.mark.parametrize("case", [
    [onto(20, [3, 7, 11])],
    [onto(20, [3, 4, 7]), onto(21, [3, 4, 7]), onto(22, [3, 4, 7])],
    [onto(e, list(range(1, 17))) for e in range(20, 26)],
], ids=["one", "all of three lines", "a quarter"])
def test_large_draws_with_a_choice_of_lines_are_drawn(n: int, model: str, case: list[Rule]) -> None:
    made = scheduler.draw(field(n, case), model=model, seed="1", seconds=10)
    assert made.report.holds
    assert made.status == "optimal"
    for rule in case:
        assert made.draw.line_of(int(str(rule["entrant"])[1:])) in rule["lines"]  # type: ignore[operator]


def test_a_choice_of_lines_is_kept_beside_hard_rules_that_need_a_search() -> None:
    rules = [onto(e, [5, 6, 7, 8]) for e in (30, 31, 32)] + [
        {"id": "not-before", "entrants": ["E30", "E31"], "from-round": 2},
        {"id": "not-before", "entrants": ["E31", "E32"], "from-round": 2},
    ]
    made = scheduler.draw(field(64, rules), seed="2", seconds=10)
    assert made.report.holds
    assert {made.draw.line_of(e) for e in (30, 31, 32)} <= {5, 6, 7, 8}


def test_a_search_moves_who_is_missing_where_he_should_be() -> None:
    """Rules at a price seat nobody beforehand: the search has to find the way."""
    rules = [{**onto(e, [k]), "price": 1, "level": 1} for k, e in ((9, 40), (23, 41), (50, 42))]
    made = scheduler.draw(field(64, rules, seeds=0), model="plain-draw", seed="3", seconds=10)
    assert made.status == "optimal"
    assert [made.draw.line_of(e) for e in (40, 41, 42)] == [9, 23, 50]


@pytest.mark.parametrize("n", [64, 100, 128])
def test_more_entrants_than_lines_are_shown_and_none_of_them_can_be_left_out(n: int) -> None:
    rules = [onto(e, [3, 7, 11]) for e in (20, 21, 22, 23)] + [onto(30, [40, 41])]
    with pytest.raises(NoAnswer, match="4 entrants are asked onto 3 lines") as caught:
        scheduler.draw(field(n, rules), model="plain-draw", seconds=10)
    assert len(caught.value.clash) == 4
    assert caught.value.clash[0] == "on-lines [20 E20: lines 3, 7, 11]"
    assert caught.value.minimal


def test_lines_that_seeds_have_are_not_there_for_others() -> None:
    with pytest.raises(NoAnswer, match="1 entrant is asked onto 0 lines beside seeds"):
        scheduler.draw(field(64, [onto(20, [1, 64])]), seconds=10)
