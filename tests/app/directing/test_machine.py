"""Random lives of Swiss events: whatever is entered, drawn, corrected, undone, the invariants hold."""

from __future__ import annotations

import os
from dataclasses import asdict
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from scheduler.app.directing import entering, rounds, scores
from scheduler.app.directing.desk import Who
from scheduler.app.directing.making import book_of
from scheduler.errors import NoAnswer, UsageError
from scheduler.event import Entrant, Stage
from scheduler.live.allowed import phase_of
from scheduler.live.decisions import entrant_payload, stage_payload
from scheduler.live.fold import fold
from scheduler.live.plays import Asked
from scheduler.live.scoring import ledger_of, standings_of

from .memory import Memory

LIVES = int(os.environ.get("SCHEDULER_LIVES", "500"))
WHY = Who(reason="as the machine wants it")


def can_be_paired(here: list[int], met: set[frozenset[int]], idle: set[int]) -> bool:
    """Brute force: somebody who had no bye sits out of an odd field, and no pair meets again."""
    if len(here) % 2:
        return any(e not in idle and can_be_paired([x for x in here if x != e], met, idle) for e in here)
    if not here:
        return True
    first, *rest = here
    return any(
        frozenset((first, other)) not in met
        and can_be_paired([x for x in rest if x != other], met, idle) for other in rest)


class SwissLife(RuleBasedStateMachine):
    """An event from its entries to its last round."""

    @initialize(n=st.integers(2, 9), number=st.integers(1, 5))
    def begin(self, n: int, number: int) -> None:
        self.memory = Memory()
        self.patch = pytest.MonkeyPatch()
        self.memory.patch(self.patch)
        stage = Stage("swiss", "cba-swiss", 1, {"rounds": number, "boards": 8})
        self.memory.append("created", {
            "name": "Life", "seed": "7", "stages": [stage_payload(stage, book_of("cba-swiss"))],
            "entrants": [entrant_payload(Entrant(i, f"T{i}")) for i in range(1, n + 1)]})

    def teardown(self) -> None:
        if hasattr(self, "patch"):
            self.patch.undo()

    @property
    def event(self) -> Any:
        return self.memory.fold.event

    @property
    def stage(self) -> Any:
        return self.event.stage

    def tried(self, function: Any, *args: Any, **more: Any) -> None:
        """What may not be done is refused in words, and changes nothing."""
        before, refused = len(self.memory.entries), ""
        try:
            function("", *args, who=WHY, **more)
        except UsageError as error:
            refused = error.message
        assert not refused or len(self.memory.entries) == before

    @rule()
    def pair(self) -> None:
        stage, event = self.stage, self.event
        number = stage.current + 1
        try:
            made = rounds.pair("", Asked(effort=0.5), who=WHY)
        except UsageError:
            return
        except NoAnswer:
            here = [c.number for c in event.contestants.values()
                    if c.plays(number) and (not stage.playing or c.id in stage.playing)]
            assert not can_be_paired(here, self.met(number), self.idle(number)), "a round there was"
            return
        assert made.draft.report.holds
        again = rounds.pair("", Asked(effort=0.5), who=WHY)
        assert again.draft.said["matches"] == made.draft.said["matches"], "drawing twice, two rounds"

    def met(self, before: int) -> set[frozenset[int]]:
        return {
            frozenset((self.event.number(m.home), self.event.number(m.away)))
            for m in self.stage.matches() if m.round < before}

    def idle(self, before: int) -> set[int]:
        return {self.event.number(b.id) for r in self.stage.rounds.values() if r.number < before
                for b in r.byes if b.kind == "idle"}

    @rule()
    def publish(self) -> None:
        self.tried(rounds.publish)

    @rule()
    def start(self) -> None:
        self.tried(rounds.start)

    @rule()
    def withhold(self) -> None:
        self.tried(rounds.withhold)

    @rule(table=st.integers(1, 4), margin=st.integers(-60, 60))
    def result(self, table: int, margin: int) -> None:
        self.tried(scores.enter, [scores.Typed(table, f"{margin:+d}")])

    @precondition(lambda self: self.stage.current)
    @rule(margins=st.lists(st.integers(-60, 60), min_size=4, max_size=4))
    def results(self, margins: list[int]) -> None:
        for match in list(self.stage.rounds[self.stage.current].open):
            self.tried(scores.enter, [scores.Typed(match.table, f"{margins[match.table % 4]:+d}")])

    @rule(table=st.integers(1, 4), round=st.integers(1, 5), margin=st.integers(-60, 60))
    def correct(self, table: int, round: int, margin: int) -> None:
        self.tried(scores.enter, [scores.Typed(table, f"{margin:+d}", round)], correct=True)

    @rule(number=st.integers(1, 12))
    def withdraw(self, number: int) -> None:
        self.tried(entering.withdraw, number)

    @rule(number=st.integers(1, 12))
    def admit(self, number: int) -> None:
        self.tried(entering.come_back, number)

    @rule(name=st.sampled_from("ABC"), late=st.booleans())
    def enter(self, name: str, late: bool) -> None:
        self.tried(entering.enter, [entering.Entry(f"Late {name}")], late=late)

    @rule(number=st.integers(1, 9), round=st.integers(1, 5), kind=st.sampled_from(["absent", "given", ""]))
    def absent(self, number: int, round: int, kind: str) -> None:
        self.tried(entering.absent, number, [round], kind=kind)

    @rule(number=st.integers(1, 9), points=st.integers(1, 500))
    def penalise(self, number: int, points: int) -> None:
        self.tried(scores.penalise, number, points)

    @rule()
    def lots(self) -> None:
        self.tried(entering.lots)

    @precondition(lambda self: len(self.event.effective) > 1)
    @rule()
    def undo_and_redo(self) -> None:
        before = asdict(self.event)
        self.memory.undo()
        self.memory.redo()
        assert without_log(asdict(self.event)) == without_log(before)

    @precondition(lambda self: len(self.event.effective) > 1)
    @rule()
    def undo(self) -> None:
        self.memory.undo()

    @invariant()
    def folding_is_replaying(self) -> None:
        if hasattr(self, "memory"):
            assert asdict(fold(self.memory.entries)) == asdict(self.event)

    @invariant()
    def nobody_meets_twice_or_is_twice_in_a_round(self) -> None:
        if not hasattr(self, "memory"):
            return
        pairs = [frozenset((m.home, m.away)) for m in self.stage.matches()]
        assert len(pairs) == len(set(pairs))
        for round in self.stage.rounds.values():
            names = [s for m in round.matches for s in (m.home, m.away)] + [b.id for b in round.byes]
            assert len(names) == len(set(names))

    @invariant()
    def points_are_conserved(self) -> None:
        if not hasattr(self, "memory") or not self.stage.playing:
            return
        ledger = ledger_of(self.event, self.stage)
        given = sum(m.home_points + m.away_points for m in ledger.matches)
        assert given == 2_000 * sum(m.kind == "played" for m in ledger.matches)
        rows = standings_of(self.event, self.stage).rows
        taken = sum(p.points for p in ledger.penalties if not p.waived)
        assert sum(r.total for r in rows) == given + sum(b.points for b in ledger.byes) - taken
        assert phase_of(self.stage) in ("entry", "drawn", "published", "started", "finished")


def without_log(state: dict[str, Any]) -> dict[str, Any]:
    """The state without what is about the log itself."""
    return {k: v for k, v in state.items() if k not in ("position", "undone", "effective", "groups")}


TestSwissLife = SwissLife.TestCase
TestSwissLife.settings = settings(
    max_examples=LIVES, stateful_step_count=25, deadline=None, derandomize=LIVES == 500,
    suppress_health_check=list(HealthCheck))
