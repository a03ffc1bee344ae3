"""Checking the chain of hashes: which entries were changed, removed, moved or put in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from scheduler.store.entries import GENESIS, Entry, digest

__all__ = ["Fault", "check_chain"]

_NEAR = 8
"""How far a renumbered entry is looked for where the one before it is gone."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong at ``position`` (0: the file as a whole).

    ``what``: ``changed``, ``rehashed``, ``missing``, ``moved``, ``inserted``, ``twice``, ``damaged``;
    ``message`` says it in one English sentence.
    """

    position: int
    what: str
    message: str


def check_chain(entries: Iterable[Entry], noted: Mapping[int, str] | None = None) -> tuple[Fault, ...]:
    """Every fault of the chain, by position; none for a log as it was written.

    A chain tells what was changed inside it. Whoever hashes everything anew, or cuts off the end, is
    found out only by hashes that were written down elsewhere: ``noted`` maps positions to them, each
    the hash or how it begins.
    """
    walk = _Walk()
    judged = [(entry, digest(entry) == entry.hash) for entry in entries]
    walk.truly |= {entry.hash: entry.position for entry, sound in judged if sound}
    for entry, sound in judged:
        walk.step(entry, sound)
    return tuple(sorted(walk.result(noted or {}), key=lambda f: (f.position, f.what)))


@dataclass(slots=True)
class _Walk:
    """The chain as far as it was read. ``truly``: the position that an entry's hash was made for."""

    faults: dict[int, Fault] = field(default_factory=dict)
    truly: dict[str, int] = field(default_factory=lambda: {GENESIS: 0})
    claimed: set[int] = field(default_factory=set)
    seen: dict[int, str] = field(default_factory=dict)
    last: Entry | None = None

    def step(self, entry: Entry, sound: bool) -> None:
        """Judge one entry by its own hash, ``sound`` or not, then by the one that stands before it."""
        at = entry.position
        if at in self.seen:
            self._say(at, "twice", f"position {at} is used twice")
            return
        before = self.last.position if self.last else 0
        if at < before:
            self._say(at, "moved", f"entry {at} stands after entry {before}")
        origin = at if sound else self._origin(entry)
        if origin is None:
            self._say(at, "changed", f"the content of entry {at} is not what its hash was made from")
        elif origin != at:
            self._say(at, "moved", f"entry {at} was entry {origin}")
        self._link(entry, origin)
        self.claimed.add(at if origin is None else origin)
        self.truly.setdefault(entry.hash, at if origin is None else origin)
        self.seen[at] = entry.hash
        self.last = entry

    def _origin(self, entry: Entry) -> int | None:
        """The position that the hash of an entry was made for, if it can be found."""
        at = entry.position
        follows = self.truly.get(entry.previous)
        places = [follows + 1] if follows is not None else []
        places += [p for d in range(1, _NEAR + 1) for p in (at + d, at - d) if p > 0]
        return next((p for p in places if digest(entry, p) == entry.hash), None)

    def _link(self, entry: Entry, origin: int | None) -> None:
        """Where an entry follows another than the one before it, that one is not what it was."""
        last, at = self.last, entry.position
        if last is None:
            if at == 1 and origin == 1 and entry.previous != GENESIS:
                self._say(1, "rehashed", "entry 1 is not the beginning of a log")
            return
        if entry.previous == last.hash or last.position + 1 != at or last.position in self.faults:
            return
        if origin is not None and origin == last.position:
            self._say(last.position, "inserted", f"entry {last.position} was put in later")
            self.claimed.discard(last.position)
        elif origin == at:
            self._say(last.position, "rehashed",
                      f"entry {last.position} was replaced: entry {at} was written after another one")

    def _say(self, position: int, what: str, message: str) -> None:
        self.faults.setdefault(position, Fault(position, what, message))

    def result(self, noted: Mapping[int, str]) -> Iterable[Fault]:
        """All faults, with the gaps and what contradicts hashes noted elsewhere."""
        end = 0
        for at in sorted(self.claimed):
            if at > end + 1:
                yield _gap(end + 1, at - 1)
            end = max(end, at)
        for at, begins in noted.items():
            if at not in self.seen and at > end:
                yield Fault(at, "missing", f"entry {at} is missing, and its hash was noted: {begins}")
            elif at in self.seen and not self.seen[at].startswith(begins):
                self._say(at, "rehashed", f"entry {at} has another hash than was noted: {begins}")
        yield from self.faults.values()


def _gap(first: int, last: int) -> Fault:
    those = f"entry {first} is" if first == last else f"entries {first} to {last} are"
    return Fault(first, "missing", f"{those} missing")
