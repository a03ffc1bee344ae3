"""Judge a table that is there: check it, complete it, repair it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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
from scheduler.event import Event, PublishedTable, Report, Result, Stage
from scheduler.rules import Rulebook
from scheduler.solve.completions import Completions, count_completions
from scheduler.solve.problem import Limits, Progress

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
    table: TableLike,
    *,
    model: str = "",
    event: EventLike | None = None,
    stage: int = 1,
    legs: int = 0,
    drop_last: bool = False,
    changes: Sequence[Change] = (),
    without: Sequence[str] = (),
) -> Report:
    """Every rule of a rulebook that a table breaks, and the price of the others.

    ``table`` is a schedule, an answer, a published table, the path of a file with any of them, or
    the name of a table that comes along. ``drop_last`` cancels the last table, as an odd field
    does. ``event`` gives names, attributes and rules of its own. Nothing broken: ``report.holds``.

    Raises :class:`FileError` for files, :class:`UsageError` for arguments that make no sense.
    """
    asked = Asked(model, stage, legs, {}, changes, without)
    return judge(prepare_table(table, event, asked, drop_last=drop_last))


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


def repair(
    table: TableLike,
    *,
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
) -> Result:
    """The least number of changes after which a table obeys the hard rules of a rulebook.

    A reversed match, a match moved to another round and a match moved to another table each count
    one. ``result.extra`` has ``changes``, ``optimal`` (fewer cannot do, proven), ``bound`` and
    ``unique`` (None where that was not decided in time). Arguments as in :func:`check` and
    :func:`scheduler.plan`.

    Raises :class:`NoAnswer` where no table can obey, :class:`TimeUp`, FileError, UsageError.
    """
    asked = Asked(model, stage, legs, {}, changes, without)
    judged = prepare_table(table, event, asked, drop_last=drop_last)
    return repair_table(judged, limits_of(seconds, workers, seed, progress))
