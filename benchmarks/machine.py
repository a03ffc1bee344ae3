"""What the figures were measured on. No host names, no paths: results are published."""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from benchmarks.measure import ROOT

__all__ = ["describe", "slug"]

_LIBRARIES = ("numpy", "ortools", "numba", "typer")


def describe() -> dict[str, Any]:
    """Processor, cores, memory (GB), system, Python, libraries, commit; and how busy it is now."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count() or 1,
        "memory": _memory(),
        "system": f"{platform.system()} {platform.release()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "libraries": {name: _version(name) for name in _LIBRARIES},
        "commit": _git("rev-parse", "--short", "HEAD"),
        "changed": bool(_git("status", "--porcelain", "--", "src", "models")),
        "load": _load(),
    }


def slug(machine: dict[str, Any]) -> str:
    """The machine as part of a file name: processor and cores."""
    words = re.sub(r"\((r|tm)\)|\bcpu\b|@.*", " ", str(machine["processor"]).lower())
    name = "-".join(re.findall(r"[a-z0-9.]+", words)[:5]) or "unknown"
    return f"{name}-{machine['cores']}-cores"


def _processor() -> str:
    if sys.platform == "linux":
        found = re.search(r"model name\s*:\s*(.+)", _read("/proc/cpuinfo"))
        if found:
            return found[1].strip()
    if sys.platform == "darwin":
        told = _output(["sysctl", "-n", "machdep.cpu.brand_string"])
        if told:
            return told
    return platform.processor() or platform.machine()


def _memory() -> float | None:
    if sys.platform == "win32":
        return None
    try:
        size = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (OSError, ValueError):
        return None
    return round(size / 2**30, 1)


def _load() -> float | None:
    """Processes that want a core, on average over the last minute: above 0.5 the figures are noisy."""
    if sys.platform == "win32":
        return None
    return round(os.getloadavg()[0], 2)


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "missing"


def _git(*arguments: str) -> str:
    return _output(["git", "-C", str(ROOT), *arguments])


def _output(command: list[str]) -> str:
    try:
        ran = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return ran.stdout.strip() if ran.returncode == 0 else ""


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
