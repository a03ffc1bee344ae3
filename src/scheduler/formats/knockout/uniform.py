"""Draws that are exactly as likely as each other, and how many there are, wherever these can be counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scheduler.errors import TimeUp, UsageError
from scheduler.event import Draw, Event, Stage, said
from scheduler.facts import draw_facts
from scheduler.formats.knockout.apart import hard_intervals, intervals_of, separated, wish_of
from scheduler.formats.knockout.job import Job, job_of, random_of
from scheduler.formats.public import PublicSeed
from scheduler.rules import Rulebook
from scheduler.solve.draws.counting import LIMIT, DrawCounter, Intervals
from scheduler.verify import verify

__all__ = ["DrawCount", "count_draws", "draw_from_valid", "make_uniform"]

_COUNTED, _MOST_STEPS = 64, 1_000_000
"""Lines and steps within which all obedient draws are counted while somebody waits."""
_BEST_COUNTED, _BEST_STEPS = 128, 2_000_000
"""The same for the best draws: their sections are nearly settled, so there is less to count."""
_METHODS = {"lot": said("lot"), "flow": said("flow"), "search": said("search")}
"""Those that are named after what they do; the others have proper names."""


@dataclass(frozen=True, slots=True)
class DrawCount:
    """How many draws there are with these lines of seeds and byes.

    ``valid`` obey every hard rule; ``best`` of them keep entrants as far apart as can be, None where
    these cannot be told by counting (several attributes). ``fixed`` are (line, number or 0 for a bye).
    """

    valid: int
    best: int | None
    fixed: tuple[tuple[int, int], ...]


def count_draws(event: Event, stage: Stage, rulebook: Rulebook, *, seed: str = "0") -> DrawCount:
    """The number of draws of a stage, entrants and lines told apart; lots of seeds as ``seed`` draws them.

    Raises TimeUp beyond what can be counted (about 128 lines), UsageError for hard rules other than
    those about seeds, byes, single lines and one attribute apart.
    """
    job = job_of(event, stage, rulebook, random_of(seed))
    fixed = tuple(sorted(job.fixed.lines.items()))
    hard = hard_intervals(job.frame, job.rulebook, job.stated)
    wish = wish_of(job.frame, job.rulebook, job.stated)
    if wish is None:
        if hard is None:
            raise UsageError(
                "draws under these rules cannot be counted",
                maybe="keep one attribute apart, hard or at a price, and no named pairs.",
            )
        return DrawCount(_counter(job, *hard).count(), None, fixed)
    found = separated(job.frame, wish, job.fixed.lines, random_of(seed), None)
    intervals = intervals_of(job.frame, wish, job.fixed.lines, found)
    nobody = (-1,) * job.frame.entrants
    best = None
    if intervals is not None:
        best = _counter(job, wish.codes[0] if wish.codes else nobody, intervals).count()
    return DrawCount(_counter(job, nobody, {}).count(), best, fixed)


def _counter(
    job: Job, codes: Sequence[int], intervals: Intervals, limit: int = LIMIT
) -> DrawCounter:
    return DrawCounter(job.frame.size, job.fixed.lines, codes, intervals, limit=limit)


def draw_from_valid(job: Job, seed: str) -> bool:
    """Draw uniformly among all draws that obey, where hard separation by one attribute is all that is
    asked for and they can be counted. False where that is not so, or there is none."""
    hard = hard_intervals(job.frame, job.rulebook, job.stated)
    if hard is None or job.frame.size > _COUNTED:
        return False
    try:
        counter = _counter(job, *hard, limit=_MOST_STEPS)
        many = counter.count()
        if not many:
            return False
        job.offer(counter.sample(PublicSeed(seed)), "counted")
    except TimeUp:
        return False
    job.lot = said(
        "drawn uniformly from the {many} valid draws with these lines of seeds and byes", many=many)
    return True


def make_uniform(job: Job, seed: str) -> None:
    """Replace the draw by one drawn uniformly among all that are as good, where these can be counted."""
    if job.wish is None or job.found is None or not job.settled:
        return
    job.lot = said("drawn by {method}: chance decides between equals, not every draw is as likely",
                   method=_METHODS.get(job.found.method, job.found.method))
    if job.frame.size > _BEST_COUNTED:
        return
    intervals = intervals_of(job.frame, job.wish, job.fixed.lines, job.found)
    if intervals is None:
        return
    codes = job.wish.codes[0] if job.wish.codes else (-1,) * job.frame.entrants
    try:
        counter = _counter(job, codes, intervals, limit=_BEST_STEPS)
        many = counter.count()
        lines = counter.sample(PublicSeed(seed))
    except TimeUp:
        return
    made = Draw(tuple(lines), job.frame.entrants, job.frame.seeds)
    report = verify(job.space, job.stated, draw_facts(job.space, made))
    assert job.report is not None
    if (report.hard, report.price) != (job.report.hard, job.report.price):
        raise AssertionError("a draw within the intervals is not as good as the one that gave them")
    job.best, job.report = made, report
    job.lot = said(
        "drawn uniformly from the {many} best draws with these lines of seeds and byes", many=many)
