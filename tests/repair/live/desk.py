"""A Swiss event made by hand for tests of repairs: rounds as given, scores as given, facts as told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from benchmarks.incidents import Running

from scheduler.app.directing.making import book_of
from scheduler.app.directing.repairing import read_facts
from scheduler.event import Stage
from scheduler.live.decisions import KINDS
from scheduler.live.scoring import scored, scoring_of
from scheduler.live.state import LiveRound
from scheduler.repair.live import Case, Proposal, propose
from scheduler.standings.entry import parse_result

Pairs = Sequence[tuple[int, int]]


class Desk(Running):
    """An event of ``n`` teams whose rounds are told: pairs (home, away) at tables 1, 2 ..., (0, e) a bye."""

    def __init__(self, n: int, *, rounds: int = 7, odd: str = "bye", **options: Any) -> None:
        book = book_of("cba-swiss").replace('odd = "bye"', f'odd = "{odd}"')
        stage = Stage("swiss", "cba-swiss", 1, {"rounds": rounds, "boards": 16, **options})
        super().__init__(n, stage, "s", book)
        self.append("opened", {"stage": 1, "playing": list(range(1, n + 1))})

    def publish(self, pairs: Pairs) -> None:
        """The next round as it is told."""
        number = self.stage.current + 1
        matches = [[a, b, t] for t, (a, b) in enumerate([p for p in pairs if 0 not in p], start=1)]
        self.append("paired", {
            "stage": 1, "round": number, "matches": matches, "proof": {},
            "byes": [[max(p), "idle"] for p in pairs if 0 in p]})
        self.append("published", {"stage": 1, "round": number})

    def play(self, pairs: Pairs, scores: Sequence[str]) -> None:
        """A whole round with its results, by table."""
        self.publish(pairs)
        for table, text in enumerate(scores, start=1):
            self.result(table, text)

    def result(self, table: int, text: str) -> None:
        """The result of a table of the current round."""
        match = next(m for m in self.here.matches if m.table == table)
        score = scored(self.event, self.stage, match, parse_result(text, scoring_of(self.stage).match))
        self.append("result", {"stage": 1, "match": match.id, "score": score.as_json()})

    def begin(self, *tables: int) -> None:
        """These tables have started, or all."""
        ids = [m.id for m in self.here.matches if m.table in tables]
        more = {"matches": ids} if tables else {}
        self.append("started", {"stage": 1, "round": self.here.number, **more})

    def tell(self, *facts: dict[str, Any]) -> Case:
        """What is proposed for these facts."""
        for fact in read_facts(self.event, facts, stage=1):
            self.append("fact", fact)
        return propose(self.event, 1, seconds=20)

    def accept(self, proposal: Proposal) -> LiveRound:
        """Take a proposal; the round as it is then."""
        for kind, payload in proposal.decisions:
            assert kind in KINDS
            self.append(kind, payload)
        return self.here


def of_kind(case: Case, kind: str) -> Proposal:
    """The proposal of a kind."""
    return next(p for p in case.proposals if p.kind == kind)


def kinds(case: Case) -> list[str]:
    """What is proposed, in order."""
    return [p.kind for p in case.proposals]


def listed(round: LiveRound) -> dict[int, set[int]]:
    """Who plays at which table."""
    return {m.table: {m.home, m.away} for m in round.matches}


def idle(round: LiveRound) -> set[int]:
    """Who has no match."""
    return {b.id for b in round.byes}
