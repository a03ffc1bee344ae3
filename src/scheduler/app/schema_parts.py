"""The pieces that schemas are put together from, and the shapes that several outputs share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

__all__ = [
    "BOOL",
    "CHECKED",
    "COUNT",
    "ERROR",
    "INTEGER",
    "LINE_CELL",
    "NUMBER",
    "REPORT",
    "REPORT_KEYS",
    "RESULT_KEYS",
    "SCHEDULE",
    "TEXT",
    "Schema",
    "a_list",
    "an_object",
    "described",
    "nullable",
    "one_of",
    "titled",
]

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
BOOL: Schema = {"type": "boolean"}
COUNT: Schema = {"type": "integer", "minimum": 0}
NUMBER: Schema = {"type": "integer", "minimum": 1}
INTEGER: Schema = {"type": "integer"}

DIGITS: Schema = {"type": "string", "pattern": "^[0-9]{16,}$"}
"""An integer beyond 2^53 - 1, as text."""


def an_object(keys: Mapping[str, Schema], *, optional: Sequence[str] = ()) -> Schema:
    """An object of exactly these keys; all are there but the ``optional`` ones."""
    return {
        "type": "object",
        "properties": dict(keys),
        "required": [key for key in keys if key not in optional],
        "additionalProperties": False,
    }


def a_list(items: Schema) -> Schema:
    """A list of such items."""
    return {"type": "array", "items": items}


def one_of(*schemas: Schema) -> Schema:
    """Any of these."""
    return {"anyOf": list(schemas)}


def nullable(schema: Schema) -> Schema:
    """``schema``, or null."""
    return one_of(schema, {"type": "null"})


def described(schema: Schema, text: str) -> Schema:
    """``schema`` with a word of explanation."""
    return {**schema, "description": text}


def titled(title: str, schema: Schema) -> Schema:
    """``schema`` with a title, which comes first."""
    return {"title": title, **schema}


_MATCH = an_object({
    "home": NUMBER, "away": NUMBER, "table": described(COUNT, "0 where it is not yet known"),
})
_ROUND = an_object(
    {
        "number": NUMBER,
        "matches": a_list(_MATCH),
        "byes": described(a_list(NUMBER), "numbers without a match"),
        "start": described(TEXT, "ISO date-time"),
    },
    optional=("start",),
)
SCHEDULE = an_object({"rounds": a_list(_ROUND)})

VIOLATION = an_object(
    {
        "rule": TEXT,
        "clause": described(TEXT, "article of the regulation"),
        "subject": described(a_list(NUMBER), "numbers of the entrants concerned"),
        "rounds": a_list(NUMBER),
        "found": INTEGER,
        "least": described(nullable(INTEGER), "null: no bound"),
        "most": described(nullable(INTEGER), "null: no bound"),
        "level": described(COUNT, "0 is hard, 1 and more are priced"),
        "cost": described(INTEGER, "price paid, below 0 only in leagues; for a hard rule the deviation"),
        "table": described(NUMBER, "only where the count is about one table"),
        "places": described(
            a_list(an_object({
                "kind": {"enum": ["line", "match", "section", "pot", "group"]},
                "number": NUMBER, "of": NUMBER,
            })),
            "only where the count is about places in a draw",
        ),
    },
    optional=("table", "places"),
)
REPORT_KEYS: dict[str, Schema] = {
    "hard": described(COUNT, "sum of the deviations from hard rules; 0: all hold"),
    "soft": described(
        {"type": "object", "patternProperties": {"^[1-9][0-9]*$": INTEGER},
         "additionalProperties": False},
        "price paid at each level; below 0 only in leagues",
    ),
    "violations": a_list(VIOLATION),
}
REPORT = an_object(REPORT_KEYS)
CHECKED = an_object({
    "rule": TEXT, "clause": TEXT, "counts": described(COUNT, "rows that were added up"),
})
RESULT_KEYS: dict[str, Schema] = {
    "status": {"enum": ["optimal", "feasible", "interrupted"]},
    "bound": described(a_list(INTEGER), "proven lower bound of the price at each level"),
    "seconds": {"type": "number", "minimum": 0},
    "engine": TEXT,
    "seed": COUNT,
    "notes": a_list(TEXT),
    "report": REPORT,
    "schedule": SCHEDULE,
}
LINE_CELL = an_object({"round": NUMBER, "home": NUMBER, "away": NUMBER})
ERROR = an_object({
    "error": an_object(
        {
            "id": {"enum": [
                "usage", "no-answer", "time-up", "file", "rulebook", "changed", "interrupted", "error",
            ]},
            "message": TEXT,
            "maybe": described(TEXT, "advice, empty where there is none"),
            "clash": described(a_list(TEXT), "rules that cannot hold together"),
            "minimal": described(BOOL, "without any one of them the others can hold, proven"),
            "expected": described(NUMBER, "position of the log that a change began from"),
            "position": described(NUMBER, "position that the log is at"),
        },
        optional=("clash", "minimal", "expected", "position"),
    )
})
