"""Judge a table or a draw that is there: check it, complete it, repair it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast, overload

from scheduler.app.inputs import (
    EventLike,
    Table,
    TableLike,
    open_event,
    open_table,
    without_last_table,
)
from scheduler.app.planning import Asked, limits_of, stage_of
from scheduler.app.rulebooks import Change, rulebook_for
from scheduler.errors import UsageError
from scheduler.event import Event, PublishedTable, Report, Result, Schedule, Stage
from scheduler.rules import Rulebook
from scheduler.solve.completions import Completions, count_completions
from scheduler.solve.problem import Limits, Progress

if TYPE_CHECKING:
    from scheduler.app.draw_doors import DrawLike
    from scheduler.repair.draws import Proposal
    from scheduler.repair.draws_facts import Fact, Played

__all__ = [
    "Judged", "check", "complete", "complete_table", "judge", "prepare_table", "repair",
    "repair_table",
]


@dataclass(frozen=True)
class Judged:
    """A table, the rules it is held against, and the event and stage where these are known."""

    table: Table
    rulebook: Rulebook
    event: Event | None = None
    stage: Stage | None = None


def prepare_table(
    table: TableLike,
    event: EventLike | None = None,
    asked: Asked | None = None,
    *,
    drop_last: bool = False,
    name: str = "",
) -> Judged:
    """The table opened, with its rulebook. ``drop_last``: as one entrant fewer plays it.

    Raises FileError, RulebookError and UsageError for what cannot be read or found.
    """
    asked = asked or Asked()
    known = open_event(event) if event is not None else None
    opened = open_table(table, known, name=name)
    opened = without_last_table(opened) if drop_last else opened
    stage = stage_of(known, asked) if known else None
    if known is not None and known.size != opened.schedule.entrants:
        raise UsageError(
            f"{opened.name} is a table of {opened.schedule.entrants} entrants, but {known.name}"
            f" has {known.size}"
        )
    if stage is None and asked.legs:
        stage = Stage(legs=asked.legs)
    rulebook = rulebook_for(
        known, stage, asked.model, changes=asked.changes, without=asked.without
    )
    return Judged(opened, rulebook, known, stage)


def judge(judged: Judged) -> Report:
    """What the verifier says of a table."""
    from scheduler.formats.round_robin import check as check_round_robin

    return check_round_robin(
        judged.table.schedule, judged.rulebook, judged.event, judged.stage
    )


def check(
    table: TableLike | DrawLike,
    *,
    model: str = "",
    event: EventLike | None = None,
    stage: int = 1,
    legs: int = 0,
    drop_last: bool = False,
    changes: Sequence[Change] = (),
    without: Sequence[str] = (),
) -> Report:
    """Every rule of a rulebook that a table or a draw breaks, and the price of the others.

    ``table`` is a schedule, an answer, a published table, a draw, the path of a file with any of them,
    or the name of a table that comes along. ``drop_last`` cancels the last table, as an odd field
    does. ``event`` gives names, attributes and rules of its own; ``stage`` is which of its stages, 1 for
    a draw being the first that is drawn. Nothing broken: ``report.holds``.

    Raises :class:`FileError` for files, :class:`UsageError` for arguments that make no sense.
    """
    if _holds_draw(table):
        from scheduler.app.draw_doors import check_like

        _no_table_options(legs=legs, drop_last=drop_last)
        return check_like(cast("DrawLike", table), event, model, stage if stage > 1 else 0, changes, without)
    asked = Asked(model, stage, legs, {}, changes, without)
    return judge(prepare_table(cast("TableLike", table), event, asked, drop_last=drop_last))


def _holds_draw(table: object) -> bool:
    """A cheap look first, so that tables that come along do not load what draws need."""
    if isinstance(table, Schedule | Result | PublishedTable):
        return False
    if isinstance(table, str | Path):
        try:
            there = Path(table).is_file()
        except (OSError, ValueError):  # a name that no file can have
            there = False
        if not there:
            return False
    from scheduler.app.draw_doors import holds_draw

    return holds_draw(table)


def _no_table_options(**options: object) -> None:
    wrong = next((name for name, value in options.items() if value), "")
    if wrong:
        raise UsageError(f'"{wrong}" is for tables, and this is a draw', maybe="leave it out.")


def complete_table(
    table: Table, *, restricted: bool = True, assumptions: Sequence[str] = ()
) -> Completions:
    """The completions of a table. Raises UsageError where it is no published one."""
    if table.published is None:
        raise UsageError(
            f"{table.name} does not say which of its cells are missing",
            maybe="write it as a published table (TOML), as those that come along are.",
        )
    return count_completions(table.published, restricted=restricted, assumptions=assumptions)


def complete(
    table: PublishedTable | TableLike,
    *,
    restricted: bool = True,
    assumptions: Sequence[str] = (),
) -> Completions:
    """In how many ways the cells that are not printed can be filled in, exactly.

    Every pair meets once and everybody plays once a round; tables do not count. ``restricted``
    holds a missing cell to the lines that the table names; ``assumptions`` are ids of the table's
    own, all of which must hold.

    Raises :class:`UsageError` for an unknown assumption or a table that is no published one.
    """
    return complete_table(open_table(table), restricted=restricted, assumptions=assumptions)


def repair_table(judged: Judged, limits: Limits | None = None) -> Result:
    """The least change that makes a table obey; see :func:`repair`."""
    from scheduler.repair import repair as least_change

    return least_change(
        judged.table.schedule, judged.rulebook, limits or Limits(),
        event=judged.event, stage=judged.stage,
    )


@overload
def repair(
    table: TableLike, *, model: str = ..., event: EventLike | None = ..., stage: int = ..., legs: int = ...,
    drop_last: bool = ..., changes: Sequence[Change] = ..., without: Sequence[str] = ...,
    seconds: float | None = ..., workers: int = ..., seed: int = ..., progress: Progress | None = ...,
) -> Result: ...
@overload
def repair(
    table: DrawLike, *, facts: Sequence[str | Fact], played: Sequence[Played] = ..., model: str = ...,
    event: EventLike | None = ..., stage: int = ..., changes: Sequence[Change] = ...,
    without: Sequence[str] = ..., seconds: float | None = ..., progress: Progress | None = ...,
) -> tuple[Proposal, ...]: ...
def repair(
    table: TableLike | DrawLike,
    *,
    facts: Sequence[str | Fact] | None = None,
    played: Sequence[Played] = (),
    model: str = "",
    event: EventLike | None = None,
    stage: int = 1,
    legs: int = 0,
    drop_last: bool = False,
    changes: Sequence[Change] = (),
    without: Sequence[str] = (),
    seconds: float | None = 60.0,
    workers: int = 1,
    seed: int = 0,
    progress: Progress | None = None,
) -> Result | tuple[Proposal, ...]:
    """The least number of changes after which a table obeys the hard rules, or ways to mend a draw.

    In a table a reversed match, one in another round and one at another table count one each.
    ``result.extra`` has ``changes``, ``optimal`` (fewer cannot do, proven), ``bound`` and ``unique`` (None
    where that was not decided in time). Arguments as in :func:`check` and :func:`scheduler.plan`.

    A draw is mended after ``facts``: texts such as ``withdraw=7`` or ``late=NAME`` (as ``scheduler repair
    --fact`` takes them) or values of ``scheduler.repair.draws_facts``; none for nothing but its own errors.
    ``played`` are matches that stand. Each proposal has ``kind``, ``draw``, ``event``, ``report``,
    ``moved``, ``minimal``, ``difference()`` and ``reasons``.

    Raises :class:`NoAnswer` where no table can obey, :class:`TimeUp`, FileError, UsageError.
    """
    if facts is not None or played or _holds_draw(table):
        from scheduler.app.draw_doors import repair_like
        from scheduler.app.draws import DrawAsked

        _no_table_options(legs=legs, drop_last=drop_last)
        drawn = DrawAsked(model, stage if stage > 1 else 0, changes=changes, without=without)
        return repair_like(cast("DrawLike", table), event, drawn, facts or (), played, seconds, progress)
    asked = Asked(model, stage, legs, {}, changes, without)
    judged = prepare_table(cast("TableLike", table), event, asked, drop_last=drop_last)
    return repair_table(judged, limits_of(seconds, workers, seed, progress))
