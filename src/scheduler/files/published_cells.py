"""The text of one cell or line of a published table."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from scheduler.errors import FileError, did_you_mean
from scheduler.event.published import MARKS, Cell, Line

__all__ = ["Places", "parse_cell", "parse_line"]

_LINE = r"(?P<home>\d{1,6})\s*-\s*(?P<away>\d{1,6})"
_CELL = re.compile(
    rf"\s*{_LINE}(?:\s+(?P<marks>[A-Za-z]+))?(?:\s+@(?P<table>\?|\d{{1,6}}))?(?:\s+#(?P<note>\S+))?\s*",
    re.ASCII,
)
_ONLY_LINE = re.compile(rf"\s*{_LINE}\s*", re.ASCII)
_MARK = {mark[0]: mark for mark in MARKS}


@dataclass(frozen=True, slots=True)
class Places:
    """The numbers a cell may hold: entrants 1..``entrants``, tables 1..``tables``."""

    entrants: int
    tables: int


def parse_cell(
    text: str, round: int, position: int, places: Places, notes: Mapping[str, str]
) -> Cell | None:
    """The cell written as ``text``, the ``position``-th of its row; None for ``-``.

    Raises :class:`FileError` without a place, which the caller knows better.
    """
    if text.strip() == "-":
        return None
    found = _CELL.fullmatch(text)
    if found is None:
        raise FileError(
            f'"{text[:60]}" is no cell', maybe='write it as "3-5", "3-5 rrc" or "3-5 ppc @2 #key".'
        )
    home, away = _numbers(found, places.entrants)
    match, sides, place = _marks(found["marks"] or "ppp")
    table = _table(found["table"], position, places.tables)
    key = found["note"] or ""
    if key and key not in notes:
        raise FileError(f'no note is called "{key}"', maybe=did_you_mean(key, list(notes)))
    return Cell(round, table, home, away, match, sides, place, notes[key] if key else "")


def parse_line(text: str, entrants: int) -> Line:
    """The directed pair written as ``text``, such as ``3-5``. Raises as :func:`parse_cell`."""
    found = _ONLY_LINE.fullmatch(text)
    if found is None:
        raise FileError(f'"{text[:60]}" is no line', maybe='write it as "3-5", home first.')
    return Line(*_numbers(found, entrants))


def _numbers(found: re.Match[str], entrants: int) -> tuple[int, int]:
    home, away = int(found["home"]), int(found["away"])
    for number in (home, away):
        if not 1 <= number <= entrants:
            raise FileError(
                f'"{found[0].strip()}": {number} is no number of 1 to {entrants}',
                maybe=f"entrants is more than {entrants}, or a digit is wrong.",
            )
    if home == away:
        raise FileError(
            f'"{found[0].strip()}": {home} cannot meet itself', maybe="a digit is wrong."
        )
    return home, away


def _marks(letters: str) -> tuple[str, str, str]:
    if len(letters) != 3 or not set(letters) <= set(_MARK):
        raise FileError(
            f'"{letters[:20]}" are no marks',
            maybe="write three letters, for match, home side and table: "
            + ", ".join(f"{letter} {mark}" for letter, mark in _MARK.items()) + ".",
        )
    match, sides, place = (_MARK[letter] for letter in letters)
    return match, sides, place


def _table(text: str | None, position: int, tables: int) -> int:
    if text == "?":
        return 0
    table = position if text is None else int(text)
    if not 1 <= table <= tables:
        raise FileError(
            f"there is no table {table}, the last is {tables}",
            maybe="the row has too many cells, or tables is too small.",
        )
    return table
