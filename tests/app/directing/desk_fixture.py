"""An event in memory with a published round, for tests of what is done at its tables."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler.app.directing import boards, lineups
from scheduler.app.directing.making import book_of
from scheduler.event import Entrant, Stage
from scheduler.live.decisions import entrant_payload, stage_payload
from scheduler.live.state import LiveEvent, LiveMatch

from .memory import Memory

ROSTER = ("N", "S", "E", "W", "X", "Y")
"""Places on a roster; the players of number 3 are N3, S3 ..."""


class Desk(Memory):
    """A Swiss of teams whose first round is published: 1 v 2 at table 1, 3 v 4 at table 2."""

    def __init__(
        self, patch: pytest.MonkeyPatch, entrants: int = 4, players: int = 6, **options: Any
    ) -> None:
        super().__init__()
        self.patch(patch)
        for module in (boards, lineups):
            patch.setattr(module, "act", self.act)
        patch.setattr(lineups, "look", lambda path: self.event)
        stage = Stage("swiss", "cba-swiss", 1, {"rounds": 3, "boards": 4, **options})
        self.append("created", {
            "name": "Cup", "seed": "7", "date": "2026-05-01",
            "stages": [stage_payload(stage, book_of("cba-swiss"))],
            "entrants": [
                {**entrant_payload(Entrant(i, f"T{i}")), "roster": [f"{p}{i}" for p in ROSTER[:players]]}
                for i in range(1, entrants + 1)]})
        self.append("opened", {"stage": 1, "playing": list(range(1, entrants + 1))})
        self.append("paired", {
            "stage": 1, "round": 1, "byes": [],
            "matches": [[2 * k - 1, 2 * k, k] for k in range(1, entrants // 2 + 1)]})
        self.append("published", {"stage": 1, "round": 1})

    @property
    def event(self) -> LiveEvent:
        """The state now."""
        return self.fold.event

    def match(self, table: int = 1) -> LiveMatch:
        """The match at a table of round 1."""
        return self.event.stage.rounds[1].matches[table - 1]
