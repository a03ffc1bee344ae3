"""Scores that no match was played for: byes, blocks of three, walkovers, artificial scores,
carry-over.

Points are whole numbers of hundredths. What a regulation may choose is an argument.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scheduler.errors import UsageError, did_you_mean
from scheduler.standings.results import MatchScore
from scheduler.standings.rounding import rounded
from scheduler.standings.scales import Scale

__all__ = [
    "BYE_RULES", "ByeRule", "average_plus", "block_of_three", "bye_points", "carried_over",
    "knockout_average", "knockout_carry_over", "mismatch_award", "unplayed_award", "walkover",
]

BYE_RULES = ("draw-times", "fixed", "win", "draw", "nothing", "own-average")
"""What a bye can be worth."""


@dataclass(frozen=True, slots=True)
class ByeRule:
    """What a bye is worth. ``draw-times``: ``factor`` x a drawn match (CBA-16.8: 6/5); ``fixed``:
    ``value`` hundredths (12 VP: 1200); ``win``, ``draw``, ``nothing``; ``own-average``: the mean of
    the entrant's other rounds, at least ``value``."""

    kind: str = "draw-times"
    factor: Fraction = Fraction(6, 5)
    value: int = 0
    rounding: str = "half-up"


def bye_points(rule: ByeRule, scale: Scale, others: Sequence[int] = ()) -> int:
    """The points of a bye in hundredths; ``others`` are the entrant's scores of the other rounds.

    With none, ``own-average`` is a draw. UsageError for an unknown kind.
    """
    if rule.kind == "draw-times":
        return rounded(rule.factor * scale.draw, rule.rounding, scale.draw)
    if rule.kind == "own-average":
        mean = Fraction(sum(others), len(others)) if others else Fraction(scale.draw)
        return max(rule.value, rounded(mean, rule.rounding, scale.draw))
    plain = {"fixed": rule.value, "win": scale.top, "draw": scale.draw, "nothing": 0}
    if rule.kind not in plain:
        raise UsageError(f'no rule for byes is called "{rule.kind}"',
                         maybe=did_you_mean(rule.kind, BYE_RULES))
    return plain[rule.kind]


def block_of_three(points: Sequence[int], rounding: str = "half-up", average: int = 1_000) -> int:
    """A round's score of one of three teams that played two half-length matches: the mean
    (CBA-16.7).

    ``points`` are the two matches' points on the scale of their own length. 13.78 and 7.95 have the
    mean 10.865; ``rounding`` says what that is in hundredths (:data:`ROUNDINGS`), ``average`` what
    a draw is, for ``half-away``. UsageError without matches.
    """
    if not points:
        raise UsageError("the mean of no matches is asked for",
                         maybe="enter the block's results first.")
    return rounded(Fraction(sum(points), len(points)), rounding, average)


def walkover(
    scale: Scale, winner: ByeRule, loser: int = 0, *, double: bool = False
) -> tuple[int, int]:
    """(winner's, loser's) points where one side is not there; both get ``loser`` where ``double``.

    ``winner`` says what it is worth: in bridge usually what a bye is, in most leagues a win.
    """
    if double:
        return loser, loser
    return bye_points(winner, scale), loser


def unplayed_award(own: Sequence[int], leavers: Sequence[int], top: int, percent: int = 60) -> int:
    """What a match against somebody who left after half of his matches is worth to his opponent.

    The best of the own average, the converse of the leaver's average and ``percent`` of ``top``, a
    fraction rounded up (EBU White Book 2.4, in paraphrase). ``own`` and ``leavers`` are the scores
    of the matches that each played.
    """
    best = Fraction(top * percent, 100)
    if own:
        best = max(best, Fraction(sum(own), len(own)))
    if leavers:
        best = max(best, top - Fraction(sum(leavers), len(leavers)))
    return rounded(best, "up")


def mismatch_award(score: int, top: int, *, too_strong: bool) -> int:
    """The score, in hundredths, of a side that was drawn against a wrong opponent, more than a quarter of
    ``top`` (what a match gives at most) off the right one (EBU White Book 3.6, in paraphrase).

    Too strong an opponent: a quarter of ``top`` and 3/4 of the score; too weak: less a quarter of what it
    is above that. 12 of 20 against one too strong is 14, 13 against one too weak is 11.
    """
    constant = Fraction(top, 4)
    share = constant + Fraction(3 * score, 4) if too_strong else score - (score - constant) / 4
    return rounded(share, "half-up", top // 2)


def average_plus(own_percent: int, floor: int = 6_000) -> int:
    """A pair's artificial score without fault, in hundredths of a per cent (Law 88): the greater of
    60 % and what it made on the boards it played."""
    return max(floor, own_percent)


def knockout_average(side1: int, side2: int) -> Fraction:
    """A board's IMPs, seen from side 1, where the adjusted scores do not balance (Law 86B).

    ``side1`` and ``side2`` are the sides' own scores, each from its own view; both get the mean,
    half an IMP included: +3 and +3 make 0, +6 and -2 make +4.
    """
    return Fraction(side1 - side2, 2)


def carried_over(
    matches: Sequence[MatchScore],
    qualified: Collection[int],
    *,
    among: str = "qualified",
    share: Fraction = Fraction(1),
    rest: Fraction = Fraction(0),
    rounding: str = "half-up",
) -> Mapping[int, int]:
    """Hundredths that each of ``qualified`` takes into the next stage.

    ``share`` of the points against others of ``qualified``, and ``rest`` of those against the
    others (European Teams 2010-14: all of the first, a little of the second); with ``among`` =
    ``all`` the ``share`` of every point. The sum is rounded once. UsageError for another ``among``.
    """
    if among not in ("qualified", "all"):
        raise UsageError(f'points can be carried over from matches with "qualified" or "all", '
                         f'not "{among}"', maybe=did_you_mean(among, ("qualified", "all")))
    total = dict.fromkeys(sorted(qualified), Fraction(0))
    for match in matches:
        for side, other in ((match.home, match.away), (match.away, match.home)):
            if side in total:
                part = share if among == "all" or other in total else rest
                total[side] += part * Fraction(match.points_of(side), match.share)
    return {e: rounded(points, rounding) for e, points in total.items()}


def knockout_carry_over(home_rank: int, away_rank: int, amount: int = 10) -> tuple[int, int]:
    """(home's, away's) hundredths of an IMP at the start: ``amount`` to the better placed.

    World University Cup 2020: a tenth of an IMP, so that a match cannot be drawn. UsageError where
    the ranks are equal, as nobody is better placed.
    """
    if home_rank == away_rank:
        raise UsageError(f"both sides are placed {home_rank}: nobody has a carry-over",
                         maybe="break the tie in the standings first.")
    return (amount, 0) if home_rank < away_rank else (0, amount)
