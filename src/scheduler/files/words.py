"""The words that headings are known by, in English, Chinese and Vietnamese, and their finding.

The first word of each list and language is the one that is written; all of them are read. Accents,
case, width, spaces and punctuation do not matter in reading.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scheduler.errors import FileError, UsageError, did_you_mean
from scheduler.files.sheets import Sheet
from scheduler.files.text import fold

__all__ = ["ENTRANT_WORDS", "MATCH_WORDS", "Header", "find_header", "numeral", "word"]

Words = Mapping[str, tuple[str, ...]]

# Within a heading's list an earlier word wins over a later one when a sheet has both: the drawn
# number of a team over the serial number of its row, the team's name over its captain's.
ENTRANT_WORDS: Words = {
    "number": (
        "number", "编号", "số", "team number", "team no", "entrant", "draw number", "队号", "號碼",
        "签号", "抽签号", "号码", "số đội", "số hiệu", "mã số", "no", "nr", "n°", "num", "#", "号",
        "號", "序号", "序號", "số thứ tự", "stt", "id",
    ),
    "name": (
        "name", "队名", "tên đội", "team name", "team", "teams", "隊名", "队伍名称", "参赛队",
        "参赛队伍", "代表队", "队伍", "đội", "tên", "tên đội tuyển", "đội tuyển", "entrants",
        "pair", "pair name", "player", "player name", "full name", "牌手", "选手", "名称", "名稱",
        "姓名", "họ tên", "họ và tên", "cặp", "vận động viên", "đấu thủ", "队",
    ),
    "seed": (
        "seed", "种子", "hạt giống", "seeding", "seed number", "seed no", "种子号", "種子",
        "种子序号", "số hạt giống",
    ),
    "region": (
        "region", "地区", "khu vực", "country", "nation", "nationality", "federation", "zone",
        "nbo", "地區", "单位", "單位", "所属单位", "国家", "國家", "省市", "省份", "赛区",
        "quốc gia", "vùng", "tỉnh", "tỉnh thành", "đơn vị", "địa phương",
    ),
    "club": ("club", "俱乐部", "câu lạc bộ", "俱樂部", "clb"),
    "rating": (
        "rating", "等级分", "xếp hạng", "strength", "elo", "等級分", "积分", "实力", "điểm",
        "hệ số", "ranking points",
    ),
}
MATCH_WORDS: Words = {
    "round": ("round", "轮次", "vòng", "rd", "rnd", "r", "轮", "輪次", "輪", "轮数", "vòng đấu"),
    "table": ("table", "桌号", "bàn", "tbl", "t", "台", "台号", "桌", "场地", "bàn số", "board"),
    "home": (
        "home", "主队", "đội nhà", "home team", "home number", "host", "主", "主场", "主隊", "nhà",
        "chủ nhà", "team 1", "team a",
    ),
    "away": (
        "away", "客队", "đội khách", "away team", "away number", "visitor", "visiting",
        "visiting team", "visitors", "guest", "客", "客场", "客隊", "khách", "team 2", "team b",
    ),
    "start": ("start", "开始时间", "giờ bắt đầu", "start time", "时间", "時間", "thời gian", "giờ"),
    "home name": ("home name", "主队名", "tên đội nhà"),
    "away name": ("away name", "客队名", "tên đội khách"),
    "bye": ("bye", "轮空", "nghỉ", "byes", "idle", "輪空", "miễn đấu"),
    "opponent": ("opponent", "对手", "đối thủ"),
    "rounds": ("Rounds", "轮次表", "Vòng đấu"),
    "entrants": ("By entrant", "各队赛程", "Theo đội"),
    "crosstable": ("Crosstable", "交叉表", "Bảng chéo"),
    "number": ("number", "编号", "số"),
    "name": ("name", "队名", "tên đội"),
    "at home": ("H", "主", "N"),
    "at other": ("A", "客", "K"),
}
_LANGUAGES = ("en", "zh", "vi")
_HEADER_WITHIN = 30
_NUMERAL = re.compile(r"#?\s*([0-9]{1,9})(?:\.0*|\s*号|\s*號)?")


def word(key: str, language: str) -> str:
    """The written heading ``key`` of schedules in ``en``, ``zh`` or ``vi``."""
    if language not in _LANGUAGES:
        raise UsageError(
            f'no language "{language}"', maybe=did_you_mean(language, _LANGUAGES)
        )
    return MATCH_WORDS[key][_LANGUAGES.index(language)]


def numeral(text: str) -> int | None:
    """The whole number that a cell holds (``3``, ``3.0``, ``#3``, full-width digits), else None."""
    if text.isdecimal() and text.isascii() and len(text) < 10:  # half a million cells are like this
        return int(text)
    found = _NUMERAL.fullmatch(text.translate(_PLAIN_DIGITS).strip())
    return int(found[1]) if found else None


_PLAIN_DIGITS = {ord("０") + i: str(i) for i in range(10)} | {ord("．"): ".", ord("＃"): "#"}


@dataclass(frozen=True, slots=True)
class Header:
    """Where the columns are: heading key to column, both from 0, and the further headings."""

    row: int
    columns: Mapping[str, int]
    further: Mapping[str, int]


def find_header(
    sheet: Sheet, words: Words, needed: Sequence[str], keys: Sequence[str] = ()
) -> Header | None:
    """The row among the first 30 that names most columns, if it names all ``needed`` ones.

    ``keys`` restricts the headings looked for. Raises :class:`FileError` when two columns of that
    row have the same heading.
    """
    ranks = {
        fold(w): (key, rank)
        for key in (keys or words)
        for rank, w in enumerate(words[key])
    }
    best: Header | None = None
    for row in range(min(_HEADER_WITHIN, len(sheet.rows))):
        header = _header(sheet, row, ranks)
        if all(key in header.columns for key in needed) and (
            best is None or len(header.columns) > len(best.columns)
        ):
            best = header
    if best is not None:
        _no_doubles(sheet, best)
    return best


def _header(sheet: Sheet, row: int, ranks: Mapping[str, tuple[str, int]]) -> Header:
    best: dict[str, tuple[int, int]] = {}
    for column, text in enumerate(sheet.rows[row]):
        key, rank = ranks.get(fold(text), ("", 0))
        if key and (key not in best or rank < best[key][0]):
            best[key] = (rank, column)
    columns = {key: column for key, (_, column) in best.items()}
    further: dict[str, int] = {}
    for column, text in enumerate(sheet.rows[row]):
        if text and column not in columns.values():
            count, heading = 2, text
            while heading in further:  # "player, player, player": each keeps its column
                heading, count = f"{text} {count}", count + 1
            further[heading] = column
    return Header(row, columns, further)


def _no_doubles(sheet: Sheet, header: Header) -> None:
    used = {fold(sheet.cell(header.row, c)): c for c in header.columns.values()}
    for column, text in enumerate(sheet.rows[header.row]):
        if used.get(fold(text), column) != column:
            raise FileError(
                f'the heading "{text}" stands over two columns',
                where=sheet.place(header.row, column),
                maybe="rename one of them.",
            )
