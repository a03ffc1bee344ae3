"""The fewest second meetings where no round is left without one: exact, for small numbers of open tables."""

from __future__ import annotations

from functools import cache

from scheduler.facts.pairing import BYE
from scheduler.repair.live.swiss_round import LiveSwiss
from scheduler.rules.pairings import bans_of

__all__ = ["fewest_rematches"]

Pair = tuple[int, int]
_MOST = 14
"""Beyond so many players the sets of them are too many to try."""


def fewest_rematches(round: LiveSwiss) -> tuple[tuple[Pair, ...], int] | None:
    """(how everybody who has not started is paired with the fewest rematches, how many these are): of
    several such rounds the one that pairs the highest with the highest. The first is always tried of all
    sets, so that no fewer do. None for too many players, and where other hard rules leave no round."""
    rank = {e: i for i, e in enumerate(round.asked.order)}
    players = sorted(
        {e for pair in round.loose for e in pair} | set(round.free),
        key=lambda e: rank.get(e, len(rank)))
    if len(players) > _MOST or len(players) % 2:
        return None
    frame = round.state.frame(round.asked.order)
    others = bans_of(round.book.without("no-rematch"), frame)
    whole = bans_of(round.book, frame)
    none_yet = set(round.asked.may_bye)

    def price(a: int, b: int) -> int | None:
        if BYE in (a, b):
            return 0 if (a or b) in none_yet else 1
        return None if not others.allowed(a, b) else 0 if whole.allowed(a, b) else 1

    @cache
    def best(left: int) -> tuple[int, tuple[Pair, ...]] | None:
        if not left:
            return 0, ()
        first = (left & -left).bit_length() - 1
        found: tuple[int, tuple[Pair, ...]] | None = None
        for other in range(first + 1, len(players)):
            cost = price(players[first], players[other]) if left >> other & 1 else None
            if cost is None:
                continue
            rest = best(left & ~(1 << first | 1 << other))
            if rest is not None and (found is None or cost + rest[0] < found[0]):
                found = cost + rest[0], ((players[first], players[other]), *rest[1])
        return found

    made = best((1 << len(players)) - 1)
    return (made[1], made[0]) if made else None
