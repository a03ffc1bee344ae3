"""What is kept of a match beside its result: seating rights, line-ups, who sat down, boards, segments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scheduler.standings.boards import BoardResult, Contract, Ruling, point_a_board

__all__ = ["ROOMS", "SIDES", "BoardKey", "Form", "Papers", "Room", "Seated", "Segment", "contract_text"]

SIDES = ("home", "away")
ROOMS = ("open", "closed")

Room = Contract | int
"""What came out of a board in one room: the contract, or N-S's score."""

BoardKey = tuple[int, int]
"""(segment, board): a segment may begin with board 1 again."""


def contract_text(contract: Contract) -> str:
    """A contract as it is written on a slip, and as ``standings.boards.parse_contract`` reads it."""
    if not contract.level:
        return "pass"
    over = contract.tricks - contract.level - 6
    strain = "NT" if contract.strain == "N" else contract.strain
    made = f"{over:+d}" if over else "="
    return f"{contract.level}{strain}{'X' * contract.doubled} {contract.declarer} {made}"


@dataclass(frozen=True, slots=True)
class Form:
    """A line-up as it was handed in: ``players`` N, S, E, W of the side, ``at`` a time in ISO form,
    ``kind`` as in :class:`scheduler.standings.lineups.Stamp`."""

    segment: int
    side: str
    players: tuple[str, ...]
    at: str
    kind: str = "form"


@dataclass(frozen=True, slots=True)
class Seated:
    """Who was found at the table for ``side``; ``leave`` where the director allowed it."""

    segment: int
    side: str
    players: tuple[str, ...]
    at: str = ""
    leave: bool = False


@dataclass(frozen=True, slots=True)
class Segment:
    """IMPs of a segment whose boards are not kept, as typed; ``home`` and ``away`` are whole IMPs."""

    home: int
    away: int
    boards: int = 0
    text: str = ""


@dataclass(slots=True)
class Papers:
    """``sides`` are the ids of who plays: of others, in a bracket that was corrected, nothing of it holds.
    ``lot`` is the side that won the lot for seating rights, ``picks`` the segments picked in turn;
    ``written`` the segments for which forms are asked though they are short. A board is kept by room, or
    as a ruling; ``void`` are those that are not to be played."""

    sides: tuple[int, int]
    lot: str = ""
    picks: tuple[int, ...] = ()
    written: frozenset[int] = frozenset()
    forms: list[Form] = field(default_factory=list)
    seated: list[Seated] = field(default_factory=list)
    rooms: dict[BoardKey, dict[str, Room]] = field(default_factory=dict)
    rulings: dict[BoardKey, Ruling] = field(default_factory=dict)
    void: set[BoardKey] = field(default_factory=set)
    segments: dict[int, Segment] = field(default_factory=dict)

    @property
    def boards(self) -> Mapping[BoardKey, BoardResult]:
        """The boards that are kept, in order, those that are not to be played left out."""
        keys = sorted({*self.rooms, *self.rulings} - self.void)
        return {key: BoardResult(
            key[1], self.rooms.get(key, {}).get("open"), self.rooms.get(key, {}).get("closed"),
            self.rulings.get(key)) for key in keys}

    @property
    def boards_won(self) -> tuple[int, int]:
        """(home's, away's) boards won, in halves, over the boards that are kept."""
        return point_a_board(self.boards.values())
