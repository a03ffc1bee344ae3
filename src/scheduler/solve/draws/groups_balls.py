"""Group draws ball by ball: which groups are admissible, and the procedure of the federation.

FIFA's procedure: the pots one after another, in each the balls in random order; the entrant drawn
goes to the first group in alphabetical order in which it breaks no rule and which leaves the draw
completable. The draws that come out are all valid but not equally likely; for that see
:meth:`scheduler.solve.draws.groups.GroupCounter.sample`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scheduler.errors import NoAnswer
from scheduler.solve.draws.counting_lots import Below, shuffled
from scheduler.solve.draws.groups import GroupCounter

__all__ = ["Ball", "admissible_groups", "draw_by_balls", "group_chances"]


@dataclass(frozen=True, slots=True)
class Ball:
    """One entrant drawn, its group, and the groups with a place that were passed over before."""

    pot: int
    entrant: int
    group: int
    passed: tuple[int, ...]


def admissible_groups(
    counter: GroupCounter, placed: Mapping[int, int], entrant: int
) -> tuple[int, ...]:
    """The groups, ascending, into which ``entrant`` can go so that a valid draw remains.

    ``placed`` maps those drawn before, beyond the fixed ones, to their groups. Raises as the
    methods of the counter do.
    """
    groups = range(1, counter.draw.groups + 1)
    return tuple(g for g in groups if counter.possible({**placed, entrant: g}))


def group_chances(
    counter: GroupCounter, placed: Mapping[int, int], entrant: int
) -> dict[int, int]:
    """How many valid draws that agree with ``placed`` have ``entrant`` in each admissible group.

    Drawing the group with these weights, ball after ball in any order, is a uniform draw.
    """
    ways = {
        g: counter.count({**placed, entrant: g})
        for g in admissible_groups(counter, placed, entrant)
    }
    return {g: n for g, n in ways.items() if n}


def draw_by_balls(counter: GroupCounter, below: Below) -> tuple[Ball, ...]:
    """One draw by FIFA's procedure, ball by ball; entrants with a fixed group have no ball.

    Raises :class:`NoAnswer` if no valid draw exists.
    """
    placed: dict[int, int] = {}
    balls: list[Ball] = []
    if not counter.possible():
        raise NoAnswer(
            "none obeys all of them", about="groups",
            maybe="allow one more of some value in a group.",
        )
    for at, pot in enumerate(counter.draw.pots, start=1):
        taken = {counter.draw.fixed[e] for e in pot if e in counter.draw.fixed}
        for entrant in shuffled([e for e in pot if e not in counter.draw.fixed], below):
            passed: list[int] = []
            for g in range(1, counter.draw.groups + 1):
                if g in taken:
                    continue
                if counter.possible({**placed, entrant: g}):
                    break
                passed.append(g)
            else:
                raise AssertionError("unreachable: a completion places this entrant somewhere")
            placed[entrant] = g
            taken.add(g)
            balls.append(Ball(at, entrant, g, tuple(passed)))
    return tuple(balls)
