"""The event file: what is left after its writer was killed, and how long fifty writers wait."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from threading import Thread
from time import perf_counter, sleep

from benchmarks.appender import TOGETHER
from benchmarks.measure import Case, Setting, Timing, environment, timed

__all__ = ["Left", "killed", "killing", "reading", "writers"]

LONGEST = 0.015
"""Seconds, at most, that a child may write before it is killed: some ten transactions."""


@dataclass(frozen=True)
class Left:
    """What one killed child left: entries acknowledged and found, whether a journal lay there, faults."""

    told: int
    found: int
    journal: bool
    faults: tuple[str, ...]


def killed(path: Path, chance: Random) -> Left:
    """Start a writer on the event file, kill it at some instant after its first word, and look."""
    from scheduler.store import EventFile

    with EventFile.open(path) as file:
        before = file.position
    child = subprocess.Popen(
        [sys.executable, "-P", "-S", str(Path(__file__).with_name("appender.py")), str(path)],
        stdout=subprocess.PIPE, env=environment(),
    )
    assert child.stdout is not None
    first = child.stdout.readline()
    sleep(chance.random() * LONGEST)
    child.kill()
    words = (first + child.stdout.read()).split(b"\n")[:-1]
    child.stdout.close()
    child.wait()
    journal = path.with_name(path.name + "-journal").exists()
    told = int(words[-1]) if words else before
    with EventFile.open(path, write=True) as file:
        found = file.position
        faults = tuple(fault.message for fault in file.faults())
    if not words:
        faults += ("the writer said nothing",)
    if found < told or (found - before) % TOGETHER:
        faults += (f"{told} entries were acknowledged and {found} found",)
    if left := [p.name for p in path.parent.iterdir() if p != path]:
        faults += (f"left beside the file: {left}",)
    return Left(told - before, found - before, journal, faults)


def killing(setting: Setting) -> Iterator[Case]:
    """Writers killed at random instants, twenty on a file, then a new one."""
    from scheduler.store import EventFile

    many = setting.pick(1000, 60, 2)
    chance = Random("killed")
    seconds, lefts = [], []
    with tempfile.TemporaryDirectory() as folder:
        for k in range(many):
            path = Path(folder) / str(k // 20) / "cup.event"
            if k % 20 == 0:
                path.parent.mkdir()
                EventFile.create(path).close()
            start = perf_counter()
            lefts.append(killed(path, chance))
            seconds.append(perf_counter() - start)
    broken = tuple(f"kill {k}: {fault}" for k, left in enumerate(lefts) for fault in left.faults)
    yield Case(
        f"a writer killed {many:,} times, the file looked through", Timing(tuple(seconds)),
        said={
            "acknowledged": sum(left.told for left in lefts),
            "lost": sum(max(0, left.told - left.found) for left in lefts),
            "written, not yet acknowledged": sum(left.found > left.told for left in lefts),
            "in the midst of writing": sum(left.journal for left in lefts),
        },
        broken=broken[:5],
    )


def writers(setting: Setting) -> Iterator[Case]:
    """Scorers who each post a result about every second, in threads; then a crowd that never pauses."""
    many = setting.pick(50, 50, 4)
    yield _crowd(f"{many} scorers, a result a second each", many, setting.pick(60, 6, 1),
                 pause=1.0 if setting.size != "tiny" else 0.2, reach={"seconds": 0.1})
    if setting.size != "tiny":
        yield _crowd("5 writers without a pause", 5, setting.pick(20, 3, 1), pause=0.0, reach={})


def _crowd(name: str, many: int, length: float, *, pause: float, reach: dict[str, float]) -> Case:
    """One case: its runs are the one time that 95 of 100 appends keep to; others are in ``said``."""
    from scheduler.store import EventFile

    waits: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cup.event"
        EventFile.create(path).close()
        end = perf_counter() + length
        crowd = [Thread(target=_post, args=(path, k, end, pause, waits)) for k in range(many)]
        for thread in crowd:
            thread.start()
        for thread in crowd:
            thread.join()
        with EventFile.open(path) as file:
            found, faults = file.position, file.faults()
    broken = tuple(fault.message for fault in faults[:3])
    if found != len(waits):
        broken += (f"{len(waits)} results were posted and {found} found",)
    waits.sort()
    at = {p: round(waits[len(waits) * p // 100] * 1000, 1) for p in (50, 95, 99)}
    return Case(
        f"{name}: 95th percentile", Timing((at[95] / 1000,)), reach=reach, broken=broken,
        said={"results": found, "median ms": at[50], "99th ms": at[99],
              "longest ms": round(waits[-1] * 1000, 1)},
    )


def _post(path: Path, scorer: int, end: float, pause: float, waits: list[float]) -> None:
    """Post until ``end``, as a command would: open, append, close. Only what is on disk counts."""
    from scheduler.store import EventFile

    chance = Random(scorer)
    sleep(chance.random() * pause)
    while (start := perf_counter()) < end:
        with EventFile.open(path, write=True) as file, file.writing() as txn:
            txn.append("result", {"table": scorer, "imps": chance.randint(-60, 60)}, f"scorer {scorer}")
        waits.append(perf_counter() - start)
        sleep(pause * chance.uniform(0.8, 1.2))


def reading(setting: Setting) -> Iterator[Case]:
    """A long log read, checked, and copied."""
    from scheduler.store import Draft, EventFile

    many = setting.pick(30_000, 30_000, 300)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cup.event"
        drafts = (Draft("result", {"round": 1 + k // 600, "table": k % 600, "imps": k % 61 - 30}, "scorer")
                  for k in range(many))
        with EventFile.create(path, drafts) as file:
            entries, timing = timed(file.entries, setting.pick(11, 5, 1))
            broken = () if len(entries) == many else (f"{len(entries)} entries of {many}",)
            yield Case(f"a log of {many:,} entries: read", timing, reach={"seconds": 0.3}, broken=broken)
            faults, timing = timed(file.faults, setting.pick(5, 3, 1))
            yield Case(f"a log of {many:,} entries: every hash", timing,
                       said={"bytes": path.stat().st_size}, broken=tuple(f.message for f in faults[:3]))
            _, timing = timed(lambda: file.copy_to(Path(folder) / "copy"), setting.pick(5, 3, 1))
            yield Case(f"a log of {many:,} entries: copied while open", timing)
