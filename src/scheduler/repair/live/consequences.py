"""What follows from facts by themselves, before anything is chosen: decisions, in words, and what is open."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from scheduler.errors import UsageError
from scheduler.live.decisions import KINDS, Payload, entrant_payload
from scheduler.live.scoring import scored, scoring_of
from scheduler.live.state import LiveEvent, LiveMatch, LiveRound, LiveStage
from scheduler.standings.entry import parse_result

__all__ = ["Ground", "ground_of"]

Decision = tuple[str, Payload]


@dataclass
class Ground:
    """The state with the facts in it, as far as they leave no choice. ``round`` is the one to be repaired
    (0: none is published); ``frozen`` are ids of its matches that stand, ``played`` pairs of ids that met
    otherwise than drawn, ``late_scores`` matches of earlier rounds whose score changed."""

    event: LiveEvent
    stage: LiveStage
    round: int
    decisions: list[Decision] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    played: list[tuple[int, int]] = field(default_factory=list)
    gone: set[int] = field(default_factory=set)
    late_scores: list[int] = field(default_factory=list)

    def decide(self, kind: str, payload: Payload) -> None:
        """Take a decision, and let the state follow."""
        self.event.position += 1
        KINDS[kind](self.event, payload)
        self.decisions.append((kind, payload))

    @property
    def here(self) -> LiveRound | None:
        """The round to be repaired."""
        return self.stage.rounds.get(self.round)

    def who(self, id: int) -> str:
        """Number and name."""
        return f"{self.event.number(id)} {self.event.name_of(id)}"

    def match_of(self, id: int) -> LiveMatch | None:
        """The match of an entrant in the round to be repaired."""
        here = self.here
        return next((m for m in here.matches if m.has(id)), None) if here else None


def ground_of(event: LiveEvent, stage: int, facts: Mapping[int, Mapping[str, Any]]) -> Ground:
    """The ground that a repair stands on: a copy of the state with every fact in it.

    Facts about what has happened (scores, who played whom, what has started) come before facts about who
    is there. UsageError for a fact that contradicts the state.
    """
    copy = deepcopy(event)
    where = copy.stages[stage - 1]
    ground = Ground(copy, where, where.current)
    order = list(_FOLLOWS)
    for _, fact in sorted(facts.items(), key=lambda kv: (order.index(kv[1]["fact"]), kv[0])):
        _FOLLOWS[str(fact["fact"])](ground, fact)
    return ground


def _started(ground: Ground, fact: Mapping[str, Any]) -> None:
    ids = [int(id) for id in fact["matches"]]
    tables = [ground.stage.match(id).table for id in ids]
    ground.decide("started", {
        "stage": ground.stage.index, "round": int(fact["round"]), **({"matches": ids} if ids else {})})
    ground.told.append(f"started: {f'tables {_listed(tables)}' if ids else 'all tables'}")


def _score(ground: Ground, fact: Mapping[str, Any]) -> None:
    event, stage = ground.event, ground.stage
    match = stage.match(int(fact["match"]))
    score = scored(event, stage, match, parse_result(str(fact["text"]), scoring_of(stage).match))
    was = match.result.text if match.result else "nothing"
    ground.decide("result", {
        "stage": stage.index, "match": match.id, "by": "desk", "score": score.as_json(),
        "reason": str(fact.get("reason", "")) or "score corrected"})
    if match.round < ground.round:
        ground.late_scores.append(match.id)
    ground.told.append(
        f"table {match.table} of round {match.round} is {score.text}, not {was}"
        + (f"; round {ground.round} was drawn by the old score" if match.round < ground.round else ""))


def _opponents(ground: Ground, fact: Mapping[str, Any]) -> None:
    here = _current(ground, fact, "wrong opponents")
    named = [int(e) for pair in fact["pairs"] for e in pair]
    if len(set(named)) < len(named):
        raise UsageError("somebody is said to have played two matches at once")
    known = {s for m in here.matches for s in (m.home, m.away)} | {b.id for b in here.byes}
    strange = [e for e in named if e not in known]
    if strange:
        raise UsageError(f"{ground.who(strange[0])} is not in round {here.number}")
    for a, b in fact["pairs"]:
        ground.played.append((int(a), int(b)))
        ground.told.append(
            f"{ground.who(int(a))} and {ground.who(int(b))} play each other, though drawn otherwise")


def _tables(ground: Ground, fact: Mapping[str, Any]) -> None:
    _current(ground, fact, "tables")
    moves = [[int(id), int(t)] for id, t in fact["moves"]]
    ground.decide("placed", {"stage": ground.stage.index, "tables": moves})
    ground.told.append(f"{len(moves)} matches are at other tables than drawn")


def _seats(ground: Ground, fact: Mapping[str, Any]) -> None:
    match = ground.stage.match(int(fact["match"]))
    ground.decide("reversed", {"stage": ground.stage.index, "match": match.id})
    ground.told.append(
        f"table {match.table}: {ground.who(match.home)} sits as home side, {ground.who(match.away)} as away")


def _rounds(ground: Ground, fact: Mapping[str, Any]) -> None:
    number = int(fact["rounds"])
    if number < ground.stage.current:
        raise UsageError(f"{ground.stage.current} rounds are published, and {number} are to be played in all")
    ground.decide("configured", {"stage": ground.stage.index, "options": {"rounds": number}})
    ground.told.append(f"there are {number} rounds now")


def _lost_table(ground: Ground, fact: Mapping[str, Any]) -> None:
    tables = sorted(int(t) for t in fact["tables"])
    ground.decide("closed-table", {"stage": ground.stage.index, "tables": tables})
    ground.told.append(f"table{'s' if len(tables) > 1 else ''} {_listed(tables)} cannot be used")


def _apart(ground: Ground, fact: Mapping[str, Any]) -> None:
    a, b = (int(id) for id in fact["ids"])
    ground.decide("barred", {"stage": ground.stage.index, "ids": [a, b]})
    ground.told.append(f"{ground.who(a)} cannot meet {ground.who(b)}")


def _withdrawal(ground: Ground, fact: Mapping[str, Any]) -> None:
    id, when = int(fact["id"]), str(fact["when"])
    one = ground.event.contestants[id]
    if one.status == "withdrawn":
        raise UsageError(f"{ground.who(id)} has withdrawn already")
    match, r = ground.match_of(id), ground.round
    if when == "before" and match is not None and (match.started or not match.open):
        raise UsageError(
            f"{ground.who(id)} is said to leave before round {r}, but its match has started",
            maybe='say that it leaves "during" the round.')
    last = r if when in ("during", "after") else max(0, r - 1)
    ground.decide("withdrawn", {"id": id, "last": last, "reason": str(fact.get("reason", ""))})
    if when == "before":
        ground.gone.add(id)
        ground.told.append(f"{ground.who(id)} does not play round {r} or later")
        return
    ground.told.append(f"{ground.who(id)} plays no more after round {r}")
    if when == "during" and match is not None and match.open:
        _award(ground, match, id, str(fact.get("award", "walkover")))


def _award(ground: Ground, match: LiveMatch, leaver: int, award: str) -> None:
    """The match that was broken off: a walkover for the other side, or void."""
    texts = {"walkover": "-w" if match.home == leaver else "w-", "void": "void"}
    if award not in texts:
        raise UsageError(f'a match that is broken off is a "walkover" or "void", not "{award:.20}"')
    stage = ground.stage
    score = scored(ground.event, stage, match, parse_result(texts[award], scoring_of(stage).match))
    ground.decide("result", {
        "stage": stage.index, "match": match.id, "by": "desk", "score": score.as_json(),
        "reason": f"{ground.who(leaver)} left during the match"})
    ground.told.append(f"table {match.table}: {award}")


def _late(ground: Ground, fact: Mapping[str, Any]) -> None:
    event, first = ground.event, _first(ground, fact)
    if "id" in fact:
        ground.decide("admitted", {"id": int(fact["id"]), "first": first})
        id = int(fact["id"])
    else:
        from scheduler.event import Entrant

        number = event.most_number + 1
        entrant = Entrant(number, str(fact["name"]), **{
            k: fact[k] for k in ("region", "club", "seed") if k in fact})
        ground.decide("entered", {"entrants": [entrant_payload(entrant)], "first": first})
        id = len(event.contestants)
    ground.told.append(f"{ground.who(id)} comes in, from round {first or 1} on")


def _first(ground: Ground, fact: Mapping[str, Any]) -> int:
    """From which round on somebody new can play: this one while a table of it has not started."""
    here = ground.here
    if here is None:
        return 0
    open_ = any(not m.started and m.open for m in here.matches)
    wanted = int(fact.get("first", 0))
    return wanted or (here.number if open_ else here.number + 1)


def _current(ground: Ground, fact: Mapping[str, Any], what: str) -> LiveRound:
    here = ground.here
    if here is None or int(fact.get("round", here.number)) != here.number:
        raise UsageError(f"{what}: this can be told of the current round only, which is {ground.round}")
    return here


def _listed(numbers: list[int]) -> str:
    return ", ".join(str(n) for n in sorted(numbers))


_FOLLOWS: dict[str, Callable[[Ground, Mapping[str, Any]], None]] = {
    "score": _score, "tables": _tables, "seats": _seats, "opponents": _opponents, "started": _started,
    "rounds": _rounds, "lost-table": _lost_table, "apart": _apart, "withdrawal": _withdrawal,
    "late": _late, "return": _late,
}
"""In the order in which they are read."""
