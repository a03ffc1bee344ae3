"""An event file on several desks at once: nothing is lost, nothing is decided on an old state."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from threading import Thread
from time import sleep

import pytest

from scheduler import directing
from scheduler.errors import EventChanged, FileError, SchedulerError, UsageError
from scheduler.event import Entrant, Event, Stage
from scheduler.live.dump import dump
from scheduler.store import EventFile

ROOT = Path(__file__).resolve().parents[3]


def cup(folder: Path, teams: int = 40) -> Path:
    """A published first round."""
    path = folder / "cup.event"
    stage = Stage("swiss", options={"rounds": 5, "boards": 8})
    entrants = tuple(Entrant(i, f"T{i}") for i in range(1, teams + 1))
    directing.new(path, Event("Cup", entrants, (stage,)), seed="1")
    directing.pair(path)
    directing.publish(path)
    return path


def results(path: Path) -> list[int]:
    """The tables that have a result, in order of the log."""
    entries = [e for e in directing.read(path) if e.kind == "result"]
    return [int(str(e.payload["match"])) % 100_000 for e in entries]


def test_scorers_in_threads_on_one_open_desk_lose_nothing(tmp_path: Path) -> None:
    path = cup(tmp_path)
    desk = directing.OpenDesk(path)

    def post(tables: Sequence[int]) -> None:
        for table in tables:
            written = directing.enter_results(desk, [directing.Typed(table, f"+{table}")])
            assert len(written.decided.entries) == 1

    threads = [Thread(target=post, args=(range(k, 21, 10),)) for k in range(1, 11)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results(path)) == list(range(1, 21))
    assert dump(directing.look(desk)) == dump(directing.look(path))
    assert directing.verify(path).holds


def test_what_one_of_a_crowd_may_not_do_stops_nobody_else(tmp_path: Path) -> None:
    path = cup(tmp_path)
    desk = directing.OpenDesk(path)
    told: list[str] = []

    def post(table: int) -> None:
        try:
            directing.enter_results(desk, [directing.Typed(table, "+1")])
        except UsageError as error:
            told.append(error.message)

    desk.lock.acquire()  # so that they all wait, and are served together
    threads = [Thread(target=post, args=(table,)) for table in (1, 99, 2, 77, 3)]
    for thread in threads:
        thread.start()
    while len(desk._waiting) < 5:
        sleep(0.001)
    desk.lock.release()
    for thread in threads:
        thread.join()
    assert sorted(results(path)) == [1, 2, 3]
    assert len(told) == 2
    assert dump(directing.look(desk)) == dump(directing.look(path))


def test_an_open_desk_sees_what_others_decided_and_notices_another_file(tmp_path: Path) -> None:
    path = cup(tmp_path)
    desk = directing.OpenDesk(path)
    directing.enter_results(desk, [directing.Typed(1, "+1")])
    directing.enter_results(path, [directing.Typed(2, "+2")])
    directing.undo(path)
    directing.enter_results(desk, [directing.Typed(3, "+3")])
    assert dump(directing.look(desk)) == dump(directing.look(path))
    with pytest.raises(EventChanged):
        directing.penalise(desk, 1, 100, who=directing.Who(expected=2, reason="late"))
    other = tmp_path / "other"
    other.mkdir()
    cup(other).replace(path)
    assert [m.result for m in directing.look(desk).stage.matches() if m.result] == []
    assert directing.enter_results(desk, [directing.Typed(1, "+9")]).decided.entries


def test_a_refused_change_leaves_an_open_desk_as_the_file_is(tmp_path: Path) -> None:
    desk = directing.OpenDesk(cup(tmp_path))
    for tried in ("banana", "+1/0", "h"):
        with pytest.raises(SchedulerError):
            directing.enter_results(desk, [directing.Typed(1, tried)])
    assert dump(directing.look(desk)) == dump(directing.look(desk.path))


SCORER = """
import sys
from scheduler import directing
for table in map(int, sys.argv[2:]):
    directing.enter_results(sys.argv[1], [directing.Typed(table, "+%d" % table)])
    print(table, flush=True)
"""


def started(path: Path, tables: Sequence[int]) -> subprocess.Popen[str]:
    """A process that enters results one after the other, and says each that it was told is kept."""
    return subprocess.Popen(
        [sys.executable, "-P", "-c", f"import sys; sys.path.insert(0, {str(ROOT / 'src')!r})\n{SCORER}",
         str(path), *map(str, tables)], stdout=subprocess.PIPE, text=True)


def test_two_processes_that_enter_results_at_once_lose_nothing(tmp_path: Path) -> None:
    path = cup(tmp_path)
    both = [started(path, range(1, 11)), started(path, range(11, 21))]
    assert [p.wait(60) for p in both] == [0, 0]
    assert sorted(results(path)) == list(range(1, 21))
    assert directing.verify(path).holds


@pytest.mark.parametrize("part", range(3))
def test_a_scorer_that_is_killed_loses_nothing_that_was_acknowledged(tmp_path: Path, part: int) -> None:
    path = cup(tmp_path)
    child = started(path, range(1, 21))
    assert child.stdout is not None
    first = child.stdout.readline()
    sleep(Random(part).random() * 0.2)
    child.kill()
    told = [int(line) for line in (first + child.stdout.read()).splitlines()]
    child.wait()
    child.stdout.close()
    kept = results(path)
    assert kept[: len(told)] == told
    assert len(kept) <= len(told) + 1
    assert directing.verify(path).holds
    directing.enter_results(path, [directing.Typed(20, "+1")], correct=True)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["cup.event", "cup.event.backups"]


def test_a_full_disk_leaves_an_open_desk_as_the_file_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = directing.OpenDesk(cup(tmp_path))
    directing.enter_results(desk, [directing.Typed(1, "+1")])

    def full(*_: object) -> None:
        raise FileError("the disk is full", where=str(desk.path))

    with monkeypatch.context() as patch:
        patch.setattr(EventFile, "_commit", full)
        with pytest.raises(FileError, match="full"):
            directing.enter_results(desk, [directing.Typed(2, "+1")])
    assert dump(directing.look(desk)) == dump(directing.look(desk.path))
    assert directing.enter_results(desk, [directing.Typed(2, "+1")]).decided.entries
