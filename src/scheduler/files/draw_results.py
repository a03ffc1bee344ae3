"""Results of a draw: which matches have been played, and who goes on.

A sheet has columns of the two who met (home and away, by number or name) and of the winner, and if need be
of the round and the score; JSON is ``{"played": [{"round": 1, "home": 3, "away": 7, "winner": 3}, ...]}``. A
winner 0, "-" or "none" says that nobody goes on; a row without a winner is a match still to be played.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scheduler.errors import FileError, did_you_mean
from scheduler.event import Draw, Event
from scheduler.files.sheets import Sheet, read_sheets
from scheduler.files.source import MEGABYTE, Source, read_bytes
from scheduler.files.text import clean
from scheduler.files.words import MATCH_WORDS, Header, find_header, numeral

__all__ = ["PlayedRow", "read_played"]

_LIMIT = 16 * MEGABYTE
_MOST = 4_096
_WORDS = {
    **{key: MATCH_WORDS[key] for key in ("round", "home", "away")},
    "winner": ("winner", "胜者", "bên thắng", "winner number", "胜方", "勝者", "đội thắng", "thắng"),
    "score": ("score", "比分", "tỉ số", "tỷ số", "points"),
}
_LONGEST = 40
_NOBODY = ("0", "-", "none", "nobody", "无", "không")


@dataclass(frozen=True, slots=True)
class PlayedRow:
    """A match that is over. ``winner`` is 0 where nobody goes on; ``score`` is as it was written, home
    first; ``where`` is its place in the file."""

    round: int
    first: int
    second: int
    winner: int
    where: str
    score: str = ""


def read_played(
    source: Source, draw: Draw, event: Event | None, *, name: str = "", rematches: bool = False
) -> tuple[PlayedRow, ...]:
    """The matches played, in the order of the file; a round that is not given is that in which the lines of
    the two meet. ``name`` is what messages call bytes. With ``rematches`` two may meet more than once.

    Raises FileError with the place of what is unknown, meets itself, has no lines, or is there twice.
    """
    data, where = read_bytes(source, limit=_LIMIT, name=name)
    names = {clean(e.name).casefold(): e.number for e in event.entrants} if event else {}
    reader = _Reader(draw, event.size if event else max(draw.lines), names)
    if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"["):
        rows = reader.from_json(data, where)
    else:
        rows = reader.from_sheets(read_sheets(data, name=where), where)
    seen: dict[tuple[int, int], str] = {}
    for row in rows:
        key = min(row.first, row.second), max(row.first, row.second)
        if key in seen and not rematches:
            raise FileError(f"this match is there twice, first in {seen[key]}", where=row.where)
        seen[key] = row.where
    return rows


@dataclass(frozen=True)
class _Reader:
    draw: Draw
    most: int
    names: Mapping[str, int]

    def from_json(self, data: bytes, where: str) -> tuple[PlayedRow, ...]:
        try:
            told: Any = json.loads(data)
        except (ValueError, RecursionError):
            raise FileError("not JSON", where=where) from None
        entries = told.get("played") if isinstance(told, dict) else told
        if not isinstance(entries, list) or len(entries) > _MOST:
            raise FileError(
                f'there is no list "played" of at most {_MOST} matches in it', where=where,
                maybe='write {"played": [{"home": 3, "away": 7, "winner": 3}]}.',
            )
        out = []
        for k, entry in enumerate(entries, start=1):
            at = f"{where}, entry {k}"
            if not isinstance(entry, dict):
                raise FileError("a match is an object with home, away and winner", where=at)
            texts = {key: entry[key] for key in _WORDS if entry.get(key) is not None}
            if any(isinstance(v, bool) or not isinstance(v, int | str) for v in texts.values()):
                raise FileError("home, away, winner and round are numbers or names", where=at)
            row = self._row({key: str(v) for key, v in texts.items()}, at)
            out += [row] if row else []
        return tuple(out)

    def from_sheets(self, sheets: Sequence[Sheet], where: str) -> tuple[PlayedRow, ...]:
        for sheet in sheets:
            header = find_header(sheet, _WORDS, ["home", "away", "winner"])
            if header is not None:
                return self._sheet(sheet, header)
        raise FileError(
            "no results were found in it", where=where,
            maybe='put headings above them: "round, home, away, winner".',
        )

    def _sheet(self, sheet: Sheet, header: Header) -> tuple[PlayedRow, ...]:
        out = []
        for r in range(header.row + 1, len(sheet.rows)):
            texts = {key: sheet.cell(r, c) for key, c in header.columns.items()}
            if not any(texts.values()):
                continue
            row = self._row(texts, sheet.place(r))
            out += [row] if row else []
            if len(out) > _MOST:
                raise FileError(f"more than {_MOST} matches, which no draw has", where=sheet.place(r))
        return tuple(out)

    def _row(self, texts: Mapping[str, str], where: str) -> PlayedRow | None:
        """One match; None where it has no winner yet."""
        if not texts.get("winner", "").strip():
            return None
        first, second = (self._who(texts.get(key, ""), where) for key in ("home", "away"))
        if first == second:
            raise FileError("somebody meets himself here", where=where)
        told = texts["winner"].strip()
        winner = 0 if told.casefold() in _NOBODY else self._who(told, where)
        if winner not in (0, first, second):
            raise FileError(f'the winner "{told[:40]}" is neither of the two', where=where)
        number = self._round(texts.get("round", ""), first, second, where)
        score = clean(texts.get("score", ""))
        if len(score) > _LONGEST or not score.isprintable():
            raise FileError(f"a score is text of at most {_LONGEST} characters", where=where)
        return PlayedRow(number, first, second, winner, where, score)

    def _who(self, text: str, where: str) -> int:
        number = numeral(text)
        number = self.names.get(clean(text).casefold(), 0) if number is None else number
        if not 1 <= number <= self.most:
            raise FileError(
                f'"{text[:40]}" is nobody of this draw', where=where,
                maybe=did_you_mean(clean(text).casefold(), tuple(self.names)),
            )
        return number

    def _round(self, text: str, first: int, second: int, where: str) -> int:
        lines = [self.draw.line_of(e) for e in (first, second)]
        if not all(lines):
            raise FileError("one of the two stands on no line of this draw", where=where)
        meeting = self.draw.meeting_round(*lines)
        if not text.strip():
            return meeting
        number = numeral(text)
        if number is None or number < 1 or number > self.draw.rounds:
            raise FileError(
                f'the round "{text[:40]}" is not a number from 1 to {self.draw.rounds}', where=where
            )
        return number
