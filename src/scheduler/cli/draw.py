"""``scheduler lots``: numbers for a published table, from a public seed or drawn by hand."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from scheduler.cli import options as o
from scheduler.cli.asking import numbers_of, source_of
from scheduler.cli.screen import put, put_json, say
from scheduler.errors import Interrupted, UsageError

if TYPE_CHECKING:
    from scheduler.formats.round_robin.lots import LotsSession
    from scheduler.formats.round_robin.lots_record import LotsRecord
    from scheduler.views import Translator

__all__ = ["lots"]


def lots(
    event: o.DrawEvent = "",
    table: o.DrawTable = "",
    seed: o.PublicSeed = "",
    related: o.Related = None,
    fix: o.Fix = None,
    published: o.Published = "",
    by_hand: o.ByHand = False,
    author: o.Author = "",
    replay: o.Replay = "",
    drop_last: o.Drop = False,
    out: o.RecordOut = None,
    numbered: o.Numbered = None,
    force: o.Force = False,
    language: o.Language = "en",
    json: o.JsonOption = False,
) -> None:
    """Draw numbers by lot for a published table.

    Seeds keep their numbers, related entrants draw next from the numbers that let them meet early,
    then the rest. Everything is recorded, and a record can be checked by anyone with --replay.
    """
    from scheduler.app.drawing import begin
    from scheduler.views import Translator, lots_text

    t = Translator(language)
    if not table:
        raise UsageError("lots need the table that was published", maybe="add --table TABLE.")
    if not event and not replay:
        raise UsageError("lots need an entry list", maybe="name the event file.")
    if replay:
        record = _replayed(replay, table, drop_last)
    else:
        session = begin(
            event, table, seed=seed, related_by=tuple(related or ()), fixed=numbers_of(fix),
            published=published, drop_last=drop_last,
        )
        record = _drawn(session, by_hand, author, t)
    _write(record, event, out, numbered, force)
    put_json(record.as_json()) if json else put(lots_text(record, t, verified=bool(replay)))


def _replayed(replay: str, table: str, drop_last: bool) -> LotsRecord:
    from scheduler.app.drawing import verify_record

    source, called = source_of(replay)
    return verify_record(source, table, drop_last=drop_last, name=called)


def _drawn(session: LotsSession, by_hand: bool, author: str, t: Translator) -> LotsRecord:
    if by_hand:
        _by_hand(session, author, t)
    elif not session.seed:
        raise UsageError("lots need a public seed", maybe="add --seed TEXT, or --by-hand.")
    while session.waiting:
        session.draw_from_seed()
    return session.record()


def _by_hand(session: LotsSession, author: str, t: Translator) -> None:
    """Ask for lot after lot until nobody waits; the admissible numbers are shown each time."""
    if not author:
        raise UsageError("lots by hand need the name of who draws", maybe="add --author NAME.")
    told = session.published
    aware = not told or datetime.fromisoformat(told).tzinfo is not None
    say(t("balls.ask-seed" if session.seed else "balls.ask-number"))
    while session.waiting:
        entrant = session.waiting[0]
        numbers = ", ".join(map(str, session.admissible(entrant)))
        say(t("balls.from", name=session.names[entrant - 1], list=numbers))
        answer = _line(session)
        now = datetime.now().astimezone() if aware else datetime.now()
        time = now.isoformat(timespec="seconds")
        try:
            if not answer and session.seed:
                step = session.draw_from_seed(entrant, time)
                say(t("balls.drawn", number=step.number))
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
