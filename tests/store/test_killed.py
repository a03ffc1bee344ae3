"""Whatever instant a writer is killed at, nothing that it acknowledged is lost."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from benchmarks.logs import killed

from scheduler.store import EventFile

KILLS = 50


@pytest.mark.parametrize("part", range(5))
def test_a_killed_writer_loses_nothing_acknowledged_and_leaves_one_file_that_opens(
    tmp_path: Path, part: int
) -> None:
    """Ten kills on one file: see ``killed`` for what is held against each."""
    path = tmp_path / "cup.event"
    EventFile.create(path).close()
    chance = Random(part)
    lefts = [killed(path, chance) for _ in range(KILLS // 5)]
    assert [left.faults for left in lefts] == [()] * len(lefts)
    assert sum(left.told for left in lefts) > 0
