"""Boards of pairs out of a file, scored and written: ``scheduler scores``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from scheduler.errors import FileError, UsageError, did_you_mean
from scheduler.files.board_scores import BoardLine, read_board_scores
from scheduler.files.source import Source
from scheduler.standings.pairs import Pair, PairScores, pair_scores
from scheduler.standings.rounding import rounded
from scheduler.standings.rulings import Tabled
from scheduler.standings.rulings.matchpoints import check_board

__all__ = ["score_pairs", "scores_json", "write_scores"]

_MOST_PAIRS = 10_000
_SIDES = ("N-S", "E-W")

_Key = tuple[str, str]


def score_pairs(
    source: Source, *, name: str = "", method: str = "matchpoints", expected: int = 0, drop: int = 0,
    two_fields: bool = False, guests: Sequence[str] = (),
) -> PairScores:
    """Score a list of results, see :mod:`scheduler.files.board_scores` for the file.

    ``method``, ``expected`` and ``drop`` as in :func:`scheduler.standings.pairs.pair_scores`.
    ``two_fields``: pair 3 N-S is not pair 3 E-W, and the two are ranked apart (Mitchell). ``guests`` play,
    and are not ranked. Raises UsageError, FileError.
    """
    lines = read_board_scores(source, name=name)
    numbers = _numbers(lines, two_fields)
    boards = _boards(lines, numbers, two_fields)
    wanted = {guest.strip() for guest in guests if guest.strip()}
    known = sorted({pair for pair, _ in numbers})
    for guest in sorted(wanted - set(known)):
        raise UsageError(f'no pair is called "{guest[:40]}"', maybe=did_you_mean(guest[:40], known))
    pairs = {number: Pair(pair, field, pair in wanted) for (pair, field), number in numbers.items()}
    return pair_scores(boards, pairs, method, expected=expected, drop=drop)


def _sides(line: BoardLine, two_fields: bool) -> tuple[_Key, _Key]:
    fields = _SIDES if two_fields else ("", "")
    return (line.ns, fields[0]), (line.ew, fields[1])


def _numbers(lines: Sequence[BoardLine], two_fields: bool) -> dict[_Key, int]:
    """(pair, field) -> number, N-S first, then in the order of numbers and of names."""
    found = {key for line in lines for key in _sides(line, two_fields)}
    if len(found) > _MOST_PAIRS:
        raise UsageError(f"{len(found):,} pairs; the limit is {_MOST_PAIRS:,}")
    return {key: i for i, key in enumerate(sorted(found, key=_order), start=1)}


def _order(key: _Key) -> tuple[bool, int, str]:
    pair, field = key
    plain = pair.isascii() and pair.isdecimal()
    return field == _SIDES[1], int(pair) if plain else 10**9, pair


def _boards(
    lines: Sequence[BoardLine], numbers: Mapping[_Key, int], two_fields: bool
) -> dict[int, list[Tabled]]:
    """The results of each board. FileError, naming the line, where they cannot be those of one board."""
    boards: dict[int, list[Tabled]] = {}
    at: dict[tuple[int, int], str] = {}
    for line in lines:
        ns, ew = (numbers[key] for key in _sides(line, two_fields))
        if ns == ew:
            raise FileError(f"pair {line.ns} cannot play against itself", where=line.at,
                            maybe="N-S and E-W pairs with the same numbers need --two-fields.")
        if line.score is None and not line.parts and line.awards is None:
            continue
        for number, pair in ((ns, line.ns), (ew, line.ew)):
            first = at.setdefault((line.board, number), line.at)
            if first is not line.at:
                raise FileError(
                    f"pair {pair} has two results on board {line.board}; the first is at {first}",
                    where=line.at, maybe="the second one is cancelled for both sides (Law 15B); where each"
                    " section numbers its pairs from 1, write A1 and B1, where each side does, --two-fields.")
        boards.setdefault(line.board, []).append(Tabled(
            ns, ew, line.score, *(line.awards or ("", "")), line.section, line.deal, line.parts))
    if not boards:
        raise UsageError("no board was played", maybe="look at the column of results.")
    for results in boards.values():
        check_board(results)
    return boards


# --- As data and files ----------------------------------------------------------------------------


def _text(value: Fraction, places: int) -> str:
    return str(Decimal(rounded(value * 10**places, "half-away")).scaleb(-places))


def scores_json(made: PairScores) -> dict[str, Any]:
    """As ``scores --json`` has it: the exact average as a fraction, decimals to read."""
    return {
        "method": made.method,
        "played": dict(made.played),
        "pairs": [
            {"place": r.place or None, "shared": r.shared, "pair": r.pair.name, "field": r.pair.field,
             "average": _text(r.average, 2), "exact": str(r.average), "total": _text(r.total, 4),
             "top": _text(r.top, 4), "boards": r.boards, "awards": r.awards}
            for r in made.rows],
        "boards": [
            {"board": b.board, "section": b.section, "deal": b.deal, "ns": b.ns, "ew": b.ew,
             "score": b.text, "ns_points": _text(b.ns_points, 4), "ew_points": _text(b.ew_points, 4)}
            for b in made.boards],
    }


def write_scores(made: PairScores, to: str, *, language: str = "en", title: str = "") -> Path:
    """Write the ranking and the boards as a page (.html) or a table (.csv, .xlsx). UsageError, FileError."""
    from scheduler.files.output import write_atomic
    from scheduler.views import Translator
    from scheduler.views.pairs import pairs_page, pairs_rows

    t, kind = Translator(language), Path(to).suffix.lower()
    if kind == ".html":
        data = pairs_page(made, t, title=title).encode()
    elif kind == ".xlsx":
        from scheduler.files.rows_xlsx import rows_xlsx

        data = rows_xlsx(pairs_rows(made, t), title=title)
    elif kind == ".csv":
        from scheduler.files.csv_out import csv_bytes, csv_text

        data = csv_bytes("\n".join(csv_text(rows) for _, rows in pairs_rows(made, t)))
    else:
        raise UsageError(f'"{Path(to).name}": files are written as .html, .csv, .xlsx',
                         maybe="say so by the file's ending.")
    write_atomic(to, data)
    return Path(to)
