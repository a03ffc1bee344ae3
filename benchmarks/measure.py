"""Measuring calls and whole commands: wall clock, processor time, peak memory.

Nothing here imports the program or numpy: on Linux a child's peak memory starts at its parent's.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from threading import Timer
from time import perf_counter, process_time
from typing import Any, TypeVar

__all__ = [
    "ROOT", "Case", "Ran", "Setting", "Timing", "environment", "run_process", "scheduler_command",
    "timed",
]

ROOT = Path(__file__).resolve().parent.parent
T = TypeVar("T")


@dataclass(frozen=True)
class Setting:
    """How much to measure. ``size`` is ``full``, ``quick`` (seconds), or ``tiny`` (for the tests)."""

    size: str = "full"

    def pick(self, full: T, quick: T, tiny: T) -> T:
        """What this size asks for."""
        return {"full": full, "quick": quick, "tiny": tiny}[self.size]


@dataclass(frozen=True)
class Timing:
    """Runs of one thing: ``wall`` and ``cpu`` in seconds, one a run; ``memory`` the peak in bytes.

    ``cpu`` counts all threads and is empty, as ``memory`` is None, where the system does not tell.
    """

    wall: tuple[float, ...]
    cpu: tuple[float, ...] = ()
    memory: int | None = None


@dataclass(frozen=True)
class Case:
    """One line of the results. ``reach`` maps ``seconds``, ``memory`` or ``ratio`` to its bound.

    ``ratio`` is the peer's time over ours. ``said`` is what the answer says of itself, ``broken``
    each claim about it that turned out false: such a case is wrong, however fast.
    """

    name: str
    timing: Timing
    ratio: float | None = None
    reach: Mapping[str, float] = field(default_factory=dict)
    said: Mapping[str, Any] = field(default_factory=dict)
    broken: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The documented shape: see ``protocol.md``."""
        wall, cpu = self.timing.wall, self.timing.cpu
        return {
            "case": self.name,
            "seconds": round(median(wall), 5) if wall else None,
            "best": round(min(wall), 5) if wall else None,
            "worst": round(max(wall), 5) if wall else None,
            "cpu": round(median(cpu), 5) if cpu else None,
            "runs": len(wall),
            "memory": self.timing.memory,
            "ratio": None if self.ratio is None else round(self.ratio, 1),
            "reach": dict(self.reach),
            "said": dict(self.said),
            "broken": list(self.broken),
        }


def timed(call: Callable[[], T], runs: int) -> tuple[T, Timing]:
    """The last answer of ``call`` and the timing of ``runs`` calls (at least one) in this process."""
    wall, cpu = [], []
    for _ in range(max(1, runs)):
        start, busy = perf_counter(), process_time()
        answer = call()
        wall.append(perf_counter() - start)
        cpu.append(process_time() - busy)
    return answer, Timing(tuple(wall), tuple(cpu))


@dataclass(frozen=True)
class Ran:
    """One run of a whole process: exit ``code``, output, seconds, and peak bytes where told."""

    code: int
    out: str
    err: str
    wall: float
    cpu: float | None
    memory: int | None


def run_process(arguments: Sequence[str], limit: float = 120.0) -> Ran:
    """Run a process from the top of the checkout; it is killed after ``limit`` seconds."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        start = perf_counter()
        process = subprocess.Popen(
            arguments, stdin=subprocess.DEVNULL, stdout=out, stderr=err, cwd=ROOT, env=environment()
        )
        timer = Timer(limit, process.kill)
        timer.start()
        try:
            cpu, memory = _wait(process)
        except BaseException:
            process.kill()
            raise
        finally:
            timer.cancel()
        wall = perf_counter() - start
        said, told = _text(out), _text(err)
    return Ran(process.returncode, said, told, wall, cpu, memory)


def _wait(process: subprocess.Popen[bytes]) -> tuple[float | None, int | None]:
    """Processor seconds and peak bytes of the process, once it has ended."""
    if sys.platform == "win32":
        process.wait()
        return None, None
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    unit = 1 if sys.platform == "darwin" else 1024
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit


def _text(stream: Any) -> str:
    stream.seek(0)
    return str(stream.read().decode("utf-8", "replace"))


def environment() -> dict[str, str]:
    """The environment of a child: this checkout comes before anything that is installed."""
    paths = [str(ROOT / "src"), str(ROOT), *filter(None, [os.environ.get("PYTHONPATH", "")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONUTF8": "1"}


def scheduler_command() -> list[str]:
    """The command as a user starts it, or the same by way of the interpreter where not installed."""
    name = "scheduler.exe" if sys.platform == "win32" else "scheduler"
    script = Path(sys.executable).with_name(name)
    if script.is_file():
        return [str(script)]
    return [sys.executable, "-c", "from scheduler.cli.main import main; main()"]
