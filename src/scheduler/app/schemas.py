"""JSON Schemas (2020-12) of rulebooks, events and every ``--json``, made of the code's own lists.

``python -m scheduler.app.schemas docs/schemas`` writes them. Schemas of files are made from the
registry of rules, so that a new rule is in them by itself.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from scheduler.app.planning import DRAWN, FORMATS
from scheduler.app.schema_draws import DRAW_KEYS, DRAW_SCHEMAS, STAGE_OF_DRAWS
from scheduler.app.schema_events import EVENT_SCHEMAS, LIVE_KEYS
from scheduler.app.schema_leagues import LEAGUE_KEYS, LEAGUE_TOTALS, difference, league
from scheduler.app.schema_parts import (
    BOOL,
    CHECKED,
    COUNT,
    DIGITS,
    ERROR,
    LINE_CELL,
    NUMBER,
    REPORT,
    REPORT_KEYS,
    RESULT_KEYS,
    SCHEDULE,
    TEXT,
    a_list,
    an_object,
    described,
    nullable,
    one_of,
    titled,
)
from scheduler.formats.round_robin import METHODS
from scheduler.formats.round_robin.frame import MODES
from scheduler.formats.round_robin.lots_record import FORMAT as LOTS_FORMAT
from scheduler.live.plays import FORMATS as LIVE_FORMATS
from scheduler.rules import Param, Rule, all_rules
from scheduler.standings.pairs import METHODS as PAIR_METHODS

__all__ = ["SCHEMAS", "schema", "write_schemas"]

Schema = dict[str, Any]

_NAMES = {
    "table": described(TEXT, "the table's name or file"),
    "model": described(TEXT, "the rulebook's name"),
}


def _plan() -> Schema:
    own = {
        **RESULT_KEYS, "event": described(TEXT, "the event's name"), "model": _NAMES["model"],
        **LEAGUE_TOTALS,
    }
    return titled("plan --json", an_object(own, optional=tuple(LEAGUE_TOTALS)))


def _check() -> Schema:
    keys = {**REPORT_KEYS, **_NAMES, "rules": a_list(CHECKED)}
    more = {**LEAGUE_KEYS, **DRAW_KEYS}
    return titled("check --json", an_object({**keys, **more}, optional=tuple(more)))


def _complete() -> Schema:
    keys = {
        "completions": described(one_of(COUNT, DIGITS), "how many there are, home sides included"),
        "exact": described(BOOL, "false: both counts are lower bounds"),
        "forced": described(a_list(LINE_CELL), "missing cells that all completions have"),
        "example": described(nullable(SCHEDULE), "one completion, null where there is none"),
        "matchings": described(one_of(COUNT, DIGITS), "how many there are by who meets whom"),
        "forced_matches": described(
            a_list(LINE_CELL), "missing cells whose match all have, but not the home side"
        ),
        "table": _NAMES["table"],
        "restricted": described(BOOL, "missing cells are lines that the table names"),
        "assumptions": described(a_list(TEXT), "ids of the assumptions that were made"),
    }
    return titled("complete --json", an_object(keys))


def _repair() -> Schema:
    place = {"home": NUMBER, "away": NUMBER, "round": NUMBER, "table": COUNT}
    change = an_object({
        "kind": {"enum": ["reversed", "moved", "table", "added", "removed"]},
        **place,
        "to": described(nullable(an_object(place)), "null for a match that is removed"),
    })
    keys = {
        **RESULT_KEYS,
        "changes": a_list(change),
        "optimal": described(BOOL, "fewer changes cannot do, proven"),
        "bound": described(COUNT, "changes that are needed at least, proven"),
        "unique": described(nullable(BOOL), "null where it was not decided in time"),
        **_NAMES,
    }
    return titled("repair --json", an_object(keys))


def _rules() -> Schema:
    parameter = an_object({
        "name": TEXT,
        "kind": one_of(TEXT, a_list(TEXT)),
        "needed": BOOL,
        "default": {},
        "text": TEXT,
    })
    texts = dict.fromkeys(("id", "family", "title", "counts", "clause", "example"), TEXT)
    rule = an_object({**texts, "parameters": a_list(parameter)})
    return titled("rules --json", an_object({"rules": a_list(rule)}))


def _models() -> Schema:
    use = an_object({
        "rule": TEXT,
        "level": described(COUNT, "0 is hard"),
        "price": a_list(COUNT),
        "clause": TEXT,
        "reason": TEXT,
        "parameters": {"type": "object"},
    })
    texts = dict.fromkeys(("name", "title", "format", "source", "about"), TEXT)
    model = an_object({**texts, "rules": a_list(use)})
    return titled("rules --models --json", an_object({"models": a_list(model)}))


def _show() -> Schema:
    keys = {"table": _NAMES["table"], "names": a_list(TEXT), "schedule": SCHEDULE}
    return titled("show --json, export --json", an_object(keys, optional=("names",)))


def _lots() -> Schema:
    numbers, hashed = a_list(NUMBER), {"type": "string", "pattern": "^[0-9a-f]{64}$"}
    step = an_object(
        {
            "step": NUMBER, "part": {"enum": ["fixed", "related", "rest"]}, "entrant": NUMBER,
            "admissible": numbers, "number": NUMBER,
            "author": described(TEXT, "fixed, seed, or the person who drew"), "time": TEXT,
            "weights": described(a_list(one_of(NUMBER, DIGITS)), "only where chances differ"),
        },
        optional=("weights",),
    )
    keys = {
        "format": {"const": LOTS_FORMAT},
        "entrants": a_list(TEXT),
        "table": described(hashed, "fingerprint of the published table"),
        "published": described(TEXT, "ISO time, or empty"),
        "seed": TEXT,
        "groups": {"type": "object", "additionalProperties": numbers},
        "fixed": {"type": "object", "additionalProperties": NUMBER},
        "sets": a_list(numbers),
        "last_round": COUNT,
        "total": COUNT,
        "proven": BOOL,
        "steps": a_list(step),
        "sha256": described(hashed, "seal of the record"),
    }
    return titled("lots --json and its record", an_object(keys))


def _scores() -> Schema:
    texts = dict.fromkeys(("average", "exact", "total", "top"), TEXT)
    pair = an_object({
        "place": described(nullable(NUMBER), "null for a guest"),
        "shared": BOOL,
        "pair": TEXT,
        "field": described(TEXT, "N-S or E-W where they are ranked apart, else empty"),
        **texts,
        "average": described(TEXT, "per cent, or IMPs a board; two decimals"),
        "exact": described(TEXT, "the average as a fraction"),
        "boards": COUNT,
        "awards": described(COUNT, "boards with an artificial score"),
    })
    table = an_object({
        "board": NUMBER, **dict.fromkeys(("section", "deal", "ns", "ew", "score"), TEXT),
        "ns_points": described(TEXT, "matchpoints or IMPs"), "ew_points": TEXT,
    })
    keys = {
        "method": {"enum": list(PAIR_METHODS)},
        "played": described(
            {"type": "object", "additionalProperties": NUMBER}, "how often a board counts, by section"
        ),
        "pairs": a_list(pair), "boards": a_list(table),
    }
    return titled("scores --json", an_object(keys))


def _demo() -> Schema:
    plan, check, event = _plan(), _check(), EVENT_SCHEMAS["event-standings"]()
    for part in (plan, check, event):
        part.pop("title")
    keys = {"plan": plan, "files": a_list(TEXT), "checks": a_list(check), "event": event}
    return titled("demo --json", an_object(keys))


def _error() -> Schema:
    return titled("what any command prints with --json where it fails", ERROR)


def _schedule() -> Schema:
    return titled("a schedule", SCHEDULE)


def _report() -> Schema:
    return titled("a report", REPORT)


# --- Files ----------------------------------------------------------------------------------------


def _parameter(param: Param) -> Schema:
    entrant = one_of(NUMBER, TEXT)
    kinds: dict[str, Schema] = {
        "int": COUNT, "bool": BOOL, "text": TEXT, "entrant": entrant, "entrants": a_list(entrant),
        "rounds": a_list(NUMBER), "tables": a_list(NUMBER), "lines": a_list(NUMBER),
    }
    kind = {"enum": list(param.kind)} if isinstance(param.kind, tuple) else kinds[param.kind]
    return described(kind, param.text)


def _use(rule: Rule) -> Schema:
    price = one_of(COUNT, a_list(COUNT))
    keys: dict[str, Schema] = {
        "id": {"const": rule.id},
        **{param.name: _parameter(param) for param in rule.params},
        "hard": described(BOOL, "true by default, unless there is a price"),
        "price": described(price, "of a deviation of 1, or of 1, 2, 3 ... units; convex"),
        "level": described(NUMBER, "level 1 is paid before level 2"),
        "clause": TEXT,
        "reason": TEXT,
    }
    needed = {"id", *(param.name for param in rule.params if param.default is None)}
    return described(
        an_object(keys, optional=tuple(key for key in keys if key not in needed)), rule.counts
    )


def _uses() -> Schema:
    return a_list(one_of(*(_use(rule) for rule in all_rules())))


def _rulebook() -> Schema:
    head = dict.fromkeys(("name", "title", "format", "source", "about"), TEXT)
    keys = {"rulebook": an_object(head, optional=tuple(head)), "rule": _uses()}
    return titled("a rulebook (TOML)", an_object(keys, optional=("rulebook", "rule")))


def _event() -> Schema:
    uses: Schema = {"$ref": "#/$defs/rules"}
    stage: Schema = {
        "type": "object",
        "properties": {
            "format": {"enum": list(dict.fromkeys((*FORMATS, *DRAWN, *LIVE_FORMATS)))},
            **LIVE_KEYS,
            **STAGE_OF_DRAWS,
            "model": described(TEXT, "a rulebook's name, or its file beside the event"),
            "legs": {"type": "integer", "minimum": 1, "maximum": 100},
            "method": {"enum": ["auto", *METHODS, "joined"]},
            "blocks": described(a_list(NUMBER), "sizes of the tables that are joined"),
            "together": described(TEXT, "an attribute: who shares it is in one block"),
            "mode": {"enum": list(MODES)},
            "starts": described(
                one_of({"type": "object"}, {"type": "array"}),
                "when rounds start, ISO date-times by round or in order",
            ),
            "rule": uses,
        },
    }
    entrant = {
        "number": NUMBER, "name": {"type": "string", "minLength": 1}, "seed": COUNT,
        "region": TEXT, "club": TEXT, "rating": COUNT,
        "attributes": {"type": "object", "additionalProperties": TEXT},
    }
    optional = tuple(key for key in entrant if key != "name")
    head = {
        "name": TEXT, "date": described(TEXT, "an ISO date"),
        "entrants": described(TEXT, "an entry list, relative to the event file"),
    }
    keys = {
        "event": an_object(head, optional=tuple(head)),
        "stage": one_of(stage, a_list(stage)),
        "entrant": a_list(an_object(entrant, optional=optional)),
        "rule": uses,
    }
    whole = an_object(keys, optional=tuple(keys))
    return titled("an event (TOML)", {**whole, "$defs": {"rules": _uses()}})


SCHEMAS: Mapping[str, Callable[[], Schema]] = MappingProxyType({
    "plan": _plan, "check": _check, "complete": _complete, "repair": _repair, "rules": _rules,
    "models": _models, "lots": _lots, "show": _show, "scores": _scores, "demo": _demo, "error": _error,
    "diff": difference, "league": league, **DRAW_SCHEMAS, **EVENT_SCHEMAS,
    "schedule": _schedule, "report": _report, "rulebook": _rulebook, "event": _event,
})
"""What each published schema is made by, by name."""


def schema(name: str) -> Schema:
    """The schema of that name, with its dialect and identity."""
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"{name}.schema.json",
    }
    return {**head, **SCHEMAS[name]()}


def write_schemas(folder: Path) -> None:
    """Write every schema into ``folder`` as ``NAME.schema.json``."""
    from scheduler.files.output import write_atomic

    folder.mkdir(parents=True, exist_ok=True)
    for name in SCHEMAS:
        text = json.dumps(schema(name), ensure_ascii=False, indent=1) + "\n"
        write_atomic(folder / f"{name}.schema.json", text.encode())


if __name__ == "__main__":
    write_schemas(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/schemas"))
