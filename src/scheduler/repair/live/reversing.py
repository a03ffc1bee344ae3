"""A result as the other side would have written it: for a match whose sides were told the wrong way round."""

from __future__ import annotations

from decimal import Decimal

from scheduler.standings.entry import parse_result
from scheduler.standings.scoring import Scoring

__all__ = ["other_way"]

_OUTCOMES = {1: "a", 0: "d", -1: "h"}
_KINDS = {"home-walkover": "-w", "away-walkover": "w-", "double-walkover": "--", "void": "void",
          "unplayed": "unplayed"}


def other_way(text: str, scoring: Scoring) -> str:
    """``text`` of a result, home first, with home and away exchanged. UsageError where it is none."""
    said = parse_result(text, scoring)
    if said.form == "points":
        pair = f"{Decimal(said.away).scaleb(-2)}-{Decimal(said.home).scaleb(-2)}"
        told = f"void {pair}" if said.kind == "void" else f"{pair} adj"
    elif said.form == "margin":
        told = f"{-said.home:+d}"
    elif said.form == "scores":
        told = f"{said.away}-{said.home} imp"
    elif said.form == "outcome":
        told = _OUTCOMES[said.outcome or 0]
    else:
        told = _KINDS[said.kind]
    return f"{told}/{said.boards}" if said.boards else told
