"""What the commands of ``scheduler event`` share: their options, and telling a file from the rest."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scheduler.cli.screen import put_json, say
from scheduler.errors import UsageError

if TYPE_CHECKING:
    from scheduler.app.directing.desk import Decided, Who

__all__ = [
    "At", "By", "DryRun", "File", "Json", "Reason", "Stage", "To", "Words", "after", "needed", "split",
    "who_of", "whole",
]

File = Annotated[
    str, typer.Argument(metavar="[FILE]", help="The event file; SCHEDULER_EVENT, or the only one here.")]
Words = Annotated[list[str] | None, typer.Argument(show_default=False)]
By = Annotated[str, typer.Option("--by", metavar="NAME", help="Who decides (SCHEDULER_AUTHOR).")]
At = Annotated[
    int,
    typer.Option("--at", metavar="POSITION", show_default=False,
                 help="Only if nobody has decided anything after this position of the log (exit 6)."),
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show what would be decided, and decide nothing.")]
Reason = Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why; kept in the log.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON (see docs/schemas).")]
Stage = Annotated[
    int, typer.Option("--stage", metavar="N", show_default=False, help="Which stage; the running one.")]

To = Annotated[
    list[str] | None,
    typer.Option("--to", "--html", metavar="FILE", help="Write it as .html, .csv or .xlsx; repeat it."),
]

_NO_FILE = re.compile(r"[+-]?\d+([.,:-]\d+)*")


def who_of(by: str = "", at: int = 0, dry_run: bool = False, reason: str = "") -> Who:
    """Who decides, from the options."""
    from scheduler.app.directing.desk import Who

    return Who(by, at or None, dry_run, reason)


def split(words: Sequence[str] | None, most: int = 1_000) -> tuple[os.PathLike[str], list[str]]:
    """The event file and the other words. The first word is the file where it looks like one: it exists,
    or has a folder or an ending that is not a number's."""
    from scheduler.app.directing.desk import find_file

    rest = list(words or ())
    given = ""
    if rest and not _NO_FILE.fullmatch(rest[0]):
        first = rest[0]
        like = os.path.exists(first) or os.sep in first or "/" in first or bool(
            re.search(r"\.[A-Za-z]\w*$", first))
        if like:
            given = rest.pop(0)
    if len(rest) > most:
        raise UsageError(
            f'"{rest[most][:60]}" is one word too many',
            maybe="put quotes around a text of several words.")
    return find_file(given), rest


def needed(rest: Sequence[str], names: str) -> None:
    """UsageError where words are missing."""
    if len(rest) < len(names.split()):
        raise UsageError(f"this needs {names}", maybe="see --help.")


def whole(text: str, what: str) -> int:
    """A whole number from 0 in a word. UsageError."""
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise UsageError(f'{what} must be a whole number, not "{text[:40]}"')
    return int(text)


def after(decided: Decided, told: str, json: bool, more: dict[str, Any] | None = None) -> None:
    """Tell what was decided: in words on stderr, as JSON on stdout."""
    if json:
        from scheduler.app.directing.looking import decided_json

        put_json(decided_json(decided, more))
    for note in decided.notes:
        say(note)
    if decided.dry_run:
        say(f"{told} - nothing was decided (dry run)")
    elif decided.entries:
        say(f"{told} - kept as entry {decided.entries[-1].position}")
    else:
        say(f"{told} - nothing to be done")
