"""Reading rounds in the tests of this folder."""

from __future__ import annotations

from typing import Any

from scheduler.files.rounds import AdoptedRounds, adopt_rounds
from scheduler.standings.scales import ContinuousVP
from scheduler.standings.scoring import Scoring

VP = Scoring(ContinuousVP(), boards=16)


def adopted(text: str | bytes, **options: Any) -> AdoptedRounds:
    """What is read of a CSV text."""
    data = text.encode() if isinstance(text, str) else text
    return adopt_rounds(data, name="r.csv", **options)


def grave(read: AdoptedRounds) -> list[tuple[str, str]]:
    """Kind and place of each contradiction."""
    return [(f.kind, f.where) for f in read.findings if f.grave]


def asked(read: AdoptedRounds) -> list[str]:
    """Kinds of what is only to be asked."""
    return [f.kind for f in read.findings if not f.grave]


def pairs(read: AdoptedRounds) -> list[tuple[int, int, int]]:
    """(round, home, away) of each match."""
    return [(m.round, m.home, m.away) for m in read.matches]
