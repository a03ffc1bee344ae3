"""Rules of groups on worked examples, and against a naive count of every little draw."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from scheduler.errors import RulebookError, UsageError
from scheduler.facts.groups import GroupFrame, group_facts, group_space
from scheduler.rules import Rulebook, all_rules, read_uses
from scheduler.verify import verify

Wrong = tuple[tuple[int, ...], int, int]
"""(subject, found, by how much that is off)."""


@dataclass
class GroupExample:
    """``given`` has "|" between groups. Entrants 1 and 2 are of pot 1, 3 and 4 of pot 2, and so on."""

    claim: str
    given: str
    n: int
    wrong: list[Wrong] = field(default_factory=list)
    params: dict[str, Any] = field(default_factory=dict)
    regions: dict[int, str] = field(default_factory=dict)
    earlier: tuple[tuple[int, int], ...] = ()


EXAMPLES: dict[str, list[GroupExample]] = {
    "one-group-each": [
        GroupExample("everybody once", "1 3 | 2 4", 4),
        GroupExample("1 in both, 4 in none", "1 3 | 2 1", 4, [((1,), 2, 1), ((4,), 0, 1)]),
    ],
    "groups-even": [
        GroupExample("5 in 2 groups: 2 and 3", "1 3 5 | 2 4", 5),
        GroupExample("4 and 1", "1 3 5 2 | 4", 5, [((), 4, 1), ((), 1, 1)]),
    ],
    "pots-spread": [
        GroupExample("one of each pot in each group", "1 3 | 2 4", 4),
        GroupExample("both of pot 1 together, and both of pot 2", "1 2 | 3 4", 4,
                     [((), 2, 1), ((), 0, 1), ((), 0, 1), ((), 2, 1)]),
        GroupExample("a pot of one goes anywhere", "1 3 5 | 2 4", 5),
    ],
    "group-values": [
        GroupExample("two of one region in a group", "1 3 | 2 4", 4, [((), 2, 1)],
                     regions={1: "A", 3: "A"}),
        GroupExample("two are allowed of A", "1 3 | 2 4", 4, [], {"value": "A", "most": 2},
                     regions={1: "A", 3: "A"}),
        GroupExample("A is not meant", "1 3 | 2 4", 4, [], {"besides": "A / B"},
                     regions={1: "A", 3: "A"}),
        GroupExample("each group needs one of A", "1 3 | 2 4", 4, [((), 0, 1)],
                     {"value": "A", "most": 2, "least": 1}, regions={1: "A", 3: "A"}),
        GroupExample("a placeholder of A and B counts for both", "1 3 | 2 4", 4,
                     [((), 2, 1), ((), 2, 1)], regions={1: "A/B", 3: "A", 2: "B", 4: "B/C"}),
    ],
    "not-in-one-group": [
        GroupExample("1 and 3 are named", "1 3 | 2 4", 4, [((1, 3), 2, 1)], {"entrants": [1, 3]}),
        GroupExample("they are apart", "1 4 | 2 3", 4, [], {"entrants": [1, 3]}),
        GroupExample("2 and 4 met before", "1 3 | 2 4", 4, [((2, 4), 2, 1)], earlier=((2, 4),)),
    ],
    "in-groups": [
        GroupExample("the host is in group 1", "1 3 | 2 4", 4, [], {"entrant": 1, "groups": [1]}),
        GroupExample("the host is not", "1 3 | 2 4", 4, [((2,), 0, 1)], {"entrant": 2, "groups": [1]}),
    ],
    "pathways": [
        GroupExample("1 and 2 in different halves", "1 3 | 2 4", 4, [],
                     {"entrants": [1, 2], "groups": [2, 1]}),
        GroupExample("2 and 3 in one half", "1 4 | 2 3", 4, [((2, 3), 2, 1)],
                     {"entrants": [2, 3], "groups": [1, 2]}),
    ],
    "few-in-groups": [
        GroupExample("1, 2 and 3 in group 1: one at most", "1 3 | 2 4", 4, [((1, 2, 3), 2, 1)],
                     {"entrants": [1, 2, 3], "groups": [1]}),
        GroupExample("in group 2 there is one", "1 3 | 2 4", 4, [],
                     {"entrants": [1, 2, 3], "groups": [2]}),
    ],
}


def frame_of(example: GroupExample) -> GroupFrame:
    pots = tuple(tuple(range(i, min(i + 2, example.n + 1))) for i in range(1, example.n + 1, 2))
    return GroupFrame(
        2, example.n, pots,
        {"region": tuple(example.regions.get(e, "") for e in range(1, example.n + 1))},
        earlier=example.earlier,
    )


def groups_of(text: str) -> list[list[int]]:
    return [[int(e) for e in group.split()] for group in text.split("|")]


@pytest.mark.parametrize(
    ("id", "example"),
    [pytest.param(id, e, id=f"{id}: {e.claim}") for id, all in EXAMPLES.items() for e in all],
)
def test_worked_example(id: str, example: GroupExample) -> None:
    """Given the groups, the rule with these parameters finds exactly these deviations."""
    frame = frame_of(example)
    space = group_space(frame)
    stated = Rulebook("r", uses=read_uses([{"id": id, **example.params}])).stated(space, frame)
    report = verify(space, stated, group_facts(space, groups_of(example.given)))
    found = sorted((v.subject, v.found, v.cost) for v in report.violations)
    assert found == sorted(example.wrong)


def test_every_rule_of_groups_has_worked_examples() -> None:
    assert set(EXAMPLES) == {r.id for r in all_rules() if r.needs == "in"}
    for id, examples in EXAMPLES.items():
        assert any(e.wrong for e in examples), id
        assert any(not e.wrong for e in examples), id


@pytest.mark.parametrize("seed", range(150))
def test_values_are_counted_as_by_hand(seed: int) -> None:
    """Random groups, random regions, some double: every deviation is the one that counting by hand finds."""
    rng = Random(seed)
    n, many = rng.randint(3, 9), rng.randint(1, 4)
    regions = [rng.choice(["", "A", "B", "C", "A/B", "B/C"]) for _ in range(n)]
    groups: list[list[int]] = [[] for _ in range(many)]
    for e in range(1, n + 1):
        groups[rng.randrange(many)].append(e)
    most, least = rng.randint(0, 3), rng.randint(0, 1)
    frame = GroupFrame(many, n, (), {"region": tuple(regions)})
    space = group_space(frame)
    uses = read_uses([{"id": "group-values", "most": max(most, least), "least": least, "besides": "C"}])
    report = verify(space, Rulebook("r", uses=uses).stated(space, frame), group_facts(space, groups))
    expected = 0
    for value in {v for r in regions for v in r.split("/") if v} - {"C"}:
        for group in groups:
            held = sum(value in regions[e - 1].split("/") for e in group)
            expected += max(0, held - max(most, least), least - held)
    assert report.hard == expected


def test_priced_values_cost_their_pairs() -> None:
    """Three of one region in a group are three pairs, four are six."""
    frame = GroupFrame(2, 8, (), {"region": ("A",) * 7 + ("",)})
    space = group_space(frame)
    uses = read_uses([{"id": "group-values", "price": 2}])
    stated = Rulebook("r", uses=uses).stated(space, frame)
    report = verify(space, stated, group_facts(space, [[1, 2, 3, 8], [4, 5, 6, 7]]))
    assert report.soft == ((1, 2 * (3 + 6)),)


def test_what_nobody_has_is_refused() -> None:
    frame = GroupFrame(2, 2, (), {"region": ("Hue", "Hue")}, ("a", "b"))
    space = group_space(frame)
    for params, said in (
        ({"attribute": "regoin"}, 'you mean "region"'), ({"value": "Heu"}, 'you mean "Hue"')
    ):
        with pytest.raises(RulebookError) as caught:
            Rulebook("r", uses=read_uses([{"id": "group-values", **params}])).stated(space, frame)
        assert said in str(caught.value)


def test_numbers_and_groups_beyond_the_frame_are_refused() -> None:
    space = group_space(GroupFrame(2, 2))
    with pytest.raises(UsageError, match="3 groups are drawn"):
        group_facts(space, [[1], [2], []])
    with pytest.raises(UsageError, match="number 3 in group 1"):
        group_facts(space, [[3], [2]])


@pytest.mark.parametrize("seed", range(60))
def test_pathways_are_those_of_a_bracket_of_the_groups_winners(seed: int) -> None:
    """Winners on the lines in the order of the groups: the first 2^j are in different 2^j-ths, or as many too
    many as the rule finds."""
    rng = Random(seed)
    many, strong = rng.choice([(2, 2), (4, 2), (4, 4), (8, 4), (12, 4), (8, 8)])
    order = list(range(1, many + 1))
    rng.shuffle(order)
    named = list(range(1, strong + 1))
    rng.shuffle(named)
    groups: list[list[int]] = [[] for _ in range(many)]
    for e in range(1, strong + 1):
        groups[rng.randrange(many)].append(e)
    frame = GroupFrame(many, strong)
    space = group_space(frame)
    uses = read_uses([{"id": "pathways", "entrants": named, "groups": order}])
    report = verify(space, Rulebook("r", uses=uses).stated(space, frame), group_facts(space, groups))
    line = {e: order.index(g) for g, members in enumerate(groups, start=1) for e in members}
    expected = 0
    for k in (2, 4, 8):
        sections = [line[e] * k // many for e in named[:k]] if k <= strong else []
        expected += len(sections) - len(set(sections))
    assert report.hard == expected


@pytest.mark.parametrize("params", [
    {"entrants": [1, 2, 3], "groups": [1, 2]}, {"entrants": [1, 1], "groups": [1, 2]},
    {"entrants": [1, 2], "groups": [1]}, {"entrants": [1, 2], "groups": [1, 1]},
    {"entrants": [1, 2, 3, 4], "groups": [1, 2]},
])
def test_pathways_that_make_no_sense_are_refused(params: dict[str, Any]) -> None:
    frame = GroupFrame(2, 4)
    with pytest.raises((RulebookError, UsageError), match="pathways"):
        Rulebook("r", uses=read_uses([{"id": "pathways", **params}])).stated(group_space(frame), frame)
