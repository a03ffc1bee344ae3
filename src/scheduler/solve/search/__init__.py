"""Search by moves: counts as flat arrays, a state in which a move is priced without looking at rules.

Needs the extra ``fast``: without numba, importing this package raises UsageError.
"""

from scheduler.solve.search.flat import Flat, compile_counts, compile_league
from scheduler.solve.search.games import Games
from scheduler.solve.search.moves import MIX, Move, Neighbourhood
from scheduler.solve.search.state import State, Walked

__all__ = [
    "MIX",
    "Flat",
    "Games",
    "Move",
    "Neighbourhood",
    "State",
    "Walked",
    "compile_counts",
    "compile_league",
]
