"""Fields and rulebooks for the tests of this folder."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from scheduler.event import Entrant, Event, Stage
from scheduler.resources import find_model
from scheduler.rules import Rulebook, read_rulebook

SCHEMES = ("cba-knockout", "itf-draw", "ittf-draw", "usta-draw", "bwf-draw", "plain-draw")


def model(name: str) -> Rulebook:
    path: Path = find_model(name)
    return read_rulebook(path.read_text(encoding="utf-8"), name)


def stage(*rules: dict[str, Any], **options: Any) -> Stage:
    return Stage("knockout", options={k.replace("_", "-"): v for k, v in options.items()}, rules=rules)


def field(regions: str, seeds: int = 0) -> Event:
    """One letter an entrant, "." for no region; the first ``seeds`` are seeded in order."""
    return Event("cup", tuple(
        Entrant(i, f"team {i}", i if i <= seeds else 0, "" if r == "." else r)
        for i, r in enumerate(regions, start=1)
    ))


def random_field(rng: Random, n: int, seeds: int, values: int) -> Event:
    """Regions of Zipf-like sizes, as in real events."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return field("".join(
        letters[min(values - 1, int(rng.paretovariate(0.8)) - 1)] for _ in range(n)
    ), seeds)
