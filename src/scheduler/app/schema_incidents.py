"""Schemas of what commands of events print with ``--json``: facts, repairs, rulings, line-ups, boards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

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
    one_of,
    titled,
)

__all__ = ["CHANGE_KEYS", "INCIDENT_SCHEMAS", "POINTS", "POSITION", "STANDING_KEYS"]

POINTS = described(TEXT, "points as a decimal text, so that nobody adds up floats")
POSITION = described(NUMBER, "of the log; --at takes it")
STANDING_KEYS: dict[str, Schema] = {
    "place": nullable(NUMBER), "entrant": NUMBER, "shared": BOOL,
    **dict.fromkeys(("total", "score", "carried", "penalties", "provisional"), POINTS),
    **dict.fromkeys(("wins", "draws", "losses"), described(TEXT, "half matches count half")),
    "byes": COUNT, "unplayed": COUNT,
}
"""A row of standings, without the name."""
CHANGE_KEYS: dict[str, Schema] = {
    "position": described(nullable(NUMBER), "of the log after the change; null for a dry run"),
    "dry_run": BOOL,
    "decided": described(
        a_list(an_object({"position": NUMBER, "kind": TEXT})), "the new entries; none where nothing changed"),
    "notes": a_list(TEXT),
}
"""What every change tells."""

_PLACE = nullable(one_of(
    an_object({"bye": {"const": True}}),
    an_object({"opponent": NUMBER, "table": described(COUNT, "0 where it has none"), "home": BOOL})))
_TELL = an_object({
    "entrant": NUMBER, "round": NUMBER, "before": described(_PLACE, "null: it did not play"),
    "now": described(_PLACE, "null: it does not play")})
_PROPOSAL = an_object({
    "spare_byes": described(COUNT, "how many sit out beyond the one of an odd field"),
    "name": described(TEXT, "its letter"),
    "key": described(TEXT, "six hexadecimal digits of what accepting it would write; A-key is no other A"),
    "kind": described(TEXT, "what is done, in one word"),
    "changed": described(COUNT, "matches not yet started that change, their tables included"),
    "minimal": described(BOOL, "that fewer do not do is proven"),
    "least": described(nullable(COUNT), "the smallest number of changes, where it is proven"),
    "holds": described(BOOL, "no hard rule is broken"),
    "proof": TEXT, "reasons": a_list(TEXT), "outlook": described(TEXT, "of the rounds to come"),
    "tells": described(a_list(_TELL), "what everybody concerned must be told"),
    "report": described(nullable(REPORT), "the verifier's"),
    "differences": described(a_list(an_object({
        "rule": TEXT, "clause": TEXT, "level": COUNT, "before": INTEGER, "now": INTEGER})),
        "what becomes worse or better, by rule"),
    "ledger": described(a_list(an_object({
        "entrant": NUMBER, "home": COUNT, "away": COUNT, "byes": COUNT})), "of those concerned, afterwards"),
    "decisions": described(a_list(TEXT), "kinds of the entries that accepting it writes"),
})
_TWO_IMPS = described(a_list(POINTS), "of home and away")
_ROOM = an_object({"score": described(INTEGER, "of N-S"), "contract": TEXT}, optional=("contract",))
_BOARD = an_object(
    {"segment": NUMBER, "board": NUMBER, "void": {"const": True}, "open": _ROOM, "closed": _ROOM,
     "ruling": _TWO_IMPS, "imps": described(nullable(_TWO_IMPS), "null until both rooms are in")},
    optional=("void", "open", "closed", "ruling", "imps"))
_SIDES = ("home", "away")
_FAULT: dict[str, Schema] = {"clause": TEXT, "text": TEXT}


def _boards_keys() -> dict[str, Schema]:
    segment = an_object(
        {"segment": NUMBER, "boards": COUNT, "imps": described(a_list(INTEGER), "where it came as one sum")},
        optional=("imps",))
    return {
        "round": NUMBER, "table": COUNT, "home": NUMBER, "away": NUMBER,
        "ahead": described(POINTS, "IMPs that home brought along"),
        "segments": a_list(segment), "boards": a_list(_BOARD), "margins": _TWO_IMPS, "complete": BOOL,
        "points": described(nullable(a_list(POINTS)), "null while the match is open")}


def _changed(title: str, added: Mapping[str, Schema], optional: tuple[str, ...] = ()) -> Schema:
    return titled(f"event {title} --json", an_object({**CHANGE_KEYS, **added}, optional=optional))


def _facts() -> Schema:
    fact: Schema = {**an_object({"position": described(COUNT, "of the log"), "fact": TEXT}),
                    "additionalProperties": True}
    return titled("event facts --json", an_object({
        "facts": described(a_list(fact), "those that wait"), "position": POSITION, "dry_run": BOOL}))


def _repair() -> Schema:
    return titled("event repair --json", an_object({
        "stage": NUMBER, "round": COUNT, "active": described(COUNT, "entrants that play on"),
        "facts": described(a_list(NUMBER), "positions of the facts that are answered"),
        "told": described(a_list(TEXT), "what follows from the facts by itself"),
        "proposals": described(a_list(_PROPOSAL), "the first is recommended"), "position": POSITION}))


def _accept() -> Schema:
    key = {"proposal": described(_PROPOSAL, "not there where it waits (--for)")}
    return _changed("accept", key, ("proposal",))


def _due() -> Schema:
    one = an_object({
        "queued": described(NUMBER, "position of the log"), "taken": BOOL,
        "why": described(TEXT, "it cannot be taken any more, and its facts wait again")})
    return _changed("due", {"due": a_list(one)})


def _changes() -> Schema:
    return titled("event changes --json", an_object({
        "round": NUMBER, "void": described(COUNT, "the version of the list that is void"),
        "version": described(COUNT, "the version that holds"), "tells": a_list(_TELL),
        "tables": described(a_list(COUNT), "whose slips are new"), "position": POSITION}))


def _ruling() -> Schema:
    rows = nullable(a_list(an_object(STANDING_KEYS)))
    return _changed("rule, appeal, decide, approve, settle", {
        "ruling": described(NUMBER, "its position of the log, which appeals name"),
        "before": described(rows, "the standings; null where they stay"), "after": rows})


def _policy() -> Schema:
    rows = nullable(a_list(an_object(STANDING_KEYS)))
    change = an_object({
        "round": NUMBER, "entrant": NUMBER, "before": POINTS, "after": POINTS, "why": TEXT})
    return _changed("policy", {
        "changes": described(a_list(change), "what the policy makes of matches"),
        "before": rows, "after": rows})


def _rights() -> Schema:
    segment = an_object(
        {"segment": NUMBER, "boards": COUNT,
         "right": described(nullable(TEXT), 'who sits second: home, away, "not picked"; null: nobody'),
         "start": described(TEXT, "ISO date-time"), "form": described(BOOL, "a form is to be handed in"),
         "due": an_object(dict.fromkeys(_SIDES, TEXT)),
         "line_ups": described(
             an_object(dict.fromkeys(_SIDES, nullable(a_list(TEXT)))), "null until the others may see it")},
        optional=("start", "form", "due", "line_ups"))
    match = an_object({
        "table": COUNT, "home": NUMBER, "away": NUMBER, "segments": a_list(segment),
        "faults": a_list(an_object({"segment": described(COUNT, "0: of the match"), **_FAULT}))})
    return titled("event rights, line-ups --json", an_object({
        "round": NUMBER, "now": described(TEXT, "ISO date-time"), "matches": a_list(match)}))


def _line_up() -> Schema:
    return _changed("line-up, seated", {
        "players": a_list(TEXT), "kind": TEXT, "faults": a_list(an_object(_FAULT))})


def _entries() -> Schema:
    one = an_object({"number": NUMBER, "name": TEXT, "faults": a_list(an_object(_FAULT))})
    return titled("event check-entries --json", an_object({"entries": a_list(one)}))


def _boards() -> Schema:
    keys = {**_boards_keys(), "position": POSITION}
    return titled("event boards --json, where none is entered", an_object(keys))


def _boards_entered() -> Schema:
    fault = an_object({"line": NUMBER, "text": TEXT, "message": TEXT})
    return _changed("boards, result --segment", {
        "match": an_object(_boards_keys()),
        "faults": described(a_list(fault), "lines that were not taken")}, ("faults",))


INCIDENT_SCHEMAS: Mapping[str, Callable[[], Schema]] = MappingProxyType({
    "event-facts": _facts, "event-repair": _repair, "event-accept": _accept, "event-due": _due,
    "event-changes": _changes, "event-ruling": _ruling, "event-policy": _policy, "event-rights": _rights,
    "event-line-up": _line_up, "event-check-entries": _entries, "event-boards": _boards,
    "event-boards-entered": _boards_entered,
})
"""By the name of the schema; ``event card`` prints what every change does."""
