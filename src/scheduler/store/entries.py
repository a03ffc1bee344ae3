"""What the log keeps: entries, each chained to the one before by its hash.

The hash is SHA-256 over the UTF-8 bytes of the JSON array
``[position, kind, payload, author, at, previous]``, written without spaces, keys sorted, no character
escaped that JSON lets stand. Anyone can recompute it; the first entry follows :data:`GENESIS`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from scheduler.errors import UsageError

__all__ = ["GENESIS", "MOST_BYTES", "Draft", "Entry", "canonical", "chained", "digest", "now"]

GENESIS = "0" * 64
"""What the first entry names as the hash of the one before."""

MOST_BYTES = 4_000_000
"""A payload's canonical JSON has at most so many bytes."""

_KIND = re.compile(r"[a-z][a-z0-9.:_-]{0,63}")
_AT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z")
_MOST_NAME = 200


@dataclass(frozen=True, slots=True)
class Draft:
    """An entry to be: ``at`` is the time now where it is empty."""

    kind: str
    payload: Mapping[str, Any]
    author: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One decision as the log keeps it. Positions count from 1; ``at`` is ISO 8601 in UTC, ending in Z."""

    position: int
    kind: str
    payload: Mapping[str, Any]
    author: str
    at: str
    hash: str
    previous: str


def now() -> str:
    """The time now in UTC, to the millisecond: ``2026-05-01T09:30:00.125Z``."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


_write = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
).encode


def canonical(value: Any) -> str:
    """The one way to write ``value`` as JSON. Raises ValueError or TypeError for what JSON cannot say."""
    return _write(value)


def digest(entry: Entry, position: int | None = None) -> str:
    """The hash that the entry ought to have, at another ``position`` where one is given."""
    where = entry.position if position is None else position
    text = canonical([where, entry.kind, entry.payload, entry.author, entry.at, entry.previous])
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def chained(draft: Draft, position: int, previous: str) -> tuple[Entry, str]:
    """The entry made of a draft, and its payload as canonical JSON.

    Raises :class:`UsageError` for a payload that is no JSON object or has more than
    :data:`MOST_BYTES`, and for a kind, an author or a time that is not written as it should be.
    """
    at = draft.at or now()
    _check(draft, at)
    try:
        # Read back once: keys that were numbers sort as the strings that they become.
        payload = json.loads(_write(dict(draft.payload)))
        text = _write(payload)
        size = len(text.encode())
    except (ValueError, TypeError, RecursionError) as error:
        raise UsageError(
            f'entry {position} ("{draft.kind}") cannot be kept as JSON: {error}'
        ) from None
    if size > MOST_BYTES:
        raise UsageError(
            f'entry {position} ("{draft.kind}") has {size:,} bytes, more than the {MOST_BYTES:,} that one '
            "entry may have",
            maybe="split it into several.",
        )
    entry = Entry(position, draft.kind, payload, draft.author, at, "", previous)
    return Entry(position, draft.kind, payload, draft.author, at, digest(entry), previous), text


def _check(draft: Draft, at: str) -> None:
    if not _KIND.fullmatch(draft.kind):
        raise UsageError(f"{draft.kind[:80]!r} is no kind of entry: small letters, digits, . : _ -")
    if len(draft.author) > _MOST_NAME or not draft.author.isprintable():
        raise UsageError(
            f"the author's name has {len(draft.author)} characters; at most {_MOST_NAME} are kept, "
            "and all must be printable",
            maybe="give a shorter name.",
        )
    try:
        fits = bool(_AT.fullmatch(at) and datetime.fromisoformat(at))
    except ValueError:
        fits = False
    if not fits:
        raise UsageError(
            f"{at[:40]!r} is no time in UTC", maybe="write it as 2026-05-01T09:30:00Z."
        )
