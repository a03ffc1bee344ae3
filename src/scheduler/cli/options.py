"""The options that several commands share, each with its one line of help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = [
    "Assume",
    "AssumeAll",
    "Author",
    "BlockSizes",
    "ByHand",
    "DrawEvent",
    "DrawTable",
    "Drop",
    "EventFile",
    "EventOption",
    "First",
    "Fix",
    "Force",
    "Format",
    "JsonOption",
    "Language",
    "Legs",
    "Method",
    "Mode",
    "Model",
    "Names",
    "Numbered",
    "Out",
    "Priced",
    "PublicSeed",
    "Published",
    "Ranking",
    "RecordOut",
    "Related",
    "Replay",
    "Seed",
    "Set",
    "StageNumber",
    "TableFile",
    "TimeLimit",
    "Together",
    "Unrestricted",
    "View",
    "Without",
    "Workers",
]

EventFile = Annotated[
    str,
    typer.Argument(
        help="Event file (TOML), entry list (CSV, XLSX), RobinX XML, a sample, a number, or -.",
    ),
]
TableFile = Annotated[
    str,
    typer.Argument(
        help="Schedule or draw (JSON, CSV, XLSX), published table (TOML), RobinX XML, a name, or -.",
    ),
]
EventOption = Annotated[
    str,
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
# A text, not a path: a slash at its end says that it is a folder.
Out = Annotated[
    str | None,
    typer.Option("--out", metavar="FILE|FOLDER", help="A file, or a folder/ for every kind; - is stdout."),
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

Mode = Annotated[
    str,
    typer.Option("--mode", metavar="M", help="mirrored, inverted, english, french, phased or cba."),
]
Method = Annotated[
    str,
    typer.Option("--method", metavar="M", help="auto, cba, canonical, rotation, berger, joined ..."),
]
Ranking = Annotated[
    str,
    typer.Option("--ranking", metavar="N,N,...", help="Mode cba: numbers in order of standing."),
]
First = Annotated[
    str, typer.Option("--first", metavar="TABLE", help="Mode cba: the table of the first cycle.")
]
BlockSizes = Annotated[
    str,
    typer.Option("--blocks", metavar="N,N,...", help="Join tables of these sizes (method joined)."),
]
Together = Annotated[
    str,
    typer.Option("--together", metavar="COLUMN", help="Who shares this is in one of the blocks."),
]
Priced = Annotated[
    bool, typer.Option("--priced", help="Say one by one what was paid for, too.")
]
Unrestricted = Annotated[
    bool,
    typer.Option(
        "--unrestricted",
        help="A missing cell may hold any match, not only the lines that the table names.",
    ),
]
Assume = Annotated[
    list[str] | None,
    typer.Option(
        "--assume", metavar="ID", help="Hold it to an assumption of the table's own; repeatable."
    ),
]
AssumeAll = Annotated[
    bool, typer.Option("--assume-all", help="Hold it to all of the table's assumptions.")
]
# Of lots alone.
DrawEvent = Annotated[
    str, typer.Argument(help="Event file or entry list; not needed with --replay.")
]
DrawTable = Annotated[
    str, typer.Option("--table", metavar="TABLE", help="The table, published before the draw.")
]
PublicSeed = Annotated[
    str, typer.Option("--seed", metavar="TEXT", help="The public seed: any text announced.")
]
Related = Annotated[
    list[str] | None,
    typer.Option(
        "--related", metavar="COLUMN",
        help="Who shares this (region, club ...) meets as early as possible; repeatable.",
    ),
]
Fix = Annotated[
    list[str] | None,
    typer.Option(
        "--fix", metavar="ENTRANT=NUMBER", help="This entrant keeps this number, as seeds do."
    ),
]
Published = Annotated[
    str, typer.Option("--published", metavar="TIME", help="When the table was published (ISO).")
]
ByHand = Annotated[bool, typer.Option("--by-hand", help="Enter physical lots one by one.")]
Author = Annotated[
    str, typer.Option("--author", metavar="NAME", help="Who draws by hand; goes on record.")
]
Replay = Annotated[
    str, typer.Option("--replay", metavar="RECORD", help="Check a record instead of drawing.")
]
RecordOut = Annotated[
    Path | None, typer.Option("--out", metavar="FILE", help="Write the record (JSON).")
]
Numbered = Annotated[
    Path | None,
    typer.Option("--numbered", metavar="FILE", help="Write the entry list as drawn (CSV)."),
]
