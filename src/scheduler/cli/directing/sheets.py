"""``scheduler event sheet``."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scheduler.cli import options as common
from scheduler.cli.directing import options as o
from scheduler.cli.directing.entering import settings
from scheduler.cli.screen import put, put_json, say
from scheduler.errors import UsageError

if TYPE_CHECKING:
    from scheduler.event import Event
    from scheduler.formats.sheet import EventSheet

__all__ = ["sheet"]


def sheet(
    file: o.File = "",
    session: Annotated[
        list[str] | None,
        typer.Option("--session", metavar="START[/END]", help="2026-05-30T09:30/13:00; repeat it."),
    ] = None,
    room: Annotated[
        list[str] | None,
        typer.Option("--room", metavar="NAME=TABLES[@M2]", help="A room, its tables and its area."),
    ] = None,
    segments: Annotated[
        str, typer.Option("--segments", metavar="8,8", help="Boards of each segment of a match.")] = "",
    minutes: Annotated[
        str, typer.Option("--minutes", metavar="M", help="Minutes a board, such as 7.5.")] = "",
    screens: Annotated[bool, typer.Option("--screens", help="Played with screens.")] = False,
    change: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Any other setting.")] = None,
    html: Annotated[str, typer.Option("--html", metavar="FILE", help="A page to print.")] = "",
    stage: o.Stage = 0,
    language: common.Language = "en",
    json: o.Json = False,
) -> None:
    """Round clock and timetable, tables and rooms, board sets, venue and equipment (CBA-7 to 10)."""
    from scheduler.app.directing import sheets

    path, _ = o.split([file] if file else [], 0)
    told = _settings(session, room, segments, minutes, screens, settings(change))
    live, event, made = sheets.sheet(path, stage=stage, settings=told)
    if html:
        _page(html, made, event, language)
    if json:
        put_json({"event": live.name, **made.as_json()})
    elif not html:
        from scheduler.views import Translator
        from scheduler.views.sheet import sheet_text

        put(sheet_text(made, Translator(language), event=event))


def _page(to: str, made: EventSheet, event: Event, language: str) -> None:
    from scheduler.files.output import write_atomic
    from scheduler.views import Translator
    from scheduler.views.sheet import sheet_page

    write_atomic(to, sheet_page(made, Translator(language), event=event).encode())
    say(f"wrote {to}")


def _settings(
    session: list[str] | None, room: list[str] | None, segments: str, minutes: str, screens: bool,
    more: dict[str, Any],
) -> dict[str, Any]:
    told = dict(more)
    if session:
        told["sessions"] = [_session(word) for word in session]
    if room:
        told["rooms"] = [_room(word) for word in room]
    if segments:
        told["segments"] = [o.whole(word.strip(), "boards") for word in segments.split(",")]
    if screens:
        told["screens"] = True
    if minutes:
        pace = told.setdefault("pace", {})
        if isinstance(pace, dict):  # anything else is refused with the other settings
            pace["board"] = _seconds(minutes)
    return told


def _seconds(minutes: str) -> int:
    """Seconds of a board. UsageError."""
    found = re.fullmatch(r"(\d{1,3})(?:[.,](\d{1,4}))?", minutes.strip())
    seconds = Fraction(f"{found[1]}.{found[2] or 0}") * 60 if found else Fraction(0)
    if not seconds or seconds.denominator != 1:
        raise UsageError(
            f'"{minutes[:20]}" is no number of minutes that makes whole seconds', maybe="write 8 or 7.5.")
    return int(seconds)


def _session(word: str) -> dict[str, str]:
    start, _, end = word.partition("/")
    if end and "T" not in end:
        end = f"{start.partition('T')[0]}T{end}"
    return {"start": start, **({"end": end} if end else {})}


def _room(word: str) -> dict[str, Any]:
    name, equals, rest = word.rpartition("=")
    tables, _, area = rest.partition("@")
    if not equals:
        raise UsageError(f'"{word[:40]}" is not NAME=TABLES', maybe="write Hall=24 or Hall=24@216.")
    out: dict[str, Any] = {"name": name, "tables": o.whole(tables, "tables")}
    if area:
        out["area"] = area  # read exactly with the other settings
    return out
