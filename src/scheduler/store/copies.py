"""Copies of an event file: whole, consistent, and put in place at once.

Backups lie in a folder ``NAME.backups`` beside the file: ``0007-entry-123-1a2b3c4d.event`` is the seventh
that was made and holds 123 entries, the last with a hash that begins so. What a file was before it was
brought to a newer format stays there for good, as ``format-1-entry-123-1a2b3c4d.event``.
"""

from __future__ import annotations

import os
import re
import secrets
from contextlib import closing, suppress
from pathlib import Path

from scheduler.errors import FileError, UsageError
from scheduler.store.connection import WAIT, begin, connect, journal_of, writable

__all__ = ["check_new", "copy", "keep_old", "put_new", "rotate"]

_BACKUP = re.compile(r"(\d{4,9})-entry-(\d+)-([0-9a-f]{8})\.event")


def copy(source: Path, name: Path, target: Path) -> None:
    """Copy the event file at ``source``, which others know as ``name``, to ``target``."""
    _check_folder(target)
    if target.exists() and target.samefile(name):
        raise FileError("is the event file itself", where=str(target), maybe="choose another name.")
    if target.is_dir():
        raise FileError("is a folder", where=str(target), maybe="add a file name.")
    if target.exists() and journal_of(target).exists():
        # A journal belongs to a name: it would be played back into what takes this one's place.
        raise FileError("is being written to", where=str(target), maybe="choose another name.")
    beside = target.with_name(f".{secrets.token_hex(8)}.tmp")
    try:
        with closing(connect(source)) as reading, closing(connect(beside, create=True)) as writing:
            # Once the lock is had the copy cannot meet a writer, for whom it would wait without end.
            begin(reading, WAIT, write=False)
            reading.backup(writing)
        os.replace(beside, target)
        _sync_folder(target.parent)
    finally:
        for left in (beside, journal_of(beside)):
            with suppress(OSError):
                left.unlink()


def rotate(source: Path, name: Path, end: tuple[int, str], keep: int) -> Path:
    """Add a backup unless the newest is the same, and remove all but the last ``keep``."""
    if keep < 1:
        raise UsageError(f"{keep} backups are none", maybe="keep at least 1.")
    folder = _folder(name)
    found = sorted((int(m[1]), m[0]) for m in map(_BACKUP.fullmatch, os.listdir(folder)) if m)
    ending = f"entry-{end[0]}-{end[1][:8]}.event"
    if found and found[-1][1].endswith(ending):
        return folder / found[-1][1]
    number = found[-1][0] + 1 if found else 1
    made = folder / f"{number:04d}-{ending}"
    copy(source, name, made)
    for _, old in found[: len(found) + 1 - keep]:
        with suppress(OSError):
            (folder / old).unlink()
    return made


def keep_old(name: Path, version: int, end: tuple[int, str]) -> None:
    """Keep the file as it is in an older format, next to the backups but not rotated with them."""
    made = _folder(name) / f"format-{version}-entry-{end[0]}-{end[1][:8]}.event"
    if not made.exists():
        copy(name, name, made)


def check_new(target: Path) -> None:
    """Raise FileError unless a file can be made at ``target``."""
    if "\0" in str(target):
        raise FileError("is no name of a file", where=repr(str(target)), maybe="choose another name.")
    if target.exists() or target.is_symlink():
        raise FileError("exists already", where=str(target), maybe="choose another name.")
    _check_folder(target)


def put_new(beside: Path, target: Path) -> None:
    """Give the finished file its name, never taking that of another one."""
    # Left behind by a file that was removed, it would be played back into the new one.
    with suppress(FileNotFoundError):
        journal_of(target).unlink()
    try:
        os.link(beside, target)
    except FileExistsError:
        raise FileError("exists already", where=str(target), maybe="choose another name.") from None
    except OSError:  # a file system without links
        check_new(target)
        os.rename(beside, target)
    _sync_folder(target.parent)


def _folder(name: Path) -> Path:
    folder = name.with_name(name.name + ".backups")
    if not folder.is_dir():
        _check_folder(folder)
        folder.mkdir(exist_ok=True)
    return folder


def _check_folder(target: Path) -> None:
    folder = target.parent
    if not folder.is_dir():
        raise FileError(
            f"the folder {folder} does not exist", where=str(target), maybe="make it first."
        )
    if not writable(folder):
        raise FileError(
            "the folder cannot be written to", where=str(target), maybe="choose another folder."
        )


def _sync_folder(folder: Path) -> None:
    """A name is on disk once its folder is; Windows knows no such call, and needs none."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
