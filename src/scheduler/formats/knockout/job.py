"""A draw to be made: its frame and rules, what is fixed, and the best lines so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256

import numpy as np

from scheduler.event import OPEN, Draw, Event, Report, Stage
from scheduler.facts import DrawFrame, Space, draw_facts, draw_space
from scheduler.formats.knockout.apart import Wish
from scheduler.formats.knockout.frame import Size, frame_of, options_of, rulebook_for, size_of
from scheduler.formats.knockout.placing import Fixed, bye_policy, fix
from scheduler.formats.knockout.swaps import MOST_LINES, Swaps
from scheduler.rules import Rulebook, Stated
from scheduler.solve.draws.separation import Separation
from scheduler.verify import verify

__all__ = ["KEEPING_APART", "Job", "job_of", "random_of"]

KEEPING_APART = ("apart", "ranked-apart", "not-before")
"""Rules that can forbid seeds to stand together."""


def random_of(seed: str) -> np.random.Generator:
    """The one generator of a draw, from its public seed."""
    return np.random.default_rng(int.from_bytes(sha256(seed.encode()).digest(), "big"))


@dataclass
class Job:
    """A draw to be made: the frame, its rules, what is fixed, and the best lines so far.

    ``bounds`` hold for every draw that has the ``fixed`` lines as this one has them; ``counted`` are
    those that counting alone gives. ``found`` is what the engine for ``wish`` made of it; ``lot`` says
    how chance came in.
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
    counted: dict[int, int] = field(default_factory=dict)
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
    def seeds_by_lot(self) -> bool:
        """True where other lots could have put the seeds elsewhere."""
        use = self.rulebook.find("seeds-placed")
        return any(self.frame.seeds) and use is not None and not use.params["exactly"]

    @property
    def byes_by_lot(self) -> bool:
        """True where other lots could have put byes elsewhere."""
        return self.size.byes > 0 and bye_policy(self.rulebook) != "table"

    @property
    def bound(self) -> tuple[int, ...]:
        """The proven bound by level."""
        levels = sorted({s.use.level for s in self.stated if not s.use.hard})
        return tuple(self.bounds.get(level, 0) for level in levels)

    @property
    def settled(self) -> bool:
        """True when the best obeys and no draw is better."""
        return self.report is not None and (self.report.hard, self.report.price) == (0, self.bound)


def job_of(
    event: Event, stage: Stage, rulebook: Rulebook, rng: np.random.Generator
) -> Job:
    """The job of an event's stage: size and seeds settled, lots for seeds and byes drawn."""
    size = size_of(event.size, options_of(stage).get("size", "ceiling"))
    frame = frame_of(event, stage, size)
    rules = rulebook_for(rulebook, event, stage)
    space = draw_space(frame)
    stated = rules.stated(space, frame)
    hard = [s for s in stated if s.use.hard and s.use.id in KEEPING_APART]
    apart = None
    if hard and frame.size <= MOST_LINES:
        apart = Swaps(space, frame, hard, [OPEN] * frame.size, [])
    return Job(frame, size, rules, space, stated, fix(frame, rules, rng, apart))
