"""Wishes of several attributes, whatever their orders, rounds, levels and prices: best, and with a proof."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from formats.knockout.fields import model, random_field, stage
from scheduler.event import Event
from scheduler.formats.knockout import check_certificate, draw
from scheduler.formats.knockout.apart import wish_of
from scheduler.formats.knockout.job import job_of, random_of
from scheduler.formats.knockout.small import solve_small
from scheduler.solve.problem import Limits

LIMITS = Limits(10.0)


def with_clubs(event: Event, rng: Random) -> Event:
    return replace(event, entrants=tuple(
        replace(e, club=f"club {rng.randrange(1 + event.size // 4)}") for e in event.entrants))


def apart(attribute: str, order: str, level: int, price: int = 1, **rounds: int) -> dict[str, Any]:
    named = {k.replace("_", "-"): r for k, r in rounds.items()}
    return {"id": "apart", "attribute": attribute, "order": order, "level": level, "price": price, **named}


MIXES: dict[str, tuple[dict[str, Any], ...]] = {
    "other orders, other levels": (
        apart("region", "halves-first", 1), apart("club", "earliest-first", 11)),
    "other orders, one level": (
        apart("region", "halves-first", 1), apart("club", "earliest-first", 1)),
    "levels that mix": (apart("region", "earliest-first", 1), apart("club", "halves-first", 2)),
    "other prices": (apart("region", "earliest-first", 1), apart("club", "earliest-first", 1, 3)),
    "the late rounds only": (
        apart("region", "earliest-first", 1, from_round=2), apart("club", "halves-first", 2, to_round=2)),
    "the final too": (apart("club", "halves-first", 1, to_round=4), apart("region", "earliest-first", 9)),
}


@pytest.mark.parametrize("mix", MIXES)
def test_any_mix_of_orders_is_proven_and_no_solver_finds_better(mix: str) -> None:
    """16 lines: the general solver over the rules comes to the same price at every level."""
    for case in range(3):
        rng = Random(f"{mix} {case}")
        event = with_clubs(random_field(rng, rng.randint(10, 16), 4, 4), rng)
        asked = stage(*MIXES[mix])
        job = job_of(event, asked, model("plain-draw"), random_of("k"))
        assert wish_of(job.frame, job.rulebook, job.stated) is not None
        made = draw(event, asked, model("plain-draw"), LIMITS, "k")
        answer = solve_small(job.frame, job.rulebook, job.fixed.lines, LIMITS)
        assert answer.status == "optimal"
        assert tuple((answer.bounds or {}).values()) == made.report.price == made.bound
        assert made.status == "optimal"
        if made.engine != "CP-SAT":
            assert made.certificate is not None
            assert check_certificate(made.draw, made.certificate, event, asked) == []


@pytest.mark.parametrize("n", [29, 60, 120])
def test_the_associations_draw_keeps_clubs_apart_too_and_proves_it(n: int) -> None:
    """Regions in different halves first, then clubs round by round: a certificate that is accepted."""
    rng = Random(n)
    event = with_clubs(random_field(rng, n, 8, 9), rng)
    asked = stage(apart("club", "earliest-first", 20))
    made = draw(event, asked, model("cba-knockout"), LIMITS, "x")
    assert set(made.conflicts) == {"region", "club"}
    assert made.certificate is not None
    assert check_certificate(made.draw, made.certificate, event, asked) == []
    alone = draw(event, stage(), model("cba-knockout"), LIMITS, "x")
    assert made.report.price[: len(alone.report.price)] == alone.report.price


def test_rounds_that_nobody_asks_about_do_not_cost_clubs_anything() -> None:
    """Regions count in round 1 only: clubs are as far apart as if later rounds of regions did not exist."""
    for case in range(4):
        rng = Random(case)
        event = with_clubs(random_field(rng, 12, 2, 4), rng)
        asked = stage(apart("region", "earliest-first", 1, to_round=1), apart("club", "earliest-first", 9))
        job = job_of(event, asked, model("plain-draw"), random_of("k"))
        made = draw(event, asked, model("plain-draw"), LIMITS, "k")
        answer = solve_small(job.frame, job.rulebook, job.fixed.lines, LIMITS)
        assert answer.status == "optimal"
        assert made.report.price == tuple((answer.bounds or {}).values())
