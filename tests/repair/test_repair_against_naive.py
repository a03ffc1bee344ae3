"""The least change and its uniqueness are those found by trying every table there is."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from repair.naive import UNIT, Part, Rules, as_schedule, best, best_by_parts, every_part, harm
from scheduler.event import Match, Result, Schedule
from scheduler.facts import Frame
from scheduler.repair import repair
from scheduler.repair.freedom import Tier, everywhere
from scheduler.repair.published import published
from scheduler.repair.search import Search
from scheduler.rules import Rulebook, RuleUse, find_rule
from scheduler.solve.constructions import cba
from scheduler.solve.problem import Limits

PAIRS: Rules = [("meet-each", {"times": 0}), ("once-a-round", {})]
SIDES: Rules = [
    ("home-away-balance", {"slack": 0}), ("run-limit", {"most": 2, "bye_breaks_run": False}),
]
TABLES: Rules = [("one-table-a-match", {}), ("one-match-a-table", {})]
ORDER: Rules = [("highest-at-last-table", {}), ("highest-meets-in-order", {})]
CBA = [*PAIRS, *SIDES, *TABLES, *ORDER]
PLAIN = [*PAIRS, *SIDES, *TABLES]
DOUBLE = [*PAIRS, ("each-way", {}), SIDES[1]]


def rulebook(rules: Rules) -> Rulebook:
    uses = []
    for id, given in rules:
        defaults = {p.name: p.default for p in find_rule(id).params}
        given = {name.replace("_", "-"): value for name, value in given.items()}
        uses.append(RuleUse(id, {**defaults, **given}))
    return Rulebook("naive", uses=tuple(uses))


@cache
def parts(n: int, name: str, legs: int = 1) -> list[Part]:
    rules = {"cba": CBA, "plain": PLAIN, "double": DOUBLE}[name]
    return every_part(n, (n - 1 + n % 2) * legs, rules, legs=legs, seated=name != "double")


def drawn(rng: Random, choices: list[Part]) -> list[Match]:
    part = rng.choice([p for p in choices if p.sides and p.seats])
    sided, seated = rng.choice(part.sides), rng.choice(part.seats)
    return [Match(m.home, m.away, m.round, t) for m, t in zip(sided, seated, strict=True)]


def mended(table: Schedule, rules: Rules, **more: Any) -> Result:
    result = repair(table, rulebook(rules), Limits(60), **more)
    assert result.report.hard == 0
    assert result.extra["optimal"]
    return result


def told(result: Result) -> tuple[int, bool | None]:
    assert result.extra["bound"] == len(result.extra["changes"])
    return result.extra["bound"], result.extra["unique"]


@pytest.mark.parametrize(("n", "name"), [(4, "cba"), (5, "cba"), (6, "cba"), (4, "plain"), (3, "plain")])
@pytest.mark.parametrize("seed", range(8))
def test_least_change_of_a_harmed_table(n: int, name: str, seed: int) -> None:
    """No table with fewer changes obeys, and the repair is unique exactly if one table has so few."""
    rng = Random(seed)
    choices = parts(n, name)
    table = harm(rng, drawn(rng, choices), rng.randint(1, 5))
    least, tables = best_by_parts(table, choices)
    found = mended(as_schedule(n, n - 1 + n % 2, table), CBA if name == "cba" else PLAIN)
    assert told(found) == (least, tables == 1)


@pytest.mark.parametrize(("n", "name"), [(4, "cba"), (4, "plain"), (3, "plain")])
@pytest.mark.parametrize("seed", range(8))
def test_least_change_of_a_table_with_lost_and_double_matches(n: int, name: str, seed: int) -> None:
    """The same where matches are missing, printed twice or in place of others."""
    rng = Random(seed)
    every = [t for part in parts(n, name) for t in part.tables()]
    table = harm(rng, drawn(rng, parts(n, name)), rng.randint(1, 4), lose=True)
    found = mended(as_schedule(n, n - 1 + n % 2, table), CBA if name == "cba" else PLAIN)
    least, tables = best(table, every)
    assert told(found) == (least, tables == 1)


@pytest.mark.parametrize("n", [3, 4])
@pytest.mark.parametrize("seed", range(6))
def test_least_change_of_a_double_round_robin(n: int, seed: int) -> None:
    """Where pairs meet twice, what became of each match is what costs least."""
    rng = Random(seed)
    choices = parts(n, "double", 2)
    table = harm(rng, drawn(rng, choices), rng.randint(1, 3), lose=seed % 2 == 0)
    least, tables = best(table, [t for part in choices for t in part.tables()])
    schedule = as_schedule(n, 2 * (n - 1 + n % 2), table)
    assert told(mended(schedule, DOUBLE)) == (least, tables == 1)


@pytest.mark.parametrize("seed", range(8))
def test_prices_and_matches_that_may_not_change(seed: int) -> None:
    """Prices are minded, and a match that may not change stays as it is."""
    rng = Random(seed)
    every = [t for part in parts(4, "plain") for t in part.tables()]
    table = harm(rng, drawn(rng, parts(4, "plain")), 3)
    price = {kind: rng.randint(1, 5) for kind in UNIT}
    stuck = rng.choice(table)
    least, tables = best(table, every, price, lambda m: m == stuck)
    found = mended(as_schedule(4, 3, table), PLAIN, prices=price, may_change=lambda m: m != stuck)
    assert sum(price[c["kind"]] for c in found.extra["changes"]) == least == found.extra["bound"]
    assert found.extra["unique"] == (tables == 1)
    here = {(stuck.home, stuck.away, stuck.round, stuck.table)}
    assert here <= {(m.home, m.away, m.round, m.table * (stuck.table > 0)) for m in found.schedule.matches}


@pytest.mark.parametrize("n", [6, 7, 8])
@pytest.mark.parametrize("seed", range(4))
def test_tiers_lose_nothing(n: int, seed: int) -> None:
    """What is proven with few matches free to move is what everything open gives at once."""
    rng = Random(seed)
    sound = cba(n)
    table = as_schedule(n, sound.rounds, harm(rng, sound.matches, rng.randint(1, 3)))
    found = []
    for whole in (False, True):
        given = published(
            table, rulebook(CBA), Frame(n, sound.rounds, n // 2), prices={}, may_change=None
        )
        search = Search(given, Limits(60))
        if whole:
            search.tiers = (Tier(everywhere(given), None),)
        search.run()
        found.append((search.cost, search.optimal, search.unique))
    assert found[0] == found[1]
