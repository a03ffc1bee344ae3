"""Groups ball by ball: what is admissible, that no dead end comes, and that every draw is as likely (D37)."""

from __future__ import annotations

import json
from collections import Counter
from itertools import permutations
from typing import Any

import pytest

from formats.groups.test_groups import event, model, stage
from scheduler.errors import FileError, NoAnswer, UsageError
from scheduler.formats.groups import GroupSession, check_groups, groups_by_lots, replay_groups
from scheduler.formats.public import seal

APART = {"id": "group-values", "attribute": "region"}
WHO, AT = event("AABBACC.C"), stage(3, APART)
"""Three pots of three by number: A A B, B A C and C . C; no region twice in a group."""


def valid() -> list[tuple[tuple[int, ...], ...]]:
    """Every draw that obeys, by trying all."""
    found = []
    for second in permutations((4, 5, 6)):
        for third in permutations((7, 8, 9)):
            for first in permutations((1, 2, 3)):
                groups = tuple(zip(first, second, third, strict=True))
                regions = [[e.region for e in WHO.entrants if e.number in g and e.region] for g in groups]
                if all(len(r) == len(set(r)) for r in regions):
                    found.append(groups)
    return found


def test_d37_every_ball_has_just_the_groups_that_leave_a_valid_draw_with_their_chances() -> None:
    """D37: held against the list of all valid draws, ball after ball, for ten drawings."""
    everything = valid()
    assert everything
    for k in range(10):
        session = GroupSession(WHO, AT, model(), seed=f"balls {k}")
        left = everything
        while session.waiting:
            who = session.waiting[0]
            where = Counter(g for groups in left for g, members in enumerate(groups, 1) if who in members)
            assert session.chances(who) == dict(sorted(where.items()))
            step = session.draw_from_seed()
            left = [groups for groups in left if who in groups[step.number - 1]]
        assert [session.record().groups] == left


def test_groups_ball_by_ball_are_uniform() -> None:
    """2,000 drawings over all valid draws: chi-square."""
    found = Counter(groups_by_lots(WHO, AT, model(), seed=f"u {k}").groups for k in range(2_000))
    everything = valid()
    assert set(found) <= set(everything)
    mean = 2_000 / len(everything)
    spread = sum((found[groups] - mean) ** 2 / mean for groups in everything)
    degrees = len(everything) - 1
    assert spread < degrees + 4 * (2 * degrees) ** 0.5


def test_balls_typed_in_come_in_any_order_within_the_pot_and_obey() -> None:
    session = GroupSession(WHO, AT, model())
    session.draw(3, 1, "Li")
    with pytest.raises(UsageError, match="somebody of this pot is in it"):
        session.draw(1, 1, "Li")
    with pytest.raises(UsageError, match="already in group 1"):
        session.draw(3, 2, "Li")
    with pytest.raises(UsageError, match="an earlier pot is not empty"):
        session.draw(4, 2, "Li")
    with pytest.raises(UsageError, match="groups go from 1 to 3"):
        session.draw(1, 9, "Li")
    session.draw(1, 2, "Li")
    session.draw(2, 3, "Li")
    assert session.left == 6
    with pytest.raises(UsageError, match="not be completed"):
        session.draw(5, 2, "Li")
    with pytest.raises(UsageError, match="not finished"):
        session.record()
    while session.waiting:
        who = session.waiting[0]
        session.draw(who, session.admissible(who)[-1], "Li")
    record = session.record()
    assert check_groups(record.groups, model(), WHO, AT).holds
    assert {step.author for step in record.steps} == {"Li"}
    assert replay_groups(record.text(), WHO, AT, model()) == record


def test_a_record_whose_steps_are_changed_is_refused() -> None:
    told = groups_by_lots(WHO, AT, model(), seed="s").as_json()
    with pytest.raises(FileError, match="the seal does not fit"):
        replay_groups(json.dumps({**told, "seed": "t"}), WHO, AT, model())
    text = groups_by_lots(WHO, AT, model(), seed="s").text()
    with pytest.raises(FileError, match="not what the drawing gives"):
        replay_groups(text, WHO, stage(3, APART, positions="lot"), model())


def test_positions_by_lot_are_part_of_the_record() -> None:
    at = stage(3, APART, positions="lot")
    assert groups_by_lots(WHO, at, model(), seed="s") == groups_by_lots(WHO, at, model(), seed="s")
    with pytest.raises(UsageError, match="positions by lot need a public seed"):
        GroupSession(WHO, at, model())


@pytest.mark.parametrize(("options", "rules", "said"), [
    ({"placing": "snake"}, (), "the snake leaves nothing"),
    ({}, ({**APART, "price": 1, "level": 1}, {"id": "not-in-one-group", "entrants": [3, 6], "price": 1,
                                              "level": 2}, {"id": "in-groups", "entrant": 3, "groups": [1]},
          {"id": "in-groups", "entrant": 6, "groups": [1]}), "is not known by counting"),
])
def test_what_cannot_be_drawn_ball_by_ball_is_said(
    options: dict[str, Any], rules: tuple[dict[str, Any], ...], said: str
) -> None:
    with pytest.raises(UsageError, match=said):
        GroupSession(WHO, stage(3, *rules, **options), model())


def test_every_ball_leaves_just_the_draws_of_least_price_with_their_chances() -> None:
    """Four of A in three groups: one pair has to share; held against the list of all draws."""
    who = event("AABA.CAAC")
    at = stage(3, {**APART, "price": 1, "level": 1})
    prices: dict[tuple[tuple[int, ...], ...], tuple[int, ...]] = {}
    for first in permutations((1, 2, 3)):
        for second in permutations((4, 5, 6)):
            for third in permutations((7, 8, 9)):
                groups = tuple(zip(first, second, third, strict=True))
                prices[groups] = check_groups(groups, model(), who, at).price
    assert min(prices.values()) > (0,)
    for k in range(5):
        session = GroupSession(who, at, model(), seed=f"least {k}")
        left = [groups for groups, price in prices.items() if price == min(prices.values())]
        while session.waiting:
            ball = session.waiting[0]
            where = Counter(g for groups in left for g, members in enumerate(groups, 1) if ball in members)
            assert session.chances(ball) == dict(sorted(where.items()))
            step = session.draw_from_seed()
            left = [groups for groups in left if ball in groups[step.number - 1]]
        record = session.record()
        assert [record.groups] == left
        assert replay_groups(record.text(), who, at, model()) == record


def test_a_ball_by_hand_that_leaves_no_draw_of_least_price_is_refused() -> None:
    session = GroupSession(event("AB.A.."), stage(3, {**APART, "price": 1, "level": 1}), model())
    session.draw(1, 1, "Li")
    session.draw(2, 2, "Li")
    session.draw(3, 3, "Li")
    with pytest.raises(UsageError, match="no draw of least price would be left"):
        session.draw(4, 1, "Li")
    session.draw(4, 3, "Li")


def test_where_no_draw_obeys_no_ball_is_drawn() -> None:
    with pytest.raises(NoAnswer) as caught:
        GroupSession(event("AAA..."), stage(2, APART), model())
    assert caught.value.about == "groups"


BIG = event("A" + "." * 11 + "." * 11 + "A" + "." * 24)
"""Four pots of twelve: more draws than a double holds, and chances that differ."""


def test_weights_that_doubles_cannot_hold_are_texts_and_older_records_with_numbers_replay() -> None:
    at = stage(12, APART)
    record = groups_by_lots(BIG, at, model(), seed="big")
    told = record.as_json()
    weights = [w for step in told["steps"] for w in step.get("weights", ())]
    assert any(isinstance(w, str) for w in weights)
    assert all(isinstance(w, str) == (int(w) > 2**53 - 1) for w in weights)
    assert replay_groups(record.text(), BIG, at, model()) == record
    old = json.loads(record.text())
    for step in old["steps"]:
        if "weights" in step:
            step["weights"] = [int(w) for w in step["weights"]]
    old["sha256"] = seal(old)
    assert replay_groups(json.dumps(old), BIG, at, model()) == record
    wrong = next(step for step in old["steps"] if "weights" in step)
    wrong["weights"][0] += 1
    old["sha256"] = seal(old)
    with pytest.raises(FileError, match=f"step {wrong['step']} is not what the drawing gives"):
        replay_groups(json.dumps(old), BIG, at, model())
