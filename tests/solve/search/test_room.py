"""The room of kernels: what it needs, where it writes, what it does not know."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[3] / "src" / "scheduler" / "solve" / "search"


def test_without_numba_the_search_says_what_to_install_and_all_else_works() -> None:
    """An error with advice, not a traceback; the rest of the program never imports it."""
    script = (
        "import sys; sys.modules['numba'] = None\n"
        "import scheduler, scheduler.cli.main, scheduler.formats.league\n"
        "from scheduler.errors import UsageError\n"
        "try:\n    import scheduler.solve.search\n"
        "except UsageError as error:\n    print(error)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, encoding="utf-8", check=False,
        env={**os.environ, "PYTHONPATH": str(SOURCE.parents[2])},
    )
    assert run.returncode == 0, run.stderr
    assert "needs numba" in run.stdout
    assert "Maybe pip install 'fixturist[fast]'." in run.stdout


def test_the_program_starts_without_loading_numba() -> None:
    """Commands that do not search do not wait for it."""
    script = "import sys, scheduler.cli.main, scheduler.formats.league; print('numba' in sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, encoding="utf-8", check=True,
        env={**os.environ, "PYTHONPATH": str(SOURCE.parents[2])},
    )
    assert run.stdout.strip() == "False"


def test_compiled_kernels_are_kept_in_a_cache_folder_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One folder for each state of the sources, below the folder that is named or the user's caches."""
    from scheduler.solve.search import kernels

    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    named = kernels.cache_folder()
    assert named.parent == tmp_path / "fixturist"
    assert re.fullmatch(r"kernels-[0-9a-f]{16}", named.name)
    assert not named.exists()
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    own = kernels.cache_folder()
    assert own.name == named.name
    assert SOURCE not in own.parents
    assert "ache" in str(own) or "AppData" in str(own)


def test_nothing_in_the_search_names_a_type_of_constraint() -> None:
    """Counts are all it knows, so that a new type of constraint needs nothing here."""
    tags = re.compile(r"\b(BA|CA|GA|BR|FA|SE)[1-6]\b|\"(hosts|visits|repeat|journey|carry-on)\"")
    for path in sorted(SOURCE.rglob("*.py")):
        found = [m.group() for m in tags.finditer(path.read_text(encoding="utf-8"))]
        assert found == [], path.name
