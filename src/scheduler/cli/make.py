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
    from scheduler.app.planning import Job
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

    EVENT is a file with entrants: a spreadsheet or CSV with a column of names, or a TOML file that
    also says what is to be played and by which rules; or a league as RobinX XML.
    """
    from scheduler.app.planning import prepare

    source, called = given = source_of(event)
    if export_model or league_kind(given):
        from scheduler.cli.league import plan_league

        plan_league(given, out=out, formats=format or (), model=export_model, seconds=time_limit,
                    workers=workers, seed=seed, force=force, language=language, json=json)
        return
    own = plan_options(mode, method, ranking, first, blocks, together)
    job = prepare(source, asked_of(model, stage, legs, change, without, own), name=called)
    ask_first(out, format, stem_of(job.event), force, language, view)
    result = _solved(job, time_limit, workers, seed)
    content = _content(job, result, language)
    if not _written(job, content, out, format, force):
        _print(content, result, json, view, names)


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


def _written(
    job: Job, content: Content, out: str | None, format: Sequence[str] | None, force: bool
) -> bool:
    return deliver(content, out=out, formats=format or (), stem=stem_of(job.event), force=force)


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
