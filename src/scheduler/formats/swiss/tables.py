"""At which table each match of a round is: the top match at table 1, or as rules about tables want it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scheduler.errors import NoAnswer
from scheduler.facts.pairing import PairingFrame, pairing_facts, pairing_space
from scheduler.formats.swiss.state import SwissState
from scheduler.rules import Rulebook, Stated
from scheduler.solve.matching.seats import seat

__all__ = ["Placed", "by_rank", "frame_with_tables", "place"]

Placed = tuple[tuple[int, int, int], ...]
"""(home, away, table), in the order of tables."""
_ABOUT_TABLES = ("at-tables", "blocked-tables", "stationary", "new-table", "tables-apart")


def by_rank(sides: Sequence[tuple[int, int]], order: Sequence[int], held: Mapping[int, int]) -> Placed:
    """The match of the highest ranked at table 1 and so on, but for tables that are ``held`` (by home
    side). Everybody in ``sides`` is in ``order``."""
    taken = set(held.values())
    free = (t for t in range(1, len(sides) + len(taken) + 1) if t not in taken)
    placed = [(a, b, held[a] if a in held else next(free)) for a, b in _from_the_top(sides, order)]
    return tuple(sorted(placed, key=lambda m: m[2]))


def _from_the_top(sides: Sequence[tuple[int, int]], order: Sequence[int]) -> list[tuple[int, int]]:
    rank = {e: i for i, e in enumerate(order)}
    return sorted(sides, key=lambda m: min(rank[m[0]], rank[m[1]]))


def frame_with_tables(
    state: SwissState, rulebook: Rulebook, order: Sequence[int], used: Sequence[int] = ()
) -> PairingFrame:
    """The frame of the round with as many tables as there are, or, where that is not said, as may be
    needed: for its matches, from the first on, beside those that are blocked, up to those named."""
    if state.tables:
        return replace(state.frame(order), tables=max((state.tables, *used)))
    named, more, blocked = [*used], 0, set[int]()
    for use in rulebook.uses:
        if use.id == "at-tables":
            more = max(more, int(use.params["first"]) - 1)
        elif use.id == "blocked-tables":
            blocked |= set(use.params["tables"])
        elif use.id == "stationary":
            named.append(int(use.params["table"]))
    named += [len(order) // 2 + more + len(blocked), *blocked]
    return replace(state.frame(order), tables=max(named))


def place(
    state: SwissState, rulebook: Rulebook, order: Sequence[int], sides: Sequence[tuple[int, int]],
    held: Mapping[int, int], *, seconds: float = 10.0,
) -> tuple[Placed, str]:
    """(the matches at their tables, a note): by rank where nothing is said of tables, else as the rules
    about them want it, level by level, and among equals from the top.

    ``held`` are tables of matches that stand, by home side. NoAnswer where the hard rules, or the number
    of tables, leave none; UsageError for fields beyond 1,000 tables under such rules; TimeUp.
    """
    if state.tables and len(sides) > state.tables:
        raise NoAnswer(
            f"{len(sides)} matches and {state.tables} tables", about="round",
            maybe="find more tables, or leave their number open.")
    uses = [u for u in rulebook.uses if u.id in _ABOUT_TABLES]
    if not uses or not sides:
        return by_rank(sides, order, held), ""
    ranked = _from_the_top(sides, order)
    frame = frame_with_tables(state, rulebook, order, list(held.values()))
    space = pairing_space(frame)
    stated: tuple[Stated, ...] = replace(rulebook, uses=tuple(uses)).stated(space, frame)
    found = seat(
        space, frame, stated, pairing_facts(space, ranked), ranked,
        {i: held[a] for i, (a, _) in enumerate(ranked) if a in held}, seconds=seconds)
    placed = tuple(sorted(
        ((a, b, t) for (a, b), t in zip(ranked, found.tables, strict=True)), key=lambda m: m[2]))
    return placed, "" if found.optimal else "that no better tables can be had is not proven"
