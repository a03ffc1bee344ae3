"""The scores of a stage: how it is scored, its ledger, its standings; numbers as people know them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from scheduler.errors import RulebookError, UsageError, did_you_mean
from scheduler.live.rulings import correction_of, under_policies
from scheduler.live.state import LiveEvent, LiveMatch, LiveRound, LiveStage, Score
from scheduler.standings import (
    ByeRule,
    ByeScore,
    ContinuousVP,
    DiscreteVP,
    Ledger,
    MatchScore,
    OutcomePoints,
    Penalty,
    Scale,
    Standings,
    TieBreak,
    bye_points,
    scale_from,
    standings,
    tallies,
    tie_break_from,
)
from scheduler.standings.awards import BYE_RULES, mismatch_award
from scheduler.standings.rounding import part_of
from scheduler.standings.rulings.ground import edition_of
from scheduler.standings.scoring import PAIRS, SHORT, Entered, Scoring, score_match

__all__ = [
    "NAMED_SCALES", "StageScoring", "boards_of", "ledger_of", "ranking_of", "scored", "scoring_of",
    "standings_of", "totals_of",
]

NAMED_SCALES: Mapping[str, Scale] = {
    "vp": ContinuousVP(),
    "vp-continuous": ContinuousVP(),
    "vp-discrete": DiscreteVP(),
    "win-draw-loss": OutcomePoints(200, 100, 0),
    "chess": OutcomePoints(100, 50, 0),
    "football": OutcomePoints(300, 100, 0),
}
"""Scales by name; others are tables with a ``kind``, see :func:`scheduler.standings.scale_from`."""

_MOST_FACTOR = 10
_BY_MODEL = {"monrad": "chess", "danish": "chess"}


@dataclass(frozen=True)
class StageScoring:
    """How a stage is scored. ``match`` turns a result into points; ``bye`` says what one is worth;
    ``order`` are the tie-breaks, points first unless said; ``double`` where both sides enter a result;
    ``closing`` ``auto`` (a round's standings open with its last result) or ``hand``."""

    match: Scoring
    bye: ByeRule
    order: tuple[TieBreak, ...]
    rounding: str = "half-up"
    double: bool = False
    closing: str = "auto"


def scoring_of(stage: LiveStage) -> StageScoring:
    """How a stage's options say that it is scored. RulebookError for one that makes no sense.

    ``scoring``: a name of :data:`NAMED_SCALES` or a table; ``boards``; ``bye`` and ``walkover``: a name
    of ``BYE_RULES``, a number of points, or a table of ``kind``, ``factor`` or ``value``; ``tie_breaks``:
    a list; ``rounding``; ``short``; ``entry`` ``desk`` or ``double``; ``closing`` ``auto`` or ``hand``.
    """
    options = stage.stage.options
    correction_of(stage)  # a period or edition that is none is told as soon as anything is scored
    edition_of(options.get("laws"))
    scale = _scale(options, stage)
    default = "win" if isinstance(scale, OutcomePoints) else "draw-times"
    order = tuple(tie_break_from(t) for t in _list(options.get("tie_breaks", ()), "tie_breaks"))
    if not any(t.name == "points" for t in order):
        order = (TieBreak("points"), *order)
    match = Scoring(
        scale, _whole(options, "boards", 0, 1_000), _word(options, "short", SHORT),
        _word(options, "pair", PAIRS), _bye(options.get("walkover", default), "walkover"))
    return StageScoring(
        match, _bye(options.get("bye", default), "bye"), order,
        str(options.get("rounding", "half-up")), _word(options, "entry", ("desk", "double")) == "double",
        _word(options, "closing", ("auto", "hand")))


def boards_of(stage: LiveStage, match: LiveMatch) -> int:
    """The boards that a match is to have: half of the stage's, rounded down, in a short block of three
    (``half_boards`` says otherwise); 0 where the stage does not count boards."""
    full = scoring_of(stage).match.boards
    if match.share == 1 or match.span > 1:
        return full
    return _whole(stage.stage.options, "half_boards", full // 2, 1_000)


def _scale(options: Mapping[str, Any], stage: LiveStage) -> Scale:
    wanted = options.get("scoring", "")
    if isinstance(wanted, Mapping):
        return scale_from(wanted)
    if not wanted:
        knocked = stage.stage.format in ("knockout", "double-elimination")
        wanted = _BY_MODEL.get(stage.stage.model, "win-draw-loss" if knocked else "vp")
    if wanted not in NAMED_SCALES:
        raise RulebookError(
            f'no scoring is called "{str(wanted)[:60]}"', maybe=did_you_mean(str(wanted), [*NAMED_SCALES]))
    return NAMED_SCALES[wanted]


def _bye(data: Any, key: str) -> ByeRule:
    if isinstance(data, Mapping):
        kind = str(data.get("kind", "draw-times"))
        if kind in BYE_RULES:
            factor = part_of(str(data.get("factor", "6/5")))
            if factor is not None and factor <= _MOST_FACTOR:
                return ByeRule(kind, factor, _hundredths(data.get("value", 0), key))
    elif isinstance(data, str) and data in BYE_RULES:
        return ByeRule(data)
    elif isinstance(data, int | float) and not isinstance(data, bool):
        return ByeRule("fixed", value=_hundredths(data, key))
    raise RulebookError(f'"{key}" is none of the rules for byes', maybe=did_you_mean(str(data), BYE_RULES))


def _hundredths(value: Any, key: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 10_000:
        raise RulebookError(f'"{key}" must be a number of points from 0 to 10,000, not {str(value)[:40]}')
    exact = Fraction(str(value)) * 100
    if exact.denominator != 1:
        raise RulebookError(f'"{key}" has more than two decimals: {value}')
    return int(exact)


def _list(value: Any, key: str) -> list[Any]:
    if not isinstance(value, list | tuple) or len(value) > 50:
        raise RulebookError(f'"{key}" must be a list of at most 50 names')
    return list(value)


def _whole(options: Mapping[str, Any], key: str, least: int, most: int) -> int:
    value = options.get(key, least)
    if type(value) is not int or not least <= value <= most:
        raise RulebookError(f'"{key}" must be a whole number from {least} to {most}, not {str(value)[:40]}')
    return value


def _word(options: Mapping[str, Any], key: str, known: tuple[str, ...]) -> str:
    value = str(options.get(key, known[0]))
    if value not in known:
        raise RulebookError(f'"{key}" must be one of {", ".join(known)}', maybe=did_you_mean(value, known))
    return value


# --- Ledger and standings -------------------------------------------------------------------------


def ledger_of(event: LiveEvent, stage: LiveStage, scoring: StageScoring | None = None) -> Ledger:
    """Everything that counts in a stage, by number. Matches without a result are ``unplayed``; of a round
    that is not published only those count that have one (of who left, under a policy), and no byes."""
    how = scoring or scoring_of(stage)
    number = {c.id: c.number for c in event.contestants.values()}
    matches: list[MatchScore] = []
    byes: list[ByeScore] = []
    for round in stage.rounds.values():
        drafted = round.status == "drafted"
        for match in round.matches:
            if match.known and (match.result is not None or not drafted):
                score = _compensated(match, round, how.match.scale.top)
                matches += [_match_score(number, match, score, round.number + k) for k in range(match.span)]
        byes += () if drafted else _byes(event, stage, round, how, matches)
    penalties = tuple(
        Penalty(event.number(p.id), p.points, p.round, p.reason, p.waived)
        for p in event.penalties.values() if p.stage == stage.index and p.id in stage.playing)
    here = set(stage.playing)
    playing = {number[id] for id in stage.playing}
    ranked = {c.number for c in event.contestants.values()
              if c.id in here and c.competing and c.status == "active"}
    most = event.most_number
    made = Ledger(
        most, tuple(matches), tuple(byes), penalties,
        {event.number(id): points for id, points in stage.carried.items() if event.number(id) in playing},
        frozenset(range(1, most + 1)) - ranked)
    return under_policies(event, stage, made, how.match) if stage.policies else made


def _compensated(match: LiveMatch, round: LiveRound, top: int) -> Score:
    """The match's score; that of a side drawn by a wrong score is adjusted once it is in."""
    score = match.result or Score(kind="unplayed")
    if not round.mismatch or score.kind != "played":
        return score
    home, away = score.home_points, score.away_points
    if match.home in round.mismatch:
        home = mismatch_award(home, top, too_strong=round.mismatch[match.home])
    if match.away in round.mismatch:
        away = mismatch_award(away, top, too_strong=round.mismatch[match.away])
    return replace(score, home_points=home, away_points=away)


def _match_score(number: Mapping[int, int], match: LiveMatch, score: Score, round: int) -> MatchScore:
    boards = (0, 0) if match.papers is None or score.kind != "played" else match.papers.boards_won
    return MatchScore(
        round, number[match.home], number[match.away], score.home_points,
        score.away_points, score.home_for, score.away_for, score.kind, match.share, *boards)


def _byes(
    event: LiveEvent, stage: LiveStage, round: LiveRound, how: StageScoring, matches: list[MatchScore]
) -> list[ByeScore]:
    out = []
    for bye in round.byes:
        number = event.number(bye.id)
        if bye.kind in ("idle", "phantom"):
            others: list[int] = []
            if how.bye.kind == "own-average":
                others = [m.points_of(number) for m in matches if number in (m.home, m.away) and m.played]
            out.append(ByeScore(number, round.number, bye_points(how.bye, how.match.scale, others)))
        elif bye.kind == "given":
            half = ByeRule("draw") if how.bye.kind != "nothing" else how.bye
            out.append(ByeScore(number, round.number, bye_points(half, how.match.scale), "requested"))
        elif bye.kind == "absent":
            out.append(ByeScore(number, round.number, 0, "absent"))
    return out


def standings_of(
    event: LiveEvent, stage: LiveStage | None = None, *, as_of: int | None = None, group: str = ""
) -> Standings:
    """The standings of a stage by number, only of those who play in it (or in one of its groups).

    UsageError where the stage has not begun.
    """
    where = stage or event.stage
    if not where.playing:
        raise UsageError(f"{where.name} has not begun", maybe="pair its first round.")
    how = scoring_of(where)
    made = standings(
        ledger_of(event, where, how), how.order, as_of=as_of, rounding=how.rounding,
        average=how.match.scale.draw)
    inside = {event.number(id) for id in where.playing if not group or where.groups.get(id) == group}
    rows = [r for r in made.rows if r.entrant in inside]
    if group:
        first = {r.place: i for i, r in reversed(list(enumerate(rows, start=1)))}
        rows = [replace(r, place=first[r.place] if r.place else 0) for r in rows]
    return replace(made, rows=tuple(rows))


def totals_of(event: LiveEvent, stage: LiveStage, *, as_of: int | None = None) -> dict[int, int]:
    """The total of everybody who plays in a stage, by number, in hundredths: that of :func:`standings_of`,
    without the trouble of putting them in order."""
    how = scoring_of(stage)
    sums = tallies(ledger_of(event, stage, how).as_of(as_of), how.rounding, how.match.scale.draw)
    return {number: sums[number].total for number in map(event.number, stage.playing)}


def ranking_of(event: LiveEvent, stage: LiveStage, *, as_of: int | None = None) -> tuple[int, ...]:
    """Ids of a stage in order of place, those who share one by number, without a place last."""
    rows = standings_of(event, stage, as_of=as_of).rows
    ids = {c.number: c.id for c in event.contestants.values()}
    return tuple(ids[r.entrant] for r in rows)


def scored(event: LiveEvent, stage: LiveStage, match: LiveMatch, entered: Entered) -> Score:
    """A result as entered, scored by the stage. UsageError where it does not say enough."""
    how = scoring_of(stage).match
    length = boards_of(stage, match)
    if not entered.boards and length != how.boards:
        entered = replace(entered, boards=length)
    if entered.margin and not (entered.boards or length) and isinstance(how.scale, ContinuousVP | DiscreteVP):
        raise UsageError(
            f'"{entered.text}" are IMPs, and it is not said how many boards a match has',
            maybe='say so once: event edit --set boards=16 --reason "..."; or enter points: 13.25-6.75.')
    points = score_match(
        entered, how, round=match.round, home=event.number(match.home), away=event.number(match.away),
        share=match.share)
    return Score(
        points.kind, points.home_for, points.away_for, points.home_points, points.away_points,
        entered.boards, entered.text, margin_known=entered.margin is not None)
