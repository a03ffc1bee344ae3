"""Entrants whom hard rules put on one of several lines: seated by matching, or the few who cannot all be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from scheduler.facts import DrawFrame
from scheduler.rules import Rulebook

__all__ = ["Seats", "seated"]


@dataclass(frozen=True)
class Seats:
    """``lines``: line (from 1) to the entrant who is seated there, for all who can be at once.

    ``short``: entrants who have fewer lines among them than they are, as few as that is true of; empty
    where everybody is seated. ``allowed``: the lines of each of them, those that are taken left out.
    """

    lines: dict[int, int]
    short: tuple[int, ...] = ()
    allowed: Mapping[int, tuple[int, ...]] | None = None


def seated(
    frame: DrawFrame, rulebook: Rulebook, fixed: Mapping[int, int], rng: np.random.Generator
) -> Seats:
    """Seats for everybody whom hard ``on-lines`` rules give several lines, beside the ``fixed`` ones.

    Which of several matchings comes out is decided by ``rng``, not evenly.
    """
    held = set(fixed.values())
    allowed: dict[int, tuple[int, ...]] = {}
    for use in rulebook.uses:
        if use.id == "on-lines" and use.hard:
            p = use.resolved(frame)
            lines = set(p["lines"]) & set(allowed.get(p["entrant"], p["lines"]))
            if p["entrant"] not in held:
                allowed[p["entrant"]] = tuple(sorted(lines - set(fixed)))
    allowed = {e: tuple(int(i) for i in rng.permutation(lines)) for e, lines in allowed.items()}
    on: dict[int, int] = {}
    short: tuple[int, ...] = ()
    for entrant in allowed:
        reached = _seat(entrant, allowed, on)
        short = short or reached
    return Seats(on, short, {e: tuple(sorted(allowed[e])) for e in short})


def _seat(entrant: int, allowed: Mapping[int, tuple[int, ...]], on: dict[int, int]) -> tuple[int, ...]:
    """Seat one more by an augmenting path, breadth first. Else all whom alternating paths reach: they have
    one line fewer than they are, and without any one of them the others would be seated (Hall)."""
    came: dict[int, int] = {}
    queue = [entrant]
    for e in queue:
        for line in allowed[e]:
            if line in came:
                continue
            came[line] = e
            if line in on:
                queue.append(on[line])
                continue
            place = {who: at for at, who in on.items()}
            while True:
                who = came[line]
                on[line] = who
                if who == entrant:
                    return ()
                line = place[who]
    return tuple(sorted(queue))
