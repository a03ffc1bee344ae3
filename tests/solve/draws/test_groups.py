"""Group draws: the golden counts of three World Cups, enumeration, and draws ball by ball."""

from __future__ import annotations

import csv
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations, product
from math import factorial
from pathlib import Path

import pytest

from scheduler.errors import NoAnswer, TimeUp, UsageError
from scheduler.solve.draws.groups import Apart, GroupCounter, GroupDraw
from scheduler.solve.draws.groups_balls import admissible_groups, draw_by_balls, group_chances
from solve.draws import drawn

HOSTS = {
    2018: {"Russia": 1},
    2022: {"Qatar": 1},
    2026: {"Mexico": 1, "Canada": 2, "United States": 4},
}
VALID = {
    2018: 2_039_489_180_467_200,
    2022: 620_806_975_488_000,
    2026: 38_118_447_690_064_745_988_096_000,
}
# The groups whose winners come into one quarter of the 2026 knockout: E F I, D G H, A C L, B J K.
QUARTERS = ((5, 6, 9), (4, 7, 8), (1, 3, 12), (2, 10, 11))
HALVES = (QUARTERS[0] + QUARTERS[1], QUARTERS[2] + QUARTERS[3])


def world_cup(root: Path, year: int, *, pathways: bool = False) -> GroupDraw:
    """The final draw of a World Cup: one of a confederation in a group, of UEFA one or two."""
    text = (root / f"instances/draws/sample-world-cup-{year}.csv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(text.splitlines()))
    number = {row["name"]: int(row["number"]) for row in rows}
    pots = {p: tuple(int(r["number"]) for r in rows if r["pot"] == p) for p in "1234"}
    values = tuple(frozenset(row["confederation"].split("/")) for row in rows)
    limits = {v: (1, 2) if v == "UEFA" else (0, 1) for v in frozenset().union(*values)}
    apart: tuple[Apart, ...] = ()
    if pathways:
        spain, argentina, france, england = (
            number[n] for n in ("Spain", "Argentina", "France", "England")
        )
        apart = (
            Apart((spain, argentina, france, england), QUARTERS),
            Apart((spain, argentina), HALVES),
            Apart((france, england), HALVES),
        )
    fixed = {number[name]: group for name, group in HOSTS[year].items()}
    return GroupDraw(len(pots["1"]), tuple(pots.values()), values, limits, fixed, apart=apart)


def obeys(draw: GroupDraw, group: Mapping[int, int] | tuple[int, ...]) -> bool:
    """Whether a draw is valid, read from the rules one by one."""
    of = dict(enumerate(group, start=1)) if isinstance(group, tuple) else dict(group)
    for pot in draw.pots:
        if len({of[e] for e in pot}) < len(pot):
            return False
    for value, (low, high) in draw.limits.items():
        for g in range(1, draw.groups + 1):
            there = sum(1 for e, at in of.items() if at == g and value in draw.values[e - 1])
            if not low <= there <= high:
                return False
    if any(of[e] != g for e, g in draw.fixed.items()):
        return False
    if any(of[a] == of[b] for a, b in draw.excluded):
        return False
    for rule in draw.apart:
        block = {g: at for at, groups in enumerate(rule.blocks) for g in groups}
        if any(block[of[a]] == block[of[b]] for a, b in combinations(rule.entrants, 2)):
            return False
    return True


def valid_draws(draw: GroupDraw) -> list[tuple[int, ...]]:
    """Every valid draw, found by trying all."""
    return [of for of in _all_draws(draw) if obeys(draw, of)]


def _all_draws(draw: GroupDraw) -> Iterator[tuple[int, ...]]:
    ways = [permutations(range(1, draw.groups + 1), len(pot)) for pot in draw.pots]
    for chosen in product(*ways):
        of = {
            e: g for pot, groups in zip(draw.pots, chosen, strict=True)
            for e, g in zip(pot, groups, strict=True)
        }
        yield tuple(of[e] for e in range(1, len(draw.values) + 1))


def a_draw(seed: int) -> GroupDraw:
    """A small random draw with limits, and now and then each other kind of rule."""
    pick = random.Random(seed)
    groups = pick.choice([2, 3, 3, 4])
    sizes = [pick.randint(max(1, groups - 1), groups) for _ in range(2 if groups == 4 else 3)]
    numbers = pick.sample(range(1, sum(sizes) + 1), sum(sizes))
    pots = tuple(
        tuple(numbers[sum(sizes[:p]) : sum(sizes[: p + 1])]) for p in range(len(sizes))
    )
    values = [frozenset(pick.choices("ABCD", k=pick.choice([1, 1, 1, 2]))) for _ in numbers]
    known = sorted(frozenset().union(*values))
    limits = {v: (pick.choice([0, 0, 0, 1]), pick.choice([1, 1, 2])) for v in known[:3]}
    fixed = {pots[0][0]: pick.randint(1, groups)} if pick.random() < 0.4 else {}
    pair = pick.sample(numbers, 2)
    cut = pick.randint(1, groups - 1)
    blocks = (tuple(range(1, cut + 1)), tuple(range(cut + 1, groups + 1)))
    return GroupDraw(
        groups, pots, tuple(values), limits, fixed,
        ((pair[0], pair[1]),) if pick.random() < 0.4 else (),
        (Apart(tuple(pick.sample(numbers, 2)), blocks),) if pick.random() < 0.4 else (),
    )


TINY = [
    GroupDraw(2, ((1, 2), (3, 4)), tuple(map(frozenset, ("A", "B", "A", "C"))), {"A": (0, 1)}),
    GroupDraw(3, ((1, 2), (3,)), tuple(map(frozenset, "ABA")), {"A": (0, 1)}, {2: 3}),
    GroupDraw(
        3, ((1, 2, 3), (4, 5, 6)), tuple(map(frozenset, ("A", "B", "C", "A", "B", "D"))),
        {"A": (0, 1), "B": (0, 1)}, {2: 2}, apart=(Apart((1, 6), ((1, 2), (3,))),),
    ),
]


@pytest.mark.parametrize("year", [2018, 2022, 2026])
def test_world_cups_have_their_number_of_valid_draws(root: Path, year: int) -> None:
    """Published and recomputed: 2018, 2022, and 2026 without the rule about pathways."""
    assert GroupCounter(world_cup(root, year)).count() == VALID[year]


def test_pathways_leave_the_share_of_draws_that_symmetry_says(root: Path) -> None:
    """All groups but the hosts' are alike, so 384 of 3,024 placements keep their share."""
    places = [g for g in range(1, 13) if g not in HOSTS[2026].values()]
    quarter = {g: q for q, groups in enumerate(QUARTERS) for g in groups}
    kept = sum(
        len({quarter[g] for g in four}) == 4
        and quarter[four[0]] // 2 != quarter[four[1]] // 2
        and quarter[four[2]] // 2 != quarter[four[3]] // 2
        for four in permutations(places, 4)
    )
    assert kept == 384
    counter = GroupCounter(world_cup(root, 2026, pathways=True))
    assert counter.count() * 3024 == VALID[2026] * 384
    draw = counter.sample(drawn.source(1))
    assert obeys(counter.draw, draw)


@pytest.mark.parametrize("year", [2018, 2022])
def test_uniform_draws_of_a_world_cup_are_valid(root: Path, year: int) -> None:
    """Every sample obeys every rule, read one by one."""
    draw = world_cup(root, year)
    counter, below = GroupCounter(draw), drawn.source(year)
    assert all(obeys(draw, counter.sample(below)) for _ in range(20))


@pytest.mark.parametrize("seed", range(80))
def test_counts_equal_enumeration(seed: int) -> None:
    """Limits, hosts, excluded pairs, blocks, several values, small pots: all are counted right."""
    draw = a_draw(seed)
    assert GroupCounter(draw).count() == len(valid_draws(draw))


@pytest.mark.parametrize("draw", TINY)
def test_every_draw_has_exactly_the_same_chance(draw: GroupDraw) -> None:
    """Over all answers of the source, each valid draw has one chance in their number."""
    valid = valid_draws(draw)
    assert len(valid) > 1
    chances = drawn.distribution(GroupCounter(draw).sample)
    assert chances == dict.fromkeys(valid, Fraction(1, len(valid)))


@pytest.mark.parametrize("seed", [1, 7, 18, 24, 38, 48])
def test_draws_are_uniform_by_chi_square(seed: int) -> None:
    """On enumerable draws none is favoured."""
    draw = a_draw(seed)
    valid = valid_draws(draw)
    assert len(valid) > 1
    drawn.assert_uniform(GroupCounter(draw).sample, valid, seed)


@pytest.mark.parametrize("seed", range(40))
def test_admissible_groups_are_those_that_leave_a_valid_draw(seed: int) -> None:
    """After some balls in any order, an entrant's groups and chances are those of enumeration."""
    draw = a_draw(seed)
    counter, pick = GroupCounter(draw), random.Random(seed)
    valid = valid_draws(draw)
    if not valid:
        assert not counter.possible()
        return
    aim = pick.choice(valid)
    order = pick.sample(range(1, len(aim) + 1), len(aim))
    placed = {e: aim[e - 1] for e in order[: pick.randint(0, len(aim) - 1)]}
    entrant = next(e for e in order if e not in placed)
    agreeing = [of for of in valid if all(of[e - 1] == g for e, g in placed.items())]
    groups = sorted({of[entrant - 1] for of in agreeing})
    assert list(admissible_groups(counter, placed, entrant)) == groups
    chances = group_chances(counter, placed, entrant)
    assert chances == {g: sum(of[entrant - 1] == g for of in agreeing) for g in groups}
    assert sum(chances.values()) == counter.count(placed)
    assert obeys(draw, counter.sample(pick.randrange, placed))


@pytest.mark.parametrize("seed", range(40))
def test_balls_go_to_the_first_group_that_leaves_a_valid_draw(seed: int) -> None:
    """The federation's procedure, held against the list of all valid draws, ball by ball."""
    draw = a_draw(seed)
    counter = GroupCounter(draw)
    left = valid_draws(draw)
    if not left:
        with pytest.raises(NoAnswer, match="none obeys"):
            draw_by_balls(counter, drawn.source(seed))
        return
    taken = [(ball.entrant, ball) for ball in draw_by_balls(counter, drawn.source(seed))]
    assert {e for e, _ in taken} == set(range(1, len(draw.values) + 1)) - set(draw.fixed)
    assert len({e for e, _ in taken}) == len(taken)
    assert [ball.pot for _, ball in taken] == sorted(ball.pot for _, ball in taken)
    for e, ball in taken:
        assert ball.group == min(of[e - 1] for of in left)
        left = [of for of in left if of[e - 1] == ball.group]
    assert len(left) == 1


def test_a_world_cup_is_drawn_by_balls_with_groups_passed_over(root: Path) -> None:
    """The 2022 procedure ends in a valid draw, and some entrant skips a group on the way."""
    draw = world_cup(root, 2022)
    balls = draw_by_balls(GroupCounter(draw), drawn.source(4))
    assert obeys(draw, draw.fixed | {ball.entrant: ball.group for ball in balls})
    assert any(ball.passed for ball in balls)


def test_without_rules_every_pot_is_a_permutation() -> None:
    """Nothing asked for: the product of the factorials, an incomplete pot included."""
    draw = GroupDraw(5, ((1, 2, 3, 4, 5), (6, 7, 8)), (frozenset("A"),) * 8, {})
    assert GroupCounter(draw).count() == factorial(5) * (5 * 4 * 3)


def test_a_limit_of_states_is_kept() -> None:
    """Too many states are an error of their own."""
    draw = a_draw(1)
    with pytest.raises(TimeUp, match="too many to count"):
        GroupCounter(draw, limit=1).count()


def test_rules_about_blocks_name_few_entrants() -> None:
    """Placements of named entrants are tried one by one, and no more than can be tried."""
    draw = GroupDraw(
        12, (tuple(range(1, 13)),), (frozenset("A"),) * 12, {},
        apart=(Apart(tuple(range(1, 9)), tuple((g,) for g in range(1, 13))),),
    )
    with pytest.raises(TimeUp, match="placements"):
        GroupCounter(draw).count()


BASE = TINY[0]


@pytest.mark.parametrize(
    ("draw", "said"),
    [
        (replace(BASE, groups=0), "groups"),
        (replace(BASE, groups=1), "pot 1 has 2 entrants for 1 groups"),
        (replace(BASE, pots=((1, 2), (3,))), "entrant 4 is in 0 pots"),
        (replace(BASE, pots=((1, 2), (3, 4, 5))), "pot 2 has 3"),
        (replace(BASE, pots=((1, 2), (3, 3))), "entrant 3 is in 2 pots"),
        (replace(BASE, fixed={1: 3}), "group 3 of 2"),
        (replace(BASE, fixed={9: 1}), "entrant 9"),
        (replace(BASE, limits={"Q": (0, 1)}), '"Q", which no entrant has'),
        (replace(BASE, limits={"A": (2, 1)}), "2 to 1"),
        (replace(BASE, excluded=((1, 1),)), "names 1 entrant"),
        (replace(BASE, apart=(Apart((1, 2), ((1,),)),)), "exactly one"),
        (replace(BASE, apart=(Apart((1, 1), ((1,), (2,))),)), "twice"),
    ],
)
def test_draws_that_make_no_sense_are_refused(draw: GroupDraw, said: str) -> None:
    """Pots, hosts, limits, pairs and blocks that cannot be are errors that name them."""
    with pytest.raises(UsageError, match=said):
        GroupCounter(draw)


def test_unknown_balls_are_refused() -> None:
    """Entrants and groups that do not exist have no place."""
    with pytest.raises(UsageError, match="entrant 7 in group 1"):
        GroupCounter(BASE).count({7: 1})
