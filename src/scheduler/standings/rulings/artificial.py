"""Scores that take the place of a result: artificial, assigned, weighted, split, averaged in knockouts.

IMPs are hundredths, percentages exact fractions of 100. Nothing is rounded on the way; who adds a session
or a match up does, once. Laws 12C, 82C, 86, 88 and 89; the percentages of lost parts and wrong seats are
those of the EBU White Book, in paraphrase.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scheduler.errors import UsageError, did_you_mean
from scheduler.standings.awards import knockout_average, mismatch_award
from scheduler.standings.boards import Ruling
from scheduler.standings.rounding import rounded

__all__ = [
    "AWARDS", "HALF_LOST", "Part", "Void", "balanced", "directors_error", "imps_award", "mismatch",
    "parts_lost", "percent_award", "redeals", "split", "void_points", "weighted", "wrong_seats",
]

AWARDS = {"average-plus": (60, 300), "average": (50, 0), "average-minus": (40, -300)}
"""Award -> (per cent, hundredths of an IMP): without fault, partly, or wholly at fault (Law 12C)."""

_MOST_PARTS = 5
_MOST_BOARDS = 1_000
_HALF = Fraction(1, 2)


def _award(award: str) -> tuple[int, int]:
    if award not in AWARDS:
        raise UsageError(f'no artificial score is called "{award[:40]}"',
                         maybe=did_you_mean(award[:40], [*AWARDS]))
    return AWARDS[award]


def imps_award(award: str) -> int:
    """Hundredths of an IMP of an artificial score: +300, 0 or -300 (Law 86A; 12C2(b) in 2017)."""
    return _award(award)[1]


def percent_award(award: str, own: Fraction | None = None) -> Fraction:
    """Per cent of an artificial score of a pair or an individual.

    ``own`` is what was made on the boards played in the session (in Swiss the match, in all-play-all the
    stage), None where there are none: without fault at least that (Law 88), at fault at most that.
    """
    percent = Fraction(_award(award)[0])
    if own is None or award == "average":
        return percent
    if not 0 <= own <= 100:
        raise UsageError(f"an average is from 0 to 100 per cent, not {float(own):.2f}")
    return max(percent, own) if award == "average-plus" else min(percent, own)


def directors_error(home: int, away: int) -> tuple[int, int]:
    """(home's, away's) scores, each from its own view, after a director's error that can no longer be put
    right (Law 82C): both sides count as without fault, and neither has less than that is worth."""
    least = imps_award("average-plus")
    return max(home, least), max(away, least)


@dataclass(frozen=True, slots=True)
class Part:
    """One result that there might have been: the score, and its weight in per cent (2 decimals)."""

    score: int
    weight: Fraction


def weighted(parts: Sequence[Part], convert: Callable[[int], Fraction | int]) -> Fraction:
    """An assigned score that is weighted: each score is converted (to IMPs, matchpoints) first.

    UsageError for none or more than five parts, and weights that are not 100 per cent in all or have more
    than two decimals (Law 12C1(c)).
    """
    weights = [p.weight for p in parts]
    if not 1 <= len(parts) <= _MOST_PARTS:
        raise UsageError(f"a weighted score has 1 to {_MOST_PARTS} results, not {len(parts)}")
    if any(w <= 0 or (100 * w).denominator != 1 for w in weights) or sum(weights) != 100:
        told = ", ".join(f"{float(w):g}" for w in weights)
        raise UsageError(f"the weights {told} are not positive, of at most two decimals, and 100 in all",
                         maybe="write 60 and 40.")
    return sum((p.weight * Fraction(convert(p.score)) for p in parts), Fraction(0)) / 100


def split(
    home: Sequence[Part], away: Sequence[Part], convert: Callable[[int], Fraction | int]
) -> tuple[Fraction, Fraction]:
    """(home's, away's) score, each from its own view and of its own parts; they need not add up to
    nothing. ``convert`` turns a score as home sees it; ``away``'s parts are scores as home sees them."""
    return weighted(home, convert), -weighted(away, convert)


def balanced(home: Fraction | int, away: Fraction | int, knockout: bool) -> Ruling:
    """A board's adjusted scores, hundredths of an IMP, each from its side's own view.

    In a knockout, where they do not balance, both sides get the average (Law 86B; 12C4 in 2017): +3 and +3
    make 0, +6 and -2 make +4 for the first.
    """
    exact = rounded(Fraction(home), "half-away"), rounded(Fraction(away), "half-away")
    if knockout and exact[0] != -exact[1]:
        mean = rounded(knockout_average(*exact), "half-away")
        return Ruling(mean, -mean)
    return Ruling(*exact)


def redeals(others_over: bool, known: bool) -> bool:
    """Whether a substitute board may be dealt (Law 86C; 86A in 2017).

    Not where the final result of the match without it could be known to a contestant: ``others_over``, all
    other boards are played in both rooms, and somebody could have compared (``known``).
    """
    return not (others_over and known)


# --- Matches that were lost in part ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Void:
    """What becomes of a match: the two sides' per cent of the points, or None where it stands with
    ``imps``, hundredths for home, added to what was played."""

    percent: tuple[Fraction, Fraction] | None
    imps: int = 0


HALF_LOST = "less than half of the boards could be played"


def parts_lost(boards: int, lost: int, home: str, away: str) -> Void:
    """A match of ``boards`` of which ``lost`` could not be played; ``home`` and ``away`` are awards.

    At least half playable: the award in IMPs for each board lost (what the two sides' awards differ by is
    halved). Less than half: no match; each side has its award on half the boards, rounded up, and average
    on the rest: both at fault over 7 boards make (4 x 40 + 3 x 50)/7 per cent. UsageError.
    """
    if not 1 <= boards <= _MOST_BOARDS or not 0 <= lost <= boards:
        raise UsageError(f"{lost} boards of {boards} cannot be lost")
    here, there = _award(home), _award(away)
    if 2 * (boards - lost) >= boards:
        return Void(None, lost * (here[1] - there[1]) // 2)
    half = (boards + 1) // 2
    told = [Fraction(half * p + (boards - half) * 50, boards) for p, _ in (here, there)]
    return Void((told[0], told[1]))


def wrong_seats(boards: int, right: int, directors_fault: bool = False) -> Void:
    """A match of which only ``right`` boards were played in the right directions.

    At least half: the rest is average, on the scale of the whole match. Less: no match, and both sides
    have 40 % of the points, 60 % where the director seated them.
    """
    if not 1 <= boards <= _MOST_BOARDS or not 0 <= right <= boards:
        raise UsageError(f"{right} boards of {boards} cannot have been played rightly")
    if right and 2 * right >= boards:
        return Void(None)
    percent = Fraction(60 if directors_fault else 40)
    return Void((percent, percent))


def void_points(percent: Fraction, top: int) -> int:
    """Hundredths of ``percent`` of the most that a match gives (``top`` hundredths): 45 % of 20 is 9.00."""
    return rounded(percent * top / 100, "half-away", top // 2)


def mismatch(points: int, due: int, met: int, at_fault: bool, top: int = 2_000) -> int:
    """What a side's score becomes after a round of Swiss that was drawn on a wrong total.

    ``points`` are its hundredths in that match; ``due`` and ``met`` the totals of the opponent it should
    have had and of the one it had. Where they differ by more than a quarter of the pool (5 of 20 VP): too
    strong an opponent, not its own fault: a quarter of the pool and three quarters of its points; too weak
    an opponent, its own fault: a quarter less of what it has above a quarter of the pool. Else it stands.
    12 becomes 14, 13 becomes 11.
    """
    quarter = Fraction(top, 4)
    if met - due > quarter and not at_fault:
        return mismatch_award(points, top, too_strong=True)
    if due - met > quarter and at_fault:
        return min(points, mismatch_award(points, top, too_strong=False))  # nobody gains by his fault
    return points
