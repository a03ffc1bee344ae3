"""Reading what a file holds, leniently for whoever looks for faults and strictly for everybody else."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from secrets import randbits
from typing import Any

from scheduler.store.chain import Fault, check_chain
from scheduler.store.entries import GENESIS, Entry
from scheduler.store.versions import COLUMNS

__all__ = ["end_of", "faults", "stored"]

_AFTER = f"SELECT {COLUMNS} FROM entry WHERE position > ? ORDER BY position"
_BYTES = (
    "SELECT position, CAST(kind AS BLOB), CAST(payload AS BLOB), CAST(author AS BLOB), CAST(at AS BLOB), "
    "CAST(hash AS BLOB), CAST(previous AS BLOB) FROM entry ORDER BY position"
)


def end_of(db: sqlite3.Connection) -> tuple[int, str]:
    """Position and hash of the last entry; 0 and the beginning's hash where there is none."""
    row = db.execute("SELECT position, hash FROM entry ORDER BY position DESC LIMIT 1").fetchone()
    return (int(row[0]), str(row[1])) if row else (0, GENESIS)


def stored(db: sqlite3.Connection, since: int) -> list[Entry]:
    """The entries after ``since``. Raises ValueError, naming the entry, where one is no JSON object."""
    rows = db.execute(_AFTER, (since,)).fetchall()
    contents = _all_at_once([row[2] for row in rows])
    if contents is None:
        contents = [_object(position, payload) for position, _, payload, *_ in rows]
    return [
        Entry(position, kind, content, author, at, own, previous)
        for (position, kind, _, author, at, own, previous), content in zip(rows, contents, strict=True)]


def _all_at_once(payloads: list[str]) -> list[dict[str, Any]] | None:
    """The objects of many texts, read as one list, which is faster; None where a text is not one object.

    Between them stands a number that nobody can guess, so that no texts pass that are objects only together.
    """
    apart = randbits(60)
    try:
        found = json.loads("[" + f",{apart},".join(payloads) + "]")
    except (ValueError, RecursionError):
        return None
    contents, between = found[::2], found[1::2]
    if len(contents) != len(payloads) or any(type(content) is not dict for content in contents):
        return None
    return contents if all(number == apart for number in between) else None


def _object(position: int, payload: str) -> dict[str, Any]:
    try:
        content = json.loads(payload)
    except (ValueError, RecursionError):
        content = None
    if type(content) is not dict:
        raise ValueError(f"entry {position} is no JSON object")
    return content


def faults(db: sqlite3.Connection, noted: Mapping[int, str] | None = None) -> tuple[Fault, ...]:
    """SQLite's own check of the pages, entries that cannot be read, and the chain."""
    out: list[Fault] = []
    try:
        (told,) = db.execute("PRAGMA quick_check(1)").fetchone()
        if told != "ok":
            out.append(Fault(0, "damaged", f"the file is damaged: {told}"))
        out.extend(check_chain(_readable(db, out), noted))
        out.extend(_cut_off(db))
    except sqlite3.DatabaseError as error:
        out.append(Fault(0, "damaged", f"the file is damaged: {error}"))
    return tuple(sorted(out, key=lambda fault: fault.position))


def _readable(db: sqlite3.Connection, out: list[Fault]) -> Iterator[Entry]:
    """Each entry; one that cannot be read is told in ``out`` and keeps its place with nothing in it."""
    for position, *row in db.execute(_BYTES):
        try:
            kind, payload, author, at, own, previous = (cell.decode() for cell in row)
            content = json.loads(payload)
            if type(content) is not dict:
                raise ValueError("no JSON object")
        except (ValueError, RecursionError) as error:
            out.append(Fault(position, "damaged", f"entry {position} cannot be read: {error}"))
            own, previous = (cell.decode("utf-8", "replace") for cell in row[4:])
            yield Entry(position, "", {}, "", "", own, previous)
            continue
        yield Entry(position, kind, content, author, at, own, previous)


def _cut_off(db: sqlite3.Connection) -> Iterator[Fault]:
    """Entries removed from the end leave their number behind."""
    row = db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'entry'").fetchone()
    last, _ = end_of(db)
    if row and row[0] > last:
        those = f"entry {row[0]} is" if row[0] == last + 1 else f"entries {last + 1} to {row[0]} are"
        yield Fault(last + 1, "missing", f"{those} missing from the end")
