"""``scheduler event result|results|standings|penalty|waive``."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scheduler.cli import options as common
from scheduler.cli.directing import options as o
from scheduler.cli.screen import put, put_json, say, stdin_bytes
from scheduler.errors import Interrupted, SchedulerError, UsageError

if TYPE_CHECKING:
    from scheduler.app.directing.desk import Who
    from scheduler.app.directing.looking import Shown
    from scheduler.app.directing.scores import Doubted, Written

__all__ = ["penalty", "result", "results", "standings", "waive"]

Correct = Annotated[bool, typer.Option("--correct", help="In place of the result that is there.")]
Override = Annotated[
    bool, typer.Option("--override", help="After the correction period; needs --reason.")]
_LONGEST = 8 << 20
Sure = Annotated[bool, typer.Option("--sure", help="Ask nothing back.")]

Segment = Annotated[
    int, typer.Option("--segment", metavar="N", help="Of this segment only.", show_default=False)]


def result(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE] [ROUND] TABLE RESULT", show_default=False)] = None,
    side: Annotated[str, typer.Option("--side", metavar="home|away", help="As this side has it.")] = "desk",
    correct: Correct = False,
    back: Annotated[bool, typer.Option("--back", help="Take the result back.")] = False,
    sure: Sure = False,
    override: Override = False,
    segment: Segment = 0,
    stage: o.Stage = 0,
    by: o.By = "",
    at: o.At = 0,
    reason: o.Reason = "",
    dry_run: o.DryRun = False,
    json: o.Json = False,
) -> int:
    """Enter a result: +18 (IMPs, home first), 13.25-6.75, h, a, =, w-, -w, void ...

    Without table and result, results are asked for one after the other until an empty line.
    """
    from scheduler.app.directing import scores

    path, rest = o.split(words, 3)
    who = o.who_of(by, at, dry_run, reason)
    if segment:
        from scheduler.cli.directing.boards import segment_result

        return segment_result(path, rest, segment, stage, correct, override, back, who, json)
    if not rest:
        return _loop(path, stage, correct, sure, who)
    if back:
        return _back(path, rest, stage, override, who, json)
    o.needed(rest, "TABLE RESULT")
    *told, text = rest
    *rounds, table = (o.whole(word, "a table or round") for word in told)
    typed = scores.Typed(table, text, rounds[0] if rounds else 0, side)
    made = scores.enter(
        path, [typed], stage=stage, correct=correct, override=override, ask=_asker(sure), who=who)
    _tell(made, json, asked=_asker(sure) is not None)
    return 0


def _back(
    path: os.PathLike[str], rest: list[str], stage: int, override: bool, who: Who, json: bool
) -> int:
    from scheduler.app.directing import scores

    o.needed(rest, "TABLE")
    *numbers, table = (o.whole(word, "a table or round") for word in rest)
    round = numbers[0] if numbers else 0
    done = scores.take_back(path, table, round, stage=stage, override=override, who=who)
    o.after(done, f"table {table} waits for a result", json)
    return 0


def _asker(sure: bool) -> Any:
    """Asks on a terminal; elsewhere a doubt is told and the result stands."""
    if sure or not sys.stdin.isatty():
        return None

    def ask(doubt: Doubted) -> bool:
        say(f"table {doubt.table}: {doubt.text}: {doubt.question}")
        return typer.confirm("Enter it as it is?", err=True)
    return ask


def _loop(path: os.PathLike[str], stage: int, correct: bool, sure: bool, who: Who) -> int:
    """The keyboard loop: TABLE RESULT, a line each; a mistake is told and asked again."""
    from scheduler.app.directing import scores

    if not sys.stdin.isatty():
        raise UsageError("this needs TABLE RESULT", maybe="for many at a time: event results FILE LIST|-.")
    say("TABLE RESULT, a line each (7 +18); an empty line ends")
    while True:
        print("> ", end="", file=sys.stderr, flush=True)
        try:
            line = sys.stdin.readline().strip()
            if not line:
                return 0
            made = scores.enter_many(path, line, stage=stage, correct=correct, ask=_asker(sure), who=who)
            _tell(made, False, asked=not sure)
        except SchedulerError as error:
            say(str(error))
        except (KeyboardInterrupt, typer.Abort):
            raise Interrupted("stopped; what was entered above is kept") from None


def results(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE] LIST|-", show_default=False)] = None,
    correct: Correct = False,
    sure: Sure = False,
    override: Override = False,
    stage: o.Stage = 0,
    by: o.By = "",
    at: o.At = 0,
    reason: o.Reason = "",
    dry_run: o.DryRun = False,
    json: o.Json = False,
) -> int:
    """Enter many results: a file or pasted lines of TABLE RESULT, or a table with headings."""
    from scheduler.app.directing import scores

    given = list(words or ())
    if not given:
        raise UsageError("this needs LIST", maybe="name a file of results, or - for standard input.")
    source = given.pop()
    path, _ = o.split(given, 0)
    made = scores.enter_many(
        path, _listed(source), stage=stage, correct=correct, override=override, ask=_asker(sure),
        who=o.who_of(by, at, dry_run, reason))
    _tell(made, json, asked=_asker(sure) is not None)
    return 2 if made.faults else 0


def _listed(source: str) -> str:
    """The lines of a list: standard input, a text or CSV file, or the first sheet of a workbook."""
    from scheduler.files.source import read_bytes
    from scheduler.files.text import decode

    if source == "-":
        return decode(stdin_bytes(), "standard input")
    data, where = read_bytes(Path(source), limit=_LONGEST)
    if not data.startswith(b"PK\x03\x04"):
        return decode(data, where)
    from scheduler.files.sheets import read_sheets

    return "\n".join("\t".join(row) for row in read_sheets(data, name=where)[0].rows)


def _tell(made: Written, json: bool, *, asked: bool = False) -> None:
    from scheduler.app.directing.looking import match_json

    event = made.decided.event
    rows = [{"round": m.round, **match_json(event, m), "entered": s.text} for m, s in made.scores]
    for doubt in () if asked else made.doubted:
        say(f"table {doubt.table}: {doubt.text}: {doubt.question}")
    for conflict in made.conflicts:
        say(f"the two sides differ: {conflict}")
    for fault in made.faults:
        say(f"{fault}\n  {fault.text}" + (f"\n  Maybe {fault.maybe}" if fault.maybe else ""))
    told = "; ".join(
        f"table {m.table}: {event.number(m.home)} {event.name_of(m.home)} "
        f"{s.home_points / 100:.2f}-{s.away_points / 100:.2f} {event.name_of(m.away)} "
        f"{event.number(m.away)}" for m, s in made.scores[:5])
    many = f"{len(made.scores)} results" if len(made.scores) > 5 else told or "result"
    o.after(made.decided, many, json, {
        "results": rows, "conflicts": list(made.conflicts),
        "doubts": [{"table": d.table, "text": d.text, "question": d.question} for d in made.doubted],
        "faults": [{"line": f.number, "text": f.text, "message": f.message} for f in made.faults]})


def standings(
    file: o.File = "",
    round: Annotated[
        int, typer.Option("--round", metavar="N", help="As of round N.", show_default=False)] = -1,
    live: Annotated[bool, typer.Option("--live", help="With the results of the round in progress.")] = False,
    group: Annotated[str, typer.Option("--group", help="Only this group.")] = "",
    steps: Annotated[bool, typer.Option("--steps", help="Show how ties were broken.")] = False,
    crosstable: Annotated[bool, typer.Option("--crosstable", help="With the table of all matches.")] = False,
    to: o.To = None,
    stage: o.Stage = 0,
    language: common.Language = "en",
    json: o.Json = False,
) -> None:
    """The standings after the last closed round, here or as files to hang up."""
    from scheduler.app.directing.looking import ranked

    path, _ = o.split([file] if file else [], 0)
    shown = ranked(path, stage=stage, as_of=None if round < 0 else round, live=live, group=group)
    for target in to or ():
        from scheduler.app.directing.printing import write_standings

        write_standings(shown, target, language=language, steps=steps, crosstable=crosstable)
        say(f"wrote {target}")
    if json:
        put_json(shown.as_json())
    elif not to:
        put(_standings(shown, language, steps, crosstable))
    if shown.waiting:
        say(f"round {', '.join(map(str, shown.waiting))} still plays: its results count when it closes")


def _standings(shown: Shown, language: str, steps: bool, crosstable: bool) -> str:
    from scheduler.live.scoring import ledger_of
    from scheduler.views.messages import Translator
    from scheduler.views.rounds import disputed_lines
    from scheduler.views.standings import embargoed_text, standings_text

    t = Translator(language)
    if shown.embargoed:
        return embargoed_text(t, round=shown.waiting[0])
    ledger = ledger_of(shown.event, shown.stage) if crosstable else None
    return standings_text(
        shown.standings, t, names=shown.names, steps=steps, ledger=ledger,
        remarks=disputed_lines(shown.stage, shown.as_of, t))


def penalty(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE] NUMBER POINTS", show_default=False)] = None,
    round: Annotated[int, typer.Option("--round", metavar="N", show_default=False)] = 0,
    stage: o.Stage = 0,
    by: o.By = "",
    at: o.At = 0,
    reason: o.Reason = "",
    dry_run: o.DryRun = False,
    json: o.Json = False,
) -> None:
    """Take points off, apart from matches (Law 90)."""
    from scheduler.app.directing import scores
    from scheduler.standings.entry import hundredths

    path, rest = o.split(words, 2)
    o.needed(rest, "NUMBER POINTS")
    number, points = o.whole(rest[0], "the number"), hundredths(rest[1])
    done = scores.penalise(
        path, number, points, round=round, stage=stage, who=o.who_of(by, at, dry_run, reason))
    o.after(done, f"{points / 100:.2f} off {number} {done.event.by_number(number).name}", json)


def waive(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE] POSITION", show_default=False)] = None,
    of: Annotated[
        int, typer.Option("--of", metavar="NUMBER", help="Who asks for it.", show_default=False)] = 0,
    by: o.By = "",
    at: o.At = 0,
    reason: o.Reason = "",
    dry_run: o.DryRun = False,
    json: o.Json = False,
) -> None:
    """Waive the penalty of a log position; it stays in the log and does not count."""
    from scheduler.app.directing import scores

    path, rest = o.split(words, 1)
    o.needed(rest, "POSITION")
    done = scores.waive(
        path, o.whole(rest[0], "the position"), asked_by=of, who=o.who_of(by, at, dry_run, reason))
    o.after(done, "waived", json)
