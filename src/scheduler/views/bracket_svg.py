"""A part of a bracket as an inline SVG: a box a match, read aloud match by match, fit for any printer.

Winners are told by weight as well as by shade. All text is escaped; nothing outside is referred to.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from scheduler.event import BYE, OPEN, Feed
from scheduler.views.bracket_layout import Part, Spot
from scheduler.views.bracket_words import BracketWords
from scheduler.views.columns import cut, width

__all__ = ["part_svg"]

INK, SOFT, RULE, TINT, DARK = "#1d2529", "#56646b", "#b9c6cc", "#f1f5f7", "#24566a"
ROW = 17
BOX, GAP, HIGH = 168, 26, 30
LEFT, TOP = 42, 26
STRIP = 22
CELL = 5.4
"""About the width of a narrow character in the size that names have."""


def part_svg(part: Part, words: BracketWords, *, ident: str = "bracket") -> str:
    """One ``<svg>``. ``ident`` must be unique in the page: letters, digits and hyphens.

    Every match is a group with a ``<title>`` that says who plays whom, where, and what came of it.
    """
    wide = LEFT + part.columns * BOX + (part.columns - 1) * GAP + 4
    high = TOP + part.rows * ROW + 6
    at = {s.number: s for s in part.spots}
    heads = "".join(
        _text(LEFT + c * (BOX + GAP) + BOX / 2, 12, words.round_name(part, c), "middle")
        for c in range(part.columns)
    )
    lines = "".join(_joined(s, at) for s in part.spots)
    boxes = "".join(_box(s, words) for s in part.spots)
    title = escape(words.title(part))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="group" viewBox="0 0 {wide} {high}"'
        f' width="{wide}" height="{high}" font-size="10.5" aria-labelledby="{ident}-title">\n'
        f'<title id="{ident}-title">{title}</title>\n'
        f'<g fill="{SOFT}" font-size="10" aria-hidden="true">{heads}</g>\n'
        f'<path d="{lines}" fill="none" stroke="{RULE}" stroke-width="1.2"/>\n'
        f"{boxes}</svg>\n"
    )


def _x(spot: Spot) -> int:
    return LEFT + spot.column * (BOX + GAP)


def _y(row: float) -> float:
    return TOP + (row + 0.5) * ROW


def _text(x: float, y: float, text: str, anchor: str = "start", more: str = "") -> str:
    if not text:
        return ""
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}"{more}>{escape(text)}</text>'


def _joined(spot: Spot, at: Mapping[int, Spot]) -> str:
    """The lines from the matches to the left."""
    path = ""
    for other, shift in ((spot.home_spot, -HIGH / 4), (spot.away_spot, HIGH / 4)):
        if other:
            start = _x(at[other]) + BOX
            middle, y = _x(spot) - GAP / 2, _y(spot.row) + shift
            path += f"M{start:g} {_y(at[other].row):g}H{middle:g}V{y:g}H{_x(spot):g}"
    return path


def _box(spot: Spot, words: BracketWords) -> str:
    """A match: its number, both sides, the result beside the winner."""
    x, y = _x(spot), _y(spot.row)
    state = spot.state
    result = words.result(state)
    dashed = ' stroke-dasharray="4 3"' if state.match.if_needed else ""
    inside = (
        f'<rect x="{x}" y="{y - HIGH / 2:g}" width="{BOX}" height="{HIGH}" rx="3" fill="#ffffff"'
        f' stroke="{DARK}" stroke-width="0.9"{dashed}/>'
        f'<path d="M{x + STRIP} {y:g}H{x + BOX}M{x + STRIP} {y - HIGH / 2:g}V{y + HIGH / 2:g}"'
        f' stroke="{RULE}" stroke-width="0.7"/>'
        + _text(x + STRIP / 2, y + 3, str(spot.number), "middle", f' fill="{SOFT}" font-size="8.5"')
    )
    nobody = not (state.winner > 0 and state.outcome)
    for home, base in ((True, y - 4), (False, y + 11)):
        who = state.home if home else state.away
        won = state.outcome is not None and who > 0 and who == state.winner
        said = result if won or (nobody and home) else ""
        inside += _side(spot, words, home, base, said)
    told = escape(words.sentence(state))
    return f'<g role="img" data-match="{spot.number}"><title>{told}</title>{inside}</g>\n'


def _side(spot: Spot, words: BracketWords, home: bool, base: float, said: str) -> str:
    """One side of a match, with where it comes from at its left."""
    state = spot.state
    feed, source, who, other = (
        (state.match.home, state.home_from, state.home, spot.home_spot) if home
        else (state.match.away, state.away_from, state.away, spot.away_spot)
    )
    x = _x(spot)
    right = x + BOX - 5
    room = int((BOX - STRIP - 10) / CELL) - width(said)
    region = cut(words.region(who), 6) if who > 0 else ""
    room -= width(region)
    won = state.outcome is not None and who > 0 and who == state.winner
    # Bold letters are broader.
    room -= 2 if won else 0
    mark = words.mark(who)
    said_name = words.name(who) if who > 0 else words.side(who, source)
    name = cut(said_name, max(4, room - width(mark))) + mark
    style = ' font-weight="700"' if won else ""
    fill = SOFT if who in (BYE, OPEN) else INK
    after = f'<tspan dx="4" fill="{SOFT}" font-size="8.5">{escape(region)}</tspan>' if region else ""
    text = (
        f'<text x="{x + STRIP + 5}" y="{base:g}" fill="{fill}"{style}>{escape(name)}{after}</text>'
    )
    text += _text(right, base, said, "end", f' fill="{DARK}" font-size="9.5"')
    if other:
        return text
    return text + _text(x - 4, base, _origin(feed, spot, words), "end", f' fill="{SOFT}" font-size="8"')


def _origin(feed: Feed, spot: Spot, words: BracketWords) -> str:
    """A line of the draw (with the word for a bye, where it skips rounds), or whose loser comes."""
    if feed.kind == "line":
        skipped = spot.state.match.side == "W" and spot.state.match.round > 1
        return f"{feed.of} {words.t('head.bye')}" if skipped else str(feed.of)
    if feed.kind == "winner":
        return ""
    return words.t("mark.from-loser", number=feed.of)
