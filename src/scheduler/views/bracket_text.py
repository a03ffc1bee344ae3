"""A bracket in the terminal: trees of names joined by lines, one picture after another."""

from __future__ import annotations

from collections.abc import Mapping

from scheduler.event import Event
from scheduler.solve.draws.elimination_play import BracketState
from scheduler.views.bracket_layout import Part, Spot, parts
from scheduler.views.bracket_words import BracketWords
from scheduler.views.columns import LINE, cut, pad, width
from scheduler.views.messages import Translator

__all__ = ["bracket_text"]

NARROWEST, WIDEST = 12, 30
_Grid = list[list[str]]


def bracket_text(
    state: BracketState,
    translator: Translator,
    *,
    event: Event | None = None,
    line: int = LINE,
    from_round: int = 1,
) -> str:
    """The whole bracket as text, at most ``line`` cells wide, with a final line feed.

    A match is two names joined by a bar with its number; right of it stands who won, or "winner of
    12". ``from_round``: earlier rounds of the winners' side are left out.
    """
    words = BracketWords(state, translator, event)
    most = max(2, line // NARROWEST - 1)
    told = [
        _part_text(part, words, line)
        for part in parts(state, most_columns=min(8, most), from_round=from_round)
    ]
    return "\n".join(told)


def _part_text(part: Part, words: BracketWords, line: int) -> str:
    across = part.columns + 1
    wide = max(NARROWEST, min(WIDEST, line // across))
    rows = [[" " * wide for _ in range(across)] for _ in range(2 * part.rows)]
    at = {spot.number: spot.column for spot in part.spots}
    for spot in part.spots:
        _draw(rows, spot, words, wide, at)
    fed = {n for spot in part.spots for n in (spot.home_spot, spot.away_spot)}
    for spot in part.spots:
        if spot.number not in fed:
            rows[round(2 * spot.row)][spot.column + 1] = pad(cut(_after(spot, words), wide), wide)
    lines = ["".join(cells).rstrip() for cells in rows]
    while lines and not lines[-1]:
        lines.pop()
    return "\n".join([words.title(part), *lines]) + "\n"


def _draw(
    rows: _Grid, spot: Spot, words: BracketWords, wide: int, columns: Mapping[int, int]
) -> None:
    """Both sides and the bar of one match; whoever wins stands in the next column."""
    home, away, middle = (round(2 * r) for r in (spot.home_row, spot.away_row, spot.row))
    c = spot.column
    first, second = words.sides(spot.state)
    if not spot.home_spot:
        rows[home][c] = _label(first, wide)
    if not spot.away_spot:
        rows[away][c] = _label(second, wide)
    for row, mark, fed in ((home, "┐", spot.home_spot), (away, "┘", spot.away_spot)):
        # A round passed over without a match is a longer line.
        for k in range(columns[fed] + 2 if fed else c + 1, c + 1):
            rows[row][k] = "─" * wide
        rows[row][c] = rows[row][c][:-1] + mark
    number = str(spot.number)
    for row in range(home + 1, away):
        rows[row][c] = " " * (wide - 1) + "│"
    rows[middle][c] = " " * (wide - 1 - len(number)) + number + "├"
    rows[middle][c + 1] = _label(_after(spot, words), wide)


def _after(spot: Spot, words: BracketWords) -> str:
    """Who goes on, and how; what is waited for before."""
    state = spot.state
    result = words.result(state)
    if state.winner > 0:
        won = words.name(state.winner)
        return f"{won} {result}" if result else won
    if state.decided:
        return result or words.t("head.bye")
    return result


def _label(text: str, wide: int) -> str:
    """``text`` drawn out to the right by a line; it ends one cell before the bar of its match."""
    short = cut(text, wide - 2)
    return pad(f"{short} ", 0) + "─" * (wide - width(short) - 1)
