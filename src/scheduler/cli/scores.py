"""``scheduler scores``: boards of pairs, scored and ranked."""

from __future__ import annotations

from typing import Annotated

import typer

from scheduler.cli import options as o
from scheduler.cli.screen import put, put_json, say

__all__ = ["scores"]


Method = Annotated[str, typer.Option("--method", metavar="M", help="matchpoints, butler or cross-imps.")]
Expected = Annotated[
    int, typer.Option(
        "--expected", metavar="N", show_default=False,
        help="How often each board should have been played; else as the one played most.")]
Drop = Annotated[
    int, typer.Option("--drop", metavar="N", help="Scores a Butler datum leaves out at either end.")]
TwoFields = Annotated[
    bool, typer.Option("--two-fields", help="N-S and E-W are numbered and ranked apart (Mitchell).")]
Guest = Annotated[
    list[str] | None, typer.Option("--guest", metavar="PAIR", help="Plays, is not ranked; repeat it.")]
To = Annotated[
    list[str] | None,
    typer.Option("--to", metavar="FILE", help="Write it as .html, .csv or .xlsx; repeat it.")]


def scores(
    file: Annotated[str, typer.Argument(help="Results as CSV or XLSX: board, ns, ew, result; or -.")],
    method: Method = "matchpoints",
    expected: Expected = 0,
    drop: Drop = 0,
    two_fields: TwoFields = False,
    guest: Guest = None,
    boards: Annotated[bool, typer.Option("--boards", help="Every board with its comparison.")] = False,
    to: To = None,
    title: Annotated[str, typer.Option("--title", metavar="TEXT", help="Above the page.")] = "",
    language: o.Language = "en",
    json: o.JsonOption = False,
) -> None:
    """Score boards of pairs: matchpoints, Butler or cross-IMPs, with a ranking.

    Results are contracts (4S N =), scores of N-S (-100), awards (A+/A-), or weighted (620:60 -100:40).
    Sections compare with themselves; a fouled board says which deal was played (Law 87); boards played
    less often are factored (Neuberg).
    """
    from scheduler.app.pairs import score_pairs, scores_json, write_scores
    from scheduler.cli.asking import source_of

    source, called = source_of(file)
    made = score_pairs(
        source, name=called, method=method, expected=expected, drop=drop, two_fields=two_fields,
        guests=guest or ())
    for path in to or ():
        say(f"wrote {write_scores(made, path, language=language, title=title)}")
    if json:
        put_json(scores_json(made))
    elif not to:
        from scheduler.views import Translator
        from scheduler.views.pairs import pairs_text

        put(pairs_text(made, Translator(language), boards=boards))
