"""Every connective means what it says, on small spaces that have nothing to do with timetables."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from scheduler.facts import All, Any, Ids, Implies, Link, Peak, Same, Space, Turn
from scheduler.facts.connectives import Definition
from scheduler.rules import Count, RuleUse, Term
from scheduler.verify import Truth
from scheduler.verify.verifier import found_in_rows, price_of

SEEDS = range(60)


def held(space: Space, given: dict[str, list[tuple[int, ...]]], name: str) -> dict[tuple[int, ...], int]:
    """Coordinates and values of the facts of ``name`` that hold, given the true primary ones."""
    primary = {
        family: np.array([space[family].ids(*c) for c in coords], dtype=np.int64)
        for family, coords in given.items()
    }
    found = Truth(space, primary).of(name)
    assert (np.diff(found.ids) > 0).all() or len(found.ids) < 2
    coords = zip(*(c.tolist() for c in space[name].coords(found.ids)), strict=True)
    return dict(zip(coords, found.values.tolist(), strict=True))


def rows_and_columns(define: Definition) -> Space:
    """``cell[x, y]`` and ``flag[x]`` are primary; ``out[x]`` is derived from them."""
    space = Space()
    space.add("cell", "x y", (4, 3))
    space.add("flag", "x", (4,))
    space.add("out", "x", (4,), define)
    return space


CELL, FLAG = Link("cell", lambda x, y: (x,)), Link("flag", lambda x: (x,))


@pytest.mark.parametrize(("define", "meaning"), [
    (Any((CELL, FLAG)), lambda cell, flag: cell or flag),
    (All((CELL, FLAG)), lambda cell, flag: cell and flag),
    (All((CELL,)), lambda cell, flag: cell),
    (Same((CELL, FLAG)), lambda cell, flag: cell == flag),
    (Implies((CELL, FLAG)), lambda cell, flag: flag or not cell),
    (Implies((FLAG, CELL)), lambda cell, flag: cell or not flag),
])
def test_connectives_mean_what_they_say(define: Definition, meaning: object) -> None:
    """Any, all, same and implies agree with Python's own words on random facts, all false included."""
    space = rows_and_columns(define)
    for seed in SEEDS:
        rng = Random(seed)
        cells = [(x, y) for x in range(4) for y in range(3) if rng.random() < 0.25 * (seed % 4)]
        flags = [(x,) for x in range(4) if rng.random() < 0.5]
        expected = {
            (x,): 1 for x in range(4)
            if meaning(any(c[0] == x for c in cells), (x,) in flags)  # type: ignore[operator]
        }
        assert held(space, {"cell": cells, "flag": flags}, "out") == expected, seed


def test_one_fact_may_bear_on_several_or_on_nothing() -> None:
    """A link that gives a list of targets supports each; targets outside the shape are nothing."""
    space = Space()
    space.add("cell", "x", (4,))
    space.add("near", "x", (4,), Any((Link("cell", lambda x: [(x - 1,), (x,), (x + 1,)]),)))
    assert set(held(space, {"cell": [(3,)]}, "near")) == {(2,), (3,)}
    assert held(space, {}, "near") == {}


def test_derived_facts_derive_from_derived_ones() -> None:
    """A connective over connectives: two in the same group, groups being the same or opposite."""
    space = Space()
    space.add("north", "team", (4,))
    pairs = [(i, j) for i in range(4) for j in range(4)]

    def first(i: Ids) -> list[tuple[Ids, ...]]:
        return [(i, np.full_like(i, j)) for j in range(4)]

    def second(j: Ids) -> list[tuple[Ids, ...]]:
        return [(np.full_like(j, i), j) for i in range(4)]

    space.add("together", "low high", (4, 4), Same((Link("north", first), Link("north", second))))
    space.add("alone", "team", (4,), Implies((
        Link("together", lambda i, j: (np.where(i < j, i, -1),)), Link("north", lambda i: (i,)))))
    given: dict[str, list[tuple[int, ...]]] = {"north": [(0,), (2,)]}
    expected = {(i, j): 1 for i, j in pairs if (i % 2) == (j % 2)}
    assert held(space, given, "together") == expected
    assert set(held(space, given, "alone")) == {(0,), (2,), (3,)}


WHITE, BLACK = (Link(name, lambda p, r: (p, r)) for name in ("white", "black"))


def sequence_space() -> Space:
    space = Space()
    space.add("white", "player round", (3, 5))
    space.add("black", "player round", (3, 5))
    space.add("white-turn", "player turn", (3, 10), Turn("white", "white", "black"))
    space.add("black-turn", "player turn", (3, 10), Turn("black", "white", "black"))
    space.add("lead", "low high", (3, 3), Peak((WHITE,), (), tuple(range(5))), integer=True)
    space.add("balance", "player", (3,), Peak((WHITE,), (BLACK,), (1, 3)), integer=True)
    return space


def random_sequences(rng: Random) -> tuple[list[str], dict[str, list[tuple[int, ...]]]]:
    """Per player a text of W, B, - (idle) or 2 (both) for each round, and the facts it states."""
    texts = ["".join(rng.choice("WWBB-2") for _ in range(5)) for _ in range(3)]
    facts: dict[str, list[tuple[int, ...]]] = {
        name: [(p, r) for p in range(3) for r in range(5) if texts[p][r] in marks]
        for name, marks in (("white", "W2"), ("black", "B2"))
    }
    return texts, facts


def test_turns_skip_idle_rounds() -> None:
    """The i-th turn is the i-th game, idle rounds left out; of two in a round white comes first."""
    space = sequence_space()
    for seed in SEEDS:
        texts, facts = random_sequences(Random(seed))
        games = [t.replace("-", "").replace("2", "WB") for t in texts]
        for name, mark in (("white-turn", "W"), ("black-turn", "B")):
            expected = {
                (p, i): 1 for p, played in enumerate(games) for i, c in enumerate(played) if c == mark
            }
            assert held(space, facts, name) == expected, seed


def test_lead_is_the_widest_gap_at_any_time() -> None:
    """The lead of two is the most by which either was ever ahead in what is counted."""
    space = sequence_space()
    for seed in SEEDS:
        texts, facts = random_sequences(Random(seed))
        whites = [[sum(c in "W2" for c in t[: r + 1]) for r in range(5)] for t in texts]
        expected = {}
        for i in range(3):
            for j in range(i + 1, 3):
                lead = max(abs(a - b) for a, b in zip(whites[i], whites[j], strict=True))
                expected |= {(i, j): lead} if lead else {}
        assert held(space, facts, "lead") == expected, seed


def test_the_peak_of_one_is_looked_at_in_some_rounds() -> None:
    """The balance is the most by which one colour led the other after the 2nd or the 4th round."""
    space = sequence_space()
    for seed in SEEDS:
        texts, facts = random_sequences(Random(seed))
        expected = {}
        for p, text in enumerate(texts):
            off = max(
                abs(sum(c in "W2" for c in text[:k]) - sum(c in "B2" for c in text[:k])) for k in (2, 4)
            )
            expected |= {(p,): off} if off else {}
        assert held(space, facts, "balance") == expected, seed


def test_a_family_without_meaning_is_refused() -> None:
    """A definition that no reading knows is an error, never silently false."""
    space = Space()
    space.add("odd", "x", (2,), "nonsense")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="odd has no meaning"):
        Truth(space, {}).of("odd")


def test_pairs_within_a_section_are_a_convex_table() -> None:
    """Prices 0, 1, 3, 6 on how many of a region stand in a section: x of them make C(x, 2) pairs."""
    space = Space()
    stands = space.add("stands", "entrant section", (8, 3))
    count = Count(("section",), (3,), (Term("stands", lambda e, s: (s,)),), None, 0)
    use = RuleUse("apart", level=1, price=(0, 1, 3, 6, 10, 15, 21, 28))
    for seed in SEEDS:
        rng = Random(seed)
        where = [rng.randrange(3) for _ in range(8)]
        truth = Truth(space, {"stands": np.array([stands.ids(e, s) for e, s in enumerate(where)])})
        _, found = found_in_rows(truth, count)
        assert found.tolist() == [where.count(s) for s in range(3)]
        pairs = sum(where[i] == where[j] for i in range(8) for j in range(i))
        assert sum(price_of(use, int(x)) for x in found) == pairs


@pytest.mark.parametrize(("table", "prices"), [
    ((5,), [0, 5, 10, 15]), ((0, 1, 3), [0, 0, 1, 3, 5, 7]), ((2, 6), [0, 2, 6, 10, 14]),
    ((0,), [0, 0, 0]),
])
def test_a_price_table_goes_on_by_its_last_step(table: tuple[int, ...], prices: list[int]) -> None:
    """Beyond its end a price table grows as at its last step; no deviation costs nothing."""
    use = RuleUse("any", level=1, price=table)
    assert [price_of(use, off) for off in range(len(prices))] == prices
