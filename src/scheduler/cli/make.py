"""``scheduler plan``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scheduler.cli.delivery import deliver, source_of, stem_of
from scheduler.cli.options import (
    EventFile,
    Force,
    Format,
    JsonOption,
    Language,
    Legs,
    Model,
    Names,
    Out,
    Seed,
    Set,
    StageNumber,
    TimeLimit,
    View,
    Without,
    Workers,
)
from scheduler.cli.screen import put, put_json, say

if TYPE_CHECKING:
    from scheduler.app.planning import Job
    from scheduler.event import Event, Result

__all__ = ["plan"]


def plan(
    event: EventFile,
    model: Model = "",
    stage: StageNumber = 1,
    legs: Legs = 0,
    mode: Annotated[
        str,
        typer.Option(
            "--mode", metavar="M", help="mirrored, inverted, english, french, phased or cba."
        ),
    ] = "",
    method: Annotated[
        str, typer.Option("--method", metavar="M", help="auto, rotation, berger, canonical, cba.")
    ] = "",
    ranking: Annotated[
        str,
        typer.Option(
            "--ranking", metavar="N,N,...", help="Mode cba: the numbers in order of standing."
        ),
    ] = "",
    first: Annotated[
        str | None,
        typer.Option("--first", metavar="TABLE", help="Mode cba: the table of the first cycle."),
    ] = None,
    change: Set = None,
    without: Without = None,
    seed: Seed = 0,
    time_limit: TimeLimit = 60.0,
    workers: Workers = 1,
    language: Language = "en",
    view: View = None,
    names: Names = False,
    json: JsonOption = False,
    out: Out = None,
    format: Format = None,
    force: Force = False,
) -> None:
    """Make the table of an event and prove it.

    EVENT is a file with entrants: a spreadsheet or CSV with a column of names, or a TOML file that
    also says what is to be played and by which rules.
    """
    from scheduler.app.planning import Asked, prepare
    from scheduler.app.rulebooks import parse_change

    changes = [parse_change(text) for text in change or ()]
    options = _options(mode, method, ranking, first)
    asked = Asked(model, stage, legs, options, changes, tuple(without or ()))
    source, called = source_of(event)
    job = prepare(source, asked, name=called)
    result = _solved(job, time_limit, workers, seed)
    shown = result.extra.get("event", job.event)
    _print(job, shown, result, language=language, view=view, names=names, json=json, out=out,
           format=format, force=force)


def _options(mode: str, method: str, ranking: str, first: str | None) -> dict[str, Any]:
    from scheduler.app.inputs import open_table

    order = [part.strip() for part in ranking.split(",") if part.strip()]
    given = {
        "mode": mode,
        "method": method,
        "ranking": [int(part) if part.isascii() and part.isdecimal() else part for part in order],
        "first": open_table(first).schedule if first else None,
    }
    return {key: value for key, value in given.items() if value}


def _solved(job: Job, seconds: float, workers: int, seed: int) -> Result:
    from scheduler.app.planning import limits_of, make
    from scheduler.cli.progress import Progress

    with Progress() as progress:
        return make(job, limits_of(seconds, workers, seed, progress))


def _print(
    job: Job,
    event: Event,
    result: Result,
    *,
    language: str,
    view: list[str] | None,
    names: bool,
    json: bool,
    out: Path | None,
    format: list[str] | None,
    force: bool,
) -> None:
    from scheduler.app.as_json import plan_json
    from scheduler.app.exporting import Content
    from scheduler.app.inputs import read_names
    from scheduler.views import Translator, Verdict, show, summary

    verdict = Verdict.of(result, job.rulebook.name)
    data = plan_json(result, event=event, model=job.rulebook.name)
    content = Content(
        result.schedule, event, read_names(event), verdict, data, language, event.name
    )
    if deliver(content, out=out, formats=format or (), stem=stem_of(event, ""), force=force):
        return
    if json:
        put_json(data)
        return
    t = Translator(language)
    told = show(
        result.schedule, t, tuple(view or ("by-round",)), names=read_names(event) if names else ()
    )
    put(told + "\n" + summary(result.schedule, t, verdict) + "\n")
    for note in result.notes:
        say(t("answer.note", note=note))
