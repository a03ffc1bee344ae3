"""Events in progress without a file: decisions go to a list, and the state is folded from it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from scheduler.event import Entrant, Stage
from scheduler.live.decisions import entrant_payload, stage_payload
from scheduler.live.dump import dump
from scheduler.live.fold import Fold, fold
from scheduler.live.plays import Asked, Draft, play_of
from scheduler.live.stages import propose_next
from scheduler.live.state import LiveEvent, LiveMatch, LiveStage, Score
from scheduler.resources import find_model


@dataclass(frozen=True)
class Entry:
    """An entry of a log."""

    position: int
    kind: str
    payload: dict[str, Any]


def score(margin: int, kind: str = "played") -> Score:
    """A match won by so many IMPs, with points that show it."""
    return Score(kind, max(margin, 0), max(-margin, 0), 1_000 + margin, 1_000 - margin)


class Life:
    """An event of ``n`` teams, seeded by number, under stages."""

    def __init__(self, n: int, *stages: Stage, seed: str = "1", clubs: Sequence[str] = ()) -> None:
        self.fold, self.log = Fold(), []
        self.rng = random.Random(f"{n} {seed}")
        entrants = [
            entrant_payload(Entrant(i, f"Team {i}", i, club=clubs[i - 1] if clubs else ""))
            for i in range(1, n + 1)]
        told = [stage_payload(s, find_model(s.model).read_text(encoding="utf-8")) for s in stages]
        self.do("created", {"name": "life", "seed": seed, "stages": told, "entrants": entrants})

    @property
    def event(self) -> LiveEvent:
        """The state."""
        return self.fold.event

    def at(self, index: int = 0) -> LiveStage:
        """A stage."""
        return self.event.at(index)

    def do(self, kind: str, payload: dict[str, Any]) -> None:
        """Decide."""
        entry = Entry(len(self.log) + 1, kind, payload)
        self.fold.extend([entry])
        self.log.append(entry)

    def undo(self) -> None:
        """Take the last decision back."""
        self.do("undo", {"of": self.event.effective[-1]})

    def open(self) -> None:
        """The first stage begins."""
        self.do("opened", {"stage": 1, "playing": list(play_of(self.at(1)).playing(self.event, self.at(1)))})

    def next(self, index: int = 0) -> Draft:
        """The next stage begins."""
        draft = propose_next(self.event, index)
        self.do(draft.kind, draft.payload)
        return draft

    def draft(self, index: int = 0, **asked: Any) -> Draft:
        """The next round, drafted and decided."""
        stage = self.at(index)
        draft = play_of(stage).draft(self.event, stage, Asked(**{"effort": 0.3, **asked}))
        if draft.kind:
            self.do(draft.kind, draft.payload)
        return draft

    def publish(self, index: int = 0) -> int:
        """Draft and publish the next round; its number."""
        draft = self.draft(index)
        self.do("published", {"stage": self.at(index).index, "round": draft.round})
        return draft.round

    def result(self, match: LiveMatch, entered: Score | None, index: int = 0) -> None:
        """Enter a result, or take one back."""
        self.do("result", {
            "stage": self.at(index).index, "match": match.id, "sides": [match.home, match.away],
            "score": entered.as_json() if entered is not None else None})

    def round(self, index: int = 0, say: Callable[[LiveMatch], Score] | None = None) -> int:
        """The next round, played to its end; its number."""
        number = self.publish(index)
        while self.at(index).rounds[number].open:
            match = self.at(index).rounds[number].open[0]
            self.result(match, say(match) if say else score(self.rng.randint(-30, 30) or 1), index)
        return number

    def play(self, index: int = 0, say: Callable[[LiveMatch], Score] | None = None) -> int:
        """All that is left of a stage; how many rounds that was."""
        many, stage = 0, self.at(index).index
        while not self.over(stage):
            self.round(stage, say)
            many += 1
        return many

    def over(self, index: int = 0) -> bool:
        """True where all rounds of a stage are played."""
        stage = self.at(index)
        total = play_of(stage).rounds(self.event, stage)
        return bool(stage.rounds) and all(
            n in stage.rounds and stage.rounds[n].finished for n in range(1, total + 1))

    def places(self, index: int = 0) -> list[tuple[int, int, int]]:
        """The places of a stage."""
        return play_of(self.at(index)).places(self.event, self.at(index))

    def replays(self) -> bool:
        """True where folding the whole log anew gives the state that there is."""
        return dump(fold(self.log), history=True) == dump(self.event, history=True)


def knockout(**options: Any) -> Stage:
    """A knockout stage."""
    return Stage("knockout", "plain-draw", options={"seeds": 0, **options})
