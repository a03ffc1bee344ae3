"""The main job on real input: plan a sample event, write its files, check the published tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scheduler.app.as_json import check_json, plan_json
from scheduler.app.exporting import Content, export
from scheduler.app.inputs import Table, read_names
from scheduler.app.planning import Job, limits_of, make, prepare
from scheduler.app.tables import judge, prepare_table
from scheduler.event import Report, Result
from scheduler.views import Verdict

__all__ = ["EVENT", "MODEL", "TABLES", "Checked", "Demo", "demo", "demo_json"]

EVENT = "sample-23"
MODEL = "cba-round-robin"
TABLES = ("cba-6", "cba-8", "cba-12")


@dataclass(frozen=True)
class Checked:
    """A published table with the verifier's report."""

    table: Table
    report: Report


@dataclass(frozen=True)
class Demo:
    """What the demonstration made: the job, its answer, the files written, the tables checked."""

    job: Job
    result: Result
    files: tuple[Path, ...]
    checked: tuple[Checked, ...]


def demo(folder: Path, *, language: str = "en") -> Demo:
    """Run the demonstration and write its files into ``folder``, over those of an earlier run.

    Raises :class:`scheduler.errors.FileError` where they cannot be written.
    """
    job = prepare(EVENT)
    result = make(job, limits_of(60.0))
    content = Content(
        result.schedule, job.event, read_names(job.event), Verdict.of(result, job.rulebook.name),
        plan_json(result, event=job.event, model=job.rulebook.name), language, job.event.name,
    )
    files = export(
        content, folder, names=("csv", "json", "xlsx", "html"), stem=EVENT, force=True
    )
    return Demo(job, result, files, tuple(_checked(name) for name in TABLES))


def _checked(name: str) -> Checked:
    from scheduler.app.planning import Asked

    judged = prepare_table(name, asked=Asked(model=MODEL))
    return Checked(judged.table, judge(judged))


def demo_json(done: Demo) -> dict[str, Any]:
    """The answer, the files, and one report a table, each in the shape of its own command."""
    reports: Sequence[dict[str, Any]] = [
        check_json(c.report, table=c.table, model=MODEL) for c in done.checked
    ]
    return {
        "plan": plan_json(done.result, event=done.job.event, model=done.job.rulebook.name),
        "files": [path.as_posix() for path in done.files],
        "checks": list(reports),
    }
