"""The fewest second meetings where no round is left without one: exact, for small numbers of open tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from scheduler.facts.pairing import BYE
from scheduler.repair.live.swiss_round import LiveSwiss
from scheduler.rules.pairings import bans_of

__all__ = ["fewest_rematches"]

Pair = tuple[int, int]
_AGAIN = 1_000
"""The price of a second meeting in new pairs."""
_MOST = 14
"""Beyond so many players the sets of them are too many to try."""


def fewest_rematches(round: LiveSwiss) -> tuple[tuple[Pair, ...], int, int] | None:
    """(how everybody who has not started is paired with the fewest second meetings and second byes, how
    many there are of either): of such rounds the one that gives up fewest matches, then the one that pairs
    the highest with the highest. All rounds are tried, set by set of players, so that no fewer do. None for
    too many players, and where other hard rules leave no round."""
    rank = {e: i for i, e in enumerate(round.asked.order)}
    players = sorted(
        {e for pair in round.loose for e in pair} | set(round.free),
        key=lambda e: rank.get(e, len(rank)))
    if len(players) > _MOST or len(players) % 2:
        return None
    none_yet = set(round.asked.may_bye)
    pairs = _cheapest(players, _prices(round))
    if pairs is None:
        return None
    byes = sum(BYE in pair and (pair[0] or pair[1]) not in none_yet for pair in pairs[1])
    return pairs[1], pairs[0] // _AGAIN - byes, byes


def _prices(round: LiveSwiss) -> Callable[[int, int], int | None]:
    """What a pair costs: a second meeting or bye before all else, then a pair that did not stand. None for
    one that another hard rule forbids."""
    frame = round.state.frame(round.asked.order)
    others = bans_of(round.book.without("no-rematch"), frame)
    whole = bans_of(round.book, frame)
    none_yet = set(round.asked.may_bye)
    stood = {frozenset(pair) for pair in round.loose}

    def price(a: int, b: int) -> int | None:
        new = int(frozenset((a, b)) not in stood)
        if BYE in (a, b):
            return new if (a or b) in none_yet else _AGAIN + new
        return None if not others.allowed(a, b) else new if whole.allowed(a, b) else _AGAIN + new
    return price


def _cheapest(
    players: Sequence[int], price: Callable[[int, int], int | None]
) -> tuple[int, tuple[Pair, ...]] | None:
    """(the price, everybody paired): set of players by set of players, equals from the top."""
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
    return best((1 << len(players)) - 1)
