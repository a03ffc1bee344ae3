"""Results of pairs, board by board: CSV or XLSX, a line for each table that played a board.

    board,ns,ew,result,section,deal
    1,3,8,4S N =,A,
    1,5,2,-100,A,
    2,3,8,A+/A-,A,                   artificial: N-S's award, E-W's
    2,5,2,620:60 -100:40,A,          weighted: scores of N-S, with their weights in per cent
    3,3,8,+140,A,changed             a fouled board, as it lay from then on

``result`` is a contract or a score seen from N-S; with both columns ``contract`` and ``score`` one is held
against the other. ``section`` compares with itself alone, ``deal`` names the form of a fouled board.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from scheduler.errors import FileError, UsageError
from scheduler.files.sheets import Sheet, read_sheets
from scheduler.files.source import MEGABYTE, Source
from scheduler.files.words import Header, Words, find_header, numeral
from scheduler.standings.boards import north_south, parse_contract
from scheduler.standings.rulings import Part, weighted

__all__ = ["MOST_LINES", "BoardLine", "read_board_scores"]

MOST_LINES = 100_000
_LIMIT = 20 * MEGABYTE
_LONGEST = 40
_NOT_PLAYED = ("", "-", "–", "—", "np", "not played", "none", "未打", "không chơi")
_SCORE = re.compile(r"[+-]?[0-9]{1,5}")
_PART = re.compile(r"([+-]?[0-9]{1,5}):([0-9]{1,3}(?:\.[0-9]{1,2})?)%?")
_AWARDS = {
    **dict.fromkeys(("a+", "av+", "ave+", "avg+", "60", "60%", "average-plus"), "average-plus"),
    **dict.fromkeys(("a", "a=", "av", "ave", "avg", "50", "50%", "average"), "average"),
    **dict.fromkeys(("a-", "av-", "ave-", "avg-", "40", "40%", "average-minus"), "average-minus"),
}
BOARD_WORDS: Words = {
    "board": ("board", "牌号", "ván", "board no", "board number", "bd", "brd", "副", "牌", "ván bài", "#"),
    "ns": ("ns", "南北", "bắc nam", "n-s", "ns pair", "pair ns", "pair n-s", "north south", "bn", "南北对"),
    "ew": ("ew", "东西", "đông tây", "e-w", "ew pair", "pair ew", "pair e-w", "east west", "đt", "东西对"),
    "result": ("result", "结果", "kết quả"),
    "contract": ("contract", "定约", "hợp đồng", "khế ước"),
    "score": ("score", "得分", "điểm", "ns score", "score ns", "score n-s", "基本分"),
    "section": ("section", "分组", "bảng", "group", "sec", "组", "nhóm"),
    "deal": ("deal", "牌型", "bản chia", "form", "fouled", "version"),
}


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A board at one table. ``score`` as N-S sees it, else ``parts`` of a weighted one, else the two
    ``awards`` (N-S's, E-W's); none of them: not played. ``at`` is its place in the file, for messages."""

    board: int
    ns: str
    ew: str
    score: int | None
    parts: tuple[Part, ...]
    awards: tuple[str, str] | None
    section: str
    deal: str
    at: str


def read_board_scores(source: Source, *, name: str = "") -> tuple[BoardLine, ...]:
    """The lines of a list of results, in its order; of several sheets the first with headings counts.

    FileError naming line and column: no headings for board, both pairs and a result; a board or pair that
    is none; a result that cannot be read, or that no contract has; a contract that scores something else
    than the score beside it; more than 100,000 lines or 20 MB.
    """
    sheets = read_sheets(source, name=name, limit=_LIMIT)
    for sheet in sheets:
        header = find_header(sheet, BOARD_WORDS, ["board", "ns", "ew"])
        if header is not None and any(key in header.columns for key in ("result", "contract", "score")):
            break
    else:
        raise FileError(
            "no headings for boards, pairs and results were found", where=sheets[0].place(0),
            maybe='put headings above the list: "board, ns, ew, result".')
    rows = [row for row in range(header.row + 1, len(sheet.rows))
            if sheet.rows[row] != sheet.rows[header.row]]
    if len(rows) > MOST_LINES:
        raise FileError(f"{len(rows):,} results; the limit is {MOST_LINES:,}", where=sheet.where)
    if not rows:
        raise FileError("there is no result below the headings", where=sheet.place(header.row))
    return tuple(_line(sheet, header, row) for row in rows)


def _line(sheet: Sheet, header: Header, row: int) -> BoardLine:
    columns = header.columns
    board = numeral(sheet.cell(row, columns["board"]))
    if not board or board > 999:
        raise FileError(
            f'"{sheet.cell(row, columns["board"])[:_LONGEST]}" is no number of a board, 1 to 999',
            where=sheet.place(row, columns["board"]))
    ns, ew = (_pair(sheet, row, columns[key]) for key in ("ns", "ew"))
    told = {key: sheet.cell(row, columns[key]) for key in ("result", "contract", "score") if key in columns}
    section, deal = (sheet.cell(row, columns.get(key, -1)) for key in ("section", "deal"))
    if max(len(section), len(deal)) > _LONGEST:
        raise FileError(f"the name of a section or deal has at most {_LONGEST} characters",
                        where=sheet.place(row))
    try:
        score, parts, awards = _result(board, told)
    except UsageError as error:
        key = next((k for k in ("result", "score", "contract") if told.get(k)), "board")
        raise FileError(error.message, where=sheet.place(row, columns[key]), maybe=error.maybe) from None
    return BoardLine(board, ns, ew, score, parts, awards, section, deal, sheet.place(row))


def _pair(sheet: Sheet, row: int, column: int) -> str:
    """A pair as it is called: its number, or a short name such as A3."""
    text = sheet.cell(row, column)
    number = numeral(text)
    if number is not None:
        text = str(number)
    if not text or len(text) > _LONGEST or text == "0":
        raise FileError(f'"{text[:_LONGEST]}" is no pair', where=sheet.place(row, column),
                        maybe="write its number, or a short name such as A3.")
    return text


_Result = tuple[int | None, tuple[Part, ...], tuple[str, str] | None]


def _result(board: int, told: dict[str, str]) -> _Result:
    """What the columns say; the contract is held against the score where both are there."""
    text = told.get("result", "")
    if _plain(text) in _NOT_PLAYED:
        text = told.get("score", "")
    contract = told.get("contract", "")
    if _plain(text) in _NOT_PLAYED:
        text, contract = contract, ""
    made = _one(board, text)
    if _plain(contract) not in _NOT_PLAYED and made[0] is not None:
        worth = north_south(board, parse_contract(contract))
        if worth != made[0]:
            raise UsageError(
                f"{contract[:_LONGEST]} scores {worth:+} for N-S on board {board}, and not {made[0]:+}",
                maybe="look at the slip: contract, declarer, tricks, or the board's vulnerability.")
    return made


def _one(board: int, text: str) -> _Result:
    plain = _plain(text)
    if plain in _NOT_PLAYED:
        return None, (), None
    awards = [_AWARDS.get(side.strip(), "") for side in plain.split("/")]
    if len(awards) == 2 and all(awards):
        return None, (), (awards[0], awards[1])
    if _SCORE.fullmatch(plain):
        return north_south(board, int(plain)), (), None
    parts = [_PART.fullmatch(part) for part in plain.replace(",", " ").split()]
    if parts and all(parts):
        return None, _weighed(board, [p for p in parts if p]), None
    return north_south(board, parse_contract(text)), (), None


def _weighed(board: int, found: Sequence[re.Match[str]]) -> tuple[Part, ...]:
    parts = tuple(Part(north_south(board, int(p[1])), Fraction(p[2])) for p in found)
    weighted(parts, int)
    return parts


def _plain(text: str) -> str:
    return text.strip().lower().replace("−", "-")
