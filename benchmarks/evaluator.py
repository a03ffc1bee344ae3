"""Moves priced one by one: how many a second, and how long the arrays and the kernels take to be made.

Run as a module it makes the kernels and prices a few moves: a process of its own, to be timed whole.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from random import Random
from typing import Any

from benchmarks.archive import absent, archive
from benchmarks.measure import Case, Setting, Timing, run_process, timed

__all__ = ["compiling", "kernels", "moves"]

REACH = {"Late_4": 500_000, "Early_8": 180_000, "Late_11": 150_000}
"""Moves a second on one core, those that are not taken included."""
WARM = 300_000


def _instance(name: str) -> Any:
    from scheduler.files.robinx import load_robinx_instance

    folder = archive()
    if folder is None:
        return None
    return load_robinx_instance(folder / "ITC2021" / "Instances" / f"ITC2021_{name}.xml")


def _start(instance: Any, seed: int) -> Any:
    """A double round robin by the circle, its teams at random, the second leg at the other venues."""
    import numpy as np

    from scheduler.event import Schedule
    from scheduler.solve.constructions.circle import canonical

    n = len(instance.teams)
    base = canonical(n)
    label = np.array(Random(seed).sample(range(1, n + 1), n))
    home, away = label[base.home - 1], label[base.away - 1]
    return Schedule.from_columns(
        n, 2 * base.rounds, np.concatenate((base.round, base.round + base.rounds)),
        np.concatenate((home, away)), np.concatenate((away, home)),
    )


def _mix(flat: Any) -> dict[Any, int]:
    """What an annealer would propose: small moves mostly, within legs where there are legs."""
    from scheduler.solve.search import MIX, Neighbourhood

    mix = dict(MIX)
    if flat.games.leg < flat.games.slots:
        half = mix[Neighbourhood.PARTIAL_SWAP_TEAMS] // 2
        mix[Neighbourhood.PARTIAL_SWAP_TEAMS] -= half
        mix[Neighbourhood.PARTIAL_SWAP_TEAMS_PHASED] = half
    return mix


def moves(setting: Setting) -> Iterator[Case]:
    """A walk that takes what costs nothing, after one that came down from the circle; then the verdict."""
    for name in setting.pick(tuple(REACH), tuple(REACH), ("Late_4",)):
        instance = _instance(name)
        if instance is None:
            yield absent(f"ITC2021 {name}: moves")
            continue
        yield _walked(name, instance, setting)


def _walked(name: str, instance: Any, setting: Setting) -> Case:
    from scheduler.formats.league import judge, wishes_of
    from scheduler.solve.search import State, compile_league

    many = setting.pick(1_000_000, 200_000, 1_000)
    wishes = wishes_of(instance)
    flat = compile_league(wishes.view, wishes.asked)
    state = State.of_schedule(flat, _start(instance, 1), seed=1)
    mix = _mix(flat)
    state.walk(setting.pick(WARM, WARM, 1_000), mix=mix, weigh=[20, 1])
    walk, timing = timed(lambda: state.walk(many, mix=mix, weigh=[20, 1]), setting.pick(5, 3, 1))
    judged = judge(instance, state.schedule(), wishes)
    verdict = [judged.infeasibility, judged.objective]
    wrong = () if state.cost.tolist() == verdict else (f"the cost is {verdict}, not {state.cost.tolist()}",)
    return Case(
        f"ITC2021 {name}: {many:,} moves", timing, reach={"seconds": many / REACH[name]},
        said={
            "moves a second a core": round(many / min(timing.cpu)), "taken": walk.taken,
            "cost": verdict, "rows": flat.size, "by neighbourhood": [k[1] for k in walk.by_kind],
        },
        broken=wrong,
    )


def compiling(setting: Setting) -> Iterator[Case]:
    """The counts of an instance with 1,261 constraints, and the flat arrays made of them."""
    from scheduler.formats.league import wishes_of
    from scheduler.solve.search import compile_league

    instance = _instance("Early_10")
    if instance is None:
        yield absent("ITC2021 Early_10: flat arrays")
        return
    runs = setting.pick(7, 3, 1)
    wishes, timing = timed(lambda: wishes_of(_instance("Early_10")), runs)
    yield Case("ITC2021 Early_10: read, and counts", timing, reach={"seconds": 1.0},
               said={"constraints": len(instance.constraints)})
    flat, timing = timed(lambda: compile_league(wishes.view, wishes.asked), runs)
    yield Case("ITC2021 Early_10: flat arrays of the counts", timing, reach={"seconds": 2.0},
               said={"rows": flat.size, "entries": len(flat.entries)})


def kernels(setting: Setting) -> Iterator[Case]:
    """Whole processes that price their first moves: the kernels compiled, then taken from their folder.

    For the tests, which have compiled them anyhow, one process that takes them from where they are.
    """
    if setting.size == "tiny":
        yield _first_moves("as they are", {})
        return
    with tempfile.TemporaryDirectory() as folder:
        for what in ("compiled", "from their folder"):
            yield _first_moves(what, {"NUMBA_CACHE_DIR": folder})


def _first_moves(what: str, more: dict[str, str]) -> Case:
    before = dict(os.environ)
    os.environ.update(more)
    try:
        run = run_process([sys.executable, "-m", "benchmarks.evaluator"], limit=300.0)
    finally:
        os.environ.clear()
        os.environ.update(before)
    broken = (f"exit code {run.code}: {run.err[-200:]}",) if run.code else ()
    cpu = () if run.cpu is None else (run.cpu,)
    return Case(f"first moves, kernels {what}", Timing((run.wall,), cpu, run.memory), broken=broken)


def main() -> int:
    """Price some moves in a league without wishes; whatever they find is thrown away."""
    import numpy as np

    from scheduler.facts import Frame, timetable
    from scheduler.solve.search import Games, State, compile_counts

    class Shape:
        """As much of an instance as the circle asks for."""

        teams = range(6)

    fixed = np.ones((6, 6), dtype=np.int64) - np.eye(6, dtype=np.int64)
    games = Games(10, fixed, np.zeros((6, 6), dtype=np.int64), 10)
    flat = compile_counts(timetable(Frame(6, 10, 3)), [], games)
    State.of_schedule(flat, _start(Shape, 1)).walk(100)
    return 0


if __name__ == "__main__":
    sys.exit(main())
