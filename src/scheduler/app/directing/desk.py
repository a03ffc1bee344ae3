"""An event file on the director's desk: folded when it is opened, decided on in one transaction."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from getpass import getuser
from pathlib import Path

from scheduler.errors import UsageError
from scheduler.live.decisions import Payload
from scheduler.live.fold import Fold
from scheduler.live.state import LiveEvent
from scheduler.store import Draft, Entry, EventFile

__all__ = ["SUFFIX", "Decided", "Decision", "Who", "act", "find_file", "look", "read"]

SUFFIX = ".event"
"""How the names of event files usually end."""

Decision = tuple[str, Payload]
"""A kind and its payload, see :mod:`scheduler.live.decisions`."""


@dataclass(frozen=True)
class Who:
    """Who decides, and under which conditions. ``expected``: the log position that he knows of (None: any);
    ``dry_run`` decides nothing and shows what would be; ``reason`` is kept where one is needed."""

    author: str = ""
    expected: int | None = None
    dry_run: bool = False
    reason: str = ""

    @property
    def name(self) -> str:
        """The author: as said, by SCHEDULER_AUTHOR, else the user of the machine."""
        told = self.author or os.environ.get("SCHEDULER_AUTHOR", "")
        if not told:
            with suppress(Exception):  # what a system without users raises differs from one to the next
                told = getuser()
        return told[:200] or "director"


@dataclass(frozen=True)
class Decided:
    """The state after a decision, and its entries; none for a dry run or where nothing was to be done."""

    event: LiveEvent
    entries: tuple[Entry, ...] = ()
    dry_run: bool = False
    notes: tuple[str, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class _Pending:
    """A decision not yet written, for the fold."""

    position: int
    kind: str
    payload: Payload


def find_file(given: str = "") -> Path:
    """The event file: as given, else SCHEDULER_EVENT, else the only one in this folder. UsageError."""
    told = given or os.environ.get("SCHEDULER_EVENT", "")
    if told:
        return Path(told)
    here = sorted(Path().glob(f"*{SUFFIX}"))
    if len(here) == 1:
        return here[0]
    raise UsageError(
        f"which event? There {'is no event file' if not here else f'are {len(here)} event files'} here",
        maybe="name the file, or set SCHEDULER_EVENT once.")


def read(path: str | os.PathLike[str]) -> list[Entry]:
    """All entries of an event file. FileError."""
    with EventFile.open(path) as file:
        return file.entries()


def look(path: str | os.PathLike[str]) -> LiveEvent:
    """The state of an event file, which may lie where nothing can be written. FileError."""
    return Fold().extend(read(path))


def act(
    path: str | os.PathLike[str], think: Callable[[LiveEvent], Sequence[Decision]], who: Who
) -> Decided:
    """Decide: ``think`` is given the state and says what is decided on it.

    It is asked again where others decided something before this could be written, so that nothing is
    ever decided on an old state; with ``who.expected`` that is an error instead (EventChanged). What is
    decided is applied before it is written, and on disk before this returns. A dry run writes nothing,
    and needs no right to.
    """
    if who.dry_run:
        with EventFile.open(path) as file:
            fold = Fold()
            fold.extend(file.entries())
            _try(fold, think(fold.event))
            return Decided(fold.event, (), True)
    with EventFile.open(path, write=True) as file:
        fold = Fold()
        fold.extend(file.entries())
        decisions = list(think(fold.event))  # the long part, while others may write
        with file.writing(who.expected) as txn:
            if txn.position != fold.event.position:
                fold.extend(txn.newer(fold.event.position))
                decisions = list(think(fold.event))
            if not decisions:
                return Decided(fold.event)
            _try(fold, decisions)
            entries = txn.extend([Draft(kind, payload, who.name) for kind, payload in decisions])
        return Decided(fold.event, tuple(entries))


def _try(fold: Fold, decisions: Sequence[Decision]) -> None:
    start = fold.event.position
    fold.extend([_Pending(start + i, kind, payload) for i, (kind, payload) in enumerate(decisions, 1)])
