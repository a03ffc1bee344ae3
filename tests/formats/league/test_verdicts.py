"""The official verdicts of the RobinX archive, row by row, and the rows where the official program errs.

A fixed sample runs always, every row with SCHEDULER_ALL=1. The reasons stand in docs/robinx.md.
"""

from __future__ import annotations

import csv
import os
import time
from pathlib import Path

import pytest

from oracle.robinx_reading import Naive, read_games
from scheduler.errors import FileError
from scheduler.event.league import LeagueInstance
from scheduler.files.robinx import load_robinx_instance, load_robinx_solution
from scheduler.formats.league import Wishes, judge, wishes_of

ALL = os.environ.get("SCHEDULER_ALL") == "1"

RIGHT = {
    # the break constraints are in an older form, which the official reader gives up on
    "CO_BR_6_SolCP.xml": (4, 240),
    "CO_BR_18_SolCP.xml": (16, 3040),
    "CO_BR_18_Sol_Gunnec.xml": (16, 3776),
    # CA5 is printed and not counted
    "FootballChileSecond_Sol_Duran.xml": (30, -101),
    # BR3 is always 0
    "IcelandicFootball2018_SolALNS.xml": (40, 10900),
}
"""Rows where the official program errs, with the right values."""

REFUSED = {"CON12Uncon_149.xml": 145}
"""Rows whose file has games without teams: refused, with the line of the first."""


def rows(shared: Path) -> list[dict[str, str]]:
    """The rows to judge, those of one instance together."""
    with open(shared / "data" / "robinx" / "verdicts.csv", encoding="utf-8", newline="") as file:
        listed = list(csv.DictReader(file))
    odd = {*RIGHT, *REFUSED}
    kept = [
        r for k, r in enumerate(listed)
        if ALL or k % 25 == 0 or r["solution"].rsplit("/", 1)[-1] in odd
    ]
    return sorted(kept, key=lambda r: r["instance"])


def test_every_row_has_the_official_verdict(shared: Path) -> None:
    """Infeasibility and objective of each solution, but for the rows listed above."""
    folder = shared / "data" / "robinx"
    held: dict[str, tuple[LeagueInstance, Wishes]] = {}
    wrong = []
    for row in rows(shared):
        name = row["solution"].rsplit("/", 1)[-1]
        if row["instance"] not in held:
            instance = load_robinx_instance(folder / row["instance"])
            held = {row["instance"]: (instance, wishes_of(instance))}
        if name in REFUSED:
            with pytest.raises(FileError, match=rf"{name}:{REFUSED[name]}:"):
                load_robinx_solution(folder / row["solution"])
            continue
        solution = load_robinx_solution(folder / row["solution"])
        verdict = judge(held[row["instance"]][0], solution, held[row["instance"]][1])
        found = verdict.infeasibility, verdict.objective
        if found != RIGHT.get(name, (int(row["infeasibility"]), int(row["objective"]))):
            wrong.append((row["solution"], row["infeasibility"], row["objective"], found))
    assert not wrong


@pytest.mark.parametrize("name", sorted(RIGHT))
def test_where_the_official_program_errs_a_second_reading_agrees(shared: Path, name: str) -> None:
    """A naive evaluator that shares no code comes to the same right value."""
    folder = shared / "data" / "robinx"
    row = next(r for r in rows(shared) if r["solution"].endswith(f"/{name}"))
    naive = Naive((folder / row["instance"]).read_bytes())
    verdict = naive.judge(read_games((folder / row["solution"]).read_bytes()))
    assert (verdict.infeasibility, verdict.objective) == RIGHT[name]
    assert (int(row["infeasibility"]), int(row["objective"])) != RIGHT[name]


def test_a_twenty_team_solution_is_judged_in_a_blink(shared: Path) -> None:
    """One of ITC2021 with 20 teams and 1,261 constraints: at best 0.05 s once its counts are there."""
    folder = shared / "data" / "robinx" / "ITC2021"
    instance = load_robinx_instance(folder / "Instances" / "ITC2021_Early_10.xml")
    wishes = wishes_of(instance)
    solution = load_robinx_solution(next((folder / "Solutions").glob("*Early_10*")))
    taken = []
    for _ in range(5):
        start = time.process_time()
        judge(instance, solution, wishes)
        taken.append(time.process_time() - start)
    assert min(taken) < 0.05
