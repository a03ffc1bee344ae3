"""An event that was run elsewhere becomes an event file, and an event file gives its rounds back."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scheduler.app.directing.desk import Decided, Who, look
from scheduler.app.directing.making import DEFAULT_MODELS, book_of, plain
from scheduler.app.directing.rounds import stage_of
from scheduler.app.inputs import EventLike, open_event
from scheduler.errors import UsageError
from scheduler.event import Stage
from scheduler.files.rounds import adopt_rounds
from scheduler.files.rounds_out import rounds_csv, rounds_xlsx
from scheduler.files.rounds_value import AdoptedBye, AdoptedMatch, AdoptedPenalty, AdoptedRounds
from scheduler.files.source import Source
from scheduler.live.decisions import entrant_payload, stage_payload
from scheduler.live.fold import Fold
from scheduler.live.plays import play_of
from scheduler.live.scoring import scored, scoring_of
from scheduler.live.state import MATCHES_A_ROUND, LiveStage
from scheduler.standings.entry import parse_result
from scheduler.store import Draft, EventFile

__all__ = ["Adopted", "adopt", "given_back", "rounds_of"]

PathLike = str | os.PathLike[str]
_BYES = {"given": "idle", "absent": "absent", "withdrawn": "absent"}


@dataclass(frozen=True)
class Adopted:
    """What was adopted: the decisions, and every finding about the file in words."""

    decided: Decided
    rounds: AdoptedRounds
    findings: tuple[str, ...] = ()


def adopt(
    path: PathLike, sources: Sequence[Source], *, event: EventLike | None = None, name: str = "",
    format: str = "", model: str = "", options: Mapping[str, Any] | None = None, cells: str = "auto",
    force: bool = False, seed: str = "0", who: Who | None = None,
) -> Adopted:
    """Make an event file at ``path`` of an event that was run elsewhere, and go on from there.

    ``sources`` are CSV or XLSX files of rounds, results and entrants, or a crosstable, see
    :func:`scheduler.files.rounds.adopt_rounds`; ``event`` says who takes part and in which format, else
    they are taken from the files and ``format`` (Swiss). Contradictions are a FileError that lists them
    all, unless ``force`` leaves out what is contradictory and goes on.
    """
    by = who or Who()
    stage = _stage(event, format, model, options or {})
    known = open_event(event) if event is not None else None
    live = LiveStage(1, stage, book=book_of(stage.model))
    found = adopt_rounds(
        sources[0], *sources[1:], entrants=known.entrants if known else (),
        scoring=scoring_of(live).match, cells=cells)
    if not force:
        found.check()
    title = name or (known.name if known else Path(path).stem)
    log = _Log(by)
    log.take("created", {
        "name": title, "date": known.date if known else "", "seed": seed,
        "stages": [stage_payload(stage, live.book)],
        "entrants": [entrant_payload(e) for e in found.entrants]})
    _Adoption(log, found).run()
    findings = (*(str(f) for f in found.findings), *log.notes)
    if by.dry_run:
        return Adopted(Decided(log.fold.event, (), True), found, findings)
    with EventFile.create(path, log.drafts) as file:
        entries = tuple(file.entries())
    return Adopted(Decided(log.fold.event, entries), found, findings)


def _stage(
    event: EventLike | None, format: str, model: str, options: Mapping[str, Any]
) -> Stage:
    told = open_event(event).stages[0] if event is not None else Stage("swiss")
    kind = format or told.format
    book = model or (told.model if kind == told.format else "") or DEFAULT_MODELS.get(kind, "")
    if kind in ("knockout", "double-elimination", "groups"):
        raise UsageError(
            f"rounds of the format {kind} are not adopted: a bracket is more than its matches",
            maybe="make a new event, and draw it with --given.")
    return Stage(kind, book, told.legs, {**plain(told.options), **plain(options)}, told.rules)


class _Log:
    """Decisions as they are taken, with the state they lead to."""

    def __init__(self, who: Who) -> None:
        self.who, self.fold = who, Fold()
        self.drafts: list[Draft] = []
        self.notes: list[str] = []

    def take(self, kind: str, payload: Mapping[str, Any]) -> None:
        """One more decision."""
        self.drafts.append(Draft(kind, payload, self.who.name))
        self.fold.extend([_Pending(len(self.drafts), kind, payload)])


@dataclass(frozen=True, slots=True)
class _Pending:
    position: int
    kind: str
    payload: Mapping[str, Any]


class _Adoption:
    """Rounds of a file as decisions: drafted, published, played."""

    def __init__(self, log: _Log, found: AdoptedRounds) -> None:
        self.log, self.found = log, found
        self.matches = _in_rounds(found.matches)
        last = max([0, *self.matches, *(b.round for b in found.byes)])
        played = [n for n, ms in self.matches.items() if any(m.text for m in ms)]
        self.rounds, self.played = last, max(played, default=0)

    @property
    def stage(self) -> LiveStage:
        """The stage that is adopted."""
        return self.log.fold.event.stages[0]

    def run(self) -> None:
        """Take every decision."""
        log = self.log
        everybody = [c.id for c in log.fold.event.contestants.values()]
        log.take("opened", {"stage": 1, "playing": everybody})
        drafts = [self._draft(n) for n in range(1, self.rounds + 1)]
        if play_of(self.stage).__class__.__name__ == "TablePlay":
            log.take("scheduled", {"stage": 1, "rounds": drafts, "proof": {"adopted": True}})
            drafts = []
        for number in range(1, self.rounds + 1):
            if drafts:
                log.take("paired", {"stage": 1, **drafts[number - 1]})
            if number <= self.played:
                log.take("published", {"stage": 1, "round": number})
                self._results(number)
        for penalty in self.found.penalties:
            log.take("penalty", {
                "stage": 1, "id": penalty.entrant, "points": penalty.points, "round": penalty.round})
        self._gone()

    def _draft(self, number: int) -> dict[str, Any]:
        """A round, once each: what is contradictory is left out, and told."""
        seen: set[int] = set()
        rows: list[list[int]] = []
        for match in self.matches.get(number, ()):
            if {match.home, match.away} & seen or match.home == match.away:
                self.log.notes.append(
                    f"left out: {match.home}-{match.away} in round {number}, as one of them plays already")
                continue
            seen |= {match.home, match.away}
            rows.append([match.home, match.away, match.table])
        free = iter(t for t in range(1, len(rows) * 2 + 2) if t not in {r[2] for r in rows})
        taken: set[int] = set()
        for row in rows:
            if not row[2] or row[2] in taken:
                row[2] = next(free)
            taken.add(row[2])
        byes = [
            [b.entrant, _BYES.get(b.kind, "absent")] for b in self.found.byes
            if b.round == number and b.entrant not in seen]
        return {
            "round": number, "matches": sorted(rows, key=lambda r: r[2]), "byes": byes,
            "proof": {"adopted": True}}

    def _results(self, number: int) -> None:
        log = self.log
        event, stage = log.fold.event, self.stage
        how = scoring_of(stage).match
        texts = {(m.home, m.away): m.text for m in self.matches.get(number, ())}
        for match in list(stage.rounds[number].matches):
            text = texts.get((match.home, match.away), "")
            if not text:
                continue
            try:
                score = scored(event, stage, match, parse_result(text, how))
            except UsageError as error:
                log.notes.append(f"left out: the result of {match.home}-{match.away} in round {number}: "
                                 f"{error.message}")
                continue
            log.take("result", {"stage": 1, "match": match.id, "by": "desk", "score": score.as_json()})

    def _gone(self) -> None:
        """Those who are said to have withdrawn, and did not play again."""
        for id in sorted({b.entrant for b in self.found.byes if b.kind == "withdrawn"}):
            played = [n for n, ms in self.matches.items() for m in ms if id in (m.home, m.away)]
            last = max(played, default=0)
            if not any(b.round <= last for b in self.found.byes if b.entrant == id and b.kind == "withdrawn"):
                self.log.take("withdrawn", {"id": id, "last": last, "reason": "as in the file"})


def _in_rounds(matches: Sequence[AdoptedMatch]) -> dict[int, list[AdoptedMatch]]:
    """Matches by round; those of a crosstable that names none go to the first in which both are free."""
    out: dict[int, list[AdoptedMatch]] = {}
    busy: dict[int, set[int]] = {}
    for match in matches:
        number = match.round
        if not number:
            number = 1
            while {match.home, match.away} & busy.get(number, set()):
                number += 1
        out.setdefault(number, []).append(match)
        busy.setdefault(number, set()).update((match.home, match.away))
        if number >= MATCHES_A_ROUND:
            raise UsageError(f"there are more than {MATCHES_A_ROUND:,} rounds")
    return out


def rounds_of(path: PathLike, stage: int = 0) -> AdoptedRounds:
    """The rounds and results of a stage as a plain value, which can be adopted again."""
    event = look(path)
    where = stage_of(event, stage)
    matches, byes = [], []
    for number in sorted(where.rounds):
        round = where.rounds[number]
        for m in round.matches:
            if m.known:
                text = m.result.text if m.result else ""
                matches.append(AdoptedMatch(
                    number, event.number(m.home), event.number(m.away), m.table, text))
        byes += [AdoptedBye(number, event.number(b.id), _given(b.kind)) for b in round.byes]
    penalties = [
        AdoptedPenalty(p.round, event.number(p.id), p.points) for p in event.penalties.values()
        if p.stage == where.index and not p.waived]
    entrants = sorted((c.entrant for c in event.contestants.values()), key=lambda e: e.number)
    return AdoptedRounds.of(entrants, matches, byes, penalties)


def _given(kind: str) -> str:
    return "absent" if kind == "absent" else "given"


def given_back(
    path: PathLike, to: PathLike, *, stage: int = 0, table: str = "all", language: str = "en"
) -> Path:
    """Write the rounds and results of a stage to a CSV or XLSX file, by its ending. UsageError, FileError."""
    from scheduler.files.output import write_atomic

    target = Path(to)
    made = rounds_of(path, stage)
    if target.suffix.lower() == ".xlsx":
        data = rounds_xlsx(made, language=language)
    elif target.suffix.lower() == ".csv":
        data = b"\xef\xbb\xbf" + rounds_csv(made, table=table, language=language).encode()
    else:
        raise UsageError(f"{target.name}: rounds are written as .csv or .xlsx")
    write_atomic(target, data)
    return target


