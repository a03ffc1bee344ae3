"""Moves and the six neighbourhoods that make them."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

import numpy as np

from scheduler.errors import UsageError
from scheduler.facts import Ids
from scheduler.solve.search.kernels import layout as at
from scheduler.solve.search.kernels.neighbours import neighbour

__all__ = ["MIX", "Move", "Neighbourhood", "found_move", "sums_of"]

Move = tuple[tuple[int, int], ...]
"""(game, its new slot or -1) of every game that moves; a game is ``copy * n * n + home * n + away``."""


class Neighbourhood(IntEnum):
    """The neighbourhoods of Rosati, Petris, Di Gaspero, Schaerf (2022), J. Scheduling 25, 301-319.

    Each has a place (a, b, c): teams and slots from 0. Whatever must go along with what is exchanged, goes.
    """

    SWAP_HOMES = at.SWAP_HOMES
    """Teams a and b exchange the venues of their mutual games of copy c."""
    SWAP_TEAMS = at.SWAP_TEAMS
    """Teams a and b exchange all games."""
    SWAP_ROUNDS = at.SWAP_ROUNDS
    """Slots a and b exchange all games."""
    PARTIAL_SWAP_TEAMS = at.PARTIAL_TEAMS
    """Teams a and b exchange their games in slot c."""
    PARTIAL_SWAP_ROUNDS = at.PARTIAL_ROUNDS
    """Slots a and b exchange the game of team c."""
    PARTIAL_SWAP_TEAMS_PHASED = at.PARTIAL_TEAMS_PHASED
    """Teams a and b exchange their opponents in slot c, within its leg."""


MIX: Mapping[Neighbourhood, int] = {
    Neighbourhood.SWAP_HOMES: 320,
    Neighbourhood.SWAP_TEAMS: 20,
    Neighbourhood.SWAP_ROUNDS: 20,
    Neighbourhood.PARTIAL_SWAP_TEAMS: 320,
    Neighbourhood.PARTIAL_SWAP_ROUNDS: 320,
}
"""Chances in 1000ths where nothing is said: those that change much seldom lead anywhere."""


def sums_of(mix: Mapping[Neighbourhood, int]) -> Ids:
    """Sums of the chances in order. Raises UsageError unless they are 1000 in all."""
    chances = [mix.get(kind, 0) for kind in Neighbourhood]
    if min(chances) < 0 or sum(chances) != 1000:
        raise UsageError(f"the chances of the neighbourhoods add up to {sum(chances)}, not 1000")
    return np.cumsum(np.array(chances, dtype=np.int64))


def found_move(
    kind: Neighbourhood, place: tuple[int, int, int],
    dims: Ids, kinds: Any, host: Any, guest: Any,
    opp: Any, slot: Any,
) -> Move:
    """The move of a neighbourhood at a place, () where there is none. UsageError for a place that is not."""
    n, s, copies = (int(dims[k]) for k in (at.TEAMS, at.SLOTS, at.COPIES))
    rounds = kind in (Neighbourhood.SWAP_ROUNDS, Neighbourhood.PARTIAL_SWAP_ROUNDS)
    third = n if rounds else copies if kind == Neighbourhood.SWAP_HOMES else s
    if not all(0 <= x < m for x, m in zip(place, (s if rounds else n,) * 2 + (third,), strict=True)):
        raise UsageError(f"{kind.name} has no place {place} with {n} teams in {s} slots")
    room = 4 * copies * (n + s + 2) + 2 * n
    games, slots = np.zeros(room, np.int64), np.zeros(room, np.int64)
    size = neighbour(
        int(kind), *place, dims, kinds, host, guest, opp, slot, games, slots,
        np.zeros(len(slot), np.int64), np.zeros(s + 2, np.int64),
    )
    return tuple(zip(games[:size].tolist(), slots[:size].tolist(), strict=True))
