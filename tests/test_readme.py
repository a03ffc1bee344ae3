"""What the README shows is what happens."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"^```console\n\$ scheduler ([^\n]+)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def test_readme_shows_a_plan_a_check_and_a_repair() -> None:
    assert [command.split()[0] for command, _ in SHOWN] == ["plan", "check", "repair"]


@pytest.mark.parametrize(("command", "shown"), SHOWN, ids=[command for command, _ in SHOWN])
def test_output_in_the_readme_is_what_the_command_prints(
    command: str, shown: str, cli: Callable[..., Any], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (csv,) = re.findall(r"^```csv\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    (tmp_path / "teams.csv").write_text(csv, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    run = cli(*command.split())
    assert run.out.strip() == shown.strip()


def test_exit_codes_in_the_readme_are_those_of_the_error_tree() -> None:
    from scheduler import errors

    told = {int(code) for code in re.findall(r"\| (\d+) \| \w", TEXT)}
    tree = {
        value.exit_code
        for value in vars(errors).values()
        if isinstance(value, type) and issubclass(value, errors.SchedulerError)
    }
    assert told == tree | {0, 1}
