"""``scheduler event rights|line-up|line-ups|seated|card|check-entries``."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from scheduler.cli import options as common
from scheduler.cli.directing import options as o
from scheduler.cli.screen import put, put_json, say
from scheduler.errors import UsageError

if TYPE_CHECKING:
    from scheduler.app.directing.lineups import Handed, Notice, Notices
    from scheduler.views import Translator

__all__ = ["card", "check_entries", "line_up", "line_ups", "rights", "seated"]

Leave = Annotated[bool, typer.Option("--leave", help="With the director's leave, which is kept.")]
Clock = Annotated[
    str, typer.Option("--now", metavar="TIME", help="As of 2026-05-01T13:50; the clock.", show_default=False)]


def _now(told: str) -> datetime | None:
    if not told:
        return None
    try:
        return datetime.fromisoformat(told).replace(tzinfo=None)
    except ValueError:
        raise UsageError(f'"{told[:40]}" is no time', maybe="write 2026-05-01T13:50.") from None


def _list(told: str) -> list[str]:
    return [word.strip() for word in told.split(",") if word.strip()]


def rights(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE] [ROUND] [TABLE]", show_default=False)] = None,
    lot: Annotated[str, typer.Option("--lot", metavar="home|away", help="Who won the lot.")] = "",
    picks: Annotated[str, typer.Option("--picks", metavar="3,1", help="Segments picked, in turn.")] = "",
    written: Annotated[
        str, typer.Option("--written", metavar="2", help="Short segments with forms all the same.")] = "",
    start: Annotated[
        str, typer.Option("--start", metavar="14:00,16:30", help="When the round's segments start.")] = "",
    blind: Annotated[
        str, typer.Option("--blind", metavar="13:40", help="When blind line-ups are due.")] = "",
    stage: o.Stage = 0,
    by: o.By = "",
    at: o.At = 0,
    reason: o.Reason = "",
    dry_run: o.DryRun = False,
    language: common.Language = "en",
    json: o.Json = False,
) -> None:
    """Seating rights: shown; set at a TABLE (--lot, --picks); times of a round (--start, --blind)."""
    from scheduler.app.directing import lineups

    path, rest = o.split(words, 2)
    round, table = (*(o.whole(word, "a round or table") for word in rest), 0, 0)[:2]
    who = o.who_of(by, at, dry_run, reason)
    if (start or blind) and (lot or picks or written):
        raise UsageError(
            "times of a round and rights at a table are two decisions", maybe="say them one by one.")
    if start or blind:
        done = lineups.set_times(path, _list(start), round, blind=_list(blind), stage=stage, who=who)
        o.after(done, "times of the segments", json)
    elif lot or picks or written:
        if not table:
            raise UsageError("rights are set at a table", maybe="say ROUND TABLE --lot home --picks 3,1.")
        done = lineups.set_rights(
            path, table, lot, [o.whole(k, "a segment") for k in _list(picks)], round, stage=stage,
            written=[o.whole(k, "a segment") for k in _list(written)], who=who)
        o.after(done, f"seating rights of table {table}", json)
    else:
        _show_rights(lineups.notices(path, round, table, stage=stage), language, json)


def _show_rights(made: Notices, language: str, json: bool) -> None:
    from scheduler.views import Translator
    from scheduler.views.seats import rights_text

    if json:
        put_json(made.as_json())
        return
    t = Translator(language)
    put("\n".join(rights_text(made.event, made.stage, n.match, n.rights, t) for n in made.matches))


def line_up(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[FILE] ROUND TABLE SEGMENT SIDE N S E W", show_default=False)] = None,
    leave: Leave = False,
    now: Clock = "",
    stage: o.Stage = 0,
    by: o.By = "",
    at: o.At = 0,
    reason: o.Reason = "",
    dry_run: o.DryRun = False,
    language: common.Language = "en",
    json: o.Json = False,
) -> None:
    """Take a line-up: SIDE is home or away, players by name or place on the roster, N, S, E, W.

    The home side sits N-S in the open room and E-W in the closed one.
    """
    from scheduler.app.directing import lineups

    path, rest = o.split(words, 8)
    o.needed(rest, "ROUND TABLE SEGMENT SIDE N S E W")
    round, table, segment = (o.whole(word, "a round, table or segment") for word in rest[:3])
    made = lineups.hand_in(
        path, table, segment, rest[3], rest[4:], round, stage=stage, leave=leave, now=_now(now),
        who=o.who_of(by, at, dry_run, reason))
    _told(made, f"table {table}, segment {segment}: {rest[3]} lines up ({made.kind})", language, json)


def seated(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[FILE] ROUND TABLE SEGMENT SIDE PLAYER ...", show_default=False)] = None,
    leave: Leave = False,
    now: Clock = "",
    stage: o.Stage = 0,
    by: o.By = "",
    at: o.At = 0,
    reason: o.Reason = "",
    dry_run: o.DryRun = False,
    language: common.Language = "en",
    json: o.Json = False,
) -> None:
    """Note who was found at the table; a breach (CBA-19) is told with its consequence."""
    from scheduler.app.directing import lineups

    path, rest = o.split(words, 16)
    o.needed(rest, "ROUND TABLE SEGMENT SIDE PLAYER")
    round, table, segment = (o.whole(word, "a round, table or segment") for word in rest[:3])
    made = lineups.seat(
        path, table, segment, rest[3], rest[4:], round, stage=stage, leave=leave, now=_now(now),
        who=o.who_of(by, at, dry_run, reason))
    _told(made, f"table {table}, segment {segment}: who sits for the {rest[3]} side", language, json)


def _told(made: Handed, told: str, language: str, json: bool) -> None:
    from scheduler.views import Translator
    from scheduler.views.lineups import fault_lines

    for line in fault_lines(made.faults, Translator(language)):
        say(line)
    o.after(made.decided, told, json, {
        "players": list(made.players), "kind": made.kind,
        "faults": [{"clause": f.clause, "text": str(f.text)} for f in made.faults]})


def line_ups(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE] [ROUND] [TABLE]", show_default=False)] = None,
    now: Clock = "",
    html: Annotated[str, typer.Option("--html", metavar="FILE", help="A page to print.")] = "",
    stage: o.Stage = 0,
    language: common.Language = "en",
    json: o.Json = False,
) -> None:
    """Deadlines and line-ups, only what the other side may see now; what is late, missing or a breach."""
    from scheduler.app.directing import lineups
    from scheduler.views import Translator

    path, rest = o.split(words, 2)
    round, table = (*(o.whole(word, "a round or table") for word in rest), 0, 0)[:2]
    made = lineups.notices(path, round, table, stage=stage, now=_now(now))
    t = Translator(language)
    if html:
        from scheduler.files.output import write_atomic
        from scheduler.views.lineups import notice_page

        if len(made.matches) != 1:
            raise UsageError("a page is of one table", maybe="say ROUND TABLE --html FILE.")
        write_atomic(html, notice_page(made.matches[0].segments, t, made.now, title=made.event.name).encode())
        say(f"wrote {html}")
    elif json:
        put_json(made.as_json())
    else:
        put("\n".join(_notice(made, one, t) for one in made.matches))


def _notice(made: Notices, one: Notice, t: Translator) -> str:
    """The line-ups where times are known, else the rights; then breaches (the rest stands in the notice)."""
    from scheduler.views.lineups import fault_lines, notice_text
    from scheduler.views.seats import rights_text

    text = rights_text(made.event, made.stage, one.match, one.rights, t)
    if one.segments:
        text += "\n" + notice_text(one.segments, t, made.now)
    broken = [fault for _, fault in one.faults if fault.clause.startswith("CBA-19")]
    return text + "".join(f"{line}\n" for line in fault_lines(broken, t))


def card(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE] NUMBER [PLAYER PLAYER]", show_default=False)] = None,
    unusual: Annotated[bool, typer.Option("--hum", help="It has a highly unusual system.")] = False,
    back: Annotated[bool, typer.Option("--back", help="It is taken back.")] = False,
    by: o.By = "",
    at: o.At = 0,
    reason: o.Reason = "",
    dry_run: o.DryRun = False,
    json: o.Json = False,
) -> None:
    """A convention card is filed, of a pair or of everybody (CBA-21.1)."""
    from scheduler.app.directing import lineups

    path, rest = o.split(words, 3)
    o.needed(rest, "NUMBER")
    number = o.whole(rest[0], "the number")
    done = lineups.file_card(
        path, number, rest[1:], unusual=unusual, filed=not back, who=o.who_of(by, at, dry_run, reason))
    o.after(done, f"convention card of {number} {done.event.by_number(number).name}", json)


def check_entries(
    file: o.File = "", stage: o.Stage = 0, language: common.Language = "en", json: o.Json = False,
) -> int:
    """What is wrong with the entries: rosters, players in two entries, cards that are not filed."""
    from scheduler.app.directing import lineups
    from scheduler.views import Translator
    from scheduler.views.seats import entries_text

    path, _ = o.split([file] if file else [], 0)
    made = lineups.check_entries(path, stage=stage)
    if json:
        put_json(made.as_json())
    else:
        put(entries_text(made.event, made.faults, Translator(language)))
    return 1 if made.faults else 0
