"""Writing a file whole or not at all, on every system."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
from pathlib import Path

from scheduler.errors import FileError

__all__ = ["write_atomic"]


def write_atomic(path: str | os.PathLike[str], data: bytes) -> None:
    """Put ``data`` at ``path``: into a new file beside it, which then takes its place.

    A reader sees the old file or the new one, and after any failure the old one. A link is
    followed; a device such as ``/dev/stdout`` is simply written to.

    Raises :class:`FileError` for a missing folder, a folder in its place, missing permission, a
    full disk or an impossible name.
    """
    where = str(path)
    try:
        target = Path(os.path.realpath(path))
        _check(target, where)
        if target.exists() and not target.is_file():
            target.write_bytes(data)
            return
        beside = target.with_name(f".{secrets.token_hex(8)}.tmp")
        try:
            _fill(beside, data, target)
            os.replace(beside, target)
        finally:
            with contextlib.suppress(OSError):
                beside.unlink()
    except (OSError, ValueError) as error:
        raise _explained(error, where) from None


def _check(target: Path, where: str) -> None:
    if target.is_dir():
        raise FileError("there is a folder of this name", where=where, maybe="add a file name.")
    if not target.parent.is_dir():
        raise FileError(
            f"the folder {target.parent} does not exist", where=where, maybe="make it first."
        )
    if target.exists() and not target.stat().st_mode & stat.S_IWRITE:
        raise FileError("the file is write-protected", where=where, maybe="choose another name.")


def _fill(beside: Path, data: bytes, target: Path) -> None:
    with open(beside, "xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    if target.exists():
        os.chmod(beside, stat.S_IMODE(target.stat().st_mode))


def _explained(error: OSError | ValueError, where: str) -> FileError:
    code = getattr(error, "errno", None)
    reason = getattr(error, "strerror", None) or str(error)
    if code in (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)):
        return FileError(
            f"the disk is full ({reason}); the file is as it was before", where=where,
            maybe="delete something, or choose another disk.",
        )
    if isinstance(error, PermissionError):
        return FileError(
            f"may not be written ({reason})", where=where,
            maybe="another program holds it open; close it there, or choose another name.",
        )
    return FileError(f"cannot be written ({reason})", where=where, maybe="choose another name.")
