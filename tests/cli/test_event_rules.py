"""Mistakes in the rules of an event file are named by file and line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scheduler.errors import RulebookError
from scheduler.files.events import read_event
from scheduler.formats.round_robin import rulebook_for
from scheduler.rules import read_rulebook

Cli = Callable[..., Any]

EVENT = """[event]
name = "Two stages"

[[stage]]
legs = 1
[[stage.rule]]
id = "lock"
home = 1
away = 2

[[stage]]
[[stage.rule]]
id = "run-limit"
mots = 2

[[rule]]
id = "side"
entrants = [3]
sied = "home"
""" + "".join(f'\n[[entrant]]\nnumber = {i}\nname = "T{i}"\n' for i in range(1, 5))


@pytest.mark.parametrize(("stage", "line"), [(0, 19), (1, 14)])
def test_a_misspelt_parameter_is_named_by_its_own_line(tmp_path: Path, stage: int, line: int) -> None:
    """Rules of the second stage, and those of every stage, are found in the file as a whole."""
    path = tmp_path / "event.toml"
    path.write_text(EVENT, encoding="utf-8")
    event = read_event(path)
    with pytest.raises(RulebookError) as caught:
        rulebook_for(read_rulebook("", "none"), event, event.stages[stage])
    assert caught.value.where == f"{path}:{line}"
    assert caught.value.maybe.startswith("you mean")


def test_a_clash_names_the_entrants_by_number_and_name(cli: Cli, tmp_path: Path) -> None:
    lock = '[[stage.rule]]\nid = "lock"\nhome = "Huế"\naway = "{}"\nrounds = [1]\n'
    path = tmp_path / "cup.toml"
    rows = "".join(f'[[entrant]]\nname = "{name}"\n' for name in ("Huế", "南宁", "Bo", "Di"))
    path.write_text("[stage]\n" + lock.format("南宁") + lock.format("Bo") + rows, encoding="utf-8")
    run = cli("plan", path)
    assert run.code == 3
    assert "lock [1 Huế - 2 南宁, round 1]" in run.err
    assert "lock [1 Huế - 3 Bo, round 1]" in run.err
