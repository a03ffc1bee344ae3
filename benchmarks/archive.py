"""Where the published archive of league instances is, and what is said where it is not."""

from __future__ import annotations

import os
from pathlib import Path

from benchmarks.measure import ROOT, Case, Timing

__all__ = ["absent", "archive", "left_out"]


def archive() -> Path | None:
    """The folder of the RobinX archive: below SCHEDULER_SHARED, else beside the checkout; None without."""
    named = os.environ.get("SCHEDULER_SHARED", "")
    folder = (Path(named) if named else ROOT.parent / "shared") / "data" / "robinx"
    return folder if folder.is_dir() else None


def left_out(what: str, why: str) -> Case:
    """A case that is not measured, and says why."""
    return Case(what, Timing(()), said={"left out": why})


def absent(what: str) -> Case:
    """A case whose data is not there."""
    return left_out(what, "no archive of instances: set SCHEDULER_SHARED")
