"""The command ``scheduler``: the commands, and how every way to end becomes an exit code."""

from __future__ import annotations

import gc
import os
import sys
import traceback
from typing import Any

import typer

from scheduler.cli import demo, diff, draw, draws, judge, make, print_out, scores, tell
from scheduler.cli.directing import main as event
from scheduler.cli.once import Once
from scheduler.cli.screen import open_streams, put, put_json, say
from scheduler.errors import Interrupted, NoAnswer, SchedulerError, UsageError

__all__ = ["app", "main"]

_BUG = 70

app = typer.Typer(
    name="scheduler",
    help="Tables of matches: made, proved, checked, repaired, printed.",
    epilog="Exit codes: 0 done, 1 rules broken, 2 usage, 3 no answer, 4 time up, 5 file, 6 the event changed,"
    " 70 bug, 130 interrupted.",
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for _command in (
    make.plan, judge.check, judge.complete, judge.repair, diff.diff, draws.draw, draws.grade,
    draw.lots, tell.rules, print_out.show, print_out.export, scores.scores,
    demo.demo,
):
    app.command(cls=Once)(_command)
app.add_typer(event.app)


@app.callback(invoke_without_command=True)
def _version(
    version: bool = typer.Option(False, "--version", help="Print the version and stop."),
) -> None:
    if version:
        from scheduler import __version__

        put(f"scheduler {__version__}\n")
        raise typer.Exit


def _called(arguments: list[str]) -> typer.Typer:
    """The commands, or of those of an event only the one that is named: to build them all takes long."""
    one = event.only(arguments[1]) if arguments[:1] == ["event"] and len(arguments) > 1 else None
    if one is None:
        return app
    alone = typer.Typer(
        add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False, callback=_nothing)
    alone.add_typer(one)
    return alone


def _nothing() -> None:
    """Without a callback a group of one command would be that command."""


def main() -> None:
    """Run the command line and end the process with the exit code of what happened."""
    gc.set_threshold(100_000, 50, 100)  # a command is short: its objects are not searched for cycles often
    open_streams()
    sys.exit(_run(sys.argv[1:]))


def _run(arguments: list[str]) -> int:
    try:
        code = _called(arguments)(arguments, prog_name="scheduler", standalone_mode=False)
        if code == Interrupted.exit_code:  # the parser turns Ctrl-C into this
            raise KeyboardInterrupt
        return code if isinstance(code, int) else 0
    except SchedulerError as error:
        return _told(error, arguments)
    except (KeyboardInterrupt, typer.Abort):
        return _told(Interrupted("stopped, nothing kept"), arguments)
    except MemoryError:
        return _told(UsageError("this is too large for the memory of this machine"), arguments)
    except Exception as error:
        if hasattr(error, "format_message"):  # what the parser of options says
            return _told(_usage(error), arguments)
        return _bug(error)


def _told(error: SchedulerError, arguments: list[str]) -> int:
    """The error in words on stderr; with ``--json`` as an object on stdout too."""
    if "--json" in arguments:
        from scheduler.app.as_json import error_json

        put_json(error_json(error))
    if isinstance(error, NoAnswer):
        from scheduler.views import Translator, no_answer_text

        say(no_answer_text(error, Translator()))
    else:
        say(str(error))
    return error.exit_code


def _usage(error: Any) -> UsageError:
    """A mistake in the options; where no command is named at all, the message is the help."""
    message = str(error.format_message()).strip()
    if type(error).__name__ == "NoArgsIsHelpError":
        return UsageError(message)
    context = getattr(error, "ctx", None)
    path = getattr(context, "command_path", "scheduler") if context is not None else "scheduler"
    return UsageError(message, maybe=f"see {path} --help.")


def _bug(error: Exception) -> int:
    if os.environ.get("SCHEDULER_DEBUG"):
        traceback.print_exception(error)
        return _BUG
    from scheduler import __version__

    last = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{os.path.basename(last.filename)}:{last.lineno}"
    told = " ".join(str(error).split())[:200]
    say(
        f"This is a bug in scheduler {__version__}: {type(error).__name__} at {place}: {told}."
        " Please report this line with the command and its file; SCHEDULER_DEBUG=1 shows more."
    )
    return _BUG
