"""``scheduler event facts|repair|accept|due|changes``."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from scheduler.cli import options as common
from scheduler.cli.directing import options as o
from scheduler.cli.screen import put, put_json, say
from scheduler.errors import UsageError

__all__ = ["accept", "changes", "due", "facts", "repair"]

Numbers = list[int] | None
Words = list[str] | None
Withdraw = Annotated[
    Words,
    typer.Option("--withdraw", metavar="N[:WHEN]", help="N leaves before, during or after the round."),
]
Late = Annotated[Words, typer.Option("--late", metavar="N|NAME", help="Somebody comes late.")]
Back = Annotated[Numbers, typer.Option("--return", metavar="N", help="Somebody is back.")]
Credit = Annotated[
    int, typer.Option("--credit", metavar="PERCENT", show_default=False,
                      help="What who comes late gets of each match missed.")]
DrawnAs = Annotated[
    int, typer.Option("--drawn-as", metavar="PERCENT", show_default=False,
                      help="What it is drawn by at first, of each match missed.")]
Played = Annotated[Words, typer.Option("--played", metavar="A-B", help="Who really plays whom.")]
Moved = Annotated[Words, typer.Option("--moved", metavar="T=U", help="The match of table T is played at U.")]
Seats = Annotated[Words, typer.Option("--seats", metavar="T|R:T", help="Sides the wrong way round.")]
Score = Annotated[Words, typer.Option("--score", metavar="R:T=RESULT", help="A score that was wrong.")]
Rounds = Annotated[
    int, typer.Option("--rounds", metavar="N", help="Rounds there are now.", show_default=False)]
Lost = Annotated[
    Words, typer.Option("--lost", metavar="T[-U]", help="Tables that are lost; a hall is 1-12.")]
Fault = Annotated[
    Numbers, typer.Option("--fault", metavar="N", help="By whose fault the score was wrong.")]
Apart = Annotated[Words, typer.Option("--apart", metavar="A-B", help="Two who cannot meet.")]
Started = Annotated[Numbers, typer.Option("--started", metavar="T", help="A table has begun.")]
Drop = Annotated[Numbers, typer.Option("--drop", metavar="POSITION", help="A fact that was none.")]
Clear = Annotated[bool, typer.Option("--clear", help="None of the facts that wait was one.")]


def facts(
    file: o.File = "",
    withdraw: Withdraw = None,
    late: Late = None,
    credit: Credit = 0,
    drawn_as: DrawnAs = 0,
    back: Back = None,
    played: Played = None,
    moved: Moved = None,
    seats: Seats = None,
    score: Score = None,
    fault: Fault = None,
    rounds: Rounds = 0,
    lost: Lost = None,
    apart: Apart = None,
    started: Started = None,
    drop: Drop = None,
    clear: Clear = False,
    stage: o.Stage = 0,
    by: o.By = "",
    at: o.At = 0,
    reason: o.Reason = "",
    dry_run: o.DryRun = False,
    json: o.Json = False,
) -> None:
    """Tell facts, any number at once; without any, list those that wait. Repair then answers all."""
    path, who = o.split([file] if file else [])[0], o.who_of(by, at, dry_run, reason)
    told = [
        *_withdrawals(withdraw), *_arrivals(late, back, credit, drawn_as), *_pairs(played), *_moves(moved),
        *_corrections(seats, score, fault), *_framework(rounds, lost, apart, started)]
    noted = _noted(path, told, drop or (), clear, stage, who)
    if json:
        put_json({
            "facts": [{"position": p, **f} for p, f in noted.facts],
            "position": noted.decided.event.position, "dry_run": dry_run})
    else:
        _list(noted.decided.event, noted.facts)


def _noted(
    path: Any, told: list[dict[str, Any]], drop: list[int] | tuple[()], clear: bool, stage: int, who: Any
) -> Any:
    from scheduler.app.directing import repairing

    if drop or clear:
        return repairing.drop(path, drop, who=who)
    return repairing.note(path, told, stage=stage, who=who) if told else repairing.facts(path)


def _list(event: Any, waiting: Any) -> None:
    from scheduler.live.words import told

    for position, fact in waiting:
        put(f"{position:>5}  {told(event, 'fact', fact)}\n")
    count = len(waiting)
    say(f"{count} fact{'s' if count != 1 else ''} wait{'' if count != 1 else 's'}"
        + (": event repair proposes what to do" if count else ""))


def _withdrawals(words: Words) -> list[dict[str, Any]]:
    out = []
    for word in words or ():
        number, _, when = word.partition(":")
        out.append({"fact": "withdrawal", "number": o.whole(number, "the number"), "when": when or "before"})
    return out


def _arrivals(late: Words, back: Numbers, credit: int, drawn: int) -> list[dict[str, Any]]:
    more = {k: v for k, v in (("credit", credit), ("drawn", drawn)) if v}
    return [
        *({**_late(word), **more} for word in late or ()),
        *({"fact": "return", "number": n} for n in back or ())]


def _corrections(seats: Words, score: Words, fault: Numbers) -> list[dict[str, Any]]:
    blame = {"fault": fault} if fault else {}
    return [*map(_seat, seats or ()), *({**_score(word), **blame} for word in score or ())]


def _framework(rounds: int, lost: Words, apart: Words, started: Numbers) -> list[dict[str, Any]]:
    return [
        *([{"fact": "rounds", "rounds": rounds}] if rounds else []),
        *([{"fact": "lost-table", "tables": _ranges(lost)}] if lost else []),
        *({"fact": "apart", "pair": _two(word)} for word in apart or ()),
        *([{"fact": "started", "tables": started}] if started else [])]


def _late(word: str) -> dict[str, Any]:
    return {"fact": "late", **({"number": int(word)} if word.isdecimal() else {"name": word})}


def _pairs(words: Words) -> list[dict[str, Any]]:
    return [{"fact": "opponents", "pairs": [_two(word) for word in words]}] if words else []


def _ranges(words: list[str]) -> list[int]:
    """Tables from words such as 7 and 1-12."""
    out: list[int] = []
    for word in words:
        first, dash, last = word.partition("-")
        low = o.whole(first, "a table")
        high = o.whole(last, "a table") if dash else low
        if not low <= high < low + 10_000:
            raise UsageError(f'"{word[:40]}" are no tables', maybe="write 1-12.")
        out += range(low, high + 1)
    return out


def _two(word: str) -> list[int]:
    a, dash, b = word.partition("-")
    if not dash or not a.isdecimal() or not b.isdecimal():
        raise UsageError(f'"{word[:40]}" is not two numbers', maybe="write 7-12.")
    return [int(a), int(b)]


def _moves(words: Words) -> list[dict[str, Any]]:
    moves = []
    for word in words or ():
        old, _, new = word.partition("=")
        moves.append([o.whole(old, "a table"), o.whole(new, "a table")])
    return [{"fact": "tables", "moves": moves}] if moves else []


def _seat(word: str) -> dict[str, Any]:
    round, colon, table = word.rpartition(":")
    return {"fact": "seats", "table": o.whole(table, "a table"),
            **({"round": o.whole(round, "a round")} if colon else {})}


def _score(word: str) -> dict[str, Any]:
    where, equals, text = word.partition("=")
    if not equals:
        raise UsageError(f'"{word[:40]}" is no score', maybe="write ROUND:TABLE=RESULT, 3:7=+18.")
    return {**_seat(where), "fact": "score", "text": text}


def repair(
    file: o.File = "",
    stage: o.Stage = 0,
    seconds: Annotated[float, typer.Option("--time-limit", metavar="SECONDS")] = 2.0,
    language: common.Language = "en",
    json: o.Json = False,
) -> None:
    """Propose repairs for all facts that wait: ranked, with reasons, and what is proven."""
    from scheduler.app.directing import repairing
    from scheduler.views import Translator
    from scheduler.views.repairs import case_text

    path, _ = o.split([file] if file else [], 0)
    event, case = repairing.proposals(path, stage=stage, seconds=seconds)
    if json:
        put_json({
            "stage": case.stage, "round": case.round, "active": case.active, "facts": list(case.settled),
            "told": list(case.told), "proposals": [p.as_json(case.state) for p in case.proposals],
            "position": event.position})
        return
    put(case_text(case, Translator(language)))
    say("accept one by its letter: event accept A")


def accept(
    words: Annotated[Words, typer.Argument(metavar="[FILE] LETTER[-KEY]", show_default=False)] = None,
    force: Annotated[bool, typer.Option("--force", help="Though it breaks a hard rule.")] = False,
    when: Annotated[
        str, typer.Option("--for", metavar="TIME|ROUND", help='Later: at "2026-05-30T14:00", or "round 7": '
                                                              "before round 7 is drawn.")] = "",
    stage: o.Stage = 0,
    seconds: Annotated[float, typer.Option("--time-limit", metavar="SECONDS")] = 2.0,
    by: o.By = "",
    at: o.At = 0,
    reason: o.Reason = "",
    dry_run: o.DryRun = False,
    language: common.Language = "en",
    json: o.Json = False,
) -> None:
    """Accept a repair: a sentence for each team, the old list is void; event changes prints it."""
    path, rest = o.split(words, 1)
    if not rest:
        raise UsageError("which repair is accepted?", maybe="event repair shows them; then event accept A.")
    who, how = o.who_of(by, at, dry_run, reason), {"stage": stage, "seconds": seconds, "force": force}
    if when:
        _queue(path, rest[0], when, who, json, how)
    else:
        _accept(path, rest[0], who, language, json, how)


def _queue(path: Any, name: str, when: str, who: Any, json: bool, how: dict[str, Any]) -> None:
    from scheduler.app.directing import queueing

    decided, _, proposal = queueing.queue(path, name, when, who=who, **how)
    o.after(decided, f"repair {proposal.name} waits for {queueing.due_of(when)}: event due takes it", json)


def _accept(path: Any, name: str, who: Any, language: str, json: bool, how: dict[str, Any]) -> None:
    from scheduler.app.directing import repairing
    from scheduler.views import Translator
    from scheduler.views.repairs import tells_text

    made = repairing.accept(path, name, who=who, **how)
    event, proposal, t = made.decided.event, made.proposal, Translator(language)
    if not json:
        put(tells_text(event, proposal, t))
        if proposal.tells and proposal.voids:
            version = made.before.stages[made.case.stage - 1].rounds[made.case.round].version
            put(t("repairs.void", round=made.case.round, version=version, next=version + 1) + "\n")
    o.after(made.decided, f"repair {proposal.name} accepted", json, {"proposal": proposal.as_json(event)})


def due(
    file: o.File = "",
    now: Annotated[str, typer.Option("--now", metavar="TIME", help="In the place of the clock.")] = "",
    by: o.By = "",
    at: o.At = 0,
    dry_run: o.DryRun = False,
    json: o.Json = False,
) -> None:
    """Take the repairs whose time has come; what cannot be taken any more waits as facts again."""
    from scheduler.app.directing import queueing

    path, _ = o.split([file] if file else [], 0)
    made = queueing.due(path, now=now, who=o.who_of(by, at, dry_run))
    taken = [{"queued": position, "taken": proposal is not None, "why": why}
             for position, proposal, why in made.done]
    for position, proposal, why in made.done:
        if not json:
            say(f"repair of entry {position}: " + ("taken" if proposal else f"its facts wait again: {why}"))
    waiting = len(made.decided.event.queued)
    o.after(made.decided, f"{len(taken)} came due, {waiting} wait", json, {"due": taken})


def changes(
    file: o.File = "",
    to: o.To = None,
    slips: Annotated[str, typer.Option("--slips", metavar="FILE", help="Only the slips that changed.")] = "",
    stage: o.Stage = 0,
    language: common.Language = "en",
    json: o.Json = False,
) -> None:
    """What the last repair changed: what to read aloud, the page that voids the list, the new slips."""
    from scheduler.app.directing import printing, queueing
    from scheduler.views import Translator
    from scheduler.views.repairs import changes_text

    path, _ = o.split([file] if file else [], 0)
    found = queueing.changes(path, stage=stage)
    for target in to or ():
        printing.write_changes(found, target, language=language)
        say(f"wrote {target}")
    if slips:
        printing.write_slips(found.event, found.round, slips, language=language, only=found.matches)
        say(f"wrote {slips}")
    if json:
        put_json(found.as_json())
    elif not (to or slips):
        put(changes_text(found.event, found.round, found.tells, found.void, Translator(language)))
