"""Groups as an SVG and as one self-contained HTML page: a crosstable a group, to be filled in by hand.

Nothing is loaded, nothing runs, every text from outside is escaped, and every group has a title that
is read aloud.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape
from importlib.resources import files

from scheduler.event import Event
from scheduler.views.columns import clean, cut, width
from scheduler.views.draw_text import round_lines
from scheduler.views.messages import Translator

__all__ = ["groups_page", "groups_svgs"]

INK, SOFT, RULE, DARK = "#1d2529", "#56646b", "#b9c6cc", "#24566a"
_BOX, _GAP, _ROW, _TOP = 224, 14, 17, 24
_ACROSS = 3
_HIGHEST = 1_000
"""What a page holds at this width: A4 is 1.41 times as high as it is wide."""
_CELL = 5.6
_LINE, _SMALL = 12, 5.0
"""Lines of matches: their height, and about the width of a character."""
_MOST_IN_A_TABLE = 12
_MORE = """\
body { max-width: 76rem; }
table.group { margin: 0 0 1rem; }
table.group caption { text-align: left; font-weight: 600; color: var(--accent); padding: .3rem 0; }
table.group td.score { min-width: 2.6rem; border: 1px solid var(--rule); }
table.group td.self { border: 1px solid var(--rule); print-color-adjust: exact; }
p.matches { margin: -.6rem 0 1.2rem; color: var(--soft); font-size: .85rem; }
@media print { div.group { break-inside: avoid; } }
"""


def groups_page(
    groups: Sequence[Sequence[int]], translator: Translator, *, event: Event | None = None,
    fixtures: Sequence[Sequence[Sequence[tuple[int, int]]]] = (),
) -> str:
    """The whole page as text; write it as UTF-8. ``event``: names and regions; ``fixtures``: by group
    and round, the (home, away) of each match.

    Groups of more than 12 are lists, smaller ones have a cell for every result.
    """
    t = translator
    title = escape(clean(event.name) if event and event.name else t("draw.group-title"))
    date = f'<p class="date">{escape(t.date(clean(event.date)))}</p>\n' if event and event.date else ""
    style = files("scheduler.views").joinpath("page.css").read_text(encoding="utf-8")
    matches = [_matches(k, rounds, t) for k, rounds in enumerate(fixtures, start=1)] or [""] * len(groups)
    tables = "".join(
        f'<div class="group">{_table(k, members, t, event)}{matches[k - 1]}</div>\n'
        for k, members in enumerate(groups, start=1))
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(t.tag)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta http-equiv="Content-Security-Policy"'
        " content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>\n{style}{_MORE}</style>\n</head>\n<body>\n"
        f'<header>\n<h1>{title}</h1>\n{date}<p class="summary">{escape(_summary(groups, t))}</p>\n</header>\n'
        f'<main>\n<section>\n<h2>{escape(t("draw.group-title"))}</h2>\n<div class="side">\n{tables}</div>\n'
        "</section>\n</main>\n</body>\n</html>\n"
    )


def _matches(k: int, rounds: Sequence[Sequence[tuple[int, int]]], t: Translator) -> str:
    lines = "<br>".join(map(escape, round_lines(rounds, t)))
    return f'<p class="matches" aria-label="{escape(t("draw.group-matches", number=k))}">{lines}</p>\n'


def _summary(groups: Sequence[Sequence[int]], t: Translator) -> str:
    return t("draw.group-summary", entrants=t("count.entrant", n=sum(map(len, groups))),
             groups=t("draw.group-count", n=len(groups)))


def _name(entrant: int, event: Event | None) -> str:
    return clean(event.name_of(entrant)) if event else str(entrant)


def _region(entrant: int, event: Event | None) -> str:
    if event is None or not 1 <= entrant <= event.size:
        return ""
    known = event.entrants[entrant - 1]
    return clean(known.region or known.club)


def _table(k: int, members: Sequence[int], t: Translator, event: Event | None) -> str:
    scored = len(members) <= _MOST_IN_A_TABLE
    regions = any(_region(e, event) for e in members)
    heads = [(t("head.number"), ""), (t("head.name"), ' class="word"')]
    heads += [(t("head.region"), ' class="word"')] if regions else []
    heads += [(str(e), "") for e in members] if scored else []
    head = "".join(f'<th scope="col"{kind}>{escape(text)}</th>' for text, kind in heads)
    rows = ""
    for e in members:
        cells = f'<th scope="row">{e}</th><td class="word"><bdi>{escape(_name(e, event))}</bdi></td>'
        cells += f'<td class="word"><bdi>{escape(_region(e, event))}</bdi></td>' if regions else ""
        for other in members if scored else ():
            cells += '<td class="self"></td>' if other == e else '<td class="score"></td>'
        rows += f"<tr>{cells}</tr>\n"
    caption = escape(t("draw.group", number=k))
    return (
        f'<table class="group">\n<caption>{caption}</caption>\n<thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{rows}</tbody>\n</table>\n"
    )


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a group stands in a picture, and the lines of its matches."""

    number: int
    members: Sequence[int]
    top: int
    lines: tuple[str, ...] = ()

    @property
    def high(self) -> int:
        """From its name to the last line."""
        return _TOP + len(self.members) * _ROW + (_LINE * len(self.lines) + 8 if self.lines else 0)


def groups_svgs(
    groups: Sequence[Sequence[int]], translator: Translator, *, event: Event | None = None,
    fixtures: Sequence[Sequence[Sequence[tuple[int, int]]]] = (),
) -> list[str]:
    """The groups as pictures that each fit a page, three groups across, every group in one of them with
    its matches (``fixtures``, as of :func:`groups_page`) below. Large groups with matches make a picture
    higher than a page."""
    pages: list[list[_Place]] = [[]]
    comma = translator("language.comma")
    told = [_wrapped(round_lines(rounds, translator), comma) for rounds in fixtures] or [()] * len(groups)
    top = 0
    for first in range(0, len(groups), _ACROSS):
        row = [_Place(k + 1, groups[k], 0, told[k]) for k in range(first, min(first + _ACROSS, len(groups)))]
        high = max(place.high for place in row) + _GAP
        if top and top + high > _HIGHEST:
            pages.append([])
            top = 0
        pages[-1] += [replace(place, top=top) for place in row]
        top += high
    return [_picture(page, translator, event, f"groups-{i}") for i, page in enumerate(pages, start=1)]


def _wrapped(lines: Sequence[str], comma: str) -> tuple[str, ...]:
    """Lines of at most what stands below a group, broken between matches."""
    made: list[str] = []
    for line in lines:
        head, *more = line.split(comma)
        made.append(head)
        for match in more:
            if width(made[-1] + comma + match) * _SMALL > _BOX:
                made[-1] += comma.rstrip()
                made.append(match)
            else:
                made[-1] += comma + match
    return tuple(made)


def _picture(boxes: Sequence[_Place], t: Translator, event: Event | None, ident: str) -> str:
    wide = _ACROSS * (_BOX + _GAP) + 2
    high = max((place.top + place.high + 6 for place in boxes), default=_TOP)
    title = escape(t("draw.group-title"))
    inside = "".join(_box(place, t, event) for place in boxes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="group" viewBox="0 0 {wide} {high}"'
        f' width="{wide}" height="{high}" font-size="10.5" aria-labelledby="{ident}-title">\n'
        f'<title id="{ident}-title">{title}</title>\n{inside}</svg>\n'
    )


def _box(place: _Place, t: Translator, event: Event | None) -> str:
    """One group: its name, then its members, each read aloud with group and place; then its matches."""
    k, members, top = place.number, place.members, place.top
    x = 1 + (k - 1) % _ACROSS * (_BOX + _GAP)
    name = escape(t("draw.group", number=k))
    high = len(members) * _ROW + 6
    out = (
        f'<g role="group" aria-label="{name}"><text x="{x}" y="{top + 14}" fill="{DARK}" font-size="12"'
        f' font-weight="700" aria-hidden="true">{name}</text>'
        f'<rect x="{x}" y="{top + 19}" width="{_BOX}" height="{high}" rx="3" fill="#ffffff" stroke="{DARK}"'
        ' stroke-width="0.9"/>'
    )
    for i, e in enumerate(members, start=1):
        y = top + 19 + i * _ROW - 1
        region = cut(_region(e, event), 6)
        told = escape(t("draw.group-member", group=k, place=i, name=f"{e} {_name(e, event)}" if event else e))
        shown = escape(cut(_name(e, event), int((_BOX - 70) / _CELL))) if event else ""
        out += (
            f'<g role="img"><title>{told}</title>'
            f'<text x="{x + 26}" y="{y}" text-anchor="end" fill="{SOFT}">{e}</text>'
            f'<text x="{x + 32}" y="{y}" fill="{INK}">{shown}</text>'
            f'<text x="{x + _BOX - 6}" y="{y}" text-anchor="end" fill="{SOFT}" font-size="8.5">'
            f"{escape(region)}</text></g>"
        )
    y = top + 19 + high + 13
    for line in place.lines:
        out += f'<text x="{x}" y="{y}" fill="{SOFT}" font-size="9">{escape(line)}</text>'
        y += _LINE
    return out + "</g>\n"
