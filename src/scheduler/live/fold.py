"""From entries of the log to the state: decisions in order, less what was undone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from scheduler.errors import FileError, SchedulerError, UsageError
from scheduler.live import boards as _boards  # noqa: F401  its decisions are among the kinds
from scheduler.live import brackets as _brackets  # noqa: F401
from scheduler.live import facts as _facts  # noqa: F401
from scheduler.live import lineups as _lineups  # noqa: F401
from scheduler.live import rescheduling as _rescheduling  # noqa: F401
from scheduler.live import rulings as _rulings  # noqa: F401
from scheduler.live.decisions import KINDS
from scheduler.live.filling import fill_all
from scheduler.live.state import LiveEvent

__all__ = ["Fold", "Recorded", "fold", "redoable", "undoable"]


class Recorded(Protocol):
    """An entry of the log, as far as the state depends on it."""

    @property
    def position(self) -> int:
        """Its place in the log, from 1."""

    @property
    def kind(self) -> str:
        """What kind of decision it is."""

    @property
    def payload(self) -> Mapping[str, Any]:
        """What was decided."""


class Fold:
    """The state of a log so far, and how further entries change it.

    ``undo`` takes the last decision that still holds back, ``redo`` what was undone last, as long as
    nothing new was decided since. Both are entries themselves: nothing leaves the log.
    """

    def __init__(self) -> None:
        self.entries: list[Recorded] = []
        self.event = LiveEvent()

    def extend(self, entries: Iterable[Recorded]) -> LiveEvent:
        """The state after these entries too. FileError for one that cannot be understood."""
        stale = False
        for entry in entries:
            self.entries.append(entry)
            if entry.kind in ("undo", "redo"):
                _turn(self.event, entry)
                stale = True
                continue
            if stale:
                self._again()
                stale = False
            self.event.position = entry.position
            _apply(self.event, entry)
            self.event.effective.append(entry.position)
            if "group" in entry.payload:
                self.event.groups[entry.position] = int(entry.payload["group"])
            self.event.undone.clear()
        if stale:
            self._again()
        fill_all(self.event)
        return self.event

    def _again(self) -> None:
        """The state anew, from the decisions that hold."""
        old = self.event
        event = LiveEvent()
        by_position = {e.position: e for e in self.entries}
        for position in old.effective:
            event.position = position
            _apply(event, by_position[position])
        event.effective, event.undone, event.position = old.effective, old.undone, self.entries[-1].position
        event.groups = old.groups
        self.event = event


def _turn(event: LiveEvent, entry: Recorded) -> None:
    """Move a decision between those that hold and those undone."""
    here, there = (
        (event.effective, event.undone) if entry.kind == "undo" else (event.undone, event.effective))
    try:
        wanted = int(entry.payload["of"])
    except (KeyError, TypeError, ValueError):
        raise _not_understood(entry, "it does not say of which decision") from None
    if not here or here[-1] != wanted:
        raise _not_understood(entry, f"decision {wanted} is not the last that could be")
    there.append(here.pop())


def _apply(event: LiveEvent, entry: Recorded) -> None:
    if entry.kind not in KINDS:
        raise _not_understood(entry, "no such kind of decision is known")
    event.clock = str(getattr(entry, "at", ""))  # what is only being tried has no time yet
    try:
        KINDS[entry.kind](event, entry.payload)
    except SchedulerError as error:
        raise _not_understood(entry, error.message) from None
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise _not_understood(entry, f"{type(error).__name__}: {error}") from None


def _not_understood(entry: Recorded, why: str) -> FileError:
    return FileError(
        f"decision {entry.position} ({entry.kind:.40}) cannot be understood: {why:.200}",
        maybe="the file was changed by hand, or made by a newer version: run event verify.")


def fold(entries: Iterable[Recorded]) -> LiveEvent:
    """The state of a whole log. FileError for an entry that cannot be understood."""
    return Fold().extend(entries)


def undoable(event: LiveEvent, steps: int = 1) -> Sequence[int]:
    """The log positions that ``steps`` undos take back, the latest first. UsageError for too many.

    What was decided together, as a repair is, is taken back together: such a group is one step. The first
    decision, that there is an event at all, cannot be undone.
    """
    return _stepped(event.effective[1:], event.groups, steps, "undone")


def redoable(event: LiveEvent, steps: int = 1) -> Sequence[int]:
    """The log positions that ``steps`` redos let hold again, in order, groups as one. UsageError."""
    begins = {last - more: more for last, more in event.groups.items()}
    return _stepped(event.undone, begins, steps, "redone")


def _stepped(
    stack: Sequence[int], groups: Mapping[int, int], steps: int, verb: str
) -> Sequence[int]:
    taken, left = 0, len(stack)
    for _ in range(max(0, steps)):
        if taken >= left:
            taken = left + 1
            break
        taken += 1 + groups.get(stack[-taken - 1], 0)
    if not 1 <= taken <= left:
        raise UsageError(
            f"{steps} decision{'s' if steps != 1 else ''} cannot be {verb}: there "
            f"{'is' if left == 1 else 'are'} {left}", maybe="see event history.")
    return stack[: -taken - 1 : -1]
