"""Bytes from a path or from memory, with one limit and one way to say what is wrong."""

from __future__ import annotations

import os
from difflib import get_close_matches
from pathlib import Path

from scheduler.errors import FileError

__all__ = ["MEGABYTE", "Source", "read_bytes"]

MEGABYTE = 1 << 20

Source = str | os.PathLike[str] | bytes


def read_bytes(source: Source, *, limit: int, name: str = "") -> tuple[bytes, str]:
    """The content of ``source`` and the name that messages call it by.

    ``source`` is a path, or bytes that a caller has already (an upload, standard input); ``limit``
    is in bytes; ``name`` overrides the name in messages.

    Raises :class:`FileError` when there is no such file, it is a folder, it may not be read, it is
    empty or longer than ``limit``.
    """
    if isinstance(source, bytes):
        data, where = source, name or "input"
    else:
        path = Path(source)
        where = name or str(path)
        data = _read(path, where, limit)
    if len(data) > limit:
        raise FileError(
            f"longer than {_size(limit)}, which is the limit for this kind of file",
            where=where,
            maybe="this is not the file you meant, or it carries pictures that can be deleted.",
        )
    if not data.strip():
        raise FileError("the file is empty", where=where, maybe="it was not saved.")
    return data, where


def _read(path: Path, where: str, limit: int) -> bytes:
    try:
        with open(path, "rb") as file:  # one byte more than allowed, so endless devices end too
            return file.read(limit + 1)
    except FileNotFoundError:
        raise FileError("no such file", where=where, maybe=_neighbour(path)) from None
    except (IsADirectoryError, PermissionError) as error:
        if path.is_dir():
            raise FileError("this is a folder, not a file", where=where) from None
        raise FileError(
            f"may not be read ({error.strerror})",
            where=where,
            maybe="another program holds it open; close it there.",
        ) from None
    except (OSError, ValueError) as error:
        raise FileError(f"cannot be read ({error})", where=where) from None


def _neighbour(path: Path) -> str:
    """Advice naming a file of nearly this name in the same folder."""
    try:
        names = [entry.name for entry in os.scandir(path.parent)]
    except OSError:
        return f"the folder {path.parent} does not exist."
    close = get_close_matches(path.name, names, n=1)
    return f'you mean "{close[0]}"?' if close else ""


def _size(count: int) -> str:
    return f"{count // MEGABYTE} MB" if count >= MEGABYTE else f"{count} bytes"
