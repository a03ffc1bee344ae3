"""Double and more-lives elimination for any number of entrants, losers dropped to meet again late.

Two methods (CBA-13.8, CBA-13.9). ``standard``: each round of the losers' side is survivors against
survivors or survivors against newcomers, who always are as many. ``compact``: newcomers come in as soon
as they have lost. Where the losers of a round drop is a table, :func:`drop_table`, made by one rule for
all sizes and all places of byes (:mod:`elimination_drops`), or given by the organiser.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scheduler.errors import UsageError, did_you_mean
from scheduler.event import Bracket
from scheduler.solve.draws.elimination_compact import cascade, finals, printed_orders
from scheduler.solve.draws.elimination_drops import Orders, best_masks, improved, least, masked
from scheduler.solve.draws.elimination_shape import (
    EMPTY,
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

__all__ = ["FINALS", "METHODS", "MOST_DOUBLE", "Drop", "double_elimination", "drop_table", "repechage"]

METHODS = ("standard", "compact")
FINALS = ("if-needed", "double", "single")
MOST_DOUBLE = 1_024
_SIDES = ("top", "bottom")
_REPECHAGES = ("quarter-finals", "full")
_AT_ONCE = 16
_MOST_LIVES = 5
_PRINTED = 16


@dataclass(frozen=True, slots=True)
class Drop:
    """Where the losers of one winners' round come in: top to bottom on the losers' side.

    ``order``: the matches of winners' round ``round``, from 1, counted as if every line were taken;
    the loser of the i-th listed takes the i-th place that is kept for this round.
    """

    round: int
    order: tuple[int, ...]


def double_elimination(
    entrants: int,
    *,
    method: str = "standard",
    final: str = "if-needed",
    lives: int = 2,
    orders: Mapping[int, Sequence[int]] | None = None,
    byes: Iterable[int] | None = None,
    first_side: str = "top",
    skip_first: bool = False,
    number_byes: bool = False,
) -> Bracket:
    """A bracket in which ``lives`` losses put an entrant out; 2n - 2 matches for two lives.

    ``final``: ``single`` (one match decides), ``double`` (a second one stands there from the start),
    ``if-needed`` (it is shown only when due); a second one is played only if the unbeaten lost the
    first. ``orders``: by winners' round its matches from 1 (:class:`Drop`). ``byes``: empty lines
    (default: CBA-13.7). ``first_side``: where newcomers of the compact method first take opponents.
    ``skip_first``: even lines start on the losers' side. ``number_byes``: byes have numbers too.

    3 to 1,024 entrants; more than two lives need the compact method. UsageError for all else.
    """
    _check(entrants, method, final, lives, first_side)
    size = size_for(entrants, 3, MOST_DOUBLE)
    empty = byes_of(entrants, size, byes)
    if method == "compact" and (skip_first or number_byes):
        raise UsageError("no first round, and numbers for byes, are for the standard method only")
    given = _places(orders, size) if orders else _orders(size, empty, method, first_side)
    start = _start(size, empty, skip_first)
    if method == "standard":
        nodes, sinks = _standard(size, given, 1, size.bit_length() - 1)
        ends, best = _standard_finals(size, final)
    else:
        flow = cascade(reduced(winners_side(size), start)[0], lives, given, first_side=first_side)
        nodes, sinks = list(flow.nodes), flow.sinks(lives)
        ends, best = finals(flow, lives, final)
    return assemble(
        nodes + ends, best + sinks, size=size, kind=f"{_kind(lives)}-{method}", given=start,
        lives=lives, number_byes=number_byes,
    )


def _check(entrants: int, method: str, final: str, lives: int, first_side: str) -> None:
    for what, word, known in (
        ("method", method, METHODS), ("final", final, FINALS), ("first side", first_side, _SIDES)
    ):
        if word not in known:
            raise UsageError(
                f'no {what} of a double elimination is called "{word[:40]}"',
                maybe=did_you_mean(word[:40], known),
            )
    if not 2 <= lives <= _MOST_LIVES:
        raise UsageError(f"entrants have 2 to {_MOST_LIVES} lives here, not {lives}")
    if lives > 2 and method != "compact":
        raise UsageError(
            f"{lives} lives need the compact method: the standard one has one losers' side",
            maybe='ask for method "compact".',
        )
    if entrants <= lives:
        raise UsageError(f"{lives} lives need more than {lives} entrants, not {entrants}")


def _kind(lives: int) -> str:
    return {2: "double", 3: "triple"}.get(lives, f"{lives}-lives")


def _start(size: int, empty: frozenset[int], skip_first: bool) -> dict[Source, Source]:
    """What is known before the first match: empty lines; who starts where if round 1 is left out."""
    if skip_first and empty:
        raise UsageError(f"the first round cannot be left out: {len(empty)} lines are empty")
    start = {line(b): EMPTY for b in empty}
    for j in range(size // 2 if skip_first else 0):
        start[winner("W", 1, j)] = line(2 * j + 1)
        start[loser("W", 1, j)] = line(2 * j + 2)
    return start


def _standard(size: int, orders: Orders, first: int, last: int) -> tuple[list[Node], list[Sink]]:
    """Both sides, and the ends of who loses on the losers' side, places from 3 on (from 5 on where two
    are left in the end). Losers of winners' rounds ``first`` to ``last`` drop."""
    rounds = [
        [(loser("W", first, 2 * q), loser("W", first, 2 * q + 1)) for q in range(size >> (first + 1))]
    ]
    for r in range(first + 1, last + 1):
        i = len(rounds)
        rounds.append(
            [(winner("L", i, p), loser("W", r, orders[r][p])) for p in range(size >> r)]
        )
        if r < last:
            rounds.append([
                (winner("L", i + 1, 2 * q), winner("L", i + 1, 2 * q + 1))
                for q in range(size >> (r + 1))
            ])
    lower = [
        Node(("L", i, p), home, away, slot=first + i)
        for i, pairs in enumerate(rounds, start=1) for p, (home, away) in enumerate(pairs)
    ]
    low = 2 + len(rounds[-1]) if len(rounds[-1]) > 1 else 2
    sinks = []
    for i in range(len(rounds), 0, -1):
        sinks += [Sink(low + 1, loser("L", i, p)) for p in range(len(rounds[i - 1]))]
        low += len(rounds[i - 1])
    return winners_side(size) + lower, sinks


def _standard_finals(size: int, final: str) -> tuple[list[Node], list[Sink]]:
    k = size.bit_length() - 1
    nodes = [Node(("F", 1, 0), winner("W", k, 0), winner("L", 2 * k - 2, 0), slot=2 * k)]
    if final != "single":
        nodes.append(
            Node(("F", 2, 0), winner("F", 1, 0), loser("F", 1, 0), 2 * k + 1, final == "if-needed")
        )
    return nodes, [Sink(1, winner("F", len(nodes), 0)), Sink(2, loser("F", len(nodes), 0))]


def _places(orders: Mapping[int, Sequence[int]], size: int) -> Orders:
    """Orders as given, checked, counted from 0; rounds that are not given stay natural."""
    k = size.bit_length() - 1
    out = {s: tuple(range(size >> s)) for s in range(2, k + 1)}
    for s, order in orders.items():
        if s not in out or sorted(order) != list(range(1, (size >> s) + 1)):
            raise UsageError(
                f"the order of winners' round {s} must name its matches 1 to {max(1, size >> max(0, s))}, "
                f"each once, for a round from 2 to {k}; it is {list(order)[:8]}"
            )
        out[s] = tuple(j - 1 for j in order)
    return out


@lru_cache(maxsize=64)
def _orders(size: int, empty: frozenset[int], method: str, first_side: str) -> Orders:
    """The table for one size and one set of byes."""
    k = size.bit_length() - 1
    full = masked(k, best_masks(k))
    if any(b % 2 and b + 1 in empty for b in empty):
        return full  # A match of nobody: which later places stay empty depends on the order itself.
    start = {line(b): EMPTY for b in empty}
    natural = {s: tuple(range(size >> s)) for s in full}
    if method == "standard":
        nodes, _ = reduced(_standard(size, natural, 1, k)[0], start)
        losers_final = ("L", 2 * k - 2, 0)
        best = least(nodes, k, apart_from=losers_final) if empty else None
        return full | (best or improved(nodes, full, apart_from=losers_final))
    printed = printed_orders(k)
    if size == _PRINTED and not empty:
        return printed
    upper, _ = reduced(winners_side(size), start)
    nodes = list(cascade(upper, 2, natural, first_side=first_side).nodes)
    return printed | improved(nodes, printed, apart_from=None, at_once=_AT_ONCE)


def drop_table(
    entrants: int, *, method: str = "standard", byes: Iterable[int] | None = None,
    first_side: str = "top", orders: Mapping[int, Sequence[int]] | None = None,
) -> tuple[Drop, ...]:
    """Where the losers of each winners' round from the second on drop, for any size; ``orders`` are the
    organiser's own, as :func:`double_elimination` takes them.

    Losers of round 1 drop to neighbours: those of matches 2j - 1 and 2j meet. In a standard bracket
    the table is the least of expected rematches before the losers' final that changing one round at a
    time from the best masks can reach; for up to 32 entrants it is the least of all tables. In a
    compact one rematches in somebody's first match on the losers' side come before others; for 16
    entrants it is the association's own (J K L I, then N M).
    """
    _check(entrants, method, FINALS[0], 2, first_side)
    size = size_for(entrants, 3, MOST_DOUBLE)
    empty = byes_of(entrants, size, byes)
    table = _places(orders, size) if orders else _orders(size, empty, method, first_side)
    return tuple(Drop(s, tuple(j + 1 for j in order)) for s, order in sorted(table.items()))


def repechage(
    entrants: int, *, kind: str = "quarter-finals", byes: Iterable[int] | None = None
) -> Bracket:
    """Single elimination in which losers may still win one of two bronze medals, as in judo.

    ``kind`` "quarter-finals": the losers of each half's quarter-finals meet, and the winner meets the
    loser of the other half's semi-final. "full": every loser before the final drops, as in double
    elimination without losers' final. Nobody comes back to place 1. 8 to 1,024 lines, at least 5
    entrants. UsageError for other words and sizes.
    """
    if kind not in _REPECHAGES:
        raise UsageError(
            f'no repechage is called "{kind[:40]}"', maybe=did_you_mean(kind[:40], _REPECHAGES)
        )
    size = size_for(entrants, 5, MOST_DOUBLE)
    empty = byes_of(entrants, size, byes)
    k = size.bit_length() - 1
    first = k - 2 if kind == "quarter-finals" else 1
    start = {line(b): EMPTY for b in empty}
    natural = {s: tuple(range(size >> s)) for s in range(2, k)}
    masks = {s: o for s, o in masked(k, best_masks(k)).items() if first < s < k}
    nodes, _ = reduced(_standard(size, natural, first, k - 1)[0], start)
    # On 8 lines a semi-final's loser may come to a medal without a match, outside of the tree.
    orders = natural | (masks if k == 3 else improved(nodes, masks, apart_from=None))
    nodes, sinks = _standard(size, orders, first, k - 1)
    lower = max(n.key[1] for n in nodes if n.key[0] == "L")
    sinks = [
        Sink(1, winner("W", k, 0)), Sink(2, loser("W", k, 0)),
        Sink(3, winner("L", lower, 0)), Sink(3, winner("L", lower, 1)), *sinks,
    ]
    sinks += [
        Sink((size >> r) + 1, loser("W", r, j)) for r in range(1, first) for j in range(size >> r)
    ]
    return assemble(nodes, sinks, size=size, kind=f"repechage-{kind}", given=start)
