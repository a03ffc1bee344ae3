"""What the page on draws says can be typed, and does what it says."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest

Cli = Callable[..., Any]
NAMES = [f"Team {k}" for k in range(1, 17)]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, root: Path) -> str:
    """A folder with the files that the page speaks of; the text of the page."""
    text = (root / "docs" / "drawing.md").read_text("utf-8")
    (toml,) = re.findall(r"^```toml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    (tmp_path / "event.toml").write_text(toml, "utf-8")
    book = openpyxl.Workbook()
    assert book.active is not None
    rows = [("name", "seed", "region", "club")] + [
        (name, k if k <= 8 else None, f"R{k % 3}", f"C{k % 5}") for k, name in enumerate(NAMES, start=1)
    ]
    for row in rows:
        book.active.append(row)
    book.save(tmp_path / "entries.xlsx")
    lines = [",".join("" if x is None else str(x) for x in row) for row in rows]
    (tmp_path / "entries.csv").write_text("\n".join(lines), "utf-8")
    (tmp_path / "standing.csv").write_text("\n".join(["name", *NAMES]), "utf-8")
    (tmp_path / "results.csv").write_text("home,away,winner,score\n1,2,,\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    return text


def test_every_command_on_the_page_runs(place: str, cli: Cli) -> None:
    lines = re.findall(r"^ {4}scheduler (.*)$", place, re.MULTILINE)
    commands = [shlex.split(line, comments=True) for line in lines]
    assert len(commands) >= 10
    for command in commands:
        command, _, target = (command[:-2], ">", command[-1]) if ">" in command else (command, "", "")
        if "--by-hand" in command:
            run = cli(*command, stdin="")
            assert run.code == 130, command
            continue
        run = cli(*command)
        assert run.code == 0, (command, run.err)
        if target:
            Path(target).write_text(run.out, "utf-8")


def test_every_option_and_model_of_the_table_is_one(place: str, cli: Cli) -> None:
    told = cli("draw", "--help").out
    others = {"--fact", "--certificate", "--order-of-play", "--played"}
    options = set(re.findall(r"`(--[a-z-]+)", place)) - others
    assert options
    assert all(option in told for option in options)
    row = next(line for line in place.splitlines() if line.startswith("| `--model"))
    for model in re.findall(r"`([a-z-]+-(?:knockout|draw))`", row):
        assert cli("draw", "event.toml", "--model", model, "--without", "apart").code in (0, 2), model
