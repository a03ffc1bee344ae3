"""CSV for spreadsheets: rows of cells, and a schedule as one row a match."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from decimal import Decimal

from scheduler.event import Event, Schedule
from scheduler.files.sheets import FORMULA_STARTS
from scheduler.files.words import word

__all__ = ["csv_bytes", "csv_text", "schedule_csv"]


def csv_text(rows: Iterable[Sequence[str | int | Decimal]]) -> str:
    """``rows`` as CSV with line feeds. Texts that a spreadsheet would run get an apostrophe.

    The readers of this package take that apostrophe away again.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows([_safe(c) if isinstance(c, str) else c for c in row] for row in rows)
    return out.getvalue()


def csv_bytes(text: str) -> bytes:
    """The file of a CSV text: UTF-8 with the mark without which Excel misreads it."""
    return text.encode("utf-8-sig")


def schedule_csv(schedule: Schedule, event: Event | None = None, *, language: str = "en") -> str:
    """``schedule`` as CSV, one row a match, byes last in their round with no opponent.

    Columns: round, table, home, away, then the names when ``event`` is given, then the start of
    the round when any is known; headings in ``language`` (en, zh, vi). Table 0 is left empty.
    """
    keys = ["round", "table", "home", "away"]
    keys += ["home name", "away name"] if event else []
    keys += ["start"] if schedule.starts else []
    return csv_text([[word(key, language) for key in keys], *_rows(schedule, event)])


def _rows(schedule: Schedule, event: Event | None) -> Iterable[list[str | int]]:
    for each in schedule.by_round():
        start: list[str | int] = [each.start] if schedule.starts else []
        for m in each.matches:
            names = [event.name_of(m.home), event.name_of(m.away)] if event else []
            yield [each.number, m.table or "", m.home, m.away, *names, *start]
        for bye in each.byes:
            names = [event.name_of(bye.entrant), ""] if event else []
            yield [each.number, "", bye.entrant, "", *names, *start]


def _safe(text: str) -> str:
    bare = text.lstrip("'")
    return "'" + text if bare[:1] and bare[0] in FORMULA_STARTS + "\t\r" else text
