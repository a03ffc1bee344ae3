"""The event file: one SQLite file that holds one append-only log.

    >>> with EventFile.create("cup.event", [Draft("new", {"name": "Cup"}, "Ann")]) as file:
    ...     with file.writing(expected=1) as txn:
    ...         txn.append("result", {"table": 7, "imps": 18}, "Ann")

What is acknowledged, which is what a ``writing`` block has ended with, is on disk: the process may be
killed at any instant. Closed, or left by a process that was killed, it is one file (and a journal that the
next one who opens it takes back). One :class:`EventFile` belongs to one thread; open it once a thread.
"""

from __future__ import annotations

import os
import secrets
import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from types import TracebackType
from typing import Any, Self

from scheduler.errors import EventChanged, FileError, UsageError
from scheduler.store import copies, inspection, versions
from scheduler.store.chain import Fault
from scheduler.store.connection import (
    MOST_FILE,
    WAIT,
    begin,
    check_length,
    clear_journal,
    connect,
    explained,
    identified,
    journal_of,
    read_only,
    translated,
    writable,
)
from scheduler.store.entries import Draft, Entry, chained
from scheduler.store.inspection import stored

__all__ = ["EventFile", "Transaction"]

PAUSE = 0.001
"""Seconds between two changes through one open file. Without them a writer in a loop has the file locked
nearly all the time, and readers may have to wait for seconds."""


class Transaction:
    """A change under way: nobody else can write until its block ends."""

    def __init__(self, db: sqlite3.Connection, path: Path) -> None:
        self._db = db
        self._path = path
        self.failed: FileError | None = None
        self.position, self.head = inspection.end_of(db)

    def newer(self, since: int) -> list[Entry]:
        """The entries after position ``since``, those of this block among them."""
        with translated(self._path):
            return stored(self._db, since)

    def append(self, kind: str, payload: Mapping[str, Any], author: str = "", at: str = "") -> Entry:
        """Put an entry at the end; ``at`` is now unless given. Kept once the block has ended well.

        Raises :class:`UsageError` for an entry that cannot be kept (a payload above 4 MB, say), and
        :class:`FileError` for a full disk or a folder that cannot be written to.
        """
        return self.extend([Draft(kind, payload, author, at)])[0]

    def extend(self, drafts: Iterable[Draft]) -> list[Entry]:
        """Several entries at once, in their order; errors as of :meth:`append`."""
        out = []
        for draft in drafts:
            entry, text = chained(draft, self.position + 1, self.head)
            try:
                self._db.execute(versions.INSERT, (
                    entry.position, entry.kind, text, entry.author, entry.at, entry.hash, entry.previous,
                ))
            except sqlite3.Error as error:
                _roll_back(self._db)
                self.failed = explained(error, self._path)
                raise self.failed from None
            self.position, self.head = entry.position, entry.hash
            out.append(entry)
        return out


class EventFile:
    """An open event file. Made by :meth:`open` and :meth:`create`; closes at the end of its block."""

    def __init__(self, path: Path, *, write: bool, wait: float) -> None:
        self.path = path
        self.write = write
        self._wait = wait
        self._wrote = -PAUSE
        self._aside: TemporaryDirectory[str] | None = None
        self._db = self._connected(path)
        self._same = _identity(path)

    @classmethod
    def create(
        cls, path: str | os.PathLike[str], first: Iterable[Draft] = (), *, wait: float = WAIT
    ) -> Self:
        """A new event file with its ``first`` entries, open for writing; there whole or not at all.

        Raises :class:`FileError` where something of that name exists or the folder cannot be written
        to, :class:`UsageError` for an entry that cannot be kept.
        """
        target = Path(path)
        with translated(target):
            target = target.absolute()
            copies.check_new(target)
            beside = target.with_name(f".{secrets.token_hex(8)}.tmp")
            try:
                with closing(connect(beside, create=True)) as db:
                    db.execute("BEGIN IMMEDIATE")
                    versions.lay_out(db)
                    Transaction(db, target).extend(first)
                    db.execute("COMMIT")
                copies.put_new(beside, target)
            finally:
                for left in (beside, journal_of(beside)):
                    with suppress(OSError):
                        left.unlink()
        return cls.open(target, write=True, wait=wait)

    @classmethod
    def open(cls, path: str | os.PathLike[str], *, write: bool = False, wait: float = WAIT) -> Self:
        """The event file at ``path``. For reading it may lie in a folder that cannot be written to.

        A file of an older format is rewritten, after a backup, when it is opened for writing, and
        converted as it is read otherwise. ``wait``: seconds to wait for somebody else who is writing.

        Raises :class:`FileError` for a file that is missing, too large, damaged, of a newer version or no
        event file at all, and for one that cannot be written to though ``write`` is asked for.
        """
        target = Path(path)
        with translated(target):
            target = target.absolute()
            _check_there(target)
            if write and not (writable(target) and writable(target.parent)):
                raise read_only(target)
            file = cls(target, write=write, wait=wait)
        try:
            if write and file.version < versions.FORMAT:
                file._migrate()
        except BaseException:
            file.close()
            raise
        return file

    def _connected(self, path: Path) -> sqlite3.Connection:
        try:
            return self._prepared(path)
        except sqlite3.Error as error:
            if not self._must_step_aside(error, path):
                raise
        return self._prepared(self._copied_aside(path))

    def _prepared(self, path: Path) -> sqlite3.Connection:
        db = connect(path, wait=self._wait)
        try:
            begin(db, self._wait, write=False)
            self.version = identified(db, str(self.path))
            check_length(db, path)
            db.execute("COMMIT")
            if self.write:
                db.execute("PRAGMA journal_mode = DELETE")
                (size,) = db.execute("PRAGMA page_size").fetchone()
                db.execute(f"PRAGMA max_page_count = {MOST_FILE // size}")
                if journal_of(path).exists():
                    begin(db, self._wait)
                    clear_journal(db)
            else:
                db.execute("PRAGMA query_only = ON")
        except BaseException:
            db.close()
            raise
        return db

    def _must_step_aside(self, error: sqlite3.Error, path: Path) -> bool:
        """Whether a killed writer left a journal here that cannot be taken back in place."""
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        stuck = code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR)
        return stuck and not self.write and journal_of(path).exists()

    def _copied_aside(self, path: Path) -> Path:
        self._aside = TemporaryDirectory(ignore_cleanup_errors=True)
        aside = Path(self._aside.name) / "copy"
        shutil.copyfile(path, aside)
        shutil.copyfile(journal_of(path), journal_of(aside))
        return aside

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; what was not finished is taken back. May be called twice."""
        self._db.close()
        if self._aside is not None:
            self._aside.cleanup()

    @property
    def position(self) -> int:
        """The position of the last entry; 0 where there is none."""
        return self.end[0]

    @property
    def end(self) -> tuple[int, str]:
        """Position and hash of the last entry: noted elsewhere, the hash vouches for all before it."""
        with translated(self.path), self._snapshot():
            return inspection.end_of(self._db)

    def entries(self, since: int = 0) -> list[Entry]:
        """All entries after position ``since``, in order. Raises :class:`FileError` for a damaged file.

        The hashes are not checked here: :meth:`faults` does.
        """
        with translated(self.path), self._snapshot():
            if self.version < versions.FORMAT:
                return versions.converted(stored(self._db, 0), self.version)[max(0, since):]
            return stored(self._db, since)

    def faults(self, noted: Mapping[int, str] | None = None) -> tuple[Fault, ...]:
        """What is wrong with the file as it lies on the disk: its pages, each entry, the chain.

        ``noted``: hashes by position that were written down elsewhere, as of :func:`check_chain`.
        """
        with translated(self.path), self._snapshot():
            return inspection.faults(self._db, noted)

    @contextmanager
    def _snapshot(self) -> Iterator[None]:
        """One state of the file for the whole block, of a version that is known in it."""
        if self._db.in_transaction:
            yield
            return
        begin(self._db, self._wait, write=False)
        try:
            self.version = identified(self._db, str(self.path))
            yield
        finally:
            _roll_back(self._db)

    @contextmanager
    def writing(self, expected: int | None = None) -> Iterator[Transaction]:
        """A change, all or nothing: kept when the block ends, dropped when an error leaves it.

        ``expected``: the position that the change was thought out at.

        Raises :class:`EventChanged` where the log is at another position or the file was replaced, and
        :class:`FileError` where somebody else does not stop writing, or the disk is full; the file then
        is as it was.
        """
        if not self.write:
            raise UsageError(f"{self.path} was opened for reading", maybe="open it for writing.")
        if monotonic() - self._wrote < PAUSE:
            sleep(PAUSE)
        with translated(self.path):
            begin(self._db, self._wait)
        try:
            with translated(self.path):
                self._check_same()
                txn = Transaction(self._db, self.path)
            if expected is not None and expected != txn.position:
                raise _changed(self.path, expected, txn)
            yield txn
            self._commit(txn)
        finally:
            _roll_back(self._db)
            self._wrote = monotonic()

    def _commit(self, txn: Transaction) -> None:
        if txn.failed is not None:  # and the caller went on: what came before it is gone as well
            raise txn.failed
        try:
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            _roll_back(self._db)
            raise explained(error, self.path) from None

    def _check_same(self) -> None:
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version != self.version or _identity(self.path) != self._same:
            raise EventChanged(
                f"{self.path}: the file was replaced or rewritten since it was opened; nothing was written",
                maybe="open it again.",
            )

    def copy_to(self, path: str | os.PathLike[str]) -> None:
        """A consistent copy of the file as it is now, others may be writing; ``path`` is replaced.

        Raises :class:`FileError` where ``path`` is this file, is in use, or cannot be written.
        """
        with translated(Path(path)):
            copies.copy(self._source(), self.path, Path(path).absolute())

    def backup(self, keep: int = 10) -> Path:
        """A copy in the folder ``NAME.backups`` beside the file; of all there the last ``keep`` stay.

        Nothing is written where the newest backup holds the same entries. Returns the newest backup.
        Raises :class:`FileError` as :meth:`copy_to`, :class:`UsageError` for ``keep`` below 1.
        """
        with translated(self.path):
            return copies.rotate(self._source(), self.path, self.end, keep)

    def _source(self) -> Path:
        return Path(self._aside.name) / "copy" if self._aside is not None else self.path

    def _migrate(self) -> None:
        """Rewrite a file of an older format, once a backup is there and its chain is found whole."""
        with translated(self.path):
            copies.keep_old(self.path, self.version, self.end)
            begin(self._db, self._wait)
            try:
                self.version = identified(self._db, str(self.path))
                if self.version < versions.FORMAT:
                    _check_whole(inspection.faults(self._db), self.path)
                    entries = versions.converted(stored(self._db, 0), self.version)
                    versions.rewrite(self._db, entries)
                self._db.execute("COMMIT")
                self.version = versions.FORMAT
            finally:
                _roll_back(self._db)


def _roll_back(db: sqlite3.Connection) -> None:
    if db.in_transaction:
        with suppress(sqlite3.Error):
            db.execute("ROLLBACK")


def _identity(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_dev, found.st_ino


def _check_there(path: Path) -> None:
    where = str(path)
    if path.is_dir():
        raise FileError("is a folder, not an event file", where=where, maybe="name a file in it.")
    if not path.exists():
        raise FileError(
            "does not exist", where=where, maybe="check the name, or make one: `scheduler event new`."
        )
    size = path.stat().st_size
    if size == 0:
        raise FileError("is empty, not an event file", where=where, maybe="go back to a backup.")
    if size > MOST_FILE:
        raise FileError(
            f"has {size:,} bytes; an event file has at most {MOST_FILE:,}", where=where,
            maybe="choose another file.",
        )


def _check_whole(faults: Sequence[Fault], path: Path) -> None:
    if faults:
        raise FileError(
            f"is of an older format and cannot be brought up to date, as {faults[0].message}",
            where=str(path), maybe="open it for reading, or go back to a backup.",
        )


def _changed(path: Path, expected: int, txn: Transaction) -> EventChanged:
    new = txn.position - expected
    if new < 0:
        what = "a backup may have been put back"
    else:
        names = sorted({entry.author for entry in txn.newer(expected)} - {""})
        who = f", by {', '.join(names[:3])}{' and others' if len(names) > 3 else ''}" if names else ""
        what = f"{new} {'entry' if new == 1 else 'entries'} came in meanwhile{who}"
    return EventChanged(
        f"{path}: the event is at entry {txn.position} and no longer at {expected}: {what}; "
        "nothing was written",
        expected=expected, position=txn.position, maybe="look at what changed, then do it again.",
    )
