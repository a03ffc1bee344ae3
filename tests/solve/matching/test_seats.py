"""Tables of a round against every way to give them."""

from __future__ import annotations

from functools import partial
from itertools import permutations
from random import Random

import numpy as np
import pytest

from oracle import round_tables as naive
from scheduler.errors import NoAnswer, UsageError
from scheduler.facts.pairing import PairingFrame, pairing_facts, pairing_space
from scheduler.rules import Rulebook, read_uses
from scheduler.solve.matching.assignment import cheapest, first_cheapest
from scheduler.solve.matching.seats import seat


@pytest.mark.parametrize("seed", range(4))
def test_the_first_of_the_cheapest_assignments(seed: int) -> None:
    """200 matrices of up to 6 rows, few different costs: the cheapest, and of these the first."""
    rng = Random(seed)
    for _ in range(200):
        n, most = rng.randint(1, 6), rng.choice([1, 2, 5, 100])
        cost = np.array([[rng.randint(0, most) for _ in range(n)] for _ in range(n)], dtype=np.int64)
        best = min(permutations(range(n)), key=lambda p: (sum(cost[i, p[i]] for i in range(n)), p))
        assert first_cheapest(cost) == list(best)


def test_reduced_costs_prove_the_optimum() -> None:
    """60 rows: no reduced cost is negative, and those taken are 0."""
    cost = np.random.default_rng(3).integers(0, 50, (60, 60))
    columns, reduced = cheapest(cost)
    assert sorted(columns) == list(range(60))
    assert reduced.min() == 0
    assert not reduced[np.arange(60), columns].any()


def asked(rng: Random, n: int, tables: int) -> tuple[list[dict[str, object]], bool]:
    """Rules at random, the last of them tying tables together in half of the cases."""
    tied = rng.random() < 0.5
    uses: list[dict[str, object]] = [
        {"id": "at-tables", "first": rng.randint(0, 1)}, {"id": "new-table", "price": [1, 3], "level": 2}]
    if rng.random() < 0.5:
        uses.append({"id": "blocked-tables", "tables": [rng.randint(1, tables)]})
    if rng.random() < 0.5:
        uses.append({
            "id": "stationary", "entrant": rng.randint(1, n), "table": rng.randint(1, tables),
            **({"price": 2, "level": 1} if rng.random() < 0.5 else {})})
    if tied:
        uses.append({
            "id": "tables-apart", "entrants": rng.sample(range(1, n + 1), 3),
            **({"price": 1, "level": rng.randint(1, 3)} if rng.random() < 0.6 else {})})
    return uses, tied


def worth(
    uses: list[dict[str, object]], seated: list[tuple[int, int, int]], sat: tuple[tuple[int, int, int], ...],
    tables: int,
) -> tuple[int, ...]:
    """(hard deviations, price of levels 1 to 3) by the naive reading."""
    out = [0, 0, 0, 0]
    for use in uses:
        params = {k: v for k, v in use.items() if k not in ("id", "price", "level")}
        if use["id"] == "new-table":
            params = {"sat": sat, "now": 9, "window": 0}
        elif use["id"] == "tables-apart":
            params["tables"] = tables
        off = getattr(naive, str(use["id"]).replace("-", "_"))(seated, **params)
        price = use.get("price", 1)
        for _, by in off:
            table = price if isinstance(price, list) else [price * k for k in range(1, 30)]  # type: ignore[operator]
            out[int(use.get("level", 0))] += table[by - 1]  # type: ignore[call-overload]
    return tuple(out)


def worth_of(
    uses: list[dict[str, object]], matches: list[tuple[int, int]], sat: tuple[tuple[int, int, int], ...],
    tables: int, way: tuple[int, ...],
) -> tuple[int, ...]:
    """What the matches at these tables are worth."""
    return worth(uses, [(a, b, t) for (a, b), t in zip(matches, way, strict=True)], sat, tables)


@pytest.mark.parametrize("seed", range(6))
def test_no_other_tables_are_cheaper(seed: int) -> None:
    """25 rounds of up to 4 matches at up to 5 tables, some held: every way is tried, level by level; where
    no rule ties tables together it is the first of the best from the top."""
    rng, impossible, priced = Random(seed), 0, 0
    for _ in range(25):
        m = rng.randint(1, 4)
        n, tables = 2 * m + 2, rng.randint(m, 5)
        line = rng.sample(range(1, n + 1), n)
        matches = list(zip(line[: 2 * m : 2], line[1 : 2 * m : 2], strict=True))
        sat = tuple((rng.randint(1, n), rng.randint(1, tables), r) for r in range(1, 9))
        held = {rng.randrange(m): rng.randint(1, tables)} if rng.random() < 0.4 else {}
        uses, tied = asked(rng, n, tables)
        frame = PairingFrame(n, 9, 9, tables=tables, sat=sat)
        space = pairing_space(frame)
        stated = Rulebook("r", uses=read_uses(uses)).stated(space, frame)
        value = partial(worth_of, uses, matches, sat, tables)
        ways = [
            w for w in permutations(range(1, tables + 1), m)
            if all(w[i] == t for i, t in held.items()) and value(w)[0] == 0]
        known = pairing_facts(space, matches)
        if not ways:
            impossible += 1
            with pytest.raises(NoAnswer):
                seat(space, frame, stated, known, matches, held)
            continue
        best = min(ways, key=lambda w: (value(w), w))
        made = seat(space, frame, stated, known, matches, held)
        assert made.optimal
        assert value(made.tables) == value(best)
        assert tied or made.tables == best
        priced += any(value(best))
    assert impossible > 0
    assert priced > 0


def test_large_rounds_are_refused_in_words() -> None:
    """1,001 tables under rules about them are too many; so is what ties 101 by 101 together."""
    for n, use, said in (
        (2002, {"id": "at-tables"}, "at most 1000"),
        (202, {"id": "tables-apart", "entrants": [1, 3]}, "at most 10000 pairs"),
    ):
        frame = PairingFrame(n, tables=n // 2)
        space = pairing_space(frame)
        matches = [(a, a + 1) for a in range(1, n, 2)]
        stated = Rulebook("r", uses=read_uses([use])).stated(space, frame)
        with pytest.raises(UsageError, match=said):
            seat(space, frame, stated, pairing_facts(space, matches), matches, {})
