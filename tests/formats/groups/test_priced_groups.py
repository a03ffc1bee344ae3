"""Groups under rules with a price: as cheap as can be, uniform where that is counted, against trying all."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random
from typing import Any

import pytest

from scheduler.errors import NoAnswer
from scheduler.event import Entrant, Event, Stage
from scheduler.formats.groups import check_groups, count_best, count_groups, draw_groups
from scheduler.resources import find_model
from scheduler.rules import Rulebook, read_rulebook
from scheduler.solve.problem import Limits

Groups = tuple[tuple[int, ...], ...]
LIMITS = Limits(10.0)
REGIONS = {"id": "group-values", "price": 1, "level": 1}
CLUBS = {"id": "group-values", "attribute": "club", "price": 1, "level": 2}


def model() -> Rulebook:
    name = "groups-from-pots"
    return read_rulebook(find_model(name).read_text(encoding="utf-8"), name)


def event(regions: str, clubs: str = "") -> Event:
    clubs = clubs or "." * len(regions)
    return Event("g", tuple(
        Entrant(i, f"t{i}", region=r.strip("."), club=c.strip("."))
        for i, (r, c) in enumerate(zip(regions, clubs, strict=True), 1)
    ))


def stage(groups: int, *rules: dict[str, Any]) -> Stage:
    return Stage("groups", options={"groups": groups}, rules=rules)


def every_price(entry: Event, asked: Stage) -> dict[tuple[int, ...], int]:
    """How many draws that obey have each price; two pots of as many as there are groups."""
    n = entry.size // 2
    prices: Counter[tuple[int, ...]] = Counter()
    for first in permutations(range(1, n + 1)):
        for second in permutations(range(n + 1, 2 * n + 1)):
            made: Groups = tuple(zip(first, second, strict=True))
            report = check_groups(made, model(), entry, asked)
            if report.holds:
                prices[report.price] += 1
    return prices


@pytest.mark.parametrize("case", range(8))
def test_no_groups_of_8_are_cheaper_level_by_level(case: int) -> None:
    """Regions first, then clubs; where the best are counted, as many draws as trying all finds."""
    rng = Random(case)
    entry = event("".join(rng.choices("ABC.", k=8)), "".join(rng.choices("KLM.", k=8)))
    asked = stage(4, REGIONS, CLUBS)
    prices = every_price(entry, asked)
    made = draw_groups(entry, asked, model(), seed=str(case), limits=LIMITS)
    assert made.report.price == made.bound == min(prices)
    assert made.status == "optimal"
    best = prices[min(prices)]
    counted = made.valid > 0
    assert made.valid == (best if counted else 0)
    assert counted or min(prices) > (0, 0)
    assert count_best(entry, asked, model()) == (best if counted else None)
    assert count_groups(entry, asked, model()) == sum(prices.values())
    assert ("uniformly" in made.method) == counted
    assert any("uniformly" in str(note) for note in made.notes) == counted


def test_draws_that_cost_nothing_are_equally_likely() -> None:
    """Chi-square of 2,000 draws over the free ones of 6 entrants in 3 groups: below the 99.9 % point."""
    entry, asked = event("AB.AB."), stage(3, REGIONS)
    seen = Counter(draw_groups(entry, asked, model(), seed=str(k)).groups for k in range(2_000))
    many = count_best(entry, asked, model())
    assert many == len(seen) == 18
    expected = 2_000 / many
    assert sum((n - expected) ** 2 / expected for n in seen.values()) < 40.8


def test_what_must_be_paid_is_drawn_differently_from_seed_to_seed_and_the_same_from_one() -> None:
    """Three of A in two groups: one pair must share a group, and lots decide about the rest."""
    entry, asked = event("AAA.BB"), stage(2, REGIONS)
    made = [draw_groups(entry, asked, model(), seed=str(k), limits=LIMITS) for k in range(6)]
    assert {m.report.price for m in made} == {(1,)}
    assert len({m.groups for m in made}) > 1
    again = draw_groups(entry, asked, model(), seed="0", limits=LIMITS)
    assert again.groups == made[0].groups


def test_hard_rules_come_before_any_price() -> None:
    """Named entrants may not meet, whatever it costs in regions; too many of them are no answer."""
    entry = event("ABAB")
    hard = {"id": "not-in-one-group", "entrants": [1, 4]}
    made = draw_groups(entry, stage(2, REGIONS, hard), model(), limits=LIMITS)
    assert sorted(map(sorted, made.groups)) == [[1, 3], [2, 4]]
    assert made.report.price == (2,)
    with pytest.raises(NoAnswer, match="none obeys"):
        draw_groups(entry, stage(2, REGIONS, hard, {"id": "not-in-one-group", "entrants": [1, 3]}), model())


def test_rules_that_are_not_counted_are_met_by_the_solver_and_the_method_is_named() -> None:
    overlapping = [{"id": "few-in-groups", "entrants": [1, 2], "groups": g} for g in ([1], [1, 2])]
    made = draw_groups(event("......"), stage(3, *overlapping), model(), limits=LIMITS)
    assert made.report.holds
    assert (made.method, made.valid) == ("CP-SAT", 0)
    assert not any("uniformly" in str(note) for note in made.notes)


def test_48_entrants_pay_the_least_there_is() -> None:
    """12 groups, 14 of one region: two pairs more than there are groups."""
    rng = Random(48)
    regions = list("A" * 14 + "B" * 10 + "C" * 8 + "." * 16)
    rng.shuffle(regions)
    made = draw_groups(event("".join(regions)), stage(12, REGIONS), model(), limits=Limits(20.0))
    assert made.report.price == (2,)
    assert made.status == "optimal"


def test_a_price_that_nothing_can_incur_is_no_level() -> None:
    made = draw_groups(event("AABB"), stage(2, REGIONS, {**CLUBS, "price": 3}), model(), limits=LIMITS)
    assert made.report.price == made.bound == (0,)
    assert made.status == "optimal"


RANDOM_RULES = (
    (REGIONS,), ({**REGIONS, "most": 2},), ({**REGIONS, "price": [1, 3, 9]},),
    ({**REGIONS, "most": 2, "least": 1},), ({**REGIONS, "value": "A"}, CLUBS), ({**REGIONS, "besides": "B"},),
    ({"id": "not-in-one-group", "entrants": [1, 5, 6], "price": 2, "level": 1}, CLUBS),
)


@pytest.mark.parametrize("rules", RANDOM_RULES)
def test_draws_of_least_price_are_counted_as_trying_all_counts_them(
    rules: tuple[dict[str, Any], ...]
) -> None:
    """Two values and some of none over four groups of two pots, many of one: what is counted is right, and
    of six fields some are."""
    counted = 0
    for case in range(6):
        rng = Random(case)
        entry = event("".join(rng.choices("AAAB.", k=8)), "".join(rng.choices("KL..", k=8)))
        if not {"A", "B"} <= {e.region for e in entry.entrants}:
            continue
        asked = stage(4, *rules)
        prices = every_price(entry, asked)
        found = count_best(entry, asked, model())
        assert found in (None, prices[min(prices)])
        made = draw_groups(entry, asked, model(), seed=str(case), limits=LIMITS)
        assert made.report.price == made.bound == min(prices)
        if found is not None:
            assert made.valid == found
            counted += 1
    assert counted


def test_of_three_in_two_groups_one_pair_must_share_and_all_ways_to_are_counted() -> None:
    entry, asked = event("AAA.BB"), stage(2, REGIONS)
    made = draw_groups(entry, asked, model(), seed="1")
    assert (made.report.price, made.bound, made.status) == ((1,), (1,), "optimal")
    assert any("draws of least price" in str(note) for note in made.notes)
    assert made.valid == count_best(entry, asked, model())
