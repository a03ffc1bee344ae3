"""Compensation where a round was drawn by a wrong score and is played all the same.

A side drawn against an opponent whose score differs by more than 5 VP of 20 from the right one's is
adjusted, and only that side (EBU White Book 3.6, in paraphrase): where the opponent is too strong and that
is not its fault; or too weak and it is. Else the score stands.
See :func:`scheduler.standings.awards.mismatch_award`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

from scheduler.formats.swiss import SwissRound
from scheduler.live.scoring import scoring_of, standings_of
from scheduler.live.state import LiveRound
from scheduler.repair.live.consequences import Ground
from scheduler.repair.live.proposal import Proposal
from scheduler.standings.scales import OutcomePoints

__all__ = ["compensated", "gaps", "mismatched", "unequal"]

_QUARTER = 4


def mismatched(
    met: Sequence[tuple[int, int]], right: Mapping[int, int], points: Mapping[int, int], top: int,
    at_fault: Collection[int] = (),
) -> dict[int, bool]:
    """Each side that is adjusted -> whether its opponent is too strong.

    ``met`` are matches, ``right`` maps each side to whom it should have met, ``points`` to the right
    totals; an opponent is wrong where it is more than a quarter of ``top`` off. ``at_fault`` are those by
    whose fault the score was wrong: too weak an opponent is taken from them alone, and too strong a one
    is given to all but them.
    """
    return {side: gap > 0 for side, gap in gaps(met, right, points, top).items()
            if (gap > 0) != (side in at_fault)}


def gaps(
    met: Sequence[tuple[int, int]], right: Mapping[int, int], points: Mapping[int, int], top: int
) -> dict[int, int]:
    """Each side whose opponent in ``met`` is more than a quarter of ``top`` off -> by how much it is stronger
    (below 0: weaker) than the right one, in hundredths as ``points`` are."""
    limit = Fraction(top, _QUARTER)
    out: dict[int, int] = {}
    for match in met:
        for side, other in (match, match[::-1]):
            should = right.get(side, 0)
            if not should or should == other:
                continue
            gap = points.get(other, 0) - points.get(should, 0)
            if abs(gap) > limit:
                out[side] = gap
    return out


def unequal(
    ground: Ground, here: LiveRound, would: SwissRound, met: Sequence[tuple[int, int]]
) -> tuple[str, ...]:
    """Who has too strong or too weak an opponent in ``met`` (by number), and by how much; that nobody has,
    where the limit is not passed."""
    event, scale = ground.event, scoring_of(ground.stage).match.scale
    unit = "points" if isinstance(scale, OutcomePoints) else "VP"
    of = {a: b for pair in met for a, b in (pair, pair[::-1])}
    found = gaps(met, _right(would), _points(ground, here), scale.top)
    if not found:
        limit = Decimal(scale.top) / _QUARTER / 100
        return (f"nobody meets an opponent who is more than {limit.normalize():f} {unit} off the right one",)
    who = {c.number: f"{c.number} {c.name}" for c in event.contestants.values()}
    out = []
    for strong, word in ((True, "strong"), (False, "weak")):
        told = [f"{who[side]} ({who[of[side]]}, by {_told(gap)} {unit})"
                for side, gap in sorted(found.items()) if (gap > 0) == strong]
        if told:
            out.append(f"too {word} an opponent: {', '.join(told)}")
    return tuple(out)


def _told(gap: int) -> Decimal:
    return Decimal(abs(gap)).scaleb(-2)


def _right(would: SwissRound) -> dict[int, int]:
    return {m.home: m.away for m in would.matches} | {m.away: m.home for m in would.matches}


def _points(ground: Ground, here: LiveRound) -> dict[int, int]:
    """The right totals before the round, by number."""
    rows = standings_of(ground.event, ground.stage, as_of=here.number - 1).rows
    return {r.entrant: r.total for r in rows}


def compensated(
    ground: Ground, here: LiveRound, would: SwissRound, base: Proposal, met: Sequence[tuple[int, int]]
) -> Proposal | None:
    """``base``, and whoever has the wrong opponent in ``met`` (by number) compensated; None where nobody
    has, or where points are no victory points."""
    event, stage = ground.event, ground.stage
    scale = scoring_of(stage).match.scale
    if isinstance(scale, OutcomePoints):
        return None
    right, points = _right(would), _points(ground, here)
    sides = mismatched(met, right, points, scale.top, {event.number(id) for id in ground.at_fault})
    if not sides:
        return None
    ids = {c.number: c.id for c in event.contestants.values()}
    off = gaps(met, right, points, scale.top)
    told = ", ".join(f"{n} (an opponent {_told(off[n])} VP too {'strong' if strong else 'weak'})"
                     for n, strong in sorted(sides.items()))
    decision = ("mismatch", {
        "stage": stage.index, "round": here.number,
        "sides": [[ids[n], strong] for n, strong in sorted(sides.items())]})
    why = f"the scores of {told} will be adjusted when the match is in"
    return replace(
        base, kind="compensate", decisions=(*base.decisions, decision),
        proof=f"{base.proof}; {why}" if base.decisions else f"the round stands; {why}")
