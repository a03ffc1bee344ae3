"""A session of pairs: the ranking of each field, and the boards with every comparison."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction

from scheduler.standings.pairs import BoardScore, PairRow, PairScores
from scheduler.standings.rounding import rounded
from scheduler.views.columns import clean
from scheduler.views.leaves import Leaf, leaves_page, leaves_text
from scheduler.views.messages import Translator

__all__ = ["pairs_page", "pairs_rows", "pairs_text"]

Cell = str | int | Decimal

_HEADS = ("pairs.place", "pairs.pair", "pairs.per-cent", "pairs.points", "pairs.top", "pairs.boards")
_IMP_HEADS = ("pairs.place", "pairs.pair", "pairs.imps", "pairs.per-board", "pairs.boards")
_BOARD_HEADS = ("pairs.section", "pairs.deal", "pairs.ns", "pairs.ew", "pairs.score")


def pairs_text(made: PairScores, translator: Translator, *, boards: bool = False) -> str:
    """The ranking for a terminal, with the boards where they are asked for."""
    return leaves_text(_leaves(made, translator, boards))


def pairs_page(made: PairScores, translator: Translator, *, title: str = "") -> str:
    """Ranking and boards as a page that prints on A4; write it as UTF-8."""
    return leaves_page(clean(title) or translator("pairs.title"), _leaves(made, translator, True), translator)


def pairs_rows(made: PairScores, translator: Translator) -> list[tuple[str, list[list[Cell]]]]:
    """(name, rows) of the ranking and of the boards, for CSV and XLSX: headings first, exact decimals."""
    t = translator
    ranking: list[list[Cell]] = [[t("pairs.field"), *_heads(made, t)]]
    ranking += [[_field(row, t), *_ranking_cells(made, row, t)] for row in made.rows]
    boards: list[list[Cell]] = [[t("pairs.board"), *_board_heads(made, t)]]
    boards += [[b.board, *_numeric(_board_cells(b))] for b in made.boards]
    return [(t("pairs.ranking"), ranking), (t("pairs.by-board"), boards)]


def _leaves(made: PairScores, t: Translator, boards: bool) -> list[Leaf]:
    heads = tuple(_heads(made, t))
    kinds = ("", "word", *("" for _ in heads[2:]))
    leaves = []
    for field in made.fields:
        rows = tuple(_texts(_ranking_cells(made, r, t), t) for r in made.rows if r.pair.field == field)
        name = t(f"pairs.{_KEYS[field]}") if field else t("pairs.ranking")
        leaves.append(Leaf(name, heads, rows, kinds, t(f"pairs.{made.method}")))
    leaves[-1:] = [Leaf(last.title, last.head, last.rows, last.kinds, last.legend, tuple(_remarks(made, t)))
                   for last in leaves[-1:]]
    if boards:
        leaves += list(_board_leaves(made, t))
    return leaves


_KEYS = {"N-S": "ns", "E-W": "ew"}


def _field(row: PairRow, t: Translator) -> str:
    return t(f"pairs.{_KEYS[row.pair.field]}") if row.pair.field else ""


def _remarks(made: PairScores, t: Translator) -> Iterator[str]:
    """What the reader must know: factored boards, fouled ones, awards by the own average."""
    if any(r.pair.guest for r in made.rows):
        yield t("pairs.guests")
    if any(r.awards for r in made.rows):
        yield t("pairs.awarded")
    deals: dict[tuple[int, str], set[str]] = {}
    for b in made.boards:
        deals.setdefault((b.board, b.section), set()).add(b.deal)
    fouled = sorted({board for (board, _), known in deals.items() if len(known) > 1})
    if fouled:
        yield t("pairs.fouled", boards=t.numbers(fouled), n=len(fouled))
    times = Counter((b.board, b.section) for b in made.boards)
    short = sorted({board for (board, section), n in times.items() if n < made.played[section]})
    if short and made.method == "matchpoints":
        yield t("pairs.factored", boards=t.numbers(short), n=len(short))


def _board_leaves(made: PairScores, t: Translator) -> Iterator[Leaf]:
    by_board: dict[int, list[BoardScore]] = {}
    for b in made.boards:
        by_board.setdefault(b.board, []).append(b)
    heads = tuple(_board_heads(made, t))
    for number, rows in sorted(by_board.items()):
        texts = [_texts(_board_cells(b), t) for b in rows]
        told = [i for i in range(len(heads)) if i > 1 or any(row[i] for row in texts)]
        kinds = tuple("word" if i in (0, 1) else "" for i in told)
        yield Leaf(t("pairs.of-board", number=number), tuple(heads[i] for i in told),
                   tuple(tuple(row[i] for i in told) for row in texts), kinds)


def _heads(made: PairScores, t: Translator) -> list[str]:
    return [t(key) for key in (_HEADS if made.method == "matchpoints" else _IMP_HEADS)]


def _ranking_cells(made: PairScores, row: PairRow, t: Translator) -> list[Cell]:
    place = t("standing.unranked") if not row.place else (
        t("standing.shared", place=row.place) if row.shared else row.place)
    name = clean(row.pair.name)
    boards = row.boards + row.awards
    if made.method == "matchpoints":
        return [place, name, _exact(row.average), _exact(row.total), _exact(row.top, 0), boards]
    return [place, name, _exact(row.total), _exact(row.average), boards]


def _board_heads(made: PairScores, t: Translator) -> list[str]:
    units = ("pairs.mp-ns", "pairs.mp-ew") if made.method == "matchpoints" else (
        "pairs.imps-ns", "pairs.imps-ew")
    return [t(key) for key in (*_BOARD_HEADS, *units)]


def _board_cells(b: BoardScore) -> list[Cell]:
    return [clean(b.section), clean(b.deal), clean(b.ns), clean(b.ew), clean(b.text), _exact(b.ns_points),
            _exact(b.ew_points)]


def _numeric(cells: list[Cell]) -> list[Cell]:
    """A plain score as a number: a text with a sign is kept from spreadsheets by an apostrophe."""
    text = str(cells[4])
    return [*cells[:4], int(text) if text.lstrip("+-").isdecimal() else text, *cells[5:]]


def _exact(value: Fraction, places: int = 2) -> Decimal:
    return Decimal(rounded(value * 10**places, "half-away")).scaleb(-places)


def _texts(cells: Sequence[Cell], t: Translator) -> tuple[str, ...]:
    return tuple(
        t.decimal(str(c)) if isinstance(c, Decimal) else str(c) for c in cells)
