"""Many results at a time: pasted lines or a file, each line with its own error, nothing lost.

A line is ``TABLE RESULT`` or ``ROUND TABLE RESULT``, parted by blanks, tabs, commas or semicolons; ``#``
begins a comment. A dash that touches only the number behind it is a sign: ``3 7 -18`` is round 3, table 7,
while ``7 12 - 8`` and ``7 12-8`` are table 7. A first line of headings makes it a table with columns in
any order:

    round,table,result            or        round,table,imps_home,imps_away,vp_home,vp_away,boards
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from scheduler.errors import UsageError
from scheduler.standings.entry import parse_result, plain
from scheduler.standings.scoring import Entered, Scoring

__all__ = ["MOST_CHARACTERS", "MOST_LINES", "Line", "LineFault", "Many", "parse_many"]

MOST_CHARACTERS = 2_000_000
MOST_LINES = 20_000
"""The most that is read at a time."""

_MOST_LINE = 300
_MOST_ROUND = 10_000
_MOST_TABLE = 1_000_000
_SPACED_DASH = re.compile(r"(?<=[0-9]) ?- (?=[0-9])")
_SIGNED = re.compile(r"[0-9]{1,7} -[0-9]")
_LED = re.compile(r"([0-9]{1,7})\s*(?:[\s,;:)]|\.\s)\s*(.+)")
_HEADINGS: dict[str, tuple[str, ...]] = {
    "round": ("round", "rd", "r", "轮", "轮次", "vòng"),
    "table": ("table", "match", "t", "桌", "桌次", "桌号", "bàn"),
    "result": ("result", "score", "结果", "比分", "kết quả"),
    "imps": ("imps", "imp", "margin"),
    "imps_home": ("imps_home", "imps home", "home imps", "主队imp", "imp chủ"),
    "imps_away": ("imps_away", "imps away", "away imps", "客队imp", "imp khách"),
    "vp_home": ("vp_home", "vp home", "home vp", "主队vp", "vp chủ"),
    "vp_away": ("vp_away", "vp away", "away vp", "客队vp", "vp khách"),
    "boards": ("boards", "副数", "số ván"),
    "penalty": ("penalty", "penalties", "罚分", "phạt"),
}
_COLUMN = {name: key for key, names in _HEADINGS.items() for name in names}


Lengths = Callable[[int, int], int]
"""(round, table) -> boards of the match there, 0 for the stage's own length."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line that was read: its number from 1, round (0 where it says none), table, and the result."""

    number: int
    round: int
    table: int
    entered: Entered


@dataclass(frozen=True, slots=True)
class LineFault:
    """A line that was not taken: its number and text, what is wrong, and advice ("" for none)."""

    number: int
    text: str
    message: str
    maybe: str = ""

    def __str__(self) -> str:
        return f"line {self.number}: {self.message}"


@dataclass(frozen=True, slots=True)
class Many:
    """What was read and what was not, each in order of the lines; every line that says anything is in
    one of the two."""

    lines: tuple[Line, ...] = ()
    faults: tuple[LineFault, ...] = ()


def parse_many(text: str, scoring: Scoring, boards: Lengths = lambda round, table: 0) -> Many:
    """The results in ``text``. A table that comes twice in a round is taken once, and told.

    ``boards`` gives the length of the match at a table of a round (0: the current one), 0 for the stage's.

    UsageError where the text as a whole is too large: 2,000,000 characters, 20,000 lines.
    """
    if len(text) > MOST_CHARACTERS:
        raise UsageError(f"{len(text):,} characters are too much at a time", maybe="split the file.")
    rows = [(number, line) for number, line in enumerate(text.lstrip("\ufeff").splitlines(), start=1)
            if (bare := line.split("#")[0].strip()) and bare]
    if len(rows) > MOST_LINES:
        raise UsageError(f"{len(rows):,} lines are too many at a time (at most {MOST_LINES:,})",
                         maybe="split the file.")
    delimiter, columns = _headings(rows[0][1]) if rows else ("", ())
    lines: list[Line] = []
    faults: list[LineFault] = []
    for number, line in rows[1:] if columns else rows:
        try:
            if len(line) > _MOST_LINE:
                raise UsageError(f"the line has {len(line):,} characters (at most {_MOST_LINE})")
            told = line.split("#")[0]
            lines.append(_row(number, told, delimiter, columns, scoring, boards) if columns
                         else _line(number, told, scoring, boards))
        except UsageError as error:
            faults.append(LineFault(number, line[:_MOST_LINE], error.message, error.maybe))
    kept, twice = _once(lines)
    return Many(kept, tuple(sorted((*faults, *twice), key=lambda f: f.number)))


def _once(lines: Sequence[Line]) -> tuple[tuple[Line, ...], list[LineFault]]:
    first: dict[tuple[int, int], Line] = {}
    faults: list[LineFault] = []
    for line in lines:
        before = first.setdefault((line.round, line.table), line)
        if before is not line:
            same = "the same" if before.entered == line.entered else f'"{before.entered.text}"'
            faults.append(LineFault(
                line.number, line.entered.text,
                f'table {line.table} is already in line {before.number}, with {same}; '
                f'"{line.entered.text}" was not taken',
                maybe="keep one of the two lines."))
    return tuple(first.values()), faults


def _line(number: int, text: str, scoring: Scoring, boards: Lengths) -> Line:
    """``TABLE RESULT`` or ``ROUND TABLE RESULT``: the reading whose result can be one."""
    told = _SPACED_DASH.sub("-", plain(text))
    one = _LED.fullmatch(told)
    if not one:
        raise UsageError(f'"{told:.60}" is no line of a table and its result', maybe='write "7 +18".')
    two = _LED.fullmatch(one[2])
    readings = [] if _SIGNED.match(one[2]) else [(0, one[1], one[2])]
    readings += [(int(one[1]), two[1], two[2])] if two else []
    made: list[Line] = []
    errors: list[UsageError] = []
    for round, table, rest in readings:
        try:
            result = parse_result(rest, scoring, boards(round, int(table)))
            made.append(_checked(number, round, int(table), result))
        except UsageError as error:
            errors.append(error)
    if len(made) == 1:
        return made[0]
    if made:
        raise UsageError(f'"{told:.60}" can be read as table {one[1]} and as table {made[1].table}',
                         maybe="part table and result by a blank, and write decimals with a point.")
    # Blanks part what commas may only seem to: "3 7 x" is about table 7.
    raise errors[-1] if two and " " in one[2] else errors[0]


def _checked(number: int, round: int, table: int, entered: Entered) -> Line:
    if not 1 <= table <= _MOST_TABLE:
        raise UsageError(f"there is no table {table}", maybe="tables count from 1.")
    if not 0 <= round <= _MOST_ROUND:
        raise UsageError(f"there is no round {round}", maybe=f"rounds are 1 to {_MOST_ROUND:,}.")
    return Line(number, round, table, entered)


def _headings(line: str) -> tuple[str, tuple[str, ...]]:
    """(delimiter, column of each field) of a line of headings; nothing where it is none."""
    for delimiter in (";", "\t", ","):
        names = tuple(_COLUMN.get(plain(name), "") for name in next(csv.reader([line], delimiter=delimiter)))
        if "table" in names and ({"result", "imps", "imps_home", "vp_home"} & {*names}):
            return delimiter, names
    return "", ()


def _row(
    number: int, text: str, delimiter: str, columns: Sequence[str], scoring: Scoring, boards: Lengths
) -> Line:
    cells = [plain(cell) for cell in next(csv.reader([text], delimiter=delimiter))]
    row = {key: cell for key, cell in zip(columns, cells, strict=False) if key and cell}
    if any(cells[len(columns):]):
        raise UsageError(f"the line has {len(cells)} fields under {len(columns)} headings",
                         maybe="write decimals with a point, or part fields by semicolons.")
    if row.get("penalty", "0").strip("0.,"):
        raise UsageError("the line has a penalty, which is no part of the result",
                         maybe="enter it as a penalty of its own.")
    round, table = _whole(row, "round", "0"), _whole(row, "table", "")
    return _checked(number, round, table, _of_row(row, scoring, boards(round, table)))


def _of_row(row: dict[str, str], scoring: Scoring, usual: int) -> Entered:
    """The result of a row; IMPs and points that stand side by side must agree."""
    length = _whole(row, "boards", "0")
    found = list(_results(row, scoring, length or usual))
    if not found:
        raise UsageError("the line has no result", maybe='write "unplayed" for a match that waits.')
    first = found[0]
    boards = length or first.boards
    for other in found[1:]:
        margin = first.margin
        due = scoring.points(margin, boards or usual) if margin is not None else None
        if other.form == "points" and due is not None and due != (other.home, other.away):
            raise UsageError(f'"{first.text}" and "{other.text}" do not agree on this scale',
                             maybe="check the sides and the number of boards.")
    return replace(first, boards=boards)


def _results(row: dict[str, str], scoring: Scoring, boards: int) -> Iterator[Entered]:
    for key in ("result", "imps"):
        if key in row:
            yield parse_result(row[key], scoring, boards)
    for key, mark in (("imps", "imp"), ("vp", "vp")):
        home, away = row.get(f"{key}_home"), row.get(f"{key}_away")
        if home and away:
            yield parse_result(f"{home}-{away} {mark}", scoring, boards)
        elif home or away:
            raise UsageError(f"only one side has {key.upper()}s", maybe="fill in both sides.")


def _whole(row: dict[str, str], key: str, usual: str) -> int:
    told = row.get(key, usual)
    if not re.fullmatch(r"[0-9]{1,7}", told):
        raise UsageError(f'"{told:.40}" is no number of a {key.rstrip("s")}' if told
                         else f"the line has no {key}")
    return int(told)
