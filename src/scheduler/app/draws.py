"""Draws: brackets and groups made, counted, checked, graded, and made again from their record."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scheduler.app.inputs import EventLike, open_event
from scheduler.app.planning import DRAWN, limits_of
from scheduler.app.rulebooks import Change, rulebook_for
from scheduler.errors import FileError, UsageError
from scheduler.event import Event, Stage
from scheduler.files.source import MEGABYTE, Source, read_bytes
from scheduler.formats import groups as grouped
from scheduler.formats import knockout
from scheduler.formats.groups import GroupRecord, GroupResult, GroupSession
from scheduler.formats.knockout import DrawRecord, DrawResult
from scheduler.formats.knockout.brackets import played_as
from scheduler.formats.knockout.choosing import FORMAT as CHOICE
from scheduler.formats.knockout.choosing import ChoiceRecord
from scheduler.formats.knockout.ladder import ladder
from scheduler.formats.knockout.procedure import FORMAT as RECORD
from scheduler.formats.public import commitment
from scheduler.rules import Rulebook
from scheduler.solve.problem import Limits, Progress

__all__ = [
    "DrawAsked", "DrawJob", "by_lots", "commit", "count", "draw", "make_draw", "prepare_draw", "remade",
    "session_of",
]

_DEFAULT = {"knockout": "cba-knockout", "groups": "groups-from-pots", "snake": "cba-groups"}
_RECORD_LIMIT = 16 * MEGABYTE


@dataclass(frozen=True)
class DrawAsked:
    """What a caller asks for beyond the event file; everything empty means: as the file says.

    ``stage`` counts from 1, 0 is the first that is drawn. ``seeds`` is how many, ``size`` a number of
    lines, ``ceiling`` or ``nearest``; ``groups`` makes so many groups instead of a bracket; ``kind`` is
    single, double, compact or consolation, ``places`` are played for.
    """

    model: str = ""
    stage: int = 0
    seeds: int | None = None
    size: int | str = ""
    groups: int = 0
    kind: str = ""
    places: tuple[int, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    changes: Sequence[Change] = ()
    without: Sequence[str] = ()


@dataclass(frozen=True)
class DrawJob:
    """An event, the stage to draw, and the rules it is drawn under."""

    event: Event
    stage: Stage
    rulebook: Rulebook

    @property
    def groups(self) -> bool:
        """True where groups are drawn, not a bracket."""
        return self.stage.format == "groups"


def prepare_draw(event: EventLike, asked: DrawAsked | None = None, *, name: str = "") -> DrawJob:
    """The job that ``asked`` makes of ``event``; ``name`` is what messages call bytes.

    Raises FileError, RulebookError and UsageError for what cannot be read, found or done.
    """
    asked = asked or DrawAsked()
    opened = open_event(event, name=name)
    stage = _with_options(_stage(opened, asked), asked)
    default = _DEFAULT["snake" if stage.options.get("placing") == "snake" else stage.format]
    model = asked.model or ("" if stage.model else default)
    rulebook = rulebook_for(opened, stage, model, changes=asked.changes, without=asked.without)
    if stage.format == "groups" and asked.model:
        # How groups are filled where the stage does not say follows the rulebook that is used.
        stage = replace(stage, model=asked.model)
    if rulebook.format and rulebook.format != stage.format:
        raise UsageError(
            f"{rulebook.name} is a rulebook for the format {rulebook.format}, and this stage is"
            f" {stage.format}",
            maybe=f"take {default}; scheduler rules --models lists them all.",
        )
    return DrawJob(opened, stage, rulebook)


def _stage(event: Event, asked: DrawAsked) -> Stage:
    """The stage to draw; an entry list, which says nothing of stages, is drawn as a knockout."""
    if asked.stage and not 1 <= asked.stage <= len(event.stages):
        raise UsageError(
            f"{event.name} has no stage {asked.stage}, its stages are 1 to {len(event.stages)}"
        )
    wanted = event.stages[asked.stage - 1 : asked.stage] if asked.stage else event.stages
    found = next((s for s in wanted if s.format in DRAWN), None)
    if found is None and (asked.groups or all(s == Stage() for s in wanted)):
        found = Stage("groups" if asked.groups else "knockout")
    if found is None:
        told = " and ".join(dict.fromkeys(s.format for s in wanted))
        raise UsageError(
            f'{event.source or event.name}: the format is "{told}"; a knockout or groups are drawn',
            maybe='write format = "knockout" in its stage, or plan it: scheduler plan.',
        )
    if asked.groups and found.format != "groups":
        found = Stage("groups")
    return found


def _with_options(stage: Stage, asked: DrawAsked) -> Stage:
    given: dict[str, Any] = dict(asked.options)
    if stage.format == "groups":
        named = {
            "seeds": asked.seeds is not None, "size": asked.size, "bracket": asked.kind,
            "places": asked.places,
        }
        wrong = next((option for option, there in named.items() if there), "")
        if wrong:
            raise UsageError(f"groups are drawn here, which have no {wrong}")
        given |= {"groups": asked.groups} if asked.groups else {}
        return replace(stage, options={**stage.options, **given})
    given |= {"seeds": asked.seeds} if asked.seeds is not None else {}
    if asked.size:
        digits = isinstance(asked.size, str) and asked.size.isascii() and asked.size.isdecimal()
        given["size"] = int(str(asked.size)[:9]) if digits else asked.size
    return played_as(replace(stage, options={**stage.options, **given}), asked.kind, asked.places)


def make_draw(job: DrawJob, limits: Limits | None = None, seed: str = "0") -> DrawResult | GroupResult:
    """The draw of a job: made from its public seed, and read by the verifier.

    Raises NoAnswer with the clash, TimeUp, and UsageError or RulebookError for what makes no sense.
    """
    _plain_seed(seed)
    if job.stage.options.get("placing") == "chosen":
        raise UsageError(
            "opponents are chosen in this stage, not drawn", maybe="add --choice 1=7,2=5, or --choice ask."
        )
    if job.stage.options.get("kind") == "stepladder":
        return ladder(job.event, job.stage)
    if job.groups:
        made = grouped.draw_groups(job.event, job.stage, job.rulebook, seed=seed or "0", limits=limits)
        return replace(made, groups=grouped.in_positions(made.groups, made.seed, job.event, job.stage))
    return knockout.draw(job.event, job.stage, job.rulebook, limits, seed or "0")


def draw(
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
    seconds: float | None = 20.0,
    workers: int = 1,
    progress: Progress | None = None,
) -> DrawResult | GroupResult:
    """Draw a bracket, or groups, from a public seed: as good as the rulebook allows, and without bias.

    ``event`` is what :func:`scheduler.plan` takes. ``stage`` 0 is the first that is drawn; ``seeds``,
    ``size`` (lines, ``ceiling`` or ``nearest``) and ``groups`` override what it says. The same event,
    rulebook and seed give the same draw unless the time runs out.

    Raises :class:`NoAnswer` with the rules that cannot hold together, :class:`TimeUp`, FileError, UsageError.
    """
    asked = DrawAsked(model, stage, seeds, size, groups, changes=changes, without=without)
    return make_draw(prepare_draw(event, asked), limits_of(seconds, workers, 0, progress), seed)


def count(job: DrawJob, seed: str = "0") -> dict[str, Any]:
    """``{"valid", "best", "fixed"}``: how many draws there are, as texts, for they can be long.

    ``best`` counts those that keep entrants as far apart as can be, of groups those of least price; null
    where these cannot be counted. Both are with the lines of seeds and byes as ``seed`` draws them. Two pots
    drawn into pairs have a ``procedure`` too: what drawing ball by ball is off by. Raises TimeUp, UsageError.
    """
    _plain_seed(seed)
    if job.groups:
        procedure = grouped.procedure_of(job.event, job.stage, job.rulebook)
        best = grouped.count_best(job.event, job.stage, job.rulebook)
        return {
            "valid": str(grouped.count_groups(job.event, job.stage, job.rulebook)),
            "best": None if best is None else str(best), "fixed": [],
            **({"procedure": procedure.as_json()} if procedure else {}),
        }
    found = knockout.count_draws(job.event, job.stage, job.rulebook, seed=seed or "0")
    return {
        "valid": str(found.valid), "best": None if found.best is None else str(found.best),
        "fixed": [list(pair) for pair in found.fixed],
    }


def commit(job: DrawJob, seed: str) -> str:
    """The SHA-256 over entries and seed, to publish before the draw. UsageError without a seed."""
    _plain_seed(seed)
    if not seed:
        raise UsageError("a commitment needs the seed that it binds to", maybe="add --seed TEXT.")
    return commitment(job.event.entrants, seed)


def _plain_seed(seed: str) -> None:
    if not isinstance(seed, str) or len(seed) > 200 or not seed.isprintable():
        raise UsageError("a seed is printable text of at most 200 characters on one line")


def by_lots(job: DrawJob, seed: str) -> DrawRecord | GroupRecord:
    """Ball by ball from a public seed: a bracket by the association's own procedure (CBA-13.2), groups pot
    after pot."""
    if job.groups:
        return grouped.groups_by_lots(job.event, job.stage, job.rulebook, seed=seed)
    return knockout.draw_by_lots(job.event, job.stage, job.rulebook, seed=seed)


def session_of(job: DrawJob, seed: str = "") -> knockout.DrawSession | GroupSession:
    """A drawing in which the balls are typed in; with a seed, it can draw as well."""
    if job.groups:
        return GroupSession(job.event, job.stage, job.rulebook, seed=seed)
    return knockout.DrawSession(job.event, job.stage, job.rulebook, seed=seed)


def remade(
    source: Source, job: DrawJob, limits: Limits | None = None, *, name: str = ""
) -> ChoiceRecord | DrawRecord | DrawResult | GroupRecord | GroupResult:
    """A record made again, step by step; or a draw (``draw --json``) made again from the seed it names.

    Raises :class:`FileError` where anything is not as it would have been drawn.
    """
    data, where = read_bytes(source, limit=_RECORD_LIMIT, name=name)
    try:
        told = json.loads(data)
    except (ValueError, RecursionError):
        raise FileError("no record: not JSON", where=where) from None
    if isinstance(told, dict) and told.get("format") == CHOICE:
        from scheduler.app.draw_choice import remade_choice

        return remade_choice(data, job, name=where)
    if isinstance(told, dict) and told.get("format") == RECORD:
        if job.groups:
            raise FileError("the record of a bracket, and here groups are drawn", where=where)
        return knockout.replay_draw(data, job.event, job.stage, job.rulebook, where=where)
    if isinstance(told, dict) and told.get("format") == grouped.FORMAT:
        if not job.groups:
            raise FileError("the record of groups, and here a bracket is drawn", where=where,
                            maybe="add --groups N.")
        return grouped.replay_groups(data, job.event, job.stage, job.rulebook, where=where)
    key = "groups" if job.groups else "draw"
    if not isinstance(told, dict) or not isinstance(told.get("seed"), str) or key not in told:
        raise FileError(
            "no record of a draw", where=where,
            maybe="give what draw --json printed, or what draw --balls --out wrote.",
        )
    made = make_draw(job, limits, told["seed"])
    if made.as_json()[key] != told[key]:
        raise FileError("this is not the draw that its seed gives for this event", where=where,
                        maybe="entries, options or rulebook are others than they were.")
    return made
