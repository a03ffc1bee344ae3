"""The options of leagues, draws and differences, each with its one line of help."""

from __future__ import annotations

from typing import Annotated

import typer

__all__ = [
    "Advance", "Balls", "BracketKind", "ByHandDraw", "Certificate", "Choice", "Commit",
    "Count", "DayPlan",
    "DrawFileArgument", "DrawFormat", "DrawSeed", "DrawStage", "DrawnEvent", "EventOfDraw", "Explain",
    "ExportModel", "Facts", "FromGroups", "Groups", "Instance", "One", "Other", "Pick", "Places",
    "PlayedFile", "RankingFile", "ReplayDraw", "Samples", "Seeds", "Size",
]

Instance = Annotated[
    str,
    typer.Option("--instance", metavar="XML", help="League: the RobinX instance that is solved."),
]
Explain = Annotated[
    bool, typer.Option("--explain", help="League: say of every wish what it is and what it costs.")
]
ExportModel = Annotated[
    str,
    typer.Option(
        "--export-model", metavar="FILE", help="League: write the model (.mps, .pb) and stop."
    ),
]
One = Annotated[str, typer.Argument(metavar="A", help="A solution or a table.")]
Other = Annotated[str, typer.Argument(metavar="B", help="Another of the same league or field.")]
Certificate = Annotated[
    str,
    typer.Option(
        "--certificate", metavar="FILE",
        help="Draw: check this proof (JSON, or what draw --json printed).",
    ),
]
# Of draws.
DrawnEvent = Annotated[
    str,
    typer.Argument(metavar="EVENT", help="Event file (TOML), entry list (CSV, XLSX), a sample, or -."),
]
DrawFileArgument = Annotated[
    str, typer.Argument(metavar="DRAW", help="A draw (JSON, CSV, XLSX), or -.")
]
EventOfDraw = Annotated[
    str,
    typer.Option("--event", metavar="EVENT", help="The event drawn; a sheet may be its own entry list."),
]
DrawSeed = Annotated[
    str, typer.Option("--seed", metavar="TEXT", help="The public seed: any text announced.")
]
DrawFormat = Annotated[
    list[str] | None,
    typer.Option("--format", metavar="FORMAT", help="text, csv, json, xlsx, svg or html."),
]
DrawStage = Annotated[
    int,
    typer.Option("--stage", metavar="N", help="Which stage; default: the first that is drawn.",
                 show_default=False),
]
Seeds = Annotated[
    int | None,
    typer.Option("--seeds", metavar="N", help="How many seeds; default: those of the entry list."),
]
Size = Annotated[
    str, typer.Option("--size", metavar="N|ceiling|nearest", help="How many lines (CBA-13.1).")
]
Groups = Annotated[
    str, typer.Option("--groups", metavar="N[:OPTION=VALUE...]", show_default=False,
                      help="Draw N groups instead of a bracket; or 8:positions=lot:table=cba-round-robin.")
]
Count = Annotated[
    bool, typer.Option("--count", help="Count the valid draws instead of drawing one.")
]
Balls = Annotated[
    bool, typer.Option("--balls", help="Ball by ball from the seed (CBA-13.2), every step recorded.")
]
ByHandDraw = Annotated[
    bool, typer.Option("--by-hand", help="Type in the balls as they are drawn.")
]
ReplayDraw = Annotated[
    str, typer.Option("--replay", metavar="RECORD", help="Make a recorded draw again, and compare.")
]
Commit = Annotated[
    bool, typer.Option("--commit", help="Print the SHA-256 of entries and seed, to publish before.")
]
BracketKind = Annotated[
    str,
    typer.Option(
        "--bracket", metavar="KIND[:OPTION=VALUE...]",
        help="single, double, compact, consolation, repechage, stepladder; or double:final=single ...",
    ),
]
Places = Annotated[
    str, typer.Option("--places", metavar="N,N,...", help="Places to be played for, such as 3,5.")
]
DayPlan = Annotated[
    str,
    typer.Option(
        "--order-of-play", metavar="SPEC",
        help="Draw: times too, such as tables=8,minutes=50,rest=20,9:00-12:30,14:00-18:00.",
    ),
]
FromGroups = Annotated[
    str,
    typer.Option(
        "--from-groups", metavar="FILE", help="Draw who goes through: groups in their final order."
    ),
]
Advance = Annotated[
    int, typer.Option("--advance", metavar="N", show_default=False,
                      help="How many go through: of each group (2), of the ranking (all).")
]
RankingFile = Annotated[
    str, typer.Option("--ranking", metavar="FILE", help="Draw who goes through: one ranking, best first.")
]
Choice = Annotated[
    str,
    typer.Option(
        "--choice", metavar="1=7,2=5,1+3|ask|ask:2",
        help="Opponents are chosen: 1 takes 7; the match of 1 meets that of 3 next. ask:2 asks for 2 rounds.",
    ),
]
Facts = Annotated[
    list[str] | None,
    typer.Option(
        "--fact", metavar="WHAT=WHO",
        help="Draw: withdraw=7, late=NAME, alternate=NAME:lucky-loser, exchange=3:7, played=1:3:7:3.",
    ),
]
PlayedFile = Annotated[
    str,
    typer.Option(
        "--played", metavar="FILE",
        help="Draw: the matches played (CSV, XLSX, JSON): round, home, away, winner, score.",
    ),
]
Pick = Annotated[
    int, typer.Option("--pick", metavar="N", help="Draw: which proposal --out writes.")
]
Samples = Annotated[
    int, typer.Option("--samples", metavar="N", help="How many draws by lot to compare with.")
]
