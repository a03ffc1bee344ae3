"""What an engine hands back: :class:`Result`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scheduler.event.report import Report
from scheduler.event.schedule import Schedule

__all__ = ["Result"]


@dataclass(frozen=True, slots=True)
class Result:
    """An answer with its proof state.

    ``status``: ``optimal`` (no better exists, proven), ``feasible`` (all hard rules hold, a better
    one may exist), ``interrupted`` (best found so far when stopped). ``bound`` is the proven lower
    bound of the price per level, in the order of ``report.price``; ``engine`` names what found it;
    ``notes`` say in words what yielded or what was chosen. ``seconds`` is wall-clock time.
    """

    status: str
    schedule: Schedule
    report: Report
    engine: str
    bound: tuple[int, ...] = ()
    seconds: float = 0.0
    seed: int = 0
    notes: tuple[str, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)
