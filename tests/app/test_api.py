"""The public names are there, quick to import, and documented by examples that run."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import scheduler
from scheduler import directing


def test_examples_of_the_api_page_run(root: Path) -> None:
    failed, tried = doctest.testfile(
        str(root / "docs" / "api.md"), module_relative=False, encoding="utf-8"
    )
    assert failed == 0
    assert tried > 20


def test_every_public_name_is_there_and_described() -> None:
    for name in scheduler.__all__:
        assert getattr(scheduler, name) is not None
    assert set(scheduler.__all__) <= set(dir(scheduler))


def test_functions_keep_their_names_from_the_rooms_they_share_them_with(root: Path) -> None:
    code = (
        "import scheduler.repair, scheduler.rules.registry, scheduler\n"
        "from scheduler.rules import Rule\n"
        "assert callable(scheduler.rules) and callable(scheduler.repair)\n"
        "assert isinstance(scheduler.rules('lock')[0], Rule)\n"
    )
    done = _python(code, root)
    assert done.returncode == 0, done.stderr


def test_import_alone_brings_no_library(root: Path) -> None:
    code = (
        "import sys, scheduler\n"
        "heavy = {'numpy', 'ortools', 'networkx', 'pandas', 'typer', 'pydantic'}\n"
        "assert not heavy & set(sys.modules), heavy & set(sys.modules)\n"
    )
    done = _python(code, root)
    assert done.returncode == 0, done.stderr


def test_every_function_of_an_event_in_progress_is_there_and_told_on_the_page(root: Path) -> None:
    text = (root / "docs" / "api.md").read_text("utf-8")
    told = set(re.findall(r"`([A-Za-z_]+)`", text))
    for name in directing.__all__:
        assert callable(getattr(directing, name)), name
        assert getattr(directing, name).__doc__, name
    missing = {n for n in directing.__all__ if n not in told and f"directing.{n}" not in text}
    assert not missing
    assert set(directing.__all__) <= set(dir(directing))


def test_the_commands_of_events_wait_with_their_imports(root: Path) -> None:
    code = (
        "import sys\nfrom scheduler import directing\n"
        "assert 'scheduler.live' not in sys.modules and 'numpy' not in sys.modules\n"
        "assert directing.new.__name__ == 'new'\n"
    )
    done = _python(code, root)
    assert done.returncode == 0, done.stderr


def _python(code: str, root: Path) -> subprocess.CompletedProcess[str]:
    path = f"import sys; sys.path.insert(0, {str(root / 'src')!r})\n"
    return subprocess.run(
        [sys.executable, "-c", path + code],
        capture_output=True, text=True, check=False, timeout=120,
    )
