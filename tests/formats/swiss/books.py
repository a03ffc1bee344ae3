"""Rulebooks and played events for tests of Swiss rounds."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

from scheduler.event import Round
from scheduler.formats.swiss import SwissRound, SwissState, Three, next_round
from scheduler.resources import find_model
from scheduler.rules import Rulebook, read_rulebook, read_uses


def book(name: str = "cba-swiss", **changes: Any) -> Rulebook:
    """A rulebook that comes along; ``home_side={"variant": "v2"}`` changes parameters of a use."""
    path = find_model(name)
    made = read_rulebook(path.read_text(encoding="utf-8"), path.name)
    for rule, params in changes.items():
        id = rule.replace("_", "-")
        uses = tuple(u.with_params(**params) if u.id == id else u for u in made.uses)
        made = replace(made, uses=uses)
    return made


def adding(made: Rulebook, id: str, **params: Any) -> Rulebook:
    """The rulebook with a further rule."""
    return made.adding(read_uses([{"id": id, **params}]))


class Played:
    """An event played round by round with random results."""

    def __init__(self, entrants: int, rounds: int, rulebook: Rulebook, seed: int, **more: Any) -> None:
        self.rng = Random(seed)
        self.rulebook, self.seed, self.more = rulebook, str(seed), more
        self.entrants, self.rounds = entrants, rounds
        self.strength = {e: self.rng.gauss(0, 10) for e in range(1, entrants + 1)}
        self.points: Counter[int] = Counter()
        self.wins: Counter[int] = Counter()
        self.played: list[Round] = []
        self.threes: list[Three] = []
        self.absent: frozenset[int] = frozenset()
        self.made: list[SwissRound] = []

    def state(self) -> SwissState:
        return SwissState(
            self.entrants, len(self.played) + 1, self.rounds, tuple(self.played), dict(self.points), (),
            dict(self.wins), self.absent, tuple(self.threes), **self.more)

    def one(self) -> SwissRound:
        """Pair one round and play it."""
        made = next_round(self.state(), self.rulebook, seed=self.seed)
        self.take(made)
        return made

    def take(self, made: SwissRound) -> None:
        self.made.append(made)
        self.played.append(Round(made.number, made.matches, made.byes))
        if made.three:
            self.threes.append(made.three)
        for m in made.matches:
            margin = self.rng.gauss(self.strength[m.home] - self.strength[m.away], 22)
            won = max(0, min(2000, 1000 + int(25 * margin)))
            self.points[m.home] += won
            self.points[m.away] += 2000 - won
            self.wins[m.home if won > 1000 else m.away] += 1
        for b in made.byes:
            self.points[b.entrant] += 1200

    def all(self) -> list[SwissRound]:
        while len(self.played) < self.rounds:
            self.one()
        return self.made

    def pairs(self) -> list[frozenset[int]]:
        """Every pair that has met, blocks of three included, as often as it did."""
        return [frozenset((a, b)) for a, b, _ in self.state_met()]

    def state_met(self) -> tuple[tuple[int, int, int], ...]:
        after = self.rounds + 1
        return SwissState(
            self.entrants, after, after, tuple(self.played), threes=tuple(self.threes)).met
