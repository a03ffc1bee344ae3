"""Draws as JSON, CSV and XLSX: one row a line, with who stands there."""

from __future__ import annotations

import datetime
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scheduler.errors import FileError
from scheduler.event import BYE, OPEN, Draw, Entrant, Event, Stage
from scheduler.files.csv_out import csv_text
from scheduler.files.sheets import Sheet, read_sheets
from scheduler.files.source import MEGABYTE, Source, read_bytes
from scheduler.files.text import clean, decode, fold
from scheduler.files.words import ENTRANT_WORDS, MATCH_WORDS, Header, find_header, numeral, word

__all__ = ["SURE_LINE_WORDS", "DrawFile", "draw_csv", "draw_json", "draw_xlsx", "load_draw"]

MOST_LINES = 4_096
_LIMIT = 32 * MEGABYTE
SURE_LINE_WORDS = ("line", "签位", "vị trí", "line no", "draw line", "签表位置", "籤位", "dòng")
"""Headings of lines that head nothing else, so that a sheet with one is a draw."""
_LINE_WORDS = (*SURE_LINE_WORDS, "position", "pos", "位置")
_WORDS = {**ENTRANT_WORDS, "line": _LINE_WORDS}
_LANGUAGES = ("en", "zh", "vi")
_BYES = frozenset(fold(w) for w in MATCH_WORDS["bye"])
_LONGEST = 200
_MADE = datetime.datetime(2000, 1, 1)


@dataclass(frozen=True)
class DrawFile:
    """A draw as read. ``event`` is the entry list given, or the one that the file itself holds."""

    draw: Draw
    event: Event | None = None


# --- Writing --------------------------------------------------------------------------------------


def draw_json(draw: Draw) -> dict[str, Any]:
    """``{"size", "lines": [{"line", "entrant"} or {"line", "bye": true}], "seeds": [numbers]}``.

    ``entrant`` is null on a line that is not known yet; a 0 among the seeds is a place of nobody.
    """
    return {**draw.as_json(), "seeds": list(draw.seeds)}


def draw_csv(draw: Draw, event: Event | None = None, *, language: str = "en") -> str:
    """One row a line: line, number (or the word for a bye, or nothing), then name, seed, region, club
    and further columns of the entry list where ``event`` is given. Headings in en, zh or vi."""
    return csv_text(_table(draw, event, language))


def draw_xlsx(draw: Draw, event: Event | None = None, *, language: str = "en") -> bytes:
    """The rows of :func:`draw_csv` as a workbook that prints on A4, the same bytes for the same input."""
    import xlsxwriter

    rows = _table(draw, event, language)
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {
        "in_memory": True, "strings_to_numbers": False, "strings_to_formulas": False,
        "strings_to_urls": False,
    })
    book.set_properties({"created": _MADE, "title": event.name if event else ""})
    head = book.add_format({"bold": True, "bottom": 1})
    sheet = book.add_worksheet(_LINE_WORDS[_LANGUAGES.index(language)])
    sheet.set_paper(9)
    sheet.fit_to_pages(1, 0)
    sheet.repeat_rows(0)
    sheet.freeze_panes(1, 0)
    sheet.set_column(2, 2, 30)
    for r, row in enumerate(rows):
        for c, cell in enumerate(row):
            if isinstance(cell, int):
                sheet.write_number(r, c, cell)
            else:
                sheet.write_string(r, c, cell, head if r == 0 else None)
    book.close()
    return out.getvalue()


def _table(draw: Draw, event: Event | None, language: str) -> list[list[str | int]]:
    bye = word("bye", language)  # refuses a language that is not known
    at = _LANGUAGES.index(language)
    further = sorted({k for e in event.entrants for k in e.attributes}) if event else []
    head = [_LINE_WORDS[at], ENTRANT_WORDS["number"][at]]
    if event:
        head += [ENTRANT_WORDS[k][at] for k in ("name", "seed", "region", "club")] + further
    elif draw.seeds:
        head += [ENTRANT_WORDS["seed"][at]]
    place = {s: k for k, s in enumerate(draw.seeds, start=1) if s}
    rows: list[list[str | int]] = [[*head]]
    for line, who in enumerate(draw.lines, start=1):
        row: list[str | int] = [line, bye if who == BYE else "" if who == OPEN else who]
        if who > 0 and event and who <= event.size:
            e = event.entrants[who - 1]
            seed = place.get(who, "") if draw.seeds else e.seed or ""
            row += [e.name, seed, e.region, e.club, *(e.attributes.get(k, "") for k in further)]
        elif who > 0 and not event and draw.seeds:
            row.append(place.get(who, ""))
        rows.append(row + [""] * (len(head) - len(row)))
    return rows


# --- Reading --------------------------------------------------------------------------------------


def load_draw(source: Source, event: Event | None = None, *, name: str = "") -> DrawFile:
    """The draw in ``source``, a path or the bytes of a JSON, CSV or XLSX file.

    A sheet has a column of lines (line, 签位, vị trí) and one of numbers or names; a line on which
    "bye" stands is empty, one on which nothing stands is not known yet. Names are those of ``event``;
    without it the file's own names, seeds, regions and further columns make the entry list.

    What can be judged (somebody twice, a bye beside a bye) is kept for the verifier. Raises
    :class:`FileError` naming line or cell: no such entrant, a line twice, a size that is no power of
    two up to 4,096, more than 32 MB.
    """
    data, where = read_bytes(source, limit=_LIMIT, name=name)
    if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{":
        return DrawFile(_from_json(data, where, event), event)
    for sheet in read_sheets(data, name=where):
        header = find_header(sheet, _WORDS, ["line"])
        if header is not None:
            return _from_sheet(sheet, header, event, Path(where).stem)
    raise FileError(
        "no draw was found in it", where=where,
        maybe='put headings above the lines: "line, number, name, seed, region".',
    )


@dataclass
class _Row:
    """One line of a sheet: what its cells say, and where they are."""

    line: int
    number: int | None
    text: str
    bye: bool
    at: str
    fields: Mapping[str, str] = field(default_factory=dict)
    further: Mapping[str, str] = field(default_factory=dict)

    @property
    def taken(self) -> bool:
        """True where somebody stands."""
        return not self.bye and (self.number is not None or bool(self.text))


def _from_sheet(sheet: Sheet, header: Header, event: Event | None, stem: str) -> DrawFile:
    columns = header.columns
    if "number" not in columns and "name" not in columns:
        raise FileError(
            "no column says who stands on a line", where=sheet.place(header.row),
            maybe='its heading is not "number" or "name".',
        )
    rows = [
        _row(sheet, header, r) for r in range(header.row + 1, len(sheet.rows))
        if sheet.rows[r] != sheet.rows[header.row]
    ]
    _check_lines(rows, sheet.where)
    numbers, known = _numbered(rows, event, stem)
    lines = [OPEN] * max(row.line for row in rows)
    for row, number in zip(rows, numbers, strict=True):
        lines[row.line - 1] = BYE if row.bye else number
    seeds = _seeds(rows, numbers)
    entrants = known.size if known else max(0, *lines)
    return DrawFile(Draw(tuple(lines), entrants, seeds), known)


def _row(sheet: Sheet, header: Header, r: int) -> _Row:
    columns = header.columns
    at = sheet.place(r, columns["line"])
    line = numeral(sheet.cell(r, columns["line"]))
    if line is None or not 1 <= line <= MOST_LINES:
        raise FileError(
            f'the line "{sheet.cell(r, columns["line"])[:40]}" is not a number from 1 to {MOST_LINES}',
            where=at,
        )
    texts = {k: sheet.cell(r, c) for k, c in columns.items()}
    for k, text in texts.items():
        if len(text) > _LONGEST:
            raise FileError(
                f"{len(text)} characters, the limit here is {_LONGEST}",
                where=sheet.place(r, columns[k]),
            )
    number = numeral(texts.get("number", ""))
    word_there = texts.get("number", "") if number is None else ""
    text = texts.get("name", "") or word_there
    bye = number is None and fold(word_there or text) in _BYES
    who = sheet.place(r, columns.get("number", columns.get("name", 0)))
    further = {k: sheet.cell(r, c)[:_LONGEST] for k, c in header.further.items()}
    return _Row(line, number, text, bye, who, texts, {k: t for k, t in further.items() if t})


def _check_lines(rows: Sequence[_Row], where: str) -> None:
    seen: dict[int, str] = {}
    for row in rows:
        if seen.setdefault(row.line, row.at) != row.at:
            raise FileError(f"line {row.line} is there twice, first in {seen[row.line]}", where=row.at)
    _check_size(max((row.line for row in rows), default=0), where)


def _check_size(size: int, where: str) -> None:
    if not 2 <= size <= MOST_LINES or size & (size - 1):
        raise FileError(
            f"the draw has {size} lines; it must be 2, 4, 8 ... {MOST_LINES}", where=where,
            maybe="byes are missing; they have lines too.",
        )


def _numbered(
    rows: Sequence[_Row], event: Event | None, stem: str
) -> tuple[list[int], Event | None]:
    """(number on each row, OPEN where nobody is known; the entry list)."""
    if event is not None:
        names = {fold(clean(e.name)): e.number for e in event.entrants}
        return [_known(row, event, names) if row.taken else OPEN for row in rows], event
    taken = [row for row in rows if row.taken]
    given = [row.number for row in taken]
    plain = sorted(n for n in given if n is not None)
    if None not in given and (
        not all(row.text for row in taken) or plain != list(range(1, len(plain) + 1))
    ):
        for row in taken:
            if not 1 <= (row.number or 0) <= MOST_LINES:
                raise FileError(f"number {row.number} is not 1 to {MOST_LINES}", where=row.at)
        return [row.number if row.taken and row.number else OPEN for row in rows], None
    return _entry_list(rows, None in given, stem)


def _known(row: _Row, event: Event, names: Mapping[str, int]) -> int:
    number = row.number if row.number is not None else names.get(fold(row.text), 0)
    if not 1 <= number <= event.size:
        said = row.text if row.number is None else f"number {row.number}"
        raise FileError(f'"{said[:40]}" is not in the entry list of "{event.name}"', where=row.at)
    return number


def _entry_list(
    rows: Sequence[_Row], by_name: bool, stem: str
) -> tuple[list[int], Event | None]:
    """The entry list that the sheet itself holds; one name is one entrant, wherever it stands."""
    numbers: list[int] = []
    of_name: dict[str, int] = {}
    entrants: dict[int, Entrant] = {}
    for row in rows:
        if not row.taken:
            numbers.append(OPEN)
            continue
        number = of_name.setdefault(row.text, len(of_name) + 1) if by_name else row.number or 0
        numbers.append(number)
        entrants.setdefault(number, Entrant(
            number, row.text, _seed(row), row.fields.get("region", ""), row.fields.get("club", ""),
            numeral(row.fields.get("rating", "")) or 0, row.further,
        ))
    if len(entrants) < 2:
        return numbers, None
    ordered = tuple(entrants[k] for k in sorted(entrants))
    return numbers, Event(stem, ordered, (Stage("knockout"),), source="")


def _seed(row: _Row) -> int:
    text = row.fields.get("seed", "")
    if text in ("", "-", "0"):
        return 0
    seed = numeral(text)
    if seed is None or seed > MOST_LINES:
        raise FileError(f'the seed "{text[:40]}" is not a number from 1 to {MOST_LINES}', where=row.at)
    return seed


def _seeds(rows: Sequence[_Row], numbers: Sequence[int]) -> tuple[int, ...]:
    """Numbers by place of seeding, 0 where the file has nobody of that seed."""
    found: dict[int, int] = {}
    for row, number in zip(rows, numbers, strict=True):
        seed = _seed(row) if row.taken else 0
        if seed and found.setdefault(seed, number) != number:
            raise FileError(f"seed {seed} is there twice", where=row.at)
    return tuple(found.get(k, 0) for k in range(1, max(found, default=0) + 1))


# --- JSON -----------------------------------------------------------------------------------------


def _from_json(data: bytes, where: str, event: Event | None) -> Draw:
    try:
        content = json.loads(decode(data, where))
    except json.JSONDecodeError as error:
        raise FileError(
            f"not JSON: {error.msg}", where=f"{where}:{error.lineno}, column {error.colno}"
        ) from None
    except (RecursionError, ValueError):
        raise FileError("nested too deeply or numbers too long", where=where) from None
    if isinstance(content, dict) and isinstance(content.get("draw"), dict):
        outer, content = content, content["draw"]
        content = {"seeds": outer.get("seeds", []), **content}
    entries = content.get("lines") if isinstance(content, dict) else None
    if not isinstance(entries, list) or len(entries) > MOST_LINES:
        raise FileError(
            f'there is no list "lines" of at most {MOST_LINES} in it', where=where,
            maybe='a draw looks like {"size": 8, "lines": [{"line": 1, "entrant": 3}, ...]}.',
        )
    lines = _json_lines(entries, where, event, content.get("size", len(entries)))
    seeds = content.get("seeds", [])
    most = event.size if event else max(0, *lines)
    if not isinstance(seeds, list) or len(seeds) > len(lines) or not all(
        _whole(s) and 0 <= s <= most for s in seeds
    ) or len({s for s in seeds if s}) < sum(map(bool, seeds)):
        raise FileError(
            f'"seeds" is a list of different numbers of entrants up to {most}, 0 for nobody', where=where
        )
    return Draw(tuple(lines), event.size if event else max(0, *lines), tuple(seeds))


def _json_lines(entries: Sequence[Any], where: str, event: Event | None, size: Any) -> list[int]:
    if not _whole(size):
        raise FileError('"size" must be a whole number', where=where)
    _check_size(size, where)
    names = {clean(e.name): e.number for e in event.entrants} if event else {}
    lines = [OPEN] * size
    seen: set[int] = set()
    for position, entry in enumerate(entries, start=1):
        at = f"{where}, entry {position} of lines"
        line: Any = entry.get("line", position) if isinstance(entry, dict) else None
        if not _whole(line) or not 1 <= line <= size or line in seen:
            raise FileError(f'"line" must be a number from 1 to {size}, each once', where=at)
        seen.add(line)
        lines[line - 1] = _content(entry, names, event.size if event else MOST_LINES, at)
    return lines


def _content(entry: Mapping[str, Any], names: Mapping[str, int], most: int, at: str) -> int:
    bye, who = entry.get("bye", False), entry.get("entrant")
    if bye is True and who is None:
        return BYE
    if bye is not False:
        raise FileError('a line has an entrant or "bye": true, not both', where=at)
    if who is None:
        return OPEN
    number = names.get(clean(who), 0) if isinstance(who, str) else who
    if not _whole(number) or not 1 <= number <= most:
        raise FileError(f'entrant "{str(who)[:40]}" is not known', where=at)
    return int(number)


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
