"""A schedule as an XLSX workbook that prints on A4: rounds, by entrant, crosstable."""

from __future__ import annotations

import datetime
import io
from collections.abc import Sequence
from typing import Any

from scheduler.errors import UsageError
from scheduler.event import Event, Round, Schedule
from scheduler.files.words import word

__all__ = ["schedule_xlsx"]

_A4 = 9
_MOST_ROWS = 1_048_000
_MOST_COLUMNS = 16_000
_MOST_CELLS = 2_000_000
_NAME_WIDTH = 30
_MOST_ON_A_PAGE = 34
# Spreadsheets write the moment of making into the file; a fixed one keeps the bytes the same.
_MADE = datetime.datetime(2000, 1, 1)


def schedule_xlsx(
    schedule: Schedule, event: Event | None = None, *, language: str = "en"
) -> bytes:
    """The workbook's bytes, the same for the same input.

    Sheet 1 has one row a match (round, table, home, away, names, start) and one a bye, and is read
    back by ``load_schedule``; sheet 2 one row an entrant and one column a round; sheet 3 the rounds
    in which each pair meets, seen from the entrant of the row. Headings are in ``language``
    (en, zh, vi), names come from ``event``.

    Raises :class:`UsageError` for schedules beyond what a sheet holds: about 1,000,000 rows, or
    2,000,000 cells in sheets 2 and 3.
    """
    _check_size(schedule)
    import xlsxwriter

    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {
        "in_memory": True, "strings_to_numbers": False, "strings_to_formulas": False,
        "strings_to_urls": False,
    })
    book.set_properties({"created": _MADE, "title": event.name if event else ""})
    writer = _Writer(book, event, language)
    played = schedule.by_round()
    writer.rounds(played, bool(schedule.starts))
    writer.by_entrant(schedule, played)
    writer.crosstable(schedule)
    book.close()
    return out.getvalue()


def _check_size(schedule: Schedule) -> None:
    n, rounds = schedule.entrants, schedule.rounds
    idle = n * rounds - 2 * len(schedule)
    if len(schedule) + idle > _MOST_ROWS or max(n, rounds) > _MOST_COLUMNS or (
        n * (n + rounds) > _MOST_CELLS
    ):
        raise UsageError(
            f"{n} entrants over {rounds} rounds are too many for a workbook",
            maybe="write CSV or JSON.",
        )


class _Writer:
    """The three sheets of one workbook, with its formats and words."""

    def __init__(self, book: Any, event: Event | None, language: str) -> None:
        self.book, self.event, self.language = book, event, language
        self.bold = book.add_format({"bold": True, "bottom": 1, "align": "center"})
        self.middle = book.add_format({"align": "center"})
        self.shaded = book.add_format({"align": "center", "bg_color": "#D9D9D9"})

    def word(self, key: str) -> str:
        """The heading ``key`` in the workbook's language."""
        return word(key, self.language)

    def rounds(self, played: Sequence[Round], timed: bool) -> None:
        """Sheet 1: one row a match, byes last in their round."""
        keys = ["round", "table", "home", "away"]
        keys += ["home name", "away name"] if self.event else []
        keys += ["start"] if timed else []
        sheet = self._sheet("rounds", [self.word(key) for key in keys], landscape=False)
        if self.event:
            sheet.set_column(4, 5, _NAME_WIDTH)
        if timed:
            sheet.set_column(len(keys) - 1, len(keys) - 1, 20)
        row = 0
        for each in played:
            pairs = [(m.table or "", m.home, m.away) for m in each.matches]
            byes = [("", bye.entrant, self.word("bye")) for bye in each.byes]
            for table, home, away in [*pairs, *byes]:
                row += 1
                sheet.write_row(row, 0, [each.number, table, home, away], self.middle)
                for column, side in enumerate((home, away), start=4):
                    if self.event and isinstance(side, int):
                        sheet.write_string(row, column, self.event.name_of(side))
                if each.start:
                    sheet.write_string(row, len(keys) - 1, each.start)

    def by_entrant(self, schedule: Schedule, played: Sequence[Round]) -> None:
        """Sheet 2: whom each entrant meets in each round, at home or not."""
        rounds = [str(number) for number in range(1, schedule.rounds + 1)]
        sheet = self._names("entrants", rounds, schedule.entrants)
        opponents = self._opponents(schedule)
        for each in played:
            for match in each.matches:
                for one in (match.home, match.away):
                    text = ", ".join(opponents[one, each.number])
                    sheet.write_string(one, 1 + each.number, text, self.middle)
            for bye in each.byes:
                sheet.write_string(bye.entrant, 1 + each.number, self.word("bye"), self.shaded)

    def crosstable(self, schedule: Schedule) -> None:
        """Sheet 3: the rounds in which the entrant of the row meets the one of the column."""
        n = schedule.entrants
        sheet = self._names("crosstable", [str(number) for number in range(1, n + 1)], n)
        meetings: dict[tuple[int, int], list[str]] = {}
        for m in schedule.matches:
            home, other = self.word("at home"), self.word("at other")
            meetings.setdefault((m.home, m.away), []).append(f"{m.round}{home}")
            meetings.setdefault((m.away, m.home), []).append(f"{m.round}{other}")
        for (one, other_one), texts in meetings.items():
            sheet.write_string(one, 1 + other_one, ", ".join(texts), self.middle)
        for number in range(1, n + 1):
            sheet.write_blank(number, 1 + number, None, self.shaded)

    def _opponents(self, schedule: Schedule) -> dict[tuple[int, int], list[str]]:
        """(entrant, round) to opponents, each with the letter of the entrant's own side."""
        found: dict[tuple[int, int], list[str]] = {}
        for m in schedule.matches:
            found.setdefault((m.home, m.round), []).append(f"{m.away}{self.word('at home')}")
            found.setdefault((m.away, m.round), []).append(f"{m.home}{self.word('at other')}")
        return found

    def _names(self, key: str, headings: Sequence[str], n: int) -> Any:
        """A sheet with a row an entrant, number and name first."""
        sheet = self._sheet(key, [self.word("number"), self.word("name"), *headings])
        sheet.set_column(1, 1, _NAME_WIDTH if self.event else 4)
        sheet.set_column(2, 1 + len(headings), 6)
        sheet.freeze_panes(1, 2)
        sheet.repeat_columns(0, 1)
        for number in range(1, n + 1):
            sheet.write_number(number, 0, number, self.middle)
            if self.event:
                sheet.write_string(number, 1, self.event.name_of(number))
        return sheet

    def _sheet(self, key: str, headings: Sequence[str], *, landscape: bool = True) -> Any:
        sheet = self.book.add_worksheet(self.word(key))
        sheet.set_paper(_A4)
        if landscape:
            sheet.set_landscape()
        if len(headings) <= _MOST_ON_A_PAGE:
            sheet.fit_to_pages(1, 0)
        sheet.repeat_rows(0)
        sheet.set_footer("&C&P / &N")
        # In a header "&" starts a code, and Excel refuses more than 255 characters.
        title = self.event.name.replace("&", "&&") if self.event else ""
        sheet.set_header(f"&C{title}"[:250])
        sheet.freeze_panes(1, 0)
        for column, heading in enumerate(headings):
            sheet.write_string(0, column, heading, self.bold)
        return sheet
