"""Obedient repairs of large draws: held against the solver on small ones, and what they reach."""

from __future__ import annotations

from random import Random

import pytest

from formats.knockout.fields import field, model, stage
from repair.test_draws import AFTER, new, scenario
from scheduler.event import BYE, Draw, Event
from scheduler.formats.knockout import draw as make
from scheduler.repair.draws import Alternate, Exchange, Fact, LateEntry, Withdrawal, repair_draw
from scheduler.repair.draws_case import read_case
from scheduler.repair.draws_least import Ground, Least, obedient
from scheduler.repair.draws_wide import wide
from scheduler.rules import Rulebook, read_uses
from scheduler.solve.problem import Limits

CBA, ITF = model("cba-knockout"), model("itf-draw")
APART = CBA.without("apart").adding(read_uses([{"id": "apart", "attribute": "region", "to-round": 1}]))
"""Regions apart in round 1, as a hard rule: entrants of one region are alike, others are not."""


def empty_lines_taken(ground: Ground, found: Least) -> int:
    return sum(found.lines[i - 1] != BYE for i in ground.case.empty)


@pytest.mark.parametrize("rulebook", [CBA, ITF, APART], ids=["cba", "itf", "hard regions"])
@pytest.mark.parametrize("seed", range(40))
def test_as_few_move_as_where_everybody_may_go_everywhere(seed: int, rulebook: Rulebook) -> None:
    """Random withdrawals, entries, errors and results on 4 and 8 lines: the same number of movers and of
    empty lines taken, the same bound, or the same proof that there is no draw."""
    draw, facts, event, played = scenario(Random(seed))
    case = read_case(draw, facts, event, None, played)
    ground = Ground.of(case, rulebook)
    found = wide(ground, Limits(20))
    if case.play_in:
        assert found is None
        return
    assert found is not None
    every = obedient(ground, Limits(20))
    assert (bool(found.lines), found.clash, len(found.moved)) == (
        bool(every.lines), every.clash, len(every.moved))
    if found.lines:
        assert found.bound == every.bound == len(found.moved)
        assert empty_lines_taken(ground, found) == empty_lines_taken(ground, every)
        assert ground.judge(found.lines)[0] == 0
        assert not found.optimal or ground.judge(found.lines) == ground.judge(every.lines)


def large(size: int, seeds: int, short: int, rulebook: Rulebook) -> tuple[Event, Draw]:
    """Eight regions on ``size`` lines, ``short`` of them empty."""
    event = field(("ABCDEFGH" * (size // 8))[: size - short], seeds)
    return event, make(event, stage(), rulebook, Limits(5)).draw


@pytest.mark.parametrize(("name", "size", "seeds"), [
    ("cba-knockout", 256, 64), ("cba-knockout", 1024, 256), ("itf-draw", 256, 64), ("usta-draw", 256, 32),
    ("plain-draw", 512, 64),
])
def test_who_leaves_without_replacement_leaves_a_bye_where_the_rules_want_it(
    name: str, size: int, seeds: int
) -> None:
    """Three byes, one more leaves: his line cannot be the fourth, and the fewest move, which is proven."""
    rulebook = model(name)
    event, draw = large(size, seeds, 3, rulebook)
    found = repair_draw(draw, [Withdrawal(size - 10, AFTER)], rulebook, event, limits=Limits(30))
    last = found[-1]
    assert (last.kind, last.report.hard, last.minimal) == ("obedient", 0, True)
    assert 1 <= len(last.moved) <= 2
    assert last.draw.lines.count(BYE) == 4


def test_fewer_than_a_replaced_seed_needs_cannot_move_on_256_lines() -> None:
    """Seeds 1 and 2 stand on each other's lines: they change back, two move, and no draw moves fewer."""
    event, draw = large(256, 64, 0, CBA)
    lines = list(draw.lines)
    a, b = lines.index(1), lines.index(2)
    lines[a], lines[b] = 2, 1
    found = repair_draw(Draw(tuple(lines), 256, draw.seeds), [], CBA, event, limits=Limits(20))[-1]
    assert (found.kind, sorted(found.moved), found.bound) == ("obedient", [1, 2], 2)
    assert found.draw.lines == draw.lines


def test_that_no_draw_obeys_is_proven_on_512_lines_too() -> None:
    """Seed 1 is to change lines with somebody: nobody but seed 1 may stand there."""
    event, draw = large(512, 128, 0, CBA)
    found = repair_draw(draw, [Exchange(1, 400)], CBA, event, limits=Limits(20))
    assert [p.kind for p in found] == ["in-place"]
    assert any("no draw obeys all hard rules with these lines kept (proven)" in r for r in found[0].reasons)


def test_what_stays_too_large_says_so() -> None:
    """Regions apart by a hard rule on 1,024 lines, and a play-in of 256: nothing is looked for or claimed."""
    event, draw = large(1024, 64, 4, CBA)
    found = repair_draw(draw, [Withdrawal(9, AFTER)], APART, event, limits=Limits(10))
    assert [p.kind for p in found] == ["in-place"]
    assert any("1024 lines are too many" in r for r in found[0].reasons)
    event, draw = large(256, 64, 0, CBA)
    facts: list[Fact] = [LateEntry(new("late", region="A")), Exchange(200, 201)]
    assert all(p.kind == "in-place" for p in repair_draw(draw, facts, CBA, event, limits=Limits(10)))


def test_new_ones_take_the_vacant_lines_that_cost_least() -> None:
    """256 lines, three leave and three come: nobody else moves, and each comes where his region is least."""
    event, draw = large(256, 64, 3, CBA)
    facts = [*(Withdrawal(e, AFTER) for e in (100, 150, 200)),
             *(Alternate(new(f"alt {k}", region=r)) for k, r in enumerate("CAB"))]
    (found,) = repair_draw(draw, facts, CBA, event, limits=Limits(20))
    assert (found.moved, found.minimal, found.optimal, found.report.hard) == ((), True, True, 0)


def test_beyond_128_lines_the_draw_in_place_is_still_the_least() -> None:
    """256 lines, five leave and three come: in place nobody moves, and the byes are where they fell; the
    obedient draw has them beside the first two seeds, and moves the two who stood there."""
    event = field("ABCDEFGH" * 32, 64)
    draw = make(event, stage(), CBA, Limits(5)).draw
    facts = [*(Withdrawal(e, AFTER) for e in (4, 9, 40, 77, 101)),
             *(Alternate(new(f"alt {k}", region="A")) for k in range(3))]
    found = repair_draw(draw, facts, CBA, event, limits=Limits(20))
    assert [(p.kind, len(p.moved)) for p in found] == [("in-place", 0), ("obedient", 2)]
    assert all(p.minimal for p in found)
    assert found[0].optimal
    assert found[0].draw.lines.count(BYE) == 2
    assert [i for i, e in enumerate(found[1].draw.lines, 1) if e == BYE] == [2, 255]
    assert found[1].report.hard == 0


def test_late_entries_to_2048_lines_take_the_byes_of_the_weakest() -> None:
    """Of 204 byes the last 30 in order are given up: the draw obeys, and nobody moves."""
    event = field("AB" * 922, 512)
    draw = make(event, stage(), CBA, Limits(5)).draw
    found = repair_draw(draw, [LateEntry(new(f"late {k}")) for k in range(30)], CBA, event)
    assert [(p.moved, p.minimal, p.report.hard) for p in found] == [((), True, 0)]
    assert len(found[0].changes) == 30
