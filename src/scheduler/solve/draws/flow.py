"""One attribute with seeds and byes: the best draw under every level, with the potentials that prove it."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from scheduler.solve.draws.flow_guess import guess
from scheduler.solve.draws.flow_network import WEIGHT, Network, network_of
from scheduler.solve.draws.flow_potentials import improve
from scheduler.solve.draws.separation_field import Field, Ids

__all__ = ["Optimum", "optimum", "placed"]


class Optimum:
    """The cheapest flow of an attribute: ``network`` holds it, ``distance`` its potentials by node."""

    def __init__(self, network: Network, distance: list[int]) -> None:
        self.network = network
        self.distance = distance

    def part(self, attribute: int, rounds: int | None = None) -> dict[str, object]:
        """The certificate of the ``rounds`` most important rounds (None: all), as JSON values."""
        network = self.network
        field = network.field
        order = network.order[:rounds]
        known: dict[tuple[int, ...], int] = {}
        places: dict[int, int] = {}
        for d in dict.fromkeys(self.distance):
            vector = _digits(d, len(network.order))[: len(order)]
            places[d] = known.setdefault(vector, len(known))
        place = [places[d] for d in self.distance]
        given = field.given[attribute]
        return {
            "attribute": attribute,
            "rounds": list(order),
            "by": "potentials",
            "vectors": [list(vector) for vector in known],
            "sections": place[1 : field.size],
            "expanded": [
                [given[c], s, place[node]] for (c, s), node in sorted(network.expanded.items())
            ],
        }


def _digits(number: int, many: int) -> tuple[int, ...]:
    """The balanced digits of a potential, most important first."""
    out = []
    for _ in range(many):
        digit = (number + WEIGHT // 2) % WEIGHT - WEIGHT // 2
        out.append(digit)
        number = (number - digit) // WEIGHT
    return tuple(reversed(out))


def optimum(field: Field, attribute: int, rng: np.random.Generator) -> Optimum:
    """The cheapest flow, with no section at the fringe that two of a region enter."""
    network = network_of(field, attribute)
    guess(network, rng)
    while True:
        while overfull := network.overfull():
            network.grow(overfull, rng)
        distance = improve(network)
        if not network.overfull():
            return Optimum(network, distance)


def placed(network: Network, attribute: int, rng: np.random.Generator) -> Ids:
    """A draw that follows the flow: lines of entrant numbers; which entrant goes where is drawn by lot."""
    field = network.field
    code = field.codes[attribute]
    pools: dict[int, list[int]] = defaultdict(list)
    for number in rng.permutation(field.waiting).tolist():
        c = int(code[number])
        pools[network.expanded.get((c, 1), 1) if c >= 0 else 1].append(number)
    # Arcs of a node stand together, and a node is made after its parent.
    for tail, head, x in zip(network.tails, network.heads(), network.units, strict=True):
        pool = pools[tail]
        for _ in range(x):
            pools[head].append(pool.pop())
    lines = field.lines.copy()
    for s in range(1, field.size // 2):
        pool = pools.pop(s, [])
        if len(pool) > 1:
            pool = [pool[i] for i in rng.permutation(len(pool)).tolist()]
        cut = network.shared[2 * s]
        pools[2 * s] += pool[:cut]
        pools[2 * s + 1] += pool[cut:]
    for s in range(field.size // 2, field.size):
        pool = pools.pop(s, [])
        at = 2 * (s - field.size // 2)
        spots = [i for i in (at, at + 1) if lines[i] < 0]
        if len(spots) > 1 and rng.integers(2):
            pool.reverse()
        lines[spots] = pool
    return lines
