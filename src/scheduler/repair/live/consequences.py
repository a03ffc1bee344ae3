"""What follows from facts by themselves, before anything is chosen: decisions, in words, and what is open."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from scheduler.errors import UsageError
from scheduler.event import Entrant
from scheduler.event.plural import many
from scheduler.live.decisions import KINDS, Payload, entrant_payload
from scheduler.live.scoring import scored, scoring_of
from scheduler.live.state import LiveEvent, LiveMatch, LiveRound, LiveStage
from scheduler.repair.live.reversing import other_way
from scheduler.standings.entry import parse_result
from scheduler.standings.rounding import rounded

__all__ = ["Ground", "ground_of"]

Decision = tuple[str, Payload]


@dataclass
class Ground:
    """The state with the facts in it, as far as they leave no choice. ``round`` is the one to be repaired
    (0: none is published); ``played`` are pairs of ids that met otherwise than drawn, ``gone`` who does not
    play in it, ``late_scores`` matches of earlier rounds whose score changed, ``at_fault`` the sides by whose
    fault it had been wrong."""

    event: LiveEvent
    stage: LiveStage
    round: int
    decisions: list[Decision] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    played: list[tuple[int, int]] = field(default_factory=list)
    gone: set[int] = field(default_factory=set)
    late_scores: list[int] = field(default_factory=list)
    at_fault: set[int] = field(default_factory=set)

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
        """The match of an entrant in the round to be repaired, the first of two."""
        return next(iter(self.matches_of(id)), None)

    def matches_of(self, id: int) -> list[LiveMatch]:
        """The matches of an entrant in the round to be repaired: one, or two in a block of three."""
        return [m for m in self.here.matches if m.has(id)] if self.here else []

    @property
    def lost(self) -> set[int]:
        """The tables that cannot be used in the round to be repaired."""
        return {t for t, first in self.stage.lost.items() if first <= max(1, self.round)}

    def first_open(self) -> int:
        """The first round that is not over: what is told of tables and opponents holds from it on."""
        here = self.here
        return 1 if here is None else here.number + here.finished


def ground_of(event: LiveEvent, stage: int, facts: Mapping[int, Mapping[str, Any]]) -> Ground:
    """The ground that a repair stands on: a copy of the state with every fact in it.

    Facts about what has happened (scores, who played whom, what has started) come before facts about who
    is there. UsageError for a fact that contradicts the state.
    """
    copy = deepcopy(event)
    where = copy.stages[stage - 1]
    ground = Ground(copy, where, where.current)
    order = list(_FOLLOWS)
    _once(facts.values())
    for _, fact in sorted(
            facts.items(), key=lambda kv: (order.index(kv[1]["fact"]), kv[1].get("when") != "before", kv[0])):
        _FOLLOWS[str(fact["fact"])](ground, fact)
    _block_stands(ground)
    _stand_by(ground)
    return ground


def _stand_by(ground: Ground) -> None:
    """Until the first round is over: who entered late and would make an odd field even."""
    event = ground.event
    here = [c for c in event.contestants.values() if c.plays(max(1, ground.round))]
    waiting = [c for c in event.contestants.values() if c.status == "waiting"]
    if len(here) % 2 and waiting and ground.first_open() == 1:
        ground.told.append(
            f"{len(here)} play, an odd number: {ground.who(waiting[0].id)} stands by (tell that it comes in)")


def _block_stands(ground: Ground) -> None:
    """UsageError where somebody is told to play elsewhere, or not at all, while three who play each other
    have begun."""
    three = {int(id) for id in ground.here.three.get("ids", ())} if ground.here else set[int]()
    away = [id for id in (*(id for pair in ground.played for id in pair), *ground.gone) if id in three]
    if away and ground.here and any(m.share > 1 and (m.started or not m.open) for m in ground.here.matches):
        raise UsageError(
            f"{ground.who(away[0])} is in a block of three that has started",
            maybe='one who leaves it leaves "during" the round.')


def _once(facts: Collection[Mapping[str, Any]]) -> None:
    """UsageError for facts that cannot both be so."""
    told: dict[tuple[str, int], Mapping[str, Any]] = {}
    about = {"score": "match", "seats": "match", "rounds": "stage", "withdrawal": "id", "late": "id",
             "return": "id"}
    for fact in facts:
        kind = str(fact["fact"])
        if kind not in about or about[kind] not in fact:
            continue
        topic = ("return" if kind == "late" else kind, int(fact[about[kind]]))
        if topic in told:
            raise UsageError(
                f"two facts contradict each other, or say the same twice: both are of the kind {kind}",
                maybe="look at them with event facts, and drop one: --drop POSITION.")
        told[topic] = fact


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
        ground.at_fault |= {int(id) for id in fact.get("fault", ())}
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
    drawn = {frozenset((m.home, m.away)) for m in here.matches}
    told = {frozenset((int(a), int(b))) for a, b in fact["pairs"]}
    for a, b in fact["pairs"]:
        ground.played.append((int(a), int(b)))
        if frozenset((int(a), int(b))) not in drawn:
            ground.told.append(
                f"{ground.who(int(a))} and {ground.who(int(b))} play each other, though drawn otherwise")
    for m in here.matches:
        if {m.home, m.away} & set(named) and frozenset((m.home, m.away)) not in told and m.result:
            ground.told.append(
                f"the result {m.result.text} of table {m.table} falls: that match was not played")


def _tables(ground: Ground, fact: Mapping[str, Any]) -> None:
    _current(ground, fact, "tables")
    moves = [[int(id), int(t)] for id, t in fact["moves"]]
    ground.decide("placed", {"stage": ground.stage.index, "tables": moves})
    ground.told.append(f"{many(len(moves), 'match is', 'matches are')} at other tables than drawn")


def _seats(ground: Ground, fact: Mapping[str, Any]) -> None:
    event, stage = ground.event, ground.stage
    match, result = stage.match(int(fact["match"])), None
    if match.result is not None and match.result.text:
        result = other_way(match.result.text, scoring_of(stage).match)
    ground.decide("reversed", {"stage": stage.index, "match": match.id})
    elsewhere = {match.home, match.away} & {id for pair in ground.played for id in pair}
    if match.open and not match.started and match.round == ground.round and not elsewhere:  # they sit there
        ground.decide("started", {"stage": stage.index, "round": match.round, "matches": [match.id]})
    ground.told.append(
        f"table {match.table}: {ground.who(match.home)} sits as home side, {ground.who(match.away)} as away")
    if result is not None:  # each side keeps what it made
        score = scored(event, stage, match, parse_result(result, scoring_of(stage).match))
        ground.decide("result", {
            "stage": stage.index, "match": match.id, "by": "desk", "score": score.as_json(),
            "reason": "told the other way round"})


def _rounds(ground: Ground, fact: Mapping[str, Any]) -> None:
    number = int(fact["rounds"])
    if number < ground.stage.current:
        raise UsageError(f"{ground.stage.current} rounds are published, and {number} are to be played in all")
    ground.decide("configured", {"stage": ground.stage.index, "options": {"rounds": number}})
    ground.told.append(f"there {'is' if number == 1 else 'are'} {many(number, 'round')} now")


def _lost_table(ground: Ground, fact: Mapping[str, Any]) -> None:
    """From this round on, or, where the match of the table is over, from the next."""
    tables, first = sorted(int(t) for t in fact["tables"]), ground.first_open()
    there = int(ground.stage.stage.options.get("tables", 0))
    if 0 < there < tables[-1]:
        raise UsageError(f"there are {there} tables, and table {tables[-1]} is none of them")
    done = {m.table for m in ground.here.matches if not m.open} if ground.here else set[int]()
    ground.decide("closed-table", {
        "stage": ground.stage.index,
        "tables": [[t, first + (t in done and first == ground.round)] for t in tables]})
    ground.told.append(f"table{'s' if len(tables) > 1 else ''} {_listed(tables)} cannot be used")


def _apart(ground: Ground, fact: Mapping[str, Any]) -> None:
    a, b = (int(id) for id in fact["ids"])
    first = ground.first_open()
    playing = any(m.has(b) and (m.started or not m.open) for m in ground.matches_of(a))
    playing |= {a, b} in [set(pair) for pair in ground.played]
    if playing and first == ground.round:
        first += 1
        ground.told.append("they are playing each other now, which stands")
    ground.decide("barred", {"stage": ground.stage.index, "ids": [a, b], "first": first})
    ground.told.append(f"{ground.who(a)} cannot meet {ground.who(b)}"
                       + (f" from round {first} on" if first > 1 else ""))
    if ground.stage.stage.format in ("knockout", "double-elimination"):
        ground.told.append("in a draw this changes nothing: lines and results say who meets whom")


def _withdrawal(ground: Ground, fact: Mapping[str, Any]) -> None:
    id, when = int(fact["id"]), str(fact["when"])
    one = ground.event.contestants[id]
    if one.status == "withdrawn":
        raise UsageError(f"{ground.who(id)} has withdrawn already")
    matches, r, award = ground.matches_of(id), ground.round, str(fact.get("award", "walkover"))
    playing = any(m.started or not m.open for m in matches) or any(id in pair for pair in ground.played)
    if when == "before" and ground.here is not None and ground.here.finished:
        when = "after"  # the round is over: the next one is the first without it
    if when == "during" and matches and not playing and all({m.home, m.away} & ground.gone for m in matches):
        when = "before"  # there is nobody left whom it could play
    if when == "before" and playing:
        raise UsageError(
            f"{ground.who(id)} is said to leave before round {r}, but its match has started",
            maybe=f'say that it leaves "during" the round: --withdraw {one.number}:during.')
    last = r if when in ("during", "after") else max(0, r - 1)
    ground.decide("withdrawn", {"id": id, "last": last, "reason": str(fact.get("reason", ""))})
    if when == "before":
        ground.gone.add(id)
        ground.told.append(f"{ground.who(id)} does not play round {r or 1} or later")
        matches = []
    else:
        ground.told.append(f"{ground.who(id)} plays no more after round {r}")
    owed = [m for m in ground.stage.matches() if m.round < r and m.has(id) and m.open]
    for match in [*owed, *(m for m in matches if m.open and when == "during")]:
        _award(ground, match, id, award)


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
    where = "" if match.round == ground.round else f" of round {match.round}"
    ground.told.append(f"table {match.table}{where}: {award}")


def _late(ground: Ground, fact: Mapping[str, Any]) -> None:
    event, first = ground.event, _first(ground, fact)
    if "id" in fact:
        ground.decide("admitted", {"id": int(fact["id"]), "first": first})
        id = int(fact["id"])
    else:
        if str(fact["name"]).casefold() in {c.name.casefold() for c in event.contestants.values()}:
            raise UsageError(f'"{fact["name"]}" is said to come in twice')
        number = event.most_number + 1
        entrant = Entrant(number, str(fact["name"]), **{
            k: fact[k] for k in ("region", "club", "seed") if k in fact})
        ground.decide("entered", {"entrants": [entrant_payload(entrant)], "first": first})
        id = len(event.contestants)
    ground.told.append(f"{ground.who(id)} comes in, from round {first or 1} on"
                       + ("; no table of this round is left to join" if first > ground.round > 0 else ""))
    if first > 1 and (fact.get("credit") or fact.get("drawn")):
        _credit(ground, id, int(fact.get("credit", 0)), int(fact.get("drawn", 0)), first)


_DRAWN_AS = 3
"""For so many rounds somebody who came late is drawn by another score than his own."""


def _credit(ground: Ground, id: int, percent: int, drawn: int, first: int) -> None:
    """So many hundredths of what a match gives at most, for each round that is over; and those that he is
    drawn by for a few rounds, where that is asked for."""
    top, missed = scoring_of(ground.stage).match.scale.top, first - 1

    def worth(share: int) -> int:
        return missed * rounded(Fraction(top * share, 100), "half-up", 0)

    more = {"drawn": worth(drawn), "until": first + _DRAWN_AS - 1} if drawn else {}
    ground.decide("credited", {"stage": ground.stage.index, "id": id, "points": worth(percent), **more})
    told = f"{ground.who(id)} begins with {percent} % of the points of {many(missed, 'round')}"
    ground.told.append(told + (
        f", and is drawn as if with {drawn} % up to round {more['until']}" if drawn else ""))


def _first(ground: Ground, fact: Mapping[str, Any]) -> int:
    """From which round on somebody new can play: this one while a table of it has not started."""
    here = ground.here
    if here is None:
        return 0
    open_ = any(not m.started and m.open for m in here.matches)
    wanted = int(fact.get("first", 0))
    if wanted and wanted < here.number + (not open_):
        raise UsageError(
            f"nobody can come into round {wanted}: "
            + (f"round {here.number} is in play" if wanted == here.number else "it is over"))
    return wanted or (here.number if open_ else here.number + 1)


def _current(ground: Ground, fact: Mapping[str, Any], what: str) -> LiveRound:
    here = ground.here
    if here is None or int(fact.get("round", here.number)) != here.number:
        raise UsageError(f"{what}: this can be told of the current round only, which is {ground.round}")
    return here


def _listed(numbers: list[int]) -> str:
    return ", ".join(str(n) for n in sorted(numbers))


_FOLLOWS: dict[str, Callable[[Ground, Mapping[str, Any]], None]] = {
    "score": _score, "tables": _tables, "opponents": _opponents, "seats": _seats, "started": _started,
    "rounds": _rounds, "withdrawal": _withdrawal, "lost-table": _lost_table, "apart": _apart,
    "late": _late, "return": _late,
}
"""In the order in which they are read."""
