"""The CP-SAT reading counts and prices every row as the verifier and the naive reading do."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from ortools.sat.python import cp_model

from oracle.questions import (
    RULE_IDS,
    frame_of,
    random_params,
    random_price,
    schedule_of,
    spelt,
)
from oracle.reading import broken, price
from oracle.table import Table, random_table, sound
from scheduler.facts import (
    All,
    Any,
    Frame,
    Ids,
    Implies,
    Link,
    Peak,
    Same,
    Space,
    Turn,
    primary_facts,
    timetable,
)
from scheduler.rules import Rulebook, RuleUse, Stated, find_rule
from scheduler.solve.compiled import compile_problem
from scheduler.solve.cpsat import row_values
from scheduler.solve.literals import Literals
from scheduler.solve.problem import Limits, Problem
from scheduler.verify import Truth, verify
from scheduler.verify.verifier import found_in_rows

LIMITS = Limits(seconds=60)
ONE_A_ROUND = {"carry-over", "travel", "meetings-apart"}
"""Rules over what follows what. To the solver nobody plays twice in a round: what came first then is for
the verifier to say, who is held against the naive reading elsewhere."""
Values = dict[tuple[int, int], int]


def asked(rng: Random, table: Table, ids: list[str]) -> tuple[Problem, dict[int, int]]:
    """A problem of these rules with random parameters, and the naive reading's price by level; those of
    ONE_A_ROUND only where nobody plays twice in a round."""
    played = [(r, e) for r, h, a, _ in table.matches for e in (h, a)]
    if len(set(played)) < len(played):
        ids = [id for id in ids if id not in ONE_A_ROUND]
    uses, prices = [], dict[int, int]()
    for id in ids:
        params, steps = random_params(rng, id, table), random_price(rng)
        defaults = {p.name: p.default for p in find_rule(id).params}
        level = rng.randint(1, 3) if steps else 0
        uses.append(RuleUse(id, defaults | params, level, steps))
        for c in broken(id, table, **spelt(params)):
            prices[level] = prices.get(level, 0) + price(c.deviation, list(steps or (1,)))
    frame = frame_of(table)
    space = timetable(frame)
    stated = Rulebook("r", uses=tuple(uses)).stated(space, frame)
    return Problem(space, frame, stated, {}), {k: v for k, v in prices.items() if k and v}


def verified(space: Space, stated: tuple[Stated, ...], table: Table) -> Values:
    """What the verifier finds in each row that has bounds."""
    truth = Truth(space, primary_facts(space, schedule_of(table)))
    out: Values = {}
    for index, entry in enumerate(stated):
        rows, found = found_in_rows(truth, entry.count)
        kept = np.ones(len(rows), bool)
        if entry.count.where is not None:
            kept = entry.count.where.ravel()[rows]
        out |= {(index, r): v for r, v in zip(rows[kept].tolist(), found[kept].tolist(), strict=True)}
    return out


def agree(problem: Problem, table: Table, values: Values, told: str) -> None:
    """Rows that the solver has not compiled can only be those in which nothing could count."""
    expected = verified(problem.space, problem.stated, table)
    for key in expected.keys() | values.keys():
        assert values.get(key, 0) == expected.get(key, 0), f"{told}: {problem.stated[key[0]].use}"


@pytest.mark.parametrize("block", range(4))
def test_all_facts_open_and_fixed(block: int) -> None:
    """With every fact a variable that is held to the schedule, rows and prices are the verifier's."""
    for seed in range(block, 120, 4):
        rng = Random(seed)
        table = random_table(rng, most=5, max_legs=2, copies=False)
        problem, prices = asked(rng, table, rng.sample(RULE_IDS, 6))
        schedule = schedule_of(table)
        values, levels = row_values(problem, schedule, LIMITS)
        agree(problem, table, values, f"seed {seed}: {table}")
        soft = dict(verify(problem.space, problem.stated, schedule).soft)
        told = f"seed {seed}: {table} {[s.use for s in problem.stated]}"
        assert {k: v for k, v in levels.items() if v} == prices, told
        assert {k: v for k, v in soft.items() if v} == prices, told


def compiled_values(problem: Problem, true: dict[str, set[int]]) -> Values:
    model = compile_problem(problem, enforce=False)
    for name in ("plays", "at"):
        for i, literal in model.literals.of(name).pairs():
            if not isinstance(literal, int):
                model.cp.add(literal == (i in true[name]))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(model.cp) in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    return {(r.index, r.row): solver.value(r.total) for r in model.rows}


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_known_facts_count_as_much_as_open_ones(share: float) -> None:
    """Any part of a schedule may be known beforehand: constants and variables add up alike."""
    for seed in range(40):
        rng = Random(seed)
        table = random_table(rng, most=6, max_legs=2, copies=False)
        problem, _ = asked(rng, table, rng.sample(RULE_IDS, 6))
        facts = primary_facts(problem.space, schedule_of(table))
        known = {k: ids[[rng.random() < share for _ in ids]] for k, ids in facts.items()}
        spare = {
            k: rng.sample(range(problem.space[k].first, problem.space[k].first + problem.space[k].size),
                          2)
            for k in facts
        }
        opened = {k: np.union1d(np.setdiff1d(ids, known[k]), spare[k]) for k, ids in facts.items()}
        true = {k: set(ids.tolist()) for k, ids in facts.items()}
        opened = {k: np.setdiff1d(ids, known[k]) for k, ids in opened.items()}
        values = compiled_values(problem.replace(open=opened, known=known), true)
        agree(problem, table, values, f"seed {seed}: {table}")


def test_promised_matches_make_the_same_turns() -> None:
    """Where it is promised who plays in which round, turns are looked up: runs and breaks agree."""
    rules = ["run-limit", "breaks-each", "breaks-total", "home-away-balance", *sorted(ONE_A_ROUND)]
    for seed in range(30):
        rng = Random(seed)
        n, legs = rng.randint(2, 6), rng.randint(1, 2)
        leg = n if n % 2 else n - 1
        table = Table(n, legs * leg, max(1, n // 2), legs, sound(rng, n, legs), [""] * n)
        table.miles = [[abs(i - j) for j in range(n)] for i in range(n)]
        problem, _ = asked(rng, table, rules)
        facts = primary_facts(problem.space, schedule_of(table))
        promise = np.zeros((n, table.rounds), dtype=bool)
        for r, h, a, _ in table.matches:
            promise[[h - 1, a - 1], r - 1] = True
        every = {k: problem.space[k].all_ids() for k in facts}
        true = {k: set(ids.tolist()) for k, ids in facts.items()}
        values = compiled_values(problem.replace(open=every, plays=promise), true)
        agree(problem, table, values, f"seed {seed}: {table}")


def small_space() -> Space:
    """One family of each connective, over facts that have nothing to do with matches."""
    def to(x: Ids, y: Ids) -> tuple[Ids, ...]:
        return (x,)

    cell, flag = Link("cell", to), Link("flag", lambda x: [(x,), (x - 1,)])
    here = Link("cell", lambda x, y: (x, y))
    space = Space()
    space.add("cell", "x y", (3, 5))
    space.add("other", "x y", (3, 5))
    space.add("flag", "x", (3,))
    space.add("any", "x", (3,), Any((cell, flag)))
    space.add("all", "x", (3,), All((cell, flag)))
    space.add("same", "x", (3,), Same((cell, flag)))
    space.add("implies", "x", (3,), Implies((flag, Link("any", lambda x: (x + 1,)))))
    space.add("nested", "x", (3,), Same((Link("same", lambda x: (x,)), Link("all", lambda x: (x,)))))
    space.add("turn", "x turn", (3, 10), Turn("other", "cell", "other"))
    space.add("lead", "low high", (3, 3), Peak((here,), (), tuple(range(5))), integer=True)
    space.add("peak", "x", (3,), Peak((here,), (Link("other", lambda x, y: (x, y)),), (1, 2, 4)),
              integer=True)
    return space


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_connectives_mean_the_same_to_the_solver(share: float) -> None:
    """Whatever is known or open, a derived fact has the value that the verifier gives it."""
    space = small_space()
    primary = [f for f in space.families if f.define is None]
    for seed in range(25):
        rng = Random(seed)
        true = {f.name: rng.sample(range(f.first, f.first + f.size), rng.randint(0, f.size // 2))
                for f in primary}
        known = {k: np.array(sorted(i for i in ids if rng.random() < share), dtype=np.int64)
                 for k, ids in true.items()}
        opened = {f.name: np.setdiff1d(f.all_ids(), known[f.name]) for f in primary}
        model = cp_model.CpModel()
        literals = Literals(model, Problem(space, Frame(3, 5, 1), (), opened, known))
        for f in primary:
            for i, literal in literals.of(f.name).pairs():
                if not isinstance(literal, int):
                    model.add(literal == (i in true[f.name]))
        derived = {f.name: literals.of(f.name) for f in space.families if f.define is not None}
        solver = cp_model.CpSolver()
        assert solver.solve(model) == cp_model.OPTIMAL
        truth = Truth(space, {k: np.array(ids, dtype=np.int64) for k, ids in true.items()})
        for name, possible in derived.items():
            found = {i: solver.value(literal) for i, literal in possible.pairs()}
            expected = truth.of(name)
            listed = dict(zip(expected.ids.tolist(), expected.values.tolist(), strict=True))
            assert {i: v for i, v in found.items() if v} == listed, (seed, name)
