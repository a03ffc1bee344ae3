"""``scheduler event adopt|export``: events run elsewhere, and copies."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from scheduler.cli import options as common
from scheduler.cli.directing import options as o
from scheduler.cli.directing.entering import settings
from scheduler.cli.screen import put_json, say
from scheduler.errors import UsageError

__all__ = ["adopt", "export"]

_PAGES = (".html", ".pdf", ".json", ".txt", ".doc", ".docx", ".xls", ".ods", ".ics", ".svg")


def adopt(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE] ROUNDS ...", show_default=False)] = None,
    source: Annotated[
        str, typer.Option("--from", metavar="EVENT", help="Event file that says who plays, and the format."),
    ] = "",
    name: Annotated[str, typer.Option("--name", help="What the event is called.")] = "",
    format: Annotated[str, typer.Option("--format", help="swiss (default) or round-robin.")] = "",
    model: Annotated[str, typer.Option("--model", metavar="NAME", help="Rulebook.")] = "",
    change: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="rounds=7, boards=16 ...")] = None,
    cells: Annotated[
        str, typer.Option("--cells", metavar="rounds|results", help="What a crosstable holds.")] = "auto",
    force: Annotated[
        bool, typer.Option("--force", help="Leave out what is contradictory, and go on.")] = False,
    by: o.By = "",
    dry_run: o.DryRun = False,
    json: o.Json = False,
) -> None:
    """Take over an event that was run elsewhere, from its rounds and results (CSV, XLSX, crosstable).

    FILE is the event file to make; without it, the first file of rounds gives the name.
    """
    from scheduler.app.directing import adopting

    path, files = _named(words)
    made = adopting.adopt(
        path, files, event=source or None, name=name, format=format, model=model, options=settings(change),
        cells=cells, force=force, who=o.who_of(by, 0, dry_run))
    for finding in made.findings:
        say(finding)
    found = made.rounds
    told = (f"{path}: {len(found.entrants)} entrants, {found.rounds} rounds, {len(found.matches)} matches "
            f"adopted, {len(made.findings)} findings")
    o.after(made.decided, told, json, {"file": path, "findings": list(made.findings)})


def _named(words: list[str] | None) -> tuple[str, list[str]]:
    """The event file to make, after the first file of rounds where it is not named, and those files."""
    from scheduler.app.directing.desk import SUFFIX

    given = list(words or ())
    o.needed(given, "ROUNDS")
    if Path(given[0]).suffix.lower() in (".csv", ".tsv", ".xlsx"):
        given.insert(0, str(Path(given[0]).with_suffix(SUFFIX)))
    path, *files = given
    if not files:
        raise UsageError("this needs ROUNDS", maybe="name the CSV or XLSX file of the rounds.")
    return path, files


def export(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE] TO", show_default=False)] = None,
    rounds: Annotated[
        bool, typer.Option("--rounds", help="Rounds and results as .csv or .xlsx, to be adopted again."),
    ] = False,
    table: Annotated[
        str, typer.Option("--table", metavar="all|entrants|rounds|results", help="Which table of a CSV."),
    ] = "all",
    stage: o.Stage = 0,
    language: common.Language = "en",
    json: o.Json = False,
) -> None:
    """A consistent copy of the event file while it is in use; or its rounds as a table."""
    from scheduler.app.directing import adopting, past

    given = list(words or ())
    o.needed(given, "TO")
    to = given.pop()
    path, _ = o.split(given, 0)
    ending = Path(to).suffix.lower()
    if ending in _PAGES:
        page = f"say event standings --to {to}, or event show ROUND --to {to}."
        raise UsageError(f"an event file is copied, or its rounds are written as .csv or .xlsx, not {ending}",
                         maybe=page if ending == ".html" else "name it .csv, .xlsx or .event.")
    if rounds or ending in (".csv", ".xlsx"):
        adopting.given_back(path, to, stage=stage, table=table, language=language)
    else:
        past.copy(path, to)
    if json:
        put_json({"file": to})
    say(f"wrote {to}")
