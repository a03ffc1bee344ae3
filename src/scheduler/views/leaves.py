"""Tables of texts with what is said around them, as terminal text and as a page that prints on A4.

As for every page here: nothing is loaded, nothing runs, and every text from outside is escaped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files

from scheduler.views.columns import LINE, clean, flow, grid
from scheduler.views.messages import Translator

__all__ = ["Leaf", "document", "leaves_page", "leaves_text"]

_KEPT_ROWS = 40


@dataclass(frozen=True, slots=True)
class Leaf:
    """One table of texts. ``kinds`` has ``word`` (set left) or "" a column, ``fixed`` columns repeat where
    a wide table is cut; ``across`` is how many others fit on a page. ``remarks`` stand below."""

    title: str
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    kinds: tuple[str, ...] = ()
    legend: str = ""
    remarks: tuple[str, ...] = ()
    fixed: int = 1
    across: int = 100


def leaves_text(leaves: Sequence[Leaf], *, line: int = LINE) -> str:
    """The leaves for a terminal, one below the other, ending with a line feed."""
    blocks = []
    for leaf in leaves:
        lines = [leaf.title, *([leaf.legend] if leaf.legend else []), ""]
        sides = "".join("l" if kind == "word" else "r" for kind in leaf.kinds)
        lines += grid(leaf.head, leaf.rows, fixed=leaf.fixed, line=line, sides=sides) if leaf.rows else []
        lines += [part for remark in leaf.remarks for part in flow([remark], indent=0)]
        blocks.append("\n".join(lines).rstrip() + "\n")
    return "\n".join(blocks) or "\n"


def leaves_page(
    title: str, leaves: Sequence[Leaf], translator: Translator, *, date: str = "", summary: str = ""
) -> str:
    """The leaves as a whole HTML page; write it as UTF-8. ``date`` is ISO or any text."""
    return document(title, "".join(map(_section, leaves)), translator, date=date, summary=summary)


def document(
    title: str, inside: str, translator: Translator, *, date: str = "", summary: str = "", style: str = ""
) -> str:
    """A whole HTML page around ``inside``, which is HTML already; ``style`` is added to that of all pages."""
    t = translator
    shown = escape(clean(title) or t("page.untitled"))
    day = f'<p class="date">{escape(t.date(clean(date)))}</p>\n' if date else ""
    said = f'<p class="summary">{escape(summary)}</p>\n' if summary else ""
    common = files("scheduler.views").joinpath("page.css").read_text(encoding="utf-8")
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(t.tag)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta http-equiv="Content-Security-Policy"'
        " content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{shown}</title>\n<style>\n{common}{style}</style>\n</head>\n<body>\n"
        f"<header>\n<h1>{shown}</h1>\n{day}{said}</header>\n<main>\n{inside}</main>\n"
        "</body>\n</html>\n"
    )


def _section(leaf: Leaf) -> str:
    legend = f'<p class="legend">{escape(leaf.legend)}</p>\n' if leaf.legend else ""
    remarks = "".join(f"<li>{escape(text)}</li>\n" for text in leaf.remarks)
    said = f"<ul>\n{remarks}</ul>\n" if remarks else ""
    keep = ' class="keep"' if len(leaf.rows) <= _KEPT_ROWS else ""
    return f"<section{keep}>\n<h2>{escape(leaf.title)}</h2>\n{legend}{_tables(leaf)}{said}</section>\n"


def _tables(leaf: Leaf) -> str:
    """The table, cut into parts of nearly equal width where it is wider than a page."""
    if not leaf.rows:
        return ""
    rest = len(leaf.head) - leaf.fixed
    size = -(-rest // max(1, -(-rest // leaf.across))) or 1
    starts = range(leaf.fixed, len(leaf.head), size) if rest else [leaf.fixed]
    fixed = list(range(leaf.fixed))
    dense = len(leaf.head) > 12
    return "".join(
        _table(leaf, [*fixed, *range(start, min(start + size, len(leaf.head)))], dense) for start in starts)


def _table(leaf: Leaf, columns: Sequence[int], dense: bool) -> str:
    marks = [' class="word"' if kind == "word" else "" for kind in leaf.kinds]
    head = "".join(f'<th scope="col"{marks[c]}>{escape(leaf.head[c])}</th>' for c in columns)
    body = "".join(
        "<tr>" + "".join(
            f'<th scope="row"{marks[c]}>{escape(row[c])}</th>' if c == 0
            else f"<td{marks[c]}><bdi>{escape(row[c])}</bdi></td>" for c in columns
        ) + "</tr>\n"
        for row in leaf.rows)
    kind = ' class="dense"' if dense else ""
    return (f'<div class="scroll"><table{kind}>\n<thead><tr>{head}</tr></thead>\n'
            f"<tbody>\n{body}</tbody>\n</table></div>\n")
