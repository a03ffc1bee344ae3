"""The feasibility instances of QOBLIB: solved, and explained once a demand is added that cannot be met.

Two of each always, all with SCHEDULER_ALL=1.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from formats.league.leagues import constraint
from scheduler.errors import NoAnswer
from scheduler.event.league import Constraint, LeagueInstance
from scheduler.files.robinx import load_robinx_instance
from scheduler.formats.league import plan
from scheduler.solve.problem import Limits

ALL = os.environ.get("SCHEDULER_ALL") == "1"


def instances(shared: Path, size: str) -> list[Path]:
    """The instances of a size; two of them, spread, unless all are asked for."""
    files = sorted((shared / "data" / "robinx" / "QOBLIB" / "Instances" / size).glob("*.xml"))
    assert files
    return files if ALL else files[:: len(files) // 2 + 1]


@pytest.mark.parametrize("size", ["Tiny", "Small"])
def test_instances_are_solved_to_feasibility(shared: Path, size: str) -> None:
    """Each has a schedule that meets all its hard constraints, and it is found."""
    for file in instances(shared, size):
        result = plan(load_robinx_instance(file), Limits(120.0, 2))
        assert result.extra["judgement"].infeasibility == 0, file.name


def impossible(instance: LeagueInstance, which: int) -> Constraint:
    """A demand that no double round robin of n teams in 2(n - 1) slots can meet, of five kinds."""
    n, slots = len(instance.teams), range(len(instance.slots))
    everybody = range(n)
    made = (
        constraint("CA1", teams=[0], slots=slots, max=n - 2, mode="H"),
        constraint("SE1", teams=everybody, min=n),
        constraint("CA4", teams1=[0, 1], teams2=everybody, slots=slots, min=2, mode1="H", mode2="EVERY"),
        constraint("GA1", pairs=[(0, 1), (2, 0)], slots=[0], min=2, max=2),
        constraint("CA3", teams1=[1], teams2=everybody, min=1, max=1, intp=1, mode1="A", mode2="SLOTS"),
    )[which % 5]
    return replace(made, id=len(instance.constraints) + 1, hard=True)


@pytest.mark.parametrize("k", range(20 if ALL else 2))
def test_a_clash_contains_the_demand_that_was_added(shared: Path, k: int) -> None:
    """Feasible before, so that every clash must contain what was added; minimal where proven."""
    files = [
        f for size in ("Tiny", "Small")
        for f in sorted((shared / "data" / "robinx" / "QOBLIB" / "Instances" / size).glob("*.xml"))
    ]
    instance = load_robinx_instance(files[k * len(files) // 20])
    added = impossible(instance, k)
    with pytest.raises(NoAnswer) as caught:
        plan(replace(instance, constraints=(*instance.constraints, added)), Limits(120.0, 2))
    assert any(line.startswith(f"{added.tag} #{added.id}:") for line in caught.value.clash)
