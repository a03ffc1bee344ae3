"""A draw: who stands on which line, and the matches that lines, winners and losers feed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["BYE", "OPEN", "Bracket", "BracketMatch", "Draw", "End", "Feed"]

BYE = 0
"""On a line: nobody, so that the neighbour goes on without a match. A fact about the line, not a result."""
OPEN = -1
"""On a line: not known yet."""


@dataclass(frozen=True, slots=True)
class Draw:
    """``lines[i]`` is the number of the entrant on line i + 1, or BYE, or OPEN. ``size`` is a power of two.

    Lines 2m - 1 and 2m meet in round 1; sections of 2^r lines in a row meet in round r.
    ``seeds`` are entrant numbers in order of seeding, strongest first.
    """

    lines: tuple[int, ...]
    entrants: int
    seeds: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        """The number of lines."""
        return len(self.lines)

    @property
    def rounds(self) -> int:
        """Rounds to play: log2 of the size."""
        return self.size.bit_length() - 1

    def line_of(self, entrant: int) -> int:
        """The line, from 1, of an entrant; 0 if it has none."""
        return self.lines.index(entrant) + 1 if entrant in self.lines else 0

    def meeting_round(self, a: int, b: int) -> int:
        """The round in which two lines (from 1) can meet."""
        return ((a - 1) ^ (b - 1)).bit_length()

    def as_json(self) -> dict[str, Any]:
        """The documented JSON shape."""
        return {
            "size": self.size,
            "lines": [
                {"line": i, **({"bye": True} if e == BYE else {"entrant": e if e > 0 else None})}
                for i, e in enumerate(self.lines, start=1)
            ],
        }

    @classmethod
    def of(cls, lines: Sequence[int], seeds: Sequence[int] = ()) -> Draw:
        """A draw from its lines."""
        return cls(tuple(lines), max(0, *lines), tuple(seeds))


@dataclass(frozen=True, slots=True)
class Feed:
    """What fills one side of a match: ``line`` n of the draw, or ``winner``/``loser`` of match n.

    ``first-loser`` is who played and lost match n as his first: its loser if he came straight from
    a line, or, where match n of round 1 was a walkover, its winner if he is beaten in the next.
    """

    kind: str
    of: int

    def as_json(self) -> dict[str, Any]:
        """``{"winner": 12}``, ``{"line": 1}`` ..."""
        return {self.kind: self.of}


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """One match of a bracket. ``side``: ``W`` winners', ``L`` losers', ``F`` final, ``P`` for places.

    Further losers' sides are ``L3`` (two matches lost), ``L4`` ...; a consolation is ``C``.
    ``slot`` is the time slot from 1 in which it can be played; ``places`` are those it decides, (1, 2)
    for the final; ``if_needed`` marks a further final that is only shown when due. A match whose sides
    are fed by winner and loser of one match plays that match again, while its loser has a life left.
    """

    number: int
    side: str
    round: int
    home: Feed
    away: Feed
    slot: int = 0
    places: tuple[int, ...] = ()
    if_needed: bool = False

    @property
    def again(self) -> int:
        """The number of the match that this one repeats, 0 for none."""
        return self.home.of if (self.home.kind, self.away.kind) == ("winner", "loser") and (
            self.home.of == self.away.of
        ) else 0

    def as_json(self) -> dict[str, Any]:
        """The documented JSON shape; ``places`` and ``if_needed`` only where there is something to say."""
        return {
            "number": self.number, "side": self.side, "round": self.round, "slot": self.slot,
            "home": self.home.as_json(), "away": self.away.as_json(),
            **({"places": list(self.places)} if self.places else {}),
            **({"if_needed": True} if self.if_needed else {}),
        }


@dataclass(frozen=True, slots=True)
class End:
    """Where somebody's way through a bracket ends: he shares the places ``low`` to ``high``."""

    low: int
    high: int
    feed: Feed


@dataclass(frozen=True, slots=True)
class Bracket:
    """The matches of an elimination event in an order in which they can be played.

    ``size`` is the number of lines; ``lives`` the losses that put an entrant out of the fight for
    place 1; ``ends`` are in order of places.
    """

    size: int
    kind: str
    matches: tuple[BracketMatch, ...]
    notes: tuple[str, ...] = ()
    lives: int = 1
    ends: tuple[End, ...] = ()

    def match(self, number: int) -> BracketMatch:
        """The match of that number; KeyError where there is none."""
        guess = self.matches[number - 1] if 1 <= number <= len(self.matches) else None
        if guess is not None and guess.number == number:
            return guess
        for match in self.matches:
            if match.number == number:
                return match
        raise KeyError(number)

    def as_json(self) -> dict[str, Any]:
        """The documented JSON shape: size, kind, lives, matches, ends."""
        return {
            "size": self.size,
            "kind": self.kind,
            "lives": self.lives,
            "matches": [m.as_json() for m in self.matches],
            "ends": [{"places": [e.low, e.high], **e.feed.as_json()} for e in self.ends],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Bracket:
        """The bracket of :meth:`as_json`. KeyError, TypeError or ValueError for what is none."""
        matches = tuple(_match_of(m) for m in data["matches"])
        seen: set[int] = set()
        for match in matches:
            for feed in (match.home, match.away):
                if feed.kind != "line" and feed.of not in seen:
                    raise ValueError(f"match {match.number} is fed by {feed.of}, which is not before it")
            if match.number in seen:
                raise ValueError(f"match {match.number} is there twice")
            seen.add(match.number)
        size = int(data["size"])
        ends = tuple(End(int(e["places"][0]), int(e["places"][1]), _feed_of(e)) for e in data["ends"])
        feeds = [f for m in matches for f in (m.home, m.away)] + [e.feed for e in ends]
        if any(not 1 <= f.of <= size if f.kind == "line" else f.of not in seen for f in feeds):
            raise ValueError("a line or a match is named that is not there")
        return cls(size, str(data["kind"]), matches, lives=int(data["lives"]), ends=ends)


_FEEDS = ("line", "winner", "loser", "first-loser")


def _feed_of(data: Mapping[str, Any]) -> Feed:
    ((kind, of),) = ((k, v) for k, v in data.items() if k in _FEEDS)
    return Feed(kind, int(of))


def _match_of(data: Mapping[str, Any]) -> BracketMatch:
    return BracketMatch(
        int(data["number"]), str(data["side"]), int(data["round"]), _feed_of(data["home"]),
        _feed_of(data["away"]), int(data["slot"]), tuple(int(p) for p in data.get("places", ())),
        bool(data.get("if_needed", False)))
