"""The verifier agrees with the naive reading of every rule, on thousands of broken schedules."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from oracle.questions import (
    RULE_IDS,
    frame_of,
    random_params,
    random_price,
    schedule_of,
    spelt,
)
from oracle.reading import ORACLE, broken, price
from oracle.table import Table, random_table
from scheduler.event import Report
from scheduler.facts import timetable
from scheduler.rules import Rulebook, RuleUse, all_rules
from scheduler.verify import verify

SEEDS = range(1600)
RULES_EACH = 5


def reported(table: Table, uses: tuple[RuleUse, ...]) -> Report:
    frame = frame_of(table)
    space = timetable(frame)
    return verify(space, Rulebook("r", uses=uses).stated(space, frame), schedule_of(table))


def with_defaults(id: str, params: dict[str, Any]) -> dict[str, Any]:
    rule = next(r for r in all_rules() if r.id == id)
    return {**{p.name: p.default for p in rule.params}, **params}


def test_oracle_reads_every_rule() -> None:
    """No rule of timetables is without a second reading and a place in the random tests."""
    assert {r.id for r in all_rules() if r.needs == "plays"} == set(ORACLE) == set(RULE_IDS)


@pytest.mark.parametrize("block", range(4))
def test_verifier_and_oracle_find_the_same(block: int) -> None:
    """Subject, rounds, found, bounds and cost of every violation are those of the naive reading."""
    for seed in SEEDS[block :: 4]:
        rng = Random(seed)
        table = random_table(rng)
        uses, expected, soft = [], Counter[Any](), Counter[int]()
        for id in rng.sample(RULE_IDS, RULES_EACH):
            params, prices = random_params(rng, id, table), random_price(rng)
            level = rng.randint(1, 3) if prices else 0
            uses.append(RuleUse(id, with_defaults(id, params), level, prices))
            soft[level] += 0
            for c in broken(id, table, **spelt(params)):
                cost = price(c.deviation, list(prices)) if prices else c.deviation
                expected[id, *c, level, cost] += 1
                soft[level] += cost
        report = reported(table, tuple(uses))
        found = Counter(
            (v.rule, v.subject, v.rounds, v.found, v.least, v.most, v.level, v.cost)
            for v in report.violations
        )
        hard = soft.pop(0, 0)
        assert found == expected, f"seed {seed}: {table} {uses}"
        assert report.hard == hard, f"seed {seed}: {table} {uses}"
        assert +Counter(dict(report.soft)) == +soft, f"seed {seed}: {table} {uses}"


def test_random_tables_break_every_rule() -> None:
    """The random schedules are broken enough to try each rule, and sound enough to keep it."""
    broke, kept = set(), set()
    for seed in range(150):
        rng = Random(seed)
        table = random_table(rng)
        for id in RULE_IDS:
            bad = broken(id, table, **spelt(random_params(rng, id, table)))
            (broke if bad else kept).add(id)
    assert broke == kept == set(RULE_IDS)
