"""An event file on the director's desk: folded when it is opened, decided on in one transaction."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from getpass import getuser
from pathlib import Path
from threading import Lock, RLock

from scheduler.errors import EventChanged, SchedulerError, UsageError
from scheduler.live.decisions import Payload
from scheduler.live.fold import Fold
from scheduler.live.state import LiveEvent
from scheduler.store import Draft, Entry, EventFile, Transaction, now

__all__ = ["SUFFIX", "Decided", "Decision", "OpenDesk", "Think", "Who", "act", "find_file", "look", "read"]

SUFFIX = ".event"
"""How the names of event files usually end."""

Decision = tuple[str, Payload]
"""A kind and its payload, see :mod:`scheduler.live.decisions`."""

Think = Callable[[LiveEvent], Sequence[Decision]]
"""What is decided on a state, which it leaves as it is."""


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
    at: str = ""


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


class OpenDesk(os.PathLike[str]):
    """An event file whose state is kept between decisions, for programs that serve many at once.

    Give it in the place of the path to any function here. Threads may share it: what they decide at the
    same time goes to the disk together, one after the other in the log, and each returns when all of it is
    there. What other programs decide meanwhile is read before. The state that a decision returns changes
    with the next one.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self.lock, self._door = RLock(), Lock()
        self._waiting: list[_Asked] = []
        self._fold, self._last = Fold(), ""

    def __fspath__(self) -> str:
        """The path of the file, for whatever opens it itself."""
        return str(self.path)

    def caught_up(self, file: EventFile) -> Fold:
        """The state with everything that is in the file; anew where the file is another by now."""
        known = self._fold.event.position
        newer = file.entries(max(0, known - 1))
        if known and (not newer or newer[0].hash != self._last):
            self._forget()
            known, newer = 0, file.entries()
        self._fold.extend(newer[1:] if known else newer)
        self._last = newer[-1].hash if newer else ""
        return self._fold

    def decide(self, think: Think, who: Who) -> Decided:
        """As :func:`act`."""
        mine = _Asked(think, who)
        with self._door:
            self._waiting.append(mine)
        with self.lock:  # whoever comes first decides for all who wait
            if not mine.over:
                with self._door:
                    batch, self._waiting = self._waiting, []
                self._serve(batch)
        if mine.error is not None:
            raise mine.error
        assert mine.done is not None
        return mine.done

    def _serve(self, batch: Sequence[_Asked]) -> None:
        try:
            with EventFile.open(self, write=True) as file:
                self._decide(file, batch)
        except SchedulerError as error:
            self._forget()
            if len(batch) == 1:
                batch[0].error = error
            else:  # one spoils all: each alone
                for asked in batch:
                    asked.done = asked.error = None
                    self._serve([asked])
        except BaseException as error:
            self._forget()
            for asked in batch:
                asked.error = error
            raise
        finally:
            for asked in batch:
                asked.over = True

    def _decide(self, file: EventFile, batch: Sequence[_Asked]) -> None:
        fold = self.caught_up(file)
        if len(batch) == 1:
            batch[0].done = _decided(file, fold, batch[0].think, batch[0].who)
            entries = batch[0].done.entries
        else:
            entries = ()
            with file.writing() as txn:
                fold.extend(txn.newer(fold.event.position))
                for asked in batch:
                    entries = asked.take(fold, txn) or entries
        if entries:
            self._last = entries[-1].hash
        else:
            self.caught_up(file)

    def _forget(self) -> None:
        self._fold, self._last = Fold(), ""


@dataclass(slots=True)
class _Asked:
    """A decision that waits for its turn, and what became of it."""

    think: Think
    who: Who
    done: Decided | None = None
    error: BaseException | None = None
    over: bool = False

    def take(self, fold: Fold, txn: Transaction) -> tuple[Entry, ...]:
        """Decide within a change of several; what is refused is no reason for the others to fail."""
        if self.who.expected not in (None, txn.position):
            self.error = EventChanged(
                f"the event is at entry {txn.position} and no longer at {self.who.expected}; nothing was "
                "written", expected=self.who.expected or 0, position=txn.position,
                maybe="look at what changed, then do it again.")
            return ()
        try:
            decisions = list(self.think(fold.event))
        except SchedulerError as error:
            self.error = error
            return ()
        entries = _kept(fold, txn, decisions, self.who) if decisions else ()
        self.done = Decided(fold.event, entries)
        return entries


def read(path: str | os.PathLike[str]) -> list[Entry]:
    """All entries of an event file. FileError."""
    with EventFile.open(path) as file:
        return file.entries()


def look(path: str | os.PathLike[str]) -> LiveEvent:
    """The state of an event file, which may lie where nothing can be written. FileError."""
    if isinstance(path, OpenDesk):
        with path.lock, EventFile.open(path) as file:
            return path.caught_up(file).event
    return Fold().extend(read(path))


def act(path: str | os.PathLike[str], think: Think, who: Who) -> Decided:
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
            _try(fold, think(fold.event), "")
            return Decided(fold.event, (), True)
    if isinstance(path, OpenDesk):
        return path.decide(think, who)
    with EventFile.open(path, write=True) as file:
        fold = Fold()
        fold.extend(file.entries())
        return _decided(file, fold, think, who)


def _decided(file: EventFile, fold: Fold, think: Think, who: Who) -> Decided:
    decisions = list(think(fold.event))  # the long part, while others may write
    with file.writing(who.expected) as txn:
        if txn.position != fold.event.position:
            fold.extend(txn.newer(fold.event.position))
            decisions = list(think(fold.event))
        if not decisions:
            return Decided(fold.event)
        entries = _kept(fold, txn, decisions, who)
    return Decided(fold.event, entries)


def _kept(fold: Fold, txn: Transaction, decisions: Sequence[Decision], who: Who) -> tuple[Entry, ...]:
    at = now()
    _try(fold, decisions, at)
    return tuple(txn.extend([Draft(kind, payload, who.name, at) for kind, payload in decisions]))


def _try(fold: Fold, decisions: Sequence[Decision], at: str) -> None:
    start = fold.event.position
    fold.extend([_Pending(start + i, kind, payload, at) for i, (kind, payload) in enumerate(decisions, 1)])
