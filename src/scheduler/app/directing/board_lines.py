"""Boards as somebody types or pastes them, a line each.

    3 open 4S N =          board, room, contract and result        3 both +3/-3    a ruling: IMPs of each side
    3 closed -100          or the score, seen from N-S             3 both void     not to be played
    3 4S N = | -100        both rooms, open first                  3 open none     taken out again

``[{"board": 3, "room": "open", "result": "4S N ="}, ...]`` says the same in JSON. Commas and tabs part
words as blanks do.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scheduler.errors import UsageError
from scheduler.live.boards import room_json
from scheduler.standings.boards import north_south, parse_contract
from scheduler.standings.entry import plain
from scheduler.standings.entry_many import LineFault

__all__ = ["BoardRow", "parse_boards"]

_MOST_TEXT = 500_000
_MOST_LINES = 5_000
_MOST_RULED = 100
_ROOMS = {
    **dict.fromkeys(("open", "o", "开", "开室", "mở"), "open"),
    **dict.fromkeys(("closed", "c", "闭", "闭室", "kín", "đóng"), "closed"),
    **dict.fromkeys(("both", "adj", "ruling", "b", "双", "两室", "cả"), "both"),
}
_HEADS = ("board", "#", "牌", "牌号", "副", "ván")
_NONE = ("none", "-", "take", "无", "không")
_VOID = ("void", "np", "cancelled", "取消", "hủy")
_SCORE = re.compile(r"[+-]?[0-9]{1,5}")
_IMPS = re.compile(r"[+-]?[0-9]{1,3}(\.[0-9]{1,2})?")
_AVERAGE = re.compile(r"(?:a|av|ave|avg)([+-]?)")


@dataclass(frozen=True, slots=True)
class BoardRow:
    """One thing said of a board, as the decision ``boards`` has it; ``number`` is its line."""

    number: int
    segment: int
    board: int
    room: str
    value: Any
    text: str


def parse_boards(
    text: str, lengths: Sequence[int], *, segment: int = 0, knocked: bool = False
) -> tuple[tuple[BoardRow, ...], tuple[LineFault, ...]]:
    """(what is said, lines that say nothing) of a match with segments of ``lengths`` boards.

    ``segment`` 0: boards are numbered through, 1 to 16, 17 to 32 ...; else all are of that one, and
    numbered as they come. ``knocked``: one side must win, so that rulings give both sides the mean (Law 86B),
    and boards beyond the last are extra boards. UsageError for a text beyond the limits and for JSON that is
    none.
    """
    if len(text) > _MOST_TEXT:
        raise UsageError(f"boards of {len(text):,} characters; the limit is {_MOST_TEXT:,}")
    if not 0 <= segment <= len(lengths):
        raise UsageError(f"there is no segment {segment}; a match has {len(lengths)}")
    rows: list[BoardRow] = []
    faults: list[LineFault] = []
    for number, line in _lines(text):
        try:
            rows += _line(number, line, lengths, segment, knocked)
        except UsageError as error:
            faults.append(LineFault(number, line[:80], error.message, error.maybe))
    return tuple(rows), tuple(faults)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    listed = _json(text) if text.lstrip().startswith(("[", "{")) else text.splitlines()
    if len(listed) > _MOST_LINES:
        raise UsageError(f"{len(listed):,} lines of boards; the limit is {_MOST_LINES:,}")
    for number, line in enumerate(listed, start=1):
        told = " ".join(plain(re.sub(r"[\t,;]", " ", line)).split())
        if told and not (number == 1 and told.split()[0] in _HEADS):
            yield number, told


def _json(text: str) -> list[str]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"the boards are no JSON: {error!s:.100}") from None
    listed = found.get("boards") if isinstance(found, dict) else found
    if not isinstance(listed, list) or not all(isinstance(row, dict) for row in listed):
        raise UsageError("boards in JSON are a list of tables", maybe='write [{"board": 1, ...}].')
    return [f"{row.get('board', '')!s:.20} {row.get('room', '')!s:.20} {row.get('result', '')!s:.60}"
            for row in listed]


def _line(
    number: int, line: str, lengths: Sequence[int], segment: int, knocked: bool
) -> Sequence[BoardRow]:
    first, _, rest = line.partition(" ")
    if not (first.isascii() and first.isdecimal() and len(first) <= 3 and int(first)):
        raise UsageError(f'"{first[:20]}" is no number of a board', maybe="write BOARD ROOM RESULT.")
    board = int(first)
    where = segment or _segment(board, lengths, knocked)
    if "|" in rest:
        halves = rest.split("|")
        if len(halves) != 2:
            raise UsageError("a line has two rooms, open and closed, with | between them")
        parts = [("open", halves[0].strip()), ("closed", halves[1].strip())]
    else:
        word, _, value = rest.partition(" ")
        if word not in _ROOMS:
            raise UsageError(f'"{word[:20]}" is no room', maybe="write open, closed or both.")
        parts = [(_ROOMS[word], value.strip())]
    return [BoardRow(number, where, board, room, _value(board, room, value, knocked), value)
            for room, value in parts if value or "|" not in rest]


def _segment(board: int, lengths: Sequence[int], knocked: bool) -> int:
    """The segment of a board where they are numbered through."""
    last = 0
    for k, length in enumerate(lengths, start=1):
        last += length
        if board <= last:
            return k
    if knocked:
        return len(lengths)
    raise UsageError(f"the match has boards 1 to {last}, and {board} is none of them",
                     maybe="say in which segment it was played: --segment 1.")


def _value(board: int, room: str, value: str, average: bool) -> Any:
    if not value:
        raise UsageError(f"board {board}: nothing is said of it", maybe='write "1 open 4S N =".')
    if value in _NONE:
        return None
    if room == "both":
        return "void" if value in _VOID else _ruling(board, value, average)
    if value in _VOID:
        raise UsageError(
            f"board {board} cannot be void in one room only", maybe=f'write "{board} both void".')
    made = int(value) if _SCORE.fullmatch(value) else parse_contract(value)
    north_south(board, made)
    return room_json(made)


def _ruling(board: int, value: str, average: bool) -> dict[str, Any]:
    """The IMPs of each side, home first; one alone is the other's with its sign turned."""
    sides = [part.strip() for part in value.split("/")]
    if not 1 <= len(sides) <= 2:
        raise UsageError(f'board {board}: "{value[:40]}" is no ruling', maybe="write +3/-3, 0/0 or void.")
    home, *others = (_imps(board, side) for side in sides)
    away = others[0] if others else -home
    return {"home": home, "away": away, **({"average": True} if average else {})}


def _imps(board: int, side: str) -> int:
    found = _AVERAGE.fullmatch(side)
    if found:
        return {"+": 300, "": 0, "-": -300}[found[1]]
    if not _IMPS.fullmatch(side) or abs(Fraction(side)) > _MOST_RULED:
        raise UsageError(f'board {board}: "{side[:20]}" are no IMPs of a ruling',
                         maybe="write the IMPs of each side, home first: +3/-3.")
    return int(Fraction(side) * 100)
