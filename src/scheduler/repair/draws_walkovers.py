"""Matches that are decided without being played: who left goes no further, and byes go on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scheduler.event import BYE, OPEN, Draw
from scheduler.repair.draws_facts import Played

__all__ = ["Walkover", "walkovers"]


@dataclass(frozen=True, slots=True)
class Walkover:
    """A match that is not played. ``winner`` goes on: a number, 0 for nobody (both are out), -1 for
    whoever comes from a match that is still to be played. ``losers`` are those who are out."""

    round: int
    match: int
    winner: int
    losers: tuple[int, ...]

    def as_json(self) -> dict[str, Any]:
        """The documented JSON shape."""
        return {
            "round": self.round, "match": self.match,
            "winner": self.winner if self.winner >= 0 else None, "losers": list(self.losers),
        }


def walkovers(
    draw: Draw, out: Mapping[int, str], played: Sequence[Played] = ()
) -> tuple[Walkover, ...]:
    """All matches that are not played because somebody is ``out``, in order of round and match.

    Where both are out nobody goes on, and the next opponent goes on by walkover in his turn, against
    nobody (``losers`` empty). A bye of round 1 is no walkover. Matches in ``played`` stay as they are.
    """
    results = {(m.round, (draw.line_of(m.first) - 1) >> m.round): m.winner for m in played}
    sides, found = list(draw.lines), []
    for r in range(1, draw.rounds + 1):
        ahead = []
        for k, (a, b) in enumerate(zip(sides[::2], sides[1::2], strict=True)):
            if (r, k) in results:
                ahead.append(results[r, k])
                continue
            winner, losers = _decided(a, b, out)
            if losers or (r > 1 and BYE in (a, b) and winner != BYE and winner not in out):
                found.append(Walkover(r, k + 1, winner, losers))
            ahead.append(winner)
        sides = ahead
    return tuple(found)


def _decided(a: int, b: int, out: Mapping[int, str]) -> tuple[int, tuple[int, ...]]:
    """(who goes on, who loses by walkover)."""
    gone = tuple(e for e in (a, b) if e in out)
    left = [e for e in (a, b) if e != BYE and e not in out]
    if len(left) == 2:
        return OPEN, ()
    if left:
        return left[0], gone
    # Somebody out beside an empty line is carried on: his next opponent has the walkover.
    return (gone[0], ()) if len(gone) == 1 else (BYE, gone)
