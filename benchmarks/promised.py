"""The rows that have a reach: what the program promises its users, and the peer."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.claims import association_claims, round_robin_claims
from benchmarks.measure import Case, Ran, Setting, Timing, run_process, scheduler_command, timed

__all__ = ["association", "circle", "peer", "start", "verify"]

GIGABYTE = 2**30
SOLVERS = ("ortools", "networkx", "pandas", "numba")


def _timing(runs: list[Ran]) -> Timing:
    cpu = [r.cpu for r in runs if r.cpu is not None]
    memory = [r.memory for r in runs if r.memory is not None]
    return Timing(tuple(r.wall for r in runs), tuple(cpu), max(memory, default=None))


def _failed(runs: list[Ran]) -> tuple[str, ...]:
    """The first run that did not end well, by the last line it said."""
    for run in runs:
        if run.code:
            last = (run.err.strip().splitlines() or ["nothing said"])[-1]
            return (f"exit code {run.code}: {last[:200]}",)
    return ()


def association(setting: Setting) -> Iterator[Case]:
    """The association's whole rulebook: the command on an entry list, then every field size."""
    n = setting.pick(64, 64, 6)
    with tempfile.TemporaryDirectory() as folder:
        entries = Path(folder) / "teams.csv"
        names = "".join(f"{k},Team {k}\n" for k in range(1, n + 1))
        entries.write_text(f"number,name\n{names}", encoding="utf-8")
        for what, more in (("", []), (" --json", ["--json"])):
            arguments = ["plan", str(entries), "--model", "cba-round-robin", *more]
            runs = [run_process([*scheduler_command(), *arguments])
                    for _ in range(setting.pick(9, 3, 1))]
            said, broken = _told(runs[-1], n) if more and not runs[-1].code else ({}, ())
            yield Case(
                f"scheduler plan teams.csv{what}, {n} teams", _timing(runs),
                reach={"seconds": 1.0}, said=said, broken=_failed(runs) + broken,
            )
    yield from _every_size(setting)


def _told(run: Ran, n: int) -> tuple[dict[str, Any], tuple[str, ...]]:
    """What ``--json`` says of the plan, and which claims are false by our own count."""
    told = json.loads(run.out)
    said = {key: told[key] for key in ("status", "engine", "bound")}
    said["soft"] = list(told["report"]["soft"].values())
    broken = association_claims(told["schedule"], n)
    broken += [] if told["status"] == "optimal" else ["the optimum is proven"]
    broken += ["the report has no violation"] if told["report"]["violations"] else []
    return said, tuple(broken)


def _every_size(setting: Setting) -> Iterator[Case]:
    """Every n in process: seconds of all together, and which was slowest."""
    from benchmarks.program import broken_result, planned, said, schedule_of

    from scheduler.event import Result

    last = setting.pick(64, 64, 7)
    sizes = range(4, last + 1)
    broken: list[str] = []
    walls: dict[int, float] = {}
    cpu = 0.0
    for n in sizes:
        answer, timing = timed(partial(planned, n, "cba-round-robin", limit=60.0), 1)
        walls[n], cpu = timing.wall[0], cpu + timing.cpu[0]
        if not isinstance(answer, Result) or answer.status != "optimal":
            broken.append(f"n = {n}: the optimum is proven, not {said(answer)['status']}")
            continue
        wrong = (*broken_result(answer), *association_claims(schedule_of(answer), n))
        broken += [f"n = {n}: {claim}" for claim in wrong]
    slowest = max(sizes, key=lambda n: walls[n])
    yield Case(
        f"every n from 4 to {last}, in process", Timing((sum(walls.values()),), (cpu,)),
        said={"all optimal": not broken, "slowest n": slowest, "its seconds": round(walls[slowest], 4)},
        broken=tuple(broken),
    )


def circle(setting: Setting) -> Iterator[Case]:
    """Circle construction with the fewest breaks, and its verification, as a process of its own."""
    n = setting.pick(1000, 1000, 20)
    command = [sys.executable, "-m", "benchmarks.circle", str(n)]
    runs = [run_process(command) for _ in range(setting.pick(7, 2, 1))]
    broken = _failed(runs)
    told: dict[str, Any] = {}
    if not broken:
        # Counting match by match takes longer than all the rest, so one further run does it.
        counted = run_process([*command, "--count"])
        broken = _failed([counted])
        told = json.loads(counted.out) if not broken else {}
        wanted = {"status": "optimal", "hard": 0, "breaks": n - 2, "matches": n * (n - 1) // 2}
        broken += tuple(
            f"{key} is {value}, not {told[key]}" for key, value in wanted.items()
            if told and told[key] != value
        )
    yield Case(
        f"circle, {n:,} entrants, {n * (n - 1) // 2:,} matches, whole process", _timing(runs),
        reach={"seconds": 3.0, "memory": GIGABYTE}, said=told, broken=broken,
    )


def verify(setting: Setting) -> Iterator[Case]:
    """The verdict on a table under the association's rulebook, in process."""
    from benchmarks.program import planned

    import scheduler
    from scheduler.event import Result

    n = setting.pick(64, 64, 8)
    answer = planned(n, "cba-round-robin", limit=60.0)
    if not isinstance(answer, Result):
        yield Case(f"verdict on {n} teams", Timing(()), broken=("a table is made",))
        return
    clean = answer.schedule
    # A reversed match must cost a verdict, and only then is a clean verdict worth its time.
    spoilt = clean.replace(home=[clean.away[0], *clean.home[1:]], away=[clean.home[0], *clean.away[1:]])
    for name, table, holds in (("clean", clean, True), ("one match reversed", spoilt, False)):
        call = partial(scheduler.check, table, model="cba-round-robin")
        report, timing = timed(call, setting.pick(51, 11, 1))
        wrong = () if report.holds == holds else (f"the verdict is {holds}",)
        yield Case(
            f"verdict on {n} teams, {name}", timing, reach={"seconds": 0.1},
            said={"hard": report.hard}, broken=wrong,
        )


def start(setting: Setting) -> Iterator[Case]:
    """``scheduler --help``: wall clock, and that no solver is imported on the way."""
    command = [*scheduler_command(), "--help"]
    runs = [run_process(command) for _ in range(setting.pick(21, 7, 1))]
    watched = [sys.executable, "-X", "importtime", "-c",
               "from scheduler.cli.main import main; main()", "--help"]
    listed = run_process(watched)
    modules = {line.rsplit("|", 1)[-1].strip().split(".")[0] for line in listed.err.splitlines()}
    found = sorted(modules.intersection(SOLVERS))
    broken = _failed([*runs, listed]) + tuple(f"{name} is not imported" for name in found)
    if "scheduler" not in modules:
        broken += ("the list of imports names the program itself",)
    yield Case(
        "scheduler --help", _timing(runs), reach={"seconds": 0.25},
        said={"numpy imported": "numpy" in modules, "packages": len(modules)}, broken=broken,
    )


def peer(setting: Setting) -> Iterator[Case]:
    """The plain CP-SAT model against the program, turn and turn about, in one process.

    The peer runs with one worker and with a worker a core, and the better of the two counts.
    """
    for n in setting.pick((20, 24, 30), (12, 20), (6,)):
        yield from _against(n, False, setting)
    for n in setting.pick((8, 10), (8,), (4,)):
        yield from _against(n, True, setting)


def _against(n: int, tables: bool, setting: Setting) -> Iterator[Case]:
    from benchmarks.peers.plain_cpsat import solve_plain
    from benchmarks.program import planned

    what = f"n = {n}{', with tables' if tables else ''}"
    promised = n >= 20 and not tables  # smaller models are solved in no time by anybody
    limit = setting.pick(120.0, 20.0, 20.0) / (4 if tables else 1)
    broken: list[str] = []
    times: dict[int, list[float]] = {1: [], 0: []}
    unsolved = dict.fromkeys(times, 0)
    walls: list[float] = []
    cpu: list[float] = []
    for seed in range(setting.pick(3, 1, 1)):
        _, timing = timed(partial(planned, n, "cba-round-robin", limit=limit), 5)
        walls += timing.wall
        cpu += timing.cpu
        for workers in times:
            answer = solve_plain(n, limit=limit, workers=workers, seed=seed, tables=tables)
            times[workers].append(answer.seconds)
            unsolved[workers] += answer.schedule is None
            if answer.schedule is not None:
                claims = association_claims if tables else round_robin_claims
                broken += [f"peer: {claim}" for claim in claims(answer.schedule, n)]
    yield from _compared(what, times, unsolved, Timing(tuple(walls), tuple(cpu)), broken, promised)


def _compared(
    what: str,
    times: dict[int, list[float]],
    unsolved: dict[int, int],
    ours: Timing,
    broken: list[str],
    promised: bool,
) -> Iterator[Case]:
    """A line for each peer, then ours with the ratio: a time limit makes it a lower bound."""
    for workers, seconds in times.items():
        name = "1 worker" if workers == 1 else "a worker a core"
        yield Case(
            f"plain CP-SAT, {name}, {what}", Timing(tuple(seconds)),
            said={"unsolved in time": unsolved[workers]},
        )
    better = min(times, key=lambda w: median(times[w]))
    yield Case(
        f"scheduler against the faster peer, {what}", ours, ratio=median(times[better]) / median(ours.wall),
        reach={"ratio": 50.0} if promised else {},
        said={"peer's time limit reached": any(unsolved.values())}, broken=tuple(broken),
    )
