"""Groups as CSV and XLSX, and read from JSON or sheets: one row an entrant, in order within the group."""

from __future__ import annotations

import datetime
import io
import json
from collections.abc import Sequence
from typing import Any

from scheduler.errors import FileError
from scheduler.event import Event
from scheduler.files.csv_out import csv_text
from scheduler.files.sheets import Sheet, read_sheets
from scheduler.files.source import MEGABYTE, Source, read_bytes
from scheduler.files.text import clean, fold
from scheduler.files.words import ENTRANT_WORDS, MATCH_WORDS, Header, find_header, numeral, word

__all__ = ["GROUP_WORDS", "MOST_GROUPS", "Groups", "groups_csv", "groups_xlsx", "load_groups"]

Groups = tuple[tuple[int, ...], ...]
Fixtures = Sequence[Sequence[Sequence[tuple[int, int]]]]
"""By group and round, the (home, away) of each match."""

GROUP_WORDS = {
    "group": ("group", "组", "bảng", "组别", "小组", "pool"),
    "number": ENTRANT_WORDS["number"], "name": ENTRANT_WORDS["name"],
}
MOST_GROUPS = 256
MOST_ENTRANTS = 2_000
_HEADS = frozenset(map(fold, GROUP_WORDS["group"]))
_LIMIT = 32 * MEGABYTE
_LANGUAGES = ("en", "zh", "vi")
_MATCHES = ("matches", "比赛", "trận đấu")
_MADE = datetime.datetime(2000, 1, 1)
_WIDE = 30
_MOST_IN_A_TABLE = 24


def groups_csv(
    groups: Sequence[Sequence[int]], event: Event | None = None, *, language: str = "en",
    fixtures: Fixtures = (),
) -> str:
    """One row an entrant: group, number, then name, seed, region, club and further columns of the entry
    list where ``event`` is given. Below an empty row ``fixtures``, one row a match.

    Headings in en, zh or vi; :func:`load_groups` reads the groups again.
    """
    text = csv_text(_table(groups, event, language))
    return f"{text}\n{csv_text(_matches(fixtures, event, language))}" if fixtures else text


def groups_xlsx(
    groups: Sequence[Sequence[int]], event: Event | None = None, *, language: str = "en",
    fixtures: Fixtures = (),
) -> bytes:
    """A workbook that prints on A4: the rows of :func:`groups_csv`, a sheet of crosstables to fill in, and
    one of matches where there are ``fixtures``.

    The same bytes for the same input.
    """
    import xlsxwriter

    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {
        "in_memory": True, "strings_to_numbers": False, "strings_to_formulas": False,
        "strings_to_urls": False,
    })
    book.set_properties({"created": _MADE, "title": event.name if event else ""})
    head = book.add_format({"bold": True, "bottom": 1})
    at = _LANGUAGES.index(language)
    _listed(_sheet(book, GROUP_WORDS["group"][at]), _table(groups, event, language), head, 2)
    _crosstables(book, groups, event, language, head)
    if fixtures:
        _listed(_sheet(book, _MATCHES[at]), _matches(fixtures, event, language), head, 3)
    book.close()
    return out.getvalue()


def _listed(sheet: Any, rows: Sequence[Sequence[str | int]], head: Any, named: int) -> None:
    """Rows under a heading that repeats; the column ``named``, and of matches every second one, is broad."""
    sheet.repeat_rows(0)
    sheet.freeze_panes(1, 0)
    sheet.set_column(named, named, _WIDE)
    if named > 2:
        sheet.set_column(named + 2, named + 2, _WIDE)
    for r, row in enumerate(rows):
        for c, cell in enumerate(row):
            _write(sheet, r, c, cell, head if r == 0 else None)


def _sheet(book: Any, name: str) -> Any:
    sheet = book.add_worksheet(name)
    sheet.set_paper(9)
    sheet.fit_to_pages(1, 0)
    return sheet


def _write(sheet: Any, r: int, c: int, cell: str | int, style: Any) -> None:
    if isinstance(cell, int):
        sheet.write_number(r, c, cell, style)
    else:
        sheet.write_string(r, c, cell, style)


def _crosstables(
    book: Any, groups: Sequence[Sequence[int]], event: Event | None, language: str, head: Any
) -> None:
    """One empty crosstable a group, one below the other; groups too large for one are left out."""
    cell = book.add_format({"border": 1, "align": "center"})
    shaded = book.add_format({"border": 1, "bg_color": "#D9D9D9"})
    named = book.add_format({"border": 1})
    sheet = _sheet(book, word("crosstable", language))
    sheet.set_landscape()
    sheet.set_column(1, 1, _WIDE)
    group = GROUP_WORDS["group"][_LANGUAGES.index(language)]
    r = 0
    for k, members in enumerate(groups, start=1):
        if len(members) > _MOST_IN_A_TABLE:
            continue
        sheet.write_string(r, 0, f"{group} {k}", head)
        for c, e in enumerate(members):
            sheet.write_number(r, 2 + c, e, cell)
        for i, e in enumerate(members, start=1):
            sheet.write_number(r + i, 0, e, cell)
            sheet.write_string(r + i, 1, event.name_of(e) if event else "", named)
            for c in range(len(members)):
                sheet.write_blank(r + i, 2 + c, None, shaded if c + 1 == i else cell)
        r += len(members) + 2


def _table(groups: Sequence[Sequence[int]], event: Event | None, language: str) -> list[list[str | int]]:
    word("number", language)  # refuses a language that is not known
    at = _LANGUAGES.index(language)
    # A column "group" of the entry list would be read as the group drawn.
    further = sorted({k for e in event.entrants for k in e.attributes} - {"group"}) if event else []
    head: list[str | int] = [GROUP_WORDS["group"][at], ENTRANT_WORDS["number"][at]]
    if event:
        head += [ENTRANT_WORDS[k][at] for k in ("name", "seed", "region", "club")] + further
    rows = [head]
    for k, members in enumerate(groups, start=1):
        for e in members:
            row: list[str | int] = [k, e]
            if event and e <= event.size:
                known = event.entrants[e - 1]
                row += [known.name, known.seed or "", known.region, known.club]
                row += [known.attributes.get(k, "") for k in further]
            rows.append(row + [""] * (len(head) - len(row)))
    return rows


def _matches(fixtures: Fixtures, event: Event | None, language: str) -> list[list[str | int]]:
    at = _LANGUAGES.index(language)
    home, away = MATCH_WORDS["home"][at], MATCH_WORDS["away"][at]
    number = ENTRANT_WORDS["number"][at]
    rows: list[list[str | int]] = [[
        GROUP_WORDS["group"][at], MATCH_WORDS["round"][at],
        *((number, home, number, away) if event else (home, away))]]
    for k, rounds in enumerate(fixtures, start=1):
        for r, matches in enumerate(rounds, start=1):
            for sides in matches:
                told = [[e, event.name_of(e)] if event else [e] for e in sides]
                rows.append([k, r, *told[0], *told[1]])
    return rows


def load_groups(source: Source, event: Event | None = None, *, name: str = "") -> Groups:
    """Groups by number, in the order of the file: JSON with ``{"groups": [[3, 1, ...], ...]}``, or a sheet
    with columns of groups and of numbers or names of ``event``; without it, numbers alone.

    Somebody twice is kept for the verifier. Raises :class:`FileError` naming the cell: nobody of the entry
    list, no groups, more than 256 groups, more than 32 MB.
    """
    data, where = read_bytes(source, limit=_LIMIT, name=name)
    if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{":
        found = _from_json(data, where, event)
    else:
        found = _from_sheets(read_sheets(data, name=where), where, event)
    if not 1 <= len(found) <= MOST_GROUPS:
        raise FileError(f"{len(found)} groups; there are 1 to {MOST_GROUPS}", where=where)
    return found


def _from_json(data: bytes, where: str, event: Event | None) -> Groups:
    try:
        told: Any = json.loads(data)
    except (ValueError, RecursionError):
        raise FileError("not JSON", where=where) from None
    listed = told.get("groups") if isinstance(told, dict) else None
    most = event.size if event else MOST_ENTRANTS
    if not isinstance(listed, list) or not all(
        isinstance(g, list) and len(g) <= most and all(type(e) is int and 1 <= e <= most for e in g)
        for g in listed
    ):
        raise FileError(f'"groups" is a list of lists of numbers from 1 to {most}', where=where)
    return tuple(map(tuple, listed))


def _from_sheets(sheets: Sequence[Sheet], where: str, event: Event | None) -> Groups:
    for sheet in sheets:
        header = find_header(sheet, GROUP_WORDS, ["group"])
        if header is not None and {"number", "name"} & set(header.columns):
            return _from_rows(sheet, header, event)
    raise FileError(
        "no groups were found in it", where=where, maybe='put headings above them: "group, number, name".'
    )


def _from_rows(sheet: Sheet, header: Header, event: Event | None) -> Groups:
    names = {fold(clean(e.name)): e.number for e in event.entrants} if event else {}
    most = event.size if event else MOST_ENTRANTS
    groups: dict[str, list[int]] = {}
    for row in range(header.row + 1, len(sheet.rows)):
        texts = {k: sheet.cell(row, c) for k, c in header.columns.items()}
        if not any(texts.values()):
            continue
        if fold(texts["group"]) in _HEADS:  # another table begins: that of the matches
            break
        told = numeral(texts.get("number", ""))
        number = told if told is not None else names.get(fold(clean(texts.get("name", ""))), 0)
        if not 1 <= number <= most:
            raise FileError(
                "nobody of the entry list is named here" if event else f"no number from 1 to {most}",
                where=sheet.place(row),
            )
        groups.setdefault(texts["group"], []).append(number)
    return tuple(map(tuple, groups.values()))
