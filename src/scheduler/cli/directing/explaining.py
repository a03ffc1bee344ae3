"""``scheduler event explain``."""

from __future__ import annotations

from typing import Annotated

import typer

from scheduler.cli.directing import options as o
from scheduler.cli.screen import put, put_json, say
from scheduler.errors import UsageError

__all__ = ["explain", "ways"]


def explain(
    file: o.File = "",
    match: Annotated[
        tuple[int, int] | None,
        typer.Option("--match", metavar="A B", help="Why A meets B.", show_default=False)] = None,
    why_not: Annotated[
        tuple[int, int] | None,
        typer.Option("--why-not", metavar="A B", help="Why A does not meet B (0: has no bye).",
                     show_default=False)] = None,
    entrant: Annotated[
        int, typer.Option("--entrant", metavar="A", help="Why A meets whom it does, or has the bye.",
                          show_default=False)] = 0,
    round: Annotated[int, typer.Option("--round", metavar="N", show_default=False)] = 0,
    stage: o.Stage = 0,
    json: o.Json = False,
) -> None:
    """Say why a round is as it is: the first criterion that would get worse, its article, by how much."""
    from scheduler.app.directing import explaining

    path, _ = o.split([file] if file else [], 0)
    if sum((match is not None, why_not is not None, bool(entrant))) != 1:
        raise UsageError("this needs one of --match A B, --why-not A B and --entrant A")
    a, b = match or why_not or (entrant, None)
    told = explaining.explain(
        path, a, b, why_not_met=why_not is not None, round=round, stage=stage)
    answer = told.answer
    if json:
        put_json({
            "round": told.round, "criterion": answer.criterion, "clause": answer.clause, "by": answer.by,
            "lines": list(answer.lines), "as_made": told.as_made})
        return
    clause = f" ({answer.clause})" if answer.clause else ""
    put(f"round {told.round}: {answer.criterion}{clause}"
        f"{f', worse by {answer.by}' if answer.by else ''}\n")
    for line in answer.lines:
        put(f"  {line}\n")
    if not told.as_made:
        say("the round in the log is another than the rules make now: brought by hand, or corrected since")


def ways(file: o.File = "", stage: o.Stage = 0, json: o.Json = False) -> None:
    """The ways through the rounds left of an odd field of up to 25: byes, blocks of three, and which of
    them need a rematch."""
    from scheduler.app.directing import ways as on

    path, _ = o.split([file] if file else [], 0)
    found = on.ways(path, stage=stage)
    if json:
        put_json({"ways": [way.as_json() for way in found]})
        return
    for way in found:
        put(f"{way.told}\n")
    if not found:
        say("the field is even, too large, or a block of three is on its way: there is nothing to choose")
    else:
        say("choose with: event edit --set odd=bye|short|long")
