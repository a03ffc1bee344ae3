"""``scheduler event new|enter|edit|withdraw|late|admit|absent|announce|lots``."""

from __future__ import annotations

import tomllib
from typing import Annotated, Any

import typer

from scheduler.cli.directing import options as o
from scheduler.errors import UsageError

__all__ = ["absent", "admit", "announce", "edit", "enter", "late", "lots", "new", "withdraw"]

Fields = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="seed=3, region=North, coach=Li ..."),
]
Roster = Annotated[
    list[str] | None, typer.Option("--player", metavar="NAME", help="A player of the team; repeat it.")]
Guest = Annotated[bool, typer.Option("--guest", help="Plays and counts for others, but has no place.")]


def new(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The event file to make, such as cup.event.")],
    source: Annotated[
        str, typer.Option("--from", metavar="EVENT", help="Event file (TOML) or entry list (CSV, XLSX), -."),
    ] = "",
    name: Annotated[str, typer.Option("--name", help="What the event is called.")] = "",
    format: Annotated[
        str, typer.Option("--format", help="Of the first stage: swiss, round-robin, knockout, groups.")] = "",
    model: Annotated[str, typer.Option("--model", metavar="NAME", help="Rulebook of the first stage.")] = "",
    change: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Of the first stage: rounds=7, boards=16 ..."),
    ] = None,
    seed: Annotated[
        str, typer.Option("--seed", metavar="TEXT", help="Of every lot; made up and kept if none.")] = "",
    by: o.By = "",
    dry_run: o.DryRun = False,
    json: o.Json = False,
) -> None:
    """Make an event file: from an event in TOML, an entry list, or with nobody in it yet."""
    from scheduler.app.directing.making import new as make
    from scheduler.app.directing.stages import known
    from scheduler.app.inputs import open_event
    from scheduler.cli.asking import source_of

    wanted = settings(change)
    known(wanted)
    given = None
    if source:
        data, called = source_of(source)
        given = open_event(data, name=called)
    made = make(
        file, given, name=name, format=format, model=model, options=wanted, seed=seed,
        who=o.who_of(by, 0, dry_run))
    event = made.event
    stages = ", ".join(s.stage.format for s in event.stages)
    o.after(made, f"{event.name}: {len(event.contestants)} entrants, {stages}", json, {"file": file})


def settings(change: list[str] | None) -> dict[str, Any]:
    """KEY=VALUE words, values as TOML has them, else texts. UsageError."""
    out: dict[str, Any] = {}
    for word in change or ():
        key, equals, value = word.partition("=")
        if not equals or not key.strip():
            raise UsageError(f'"{word[:60]}" is not KEY=VALUE')
        try:
            out[key.strip()] = tomllib.loads(f"x = {value.strip()}")["x"]
        except (tomllib.TOMLDecodeError, ValueError, RecursionError):
            out[key.strip()] = value.strip()
    return out


def enter(
    words: o.Words = None,
    change: Fields = None,
    player: Roster = None,
    guest: Guest = False,
    first: Annotated[int, typer.Option("--first", metavar="ROUND", help="Plays from this round on.")] = 0,
    by: o.By = "",
    at: o.At = 0,
    reason: o.Reason = "",
    dry_run: o.DryRun = False,
    json: o.Json = False,
) -> None:
    """Enter further entrants: [FILE] NAME [NAME ...]."""
    _enter(words, change, player, guest, False, first, o.who_of(by, at, dry_run, reason), json)


def late(
    words: o.Words = None,
    change: Fields = None,
    player: Roster = None,
    by: o.By = "",
    at: o.At = 0,
    reason: o.Reason = "",
    dry_run: o.DryRun = False,
    json: o.Json = False,
) -> None:
    """Note a late entry: it waits, and is not drawn until it is admitted (CBA-11.1): [FILE] NAME ..."""
    _enter(words, change, player, False, True, 0, o.who_of(by, at, dry_run, reason), json)


def _enter(
    words: list[str] | None, change: list[str] | None, player: list[str] | None, guest: bool, late: bool,
    first: int, who: Any, json: bool,
) -> None:
    from scheduler.app.directing.entering import Entry
    from scheduler.app.directing.entering import enter as decide

    path, names = o.split(words)
    o.needed(names, "NAME")
    fields = settings(change)
    if player and len(names) > 1:
        raise UsageError("a roster is of one team: enter it alone")
    entries = [Entry(name, roster=player or (), **fields) for name in names]
    done = decide(path, entries, late=late, competing=not guest, first=first, who=who)
    have = list(done.event.contestants.values())[-len(names):]
    told = ", ".join(f"{c.number} {c.name}" for c in have)
    o.after(done, f"entered{' late' if late else ''}: {told}", json, {"numbers": [c.number for c in have]})


def edit(
    words: o.Words = None,
    change: Fields = None,
    player: Roster = None,
    guest: Annotated[bool | None, typer.Option("--guest/--competing", help="Whether it has a place.")] = None,
    by: o.By = "",
    at: o.At = 0,
    reason: o.Reason = "",
    dry_run: o.DryRun = False,
    json: o.Json = False,
) -> None:
    """Change an entrant, [FILE] NUMBER --set name=..., or the running stage, [FILE] --set rounds=9."""
    from scheduler.app.directing import entering, stages

    path, rest = o.split(words, 1)
    who = o.who_of(by, at, dry_run, reason)
    if not rest:
        o.after(stages.configure(path, settings(change), who=who), "the stage's settings", json)
        return
    number = o.whole(rest[0], "the number")
    done = entering.edit(
        path, number, settings(change), roster=player,
        competing=None if guest is None else not guest, who=who)
    o.after(done, f"{number} {done.event.by_number(number).name}", json)


def withdraw(
    words: o.Words = None,
    last: Annotated[
        int, typer.Option("--after", metavar="ROUND", help="The last round it plays.", show_default=False),
    ] = -1,
    by: o.By = "",
    at: o.At = 0,
    reason: o.Reason = "",
    dry_run: o.DryRun = False,
    json: o.Json = False,
) -> None:
    """Somebody plays no more: [FILE] NUMBER. What was played stands."""
    from scheduler.app.directing import entering

    path, rest = o.split(words, 1)
    o.needed(rest, "NUMBER")
    number = o.whole(rest[0], "the number")
    done = entering.withdraw(
        path, number, after=None if last < 0 else last, who=o.who_of(by, at, dry_run, reason))
    one = done.event.by_number(number)
    o.after(done, f"{number} {one.name} plays no more after round {one.last}", json)


def admit(
    words: o.Words = None,
    first: Annotated[int, typer.Option("--first", metavar="ROUND", help="From this round on.")] = 0,
    by: o.By = "",
    at: o.At = 0,
    reason: o.Reason = "",
    dry_run: o.DryRun = False,
    json: o.Json = False,
) -> None:
    """Admit a late entry, or somebody who had withdrawn: [FILE] NUMBER."""
    from scheduler.app.directing import entering

    path, rest = o.split(words, 1)
    o.needed(rest, "NUMBER")
    number = o.whole(rest[0], "the number")
    done = entering.come_back(path, number, first=first, who=o.who_of(by, at, dry_run, reason))
    o.after(done, f"{number} {done.event.by_number(number).name} plays", json)


def absent(
    words: o.Words = None,
    bye: Annotated[bool, typer.Option("--bye", help="A bye asked for, with half the points.")] = False,
    back: Annotated[bool, typer.Option("--back", help="It plays those rounds after all.")] = False,
    by: o.By = "",
    at: o.At = 0,
    reason: o.Reason = "",
    dry_run: o.DryRun = False,
    json: o.Json = False,
) -> None:
    """Somebody sits out rounds that are not drawn yet: [FILE] NUMBER ROUND [ROUND ...]."""
    from scheduler.app.directing import entering

    path, rest = o.split(words)
    o.needed(rest, "NUMBER ROUND")
    number, *rounds = (o.whole(word, "a number or round") for word in rest)
    done = entering.absent(
        path, number, rounds, kind="" if back else "given" if bye else "absent",
        who=o.who_of(by, at, dry_run, reason))
    verb = "plays" if back else "sits out"
    told = f"{number} {done.event.by_number(number).name} {verb} round {', '.join(map(str, rounds))}"
    o.after(done, told, json)


def announce(
    file: o.File = "",
    stage: o.Stage = 0,
    by: o.By = "",
    at: o.At = 0,
    dry_run: o.DryRun = False,
    json: o.Json = False,
) -> None:
    """The format is fixed and published; only then are numbers and groups drawn (CBA-12)."""
    from scheduler.app.directing import entering

    path, _ = o.split([file] if file else [], 0)
    done = entering.announce(path, stage=stage, who=o.who_of(by, at, dry_run))
    o.after(done, "the format is announced", json)


def lots(
    file: o.File = "",
    seed: Annotated[str, typer.Option("--seed", metavar="TEXT", help="Public seed; the event's.")] = "",
    by: o.By = "",
    at: o.At = 0,
    reason: o.Reason = "",
    dry_run: o.DryRun = False,
    json: o.Json = False,
) -> None:
    """Draw everybody's number by lot, with a record that anybody can draw again."""
    from scheduler.app.directing import entering
    from scheduler.cli.screen import put

    path, _ = o.split([file] if file else [], 0)
    done = entering.lots(path, seed=seed, who=o.who_of(by, at, dry_run, reason))
    have = sorted(done.event.contestants.values(), key=lambda c: c.number)
    if not json:
        put("".join(f"{c.number:>5}  {c.name}\n" for c in have))
    o.after(done, f"{len(have)} numbers drawn, seal {done.event.lots.get('sha256', '')}", json, {
        "numbers": [{"number": c.number, "name": c.name} for c in have], "record": dict(done.event.lots)})
