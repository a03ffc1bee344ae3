"""From an event's stage to what rules speak of: the frame, and the rulebook with the stage's own rules."""

from __future__ import annotations

from scheduler.errors import RulebookError, UsageError, did_you_mean
from scheduler.event import Event, Schedule, Stage
from scheduler.facts import Frame
from scheduler.formats.round_robin.candidates import METHODS
from scheduler.rules import Rulebook, RuleUse, read_uses

__all__ = [
    "KEYS", "MODES", "MOST_ENTRANTS", "MOST_MATCHES", "MOST_ROUNDS", "frame_of", "options_of",
    "rulebook_for",
]

MOST_ENTRANTS = 2_000
MOST_MATCHES = 1_000_000
MOST_ROUNDS = 5_000
"""As many matches and rounds as a file of a schedule may hold, so that what is planned is read again."""
MODES = ("mirrored", "inverted", "english", "french", "phased", "cba")
_OPTIONS = ("method", "mode", "blocks", "together", "ranking", "first", "starts")
KEYS = ("format", "model", "legs", *_OPTIONS)
"""What a stage that is a round robin may say, its rules apart."""


def options_of(stage: Stage) -> dict[str, object]:
    """The stage's options; UsageError for one that no round robin has."""
    for key in stage.options:
        if key not in _OPTIONS:
            raise UsageError(
                f'a round robin has no option "{key[:40]}"', maybe=did_you_mean(key[:40], KEYS)
            )
    options = dict(stage.options)
    for key in ("blocks", "together"):
        if key in options and options.setdefault("method", "joined") != "joined":
            raise UsageError(
                f'"{key}" is for joined tables, but the method is "{options["method"]}"',
                maybe='write method = "joined".',
            )
    method = options.get("method", "auto")
    if method not in (known := ("auto", *METHODS, "joined")):
        raise UsageError(
            f'there is no method "{str(method)[:40]}"', maybe=did_you_mean(str(method)[:40], known)
        )
    mode = options.get("mode", "")
    if mode and mode not in MODES:
        raise UsageError(
            f'there is no mode "{mode}" of several legs', maybe=did_you_mean(str(mode), MODES)
        )
    return options


def frame_of(
    event: Event | None = None, stage: Stage | None = None, schedule: Schedule | None = None
) -> Frame:
    """The frame of a round robin: from the event and its stage, or from a schedule alone.

    A schedule's rounds count where they are more than the stage needs: the rules then say so.
    """
    n = schedule.entrants if schedule is not None else event.size if event is not None else 0
    if not 2 <= n <= MOST_ENTRANTS:
        raise UsageError(
            f"a round robin has 2 to {MOST_ENTRANTS} entrants, not {n}",
            maybe="split the field into groups." if n > MOST_ENTRANTS else "",
        )
    length = n if n % 2 else n - 1
    legs = stage.legs if stage is not None else 1
    if stage is None and schedule is not None:
        legs = max(1, round(schedule.rounds / length))
    rounds = legs * length
    if schedule is None:
        _not_too_large(n, legs, rounds)
    if schedule is not None:
        rounds = max(rounds, schedule.rounds)
    tables = max(n // 2, schedule.tables if schedule is not None else 0)
    if event is None or event.size != n:
        return Frame(n, rounds, tables, legs)
    keys = {"region", "club"}.union(*(e.attributes for e in event.entrants))
    return Frame(
        n, rounds, tables, legs,
        attributes={k: tuple(e.attribute(k) for e in event.entrants) for k in sorted(keys)},
        names=tuple(e.name for e in event.entrants),
    )


def _not_too_large(n: int, legs: int, rounds: int) -> None:
    """UsageError for more matches or rounds than could be read again."""
    matches = legs * n * (n - 1) // 2
    who = f"{n} entrants who meet {legs} times" if legs > 1 else f"{n} entrants"
    if matches > MOST_MATCHES:
        raise UsageError(
            f"{who} play {matches} matches, the limit is {MOST_MATCHES}",
            maybe="split the field into groups.",
        )
    if rounds > MOST_ROUNDS:
        raise UsageError(
            f"{who} take {rounds} rounds, the limit is {MOST_ROUNDS}",
            maybe="plan fewer legs at a time.",
        )


def rulebook_for(rulebook: Rulebook, event: Event | None, stage: Stage | None) -> Rulebook:
    """The rulebook with what the stage adds: its own rules, and the tie between its legs.

    Raises RulebookError for a rule about an attribute that no entrant has: it would ask nothing, and
    nobody would notice. UsageError where it comes from no file, or where no entrants are known.
    """
    book = rulebook if stage is None else _with_stage(rulebook, event, stage)
    for use in book.uses:
        if use.id == "related-early":
            _known_attribute(use, event)
    return book


def _known_attribute(use: RuleUse, event: Event | None) -> None:
    name = str(use.params["attribute"])
    if event is None:
        raise UsageError(
            f'rule "{use.id}" is about the {name} of entrants, and no entrants are known',
            maybe=f"name their event (--event), or leave the rule out (--without {use.id}).",
        )
    if any(e.attribute(name).strip() for e in event.entrants):
        return
    message = f'rule "{use.id}": no entrant of {event.name} has the attribute "{name[:40]}"'
    keys = {"region", "club"}.union(*(e.attributes for e in event.entrants))
    there = sorted(k for k in keys if any(e.attribute(k).strip() for e in event.entrants))
    maybe = did_you_mean(name[:40], there) or "give the entry list a column of that name."
    if use.where:
        raise RulebookError(message, where=use.where, maybe=maybe)
    raise UsageError(message, maybe=maybe)


def _with_stage(rulebook: Rulebook, event: Event | None, stage: Stage) -> Rulebook:
    where = event.source if event and event.source else "event"
    own = read_uses(stage.rules, where=where, places=stage.places)
    if stage.legs < 2:
        return rulebook.adding(own)
    mode = str(options_of(stage).get("mode", "mirrored"))
    entries: list[dict[str, object]] = [
        {"id": "each-way", "reason": "each is home to the other equally often"}
    ]
    if mode == "phased":
        entries.append({"id": "each-leg", "reason": "each leg is a round robin of its own"})
    else:
        entries.append({"id": "leg-order", "mode": mode, "reason": f"the legs are {mode}"})
    uses = rulebook.uses
    if mode not in ("mirrored", "phased"):
        # The other modes shift the rounds of later legs, so only the first can follow an order.
        uses = tuple(
            u.with_params(leg="first") if u.id == "highest-meets-in-order" else u for u in uses
        )
    missing = [u for u in read_uses(entries, where=f"mode {mode}") if rulebook.find(u.id) is None]
    return Rulebook(
        rulebook.name, rulebook.title, rulebook.format, rulebook.source, rulebook.about, uses
    ).adding([*missing, *own])
