"""The checker of rounds accepts every exact round and refuses every forged one."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from scheduler.errors import NoAnswer
from scheduler.facts.pairing import BYE, Bans, Barrier, Pairing
from scheduler.solve.matching import pair
from scheduler.verify.pairing import check_pairing
from solve.matching.naive import random_case


def cases(seed: int, many: int, most: int) -> list[tuple[Pairing, Bans, list[int]]]:
    rng, out = Random(seed), []
    for _ in range(many):
        order, bans, may_bye = random_case(rng, most)
        try:
            out.append((pair(order, bans, may_bye), bans, may_bye))
        except NoAnswer:
            continue
    return out


def test_exact_rounds_are_accepted() -> None:
    """Over 1,500 rounds of up to 24 entrants with thousands of denied pairs."""
    denied = 0
    for made, bans, may_bye in cases(1, 1800, 24):
        assert check_pairing(made, bans, may_bye) == ()
        denied += sum(len(w.denied) for w in made.witnesses)
    assert denied > 1000


def test_barriers_among_overlapping_blocks_are_read_right() -> None:
    """With several clubs for one entrant exact rounds are accepted and those without witnesses refused."""
    rng, shown = Random(12), 0
    for _ in range(500):
        order = rng.sample(range(1, 20), 2 * rng.randint(2, 8))
        bans = Bans(
            [(a, b) for a in order for b in order if a < b and rng.random() < 0.2],
            [rng.sample(order, rng.randint(2, max(2, len(order) // 2))) for _ in range(rng.randint(1, 3))])
        try:
            made = pair(order, bans)
        except NoAnswer:
            continue
        assert check_pairing(made, bans) == ()
        if made.witnesses:
            shown += 1
            assert check_pairing(replace(made, witnesses=()), bans)
    assert shown > 80


def test_another_round_is_refused() -> None:
    """Opponents exchanged between two matches make another round: never accepted with these witnesses."""
    rng, tried = Random(2), 0
    for made, bans, may_bye in cases(3, 1500, 16):
        if len(made.matches) < 2:
            continue
        i, j = rng.sample(range(len(made.matches)), 2)
        rows = list(made.matches)
        (a, b), (c, d) = rows[i], rows[j]
        rows[i], rows[j] = ((a, c), (b, d)) if rng.random() < 0.5 else ((a, d), (b, c))
        assert check_pairing(replace(made, matches=tuple(rows)), bans, may_bye)
        tried += 1
    assert tried > 900


def test_a_round_without_its_witness_is_refused() -> None:
    """Each barrier is needed: without it a denied pair is not shown to be."""
    for made, bans, may_bye in cases(4, 800, 16):
        for k in range(len(made.witnesses)):
            rest = made.witnesses[:k] + made.witnesses[k + 1 :]
            faults = check_pairing(replace(made, witnesses=rest), bans, may_bye)
            assert any("not shown" in f for f in faults)


def test_invented_barriers_prove_nothing() -> None:
    """A round that passes over a possible pair is refused whatever barrier comes with it."""
    rng, tried = Random(5), 0
    for made, bans, may_bye in cases(6, 900, 12):
        order = list(made.order)
        for top in order:
            others = [e for e in order if e not in (top, made.bye)]
            if made.bye or len(others) < 3:
                break
            j = rng.choice(others)
            if not bans.allowed(order[0], j) or j == made.opponent(order[0]) or j == order[0]:
                continue
            try:
                forged = pair(order, bans, may_bye, forced=[(order[0], j)])
            except NoAnswer:
                continue
            members = rng.sample(others, rng.randint(1, len(others)))
            cut = rng.randint(0, len(members))
            lie = Barrier(order[0], tuple(others), tuple(members[:cut]), tuple((e,) for e in members[cut:]))
            assert check_pairing(replace(forged, witnesses=(lie, *forged.witnesses)), bans, may_bye)
            tried += 1
            break
    assert tried > 100


@pytest.mark.parametrize(
    ("made", "fault"),
    [
        (Pairing((1, 2, 3, 4), ((1, 2), (2, 3))), "twice"),
        (Pairing((1, 2, 3, 4), ((1, 2),)), "same entrants"),
        (Pairing((1, 2, 3), ((1, 2),)), "same entrants"),
        (Pairing((1, 2, 3), ((1, 2),), 3), "may not have the bye"),
        (Pairing((1, 2, 3, 4), ((1, 2), (3, 4))), "1-2 is not allowed"),
        (Pairing((1, 2, 3, 4), ((1, 4), (2, 3))), "1-3 stands higher"),
        (Pairing((1, 2), (), BYE), "same entrants"),
    ],
)
def test_what_is_wrong_is_said(made: Pairing, fault: str) -> None:
    """Each kind of fault has its sentence."""
    assert any(fault in f for f in check_pairing(made, Bans([(1, 2)]), [1]))


def test_passed_pairs_are_taken_on_trust_only_where_named() -> None:
    """A pair passed over for later rounds is excused by name, and no other."""
    made = Pairing((1, 2, 3, 4), ((1, 3), (2, 4)))
    assert check_pairing(made, Bans(), passed=[(1, 2)]) == ()
    assert check_pairing(made, Bans(), passed=[(1, 4)])
