"""Whole events round by round without reports, as simulations need them: the rounds of ``next_round``.

Bans are kept from round to round and a bound of everybody's degree is known, so a round costs its sorting
and one walk from the top. What does not fit that is paired as any other round is.
"""

from __future__ import annotations

from collections.abc import Mapping

from scheduler.errors import UsageError
from scheduler.event import Bye, Match, Round
from scheduler.facts.pairing import BYE, Bans
from scheduler.formats.swiss.home import Ledger, home_away
from scheduler.formats.swiss.round import next_round
from scheduler.formats.swiss.state import Settings, SwissState
from scheduler.rules import Rulebook
from scheduler.solve.matching.exact import from_the_top
from scheduler.solve.matching.lookahead import safe_from_the_start

__all__ = ["FastSwiss"]

Sides = tuple[tuple[int, int], ...]
_PLAIN = ("paired-once", "no-rematch", "bye-once", "home-side", "high-meets-high")


class FastSwiss:
    """A Swiss event of ``entrants`` and ``rounds`` under a rulebook, everybody there in every round.

    ``round`` is the one that is paired next. UsageError for sizes as of :class:`SwissState`, and for
    blocks of three.
    """

    def __init__(self, rulebook: Rulebook, entrants: int, rounds: int, *, seed: str = "0") -> None:
        SwissState(entrants, 1, rounds)
        self.rulebook, self.entrants, self.rounds = rulebook, entrants, rounds
        self.settings = Settings.of(rulebook)
        if entrants % 2 and self.settings.odd in ("short", "long"):
            raise UsageError("events with blocks of three are paired round by round only")
        self._quickly = _plain(rulebook, self.settings, entrants) and (
            not rulebook.find("no-rematch") or safe_from_the_start(entrants, rounds))
        self._up, self._down = list(range(1, entrants + 1)), list(range(entrants, 0, -1))
        self._first: tuple[str, Sides, int] | None = None
        self.seed = seed
        self.restart()

    def restart(self, seed: str = "") -> None:
        """The event anew, before round 1, with the lots of another ``seed`` if one is given."""
        self.seed = seed or self.seed
        self.round = 1
        self._bans = Bans()
        self._played: list[tuple[Sides, int]] = []
        self._may_bye = set(self._up)
        self._ledgers: dict[int, Ledger] = {}

    def pair(self, points: Mapping[int, int], wins: Mapping[int, int] | None = None) -> tuple[Sides, int]:
        """(the matches (home, away) from the top, who has the bye or BYE) of the next round.

        ``points`` are those after penalties. NoAnswer as of :func:`next_round`; UsageError after the last
        round.
        """
        if self.round > self.rounds:
            raise UsageError(f"the event has {self.rounds} rounds, and all are paired")
        if self.round == 1:
            if self._first is None or self._first[0] != self.seed:
                self._first = (self.seed, *self._as_any_other(points, wins or {}))
            sides, bye = self._first[1:]
        else:
            sides, bye = (self._quickly and self._walk(points)) or self._as_any_other(points, wins or {})
        self._take(sides, bye)
        return sides, bye

    def _take(self, sides: Sides, bye: int) -> None:
        self._played.append((sides, bye))
        self.round += 1
        if self._quickly:
            if self.rulebook.find("no-rematch"):
                self._bans.add_all(sides)
            self._may_bye.discard(bye)
            if self.settings.home == "balance":
                for home, away in sides:
                    self._ledgers[home] = self._ledgers.get(home, Ledger()).after(True)
                    self._ledgers[away] = self._ledgers.get(away, Ledger()).after(False)

    def _walk(self, points: Mapping[int, int]) -> tuple[Sides, int] | None:
        """The round by one walk; None where the bye is not free to choose."""
        down = self.settings.ties == "number-by-round" and self.round % 2 == 0
        base = self._down if down else self._up
        of = points.__getitem__ if len(points) == self.entrants else (lambda e: points.get(e, 0))
        order = sorted(base, key=of, reverse=True)  # which leaves equals in the order of their numbers
        most, bye = self.round - 1, BYE
        if len(order) % 2:
            if len(order) < 2 * most + 3:
                return None
            bye = next((e for e in reversed(order) if e in self._may_bye), BYE)
            if bye == BYE:
                return None
            order.remove(bye)
        matches, _ = from_the_top(order, self._bans, most, [])
        home = self.settings.home
        if home == "v2":
            return tuple(matches), bye
        if home == "balance":
            return home_away(matches, self.round, home, self._ledgers), bye
        up = home == "v3" or self.round % 2 == 1
        return tuple([(a, b) if (a < b) == up else (b, a) for a, b in matches]), bye

    def _as_any_other(self, points: Mapping[int, int], wins: Mapping[int, int]) -> tuple[Sides, int]:
        played = tuple(
            Round(r, tuple(Match(a, b, r) for a, b in sides), (Bye(bye, r),) if bye else ())
            for r, (sides, bye) in enumerate(self._played, start=1))
        made = next_round(
            SwissState(self.entrants, self.round, self.rounds, played, points, wins=wins), self.rulebook,
            seed=self.seed)
        return tuple((m.home, m.away) for m in made.matches), made.byes[0].entrant if made.byes else BYE


def _plain(rulebook: Rulebook, settings: Settings, entrants: int) -> bool:
    """Whether rounds after the first are by score, each pair and each bye once and nothing else asked."""
    uses = {u.id: u for u in rulebook.uses}
    if len(uses) != len(rulebook.uses) or not set(uses) <= set(_PLAIN):
        return False
    met = uses.get("no-rematch")
    if met and (not met.hard or met.params["free"] != "nobody" or any(
            met.params[k] for k in ("window", "session", "until"))):
        return False
    bye = uses.get("bye-once")
    return settings.within == "neighbours" and not settings.delay and (
        entrants % 2 == 0 or (bye is not None and bye.hard))
