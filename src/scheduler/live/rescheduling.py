"""Decisions of repairs that reach over several rounds: a table whose remaining matches are placed anew, a
draw with other lines whose results stay with those who played."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scheduler.event import BYE, Bracket
from scheduler.live.brackets import rounds_of
from scheduler.live.decisions import KINDS, Payload, decision
from scheduler.live.filling import fill
from scheduler.live.papers import Papers
from scheduler.live.state import LiveEvent, LiveMatch, LiveRound, LiveStage, Score, Tree

__all__: list[str] = []


@decision("rescheduled")
def _rescheduled(event: LiveEvent, p: Payload) -> None:
    """``rounds`` of ``stage`` as they are now, each as in ``repaired``; rounds after ``last`` that nobody
    has seen are gone, new ones are drafts. ``playing`` (ids) come in, at the end of the order, in ``groups``
    (pairs of id and name); or new ones take the places of old ones: ``instead`` (pairs of old and new id),
    and ``carried`` (pairs of id and hundredths) is what everybody has then. ``changed`` says by group what is
    left of the rules: ``due`` (id, id, how often they meet in all, where it is not the stage's legs),
    ``gone`` ids, and ``eased`` rules that can hold no more."""
    stage = event.stages[int(p["stage"]) - 1]
    stage.playing = (*stage.playing, *(int(id) for id in p.get("playing", ()) if id not in stage.playing))
    stage.groups |= {int(id): str(name) for id, name in p.get("groups", ())}
    if p.get("instead"):
        _instead(stage, {int(old): int(new) for old, new in p["instead"]})
        stage.carried = {int(id): int(points) for id, points in p.get("carried", ())}
    if p.get("last"):
        _ended(stage, int(p["last"]))
    for data in p["rounds"]:
        number = int(data["round"])
        if number not in stage.rounds:
            stage.rounds[number] = LiveRound(number, [])
        KINDS["repaired"](event, {"stage": stage.index, **data})
    stage.rounds = dict(sorted(stage.rounds.items()))
    changed = {**stage.proof.get("changed", {}), **p.get("changed", {})}
    stage.proof = {**stage.proof, **({"changed": changed} if changed else {})}


def _instead(stage: LiveStage, new: dict[int, int]) -> None:
    """Others have the places of some."""
    stage.playing = tuple(new.get(id, id) for id in stage.playing)
    stage.groups = {new.get(id, id): name for id, name in stage.groups.items()}


def _ended(stage: LiveStage, last: int) -> None:
    for number in [n for n in stage.rounds if n > last]:
        if stage.rounds[number].status != "drafted":
            raise ValueError(f"round {number} is published")
        del stage.rounds[number]


@decision("redrawn-lines")
def _redrawn_lines(event: LiveEvent, p: Payload) -> None:
    """The ``lines`` of ``stage`` are these ids from now on (0 for a bye), its ``seeds`` those; ``playing``
    (ids) come in, at the end of the order; ``seeding`` is what matches begin with, ``bracket`` that of other
    byes. Results, ids and tables stay with the two who meet in a round; a published round of which a match
    changes has a new version."""
    stage = event.stages[int(p["stage"]) - 1]
    lines = tuple(int(id) for id in p["lines"])
    who = [id for id in lines if id != BYE]
    if stage.tree is None or len(lines) != len(stage.tree.lines):
        raise ValueError("the lines do not fit the draw")
    if len(set(who)) < len(who) or not set(who) <= set(event.contestants):
        raise ValueError("the lines name somebody twice or unknown")
    stage.playing = (*stage.playing, *(int(id) for id in p.get("playing", ()) if id not in stage.playing))
    stage.seeding = dict(p.get("seeding", stage.seeding))
    record = {**stage.tree.record, "seeds": [int(id) for id in p["seeds"]], "repaired": True}
    sides = {m.id: {m.home, m.away} for m in stage.matches()}
    kept = {(m.round, frozenset((m.home, m.away))): _Kept.of(m) for m in stage.matches() if m.known}
    bracket = Bracket.from_json(p["bracket"]) if p.get("bracket") else stage.tree.bracket
    stage.tree, stage.proof = Tree(lines, bracket, record), record
    if p.get("bracket"):
        _rebuilt(stage, rounds_of(bracket))
    for match in stage.matches():
        _Kept().put(match)
    for number in sorted(stage.rounds):
        fill(stage)
        here = stage.rounds[number].matches
        for match in here:
            was = kept.get((number, frozenset((match.home, match.away))))
            if match.known and was is not None:
                _swap_names(here, match, was)
                was.put(match)
    fill(stage)
    for round in stage.rounds.values():
        round.matches.sort(key=lambda m: (m.table, m.id))
        if round.status != "drafted" and any({m.home, m.away} != sides.get(m.id) for m in round.matches):
            round.version += 1


def _rebuilt(stage: LiveStage, rounds: dict[int, LiveRound]) -> None:
    """The rounds of another bracket, in the state of those that were; a round that is no more has no results
    that could be kept."""
    for number, round in rounds.items():
        old = stage.rounds.get(number)
        if old is not None:
            rounds[number] = replace(old, matches=round.matches)
    stage.rounds = rounds


def _swap_names(here: list[LiveMatch], match: LiveMatch, was: _Kept) -> None:
    """The id and the table of a match stay with the two who meet; whichever has them now takes the others."""
    if not was.id:
        return
    for other in here:
        if other is not match and other.id == was.id:
            other.id = match.id
    match.id = was.id
    for other in here:
        if other is not match and other.table == was.table:
            other.table = match.table
    match.table = was.table


@dataclass(frozen=True)
class _Kept:
    """What belongs to two who met, wherever in the bracket that is."""

    id: int = 0
    table: int = 0
    sides: tuple[int, int] = (0, 0)
    result: Score | None = None
    claims: tuple[tuple[str, Score], ...] = ()
    started: bool = False
    papers: Papers | None = None
    posted: str = ""

    @classmethod
    def of(cls, m: LiveMatch) -> _Kept:
        return cls(
            m.id, m.table, (m.home, m.away), m.result, tuple(m.claims.items()), m.started, m.papers, m.posted)

    def put(self, match: LiveMatch) -> None:
        if self.sides != (0, 0):
            match.home, match.away = self.sides
        match.result, match.claims, match.started = self.result, dict(self.claims), self.started
        match.papers, match.posted = self.papers, self.posted
