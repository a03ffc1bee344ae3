"""The six neighbourhoods: each writes which games go to which slots, and returns how many they are.

0 means that there is no such move. A game is ``copy * n * n + home * n + away``; its kind is 0 where it
does not exist, 1 where it is played, 2 where it or its reverse is. No move gives a team two games in a
slot. After Rosati, Petris, Di Gaspero, Schaerf (2022), J. Scheduling 25, 301-319.
"""

from __future__ import annotations

import numpy as np

from scheduler.solve.search.kernels import compiled
from scheduler.solve.search.kernels.layout import (
    COPIES,
    LEG,
    PARTIAL_ROUNDS,
    PARTIAL_TEAMS,
    SLOTS,
    SWAP_HOMES,
    SWAP_ROUNDS,
    SWAP_TEAMS,
    TEAMS,
)

__all__ = ["below", "neighbour", "pick"]


@compiled(inline=True)
def below(state, bound):
    """A random integer from 0 to ``bound`` - 1; ``state`` is one uint64, never 0 (xorshift64*)."""
    x = state[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    state[0] = x
    high = (x * np.uint64(0x2545F4914F6CDD1D)) >> np.uint64(33)
    return np.int64((high * np.uint64(bound)) >> np.uint64(31))


@compiled(inline=True)
def game_at(team, s, dims, opp, slot):
    """The game of a team in a slot where it has one."""
    teams, other = dims[TEAMS], opp[team * dims[SLOTS] + s]
    game = team * teams + other - 1 if other > 0 else (-other - 1) * teams + team
    while slot[game] != s:
        game += teams * teams
    return game


@compiled(inline=True)
def played_slot(game, kind, host, guest, slot, teams):
    """Where a game is played, at either venue if it may be; -1 nowhere."""
    if slot[game] >= 0 or kind[game] != 2:
        return slot[game]
    home, away = host[game], guest[game]
    return slot[game + (away - home) * teams + home - away]


@compiled(inline=True)
def put(game, s, games, slots, size, place_of):
    """Send a game to a slot, in the place of where it was sent before; how many games move."""
    k = place_of[game]
    if k < size and games[k] == game:
        slots[k] = s
        return size
    place_of[game] = size
    games[size] = game
    slots[size] = s
    return size + 1


@compiled
def swap_homes(i, j, copy, dims, kind, slot, games, slots):
    """Two teams exchange the venues of their mutual games."""
    teams = dims[TEAMS]
    one = copy * teams * teams + i * teams + j
    other = copy * teams * teams + j * teams + i
    if i == j or kind[one] != kind[other] or kind[one] == 0 or slot[one] == slot[other]:
        return 0
    games[0], slots[0] = one, slot[other]
    games[1], slots[1] = other, slot[one]
    return 2


@compiled
def swap_teams(i, j, dims, kind, slot, games, slots):
    """Two teams exchange all their games."""
    teams, size = dims[TEAMS], 0
    if i == j:
        return 0
    for copy in range(dims[COPIES]):
        base = copy * teams * teams
        for x in range(teams):
            for side in range(2):
                if side == 0:
                    one = base + i * teams + x
                    other = base + j * teams + (i if x == j else x)
                else:
                    one = base + x * teams + i
                    other = base + x * teams + j
                    if x == j:
                        continue
                if x == i:
                    continue
                if kind[one] != kind[other]:
                    return 0
                if slot[one] != slot[other]:
                    games[size], slots[size] = one, slot[other]
                    games[size + 1], slots[size + 1] = other, slot[one]
                    size += 2
    return size


@compiled
def swap_rounds(s, t, dims, opp, slot, games, slots):
    """Two slots exchange all their games."""
    teams, size = dims[TEAMS], 0
    if s == t:
        return 0
    for team in range(teams):
        for here in range(2):
            now, then = (s, t) if here == 0 else (t, s)
            if opp[team * dims[SLOTS] + now] > 0:
                games[size], slots[size] = game_at(team, now, dims, opp, slot), then
                size += 1
    return size


@compiled(inline=True)
def trade(i, j, s, dims, kind, opp, slot, games, slots, size, place_of, first_pass):
    """What two teams exchange in a slot: first both games leave it, then each one's goes to the other.

    -1 where one of them cannot have the other's game.
    """
    teams = dims[TEAMS]
    for k in range(2):
        one, other = (i, j) if k == 0 else (j, i)
        if opp[one * dims[SLOTS] + s] == 0:
            continue
        game = game_at(one, s, dims, opp, slot)
        if first_pass:
            size = put(game, -1, games, slots, size, place_of)
        else:
            mine = game + (other - one) * (teams if opp[one * dims[SLOTS] + s] > 0 else 1)
            if kind[mine] != kind[game]:
                return -1
            size = put(mine, s, games, slots, size, place_of)
    return size


@compiled(inline=True)
def follow(i, j, s, dims, kind, host, guest, opp, slot, chain, length):
    """Slots that must go along when ``i`` takes the game of ``j`` in ``s``: they are added to the chain.

    Returns its length, negative where it closes.
    """
    teams, start, here = dims[TEAMS], s, s
    while length <= dims[SLOTS]:
        if opp[j * dims[SLOTS] + here] == 0:
            return length
        hosts = opp[j * dims[SLOTS] + here] > 0
        mine = game_at(j, here, dims, opp, slot) + (i - j) * (teams if hosts else 1)
        if kind[mine] == 0:
            return length
        here = played_slot(mine, kind, host, guest, slot, teams)
        if here < 0:
            return length
        if here == start:
            return -length
        chain[length] = here
        length += 1
    return length


@compiled
def partial_teams(i, j, s, dims, kind, host, guest, opp, slot, games, slots, place_of, chain):
    """Two teams exchange their games in a slot, and in those that must go along."""
    one, other = opp[i * dims[SLOTS] + s], opp[j * dims[SLOTS] + s]
    if i == j or abs(one) == j + 1 or (one == 0 and other == 0):
        return 0
    chain[0] = s
    length = follow(i, j, s, dims, kind, host, guest, opp, slot, chain, 1)
    if length > 0:
        length = follow(j, i, s, dims, kind, host, guest, opp, slot, chain, length)
    length = abs(length)
    if length > dims[SLOTS]:
        return 0
    size = 0
    for first_pass in range(1, -1, -1):
        for k in range(length):
            size = trade(
                i, j, chain[k], dims, kind, opp, slot, games, slots, size, place_of, first_pass == 1
            )
            if size < 0:
                return 0
    return size


@compiled(inline=True)
def in_leg(i, y, leg, dims, slot):
    """The only game of two teams in a leg; -1 where there is none, or are several."""
    teams, found = dims[TEAMS], -1
    squared = teams * teams
    for copy in range(dims[COPIES]):
        for side in range(2):
            game = copy * squared + (i * teams + y if side == 0 else y * teams + i)
            if slot[game] >= 0 and slot[game] // dims[LEG] == leg:
                if found >= 0:
                    return -1
                found = game
    return found


@compiled
def partial_teams_phased(i, j, s, dims, opp, slot, games, slots, place_of):
    """The same within a leg: whoever meets whom is exchanged, each game keeps its venue."""
    leg, here, size = s // dims[LEG], s, 0
    if i == j:
        return 0
    for _ in range(dims[LEG]):
        one, other = opp[i * dims[SLOTS] + here], opp[j * dims[SLOTS] + here]
        if one == 0 or other == 0 or abs(one) == j + 1:
            return 0
        after = -1
        for k in range(2):
            who, y = (i, abs(other) - 1) if k == 0 else (j, abs(one) - 1)
            game = in_leg(who, y, leg, dims, slot)
            if game < 0:
                return 0
            size = put(game, here, games, slots, size, place_of)
            if k == 0:
                after = slot[game]
        here = after
        if here == s:
            return size
    return 0


@compiled
def partial_rounds(s, t, team, dims, opp, slot, games, slots):
    """Two slots exchange the games that hang together with a team's."""
    size = 0
    if s == t:
        return 0
    for way in range(2):
        who, now, then = (team, s, t) if way == 0 else (team, t, s)
        while opp[who * dims[SLOTS] + now] != 0:
            games[size], slots[size] = game_at(who, now, dims, opp, slot), then
            size += 1
            who = abs(opp[who * dims[SLOTS] + now]) - 1
            now, then = then, now
            if who == team and now == s and way == 0:
                return size
    return size


@compiled
def neighbour(which, a, b, c, dims, kind, host, guest, opp, slot, games, slots, place_of, chain):
    """The move ``which`` at (a, b, c): teams a, b and slot (or copy) c, or slots a, b and team c."""
    if which == SWAP_HOMES:
        return swap_homes(a, b, c, dims, kind, slot, games, slots)
    if which == SWAP_TEAMS:
        return swap_teams(a, b, dims, kind, slot, games, slots)
    if which == SWAP_ROUNDS:
        return swap_rounds(a, b, dims, opp, slot, games, slots)
    if which == PARTIAL_TEAMS:
        return partial_teams(a, b, c, dims, kind, host, guest, opp, slot, games, slots, place_of, chain)
    if which == PARTIAL_ROUNDS:
        return partial_rounds(a, b, c, dims, opp, slot, games, slots)
    return partial_teams_phased(a, b, c, dims, opp, slot, games, slots, place_of)


@compiled
def pick(which, dims, random, at):
    """Where to try a neighbourhood: into ``at``. Slots are of one leg."""
    teams = dims[TEAMS]
    if which in (SWAP_ROUNDS, PARTIAL_ROUNDS):
        start = (below(random, dims[SLOTS]) // dims[LEG]) * dims[LEG]
        length = min(dims[LEG], dims[SLOTS] - start)
        at[0] = start + below(random, length)
        at[1] = start + below(random, length)
        at[2] = below(random, teams)
        return
    at[0] = below(random, teams)
    at[1] = below(random, teams - 1)
    at[1] += at[1] >= at[0]
    at[2] = below(random, dims[COPIES] if which == SWAP_HOMES else dims[SLOTS])
