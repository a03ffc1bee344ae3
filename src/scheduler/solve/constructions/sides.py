"""Home sides for any schedule whatever: balanced, and never three of a kind running."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from scheduler.errors import UsageError
from scheduler.event import Schedule

__all__ = ["oriented"]

Ints = NDArray[np.int64]


def oriented(schedule: Schedule, weights: Sequence[int] | Ints | None = None) -> Schedule:
    """The same matches with balanced sides and no run of three, for every schedule there is.

    Each entrant's matches, in the order played (byes do not count), are linked first with second,
    third with fourth and so on. A walk that enters a match by one entrant and leaves it by the
    other then runs through closed trails, and whoever is left is home: so everyone has one
    home and one away match in every linked pair. Home and away are equal over an even number of
    matches and differ by one over an odd number, and of any three running two are linked.

    A trail can be walked either way: it takes the way that keeps more of the sides as given, each
    match counting ``weights`` (one integer a match, in the schedule's order; 1 by default), the
    sides of its first match in a tie. Deterministic; O(n^2 log n) for n^2/2 matches, in arrays.
    Raises UsageError when there is not one weight for each match or a sum could exceed 64 bits.
    """
    worth = _checked(schedule, weights)
    if not len(schedule):
        return schedule
    trail = _trails(_links(schedule))
    kept = np.zeros(len(trail), dtype=np.int64)
    np.add.at(kept, trail[0::2], worth)
    ahead, back = trail[0::2], trail[1::2]
    # A trail is named by its least half-edge, and the lesser of the two ways keeps the first match.
    keep = (kept[ahead] > kept[back]) | ((kept[ahead] == kept[back]) & (ahead < back))
    return schedule.replace(
        home=np.where(keep, schedule.home, schedule.away),
        away=np.where(keep, schedule.away, schedule.home),
    )


def _checked(schedule: Schedule, weights: Sequence[int] | Ints | None) -> Ints:
    """One weight for each match, small enough to be summed."""
    if weights is None:
        return np.ones(len(schedule), dtype=np.int64)
    if len(weights) != len(schedule):
        raise UsageError(
            f"sides cannot be chosen with {len(weights)} weights for {len(schedule)} matches: "
            "each match needs one"
        )
    if any(abs(int(w)) > 2**62 // max(1, len(schedule)) for w in np.unique(weights)):
        raise UsageError("the weights of the matches add up to more than 64 bits hold")
    return np.asarray(weights, dtype=np.int64)


def _links(schedule: Schedule) -> Ints:
    """For each half-edge the one it is linked with, at the same entrant if at all possible.

    Half-edge 2i is the home end of match i, 2i + 1 the away end. Who plays an odd number of matches
    leaves an end over; two ends left over of one match are closed on each other, which leaves that
    match free, and the others pair up in order of number: any closing will do.
    """
    entrant = np.stack((schedule.home, schedule.away), axis=1).ravel().astype(np.int64)
    order = np.argsort(entrant, kind="stable")
    start = np.searchsorted(entrant[order], np.arange(schedule.entrants + 2))
    place = np.arange(len(order)) - start[entrant[order]]
    link = np.full(len(order), -1, dtype=np.int64)
    second = np.flatnonzero(place % 2 == 1)
    link[order[second]], link[order[second - 1]] = order[second - 1], order[second]
    both = np.flatnonzero((link[0::2] < 0) & (link[1::2] < 0))
    link[2 * both], link[2 * both + 1] = 2 * both + 1, 2 * both
    over = order[link[order] < 0]
    link[over[0::2]], link[over[1::2]] = over[1::2], over[0::2]
    return link


def _trails(link: Ints) -> Ints:
    """For each half-edge, the least one on the trail that leaves its match by it.

    Pointer doubling: after k steps the least of the next 2^k is known. When a step changes nothing,
    every trail knows its least one, since windows that miss it would still differ from those that
    have it.
    """
    following = link ^ 1
    least = np.arange(len(link), dtype=np.int64)
    while True:
        better = np.minimum(least, least[following])
        if np.array_equal(better, least):
            return least
        least, following = better, following[following]
