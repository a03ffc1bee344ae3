"""Knockouts in play: the draw is made once; winners and losers then go where its bracket sends them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from scheduler.errors import NoAnswer, UsageError
from scheduler.event import BYE, Draw, Event, Report, Stage
from scheduler.event.plural import many
from scheduler.formats.knockout import check, check_certificate, draw
from scheduler.formats.knockout.brackets import BRACKET_OPTIONS, bracket_of
from scheduler.formats.knockout.choosing import PLACEMENT, ChoiceSession
from scheduler.live.brackets import tree_of
from scheduler.live.filling import contradictions, fill, head_start, resolve, winner_of
from scheduler.live.plays.base import Asked, Draft, Unproven, rulebook_of
from scheduler.live.plays.field import (
    Places,
    active,
    as_report,
    drawn_from,
    engine_stage,
    field_of,
    round_json,
    still_in,
    still_stands,
)
from scheduler.live.state import LiveEvent, LiveMatch, LiveStage, Score
from scheduler.rules import Rulebook, read_uses
from scheduler.solve.problem import Limits

__all__ = ["PLAY", "Turn", "choose", "drawn_of", "turn_of"]

_KNOWN = ("size", "seeds", "placing", "earlier", "chosen-rounds", *BRACKET_OPTIONS)
_SOLVING = 5
_APART = {
    "id": "apart", "attribute": "group", "order": "earliest-first", "price": 1, "level": 1,
    "reason": "who played in one group meets again as late as possible",
}


@dataclass(frozen=True, slots=True)
class Turn:
    """The choice that is due, in ids: ``who`` takes one of ``among``, for round ``round`` of the bracket."""

    step: int
    round: int
    who: int
    among: tuple[int, ...]


@dataclass(frozen=True)
class _Made:
    """A draw in places of the field, with what is said of it."""

    lines: tuple[int, ...]
    seeds: tuple[int, ...]
    report: Report
    proof: dict[str, Any]
    proven: bool
    notes: tuple[str, ...]


class KnockoutPlay(Unproven):
    """Single and double elimination, see :mod:`scheduler.formats.knockout`. Rounds are slots of the
    bracket; a side that is not known yet is nobody, and named by what it waits for."""

    def rounds(self, event: LiveEvent, stage: LiveStage) -> int:
        """The slots of the bracket in which something is played, as things stand; those of single
        elimination before it is drawn, else 0."""
        if stage.rounds:
            return max((r.number for r in stage.rounds.values() if not r.idle), default=0)
        n = len(still_in(event, stage)[0])
        return (n - 1).bit_length() if _kind(stage) == "single" and n > 1 else 0

    def before(self, event: LiveEvent, stage: LiveStage) -> tuple[str, ...]:
        """How many lines and byes the draw has."""
        n = len(still_in(event, stage)[0])
        size = 1 << max(1, (n - 1).bit_length())
        return (f"{many(n, 'entrant')} on {size} lines, {many(size - n, 'bye')}",)

    def playing(self, event: LiveEvent, stage: LiveStage) -> tuple[int, ...]:
        """Everybody active, by number."""
        return active(event)

    def next_round(self, stage: LiveStage) -> int:
        """The first that is not published and has something to play."""
        return stage.drafted or max(stage.rounds, default=0) + 1

    def draft(self, event: LiveEvent, stage: LiveStage, asked: Asked) -> Draft:
        """The draw, as long as none of it is published; then the next round of it, which is in the log."""
        if stage.tree is not None and stage.current:
            return _shown(event, stage, self.next_round(stage), self.check(event, stage, 0))
        ids, notes = still_in(event, stage)
        if stage.tree is not None and still_stands(event, stage, ids, asked):
            return _shown(event, stage, 1, self.check(event, stage, 1))
        field, engine, book = _engine(event, stage, ids)
        if asked.given:
            made = _given(event, ids, field, engine, book, asked)
        elif _chosen(stage):
            made = _by_choice(event, stage, ids, field, engine, book)
        else:
            made = _drawn(event, field, engine, book, asked)
        lines = tuple(ids[e - 1] if e > 0 else BYE for e in made.lines)
        tree = bracket_of(Draw(made.lines, len(ids), made.seeds), engine)
        report = as_report(made.report, [event.number(id) for id in ids])
        proof = {
            **made.proof, "seed": asked.seed or event.seed, "of": drawn_from(event, stage, ids),
            "seeds": [ids[e - 1] if e else 0 for e in made.seeds]}
        payload = {
            "stage": stage.index, "lines": list(lines), "bracket": tree.as_json(), "playing": list(ids),
            "proof": proof}
        said = {
            **_first_round(event, stage, payload), "lines": [event.number(id) for id in lines],
            "bracket": tree.as_json(), "report": report.as_json(),
            "proof": {**made.proof, "seed": proof["seed"]},
        }
        return Draft("drawn", payload, 1, said, report, made.proven, (*notes, *made.notes, *tree.notes))

    def refuses(self, event: LiveEvent, stage: LiveStage, match: LiveMatch, score: Score) -> str:
        """A match that nobody wins, for nobody would go on; a match that is not to be played."""
        if match.way:
            told = {"bye": "one of its sides goes on without playing", "empty": "nobody is in it",
                    "not-needed": "it is not needed"}
            return f"match {match.number} has no result: {told.get(match.way, 'its sides are not known yet')}"
        ahead = match.ahead
        if not ahead and match.known:
            order = {id: i for i, id in enumerate(stage.playing)}
            ahead = head_start(stage.seeding, order, match.home, match.away)
        if score.kind in ("unplayed", "double-walkover") or winner_of(
                replace(match, result=score, ahead=ahead)):
            return ""
        return ("this match must be decided, for its winner goes on: enter the total with the extra boards, "
                "or a walkover")

    def check(self, event: LiveEvent, stage: LiveStage, round: int) -> Report:
        """The draw, read by the verifier; ``round`` is a part of it."""
        if stage.tree is None:
            raise UsageError(f"{stage.name} is not drawn yet", maybe="draw it: event pair.")
        ids, drawn, field, engine, book = drawn_of(event, stage)
        return as_report(check(drawn, book, field, engine), [event.number(id) for id in ids])

    def places(self, event: LiveEvent, stage: LiveStage) -> Places:
        """Where everybody's way through the bracket ended. Both sides of a double walkover share the place
        of its loser, or the last one; (0, 0) for whoever is still in it."""
        if stage.tree is None:
            raise UsageError(f"{stage.name} is not drawn yet", maybe="draw it: event pair.")
        state = resolve(stage.tree, {m.number: m for m in stage.matches()})
        found = dict(state.places)
        loser_place = {e.feed.of: (e.low, e.high) for e in stage.tree.bracket.ends if e.feed.kind == "loser"}
        n = sum(1 for id in stage.tree.lines if id != BYE)
        for made in state.matches:
            if made.status == "double-walkover":
                for id in (made.home, made.away):
                    found.setdefault(id, loser_place.get(made.match.number, (n, n)))
        order = {id: i for i, id in enumerate(stage.playing)}
        rows = [(*found.get(id, (0, 0)), id) for id in stage.tree.lines if id != BYE]
        return sorted(rows, key=lambda r: (not r[0], r[0], r[1], order.get(r[2], n)))


PLAY = KnockoutPlay()


def drawn_of(event: LiveEvent, stage: LiveStage) -> tuple[tuple[int, ...], Draw, Event, Stage, Rulebook]:
    """(ids in order of their place, the draw in places, the field, the stage as its engine takes it, the
    rules) of a draw that is made; placement that was chosen is no matter of rules."""
    assert stage.tree is not None
    ids = tuple(id for id in stage.playing if id in stage.tree.lines)
    place = {id: k for k, id in enumerate(ids, start=1)}
    field, engine, book = _engine(event, stage, ids)
    seeds = tuple(place.get(int(id), 0) for id in stage.tree.record.get("seeds", ()))
    drawn = Draw(tuple(place.get(id, BYE) for id in stage.tree.lines), len(ids), seeds)
    if stage.tree.record.get("engine") == "chosen":
        book, engine = book.without(*PLACEMENT), _without_seeds(engine)
    return ids, drawn, field, engine, book


def turn_of(event: LiveEvent, stage: LiveStage) -> Turn | None:
    """Who is to choose an opponent, and among whom; None when all is chosen. UsageError where nothing is
    chosen in the stage, or a choice that was made is not open."""
    if not _chosen(stage):
        raise UsageError(f"opponents are drawn in {stage.name}, not chosen", maybe="draw them: event pair.")
    ids, _ = still_in(event, stage)
    field, engine, book = _engine(event, stage, ids)
    turn = _session(event, stage, ids, ChoiceSession(field, engine, book)).turn
    if turn is None:
        return None
    return Turn(turn.step, turn.round, ids[turn.chooser - 1], tuple(ids[e - 1] for e in turn.among))


def choose(event: LiveEvent, stage: LiveStage, whom: int) -> dict[str, Any]:
    """The decision ``chosen``: whoever is to choose takes ``whom`` (an id). UsageError where he may not."""
    turn = turn_of(event, stage)
    if turn is None:
        raise UsageError("all opponents are chosen", maybe="go on: event pair.")
    if whom not in turn.among:
        open_ = ", ".join(str(event.number(id)) for id in turn.among)
        raise UsageError(
            f"{event.number(turn.who)} {event.name_of(turn.who)} cannot choose {event.number(whom)}",
            maybe=f"choose one of {open_}.")
    return {"stage": stage.index, "who": turn.who, "whom": whom}


def _chosen(stage: LiveStage) -> bool:
    options = stage.stage.options
    return options.get("placing") == "chosen" or options.get("choice") is True


def _kind(stage: LiveStage) -> str:
    double = stage.stage.format == "double-elimination"
    return str(stage.stage.options.get("kind", "double" if double else "single"))


def _engine(event: LiveEvent, stage: LiveStage, ids: Sequence[int]) -> tuple[Event, Stage, Rulebook]:
    """The field, the stage as the engine takes it, and the rules: where groups led here, who was in one is
    kept apart in place of what the rulebook keeps apart."""
    field, options, book = field_of(event, stage, ids), stage.stage.options, rulebook_of(stage)
    more: dict[str, Any] = {"kind": _kind(stage)}
    if _chosen(stage):
        more["placing"] = "chosen"
    if stage.seeding and "seeds" not in options:
        lines = 1 << max(1, (len(ids) - 1).bit_length())
        more["seeds"] = min(int(stage.seeding.get("seeds", lines // 4)), lines // 2, len(ids))
    if stage.seeding.get("apart"):
        book = book.without("apart") if book.find("apart") else book
        book = book.adding(read_uses([_APART], where=stage.name))
    engine = engine_stage(stage, _KNOWN, **more)
    if isinstance(options.get("places"), str):  # of the stage before: who comes here
        engine = replace(engine, options={k: v for k, v in engine.options.items() if k != "places"})
    return field, replace(engine, format="knockout"), book


def _without_seeds(stage: Stage) -> Stage:
    return replace(stage, options={k: v for k, v in stage.options.items() if k not in ("seeds", "size")})


def _drawn(event: LiveEvent, field: Event, engine: Stage, book: Rulebook, asked: Asked) -> _Made:
    made = draw(field, engine, book, Limits(_SOLVING * asked.effort), asked.seed or event.seed)
    proof = {
        "engine": made.engine, "status": made.status, "bound": list(made.bound),
        "certificate": made.certificate, "proofs": {str(k): v for k, v in made.proofs.items()},
    }
    proven = made.report.holds and not (
        made.certificate and check_certificate(made.draw, made.certificate, field, engine))
    return _Made(made.draw.lines, made.draw.seeds, made.report, proof, proven, tuple(map(str, made.notes)))


def _by_choice(
    event: LiveEvent, stage: LiveStage, ids: Sequence[int], field: Event, engine: Stage, book: Rulebook
) -> _Made:
    session = _session(event, stage, ids, ChoiceSession(field, engine, book))
    turn = session.turn
    if turn is not None:
        who = ids[turn.chooser - 1]
        among = ", ".join(str(event.number(ids[e - 1])) for e in turn.among)
        raise UsageError(
            f"{event.number(who)} {event.name_of(who)} has yet to choose an opponent among {among}",
            maybe="enter the choice: event choose.")
    record = session.record()
    proof = {"engine": "chosen", "choices": [[ids[s.turn.chooser - 1], ids[s.chosen - 1]]
                                             for s in record.steps]}
    return _Made(record.draw.lines, record.draw.seeds, record.report, proof, record.report.holds, ())


def _session(
    event: LiveEvent, stage: LiveStage, ids: Sequence[int], session: ChoiceSession
) -> ChoiceSession:
    """The session with the choices made so far."""
    place = {id: k for k, id in enumerate(ids, start=1)}
    for who, whom in stage.choices:
        turn = session.turn
        if turn is None or turn.chooser != place.get(who) or whom not in place:
            raise UsageError(
                f"the choice of {event.number(who)} {event.name_of(who)} no longer fits: somebody has "
                "withdrawn since", maybe="undo the choices and let them be made again.")
        session.choose(place[whom], "desk")
    return session


def _given(
    event: LiveEvent, ids: Sequence[int], field: Event, engine: Stage, book: Rulebook, asked: Asked
) -> _Made:
    """A draw brought along: the matches of round 1 in the order of the lines, 0 for a bye."""
    place = {event.number(id): k for k, id in enumerate(ids, start=1)}
    numbers = [n for pair in asked.given for n in pair]
    strange = [n for n in numbers if n and n not in place]
    if strange:
        raise UsageError(f"number {strange[0]} does not play in this stage")
    lines = tuple(place[n] if n else BYE for n in numbers)
    there = [e for e in lines if e]
    if len(set(there)) < len(there) or len(there) < len(ids):
        raise UsageError(
            f"the matches name {len(set(there))} of {len(ids)} entrants, {len(there)} times in all",
            maybe="name everybody once, with 0 for a bye.")
    if len(lines) & (len(lines) - 1):
        raise UsageError(f"{len(asked.given)} matches are no first round of a draw",
                         maybe="give 1, 2, 4, 8 ... matches, with 0 for a bye.")
    report = check(Draw(lines, len(ids)), book, field, engine)
    if report.hard:
        broken = tuple(dict.fromkeys(f"{v.rule}: {v.reason}" for v in report.violations if not v.level))
        raise NoAnswer("the draw that is given breaks the rulebook", clash=broken, about="draw",
                       maybe="change the draw, or the rules of the stage.")
    return _Made(lines, (), report, {"engine": "given"}, True, ())


def _first_round(event: LiveEvent, stage: LiveStage, payload: dict[str, Any]) -> dict[str, Any]:
    """Round 1 of a draw as it will be when it is decided."""
    shadow = replace(stage, playing=stage.playing or tuple(payload["playing"]))
    shadow.tree, shadow.rounds = tree_of(event, payload)
    fill(shadow)
    return round_json(event, shadow, 1)


def _shown(event: LiveEvent, stage: LiveStage, number: int, report: Report) -> Draft:
    said = {**round_json(event, stage, number), "report": report.as_json(), "proof": dict(stage.proof)}
    return Draft("", {}, number, said, report, report.holds, _doubts(event, stage))


def _doubts(event: LiveEvent, stage: LiveStage) -> tuple[str, ...]:
    """Results that do not fit, and matches that somebody who has withdrawn is to play, in words."""
    out = []
    for c in contradictions(stage):
        played = "-".join(str(event.number(id)) for id in c.played)
        due = "-".join(str(event.number(id)) if id else "?" for id in c.due)
        told = {"sides": f"was played {played}, but {due} are due", "drawn": f"{played} has no winner",
                "undue": f"was played {played}, but is not to be played"}
        out.append(f"match {c.number} {told[c.kind]}")
    for m in stage.matches():
        for id in (m.home, m.away):
            if id and m.open and m.known and event.contestants[id].status == "withdrawn":
                out.append(f"match {m.number}: {event.number(id)} {event.name_of(id)} has withdrawn; "
                           "enter a walkover")
    return tuple(out)
