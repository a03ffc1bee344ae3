"""What the Laws allow, looked up for facts as a director tells them; nothing is decided and nothing kept."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scheduler.app.directing.desk import look
from scheduler.app.directing.rounds import stage_of
from scheduler.errors import UsageError, did_you_mean
from scheduler.live.scoring import scoring_of
from scheduler.live.state import LiveStage
from scheduler.standings.rounding import part_of
from scheduler.standings.rulings import (
    BoardFacts,
    Outcome,
    Void,
    edition_of,
    extraneous,
    imps_award,
    law_of,
    mismatch,
    missing_card,
    parts_lost,
    percent_award,
    redeals,
    void_points,
    wrong_board,
    wrong_seats,
)

__all__ = ["TOPICS", "Consulted", "consult"]

_MOST_POINTS = 1_000_000


@dataclass(frozen=True)
class Consulted:
    """What was found: the ``law`` (or "") of an ``edition``, what becomes of it, what follows, what the
    director may choose, as codes; ``enter`` is a result to be entered, "" where none follows."""

    topic: str
    law: str
    edition: str
    result: str = ""
    follows: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    enter: str = ""

    def as_json(self) -> dict[str, Any]:
        """The documented JSON shape."""
        return {"topic": self.topic, "law": self.law, "edition": self.edition, "result": self.result,
                "follows": list(self.follows), "choices": list(self.choices), "enter": self.enter}


@dataclass(frozen=True)
class _Facts:
    """What was told, read with its kind; every key must be used."""

    told: Mapping[str, Any]
    stage: LiveStage
    edition: str

    def yes(self, key: str, plain: bool = False) -> bool:
        value = self.told.get(key, plain)
        if not isinstance(value, bool):
            raise UsageError(f'"{key}" is true or false, not "{str(value)[:20]}"')
        return value

    def count(self, key: str, plain: int = 0) -> int:
        value = self.told.get(key, plain)
        if type(value) is not int or not 0 <= value <= 1_000:
            raise UsageError(f'"{key}" is a whole number from 0 to 1,000, not "{str(value)[:20]}"')
        return value

    def word(self, key: str, plain: str) -> str:
        return str(self.told.get(key, plain))

    def number(self, key: str, plain: str = "") -> Fraction:
        told = str(self.told.get(key, plain))
        value = part_of(told)
        if value is None or value > _MOST_POINTS:
            raise UsageError(f'"{key}" is a number such as 12 or 63.5, not "{told[:20]}"')
        return value

    @property
    def top(self) -> int:
        """The most that a match of the stage gives, in hundredths."""
        return scoring_of(self.stage).match.scale.top

    @property
    def boards(self) -> int:
        """The boards that are told, else those of the stage. UsageError for none."""
        boards = self.count("boards", scoring_of(self.stage).match.boards)
        if not boards:
            raise UsageError("how many boards has the match?", maybe="say --set boards=16.")
        return boards


def _wrong_board(f: _Facts) -> Consulted:
    before = f.count("before")
    if before > 4:
        raise UsageError("four sit at a table: at most four of them had played the board")
    players = ("1", "2", "3", "4")
    differs = f.yes("differs") if "differs" in f.told else None
    facts = BoardFacts(
        players, frozenset(players[:before]), f.word("phase", "over"), differs, f.yes("disturbed"))
    return _of("wrong-board", f, wrong_board(facts, f.edition))


def _of(topic: str, f: _Facts, made: Outcome) -> Consulted:
    return Consulted(topic, made.law, f.edition, made.result, made.follows, made.choices)


def _extraneous(f: _Facts) -> Consulted:
    return _of("extraneous", f, extraneous(
        f.word("phase", "before-auction"), shared=f.yes("shared"), swaps=f.yes("swaps", True),
        redeals=f.yes("redeals", True), edition=f.edition))


def _missing_card(f: _Facts) -> Consulted:
    return _of("missing-card", f, missing_card(
        f.word("when", "before-lead"), f.word("where", "found"), f.edition))


def _substitute(f: _Facts) -> Consulted:
    may = redeals(f.yes("over"), f.yes("known", True))
    return Consulted("substitute", law_of("substitute", f.edition), f.edition,
                     "redeal-allowed" if may else "no-redeal", () if may else ("adjusted-score",))


def _wrong_seats(f: _Facts) -> Consulted:
    made = wrong_seats(f.boards, f.count("right"), f.yes("director"))
    return _void("wrong-seats", f, made, "average-on-rest")


def _parts_lost(f: _Facts) -> Consulted:
    made = parts_lost(f.boards, f.count("lost"), f.word("home", "average"), f.word("away", "average"))
    return _void("parts-lost", f, made, "imps-for-lost")


def _void(topic: str, f: _Facts, made: Void, stands: str) -> Consulted:
    law = law_of("artificial", f.edition)
    if made.percent is None:
        imps = f"{made.imps / 100:+g} imp" if made.imps else ""
        return Consulted(topic, law, f.edition, "stands", (stands,), enter=imps)
    home, away = (void_points(p, f.top) for p in made.percent)
    return Consulted(topic, law, f.edition, "match-void", enter=f"void {_decimal(home)}-{_decimal(away)}")


def _decimal(hundredths: int) -> str:
    return f"{hundredths // 100}.{hundredths % 100:02d}"


def _mismatch(f: _Facts) -> Consulted:
    points, due, met = (int(100 * f.number(key)) for key in ("points", "due", "met"))
    made = mismatch(points, due, met, f.yes("fault"), f.top)
    return Consulted("mismatch", "", f.edition, "stands" if made == points else "compensated",
                     enter="" if made == points else _decimal(made))


def _artificial(f: _Facts) -> Consulted:
    award = f.word("award", "average-plus")
    percent = percent_award(award, f.number("own") if "own" in f.told else None)
    imps = imps_award(award) // 100
    return Consulted("artificial", law_of("artificial", f.edition), f.edition,
                     "percent-and-imps", enter=f"{float(percent):.2f} % / {imps:+d} imp")


TOPICS: dict[str, tuple[Callable[[_Facts], Consulted], tuple[str, ...]]] = {
    "wrong-board": (_wrong_board, ("before", "phase", "differs", "disturbed")),
    "extraneous": (_extraneous, ("phase", "shared", "swaps", "redeals")),
    "missing-card": (_missing_card, ("when", "where")),
    "substitute": (_substitute, ("over", "known")),
    "wrong-seats": (_wrong_seats, ("boards", "right", "director")),
    "parts-lost": (_parts_lost, ("boards", "lost", "home", "away")),
    "mismatch": (_mismatch, ("points", "due", "met", "fault")),
    "artificial": (_artificial, ("award", "own")),
}
"""What can be looked up, and the facts that it asks for."""


def consult(
    path: str | os.PathLike[str], topic: str, told: Mapping[str, Any], *, stage: int = 0
) -> Consulted:
    """What the Laws of a stage's edition say of ``topic`` (:data:`TOPICS`) and the facts told.

    UsageError for facts that it does not ask for, or that cannot be.
    """
    if topic not in TOPICS:
        raise UsageError(f'nothing is known about "{topic[:40]}"', maybe=did_you_mean(topic[:40], [*TOPICS]))
    find, keys = TOPICS[topic]
    for key in told:
        if key not in keys:
            raise UsageError(f'"{topic}" does not depend on "{key[:40]}"', maybe=did_you_mean(key[:40], keys))
    where = stage_of(look(path), stage)
    return find(_Facts(told, where, edition_of(where.stage.options.get("laws"))))
