"""Who is above whom when a round is drawn, and whom the highest wants to meet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from random import Random

from scheduler.errors import UsageError
from scheduler.facts.pairing import Prefer

__all__ = ["draw_order", "preference"]


def draw_order(
    active: Sequence[int],
    points: Mapping[int, int],
    round_number: int,
    *,
    ties: str = "number-by-round",
    given: Sequence[int] = (),
) -> tuple[int, ...]:
    """Those to be paired, the best first: by points after penalties, then as ``ties`` says (CBA-16.5).

    ``number-by-round``: the smaller number first when an odd round is drawn, the larger when an even
    one; ``number``: the smaller; ``as-given``: the true order, ``given``, decides all, points included.
    In round 1, before there are points, ``given`` is the seeding and decides where it is there.
    ``points`` are whole numbers in any unit; who is missing has 0. UsageError where ``given`` leaves
    somebody out.
    """
    if given and (ties == "as-given" or round_number == 1):
        here = set(active)
        ordered = tuple(e for e in given if e in here)
        if len(ordered) != len(here):
            missing = sorted(here - set(ordered))
            what = f"leaves out {missing[0]}" if missing else "has somebody twice"
            raise UsageError(f"the order of standings {what}")
        return ordered
    down = ties == "number-by-round" and round_number % 2 == 0
    return tuple(sorted(active, key=lambda e: (-points.get(e, 0), -e if down else e)))


def preference(
    order: Sequence[int], points: Mapping[int, int], how: str, rng: Random
) -> tuple[tuple[int, ...], Prefer | None]:
    """(the order to pair by, whom the highest wants, None for its neighbours) for one way of pairing.

    Within each group of equal points: ``neighbours``; ``fold`` or ``snake``, the first against the last;
    ``slide``, the first of the upper half against the first of the lower one; ``lot``, shuffled by
    ``rng``. What does not come out evenly goes on into the group below.
    """
    if how == "lot":
        shuffled: list[int] = []
        for _, group in groupby(order, key=lambda e: points.get(e, 0)):
            members = list(group)
            rng.shuffle(members)
            shuffled += members
        return tuple(shuffled), None
    if how not in ("fold", "snake", "slide"):
        return tuple(order), None

    def fold(left: Sequence[int]) -> list[int]:
        wanted: list[int] = []
        for i, (_, group) in enumerate(groupby(left, key=lambda e: points.get(e, 0))):
            members = list(group)
            if i == 0:
                half = len(members) // 2
                top = members[1:][::-1] if how != "slide" else (
                    members[max(1, half) :] + members[1 : max(1, half)][::-1])
                wanted += top
            else:
                wanted += members[::-1] if how != "slide" else members
        return wanted

    return tuple(order), fold
