"""Brackets in the making: matches known by side, round and place; byes taken out; numbers given.

A maker lists the matches as if every line were taken. What a bye leaves of a match is nothing: its
other side goes straight on, and a match with nobody on either side is an empty slot (so two byes
never become a double pass). The reduced matches are then numbered in the order of their time slots.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from scheduler.errors import UsageError
from scheduler.event import Bracket, BracketMatch, End, Feed
from scheduler.rules.placement import bye_lines

__all__ = [
    "EMPTY",
    "MOST_ENTRANTS",
    "Key",
    "Node",
    "Sink",
    "Source",
    "assemble",
    "byes_of",
    "line",
    "loser",
    "reduced",
    "size_for",
    "winner",
    "winners_side",
]

MOST_ENTRANTS = 4_096

Key = tuple[str, int, int]
"""A match in the making: (side, round from 1, place in the round from 0)."""


@dataclass(frozen=True, slots=True)
class Source:
    """What fills a side: a ``line`` (key ("", 0, line)), or ``winner``/``loser`` of a match."""

    kind: str
    key: Key


EMPTY = Source("empty", ("", 0, 0))
"""Nobody comes."""


@dataclass(frozen=True, slots=True)
class Node:
    """A match in the making, with the time slot in which it can be played."""

    key: Key
    home: Source
    away: Source
    slot: int
    if_needed: bool = False


@dataclass(frozen=True, slots=True)
class Sink:
    """Somebody's end: ``low`` is the best of the places he shares with those of the same ``low``."""

    low: int
    source: Source


def line(number: int) -> Source:
    """Line ``number``, from 1."""
    return Source("line", ("", 0, number))


def winner(side: str, round: int, place: int) -> Source:
    """The winner of a match."""
    return Source("winner", (side, round, place))


def loser(side: str, round: int, place: int) -> Source:
    """The loser of a match."""
    return Source("loser", (side, round, place))


def size_for(entrants: int, least: int = 2, most: int = MOST_ENTRANTS) -> int:
    """The lines of a draw for ``entrants``: the power of two at or above it. UsageError outside limits."""
    if not least <= entrants <= most:
        raise UsageError(
            f"a bracket of this kind is for {least} to {most} entrants, not {entrants}"
        )
    return max(2, 1 << (entrants - 1).bit_length())


def byes_of(entrants: int, size: int, given: Iterable[int] | None) -> frozenset[int]:
    """The lines without an entrant: those given, else the ones that favour the strongest (CBA-13.7).

    UsageError where a line is not there, or their number does not fit.
    """
    if given is None:
        return frozenset(bye_lines("alternating", size, size - entrants))
    byes = frozenset(given)
    if len(byes) != size - entrants or not all(1 <= b <= size for b in byes):
        raise UsageError(
            f"{entrants} entrants on {size} lines leave {size - entrants} lines empty, given are "
            f"{len(byes)}: {', '.join(map(str, sorted(byes)[:8]))}"
        )
    return byes


def winners_side(size: int) -> list[Node]:
    """The matches of single elimination: round r, place j feeds round r + 1, place j // 2."""
    nodes = []
    for r in range(1, size.bit_length()):
        for j in range(size >> r):
            pair = (
                (line(2 * j + 1), line(2 * j + 2)) if r == 1
                else (winner("W", r - 1, 2 * j), winner("W", r - 1, 2 * j + 1))
            )
            nodes.append(Node(("W", r, j), *pair, slot=r))
    return nodes


def reduced(
    nodes: Sequence[Node], given: dict[Source, Source]
) -> tuple[list[Node], dict[Source, Source]]:
    """The matches that are left when sources are replaced as ``given`` (byes by :data:`EMPTY`).

    Returns them with what became of every source. Nodes come in an order in which they can be played.
    """
    became = dict(given)
    kept = []
    for node in nodes:
        home, away = (became.get(s, s) for s in (node.home, node.away))
        won, lost = Source("winner", node.key), Source("loser", node.key)
        if won in given:
            continue
        if EMPTY in (home, away):
            became[won] = away if home == EMPTY else home
            became[lost] = EMPTY
        else:
            kept.append(replace(node, home=home, away=away))
    return kept, became


_ORDER = {"W": 0, "F": 2, "P": 3, "C": 4}


def _when(node: Node) -> tuple[int, int, str, int, int]:
    """Slot by slot: winners' side, losers' sides, finals, matches for places."""
    side, r, j = node.key
    return node.slot, _ORDER.get(side, 1), side, r, j


def assemble(
    nodes: Sequence[Node],
    sinks: Sequence[Sink],
    *,
    size: int,
    kind: str,
    byes: Collection[int] = (),
    given: dict[Source, Source] | None = None,
    lives: int = 1,
    number_byes: bool = False,
    notes: Sequence[str] = (),
) -> Bracket:
    """The bracket: byes taken out, matches numbered, places counted.

    ``number_byes`` counts the matches that a bye decides as well, so that numbers are those of a
    sheet for full ``size``; they are not matches all the same.
    """
    start = {line(b): EMPTY for b in byes} | (given or {})
    ordered = sorted(nodes, key=_when)
    kept, became = reduced(ordered, start)
    numbered = ordered if number_byes else kept
    number = {node.key: i for i, node in enumerate(numbered, start=1)}
    ends = _ends(sinks, became, number)
    places = _places(ends)
    matches = tuple(
        BracketMatch(
            number[n.key], n.key[0], n.key[1], _feed(n.home, number), _feed(n.away, number),
            n.slot, places.get(number[n.key], ()), n.if_needed,
        )
        for n in kept
    )
    return Bracket(size, kind, matches, tuple(notes), lives, ends)


def _feed(source: Source, number: dict[Key, int]) -> Feed:
    of = source.key[2] if source.kind == "line" else number[source.key]
    return Feed(source.kind, of)


def _ends(
    sinks: Sequence[Sink], became: dict[Source, Source], number: dict[Key, int]
) -> tuple[End, ...]:
    """Places go to who is left, best first: byes leave no gap among them."""
    groups: dict[int, list[Source]] = {}
    for sink in sinks:
        source = became.get(sink.source, sink.source)
        if source != EMPTY:
            groups.setdefault(sink.low, []).append(source)
    ends: list[End] = []
    for low in sorted(groups):
        first = len(ends) + 1
        last = len(ends) + len(groups[low])
        ends += [End(first, last, _feed(source, number)) for source in groups[low]]
    return tuple(ends)


def _places(ends: Sequence[End]) -> dict[int, tuple[int, ...]]:
    """The places that a match decides: those of its winner and loser where both are certain."""
    found: dict[int, dict[str, int]] = {}
    for end in ends:
        if end.low == end.high and end.feed.kind != "line":
            found.setdefault(end.feed.of, {})[end.feed.kind] = end.low
    return {
        m: (kinds["winner"], kinds["loser"]) for m, kinds in found.items()
        if {"winner", "loser"} <= set(kinds)
    }
