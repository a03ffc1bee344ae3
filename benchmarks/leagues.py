"""Leagues of the RobinX archive: verdicts against the official ones, the solver's reading, feasibility."""

from __future__ import annotations

import csv
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

from benchmarks.archive import absent, archive
from benchmarks.measure import Case, Ran, Setting, Timing, run_process, scheduler_command, timed

__all__ = ["feasible", "solver", "timing_of", "verdict", "verdicts"]

RIGHT = {
    "CO_BR_6_SolCP.xml": (4, 240),
    "CO_BR_18_SolCP.xml": (16, 3040),
    "CO_BR_18_Sol_Gunnec.xml": (16, 3776),
    "FootballChileSecond_Sol_Duran.xml": (30, -101),
    "IcelandicFootball2018_SolALNS.xml": (40, 10900),
}
"""Where the official program errs, with the right values; docs/robinx.md says why."""

REFUSED = {"CON12Uncon_149.xml"}
"""A file with games that have no teams."""


def _name(path: str) -> str:
    return path.rsplit("/", 1)[-1]


def _official(folder: Path) -> list[dict[str, str]]:
    """The rows of the official verdicts, those of one instance together."""
    with open(folder / "verdicts.csv", encoding="utf-8", newline="") as file:
        return sorted(csv.DictReader(file), key=lambda r: r["instance"])


def _wanted(row: dict[str, str]) -> tuple[int, int]:
    return RIGHT.get(_name(row["solution"]), (int(row["infeasibility"]), int(row["objective"])))


def verdict(setting: Setting) -> Iterator[Case]:
    """One ITC2021 solution of 20 teams: the whole command, and in process once its counts are there."""
    from scheduler.files.robinx import load_robinx_instance, load_robinx_solution
    from scheduler.formats.league import judge, wishes_of

    folder = archive()
    if folder is None:
        yield absent("ITC2021 Early_10: verdict")
        return
    row = next(r for r in _official(folder) if r["instance"].endswith("ITC2021_Early_10.xml"))
    files = folder / row["instance"], folder / row["solution"]
    command = [*scheduler_command(), "check", str(files[1]), "--instance", str(files[0]), "--json"]
    runs = [run_process(command) for _ in range(setting.pick(9, 3, 1))]
    yield Case("scheduler check, ITC2021 Early_10, 20 teams", timing_of(runs), reach={"seconds": 1.0},
               broken=_command_wrong(runs[-1], _wanted(row)))
    instance = load_robinx_instance(files[0])
    solution, wishes = load_robinx_solution(files[1]), wishes_of(instance)
    found, timing = timed(lambda: judge(instance, solution, wishes), setting.pick(21, 7, 1))
    wrong = _differs((found.infeasibility, found.objective), _wanted(row))
    yield Case("ITC2021 Early_10: verdict in process, after loading", timing, reach={"seconds": 0.05},
               said={"constraints": len(instance.constraints)}, broken=wrong)


def timing_of(runs: list[Ran]) -> Timing:
    """The timing of whole processes."""
    cpu = tuple(r.cpu for r in runs if r.cpu is not None)
    memory = [r.memory for r in runs if r.memory is not None]
    return Timing(tuple(r.wall for r in runs), cpu, max(memory, default=None))


def _command_wrong(run: Ran, wanted: tuple[int, int]) -> tuple[str, ...]:
    # A schedule that breaks a wish ends with 1, which is an answer; anything above is none.
    if run.code > 1 or run.code < 0:
        return (f"exit code {run.code}: {run.err[-200:]}",)
    told = json.loads(run.out)
    return _differs((told["infeasibility"], told["objective"]), wanted)


def _differs(found: tuple[int, int], wanted: tuple[int, int]) -> tuple[str, ...]:
    return () if found == wanted else (f"the verdict is {wanted}, not {found}",)


def verdicts(setting: Setting) -> Iterator[Case]:
    """Every row of the official verdicts, instances and solutions read anew, one after the other."""
    folder = archive()
    if folder is None:
        yield absent("all official verdicts")
        return
    every = _official(folder)
    rows = every[:: setting.pick(1, 40, 400)]
    (right, wrong, slow), timing = timed(lambda: _judged(folder, rows), 1)
    yield Case(
        f"{len(rows):,} of {len(every):,} official verdicts", timing,
        # The reach speaks of all rows: in a sample, loading weighs too much.
        reach={"seconds": 300.0} if len(rows) == len(every) else {},
        said={"as the official": right, "official program errs": len(rows) - right - len(wrong),
              "slowest": slow},
        broken=tuple(wrong[:20]),
    )


def _judged(folder: Path, rows: list[dict[str, str]]) -> tuple[int, list[str], str]:
    """(rows with the official verdict, what is wrong of others, the slowest instance)."""
    from scheduler.errors import FileError
    from scheduler.files.robinx import load_robinx_instance, load_robinx_solution
    from scheduler.formats.league import judge, wishes_of

    right, wrong, path = 0, [], ""
    taken: dict[str, float] = {}
    for row in rows:
        start = perf_counter()
        if row["instance"] != path:
            path = row["instance"]
            instance = load_robinx_instance(folder / path)
            wishes = wishes_of(instance)
        name = _name(row["solution"])
        try:
            found = judge(instance, load_robinx_solution(folder / row["solution"]), wishes)
            told = found.infeasibility, found.objective
            wrong += [f"{name}: {x}" for x in (*_differs(told, _wanted(row)), *_unrefused(name))]
            right += told == (int(row["infeasibility"]), int(row["objective"]))
        except FileError as error:
            wrong += [] if name in REFUSED else [f"{name}: {error}"]
        taken[_name(path)] = taken.get(_name(path), 0.0) + perf_counter() - start
    slow = max(taken, key=lambda p: taken[p])
    return right, wrong, f"{slow} {taken[slow]:.1f} s"


def _unrefused(name: str) -> tuple[str, ...]:
    return ("games without teams are refused",) if name in REFUSED else ()


def solver(setting: Setting) -> Iterator[Case]:
    """The counts of 1,261 constraints compiled for CP-SAT, from the counts on."""
    from scheduler.files.robinx import load_robinx_instance
    from scheduler.formats.league import wishes_of
    from scheduler.formats.league.plan import problem_of
    from scheduler.solve.compiled import compile_problem

    folder = archive()
    if folder is None:
        yield absent("ITC2021 Early_10: CP-SAT")
        return
    instance = load_robinx_instance(folder / "ITC2021" / "Instances" / "ITC2021_Early_10.xml")
    wishes = wishes_of(instance)
    model, timing = timed(lambda: compile_problem(problem_of(wishes)[0]), setting.pick(3, 1, 1))
    proto = model.cp.proto
    yield Case(
        "ITC2021 Early_10: CP-SAT model of the counts", timing, reach={"seconds": 10.0},
        said={"variables": len(proto.variables), "constraints": len(proto.constraints)},
    )


def feasible(setting: Setting) -> Iterator[Case]:
    """``scheduler plan INSTANCE.xml`` until every hard wish is met: a sample of QOBLIB, Tiny and Small."""
    folder = archive()
    many = setting.pick(8, 2, 1)
    for size, reach in setting.pick((("Tiny", 10), ("Small", 30)), (("Tiny", 10),), (("Tiny", 10),)):
        if folder is None:
            yield absent(f"QOBLIB {size}: feasible")
            continue
        files = sorted((folder / "QOBLIB" / "Instances" / size).glob("*.xml"))
        for k in range(many):
            yield _planned(size, float(reach), files[k * len(files) // many])


def _planned(size: str, reach: float, file: Path) -> Case:
    limit = 2 * reach
    with tempfile.TemporaryDirectory() as temporary:
        solved = Path(temporary) / "solution.json"
        command = [*scheduler_command(), "plan", str(file), "--json", "--workers", "2",
                   "--time-limit", str(limit)]
        run = run_process(command, limit + 120)
        told: dict[str, Any] = {"status": f"exit code {run.code}"}
        broken: tuple[str, ...] = ()
        if not run.code:
            told = json.loads(run.out)
            solved.write_text(run.out, encoding="utf-8")
            broken = _met(file, solved)
        elif run.code != 4:  # 4: nothing was found in time, which is no wrong answer
            broken = (f"exit code {run.code}: {run.err[-200:]}",)
    return Case(f"QOBLIB {size} {file.stem}: feasible", timing_of([run]), reach={"seconds": reach},
                said={"status": told["status"], "limit": limit}, broken=broken)


def _met(file: Path, solved: Path) -> tuple[str, ...]:
    """Judged by a further process, from the file that was printed."""
    run = run_process([*scheduler_command(), "check", str(solved), "--instance", str(file), "--json"])
    if run.code > 1 or run.code < 0:
        return (f"exit code {run.code}: {run.err[-200:]}",)
    left = json.loads(run.out)["infeasibility"]
    return () if left == 0 else (f"every hard wish is met, not missed by {left}",)
