"""Random lives of Swiss events: entries, drawings, results, corrections, withdrawals, undo, in any order."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

from benchmarks.measure import Case, Setting, Timing, run_process

__all__ = ["machine"]

_TEST = "tests/app/directing/test_machine.py"


def machine(setting: Setting) -> Iterator[Case]:
    """The state machine of the tests, longer: no avoidable rematch, points conserved, fold equals replay."""
    many = setting.pick(10_000, 500, 3)
    os.environ["SCHEDULER_LIVES"] = str(many)
    words = ["-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", _TEST]
    ran = run_process([sys.executable, *words], limit=3_000)
    last = ran.out.strip().splitlines()[-1:] or [ran.err.strip()[-200:]]
    broken = () if ran.code == 0 else (f"the machine found something: {last[0][:200]}",)
    yield Case(
        f"{many:,} random lives of an event, each step held to the invariants", Timing((ran.wall,)),
        said={"lives a second": round(many / ran.wall, 1)}, broken=broken)
