"""At which table each match of a round is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

__all__ = ["by_rank"]


def by_rank(
    sides: Sequence[tuple[int, int]], order: Sequence[int], held: Mapping[int, int]
) -> tuple[tuple[int, int, int], ...]:
    """(home, away, table) in the order of tables: the match of the highest ranked at table 1 and so on,
    but for the tables that are ``held`` (by home side)."""
    place = {e: i for i, e in enumerate(order)}
    ranked = sorted(sides, key=lambda m: min(place[m[0]], place[m[1]]))
    taken = set(held.values())
    free = (t for t in range(1, len(sides) + len(taken) + 1) if t not in taken)
    placed = [(a, b, held[a] if a in held else next(free)) for a, b in ranked]
    return tuple(sorted(placed, key=lambda m: m[2]))
