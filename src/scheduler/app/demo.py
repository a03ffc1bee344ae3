"""The main job on real input: plan a sample event, write its files, check the published tables."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scheduler.app.as_json import check_json, plan_json
from scheduler.app.directing.looking import Shown
from scheduler.app.directing.past import Verified
from scheduler.app.exporting import Content, export
from scheduler.app.inputs import Table, read_names
from scheduler.app.planning import Job, limits_of, make, prepare
from scheduler.app.tables import judge, prepare_table
from scheduler.event import Entrant, Event, Report, Result, Stage
from scheduler.files.output import write_atomic
from scheduler.views import Verdict

__all__ = ["EVENT", "MODEL", "TABLES", "Checked", "Demo", "Life", "demo", "demo_json"]

EVENT = "sample-23"
MODEL = "cba-round-robin"
TABLES = ("cba-6", "cba-8", "cba-12")


@dataclass(frozen=True)
class Checked:
    """A published table with the verifier's report."""

    table: Table
    report: Report


@dataclass(frozen=True)
class Life:
    """A short event in progress: its standings after two rounds, and how its file was verified."""

    shown: Shown
    verified: Verified


@dataclass(frozen=True)
class Demo:
    """What the demonstration made: the job, its answer, the files written, the tables checked, and an
    event in progress."""

    job: Job
    result: Result
    files: tuple[Path, ...]
    checked: tuple[Checked, ...]
    life: Life


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
    path = folder / "swiss.event"
    return Demo(job, result, (path, *files), tuple(_checked(name) for name in TABLES), _lived(path))


_RESULTS = ("1 +14\n2 -7\n3 =\n4 +31", "1 -5\n2 +22\n3 +1\n4 w-")
"""IMPs of two rounds by table; the last is a walkover."""


def _lived(to: Path) -> Life:
    """Two Swiss rounds of eight teams, in a new file in the place of an earlier one."""
    from scheduler import directing

    teams = tuple(Entrant(i, f"Team {i}") for i in range(1, 9))
    event = Event("Swiss", teams, (Stage("swiss", options={"rounds": 5, "boards": 16}),))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / to.name
        directing.new(path, event, seed="demo")
        for results in _RESULTS:
            directing.pair(path)
            directing.publish(path)
            directing.paste_results(path, results)
        life = Life(directing.standings(path), directing.verify(path))
        write_atomic(to, path.read_bytes())
    return life


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
        "event": done.life.shown.as_json(),
    }
