"""A bracket with the results of a file: who goes on, with scores as they were written."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scheduler.errors import FileError
from scheduler.event import Bracket, Draw
from scheduler.files.draw_results import PlayedRow
from scheduler.solve.draws.elimination_play import BracketState, MatchState, Outcome, follow

__all__ = ["bracket_with"]

_TWO_SIDED = re.compile(r"([0-9.,]+)\s*([-:–])\s*([0-9.,]+)")


def bracket_with(bracket: Bracket, draw: Draw, played: Sequence[PlayedRow]) -> BracketState:
    """The state of a bracket after ``played``, the rows of two in their order at the matches in which these
    meet; nobody goes on where the winner is 0. A score such as 3-1 is turned where home and away of the
    bracket are others than those of the row.

    Raises FileError for a row whose two do not meet, by what is known.
    """
    rows: dict[frozenset[int], list[PlayedRow]] = {}
    for row in played:
        rows.setdefault(frozenset((row.first, row.second)), []).append(row)

    def decide(made: MatchState) -> Outcome | None:
        mine = rows.get(frozenset((made.home, made.away)))
        if not mine:
            return None
        row = mine.pop(0)
        score = row.score if row.first == made.home else _turned(row.score)
        if not row.winner:
            return Outcome("none", "walkover", score)
        return Outcome("home" if row.winner == made.home else "away", "play", score)

    state = follow(bracket, draw, decide)
    for row in (row for left in rows.values() for row in left):
        raise FileError(
            f"numbers {row.first} and {row.second} do not meet, by the results before", where=row.where,
            maybe="a result of an earlier round is missing, or another won.")
    return state


def _turned(score: str) -> str:
    return _TWO_SIDED.sub(r"\3\2\1", score) if _TWO_SIDED.fullmatch(score) else score
