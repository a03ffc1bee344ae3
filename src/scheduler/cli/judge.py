"""``scheduler check``, ``complete`` and ``repair``: a table that is there already."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from scheduler.cli.delivery import deliver, source_of, stem_of
from scheduler.cli.options import (
    Drop,
    EventOption,
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
    TableFile,
    TimeLimit,
    Without,
    Workers,
)
from scheduler.cli.screen import put, put_json, say

if TYPE_CHECKING:
    from scheduler.app.tables import Judged

__all__ = ["check", "complete", "repair"]


def _judged(
    table: str,
    event: str | None,
    model: str,
    stage: int,
    legs: int,
    change: list[str] | None,
    without: list[str] | None,
    drop_last: bool,
) -> Judged:
    from scheduler.app.planning import Asked
    from scheduler.app.rulebooks import parse_change
    from scheduler.app.tables import prepare_table

    changes = [parse_change(text) for text in change or ()]
    asked = Asked(model, stage, legs, {}, changes, tuple(without or ()))
    source, called = source_of(table)
    return prepare_table(source, event, asked, drop_last=drop_last, name=called)


def check(
    table: TableFile,
    model: Model = "",
    event: EventOption = None,
    stage: StageNumber = 1,
    legs: Legs = 0,
    drop_last: Drop = False,
    change: Set = None,
    without: Without = None,
    priced: Annotated[
        bool, typer.Option("--priced", help="Say one by one what was paid for, too.")
    ] = False,
    language: Language = "en",
    names: Names = False,
    json: JsonOption = False,
) -> int:
    """Say which rules a table breaks.

    Every rule broken is said by clause, number and rounds, and the exit code is then 1. Rules that
    have a price do not count as broken; --priced lists what was paid for them.
    """
    from scheduler.app.as_json import check_json
    from scheduler.app.inputs import read_names
    from scheduler.app.tables import judge
    from scheduler.cli.words import hard_only
    from scheduler.views import Translator, Verdict, report_text, summary

    t = Translator(language)
    judged = _judged(table, event, model, stage, legs, change, without, drop_last)
    report = judge(judged)
    rulebook = judged.rulebook
    if json:
        put_json(check_json(report, table=judged.table, model=rulebook.name))
    else:
        say(f"{judged.table.name} under {rulebook.name}")
        called = read_names(judged.event, judged.table) if names else ()
        verdict = Verdict(report, model=rulebook.name)
        told = report if priced else hard_only(report)
        put(report_text(told, t, names=called) + "\n")
        put(summary(judged.table.schedule, t, verdict) + "\n")
    return 0 if report.holds else 1


def complete(
    table: TableFile,
    unrestricted: Annotated[
        bool,
        typer.Option("--unrestricted", help="A missing cell may hold any match, not only the"
                     " lines that the table names."),
    ] = False,
    assume: Annotated[
        list[str] | None,
        typer.Option("--assume", metavar="ID", help="Hold it to an assumption of the table's own;"
                     " repeatable."),
    ] = None,
    all_assumptions: Annotated[
        bool, typer.Option("--assume-all", help="Hold it to all of the table's assumptions.")
    ] = False,
    language: Language = "en",
    json: JsonOption = False,
    out: Out = None,
    format: Format = None,
    force: Force = False,
) -> None:
    """Fill in the missing cells of a published table.

    The printed cells are kept, the ways to fill in the others are counted exactly, what all of
    them share is listed, and one is printed.
    """
    from scheduler.app.as_json import complete_json
    from scheduler.app.exporting import Content
    from scheduler.app.inputs import open_table
    from scheduler.app.tables import complete_table
    from scheduler.cli.words import completion_words
    from scheduler.views import Translator

    t = Translator(language)
    source, called = source_of(table)
    opened = open_table(source, name=called)
    known = opened.published.assumptions if opened.published else ()
    assumed = [a.id for a in known] if all_assumptions else list(dict.fromkeys(assume or ()))
    found = complete_table(opened, restricted=not unrestricted, assumptions=assumed)
    data = complete_json(found, table=opened, restricted=not unrestricted, assumptions=assumed)
    if found.example is not None:
        content = Content(found.example, names=opened.names, data=data, language=language,
                          title=opened.name)
        if deliver(content, out=out, formats=format or (), stem=stem_of(None, opened.name),
                   force=force):
            return
    if json:
        put_json(data)
    else:
        put(completion_words(opened, found, t, restricted=not unrestricted, assumed=assumed))


def repair(
    table: TableFile,
    model: Model = "",
    event: EventOption = None,
    stage: StageNumber = 1,
    legs: Legs = 0,
    drop_last: Drop = False,
    change: Set = None,
    without: Without = None,
    seed: Seed = 0,
    time_limit: TimeLimit = 60.0,
    workers: Workers = 1,
    language: Language = "en",
    json: JsonOption = False,
    out: Out = None,
    format: Format = None,
    force: Force = False,
) -> None:
    """Find the least change that makes a table obey.

    A reversed match, a match in another round, a match at another table count one change each.
    It is proven that fewer cannot do, and said whether the repair is the only one of its size.
    """
    from scheduler.app.as_json import repair_json
    from scheduler.app.exporting import Content
    from scheduler.app.inputs import read_names
    from scheduler.app.planning import limits_of
    from scheduler.app.tables import repair_table
    from scheduler.cli.progress import Progress
    from scheduler.cli.words import repair_words
    from scheduler.views import Translator, Verdict

    t = Translator(language)
    judged = _judged(table, event, model, stage, legs, change, without, drop_last)
    with Progress() as progress:
        result = repair_table(judged, limits_of(time_limit, workers, seed, progress))
    data = repair_json(result, table=judged.table, model=judged.rulebook.name)
    verdict = Verdict.of(result, judged.rulebook.name)
    content = Content(result.schedule, judged.event, read_names(judged.event, judged.table),
                      verdict, data, language, judged.table.name)
    if deliver(content, out=out, formats=format or (),
               stem=stem_of(judged.event, judged.table.name), force=force):
        return
    if json:
        put_json(data)
    else:
        put(repair_words(judged, result, t))
