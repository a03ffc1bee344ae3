"""How a stage scores its matches, and from a result as entered to the score that the ledger keeps.

Reading order: :class:`Scoring` (the settings), :class:`Entered` (a result, exact and unscored),
:func:`score_match`, :func:`add_segments`. Points are whole numbers of hundredths, IMPs are whole.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from scheduler.errors import RulebookError, UsageError, did_you_mean
from scheduler.standings.awards import BYE_RULES, ByeRule, walkover
from scheduler.standings.results import MatchScore
from scheduler.standings.rounding import part_of, rounded
from scheduler.standings.scales import (
    ContinuousVP,
    DiscreteVP,
    OutcomePoints,
    Scale,
    TableVP,
    scale_from,
)
from scheduler.standings.vp import MOST_BOARDS

__all__ = [
    "FORMS", "PAIRS", "SHORT", "Entered", "Scoring", "SegmentTotal", "add_segments", "pool",
    "score_match", "scoring_from",
]

SHORT = ("own", "half", "full")
"""The scale of a match with fewer boards than the stage has: that of its own length, the same halved
(10-0), or the one of the full length."""

PAIRS = ("auto", "points", "scores")
"""What two numbers with a dash between them are: told from the scale, points, or IMPs or goals."""

FORMS = ("margin", "scores", "points", "outcome", "none")
"""What a result says: the home side's margin, both sides' IMPs or goals, both sides' points, only who
won, or (walkovers, void and unplayed matches) nothing of these."""

_HUNDREDTH_OF_IMP = 100
_MOST_SEGMENTS = 100
_MOST_POINTS = 1_000_000_00


@dataclass(frozen=True, slots=True)
class Scoring:
    """The settings of a stage. ``boards`` is the length of its matches, 0 where there are none.

    ``short`` (:data:`SHORT`) is about matches with fewer boards, ``pair`` (:data:`PAIRS`) about what a
    pair of numbers means. ``walkover`` says what a walkover is worth to who was there (None: a win on a
    scale of outcomes, else what a bye is, CBA-16.8), ``absent`` the hundredths of who was not;
    ``placeholder`` those that each side of an unplayed match holds until there is a result, None for a
    draw.
    """

    scale: Scale = field(default_factory=OutcomePoints)
    boards: int = 0
    short: str = "own"
    pair: str = "auto"
    walkover: ByeRule | None = None
    absent: int = 0
    placeholder: int | None = None

    def scale_for(self, boards: int = 0) -> Scale:
        """The scale of a match of ``boards`` boards, 0 for the stage's own length. UsageError."""
        if not self.boards or not 0 < boards < self.boards or self.short == "full":
            return self.scale
        if isinstance(self.scale, ContinuousVP | DiscreteVP):
            return replace(self.scale, boards=0, half=self.scale.half or self.short == "half")
        if self.short == "half" and isinstance(self.scale, TableVP):
            raise UsageError("a printed scale has no half scale for short matches",
                             maybe='set "short" to "own" or "full".')
        return self.scale

    def points(self, margin: int, boards: int = 0) -> tuple[int, int]:
        """(home's, away's) hundredths for a margin over ``boards`` boards, 0 for the full length."""
        full = self.short == "full" or not boards
        return self.scale_for(boards).points(margin, self.boards if full else boards)


@dataclass(frozen=True, slots=True)
class Entered:
    """A result, home side first. ``kind`` is one of ``MATCH_KINDS``, ``form`` one of :data:`FORMS`.

    A void match may have ``points``, an award.
    ``home`` and ``away`` are what the form says: the margin from each side's view, IMPs or goals,
    hundredths, or 1, 0, -1 for won, drawn, lost. ``boards`` is the number played where it was said,
    else 0; ``text`` is what was typed.
    """

    kind: str = "played"
    form: str = "none"
    home: int = 0
    away: int = 0
    boards: int = 0
    text: str = field(default="", compare=False)

    @property
    def margin(self) -> int | None:
        """Home's IMPs or goals less away's; None where the result does not say."""
        if self.form == "margin":
            return self.home
        return self.home - self.away if self.form == "scores" else None

    @property
    def outcome(self) -> int | None:
        """1, 0, -1: home won, drew, lost; None where nobody did (void, unplayed, both absent)."""
        if self.kind in ("home-walkover", "away-walkover"):
            return 1 if self.kind == "home-walkover" else -1
        if self.kind != "played":
            return None
        return (self.home > self.away) - (self.home < self.away)

    def mirrored(self) -> Entered:
        """The same result with the sides exchanged."""
        kinds = {"home-walkover": "away-walkover", "away-walkover": "home-walkover"}
        return replace(self, kind=kinds.get(self.kind, self.kind), home=self.away, away=self.home)


def pool(scale: Scale) -> int | None:
    """The hundredths that the two sides of a match share, None where that is not the same for all."""
    if isinstance(scale, ContinuousVP | DiscreteVP):
        return 2 * scale.draw
    if isinstance(scale, TableVP):
        sums = {won + lost for _, won, lost in scale.rows}
        return sums.pop() if len(sums) == 1 else None
    won, lost = scale.points(1)
    return won + lost if won + lost == 2 * scale.draw else None


def score_match(
    entered: Entered,
    scoring: Scoring,
    *,
    round: int,
    home: int,
    away: int,
    share: int = 1,
) -> MatchScore:
    """The ledger's score of ``home`` against ``away`` in ``round``.

    ``share`` = 2 is a half match of a block of three, whose points the ledger counts for a half: on the
    half scale they are therefore kept doubled, so that two matches of 10-0 make a round of 20-0.
    UsageError where the result does not say enough for the scale.
    """
    points, made = _points(entered, scoring), _made(entered)
    if share == 2 and scoring.short == "half" and entered.form in ("margin", "scores", "points"):
        points = (2 * points[0], 2 * points[1])
    return MatchScore(round, home, away, *points, *made, entered.kind, share)


def _made(entered: Entered) -> tuple[int, int]:
    """What the match was scored from; a margin is told as IMPs of the side that won."""
    if entered.form == "margin":
        return max(entered.home, 0), max(entered.away, 0)
    return (entered.home, entered.away) if entered.form == "scores" else (0, 0)


def _points(entered: Entered, scoring: Scoring) -> tuple[int, int]:
    kind, scale = entered.kind, scoring.scale_for(entered.boards)
    if kind == "void":
        return (entered.home, entered.away) if entered.form == "points" else (0, 0)
    if kind == "unplayed":
        held = scale.draw if scoring.placeholder is None else scoring.placeholder
        return held, held
    if kind != "played":
        usual = ByeRule("win") if isinstance(scale, OutcomePoints) else ByeRule()
        won, lost = walkover(scale, scoring.walkover or usual, scoring.absent,
                             double=kind == "double-walkover")
        return (won, lost) if kind == "home-walkover" else (lost, won)
    if entered.form == "points":
        return entered.home, entered.away
    if entered.form == "outcome":
        return _by_outcome(entered, scale)
    margin = entered.margin
    if margin is None:
        raise UsageError(f'"{entered.text:.60}" says that a match was played, but not how it ended')
    if entered.form == "margin" and entered.away != -entered.home:
        return (scoring.points(entered.home, entered.boards)[0],
                scoring.points(entered.away, entered.boards)[0])
    return scoring.points(margin, entered.boards)


def _by_outcome(entered: Entered, scale: Scale) -> tuple[int, int]:
    if entered.home and not isinstance(scale, OutcomePoints):
        raise UsageError(f'"{entered.text:.60}" says who won, but not by how much',
                         maybe="enter the IMPs (+18) or the points (13.25-6.75).")
    return scale.points(entered.home, 1) if entered.home else (scale.draw, scale.draw)


@dataclass(frozen=True, slots=True)
class SegmentTotal:
    """A match of segments so far. ``home`` and ``away`` are hundredths of an IMP, carry-over included.

    ``played`` counts the segments with a result and ``boards`` those that were said.
    """

    home: int
    away: int
    played: int
    boards: int = 0

    @property
    def outcome(self) -> int:
        """1, 0, -1: home leads, all square, away leads."""
        return (self.home > self.away) - (self.home < self.away)

    def entered(self, rounding: str = "half-away") -> Entered:
        """The match as one result: its margin in whole IMPs, half an IMP going away from 0."""
        margin = rounded(Fraction(self.home - self.away, _HUNDREDTH_OF_IMP), rounding)
        return Entered("played", "margin", margin, -margin, self.boards)


def add_segments(
    segments: Sequence[Entered], carry: tuple[int, int] = (0, 0)
) -> SegmentTotal:
    """The IMPs of a match over its segments, those not played yet adding nothing.

    ``carry`` are the hundredths of an IMP with which the sides begin (home's, away's). UsageError for
    more than 100 segments and for one that says no IMPs.
    """
    if len(segments) > _MOST_SEGMENTS:
        raise UsageError(f"a match has at most {_MOST_SEGMENTS} segments, not {len(segments)}")
    home, away = carry
    played = boards = 0
    for number, segment in enumerate(segments, start=1):
        if segment.kind in ("unplayed", "void"):
            continue
        if segment.margin is None:
            raise UsageError(f'segment {number} is entered as "{segment.text:.60}", which is no IMPs',
                             maybe="enter its IMPs, home first: +18 or 61-43.")
        made = _made(segment)
        home, away = home + made[0] * _HUNDREDTH_OF_IMP, away + made[1] * _HUNDREDTH_OF_IMP
        played, boards = played + 1, boards + segment.boards
    return SegmentTotal(home, away, played, boards)


def scoring_from(data: Mapping[str, Any], where: str = "") -> Scoring:
    """The :class:`Scoring` of a table in an event file or rulebook; RulebookError at ``where``.

    Keys are the fields of the class; ``scale`` is a table for :func:`scale_from`, ``walkover`` a table
    of ``kind``, ``value`` (hundredths) and ``factor`` (a text such as "6/5").
    """
    known = ("scale", "boards", "short", "pair", "walkover", "absent", "placeholder")
    found: dict[str, Any] = {}
    for key, value in data.items():
        if key not in known:
            raise RulebookError(f'scoring has no setting "{key:.60}"', where=where,
                                maybe=did_you_mean(f"{key:.60}", known))
        found[key] = _setting(key, value, where)
    return Scoring(**found)


def _setting(key: str, value: Any, where: str) -> Any:
    if key in ("scale", "walkover"):
        if not isinstance(value, Mapping):
            raise RulebookError(f'"{key}" of scoring must be a table, not {value!r:.40}', where=where)
        return scale_from(value, where) if key == "scale" else _worth(value, where)
    if key in ("short", "pair"):
        words = SHORT if key == "short" else PAIRS
        if value not in words:
            raise RulebookError(f'"{key}" of scoring is one of {", ".join(words)}, not {value!r:.40}',
                                where=where, maybe=did_you_mean(f"{value!s:.40}", words))
        return value
    most = MOST_BOARDS if key == "boards" else _MOST_POINTS
    if type(value) is not int or not 0 <= value <= most:
        raise RulebookError(f'"{key}" of scoring must be a whole number from 0 to {most:,}, '
                            f"not {value!r:.40}", where=where)
    return value


def _worth(data: Mapping[str, Any], where: str) -> ByeRule:
    kind, value, factor = data.get("kind", "win"), data.get("value", 0), data.get("factor", "6/5")
    if set(data) - {"kind", "value", "factor"} or kind not in BYE_RULES:
        raise RulebookError(f"a walkover is worth {dict(data)!r:.80}, which is no rule", where=where,
                            maybe=did_you_mean(f"{kind!s:.40}", BYE_RULES))
    if type(value) is not int or not 0 <= value <= _MOST_POINTS:
        raise RulebookError(f'"value" of a walkover must be hundredths, not {value!r:.40}', where=where)
    times = part_of(factor)
    if times is None or times > 100:
        raise RulebookError(f'"factor" of a walkover must be a text such as "6/5", not {factor!r:.40}',
                            where=where)
    return ByeRule(kind, times, value)
