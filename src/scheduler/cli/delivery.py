"""Where a schedule goes besides the terminal: into files, or as one format to stdout."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from scheduler.cli.screen import put_bytes, say
from scheduler.errors import UsageError, did_you_mean

if TYPE_CHECKING:
    from scheduler.app.exporting import Content
    from scheduler.event import Event

__all__ = ["ask_first", "deliver", "stem_of"]


def ask_first(
    out: str | None,
    formats: Sequence[str] | None,
    stem: str,
    force: bool,
    language: str = "en",
    views: Sequence[str] | None = None,
) -> None:
    """Find out before a long search what would fail after it. Raises UsageError."""
    from scheduler.app.exporting import formats as known
    from scheduler.app.exporting import targets
    from scheduler.views import VIEWS, Translator

    Translator(language)
    for view in views or ():
        if view not in VIEWS:
            raise UsageError(
                f'there is no view "{view[:40]}"', maybe=did_you_mean(view[:40], list(VIEWS))
            )
    if out is not None and out != "-":
        targets(out, names=formats or (), stem=stem, force=force)
    elif len(known(formats or ())) > 1:
        raise UsageError("standard output holds one format", maybe="name a folder with --out.")


def deliver(
    content: Content, *, out: str | None, formats: Sequence[str], stem: str, force: bool
) -> bool:
    """Write what ``--out`` and ``--format`` ask for; True where stdout now has it."""
    from scheduler.app.exporting import export, render

    if out is None and not formats:
        return False
    if out is None or out == "-":
        ask_first(out, formats, stem, force)
        put_bytes(render(content, formats[0] if formats else "text"))
        return True
    for path in export(content, out, names=formats, stem=stem, force=force):
        say(f"wrote {path}")
    return False


def stem_of(event: Event | None, fallback: str = "") -> str:
    """A file name without its ending, from the event's file or name; safe on every system."""
    told = fallback
    if event is not None:
        told = Path(event.source).stem if event.source else event.name
    safe = re.sub(r"[^\w.-]+", "-", told).strip("-.")
    return safe[:80] or "schedule"
