"""How often two entrants of a double elimination are expected to meet again, exactly.

At even odds every match is a fair coin. Take match x of the winners' side: its winner drops at a later
match y, a given one with probability 2^-(matches from x to y). He and the loser of x then meet where
their ways through the losers' side join, if both win until there: the ways are disjoint, so these are
different coins. Two entrants meet at most once on either side, so adding this up over all x and y gives
the expected number of rematches on the losers' side without looking at a single course of events.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from scheduler.errors import UsageError
from scheduler.event import Bracket, BracketMatch

__all__ = ["Rematches", "expected_rematches"]


@dataclass(frozen=True, slots=True)
class Rematches:
    """Expected rematches at even odds: exact fractions.

    ``by_match[number]`` for every match of the losers' side where one is possible;
    ``before_losers_final`` leaves out the last of them, ``before_final`` leaves out the final alone.
    ``first`` is the part of ``before_losers_final`` that meets somebody right after he dropped.
    """

    before_losers_final: Fraction
    before_final: Fraction
    first: Fraction
    by_match: Mapping[int, Fraction]


def expected_rematches(bracket: Bracket) -> Rematches:
    """Expected rematches of a double elimination, with any routing of losers.

    Raises UsageError where the bracket has other than two lives.
    """
    if bracket.lives != 2:
        raise UsageError(
            f"rematches are counted for two lives, this bracket ({bracket.kind}) has {bracket.lives}"
        )
    up, drop = _ways(bracket)
    by_match: dict[int, Fraction] = {}
    first = Fraction(0)
    last = max((m.number for m in bracket.matches if m.side == "L"), default=0)
    for x in bracket.matches:
        if x.side != "W" or x.number not in drop:
            continue
        path = _path(drop[x.number], up)
        y, coins = up.get(x.number), 1
        while y is not None and y in drop:
            other = _path(drop[y], up)
            where = next((m for m in path if m in other), None)
            if where is not None:
                chance = Fraction(1, 1 << (coins + path[where] + other[where]))
                by_match[where] = by_match.get(where, Fraction(0)) + chance
                first += chance if where == drop[y] and where != last else 0
            y, coins = up.get(y), coins + 1
    total = sum(by_match.values(), Fraction(0))
    return Rematches(total - by_match.get(last, Fraction(0)), total, first, by_match)


def _ways(bracket: Bracket) -> tuple[dict[int, int], dict[int, int]]:
    """(match -> where its winner plays next on the same side, match -> where its loser drops)."""
    side = {m.number: m.side for m in bracket.matches}
    up: dict[int, int] = {}
    drop: dict[int, int] = {}
    for m in bracket.matches:
        for feed in _feeds(m):
            if feed[0] == "winner" and side[feed[1]] == m.side and m.side in ("W", "L"):
                up[feed[1]] = m.number
            elif feed[0] == "loser" and m.side == "L" and side[feed[1]] == "W":
                drop[feed[1]] = m.number
    return up, drop


def _feeds(match: BracketMatch) -> tuple[tuple[str, int], tuple[str, int]]:
    return (match.home.kind, match.home.of), (match.away.kind, match.away.of)


def _path(start: int, up: Mapping[int, int]) -> dict[int, int]:
    """The matches from ``start`` up the losers' side, with the wins it takes to come there."""
    path: dict[int, int] = {}
    at: int | None = start
    while at is not None:
        path[at] = len(path)
        at = up.get(at)
    return path
