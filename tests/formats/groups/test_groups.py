"""Groups: the snake, the golden numbers of the World Cups, and small draws counted by trying all."""

from __future__ import annotations

import json
from collections import Counter
from itertools import permutations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scheduler.errors import NoAnswer, RulebookError, UsageError
from scheduler.event import Entrant, Event, Stage
from scheduler.files.events import read_event
from scheduler.formats.groups import check_groups, count_groups, draw_groups, snake_groups
from scheduler.resources import find_instance, find_model
from scheduler.rules import Rulebook, read_rulebook


def model(name: str = "groups-from-pots") -> Rulebook:
    return read_rulebook(find_model(name).read_text(encoding="utf-8"), name)


def event(regions: str) -> Event:
    return Event("g", tuple(Entrant(i, f"t{i}", region=r.strip(".")) for i, r in enumerate(regions, 1)))


def stage(groups: int, *rules: dict[str, Any], **options: Any) -> Stage:
    return Stage("groups", options={"groups": groups, **options}, rules=rules)


APART = {"id": "group-values"}


def test_the_snake_deals_12_into_3() -> None:
    """1 6 7 12, 2 5 8 11 and 3 4 9 10 (CBA-13.6)."""
    assert snake_groups(range(1, 13), 3) == ((1, 6, 7, 12), (2, 5, 8, 11), (3, 4, 9, 10))
    made = draw_groups(event("." * 12), stage(3, placing="snake"), model("cba-groups"))
    assert made.groups == snake_groups(range(1, 13), 3)
    assert made.report.holds


def test_the_snake_follows_seeds_then_ratings() -> None:
    entrants = (Entrant(1, "a", rating=5), Entrant(2, "b", seed=2), Entrant(3, "c", seed=1),
                Entrant(4, "d", rating=9))
    made = draw_groups(Event("g", entrants), stage(2, placing="snake"), model("cba-groups"))
    assert made.groups == ((3, 1), (2, 4))


@pytest.mark.parametrize(
    ("year", "valid"),
    [(2018, 2_039_489_180_467_200), (2022, 620_806_975_488_000),
     (2026, 38_118_447_690_064_745_988_096_000)],
)
def test_world_cups_have_as_many_draws_as_was_published(year: int, valid: int) -> None:
    """The number of valid draws, hosts fixed, without pathways; and one of them obeys every rule."""
    found = read_event(find_instance(f"sample-world-cup-{year}"))
    made = draw_groups(found, found.stages[0], model(), seed="public")
    assert made.valid == valid
    assert made.report.holds
    assert sorted(e for g in made.groups for e in g) == list(range(1, found.size + 1))


def test_d38_the_2026_draw_with_pathways_has_its_own_number_and_one_draw_obeys() -> None:
    """D38: the four highest ranked on different pathways; 384 of 3,024 placements of them are left."""
    found = read_event(find_instance("sample-world-cup-2026-pathways"))
    made = draw_groups(found, found.stages[0], model(), seed="public")
    assert made.valid == 4_840_437_801_912_983_617_536_000
    assert made.valid * 3024 == 38_118_447_690_064_745_988_096_000 * 384
    assert made.report.holds
    group = {found.name_of(e): g for g, members in enumerate(made.groups, 1) for e in members}
    order = [5, 6, 9, 4, 7, 8, 1, 3, 12, 2, 10, 11]
    quarters = [order.index(group[name]) // 3 for name in ("Spain", "Argentina", "France", "England")]
    assert sorted(quarters) == [0, 1, 2, 3]
    assert quarters[0] // 2 != quarters[1] // 2


@pytest.mark.parametrize("seed", range(12))
def test_small_draws_with_pathways_are_counted_as_by_trying_all(seed: int) -> None:
    """Four groups of two, groups in random order, values: every way to fill them is judged."""
    rng = Random(seed)
    order = [1, 2, 3, 4]
    rng.shuffle(order)
    who = rng.sample([1, 2, 3, 4], rng.choice([2, 4]))
    rules: list[dict[str, Any]] = [APART, {"id": "pathways", "entrants": who, "groups": order}]
    found, here = event("".join(rng.choice("AB.") for _ in range(7)) + "A"), stage(4, *rules)
    assert count_groups(found, here, model()) == tried(found, here)[True]


def test_world_cup_instances_are_the_published_pots(shared: Path) -> None:
    """Names, pots and confederations as in the data, team for team."""
    data = json.loads((shared / "domain/data/draws/worldcup_pots.json").read_text())
    letters = {"UEFA": "E", "CONMEBOL": "S", "CONCACAF": "N", "CAF": "F", "AFC": "A", "OFC": "O"}
    for year, cup in data.items():
        found = read_event(find_instance(f"sample-world-cup-{year}"))
        rows = [(e.name, int(e.attribute("pot")),
                 "".join(letters[c] for c in e.attribute("confederation").split("/")))
                for e in found.entrants]
        assert rows == [(name, p, c) for p, pot in enumerate(cup["pots"], 1) for name, c in pot]


def test_the_champions_league_of_2021_draws_no_two_of_one_country(shared: Path) -> None:
    """The 32 clubs of the data, pot by pot; every group has one of each pot and four countries."""
    data = json.loads((shared / "domain/data/draws/ucl_gs_2021.json").read_text())
    found = read_event(find_instance("sample-champions-league-2021"))
    assert [(e.name, e.region) for e in found.entrants] == [
        (t["name"], t["country"]) for pot in data for t in pot]
    made = draw_groups(found, found.stages[0], model(), seed="public")
    assert made.report.holds
    assert made.valid > 10**15
    for group in made.groups:
        clubs = [found.entrants[e - 1] for e in group]
        assert sorted(c.attribute("pot") for c in clubs) == ["1", "2", "3", "4"]
        assert len({c.region for c in clubs}) == 4


def tried(ev: Event, st: Stage) -> Counter[bool]:
    """How many ways to give each pot's entrants to the groups keep the rules."""
    groups = int(st.options["groups"])
    pots = [list(range(i, i + groups)) for i in range(1, ev.size + 1, groups)]
    out = Counter[bool]()
    for orders in product(*(list(permutations(pot)) for pot in pots)):
        drawn = [[order[g] for order in orders] for g in range(groups)]
        out[check_groups(drawn, model(), ev, st).holds] += 1
    return out


@pytest.mark.parametrize("seed", range(8))
def test_small_draws_are_counted_as_by_trying_all(seed: int) -> None:
    """Three groups of two or three with values, an excluded pair and a host: the count is what the verifier
    lets through."""
    rng = Random(seed)
    n = rng.choice([6, 6, 9])
    ev = event("".join(rng.choice("ABC..") for _ in range(n)))
    rules: list[dict[str, Any]] = [APART] if any(e.region for e in ev.entrants) else []
    rules.append({"id": "not-in-one-group", "entrants": [1, n]})
    rules.append({"id": "in-groups", "entrant": 2, "groups": [rng.randint(1, 3)]})
    st = stage(3, *rules)
    assert count_groups(ev, st, model()) == tried(ev, st)[True]


def test_blocks_keep_the_strongest_apart() -> None:
    """Four groups in two blocks, entrants 1 and 2 of the first pot in different ones."""
    rules = [{"id": "few-in-groups", "entrants": [1, 2], "groups": g} for g in ([1, 2], [3, 4])]
    st = stage(4, *rules)
    ev = event("." * 4)
    assert count_groups(ev, st, model()) == tried(ev, st)[True] == 16


def test_every_valid_draw_comes_up_as_often() -> None:
    """Three groups of two with A, A and B, B apart: 400 seeds over all valid draws, chi-square."""
    ev, st = event("AB.AB."), stage(3, APART)
    valid = tried(ev, st)[True]
    seen = Counter(draw_groups(ev, st, model(), seed=str(k)).groups for k in range(600))
    assert len(seen) == valid == 18
    chi = sum((n - 600 / valid) ** 2 * valid / 600 for n in seen.values())
    assert chi < 40.8  # the 0.1 % point for 17 degrees of freedom


def test_no_draw_is_no_answer_with_the_rules_named() -> None:
    with pytest.raises(NoAnswer) as caught:
        draw_groups(event("AAAA"), stage(2, APART), model())
    assert any("group-values" in line for line in caught.value.clash)


@pytest.mark.parametrize(
    ("options", "said"),
    [({}, '"groups" is a whole number'), ({"groups": 0}, "not 0"), ({"groups": 9}, "4 entrants in 9"),
     ({"groups": 2, "placing": "snke"}, 'you mean "snake"'), ({"groups": 2, "pot": 1}, "pots"),
     ({"groups": 2, "earlier": [[1, 1]]}, "pairs of entrants"), ({"groups": 2, "earlier": 3}, "pairs")],
)
def test_options_that_make_no_sense_are_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError) as caught:
        draw_groups(event("...."), Stage("groups", options=options), model())
    assert said in str(caught.value)


def test_rules_that_cannot_be_counted_are_named() -> None:
    overlapping = [{"id": "few-in-groups", "entrants": [1, 2], "groups": g} for g in ([1], [1, 2])]
    with pytest.raises(UsageError, match="overlap"):
        count_groups(event("...."), stage(2, *overlapping), model())
    with pytest.raises(RulebookError, match="no entrant"):
        count_groups(event("...."), stage(2, {"id": "in-groups", "entrant": "x", "groups": [1]}), model())


def test_a_pot_that_does_not_fill_the_groups_is_named() -> None:
    entrants = tuple(Entrant(i, f"t{i}", attributes={"pot": p}) for i, p in enumerate("1222", 1))
    with pytest.raises(UsageError, match="every pot but the last"):
        count_groups(Event("g", entrants), stage(2), model())
    entrants = tuple(
        Entrant(i, f"t{i}", attributes={"pot": p} if p != "." else {}) for i, p in enumerate("12.2", 1)
    )
    with pytest.raises(UsageError, match='t3 has no "pot"'):
        count_groups(Event("g", entrants), stage(2), model())
