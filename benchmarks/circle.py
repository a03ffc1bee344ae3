"""A round robin with the fewest breaks, made and verified: run as a process of its own.

    python -m benchmarks.circle 1000 [--count]

Prints JSON: status, hard, soft, matches; with ``--count`` also the breaks, counted match by match.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from scheduler.event import Entrant, Event, Schedule, Stage
from scheduler.formats.round_robin import plan
from scheduler.resources import find_model
from scheduler.rules import read_rulebook
from scheduler.solve.problem import Limits

__all__ = ["made"]


def made(n: int, *, count: bool = False) -> dict[str, Any]:
    """What was made for ``n`` entrants, as plain values. Raises what the program raises."""
    event = Event("circle", tuple(Entrant(k, f"Entrant {k}") for k in range(1, n + 1)))
    rulebook = read_rulebook(find_model("round-robin").read_text(encoding="utf-8"))
    result = plan(event, Stage(model="round-robin"), rulebook, Limits(60.0))
    told: dict[str, Any] = {
        "status": result.status,
        "engine": result.engine,
        "hard": result.report.hard,
        "soft": list(result.report.price),
        "matches": len(result.schedule),
    }
    return {**told, "breaks": _breaks(result.schedule)} if count else told


def _breaks(schedule: Schedule) -> int:
    """Two home or two away matches running, over the matches played, one entrant after the other."""
    before: dict[int, str] = {}
    breaks = 0
    for home, away in zip(schedule.home.tolist(), schedule.away.tolist(), strict=True):
        breaks += (before.get(home) == "H") + (before.get(away) == "A")
        before[home], before[away] = "H", "A"
    return breaks


if __name__ == "__main__":
    print(json.dumps(made(int(sys.argv[1]), count="--count" in sys.argv)))
