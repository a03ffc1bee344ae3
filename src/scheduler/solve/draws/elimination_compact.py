"""Losers' sides that take newcomers in at once (CBA-13.9), for two lives or more.

A side is a row of survivors, top to bottom. In each time slot the losers of the side above come in and
take opponents from the top in one round, from the bottom in the next; survivors without a newcomer
meet their neighbours, and of an odd number one goes on without a match, nobody twice running while
that can be helped.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scheduler.solve.draws.elimination_shape import Node, Sink, Source

__all__ = ["Cascade", "cascade", "finals", "printed_orders"]

Unit = tuple[Source, Source | None]
"""Two who meet, or one who goes on without a match."""


@dataclass
class _Side:
    """One side in the making; side 0 is the winners'."""

    name: str
    survivors: list[Source] = field(default_factory=list)
    rested: set[Source] = field(default_factory=set)
    rounds: int = 0
    top: bool = True


@dataclass(frozen=True, slots=True)
class Cascade:
    """The matches of all sides, who comes first on each, best side first, and the next free slot."""

    nodes: tuple[Node, ...]
    firsts: tuple[Source, ...]
    slot: int

    def sinks(self, after: int) -> list[Sink]:
        """Ends of those who lose on the last side, after place ``after``: a round shares its places."""
        last = self.firsts[-1].key[0]
        out: list[Sink] = []
        low = after + 1
        lost = [n for n in self.nodes if n.key[0] == last]
        for r in sorted({n.key[1] for n in lost}, reverse=True):
            round_ = [n for n in lost if n.key[1] == r]
            out += [Sink(low, Source("loser", n.key)) for n in round_]
            low += len(round_)
        return out


def printed_orders(rounds: int) -> dict[int, tuple[int, ...]]:
    """The orders of the association's figure carried to any size: the losers of round 2 moved up by
    one (J K L I), those of later rounds from the bottom up (N M)."""
    out = {}
    for s in range(2, rounds + 1):
        row = tuple(range(1 << (rounds - s)))
        out[s] = row[1:] + row[:1] if s == 2 else row[::-1]
    return out


def cascade(
    winners: Sequence[Node],
    lives: int,
    orders: Mapping[int, Sequence[int]],
    *,
    first_side: str = "top",
) -> Cascade:
    """All sides of a compact elimination. ``winners``: the reduced winners' side, by slot.

    ``orders[s]``: places (from 0) of the matches of winners' round s in the order in which their
    losers come in; natural where it is silent. ``first_side``: where newcomers first take opponents.
    """
    names = ["L"] + [f"L{k}" for k in range(3, lives + 1)]
    sides = [_Side(name, top=first_side == "top") for name in names]
    nodes, slot = list(winners), 1
    last = max(n.slot for n in winners)
    coming = [_lost_at(winners, slot, orders)] + [[] for _ in sides[1:]]
    while slot < last or any(coming) or any(len(side.survivors) > 1 for side in sides):
        slot += 1
        following = [_lost_at(winners, slot, orders)] + [[] for _ in sides[1:]]
        for i, side in enumerate(sides):
            made = _play_slot(side, coming[i], slot)
            nodes += made
            if i + 1 < len(sides):
                following[i + 1] = [Source("loser", n.key) for n in made]
        coming = following
    firsts = [Source("winner", max(winners, key=lambda n: n.slot).key)]
    firsts += [side.survivors[0] for side in sides]
    return Cascade(tuple(nodes), tuple(firsts), slot + 1)


def _lost_at(
    winners: Sequence[Node], slot: int, orders: Mapping[int, Sequence[int]]
) -> list[Source]:
    """Who drops from the winners' side after a time slot, in the order in which they come in."""
    there = {n.key[2]: Source("loser", n.key) for n in winners if n.key[1] == slot}
    order = orders.get(slot, sorted(there))
    return [there[j] for j in order if j in there]


def _play_slot(side: _Side, newcomers: list[Source], slot: int) -> list[Node]:
    """One round of one side; its survivors are those of the round, top to bottom."""
    fresh = not side.survivors
    if not newcomers and len(side.survivors) < 2:
        return []
    units = _units(side, newcomers)
    if fresh:
        units = units[:1] + units[:0:-1]
    if newcomers and len(newcomers) < len(side.survivors):
        side.top = not side.top
    playing = [u for u in units if u[1] is not None]
    side.rounds += bool(playing)
    side.survivors, side.rested = [], set()
    nodes: list[Node] = []
    for home, away in units:
        if away is None:
            side.survivors.append(home)
            side.rested.add(home)
            continue
        node = Node((side.name, side.rounds, len(nodes)), home, away, slot)
        nodes.append(node)
        side.survivors.append(Source("winner", node.key))
    return nodes


def _units(side: _Side, newcomers: Sequence[Source]) -> list[Unit]:
    """Who meets whom, in the order of the row; further newcomers meet among themselves below it."""
    row = list(side.survivors)
    common = min(len(row), len(newcomers))
    alone: Source | None = None
    if len(row) > common and (len(row) - common) % 2:
        ends = row[::-1] if side.top else row
        alone = next((s for s in ends if s not in side.rested), ends[0])
    rest = [s for s in row if s != alone]
    start = 0 if side.top else len(rest) - common
    units: list[Unit] = list(_neighbours(rest[:start]))
    units += list(zip(rest[start : start + common], newcomers, strict=False))
    units += _neighbours(rest[start + common :])
    if alone is not None:
        units.insert(len(units) if side.top else 0, (alone, None))
    return units + _neighbours(newcomers[common:])


def _neighbours(row: Sequence[Source]) -> list[Unit]:
    return [(row[i], row[i + 1] if i + 1 < len(row) else None) for i in range(0, len(row), 2)]


def finals(cascade: Cascade, lives: int, final: str) -> tuple[list[Node], list[Sink]]:
    """The finals: the last two sides first, whoever is left against the side above, and so on.

    A pair plays until one has no life left (``final`` "single": once); further matches of a pair
    are due only then. Sinks for the best places; the last side's losers come after them.
    """
    nodes: list[Node] = []
    sinks: list[Sink] = []
    slot, holder = cascade.slot, cascade.firsts[-1]
    for t in range(lives - 2, -1, -1):
        many = 1 if final == "single" else 2 * (lives - t) - 2
        home, away = cascade.firsts[t], holder
        for k in range(many):
            node = Node(("F", len(nodes) + 1, 0), home, away, slot, k > 0 and final == "if-needed")
            nodes.append(node)
            home, away = Source("winner", node.key), Source("loser", node.key)
            slot += 1
        holder = home
        sinks.append(Sink(t + 2, away))
    return nodes, [Sink(1, holder), *sinks[::-1]]
