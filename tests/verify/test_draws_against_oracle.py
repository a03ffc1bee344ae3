"""The verifier agrees with the naive reading of every rule of draws, on thousands of broken draws."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from oracle.counted import price
from oracle.draws import DRAW_ORACLE, Lines, broken_draw, random_draw_params, random_lines
from oracle.questions import random_price, spelt
from scheduler.event import Draw, Report
from scheduler.facts import DrawFrame, draw_facts, draw_space
from scheduler.rules import Rulebook, RuleUse, all_rules, find_rule
from scheduler.verify import verify

IDS = sorted(DRAW_ORACLE)


def frame_of(draw: Lines) -> DrawFrame:
    return DrawFrame(
        len(draw.lines), draw.n, tuple(draw.seeds), {"region": tuple(draw.regions)},
        earlier=tuple(draw.earlier), ranking=tuple(draw.ranking),
    )


def reported(draw: Lines, uses: tuple[RuleUse, ...]) -> Report:
    frame = frame_of(draw)
    space = draw_space(frame)
    stated = Rulebook("r", uses=uses).stated(space, frame)
    return verify(space, stated, draw_facts(space, Draw(tuple(draw.lines), draw.n)))


def test_oracle_reads_every_rule_of_draws() -> None:
    """No rule of draws is without a second reading."""
    assert {r.id for r in all_rules() if r.needs == "stands"} == set(DRAW_ORACLE)


def scaled(id: str, steps: tuple[int, ...], deviation: int) -> int:
    """What a deviation costs: pairs times the price for separation, else the price table's entry."""
    if id == "apart":
        return steps[0] * (deviation + 1) * deviation // 2
    return price(deviation, list(steps))


@pytest.mark.parametrize("block", range(4))
def test_verifier_and_oracle_find_the_same(block: int) -> None:
    """Subject, rounds, found, bounds, level and cost of every violation are those of the naive reading."""
    for seed in range(block, 1200, 4):
        rng = Random(seed)
        draw = random_lines(rng)
        uses, expected = [], Counter[Any]()
        for id in rng.sample(IDS, 5):
            params, steps = random_draw_params(rng, id, draw), random_price(rng)
            steps = steps[:1] if id == "apart" else steps
            defaults = {p.name: p.default for p in find_rule(id).params}
            level = rng.randint(1, 3) if steps else 0
            uses.append(RuleUse(id, defaults | params, level, steps))
            for step, c in broken_draw(id, draw, **spelt(params)):
                cost = scaled(id, steps, c.deviation) if steps else c.deviation
                expected[id, *c, level and level + step, cost] += 1
        report = reported(draw, tuple(uses))
        found = Counter(
            (v.rule, v.subject, v.rounds, v.found, v.least, v.most, v.level, v.cost)
            for v in report.violations
        )
        assert found == expected, f"seed {seed}: {draw} {uses}"


def test_random_draws_break_and_keep_every_rule() -> None:
    broke, kept = set(), set()
    for seed in range(200):
        rng = Random(seed)
        draw = random_lines(rng)
        for id in IDS:
            bad = broken_draw(id, draw, **spelt(random_draw_params(rng, id, draw)))
            (broke if bad else kept).add(id)
    assert broke == kept == set(IDS)
