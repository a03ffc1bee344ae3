"""A director's commands on large fields, and scorers who post through the desk of a server."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from threading import Thread
from time import perf_counter, sleep
from typing import TYPE_CHECKING

from benchmarks.measure import Case, Setting, Timing, run_process, scheduler_command

if TYPE_CHECKING:
    from scheduler.directing import OpenDesk

__all__ = ["commands", "scorers"]

_ROUNDS = 9


def _field(path: Path, teams: int, played: int) -> None:
    """An event file of a Swiss event of ``teams``, after so many rounds."""
    from scheduler import Entrant, Event, Stage, directing

    stage = Stage("swiss", options={"rounds": _ROUNDS, "boards": 10})
    entrants = tuple(Entrant(i, f"Team {i}") for i in range(1, teams + 1))
    directing.new(path, Event("Large", entrants, (stage,)), seed="1")
    chance = Random(teams)
    for _ in range(played):
        directing.pair(path)
        directing.publish(path)
        tables = range(1, teams // 2 + 1)
        directing.paste_results(path, "\n".join(f"{t} {chance.randint(-40, 40):+d}" for t in tables))


def commands(setting: Setting) -> Iterator[Case]:
    """``event pair`` as a whole process, from its start to its end: round 5 of 9, the modules compiled as
    those of an installed program are."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(Path(folder) / "compiled")}
        for teams in setting.pick((200, 1_000, 5_000), (200, 1_000), (20,)):
            path = Path(folder) / f"{teams}.event"
            _field(path, teams, 4)
            words = [*scheduler_command(), "event", "pair", str(path), "--dry-run", "--json"]
            _, *ran = [run_process(words) for _ in range(setting.pick(12, 4, 2))]
            broken = tuple(r.err[:200] for r in ran if r.code)[:3]
            broken += () if len({r.out for r in ran}) == 1 else ("not the same round each time",)
            yield Case(
                f"event pair, {teams:,} entrants, the whole command", Timing(tuple(r.wall for r in ran)),
                reach={"seconds": 0.5}, broken=broken, said={"bytes of the file": path.stat().st_size})


def scorers(setting: Setting) -> Iterator[Case]:
    """Scorers who each enter a result about every second through one open desk; nothing may be lost."""
    from scheduler import directing
    from scheduler.live.dump import dump

    many, length = setting.pick(50, 50, 4), setting.pick(60.0, 6.0, 0.5)
    waits: list[float] = []
    kept: list[int] = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cup.event"
        _field(path, setting.pick(300, 300, 20), 1)
        directing.pair(path)
        before = directing.publish(path).event.position
        desk = directing.OpenDesk(path)
        end = perf_counter() + length
        crowd = [Thread(target=_enter, args=(desk, k, end, waits, kept)) for k in range(many)]
        for thread in crowd:
            thread.start()
        for thread in crowd:
            thread.join()
        found = directing.look(path).position - before
        broken = () if found == sum(kept) else (f"{sum(kept)} results were kept and {found} found",)
        broken += () if dump(directing.look(desk)) == dump(directing.look(path)) else ("another state",)
    waits.sort()
    at = {p: round(waits[len(waits) * p // 100] * 1000, 1) for p in (50, 95, 99)}
    yield Case(
        f"{many} scorers enter a result a second each: 95th percentile", Timing((at[95] / 1000,)),
        reach={"seconds": 0.1}, broken=broken,
        said={"results": found, "median ms": at[50], "99th ms": at[99],
              "longest ms": round(waits[-1] * 1000, 1)})


def _enter(desk: OpenDesk, scorer: int, end: float, waits: list[float], kept: list[int]) -> None:
    """Enter until ``end``; a result that is there already keeps nothing."""
    from scheduler import directing

    chance = Random(scorer)
    tables = len(directing.look(desk).stage.rounds[2].matches)
    sleep(chance.random() * 0.3)
    while (start := perf_counter()) < end:
        text = f"{chance.choice('+-')}{chance.randint(1, 12)}/{chance.randint(13, 99)}"
        typed = directing.Typed(chance.randint(1, tables), text)
        who = directing.Who(f"scorer {scorer}")
        kept.append(len(directing.enter_results(desk, [typed], correct=True, who=who).decided.entries))
        waits.append(perf_counter() - start)
        sleep(chance.uniform(0.8, 1.2))
