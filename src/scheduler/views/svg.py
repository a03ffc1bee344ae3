"""The home/away pattern as an inline SVG that a screen reader can read and a printer can print.

One row a number, one column a round. Sides are told by letter as well as by shade, so that the
picture survives a black and white printer. All text is escaped; nothing outside is referred to.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np

from scheduler.event import Schedule
from scheduler.views.columns import clean
from scheduler.views.figures import AWAY, HOME, IDLE, Figures, figures, pattern
from scheduler.views.messages import Translator

__all__ = ["MOST_ROUNDS", "MOST_ROWS", "pattern_svg", "pattern_svgs"]

MOST_ROUNDS = 32
MOST_ROWS = 40

CELL = 22
LEFT = 34
TOP = 22
COUNT = 46

INK, DARK, LIGHT, RULE, BREAK = "#1d2529", "#24566a", "#e4edf0", "#b9c6cc", "#e08a1e"


def _text(x: float, y: float, text: object) -> str:
    return f'<text x="{x:g}" y="{y:g}">{escape(str(text))}</text>'


def _group(inside: Sequence[str], **attributes: str) -> str:
    """A ``<g>`` with the attributes, underscores written as hyphens; nothing for an empty group."""
    if not inside:
        return ""
    named = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in attributes.items())
    return f"<g{named}>{''.join(inside)}</g>\n"


def _squares(
    sides: Sequence[Sequence[int]], rows: range, rounds: range, letters: Sequence[str]
) -> str:
    """The squares and letters, gathered by kind so that each kind is coloured once."""
    boxes: dict[int, list[str]] = {kind: [] for kind in range(4)}
    signs: dict[int, list[str]] = {kind: [] for kind in range(4)}
    for i, row in enumerate(rows):
        for j, column in enumerate(rounds):
            kind = sides[row][column]
            x, y = LEFT + j * CELL, TOP + i * CELL
            boxes[kind].append(
                f'<rect x="{x + 1}" y="{y + 1}" width="{CELL - 2}" height="{CELL - 2}" rx="2"/>'
            )
            if kind != IDLE:
                signs[kind].append(_text(x + CELL / 2, y + CELL / 2 + 3.5, letters[kind]))
    drawn: list[str] = []
    for kind in range(4):
        fill = DARK if kind == HOME else LIGHT if kind == AWAY else "#ffffff"
        edge = DARK if kind == HOME else RULE
        drawn.append(_group(boxes[kind], fill=fill, stroke=edge))
        drawn.append(
            _group(signs[kind], fill="#ffffff" if kind == HOME else INK, text_anchor="middle")
        )
    return "".join(drawn)


def _bars(
    facts: Figures, sides: Sequence[Sequence[int]], rows: range, rounds: range
) -> str:
    """A bar from the match before to each break; from the edge where that match is not drawn."""
    bars: list[str] = []
    for number, when in facts.break_at.tolist():
        row, column = number - 1, when - 1
        if row not in rows or column not in rounds:
            continue
        before = column - 1
        while before > rounds[0] and sides[row][before] == IDLE:
            before -= 1
        start = LEFT + (before - rounds[0] + 0.5) * CELL if before >= rounds[0] else LEFT
        end = LEFT + (column - rounds[0] + 0.5) * CELL
        y = TOP + (row - rows[0] + 1) * CELL - 3
        bars.append(f'<path d="M{start:g} {y:g}H{end:g}"/>')
    return _group(bars, stroke=BREAK, stroke_width="2.5", stroke_linecap="round")


def _labels(facts: Figures, t: Translator, rows: range, rounds: range) -> str:
    right = LEFT + len(rounds) * CELL
    heads = [_text(LEFT + (j + 0.5) * CELL, TOP - 7, r + 1) for j, r in enumerate(rounds)]
    numbers = [_text(LEFT - 8, TOP + i * CELL + 15, row + 1) for i, row in enumerate(rows)]
    titles: list[str] = []
    counts: list[str] = []
    columns = (("home", facts.home), ("away", facts.away), ("breaks", facts.breaks))
    for k, (key, column) in enumerate(columns):
        x = right + (k + 0.5) * COUNT + 6
        titles.append(_text(x, TOP - 7, t(f"head.{key}")))
        counts += [_text(x, TOP + i * CELL + 15, int(column[row])) for i, row in enumerate(rows)]
    return (
        _group(heads + titles, fill=INK, text_anchor="middle", font_size="9.5")
        + _group(numbers, fill=INK, text_anchor="end", font_weight="600")
        + _group(counts, fill=INK, text_anchor="middle")
    )


def _description(
    facts: Figures,
    sides: Sequence[Sequence[int]],
    t: Translator,
    names: Sequence[str],
    rows: range,
    rounds: range,
) -> str:
    letters = [t("mark.bye"), t("mark.home"), t("mark.away"), t("mark.several")]
    told = [t("legend.svg")]
    for row in rows:
        told.append(
            t(
                "legend.svg-row",
                number=row + 1,
                name=clean(names[row]) if row < len(names) else row + 1,
                pattern="".join(letters[sides[row][column]] for column in rounds),
                home=int(facts.home[row]),
                away=int(facts.away[row]),
            )
        )
    return t.clauses(told)


def pattern_svg(
    schedule: Schedule,
    translator: Translator,
    *,
    names: Sequence[str] = (),
    rows: range | None = None,
    rounds: range | None = None,
    ident: str = "pattern",
    bye_breaks_run: bool = False,
) -> str:
    """One ``<svg>`` of the pattern; ``rows`` and ``rounds`` (0-based) choose a part of it.

    ``ident`` must be unique in the page: title and description are found by it. It may hold
    letters, digits and hyphens.
    """
    t = translator
    rows = range(schedule.entrants) if rows is None else rows
    rounds = range(schedule.rounds) if rounds is None else rounds
    facts = figures(schedule, bye_breaks_run=bye_breaks_run)
    sides: list[list[int]] = np.asarray(pattern(schedule)).tolist()
    letters = [t("mark.bye"), t("mark.home"), t("mark.away"), t("mark.several")]
    wide = LEFT + len(rounds) * CELL + 3 * COUNT + 8
    high = TOP + len(rows) * CELL + 4
    described = escape(_description(facts, sides, t, names, rows, rounds))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {wide} {high}"'
        f' width="{wide}" height="{high}" font-size="11"'
        f' aria-labelledby="{ident}-title {ident}-desc">\n'
        f'<title id="{ident}-title">{escape(t("title.pattern"))}</title>\n'
        f'<desc id="{ident}-desc">{described}</desc>\n'
        f"{_labels(facts, t, rows, rounds)}"
        f"{_squares(sides, rows, rounds, letters)}"
        f"{_bars(facts, sides, rows, rounds)}"
        "</svg>\n"
    )


def _parts(count: int, most: int) -> list[range]:
    """0..count-1 in parts of nearly equal size, none above ``most``."""
    if not count:
        return []
    size = -(-count // -(-count // most))
    return [range(i, min(i + size, count)) for i in range(0, count, size)]


def pattern_svgs(
    schedule: Schedule,
    translator: Translator,
    *,
    names: Sequence[str] = (),
    bye_breaks_run: bool = False,
) -> list[str]:
    """The whole pattern as pictures that each fit a page: at most 40 numbers by 32 rounds."""
    return [
        pattern_svg(
            schedule,
            translator,
            names=names,
            rows=rows,
            rounds=rounds,
            ident=f"pattern-{rows[0] + 1}-{rounds[0] + 1}",
            bye_breaks_run=bye_breaks_run,
        )
        for rows in _parts(schedule.entrants, MOST_ROWS)
        for rounds in _parts(schedule.rounds, MOST_ROUNDS)
    ]
