"""The report of an event from its log (CBA-6.10): play, results, rulings, appeals, repairs, lessons.

A pure reading: entries in, a report out; what is not in the log is left to be written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from scheduler.live.cases import Case
from scheduler.live.decisions import Payload
from scheduler.live.fold import Fold, Recorded
from scheduler.live.plays import play_of
from scheduler.live.scoring import standings_of
from scheduler.live.state import LiveEvent, LiveStage, Score

__all__ = ["ABOUT", "EventReport", "Placed", "Repaired", "StageReview", "Written", "report_of"]

ABOUT = ("review", "lesson", "suggestion")
"""Which section of the report a note is for."""


class Written(Recorded, Protocol):
    """An entry of the log with who wrote it, and when."""

    @property
    def author(self) -> str:
        """Who decided."""

    @property
    def at(self) -> str:
        """When, as ISO time."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A line of the final table: ``place`` and ``last`` (who shares a place shares both, 0: none), points in
    hundredths, None where the format has none."""

    place: int
    last: int
    number: int
    name: str
    points: int | None = None


@dataclass(frozen=True)
class StageReview:
    """A stage as it was played; ``name`` is "" where it has none of its own."""

    index: int
    name: str
    format: str
    model: str
    entrants: int
    rounds: int
    matches: int
    walkovers: int
    void: int
    open: int
    table: tuple[Placed, ...] = ()


@dataclass(frozen=True, slots=True)
class Repaired:
    """Something that was put right on the way: ``kind`` of the decision and what its message needs."""

    position: int
    at: str
    author: str
    kind: str
    values: tuple[tuple[str, Any], ...]
    reason: str = ""


@dataclass(frozen=True)
class EventReport:
    """The report: everything that the log can say, and what is still to be written (empty notes).

    ``authors`` maps log positions of rulings to who ruled.
    """

    event: LiveEvent
    stages: tuple[StageReview, ...]
    cases: tuple[Case, ...]
    repairs: tuple[Repaired, ...]
    notes: dict[str, tuple[str, ...]]
    authors: dict[int, str]
    entries: int
    undone: int

    def as_json(self) -> dict[str, Any]:
        """The documented JSON shape; points are decimals in texts."""
        return {
            "event": self.event.name, "date": self.event.date, "entries": self.entries,
            "undone": self.undone,
            "review": {"stages": [_stage_json(s) for s in self.stages], "notes": list(self.notes["review"])},
            "results": [{"stage": s.name, "table": [_placed_json(p) for p in s.table]} for s in self.stages],
            "rulings": [self._case(c) for c in self.cases],
            "penalties": [
                {"position": p.key, "number": self.event.number(p.id), "points": _points(p.points),
                 "round": p.round, "reason": p.reason, "waived": p.waived}
                for p in self.event.penalties.values()],
            "repairs": [
                {"position": r.position, "at": r.at, "author": r.author, "kind": r.kind,
                 **dict(r.values), "reason": r.reason} for r in self.repairs],
            "lessons": list(self.notes["lesson"]), "suggestions": list(self.notes["suggestion"])}

    def _case(self, case: Case) -> dict[str, Any]:
        return {
            "position": case.key, "at": case.at, "author": self.authors.get(case.key, ""),
            "ground": str(case.ground), "facts": case.progress.facts, "outcome": case.progress.outcome,
            "about": [self.event.number(id) for id in case.ids], "text": case.text,
            "board": case.board, "order": case.order, "waits": case.waits,
            "late": case.late,
            "provisional": case.provisional, "notice": case.progress.notice,
            "appeal": case.progress.appeal, "verdict": case.progress.verdict, "approval": case.approval,
            "sanctions": [
                {"number": self.event.number(id), "name": self.event.name_of(id), "kind": kind}
                for id, kind in case.sanctions],
            "steps": [{"position": s.position, "what": s.what, "text": s.text, "at": s.at}
                      for s in case.steps]}


def _points(hundredths: int) -> str:
    return f"{'-' if hundredths < 0 else ''}{abs(hundredths) // 100}.{abs(hundredths) % 100:02d}"


def _stage_json(stage: StageReview) -> dict[str, Any]:
    keys = ("name", "format", "model", "entrants", "rounds", "matches", "walkovers", "void", "open")
    return {key: getattr(stage, key) for key in keys}


def _placed_json(row: Placed) -> dict[str, Any]:
    return {"place": row.place or None, "last": row.last or None, "number": row.number, "name": row.name,
            "points": None if row.points is None else _points(row.points)}


def report_of(entries: Sequence[Written]) -> EventReport:
    """The report of a whole log; decisions that were undone are not in it. FileError for an entry that
    cannot be understood."""
    event = Fold().extend(entries)
    holding = set(event.effective)
    kept = [e for e in entries if e.position in holding]
    notes = {about: tuple(str(n.get("text", "")) for n in event.notes if n.get("about") == about)
             for about in ABOUT}
    return EventReport(
        event, tuple(_review(event, s) for s in event.stages if s.playing or s.rounds),
        tuple(event.cases.values()), tuple(_repairs(kept)), notes,
        {e.position: e.author for e in kept}, len(entries),
        sum(e.kind not in ("undo", "redo") and e.position not in holding for e in entries))


def _review(event: LiveEvent, stage: LiveStage) -> StageReview:
    matches = [m for r in stage.rounds.values() if r.status != "drafted" for m in r.matches if m.known]
    kinds = [m.result.kind for m in matches if m.result is not None]
    name = str(stage.stage.options.get("name", ""))
    return StageReview(
        stage.index, name, stage.stage.format, stage.stage.model, len(stage.playing), stage.current,
        kinds.count("played"), sum("walkover" in k for k in kinds), kinds.count("void"),
        sum(m.open for m in matches), _table(event, stage))


def _table(event: LiveEvent, stage: LiveStage) -> tuple[Placed, ...]:
    if not stage.playing:
        return ()
    points = {r.entrant: r.total for r in standings_of(event, stage).rows} if stage.tree is None else {}
    return tuple(
        Placed(first, last, event.number(id), event.name_of(id), points.get(event.number(id)))
        for first, last, id in play_of(stage).places(event, stage))


# --- What was put right ---------------------------------------------------------------------------

Told = Callable[[LiveEvent, Payload], dict[str, Any] | None]


def _who(event: LiveEvent, p: Payload) -> dict[str, Any]:
    id = int(p["id"])
    return {"number": event.number(id), "name": event.name_of(id)}


def _corrected(event: LiveEvent, p: Payload) -> dict[str, Any] | None:
    if "score" not in p:  # boards and segments that leave the result of the match as it was
        return None
    match = event.stages[int(p["stage"]) - 1].match(int(p["match"]))
    if match.result is None or match.open or p.get("by", "desk") != "desk":
        return None
    return {"round": match.round, "table": match.table, "before": _typed(match.result),
            "after": _typed(Score.of(p["score"])) if p["score"] else "-"}


def _typed(score: Score) -> str:
    """A result as it was typed; one that was added up from boards by what was scored."""
    return score.text or f"{score.home_for}-{score.away_for}"


def _reversed(event: LiveEvent, p: Payload) -> dict[str, Any]:
    match = event.stages[int(p["stage"]) - 1].match(int(p["match"]))
    return {"round": match.round, "table": match.table}


def _lines(event: LiveEvent, p: Payload) -> int:
    tree = event.stages[int(p["stage"]) - 1].tree
    return sum(a != b for a, b in zip(tree.lines, p["lines"], strict=True)) if tree is not None else 0


_TOLD: dict[str, Told] = {
    "withdrawn": lambda e, p: {**_who(e, p), "round": int(p.get("last", 0))},
    "admitted": lambda e, p: {**_who(e, p), "round": int(p.get("first", 0))},
    "withheld": lambda e, p: {"round": int(p["round"])},
    "placed": lambda e, p: {"n": len(p["tables"])},
    "repaired": lambda e, p: {"round": int(p["round"])},
    "rescheduled": lambda e, p: {"n": len(p["rounds"])},
    "redrawn-lines": lambda e, p: {"n": _lines(e, p)},
    "reversed": _reversed,
    "mismatch": lambda e, p: {"round": int(p["round"])},
    "carried-anew": lambda e, p: {"n": len(p["points"])},
    "policy": lambda e, p: {**_who(e, p), "policy": _policy(p["policy"])} if p["policy"] else None,
    "result": _corrected, "boards": _corrected, "segment": _corrected,
}


def _policy(policy: Any) -> str:
    return policy if isinstance(policy, str) else str(policy.get("from", "own"))


def _repairs(entries: Sequence[Written]) -> list[Repaired]:
    """One after the other, told in the state before each."""
    fold, out = Fold(), []
    for entry in entries:
        tell = _TOLD.get(entry.kind)
        values = tell(fold.event, entry.payload) if tell else None
        if values is not None:
            kind = entry.kind
            if tell is _corrected:
                kind = "corrected-late" if entry.payload.get("override") else "corrected"
            out.append(Repaired(
                entry.position, entry.at, entry.author, kind, tuple(values.items()),
                str(entry.payload.get("reason", ""))))
        fold.extend([entry])
    return out
