"""Standings as text, as a page to hang up and as rows of a spreadsheet: places, steps, crosstable.

``names`` gives the name of entrant i at index i - 1; who has none there is told by the number. Points
are decimals with two places, in the language's form where they are printed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

from scheduler.standings.results import Ledger, MatchScore
from scheduler.standings.table import Row, Standings, Step, as_text, step_of
from scheduler.standings.tiebreaks import CRITERIA, TieBreak, Value
from scheduler.views.columns import LINE, clean, cut
from scheduler.views.leaves import Leaf, leaves_page, leaves_text
from scheduler.views.messages import Translator

__all__ = [
    "Cell", "crosstable_rows", "embargoed_page", "embargoed_text", "standings_page", "standings_rows",
    "standings_text", "step_lines",
]

Cell = str | int | Decimal
"""A cell of a spreadsheet; a decimal is exact."""

MOST_CROSSED = 128
_ACROSS = 16
_LONGEST_NAME = 28
# What has a column of its own already, or is no figure that anybody could check by eye.
_NO_COLUMN = ("points", "score", "wins", "fewest-penalties", "number", "lots")


def standings_text(
    made: Standings,
    translator: Translator,
    *,
    names: Sequence[str] = (),
    steps: bool = False,
    ledger: Ledger | None = None,
    remarks: Sequence[str] = (),
    line: int = LINE,
) -> str:
    """The standings for a terminal; ``steps`` tells why level entrants are in this order, ``ledger`` adds
    the crosstable, ``remarks`` stand first below the table."""
    return leaves_text(_leaves(made, translator, names, steps, ledger, remarks), line=line)


def standings_page(
    made: Standings,
    translator: Translator,
    *,
    title: str = "",
    date: str = "",
    names: Sequence[str] = (),
    steps: bool = False,
    ledger: Ledger | None = None,
    remarks: Sequence[str] = (),
) -> str:
    """The standings as a whole HTML page that prints on A4; write it as UTF-8. Settings as for
    :func:`standings_text`; ``title`` is the event's name, ``date`` ISO."""
    leaves = _leaves(made, translator, names, steps, ledger, remarks)
    return leaves_page(title or translator("standing.title"), leaves, translator, date=date)


def embargoed_text(translator: Translator, *, opens: str = "", round: int = 0) -> str:
    """What is shown instead of standings that may not be seen yet, for a terminal.

    ``opens`` is the ISO time from which they may be, "" where they open when ``round`` closes; ``round`` 0
    names none.
    """
    return f"{_closed(translator, opens, round)}\n"


def embargoed_page(
    translator: Translator, *, title: str = "", opens: str = "", round: int = 0
) -> str:
    """The same as a page in the place of the standings."""
    t = translator
    return leaves_page(title or t("standing.title"), (), t, summary=_closed(t, opens, round))


def _closed(t: Translator, opens: str, round: int) -> str:
    if opens:
        return t("standing.embargo-time", time=t.moment(clean(opens)))
    return t("standing.embargo-round", round=round) if round else t("standing.embargo")


# --- The table ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its heading, and the cell of each row, as text and for a spreadsheet."""

    head: str
    cells: tuple[str, ...]
    values: tuple[Cell, ...]
    kind: str = ""


def _number(value: Value, unit: str) -> Cell:
    """A value for a spreadsheet: exact where a decimal is, else a text."""
    text = as_text(value, unit)
    if unit == "count" and text.lstrip("-").isdigit():
        return int(text)
    return Decimal(text) if text.replace(".", "").lstrip("-").isdigit() else text


def _local(text: str, t: Translator) -> str:
    return t.decimal(text)


def _figures(
    key: str, values: Sequence[Fraction | int], unit: str, t: Translator, *, always: bool = False
) -> Iterator[Column]:
    """A column of figures, left out where nobody has any, unless it is shown ``always``."""
    if not always and not any(values):
        return
    exact = [Fraction(value) for value in values]
    yield Column(t(f"standing.{key}"), tuple(_local(as_text(v, unit), t) for v in exact),
                 tuple(_number(v, unit) for v in exact))


def _columns(made: Standings, t: Translator, names: Sequence[str], cutting: bool) -> list[Column]:
    rows = made.rows
    places = tuple(_place(row, t) for row in rows)
    columns = [Column(t("standing.place"), places, tuple(r.place or "" for r in rows)),
               Column(t("head.number"), tuple(str(r.entrant) for r in rows), tuple(r.entrant for r in rows))]
    if names:
        told = tuple(_name(names, r.entrant) for r in rows)
        shown = tuple(cut(name, _LONGEST_NAME) for name in told) if cutting else told
        columns.append(Column(t("head.name"), shown, told, "word"))
    for key in ("wins", "draws", "losses"):
        columns += _figures(key, [getattr(r, key) for r in rows], "count", t, always=True)
    for key in ("byes", "unplayed"):
        columns += _figures(key, [getattr(r, key) for r in rows], "count", t)
    columns += _figures("carried", [r.carried for r in rows], "points", t)
    if any(r.carried or r.penalties for r in rows):
        columns += _figures("score", [r.score for r in rows], "points", t, always=True)
    columns += _figures("penalties", [r.penalties for r in rows], "points", t)
    columns += _figures("total", [r.total for r in rows], "points", t, always=True)
    columns += _figures("provisional", [r.provisional for r in rows], "points", t)
    return columns + [column for how in made.order for column in _criterion(made, how, t)]


def _criterion(made: Standings, how: TieBreak, t: Translator) -> Iterator[Column]:
    """The values of a tie-break, where it was asked; nothing where it was asked of nobody."""
    if how.name in _NO_COLUMN:
        return
    found: dict[int, Value] = {}
    for split in made.splits:
        if (split.criterion.name, split.criterion.cut_low, split.criterion.cut_high) == (
            how.name, how.cut_low, how.cut_high
        ):
            found |= split.values
    unit = CRITERIA[how.name][1]
    asked = [row.entrant for row in made.rows if row.entrant in found]
    if asked:
        cells = {e: _local(as_text(found[e], unit), t) for e in asked}
        values = {e: _number(found[e], unit) for e in asked}
        yield Column(_called(how, t, "tie"), tuple(cells.get(r.entrant, "") for r in made.rows),
                     tuple(values.get(r.entrant, "") for r in made.rows))


def _called(how: TieBreak, t: Translator, group: str = "criterion") -> str:
    """A criterion in words, or with ``tie`` as the heading of its column, and what is left out of it."""
    name = t(f"{group}.{how.name}")
    if not (how.cut_low or how.cut_high):
        return name
    key = "standing.cut" if group == "criterion" else "standing.cut-head"
    return t(key, name=name, low=how.cut_low, high=how.cut_high)


def _place(row: Row, t: Translator) -> str:
    if not row.place:
        return t("standing.unranked")
    return t("standing.shared", place=row.place) if row.shared else str(row.place)


def _name(names: Sequence[str], entrant: int) -> str:
    return clean(names[entrant - 1]) if entrant <= len(names) else ""


def _told(names: Sequence[str], entrant: int) -> str:
    return f"{entrant} {_name(names, entrant)}".rstrip()


def _leaves(
    made: Standings, t: Translator, names: Sequence[str], steps: bool, ledger: Ledger | None,
    below: Sequence[str] = (),
) -> list[Leaf]:
    columns = _columns(made, t, names, cutting=True)
    title = t("standing.after", round=made.as_of) if made.as_of else t("standing.title")
    waiting = sum(row.unplayed for row in made.rows) // 2
    remarks = [*below, *([t("standing.waiting", n=waiting)] if waiting else [])]
    remarks += [t("standing.provisional-legend")] if any(r.provisional for r in made.rows) else []
    remarks += [t("standing.unranked-legend")] if any(not r.place for r in made.rows) else []
    order = t.join([_called(how, t) for how in made.order])
    leaves = [Leaf(
        title, tuple(c.head for c in columns), tuple(zip(*(c.cells for c in columns), strict=True)),
        tuple(c.kind for c in columns), t("standing.order", list=order), tuple(remarks),
        fixed=3 if names else 2)]
    if steps:
        told = step_lines(made, t, names=names)
        leaves.append(Leaf(t("standing.steps"), remarks=told or (t("standing.no-steps"),)))
    if ledger is not None:
        leaves.append(_crosstable(made, ledger, t, names))
    return leaves


# --- The steps ------------------------------------------------------------------------------------


def step_lines(
    made: Standings, translator: Translator, *, names: Sequence[str] = ()
) -> tuple[str, ...]:
    """One sentence for each two neighbours in the standings that the first criterion left level: every
    step that was taken between them, up to the one that decided."""
    asked: dict[int, list[int]] = {}
    for i, split in enumerate(made.splits):
        for entrant in split.group:
            asked.setdefault(entrant, []).append(i)
    lines = []
    for above, below in pairwise(row.entrant for row in made.rows if row.place):
        both = set(asked.get(above, ())) & set(asked.get(below, ()))
        splits = [made.splits[i] for i in sorted(both)]
        taken = [step_of(split, above, below) for split in splits]
        if not taken or taken[0].decided:
            continue
        told = [_step(step, split.criterion, translator) for step, split in zip(taken, splits, strict=True)]
        key = "standing.before" if taken[-1].decided else "standing.level"
        lines.append(translator(key, above=_told(names, above), below=_told(names, below),
                                steps=translator.clauses(told)))
    return tuple(lines)


def _step(step: Step, how: TieBreak, t: Translator) -> str:
    name = _called(how, t)
    if not step.applied:
        return t("standing.step-none", criterion=name)
    above, below = _local(step.above, t), _local(step.below, t)
    if step.decided:
        return t("standing.step-decided", criterion=name, above=above, below=below)
    return t("standing.step-level", criterion=name, value=above)


# --- The crosstable -------------------------------------------------------------------------------


def _crosstable(made: Standings, ledger: Ledger, t: Translator, names: Sequence[str]) -> Leaf:
    n = len(made.rows)
    if n > MOST_CROSSED:
        return Leaf(t("title.crosstable"), legend=t("legend.too-large", n=MOST_CROSSED))
    met = _met(made, ledger)
    rows: list[tuple[str, ...]] = []
    for row in made.rows:
        cells = [" ".join(_local(text, t) for text in met.get((row.entrant, other.entrant), ()))
                 for other in made.rows]
        cells[len(rows)] = "\\"
        rows.append((_place(row, t), _shown(names, row.entrant), *cells,
                     _local(as_text(Fraction(row.total)), t)))
    head = (t("standing.place"), t("head.name") if names else t("head.number"),
            *(str(other.entrant) for other in made.rows), t("standing.total"))
    return Leaf(t("title.crosstable"), head, tuple(rows), ("", "word", *([""] * (n + 1))),
                t("standing.crosstable-legend"), fixed=2, across=_ACROSS)


def _shown(names: Sequence[str], entrant: int) -> str:
    return cut(_told(names, entrant), _LONGEST_NAME)


def _met(made: Standings, ledger: Ledger) -> dict[tuple[int, int], list[str]]:
    """(entrant, opponent) -> the points of each match between them, ``*`` where it was not played."""
    found: dict[tuple[int, int], list[str]] = {}
    for match in sorted(ledger.as_of(made.as_of).matches, key=lambda m: m.round):
        if match.kind != "unplayed":
            for side, other in ((match.home, match.away), (match.away, match.home)):
                found.setdefault((side, other), []).append(_met_once(match, side))
    return found


def _met_once(match: MatchScore, side: int) -> str:
    points = as_text(Fraction(match.points_of(side)))
    return points if match.played else f"{points}*"


# --- Rows of spreadsheets -------------------------------------------------------------------------


def standings_rows(
    made: Standings, translator: Translator, *, names: Sequence[str] = ()
) -> list[list[Cell]]:
    """A line of headings and one row an entrant, for CSV and XLSX; figures are exact decimals."""
    columns = _columns(made, translator, names, cutting=False)
    body = zip(*(c.values for c in columns), strict=True)
    return [[c.head for c in columns], *(list(row) for row in body)]


def crosstable_rows(
    made: Standings, ledger: Ledger, translator: Translator, *, names: Sequence[str] = ()
) -> list[list[Cell]]:
    """The crosstable for CSV and XLSX: entrants in order of place, a single match as a decimal, several
    or a walkover (with ``*``) as a text."""
    t = translator
    met = _met(made, ledger)
    head: list[Cell] = [t("standing.place"), t("head.number"), t("head.name"),
                        *(r.entrant for r in made.rows), t("standing.total")]
    rows = [head]
    for row in made.rows:
        cells: list[Cell] = []
        for other in made.rows:
            told = met.get((row.entrant, other.entrant), [])
            cells.append(Decimal(told[0]) if len(told) == 1 and told[0][-1] != "*" else " ".join(told))
        rows.append([row.place or "", row.entrant, _name(names, row.entrant), *cells,
                     _number(Fraction(row.total), "points")])
    return rows
