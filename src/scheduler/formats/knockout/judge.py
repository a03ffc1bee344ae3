"""Judge a draw that is there: which rules it keeps, how far it is from the best, how lucky it was."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from scheduler.event import BYE, OPEN, Draw, Event, Report, Said, Stage, Violation, said
from scheduler.event.said import numbered
from scheduler.facts import DrawFrame, draw_facts, draw_space
from scheduler.formats.knockout.deal import deal
from scheduler.formats.knockout.frame import frame_of_draw, rulebook_for
from scheduler.formats.knockout.job import random_of
from scheduler.formats.knockout.plan import levels_of
from scheduler.formats.knockout.separation import (
    attributes_of,
    bounds_of,
    conflicts,
    early_meetings,
)
from scheduler.rules import Rulebook, Stated
from scheduler.rules.draws import shared_values
from scheduler.verify import verify
from scheduler.verify.certificate import check as check_proof

__all__ = ["Grade", "Level", "check", "check_certificate", "grade"]

_MOST_SAMPLES = 100_000
_MOVED = ("apart", "ranked-apart", "not-before", "on-lines")


def check(
    draw: Draw, rulebook: Rulebook, event: Event | None = None, stage: Stage | None = None
) -> Report:
    """The verdict on a draw under a rulebook; violations of ``apart`` name who stands together.

    Seeds are the draw's own, else the entry list's. UsageError where draw and entry list differ.
    """
    frame, stated = _stated(draw, rulebook, event, stage)
    report = verify(draw_space(frame), stated, draw_facts(draw_space(frame), draw))
    return _named(report, draw, frame, stated)


def _stated(
    draw: Draw, rulebook: Rulebook, event: Event | None, stage: Stage | None
) -> tuple[DrawFrame, tuple[Stated, ...]]:
    frame = frame_of_draw(draw, event, stage)
    rules = rulebook_for(rulebook, event, stage)
    return frame, rules.stated(draw_space(frame), frame)


def _named(
    report: Report, draw: Draw, frame: DrawFrame, stated: Sequence[Stated]
) -> Report:
    """The report with the entrants of each section where one value is more than once.

    The verifier lists these by value, then by section, as the meetings are.
    """
    meetings = iter([
        meeting for entry in stated if entry.use.id == "apart"
        for meeting in early_meetings(
            draw, frame, str(entry.use.params["attribute"]), entry.count.labels[0][1][0])
    ])

    def named(violation: Violation) -> Violation:
        if violation.rule != "apart":
            return violation
        meeting = next(meetings)
        if len(set(meeting.entrants)) != violation.found:
            raise AssertionError("the meetings are not in the order of the verdict")
        return replace(violation, subject=tuple(sorted(set(meeting.entrants))))

    return replace(report, violations=tuple(map(named, report.violations)))


def check_certificate(
    draw: Draw, certificate: Any, event: Event, stage: Stage | None = None
) -> list[Said]:
    """Why a certificate does not prove that no draw keeps entrants better apart; empty: it does.

    The certificate is of the shape that making a draw hands out: with the names of its ``attributes``
    and the ``fixed`` lines [[line, number or 0], ...] that it takes for granted. Only byes, seeds and
    entrants whom a rule of ``stage`` puts on a line may be taken for granted.
    """
    frame = frame_of_draw(draw, event, stage)
    if not isinstance(certificate, dict):
        return [said("a certificate is a JSON object")]
    names, pairs = certificate.get("attributes"), certificate.get("fixed")
    if not isinstance(names, list) or not all(
        isinstance(n, str) and n in frame.attributes for n in names
    ):
        return [said("the certificate names attributes that the entry list does not have")]
    if not isinstance(pairs, list) or not all(
        isinstance(p, list) and len(p) == 2 and all(type(x) is int for x in p) for p in pairs
    ):
        return [said("the certificate does not say which lines it takes as fixed")]
    named = {u["entrant"] for u in (stage.rules if stage else ()) if u.get("id") == "on-lines"}
    known = {BYE, *frame.seeds, *named, *(e.number for e in event.entrants if e.name in named)}
    wrong = [
        said("line {line} is taken as fixed for entrant {who}, who is no seed", line=line, who=who)
        for line, who in pairs if who not in known
    ]
    if wrong:
        return wrong[:20]
    codes = [shared_values(frame, name)[0].tolist() for name in names]
    proof = {k: v for k, v in certificate.items() if k not in ("attributes", "fixed")}
    return [numbered(reason) for reason in check_proof(draw.lines, dict(pairs), codes, proof)]


@dataclass(frozen=True, slots=True)
class Level:
    """One priced level: what it is about, what the draw pays, and the proven lower bound.

    ``below`` and ``equal`` count the sampled draws that pay less, and as much, at this level alone;
    ``mean`` is (sum over the samples, their number).
    """

    level: int
    about: str
    price: int
    bound: int
    below: int
    equal: int
    mean: tuple[int, int]

    def as_json(self) -> dict[str, Any]:
        """The documented JSON shape."""
        return {
            "level": self.level, "about": self.about, "price": self.price, "bound": self.bound,
            "below": self.below, "equal": self.equal,
            "mean": round(self.mean[0] / self.mean[1], 3) if self.mean[1] else None,
        }


@dataclass(frozen=True)
class Grade:
    """How good a published draw is.

    ``better``, ``equal``, ``worse`` count sampled draws by the whole price, level before level. Sampled
    draws keep the lines of seeds and byes; everybody else is drawn by lot, uniformly, without regard
    to the priced rules. Samples that break a hard rule are left out and counted in ``refused``.
    Bounds are proven.
    """

    report: Report
    levels: tuple[Level, ...]
    conflicts: dict[str, tuple[int, ...]]
    samples: int
    better: int
    equal: int
    worse: int
    refused: int
    seed: str

    @property
    def percentile(self) -> tuple[int, int]:
        """(draws that are no better than this one, samples): the share that it beats or equals."""
        return self.worse + self.equal, self.samples

    @property
    def optimal(self) -> bool:
        """True when every level is at its proven bound."""
        return self.report.holds and all(x.price == x.bound for x in self.levels)

    def as_json(self) -> dict[str, Any]:
        """The documented JSON shape; ``percentile`` in hundredths of a percent, rounded down."""
        share, of = self.percentile
        return {
            "report": self.report.as_json(),
            "optimal": self.optimal,
            "levels": [x.as_json() for x in self.levels],
            "conflicts": {k: list(v) for k, v in self.conflicts.items()},
            "samples": self.samples, "refused": self.refused,
            "better": self.better, "equal": self.equal, "worse": self.worse,
            "percentile": share * 10_000 // of / 100 if of else None,
            "seed": self.seed,
        }


def grade(
    draw: Draw, rulebook: Rulebook, event: Event, stage: Stage | None = None, *,
    samples: int = 1_000, seed: str = "0",
) -> Grade:
    """How far a draw is from the best under a rulebook, and where it lies among draws by lot.

    ``samples`` up to 100,000. The same seed gives the same figures.
    """
    frame, stated = _stated(draw, rulebook, event, stage)
    report = check(draw, rulebook, event, stage)
    fixed = _kept(draw, frame)
    bounds = bounds_of(stated, frame, fixed, report)
    prices, refused = _sampled(draw, frame, stated, fixed, max(0, min(samples, _MOST_SAMPLES)), seed)
    about = levels_of(stated)
    levels = []
    for k, (level, price) in enumerate(report.soft):
        column = [p[k] for p in prices]
        levels.append(Level(
            level, about[level], price, bounds[level], sum(p < price for p in column),
            sum(p == price for p in column), (sum(column), len(column)),
        ))
    mine = report.price
    attributes = attributes_of(rulebook_for(rulebook, event, stage))
    return Grade(
        report, tuple(levels), conflicts(draw, frame, attributes), len(prices),
        sum(p < mine for p in prices), sum(p == mine for p in prices), sum(p > mine for p in prices),
        refused, seed,
    )


def _sampled(
    draw: Draw, frame: DrawFrame, stated: Sequence[Stated], fixed: dict[int, int], samples: int,
    seed: str,
) -> tuple[list[tuple[int, ...]], int]:
    """(prices of draws by lot with these lines fixed, how many more broke a hard rule)."""
    space = draw_space(frame)
    # What lots for the unseeded cannot change need not be counted again for every sample.
    moved = [s for s in stated if not s.use.hard or s.use.id in _MOVED]
    borne = verify(space, moved, draw_facts(space, draw)).hard
    others = sorted(e for e in draw.lines if e > 0 and e not in set(fixed.values()))
    rng = random_of(seed)
    prices: list[tuple[int, ...]] = []
    for _ in range(samples):
        lines = deal(draw.size, fixed, [], others, rng)
        made = verify(space, moved, draw_facts(space, Draw(tuple(lines), frame.entrants)))
        if made.hard <= borne:
            prices.append(made.price)
    return prices, samples - len(prices)


def _kept(draw: Draw, frame: DrawFrame) -> dict[int, int]:
    """What every sampled draw has where this one has it: seeds and byes."""
    seeds = set(frame.seeds)
    return {
        line: who for line, who in enumerate(draw.lines, start=1)
        if who == BYE or (who != OPEN and who in seeds)
    }
