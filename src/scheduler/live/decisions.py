"""What each kind of decision means: a payload of the log, applied to the state.

A decision is data: ids, texts and whole numbers. Applying one solves nothing and asks nobody; whether it
may be taken was asked before it was written (``allowed``, ``app``). A new kind is a function with the
decorator :func:`decision`; its payload is described by its docstring.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from scheduler.event import Entrant, Stage
from scheduler.live.cases import disputed
from scheduler.live.filling import fill
from scheduler.live.state import (
    MATCHES_A_ROUND,
    Bye,
    Contestant,
    LiveEvent,
    LiveMatch,
    LiveRound,
    LiveStage,
    Penalty,
    Score,
)

__all__ = ["KINDS", "Apply", "Payload", "decision", "entrant_of", "entrant_payload", "stage_payload"]

Payload = Mapping[str, Any]
Apply = Callable[[LiveEvent, Payload], None]
KINDS: dict[str, Apply] = {}
"""What a kind of decision does to the state. ``undo`` and ``redo`` are not among them: they are about
decisions, and :mod:`scheduler.live.fold` reads them."""


def decision(kind: str) -> Callable[[Apply], Apply]:
    """Registers a function as what decisions of ``kind`` do."""
    def keep(function: Apply) -> Apply:
        if kind in KINDS:
            raise ValueError(f"two meanings of {kind}")
        KINDS[kind] = function
        return function
    return keep


# --- The event and who takes part -----------------------------------------------------------------


def entrant_payload(entrant: Entrant) -> dict[str, Any]:
    """An entrant as the log has it."""
    every = {k: getattr(entrant, k) for k in ("number", "name", "seed", "region", "club", "rating")}
    every["attributes"] = dict(entrant.attributes)
    return {k: v for k, v in every.items() if v}


def entrant_of(data: Payload) -> Entrant:
    """An entrant from the log."""
    return Entrant(
        int(data["number"]), str(data["name"]), int(data.get("seed", 0)), str(data.get("region", "")),
        str(data.get("club", "")), int(data.get("rating", 0)), dict(data.get("attributes", {})))


def stage_payload(stage: Stage, book: str) -> dict[str, Any]:
    """A stage as the log has it, with the text of its rulebook."""
    return {
        "book": book,
        "format": stage.format, "model": stage.model, "legs": stage.legs, "options": dict(stage.options),
        "rules": [dict(r) for r in stage.rules]}


def _new_stage(index: int, data: Payload) -> LiveStage:
    return LiveStage(index, _stage_from(data), book=str(data["book"]))


def _stage_from(data: Payload) -> Stage:
    return Stage(
        str(data["format"]), str(data.get("model", "")), int(data.get("legs", 1)),
        dict(data.get("options", {})), tuple(dict(r) for r in data.get("rules", ())))


@decision("created")
def _created(event: LiveEvent, p: Payload) -> None:
    """``name``, ``date``, ``seed``, ``stages``, ``entrants``, ``settings``: the event as its file had it."""
    event.name, event.date, event.seed = str(p["name"]), str(p.get("date", "")), str(p["seed"])
    event.settings = dict(p.get("settings", {}))
    event.stages = [_new_stage(i, s) for i, s in enumerate(p["stages"], start=1)]
    _enter(event, p["entrants"], {})


@decision("entered")
def _entered(event: LiveEvent, p: Payload) -> None:
    """``entrants``: further ones; ``status``, ``first`` (round), ``competing``,
    ``stage``: the same for all."""
    _enter(event, p["entrants"], p)


def _enter(event: LiveEvent, entrants: Any, more: Payload) -> None:
    for data in entrants:
        id = len(event.contestants) + 1
        one = Contestant(
            id, entrant_of(data), str(more.get("status", "active")), int(more.get("first", 0)),
            competing=bool(more.get("competing", True)), roster=tuple(data.get("roster", ())))
        event.contestants[id] = one
        if one.status == "active":
            _join(event, id, more)


def _join(event: LiveEvent, id: int, p: Payload) -> None:
    """``id`` plays in ``stage`` (the running one) too, unless its table or draw is published already."""
    stage = event.at(int(p["stage"])) if p.get("stage") else event.stage
    fixed = stage.current and (stage.scheduled or stage.tree is not None)
    if stage.playing and id not in stage.playing and not fixed:
        stage.playing = (*stage.playing, id)


@decision("admitted")
def _admitted(event: LiveEvent, p: Payload) -> None:
    """``id`` may play from round ``first`` on, though late or withdrawn before."""
    one = event.contestants[int(p["id"])]
    one.status, one.first, one.last = "active", int(p.get("first", 0)), 0
    _join(event, one.id, p)


@decision("edited")
def _edited(event: LiveEvent, p: Payload) -> None:
    """``id``: what ``changes`` says about its entrant, its ``roster``, or whether it is ``competing``."""
    one = event.contestants[int(p["id"])]
    changes = dict(p.get("changes", {}))
    if "attributes" in changes:
        changes["attributes"] = {**one.entrant.attributes, **changes["attributes"]}
    one.entrant = replace(one.entrant, **changes)
    if "roster" in p:
        one.roster = tuple(str(name) for name in p["roster"])
    if "competing" in p:
        one.competing = bool(p["competing"])
    if "note" in p:
        one.note = str(p["note"])


@decision("numbered")
def _numbered(event: LiveEvent, p: Payload) -> None:
    """``numbers``: pairs of id and number, for everybody; ``record`` of the lots."""
    for id, number in p["numbers"]:
        one = event.contestants[int(id)]
        one.entrant = replace(one.entrant, number=int(number))
    event.lots = dict(p.get("record", {}))


@decision("withdrawn")
def _withdrawn(event: LiveEvent, p: Payload) -> None:
    """``id`` plays no more after round ``last`` of the running stage, for a ``reason``."""
    one = event.contestants[int(p["id"])]
    one.status, one.last, one.note = "withdrawn", int(p.get("last", 0)), str(p.get("reason", ""))


@decision("away")
def _away(event: LiveEvent, p: Payload) -> None:
    """``id`` sits out ``rounds`` of the running stage; ``kind`` ``given`` (a bye asked for) or ``absent``;
    "" takes it back."""
    one = event.contestants[int(p["id"])]
    for round in p["rounds"]:
        if p["kind"]:
            one.away[int(round)] = str(p["kind"])
        else:
            one.away.pop(int(round), None)


# --- Stages ---------------------------------------------------------------------------------------


@decision("configured")
def _configured(event: LiveEvent, p: Payload) -> None:
    """``stage``: its ``format``, ``model``, ``book``, ``legs``, ``rules`` as given, ``options`` added
    (None: taken out). A stage of the next number is added."""
    index = int(p["stage"])
    if index == len(event.stages) + 1:
        event.stages.append(_new_stage(index, p))
        return
    stage = event.stages[index - 1]
    options = {**stage.stage.options, **p.get("options", {})}
    plain = {k: p[k] for k in ("format", "model", "legs") if k in p}
    stage.book = str(p.get("book", stage.book))
    if "rules" in p:
        plain["rules"] = tuple(dict(r) for r in p["rules"])
    stage.stage = replace(
        stage.stage, options={k: v for k, v in options.items() if v is not None}, **plain)


@decision("announced")
def _announced(event: LiveEvent, p: Payload) -> None:
    """The format of ``stage`` is fixed and published; lots are drawn afterwards (CBA-12)."""
    event.stages[int(p["stage"]) - 1].announced = True


@decision("opened")
def _opened(event: LiveEvent, p: Payload) -> None:
    """``stage`` begins: ``playing``: ids, ``carried`` pairs of id and hundredths, ``groups`` pairs of id
    and name, ``seeding`` (why this order). The stages ``from`` which they come are over; all before, where
    none is named. Opened again before anything was published, it begins anew."""
    index = int(p["stage"])
    for before in p.get("from", range(1, index)):
        event.stages[int(before) - 1].status = "over"
    stage = event.stages[index - 1]
    if any(r.status != "drafted" for r in stage.rounds.values()):
        raise ValueError(f"a round of stage {index} is published")
    stage.rounds, stage.tree, stage.choices, stage.scheduled = {}, None, [], False
    stage.status = "open"
    stage.playing = tuple(int(id) for id in p["playing"])
    stage.carried = {int(id): int(points) for id, points in p.get("carried", ())}
    stage.groups = {int(id): str(name) for id, name in p.get("groups", ())}
    stage.seeding = dict(p.get("seeding", {}))
    for id in stage.playing if index > 1 else ():  # what was said of rounds was said of another stage
        one = event.contestants[id]
        one.first = one.last = 0
        one.away = {}


@decision("ended")
def _ended(event: LiveEvent, p: Payload) -> None:
    """``stage`` is over."""
    event.stages[int(p["stage"]) - 1].status = "over"


# --- Rounds ---------------------------------------------------------------------------------------


@decision("paired")
def _paired(event: LiveEvent, p: Payload) -> None:
    """``stage``, ``round``, ``matches`` (home, away, table[, more]), ``byes`` (id, kind), ``three``,
    ``proof``: a round as drafted; what was drafted of it before is gone."""
    stage = event.stages[int(p["stage"]) - 1]
    _draft(stage, int(p["round"]), p)


@decision("scheduled")
def _scheduled(event: LiveEvent, p: Payload) -> None:
    """``stage`` and its ``rounds``, each as in ``paired``: a table of all rounds, as drafted; ``groups``,
    pairs of id and name, where it drew them; ``playing`` where they were not named before."""
    stage = event.stages[int(p["stage"]) - 1]
    if p.get("groups"):
        stage.groups = {int(id): str(name) for id, name in p["groups"]}
    stage.playing = stage.playing or tuple(int(id) for id in p.get("playing", ()))
    for number in [n for n, r in stage.rounds.items() if r.status == "drafted"]:
        del stage.rounds[number]
    for data in p["rounds"]:
        _draft(stage, int(data["round"]), data)
    stage.scheduled = True
    stage.proof = dict(p.get("proof", {}))


def _draft(stage: LiveStage, number: int, p: Payload) -> None:
    old = stage.rounds.get(number)
    if old is not None and old.status != "drafted":
        raise ValueError(f"round {number} is published")
    matches = []
    for i, row in enumerate(p["matches"], start=1):
        home, away, table, *more = row
        extra = dict(more[0]) if more else {}
        matches.append(LiveMatch(
            number * MATCHES_A_ROUND + i, number, int(table), int(home), int(away),
            group=str(extra.get("group", "")), share=int(extra.get("share", 1)),
            span=int(extra.get("span", 1))))
    stage.rounds[number] = LiveRound(
        number, matches, tuple(Bye(int(id), str(kind)) for id, kind in p.get("byes", ())),
        version=old.version if old else 0, start=str(p.get("start", "")), proof=dict(p.get("proof", {})),
        three=dict(p.get("three") or {}))


@decision("redrawn")
def _redrawn(event: LiveEvent, p: Payload) -> None:
    """What was drafted of ``stage`` is dropped, to be drawn again."""
    stage = event.stages[int(p["stage"]) - 1]
    for number in [n for n, r in stage.rounds.items() if r.status == "drafted"]:
        del stage.rounds[number]
    if stage.proof.get("groups", "given") != "given":
        stage.groups = {}
    stage.scheduled, stage.proof = False, {}
    if not stage.rounds:
        stage.tree = None


@decision("published")
def _published(event: LiveEvent, p: Payload) -> None:
    """``round`` of ``stage`` is hung up, for the first time or again."""
    round = event.stages[int(p["stage"]) - 1].rounds[int(p["round"])]
    round.status, round.version = "published", round.version + 1


@decision("withheld")
def _withheld(event: LiveEvent, p: Payload) -> None:
    """The list of ``round`` is taken down: it is a draft again, and nobody plays by it."""
    event.stages[int(p["stage"]) - 1].rounds[int(p["round"])].status = "drafted"


@decision("started")
def _started(event: LiveEvent, p: Payload) -> None:
    """``round`` of ``stage`` is being played, at all its tables or at those of ``matches``."""
    round = event.stages[int(p["stage"]) - 1].rounds[int(p["round"])]
    round.status = "started"
    wanted = {int(id) for id in p.get("matches", ())}
    for match in round.matches:
        match.started = match.started or not wanted or match.id in wanted
    if p.get("at"):
        round.start = str(p["at"])


@decision("closed")
def _closed(event: LiveEvent, p: Payload) -> None:
    """``round`` of ``stage`` is closed: its standings may be seen."""
    event.stages[int(p["stage"]) - 1].rounds[int(p["round"])].closed = True


@decision("placed")
def _placed(event: LiveEvent, p: Payload) -> None:
    """``tables``: pairs of match id and table, of ``stage``."""
    stage = event.stages[int(p["stage"]) - 1]
    for id, table in p["tables"]:
        stage.match(int(id)).table = int(table)
    for number in {int(id) // MATCHES_A_ROUND for id, _ in p["tables"]}:
        stage.rounds[number].matches.sort(key=lambda m: (m.table, m.id))


# --- Results --------------------------------------------------------------------------------------


@decision("result")
def _result(event: LiveEvent, p: Payload) -> None:
    """``score`` of ``match`` in ``stage``; ``by`` ``desk``, or ``home`` or ``away``, whose two claims
    become the result only when they agree (``agreed`` says so). ``score`` None takes a result back.
    ``sides`` are the ids of who met; in a bracket a later correction of another match leaves them."""
    stage = event.stages[int(p["stage"]) - 1]
    match = stage.match(int(p["match"]))
    if stage.tree is not None:
        if "sides" not in p:
            fill(stage)
        else:
            match.home, match.away = (int(id) for id in p["sides"])
    score = Score.of(p["score"]) if p["score"] is not None else None
    by = str(p.get("by", "desk"))
    if by == "desk" or score is None:
        match.result = score
        match.claims = {}
    else:
        match.claims[by] = score
        if p.get("agreed"):
            match.result = score
    if match.result is not None and disputed(event.cases, stage.index, match.id):
        match.result = replace(match.result, provisional=True)
    match.posted = match.posted or event.clock if match.result is not None else ""
    match.started = match.started or score is not None
    round = stage.rounds[match.round]
    if round.status == "published" and score is not None:
        round.status = "started"


@decision("penalty")
def _penalty(event: LiveEvent, p: Payload) -> None:
    """``points`` hundredths off ``id`` in ``stage`` for a ``reason``; ``round`` 0: from the start on."""
    event.penalties[event.position] = Penalty(
        event.position, int(p["stage"]), int(p["id"]), int(p["points"]), int(p.get("round", 0)),
        str(p.get("reason", "")))


@decision("waived")
def _waived(event: LiveEvent, p: Payload) -> None:
    """The penalty of log position ``penalty`` is waived (CBA-6.8): it stays, and does not count."""
    key = int(p["penalty"])
    event.penalties[key] = replace(event.penalties[key], waived=True)


@decision("note")
def _note(event: LiveEvent, p: Payload) -> None:
    """``text`` that is to be kept, with whatever else is said; no state depends on it."""
    event.notes.append({**p, "position": event.position})
