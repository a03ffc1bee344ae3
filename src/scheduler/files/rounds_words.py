"""Headings and words of lists of rounds and results, in English, Chinese and Vietnamese."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from scheduler.files.text import fold
from scheduler.files.words import MATCH_WORDS, Words, numeral

__all__ = [
    "PLAIN_WORDS", "ROUND_WORDS", "WRITTEN", "bye_kind", "heading", "penalty_word", "round_label",
]

ROUND_WORDS: Words = {
    "round": (*MATCH_WORDS["round"], "round no", "round number", "rd no", "第几轮", "场次", "lượt"),
    "table": (*MATCH_WORDS["table"], "table no", "table number", "match", "match no"),
    "home": (*MATCH_WORDS["home"], "home no", "home id", "team", "队", "队伍", "đội", "entrant", "number"),
    "away": (*MATCH_WORDS["away"], *MATCH_WORDS["opponent"], "away no", "away id", "对方", "vs", "gặp"),
    "home name": (*MATCH_WORDS["home name"], "home team name", "主队名称", "tên chủ nhà"),
    "away name": (*MATCH_WORDS["away name"], "away team name", "客队名称", "tên khách", "opponent name"),
    "result": (
        "result", "结果", "kết quả", "score", "results", "比分", "成绩", "結果", "tỷ số", "tỉ số",
    ),
    "imps home": (
        "imps home", "主队IMP", "IMP đội nhà", "home imps", "imp home", "home imp", "主IMP", "IMP主",
        "IMP nhà",
    ),
    "imps away": (
        "imps away", "客队IMP", "IMP đội khách", "away imps", "imp away", "away imp", "客IMP", "IMP客",
        "IMP khách",
    ),
    "vp home": (
        "vp home", "主队VP", "VP đội nhà", "home vp", "vps home", "home vps", "主VP", "VP主", "VP nhà",
        "主队胜利分", "主队得分", "home points", "points home", "điểm nhà", "điểm đội nhà",
    ),
    "vp away": (
        "vp away", "客队VP", "VP đội khách", "away vp", "vps away", "away vps", "客VP", "VP客",
        "VP khách", "客队胜利分", "客队得分", "away points", "points away", "điểm khách", "điểm đội khách",
    ),
    "penalty": ("penalty", "罚分", "phạt", "penalties", "fine", "罚", "điểm phạt", "pen"),
    "penalty home": (
        "penalty home", "主队罚分", "phạt đội nhà", "home penalty", "主罚", "pen home", "home pen",
    ),
    "penalty away": (
        "penalty away", "客队罚分", "phạt đội khách", "away penalty", "客罚", "pen away", "away pen",
    ),
}
"""Each key with its headings; the first three are those that are written, in English, Chinese, Vietnamese."""

PLAIN_WORDS: Words = {
    "vp": ("vp", "vps", "胜利分", "得分", "points", "pts", "điểm", "分"),
    "imps": ("imp", "imps", "IMP分", "IMP差", "net imps", "margin", "điểm IMP"),
    "name": ("name", "名称", "队名", "tên", "tên đội", "team name"),
}
"""Headings that may stand once for both sides, or twice, for home and then for away."""

WRITTEN = {
    "given": ("bye", "轮空", "nghỉ"),
    "absent": ("absent", "缺席", "vắng mặt"),
    "withdrawn": ("withdrawn", "退赛", "bỏ giải"),
    "penalty": ("penalty", "罚分", "phạt"),
}
"""What stands in place of an opponent, as it is written in each language."""

_LANGUAGES = ("en", "zh", "vi")
_KINDS = {
    "given": (*WRITTEN["given"], *MATCH_WORDS["bye"], "phantom", "ghost", "free", "空", "ma", "bye team"),
    "absent": (*WRITTEN["absent"], "no show", "未到", "vắng"),
    "withdrawn": (*WRITTEN["withdrawn"], "withdrew", "retired", "退出", "rút lui", "bỏ cuộc"),
    "penalty": (*WRITTEN["penalty"], "fine", "điểm phạt"),
}
_KIND_OF = {fold(w): kind for kind, listed in _KINDS.items() for w in listed}
_NOBODY = frozenset(("", "-", "–", "—", "--", "/", "0"))
_LABEL = re.compile(r"([^0-9]*)([0-9]{1,4})([^0-9]*)")
_LABEL_WORDS = frozenset(fold(w) for w in (*ROUND_WORDS["round"], "第轮", "第輪", "v", "round of"))


def heading(key: str, language: str) -> str:
    """The written heading of ``key`` in ``en``, ``zh`` or ``vi``."""
    return ROUND_WORDS[key][_LANGUAGES.index(language)].replace(" ", "_" if language == "en" else " ")


@lru_cache(maxsize=4096)
def bye_kind(text: str) -> str:
    """``given``, ``absent``, ``withdrawn`` or ``penalty`` for what is no opponent; "" for an entrant.

    An empty cell, a dash or 0 is a bye that is given.
    """
    if text.strip() in _NOBODY:
        return "given"
    return _KIND_OF.get(fold(text), "")


def penalty_word(language: str) -> str:
    """What stands in place of an opponent in a row that only has a penalty."""
    return WRITTEN["penalty"][_LANGUAGES.index(language)]


def round_label(text: str) -> int | None:
    """``3``, ``R3``, ``Round 3``, ``第3轮``, ``Vòng 3`` as a number; None for anything else."""
    number = numeral(text)
    if number is not None:
        return number
    label = _LABEL.fullmatch(unicodedata.normalize("NFKC", text))
    if label and fold(label[1] + label[3]) in _LABEL_WORDS:
        return int(label[2])
    return None
