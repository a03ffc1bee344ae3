"""Compiled loops of the search: the only room that imports numba (extra ``fast``).

Kernels get their arrays one by one, for numba passes large tuples of arrays slowly, and allocate
nothing, so that they run without its reference counting. Compiled code is kept in the user's cache
folder, under a name made of all sources here: numba itself would not notice a change in a callee.
"""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path

from scheduler.errors import UsageError

try:
    import numba
except ImportError as missing:
    raise UsageError(
        "the fast search needs numba, which is not installed", maybe="pip install 'fixturist[fast]'."
    ) from missing

__all__ = ["cache_folder", "compiled"]


def cache_folder() -> Path:
    """Where compiled kernels are kept: below NUMBA_CACHE_DIR if set, else in the user's caches."""
    if os.environ.get("NUMBA_CACHE_DIR"):
        above = Path(os.environ["NUMBA_CACHE_DIR"])
    elif sys.platform == "win32":
        above = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        above = Path.home() / "Library" / "Caches"
    else:
        above = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return above / "fixturist" / f"kernels-{digest.hexdigest()[:16]}"


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f"probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError:
        return False
    return True


try:
    _FOLDER = cache_folder()
    _KEPT = _writable(_FOLDER)
except (OSError, RuntimeError):  # there is no home folder
    _KEPT = False


def compiled(function=None, *, inline=False):
    """Compile a kernel on its first call; where no cache folder can be written, in every process.

    A small one that is called in the innermost loops is to be ``inline``: handing over arrays costs more
    than what it does.
    """
    if function is None:
        return lambda decorated: compiled(decorated, inline=inline)
    before = numba.config.CACHE_DIR
    if _KEPT:
        numba.config.CACHE_DIR = str(_FOLDER)
    try:
        return numba.njit(cache=_KEPT, _nrt=False, error_model="numpy", forceinline=inline)(function)
    finally:
        numba.config.CACHE_DIR = before
