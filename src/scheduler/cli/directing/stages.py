"""``scheduler event stage next|add|carry|turn`` and ``event choose``."""

from __future__ import annotations

from typing import Annotated

import typer

from scheduler.cli.directing import options as o
from scheduler.cli.directing.entering import settings
from scheduler.cli.once import Once
from scheduler.cli.screen import put, put_json, say
from scheduler.errors import UsageError

__all__ = ["app", "choose"]

app = typer.Typer(
    name="stage", help="Stages: the next one, a further one, whose turn it is to choose.",
    no_args_is_help=True, rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]})


@app.command("next", cls=Once)
def next_stage(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE] [STAGE]", show_default=False)] = None,
    early: Annotated[bool, typer.Option("--early", help="Though results are missing.")] = False,
    by: o.By = "",
    at: o.At = 0,
    reason: o.Reason = "",
    dry_run: o.DryRun = False,
    json: o.Json = False,
) -> None:
    """Go on to the next stage: who goes on, in which order, with which points."""
    from scheduler.app.directing import stages

    path, rest = o.split(words, 1)
    number = o.whole(rest[0], "the stage") if rest else 0
    made = stages.next_stage(path, number, early=early, who=o.who_of(by, at, dry_run, reason))
    said, event = made.draft.said, made.decided.event
    if not json:
        for place, one in enumerate(said["playing"], start=1):
            carried = said["carried"].get(str(one), 0)
            more = f"  carries {carried / 100:.2f}" if carried else ""
            put(f"{place:>4}  {one} {event.by_number(one).name}{more}\n")
        for note in made.draft.notes:
            say(note)
    told = f"{said['name']} begins with {len(said['playing'])}"
    o.after(made.decided, told, json, {**said, "notes": list(made.draft.notes)})


@app.command("add", cls=Once)
def add(
    file: o.File = "",
    change: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="format=knockout, take=16, carry=half ..."),
    ] = None,
    by: o.By = "",
    at: o.At = 0,
    dry_run: o.DryRun = False,
    json: o.Json = False,
) -> None:
    """Add a stage after those that there are."""
    from scheduler.app.directing import stages

    path, _ = o.split([file] if file else [], 0)
    wanted = settings(change)
    if "format" not in wanted:
        raise UsageError("a stage needs a format", maybe="say --set format=knockout.")
    done = stages.add(path, wanted, who=o.who_of(by, at, dry_run))
    o.after(done, f"stage {len(done.event.stages)} added", json)


@app.command("carry", cls=Once)
def carry(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE] [STAGE]", show_default=False)] = None,
    by: o.By = "",
    at: o.At = 0,
    reason: o.Reason = "",
    dry_run: o.DryRun = False,
    json: o.Json = False,
) -> None:
    """Carry points anew, after something was put right in the stage before."""
    from scheduler.app.directing import stages

    path, rest = o.split(words, 1)
    number = o.whole(rest[0], "the stage") if rest else 0
    done = stages.carry_again(path, number, who=o.who_of(by, at, dry_run, reason))
    o.after(done, "points carried anew", json)


@app.command("turn", cls=Once)
def turn(file: o.File = "", stage: o.Stage = 0, json: o.Json = False) -> None:
    """Whose turn it is to choose an opponent, and who is open."""
    from scheduler.app.directing import stages

    path, _ = o.split([file] if file else [], 0)
    event, now = stages.turn(path, stage)
    among = [event.number(id) for id in now.among] if now else []
    if json:
        put_json({"who": event.number(now.who) if now else None, "among": among})
        return
    if now is None:
        put("all opponents are chosen\n")
        return
    names = ", ".join(f"{event.number(id)} {event.name_of(id)}" for id in now.among)
    put(f"{event.number(now.who)} {event.name_of(now.who)} chooses among {names}\n")


def choose(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE] NUMBER", show_default=False)] = None,
    stage: o.Stage = 0,
    by: o.By = "",
    at: o.At = 0,
    dry_run: o.DryRun = False,
    json: o.Json = False,
) -> None:
    """Whoever is to choose an opponent takes this one."""
    from scheduler.app.directing import stages

    path, rest = o.split(words, 1)
    o.needed(rest, "NUMBER")
    number = o.whole(rest[0], "the number")
    done = stages.choose(path, number, stage=stage, who=o.who_of(by, at, dry_run))
    o.after(done, f"{number} {done.event.by_number(number).name} is chosen", json)
