"""A small event file, ways to break it, and a process that may not write."""

from __future__ import annotations

import os
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from scheduler.store import Draft, EventFile

DRAFTS = [
    Draft("new", {"name": "Cup", "boards": 16}, "Ann", "2026-05-01T09:00:00Z"),
    *(Draft("result", {"table": t, "imps": 7 * t}, "Bob", f"2026-05-01T10:0{t}:00Z") for t in range(1, 8)),
]


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    """An event file of eight entries."""
    path = tmp_path / "cup.event"
    EventFile.create(path, DRAFTS).close()
    return path


@pytest.fixture
def tampered(cup: Path) -> Callable[..., Path]:
    """``tampered("UPDATE ...", ...)``: the file after statements of someone who took the guards away."""

    def run(*statements: str) -> Path:
        with closing(sqlite3.connect(cup, isolation_level=None)) as db:
            guards = db.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
            for name, _ in guards:
                db.execute(f"DROP TRIGGER {name}")
            for statement in (*statements, *(sql for _, sql in guards)):
                db.execute(statement)
        return cup

    return run


@pytest.fixture
def powerless() -> Iterator[Path]:
    """A folder in which this process, once the test has taken away its ``mode``, cannot write.

    Who is allowed everything becomes nobody for as long as the test lasts.
    """
    if sys.platform == "win32":
        pytest.skip("folders cannot be closed by their mode here")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        mighty = os.geteuid() == 0
        if mighty:
            os.chown(folder, 65534, -1)
            os.seteuid(65534)
        try:
            yield folder
        finally:
            if mighty:
                os.seteuid(0)
            folder.chmod(0o700)
