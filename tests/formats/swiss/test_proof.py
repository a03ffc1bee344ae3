"""A round's claim, written as JSON and checked from it."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from formats.swiss.books import Played, adding, book
from formats.swiss.test_above import before_score
from scheduler.facts.pairing import BYE
from scheduler.formats.swiss import SwissRound, SwissState, check_proof, next_round
from scheduler.rules import Rulebook


def checked(
    made: SwissRound, state: SwissState, rules: Rulebook, seed: str, **changes: Any
) -> tuple[str, ...]:
    proof = json.loads(json.dumps(made.as_json()["proof"]))
    proof.update(changes)
    return check_proof(
        proof, state, rules, [(m.home, m.away) for m in made.matches], [b.entrant for b in made.byes],
        seed=seed)


@pytest.mark.parametrize(("n", "odd"), [(16, "bye"), (9, "bye"), (11, "short"), (9, "long"), (7, "phantom")])
def test_every_round_is_proven_from_its_json(n: int, odd: str) -> None:
    """Events of all kinds of odd fields: every round is accepted, with the state before it and its seed."""
    rules = book(paired_once={"odd": odd})
    event = Played(n, 6, rules, 3)
    denied = 0
    for _ in range(6):
        state = event.state()
        made = event.one()
        assert checked(made, state, rules, event.seed) == ()
        denied += len(made.seen.pairing.witnesses)
    assert denied > 0 or n != 16


def test_what_stands_wishes_and_wishes_before_score_are_in_it() -> None:
    """A fixed match and bye, opponents exchanged among equals, regions kept apart before score: proven; and
    not without what says so."""
    points = {e: 10 * (8 - e) for e in range(1, 8)}
    state = SwissState(7, 2, 4, (), points)
    made = next_round(state, book(), fixed=[(5, 2, 0), (BYE, 4, 0)])
    assert checked(made, state, book(), "0") == ()
    assert checked(made, state, book(), "0", fixed=[]) != ()
    regions = {"region": ("A", "A", "", "")}
    level = SwissState(4, 3, 3, (), {1: 40, 2: 30, 3: 30, 4: 30}, attributes=regions)
    wish = adding(book(), "kept-apart", price=1, level=2)
    made = next_round(level, wish)
    assert made.wished is not None
    assert checked(made, level, wish, "0") == ()
    above = before_score(book(), "kept-apart")
    apart = SwissState(4, 3, 3, (), {1: 40, 2: 30, 3: 20, 4: 10}, attributes=regions)
    made = next_round(apart, above)
    assert checked(made, apart, above, "0") == ()
    assert checked(made, apart, above, "0", levels=[]) != ()


def test_another_round_is_not_proven() -> None:
    """Two matches exchanged, another order, witnesses taken out, an entrant left out: each has its fault."""
    event = Played(12, 9, book(), 2)
    for _ in range(6):
        event.one()
    state = event.state()
    made = next_round(state, book(), seed=event.seed)
    proof = made.as_json()["proof"]
    assert proof["witnesses"]
    rows = [(m.home, m.away) for m in made.matches]
    (a, b), (c, d) = rows[:2]
    assert check_proof(proof, state, book(), [(a, c), (b, d), *rows[2:]]) != ()
    assert any("another order" in f for f in checked(made, state, book(), "0", order=proof["order"][::-1]))
    assert any("not shown" in f for f in checked(made, state, book(), "0", witnesses=[]))
    assert any("leaves out" in f for f in checked(made, state, book(), "0", order=proof["order"][:-2]))


def test_shared_barriers_are_written_once() -> None:
    """A club of half of 80: most witnesses point to the barrier of another, and the proof holds."""
    members = Random(2).sample(range(1, 81), 40)
    clubs = tuple("X" if e in members else "" for e in range(1, 81))
    rules = adding(book(), "kept-apart", attribute="club")
    state = SwissState(80, 2, 5, (), {e: 100 - e // 3 for e in range(1, 81)}, attributes={"club": clubs})
    made = next_round(state, rules)
    written = made.as_json()["proof"]["witnesses"]
    assert sum("body" in w for w in written) > len(written) / 2
    assert checked(made, state, rules, "0") == ()


def test_anything_may_stand_in_the_place_of_a_proof() -> None:
    """300 spoilt proofs: a sentence comes back each time and no exception."""
    rng = Random(1)
    event = Played(10, 7, book(), 5)
    for _ in range(4):
        event.one()
    state = event.state()
    made = next_round(state, book())
    rows = [(m.home, m.away) for m in made.matches]
    junk: list[Any] = [None, [], {}, "x", -1, 10**30, True, [[]], [[1]], [{"entrant": 1}], 2.5]
    whole = made.as_json()["proof"]
    for _ in range(300):
        proof = dict(whole)
        key = rng.choice([*whole, "fixed", "levels", "matches"])
        proof[key] = rng.choice(junk)
        if rng.random() < 0.3:
            proof.pop(rng.choice(["order", "witnesses", "passed"]), None)
        assert all(isinstance(f, str) for f in check_proof(proof, state, book(), rows))
    assert check_proof({}, state, book(), rows) == ("the proof is not of the shape of one",)
    assert check_proof(whole, state, book(), []) != ()
