"""The compact network of one attribute: regions are followed only where two of one can be together.

A node (region, section) is *expanded* where it has a node of its own; from there each unit goes to a
half of the section, and what it costs there is the number of its own region already in that half.
Below the expanded sections of its region a unit enters one tree shared by all, where nothing costs.
That is a relaxation: it counts no meeting below the fringe. Where the flow sends no two of a region
into one fringe section there is none to count, and the relaxation is the truth.
"""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as made

import numpy as np

from scheduler.solve.draws.separation_field import Field

__all__ = ["WEIGHT", "Network", "network_of", "weights_of"]

WEIGHT = 1 << 32
"""Ratio of a level's price to the next: more than all pairs of 4,096 entrants, so sums are lexicographic."""


def weights_of(network: Network) -> list[int]:
    """What one pair in a section costs, per level from 0; levels that do not count are free."""
    out = [0] * (network.field.levels + 1)
    for place, level in enumerate(reversed(network.order)):
        out[level] = WEIGHT**place
    return out


@dataclass(eq=False)
class Network:
    """Nodes 1 to size - 1 are the shared tree, node ``size + j`` is the j-th expanded node.

    ``order``: the levels of sections that count, the most important first.
    ``supply[c]``: waiting entrants of region c, for the regions that are followed. ``held[c, s]``:
    entrants of c fixed in section s (absent: none). ``expanded[c, s]``: the node. ``tails``,
    ``sections``, ``regions``: per arc out of an expanded node its tail, the half it leads into and
    the region; ``units``: the flow on it. ``shared[s]``: the flow into s from its parent in the tree.
    """

    field: Field
    order: tuple[int, ...]
    supply: dict[int, int]
    held: dict[tuple[int, int], int]
    expanded: dict[tuple[int, int], int] = made(default_factory=dict)
    tails: list[int] = made(default_factory=list)
    sections: list[int] = made(default_factory=list)
    regions: list[int] = made(default_factory=list)
    units: list[int] = made(default_factory=list)
    shared: list[int] = made(default_factory=list)

    @property
    def nodes(self) -> int:
        """Node numbers are below this."""
        return self.field.size + len(self.expanded)

    def level(self, section: int) -> int:
        """A section of level l has 2^l lines."""
        return self.field.levels + 1 - section.bit_length()

    def head(self, arc: int) -> int:
        """Where an arc leads: the half's own node if it is expanded, else the shared tree's."""
        section = self.sections[arc]
        return self.expanded.get((self.regions[arc], section), section)

    def heads(self) -> list[int]:
        """Where each arc leads."""
        expanded = self.expanded
        return [
            expanded.get(key, key[1]) for key in zip(self.regions, self.sections, strict=True)
        ]

    def expand(self, region: int, section: int) -> None:
        """Follow a region in a section of level 2 or more, whose parent is expanded already."""
        node = self.nodes
        self.expanded[region, section] = node
        for half in (2 * section, 2 * section + 1):
            self.tails.append(node)
            self.sections.append(half)
            self.regions.append(region)
            self.units.append(0)

    def overfull(self) -> list[tuple[int, int]]:
        """The fringe sections that a unit enters where it is not alone of its region."""
        return [
            (c, s)
            for c, s, x in zip(self.regions, self.sections, self.units, strict=True)
            if x and x + self.held.get((c, s), 0) > 1 and self.may_expand(c, s)
        ]

    def may_expand(self, region: int, section: int) -> bool:
        """Whether a half at the end of an arc has no node of its own, and halves to tell apart."""
        return (region, section) not in self.expanded and 2 * section < self.field.size

    def grow(self, overfull: list[tuple[int, int]], rng: np.random.Generator) -> None:
        """Expand these, and what is at the fringe with them: their like would be overfull next.

        The flow stays: what entered the shared tree is followed a level further, halved as evenly as the
        room allows, an odd unit by lot.
        """
        grown = {(c, self.level(s)) for c, s in overfull}
        fringe = [
            (c, s, x) for c, s, x in zip(self.regions, self.sections, self.units, strict=True)
            if self.may_expand(c, s) and (c, self.level(s)) in grown
        ]
        for c, s, x in fringe:
            self.expand(c, s)
            low, high = (self.held.get((c, half), 0) for half in (2 * s, 2 * s + 1))
            want = (x + high - low + int(rng.integers(2))) // 2
            left = min(max(want, 0, x - self.shared[2 * s + 1]), x, self.shared[2 * s])
            self.units[-2:] = left, x - left
            self.shared[2 * s] -= left
            self.shared[2 * s + 1] -= x - left


def network_of(field: Field, attribute: int) -> Network:
    """The network before any flow, expanded where an even share makes two of a region likely."""
    code = field.codes[attribute]
    members = np.bincount(code[1:][code[1:] >= 0], minlength=field.values(attribute))
    waiting = code[field.waiting]
    units = np.bincount(waiting[waiting >= 0], minlength=len(members)).tolist()
    supply = {c: u for c, u in enumerate(units) if u and members[c] > 1}
    held: dict[tuple[int, int], int] = {}
    for line in np.flatnonzero(field.lines > 0).tolist():
        c = int(code[field.lines[line]])
        section = (field.size + line) >> 1
        while section and c in supply:
            held[c, section] = held.get((c, section), 0) + 1
            section >>= 1
    network = Network(field, field.orders[attribute], supply, held)
    if field.levels > 1:
        _expand_by_share(network)
    return network


def _expand_by_share(network: Network) -> None:
    # Generous, because a flow made again costs more than nodes that prove to be needless.
    room = network.field.room.tolist()
    for c, units in network.supply.items():
        todo = [1]
        while todo:
            s = todo.pop()
            network.expand(c, s)
            todo += [
                half for half in (2 * s, 2 * s + 1)
                if 2 * half < network.field.size
                and 10 * units * room[half] > (5 if (c, half) in network.held else 9) * room[1]
            ]
