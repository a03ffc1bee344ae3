"""What every test may ask for: the data folder beside the checkout, and the command in-process."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent

# Shared machines are slow now and then, so no deadline; CI must not fail by luck, so no luck there.
settings.register_profile("dev", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


@pytest.fixture(scope="session")
def root() -> Path:
    """The top folder of the checkout."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of published data: SCHEDULER_SHARED, else ``../shared``, else a skip."""
    named = os.environ.get("SCHEDULER_SHARED", "")
    folder = Path(named) if named else ROOT.parent / "shared"
    if not (folder / "domain" / "data").is_dir():
        pytest.skip(f"no published data in {folder}: set SCHEDULER_SHARED to its folder")
    return folder


@dataclass(frozen=True)
class Run:
    """What one run of the command left behind."""

    code: int
    out: str
    err: str


def run_command(arguments: list[str], stdin: str | bytes = b"") -> Run:
    """Run ``scheduler`` in this process; whatever escapes but an exit is a failed test."""
    from scheduler.cli.main import main

    data = stdin.encode() if isinstance(stdin, str) else stdin
    streams = [
        io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8", newline="") for raw in (data, b"", b"")
    ]
    before = sys.argv, sys.stdin
    sys.argv, sys.stdin = ["scheduler", *arguments], streams[0]
    code: int | str | None = 0
    try:
        with contextlib.redirect_stdout(streams[1]), contextlib.redirect_stderr(streams[2]):
            main()
    except SystemExit as stop:
        code = stop.code
    finally:
        sys.argv, sys.stdin = before
    out, err = (_text(stream) for stream in streams[1:])
    return Run(code if isinstance(code, int) else int(code is not None), out, err)


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()


@pytest.fixture
def cli() -> Callable[..., Run]:
    """``cli("check", "cba-6", stdin="")`` runs the command in-process: code, out, err."""

    def run(*arguments: object, stdin: str | bytes = b"") -> Run:
        return run_command([str(a) for a in arguments], stdin)

    return run
