"""Leagues at the command line: what ``check``, ``plan``, ``show`` and ``export`` do with RobinX files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from scheduler.cli.asking import league_kind, source_of
from scheduler.cli.screen import put, put_bytes, put_json, say
from scheduler.errors import UsageError

if TYPE_CHECKING:
    from scheduler.app.exporting import Content
    from scheduler.event import Event, Result, Schedule
    from scheduler.event.league import LeagueInstance
    from scheduler.formats.league import Judgement

__all__ = ["check_league", "export_league", "export_robinx", "plan_league", "show_league"]

Given = tuple[str | bytes, str]


def check_league(table: Given, instance: str, *, explain: bool, json: bool) -> int:
    """The verdict on a solution; the exit code of ``check``."""
    from scheduler.app.leagues import judge, judgement_json, judgement_words, needs_instance, open_instance

    source, called = table
    if not instance:
        raise needs_instance(league_kind(table), called or str(source))
    opened = open_instance(_instance_source(table, instance))
    verdict = judge(source, opened, name=called)
    title = called or (Path(source).name if isinstance(source, str) else "the solution")
    if json:
        put_json(judgement_json(verdict, table=title))
    else:
        say(f"{title} under {opened.name}")
        put(judgement_words(verdict, explain=explain))
        _notes(verdict.notes)
    return 0 if verdict.holds else 1


def _instance_source(table: Given, instance: str) -> str | bytes:
    if isinstance(table[0], bytes) and instance == "-":
        raise UsageError("standard input is either the solution or the instance")
    return source_of(instance)[0]


def _notes(notes: Sequence[str]) -> None:
    for note in notes:
        say(f"Note: {note}.")


def plan_league(
    given: Given, *, out: str | None, formats: Sequence[str], model: str, seconds: float, workers: int,
    seed: int, force: bool, language: str, json: bool,
) -> None:
    """Plan the league of an instance, or write its model for another solver."""
    from scheduler.app import leagues
    from scheduler.app.planning import limits_of
    from scheduler.cli.delivery import ask_first
    from scheduler.cli.progress import Progress

    instance = leagues.open_instance(given[0], name=given[1])
    if model:
        _write_model(instance, model, force)
        return
    xml = _is_xml(out, formats)
    if xml and out not in (None, "-"):
        from scheduler.app.exporting import may_write

        may_write(Path(out or ""), force)
    elif not xml:
        ask_first(out, formats, _stem(instance), force, language)
    with Progress() as progress:
        result = leagues.plan_league(instance, limits_of(seconds, workers, seed, progress))
    _deliver(instance, result, out, formats, force, language, json, xml)


def _is_xml(out: str | None, formats: Sequence[str]) -> bool:
    named = out is not None and out.lower().endswith(".xml")
    if named and any(f != "robinx" for f in formats):
        raise UsageError(f"{out} is one file of format robinx, but {', '.join(formats)} was asked for")
    if "robinx" in formats and (len(formats) > 1 or (out not in (None, "-") and not named)):
        raise UsageError("RobinX is one file", maybe="write --out SOLUTION.xml.")
    return named or "robinx" in formats


def _write_model(instance: LeagueInstance, path: str, force: bool) -> None:
    from scheduler.app.exporting import may_write
    from scheduler.formats.league import export_model

    may_write(Path(path), force)
    _notes(export_model(instance, path))
    say(f"wrote {path}")


def _deliver(
    instance: LeagueInstance, result: Result, out: str | None, formats: Sequence[str], force: bool,
    language: str, json: bool, xml: bool,
) -> None:
    from scheduler.app.leagues import judgement_words, plan_json, solution_of
    from scheduler.app.robinx_export import robinx_bytes, write_robinx
    from scheduler.cli.delivery import deliver

    verdict: Judgement = result.extra["judgement"]
    data = plan_json(result, instance)
    solution = solution_of(instance, result.schedule, verdict)
    if xml and (out is None or out == "-"):
        put_bytes(robinx_bytes(solution))
        return
    if xml:
        write_robinx(solution, Path(out or ""), force=force)
        say(f"wrote {out}")
    content = _content(instance, result.schedule, language, data)
    if not xml and deliver(content, out=out, formats=formats, stem=_stem(instance), force=force):
        return
    if json:
        put_json(data)
        return
    if not xml and out is None:
        put(_games_text(content) + "\n")
    put(judgement_words(verdict))
    say(_proof(result, verdict))


def _proof(result: Result, verdict: Judgement) -> str:
    if result.status == "optimal":
        return f"optimal, proven in {result.seconds:.1f} s"
    least = f"the objective is at least {result.bound[0]}, proven"
    return f"{result.status} after {result.seconds:.1f} s; {least}"


def _content(
    instance: LeagueInstance, schedule: Schedule, language: str, data: dict[str, object] | None = None
) -> Content:
    from scheduler.app.exporting import Content
    from scheduler.app.inputs import read_names
    from scheduler.app.leagues import league_event

    event: Event = league_event(instance)
    return Content(schedule, event, read_names(event), None, data, language, instance.name)


def _games_text(content: Content) -> str:
    from scheduler.views import Translator, show

    return show(content.schedule, Translator(content.language), ("by-round",), names=content.names)


def _stem(instance: LeagueInstance) -> str:
    from scheduler.cli.delivery import stem_of

    return stem_of(None, instance.name)


def show_league(
    table: Given, instance: str, kind: str, *, view: Sequence[str] | None, language: str,
    json: bool, explain: bool,
) -> None:
    """An instance in figures, or the games of a solution."""
    from scheduler.app import leagues
    from scheduler.app.as_json import show_json
    from scheduler.views import VIEWS, Translator, show

    source, called = table
    if kind == "instance":
        opened = leagues.open_instance(source, name=called)
        if json:
            put_json(leagues.instance_json(opened))
        else:
            put(leagues.instance_words(opened, explain=explain))
        return
    if not instance:
        if json or view:
            raise leagues.needs_instance(kind, called or str(source))
        from scheduler.files.robinx import load_robinx_solution

        put(leagues.solution_words(load_robinx_solution(source, name=called)))
        return
    shown = leagues.league_table(source, _instance_source(table, instance), name=called)
    names = tuple(e.name for e in shown.event.entrants)
    if json:
        put_json(show_json(shown.table, names))
    else:
        t = Translator(language)
        put(show(shown.table.schedule, t, tuple(view or VIEWS), names=names) + "\n")


def export_league(
    table: Given, instance: str, kind: str, *, out: str | None, formats: Sequence[str], force: bool,
    language: str,
) -> None:
    """A RobinX file written anew, or a solution as a table in one of our formats."""
    from scheduler.app import leagues
    from scheduler.app.robinx_export import robinx_bytes, write_robinx
    from scheduler.cli.delivery import ask_first, deliver
    from scheduler.files.robinx import load_robinx_solution

    source, called = table
    if _is_xml(out, formats):
        what = (
            leagues.open_instance(source, name=called) if kind == "instance"
            else load_robinx_solution(source, name=called)
        )
        if out is None or out == "-":
            put_bytes(robinx_bytes(what))
        else:
            write_robinx(what, Path(out), force=force)
            say(f"wrote {out}")
        return
    if kind == "instance" or not instance:
        raise leagues.needs_instance(kind, called or str(source))
    if out is None and not formats:
        raise UsageError("export needs --out or --format", maybe="write --out table.xlsx.")
    opened = leagues.open_instance(_instance_source(table, instance))
    shown = leagues.league_table(source, opened, name=called)
    ask_first(out, formats, "", force, language)
    content = _content(opened, shown.table.schedule, language)
    deliver(content, out=out, formats=formats, stem=_stem(opened), force=force)


def export_robinx(
    schedule: Schedule, event: Event | None, *, out: str | None, formats: Sequence[str], force: bool
) -> bool:
    """Write a schedule of our own as RobinX; False where something else is asked for."""
    from scheduler.app.robinx_export import export_schedule, schedule_solution

    if not _is_xml(out, formats):
        return False
    if out is None or out == "-":
        data, lost = schedule_solution(schedule, event)
        put_bytes(data)
    else:
        paths, lost = export_schedule(schedule, event, Path(out), force=force)
        for path in paths:
            say(f"wrote {path}")
    for note in lost:
        say(f"Warning: {note}.")
    return True
