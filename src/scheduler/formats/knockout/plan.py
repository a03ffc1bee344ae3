"""Make a draw: seeds and byes first, then everybody else, as far apart as the rulebook asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from time import monotonic
from typing import Any

import numpy as np

from scheduler.arrange import clash_of
from scheduler.errors import NoAnswer, TimeUp
from scheduler.event import BYE, OPEN, Draw, Event, Report, Stage
from scheduler.facts import DrawFrame, Space, draw_facts, draw_space
from scheduler.formats.knockout.apart import Wish, bounds_from, intervals_of, separated, wish_of
from scheduler.formats.knockout.deal import deal
from scheduler.formats.knockout.frame import Size, frame_of, options_of, rulebook_for, size_of
from scheduler.formats.knockout.lots import PublicSeed
from scheduler.formats.knockout.placing import Fixed, fix
from scheduler.formats.knockout.result import DrawResult
from scheduler.formats.knockout.separation import attributes_of, bounds_of, conflicts, reasons
from scheduler.formats.knockout.small import MOST_LINES as SMALL
from scheduler.formats.knockout.small import problem_of, solve_small
from scheduler.formats.knockout.swaps import MOST_LINES as SWAPPED
from scheduler.formats.knockout.swaps import Swaps
from scheduler.rules import Rulebook, Stated
from scheduler.rules.draws import shared_values
from scheduler.rules.placement import fold, snake
from scheduler.solve.draws.counting import DrawCounter
from scheduler.solve.draws.separation import Separation
from scheduler.solve.problem import Limits
from scheduler.verify import verify

__all__ = ["Job", "draw", "job_of", "random_of"]

_KEEPING_APART = ("apart", "ranked-apart", "not-before")
_TRIALS = 8
_COUNTED = 64
_MOST_STEPS = 1_000_000


def random_of(seed: str) -> np.random.Generator:
    """The one generator of a draw, from its public seed."""
    return np.random.default_rng(int.from_bytes(sha256(seed.encode()).digest(), "big"))


@dataclass
class Job:
    """A draw to be made: the frame, its rules, what is fixed, and the best lines so far.

    ``bounds`` hold for every draw that has the ``fixed`` lines as this one has them. ``found`` is what
    the engine for ``wish`` made of it; ``lot`` says how chance came in.
    """

    frame: DrawFrame
    size: Size
    rulebook: Rulebook
    space: Space
    stated: tuple[Stated, ...]
    fixed: Fixed
    best: Draw | None = None
    report: Report | None = None
    engine: str = ""
    bounds: dict[int, int] = field(default_factory=dict)
    wish: Wish | None = None
    found: Separation | None = None
    lot: str = ""

    def offer(self, lines: Sequence[int], engine: str) -> None:
        """Verify a draw, and keep it where it is better than the best."""
        made = Draw(tuple(lines), self.frame.entrants, self.frame.seeds)
        report = verify(self.space, self.stated, draw_facts(self.space, made))
        if self.report is None or (report.hard, report.price) < (self.report.hard, self.report.price):
            self.best, self.report, self.engine = made, report, engine

    @property
    def bound(self) -> tuple[int, ...]:
        """The proven bound by level."""
        levels = sorted({s.use.level for s in self.stated if not s.use.hard})
        return tuple(self.bounds.get(level, 0) for level in levels)

    @property
    def settled(self) -> bool:
        """True when the best obeys and no draw is better."""
        return self.report is not None and (self.report.hard, self.report.price) == (0, self.bound)


def draw(
    event: Event, stage: Stage, rulebook: Rulebook, limits: Limits | None = None, seed: str = "0"
) -> DrawResult:
    """A draw for the stage, verified, with what is proven of it.

    The same event, rulebook and seed give the same draw unless the time runs out. Raises UsageError
    (options, sizes), RulebookError (rules, names), NoAnswer with the clash, TimeUp.
    """
    start, limits = monotonic(), limits or Limits()
    rng = random_of(seed)
    job = _drawn(event, stage, rulebook, limits, seed, rng)
    assert job.best is not None
    assert job.report is not None
    attributes = attributes_of(job.rulebook)
    return DrawResult(
        "optimal" if job.settled else "feasible", job.best, job.report, job.bound, job.engine,
        job.size, seed, monotonic() - start, conflicts(job.best, job.frame, attributes),
        _certificate(job), _notes(job),
    )


def _certificate(job: Job) -> dict[str, Any] | None:
    """The engine's certificate with what it presupposes; None where the draw is not the engine's."""
    if job.found is None or job.wish is None or job.best is None or job.engine == "CP-SAT":
        return None
    return {
        **job.found.certificate,
        "attributes": list(job.wish.attributes),
        "fixed": [[line, who] for line, who in sorted(job.fixed.lines.items())],
    }


def _drawn(
    event: Event, stage: Stage, rulebook: Rulebook, limits: Limits, seed: str,
    rng: np.random.Generator,
) -> Job:
    """A job done. Where the lots of the seeds leave no draw that obeys, lots are drawn again."""
    start = monotonic()
    for trial in range(_TRIALS):
        job = job_of(event, stage, rulebook, rng)
        if options_of(stage)["placing"] == "ranking":
            job.offer(_by_ranking(job.frame, job.rulebook), "ranking")
            _bound(job)
        else:
            _by_lot(job, limits, rng, start)
            make_uniform(job, seed)
        assert job.report is not None
        if not job.report.hard:
            return job
        use = job.rulebook.find("seeds-placed")
        lots = use is not None and not use.params["exactly"]
        spent = limits.seconds is not None and monotonic() - start > limits.seconds
        if trial + 1 == _TRIALS or not lots or spent:
            break
    raise _failure(job, limits)


def job_of(
    event: Event, stage: Stage, rulebook: Rulebook, rng: np.random.Generator
) -> Job:
    """The job of an event's stage: size and seeds settled, lots for seeds and byes drawn."""
    size = size_of(event.size, options_of(stage).get("size", "ceiling"))
    frame = frame_of(event, stage, size)
    rules = rulebook_for(rulebook, event, stage)
    space = draw_space(frame)
    stated = rules.stated(space, frame)
    hard = [s for s in stated if s.use.hard and s.use.id in _KEEPING_APART]
    apart = None
    if hard and frame.size <= SWAPPED:
        apart = Swaps(space, frame, hard, [OPEN] * frame.size, [])
    return Job(frame, size, rules, space, stated, fix(frame, rules, rng, apart))


def _by_ranking(frame: DrawFrame, rulebook: Rulebook) -> list[int]:
    """Everybody on the line of his place in the ranking (CBA-13.3); who is not there is a bye."""
    use = rulebook.find("seeds-placed")
    order = fold if use is not None and use.params["scheme"] == "fold" else snake
    return [
        frame.strongest[place - 1] if place <= frame.entrants else BYE for place in order(frame.size)
    ]


def _by_lot(job: Job, limits: Limits, rng: np.random.Generator, start: float) -> None:
    """The engine that keeps entrants apart where the rules ask for no more; else deal and swap; the
    solver for small fields, as long as something is left to gain."""
    seconds = limits.seconds if limits.seconds is not None else 60.0
    wish = wish_of(job.frame, job.rulebook, job.stated)
    if wish is not None:
        found = separated(job.frame, wish, job.fixed.lines, rng, max(0.1, seconds / 2))
        job.offer(found.lines, found.method)
        _bound(job)
        assert job.report is not None
        job.bounds = bounds_from(wish, found, dict(job.report.soft), job.bounds)
        job.wish, job.found = wish, found
    else:
        _searched(job, rng, max(0.1, seconds / 3))
    if not job.settled and job.frame.size <= SMALL:
        _solved(job, limits, max(0.1, seconds - (monotonic() - start)))


def _searched(job: Job, rng: np.random.Generator, seconds: float) -> None:
    """Deal, then search by swaps over every rule."""
    codes = [shared_values(job.frame, a)[0].tolist() for a in attributes_of(job.rulebook)]
    held = set(job.fixed.lines.values())
    others = [e for e in range(1, job.frame.entrants + 1) if e not in held]
    lines = deal(job.frame.size, job.fixed.lines, codes, others, rng)
    job.offer(lines, "dealt")
    _bound(job)
    if not job.settled and job.frame.size <= SWAPPED:
        loose = [i for i in range(job.frame.size)
                 if i + 1 not in job.fixed.lines and lines[i] != BYE]
        swaps = Swaps(job.space, job.frame, job.stated, lines, loose)
        target = sum(swaps.weights[level] * price for level, price in _reachable(job).items())
        swaps.search(rng, seconds, 40 + 60_000 // job.frame.size, target)
        job.offer(swaps.lines, "dealt + swaps")


def _solved(job: Job, limits: Limits, seconds: float) -> None:
    answer = solve_small(
        job.frame, job.rulebook, job.fixed.lines,
        Limits(seconds, limits.workers, limits.seed, limits.progress),
    )
    if answer.lines:
        job.offer(answer.lines, "CP-SAT")
    found = dict(answer.bounds or {})
    if found and tuple(found.values()) > job.bound:
        # Bounds of later levels hold while the earlier ones are at theirs, which is what is compared.
        job.bounds |= found


def make_uniform(job: Job, seed: str) -> None:
    """Replace the draw by one drawn uniformly among all that are as good, where these can be counted."""
    if job.wish is None or job.found is None or not job.settled:
        return
    job.lot = f"drawn by {job.found.method}: chance decides between equals, not every draw is as likely"
    intervals = intervals_of(job.frame, job.wish, job.fixed.lines, job.found)
    if intervals is None or job.frame.size > _COUNTED:
        return
    codes = job.wish.codes[0] if job.wish.codes else (-1,) * job.frame.entrants
    try:
        counter = DrawCounter(
            job.frame.size, job.fixed.lines, codes, intervals, limit=_MOST_STEPS)
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
    job.lot = f"drawn uniformly from the {many} best draws with these lines of seeds and byes"


def _reachable(job: Job) -> dict[int, int]:
    """The bounds of what swaps can change: the number of seeds costs what it costs."""
    out = dict(job.bounds)
    assert job.report is not None
    for v in job.report.violations:
        if v.rule == "seed-number" and v.level:
            out[v.level] -= v.cost
    return out


def _bound(job: Job) -> None:
    assert job.report is not None
    job.bounds = bounds_of(job.stated, job.frame, job.fixed.lines, job.report)


def _clash(job: Job, limits: Limits) -> NoAnswer:
    problem = problem_of(job.frame, job.rulebook, job.fixed.lines)
    error = clash_of(problem, Limits(min(20.0, limits.seconds or 20.0), limits.workers, limits.seed))
    hard = [u for u in error.uses if u.id in _KEEPING_APART]
    if hard:
        error.maybe = f'price "{hard[0].id}" instead of asking it hard: it is then kept as far as can be.'
    return error


def _failure(job: Job, limits: Limits) -> NoAnswer | TimeUp:
    """Why nothing obeys the hard rules: shown by counting, or not known."""
    told = [
        line for use in job.rulebook.uses if use.id == "apart" and use.hard
        for line in reasons(job.frame, job.fixed.lines, use, max(1, int(use.params["from-round"])))
    ]
    if told:
        return NoAnswer(
            "the hard rules cannot hold together", clash=told,
            maybe='price "apart" instead of asking it hard: it is then kept as far as can be.',
        )
    if job.frame.size <= SMALL:
        return _clash(job, limits)
    assert job.report is not None
    broken = list(dict.fromkeys(v.rule for v in job.report.violations if v.level == 0))
    return TimeUp(
        f"no draw that obeys {', '.join(broken)} was found, and none was shown impossible",
        maybe="allow more time (--time-limit), or price one of these rules instead of asking it hard.",
    )


def _notes(job: Job) -> tuple[str, ...]:
    assert job.report is not None
    notes = [str(job.size), *job.fixed.notes]
    for v in job.report.violations:
        if v.rule == "seed-number":
            notes.append(
                f"{v.found} seeds; usual is a power of two and at most a quarter of "
                f"{job.frame.standard or job.frame.size}, here {v.most} ({v.clause})"
            )
    notes += [job.lot] if job.lot else []
    for use in job.rulebook.uses:
        if use.id == "apart":
            notes += reasons(job.frame, job.fixed.lines, use, max(1, int(use.params["from-round"])))
    return tuple(dict.fromkeys(notes))


def levels_of(stated: Sequence[Stated]) -> Mapping[int, str]:
    """What each priced level is about: the rule, the attribute and the round."""
    out: dict[int, str] = {}
    for s in stated:
        if not s.use.hard:
            what = s.use.id
            if s.use.id == "apart":
                what = f"{s.use.params['attribute']}, round {s.count.labels[0][1][0]}"
            out[s.use.level] = f"{out[s.use.level]}; {what}" if s.use.level in out else what
    return out
