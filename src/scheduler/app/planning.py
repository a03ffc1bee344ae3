"""Make the table of an event: what was asked for, put together, then handed to the format."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from scheduler.app.inputs import EventLike, TableLike, open_event, open_table
from scheduler.app.rulebooks import Change, rulebook_for
from scheduler.errors import FileError, UsageError, did_you_mean
from scheduler.event import Event, Result, Stage
from scheduler.event.toml_lines import line_of
from scheduler.rules import Rulebook
from scheduler.solve.problem import Limits, Progress

__all__ = ["DRAWN", "FORMATS", "Asked", "Job", "limits_of", "make", "plan", "prepare", "stage_of"]

FORMATS = ("round-robin",)
DRAWN = ("knockout", "groups")
"""Formats that are drawn, not planned."""
MOST_LEGS = 100
MOST_WORKERS = 256
MOST_SECONDS = 10_000_000


@dataclass(frozen=True)
class Asked:
    """What a caller asks for beyond the event file; everything empty means: as the file says.

    ``stage`` counts from 1. ``options`` are the stage's own (method, mode, ranking ...),
    ``changes`` and ``without`` alter the rulebook, see :func:`scheduler.app.rulebooks.changed`.
    """

    model: str = ""
    stage: int = 1
    legs: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    changes: Sequence[Change] = ()
    without: Sequence[str] = ()


@dataclass(frozen=True)
class Job:
    """An event, the stage to plan, and the rules it is planned under."""

    event: Event
    stage: Stage
    rulebook: Rulebook


def prepare(event: EventLike, asked: Asked | None = None, *, name: str = "") -> Job:
    """The job that ``asked`` makes of ``event``; ``name`` is what messages call bytes.

    Raises FileError, RulebookError and UsageError for what cannot be read, found or done.
    """
    asked = asked or Asked()
    opened = open_event(event, name=name)
    stage = stage_of(opened, asked)
    rulebook = rulebook_for(
        opened, stage, asked.model, changes=asked.changes, without=asked.without
    )
    return Job(opened, stage, rulebook)


def make(job: Job, limits: Limits | None = None) -> Result:
    """The table of a job: made, and read by the verifier.

    Raises NoAnswer with the clash, TimeUp, and UsageError for options that make no sense.
    """
    from scheduler.formats.round_robin import plan as plan_round_robin

    return plan_round_robin(job.event, job.stage, job.rulebook, limits or Limits())


def plan(
    event: EventLike,
    *,
    model: str = "",
    stage: int = 1,
    legs: int = 0,
    mode: str = "",
    method: str = "",
    ranking: Sequence[int | str] = (),
    first: TableLike | None = None,
    blocks: Sequence[int] = (),
    together: str = "",
    changes: Sequence[Change] = (),
    without: Sequence[str] = (),
    seconds: float | None = 20.0,
    workers: int = 1,
    seed: int = 0,
    progress: Progress | None = None,
) -> Result:
    """Make the table of an event under a rulebook.

    ``event`` is an :class:`Event`, the path of an event file or entry list, the name of one that
    comes along, or a number of entrants. ``model`` names the rulebook (default: the stage's, else
    ``cba-round-robin``); ``changes`` such as ``("run-limit", "most", 3)`` and ``without`` alter it.
    ``legs``, ``mode``, ``method``, ``ranking``, ``first``, ``blocks`` and ``together`` override what
    the stage says; zero, empty and None mean: as it does. ``seconds`` of wall-clock time, None for no limit.

    Raises :class:`NoAnswer` with the rules that cannot hold together, :class:`TimeUp`,
    :class:`FileError` for files, :class:`UsageError` for arguments that make no sense.
    """
    options: dict[str, Any] = {
        "mode": mode, "method": method, "ranking": list(ranking),
        "first": open_table(first).schedule if first is not None else None,
        "blocks": list(blocks), "together": together,
    }
    given = {key: value for key, value in options.items() if value}
    job = prepare(event, Asked(model, stage, legs, given, changes, without))
    return make(job, limits_of(seconds, workers, seed, progress))


def limits_of(
    seconds: float | None = 60.0,
    workers: int = 1,
    seed: int = 0,
    progress: Progress | None = None,
) -> Limits:
    """The limits, checked: more than 0 seconds, 1 to 256 workers, a seed from 0 below 2^63."""
    if seconds is not None and not 0 < seconds <= MOST_SECONDS:  # not a number fails here as well
        raise UsageError(
            f"the time limit is more than 0 and at most {MOST_SECONDS} seconds, not {seconds:g}"
        )
    if not 1 <= workers <= MOST_WORKERS:
        raise UsageError(f"the number of workers goes from 1 to {MOST_WORKERS}, not {workers}")
    if not 0 <= seed < 2**63:
        raise UsageError("a seed is a whole number from 0 below 2^63")
    return Limits(seconds, workers, seed, progress)


def stage_of(event: Event, asked: Asked) -> Stage:
    """The stage to plan: the event's, with what was asked for in place of what it says."""
    if not 1 <= asked.stage <= len(event.stages):
        raise UsageError(
            f"{event.name} has no stage {asked.stage}, its stages are 1 to {len(event.stages)}"
        )
    if not 0 <= asked.legs <= MOST_LEGS:
        raise UsageError(f"the number of legs goes from 1 to {MOST_LEGS}, not {asked.legs}")
    stage = event.stages[asked.stage - 1]
    _known_options(event, asked.stage, stage)
    if stage.format in DRAWN:
        raise UsageError(
            f"{event.source or event.name}: stage {asked.stage} is of the format {stage.format}, which is"
            " drawn, not planned",
            maybe="draw it: scheduler draw EVENT.",
        )
    if stage.format not in FORMATS:
        raise UsageError(
            f'{event.source or event.name}: stage {asked.stage} has format "{stage.format}",'
            " which cannot be planned",
            maybe=did_you_mean(stage.format, (*FORMATS, *DRAWN)),
        )
    options = {**stage.options, **asked.options}
    if "starts" in options:
        options["starts"] = _starts(event, options["starts"])
    if isinstance(options.get("first"), str):
        folder = Path(event.source).parent
        options["first"] = open_table(folder / options["first"], event).schedule
    return replace(stage, legs=asked.legs or stage.legs, options=options)


def _known_options(event: Event, number: int, stage: Stage) -> None:
    """FileError, with its line, for the first option of an event file that makes no sense."""
    from scheduler.formats.round_robin.frame import options_of

    if stage.format != "round-robin" or Path(event.source).suffix.lower() != ".toml":
        return
    told: dict[str, Any] = {}
    for key, value in stage.options.items():
        told[key] = value
        try:
            options_of(replace(stage, options=told))
        except UsageError as error:
            line = _line(event, key, number - 1)
            where = f"{event.source}:{line}" if line else event.source
            raise FileError(error.message, where=where, maybe=error.maybe) from None


def _line(event: Event, key: str, index: int) -> int:
    """The line of a key of a stage in the event's file, 0 where that cannot be told."""
    try:
        return line_of(Path(event.source).read_text(encoding="utf-8"), "stage", key, index)
    except (OSError, ValueError):
        return 0


def _starts(event: Event, value: object) -> dict[str, str]:
    """When rounds start, ISO date-times by round, as TOML has them or as texts; a list is in order."""
    def moment(when: object) -> bool:
        try:
            return bool(datetime.fromisoformat(str(when)))
        except ValueError:
            return False

    if isinstance(value, list):
        value = dict(enumerate(value, start=1))
    if not isinstance(value, Mapping):
        raise FileError(
            "starts must say when each round starts", where=event.source,
            maybe='write starts = { 1 = "2026-05-30T09:30" }.',
        )
    for key, when in value.items():
        if not (str(key).isdecimal() and len(str(key)) < 6 and int(key) > 0 and moment(when)):
            raise FileError(
                f'starts: "{str(key)[:20]} = {str(when)[:40]}" is no round with a date and time',
                where=event.source, maybe='write 1 = "2026-05-30T09:30".',
            )
    return {str(key): str(when).replace(" ", "T") for key, when in value.items()}
