"""The head of a round, which needs no look at the rest.

With R unpaired, none of whom is banned from more than D of R: as long as |R| >= 2D + 4 any allowed pair
may be taken. Without it everybody may still meet at least half of the others, so there is a Hamilton
cycle (Dirac 1952), whose every other edge is a round.
"""

from __future__ import annotations

from collections.abc import Sequence

from scheduler.facts.pairing import Bans, Prefer

__all__ = ["free_bye", "most_banned", "take_head", "take_head_as_wanted"]


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
