"""The head of a round, which needs no look at the rest.

With R unpaired, none of whom is banned from more than D of R: as long as |R| >= 2D + 4 any allowed pair
may be taken. Without it everybody may still meet at least half of the others, so there is a Hamilton
cycle (Dirac 1952), whose every other edge is a round.
"""

from __future__ import annotations

from collections.abc import Sequence

from scheduler.facts.pairing import Bans, Prefer

__all__ = ["free_bye", "head_of", "most_banned", "take_all", "take_head", "take_head_as_wanted"]


def most_banned(rest: Sequence[int], bans: Bans) -> int:
    """The largest number of entrants of ``rest`` that one of them may not meet (blocks that overlap
    count twice, which errs on the safe side)."""
    inside = set(rest)
    sizes = [len(block & inside) - 1 for block in bans.blocks]
    most = 0
    for e in rest:
        bound = bans.degree(e)
        if bound > most:
            singles = sum(1 for x in bans.singles(e) if x in inside)
            most = max(most, singles + sum(sizes[k] for k in bans.blocks_of(e)))
    return most


def free_bye(order: Sequence[int], bans: Bans) -> bool:
    """Whether anybody of an odd field may have the bye without a look at the rest."""
    return len(order) >= 2 * max(map(bans.degree, order), default=0) + 3


def head_of(entrants: int, most: int) -> int:
    """How many matches of an even field need no look at the rest, nobody being banned from more than
    ``most`` of it."""
    return max(0, (entrants - 2 * most - 4) // 2 + 1)


def take_all(order: Sequence[int], bans: Bans) -> tuple[list[tuple[int, int]], bool]:
    """(matches, whether they are a round) of an even field, from the top, each the first that is allowed.

    Where that does not get stuck nobody was denied, so it is the exact round.
    """
    line, matches = list(order), list[tuple[int, int]]()
    line.reverse()
    plain, met, none = not bans.blocks, bans.pairs, frozenset[int]()
    while line:
        top = line.pop()
        banned, k = met.get(top, none), len(line) - 1
        if plain or not bans.blocks_of(top):
            while k >= 0 and line[k] in banned:
                k -= 1
        else:
            while k >= 0 and not bans.allowed(top, line[k]):
                k -= 1
        if k < 0:
            return matches, False
        matches.append((top, line.pop(k)))
    return matches, True


def take_head_as_wanted(
    order: Sequence[int], bans: Bans, prefer: Prefer
) -> tuple[list[tuple[int, int]], list[int]]:
    """As :func:`take_head`, where an entrant wants its opponents in another order than the ranking's."""
    rest, matches = list(order), []
    most = most_banned(rest, bans)
    while len(rest) >= 2 * most + 4:
        top = rest[0]
        j = next(e for e in prefer(rest) if bans.allowed(top, e))
        matches.append((top, j))
        rest.remove(j)
        del rest[0]
    return matches, rest


def take_head(order: Sequence[int], bans: Bans) -> tuple[list[tuple[int, int]], list[int]]:
    """(matches, the rest in order) of an even field, best first, as far as Dirac's theorem carries."""
    used = bytearray(len(order) + 1)
    matches: list[tuple[int, int]] = []
    left, at = len(order), 0
    most = max(map(bans.degree, order), default=0)
    plain = not bans.blocks
    while True:
        if left < 2 * most + 4:
            rest = [e for e, gone in zip(order[at:], used[at:], strict=False) if not gone]
            most = most_banned(rest, bans)
            if left < 2 * most + 4:
                return matches, rest
        while used[at]:
            at += 1
        top = order[at]
        banned, j = bans.singles(top), at + 1
        if plain or not bans.blocks_of(top):
            while used[j] or order[j] in banned:
                j += 1
        else:
            while used[j] or not bans.allowed(top, order[j]):
                j += 1
        used[at] = used[j] = 1
        matches.append((top, order[j]))
        left -= 2
