"""Rulebooks opened by name, and changed for one call: a parameter here, a rule left out there."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from scheduler.errors import RulebookError, UsageError, did_you_mean
from scheduler.event import Event, Stage
from scheduler.files.source import MEGABYTE, read_bytes
from scheduler.files.text import decode
from scheduler.resources import find_model
from scheduler.rules import Rulebook, RuleUse, find_rule, read_rulebook, read_uses

__all__ = [
    "DEFAULT_MODEL", "bye_breaks_run", "changed", "open_rulebook", "parse_change", "rulebook_for",
]

DEFAULT_MODEL = "cba-round-robin"
_LIMIT = 4 * MEGABYTE
_COMMON = ("hard", "price", "level", "clause", "reason")

Change = tuple[str, str, Any]
"""(rule id, parameter or one of hard, price, level, clause, reason; value)."""


def open_rulebook(
    name: str,
    *,
    base: Path | None = None,
    where: str = "",
    changes: Sequence[Change] = (),
    without: Sequence[str] = (),
) -> Rulebook:
    """The rulebook ``name`` (one that comes along, or a path relative to ``base``), with changes.

    ``where`` is the file that names it, for messages. A change to a rule that the rulebook does not
    use adds the rule. Raises as ``find_model`` and ``read_rulebook``, and :class:`UsageError` for a
    change that names no rule or parameter or does not fit it.
    """
    path = find_model(name, base=base, where=where)
    data, told = read_bytes(path, limit=_LIMIT)
    return changed(read_rulebook(decode(data, told), told), changes, without)


def rulebook_for(
    event: Event | None,
    stage: Stage | None,
    model: str = "",
    *,
    changes: Sequence[Change] = (),
    without: Sequence[str] = (),
) -> Rulebook:
    """The rulebook named by the caller, else by the stage, else :data:`DEFAULT_MODEL`."""
    if not model and event is not None and stage is not None and stage.model:
        inside = event.source if Path(event.source).suffix.lower() == ".toml" else ""
        return open_rulebook(
            stage.model, base=Path(inside).parent if inside else None, where=inside,
            changes=changes, without=without,
        )
    return open_rulebook(model or DEFAULT_MODEL, changes=changes, without=without)


def bye_breaks_run(rulebook: Rulebook) -> bool:
    """True where the rulebook ends a run of home or away matches at a bye: verdicts say so."""
    uses = [use for use in rulebook.uses if use.id == "run-limit"]
    return any(bool(use.params.get("bye-breaks-run")) for use in uses)


def parse_change(text: str) -> Change:
    """``run-limit.most=3`` as a change; the value is read as TOML writes it, else as a text."""
    key, equals, value = text.partition("=")
    rule, dot, parameter = key.strip().rpartition(".")
    if not equals or not dot or not rule or not parameter:
        raise UsageError(
            f'"{text[:60]}" is not of the form rule.parameter=value',
            maybe="write run-limit.most=3, or neighbours-last.hard=true.",
        )
    try:
        return rule, parameter, tomllib.loads(f"x = {value.strip()}")["x"]
    except (tomllib.TOMLDecodeError, ValueError, RecursionError):
        return rule, parameter, value.strip()


def changed(
    rulebook: Rulebook, changes: Sequence[Change] = (), without: Sequence[str] = ()
) -> Rulebook:
    """``rulebook`` less the rules of ``without``, and with ``changes`` made to every use of a rule.

    Raises :class:`UsageError` where a change does not fit, or where nothing is left out.
    """
    used = sorted({use.id for use in rulebook.uses})
    for id in without:
        if id not in used:
            raise UsageError(
                f'{rulebook.name} has no rule "{id}" to leave out', maybe=did_you_mean(id, used)
            )
    uses = list(rulebook.without(*without).uses)
    wanted: dict[str, dict[str, Any]] = {}
    for id, parameter, value in changes:
        rule = find_rule(id)
        if parameter not in _COMMON:
            rule.parameter(parameter)
        wanted.setdefault(id, {})[parameter] = value
    for id, values in wanted.items():
        if not any(use.id == id for use in uses):
            uses.append(_made({"id": id}, values, ""))
            continue
        uses = [_made(_entry(use), values, use.where) if use.id == id else use for use in uses]
    return replace(rulebook, uses=tuple(uses))


def _entry(use: RuleUse) -> dict[str, Any]:
    """The use as its rulebook could have it."""
    entry = {"id": use.id, **use.params, "clause": use.clause, "reason": use.reason}
    if not use.hard:
        entry |= {"price": list(use.price), "level": use.level}
    return {k: list(v) if isinstance(v, tuple) else v for k, v in entry.items()}


def _made(entry: Mapping[str, Any], values: Mapping[str, Any], where: str) -> RuleUse:
    new = {**entry, **values}
    if values.get("hard") is True:
        new.pop("price", None)
        new.pop("level", None)
    elif "price" in values or "level" in values:
        new.pop("hard", None)
    try:
        (use,) = read_uses([new], where="")
    except RulebookError as error:
        raise UsageError(error.message.removeprefix(": "), maybe=error.maybe) from None
    return replace(use, where=where)
