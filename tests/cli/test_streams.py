"""The command as a process: pipes that close, terminals without a character, Ctrl-C, start-up."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CODE = (
    f"import sys; sys.path.insert(0, {str(ROOT / 'src')!r})\n"
    "from scheduler.cli.main import main\nmain()\n"
)
posix = pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals and locales")


def start(*arguments: str, **more: str) -> subprocess.Popen[bytes]:
    """The command as a process of its own, with further environment variables."""
    return subprocess.Popen(
        [sys.executable, "-c", CODE, *arguments], stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, **more},
    )


def test_a_reader_who_goes_away_is_no_error() -> None:
    process = start("plan", "300")
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline()
    process.stdout.close()
    talk = process.stderr.read()
    assert process.wait(120) == 0
    assert talk == b""


@posix
def test_a_pipe_gets_every_character_even_in_a_plain_locale() -> None:
    process = start("plan", "sample-23", "--names", LC_ALL="C", PYTHONUTF8="0",
                    PYTHONCOERCECLOCALE="0")
    out, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    assert "江南春" in out.decode("utf-8")


def test_an_encoding_that_lacks_a_character_shows_a_question_mark() -> None:
    process = start("plan", "sample-23", "--names", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    out, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    assert b"2 ???" in out
    assert out.isascii()


def test_the_package_runs_as_a_module() -> None:
    process = subprocess.run(
        [sys.executable, "-m", "scheduler", "plan", "4"], capture_output=True, timeout=120,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")}, check=False,
    )
    assert (process.returncode, b"4 teams, 3 rounds" in process.stdout) == (0, True)


@posix
def test_ctrl_c_keeps_the_best_found() -> None:
    process = start(
        "plan", "12", "--set", "carry-over.price=[0, 1, 4]", "--set", "carry-over.level=1",
        "--json", "--time-limit", "120",
    )
    time.sleep(6)
    process.send_signal(signal.SIGINT)
    out, talk = process.communicate(timeout=60)
    assert process.returncode == 0, talk
    assert b'"status": "interrupted"' in out


@posix
def test_ctrl_c_before_anything_is_found_exits_130(tmp_path: Path) -> None:
    fifo = tmp_path / "teams.csv"
    os.mkfifo(fifo)
    process = start("plan", str(fifo))
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    _, talk = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"nothing kept" in talk
    assert b"Traceback" not in talk


def test_help_imports_no_library_that_it_does_not_need() -> None:
    code = CODE.replace("main()\n", "try:\n    main()\nexcept SystemExit:\n    pass\n") + (
        "heavy = {'numpy', 'ortools', 'networkx', 'pandas', 'pydantic', 'rich', 'icalendar'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "--help"], capture_output=True, check=False, timeout=60
    )
    assert done.stderr.split() == [b"[]"]
    assert b"plan" in done.stdout


def test_progress_is_silent_where_nobody_watches() -> None:
    process = start("repair", "cba-12")
    _, talk = process.communicate(timeout=120)
    assert process.returncode == 0
    assert b"best" not in talk
