"""The group ``scheduler event`` and its commands."""

from __future__ import annotations

from collections.abc import Callable

import typer

from scheduler.cli.directing import (
    adopting,
    boards,
    entering,
    explaining,
    lineups,
    past,
    repairing,
    rounds,
    rulings,
    scores,
    sheets,
    stages,
)
from scheduler.cli.once import Once

__all__ = ["app", "only"]

_HELP = {"help_option_names": ["-h", "--help"]}
app = typer.Typer(
    name="event",
    help="An event in progress, in one file: entries, rounds, results, standings; all undoable.",
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings=_HELP,
)
_FREE = {"ignore_unknown_options": True}  # results such as -7 are words, not options

for _command in (
    entering.new, entering.enter, entering.edit, entering.withdraw, entering.late, entering.admit,
    entering.absent, entering.announce, entering.lots, rounds.pair, rounds.publish, rounds.start,
    rounds.withhold, rounds.close, rounds.tables, scores.standings, scores.penalty, scores.waive,
    explaining.explain, explaining.ways, past.show, past.places, past.history, past.undo, past.redo,
    past.verify, past.when, adopting.adopt, adopting.export, stages.choose, sheets.sheet,
    repairing.facts, repairing.repair, repairing.accept, repairing.due, repairing.changes,
):
    app.command(cls=Once)(_command)
for _seat in (
    lineups.rights, lineups.line_up, lineups.line_ups, lineups.seated, lineups.card, lineups.check_entries,
):
    app.command(cls=Once)(_seat)
for _typed in (scores.result, scores.results, boards.boards):
    app.command(cls=Once, context_settings=_FREE)(_typed)
for _ruling in (
    rulings.rule, rulings.appeal, rulings.decide, rulings.approve, rulings.settle, rulings.policy,
    rulings.law, rulings.note, rulings.report,
):
    app.command(cls=Once)(_ruling)
app.add_typer(stages.app)


def only(name: str) -> typer.Typer | None:
    """The group with nothing in it but the command or group of that name; None where there is none."""
    commands = [c for c in app.registered_commands if name == (c.name or _called(c.callback))]
    groups = [g for g in app.registered_groups if g.typer_instance and g.typer_instance.info.name == name]
    if not commands and not groups:
        return None
    alone = typer.Typer(name="event", rich_markup_mode=None, callback=_nothing, context_settings=_HELP)
    alone.registered_commands, alone.registered_groups = commands, groups
    return alone


def _called(function: Callable[..., object] | None) -> str:
    return getattr(function, "__name__", "").replace("_", "-")


def _nothing() -> None:
    """Without a callback a group of one command would be that command."""
