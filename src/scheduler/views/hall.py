"""What hangs in the hall and lies on the tables: a round as a page and as rows, and a slip for each match."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from decimal import Decimal
from html import escape

from scheduler.live.state import LiveEvent, LiveMatch, LiveRound
from scheduler.views.columns import clean
from scheduler.views.leaves import Leaf, document, leaves_page
from scheduler.views.messages import Translator
from scheduler.views.rounds import below_lines, score_text

__all__ = ["round_page", "round_rows", "slips_page"]

Cell = str | int | Decimal

_WORD, _WORD_CELL, _LINE = ' class="word"', '<td class="word">', '<td class="line"></td>'
_SLIP = """.slip td { height: 11mm; }
.slip .line { min-width: 17mm; }
.slip p { margin: .2rem 0 1.4rem; font-size: .8rem; color: var(--soft); }
.cards.slips { columns: 1; }
@media print { .slip { break-inside: avoid; margin-bottom: 6mm; } }
"""


def round_page(event: LiveEvent, round: LiveRound, translator: Translator) -> str:
    """A round as a whole HTML page for the wall: by table, then by number, so that everybody finds the
    table. Write it as UTF-8. A draft says that it is one."""
    t = translator
    status = t("rounds.finished") if round.finished else t(f"rounds.{round.status}")
    return leaves_page(
        t("rounds.head", event=clean(event.name), round=round.number),
        [_by_table(event, round, t), _by_number(event, round, t)], t,
        date=round.start or event.date, summary=status)


def _by_table(event: LiveEvent, round: LiveRound, t: Translator) -> Leaf:
    rows = [(_place(m), _who(event, m.home, t), _who(event, m.away, t), score_text(m.result, t))
            for m in _listed(round)]
    head = (t("head.place"), t("head.home"), t("head.away"), t("hall.result"))
    return Leaf(t("hall.by-table"), head, tuple(rows), ("", "word", "word", ""), "",
                tuple(below_lines(event, round, t)))


def _by_number(event: LiveEvent, round: LiveRound, t: Translator) -> Leaf:
    head = (t("head.number"), t("head.name"), t("head.place"), t("head.side"), t("head.opponent"))
    found: list[tuple[int, tuple[str, ...]]] = []
    for match in _listed(round):
        sides = ((match.home, match.away, "mark.home"), (match.away, match.home, "mark.away"))
        found += [
            (event.number(side), (_name(event, side), _place(match), t(key), _who(event, other, t)))
            for side, other, key in sides if side]
    found += [(event.number(b.id), (_name(event, b.id), "", t("mark.bye"), t(f"hall.{b.kind}")))
              for b in round.byes]
    rows = tuple((str(number), *cells) for number, cells in sorted(found))
    return Leaf(t("hall.by-number"), head, rows, ("", "word", "", "", "word"))


def _listed(round: LiveRound) -> list[LiveMatch]:
    return sorted(
        (m for m in round.matches if m.home or m.away), key=lambda m: (m.group, m.table, m.id))


def _place(match: LiveMatch) -> str:
    return f"{clean(match.group)} {match.table or ''}".strip()


def _name(event: LiveEvent, id: int) -> str:
    return clean(event.name_of(id))


def _who(event: LiveEvent, id: int, t: Translator) -> str:
    return f"{event.number(id)} {_name(event, id)}" if id else t("rounds.unknown")


def round_rows(event: LiveEvent, round: LiveRound, translator: Translator) -> list[list[Cell]]:
    """A line of headings and one row a match, byes last, for CSV and XLSX. Points are exact decimals."""
    t = translator
    head: list[Cell] = [
        t("head.round"), t("head.place"), t("head.number"), t("head.home"), t("head.number"), t("head.away"),
        t("hall.home-points"), t("hall.away-points"), t("hall.result")]
    return [head, *_rows(event, round, t)]


def _rows(event: LiveEvent, round: LiveRound, t: Translator) -> Iterator[list[Cell]]:
    for m in _listed(round):
        sides: list[Cell] = []
        for id in (m.home, m.away):
            sides += [event.number(id) or "", _name(event, id)]
        points: list[Cell] = ["", ""] if m.result is None else [
            Decimal(m.result.home_points).scaleb(-2), Decimal(m.result.away_points).scaleb(-2)]
        yield [round.number, _place(m), *sides, *points, _typed(m, t)]
    for b in round.byes:
        yield [round.number, "", event.number(b.id), _name(event, b.id), "", t(f"hall.{b.kind}"), "", "", ""]


def _typed(match: LiveMatch, t: Translator) -> str:
    """The result as it was typed, marked where it may still change."""
    if match.result is None:
        return ""
    text = clean(match.result.text)
    return t("rounds.provisional", result=text) if match.result.provisional else text


def slips_page(
    event: LiveEvent, round: LiveRound, translator: Translator, only: Collection[int] | None = None
) -> str:
    """A slip for each match of a round (or for ``only`` those of these ids) on which both sides enter the
    result and sign, as an HTML page to print and cut (CBA-21.10: two people of either side confirm). From
    its second version on a slip is stamped with the version of the list, and always with a provisional
    result."""
    t = translator
    wanted = [m for m in _listed(round) if m.known and (only is None or m.id in only)]
    slips = "".join(_slip(event, round, m, t) for m in wanted)
    title = t("hall.slips", event=clean(event.name), round=round.number)
    return document(title, f'<div class="cards slips">\n{slips}</div>\n', t, style=_SLIP)


def _slip(event: LiveEvent, round: LiveRound, match: LiveMatch, t: Translator) -> str:
    title = t("hall.slip", event=clean(event.name), round=round.number, table=_place(match) or "-")
    heads = (t("head.side"), t("head.name"), t("hall.score"), t("hall.points"), t("hall.signature"))
    head = "".join(f'<th scope="col"{_WORD if i == 1 else ""}>{escape(h)}</th>' for i, h in enumerate(heads))
    body = "".join(
        f'<tr><th scope="row">{escape(side)}</th>{_WORD_CELL}<bdi>{escape(_who(event, id, t))}</bdi></td>'
        f"{3 * _LINE}</tr>\n"
        for side, id in ((t("head.home"), match.home), (t("head.away"), match.away)))
    stamp = f"{t('repairs.stamp', version=round.version)} " if round.version > 1 else ""
    if match.result is not None and match.result.provisional:
        stamp += f"{score_text(match.result, t)}. "
    return (
        f'<div class="card slip"><h3>{escape(title)}</h3>\n<table>\n<thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{body}</tbody>\n</table>\n<p>{escape(stamp + t('hall.note'))}</p>\n</div>\n")


