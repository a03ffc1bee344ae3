"""Results of a live event: entered one by one or many at a time, doubted, agreed, corrected; penalties."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scheduler.app.directing.desk import Decided, Decision, Who, act
from scheduler.app.directing.rounds import at_table, round_of, stage_of
from scheduler.app.directing.timing import in_time
from scheduler.errors import UsageError
from scheduler.live.allowed import require
from scheduler.live.plays import play_of
from scheduler.live.scoring import boards_of, scored, scoring_of, standings_of
from scheduler.live.state import LiveEvent, LiveMatch, LiveRound, LiveStage, Score
from scheduler.standings.entry import parse_result
from scheduler.standings.entry_checks import agree, could_upset, doubts
from scheduler.standings.entry_many import LineFault, parse_many
from scheduler.standings.rulings.process import waived
from scheduler.standings.scoring import Entered

__all__ = ["Doubted", "Typed", "Written", "enter", "enter_many", "penalise", "take_back", "waive"]

PathLike = str | os.PathLike[str]
Ask = Callable[["Doubted"], bool]
"""Is asked about a result that looks wrong; True where it stands as it is."""


@dataclass(frozen=True, slots=True)
class Typed:
    """A result as somebody typed it: ``round`` 0 is the current one; ``by`` ``desk``, ``home``, ``away``."""

    table: int
    text: str
    round: int = 0
    by: str = "desk"


@dataclass(frozen=True, slots=True)
class Doubted:
    """A result that looks wrong: the match, what was typed, and the question."""

    round: int
    table: int
    text: str
    question: str


@dataclass(frozen=True)
class Written:
    """What entering results did: the decision, the lines that were not taken, doubts, and conflicts
    between the two sides' entries, in words."""

    decided: Decided
    faults: tuple[LineFault, ...] = ()
    doubted: tuple[Doubted, ...] = ()
    conflicts: tuple[str, ...] = ()
    scores: tuple[tuple[LiveMatch, Score], ...] = ()


def enter(
    path: PathLike, typed: Sequence[Typed], *, stage: int = 0, correct: bool = False,
    override: bool = False, ask: Ask | None = None, who: Who | None = None,
) -> Written:
    """Enter results, all or none. What is in already and the same is no change.

    Another result for a match that has one is an error unless ``correct``, and after the correction period
    unless ``override``, for a reason. Where both sides enter (the
    stage's ``entry = "double"``), a result stands once they agree; a conflict is told and kept as two
    claims. ``ask`` is asked about likely mistakes; without it they are told. UsageError for a text that is
    no result, a table there is not, and what may not be changed now.
    """
    by = who or Who()
    desk = _Desk(by, correct, ask, override)

    def think(event: LiveEvent) -> Sequence[Decision]:
        desk.begin()
        where = stage_of(event, stage)
        return [d for one in typed for d in desk.take(event, where, one)]

    decided = act(path, think, by)
    return Written(decided, (), tuple(desk.doubted), tuple(desk.conflicts), tuple(desk.scores))


def enter_many(
    path: PathLike, text: str, *, stage: int = 0, correct: bool = False, override: bool = False,
    ask: Ask | None = None, who: Who | None = None,
) -> Written:
    """Enter pasted lines or a file of results, see :func:`scheduler.standings.entry_many.parse_many`.

    Lines that cannot be taken are returned with the reason; the others are entered together.
    """
    by = who or Who()
    desk = _Desk(by, correct, ask, override)
    faults: list[LineFault] = []

    def think(event: LiveEvent) -> Sequence[Decision]:
        desk.begin()
        where = stage_of(event, stage)
        many = parse_many(text, scoring_of(where).match, _lengths(where))
        faults[:] = many.faults
        out: list[Decision] = []
        for line in many.lines:
            one = Typed(line.table, line.entered.text, line.round)
            try:
                out += desk.take(event, where, one, line.entered)
            except UsageError as error:
                faults.append(LineFault(line.number, line.entered.text, error.message, error.maybe))
        return out

    decided = act(path, think, by)
    ordered = tuple(sorted(faults, key=lambda f: f.number))
    return Written(decided, ordered, tuple(desk.doubted), tuple(desk.conflicts), tuple(desk.scores))


def _lengths(stage: LiveStage) -> Callable[[int, int], int]:
    """The length of the match at a table of a round (0: the current one), 0 where there is none."""
    def length(round: int, table: int) -> int:
        here = stage.rounds.get(round or stage.current)
        found = next((m for m in here.matches if m.table == table), None) if here else None
        return boards_of(stage, found) if found else 0
    return length


class _Desk:
    """Takes results one by one, and remembers what there is to tell."""

    def __init__(self, who: Who, correct: bool, ask: Ask | None, override: bool = False) -> None:
        self.who, self.correct, self.ask, self.override = who, correct, ask, override
        self.begin()

    def begin(self) -> None:
        """Forget what was told, before thinking anew."""
        self.doubted: list[Doubted] = []
        self.conflicts: list[str] = []
        self.scores: list[tuple[LiveMatch, Score]] = []
        self._places: dict[int, int] | None = None

    def take(
        self, event: LiveEvent, stage: LiveStage, one: Typed, entered: Entered | None = None
    ) -> Sequence[Decision]:
        """The decisions that one result takes."""
        round = round_of(stage, one.round)
        match = at_table(stage, round, one.table)
        if not match.known:
            raise UsageError(
                f"table {one.table} of round {round.number}: it is not known yet who plays",
                maybe="enter the matches before it first.")
        result = entered or parse_result(one.text, scoring_of(stage).match, boards_of(stage, match))
        if not result.boards and boards_of(stage, match) != scoring_of(stage).match.boards:
            result = replace(result, boards=boards_of(stage, match))
        score = scored(event, stage, match, result)
        refusal = play_of(stage).refuses(event, stage, match, score)
        if refusal:
            raise UsageError(f"table {one.table} of round {round.number}: {refusal}")
        if one.by != "desk":
            return self._claim(event, stage, match, one, score)
        if match.result is not None and _alike(match.result, score):
            return []
        late = self._may(event, stage, round, match)
        if not self._sure(event, stage, match, one, result):
            return []
        self.scores.append((match, score))
        return [_result(stage, match, score, self.who.reason, late)]

    def _may(
        self, event: LiveEvent, stage: LiveStage, round: LiveRound, match: LiveMatch
    ) -> Mapping[str, Any]:
        """What the log says of it besides; UsageError where it may not be."""
        there = match.result
        if there is None or there.kind == "unplayed":
            require(event, "result", stage=stage, round=round.number, reason=self.who.reason,
                    what="entering a result")
            return {}
        if not self.correct:
            raise UsageError(
                f"table {match.table} of round {round.number} has a result already: {there.text}",
                maybe="say --correct where this one is right.")
        require(event, "correct", stage=stage, round=round.number, reason=self.who.reason,
                what="correcting a result")
        return in_time(event, stage, match, override=self.override, reason=self.who.reason)

    def _sure(
        self, event: LiveEvent, stage: LiveStage, match: LiveMatch, one: Typed, entered: Entered
    ) -> bool:
        how = scoring_of(stage).match
        places = self._stood(event, stage, match) if could_upset(entered, how) else None
        found = doubts(entered, how, places=places)
        if not found:
            return True
        doubt = Doubted(match.round, match.table, one.text, found[0].question)
        self.doubted.append(doubt)
        return self.ask(doubt) if self.ask else True

    def _stood(
        self, event: LiveEvent, stage: LiveStage, match: LiveMatch
    ) -> tuple[int, int, int] | None:
        """Where the two sides stood before the match; None in a first round."""
        if match.round == 1:
            return None
        if self._places is None:
            rows = standings_of(event, stage, as_of=match.round - 1).rows
            self._places = {r.entrant: r.place for r in rows if r.place}
        home, away = (self._places.get(event.number(s)) for s in (match.home, match.away))
        return (home, away, len(self._places)) if home and away else None

    def _claim(
        self, event: LiveEvent, stage: LiveStage, match: LiveMatch, one: Typed, score: Score
    ) -> Sequence[Decision]:
        """One side's own entry; the result stands when the other side's agrees (CBA-21.10 to 21.12)."""
        if one.by not in ("home", "away"):
            raise UsageError(f'results are entered by "desk", "home" or "away", not "{one.by:.20}"')
        if match.result is not None:
            raise UsageError(f"table {one.table} has its result: {match.result.text}",
                             maybe="ask the director to correct it.")
        require(event, "result", stage=stage, round=match.round, what="entering a result")
        other = match.claims.get("away" if one.by == "home" else "home")
        said: dict[str, object] = {
            "stage": stage.index, "match": match.id, "by": one.by, "sides": [match.home, match.away],
            "score": score.as_json()}
        if other is None:
            return [("result", said)]
        how = scoring_of(stage).match
        agreed = agree(parse_result(other.text, how), parse_result(score.text, how), how)
        if not agreed.agreed:
            self.conflicts.append(
                f"table {match.table} of round {match.round}: {'; '.join(agreed.differs)}"
                + (" - one of them has the sides exchanged" if agreed.mirrored else ""))
            return [("result", said)]
        if agreed.result is not None:
            score = scored(event, stage, match, agreed.result)
        self.scores.append((match, score))
        return [("result", {**said, "score": score.as_json(), "agreed": True})]


def _result(
    stage: LiveStage, match: LiveMatch, score: Score | None, reason: str, more: Mapping[str, Any]
) -> Decision:
    return "result", {
        "stage": stage.index, "match": match.id, "by": "desk", "sides": [match.home, match.away],
        "score": score.as_json() if score is not None else None, **more,
        **({"reason": reason} if reason else {})}


def _alike(have: Score, new: Score) -> bool:
    return replace(have, text="", provisional=False) == replace(new, text="")


def take_back(
    path: PathLike, table: int, round: int = 0, *, stage: int = 0, override: bool = False,
    who: Who | None = None,
) -> Decided:
    """Take a result back: the match waits for one again. After the correction period: ``override``."""
    by = who or Who()

    def think(event: LiveEvent) -> Sequence[Decision]:
        where = stage_of(event, stage)
        here = round_of(where, round)
        match = at_table(where, here, table)
        if match.result is None:
            raise UsageError(f"table {table} of round {here.number} has no result to take back")
        require(event, "correct", stage=where, round=here.number, reason=by.reason, what="taking it back")
        late = in_time(event, where, match, override=override, reason=by.reason)
        return [_result(where, match, None, by.reason, late)]
    return act(path, think, by)


def penalise(
    path: PathLike, number: int, points: int, *, round: int = 0, stage: int = 0, who: Who | None = None
) -> Decided:
    """Take ``points`` (positive hundredths) off an entrant, apart from its matches (Law 90)."""
    by = who or Who()

    def think(event: LiveEvent) -> Sequence[Decision]:
        where = stage_of(event, stage)
        one = event.by_number(number)
        require(event, "penalty", stage=where, reason=by.reason, what="a penalty")
        if not 0 < points <= 100_000:
            raise UsageError("a penalty is more than 0 and at most 1,000 points")
        if where.playing and one.id not in where.playing:
            raise UsageError(f"{number} {one.name} does not play in {where.name}")
        return [("penalty", {
            "stage": where.index, "id": one.id, "points": points, "round": round or where.current,
            "reason": by.reason})]
    return act(path, think, by)


def waive(path: PathLike, key: int, *, asked_by: int = 0, who: Who | None = None) -> Decided:
    """Waive the penalty of log position ``key`` on the request of the other side (CBA-6.8); ``asked_by`` is
    the number of who asks for it, 0 where that is not said. UsageError for the offenders' own request."""
    by = who or Who()

    def think(event: LiveEvent) -> Sequence[Decision]:
        if key not in event.penalties:
            have = ", ".join(map(str, event.penalties)) or "there is none"
            raise UsageError(f"no penalty was given at position {key}", maybe=f"see history: {have}.")
        penalty = event.penalties[key]
        where = event.stages[penalty.stage - 1]
        require(event, "waive", stage=where, reason=by.reason, what="waiving a penalty")
        request = {}
        if asked_by:
            asking = event.by_number(asked_by).id
            waived(asked_by_offenders=asking == penalty.id)
            request = {"by": asking}
        return [] if penalty.waived else [("waived", {"penalty": key, **request, "reason": by.reason})]
    return act(path, think, by)
