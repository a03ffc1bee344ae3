"""A schedule as one self-contained HTML page that prints well on A4.

The page loads nothing: its style is inside, its pictures are inline SVG, and its policy forbids the
browser to fetch or run anything. Every text from outside is made safe by ``clean`` and escaped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files

from scheduler.event import Event, Schedule
from scheduler.views.columns import clean
from scheduler.views.messages import Translator
from scheduler.views.report_text import report_text
from scheduler.views.summary import Verdict, summary, verdict_line
from scheduler.views.svg import pattern_svgs

__all__ = ["MOST_CARDS", "MOST_SHOWN", "page"]

# Cards of more entrants than this would fill a booklet; a grid takes their place.
MOST_CARDS = 32
# Beyond this a crosstable is larger than any wall it could hang on.
MOST_SHOWN = 128
TABLES_ACROSS = 12
ROUNDS_ACROSS = 16
NUMBERS_ACROSS = 24


@dataclass(frozen=True, slots=True)
class Leaf:
    """What every section of a page is made from."""

    schedule: Schedule
    t: Translator
    names: tuple[str, ...]
    rounds: tuple[tuple[tuple[int, int, int], ...], ...]
    idle: tuple[tuple[int, ...], ...]

    @property
    def named(self) -> bool:
        """True when names say more than numbers."""
        return any(name != str(i) for i, name in enumerate(self.names, start=1))

    def name(self, number: int) -> str:
        """The name of ``number`` as HTML, set apart from the direction of the text around it."""
        return f"<bdi>{escape(self.names[number - 1])}</bdi>"


@cache
def _style() -> str:
    return files("scheduler.views").joinpath("page.css").read_text(encoding="utf-8")


def _leaf(event: Event, schedule: Schedule, translator: Translator) -> Leaf:
    rounds: list[list[tuple[int, int, int]]] = [[] for _ in range(schedule.rounds)]
    columns = (schedule.round, schedule.home, schedule.away, schedule.table)
    for number, home, away, table in zip(*(c.tolist() for c in columns), strict=True):
        rounds[number - 1].append((home, away, table))
    names = tuple(clean(event.name_of(i)) or str(i) for i in range(1, schedule.entrants + 1))
    idle = tuple(map(tuple, schedule.idle()))
    return Leaf(schedule, translator, names, tuple(map(tuple, rounds)), idle)


def _row(cells: Iterable[str]) -> str:
    return f"<tr>{''.join(cells)}</tr>\n"


def _head(text: str, kind: str = "", scope: str = "col") -> str:
    marked = f' class="{kind}"' if kind else ""
    return f'<th scope="{scope}"{marked}>{escape(text)}</th>'


def _cell(inside: str, kind: str = "") -> str:
    """``inside`` is HTML already."""
    marked = f' class="{kind}"' if kind else ""
    return f"<td{marked}>{inside}</td>"


def _table(head: Iterable[str], rows: Iterable[str], kind: str = "") -> str:
    marked = f' class="{kind}"' if kind else ""
    return (
        f'<div class="scroll"><table{marked}>\n<thead>{_row(head).strip()}</thead>\n'
        f"<tbody>\n{''.join(rows)}</tbody>\n</table></div>\n"
    )


def _section(title: str, inside: str, legend: str = "", kind: str = "") -> str:
    """``kind`` tells the printer: ``keep`` on one page, ``new-page``, or nothing."""
    marked = f' class="{kind}"' if kind else ""
    said = f'<p class="legend">{escape(legend)}</p>\n' if legend else ""
    return f"<section{marked}>\n<h2>{escape(title)}</h2>\n{said}{inside}</section>\n"


def _parts(count: int, most: int) -> list[range]:
    """0..count-1 in parts of nearly equal size, none above ``most``; one empty part for nothing."""
    size = -(-count // -(-count // most)) if count else 1
    return [range(i, min(i + size, count)) for i in range(0, count, size)] or [range(0)]


def _turn(leaf: Leaf) -> str:
    """Cards of a small event share a page with what stands before them."""
    return "new-page" if leaf.schedule.entrants > 8 else ""


def _keep(leaf: Leaf) -> str:
    """A table that cannot fit a page must not be pushed to the next one either."""
    return "keep" if leaf.schedule.entrants <= MOST_CARDS else ""


def _entrants(event: Event, leaf: Leaf) -> str:
    """Who takes part, in columns; club and region where anybody has one."""
    t = leaf.t
    extras = [k for k in ("club", "region") if any(e.attribute(k) for e in event.entrants)]
    head = [_head(t("head.number")), _head(t("head.name"), "word")]
    head += [_head(t(f"head.{key}"), "word") for key in extras]
    rows: list[str] = []
    for number in range(1, leaf.schedule.entrants + 1):
        cells = [_head(str(number), scope="row"), _cell(leaf.name(number), "word")]
        known = event.entrants[number - 1] if number <= event.size else None
        for key in extras:
            said = clean(known.attribute(key)) if known else ""
            cells.append(_cell(f"<bdi>{escape(said)}</bdi>", "word"))
        rows.append(_row(cells))
    across = 1 if len(rows) <= 8 else 2 if extras else 3
    parts = _parts(len(rows), -(-len(rows) // across))
    tables = "".join(_table(head, [rows[i] for i in part]) for part in parts)
    return _section(t("title.entrants"), f'<div class="side">\n{tables}</div>\n')


def _places(leaf: Leaf) -> tuple[list[list[str]], int, bool]:
    """Cells per round and column, how many columns, and whether columns are tables.

    As in the terminal: without any table, matches stand in order; a match whose table is open
    stands behind the last one.
    """
    known = bool(leaf.schedule.table.any())
    tables = leaf.schedule.tables
    across = max([0, *(len(matches) for matches in leaf.rounds)])
    if known:
        across = tables + any(not table for matches in leaf.rounds for *_, table in matches)
    rows = [[""] * across for _ in leaf.rounds]
    for row, matches in zip(rows, leaf.rounds, strict=True):
        for i, (home, away, table) in enumerate(matches):
            place = (table - 1 if table else tables) if known else i
            cell = f"{home}–{away}"
            row[place] = f"{row[place]} {cell}" if row[place] else cell
    return rows, across, known


def _by_round(leaf: Leaf) -> str:
    t = leaf.t
    rows, across, known = _places(leaf)
    extra: list[tuple[str, list[str]]] = []
    if any(leaf.idle):
        extra.append((t("head.byes"), [t.join([str(n) for n in idle]) for idle in leaf.idle]))
    if leaf.schedule.starts:
        starts = [leaf.schedule.starts.get(r, "") for r in range(1, len(rows) + 1)]
        extra.append((t("head.time"), [t.moment(clean(start)) for start in starts]))
    tables: list[str] = []
    for part in _parts(across, TABLES_ACROSS):
        heads = [t("head.table" if known else "head.slot", number=i + 1) for i in part]
        if known and across > leaf.schedule.tables and across - 1 in part:
            heads[-1] = t("head.open")
        last = extra if across - 1 in part or not across else []
        head = [_head(text) for text in (t("head.round"), *heads, *(title for title, _ in last))]
        body = [
            _row(
                [
                    _head(str(r + 1), scope="row"),
                    *(_cell(row[i]) for i in part),
                    *(_cell(escape(column[r])) for _, column in last),
                ]
            )
            for r, row in enumerate(rows)
        ]
        tables.append(_table(head, body))
    return _section(t("title.by-round"), "".join(tables), t("legend.by-round"), _keep(leaf))


def _card(title: str, head: Iterable[str], rows: Iterable[str]) -> str:
    table = _table(head, rows).replace('<div class="scroll">', "").replace("</div>", "")
    return f'<div class="card"><h3>{title}</h3>\n{table}</div>\n'


def _round_cards(leaf: Leaf) -> str:
    """Every round with names, to be pinned up."""
    t = leaf.t
    cards: list[str] = []
    head = [_head(t("head.place")), _head(t("head.home"), "word"), _head(t("head.away"), "word")]
    for number, matches in enumerate(leaf.rounds, start=1):
        rows = [
            _row(
                [
                    _head(str(table or ""), scope="row"),
                    _cell(f"{home} {leaf.name(home)}", "word"),
                    _cell(f"{away} {leaf.name(away)}", "word"),
                ]
            )
            for home, away, table in matches
        ]
        for entrant in leaf.idle[number - 1]:
            who = _cell(f"{entrant} {leaf.name(entrant)}", "word")
            rows.append(_row([_cell(""), who, _cell(escape(t("head.bye")), "word")]))
        start = t.moment(clean(leaf.schedule.starts.get(number, "")))
        title = escape(t("title.round", number=number))
        title += f" <small>{escape(start)}</small>" if start else ""
        cards.append(_card(title, head, rows))
    inside = f'<div class="cards">\n{"".join(cards)}</div>\n'
    return _section(t("title.rounds"), inside, kind=_turn(leaf))


def _own_matches(leaf: Leaf) -> list[list[list[tuple[int, bool, int]]]]:
    """Per entrant and round: (opponent, at home, table) of each match."""
    own: list[list[list[tuple[int, bool, int]]]] = [
        [[] for _ in leaf.rounds] for _ in range(leaf.schedule.entrants)
    ]
    for r, matches in enumerate(leaf.rounds):
        for home, away, table in matches:
            own[home - 1][r].append((away, True, table))
            own[away - 1][r].append((home, False, table))
    return own


def _side(leaf: Leaf, at_home: bool) -> str:
    return leaf.t("mark.home" if at_home else "mark.away")


def _entrant_cards(leaf: Leaf) -> str:
    """A small table for each entrant: its round, side, opponent and table."""
    t = leaf.t
    places = bool(leaf.schedule.table.any())
    head = [_head(t("head.round")), _head(t("head.side")), _head(t("head.opponent"), "word")]
    head += [_head(t("head.place"))] if places else []
    cards: list[str] = []
    for number, rounds in enumerate(_own_matches(leaf), start=1):
        rows: list[str] = []
        for r, matches in enumerate(rounds, start=1):
            first = _head(str(r), scope="row")
            for opponent, at_home, table in matches:
                who = f"{opponent} {leaf.name(opponent)}" if leaf.named else str(opponent)
                cells = [_cell(_side(leaf, at_home), "home" if at_home else ""), _cell(who, "word")]
                rows.append(_row([first, *cells, *([_cell(str(table or ""))] if places else [])]))
            if not matches:
                cells = [_cell(t("mark.bye")), _cell(escape(t("head.bye")), "word")]
                rows.append(_row([first, *cells, *([_cell("")] if places else [])]))
        title = f"{number} {leaf.name(number)}" if leaf.named else str(number)
        cards.append(_card(title, head, rows))
    inside = f'<div class="cards narrow">\n{"".join(cards)}</div>\n'
    return _section(t("title.by-entrant"), inside, kind=_turn(leaf))


def _entrant_grid(leaf: Leaf) -> str:
    """All entrants in one table of numbers, cut into blocks of rounds."""
    t = leaf.t
    own = _own_matches(leaf)
    tables: list[str] = []
    for part in _parts(leaf.schedule.rounds, ROUNDS_ACROSS):
        head = [_head(t("head.number")), *(_head(str(r + 1)) for r in part)]
        body = []
        for number, rounds in enumerate(own, start=1):
            cells = [
                " ".join(f"{_side(leaf, home)}{opponent}" for opponent, home, _ in rounds[r])
                for r in part
            ]
            row = [_cell(cell or t("mark.bye")) for cell in cells]
            body.append(_row([_head(str(number), scope="row"), *row]))
        tables.append(_table(head, body, "dense"))
    title, legend = t("title.by-entrant"), t("legend.by-entrant")
    return _section(title, "".join(tables), legend, "new-page")


def _crosstable(leaf: Leaf) -> str:
    t = leaf.t
    n = leaf.schedule.entrants
    body = [[""] * n for _ in range(n)]
    for r, matches in enumerate(leaf.rounds, start=1):
        for home, away, _ in matches:
            body[home - 1][away - 1] += f" {r}{t('mark.home')}"
            body[away - 1][home - 1] += f" {r}{t('mark.away')}"
    tables: list[str] = []
    for part in _parts(n, NUMBERS_ACROSS):
        head = [_head(t("head.number")), *(_head(str(i + 1)) for i in part)]
        rows = []
        for i, row in enumerate(body):
            cells = [_cell(row[j].strip(), "self" if i == j else "") for j in part]
            rows.append(_row([_head(str(i + 1), scope="row"), *cells]))
        tables.append(_table(head, rows, "dense"))
    title, legend = t("title.crosstable"), t("legend.crosstable")
    return _section(title, "".join(tables), legend, _keep(leaf))


def _pattern(leaf: Leaf) -> str:
    t = leaf.t
    names = leaf.names if leaf.named else ()
    pictures = "".join(pattern_svgs(leaf.schedule, t, names=names))
    return _section(t("title.pattern"), pictures, t("legend.svg"), _keep(leaf))


def _sections(event: Event, leaf: Leaf) -> list[str]:
    """The chosen parts: cards for few, grids for many, and a word in place of what is too large."""
    t = leaf.t
    n = leaf.schedule.entrants
    parts = [_entrants(event, leaf)] if leaf.named else []
    parts.append(_by_round(leaf))
    if n <= MOST_CARDS and leaf.named:
        parts.append(_round_cards(leaf))
    makers: tuple[tuple[str, Callable[[Leaf], str]], ...] = (
        ("by-entrant", _entrant_cards if n <= MOST_CARDS else _entrant_grid),
        ("crosstable", _crosstable),
        ("pattern", _pattern),
    )
    for key, make in makers:
        if n <= MOST_SHOWN:
            parts.append(make(leaf))
        else:
            parts.append(_section(t(f"title.{key}"), "", t("legend.too-large", n=MOST_SHOWN)))
    return parts


def _footer(verdict: Verdict, t: Translator) -> str:
    said = [t("page.verdict", verdict=verdict_line(verdict, t))]
    if verdict.model:
        said.insert(0, t("page.model", model=clean(verdict.model)))
    if verdict.seed is not None:
        said.append(t("page.seed", seed=verdict.seed))
    return "<footer>\n" + "".join(f"<p>{escape(line)}</p>\n" for line in said) + "</footer>\n"


def _violations(verdict: Verdict, names: Sequence[str], t: Translator) -> str:
    if verdict.report is None or verdict.report.holds:
        return ""
    text = report_text(verdict.report, t, names=names)
    return _section(t("title.report"), f"<pre>{escape(text)}</pre>\n")


def page(
    event: Event,
    schedule: Schedule,
    translator: Translator,
    verdict: Verdict | None = None,
    *,
    noun: str = "team",
) -> str:
    """The whole page as text; write it as UTF-8.

    ``noun`` as in :func:`summary`. Above 32 entrants a grid of numbers takes the place of one card
    an entrant; above 128 the table by entrant, crosstable and pattern are left out, and the page
    says so.
    """
    t = translator
    verdict = verdict or Verdict()
    leaf = _leaf(event, schedule, t)
    title = escape(clean(event.name) or t("page.untitled"))
    date = f'<p class="date">{escape(t.date(clean(event.date)))}</p>\n' if event.date else ""
    line = escape(summary(schedule, t, verdict, noun=noun))
    names = leaf.names if leaf.named else ()
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(t.tag)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta http-equiv="Content-Security-Policy"'
        " content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>\n{_style()}</style>\n</head>\n<body>\n"
        f'<header>\n<h1>{title}</h1>\n{date}<p class="summary">{line}</p>\n</header>\n<main>\n'
        f"{_violations(verdict, names, t)}{''.join(_sections(event, leaf))}</main>\n"
        f"{_footer(verdict, t)}</body>\n</html>\n"
    )
