"""``scheduler event show|history|undo|redo|verify|when``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from scheduler.cli import options as common
from scheduler.cli.directing import options as o
from scheduler.cli.screen import put, put_json, say

if TYPE_CHECKING:
    from scheduler.live.state import LiveEvent, LiveStage

__all__ = ["history", "places", "redo", "show", "undo", "verify", "when"]

Steps = Annotated[int, typer.Option("--steps", metavar="N", min=1, help="How many decisions.")]


def show(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE] [ROUND]", show_default=False)] = None,
    to: o.To = None,
    slips: Annotated[
        str, typer.Option("--slips", metavar="FILE", help="A page with a slip for each match.")] = "",
    stage: o.Stage = 0,
    language: common.Language = "en",
    json: o.Json = False,
) -> None:
    """Where the event stands, with its brackets; a round with its results, here or as files to hang up and
    hand out. Without a round, a page of a knockout is its bracket."""
    from scheduler.app.directing import looking, rounds
    from scheduler.app.directing.desk import look

    path, rest = o.split(words, 1)
    event = look(path)
    number = o.whole(rest[0], "the round") if rest else 0
    if to or slips:
        _write(event, rounds.stage_of(event, stage), number, to, slips, language)
    if json and number:
        here = rounds.round_of(rounds.stage_of(event, stage), number)
        put_json({"event": event.name, "position": event.position, **looking.round_json(event, here)})
    elif json:
        put_json(looking.event_json(event))
    elif not (to or slips):
        put(_shown(event, number, stage, language))


def _write(
    event: LiveEvent, stage: LiveStage, number: int, to: list[str] | None, slips: str, language: str
) -> None:
    from scheduler.app.directing import printing
    from scheduler.app.directing.rounds import shown_round

    round = shown_round(stage, number)
    for target in to or ():
        if stage.tree is not None and not number and target.lower().endswith(".html"):
            printing.write_bracket(event, stage, target, language=language)
        else:
            printing.write_round(event, round, target, language=language)
        say(f"wrote {target}")
    if slips:
        printing.write_slips(event, round, slips, language=language)
        say(f"wrote {slips}")


def _shown(event: LiveEvent, number: int, stage: int, language: str) -> str:
    from scheduler.app.directing import rounds
    from scheduler.views.live_bracket import live_bracket_text
    from scheduler.views.messages import Translator
    from scheduler.views.rounds import event_text, round_text

    t = Translator(language)
    if number:
        return round_text(event, rounds.round_of(rounds.stage_of(event, stage), number), t)
    shown = [rounds.stage_of(event, stage)] if stage else event.stages
    trees = [live_bracket_text(event, s, t) for s in shown if s.tree is not None]
    return "\n".join([event_text(event, t), *trees])


def places(
    file: o.File = "",
    live: Annotated[bool, typer.Option("--live", help="With the results so far.")] = False,
    to: o.To = None,
    language: common.Language = "en",
    json: o.Json = False,
) -> None:
    """The places of everybody over all stages: brackets, groups, and who played in no further stage."""
    from scheduler.app.directing import looking

    path, _ = o.split([file] if file else [], 0)
    event, rows = looking.places(path, live=live)
    for target in to or ():
        from scheduler.app.directing.printing import write_places

        write_places(event, rows, target, language=language)
        say(f"wrote {target}")
    if json:
        put_json(looking.places_json(event, rows))
    elif not to:
        from scheduler.views import Translator
        from scheduler.views.places import places_text

        put(places_text(event, rows, Translator(language)))


def history(
    file: o.File = "",
    last: Annotated[int, typer.Option("--last", metavar="N", help="Only the last so many.")] = 0,
    json: o.Json = False,
) -> None:
    """Every decision: when, by whom, what; those undone are marked."""
    from scheduler.app.directing import past

    path, _ = o.split([file] if file else [], 0)
    lines = past.history(path, max(0, last))
    if json:
        put_json({"history": [line.as_json() for line in lines]})
        return
    for line in lines:
        mark = " " if line.holds else "x"
        put(f"{line.position:>5} {mark} {line.at[:19]} {line.author[:14]:<14} {line.told}\n")


def undo(
    file: o.File = "",
    steps: Steps = 1,
    by: o.By = "",
    at: o.At = 0,
    reason: o.Reason = "",
    dry_run: o.DryRun = False,
    json: o.Json = False,
) -> None:
    """Take back the last decision; it stays in the log, and redo lets it hold again."""
    from scheduler.app.directing import past

    path, _ = o.split([file] if file else [], 0)
    done = past.undo(path, steps, who=o.who_of(by, at, dry_run, reason))
    _turned(path, done, steps, "undone", json)


def redo(
    file: o.File = "",
    steps: Steps = 1,
    by: o.By = "",
    at: o.At = 0,
    reason: o.Reason = "",
    dry_run: o.DryRun = False,
    json: o.Json = False,
) -> None:
    """Let hold again what was undone last."""
    from scheduler.app.directing import past

    path, _ = o.split([file] if file else [], 0)
    done = past.redo(path, steps, who=o.who_of(by, at, dry_run, reason))
    _turned(path, done, steps, "redone", json)


def _turned(path: object, done: object, steps: int, verb: str, json: bool) -> None:
    from scheduler.app.directing.desk import Decided
    from scheduler.app.directing.past import history as read

    assert isinstance(done, Decided)
    turned = [int(str(e.payload["of"])) for e in done.entries]
    lines = {line.position: line.told for line in read(str(path))} if turned else {}
    told = "; ".join(lines.get(p, str(p)) for p in turned) or f"{steps} decision{'s' if steps > 1 else ''}"
    o.after(done, f"{verb}: {told}", json, {"of": turned})


def verify(file: o.File = "", json: o.Json = False) -> int:
    """Read the whole log again: hashes, state, every round by the verifier, every score."""
    from scheduler.app.directing import past

    path, _ = o.split([file] if file else [], 0)
    found = past.verify(path)
    if json:
        put_json(found.as_json())
    else:
        for line in (*found.faults, *found.broken):
            put(f"{line}\n")
        for line in found.brought:
            put(f"as it was brought: {line}\n")
        say(f"{found.entries} entries, {found.rounds} rounds, {found.results} results: "
            + ("all in order" if found.holds else "NOT in order"))
    return 0 if found.holds else 1


def when(json: o.Json = False) -> None:
    """What may be changed when: the table that every command obeys."""
    from scheduler.live.allowed import ACTIONS, PHASES

    if json:
        put_json({"phases": list(PHASES), "actions": ACTIONS})
        return
    put(f"{'':14}" + "".join(f"{p:>11}" for p in PHASES) + "\n")
    for action, row in ACTIONS.items():
        put(f"{action:14}" + "".join(f"{row[p]:>11}" for p in PHASES) + "\n")
    say("why: only with --reason")
