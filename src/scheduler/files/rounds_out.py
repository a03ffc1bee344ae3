"""Rounds and results as the simple tables that other programs read, and :func:`adopt_rounds` again."""

from __future__ import annotations

import datetime
import io
from collections.abc import Mapping, Sequence

from scheduler.errors import UsageError, did_you_mean
from scheduler.files.csv_out import csv_text
from scheduler.files.rounds_value import AdoptedRounds
from scheduler.files.rounds_words import WRITTEN, heading, penalty_word
from scheduler.files.words import word

__all__ = ["TABLES", "rounds_csv", "rounds_tables", "rounds_xlsx"]

Cell = str | int
TABLES = ("all", "entrants", "rounds", "results")
_LANGUAGES = ("en", "zh", "vi")
_ROUNDS = ("round", "table", "home", "away", "home name", "away name")
_VALUES = ("result", "imps home", "imps away", "vp home", "vp away", "penalty home", "penalty away")
_A4 = 9
_MADE = datetime.datetime(2000, 1, 1)


def rounds_csv(adopted: AdoptedRounds, *, table: str = "all", language: str = "en") -> str:
    """One of the tables as CSV; ``all`` is rounds with their results, enough to go on from.

    UsageError for another table or language.
    """
    tables = rounds_tables(adopted, language)
    if table not in tables:
        raise UsageError(f'there is no table "{table[:40]}"', maybe=did_you_mean(table[:40], TABLES))
    return csv_text(tables[table])


def rounds_xlsx(adopted: AdoptedRounds, *, language: str = "en") -> bytes:
    """A workbook with the sheets entrants, rounds and results; the same bytes for the same input."""
    import xlsxwriter

    tables = rounds_tables(adopted, language)
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {
        "in_memory": True, "strings_to_numbers": False, "strings_to_formulas": False,
        "strings_to_urls": False,
    })
    book.set_properties({"created": _MADE})
    bold = book.add_format({"bold": True, "bottom": 1})
    for name in TABLES[1:]:
        sheet = book.add_worksheet(name)
        sheet.set_paper(_A4)
        sheet.fit_to_pages(1, 0)
        sheet.repeat_rows(0)
        sheet.freeze_panes(1, 0)
        for row, cells in enumerate(tables[name]):
            for column, cell in enumerate(cells):
                if isinstance(cell, int):
                    sheet.write_number(row, column, cell)
                elif cell:
                    sheet.write_string(row, column, cell, bold if row == 0 else None)
    book.close()
    return out.getvalue()


def rounds_tables(adopted: AdoptedRounds, language: str = "en") -> Mapping[str, list[Sequence[Cell]]]:
    """Rows of each table, headings first.

    ``entrants``: number, name. ``rounds``: round, table, home, away, names. ``results``: round, table, home,
    away, result, IMPs, VP and penalties of both sides. ``all``: rounds and results in one. Where there is
    no opponent the word for it stands in its place; round and table that are not known are 0 and empty.
    """
    if language not in _LANGUAGES:
        raise UsageError(f'no language "{language[:40]}"', maybe=did_you_mean(language[:40], _LANGUAGES))
    names: dict[Cell, str] = {e.number: e.name for e in adopted.entrants}
    rows = _rows(adopted, language)
    heads = {key: heading(key, language) for key in (*_ROUNDS, *_VALUES)}
    both = [(row, (names.get(row[0][2], ""), names.get(row[0][3], ""))) for row in rows]
    listed: list[Sequence[Cell]] = [[e.number, e.name] for e in adopted.entrants]
    # A penalty alone is no part of a round, only of its results.
    alone = penalty_word(language)
    return {
        "all": [list(heads.values()), *([*row, *name, *values] for (row, values), name in both)],
        "entrants": [[word(key, language) for key in ("number", "name")], *listed],
        "rounds": [
            [heads[key] for key in _ROUNDS],
            *([*row, *name] for (row, _), name in both if row[3] != alone),
        ],
        "results": [
            [heads[key] for key in (*_ROUNDS[:4], *_VALUES)], *([*row, *values] for row, values in rows)
        ],
    }


_Start = tuple[int, Cell, int, Cell]


def _rows(adopted: AdoptedRounds, language: str) -> list[tuple[_Start, list[str]]]:
    """(round, table, home, away) and the values of each row: matches, byes, further penalties."""
    at = _LANGUAGES.index(language)
    fines: dict[tuple[int, int], list[int]] = {}
    for p in adopted.penalties:
        fines.setdefault((p.round, p.entrant), []).append(p.points)

    def fine(round: int, who: int) -> str:
        """The first penalty that is not written yet."""
        waiting = fines.get((round, who))
        return _decimal(waiting.pop(0)) if waiting else ""

    rows: list[tuple[_Start, list[str]]] = []
    for m in adopted.matches:
        values = [m.result, *m.imps, *m.vp, fine(m.round, m.home), fine(m.round, m.away)]
        rows.append(((m.round, m.table or "", m.home, m.away), values))
    for b in adopted.byes:
        values = [b.result, "", "", "", "", fine(b.round, b.entrant), ""]
        rows.append(((b.round, "", b.entrant, WRITTEN[b.kind][at]), values))
    for (number, who), points in sorted(fines.items()):
        for each in points:
            values = ["", "", "", "", "", _decimal(each), ""]
            rows.append(((number, "", who, penalty_word(language)), values))
    return sorted(rows, key=lambda row: row[0][0])


def _decimal(points: int) -> str:
    whole, rest = divmod(points, 100)
    return f"{whole}.{rest:02d}".rstrip("0").rstrip(".") if rest else str(whole)
