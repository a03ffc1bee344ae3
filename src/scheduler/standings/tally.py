"""What each entrant has, added up from the ledger: the ground that tie-breaks stand on."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from scheduler.standings.results import Ledger, MatchScore
from scheduler.standings.rounding import rounded

__all__ = ["Meeting", "Tally", "tallies"]


class Meeting(NamedTuple):
    """A match as one side has it; ``halves`` is 2, or 1 for a half match."""

    opponent: int
    points: int
    against: int
    margin_for: int
    margin_against: int
    outcome: int
    halves: int
    away: bool
    played: bool
    boards_for: int = 0
    boards_against: int = 0


@dataclass(slots=True)
class Tally:
    """One entrant's sums, points in hundredths.

    ``score`` is what matches and byes gave, each round rounded once; ``total`` is carry-over and
    score less penalties. ``provisional`` is the part of the score that placeholders of unplayed
    matches hold. ``meetings`` are matches with a result, walkovers included; ``empty`` are the rounds
    that gave points without an opponent at the table.
    """

    entrant: int
    carried: int = 0
    penalties: int = 0
    provisional: int = 0
    score: int = 0
    rounds: dict[int, int] = field(default_factory=dict)
    meetings: list[Meeting] = field(default_factory=list)
    empty: list[int] = field(default_factory=list)
    byes: int = 0
    unplayed: int = 0

    @property
    def total(self) -> int:
        """What the entrant is ranked by."""
        return self.carried + self.score - self.penalties

    @property
    def free(self) -> int:
        """How many rounds gave points without an opponent at the table."""
        return len(self.empty)

    def record(self) -> tuple[Fraction, Fraction, Fraction]:
        """Matches won, drawn and lost, walkovers included, in one pass."""
        halves = [0, 0, 0]
        for meeting in self.meetings:
            halves[meeting.outcome] += meeting.halves  # lost is -1, the last
        return _half(halves[1]), _half(halves[0]), _half(halves[-1])

    def count(self, outcome: int, *, played: bool = False) -> Fraction:
        """Matches won (1), drawn (0), lost (-1); ``played`` leaves walkovers out."""
        return _half(sum(
            m.halves for m in self.meetings if m.outcome == outcome and (m.played or not played)))


@lru_cache(maxsize=1_000)
def _half(halves: int) -> Fraction:
    return Fraction(halves, 2)


def tallies(ledger: Ledger, rounding: str = "half-up", average: int = 1_000) -> dict[int, Tally]:
    """Entrant -> its :class:`Tally`, for everybody in the ledger.

    ``rounding`` says how the mean of two half matches becomes hundredths; ``average`` is a draw.
    """
    out = {e: Tally(e, ledger.carried.get(e, 0)) for e in range(1, ledger.entrants + 1)}
    doubled: dict[int, dict[int, int]] = {e: {} for e in out}
    for match in ledger.matches:
        for side in (match.home, match.away):
            rounds, halves = doubled[side], 2 // match.share
            points = match.home_points if side == match.home else match.away_points
            rounds[match.round] = rounds.get(match.round, 0) + halves * points
            _enter(out[side], match, halves)
    for bye in ledger.byes:
        tally = out[bye.entrant]
        doubled[bye.entrant][bye.round] = 2 * bye.points
        tally.empty.append(bye.round)
        tally.byes += 1
    for penalty in ledger.penalties:
        out[penalty.entrant].penalties += 0 if penalty.waived else penalty.points
    rounded(Fraction(0), rounding)  # so that a rounding there is not is told, needed or not
    for entrant, rounds in doubled.items():
        out[entrant].rounds = {
            r: rounded(Fraction(v, 2), rounding, average) if v % 2 else v // 2
            for r, v in sorted(rounds.items())
        }
        out[entrant].score = sum(out[entrant].rounds.values())
    return out


def _enter(tally: Tally, match: MatchScore, halves: int) -> None:
    home = match.home == tally.entrant
    points, against = match.home_points, match.away_points
    scored, conceded, outcome = match.home_for, match.away_for, match.outcome
    if not home:
        points, against, scored, conceded = against, points, conceded, scored
        outcome = -outcome
    if match.kind == "double-walkover":
        outcome = -1
    if match.kind == "unplayed":
        tally.unplayed += 1
        tally.provisional += points // match.share
        return
    if not match.played:
        tally.empty.append(match.round)
    if match.kind == "void":
        return
    boards = (match.home_boards, match.away_boards)
    tally.meetings.append(Meeting(
        match.away if home else match.home, points, against, scored, conceded, outcome, halves,
        not home, match.played, *(boards if home else boards[::-1])))
