"""What has happened so far, as far as the next round depends on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Any

from scheduler.errors import UsageError
from scheduler.event import Round
from scheduler.facts.pairing import PairingFrame
from scheduler.rules import Rulebook

__all__ = ["MOST_ROUNDS", "Settings", "SwissState", "Three", "recommended_rounds"]

MOST_ROUNDS = 1_000
_MOST_ENTRANTS, _MOST_TABLES = 20_000, 100_000


@dataclass(frozen=True, slots=True)
class Three:
    """Three who play each other, from ``round`` on: within it, or over it and the next if ``long``."""

    round: int
    entrants: tuple[int, ...]
    long: bool = False


@dataclass(frozen=True)
class SwissState:
    """A Swiss event before ``round`` of ``rounds`` is drawn.

    ``played`` are the rounds before, home sides included; ``points`` after penalties, whole numbers in
    any one unit (hundredths of a VP); ``order`` the true order, the best first, where it is known (for
    round 1 the seeding); ``wins`` where the rulebook pairs winners and losers apart. ``absent`` are
    withdrawn or away in this round. Matches of blocks of three are not in ``played``. ``tables`` is how
    many there are, 0 for as many as are needed.
    """

    entrants: int
    round: int
    rounds: int
    played: tuple[Round, ...] = ()
    points: Mapping[int, int] = field(default_factory=dict)
    order: tuple[int, ...] = ()
    wins: Mapping[int, int] = field(default_factory=dict)
    absent: frozenset[int] = frozenset()
    threes: tuple[Three, ...] = ()
    attributes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    tables: int = 0

    def __post_init__(self) -> None:
        n = self.entrants
        if not 0 <= self.tables <= _MOST_TABLES:
            raise UsageError(f"a round has at most {_MOST_TABLES} tables, not {self.tables}")
        if not 0 <= n <= _MOST_ENTRANTS or not 1 <= self.round <= self.rounds <= MOST_ROUNDS:
            raise UsageError(
                f"round {self.round} of {self.rounds} with {n} entrants: there are at most {_MOST_ENTRANTS} "
                f"entrants and {MOST_ROUNDS} rounds, and a round is one of them")
        used = {a for a, _, _ in self.met} | {b for _, b, _ in self.met} | {e for e, _ in self.byes}
        wrong = [e for e in {*used, *self.points, *self.order, *self.absent} if not 1 <= e <= n]
        if wrong:
            raise UsageError(f"number {wrong[0]} is not among 1 to {n}")
        late = [r.number for r in self.played if r.number >= self.round]
        if late:
            raise UsageError(
                f"round {late[0]} has been paired already, and round {self.round} is asked for",
                maybe="undo the later round first.")

    @cached_property
    def active(self) -> tuple[int, ...]:
        """Who is there to be paired."""
        return tuple(e for e in range(1, self.entrants + 1) if e not in self.absent)

    @cached_property
    def met(self) -> tuple[tuple[int, int, int], ...]:
        """Every pair that has met or is meeting in a block of three, as (home, away, round)."""
        out = [(m.home, m.away, r.number) for r in self.played for m in r.matches]
        return (*out, *((a, b, t.round) for t in self.threes for a, b in combinations(t.entrants, 2)))

    @cached_property
    def byes(self) -> tuple[tuple[int, int], ...]:
        """Who had a bye, and when; being absent is none."""
        return tuple(
            (b.entrant, r.number) for r in self.played for b in r.byes if b.kind in ("idle", "phantom"))

    @cached_property
    def sat(self) -> tuple[tuple[int, int, int], ...]:
        """Who was at which table, and when: (entrant, table, round), where tables are known."""
        return tuple(
            (e, m.table, r.number) for r in self.played for m in r.matches if m.table
            for e in (m.home, m.away))

    @property
    def busy(self) -> tuple[int, ...]:
        """Who is in the second round of a block of three."""
        return tuple(e for t in self.threes if t.long and t.round == self.round - 1 for e in t.entrants)

    def frame(self, ranking: Sequence[int] = ()) -> PairingFrame:
        """What rules may ask about; ``ranking`` is the order of the draw, the absent are last in it."""
        ranks: tuple[int, ...] = ()
        if ranking:
            place = {e: i for i, e in enumerate(ranking)}
            ranks = tuple(place.get(e, len(ranking)) for e in range(1, self.entrants + 1))
        wins = tuple(str(self.wins.get(e, 0)) for e in range(1, self.entrants + 1))
        return PairingFrame(
            self.entrants, self.round, self.rounds, self.met, self.byes,
            {**self.attributes, "wins": wins}, self.names, ranks, self.absent, sat=self.sat)


@dataclass(frozen=True, slots=True)
class Settings:
    """How the rulebook wants rounds made: the parameters of the rules that say so, or their defaults."""

    odd: str = "bye"
    ties: str = "number-by-round"
    first: str = "snake"
    within: str = "neighbours"
    last: str = "as-before"
    home: str = "v1"
    delay: int = 0
    last_undelayed: bool = True
    open: str = "refuse"

    @classmethod
    def of(cls, rulebook: Rulebook) -> Settings:
        """The settings of a rulebook."""
        found: dict[str, Any] = {}
        for id in ("paired-once", "high-meets-high", "home-side"):
            use = rulebook.find(id)
            if use:
                found |= {k.replace("-", "_"): v for k, v in use.params.items()}
        if "variant" in found:
            found["home"] = found.pop("variant")
        return cls(**found)


def recommended_rounds(entrants: int) -> tuple[int, int]:
    """The fewest and most rounds that CBA-16.2 recommends; above 64 teams it says nothing: (0, 0)."""
    for most, span in ((16, (4, 6)), (32, (5, 9)), (64, (7, 12))):
        if entrants <= most:
            return span
    return 0, 0
