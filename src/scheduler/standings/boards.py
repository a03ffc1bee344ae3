"""A board from contract and tricks to score, IMPs and the margin of a match.

Laws of Duplicate Bridge 2017: Law 2 (dealer and vulnerability), 77 (scores), 78B (IMPs), 86A.
IMPs of single boards are kept in hundredths, as weighted and averaged scores are no whole numbers;
they are rounded when the match is added up and nowhere else.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scheduler.errors import UsageError
from scheduler.standings.rounding import rounded

__all__ = [
    "IMP_LIMITS", "BoardResult", "Contract", "Ruling", "board_imps", "contract_score", "dealer",
    "imps", "match_margin", "north_south", "parse_contract", "point_a_board", "vulnerable", "weighted_imps",
]

IMP_LIMITS = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900,
    1_100, 1_300, 1_500, 1_750, 2_000, 2_250, 2_500, 3_000, 3_500, 4_000,
)
"""The least difference that is worth 1, 2 ... 24 IMPs (Law 78B)."""

_MOST_SCORE = 20_000
_MOST_BOARD = 999
_STRAINS = {"S": "S", "H": "H", "D": "D", "C": "C", "N": "N", "NT": "N",
            "♠": "S", "♥": "H", "♦": "D", "♣": "C"}
_CONTRACT = re.compile(
    r"([1-7])\s*(NT|[SHDCN♠♥♦♣])\s*(XX|X|)\s*(?:BY\s*)?([NESW])\s*(=|[+-][0-9]{1,2})")
_VULNERABLE = ("", "NS", "EW", "NSEW", "NS", "EW", "NSEW", "", "EW", "NSEW", "", "NS",
               "NSEW", "", "NS", "EW")


@dataclass(frozen=True, slots=True)
class Contract:
    """A contract and its tricks. ``strain`` is one of S H D C N; ``doubled`` 0, 1 or 2;
    ``declarer`` a seat, N E S W; ``tricks`` declarer's, 0 to 13. Level 0 is a board passed out."""

    level: int
    strain: str = ""
    doubled: int = 0
    declarer: str = ""
    tricks: int = 0

    def __post_init__(self) -> None:
        if self.level == 0:
            return
        if not (1 <= self.level <= 7 and self.strain in tuple("SHDCN") and 0 <= self.doubled <= 2
                and self.declarer in tuple("NESW") and 0 <= self.tricks <= 13):
            raise UsageError(
                f"there is no contract {self.level}{self.strain} doubled {self.doubled} times by "
                f'"{self.declarer}" with {self.tricks} tricks')


def parse_contract(text: str) -> Contract:
    """A contract as it is written on a slip: ``4S N =``, ``3NT X W -2``, ``5♣ xx by E +1``,
    ``pass``.

    Case and blanks do not matter. UsageError where it cannot be read, or the tricks are none.
    """
    plain = "" if len(text) > 60 else " ".join(text.upper().replace("−", "-").split())
    if plain in ("PASS", "PASSED OUT", "AP", "P"):
        return Contract(0)
    found = _CONTRACT.fullmatch(plain)
    if not found:
        raise UsageError(f'"{text[:60]}" is no contract with its result',
                         maybe='write it like "4S N =", "3NT X W -2" or "pass".')
    level, strain, doubled, declarer, result = found.groups()
    tricks = int(level) + 6 + (0 if result == "=" else int(result))
    if not 0 <= tricks <= 13:
        raise UsageError(f'"{text[:60]}" would be {tricks} tricks of 13')
    return Contract(int(level), _STRAINS[strain], len(doubled), declarer, tricks)


def dealer(board: int) -> str:
    """The dealer's seat on a board (Law 2): N on board 1, then clockwise. UsageError."""
    return "NESW"[(_numbered(board) - 1) % 4]


def vulnerable(board: int, seat: str) -> bool:
    """Whether ``seat`` (N, E, S, W) is vulnerable on a board: the cycle of 16 of Law 2.
    UsageError."""
    if seat not in tuple("NESW"):
        raise UsageError(f'"{seat}" is no seat', maybe="write N, E, S or W.")
    return seat in _VULNERABLE[(_numbered(board) - 1) % 16]


def _numbered(board: int) -> int:
    if not 1 <= board <= _MOST_BOARD:
        raise UsageError(f"boards are numbered 1 to {_MOST_BOARD}, not {board}")
    return board


def contract_score(contract: Contract, is_vulnerable: bool) -> int:
    """Declarer's score of a contract (Law 77), negative when it is down, 0 when passed out."""
    if contract.level == 0:
        return 0
    over = contract.tricks - contract.level - 6
    if over < 0:
        return -_undertricks(-over, contract.doubled, is_vulnerable)
    each = 20 if contract.strain in "CD" else 30
    first = 10 if contract.strain == "N" else 0
    bid = (each * contract.level + first) << contract.doubled
    game = (500 if is_vulnerable else 300) if bid >= 100 else 50
    slam = {6: 500, 7: 1_000}.get(contract.level, 0) * (3 if is_vulnerable else 2) // 2
    overtrick = 100 * contract.doubled * (2 if is_vulnerable else 1) if contract.doubled else each
    return bid + game + slam + 50 * contract.doubled + over * overtrick


def _undertricks(down: int, doubled: int, is_vulnerable: bool) -> int:
    if not doubled:
        return down * (100 if is_vulnerable else 50)
    if is_vulnerable:
        return doubled * (300 * down - 100)
    return doubled * (100 + 200 * min(down - 1, 2) + 300 * max(0, down - 3))


def imps(difference: int) -> int:
    """The IMPs of a difference of scores, with its sign (Law 78B)."""
    size = bisect_right(IMP_LIMITS, abs(difference))
    return size if difference >= 0 else -size


@dataclass(frozen=True, slots=True)
class Ruling:
    """An artificial score of a board: the sides' IMPs, in hundredths, each from its own view.

    Law 86A: 300 for a side without fault (60 %), 0 for 50 %, -300 for 40 %. ``average`` gives both
    sides their mean, as a knock-out needs it (Law 86B).
    """

    home: int
    away: int
    average: bool = False


@dataclass(frozen=True, slots=True)
class BoardResult:
    """A board in both rooms: contracts, or scores seen from N-S, or a :class:`Ruling` instead.

    The home side is N-S in the open room and E-W in the closed one (CBA-17.2). None: not played.
    """

    board: int
    open: Contract | int | None = None
    closed: Contract | int | None = None
    ruling: Ruling | None = None


def board_imps(result: BoardResult) -> tuple[int, int] | None:
    """(home's, away's) IMPs of a board in hundredths, each from its own view; None if not played
    out.

    They are opposite but for a ruling that does not balance. UsageError for impossible scores.
    """
    ruling = result.ruling
    if ruling is not None:
        if ruling.average:
            mean = rounded(Fraction(ruling.home - ruling.away, 2))
            return mean, -mean
        return ruling.home, ruling.away
    if result.open is None or result.closed is None:
        return None
    here, there = (north_south(result.board, room) for room in (result.open, result.closed))
    won = 100 * imps(here - there)
    return won, -won


def north_south(board: int, room: Contract | int) -> int:
    """N-S's score of one room: of its contract, or the score as it was kept. UsageError for one that no
    contract has."""
    if isinstance(room, Contract):
        score = contract_score(room, bool(room.level) and vulnerable(board, room.declarer))
        return score if room.declarer in ("N", "S") else -score
    _numbered(board)
    if abs(room) > _MOST_SCORE or room % 10:
        raise UsageError(f"no contract scores {room} on board {board}",
                         maybe="check the score; it is seen from N-S.")
    return room


def point_a_board(boards: Iterable[BoardResult]) -> tuple[int, int]:
    """(home's, away's) boards won in halves, 1 for a board that was level: the count-back that is left
    where net IMPs do not tell two apart. Boards not played out and rulings count for nobody."""
    home = away = 0
    for result in boards:
        made = None if result.ruling is not None else board_imps(result)
        if made is not None:
            home += 1 + (made[0] > 0) - (made[0] < 0)
            away += 1 + (made[1] > 0) - (made[1] < 0)
    return home, away


def weighted_imps(parts: Sequence[tuple[int, int]], other_room: int) -> int:
    """N-S's IMPs in hundredths of a weighted score: ``parts`` are (N-S score, weight in per cent).

    Each is turned to IMPs against ``other_room`` first, then weighted. At most 5 parts, whose
    weights add up to 100; UsageError otherwise.
    """
    if not 1 <= len(parts) <= 5 or sum(w for _, w in parts) != 100 or any(w <= 0 for _, w in parts):
        raise UsageError(f"the weights {[w for _, w in parts[:6]]} are not 1 to 5 positive ones "
                         "of 100 in all")
    return sum(w * imps(score - other_room) for score, w in parts)


def match_margin(
    boards: Iterable[BoardResult], rounding: str = "half-away"
) -> tuple[int, int, tuple[int, ...]]:
    """(home's margin, away's margin, boards not played out) of a match, margins in whole IMPs.

    Each side's margin is from its own view; they are opposite unless a ruling gave both sides
    something, and then each side has its VP from its own. Half an IMP goes away from 0, or as
    ``rounding`` says. UsageError where a board comes twice.
    """
    home = away = 0
    missing: list[int] = []
    seen: set[int] = set()
    for result in boards:
        if result.board in seen:
            raise UsageError(f"board {result.board} comes twice in one match",
                             maybe="check the board numbers that were entered.")
        seen.add(_numbered(result.board))
        made = board_imps(result)
        if made is None:
            missing.append(result.board)
        else:
            home, away = home + made[0], away + made[1]
    return (rounded(Fraction(home, 100), rounding), rounded(Fraction(away, 100), rounding),
            tuple(missing))
