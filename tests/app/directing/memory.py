"""A log in memory in the place of an event file: the same decisions, and no disk to wait for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from scheduler.app.directing import desk, entering, past, rounds, scores, stages
from scheduler.app.directing.desk import Decided
from scheduler.live.fold import Fold, redoable, undoable


@dataclass(frozen=True)
class Kept:
    """An entry without a hash."""

    position: int
    kind: str
    payload: Any
    author: str = ""
    at: str = ""


class Memory:
    """Entries and their state; ``patch`` makes the functions of directing decide here."""

    def __init__(self) -> None:
        self.entries: list[Kept] = []
        self.fold = Fold()

    def append(self, kind: str, payload: Any) -> Kept:
        """One more entry."""
        entry = Kept(len(self.entries) + 1, kind, payload)
        self.fold.extend([entry])
        self.entries.append(entry)
        return entry

    def act(self, path: Any, think: Any, who: Any) -> Decided:
        """As ``desk.act``, the path being ignored."""
        thought = think(self.fold.event)
        if who.dry_run:
            return Decided(self.fold.event, (), True)
        kept = [self.append(kind, payload) for kind, payload in thought]
        return Decided(self.fold.event, tuple(kept))  # type: ignore[arg-type]

    def undo(self) -> None:
        """Take the last decision back."""
        self.append("undo", {"of": undoable(self.fold.event)[0]})

    def redo(self) -> None:
        """Let it hold again."""
        self.append("redo", {"of": redoable(self.fold.event)[0]})

    def patch(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Let every function of directing decide in this log."""
        for module in (desk, entering, rounds, scores, stages):
            monkeypatch.setattr(module, "act", self.act)
        monkeypatch.setattr(rounds, "_backup", lambda path: None)
        monkeypatch.setattr(past, "read", lambda path: self.entries)
