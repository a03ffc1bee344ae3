"""A draw in play on which something is tried: decisions on a copy, and what they lead to."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field

from scheduler.errors import UsageError
from scheduler.event import BYE
from scheduler.live.decisions import KINDS, Payload
from scheduler.live.filling import contradictions, fill
from scheduler.live.scoring import scored, scoring_of
from scheduler.live.state import LiveEvent, LiveMatch, LiveRound, LiveStage, Tree
from scheduler.repair.draws_facts import Played
from scheduler.repair.live.consequences import Decision
from scheduler.standings.entry import parse_result

__all__ = ["Trial", "bye_of", "known_round", "main_rounds", "played_in"]

_MOST_TURNS = 4_096


@dataclass
class Trial:
    """A copy of the event in which the facts hold, ``decisions`` taken on it, and why."""

    event: LiveEvent
    index: int
    decisions: list[Decision] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, event: LiveEvent, index: int) -> Trial:
        """A trial on a copy."""
        made = cls(deepcopy(event), index)
        fill(made.stage)
        return made

    def copy(self) -> Trial:
        """Another trial that goes on from here."""
        return Trial(deepcopy(self.event), self.index, list(self.decisions), list(self.reasons))

    @property
    def stage(self) -> LiveStage:
        """The stage."""
        return self.event.stages[self.index - 1]

    @property
    def tree(self) -> Tree:
        """The draw. UsageError where none is made."""
        if self.stage.tree is None:
            raise UsageError(f"{self.stage.name} is not drawn yet", maybe="draw it: event pair.")
        return self.stage.tree

    def decide(self, kind: str, payload: Payload) -> None:
        """Take a decision; winners go where the bracket sends them."""
        self.event.position += 1
        KINDS[kind](self.event, payload)
        fill(self.stage)
        self.decisions.append((kind, payload))

    def who(self, id: int) -> str:
        """Number and name."""
        return f"{self.event.number(id)} {self.event.name_of(id)}"

    def walkovers(self) -> None:
        """Opponents of whoever has left go on, in every round that is published."""
        for _ in range(_MOST_TURNS):
            open_ = next(((m, g) for m in self._due() for g in [self._gone(m)] if g), None)
            if open_ is None:
                return
            match, gone = open_
            text = "--" if len(gone) == 2 else "-w" if gone == [match.home] else "w-"
            told = " and ".join(self.who(id) for id in gone)
            self._result(match, text, f"{told} has withdrawn" if len(gone) == 1 else f"{told} have withdrawn")
            self.reasons.append(f"match {match.number} is a walkover: {told} left")

    def _due(self) -> list[LiveMatch]:
        return [
            m for r in self.stage.rounds.values() if r.status != "drafted" for m in r.matches
            if m.known and m.open and not m.way]

    def _gone(self, match: LiveMatch) -> list[int]:
        """The sides of a match that play no more in its round."""
        people = self.event.contestants
        return [
            id for id in (match.home, match.away)
            if people[id].status == "withdrawn" and not people[id].plays(match.round)]

    def _result(self, match: LiveMatch, text: str, reason: str) -> None:
        score = scored(self.event, self.stage, match, parse_result(text, scoring_of(self.stage).match))
        self.decide("result", {
            "stage": self.index, "match": match.id, "by": "desk", "score": score.as_json(),
            "sides": [match.home, match.away], "reason": reason})

    def taken_back(self) -> int:
        """Results that fit no more are taken back, so that those who are due can play; how many."""
        many = 0
        for _ in range(_MOST_TURNS):
            wrong = [c for c in contradictions(self.stage) if c.kind != "drawn"]
            if not wrong:
                return many
            first, many = wrong[0], many + 1
            self.decide("result", {
                "stage": self.index, "match": first.match, "by": "desk", "score": None,
                "reason": "played by somebody who is not due in it"})
            played = " and ".join(self.who(id) for id in first.played if id)
            self.reasons.append(f"the result of match {first.number} ({played}) is taken back")
        return many


def main_rounds(tree: Tree) -> dict[int, tuple[int, int]]:
    """Match number -> (round, section from 0) of the matches fed by lines and their winners alone: those in
    which nobody has lost before. Byes need no match, so a line may come in at a later round."""
    out: dict[int, tuple[int, int]] = {}
    lines: dict[int, int] = {}
    for match in tree.bracket.matches:
        ends = []
        for feed in (match.home, match.away):
            if feed.kind == "line":
                ends.append(feed.of - 1)
            elif feed.kind == "winner" and feed.of in lines:
                ends.append(lines[feed.of])
        if len(ends) == 2:
            round = (ends[0] ^ ends[1]).bit_length()
            lines[match.number] = ends[0]
            out[match.number] = round, ends[0] >> round
    return out


def played_in(stage: LiveStage, place: dict[int, int]) -> list[Played]:
    """The main matches that stand, in places: those that are over or have begun."""
    from scheduler.live.filling import winner_of

    assert stage.tree is not None
    rounds = main_rounds(stage.tree)
    out = []
    for m in stage.matches():
        if m.number not in rounds or not m.known or m.way or not (m.started or not m.open):
            continue
        won = winner_of(m)
        winner = 0 if not won else place[m.home if won > 0 else m.away]
        out.append(Played(rounds[m.number][0], place[m.home], place[m.away], winner))
    return out


def known_round(round: LiveRound) -> LiveRound:
    """The round with those matches only whose sides are known, and the byes of a bracket."""
    from scheduler.live.state import Bye

    matches = [m for m in round.matches if m.known and m.way != "not-needed"]
    byes = tuple(Bye(id) for id in bye_of(round.matches))
    return LiveRound(round.number, matches, byes, round.status, round.version)


def bye_of(matches: Sequence[LiveMatch]) -> list[int]:
    """Who goes on without a match."""
    return [id for m in matches if m.way == "bye" for id in (m.home, m.away) if id != BYE]
