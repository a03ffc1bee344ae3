"""``scheduler event pair|publish|start|withhold|close|tables``."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scheduler.cli import options as common
from scheduler.cli.directing import options as o
from scheduler.cli.screen import put, put_json, say
from scheduler.errors import UsageError

if TYPE_CHECKING:
    from scheduler.app.directing.rounds import Paired

__all__ = ["close", "pair", "publish", "start", "tables", "withhold"]

RoundWord = Annotated[
    list[str] | None, typer.Argument(metavar="[FILE] [ROUND]", show_default=False)]


def pair(
    file: o.File = "",
    stage: o.Stage = 0,
    seed: Annotated[str, typer.Option("--seed", metavar="TEXT", help="Of lots; the event's.")] = "",
    given: Annotated[
        list[str] | None,
        typer.Option("--given", metavar="A-B", help="The whole round as you want it; a bye is A-0."),
    ] = None,
    fixed: Annotated[
        list[str] | None,
        typer.Option("--fixed", metavar="A-B[@T]", help="A match that is to be, at table T; the rest drawn."),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Keep fixed matches that break a hard rule.")] = False,
    early: Annotated[bool, typer.Option("--early", help="Draw though results are missing.")] = False,
    again: Annotated[
        bool, typer.Option("--again", help="Take the published list down first (needs --reason).")] = False,
    effort: Annotated[float, typer.Option("--effort", metavar="SECONDS", help="Per hard question.")] = 4.0,
    by: o.By = "",
    at: o.At = 0,
    reason: o.Reason = "",
    dry_run: o.DryRun = False,
    language: common.Language = "en",
    json: o.Json = False,
) -> None:
    """Draw the next round: the best there is, verified, with what was chosen and why."""
    from scheduler.app.directing import rounds
    from scheduler.live.plays import Asked

    path, _ = o.split([file] if file else [], 0)
    asked = Asked(
        seed, [_pair(word) for word in given or ()], [_fixed(word) for word in fixed or ()], force, early,
        effort)
    made = rounds.pair(path, asked, stage=stage, again=again, who=o.who_of(by, at, dry_run, reason))
    if json:
        put_json(_as_json(made, dry_run))
    else:
        _tell(made, stage, language)
    _beside(made)
    o.after(made.decided, f"round {made.draft.round} drafted", False)


def _as_json(made: Paired, dry_run: bool) -> dict[str, Any]:
    more: dict[str, Any] = {"ways": [way.as_json() for way in made.ways]} if made.ways else {}
    if made.standing_by:
        more["standing_by"] = list(made.standing_by)
    return {**made.draft.said, **more, "position": made.decided.event.position, "dry_run": dry_run}


def _tell(made: Paired, stage: int, language: str) -> None:
    from scheduler.app.directing.rounds import stage_of
    from scheduler.views import Translator
    from scheduler.views.rounds import round_text

    event, draft = made.decided.event, made.draft
    put(round_text(event, stage_of(event, stage).rounds[draft.round], Translator(language)))
    for note in draft.notes:
        say(note)
    say("proven: the verifier accepts it" if draft.proven else _broken(draft.report.hard))


def _beside(made: Paired) -> None:
    """What else can be done about an odd field, and which repairs wait for this round."""
    due: Sequence[int] = ()
    if made.decided.event.queued:
        from scheduler.app.directing.queueing import due_now

        due = due_now(made.decided.event)
    if due:
        say(f"queued repairs are due ({', '.join(map(str, due))}), and this draft does not have them: "
            "take them (event due), then draw again")
    if made.ways:
        say("the field is odd now; the ways through the rounds left (event edit --set odd=bye|short|long):")
        for way in made.ways:
            say(f"  {way.told}")
    if made.standing_by:
        event = made.decided.event
        names = ", ".join(f"{n} {event.by_number(n).name}" for n in made.standing_by)
        say(f"the field is odd, and somebody waits to be admitted: {names} (event admit NUMBER)")


def _broken(hard: int) -> str:
    return f"{hard} hard rules are broken" if hard else "not proven to be the best"


def _pair(word: str) -> tuple[int, int]:
    a, dash, b = word.partition("-")
    if not dash or not a.isdecimal() or not b.isdecimal():
        raise UsageError(f'"{word[:40]}" is no match', maybe="write 7-12, or 9-0 for a bye.")
    return (int(a), int(b)) if b != "0" else (0, int(a))


def _fixed(word: str) -> tuple[int, int, int]:
    match, _, table = word.partition("@")
    a, b = _pair(match)
    return a, b, o.whole(table, "a table") if table else 0



def publish(
    words: RoundWord = None,
    to: o.To = None,
    stage: o.Stage = 0,
    by: o.By = "",
    at: o.At = 0,
    dry_run: o.DryRun = False,
    language: common.Language = "en",
    json: o.Json = False,
) -> None:
    """Hang up the drafted round: from now on it is played. A backup is kept beside the file."""
    from scheduler.app.directing import printing, rounds
    from scheduler.app.directing.looking import round_json
    from scheduler.views import Translator
    from scheduler.views.rounds import round_text

    path, rest = o.split(words, 1)
    number = o.whole(rest[0], "the round") if rest else 0
    done = rounds.publish(path, number, stage=stage, who=o.who_of(by, at, dry_run))
    where = rounds.stage_of(done.event, stage)
    here = rounds.round_of(where, number or where.current)
    if not json:
        put(round_text(done.event, here, Translator(language)))
    for target in to or () if not dry_run else ():
        printing.write_round(done.event, here, target, language=language)
        say(f"wrote {target}")
    o.after(done, f"round {here.number} published", json, round_json(done.event, here))


def start(
    words: RoundWord = None,
    table: Annotated[list[int] | None, typer.Option("--table", metavar="T", help="Only these.")] = None,
    time: Annotated[str, typer.Option("--time", metavar="WHEN", help="ISO date and time it started.")] = "",
    stage: o.Stage = 0,
    by: o.By = "",
    at: o.At = 0,
    dry_run: o.DryRun = False,
    json: o.Json = False,
) -> None:
    """The round is played: what has started is frozen, at all tables or at those named."""
    from scheduler.app.directing import rounds

    path, rest = o.split(words, 1)
    number = o.whole(rest[0], "the round") if rest else 0
    _moment(time)
    done = rounds.start(path, number, table or (), stage=stage, at=time, who=o.who_of(by, at, dry_run))
    o.after(done, f"round {number or rounds.stage_of(done.event, stage).current} started", json)


def _moment(time: str) -> None:
    """UsageError where a time is none."""
    try:
        datetime.fromisoformat(time or "2000-01-01")
    except ValueError:
        raise UsageError(
            f'"{time[:40]}" is no date and time', maybe="write 2026-05-30T09:30.") from None


def withhold(
    words: RoundWord = None,
    stage: o.Stage = 0,
    by: o.By = "",
    at: o.At = 0,
    reason: o.Reason = "",
    dry_run: o.DryRun = False,
    json: o.Json = False,
) -> None:
    """Take the published list down before anybody plays by it; needs --reason."""
    from scheduler.app.directing import rounds

    path, rest = o.split(words, 1)
    number = o.whole(rest[0], "the round") if rest else 0
    done = rounds.withhold(path, number, stage=stage, who=o.who_of(by, at, dry_run, reason))
    o.after(done, "the list is taken down", json)


def close(
    words: RoundWord = None,
    stage: o.Stage = 0,
    by: o.By = "",
    at: o.At = 0,
    dry_run: o.DryRun = False,
    json: o.Json = False,
) -> None:
    """Close a round whose results are all in, so that its standings may be seen."""
    from scheduler.app.directing import rounds

    path, rest = o.split(words, 1)
    number = o.whole(rest[0], "the round") if rest else 0
    done = rounds.close(path, number, stage=stage, who=o.who_of(by, at, dry_run))
    o.after(done, f"round {number or rounds.stage_of(done.event, stage).current} closed", json)


def tables(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE] FROM=TO ...", show_default=False)] = None,
    round: Annotated[int, typer.Option("--round", metavar="N", show_default=False)] = 0,
    stage: o.Stage = 0,
    by: o.By = "",
    at: o.At = 0,
    reason: o.Reason = "",
    dry_run: o.DryRun = False,
    json: o.Json = False,
) -> None:
    """Move matches to other tables, all at once: 3=5 5=3 swaps two."""
    from scheduler.app.directing import rounds

    path, rest = o.split(words)
    o.needed(rest, "FROM=TO")
    moves = []
    for word in rest:
        old, equals, new = word.partition("=")
        if not equals:
            raise UsageError(f'"{word[:40]}" is not FROM=TO', maybe="write 3=5.")
        moves.append((o.whole(old, "a table"), o.whole(new, "a table")))
    done = rounds.tables(path, moves, round, stage=stage, who=o.who_of(by, at, dry_run, reason))
    o.after(done, f"{len(moves)} moved", json)
