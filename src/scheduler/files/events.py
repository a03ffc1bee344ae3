"""Event files: TOML, or a bare entry list, to an :class:`Event`; and an event to TOML."""

from __future__ import annotations

import datetime
import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scheduler.errors import FileError
from scheduler.event import Entrant, Event, Stage
from scheduler.event.toml_lines import line_of
from scheduler.files.entrants import LONGEST_NAME, Placed, checked, read_entrants
from scheduler.files.source import MEGABYTE, Source, read_bytes
from scheduler.files.text import clean
from scheduler.files.toml_source import Section, TomlSource

__all__ = ["read_event", "write_event"]

_LIMIT = 20 * MEGABYTE
_MOST_LEGS = 100
_MOST_STAGES = 100
_MOST_PLACED = 500
"""Rules whose lines are looked up: each look-up reads the file once."""
_EVENT_KEYS = ("name", "date", "entrants")
_ENTRANT_KEYS = ("number", "name", "seed", "region", "club", "rating", "attributes")
_TABLES = ("event", "stage", "entrant", "rule")
_TOML_LINE = re.compile(rb"^\s*\[\[?\s*(event|stage|entrant|rule)\b[^\]\r\n,;]*\]", re.MULTILINE)


def read_event(source: Source, *, name: str = "", folder: str | os.PathLike[str] = "") -> Event:
    """The event in a TOML file, or around an entry list (CSV, XLSX) with one default stage.

    ``source`` is a path or bytes; ``name`` is what messages call it; ``folder`` is where an entry
    list named by the event is looked for, by default the event file's own folder (bytes have none).

    ``[event]`` has name, date, entrants; each ``[[stage]]`` has format, model, legs, further
    options and ``[[stage.rule]]``; ``[[rule]]`` holds for every stage; ``[[entrant]]`` lists
    entrants inline.

    Raises :class:`FileError` with file and line for what is misspelt, missing or not readable.
    """
    data, where = read_bytes(source, limit=_LIMIT, name=name)
    if not isinstance(source, bytes):
        folder = folder or Path(source).parent
    suffix = Path(where).suffix.lower()
    if suffix == ".toml" or (suffix not in (".csv", ".tsv", ".xlsx") and _TOML_LINE.search(data)):
        return _from_toml(TomlSource.read(data, limit=_LIMIT, name=where), str(folder))
    if data.lstrip()[:1] == b"{":
        raise FileError(
            "this is JSON; an event is TOML or an entry list", where=where,
            maybe="you mean a schedule, which is checked but not planned.",
        )
    return Event(Path(where).stem, read_entrants(data, name=where), source=where)


def _from_toml(toml: TomlSource, folder: str) -> Event:
    toml.only(_TABLES)
    head = toml.section("event", needed=False)
    head.only(_EVENT_KEYS)
    stages = _stages(toml)
    return Event(
        name=_line(head, "name", Path(toml.name).stem),
        entrants=_entrants(toml, head, folder),
        stages=stages,
        date=_date(head),
        source=toml.name,
    )


def _line(section: Section, key: str, default: str = "") -> str:
    """A text of one line, cleaned, within the length of names."""
    text = clean(section.text(key, default))
    if len(text) > LONGEST_NAME:
        raise section.error(key, f"{key} has {len(text)} characters, the limit is {LONGEST_NAME}")
    return text


def _date(head: Section) -> str:
    value = head.content.get("date", "")
    if isinstance(value, datetime.date) and not isinstance(value, datetime.datetime):
        return value.isoformat()
    if value == "":
        return ""
    try:
        return datetime.date.fromisoformat(value).isoformat()
    except (TypeError, ValueError):
        raise head.error(
            "date", f'"{str(value)[:40]}" is not a date', maybe='write date = "2026-05-30".'
        ) from None


# --- Entrants -------------------------------------------------------------------------------------


def _entrants(toml: TomlSource, head: Section, folder: str) -> tuple[Entrant, ...]:
    inline = toml.sections("entrant")
    if inline and "entrants" in head.content:
        raise head.error(
            "entrants", "entrants are named here and listed as [[entrant]] too",
            maybe="delete one of the two.",
        )
    if "entrants" in head.content:
        return read_entrants(_entry_list(head, folder))
    if not inline:
        raise FileError(
            "nobody takes part: no entrants", where=toml.name,
            maybe='write entrants = "teams.csv" under [event], or [[entrant]] tables.',
        )
    return checked([_inline(section) for section in inline], toml.name)


def _entry_list(head: Section, folder: str) -> Path:
    file = head.text("entrants")
    if not folder:
        raise head.error(
            "entrants", f'the entry list "{file[:80]}" cannot be found from here',
            maybe="list the entrants as [[entrant]] tables.",
        )
    path = Path(folder) / file
    if not path.is_file():
        raise head.error(
            "entrants", f"there is no file {path}",
            maybe="the path is not relative to the event file.",
        )
    return path


def _inline(section: Section) -> Placed:
    section.only(_ENTRANT_KEYS)
    name = _line(section, "name")
    if not name:
        raise section.error("name", "the name is missing or empty")
    attributes = section.content.get("attributes", {})
    if not isinstance(attributes, Mapping) or not all(
        isinstance(text, str) for text in attributes.values()
    ):
        raise section.error("attributes", 'attributes must look like { coach = "Li" }')
    entrant = Entrant(
        number=section.whole("number", 1, 10_000, 0),
        name=name,
        seed=section.whole("seed", 0, 10_000, 0),
        region=_line(section, "region"),
        club=_line(section, "club"),
        rating=section.whole("rating", 0, 10**9, 0),
        attributes={clean(key): clean(text) for key, text in attributes.items()},
    )
    return Placed(entrant, section.where("number"), section.where("name"))


# --- Stages ---------------------------------------------------------------------------------------


def _stages(toml: TomlSource) -> tuple[Stage, ...]:
    value = toml.content.get("stage")
    if isinstance(value, dict):
        sections: tuple[Section, ...] = (toml.section("stage"),)
    else:
        sections = toml.sections("stage")
    common = _rules(toml, toml.content.get("rule", []))
    shared = _places(toml, "rule", 0, common)
    if len(sections) > _MOST_STAGES:
        raise FileError(f"more than {_MOST_STAGES} stages", where=toml.name)
    stages: list[Stage] = []
    seen = 0
    for section in sections:
        own = _rules(toml, section.content.get("rule", []), "stage.")
        places = _places(toml, "stage.rule", seen, own)
        seen += len(own)
        stages.append(_stage(section, own + common, places + shared))
    return tuple(stages) or (Stage(rules=common, places=shared),)


def _places(
    toml: TomlSource, table: str, first: int, rules: tuple[Mapping[str, Any], ...]
) -> tuple[Mapping[str, str], ...]:
    """Where the keys of rules stand, the ``first``-th table of that name and those after it."""
    text = "\n".join(toml.rows)
    return tuple(
        {key: f"{toml.name}:{line_of(text, table, key, first + i)}" for key in ("id", *rule)}
        for i, rule in enumerate(rules[:_MOST_PLACED])
    )


def _stage(
    section: Section, rules: tuple[Mapping[str, Any], ...], places: tuple[Mapping[str, str], ...]
) -> Stage:
    own = ("format", "model", "legs", "rule")
    return Stage(
        format=_line(section, "format", Stage().format),
        model=_line(section, "model"),
        legs=section.whole("legs", 1, _MOST_LEGS, 1),
        options={key: value for key, value in section.content.items() if key not in own},
        rules=rules,
        places=places,
    )


def _rules(toml: TomlSource, value: Any, prefix: str = "") -> tuple[Mapping[str, Any], ...]:
    if not isinstance(value, list) or not all(isinstance(rule, dict) for rule in value):
        raise FileError(
            f"rules are written as [[{prefix}rule]] tables", where=toml.name,
            maybe="the double brackets are missing.",
        )
    return tuple(value)


# --- Writing --------------------------------------------------------------------------------------


def write_event(event: Event) -> str:
    """The event as a TOML file with its entrants inline, which :func:`read_event` reads back.

    Options and rules must be what TOML can hold; anything else is a ``TypeError``.
    """
    lines = ["[event]", f"name = {_toml(event.name)}"]
    lines += [f"date = {_toml(event.date)}"] if event.date else []
    for stage in event.stages:
        lines += ["", "[[stage]]", f"format = {_toml(stage.format)}"]
        lines += [f"model = {_toml(stage.model)}"] if stage.model else []
        lines += [f"legs = {stage.legs}", *_pairs(stage.options)]
        for rule in stage.rules:
            lines += ["", "[[stage.rule]]", *_pairs(rule)]
    for entrant in event.entrants:
        lines += ["", "[[entrant]]", *_pairs(_fields(entrant))]
    return "\n".join(lines) + "\n"


def _fields(entrant: Entrant) -> dict[str, Any]:
    every = {key: getattr(entrant, key) for key in _ENTRANT_KEYS}
    return {key: dict(v) if key == "attributes" else v for key, v in every.items() if v}


def _pairs(table: Mapping[str, Any]) -> list[str]:
    return [f"{_key(key)} = {_toml(value)}" for key, value in table.items()]


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _toml(key)


def _toml(value: Any) -> str:
    """A value as TOML on one line."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, Mapping):
        return "{ " + ", ".join(_pairs(value)) + " }" if value else "{}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    raise TypeError(f"TOML cannot hold a {type(value).__name__}")
