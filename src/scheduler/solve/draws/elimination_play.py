"""What a bracket looks like with the results known so far: who plays whom, who waits for whom.

The state is made anew from draw and results each time, so that a late change of either leaves nothing
behind. A side of a match holds an entrant, nobody (:data:`BYE`), or is open (:data:`OPEN`); those are
three different things. Nobody on one side sends the other one on, nobody on both is an empty slot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from scheduler.errors import UsageError
from scheduler.event import BYE, OPEN, Bracket, BracketMatch, Draw, Feed

__all__ = ["BracketState", "MatchState", "Outcome", "follow", "placeholder", "play"]

_WINNERS = ("home", "away", "none")
_WAYS = ("play", "walkover", "disqualified")
_LONGEST_SCORE = 60


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended. ``winner``: ``home``, ``away``, or ``none`` where neither goes on.

    ``by``: ``play``; ``walkover`` (the loser did not come: he loses the match, but not his further
    lives); ``disqualified`` (the loser leaves the event). A winner ``none`` by walkover is a double
    walkover, by disqualification both leave; it cannot be by play. ``score`` is text to show.
    """

    winner: str
    by: str = "play"
    score: str = ""


@dataclass(frozen=True, slots=True)
class MatchState:
    """One match as it stands.

    ``home``/``away``: entrant, BYE or OPEN. ``home_from``/``away_from``: what an open side waits for,
    matches that a bye decides passed over. ``winner``/``loser``: who goes on either way, BYE for nobody.
    ``status``: ``waiting``, ``ready``, ``played``, ``walkover``, ``disqualified``, ``double-walkover``,
    ``bye`` (one side goes on without a match), ``empty``, ``not-needed``.
    """

    match: BracketMatch
    home: int
    away: int
    home_from: Feed
    away_from: Feed
    status: str
    winner: int
    loser: int
    outcome: Outcome | None = None

    @property
    def decided(self) -> bool:
        """True when it is known who goes on, if anybody does."""
        return self.winner != OPEN


@dataclass(frozen=True, slots=True)
class BracketState:
    """All matches as they stand, in the bracket's order; ``places`` of those whose way has ended."""

    bracket: Bracket
    draw: Draw
    matches: tuple[MatchState, ...]
    places: Mapping[int, tuple[int, int]]
    losses: Mapping[int, int]
    index: Mapping[int, int] = field(repr=False)

    def match(self, number: int) -> MatchState:
        """The state of match ``number``; KeyError where there is none."""
        return self.matches[self.index[number]]

    @property
    def ready(self) -> tuple[int, ...]:
        """The numbers of matches that can be played now."""
        return tuple(m.match.number for m in self.matches if m.status == "ready")

    @property
    def over(self) -> bool:
        """True when nothing is left to be played."""
        return all(m.decided for m in self.matches)

    @property
    def shown(self) -> tuple[MatchState, ...]:
        """The matches to show: those marked "if needed" only when they are due or played."""
        hidden = ("waiting", "not-needed")
        return tuple(m for m in self.matches if not (m.match.if_needed and m.status in hidden))


    def as_json(self) -> dict[str, Any]:
        """``matches``: number, status, sides, and once decided who goes on; ``places`` by entrant.

        A side is an entrant's number, ``{"bye": true}``, or what it waits for: ``{"winner": 12}``.
        """
        return {
            "ready": list(self.ready),
            "over": self.over,
            "matches": [
                {
                    "number": m.match.number, "status": m.status,
                    "home": _side(m.home, m.home_from), "away": _side(m.away, m.away_from),
                    **({"winner": m.winner} if m.winner > 0 else {}),
                    **({"score": m.outcome.score} if m.outcome and m.outcome.score else {}),
                }
                for m in self.shown
            ],
            "places": {str(who): list(span) for who, span in sorted(self.places.items())},
        }


def _side(who: int, feed: Feed) -> int | dict[str, Any]:
    if who == OPEN:
        return feed.as_json()
    return {"bye": True} if who == BYE else who


def placeholder(feed: Feed) -> str:
    """What an open side waits for, in plain English: ``winner of 12``."""
    return f"line {feed.of}" if feed.kind == "line" else f"{feed.kind.replace('-', ' ')} of {feed.of}"


def play(bracket: Bracket, draw: Draw, results: Mapping[int, Outcome]) -> BracketState:
    """The state of a bracket after some results, given by match number.

    Winners and losers go where the bracket sends them; byes, walkovers and double walkovers are carried
    through. Raises UsageError for a draw of another size, and for results of matches that do not
    exist, cannot be played yet, or are not played at all (a bye, a final that is not needed).
    """
    numbers = {m.number for m in bracket.matches}
    for number, outcome in results.items():
        _check_outcome(number, outcome, numbers)
    return _state(bracket, draw, lambda made: results.get(made.match.number))


def follow(bracket: Bracket, draw: Draw, decide: Callable[[MatchState], Outcome | None]) -> BracketState:
    """As :func:`play`, with each match that can be played put to ``decide``, in the bracket's order: its
    outcome, or None where there is none that counts for these two sides."""
    return _state(bracket, draw, lambda made: decide(made) if made.status == "ready" else None)


def _state(bracket: Bracket, draw: Draw, decide: Callable[[MatchState], Outcome | None]) -> BracketState:
    if draw.size != bracket.size:
        raise UsageError(f"the bracket has {bracket.size} lines, the draw {draw.size}")
    game = _Game(bracket, draw, decide)
    for match in bracket.matches:
        game.settle(match)
    places = {}
    for end in bracket.ends:
        who = game.who(end.feed)
        if who > 0:
            places[who] = end.low, end.high
    index = {m.number: i for i, m in enumerate(bracket.matches)}
    made = tuple(game.states[m.number] for m in bracket.matches)
    return BracketState(bracket, draw, made, places, game.losses, index)


def _check_outcome(number: int, outcome: Outcome, numbers: Iterable[int]) -> None:
    if number not in numbers:
        raise UsageError(f"the bracket has no match {number}")
    if outcome.winner not in _WINNERS or outcome.by not in _WAYS:
        raise UsageError(
            f'match {number}: winner "{outcome.winner[:20]}" by "{outcome.by[:20]}" means nothing here',
            maybe=f"winner is one of {', '.join(_WINNERS)}; by is one of {', '.join(_WAYS)}.",
        )
    if outcome.winner == "none" and outcome.by == "play":
        raise UsageError(
            f"match {number} of an elimination cannot be drawn",
            maybe='neither came: winner "none" by "walkover".',
        )
    if len(outcome.score) > _LONGEST_SCORE:
        raise UsageError(f"match {number}: a score has at most {_LONGEST_SCORE} characters")


class _Game:
    """The matches settled so far. ``losses`` counts matches lost in the fight for place 1."""

    def __init__(
        self, bracket: Bracket, draw: Draw, decide: Callable[[MatchState], Outcome | None]
    ) -> None:
        self.bracket, self.draw, self._decide = bracket, draw, decide
        self.states: dict[int, MatchState] = {}
        self.losses: dict[int, int] = {}
        self._out: set[int] = set()
        self._next = {
            f.of: m.number for m in bracket.matches for f in (m.home, m.away) if f.kind == "winner"
        }

    def who(self, feed: Feed) -> int:
        """The entrant that a feed brings, BYE or OPEN."""
        if feed.kind == "line":
            return self.draw.lines[feed.of - 1]
        state = self.states[feed.of]
        if feed.kind == "first-loser":
            return self._first_loser(state)
        return state.winner if feed.kind == "winner" else state.loser

    def settle(self, match: BracketMatch) -> None:
        """Work out one match; those that feed it are settled."""
        if match.again:
            made = self._again(match, self.states[match.again])
        else:
            made = self._sides(match, self.who(match.home), self.who(match.away))
        outcome = self._decide(made)
        if made.status == "ready" and outcome is not None:
            made = self._played(made, outcome)
        elif outcome is not None:
            raise UsageError(
                f"match {match.number} cannot have a result: {_why_not(made)}",
                maybe="give the results of the matches before it first."
                if made.status == "waiting" else "",
            )
        self.states[match.number] = made

    def _sides(self, match: BracketMatch, home: int, away: int) -> MatchState:
        sources = self._source(match.home), self._source(match.away)
        if BYE in (home, away):
            other = away if home == BYE else home
            status = "empty" if other == BYE else "bye"
            return MatchState(match, home, away, *sources, status, other, BYE)
        status = "waiting" if OPEN in (home, away) else "ready"
        return MatchState(match, home, away, *sources, status, OPEN, OPEN)

    def _again(self, match: BracketMatch, first: MatchState) -> MatchState:
        """The same two once more, if the one who lost has a life left."""
        if not first.decided:
            return MatchState(match, OPEN, OPEN, match.home, match.away, "waiting", OPEN, OPEN)
        due = (
            first.status in ("played", "walkover")
            and self.losses.get(first.loser, 0) < self.bracket.lives
        )
        sides = (first.home, first.away) if due else (first.winner, first.loser)
        status = "ready" if due else "not-needed"
        ends = (OPEN, OPEN) if due else (first.winner, first.loser)
        return MatchState(match, *sides, match.home, match.away, status, *ends)

    def _played(self, made: MatchState, outcome: Outcome) -> MatchState:
        sides = {"home": (made.home, made.away), "away": (made.away, made.home), "none": (BYE, BYE)}
        winner, loser = sides[outcome.winner]
        beaten = (made.home, made.away) if outcome.winner == "none" else (loser,)
        if made.match.side not in ("P", "C"):
            for entrant in beaten:
                self.losses[entrant] = self.losses.get(entrant, 0) + 1
        if outcome.by == "disqualified":
            self._out.update(beaten)
            loser = BYE
        status = "played" if outcome.by == "play" else outcome.by
        if outcome.winner == "none" and outcome.by == "walkover":
            status = "double-walkover"
        return MatchState(
            made.match, made.home, made.away, made.home_from, made.away_from, status, winner, loser,
            outcome,
        )

    def _first_loser(self, state: MatchState) -> int:
        """Who lost as his first match, and played it; a walkover is passed to the winner's next match."""
        if not state.decided:
            return OPEN
        if state.status == "played":
            feed = state.match.home if state.loser == state.home else state.match.away
            return state.loser if feed.kind == "line" else BYE
        if state.status != "walkover" or state.match.round > 1:
            return BYE
        later = self.states.get(self._next.get(state.match.number, 0))
        if later is None or not later.decided:
            return OPEN if state.match.number in self._next else BYE
        return later.loser if later.status == "played" and later.loser == state.winner else BYE

    def _source(self, feed: Feed) -> Feed:
        """The feed behind those matches that a bye decides."""
        while feed.kind == "winner" and self.states[feed.of].status == "bye":
            state = self.states[feed.of]
            feed = state.away_from if state.home == BYE else state.home_from
        return feed


def _why_not(state: MatchState) -> str:
    if state.status == "waiting":
        opens = [
            placeholder(feed)
            for who, feed in ((state.home, state.home_from), (state.away, state.away_from))
            if who == OPEN
        ]
        return f"it waits for {' and '.join(opens)}"
    told = {"bye": "a bye decides it", "empty": "nobody is in it", "not-needed": "it is not needed"}
    return told.get(state.status, f"it is {state.status}")
