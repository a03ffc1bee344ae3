"""What the page on events shows is what happens."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scheduler.formats.round_robin.frame import KEYS

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "docs" / "event-files.md").read_text(encoding="utf-8")
FILES = re.findall(r"^In `([\w.-]+)`:\n\n```\w+\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
SHOWN = re.findall(r"^```console\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def test_the_page_has_its_files_and_commands() -> None:
    assert [name for name, _ in FILES] == ["teams.csv", "cup.toml", "clash.toml"]
    assert len(SHOWN) == 6


@pytest.mark.parametrize("block", SHOWN, ids=[block.split("\n")[0][2:50] for block in SHOWN])
def test_every_command_on_the_page_prints_what_is_shown(
    block: str, cli: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Line by line, but for what the page leaves out as "..."; clashes are told on stderr."""
    for name, text in FILES:
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for part in re.split(r"^\$ scheduler ", block, flags=re.MULTILINE)[1:]:
        command, _, shown = part.partition("\n")
        run = cli(*shlex.split(command))
        clash = shown.startswith("No schedule")
        assert run.code == (3 if clash else 0), run.err
        wanted = re.escape(shown.strip() or "...").replace(re.escape("..."), ".*")
        assert re.fullmatch(wanted, (run.err if clash else run.out).strip(), re.DOTALL)


def test_every_key_of_a_round_robin_is_on_the_page() -> None:
    assert set(KEYS) <= set(re.findall(r"`([a-z]+)`", TEXT))
