"""``scheduler event boards``, and results of segments."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scheduler.cli import options as common
from scheduler.cli.directing import options as o
from scheduler.cli.screen import put, put_json, say, stdin_bytes

if TYPE_CHECKING:
    from scheduler.app.directing.boards import Kept
    from scheduler.app.directing.desk import Who
    from scheduler.live.state import LiveEvent, LiveMatch, LiveStage

__all__ = ["boards", "segment_result"]

Override = Annotated[
    bool, typer.Option("--override", help="After the correction period; needs --reason.")]
Segment = Annotated[
    int, typer.Option("--segment", metavar="N", help="In which segment.", show_default=False)]
Correct = Annotated[bool, typer.Option("--correct", help="In place of what is there.")]


def boards(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[FILE] ROUND TABLE [BOARD ROOM RESULT]", show_default=False)] = None,
    source: Annotated[
        str, typer.Option("--from", metavar="LIST|-", help="A file of boards, a line each.")] = "",
    segment: Segment = 0,
    correct: Correct = False,
    override: Override = False,
    html: Annotated[str, typer.Option("--html", metavar="FILE", help="A page to print.")] = "",
    stage: o.Stage = 0,
    by: o.By = "",
    at: o.At = 0,
    reason: o.Reason = "",
    dry_run: o.DryRun = False,
    language: common.Language = "en",
    json: o.Json = False,
) -> int:
    """Enter boards: 3 open 4S N =, 3 closed -100 (N-S), 3 both +3/-3, 3 both void; or show them.

    Both rooms, then the next board; once all are in they are the result of the match. Round 0 is the current.
    """
    from scheduler.app.directing import boards as keeping
    from scheduler.app.directing.desk import look

    path, rest = o.split(words, 60)
    o.needed(rest, "ROUND TABLE")
    round, table = (o.whole(word, "a round or table") for word in rest[:2])
    text = "\n".join(part for part in (" ".join(rest[2:]), _read(source)) if part)
    made: Kept | None = None
    if text:
        made = keeping.enter_boards(
            path, table, text, round, stage=stage, segment=segment, correct=correct,
            override=override, who=o.who_of(by, at, dry_run, reason))
    event = made.decided.event if made else look(path)
    where, match = keeping.match_at(event, table, round, stage)
    if made is None and json:
        put_json({**keeping.boards_json(event, where, match), "position": event.position})
    _show(event, where, match, html, language, json)
    return _told(made, json) if made else 0


def _show(
    event: LiveEvent, stage: LiveStage, match: LiveMatch, html: str, language: str, json: bool
) -> None:
    from scheduler.views import Translator
    from scheduler.views.boards import boards_page, boards_text

    if html:
        from scheduler.files.output import write_atomic

        write_atomic(html, boards_page(event, stage, match, Translator(language)).encode())
        say(f"wrote {html}")
    elif not json:
        put(boards_text(event, stage, match, Translator(language)))


def _read(source: str) -> str:
    from scheduler.files.source import read_bytes
    from scheduler.files.text import decode

    if not source:
        return ""
    if source == "-":
        return decode(stdin_bytes(), "standard input")
    return decode(*read_bytes(Path(source), limit=1 << 20))


def _told(made: Kept, json: bool) -> int:
    from scheduler.app.directing.boards import boards_json

    for fault in made.faults:
        say(f"{fault}\n  {fault.text}" + (f"\n  Maybe {fault.maybe}" if fault.maybe else ""))
    state = "the match is complete" if made.running.complete else f"complete boards: {made.running.boards}"
    if made.running.complete and made.match.open:
        state = "level, extra boards decide"
    event = made.decided.event
    o.after(made.decided, f"table {made.match.table}: {state}", json, {
        "match": boards_json(event, made.stage, made.match),
        "faults": [{"line": f.number, "text": f.text, "message": f.message} for f in made.faults]})
    return 2 if made.faults else 0


def segment_result(
    path: os.PathLike[str], rest: Sequence[str], segment: int, stage: int, correct: bool, override: bool,
    back: bool, who: Who, json: bool,
) -> int:
    """``event result [ROUND] TABLE IMPS --segment N``."""
    from scheduler.app.directing import boards as keeping

    o.needed(rest, "TABLE" if back else "TABLE IMPS")
    *told, text = [*rest, ""] if back else rest
    *rounds, table = (o.whole(word, "a table or round") for word in told)
    made = keeping.enter_segment(
        path, table, segment, text, rounds[0] if rounds else 0, stage=stage, correct=correct or back,
        override=override, who=who)
    return _told_segment(made, segment, json)


def _told_segment(made: Kept, segment: int, json: bool) -> int:
    from scheduler.app.directing.boards import boards_json
    from scheduler.views import Translator
    from scheduler.views.rounds import score_text
    from scheduler.views.so_far import so_far_text

    match, t = made.match, Translator("en")
    state = score_text(match.result, t) or so_far_text(match, t)
    o.after(made.decided, f"table {match.table}, segment {segment}: {state}", json, {
        "match": boards_json(made.decided.event, made.stage, match)})
    return 0
