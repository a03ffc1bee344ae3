"""What a bracket's pictures say: who stands on a side, what a match is called, what became of it."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler.event import BYE, OPEN, Event, Feed
from scheduler.solve.draws.elimination_play import BracketState, MatchState
from scheduler.views.bracket_layout import Part
from scheduler.views.columns import clean
from scheduler.views.messages import Translator

__all__ = ["BracketWords"]

_SIDES = {"W": "winners-side", "L": "losers-side", "F": "final", "P": "for-places", "C": "consolation"}
_WAITING = {"winner": "winner-of", "loser": "loser-of", "first-loser": "first-loser-of", "line": "line"}


@dataclass(frozen=True)
class BracketWords:
    """The words for one bracket; names from strangers are made safe, not escaped.

    ``event`` gives names, seeds and regions by entrant number; without it numbers stand for names.
    """

    state: BracketState
    t: Translator
    event: Event | None = None

    def name(self, entrant: int) -> str:
        """Number and name, or the number alone."""
        name = clean(self.event.name_of(entrant)) if self.event else ""
        return f"{entrant} {name}" if name and name != str(entrant) else str(entrant)

    def seed(self, entrant: int) -> int:
        """The place of seeding, 0 for none: of the draw, else of the entry list."""
        seeds = self.state.draw.seeds
        if entrant in seeds:
            return seeds.index(entrant) + 1
        known = self.event is not None and entrant <= self.event.size and not seeds
        return self.event.entrants[entrant - 1].seed if known and self.event else 0

    def region(self, entrant: int) -> str:
        """The region, else the club, "" if unknown."""
        if self.event is None or not 1 <= entrant <= self.event.size:
            return ""
        known = self.event.entrants[entrant - 1]
        return clean(known.region or known.club)

    def side(self, who: int, feed: Feed) -> str:
        """Who stands there: a name, the word for a bye, or what is waited for."""
        if who == BYE:
            return self.t("head.bye")
        if who == OPEN:
            return self.t(f"phrase.{_WAITING[feed.kind]}", number=feed.of)
        return self.name(who) + self.mark(who)

    def mark(self, who: int) -> str:
        """The place of seeding as it stands behind a name, "" for none."""
        seed = self.seed(who) if who > 0 else 0
        return f" [{seed}]" if seed else ""

    def sides(self, state: MatchState) -> tuple[str, str]:
        """Both sides of a match in words."""
        return self.side(state.home, state.home_from), self.side(state.away, state.away_from)

    def result(self, state: MatchState) -> str:
        """The score, or the short word for how it ended without one; "" before."""
        if state.status == "not-needed":
            return self.t("mark.not-needed")
        if state.outcome is None:
            return self.t("mark.if-needed") if state.match.if_needed else ""
        if state.outcome.score:
            return clean(state.outcome.score)
        if state.status == "disqualified":
            return self.t("mark.disqualified")
        return self.t("mark.walkover") if state.status.endswith("walkover") else ""

    def side_name(self, side: str) -> str:
        """The name of a side of the bracket; a single elimination has but one."""
        if side == "W" and not any(m.side[0] == "L" for m in self.state.bracket.matches):
            return self.t("title.main-draw")
        if side[0] == "L" and side != "L":
            return self.t("title.losers-side-more", number=side[1:])
        return self.t(f"title.{_SIDES[side]}")

    def title(self, part: Part) -> str:
        """The title of a picture."""
        name = self.side_name(part.kind)
        if part.many == 1:
            return name
        if part.last and part.index == part.many:
            return self.t("title.last-rounds", side=name)
        if part.kind == "W":
            return self.t("title.lines", side=name, first=part.lines[0], last=part.lines[1])
        return self.t("title.part", side=name, number=part.index, many=part.many)

    def round_name(self, part: Part, column: int) -> str:
        """The heading of a column."""
        first = min(s.state.match.round - s.column for s in part.spots)
        if part.kind in ("P", "F"):
            return ""
        return self.t("title.round", number=first + column)

    def sentence(self, state: MatchState) -> str:
        """A match told to somebody who cannot see the picture."""
        home, away = self.sides(state)
        match = state.match
        told = self.t(
            "legend.match", number=match.number, side=self.side_name(match.side), home=home, away=away
        )
        ended = self.result(state)
        if state.winner > 0 and state.outcome is not None:
            winner = self.name(state.winner)
            key = "legend.match-won-by" if ended else "legend.match-won"
            return self.t.clauses([told, self.t(key, winner=winner, result=ended)])
        return self.t.clauses([told, ended]) if ended else told
