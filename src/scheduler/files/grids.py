"""Schedules as directors print them: a grid of rounds by tables with cells such as ``3-5``."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from scheduler.errors import FileError
from scheduler.files.match_rows import MatchRows
from scheduler.files.sheets import Sheet
from scheduler.files.text import fold
from scheduler.files.words import MATCH_WORDS, numeral

__all__ = ["read_grid"]

_FIRST_WITHIN = 30
_DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u30fc\uff0d\ufe63~～:："
_PAIR = re.compile(
    rf"\s*([0-9０-９]{{1,9}})\s*(?:[{re.escape(_DASHES)}]+|vs?\.?|对|對|gặp)\s*([0-9０-９]{{1,9}})\s*",
    re.IGNORECASE,
)
_BETWEEN_NAMES = re.compile(
    rf"\s+(?:[{re.escape(_DASHES)}]+|vs?\.?|对|對|gặp)\s+|\s*[\u2014\u2013]+\s*", re.IGNORECASE
)
_LABEL = re.compile(r"([^0-9]*)([0-9]{1,6})([^0-9]*)")
_ROUND_WORDS = frozenset(fold(w) for w in (*MATCH_WORDS["round"], "第轮", "第輪", "v"))
_TABLE_WORDS = frozenset(
    fold(w) for w in (*MATCH_WORDS["table"], "第台", "第桌", "号台", "号桌", "b")
)
_BYE_WORDS = frozenset(fold(w) for w in MATCH_WORDS["bye"])
_NOBODY = frozenset(("", "-", "–", "—", "/", "x"))


@dataclass(frozen=True, slots=True)
class _Axis:
    """What a heading says: ``kind`` is round, table, bye or "" (a bare number)."""

    kind: str
    number: int


_OTHER = _Axis("", 0)


def read_grid(sheet: Sheet, rows: MatchRows) -> bool:
    """Read ``sheet`` as a grid into ``rows``; False when it shows no match at all.

    Rows are rounds and columns tables, or the other way about where the headings say so. Without
    headings they count from 1. Raises :class:`FileError` for a cell that is no match.
    """
    first = next(
        (r for r in range(min(_FIRST_WITHIN, len(sheet.rows)))
         if any(_match(text, rows) for text in sheet.rows[r])),
        None,
    )
    if first is None:
        return False
    top = _top(sheet, first)
    labelled = not _match(sheet.cell(first, 0), rows) and top.get(0, _OTHER).kind != "table"
    sides = _sides(sheet, first) if labelled else {}
    for r in range(first, len(sheet.rows)):
        if labelled and not any(sheet.rows[r][1:]):
            continue
        side = sides.get(r) or _Axis("", r - first + 1)
        if sides and r not in sides:
            raise FileError(
                f'"{sheet.cell(r, 0)[:40]}" does not say which round this is',
                where=sheet.place(r, 0), maybe="write R1, R2 ... or 1, 2 ...",
            )
        for c in range(int(labelled), len(sheet.rows[r])):
            heading = top.get(c) or _Axis("", c + 1 - labelled)
            _read_cell(sheet, (r, c), side, heading, rows)
    return True


def _sides(sheet: Sheet, first: int) -> dict[int, _Axis]:
    """What the first cell of each row says; empty where they say nothing at all, such as times."""
    found = {r: _axis(sheet.cell(r, 0)) for r in range(first, len(sheet.rows))}
    return {r: axis for r, axis in found.items() if axis is not None}


def _top(sheet: Sheet, first: int) -> dict[int, _Axis]:
    """What the row above the first matches says of each column."""
    if first == 0:
        return {}
    found = {c: _axis(text) for c, text in enumerate(sheet.rows[first - 1])}
    return {c: axis for c, axis in found.items() if axis is not None}


def _axis(text: str) -> _Axis | None:
    """``R3``, ``第3轮``, ``Table 2``, ``Bàn 2``, ``3``, ``bye``; None for anything else."""
    if fold(text) in _BYE_WORDS:
        return _Axis("bye", 0)
    number = numeral(text)
    if number is not None:
        return _Axis("", number)
    label = _LABEL.fullmatch(unicodedata.normalize("NFKC", text))
    if not label:
        return None
    around = fold(label[1] + label[3])
    if around in _ROUND_WORDS:
        return _Axis("round", int(label[2]))
    return _Axis("table", int(label[2])) if around in _TABLE_WORDS else None


def _read_cell(
    sheet: Sheet, cell: tuple[int, int], side: _Axis, heading: _Axis, rows: MatchRows
) -> None:
    text, at = sheet.cell(*cell), sheet.place(*cell)
    across = heading.kind == "round" or side.kind in ("table", "bye")
    rounds, tables = (heading, side) if across else (side, heading)
    if text in _NOBODY:
        return
    if tables.kind == "bye":
        for part in re.split(r"[,;，；、]", text):
            rows.add_bye(rounds.number, rows.entrant(part, at), at)
        return
    found = _match(text, rows)
    if found is None:
        raise _no_match(sheet, cell, rows)
    rows.add(rounds.number, *found, tables.number, at)


def _match(text: str, rows: MatchRows) -> tuple[int, int] | None:
    """Home and away of a cell, None where it is no match."""
    numbers = _PAIR.fullmatch(text)
    if numbers:
        return int(numbers[1]), int(numbers[2])
    if rows.event is None:
        return None
    for cut in _BETWEEN_NAMES.finditer(text):
        left, right = text[: cut.start()], text[cut.end() :]
        if rows.knows(left) and rows.knows(right):
            return rows.entrant(left, ""), rows.entrant(right, "")
    return None


def _no_match(sheet: Sheet, cell: tuple[int, int], rows: MatchRows) -> FileError:
    text, at = sheet.cell(*cell), sheet.place(*cell)
    if cell in sheet.dates:
        return FileError(
            f"the spreadsheet has made a date of this cell ({text})", where=at,
            maybe="format the cells as text and write the match again, such as 3-5.",
        )
    return FileError(
        f'"{text[:40]}" is not a match', where=at,
        maybe="write home and away, such as 3-5."
        if rows.event else "these are names; give the event, which knows their numbers.",
    )

