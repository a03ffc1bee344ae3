"""The options that several commands share, each with its one line of help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = [
    "Drop",
    "EventFile",
    "EventOption",
    "Force",
    "Format",
    "JsonOption",
    "Language",
    "Legs",
    "Model",
    "Names",
    "Out",
    "Seed",
    "Set",
    "StageNumber",
    "TableFile",
    "TimeLimit",
    "View",
    "Without",
    "Workers",
]

EventFile = Annotated[
    str,
    typer.Argument(
        help="Event file (TOML), entry list (CSV, XLSX), a sample, a number of entrants, or -.",
    ),
]
TableFile = Annotated[
    str,
    typer.Argument(
        help="Schedule (JSON, CSV, XLSX), published table (TOML), a name such as cba-12, or -.",
    ),
]
EventOption = Annotated[
    str | None,
    typer.Option("--event", metavar="EVENT", help="The event: its names, attributes and rules."),
]
Model = Annotated[
    str,
    typer.Option("--model", metavar="NAME", help="Rulebook: a name (rules --models) or a file."),
]
StageNumber = Annotated[int, typer.Option("--stage", metavar="N", help="Which stage of the event.")]
Legs = Annotated[
    int,
    typer.Option(
        "--legs", metavar="K", help="How often everybody meets everybody.", show_default=False
    ),
]
Set = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="RULE.PARAM=VALUE",
        help="Change a rule for this call: run-limit.most=3, neighbours-last.hard=true.",
    ),
]
Without = Annotated[
    list[str] | None,
    typer.Option("--without", metavar="RULE", help="Leave a rule of the rulebook out."),
]
Drop = Annotated[
    bool,
    typer.Option(
        "--drop-last",
        help="Cancel the last table, as an odd field does: the highest number is gone.",
    ),
]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="Seed of every random choice.")]
TimeLimit = Annotated[
    float, typer.Option("--time-limit", metavar="SECONDS", help="How long to search at most.")
]
Workers = Annotated[
    int,
    typer.Option(
        "--workers", metavar="N", help="Threads to search with; with one the answer is repeatable."
    ),
]
Language = Annotated[
    str, typer.Option("--language", metavar="en|zh|vi", help="Language of tables and pages.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON (see docs/schemas).")]
Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="FILE|FOLDER", help="Write files; - is standard output."),
]
Format = Annotated[
    list[str] | None,
    typer.Option("--format", metavar="FORMAT", help="text, csv, json, xlsx, ics or html."),
]
Force = Annotated[bool, typer.Option("--force", help="Write over files that are there already.")]
View = Annotated[
    list[str] | None,
    typer.Option(
        "--view", metavar="VIEW", help="by-round, by-entrant, crosstable or pattern; repeatable."
    ),
]
Names = Annotated[bool, typer.Option("--names", help="Print names instead of numbers.")]
