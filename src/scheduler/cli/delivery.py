"""Where a schedule goes besides the terminal: into files, or as one format to stdout."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from scheduler.cli.screen import put_bytes, say, stdin_bytes
from scheduler.errors import UsageError

if TYPE_CHECKING:
    from scheduler.app.exporting import Content
    from scheduler.event import Event

__all__ = ["deliver", "source_of", "stem_of"]


def deliver(
    content: Content, *, out: Path | None, formats: Sequence[str], stem: str, force: bool
) -> bool:
    """Write what ``--out`` and ``--format`` ask for; True where stdout now has it."""
    from scheduler.app.exporting import export, render

    if out is None and not formats:
        return False
    if out is None or str(out) == "-":
        if len(formats) > 1:
            raise UsageError("standard output holds one format", maybe="name a folder with --out.")
        put_bytes(render(content, formats[0] if formats else "text"))
        return True
    for path in export(content, out, names=formats, stem=stem, force=force):
        say(f"wrote {path}")
    return False


def source_of(argument: str) -> tuple[str | bytes, str]:
    """(source, what messages call it) of an argument; ``-`` is standard input."""
    return (stdin_bytes(), "standard input") if argument == "-" else (argument, "")


def stem_of(event: Event | None, fallback: str) -> str:
    """A file name without its ending, from the event's file or name; safe on every system."""
    told = fallback
    if event is not None:
        told = Path(event.source).stem if event.source else event.name
    safe = re.sub(r"[^\w.-]+", "-", told).strip("-.")
    return safe[:80] or "schedule"
