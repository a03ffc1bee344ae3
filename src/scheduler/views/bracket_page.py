"""A bracket as one self-contained HTML page: a picture a sheet of A4, places, drops, order of play.

As for every page here: nothing is loaded, nothing runs, and every text from outside is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files

from scheduler.event import Event
from scheduler.solve.draws.elimination import Drop
from scheduler.solve.draws.elimination_play import BracketState
from scheduler.solve.draws.order_of_play import OrderOfPlay
from scheduler.solve.draws.rematches import Rematches
from scheduler.views.bracket_layout import UPRIGHT, Part, parts
from scheduler.views.bracket_svg import part_svg
from scheduler.views.bracket_words import BracketWords
from scheduler.views.columns import clean
from scheduler.views.drops_text import rematches_line, sent_line
from scheduler.views.messages import Translator

__all__ = ["bracket_page", "bracket_svgs"]

_DAY = 24 * 60
_MORE = """\
body { max-width: 76rem; }
svg text { font-family: inherit; }
.picture { overflow-x: auto; }
td.order { text-align: left; white-space: normal; line-height: 1.6; }
@media print {
  .picture { overflow: visible; }
  .picture svg { margin: 0 auto; max-width: 100%; max-height: 236mm; width: auto; height: auto; }
  .picture svg.full { width: 100%; }
  section.wide { page: wide; }
  section.wide svg { max-height: 150mm; }
}
@page wide { size: A4 landscape; margin: 12mm; }
"""


def bracket_svgs(
    state: BracketState, translator: Translator, *, event: Event | None = None, from_round: int = 1
) -> list[str]:
    """The bracket as pictures that each fit a page, every match in exactly one of them."""
    words = BracketWords(state, translator, event)
    made = parts(state, from_round=from_round)
    return [part_svg(part, words, ident=f"bracket-{i}") for i, part in enumerate(made, start=1)]


def bracket_page(
    state: BracketState,
    translator: Translator,
    *,
    event: Event | None = None,
    drops: Sequence[Drop] = (),
    rematches: Rematches | None = None,
    order: OrderOfPlay | None = None,
    from_round: int = 1,
    sent: Sequence[tuple[int, int]] = (),
) -> str:
    """The whole page as text; write it as UTF-8.

    ``event``: names, seeds and regions. ``drops``: the table of where losers drop, as
    :func:`~scheduler.solve.draws.elimination.drop_table` gives it; ``rematches``: what that leads to;
    ``sent``: the matches whose losers go elsewhere, and where to.
    ``order``: times and tables, minute 0 being midnight of the first day. ``from_round``: earlier rounds of
    the winners' side are left out.
    """
    t = translator
    words = BracketWords(state, t, event)
    title = escape(clean(event.name) if event and event.name else t("title.bracket"))
    date = f'<p class="date">{escape(t.date(clean(event.date)))}</p>\n' if event and event.date else ""
    sections = [
        _picture(part, words, i) for i, part in enumerate(parts(state, from_round=from_round), start=1)
    ]
    sections += [_drops(drops, rematches, words, sent)] if drops or sent else []
    sections += [_order(order, words)] if order else []
    sections += [_places(words)] if state.places else []
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(t.tag)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta http-equiv="Content-Security-Policy"'
        " content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>\n{_style()}{_MORE}</style>\n</head>\n<body>\n"
        f'<header>\n<h1>{title}</h1>\n{date}<p class="summary">{escape(_summary(state, t))}</p>\n'
        f'<p class="legend">{escape(t("legend.bracket"))}</p>\n'
        f"</header>\n<main>\n{''.join(sections)}</main>\n</body>\n</html>\n"
    )


def _style() -> str:
    return files("scheduler.views").joinpath("page.css").read_text(encoding="utf-8")


def _summary(state: BracketState, t: Translator) -> str:
    entrants = sum(1 for who in state.draw.lines if who > 0)
    counts = [t("count.entrant", n=entrants), t("count.match", n=len(state.bracket.matches))]
    return t("language.comma").join(counts)


def _section(title: str, inside: str, kind: str = "", legend: str = "") -> str:
    marked = f' class="{kind}"' if kind else ""
    said = f'<p class="legend">{escape(legend)}</p>\n' if legend else ""
    return f"<section{marked}>\n<h2>{escape(title)}</h2>\n{said}{inside}</section>\n"


def _picture(part: Part, words: BracketWords, index: int) -> str:
    """Broad and low pictures lie on their side; small ones share a sheet with what is before them."""
    svg = part_svg(part, words, ident=f"bracket-{index}")
    wide = part.columns > UPRIGHT
    kind = "wide new-page" if wide else "new-page" if part.rows > 16 and index > 1 else "keep"
    if part.columns > 3:
        svg = svg.replace("<svg ", '<svg class="full" ', 1)
    return _section(words.title(part), f'<div class="picture">\n{svg}</div>\n', kind)


def _table(head: Iterable[str], rows: Iterable[Sequence[str]], kinds: Sequence[str]) -> str:
    """A table of texts; ``kinds`` are the classes of the columns."""
    heads = "".join(f'<th scope="col"{_class(k)}>{escape(h)}</th>' for h, k in zip(head, kinds, strict=True))
    body = "".join(
        f"<tr>{''.join(f'<td{_class(k)}>{escape(c)}</td>' for c, k in zip(row, kinds, strict=True))}</tr>\n"
        for row in rows
    )
    return (
        f'<div class="scroll"><table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{body}</tbody>\n'
        "</table></div>\n"
    )


def _class(kind: str) -> str:
    return f' class="{kind}"' if kind else ""


def _drops(
    drops: Sequence[Drop], rematches: Rematches | None, words: BracketWords, sent: Sequence[tuple[int, int]]
) -> str:
    t = words.t
    rows = [(str(d.round), " ".join(map(str, d.order))) for d in drops if len(d.order) > 1]
    table = _table((t("head.drop-round"), t("head.drop-order")), rows, ("", "order"))
    told = f"<p>{escape(sent_line(sent, t))}</p>\n" if sent else ""
    told += "" if rematches is None else f"<p>{escape(rematches_line(rematches, t))}</p>\n"
    legend = t("legend.drops") if drops else ""
    return _section(t("title.drops"), (table if rows else "") + told, "keep", legend)


def _clock(minute: int, t: Translator) -> str:
    day, rest = divmod(minute, _DAY)
    time = f"{rest // 60}:{rest % 60:02}"
    return t("head.session-day", number=day + 1, time=time)


def _order(order: OrderOfPlay, words: BracketWords) -> str:
    """Every match with its time and table, by time."""
    t, state = words.t, words.state
    rows = []
    for played in order.matches:
        match = state.match(played.match)
        home, away = words.sides(match)
        rows.append((
            _clock(played.start, t), str(played.table), str(played.match),
            words.side_name(match.match.side), f"{home} – {away}",
        ))
    head = [t(f"head.{key}") for key in ("time", "place", "match", "side", "sides")]
    legend = t(
        "legend.order-of-play", finish=_clock(order.finish, t), bound=_clock(order.bound, t)
    )
    kinds = ("word", "", "", "word", "word")
    return _section(t("title.order-of-play"), _table(head, rows, kinds), "new-page", legend)


def _places(words: BracketWords) -> str:
    t = words.t
    ranked = sorted(words.state.places.items(), key=lambda item: (item[1], item[0]))
    rows = [
        (str(low) if low == high else f"{low}–{high}", words.name(who), words.region(who))
        for who, (low, high) in ranked
    ]
    table = _table(
        (t("title.places"), t("head.name"), t("head.region")), rows, ("", "word", "word")
    )
    return _section(t("title.places"), table)
