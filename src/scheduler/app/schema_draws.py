"""Schemas of what is said of draws: brackets and groups, counts, records, grades."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from scheduler.app.schema_parts import (
    BOOL,
    COUNT,
    DIGITS,
    INTEGER,
    NUMBER,
    REPORT,
    TEXT,
    Schema,
    a_list,
    an_object,
    described,
    nullable,
    one_of,
    titled,
)
from scheduler.formats.groups import FORMAT as GROUPS
from scheduler.formats.knockout.brackets import KINDS
from scheduler.formats.knockout.choosing import FORMAT as CHOICE
from scheduler.formats.knockout.procedure import FORMAT

__all__ = ["DRAW_KEYS", "DRAW_SCHEMAS", "STAGE_OF_DRAWS"]

_SHA256: Schema = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
_LONG = described({"type": "string", "pattern": "^[0-9]+$"}, "a whole number as text: it can be long")
_CONFLICTS: Schema = described(
    {"type": "object", "additionalProperties": a_list(COUNT)},
    "by attribute: pairs of one value that can meet first in round 1, 2 ...",
)
_LINE = one_of(
    an_object({"line": NUMBER, "entrant": nullable(NUMBER)}),
    an_object({"line": NUMBER, "bye": {"const": True}}),
)
_DRAW = an_object({"size": NUMBER, "lines": a_list(_LINE)})
_NAMES = {"event": described(TEXT, "the event's name"), "model": described(TEXT, "the rulebook's name")}
_HOW = {"engine": TEXT, "seed": TEXT, "seconds": {"type": "number", "minimum": 0}, "report": REPORT}

DRAW_KEYS: dict[str, Schema] = {
    "conflicts": _CONFLICTS,
    "certificate": described(
        nullable(an_object({"proves": BOOL, "claims": a_list(TEXT), "reasons": a_list(TEXT)})),
        "draws: what the certificate claims, or why it proves nothing",
    ),
}
"""Keys of verdicts on draws only."""

STAGE_OF_DRAWS: dict[str, Schema] = {
    "seeds": described(COUNT, "knockout: how many seeds"),
    "size": described(one_of(NUMBER, {"enum": ["ceiling", "nearest"]}), "knockout: how many lines"),
    "kind": {"enum": list(KINDS)},
    "final": described(
        {"enum": ["if-needed", "double", "single"]}, "double elimination: is a second final played"
    ),
    "drops": described(
        {"type": "object", "additionalProperties": a_list(NUMBER)},
        "double elimination: by winners' round, its matches in the order in which their losers come in",
    ),
    "losers": described(
        {"type": "object", "additionalProperties": TEXT},
        'by match, where its loser goes instead: "14-home", "14-away"',
    ),
    "first-side": described({"enum": ["top", "bottom"]}, "compact: where newcomers first take opponents"),
    "lives": described(NUMBER, "compact: how many lost matches put an entrant out"),
    "skip-first": described(BOOL, "double: even lines start on the losers' side"),
    "number-byes": described(BOOL, "matches that a bye decides have numbers too"),
    "repechage": described({"enum": ["quarter-finals", "full"]}, "repechage: whose losers come back"),
    "straight": described({"enum": [1, 2]}, "stepladder: how many wait in the final"),
    "chosen-rounds": described(NUMBER, "knockout: how many rounds are paired by choice of opponents"),
    "third-place": BOOL,
    "places": described(a_list(NUMBER), "knockout: places that are played for"),
    "groups": described(NUMBER, "groups: how many"),
    "pots": described(TEXT, "groups: the column of the pots"),
    "positions": described(
        one_of({"enum": ["pots", "lot"]}, a_list(a_list(NUMBER))),
        "groups: who is number 1, 2 ... of his group",
    ),
    "table": described(TEXT, "groups: the rulebook for the matches in them"),
    "placing": {"enum": ["lot", "ranking", "chosen", "pots", "snake"]},
    "earlier": described(a_list({"type": "array"}), "pairs that have met"),
}
"""What a stage that is drawn may say."""


def _draw() -> Schema:
    bracket = an_object({
        "status": {"enum": ["optimal", "feasible", "interrupted"]},
        "bound": described(a_list(INTEGER), "proven lower bound of the price at each level"),
        **_HOW,
        "draw": _DRAW,
        "seeds": described(a_list(COUNT), "numbers in order of seeding, 0 for nobody"),
        "size": an_object({
            "policy": TEXT, "standard": NUMBER, "lines": NUMBER, "byes": COUNT, "play_in": COUNT,
        }),
        "conflicts": _CONFLICTS,
        "certificate": described(nullable({"type": "object"}), "for check --certificate"),
        "proofs": described(
            {"type": "object", "additionalProperties": {"enum": ["counting", "certificate", "solver", ""]}},
            "what proves each level",
        ),
        "notes": a_list(TEXT),
        **_NAMES,
    })
    groups = an_object({
        "status": {"enum": ["optimal", "feasible", "broken"]},
        "bound": described(a_list(COUNT), "what must be paid at each level"), **_HOW,
        "groups": a_list(a_list(NUMBER)), "valid": _LONG, "notes": a_list(TEXT), **_NAMES,
        "schedule": described(
            a_list(an_object({"group": NUMBER, "round": NUMBER, "home": NUMBER, "away": NUMBER})),
            "the matches of each group, where the stage names a table for them",
        ),
    }, optional=("schedule",))
    return titled("draw --json", one_of(bracket, groups))


def _step(drawn: str) -> Schema:
    return an_object(
        {
            "step": NUMBER, "part": TEXT, "entrant": NUMBER, "admissible": a_list(NUMBER),
            "number": described(NUMBER, drawn), "author": TEXT, "time": TEXT,
            "weights": described(a_list(one_of(NUMBER, DIGITS)), "only where chances differ"),
        },
        optional=("weights",),
    )


def _groups_record() -> Schema:
    return titled("draw --balls --json, draw --by-hand --json of groups and their record", an_object({
        "format": {"const": GROUPS}, "entrants": a_list(TEXT), "seed": TEXT,
        "commitment": described(_SHA256, "over entries and seed"),
        "fixed": described(
            {"type": "object", "additionalProperties": NUMBER}, "who drew no ball, and the group he is in"
        ),
        "steps": a_list(_step("the group drawn")), "groups": a_list(a_list(NUMBER)),
        "sha256": described(_SHA256, "seal of the record"),
    }))


def _record() -> Schema:
    step = _step("the line drawn")
    return titled("draw --balls --json, draw --by-hand --json and their record", an_object({
        "format": {"const": FORMAT}, "entrants": a_list(TEXT),
        "attribute": described(TEXT, "what is kept apart, several joined by +"), "seed": TEXT,
        "commitment": described(_SHA256, "over entries and seed"),
        "fixed": described(
            {"type": "object", "additionalProperties": COUNT}, "line to the seed on it, 0 for a bye"
        ),
        "steps": a_list(step), "draw": _DRAW, "sha256": described(_SHA256, "seal of the record"),
        "exact": described({"const": False}, "a line that was withheld might have left a best draw too"),
    }, optional=("exact",)))


def _choice() -> Schema:
    caution = an_object({"kind": {"enum": ["shared", "met", "kept"]}, "attribute": TEXT, "value": TEXT})
    step = an_object({
        "step": NUMBER, "round": NUMBER, "chooser": NUMBER, "among": a_list(NUMBER), "chosen": NUMBER,
        "author": TEXT, "time": TEXT,
        "cautions": described(a_list(caution), "what spoke against the opponent"),
    })
    return titled("draw --choice --json and its record", an_object({
        "format": {"const": CHOICE}, "entrants": a_list(TEXT),
        "ranking": described(a_list(NUMBER), "numbers, best first"),
        "chosen_rounds": described(NUMBER, "how many rounds were paired by choice"),
        "barred": described(a_list(a_list(NUMBER)), "pairs that may not meet in round 1"),
        "steps": a_list(step), "draw": _DRAW, "seeds": a_list(NUMBER), "report": REPORT,
        "sha256": described(_SHA256, "seal of the record"),
    }))


def _count() -> Schema:
    return titled("draw --count --json", an_object({
        "valid": _LONG, "best": nullable(_LONG),
        "fixed": described(a_list(a_list(COUNT)), "line, number or 0 for a bye"),
        "procedure": described(
            an_object({"pair": a_list(NUMBER), **dict.fromkeys(("by_balls", "uniform", "dead_end"), TEXT)}),
            "only where two pots are drawn into pairs; fractions as texts",
        ),
    }, optional=("procedure",)))


def _grade() -> Schema:
    level = an_object({
        "level": NUMBER, "about": TEXT, "price": COUNT, "bound": COUNT, "below": COUNT, "equal": COUNT,
        "mean": nullable({"type": "number"}),
    })
    many = dict.fromkeys(("samples", "refused", "better", "equal", "worse"), COUNT)
    return titled("grade --json", an_object({
        "report": REPORT, "optimal": BOOL, "levels": a_list(level), "conflicts": _CONFLICTS, **many,
        "percentile": described(nullable({"type": "number"}), "share of draws by lot that are no better"),
        "seed": TEXT, "table": TEXT, "model": _NAMES["model"],
    }))


def _repair() -> Schema:
    change = an_object({"line": NUMBER, "before": COUNT, "after": COUNT})
    walkover = an_object({
        "round": NUMBER, "match": NUMBER, "winner": nullable(COUNT), "losers": a_list(NUMBER),
    })
    proposal = an_object({
        "kind": {"enum": ["promotion", "in-place", "obedient"]}, "draw": _DRAW, "seeds": a_list(COUNT),
        "report": REPORT, "changes": a_list(change), "difference": a_list(TEXT),
        "moved": a_list(NUMBER), "bound": COUNT,
        "minimal": described(BOOL, "proven that fewer entrants cannot move"),
        "optimal": described(BOOL, "proven that none with as few movers is better"),
        "reasons": a_list(TEXT), "walkovers": a_list(walkover), "play_in": BOOL, "names": a_list(TEXT),
    })
    return titled("repair --json of a draw", an_object({
        "table": TEXT, "model": _NAMES["model"], "proposals": a_list(proposal),
    }))


DRAW_SCHEMAS: Mapping[str, Callable[[], Schema]] = MappingProxyType({
    "draw": _draw, "draw-choice": _choice, "draw-record": _record, "draw-groups-record": _groups_record,
    "draw-count": _count,
    "draw-repair": _repair, "grade": _grade,
})
"""What each schema about draws is made by, by name."""
