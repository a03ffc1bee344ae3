"""Compensation where a round was drawn by a wrong score and is played all the same.

A side drawn against an opponent whose score differs by more than 5 VP of 20 from the right one's is
adjusted, and only that side, see :func:`scheduler.standings.awards.mismatch_award`.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from scheduler.formats.swiss import SwissRound
from scheduler.live.scoring import scoring_of, standings_of
from scheduler.live.state import LiveEvent, LiveRound
from scheduler.repair.live.consequences import Ground
from scheduler.repair.live.proposal import Proposal
from scheduler.standings.scales import OutcomePoints

__all__ = ["compensations", "mismatched"]

_QUARTER = 4


def mismatched(
    event: LiveEvent, here: LiveRound, right: Mapping[int, int], points: Mapping[int, int], top: int
) -> dict[int, bool]:
    """Number of each side whose opponent is more than a quarter of ``top`` off from the right one -> whether
    it is too strong. ``right`` maps each to whom it should have met, ``points`` to the right totals."""
    limit = Fraction(top, _QUARTER)
    out: dict[int, bool] = {}
    for m in here.matches:
        for side, other in ((m.home, m.away), (m.away, m.home)):
            number, met = event.number(side), event.number(other)
            should = right.get(number, 0)
            if not should or should == met:
                continue
            gap = points.get(met, 0) - points.get(should, 0)
            if abs(gap) > limit:
                out[number] = gap > 0
    return out


def compensations(ground: Ground, here: LiveRound, would: SwissRound) -> list[Proposal]:
    """Keep the round, and compensate whoever has the wrong opponent by more than 5 VP: one proposal, or
    none where nobody has."""
    event, stage = ground.event, ground.stage
    scale = scoring_of(stage).match.scale
    if isinstance(scale, OutcomePoints):
        return []
    right = {m.home: m.away for m in would.matches} | {m.away: m.home for m in would.matches}
    points = {r.entrant: r.total for r in standings_of(event, stage, as_of=here.number - 1).rows}
    sides = mismatched(event, here, right, points, scale.top)
    if not sides:
        return []
    ids = {c.number: c.id for c in event.contestants.values()}
    rows = [[ids[n], strong] for n, strong in sorted(sides.items())]
    told = ", ".join(f"{n} ({'too strong' if strong else 'too weak'} an opponent)"
                     for n, strong in sorted(sides.items()))
    decision = ("mismatch", {"stage": stage.index, "round": here.number, "sides": rows})
    return [Proposal(
        "", "compensate", 0, True,
        f"the round stands; the scores of {told} will be adjusted when the match is in", (decision,))]
