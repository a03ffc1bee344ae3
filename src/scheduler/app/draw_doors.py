"""Draws from Python: the same functions that tables have, for brackets and groups."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from scheduler.app.draw_repair import facts_of, mend
from scheduler.app.draws import DrawAsked, prepare_draw
from scheduler.app.draws_judged import JudgedDraw, check_draw, draw_kind, grade_draw, open_draw
from scheduler.app.inputs import EventLike
from scheduler.app.planning import limits_of
from scheduler.app.rulebooks import Change
from scheduler.errors import UsageError
from scheduler.event import Draw, Report
from scheduler.files.source import Source
from scheduler.formats import groups as grouped
from scheduler.formats import knockout
from scheduler.formats.groups import GroupResult
from scheduler.formats.knockout import DrawResult
from scheduler.formats.knockout.uniform import DrawCount
from scheduler.repair.draws import Proposal
from scheduler.repair.draws_facts import Fact, Played
from scheduler.solve.problem import Progress

__all__ = ["DrawLike", "check_like", "draw_count", "grade", "holds_draw", "open_like", "repair_like"]

DrawLike = Draw | DrawResult | GroupResult | Source
"""A draw, an answer of :func:`scheduler.draw`, or a file with either; bytes are the file itself."""


def holds_draw(table: object) -> bool:
    """True for a draw or groups, or a file or bytes that look like either."""
    if isinstance(table, Draw | DrawResult | GroupResult):
        return True
    return isinstance(table, str | bytes | Path) and bool(draw_kind(table))


def open_like(draw: DrawLike, event: EventLike | None, asked: DrawAsked) -> JudgedDraw:
    """What is to be judged, with its rulebook. UsageError for groups without an event."""
    if isinstance(draw, GroupResult):
        if event is None:
            raise UsageError("groups are judged by their entry list", maybe="give event=.")
        job = prepare_draw(event, asked)
        if not job.groups:
            asked = DrawAsked(asked.model, asked.stage, groups=len(draw.groups), changes=asked.changes,
                              without=asked.without)
            job = prepare_draw(event, asked)
        return JudgedDraw("the groups", job.rulebook, None, draw.groups, job.event, job.stage)
    return open_draw(draw.draw if isinstance(draw, DrawResult) else draw, event, asked)


def check_like(
    draw: DrawLike, event: EventLike | None, model: str, stage: int, changes: Sequence[Change],
    without: Sequence[str],
) -> Report:
    """What :func:`scheduler.check` says of a draw."""
    return check_draw(open_like(draw, event, DrawAsked(model, stage, changes=changes, without=without)))


def repair_like(
    draw: DrawLike, event: EventLike | None, asked: DrawAsked, facts: Sequence[str | Fact],
    played: Sequence[Played], seconds: float | None, progress: Progress | None,
) -> tuple[Proposal, ...]:
    """What :func:`scheduler.repair` proposes for a draw."""
    told, more = facts_of([f for f in facts if isinstance(f, str)])
    happened = (*(f for f in facts if not isinstance(f, str)), *told)
    judged = open_like(draw, event, asked)
    return mend(judged, happened, (*played, *more), limits_of(seconds, 1, 0, progress))


def grade(
    draw: DrawLike,
    *,
    event: EventLike | None = None,
    samples: int = 1_000,
    seed: str = "0",
    model: str = "",
    stage: int = 0,
    changes: Sequence[Change] = (),
    without: Sequence[str] = (),
) -> knockout.Grade:
    """How far a published bracket is from the best, level by level, and where it lies among draws by lot.

    ``draw`` is a :class:`Draw`, an answer of :func:`scheduler.draw` or a file; ``event`` its entry list,
    which a sheet may hold itself. ``samples`` draws by lot, 1 to 100,000, keep the lines of seeds and byes.

    Raises :class:`UsageError` for groups and without an entry list, FileError, RulebookError.
    """
    asked = DrawAsked(model, stage, changes=changes, without=without)
    return grade_draw(open_like(draw, event, asked), samples=samples, seed=seed)


def draw_count(
    event: EventLike,
    *,
    seed: str = "0",
    model: str = "",
    stage: int = 0,
    seeds: int | None = None,
    size: int | str = "",
    groups: int = 0,
    changes: Sequence[Change] = (),
    without: Sequence[str] = (),
) -> DrawCount:
    """How many valid draws there are, exactly, and how many of them keep entrants apart as far as can be.

    ``best`` is None where the best cannot be told by counting; of groups it counts those of least price,
    where rules have a price. ``fixed`` are the lines (from 1) of seeds, and byes as number 0, as ``seed``
    draws them. Other arguments as in :func:`scheduler.draw`.

    Raises :class:`TimeUp` where they are too many to count, UsageError, FileError, RulebookError.
    """
    job = prepare_draw(event, DrawAsked(model, stage, seeds, size, groups, changes=changes, without=without))
    if job.groups:
        valid = grouped.count_groups(job.event, job.stage, job.rulebook)
        return DrawCount(valid, grouped.count_best(job.event, job.stage, job.rulebook), ())
    return knockout.count_draws(job.event, job.stage, job.rulebook, seed=seed or "0")
