"""What a director hangs up, hands out and sends round: rounds, slips and standings as files."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from decimal import Decimal
from pathlib import Path

from scheduler.app.directing.looking import Shown
from scheduler.app.directing.queueing import Changes
from scheduler.errors import UsageError
from scheduler.files.output import write_atomic
from scheduler.live.scoring import ledger_of
from scheduler.live.state import LiveEvent, LiveRound, LiveStage
from scheduler.views.messages import Translator

__all__ = [
    "KINDS", "write_bracket", "write_changes", "write_places", "write_round", "write_slips",
    "write_standings",
]

KINDS = (".html", ".csv", ".xlsx")
"""The endings of files that are written."""

PathLike = str | os.PathLike[str]
Place = tuple[int, int, int]
Rows = Sequence[Sequence[str | int | Decimal]]


def write_round(event: LiveEvent, round: LiveRound, to: PathLike, *, language: str = "en") -> Path:
    """Write a round as a page to hang up (.html) or as a table (.csv, .xlsx). UsageError, FileError."""
    from scheduler.views.hall import round_page, round_rows

    t, kind = Translator(language), _kind(to)
    if kind == ".html":
        return _write(to, round_page(event, round, t).encode())
    name = t("rounds.head", event=event.name, round=round.number)
    sheet = t("title.round", number=round.number)
    return _write(to, _table(kind, name, [(sheet, round_rows(event, round, t))]))


def write_bracket(event: LiveEvent, stage: LiveStage, to: PathLike, *, language: str = "en") -> Path:
    """Write the bracket of a stage with its results so far as a page to hang up (.html). UsageError where
    there is none, FileError."""
    from scheduler.views.live_bracket import live_bracket_page

    if _kind(to) != ".html":
        raise UsageError(
            f"{Path(to).name}: a bracket is a page to hang up", maybe="write a file ending in .html.")
    return _write(to, live_bracket_page(event, stage, Translator(language)).encode())


def write_changes(changes: Changes, to: PathLike, *, language: str = "en") -> Path:
    """Write the page that voids a list: what changed, and the sentences. UsageError, FileError."""
    from scheduler.views.repairs import changes_page

    if _kind(to) != ".html":
        raise UsageError(
            f"{Path(to).name}: changes are a page to hang up", maybe="write a file ending in .html.")
    page = changes_page(changes.event, changes.round, changes.tells, changes.void, Translator(language))
    return _write(to, page.encode())


def write_slips(
    event: LiveEvent, round: LiveRound, to: PathLike, *, language: str = "en",
    only: Collection[int] | None = None,
) -> Path:
    """Write a page with a slip for each match of a round, or for ``only`` those of these ids. UsageError,
    FileError."""
    from scheduler.views.hall import slips_page

    if _kind(to) != ".html":
        raise UsageError(f"{Path(to).name}: slips are a page to print", maybe="write a file ending in .html.")
    return _write(to, slips_page(event, round, Translator(language), only).encode())


def write_standings(
    shown: Shown, to: PathLike, *, language: str = "en", steps: bool = False, crosstable: bool = False
) -> Path:
    """Write standings as a page (.html) or as a table (.csv, .xlsx), with the crosstable where it is asked
    for. While nothing may be shown yet, the page says so, and a table is a UsageError. FileError."""
    from scheduler.views import standings as views
    from scheduler.views.rounds import disputed_lines

    t, kind, made, event = Translator(language), _kind(to), shown.standings, shown.event
    if shown.embargoed:
        if kind != ".html":
            raise UsageError(
                f"the standings may not be shown before round {shown.waiting[0]} closes", maybe="say --live.")
        return _write(to, views.embargoed_page(t, title=event.name, round=shown.waiting[0]).encode())
    ledger = ledger_of(event, shown.stage) if crosstable else None
    if kind == ".html":
        page = views.standings_page(
            made, t, title=event.name, date=event.date, names=shown.names, steps=steps, ledger=ledger,
            remarks=disputed_lines(shown.stage, shown.as_of, t))
        return _write(to, page.encode())
    sheets: list[tuple[str, Rows]] = [
        (t("standing.title"), views.standings_rows(made, t, names=shown.names))]
    if ledger is not None:
        sheets.append((t("title.crosstable"), views.crosstable_rows(made, ledger, t, names=shown.names)))
    return _write(to, _table(kind, event.name, sheets))


def write_places(event: LiveEvent, rows: Sequence[Place], to: PathLike, *, language: str = "en") -> Path:
    """Write the places of an event, as of ``places``, as a page (.html) or a table (.csv, .xlsx).
    UsageError, FileError."""
    from scheduler.views.places import places_page, places_rows

    t, kind = Translator(language), _kind(to)
    if kind == ".html":
        return _write(to, places_page(event, rows, t).encode())
    return _write(to, _table(kind, event.name, [(t("hall.places"), places_rows(event, rows, t))]))


def _kind(to: PathLike) -> str:
    kind = Path(to).suffix.lower()
    if kind not in KINDS:
        raise UsageError(f'"{Path(to).name}": files are written as {", ".join(KINDS)}',
                         maybe="say so by the file's ending.")
    return kind


def _table(kind: str, title: str, sheets: Sequence[tuple[str, Rows]]) -> bytes:
    """A workbook, or as CSV one table below the other."""
    if kind == ".xlsx":
        from scheduler.files.rows_xlsx import rows_xlsx

        return rows_xlsx(sheets, title=title)
    from scheduler.files.csv_out import csv_bytes, csv_text

    return csv_bytes("\n".join(csv_text(rows) for _, rows in sheets))


def _write(to: PathLike, data: bytes) -> Path:
    write_atomic(to, data)
    return Path(to)
