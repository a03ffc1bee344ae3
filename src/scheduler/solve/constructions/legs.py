"""Several legs from one: the orders of RobinX as maps of rounds, sides reversed from leg to leg."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from scheduler.errors import UsageError, did_you_mean
from scheduler.event import Schedule
from scheduler.solve.constructions.circle import canonical_with

__all__ = ["MODES", "MOST_MATCHES", "double", "english", "french", "inverted", "mirrored", "phased"]

MOST_MATCHES = 5_000_000
MOST_LEGS = 100
"""Beyond this many matches or legs a request is taken for a mistake."""

Ints = NDArray[np.int64]


def mirrored(first: Schedule, legs: int = 2) -> Schedule:
    """Every leg in the order of the first (RobinX game mode M).

    Over an odd field any sides from ``oriented`` stay free of runs of three across the legs.
    ``legs`` counts the first; each leg reverses the sides of the one before. Raises UsageError
    below one leg or above MOST_MATCHES matches; so do the other modes.
    """
    return _repeated(first, legs, lambda place, rounds: place)


def inverted(first: Schedule, legs: int = 2) -> Schedule:
    """Every leg in the reverse order of the one before (RobinX game mode I).

    The last round of a leg and the first of the next are the same with sides reversed, so a first
    leg without three running never has three running across the legs.
    """
    return _repeated(first, legs, lambda place, rounds: rounds - 1 - place)


def english(first: Schedule, legs: int = 2) -> Schedule:
    """Every leg starts with the last round of the one before, then goes on in its order (E).

    Two legs of any table with sides from ``oriented`` stay free of runs of three: the first two
    matches of an entrant differ, and so do the same match played on either side of the boundary.
    """
    return _repeated(first, legs, lambda place, rounds: (place + 1) % rounds)


def french(first: Schedule, legs: int = 2) -> Schedule:
    """Every leg plays the first round of the one before last, the others one round earlier (F)."""
    return _repeated(first, legs, lambda place, rounds: (place - 1) % rounds)


def phased(
    first: Schedule, legs: int = 2, *, orders: Sequence[Sequence[int]] | None = None
) -> Schedule:
    """Every leg is a round robin of its own (RobinX game mode P); the order within it is free.

    ``orders[l][s - 1]`` is the round of the first leg that comes s-th in leg l + 2 (rounds and legs
    count from 1). Without it the order is that of ``french``, in which no two
    entrants meet again within a leg's length but one round.
    Raises UsageError when an order is not a permutation of 1..rounds or there is not one for each
    later leg.
    """
    if orders is None:
        return french(first, legs)
    wanted = list(range(1, first.rounds + 1))
    if len(orders) != legs - 1 or any(sorted(order) != wanted for order in orders):
        raise UsageError(
            f"{legs} legs of {first.rounds} rounds need {max(0, legs - 1)} orders, each of "
            f"them the numbers 1 to {first.rounds} once"
        )
    places = [np.arange(first.rounds), *(np.argsort(np.asarray(order)) for order in orders)]
    return _joined_legs(first, places)


Mode = Callable[[Schedule, int], Schedule]
MODES: dict[str, Mode] = {
    "mirrored": mirrored,
    "inverted": inverted,
    "english": english,
    "french": french,
    "phased": phased,
}


def double(n: int, mode: str = "mirrored", legs: int = 2) -> Schedule:
    """A round robin of ``n`` entrants in ``legs`` legs, two by default, in one of ``MODES``.

    Everyone is home exactly n - 1 times over two legs and home and away differ by at most one over
    any number of legs; never three running, within and across the legs, over the matches played.
    The only exception is the mirrored table of 4: no sides avoid it, and these have the fewest runs
    (all 64 choices are tried in the tests). The first leg has the fewest breaks, and in it the
    highest number meets k in round k at the last table (odd ``n``: number k is idle in round k).
    Breaks over two legs, even n > 4: mirrored 3n - 6, the least (de Werra 1981), inverted and
    English 2n - 4, the least for two round robins, French 2n; odd: n, 0, 1 and 1.

    Why: the first leg is ``canonical``; at every boundary but the mirrored one its sides go on
    alternating, or the same match is turned round. In a mirrored table of even ``n`` everyone
    but 1 and n - 1 has a break at the boundary, and no other break may lie next to it: so numbers
    1 and n - 2 must be home, 2 and n - 1 away against the highest number, which is the canonical
    leg with the highest number's last two matches turned. For n = 4 that asks both of number 2.

    Raises UsageError for an unknown mode, a size outside 2..MOST_ENTRANTS or too many legs.
    """
    if mode not in MODES:
        raise UsageError(
            f'there is no order of legs called "{mode}"', maybe=did_you_mean(mode, list(MODES))
        )
    return MODES[mode](canonical_with(n, late_swap=mode == "mirrored" and n >= 4), legs)


def _repeated(first: Schedule, legs: int, moved: Callable[[Ints, int], Ints]) -> Schedule:
    """Legs whose round ``place`` (from 0) goes to ``moved(place, rounds)`` in the next leg."""
    _check_legs(first, legs)
    places = [np.arange(first.rounds, dtype=np.int64)]
    for _ in range(1, legs):
        places.append(moved(places[-1], first.rounds))
    return _joined_legs(first, places)


def _joined_legs(first: Schedule, places: list[Ints]) -> Schedule:
    """One leg for each item of ``places``: where each round of the first leg goes, from 0."""
    _check_legs(first, len(places))
    sides = [(first.home, first.away), (first.away, first.home)]
    home, away = zip(*(sides[leg % 2] for leg in range(len(places))), strict=True)
    rounds = [leg * first.rounds + at[first.round - 1] + 1 for leg, at in enumerate(places)]
    return Schedule.from_columns(
        first.entrants,
        first.rounds * len(places),
        np.concatenate(rounds),
        np.concatenate(home),
        np.concatenate(away),
        np.tile(first.table, len(places)),
        tables=first.tables,
    )


def _check_legs(first: Schedule, legs: int) -> None:
    """Refuse what is no number of legs, or more matches than anybody plays."""
    most = min(MOST_LEGS, MOST_MATCHES // max(1, len(first), first.rounds))
    if not 1 <= legs <= most:
        raise UsageError(
            f"{legs} legs of {first.entrants} entrants cannot be made: it takes 1 to {most}, "
            f"for {MOST_MATCHES} matches at most"
        )
