"""Single elimination with matches for places, consolation of first-match losers, and stepladders."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from scheduler.errors import UsageError
from scheduler.event import Bracket
from scheduler.solve.draws.elimination_shape import (
    EMPTY,
    Key,
    Node,
    Sink,
    Source,
    assemble,
    byes_of,
    line,
    loser,
    reduced,
    size_for,
    winner,
    winners_side,
)

__all__ = ["consolation", "single_elimination", "stepladder"]

_MOST_PLACED = 1_024
_MOST_LADDER = 256


def single_elimination(
    entrants: int,
    *,
    places: Iterable[int] = (),
    byes: Iterable[int] | None = None,
    number_byes: bool = False,
) -> Bracket:
    """Single elimination, with the matches that decide ``places`` below 2 (CBA-13.4).

    ``places``: any set from 3 to the number of lines; each is decided by play among those who lost in
    one round: (3,) or (3, 4) gives the match of the losing semi-finalists, (5, 6) two matches of the
    losing quarter-finalists and one of the winners, all of them full placement (N/2 log2 N matches
    for N lines). Without 3 and 4 the losing semi-finalists share place 3: two bronzes.

    1 <= places; 2 to 4,096 entrants, with places from 9 on up to 1,024. UsageError otherwise, and
    as in :func:`byes_of`.
    """
    size = size_for(entrants)
    empty = byes_of(entrants, size, byes)
    nodes, sinks = _main(size, frozenset(places))
    return assemble(
        nodes, sinks, size=size, kind="single", byes=empty, number_byes=number_byes,
    )


def _main(size: int, wanted: frozenset[int]) -> tuple[list[Node], list[Sink]]:
    """The matches of single elimination and of the places wanted."""
    if any(p < 1 or p > size for p in wanted):
        raise UsageError(
            f"places from 1 to {size} can be played for, not {min(wanted)} to {max(wanted)}"
        )
    if size > _MOST_PLACED and max(wanted, default=0) > 8:
        raise UsageError(f"beyond {_MOST_PLACED} lines only places up to 8 are played for")
    k = size.bit_length() - 1
    nodes = winners_side(size)
    sinks = [Sink(1, winner("W", k, 0)), Sink(2, loser("W", k, 0))]
    for r in range(k - 1, 0, -1):
        lost = [loser("W", r, j) for j in range(size >> r)]
        _place(lost, (size >> r) + 1, r, wanted, nodes, sinks)
    return nodes, sinks


def _place(
    feeds: list[Source], low: int, slot: int, wanted: Collection[int], nodes: list[Node],
    sinks: list[Sink],
) -> None:
    """Matches among ``feeds`` for the places from ``low`` on, as far as any of them is wanted."""
    if not any(low <= p < low + len(feeds) for p in wanted) or len(feeds) == 1:
        sinks += [Sink(low, feed) for feed in feeds]
        return
    won, lost = [], []
    for i in range(0, len(feeds), 2):
        key = ("P", slot + 1, len(nodes))
        nodes.append(Node(key, feeds[i], feeds[i + 1], slot + 1))
        won.append(Source("winner", key))
        lost.append(Source("loser", key))
    _place(won, low, slot + 1, wanted, nodes, sinks)
    _place(lost, low + len(won), slot + 1, wanted, nodes, sinks)


def consolation(
    entrants: int, *, places: Iterable[int] = (), byes: Iterable[int] | None = None
) -> Bracket:
    """Single elimination with a consolation for who loses the first match that he plays.

    Losers of round 1 come in, and losers of round 2 whose first opponent was a bye or did not come. Who
    lost by walkover does not. The winner of the consolation has no place in the main event: ends are
    those of :func:`single_elimination`. 4 to 4,096 entrants.
    """
    size = size_for(entrants, 4)
    empty = byes_of(entrants, size, byes)
    kept, _ = reduced(winners_side(size), {line(b): EMPTY for b in empty})
    real = {n.key for n in kept}
    feeds = [_first_loser(j, real) for j in range(size // 2)]
    nodes, sinks = _main(size, frozenset(places))
    r, slot = 1, 2
    while len(feeds) > 1:
        slot += 1
        pairs = range(len(feeds) // 2)
        nodes += [Node(("C", r, j), feeds[2 * j], feeds[2 * j + 1], slot) for j in pairs]
        feeds = [winner("C", r, j) for j in pairs]
        r += 1
    return assemble(nodes, sinks, size=size, kind="consolation", byes=empty)


def _first_loser(j: int, real: Collection[Key]) -> Source:
    """Who comes from match j of round 1; a bye hands its place on to the match of round 2."""
    if ("W", 1, j) in real:
        return Source("first-loser", ("W", 1, j))
    handed = ("W", 2, j // 2) in real and (j % 2 == 0 or ("W", 1, j - 1) in real)
    return Source("first-loser", ("W", 2, j // 2)) if handed else EMPTY


def stepladder(entrants: int, *, straight: int = 1) -> Bracket:
    """A ladder: the lowest two meet, the winner meets the next one up, and so on.

    Line i is the i-th of the ranking, lines beyond the field are empty. ``straight`` = 1: the first
    waits in the final; 2: the first two play the final, the others the ladder for place 3.
    3 to 256 entrants.
    """
    size = size_for(entrants, 3, _MOST_LADDER)
    if straight not in (1, 2):
        raise UsageError(f"one or two go straight to the final, not {straight}")
    nodes: list[Node] = []
    sinks: list[Sink] = []
    holder = line(entrants)
    for rank in range(entrants - 1, straight - 1 if straight == 1 else straight, -1):
        side = "F" if rank == 1 else "W"
        node = Node((side, len(nodes) + 1, 0), line(rank), holder, len(nodes) + 1)
        nodes.append(node)
        holder = Source("winner", node.key)
        sinks.append(Sink(rank + 1, Source("loser", node.key)))
    if straight == 2:
        sinks.append(Sink(3, holder))
        nodes.append(Node(("F", 1, 0), line(1), line(2), max(1, len(nodes))))
        holder = winner("F", 1, 0)
        sinks.append(Sink(2, loser("F", 1, 0)))
    sinks.append(Sink(1, holder))
    return assemble(nodes, sinks, size=size, kind="stepladder")
