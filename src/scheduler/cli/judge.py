"""``scheduler check``, ``complete`` and ``repair``: a table that is there already."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scheduler.cli import options as o
from scheduler.cli import options_more as more
from scheduler.cli.asking import asked_of, judged_of, league_kind, source_of
from scheduler.cli.delivery import ask_first, deliver, stem_of
from scheduler.cli.screen import put, put_json, say

if TYPE_CHECKING:
    from scheduler.app.exporting import Content
    from scheduler.app.planning import Asked
    from scheduler.app.tables import Judged
    from scheduler.event import Report, Result

__all__ = ["check", "complete", "repair"]

Given = tuple[str | bytes, str]


def check(
    table: o.TableFile,
    model: o.Model = "",
    event: o.EventOption = "",
    stage: o.StageNumber = 1,
    legs: o.Legs = 0,
    drop_last: o.Drop = False,
    change: o.Set = None,
    without: o.Without = None,
    priced: o.Priced = False,
    instance: more.Instance = "",
    explain: more.Explain = False,
    certificate: more.Certificate = "",
    language: o.Language = "en",
    names: o.Names = False,
    json: o.JsonOption = False,
) -> int:
    """Say which rules a table, a draw or a league's solution breaks.

    Every rule broken is said by clause, number and rounds, and the exit code is then 1. Rules that
    have a price do not count as broken; --priced lists what was paid for them.
    """
    given = source_of(table)
    if instance or league_kind(given):
        from scheduler.cli.league import check_league

        return check_league(given, instance, explain=explain, json=json)
    from scheduler.cli.drawn import check_drawn, drawn_kind

    if certificate or drawn_kind(given):
        return check_drawn(given, event, model=model, stage=stage if stage > 1 else 0, change=change,
                           without=without, certificate=certificate, language=language,
                           priced=priced, json=json)
    asked = asked_of(model, stage, legs, change, without)
    return _check_table(given, event, asked, drop_last, priced, names, language, json)


def _check_table(
    given: Given, event: str, asked: Asked, drop_last: bool, priced: bool, names: bool, language: str,
    json: bool,
) -> int:
    from scheduler.app.as_json import check_json
    from scheduler.app.tables import judge
    from scheduler.views import Translator

    Translator(language)
    judged = judged_of(given, event, asked, drop_last)
    report = judge(judged)
    if json:
        put_json(check_json(report, table=judged.table, model=judged.rulebook.name))
    else:
        say(f"{judged.table.name} under {judged.rulebook.name}")
        put(_report(judged, report, language, priced, names))
    return 0 if report.holds else 1


def _report(judged: Judged, report: Report, language: str, priced: bool, names: bool) -> str:
    from scheduler.app.inputs import read_names
    from scheduler.app.rulebooks import bye_breaks_run
    from scheduler.cli.words import hard_only
    from scheduler.views import Translator, Verdict, report_text, summary

    t = Translator(language)
    called = read_names(judged.event, judged.table) if names else ()
    told = report_text(report if priced else hard_only(report), t, names=called)
    runs = bye_breaks_run(judged.rulebook)
    verdict = Verdict(report, model=judged.rulebook.name, bye_breaks_run=runs)
    return told + "\n" + summary(judged.table.schedule, t, verdict) + "\n"


def complete(
    table: o.TableFile,
    unrestricted: o.Unrestricted = False,
    assume: o.Assume = None,
    assume_all: o.AssumeAll = False,
    language: o.Language = "en",
    json: o.JsonOption = False,
    out: o.Out = None,
    format: o.Format = None,
    force: o.Force = False,
) -> None:
    """Fill in the missing cells of a published table.

    The printed cells are kept, the ways to fill in the others are counted exactly, what all of
    them share is listed, and one is printed.
    """
    from scheduler.app.as_json import complete_json
    from scheduler.app.exporting import Content
    from scheduler.app.inputs import open_table
    from scheduler.app.tables import complete_table
    from scheduler.views import Translator, completions_text

    source, called = source_of(table)
    opened = open_table(source, name=called)
    stem = stem_of(None, opened.name)
    ask_first(out, format, stem, force, language)
    known = opened.published.assumptions if opened.published else ()
    assumed = [a.id for a in known] if assume_all else list(dict.fromkeys(assume or ()))
    found = complete_table(opened, restricted=not unrestricted, assumptions=assumed)
    data = complete_json(found, table=opened, restricted=not unrestricted, assumptions=assumed)
    if found.example is not None:
        content = Content(found.example, None, opened.names, None, data, language, opened.name)
        if deliver(content, out=out, formats=format or (), stem=stem, force=force):
            return
    if json:
        put_json(data)
    else:
        assert opened.published is not None  # else nothing was counted
        put(completions_text(found, opened.published, Translator(language), name=opened.name,
                             restricted=not unrestricted, assumed=assumed))


def repair(
    table: o.TableFile,
    model: o.Model = "",
    event: o.EventOption = "",
    stage: o.StageNumber = 1,
    legs: o.Legs = 0,
    drop_last: o.Drop = False,
    change: o.Set = None,
    without: o.Without = None,
    seed: o.Seed = 0,
    time_limit: o.TimeLimit = 60.0,
    workers: o.Workers = 1,
    fact: more.Facts = None,
    played: more.PlayedFile = "",
    pick: more.Pick = 1,
    language: o.Language = "en",
    json: o.JsonOption = False,
    out: o.Out = None,
    format: o.Format = None,
    force: o.Force = False,
) -> None:
    """Find the least change that makes a table obey, or mends a draw.

    In a table a reversed match, one in another round, one at another table count one change each. In
    a draw the fewest entrants move after what --fact says. It is proven that fewer cannot do.
    """
    given = source_of(table)
    from scheduler.cli.drawn import drawn_kind, repair_drawn

    if fact or played or drawn_kind(given):
        repair_drawn(
            given, event, model=model, stage=stage if stage > 1 else 0, change=change, without=without,
            facts=fact or (), pick=pick, seconds=time_limit, language=language, json=json, out=out,
            formats=format or (), force=force, results=played,
        )
        return
    judged = judged_of(given, event, asked_of(model, stage, legs, change, without), drop_last)
    ask_first(out, format, stem_of(judged.event, judged.table.name), force, language)
    _tell_repaired(judged, _repaired(judged, time_limit, workers, seed), out, format, force, language, json)


def _tell_repaired(
    judged: Judged, result: Result, out: str | None, format: Sequence[str] | None, force: bool,
    language: str, json: bool,
) -> None:
    from scheduler.app.rulebooks import bye_breaks_run
    from scheduler.views import Translator, repair_text

    content = _repair_content(judged, result, language)
    stem = stem_of(judged.event, judged.table.name)
    if deliver(content, out=out, formats=format or (), stem=stem, force=force):
        return
    if json:
        put_json(content.data or {})
    else:
        put(repair_text(result, Translator(language), table=judged.table.name,
                        model=judged.rulebook.name,
                        bye_breaks_run=bye_breaks_run(judged.rulebook)))


def _repaired(judged: Judged, seconds: float, workers: int, seed: int) -> Result:
    from scheduler.app.planning import limits_of
    from scheduler.app.tables import repair_table
    from scheduler.cli.progress import Progress

    with Progress() as progress:
        return repair_table(judged, limits_of(seconds, workers, seed, progress))


def _repair_content(judged: Judged, result: Result, language: str) -> Content:
    from scheduler.app.as_json import repair_json
    from scheduler.app.exporting import Content
    from scheduler.app.inputs import read_names
    from scheduler.app.rulebooks import bye_breaks_run
    from scheduler.views import Verdict

    model = judged.rulebook.name
    return Content(
        result.schedule, judged.event, read_names(judged.event, judged.table),
        Verdict.of(result, model, bye_breaks_run(judged.rulebook)),
        repair_json(result, table=judged.table, model=model),
        language, judged.table.name,
    )
