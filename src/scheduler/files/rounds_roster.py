"""Who is meant by a cell: numbers, names, and numbers with names, known beforehand or not."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from scheduler.errors import FileError, did_you_mean
from scheduler.event import Entrant
from scheduler.files.entrants import LONGEST_NAME
from scheduler.files.match_rows import MOST_NUMBER
from scheduler.files.rounds_value import Findings
from scheduler.files.text import clean
from scheduler.files.words import numeral

__all__ = ["Roster", "open_roster"]

_NUMBERED = re.compile(r"[#(（]?\s*([0-9]{1,4})\s*[.):、：）\s-]\s*(.*[^\W\d_].*)")
_BEHIND = re.compile(r"(.*[^\W\d_].*?)\s*[(（]\s*#?([0-9]{1,4})\s*[)）]")


class Roster:
    """Entrants 1..n, found by number, by name, or by both in one cell."""

    def __init__(self, entrants: Sequence[Entrant]) -> None:
        """The entrants in order of number."""
        self.entrants = tuple(entrants)
        self._names = {_key(e.name): e.number for e in entrants}
        self._found: dict[str, int | None] = {}

    def number(self, text: str) -> int | None:
        """Whose number or name ``text`` is; None for nobody's, or for a number and another's name."""
        if text not in self._found:
            self._found[text] = self._looked_up(text)
        return self._found[text]

    def _looked_up(self, text: str) -> int | None:
        named = self._names.get(_key(text))
        if named is not None:
            return named
        number = numeral(text)
        if number is not None:
            return number if 1 <= number <= len(self.entrants) else None
        both = _both(text)
        if both and self._names.get(_key(both[1])) == both[0]:
            return both[0]
        return None

    def advice(self, text: str) -> str:
        """Who may be meant."""
        maybe = did_you_mean(text, [e.name for e in self.entrants])
        return f"; maybe {maybe}" if maybe else ""


def open_roster(texts: Sequence[str], names: Mapping[int, str], findings: Findings) -> Roster:
    """The entrants of a file that brings no list of them, from all cells that name one.

    Where most are numbers these count, with ``names`` that stand beside them; where most are a number and
    a name, both; else every name is an entrant, numbered as they first appear. FileError for more than
    2,000.
    """
    distinct = list(dict.fromkeys(texts))
    if len(distinct) > 3 * MOST_NUMBER:  # a number, a name and both in one cell
        raise _too_many(len(distinct))
    numbers = [n for n in map(numeral, distinct) if n is not None]
    pairs = [p for p in map(_both, distinct) if p is not None]
    if 2 * len(numbers) > len(distinct):
        return _numbered(max(numbers, default=0), names)
    if 2 * (len(pairs) + len(numbers)) > len(distinct) and pairs:
        listed: dict[int, str] = dict(names)
        for number, name in pairs:
            if _key(listed.setdefault(number, name)) != _key(name):
                findings.add("name", f'number {number} is "{name}" here and "{listed[number]}" there')
        return _numbered(max([*numbers, *listed]), listed)
    first: dict[str, str] = {}
    for text in distinct:
        if numeral(text) is None:
            first.setdefault(_key(text), clean(text))
    _check_size(len(first))
    return Roster([Entrant(i, name) for i, name in enumerate(first.values(), start=1)])


def _numbered(most: int, names: Mapping[int, str]) -> Roster:
    most = max([most, *names])
    _check_size(most)
    return Roster([Entrant(i, names.get(i, "") or str(i)) for i in range(1, most + 1)])


def _check_size(count: int) -> None:
    if count > MOST_NUMBER:
        raise _too_many(count)


def _too_many(count: int) -> FileError:
    return FileError(
        f"{count:,} entrants, the limit is {MOST_NUMBER:,}",
        maybe="another column was meant, such as the number of the match.",
    )


def _key(name: str) -> str:
    return clean(name).casefold()


def _both(text: str) -> tuple[int, str] | None:
    """``3. Hanoi``, ``3 Hanoi``, ``#3 Hanoi``, ``Hanoi (3)`` as number and name."""
    if len(text) > LONGEST_NAME:
        return None
    found = _NUMBERED.fullmatch(text)
    if found:
        return int(found[1]), clean(found[2])
    found = _BEHIND.fullmatch(text) if text.endswith((")", "）")) else None
    return (int(found[2]), clean(found[1])) if found else None
