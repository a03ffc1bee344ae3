"""The log of a live event: undo, redo, history, verification, copies."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scheduler.app.directing.desk import Decided, Who, read
from scheduler.errors import SchedulerError
from scheduler.live.fold import Fold, redoable, undoable
from scheduler.live.plays import play_of
from scheduler.live.scoring import scoring_of
from scheduler.live.state import LiveEvent
from scheduler.live.words import told
from scheduler.standings.entry import parse_result
from scheduler.store import Draft, Entry, EventFile

__all__ = ["Line", "Verified", "copy", "history", "redo", "undo", "verify"]

PathLike = str | os.PathLike[str]


def undo(path: PathLike, steps: int = 1, *, who: Who | None = None) -> Decided:
    """Take back the last decisions that hold. They stay in the log, with who took them back."""
    return _turned(path, "undo", lambda event: undoable(event, steps), who or Who())


def redo(path: PathLike, steps: int = 1, *, who: Who | None = None) -> Decided:
    """Let hold again what was undone last, as long as nothing new was decided since."""
    return _turned(path, "redo", lambda event: redoable(event, steps), who or Who())


def _turned(path: PathLike, kind: str, wanted: Any, who: Who) -> Decided:
    with EventFile.open(path, write=not who.dry_run) as file:
        fold = Fold()
        fold.extend(file.entries())
        if who.dry_run:
            start = fold.event.position
            turns = [(kind, {"of": of}) for of in wanted(fold.event)]
            fold.extend([_Turn(start + i, k, p) for i, (k, p) in enumerate(turns, 1)])
            return Decided(fold.event, (), True)
        with file.writing(who.expected) as txn:
            fold.extend(txn.newer(fold.event.position))
            drafts = [
                Draft(kind, {"of": of, **({"reason": who.reason} if who.reason else {})}, who.name)
                for of in wanted(fold.event)]
            entries = txn.extend(drafts)
            fold.extend(entries)
        return Decided(fold.event, tuple(entries))


@dataclass(frozen=True, slots=True)
class _Turn:
    position: int
    kind: str
    payload: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the history: position, time, author, what was decided in words; ``holds`` is False where
    it was undone."""

    position: int
    at: str
    author: str
    kind: str
    told: str
    holds: bool

    def as_json(self) -> dict[str, Any]:
        """The documented JSON shape."""
        return {k: getattr(self, k) for k in self.__slots__}


def history(path: PathLike, last: int = 0) -> tuple[Line, ...]:
    """Every decision in order, or the ``last`` so many, in words."""
    entries = read(path)
    fold = Fold()
    lines = []
    for entry in entries:
        before = told(fold.event, entry.kind, entry.payload) if entry.kind != "created" else ""
        event = fold.extend([entry])
        words = before or told(event, entry.kind, entry.payload)
        lines.append((entry, words))
    holding = set(fold.event.effective)
    made = [
        Line(e.position, e.at, e.author, e.kind, words, e.kind in ("undo", "redo") or e.position in holding)
        for e, words in lines]
    return tuple(made[-last:] if last else made)


@dataclass(frozen=True)
class Verified:
    """What a verification found: ``faults`` of the log, ``broken`` rules by round, and how much was read.

    ``brought`` are the rules that rounds break which the program did not make: adopted, or insisted on.
    """

    entries: int
    rounds: int
    results: int
    faults: tuple[str, ...]
    broken: tuple[str, ...]
    brought: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """True where the log is whole and everything drawn obeys its rules."""
        return not self.faults and not self.broken

    def as_json(self) -> dict[str, Any]:
        """The documented JSON shape."""
        return {
            "holds": self.holds, "entries": self.entries, "rounds": self.rounds, "results": self.results,
            "faults": list(self.faults), "broken": list(self.broken),
            "brought": list(self.brought)}


def verify(path: PathLike) -> Verified:
    """Read the whole log again: the chain of hashes, the state, every round by the verifier, every score.

    Nothing is solved. A tampered entry is named by its position.
    """
    with EventFile.open(path) as file:
        faults = [f.message for f in file.faults()]
        try:
            entries = file.entries()
            event = Fold().extend(entries)
        except SchedulerError as error:
            return Verified(0, 0, 0, (*faults, error.message), ())
    broken: list[str] = []
    brought: list[str] = []
    rounds = results = 0
    broken += _unproven(entries, event)
    for stage in event.stages:
        for number in sorted(stage.rounds):
            rounds += 1
            report = play_of(stage).check(event, stage, number)
            proof = stage.proof if stage.scheduled else stage.rounds[number].proof
            where = brought if proof.get("adopted") or proof.get("given") else broken
            where += [
                f"{stage.name}, round {number}: {v.rule}{f' ({v.clause})' if v.clause else ''}, "
                f"{', '.join(map(str, v.subject))}" for v in report.violations if v.level == 0][:20]
        found, wrong = _scores(event, stage.index)
        results += found
        broken += wrong
    return Verified(len(entries), rounds, results, tuple(faults), tuple(broken), tuple(brought))


def _unproven(entries: Sequence[Entry], event: LiveEvent) -> list[str]:
    """The rounds whose proofs of exactness do not hold, each in the state that it was drawn in."""
    holding = set(event.effective)
    fold = Fold()
    waiting: list[Entry] = []
    out: list[str] = []
    for entry in entries:
        if entry.position not in holding:
            continue
        if entry.kind == "paired":
            before = fold.extend(waiting)
            waiting = []
            stage = before.stages[int(entry.payload["stage"]) - 1]
            out += [f"{stage.name}, round {entry.payload['round']}, entry {entry.position}: {fault}"
                    for fault in play_of(stage).faults(before, entry.payload)]
        waiting.append(entry)
    return out


def _scores(event: LiveEvent, index: int) -> tuple[int, list[str]]:
    """How many results a stage has, and those whose points are not what their text says."""
    from scheduler.live.scoring import scored

    stage = event.stages[index - 1]
    how = scoring_of(stage).match
    count, wrong = 0, []
    for match in stage.matches():
        have = match.result
        if have is None or not have.text:
            continue
        count += 1
        try:
            again = scored(event, stage, match, parse_result(have.text, how))
        except SchedulerError as error:
            wrong.append(f"{stage.name}, round {match.round}, table {match.table}: {error.message}")
            continue
        if (again.home_points, again.away_points) != (have.home_points, have.away_points):
            wrong.append(
                f"{stage.name}, round {match.round}, table {match.table}: {have.text} is scored "
                f"{have.home_points}-{have.away_points} and not {again.home_points}-{again.away_points} "
                "hundredths, as the stage says now")
    return count, wrong


def copy(path: PathLike, to: PathLike) -> Path:
    """A consistent copy of the event file, while others write."""
    with EventFile.open(path) as file:
        file.copy_to(to)
    return Path(to)


