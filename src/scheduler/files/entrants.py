"""Entry lists: CSV or XLSX to entrants, and entrants to CSV.

The list may have title rows above its headings, headings in three languages, or no headings at
all (then it is a list of names, or of numbers and names).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scheduler.errors import FileError
from scheduler.event import Entrant
from scheduler.files.csv_out import csv_text
from scheduler.files.sheets import Sheet, read_sheets
from scheduler.files.source import MEGABYTE, Source
from scheduler.files.text import clean
from scheduler.files.words import ENTRANT_WORDS, Header, find_header, numeral

__all__ = ["LONGEST_NAME", "MOST_ENTRANTS", "Placed", "checked", "read_entrants", "write_entrants"]

MOST_ENTRANTS = 10_000
LONGEST_NAME = 200
_LONGEST_ATTRIBUTE = 2_000
_MOST_COLUMNS = 200
_MOST_RATING = 10**9
_LIMIT = 20 * MEGABYTE
_NOTHING = ("", "-", "–", "—")
_PERSONS = re.compile(
    r"(players?|members?|队员|隊員|成员|成員|thành viên|cầu thủ|vận động viên)( ?\d{1,2})?(名单|名單)?"
)
_BETWEEN = re.compile(r"[;/\n、；／]")
_FIELDS = ("number", "name", "seed", "region", "club", "rating")


@dataclass(frozen=True, slots=True)
class Placed:
    """An entrant as read, with the places of its number and its name for messages.

    Its number is 0 where the list gives none.
    """

    entrant: Entrant
    number_at: str
    name_at: str


def read_entrants(source: Source, *, name: str = "") -> tuple[Entrant, ...]:
    """The entrants of an entry list, ordered by number 1..n.

    ``source`` is a path or the bytes of a CSV or XLSX file, ``name`` what messages call it.
    Without a column of numbers they are given in the order of the file; an empty or zero seed
    means unseeded; columns of unknown heading become attributes, and nobody may be named in those of
    players (``players``, ``player 1`` ..., names between ``;`` or ``/``) for two entrants. Of several
    sheets the first with headings counts.

    Raises :class:`FileError` naming sheet, row and column: what is no number, no name, twice
    there or missing; fewer than 2 or more than 10,000 entrants; more than 20 MB.
    """
    sheets = read_sheets(source, name=name, limit=_LIMIT)
    for sheet in sheets:
        header = find_header(sheet, ENTRANT_WORDS, ["name"])
        if header is not None:
            break
    else:
        sheet, header = sheets[0], _bare(sheets[0])
    rows = range(header.row + 1, len(sheet.rows))
    same = sheet.rows[header.row] if header.row >= 0 else ()
    # A heading repeated on every printed page, or merged over two rows, is no entrant.
    wanted = [row for row in rows if sheet.rows[row] != same]
    if len(wanted) > MOST_ENTRANTS:
        raise _too_many(len(wanted), sheet.where)
    placed = [_placed(sheet, header, row) for row in wanted]
    return checked(placed, sheet.where)


def write_entrants(entrants: Sequence[Entrant]) -> str:
    """The entry list as CSV: number, name, seed, region, club, rating, then every attribute."""
    further = list(dict.fromkeys(key for e in entrants for key in e.attributes))
    rows: list[list[str | int]] = [[*_FIELDS, *further]]
    for e in entrants:
        rows.append([
            e.number, e.name, e.seed or "", e.region, e.club, e.rating or "",
            *(e.attributes.get(key, "") for key in further),
        ])
    return csv_text(rows)


def checked(placed: Sequence[Placed], where: str) -> tuple[Entrant, ...]:
    """The entrants in order of number, after the checks that concern the list as a whole.

    Raises :class:`FileError` for too few or too many, a number or name twice, and gaps.
    """
    if len(placed) > MOST_ENTRANTS:
        raise _too_many(len(placed), where)
    if len(placed) < 2:
        raise FileError(
            f"an event needs at least 2 entrants, here is {len(placed)}", where=where,
            maybe="the list stands on another sheet, or its heading is missing.",
        )
    _no_twins(((p.entrant.name.casefold(), p.name_at) for p in placed), placed, "name")
    _no_shared_persons(placed)
    if not any(p.entrant.number for p in placed):
        return tuple(_numbered(p.entrant, i) for i, p in enumerate(placed, start=1))
    for p in placed:
        if not p.entrant.number:
            raise FileError(
                f'no number for "{p.entrant.name}", but others have one', where=p.number_at,
                maybe="number everyone, or nobody.",
            )
    _no_twins(((str(p.entrant.number), p.number_at) for p in placed), placed, "number")
    _no_gaps([p.entrant.number for p in placed], where)
    return tuple(sorted((p.entrant for p in placed), key=lambda e: e.number))


def _numbered(e: Entrant, number: int) -> Entrant:
    return Entrant(number, e.name, e.seed, e.region, e.club, e.rating, e.attributes)


def _too_many(count: int, where: str) -> FileError:
    return FileError(
        f"{count} entrants, the limit is {MOST_ENTRANTS}", where=where,
        maybe="this is not an entry list.",
    )


def _no_twins(keys: Iterable[tuple[str, str]], placed: Sequence[Placed], what: str) -> None:
    first: dict[str, int] = {}
    for i, (key, at) in enumerate(keys):
        before = first.setdefault(key, i)
        if before != i:
            earlier = placed[before].name_at if what == "name" else placed[before].number_at
            raise FileError(
                f'the {what} "{placed[i].entrant.name if what == "name" else key}" is there twice,'
                f" first in {earlier}",
                where=at,
                maybe="add the town or club to tell them apart." if what == "name"
                else "one of them is a slip.",
            )


def _no_shared_persons(placed: Sequence[Placed]) -> None:
    """Nobody plays for two entries: columns of players (``players``, ``player 1`` ...) are held together."""
    first: dict[str, tuple[int, str]] = {}
    for i, p in enumerate(placed):
        for key, text in p.entrant.attributes.items():
            if not _PERSONS.fullmatch(key.strip().casefold()):
                continue
            for person in filter(None, (clean(x) for x in _BETWEEN.split(text))):
                before, at = first.setdefault(person.casefold(), (i, p.name_at))
                if before != i:
                    raise FileError(
                        f'"{person[:40]}" plays for two entries, the other is in {at}', where=p.name_at,
                        maybe="one of them is a slip; add the town where these are two people.",
                    )


def _no_gaps(numbers: Sequence[int], where: str) -> None:
    missing = sorted(set(range(1, len(numbers) + 1)) - set(numbers))
    if missing:
        some = ", ".join(map(str, missing[:5])) + (" ..." if len(missing) > 5 else "")
        raise FileError(
            f"the numbers of {len(numbers)} entrants must be 1 to {len(numbers)}: {some} missing,"
            f" highest {max(numbers)}",
            where=where,
            maybe="these are not the drawn numbers; give that column another heading.",
        )


# --- One row --------------------------------------------------------------------------------------


def _bare(sheet: Sheet) -> Header:
    """The columns of a list without headings: names, or numbers and names."""
    rows = range(len(sheet.rows))
    filled = sorted({c for cells in sheet.rows for c, text in enumerate(cells) if text})
    headings = find_header(sheet, ENTRANT_WORDS, ["number"]) or find_header(
        sheet, ENTRANT_WORDS, ["seed"]
    )
    if headings is None and len(filled) == 1:
        return Header(-1, {"name": filled[0]}, {})
    if headings is None and len(filled) == 2 and all(
        numeral(sheet.cell(row, filled[0])) is not None for row in rows
    ):
        return Header(-1, {"number": filled[0], "name": filled[1]}, {})
    raise FileError(
        "no column of names was found",
        where=sheet.place(headings.row if headings else 0),
        maybe='put headings above the list, such as "number, name, seed, region".',
    )


def _placed(sheet: Sheet, header: Header, row: int) -> Placed:
    columns = header.columns
    for column, text in enumerate(sheet.rows[row]):
        if text and not sheet.name and header.row >= 0 and column >= len(sheet.rows[header.row]):
            raise FileError(
                f'"{text[:40]}" stands beyond the last heading', where=sheet.place(row, column),
                maybe="a name holds the separating character; put it in quotation marks.",
            )
    entrant = Entrant(
        number=_number(sheet, row, columns.get("number", -1)),
        name=_name(sheet, row, columns["name"]),
        seed=_whole(sheet, row, columns.get("seed", -1), "seed", MOST_ENTRANTS),
        region=_short(sheet, row, columns.get("region", -1), LONGEST_NAME),
        club=_short(sheet, row, columns.get("club", -1), LONGEST_NAME),
        rating=_whole(sheet, row, columns.get("rating", -1), "rating", _MOST_RATING),
        attributes=_attributes(sheet, header, row),
    )
    return Placed(
        entrant, sheet.place(row, columns.get("number", columns["name"])),
        sheet.place(row, columns["name"]),
    )


def _number(sheet: Sheet, row: int, column: int) -> int:
    number = _whole(sheet, row, column, "number", MOST_ENTRANTS)
    if not number and sheet.cell(row, column) not in _NOTHING:
        raise FileError(
            "numbers of entrants count from 1, here is 0", where=sheet.place(row, column)
        )
    return number


def _whole(sheet: Sheet, row: int, column: int, what: str, most: int) -> int:
    text = sheet.cell(row, column)
    if text in _NOTHING:
        return 0
    value = numeral(text)
    if value is None or value > most:
        raise FileError(
            f'the {what} "{text[:40]}" is not a whole number from 0 to {most}',
            where=sheet.place(row, column),
            maybe="leave the cell empty if there is none.",
        )
    return value


def _name(sheet: Sheet, row: int, column: int) -> str:
    text = _short(sheet, row, column, LONGEST_NAME)
    if not text:
        raise FileError(
            "the name is empty", where=sheet.place(row, column),
            maybe="this is a remark below the list; delete it or move it to another sheet.",
        )
    return text


def _short(sheet: Sheet, row: int, column: int, most: int) -> str:
    text = sheet.cell(row, column)
    if len(text) > most:
        raise FileError(
            f"{len(text)} characters, the limit here is {most}", where=sheet.place(row, column),
            maybe="a quotation mark is missing, and several rows were read as one.",
        )
    return text


def _attributes(sheet: Sheet, header: Header, row: int) -> dict[str, str]:
    if len(header.further) > _MOST_COLUMNS:
        raise FileError(
            f"more than {_MOST_COLUMNS} columns", where=sheet.place(header.row),
            maybe="this is not an entry list.",
        )
    read = {
        key: _short(sheet, row, column, _LONGEST_ATTRIBUTE)
        for key, column in header.further.items()
    }
    return {key: text for key, text in read.items() if text}
