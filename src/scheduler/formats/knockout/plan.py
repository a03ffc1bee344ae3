"""Make a draw: seeds and byes first, then everybody else, as far apart as the rulebook asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import monotonic
from typing import Any

import numpy as np

from scheduler.arrange import clash_of
from scheduler.errors import NoAnswer, TimeUp
from scheduler.event import BYE, Event, Stage, said
from scheduler.facts import DrawFrame
from scheduler.formats.knockout.apart import bounds_from, proof_of, separated, wish_of
from scheduler.formats.knockout.deal import deal
from scheduler.formats.knockout.frame import options_of
from scheduler.formats.knockout.job import KEEPING_APART, Job, job_of, random_of
from scheduler.formats.knockout.relax import cheapest, hard_first, proven_impossible
from scheduler.formats.knockout.result import DrawResult
from scheduler.formats.knockout.seated import Seats, seated
from scheduler.formats.knockout.separation import (
    attributes_of,
    bounds_of,
    conflicts,
    first_reasons,
    reasons,
    together,
)
from scheduler.formats.knockout.small import MOST_LINES as SMALL
from scheduler.formats.knockout.small import problem_of, solve_small
from scheduler.formats.knockout.swaps import MOST_LINES as SWAPPED
from scheduler.formats.knockout.swaps import Swaps
from scheduler.formats.knockout.uniform import draw_from_valid, make_uniform
from scheduler.rules import Rulebook, Stated
from scheduler.rules.draws import shared_values
from scheduler.rules.placement import fold, snake
from scheduler.solve.problem import Limits

__all__ = ["draw", "levels_of"]

_TRIALS = 8
_RELAXED = 4.0


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
        _certificate(job), _notes(job), _proofs(job),
    )


def _proofs(job: Job) -> dict[int, str]:
    """What proves each level: ``counting`` (anyone can redo it), ``certificate``, ``solver`` or nothing.

    The proof of a level is one given that the levels before it are as they are.
    """
    assert job.report is not None
    assert job.best is not None
    counted = job.counted or bounds_of(job.stated, job.frame, job.fixed.lines, job.report)
    out = {}
    for level, price in job.report.soft:
        out[level] = "counting" if counted[level] == price else ""
        if not out[level] and job.bounds.get(level) == price:
            out[level] = "solver"
            if job.wish and job.found and level in job.wish.levels and job.engine != "CP-SAT":
                out[level] = proof_of(job.wish, job.found, level) or "solver"
    return out


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
            _by_lot(job, limits, seed, rng, start)
            make_uniform(job, seed)
        assert job.report is not None
        if not job.report.hard:
            return job
        lots = job.seeds_by_lot or (
            job.byes_by_lot and bool(seated(job.frame, job.rulebook, job.fixed.lines, rng).short))
        spent = limits.seconds is not None and monotonic() - start > limits.seconds
        if trial + 1 == _TRIALS or not lots or spent:
            break
    raise _failure(job, limits)


def _by_ranking(frame: DrawFrame, rulebook: Rulebook) -> list[int]:
    """Everybody on the line of his place in the ranking (CBA-13.3); who is not there is a bye."""
    use = rulebook.find("seeds-placed")
    order = fold if use is not None and use.params["scheme"] == "fold" else snake
    return [
        frame.strongest[place - 1] if place <= frame.entrants else BYE for place in order(frame.size)
    ]


def _by_lot(
    job: Job, limits: Limits, seed: str, rng: np.random.Generator, start: float
) -> None:
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
    elif draw_from_valid(job, seed):
        _bound(job)
    else:
        seats = seated(job.frame, job.rulebook, job.fixed.lines, rng)
        _around(job, seats, rng, max(0.1, seconds / 3))
        if not job.settled:
            _searched(job, seats, rng, max(0.1, seconds / 3))
    if not job.settled and job.frame.size <= SMALL:
        _solved(job, limits, max(0.1, seconds - (monotonic() - start)))


def _around(job: Job, seats: Seats, rng: np.random.Generator, seconds: float) -> None:
    """Where all that hinders the engine are entrants with a choice of lines: its draw around their seats.

    The bound is that of all draws, whatever the seats, so that a draw that reaches it is the best.
    """
    named = [u for u in job.rulebook.uses if u.id == "on-lines"]
    wish = wish_of(job.frame, job.rulebook.without("on-lines"), job.stated) if named else None
    if wish is not None and all(u.hard for u in named) and not seats.short:
        found = separated(job.frame, wish, {**job.fixed.lines, **seats.lines}, rng, seconds)
        job.offer(found.lines, found.method)
        _bound(job)


def _searched(job: Job, seats: Seats, rng: np.random.Generator, seconds: float) -> None:
    """The engine with hard wishes first, and a deal around the seats; then swaps over every rule."""
    found = hard_first(job, rng, seconds / 2)
    if found is not None:
        job.offer(found.lines, found.method)
    codes = [shared_values(job.frame, a)[0].tolist() for a in attributes_of(job.rulebook)]
    settled = {**job.fixed.lines, **seats.lines}
    held = set(settled.values())
    others = [e for e in range(1, job.frame.entrants + 1) if e not in held]
    job.offer(deal(job.frame.size, settled, codes, others, rng), "dealt")
    assert job.best is not None
    lines = list(job.best.lines)
    _bound(job)
    if not job.settled and job.frame.size <= SWAPPED:
        loose = [i for i in range(job.frame.size)
                 if i + 1 not in job.fixed.lines and lines[i] != BYE]
        swaps = Swaps(job.space, job.frame, job.stated, lines, loose)
        target = sum(swaps.weights[level] * price for level, price in _reachable(job).items())
        swaps.search(rng, seconds, 40 + 60_000 // job.frame.size, target)
        job.offer(swaps.lines, f"{job.engine} + swaps")


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
    job.counted = bounds_of(job.stated, job.frame, job.fixed.lines, job.report)
    job.bounds = dict(job.counted)


def _broken(job: Job) -> list[str]:
    """The hard rules that the best draw found breaks."""
    assert job.report is not None
    return list(dict.fromkeys(v.rule for v in job.report.violations if v.level == 0))


def _clash(job: Job, limits: Limits) -> NoAnswer:
    problem = problem_of(job.frame, job.rulebook, job.fixed.lines)
    error = clash_of(problem, Limits(min(20.0, limits.seconds or 20.0), limits.workers, limits.seed))
    error.about = "draw"
    hard = [u for u in error.uses if u.id in KEEPING_APART]
    if hard:
        error.maybe = f'price "{hard[0].id}" instead of asking it hard: it is then kept as far as can be.'
    return error


def _failure(job: Job, limits: Limits) -> NoAnswer | TimeUp:
    """Why nothing obeys the hard rules: shown by counting, by the engine, or not known."""
    hard = [use for use in job.rulebook.uses if use.id == "apart" and use.hard]
    told = [line for use in hard for line in first_reasons(job.frame, job.fixed.lines, use)]
    told = told or list(together(job.frame, hard))
    rng = random_of("relaxed")
    advice = cheapest(job, rng, _RELAXED) if "apart" in _broken(job) else ""
    if told:
        return NoAnswer(
            "the hard rules cannot hold together", clash=told, about="draw",
            maybe=advice or 'price "apart" instead of asking it hard: it is then kept as far as can be.',
        )
    if job.frame.size <= SMALL:
        error = _clash(job, limits)
        error.maybe = advice or error.maybe
        return error
    found = hard_first(job, rng, _RELAXED)
    if found is not None and proven_impossible(job, found):
        names = [f"apart ({use.clause}): {use.params['attribute']}" for use in hard]
        return NoAnswer("the hard rules cannot hold together", clash=names, maybe=advice, about="draw")
    if short := _short(job):
        return short
    return TimeUp(
        f"no draw that obeys {', '.join(_broken(job))} was found, and none was shown impossible",
        maybe="allow more time (--time-limit), or price one of these rules instead of asking it hard.",
    )


def _short(job: Job) -> NoAnswer | None:
    """The proof, by counting, that entrants have fewer lines among them than they are; None without it."""
    settled = {} if job.byes_by_lot or job.seeds_by_lot else job.fixed.lines
    for taken in ({}, settled):
        seats = seated(job.frame, job.rulebook, taken, random_of(""))
        if seats.short and seats.allowed is not None:
            break
    else:
        return None
    many, lines = len(seats.short), {i for e in seats.short for i in seats.allowed[e]}
    return NoAnswer(
        f"{many} {'entrant is' if many == 1 else 'entrants are'} asked onto {len(lines)} lines"
        f"{' beside seeds and byes' if taken else ''}",
        clash=[
            f"on-lines [{e} {job.frame.names[e - 1]}: lines {', '.join(map(str, free)) or 'none'}]"
            for e, free in seats.allowed.items()
        ],
        minimal=not taken, about="draw",
        maybe='name further lines, or price "on-lines" instead of asking it hard.',
    )


def _notes(job: Job) -> tuple[str, ...]:
    assert job.report is not None
    notes = [job.size.said, *job.fixed.notes]
    for v in job.report.violations:
        if v.rule == "seed-number":
            notes.append(said(
                "{seeds} seeds; usual is a power of two and at most a quarter of {size}, here {most}"
                " ({clause})",
                seeds=v.found, size=job.frame.standard or job.frame.size, most=v.most, clause=v.clause,
            ))
    notes += [job.lot] if job.lot else []
    if not job.settled:
        pairs = list(zip(job.report.soft, job.bound, strict=True))
        open_ = next((level for (level, price), bound in pairs if price != bound), 0)
        notes.append(said("not proven from here on: {level}", level=levels_of(job.stated)[open_]))
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
                what = said("{attribute}, round {round}", attribute=s.use.params["attribute"],
                            round=s.count.labels[0][1][0])
            before = out.get(s.use.level)
            out[s.use.level] = said("{first}; {second}", first=before, second=what) if before else what
    return out
