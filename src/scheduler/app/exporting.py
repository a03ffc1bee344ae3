"""A schedule as files: which formats there are, and what each of them holds."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from scheduler.app.json_text import dump
from scheduler.errors import FileError, UsageError, did_you_mean
from scheduler.event import Event, Schedule
from scheduler.files.json_schedules import schedule_json
from scheduler.files.output import write_atomic
from scheduler.views import Translator, Verdict, show

__all__ = [
    "FORMATS",
    "Content",
    "dump",
    "export",
    "format_of",
    "formats",
    "may_write",
    "render",
    "targets",
    "write_all",
    "write_new",
]

_SLASHES = tuple({"/", os.sep, os.altsep or "/"})


@dataclass(frozen=True)
class Content:
    """What files are made of. ``data`` is what JSON holds, by default the schedule alone.

    ``names`` are empty where numbers say it all; ``verdict`` is printed on pages.
    """

    schedule: Schedule
    event: Event | None = None
    names: tuple[str, ...] = ()
    verdict: Verdict | None = None
    data: Mapping[str, Any] | None = None
    language: str = "en"
    title: str = ""


def _text(content: Content) -> bytes:
    told = show(content.schedule, Translator(content.language), names=content.names)
    return told.encode()


def _csv(content: Content) -> bytes:
    from scheduler.files.csv_out import csv_bytes, schedule_csv

    return csv_bytes(schedule_csv(content.schedule, content.event, language=content.language))


def _json(content: Content) -> bytes:
    return dump(content.data or schedule_json(content.schedule)).encode()


def _xlsx(content: Content) -> bytes:
    from scheduler.files.xlsx_out import schedule_xlsx

    return schedule_xlsx(content.schedule, content.event, language=content.language)


def _ics(content: Content) -> bytes:
    from scheduler.files.ical import schedule_ical

    return schedule_ical(content.schedule, content.event, language=content.language)


def _html(content: Content) -> bytes:
    from scheduler.app.inputs import open_event
    from scheduler.views import page

    event = content.event or Event(content.title, open_event(content.schedule.entrants).entrants)
    translator = Translator(content.language)
    return page(event, content.schedule, translator, content.verdict).encode()


FORMATS: Mapping[str, Callable[[Content], bytes]] = MappingProxyType(
    {"text": _text, "csv": _csv, "json": _json, "xlsx": _xlsx, "ics": _ics, "html": _html}
)
_SUFFIX = {".txt": "text", ".htm": "html"}
_ENDING = {"text": "txt"}
_USUAL = ("csv", "json", "xlsx", "html")


def formats(names: Sequence[str], known: Collection[str] = FORMATS) -> tuple[str, ...]:
    """The formats named, each once; UsageError with "did you mean" for one that is not ``known``."""
    for name in names:
        if name not in known:
            raise UsageError(
                f'there is no format "{name[:40]}"', maybe=did_you_mean(name[:40], list(known))
            )
    return tuple(dict.fromkeys(names))


def format_of(path: Path, known: Collection[str] = FORMATS) -> str:
    """The format that a file's name asks for, "" where it asks for none that is ``known``."""
    suffix = path.suffix.lower()
    name = _SUFFIX.get(suffix, suffix.removeprefix("."))
    return name if name in known else ""


def render(content: Content, format: str) -> bytes:
    """``content`` in one format: the bytes of the file. UsageError where it cannot hold it."""
    (name,) = formats([format])
    return FORMATS[name](content)


def targets(
    target: Path | str, *, names: Sequence[str] = (), stem: str = "", force: bool = False,
    timed: bool = False, known: Mapping[str, object] = FORMATS, usual: Sequence[str] = _USUAL,
) -> dict[Path, str]:
    """The files that an export to ``target`` writes, each with its format.

    ``target`` is a folder where its text ends in a slash. Else it is a file when its suffix is that
    of a format, or when it is no folder and one format is named; else a folder, in which each file
    is called ``stem``. By default a folder gets
    CSV, JSON, XLSX and HTML, and iCalendar too where rounds are ``timed``. ``known`` are the formats
    that there are, ``usual`` those of a folder.

    Raises :class:`UsageError` for a file that is there already (without ``force``), and for
    formats that do not fit: ask before a long search, not after it.
    """
    folder = str(target).endswith(_SLASHES)
    target = Path(target)
    wanted, own = formats(names, known), format_of(target, known)
    if not folder and not target.is_dir() and (own or len(wanted) == 1):
        if len(wanted) > 1 or (own and wanted and wanted[0] != own):
            raise UsageError(
                f"{target} is one file of format {own}, but {', '.join(wanted)} was asked for",
                maybe="name a folder.",
            )
        found = {target: own or wanted[0]}
    else:
        chosen = wanted or ((*usual, "ics") if timed else tuple(usual))
        found = {target / f"{stem or 'schedule'}.{_ENDING.get(f, f)}": f for f in chosen}
    for path in found:
        may_write(path, force)
    return found


def export(
    content: Content, target: Path | str, *, names: Sequence[str] = (), stem: str = "",
    force: bool = False,
) -> tuple[Path, ...]:
    """Write ``content`` to the files of :func:`targets`, with its errors; gives their paths.

    A folder that is missing is made. Everything is made before the first byte is written, each
    file whole or not at all. Raises :class:`FileError` for what cannot be written.
    """
    timed = bool(content.schedule.starts)
    found = targets(target, names=names, stem=stem, force=force, timed=timed)
    made = {path: render(content, name) for path, name in found.items()}
    folder = None if Path(target) in made else Path(target)
    return write_all(made, folder)


def write_all(made: Mapping[Path, bytes], folder: Path | None = None) -> tuple[Path, ...]:
    """Write files, each whole, into a ``folder`` that is made where it is missing; FileError if it cannot."""
    if folder is not None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FileError(
                f"the folder cannot be made ({error.strerror})", where=str(folder)
            ) from None
    for path, data in made.items():
        write_atomic(path, data)
    return tuple(made)


def write_new(path: Path, data: bytes, *, force: bool = False) -> None:
    """Write one file whole; UsageError where it is there already and ``force`` is not set."""
    may_write(path, force)
    write_atomic(path, data)


def may_write(path: Path, force: bool) -> None:
    """UsageError where a file is there already and ``force`` is not set."""
    try:
        taken = path.is_file() and not force
    except (OSError, ValueError):  # a name that no file can have: writing will say so
        taken = False
    if taken:
        raise UsageError(
            f"{path} is there already",
            maybe="add --force to write over it, or choose another name.",
        )
