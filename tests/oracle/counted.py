"""Every rule read once more, from its sentence and the regulation, in loops that anybody can follow.

A rule gives one :class:`Counted` for everything it counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from oracle.table import Played, Table


class Counted(NamedTuple):
    """Who, in which rounds, what was found, and what is allowed (None: no limit)."""

    subject: tuple[int, ...]
    rounds: tuple[int, ...]
    found: int
    least: int | None
    most: int | None

    @property
    def deviation(self) -> int:
        if self.least is not None and self.found < self.least:
            return self.least - self.found
        if self.most is not None and self.found > self.most:
            return self.found - self.most
        return 0


Reading = Callable[..., list[Counted]]
ORACLE: dict[str, Reading] = {}


def reads(id: str) -> Callable[[Reading], Reading]:
    def keep(reading: Reading) -> Reading:
        ORACLE[id] = reading
        return reading

    return keep


def price(deviation: int, prices: list[int]) -> int:
    """Price of a deviation: the list's entry, and beyond its end as much more as at its last step."""
    if deviation == 0:
        return 0
    if deviation <= len(prices):
        return prices[deviation - 1]
    last = prices[-1] - (prices[-2] if len(prices) > 1 else 0)
    total = prices[-1]
    for _ in range(deviation - len(prices)):
        total += last
    return total


def days(matches: Iterable[Played], *more: int) -> tuple[int, ...]:
    return tuple(sorted({m[0] for m in matches} | set(more)))


def in_order(table: Table, e: int) -> list[Played]:
    """The matches of e as played; of several in a round first the one of the lower, then of the higher
    number, then the one in which the lower is home."""
    mine = [m for m in table.matches if e in m[1:3]]
    return sorted(mine, key=lambda m: (m[0], min(m[1:3]), max(m[1:3]), m[1] > m[2]))


def between(table: Table, i: int, j: int) -> list[Played]:
    """The matches of i and j with each other, whoever is home."""
    return [m for m in table.matches if m[1:3] in ((i, j), (j, i))]
