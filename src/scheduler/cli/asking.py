"""From options to what ``app`` is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from scheduler.cli.screen import stdin_bytes
from scheduler.errors import UsageError

if TYPE_CHECKING:
    from scheduler.app.planning import Asked
    from scheduler.app.tables import Judged

__all__ = ["asked_of", "judged_of", "league_kind", "numbers_of", "plan_options", "source_of"]


def source_of(argument: str) -> tuple[str | bytes, str]:
    """(source, what messages call it) of an argument; ``-`` is standard input."""
    return (stdin_bytes(), "standard input") if argument == "-" else (argument, "")


def league_kind(given: tuple[str | bytes, str]) -> str:
    """``instance`` or ``solution`` where the argument is RobinX XML, else ""; a look at its first lines."""
    source = given[0]
    if isinstance(source, str) and not source.lower().endswith(".xml"):
        return ""
    if isinstance(source, bytes) and source.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] != b"<":
        return ""
    from scheduler.app.leagues import robinx_kind

    return robinx_kind(source)


def asked_of(
    model: str,
    stage: int,
    legs: int,
    change: Sequence[str] | None,
    without: Sequence[str] | None,
    options: Mapping[str, Any] | None = None,
) -> Asked:
    """What the options that every rulebook command shares ask for."""
    from scheduler.app.planning import Asked
    from scheduler.app.rulebooks import parse_change

    changes = [parse_change(text) for text in change or ()]
    return Asked(model, stage, legs, options or {}, changes, tuple(without or ()))


def judged_of(
    table: tuple[str | bytes, str], event: str, asked: Asked, drop_last: bool
) -> Judged:
    """The table that a command is about (as :func:`source_of` has it), opened with its rulebook."""
    from scheduler.app.tables import prepare_table

    source, called = table
    if isinstance(source, bytes) and event == "-":
        raise UsageError("standard input is either the table or the event")
    known = source_of(event)[0] if event else None
    return prepare_table(source, known, asked, drop_last=drop_last, name=called)


def plan_options(
    mode: str, method: str, ranking: str, first: str, blocks: str = "", together: str = ""
) -> dict[str, Any]:
    """The stage options that were given; the others stay as the event has them."""
    from scheduler.app.inputs import open_table

    given = {
        "mode": mode,
        "method": method,
        "ranking": [_number(part) or part for part in _parts(ranking)],
        "first": open_table(first).schedule if first else None,
        "blocks": [_number(part) or part for part in _parts(blocks)],
        "together": together,
    }
    return {key: value for key, value in given.items() if value}


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def numbers_of(fix: Sequence[str] | None) -> dict[int | str, int]:
    """``entrant=number`` texts as a mapping; the entrant is a number or a name."""
    out: dict[int | str, int] = {}
    for text in fix or ():
        who, _, number = text.rpartition("=")
        if not who or not _number(number):
            raise UsageError(
                f'"{text[:60]}" is not of the form entrant=number', maybe="write Merlion=12."
            )
        out[_number(who) or who] = _number(number)
    return out


def _number(text: str) -> int:
    """The whole number that ``text`` is, else 0."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else 0
