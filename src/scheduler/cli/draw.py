"""``scheduler lots``: numbers for a published table, from a public seed or drawn by hand."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scheduler.cli.options import Drop, Force, JsonOption
from scheduler.cli.screen import put, put_json, say
from scheduler.errors import Interrupted, UsageError

if TYPE_CHECKING:
    from scheduler.formats.round_robin.lots import LotsSession
    from scheduler.formats.round_robin.lots_record import LotsRecord

__all__ = ["lots"]


def lots(
    event: Annotated[
        str, typer.Argument(help="Event file or entry list; not needed with --replay.")
    ] = "",
    table: Annotated[
        str, typer.Option("--table", metavar="TABLE", help="The table, published before the draw.")
    ] = "",
    seed: Annotated[
        str, typer.Option("--seed", metavar="TEXT", help="The public seed: any text announced.")
    ] = "",
    related: Annotated[
        list[str] | None,
        typer.Option(
            "--related", metavar="COLUMN",
            help="Who shares this (region, club ...) meets as early as possible; repeatable.",
        ),
    ] = None,
    fix: Annotated[
        list[str] | None,
        typer.Option(
            "--fix", metavar="ENTRANT=NUMBER", help="This entrant keeps this number, as seeds do."
        ),
    ] = None,
    published: Annotated[
        str, typer.Option("--published", metavar="TIME", help="When the table was published (ISO).")
    ] = "",
    by_hand: Annotated[
        bool, typer.Option("--by-hand", help="Enter physical lots one by one.")
    ] = False,
    author: Annotated[
        str, typer.Option("--author", metavar="NAME", help="Who draws by hand; goes on record.")
    ] = "",
    replay: Annotated[
        str, typer.Option("--replay", metavar="RECORD", help="Check a record instead of drawing.")
    ] = "",
    drop_last: Drop = False,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write the record (JSON).")
    ] = None,
    numbered: Annotated[
        Path | None,
        typer.Option("--numbered", metavar="FILE", help="Write the entry list as drawn (CSV)."),
    ] = None,
    force: Force = False,
    json: JsonOption = False,
) -> None:
    """Draw numbers by lot for a published table.

    Seeds keep their numbers, related entrants draw next from the numbers that let them meet early,
    then the rest. Everything is recorded, and a record can be checked by anyone with --replay.
    """
    if not table:
        raise UsageError("lots need the table that was published", maybe="add --table TABLE.")
    if replay:
        record = _replayed(replay, table, drop_last)
    else:
        session = _begun(event, table, seed, related, fix, published, drop_last)
        if by_hand:
            _by_hand(session, author, published)
        elif not seed:
            raise UsageError("lots need a public seed", maybe="add --seed TEXT, or --by-hand.")
        while session.waiting:
            session.draw_from_seed()
        record = session.record()
    _write(record, event, out, numbered, force)
    put_json(record.as_json()) if json else put(_words(record, bool(replay)))


def _replayed(replay: str, table: str, drop_last: bool) -> LotsRecord:
    from scheduler.app.drawing import verify_record
    from scheduler.cli.delivery import source_of

    source, called = source_of(replay)
    return verify_record(source, table, drop_last=drop_last, name=called)


def _begun(
    event: str,
    table: str,
    seed: str,
    related: list[str] | None,
    fix: list[str] | None,
    published: str,
    drop_last: bool,
) -> LotsSession:
    from scheduler.app.drawing import begin

    if not event:
        raise UsageError("lots need an entry list", maybe="name the event file.")
    fixed: dict[int | str, int] = {}
    for text in fix or ():
        who, _, number = text.rpartition("=")
        if not who or not number.isascii() or not number.isdecimal() or len(number) > 6:
            raise UsageError(f'"{text[:60]}" is not of the form entrant=number')
        fixed[int(who) if who.isascii() and who.isdecimal() else who] = int(number)
    return begin(
        event, table, seed=seed, related_by=tuple(related or ()), fixed=fixed,
        published=published, drop_last=drop_last,
    )


def _by_hand(session: LotsSession, author: str, published: str) -> None:
    """Ask for lot after lot until nobody waits; the admissible numbers are shown each time."""
    if not author:
        raise UsageError("lots by hand need the name of who draws", maybe="add --author NAME.")
    aware = not published or datetime.fromisoformat(published).tzinfo is not None
    say("An empty line lets the public seed draw." if session.seed else "Enter the number drawn.")
    while session.waiting:
        entrant = session.waiting[0]
        numbers = ", ".join(map(str, session.admissible(entrant)))
        say(f"{session.names[entrant - 1]} draws from: {numbers}")
        answer = _line(session)
        now = datetime.now().astimezone() if aware else datetime.now()
        time = now.isoformat(timespec="seconds")
        try:
            if not answer and session.seed:
                step = session.draw_from_seed(entrant, time)
                say(f"the seed draws {step.number}")
            elif not answer.isascii() or not answer.isdecimal() or len(answer) > 6:
                raise UsageError(f'"{answer[:40]}" is not a number')
            else:
                session.draw(entrant, int(answer), author, time)
        except UsageError as error:
            say(str(error))


def _line(session: LotsSession) -> str:
    try:
        line = sys.stdin.readline()
    except KeyboardInterrupt:
        line = ""
    if line:
        return line.strip()
    left = len(session.waiting)
    raise Interrupted(f"the drawing was stopped with {left} entrants waiting, nothing kept")


def _write(
    record: LotsRecord, event: str, out: Path | None, numbered: Path | None, force: bool
) -> None:
    from scheduler.app.drawing import entry_list
    from scheduler.app.exporting import write_new

    if numbered is not None and not event:
        raise UsageError("--numbered needs the entry list", maybe="name the event file too.")
    made = [(out, record.text().encode())] if out is not None else []
    if numbered is not None:
        made.append((numbered, entry_list(event, record)))
    for path, data in made:
        write_new(path, data, force=force)
        say(f"wrote {path}")


def _words(record: LotsRecord, replayed: bool) -> str:
    """The drawing step by step, and what it is worth."""
    wide = len(str(len(record.entrants)))
    lines = [f"Table {record.table[:16]}, seed {record.seed!r}" if record.seed
             else f"Table {record.table[:16]}, drawn by hand"]
    if replayed:
        lines.append(f"Verified: all {len(record.steps)} steps are as they must be.")
    for step in record.steps:
        by = "" if step.author in ("seed", "fixed") else f", drawn by {step.author}"
        told = {"fixed": "keeps its number", "related": "related", "rest": "rest"}[step.part]
        lines.append(
            f"{step.number:>{wide}}  {record.entrants[step.entrant - 1]}"
            f"  ({told}, {len(step.admissible)} admissible{by})"
        )
    if record.groups:
        proof = "no draw lets them end earlier, proven" if record.proven else "not proven best"
        lines.append(f"Related entrants have met by round {record.last_round}; {proof}.")
    return "\n".join(lines) + "\n"
