"""Two simple ways of pairing, as manuals describe them, to be measured beside the exact one."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler.facts.pairing import Bans
from scheduler.formats.swiss.exchange import by_exchange

__all__ = ["exchanged", "untangled"]

Round = tuple[tuple[int, int], ...]


def exchanged(order: Sequence[int], bans: Bans) -> Round:
    """The article's exchange with the next team below; those whom it leaves play as they stand."""
    made = by_exchange(order, bans)
    return (*made.matches, *zip(made.left[::2], made.left[1::2], strict=True))


def untangled(order: Sequence[int], bans: Bans) -> Round:
    """From the top, each with the first it has not met; whoever is left exchanges opponents with a pair
    above, from below upwards and not beyond the middle; where that does not help, two meet again."""
    line, made = list(order), list[tuple[int, int]]()
    while line:
        top = line.pop(0)
        partner = next((e for e in line if bans.allowed(top, e)), line[0])
        line.remove(partner)
        made.append((top, partner))
    for at in range(len(made) - 1, len(made) // 2, -1):
        if bans.allowed(*made[at]):
            continue
        a, b = made[at]
        for above in range(at - 1, len(made) // 2 - 1, -1):
            c, d = made[above]
            for one, other in (((c, a), (d, b)), ((c, b), (d, a))):
                if bans.allowed(*one) and bans.allowed(*other):
                    made[above], made[at] = one, other
                    break
            else:
                continue
            break
    return tuple(made)
