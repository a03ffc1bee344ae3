"""What the page on incidents shows is what happens."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scheduler.live.facts import FACTS

TEXT = (Path(__file__).resolve().parent.parent / "docs" / "incidents.md").read_text(encoding="utf-8")
FILES = re.findall(r"^In `([\w.-]+)`:\n\n```\w+\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
SHOWN = "".join(re.findall(r"^```console\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL))


def test_the_incident_on_the_page_is_repaired_as_it_is_shown(
    cli: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every command in order on one file, what it says word for word."""
    for name, text in FILES:
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    steps = re.split(r"^\$ scheduler ", SHOWN, flags=re.MULTILINE)[1:]
    assert len(steps) > 10
    for step in steps:
        command, _, shown = step.partition("\n")
        run = cli(*shlex.split(command))
        assert (run.out + run.err).replace(f"{tmp_path}/", "").strip() == shown.strip(), command
        assert run.code == 0


def test_every_fact_that_can_be_told_has_a_row_on_the_page() -> None:
    rows = re.findall(r"^\| [^|]+ \| `--", TEXT, re.MULTILINE)
    assert len(rows) == len(FACTS) - 1  # late and back share one


def test_the_help_says_when_a_repair_that_is_decided_for_a_round_is_taken(cli: Callable[..., Any]) -> None:
    shown = re.sub(r"[\s│|]+", " ", cli("event", "accept", "--help").out)
    assert "before round 7 is drawn" in shown
