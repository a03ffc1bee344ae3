"""``scheduler plan``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scheduler.cli import options as o
from scheduler.cli import options_more as more
from scheduler.cli.asking import asked_of, league_kind, plan_options, source_of
from scheduler.cli.delivery import ask_first, deliver, stem_of
from scheduler.cli.screen import put, put_json, say

if TYPE_CHECKING:
    from scheduler.app.exporting import Content
    from scheduler.app.planning import Asked, Job
    from scheduler.event import Event, Result

__all__ = ["plan"]


def plan(
    event: o.EventFile,
    model: o.Model = "",
    stage: o.StageNumber = 1,
    legs: o.Legs = 0,
    mode: o.Mode = "",
    method: o.Method = "",
    ranking: o.Ranking = "",
    first: o.First = "",
    blocks: o.BlockSizes = "",
    together: o.Together = "",
    change: o.Set = None,
    without: o.Without = None,
    seed: o.Seed = 0,
    time_limit: o.TimeLimit = 20.0,
    workers: o.Workers = 1,
    language: o.Language = "en",
    view: o.View = None,
    names: o.Names = False,
    export_model: more.ExportModel = "",
    json: o.JsonOption = False,
    out: o.Out = None,
    format: o.Format = None,
    force: o.Force = False,
) -> None:
    """Make the table of an event and prove it.

    EVENT is a spreadsheet or CSV with a column of names, or a TOML file that also says what is to be
    played and by which rules, or a league as RobinX XML.
    """
    given = source_of(event)
    limits = time_limit, workers, seed
    if export_model or league_kind(given):
        _league(given, export_model, limits, out, format, force, language, json)
        return
    own = plan_options(mode, method, ranking, first, blocks, together)
    job = _job(given, asked_of(model, stage, legs, change, without, own))
    ask_first(out, format, stem_of(job.event), force, language, view)
    result = _solved(job, *limits)
    _tell(job, result, out, format, force, language, json, view, names)


def _league(
    given: tuple[str | bytes, str], model: str, limits: tuple[float, int, int], out: str | None,
    format: Sequence[str] | None, force: bool, language: str, json: bool,
) -> None:
    from scheduler.cli.league import plan_league

    seconds, workers, seed = limits
    plan_league(given, out=out, formats=format or (), model=model, seconds=seconds, workers=workers,
                seed=seed, force=force, language=language, json=json)


def _job(given: tuple[str | bytes, str], asked: Asked) -> Job:
    from scheduler.app.planning import prepare

    return prepare(given[0], asked, name=given[1])


def _solved(job: Job, seconds: float, workers: int, seed: int) -> Result:
    from scheduler.app.planning import limits_of, make
    from scheduler.cli.progress import Progress

    with Progress() as progress:
        return make(job, limits_of(seconds, workers, seed, progress))


def _content(job: Job, result: Result, language: str) -> Content:
    from scheduler.app.as_json import plan_json
    from scheduler.app.exporting import Content
    from scheduler.app.inputs import read_names
    from scheduler.app.rulebooks import bye_breaks_run
    from scheduler.views import Verdict

    # A second cycle is played under the numbers of the standing.
    event: Event = result.extra.get("event", job.event)
    called = read_names(event)
    named = called != tuple(str(e.number) for e in event.entrants)
    return Content(
        result.schedule,
        event if named else None,
        called if named else (),
        Verdict.of(result, job.rulebook.name, bye_breaks_run(job.rulebook)),
        plan_json(result, event=event, model=job.rulebook.name),
        language,
        event.name,
    )


def _tell(
    job: Job, result: Result, out: str | None, format: Sequence[str] | None, force: bool, language: str,
    json: bool, view: Sequence[str] | None, names: bool,
) -> None:
    """Into files where these are asked for, else onto the screen."""
    content = _content(job, result, language)
    if not deliver(content, out=out, formats=format or (), stem=stem_of(job.event), force=force):
        _print(content, result, json, view, names)


def _print(
    content: Content, result: Result, json: bool, view: Sequence[str] | None, names: bool
) -> None:
    from scheduler.views import Translator, show, summary

    if json:
        put_json(content.data or {})
        return
    t = Translator(content.language)
    views = tuple(view or ("by-round",))
    put(show(content.schedule, t, views, names=content.names if names else ()) + "\n")
    put(summary(content.schedule, t, content.verdict) + "\n")
    for note in result.notes:
        say(t("answer.note", note=note))
