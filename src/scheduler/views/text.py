"""A schedule as aligned terminal text: by round, by entrant, as a crosstable, as a pattern table.

Every function returns lines joined by line feeds, with a final one. A table wider than ``line``
terminal cells or 40 columns is cut into blocks. ``names`` gives the name of number i at index
i - 1; what is missing or not needed is written as the number. Names are made safe by ``clean``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Protocol

from scheduler.errors import UsageError, did_you_mean
from scheduler.event import PublishedTable, Schedule
from scheduler.views.columns import LINE, MOST_COLUMNS, clean, cut, flow, grid, pad, width
from scheduler.views.figures import figures, pattern
from scheduler.views.messages import Translator

__all__ = [
    "VIEWS",
    "by_entrant",
    "by_round",
    "crosstable",
    "cut",
    "pad",
    "pattern_table",
    "published",
    "show",
    "width",
]

LONGEST_NAME = 24

Marks = Mapping[tuple[int, int, int], str]


def _labels(schedule: Schedule, names: Sequence[str]) -> list[str]:
    """Index 0 stays empty, so that a number is its own index."""
    labels = [str(number) for number in range(schedule.entrants + 1)]
    for number, name in enumerate(names[: schedule.entrants], start=1):
        short = cut(clean(name), LONGEST_NAME)
        labels[number] = f"{number} {short}" if short else str(number)
    return labels


def _cells(schedule: Schedule, names: Sequence[str], marks: Marks | None) -> list[str]:
    """One ``3-5`` a match, in the order of the schedule's columns."""
    label = _labels(schedule, names)
    between = " - " if names else "-"
    pairs = zip(schedule.home.tolist(), schedule.away.tolist(), strict=True)
    cells = [f"{label[home]}{between}{label[away]}" for home, away in pairs]
    if marks:
        keys = zip(
            schedule.round.tolist(), schedule.home.tolist(), schedule.away.tolist(), strict=True
        )
        cells = [cell + marks.get(key, "") for cell, key in zip(cells, keys, strict=True)]
    return cells


def _places(schedule: Schedule) -> tuple[list[int], bool]:
    """The column of each match (0-based) and whether columns are tables.

    Where no table is known at all, matches take columns in order; where some are, the unknown
    ones share one last column.
    """
    tables = schedule.table.tolist()
    if any(tables):
        return [table - 1 if table else schedule.tables for table in tables], True
    places: list[int] = []
    now = 0
    for current in schedule.round.tolist():
        places.append(places[-1] + 1 if places and current == now else 0)
        now = current
    return places, False


def _round_rows(schedule: Schedule, cells: list[str]) -> tuple[list[str], list[list[str]], bool]:
    places, known = _places(schedule)
    across = max(places, default=-1) + 1
    rows = [[""] * across for _ in range(schedule.rounds)]
    for cell, number, place in zip(cells, schedule.round.tolist(), places, strict=True):
        row = rows[number - 1]
        row[place] = f"{row[place]} {cell}" if row[place] else cell
    return [str(i + 1) for i in range(across)], rows, known


def by_round(
    schedule: Schedule,
    translator: Translator,
    *,
    names: Sequence[str] = (),
    marks: Marks | None = None,
    line: int = LINE,
) -> str:
    """Rounds x tables, with byes and start times where there are any.

    ``marks`` maps (round, home, away) to a sign set behind that match. A grid with names that does
    not fit into ``line``, and one of more than 40 tables, is written round after round instead.
    """
    t = translator
    heads, rows, known = _round_rows(schedule, _cells(schedule, names, marks))
    tables = [t("head.table" if known else "head.slot", number=h) for h in heads]
    if known and len(heads) > schedule.tables:
        tables[-1] = t("head.open")
    label = _labels(schedule, names)
    byes = [t.join([label[e] for e in idle]) for idle in schedule.idle()]
    times = [t.moment(clean(schedule.starts.get(r + 1, ""))) for r in range(len(rows))]
    if len(heads) <= MOST_COLUMNS:
        extra = [(t("head.byes"), byes)] if any(byes) else []
        extra += [(t("head.time"), times)] if any(times) else []
        head = [t("head.round"), *tables, *(title for title, _ in extra)]
        full = [
            [str(r + 1), *row, *(column[r] for _, column in extra)] for r, row in enumerate(rows)
        ]
        lines = grid(head, full, line=line, sides="r")
        if not names or len(lines) == schedule.rounds + 1:
            return "\n".join(lines) + "\n"
    return _round_blocks(t, tables, rows, byes, times, line)


def _round_blocks(
    t: Translator,
    tables: list[str],
    rows: list[list[str]],
    byes: list[str],
    times: list[str],
    line: int,
) -> str:
    lines: list[str] = []
    for number, (row, bye, time) in enumerate(zip(rows, byes, times, strict=True), start=1):
        title = t("title.round", number=number)
        lines += [""] if lines else []
        lines.append(f"{title}  {time}" if time else title)
        cells = [f"{table}  {cell}" for table, cell in zip(tables, row, strict=True) if cell]
        if bye:
            cells.append(f"{t('head.bye')}  {bye}")
        lines += flow(cells, line=line)
    return "\n".join(lines) + "\n"


def _entrant_columns(
    schedule: Schedule, t: Translator, names: Sequence[str]
) -> tuple[list[str], list[list[str]]]:
    """The columns that every table by entrant starts with: number and, if given, name."""
    label = [cut(clean(name), LONGEST_NAME) for name in names[: schedule.entrants]]
    label += [""] * (schedule.entrants - len(label))
    head = [t("head.number"), t("head.name")] if names else [t("head.number")]
    rows = [[str(i + 1), label[i]] if names else [str(i + 1)] for i in range(schedule.entrants)]
    return head, rows


def by_entrant(
    schedule: Schedule, translator: Translator, *, names: Sequence[str] = (), line: int = LINE
) -> str:
    """Numbers x rounds: the opponent with the side of the row's number, ``H5`` or ``A5``."""
    t = translator
    home, away, bye = t("mark.home"), t("mark.away"), t("mark.bye")
    body = [[""] * schedule.rounds for _ in range(schedule.entrants)]
    columns = (schedule.home.tolist(), schedule.away.tolist(), schedule.round.tolist())
    for h, a, r in zip(*columns, strict=True):
        for row, cell in ((body[h - 1], f"{home}{a}"), (body[a - 1], f"{away}{h}")):
            row[r - 1] = f"{row[r - 1]} {cell}" if row[r - 1] else cell
    head, rows = _entrant_columns(schedule, t, names)
    full = [[*start, *(cell or bye for cell in row)] for start, row in zip(rows, body, strict=True)]
    head_all = [*head, *(str(r + 1) for r in range(schedule.rounds))]
    return "\n".join(grid(head_all, full, fixed=len(head), line=line, sides="r")) + "\n"


def crosstable(
    schedule: Schedule, translator: Translator, *, names: Sequence[str] = (), line: int = LINE
) -> str:
    """Numbers x numbers: in which round they meet, with the side of the row's number: ``3H``."""
    t = translator
    home, away = t("mark.home"), t("mark.away")
    body = [[""] * schedule.entrants for _ in range(schedule.entrants)]
    columns = (schedule.home.tolist(), schedule.away.tolist(), schedule.round.tolist())
    for h, a, r in zip(*columns, strict=True):
        for row, column, cell in ((h - 1, a - 1, f"{r}{home}"), (a - 1, h - 1, f"{r}{away}")):
            before = body[row][column]
            body[row][column] = f"{before} {cell}" if before else cell
    for i in range(schedule.entrants):
        body[i][i] = body[i][i] or "\\"
    head, rows = _entrant_columns(schedule, t, names)
    full = [[*start, *row] for start, row in zip(rows, body, strict=True)]
    head_all = [*head, *(str(i + 1) for i in range(schedule.entrants))]
    return "\n".join(grid(head_all, full, fixed=len(head), line=line, sides="r")) + "\n"


def pattern_table(
    schedule: Schedule,
    translator: Translator,
    *,
    names: Sequence[str] = (),
    bye_breaks_run: bool = False,
    line: int = LINE,
) -> str:
    """Numbers x rounds as sides alone, with home and away matches, breaks and the longest run.

    ``bye_breaks_run`` says that a run ends at a round without a match.
    """
    t = translator
    letters = [t("mark.bye"), t("mark.home"), t("mark.away"), t("mark.several")]
    facts = figures(schedule, bye_breaks_run=bye_breaks_run)
    counts = (facts.home, facts.away, facts.breaks, facts.longest)
    head, rows = _entrant_columns(schedule, t, names)
    head += [t(f"head.{key}") for key in ("home", "away", "breaks", "longest")]
    fixed = len(head)
    sides = pattern(schedule).tolist()
    last = schedule.rounds
    ten = [range(first, min(first + 10, last)) for first in range(0, last, 10)]
    head += [t("phrase.range", first=part[0] + 1, last=part[-1] + 1) for part in ten]
    full = [
        [
            *row,
            *(str(int(count[i])) for count in counts),
            *("".join(letters[sides[i][r]] for r in part) for part in ten),
        ]
        for i, row in enumerate(rows)
    ]
    right = "rlrrrr" if names else "rrrrr"
    return "\n".join(grid(head, full, fixed=fixed, line=line, sides=right)) + "\n"


def published(table: PublishedTable, translator: Translator, *, line: int = LINE) -> str:
    """A published table by round, each cell marked by what is known of its match."""
    signs = {state: translator(f"mark.{state}") for state in ("recovered", "conjectured")}
    marks = {(c.round, c.home, c.away): signs.get(c.match, "") for c in table.cells}
    text = by_round(table.schedule(), translator, marks=marks, line=line)
    if any(marks.values()):
        text += f"\n{translator('legend.published')}\n"
    return text


class View(Protocol):
    """What every view of this module can be called with."""

    def __call__(
        self,
        schedule: Schedule,
        translator: Translator,
        /,
        *,
        names: Sequence[str] = ...,
        line: int = ...,
    ) -> str: ...


VIEWS: Mapping[str, View] = MappingProxyType(
    {
        "by-round": by_round,
        "by-entrant": by_entrant,
        "crosstable": crosstable,
        "pattern": pattern_table,
    }
)


def show(
    schedule: Schedule,
    translator: Translator,
    views: Sequence[str] = tuple(VIEWS),
    *,
    names: Sequence[str] = (),
    line: int = LINE,
) -> str:
    """The named ``views`` (keys of :data:`VIEWS`) one after another, each with title and legend.

    Raises :class:`UsageError` for a view that is not there.
    """
    for view in views:
        if view not in VIEWS:
            known = tuple(VIEWS)
            raise UsageError(
                f'there is no view "{clean(view[:40])}": a schedule is shown {", ".join(known)}',
                maybe=did_you_mean(view[:40], known),
            )
    parts = [
        f"{translator(f'title.{view}')}\n\n"
        f"{VIEWS[view](schedule, translator, names=names, line=line)}\n"
        f"{translator(f'legend.{view}')}\n"
        for view in views
    ]
    return "\n".join(parts)
