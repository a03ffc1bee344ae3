"""One connection to an event file, and what SQLite's errors mean to whoever opened it.

The journal is a rollback journal, not a write-ahead log: the file is whole when it is closed and can be
read in a folder that cannot be written to. An append costs 0.9 ms for 0.2 ms (on a disk that takes 0.1 ms
to sync), which fifty writers do not notice.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import uniform
from time import monotonic, sleep
from urllib.parse import quote

from scheduler.errors import FileError
from scheduler.store import versions
from scheduler.store.entries import MOST_BYTES

__all__ = [
    "MOST_FILE", "WAIT", "begin", "check_length", "clear_journal", "connect", "explained", "identified",
    "journal_of", "translated", "writable",
]

WAIT = 10.0
"""Seconds that a writer waits for another one."""

MOST_FILE = 2_000_000_000
"""An event file has at most so many bytes."""

_OLDEST = (3, 37, 0)
_OTHER = "make an event file with `scheduler event new`, or choose another file."


def journal_of(path: Path) -> Path:
    """Where SQLite keeps the way back while it writes."""
    return path.with_name(path.name + "-journal")


def writable(path: Path) -> bool:
    """Whether this process may write to ``path``, as far as can be told without doing it."""
    return _may(path, os.W_OK)


def _may(path: Path, what: int) -> bool:
    return os.access(path, what, effective_ids=os.access in os.supports_effective_ids)


def connect(path: Path, *, wait: float = WAIT, create: bool = False) -> sqlite3.Connection:
    """A connection to the file, which must exist unless ``create``. Raises sqlite3.Error, FileError."""
    if sqlite3.sqlite_version_info < _OLDEST:
        raise FileError(
            f"this Python comes with SQLite {sqlite3.sqlite_version}; event files need 3.37 or later",
            where=str(path), maybe="use a newer Python.",
        )
    name = path.as_posix()
    uri = f"file://{'' if name.startswith('/') else '/'}{quote(name)}?mode={'rwc' if create else 'rw'}"
    db = sqlite3.connect(uri, uri=True, timeout=wait, isolation_level=None)
    try:
        db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 2 * MOST_BYTES)
        # The file may be a stranger's: nothing in its schema is trusted, no page taken unseen.
        for setting in ("trusted_schema = OFF", "cell_size_check = ON", "temp_store = MEMORY",
                        "synchronous = EXTRA", "fullfsync = ON"):
            _patiently(db, f"PRAGMA {setting}", wait)
    except BaseException:
        db.close()
        raise
    return db


def begin(db: sqlite3.Connection, wait: float, *, write: bool = True) -> None:
    """Begin to write, or to read one state, within ``wait`` seconds. Raises sqlite3.Error.

    SQLite's own waiting doubles its naps up to a tenth of a second, so that in a crowd some oversleep
    for seconds. Here they are short and drawn by chance.
    """
    if write:
        _patiently(db, "BEGIN IMMEDIATE", wait)
        return
    db.execute("BEGIN")
    try:
        _patiently(db, "PRAGMA user_version", wait)  # the first look at the file takes the lock
    except BaseException:
        db.execute("ROLLBACK")
        raise


def _patiently(db: sqlite3.Connection, statement: str, wait: float) -> None:
    end = monotonic() + wait
    nap = 0.001
    db.execute("PRAGMA busy_timeout = 0")
    try:
        while True:
            try:
                db.execute(statement).fetchall()
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > end:
                    raise
            sleep(uniform(nap / 4, nap))
            nap = min(nap * 1.5, 0.01)
    finally:
        db.execute(f"PRAGMA busy_timeout = {int(wait * 1000)}")


def clear_journal(db: sqlite3.Connection) -> None:
    """End a write that changes nothing: it removes a journal that was killed before it held anything."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    db.execute(f"PRAGMA user_version = {version}")
    db.execute("COMMIT")


def identified(db: sqlite3.Connection, where: str) -> int:
    """The version of the event file. Raises FileError where it is none, newer, or tampered with."""
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    found = {sql for (sql,) in db.execute(
        "SELECT sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
    )}
    if application != versions.APPLICATION:
        raise FileError("is a database of another program, not an event file", where=where, maybe=_OTHER)
    if version > versions.FORMAT:
        raise FileError(
            f"was made by a newer version of this program (format {version}, and this one knows those up to "
            f"{versions.FORMAT})",
            where=where, maybe="update the program.",
        )
    if found != set(versions.SCHEMAS.get(version, ())):
        raise FileError(
            f"has other tables than an event file of format {version}: something changed its structure",
            where=where, maybe="go back to a backup.",
        )
    return int(version)


def check_length(db: sqlite3.Connection, path: Path) -> None:
    """Raise FileError for a file that ends before its last page does: SQLite would read noughts there."""
    (pages,) = db.execute("PRAGMA page_count").fetchone()
    (size,) = db.execute("PRAGMA page_size").fetchone()
    found = path.stat().st_size
    if found < pages * size:
        raise FileError(
            f"is damaged: {found:,} of its {pages * size:,} bytes are there", where=str(path),
            maybe="go back to a backup, or copy the file anew.",
        )


@contextmanager
def translated(path: Path | str) -> Iterator[None]:
    """Turn what SQLite and the system say in the block into a :class:`FileError`."""
    try:
        yield
    except (sqlite3.Error, OSError, ValueError, RecursionError) as error:
        raise explained(error, Path(path)) from None


def explained(error: Exception, path: Path) -> FileError:
    """The same error in words that say what to do."""
    where, code = str(path), getattr(error, "sqlite_errorcode", -1) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return FileError(
            "cannot be used now: another program is writing to it, or reading it for long, and does not "
            "finish; nothing was written", where=where,
            maybe="try again, or close the other program that has it open.",
        )
    if code == sqlite3.SQLITE_FULL:
        return _full(path)
    if code == sqlite3.SQLITE_CANTOPEN and path.exists() and not _may(path, os.R_OK):
        return FileError("may not be read by you", where=where, maybe="ask for permission to read it.")
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return read_only(path)
    if code == sqlite3.SQLITE_NOTADB:
        return FileError("is not an event file", where=where, maybe=_OTHER)
    if isinstance(error, OSError):
        if error.errno == errno.ENOSPC:
            return _disk_full(path)
        reason = error.strerror or str(error)
        return FileError(f"cannot be read or written ({reason})", where=where)
    if code == sqlite3.SQLITE_IOERR:
        return FileError(
            f"the disk cannot be read or written ({error}); nothing was written", where=where,
            maybe="check the disk, and copy the file to another one.",
        )
    return FileError(
        f"is damaged ({error})", where=where, maybe="go back to a backup, or copy the file anew.",
    )


def read_only(path: Path) -> FileError:
    """What to say where a file, or the folder that its journal must go to, cannot be written to."""
    what = "the folder" if not writable(path.parent) or writable(path) else "the file"
    return FileError(
        f"{what} cannot be written to; nothing was changed", where=str(path),
        maybe="copy the file to a folder of your own. It can be read where it is.",
    )


def _full(path: Path) -> FileError:
    with suppress(OSError):
        if path.stat().st_size + 2 * MOST_BYTES > MOST_FILE:
            return FileError(
                f"has grown to the {MOST_FILE:,} bytes that an event file may have; nothing was written",
                where=str(path), maybe="begin a new event file.",
            )
    return _disk_full(path)


def _disk_full(path: Path) -> FileError:
    return FileError(
        "the disk is full; nothing was written and the file is as it was before", where=str(path),
        maybe="delete something, or copy the file to another disk.",
    )
