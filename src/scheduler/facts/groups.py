"""The facts of a draw into groups: who is in which group."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from scheduler.errors import UsageError
from scheduler.facts.space import Ids, Space

__all__ = ["GroupFrame", "group_facts", "group_space"]


@dataclass(frozen=True)
class GroupFrame:
    """The shape of a group draw that rules may ask about.

    ``entrants`` numbers in ``groups`` groups; ``pots`` are numbers by pot, the strongest first, empty
    without pots; ``attributes`` maps an attribute's name to one text per entrant, "" for none, several
    values separated by "/"; ``earlier`` are pairs of entrants that have met before.
    """

    groups: int
    entrants: int
    pots: tuple[tuple[int, ...], ...] = ()
    attributes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    earlier: tuple[tuple[int, int], ...] = ()

    def limit(self, kind: str) -> int:
        """The largest number of a kind: ``lines`` are groups here; 0 for others."""
        return {"lines": self.groups}.get(kind, 0)


def group_space(frame: GroupFrame) -> Space:
    """``in[entrant, group]`` is primary, and there is nothing else to say of a group draw."""
    space = Space()
    space.add("in", "entrant group", (frame.entrants, frame.groups))
    return space


def group_facts(space: Space, groups: Sequence[Sequence[int]]) -> dict[str, Ids]:
    """The primary facts of a group draw: ``groups[k]`` are the numbers in group k + 1.

    An entrant twice in one group is there twice. UsageError for a number or a group too many.
    """
    entrants, many = space["in"].shape
    if len(groups) > many:
        raise UsageError(f"{len(groups)} groups are drawn, not {many}")
    pairs = [(e, g) for g, group in enumerate(groups) for e in group]
    for e, g in pairs:
        if not 1 <= e <= entrants:
            raise UsageError(f"number {e} in group {g + 1} is not among 1 to {entrants}")
    cells = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    return {"in": np.sort(space["in"].ids(cells[:, 0] - 1, cells[:, 1]))}
