"""What a stage takes from the one before: points in whole or in part, IMPs of an earlier match.

Points are hundredths, IMPs of carry-over hundredths of an IMP. Which kind holds is the regulation's
choice (:class:`CarryOver`); the arithmetic is exact and rounded once.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Any

from scheduler.errors import RulebookError, UsageError, did_you_mean
from scheduler.standings.awards import carried_over
from scheduler.standings.results import MatchScore
from scheduler.standings.rounding import ROUNDINGS, part_of, rounded

__all__ = [
    "CARRY_KINDS", "CarryOver", "carried_points", "carry_forward", "carry_imps", "carry_over_from",
    "cross_imps",
]

CARRY_KINDS = ("none", "all", "half", "share", "capped")
"""Nothing; all of the points; half of them; ``share`` of them; ``share``, with leads cut to ``cap``."""

_MOST_POINTS = 1_000_000_00
_MOST_COUNT = 1_000_000


@dataclass(frozen=True, slots=True)
class CarryOver:
    """How points are carried. ``kind`` is one of :data:`CARRY_KINDS`.

    ``among`` = ``qualified`` takes the points against others who qualified, and ``rest`` of those
    against the others; ``all`` takes every point. ``capped``: nobody begins more than ``cap`` hundredths
    ahead of the last of those who qualified.
    """

    kind: str = "all"
    among: str = "qualified"
    share: Fraction = Fraction(1)
    rest: Fraction = Fraction(0)
    cap: int = 0
    rounding: str = "half-up"


def carried_points(
    matches: Sequence[MatchScore], qualified: Collection[int], rule: CarryOver
) -> Mapping[int, int]:
    """Hundredths with which each of ``qualified`` begins the next stage. UsageError for a kind or
    ``among`` that there is not."""
    if rule.kind not in CARRY_KINDS:
        raise UsageError(f'no carry-over is of kind "{rule.kind:.60}"',
                         maybe=did_you_mean(rule.kind, CARRY_KINDS))
    if rule.kind == "none":
        return dict.fromkeys(sorted(qualified), 0)
    share = {"all": Fraction(1), "half": Fraction(1, 2)}.get(rule.kind, rule.share)
    made = carried_over(matches, qualified, among=rule.among, share=share, rest=rule.rest,
                        rounding=rule.rounding)
    if rule.kind != "capped" or not made:
        return made
    most = min(made.values()) + rule.cap
    return {entrant: min(points, most) for entrant, points in made.items()}


def carry_imps(
    margin: int, share: Fraction = Fraction(1), cap: int | None = None, rounding: str = "half-down"
) -> tuple[int, int]:
    """(home's, away's) hundredths of an IMP at the start of a knock-out match between two who met before.

    ``margin`` is home's margin of that match in IMPs; its winner gets ``share`` of it, at most ``cap``
    whole IMPs where there is a cap.
    """
    size = rounded(100 * abs(margin) * share, rounding)
    size = size if cap is None else min(size, 100 * cap)
    return (size, 0) if margin > 0 else (0, size)


def carry_forward(
    sq: int, num_q: int, max_q: int, num_f: int, max_f: int, rounding: str = "half-up"
) -> int:
    """CF = 1/2 * SQ * (NumQ / MaxQ) * (MaxF / NumF), in the hundredths that ``sq`` is in.

    The EBU's carry-forward from a qualifying stage (Q) to a final (F) as a paraphrase of the White Book
    gives it; ``num`` and ``max`` are counts of the two stages, and what they count is for the regulation
    to say. UsageError where one is not positive.
    """
    counts = (num_q, max_q, num_f, max_f)
    if not all(1 <= count <= _MOST_COUNT for count in counts) or abs(sq) > _MOST_POINTS:
        raise UsageError(f"no carry-forward can be made of SQ {sq} and the counts {counts}",
                         maybe="give positive counts in the order NumQ, MaxQ, NumF, MaxF.")
    return rounded(Fraction(sq * num_q * max_f, 2 * max_q * num_f), rounding)


def cross_imps(total: int, r: int, c: int) -> int:
    """A total of cross-IMPs as IMPs of a match: divided by sqrt(r * c / 2), to the nearest whole one.

    ``r`` and ``c`` are how many scores each side was compared with, as in the EBU's scoring of teams of
    more than four; half an IMP goes away from 0. UsageError where one is not positive.
    """
    if not (1 <= r <= _MOST_COUNT and 1 <= c <= _MOST_COUNT) or abs(total) > _MOST_POINTS:
        raise UsageError(f"cross-IMPs of {total} over {r} by {c} comparisons make no sense")
    # floor(x + 1/2) = (floor(2x) + 1) // 2, and 2x is the root of 8 t^2 / (r c).
    size = (isqrt(8 * total * total // (r * c)) + 1) // 2
    return size if total >= 0 else -size


def carry_over_from(data: Mapping[str, Any], where: str = "") -> CarryOver:
    """The carry-over of a table in an event file: the fields of :class:`CarryOver`, ``share`` and
    ``rest`` as texts such as "1/2". RulebookError at ``where``."""
    known = ("kind", "among", "share", "rest", "cap", "rounding")
    words = {"kind": CARRY_KINDS, "among": ("qualified", "all"), "rounding": ROUNDINGS}
    found: dict[str, Any] = {}
    for key, value in data.items():
        if key not in known:
            raise RulebookError(f'carry-over has no setting "{key:.60}"', where=where,
                                maybe=did_you_mean(f"{key:.60}", known))
        if key in words and value not in words[key]:
            raise RulebookError(f'"{key}" of carry-over is one of {", ".join(words[key])}, not {value!r:.40}',
                                where=where, maybe=did_you_mean(f"{value!s:.40}", words[key]))
        if key == "cap" and not (type(value) is int and 0 <= value <= _MOST_POINTS):
            raise RulebookError(f'"cap" of carry-over must be hundredths, not {value!r:.40}', where=where)
        found[key] = _part(key, value, where) if key in ("share", "rest") else value
    return CarryOver(**found)


def _part(key: str, value: Any, where: str) -> Fraction:
    part = part_of(value)
    if part is None or part > 1:
        raise RulebookError(f'"{key}" of carry-over must be a text from "0" to "1" such as "1/2", '
                            f"not {value!r:.40}", where=where)
    return part
