"""Schemas of what the commands of events in progress print with ``--json``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from scheduler.app.schema_incidents import CHANGE_KEYS, INCIDENT_SCHEMAS, STANDING_KEYS
from scheduler.app.schema_incidents import POINTS as _POINTS
from scheduler.app.schema_incidents import POSITION as _POSITION
from scheduler.app.schema_parts import (
    BOOL,
    COUNT,
    INTEGER,
    NUMBER,
    REPORT,
    TEXT,
    Schema,
    a_list,
    an_object,
    described,
    nullable,
    titled,
)
from scheduler.live.allowed import ACTIONS, PHASES
from scheduler.live.cases import WAITS

__all__ = ["EVENT_SCHEMAS", "LIVE_KEYS"]

_ANY: Schema = {"type": "object"}

_RESULT = an_object(
    {
        "kind": described(TEXT, "played, home-walkover, away-walkover, double-walkover, unplayed or void"),
        "text": described(TEXT, "as it was typed"),
        "points": described(a_list(_POINTS), "of home and away"),
        "scored": described(a_list(INTEGER), "IMPs or goals of home and away, where they are known"),
        "provisional": described(BOOL, "true while an appeal is open, or facts are unresolved"),
    },
    optional=("scored", "provisional"),
)
_MATCH_KEYS: dict[str, Schema] = {
    "table": described(COUNT, "0 where it has none"),
    "home": described(nullable(NUMBER), "null while it is not known who plays"),
    "away": nullable(NUMBER),
    "group": TEXT,
    "match": described(NUMBER, "number of the match in a bracket"),
    "share": described(NUMBER, "2: a half match of a block of three"),
    "started": BOOL,
    "result": _RESULT,
    "claims": described(
        {"type": "object", "additionalProperties": TEXT}, "what each side entered, while they do not agree"),
}
_OPTIONAL = ("group", "match", "share", "started", "result", "claims")
_MATCH = an_object(_MATCH_KEYS, optional=_OPTIONAL)
_ROUND_KEYS: dict[str, Schema] = {
    "round": NUMBER,
    "status": {"enum": ["drafted", "published", "started", "finished"]},
    "version": described(COUNT, "how often its list was published"),
    "start": described(TEXT, "ISO date-time, or empty"),
    "matches": a_list(_MATCH),
    "byes": a_list(an_object({
        "entrant": NUMBER, "kind": {"enum": ["idle", "phantom", "given", "absent"]}})),
}
_WAY = an_object({
    "kinds": described(a_list({"enum": ["bye", "short", "long"]}), "what each round is like"),
    "odd": described(TEXT, "the stage's setting that takes this way"),
    "verdict": {"enum": ["safe", "unknown", "impossible"]},
    "rematches": described(INTEGER, "how few there must be; -1 where that is not known"),
})
LIVE_KEYS: dict[str, Schema] = {
    "name": described(TEXT, "what the stage is called"),
    "rounds": described(COUNT, "of a Swiss stage"),
    "boards": described(COUNT, "of a match; 0: IMPs are not scored"),
    "tie_breaks": described(a_list({}), "criteria in order"),
    "sheet": described(_ANY, "sessions, rooms, pace ... of event sheet"),
}
"""What a stage may say of its life besides, the best known of it."""


def _change() -> Schema:
    """Every change; commands add keys of their own, those of results and rounds among them."""
    added: dict[str, Schema] = {
        "file": TEXT,
        "numbers": described(a_list({}), "of those entered; with lots, number and name of everybody"),
        "findings": described(a_list(TEXT), "about adopted files"),
        "of": described(a_list(NUMBER), "positions that were undone or redone"),
        "results": a_list(an_object(
            {"round": NUMBER, **_MATCH_KEYS, "entered": TEXT}, optional=_OPTIONAL)),
        "conflicts": described(a_list(TEXT), "where the entries of the two sides differ"),
        "doubts": a_list(an_object({"table": COUNT, "text": TEXT, "question": TEXT})),
        "faults": described(
            a_list(an_object({"line": NUMBER, "text": TEXT, "message": TEXT})), "lines that were not taken"),
    }
    whole = an_object({**CHANGE_KEYS, **added}, optional=tuple(added))
    return titled("event new, enter, publish, result ... --json", {**whole, "additionalProperties": True})


def _pair() -> Schema:
    pairs = a_list(_open(an_object({"home": NUMBER, "away": NUMBER, "table": COUNT})))
    keys = {
        "round": NUMBER,
        "matches": pairs,
        "byes": described(a_list({}), "numbers of those without a match"),
        "report": described(REPORT, "the verifier's"),
        "proof": described(_ANY, "what the maker claims, in a form that can be checked without it"),
        "three": described(an_object({"entrants": a_list(NUMBER), "long": BOOL}), "a block of three"),
        "seed": TEXT,
        "notes": a_list(TEXT),
        "ways": described(a_list(_WAY), "ways on, where a small field has become odd"),
        "standing_by": described(a_list(NUMBER), "late entries that wait while somebody sits out"),
        "position": _POSITION,
        "dry_run": BOOL,
    }
    optional = ("three", "seed", "notes", "ways", "standing_by")
    return titled("event pair --json", _open(an_object(keys, optional=optional)))


def _open(schema: Schema) -> Schema:
    """Formats say more of their own."""
    return {**schema, "additionalProperties": True}


def _standings() -> Schema:
    row = an_object({**STANDING_KEYS, "name": TEXT})
    return titled("event standings --json", an_object({
        "event": TEXT, "stage": NUMBER,
        "as_of": described(COUNT, "the last round that counts"),
        "complete": described(BOOL, "no match up to that round waits for its result"),
        "tie_breaks": a_list(TEXT),
        "embargoed": described(a_list(NUMBER), "rounds that are published and do not count yet"),
        "standings": a_list(row), "position": _POSITION,
        "disputed": described(
            a_list(an_object({"round": NUMBER, "tables": a_list(COUNT)})), "results that may still change"),
    }))


def _places() -> Schema:
    row = an_object({
        "from": described(nullable(NUMBER), "the best place of those that are shared; null for none yet"),
        "to": nullable(NUMBER), "entrant": NUMBER, "name": TEXT})
    return titled("event places --json", an_object({
        "event": TEXT, "position": _POSITION, "places": a_list(row)}))


def _show() -> Schema:
    entrant = an_object(
        {
            "number": NUMBER, "name": TEXT, "status": {"enum": ["active", "waiting", "withdrawn"]},
            "seed": NUMBER, "region": TEXT, "club": TEXT,
            "attributes": {"type": "object", "additionalProperties": TEXT}, "roster": a_list(TEXT),
            "competing": BOOL,
        },
        optional=("seed", "region", "club", "attributes", "roster", "competing"),
    )
    stage = an_object({
        "stage": NUMBER, "name": TEXT, "format": TEXT, "model": TEXT,
        "status": {"enum": ["planned", "open", "over"]}, "phase": {"enum": list(PHASES)},
        "rounds_planned": described(COUNT, "0 where it is not known yet"),
        "entrants": a_list(NUMBER), "rounds": a_list(an_object(_ROUND_KEYS)),
    })
    return titled("event show --json", an_object({
        "event": TEXT, "date": TEXT, "position": _POSITION, "entrants": a_list(entrant),
        "stages": a_list(stage),
        "waits": described(a_list(an_object({
            "ruling": NUMBER, "for": {"enum": list(WAITS[1:])}, "about": a_list(NUMBER), "round": COUNT,
            "table": COUNT, "board": COUNT, "order": TEXT})), "rulings about which something is to be done"),
        "carried_otherwise": described(
            a_list(NUMBER), "stages whose points brought along are no longer those of the stage before"),
    }))


def _round() -> Schema:
    return titled("event show ROUND --json", an_object({
        "event": TEXT, "position": _POSITION, **_ROUND_KEYS}))


def _history() -> Schema:
    line = an_object({
        "position": NUMBER, "at": described(TEXT, "ISO time, UTC"), "author": TEXT, "kind": TEXT,
        "told": described(TEXT, "the decision in words"), "holds": described(BOOL, "false: it was undone"),
    })
    return titled("event history --json", an_object({"history": a_list(line)}))


def _verify() -> Schema:
    return titled("event verify --json", an_object({
        "holds": BOOL, "entries": COUNT, "rounds": COUNT, "results": COUNT,
        "faults": described(a_list(TEXT), "entries that are not as they were written"),
        "broken": described(a_list(TEXT), "rules that rounds break, scores that do not follow"),
        "brought": described(a_list(TEXT), "the same, in rounds that were brought by hand or adopted"),
    }))


def _when() -> Schema:
    answer: Schema = {"enum": ["yes", "why", "no", "-"]}
    row = an_object(dict.fromkeys(PHASES, answer))
    return titled("event when --json", an_object({
        "phases": a_list({"enum": list(PHASES)}), "actions": an_object(dict.fromkeys(ACTIONS, row))}))


def _explain() -> Schema:
    return titled("event explain --json", an_object({
        "round": NUMBER, "criterion": TEXT, "clause": TEXT,
        "by": described({}, "how much worse it would get"),
        "lines": a_list(TEXT),
        "as_made": described(BOOL, "false: the round in the log is another than the rules make now"),
    }))


def _turn() -> Schema:
    return titled("event stage turn --json", an_object({
        "who": described(nullable(NUMBER), "null: all opponents are chosen"), "among": a_list(NUMBER)}))


def _ways() -> Schema:
    return titled("event ways --json", an_object({"ways": a_list(_WAY)}))


def _sheet() -> Schema:
    parts: dict[str, Schema] = {
        "timetable": an_object({"segments": a_list(_ANY), "clashes": a_list(_ANY)}),
        "rounds": described(a_list(_ANY), "who sits where, by round"),
        "boards": described(a_list(_ANY), "board sets in play, by round"),
        "venue": described(_ANY, "sizes and equipment that are needed"),
        "checks": a_list(an_object({
            "key": TEXT, "name": TEXT, "needed": INTEGER, "found": nullable(INTEGER), "unit": TEXT,
            "holds": nullable(BOOL)})),
        "numbering": a_list(an_object({"section": TEXT, "position": NUMBER, "table": NUMBER})),
    }
    return titled("event sheet --json", an_object({"event": TEXT, **parts}, optional=tuple(parts)))


def _law() -> Schema:
    codes = a_list(described(TEXT, "a code, told in words without --json"))
    return titled("event law --json", an_object({
        "topic": TEXT, "law": described(TEXT, "its number, empty for a regulation"),
        "edition": {"enum": ["1997", "2007", "2017"]}, "result": TEXT, "follows": codes,
        "choices": codes, "enter": described(TEXT, "a result to be entered, or empty")}))


def _report() -> Schema:
    stage = an_object({
        "name": TEXT, "format": TEXT, "model": TEXT, "entrants": COUNT, "rounds": COUNT,
        "matches": described(COUNT, "played"), "walkovers": COUNT, "void": COUNT,
        "open": described(COUNT, "without a result"),
    })
    place = an_object({
        "place": nullable(NUMBER), "last": described(nullable(NUMBER), "who shares a place shares both"),
        "number": NUMBER, "name": TEXT, "points": nullable(_POINTS)})
    step = an_object({"position": NUMBER, "what": TEXT, "text": TEXT, "at": TEXT})
    ruling = an_object({
        "position": NUMBER, "at": TEXT, "author": TEXT, "ground": TEXT,
        "facts": {"enum": ["agreed", "found", "unresolved"]}, "outcome": TEXT, "about": a_list(NUMBER),
        "text": TEXT, "provisional": BOOL, "notice": described(BOOL, "the right of appeal was told"),
        "board": described(COUNT, "0: about none"),
        "order": described(TEXT, "when the board is to be played, empty where none is"),
        "waits": described({"enum": list(WAITS)}, "what is still to be done about it"),
        "late": described(BOOL, "it changed a result after the correction period"),
        "appeal": TEXT, "verdict": TEXT, "approval": described(TEXT, "of a disqualification, or pending"),
        "sanctions": described(
            a_list(an_object({"number": NUMBER, "name": TEXT, "kind": TEXT})), "beside points"),
        "steps": a_list(step)})
    penalty = an_object({
        "position": NUMBER, "number": NUMBER, "points": _POINTS, "round": COUNT, "reason": TEXT,
        "waived": BOOL})
    repaired: Schema = {**an_object({
        "position": NUMBER, "at": TEXT, "author": TEXT, "kind": TEXT, "reason": TEXT}),
        "additionalProperties": True}
    return titled("event report --json", an_object({
        "event": TEXT, "date": TEXT, "entries": COUNT, "undone": COUNT,
        "review": an_object({"stages": a_list(stage), "notes": a_list(TEXT)}),
        "results": a_list(an_object({"stage": TEXT, "table": a_list(place)})),
        "rulings": a_list(ruling), "penalties": a_list(penalty), "repairs": a_list(repaired),
        "lessons": a_list(TEXT), "suggestions": a_list(TEXT)}))


def _copy() -> Schema:
    return titled("event export --json", an_object({"file": TEXT}))


EVENT_SCHEMAS: Mapping[str, Callable[[], Schema]] = MappingProxyType({
    "event-change": _change, "event-pair": _pair, "event-standings": _standings, "event-show": _show,
    "event-round": _round, "event-history": _history, "event-verify": _verify, "event-when": _when,
    "event-explain": _explain, "event-turn": _turn, "event-places": _places, "event-ways": _ways,
    "event-sheet": _sheet,
    "event-export": _copy,
    "event-report": _report, "event-law": _law, **INCIDENT_SCHEMAS,
})
