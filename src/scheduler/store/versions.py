"""The versions of the file's format: their tables, and how entries of one become those of the next.

Every version has one append-only table ``entry`` with the columns of :data:`COLUMNS`. A migration is a
function from an entry's kind and payload to those of the next version. It serves twice: a file that is
opened for writing is rewritten by it, one that is opened for reading is converted as it is read.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from scheduler.store.entries import GENESIS, Draft, Entry, canonical, chained

__all__ = [
    "APPLICATION", "COLUMNS", "FORMAT", "INSERT", "MIGRATIONS", "SCHEMAS", "converted", "lay_out", "rewrite",
]

APPLICATION = 0x53434844
"""What SQLite calls the application id of the file: "SCHD"."""

FORMAT = 1
"""The version that this program writes."""

COLUMNS = "position, kind, payload, author, at, hash, previous"
INSERT = f"INSERT INTO entry ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)"

# AUTOINCREMENT leaves a trace of entries that were cut off at the end. The trigger on INSERT also
# keeps INSERT OR REPLACE from taking an entry's place, which no trigger on DELETE would see.
_TABLES_1 = (
    "CREATE TABLE entry (position INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, "
    "payload TEXT NOT NULL, author TEXT NOT NULL, at TEXT NOT NULL, hash TEXT NOT NULL, "
    "previous TEXT NOT NULL) STRICT",
    "CREATE TRIGGER entry_follows BEFORE INSERT ON entry WHEN "
    "NEW.position IS NOT (SELECT coalesce(max(position), 0) + 1 FROM entry) OR NEW.previous IS NOT "
    "coalesce((SELECT hash FROM entry ORDER BY position DESC LIMIT 1), '" + GENESIS + "') "
    "BEGIN SELECT RAISE(ABORT, 'an entry follows the last one'); END",
    "CREATE TRIGGER entry_stays BEFORE UPDATE ON entry "
    "BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END",
    "CREATE TRIGGER entry_remains BEFORE DELETE ON entry "
    "BEGIN SELECT RAISE(ABORT, 'entries are never removed'); END",
)

SCHEMAS: dict[int, tuple[str, ...]] = {1: _TABLES_1}
"""What each version's file consists of, word for word as SQLite keeps it."""

Convert = Callable[[str, Mapping[str, Any]], tuple[str, Mapping[str, Any]]]

MIGRATIONS: dict[int, Convert] = {}
"""From a version to the next: kind and payload in, kind and payload out."""


def converted(entries: Iterable[Entry], version: int) -> list[Entry]:
    """Entries of an older ``version`` as :data:`FORMAT` has them, chained anew where they changed."""
    steps = [MIGRATIONS[v] for v in range(version, FORMAT)]
    out: list[Entry] = []
    previous = GENESIS
    for entry in entries:
        kind, payload = entry.kind, entry.payload
        for step in steps:
            kind, payload = step(kind, payload)
        made, _ = chained(Draft(kind, payload, entry.author, entry.at), entry.position, previous)
        out.append(made)
        previous = made.hash
    return out


def lay_out(db: sqlite3.Connection) -> None:
    """Make an empty event file of this version, inside the caller's transaction."""
    for statement in SCHEMAS[FORMAT]:
        db.execute(statement)
    db.execute(f"PRAGMA application_id = {APPLICATION}")
    db.execute(f"PRAGMA user_version = {FORMAT}")


def rewrite(db: sqlite3.Connection, entries: Iterable[Entry]) -> None:
    """Replace what the file holds by ``entries`` in this version, inside the caller's transaction."""
    # A dropped table takes its triggers with it, and fires none.
    db.execute("DROP TABLE entry")
    lay_out(db)
    db.executemany(INSERT, (
        (e.position, e.kind, canonical(e.payload), e.author, e.at, e.hash, e.previous) for e in entries
    ))
