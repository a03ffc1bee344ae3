"""What a schedule amounts to, counted from its columns: sides, byes, runs, breaks, meetings.

A *run* is a maximal sequence of matches of one entrant on the same side, a *break* a match on the
same side as the match before. Both pass over byes unless ``bye_breaks_run`` is set.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scheduler.event import Schedule

__all__ = ["AWAY", "HOME", "IDLE", "SEVERAL", "Figures", "Run", "figures", "pattern"]

IDLE, HOME, AWAY, SEVERAL = 0, 1, 2, 3

MOST_RUNS = 100

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Run:
    """``length`` matches of ``entrant`` on one side, between rounds ``first`` and ``last``."""

    entrant: int
    first: int
    last: int
    length: int
    home: bool


@dataclass(frozen=True, slots=True, eq=False)
class Figures:
    """Counts of a schedule. ``home``, ``away``, ``byes``, ``breaks``, ``longest`` hold one integer
    an entrant, index 0 is number 1. ``longest_runs`` are the longest of all, by number and round:
    the first 100 of ``longest_count``.

    ``idle`` holds the idle numbers per round. ``meet_least``/``meet_most`` are the fewest and most
    meetings of any pair, ``unmet`` the number of pairs that never meet. ``break_at`` has shape
    (breaks, 2): number and round of the second of two matches on one side.
    """

    home: Numbers
    away: Numbers
    byes: Numbers
    breaks: Numbers
    longest: Numbers
    longest_runs: tuple[Run, ...]
    longest_count: int
    idle: tuple[tuple[int, ...], ...]
    meet_least: int
    meet_most: int
    unmet: int
    break_at: Numbers


def pattern(schedule: Schedule) -> NDArray[np.int8]:
    """Sides as int8 of shape (entrants, rounds): IDLE, HOME, AWAY, or SEVERAL in one round."""
    sides = np.zeros((schedule.entrants, schedule.rounds), dtype=np.int8)
    matches = np.zeros(sides.shape, dtype=np.int32)
    rounds = schedule.round - 1
    for column, side in ((schedule.home, HOME), (schedule.away, AWAY)):
        sides[column - 1, rounds] = side
        np.add.at(matches, (column - 1, rounds), 1)
    sides[matches > 1] = SEVERAL
    return sides


def _meetings(schedule: Schedule) -> tuple[int, int, int]:
    n = schedule.entrants
    low = np.minimum(schedule.home, schedule.away).astype(np.int64)
    high = np.maximum(schedule.home, schedule.away).astype(np.int64)
    _, times = np.unique(low * (n + 1) + high, return_counts=True)
    unmet = n * (n - 1) // 2 - len(times)
    if not len(times):
        return 0, 0, unmet
    return (0 if unmet else int(times.min())), int(times.max()), unmet


def _runs(
    who: Numbers, when: Numbers, is_home: Flags, starts: Numbers, lengths: Numbers
) -> list[Run]:
    return [
        Run(
            int(who[start]), int(when[start]), int(when[start + length - 1]), int(length),
            bool(is_home[start]),
        )
        for start, length in zip(starts.tolist(), lengths.tolist(), strict=True)
    ]


def figures(schedule: Schedule, *, bye_breaks_run: bool = False) -> Figures:
    """The figures of ``schedule``; ``bye_breaks_run`` ends a run at a round without a match."""
    n = schedule.entrants
    who = np.concatenate((schedule.home, schedule.away)).astype(np.int64)
    when = np.concatenate((schedule.round, schedule.round)).astype(np.int64)
    is_home = np.arange(len(who)) < len(schedule)
    order = np.lexsort((when, who))
    who, when, is_home = who[order], when[order], is_home[order]
    joined = np.zeros(len(who), dtype=bool)
    joined[1:] = (who[1:] == who[:-1]) & (is_home[1:] == is_home[:-1])
    if bye_breaks_run:
        joined[1:] &= when[1:] - when[:-1] <= 1
    starts = np.flatnonzero(~joined)
    lengths = np.diff(np.append(starts, len(who)))
    longest = np.zeros(n + 1, dtype=np.int64)
    np.maximum.at(longest, who[starts], lengths)
    peaks = np.flatnonzero(lengths == longest.max())
    kept = peaks[:MOST_RUNS]
    idle = schedule.idle()
    least, most, unmet = _meetings(schedule)
    return Figures(
        home=np.bincount(schedule.home, minlength=n + 1)[1:],
        away=np.bincount(schedule.away, minlength=n + 1)[1:],
        byes=np.bincount(np.array([e for row in idle for e in row], np.int64), minlength=n + 1)[1:],
        breaks=np.bincount(who[joined], minlength=n + 1)[1:],
        longest=longest[1:],
        longest_runs=tuple(_runs(who, when, is_home, starts[kept], lengths[kept])),
        longest_count=len(peaks),
        idle=tuple(map(tuple, idle)),
        meet_least=least,
        meet_most=most,
        unmet=unmet,
        break_at=np.stack((who[joined], when[joined]), axis=1),
    )
