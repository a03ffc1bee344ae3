"""What the page on directing shows is what happens."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from scheduler.app.directing.stages import known
from scheduler.errors import UsageError

TEXT = (Path(__file__).resolve().parent.parent / "docs" / "directing.md").read_text(encoding="utf-8")
FILES = re.findall(r"In `([\w.-]+)`[^\n]*:\n\n```\w+\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
SHOWN = re.findall(r"^```console\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def steps() -> Iterator[tuple[list[str], str]]:
    """Each command with what the page shows of it, in order."""
    for block in SHOWN:
        for part in re.split(r"^\$ scheduler ", block, flags=re.MULTILINE)[1:]:
            command, _, shown = part.partition("\n")
            yield shlex.split(command), shown


def test_the_day_on_the_page_is_lived_as_it_is_shown(
    cli: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every command in order on one file, what it says word for word; "..." are times."""
    for name, text in FILES:
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SCHEDULER_AUTHOR", "director")
    done = 0
    for command, shown in steps():
        run = cli(*command)
        said = (run.out + run.err).replace(f"{tmp_path}/", "")
        wanted = re.escape(shown.strip()).replace(re.escape("..."), ".*")
        assert re.fullmatch(wanted, said.strip()), (command, said)
        assert run.code == (6 if "no longer at" in shown else 0), command
        done += 1
    assert done > 20
    (script,) = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    exec(compile(script, "directing.md", "exec"), {})


def test_every_setting_on_the_page_is_one_that_is_read() -> None:
    rows = re.findall(r"^\| (`[^|]+`) \|", TEXT, re.MULTILINE)
    names = re.findall(r"`([a-z_]+)`", " ".join(rows))
    assert len(names) > 20
    known(dict.fromkeys(names))
    with pytest.raises(UsageError):
        known({"rouns": 1})
