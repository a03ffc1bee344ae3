"""``scheduler show`` and ``export``: a table to look at, and as files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scheduler.cli import options_more as more
from scheduler.cli.asking import league_kind, source_of
from scheduler.cli.delivery import ask_first, deliver, stem_of
from scheduler.cli.options import (
    Drop,
    EventOption,
    Force,
    Format,
    JsonOption,
    Language,
    Names,
    Out,
    TableFile,
    View,
)
from scheduler.cli.screen import put, put_json
from scheduler.errors import UsageError

if TYPE_CHECKING:
    from scheduler.app.inputs import Table
    from scheduler.event import Event

__all__ = ["export", "show"]


def _opened(
    given: tuple[str | bytes, str], event: str, drop_last: bool
) -> tuple[Table, Event | None]:
    from scheduler.app.inputs import open_event, open_table, without_last_table

    source, called = given
    known = open_event(event) if event else None
    opened = open_table(source, known, name=called)
    opened = without_last_table(opened) if drop_last else opened
    if known is not None and known.size != opened.schedule.entrants:
        raise UsageError(
            f"{opened.name} is a table of {opened.schedule.entrants} entrants, but {known.name}"
            f" has {known.size}"
        )
    return opened, known


def show(
    table: TableFile,
    event: EventOption = "",
    view: View = None,
    names: Names = False,
    drop_last: Drop = False,
    instance: more.Instance = "",
    explain: more.Explain = False,
    bracket: more.BracketKind = "",
    places: more.Places = "",
    order_of_play: more.DayPlan = "",
    played: more.PlayedFile = "",
    language: Language = "en",
    json: JsonOption = False,
) -> None:
    """Print a table, a draw, or a league.

    By round, by entrant, as a crosstable, and its home and away pattern; --view chooses.
    """
    given = source_of(table)
    if instance or league_kind(given):
        from scheduler.cli.league import show_league

        show_league(given, instance, league_kind(given), view=view, language=language, json=json,
                    explain=explain)
        return
    from scheduler.cli.drawn import drawn_kind, show_drawn

    if drawn_kind(given):
        show_drawn(given, event, stage=0, bracket=bracket, places=places, day=order_of_play,
                   language=language, json=json, results=played)
        return
    _show_table(given, event, view, names, drop_last, language, json)


def _show_table(
    given: tuple[str | bytes, str], event: str, view: Sequence[str] | None, names: bool,
    drop_last: bool, language: str, json: bool,
) -> None:
    from scheduler.app.as_json import show_json
    from scheduler.app.inputs import read_names
    from scheduler.cli.screen import say
    from scheduler.views import VIEWS, Translator, published, summary
    from scheduler.views import show as shown

    t = Translator(language)
    opened, known = _opened(given, event, drop_last)
    called = read_names(known, opened)
    if json:
        put_json(show_json(opened, called))
        return
    if opened.published is not None:
        say(f"{opened.published.title}. {opened.published.source}.")
        if not view and not names:
            put(published(opened.published, t) + "\n" + summary(opened.schedule, t) + "\n")
            return
    wanted = tuple(view or VIEWS)
    told = shown(opened.schedule, t, wanted, names=called if names else ())
    put(told + "\n" + summary(opened.schedule, t) + "\n")


def export(
    table: TableFile,
    out: Out = None,
    event: EventOption = "",
    format: Format = None,
    drop_last: Drop = False,
    instance: more.Instance = "",
    bracket: more.BracketKind = "",
    places: more.Places = "",
    order_of_play: more.DayPlan = "",
    played: more.PlayedFile = "",
    language: Language = "en",
    force: Force = False,
    json: JsonOption = False,
) -> None:
    """Write a table as files.

    Text, CSV, JSON, XLSX, iCalendar (where rounds have times), HTML for A4, SVG of draws, RobinX XML.
    """
    given = source_of(table)
    if instance or league_kind(given):
        from scheduler.cli.league import export_league

        export_league(given, instance, league_kind(given), out=out, formats=format or (), force=force,
                      language=language)
        return
    from scheduler.cli.drawn import drawn_kind, export_drawn

    if drawn_kind(given):
        export_drawn(given, event, bracket=bracket, places=places, day=order_of_play, out=out,
                     formats=format or (), language=language, force=force, results=played)
        return
    if json and (format or out == "-"):
        raise UsageError("--json prints JSON, and --format says another thing to print")
    opened, known = _opened(given, event, drop_last)
    if _robinx(opened, known, out, format, force):
        return
    ask_first(None, format if out is None else None, "", force, language)
    _export_table(opened, known, out, format or (), force, language, json)


def _export_table(
    opened: Table, known: Event | None, out: str | None, formats: Sequence[str], force: bool,
    language: str, json: bool,
) -> None:
    from scheduler.app.as_json import show_json
    from scheduler.app.exporting import Content
    from scheduler.app.inputs import read_names

    called = read_names(known, opened)
    content = Content(opened.schedule, known, called, None, show_json(opened, called), language,
                      opened.name)
    if out is None and not formats and not json:
        raise UsageError("export needs --out or --format", maybe="write --out table.xlsx.")
    used = deliver(content, out=out, formats=formats, stem=stem_of(known, opened.name), force=force)
    if json and not used:
        put_json(show_json(opened, called))


def _robinx(
    opened: Table, known: Event | None, out: str | None, formats: Sequence[str] | None, force: bool
) -> bool:
    """True where RobinX was asked for, which is then written."""
    if "robinx" not in (formats or ()) and not (out or "").lower().endswith(".xml"):
        return False
    from scheduler.cli.league import export_robinx

    return export_robinx(opened.schedule, known, out=out, formats=formats or (), force=force)
