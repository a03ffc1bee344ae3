"""Random parameters for every rule, and from the oracle's table to what the engine reads."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from oracle.table import Table
from scheduler.event import Match, Schedule
from scheduler.facts import Frame

RULE_IDS = (
    "meet-each", "once-a-round", "each-way", "each-leg", "leg-order", "highest-meets-in-order",
    "neighbours-last", "carry-over", "related-early", "strong-late", "home-away-balance",
    "run-limit", "breaks-each", "breaks-total", "reverse-sides", "lead-limit", "meetings-apart",
    "travel", "one-table-a-match", "one-match-a-table", "highest-at-last-table", "table-variety",
    "lock", "unavailable", "side", "not-both-home",
)


def schedule_of(table: Table) -> Schedule:
    """The engine's schedule of the oracle's matches."""
    columns = np.array(table.matches, dtype=np.int64).reshape(-1, 4).T
    return Schedule.from_columns(table.n, table.rounds, *columns, tables=table.tables)


def frame_of(table: Table) -> Frame:
    """The engine's frame of the oracle's table."""
    earlier = [Match(h, a, r, t) for r, h, a, t in table.earlier]
    return Frame(
        table.n, table.rounds, table.tables, table.legs,
        {"region": tuple(table.regions)}, tuple(f"team {e}" for e in table.numbers()),
        Schedule.of(table.n, table.leg_rounds, earlier) if earlier else None,
        tuple(map(tuple, table.miles)),
    )


def some(rng: Random, top: int, *, least: int = 0) -> tuple[int, ...]:
    """A few of 1..top in random order."""
    return tuple(rng.sample(range(1, top + 1), rng.randint(min(least, top), top)))


def random_params(rng: Random, id: str, table: Table) -> dict[str, Any]:
    """Parameters of the rule, spelt as rulebooks spell them, that often make the table break it."""
    i, j = rng.sample(table.numbers(), 2)
    choices: dict[str, dict[str, Any]] = {
        "meet-each": {"times": rng.randint(0, 3)},
        "leg-order": {"mode": rng.choice(["mirrored", "inverted", "english", "french"])},
        "carry-over": {"most": rng.randint(0, 2)},
        "related-early": {
            "attribute": rng.choice(["region", "region", "region", "coach"]),
            "by": rng.randint(0, 4),
        },
        "strong-late": {"first": rng.randint(0, 10), "last": rng.randint(0, 12)},
        "home-away-balance": {"slack": rng.randint(0, 2)},
        "run-limit": {"most": rng.randint(0, 4), "bye-breaks-run": rng.random() < 0.5},
        "breaks-each": {"most": rng.randint(0, 3)},
        "breaks-total": {"most": rng.randint(0, 8), "least-free": rng.random() < 0.5},
        "lead-limit": {"most": rng.randint(0, 3)},
        "meetings-apart": {"least": rng.randint(0, 12)},
        "travel": {"most": rng.randint(0, 400)},
        "table-variety": {"apart": rng.random() < 0.5},
        "lock": {
            "home": i, "away": j, "sides": rng.random() < 0.5,
            "rounds": some(rng, min(3, table.rounds)), "tables": some(rng, table.tables),
        },
        "unavailable": {
            "entrants": some(rng, table.n, least=1), "rounds": some(rng, table.rounds, least=1),
        },
        "side": {
            "entrants": some(rng, table.n, least=1), "side": rng.choice(["home", "away"]),
            "rounds": some(rng, table.rounds),
        },
        "not-both-home": {
            "entrants": some(rng, table.n, least=1), "most": rng.randint(0, 2),
        },
    }
    return choices.get(id, {})


def random_price(rng: Random) -> tuple[int, ...]:
    """A convex price table; () stands for a hard rule."""
    steps = sorted(rng.randint(0, 9) for _ in range(rng.randint(0, 4)))
    return tuple(sum(steps[: k + 1]) for k in range(len(steps)))


def spelt(params: dict[str, Any]) -> dict[str, Any]:
    """Parameters as the oracle's functions call them."""
    return {name.replace("-", "_"): value for name, value in params.items()}
