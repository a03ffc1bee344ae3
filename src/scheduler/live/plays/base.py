"""What a format must be able to say so that its rounds can be played live."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Protocol

from scheduler.event import Report
from scheduler.live.state import LiveEvent, LiveMatch, LiveStage, Score
from scheduler.rules import Rulebook, read_rulebook, read_uses

__all__ = ["Asked", "Draft", "Play", "Unproven", "rulebook_of"]


@dataclass(frozen=True)
class Asked:
    """What is asked of a draft beyond the event's own settings.

    ``seed`` "" takes the event's. ``given`` are matches (home, away; 0 for a bye) that make up the whole
    round, ``fixed`` such (home, away, table) that are part of it; all by number; ``force`` keeps those
    that break a hard rule. ``early`` draws while results are missing. ``effort`` seconds bound each
    question to the solver.
    """

    seed: str = ""
    given: Sequence[tuple[int, int]] = ()
    fixed: Sequence[tuple[int, int, int]] = ()
    force: bool = False
    early: bool = False
    effort: float = 4.0
    more: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Draft:
    """A draft of rounds, not yet decided: ``kind`` and ``payload`` are the decision that keeps it; ``kind``
    is "" where it is in the log already (a later round of a table).

    ``said`` is the documented JSON (numbers, not ids), ``notes`` the same in words; ``report`` is the
    verifier's, and ``proven`` whether the checker accepts everything that is claimed.
    """

    kind: str
    payload: dict[str, Any]
    round: int
    said: dict[str, Any]
    report: Report
    proven: bool
    notes: tuple[str, ...] = ()


class Play(Protocol):
    """A format in play. All of it is pure: nothing is written here."""

    def rounds(self, event: LiveEvent, stage: LiveStage) -> int:
        """How many rounds the stage has, as planned; 0 where that is not known yet."""

    def before(self, event: LiveEvent, stage: LiveStage) -> tuple[str, ...]:
        """What can be said before the stage begins: whether its rounds are safe, what is advised."""

    def playing(self, event: LiveEvent, stage: LiveStage) -> tuple[int, ...]:
        """The ids of those who will play in a first stage, in the order that the format wants."""

    def next_round(self, stage: LiveStage) -> int:
        """The number of the round that would be drawn or shown next; one more than there are at the end."""

    def draft(self, event: LiveEvent, stage: LiveStage, asked: Asked) -> Draft:
        """The next round, made and verified (or, for a table or a draw, all of it and that round).

        UsageError where it cannot be asked for now, NoAnswer where nothing obeys the rules.
        """

    def refuses(self, event: LiveEvent, stage: LiveStage, match: LiveMatch, score: Score) -> str:
        """Why a result cannot stand in this format (a tie where somebody must go on), "" where it can."""

    def places(self, event: LiveEvent, stage: LiveStage) -> list[tuple[int, int, int]]:
        """(best place, last place, id), best first: who shares a place shares both; (0, 0, id) at the end
        for whoever has none, or none yet. UsageError where the stage has not begun."""

    def faults(self, event: LiveEvent, payload: Mapping[str, Any]) -> tuple[str, ...]:
        """What is wrong with the proof that a decision's payload carries, in the state before it."""

    def check(self, event: LiveEvent, stage: LiveStage, round: int) -> Report:
        """The verifier's reading of ``round`` as it was drawn, with nothing made anew."""


class Unproven:
    """What a play has to say of proofs where the verifier's report says everything."""

    def faults(self, event: LiveEvent, payload: Mapping[str, Any]) -> tuple[str, ...]:
        """Nothing."""
        return ()


def rulebook_of(stage: LiveStage) -> Rulebook:
    """The rulebook of a stage, from the text that the event keeps, with the stage's own rules."""
    book = _read(stage.book, stage.stage.model or "rulebook")
    own = stage.stage.rules
    return book.adding(read_uses(own, where=f"the rules of {stage.name}")) if own else book


@lru_cache(maxsize=32)
def _read(text: str, name: str) -> Rulebook:
    return read_rulebook(text, name)
