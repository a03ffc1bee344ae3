"""What has been played, scored: the ledger that standings are made from.

Points are whole numbers of hundredths. Penalties are kept apart from the scores of matches (Law
90), and nothing is ever taken away: a waived penalty stays in the ledger with its mark.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from scheduler.errors import UsageError, did_you_mean

__all__ = ["MATCH_KINDS", "MOST_ENTRANTS", "ByeScore", "Ledger", "MatchScore", "Penalty"]

MATCH_KINDS = ("played", "home-walkover", "away-walkover", "double-walkover", "unplayed", "void")
"""``home-walkover``: the home side got it. ``unplayed``: its points, if any, are placeholders.
``void``: not to be played, or cancelled; its points, if any, are an award."""

MOST_ENTRANTS = 10_000
_MOST_MATCHES = 1_000_000
_MOST_ROUNDS = 10_000
_APART = 1 << 14  # more than there are rounds
_MOST_POINTS = 1_000_000_00


@dataclass(frozen=True, slots=True)
class MatchScore:
    """A match and its points. ``home_for``, ``away_for`` are what it was scored from (IMPs, goals).

    ``home_boards``, ``away_boards`` are boards won, in halves (``point_a_board``), where they are kept.
    ``share`` = 2 is a half match of a block of three: its points count for a half, and the entrant
    may have two of them in a round.
    """

    round: int
    home: int
    away: int
    home_points: int = 0
    away_points: int = 0
    home_for: int = 0
    away_for: int = 0
    kind: str = "played"
    share: int = 1
    home_boards: int = 0
    away_boards: int = 0

    @property
    def played(self) -> bool:
        """True where the two sides met at the table."""
        return self.kind == "played"

    @property
    def outcome(self) -> int:
        """1, 0, -1: home won, drew, lost. By what the match was scored from, else by points."""
        if self.kind in ("home-walkover", "away-walkover"):
            return 1 if self.kind == "home-walkover" else -1
        margin = self.home_for - self.away_for or self.home_points - self.away_points
        return (margin > 0) - (margin < 0)

    def points_of(self, side: int) -> int:
        """The points of ``home`` or ``away``."""
        return self.home_points if side == self.home else self.away_points


@dataclass(frozen=True, slots=True)
class ByeScore:
    """``entrant`` had no opponent in ``round`` and got ``points`` for it. ``kind``: ``bye``,
    ``requested``, ``absent``."""

    entrant: int
    round: int
    points: int
    kind: str = "bye"


@dataclass(frozen=True, slots=True)
class Penalty:
    """``points`` (positive hundredths) off ``entrant``. Round 0 counts from the start on."""

    entrant: int
    points: int
    round: int = 0
    reason: str = ""
    waived: bool = False


@dataclass(frozen=True)
class Ledger:
    """Everything that counts for entrants 1..``entrants``; UsageError where it contradicts itself.

    ``carried`` maps entrants to points from an earlier stage. ``unranked`` play and count for their
    opponents, but have no place (guests; those who left).
    """

    entrants: int
    matches: tuple[MatchScore, ...] = ()
    byes: tuple[ByeScore, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    carried: Mapping[int, int] = field(default_factory=dict)
    unranked: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        if not 1 <= self.entrants <= MOST_ENTRANTS:
            raise UsageError(f"standings are for 1 to {MOST_ENTRANTS:,} entrants, "
                             f"not {self.entrants}")
        if len(self.matches) + len(self.byes) + len(self.penalties) > _MOST_MATCHES:
            raise UsageError(f"a ledger has at most {_MOST_MATCHES:,} entries")
        for match in self.matches:
            self._check_match(match)
        for bye in self.byes:
            self._check(bye.entrant, bye.round, bye.points, "a bye")
        for penalty in self.penalties:
            self._check(penalty.entrant, max(1, penalty.round), penalty.points, "a penalty")
        for entrant in {*self.carried, *self.unranked}:
            self._check(entrant, 1, self.carried.get(entrant, 0), "the ledger", signed=True)
        self._check_once()

    def as_of(self, round: int | None) -> Ledger:
        """The ledger as it was after ``round``, later rounds left out; None leaves everything
        in."""
        if round is None or (round >= self.last_round and all(p.round <= round for p in self.penalties)):
            return self
        return replace(
            self,
            matches=tuple(m for m in self.matches if m.round <= round),
            byes=tuple(b for b in self.byes if b.round <= round),
            penalties=tuple(p for p in self.penalties if p.round <= round),
        )

    @property
    def last_round(self) -> int:
        """The latest round of a match or bye, 0 for none."""
        rounds = [m.round for m in self.matches] + [b.round for b in self.byes]
        return max(rounds, default=0)

    def _check_match(self, match: MatchScore) -> None:
        if match.kind in MATCH_KINDS and match.home != match.away and match.share in (1, 2) and (
            1 <= match.home <= self.entrants and 1 <= match.away <= self.entrants
            and 1 <= match.round <= _MOST_ROUNDS and -_MOST_POINTS <= match.home_points <= _MOST_POINTS
            and -_MOST_POINTS <= match.away_points <= _MOST_POINTS
        ):
            return  # which is nearly always; what is wrong is told one by one
        told = f"match {match.home}-{match.away}"
        if match.kind not in MATCH_KINDS:
            raise UsageError(f'{told} of round {match.round} is of kind "{match.kind:.60}", '
                             "which there is not", maybe=did_you_mean(match.kind, MATCH_KINDS))
        if match.home == match.away:
            raise UsageError(f"entrant {match.home} plays itself in round {match.round}")
        if not 1 <= match.share <= 2:
            raise UsageError(f"{told} of round {match.round} counts 1/{match.share}: "
                             "only whole and half matches are known")
        for side in (match.home, match.away):
            self._check(side, match.round, match.points_of(side), told, signed=True)

    def _check(
        self, entrant: int, round: int, points: int, what: str, signed: bool = False
    ) -> None:
        if not 1 <= entrant <= self.entrants:
            raise UsageError(f"{what} names entrant {entrant}, but there are only 1 to "
                             f"{self.entrants}",
                             maybe="check the number that was entered.")
        if not 1 <= round <= _MOST_ROUNDS:
            raise UsageError(f"{what} of entrant {entrant} is in round {round}; "
                             f"rounds are 1 to {_MOST_ROUNDS:,}")
        if not (-_MOST_POINTS if signed else 0) <= points <= _MOST_POINTS:
            raise UsageError(f"{what} of entrant {entrant} in round {round} has {points} "
                             "hundredths",
                             maybe="enter penalties as positive numbers; they are taken off.")

    def _check_once(self) -> None:
        """In a round an entrant has one match, two half matches or one bye (league events play more
        rounds, not more matches in one)."""
        halves: dict[int, int] = {}
        for match in self.matches:
            count = 2 // match.share
            for side in (match.home, match.away):
                key = side * _APART + match.round
                halves[key] = halves.get(key, 0) + count
        for bye in self.byes:
            key = bye.entrant * _APART + bye.round
            halves[key] = halves.get(key, 0) + 2
        for key, count in halves.items():
            if count > 2:
                entrant, round = divmod(key, _APART)
                raise UsageError(
                    f"entrant {entrant} has more than one match or bye in round {round}",
                    maybe="enter the two matches of a block of three as half matches.")
