"""Places of numbers in the arrays that kernels share with the compiler of counts."""

from __future__ import annotations

__all__: list[str] = []

# dims: sizes, and where in the list of facts each block begins (-1: nobody asks for it).
TEAMS, SLOTS, COPIES, LEVELS, LEG, STAMP = range(6)
HOME, AWAY, SAME, BOTH_HOME, BOTH_AWAY, KINDS, WIDTH, PAIRED, SEQUENCES, TIED = range(6, 16)
DIMS = 16

# Of each row: where it stands, which is the place of its price as long as prices are a table, else its
# total; its pending change, doubled, with 1 added where it is listed; and its level, or COUNTER where it
# costs nothing, or BOUNDED less its level where prices follow from bounds.
COUNTER, BOUNDED = -1, -2

# kinds of derived facts that are found by walking through a sequence
NTH, REPEAT, FOLLOW, TRIP = range(4)
# sequences: kind, first fact, marks, slots or games, whens (1: all alike), start own, moves, least, most
S_KIND, S_FIRST, S_MARKS, S_PLACES, S_WHENS, S_OWN, S_MOVES, S_LEAST, S_MOST = range(9)

# kinds of facts about the games of one pair: again so many slots later, repeated venue
AGAIN, VENUE_AGAIN = range(2)
# pairs: kind, first fact, distances or marks
P_KIND, P_FIRST, P_SIZE = range(3)

# kinds of facts made of counters
ANY, ALL, SAME_TRUTH, IMPLIES = range(4)

# the six neighbourhoods
SWAP_HOMES, SWAP_TEAMS, SWAP_ROUNDS, PARTIAL_TEAMS, PARTIAL_ROUNDS, PARTIAL_TEAMS_PHASED = range(6)
