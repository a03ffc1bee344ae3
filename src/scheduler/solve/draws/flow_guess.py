"""A first flow: min-cost flow with weights that are nearly lexicographic. Exactness comes afterwards."""

from __future__ import annotations

import numpy as np
from ortools.graph.python import min_cost_flow  # type: ignore[import-untyped]

from scheduler.solve.draws.flow_network import Network
from scheduler.solve.draws.separation_field import Ids

__all__ = ["guess"]

_NOISE = 16
_MOST = 1 << 60


def guess(network: Network, rng: np.random.Generator) -> None:
    """Put a feasible flow on the network, cheap though not surely cheapest.

    Small random costs, less than one pair of the least important level, break ties between flows.
    """
    field = network.field
    room = field.room
    arcs = _pieces(network, rng)
    tree = np.arange(2, max(2, field.size), dtype=np.int64)
    solver = min_cost_flow.SimpleMinCostFlow()
    ids = solver.add_arcs_with_capacity_and_unit_cost(
        np.concatenate((arcs[0], tree >> 1)), np.concatenate((arcs[1], tree)),
        np.concatenate((arcs[2], room[tree])), np.concatenate((arcs[3], np.zeros_like(tree))),
    )
    supplies = np.zeros(network.nodes, dtype=np.int64)
    matches = np.arange(field.size // 2, field.size)
    supplies[matches] = -room[matches]
    for c, supply in network.supply.items():
        supplies[network.expanded[c, 1]] = supply
    supplies[1] += len(field.free) - sum(network.supply.values())
    solver.set_nodes_supplies(np.arange(network.nodes), supplies)
    if solver.solve() != solver.OPTIMAL:
        raise AssertionError("every free line can be filled, so a flow exists")
    flow = solver.flows(ids)
    units = np.bincount(arcs[4], weights=flow[: len(arcs[4])], minlength=len(network.units))
    network.units[:] = np.rint(units).astype(np.int64).tolist()
    network.shared = [0, 0, *flow[len(arcs[4]) :].tolist()]


def _pieces(network: Network, rng: np.random.Generator) -> tuple[Ids, Ids, Ids, Ids, Ids]:
    """Tails, heads, capacities, costs and arc numbers: each arc as parallel ones, a unit each.

    Beyond twice an even share a single piece takes all the rest: the guess need not be exact.
    """
    field = network.field
    many = len(network.units)
    sections = np.array(network.sections, dtype=np.int64)
    units = np.array([network.supply[c] for c in network.regions], dtype=np.int64)
    held = np.array(
        [network.held.get(k, 0) for k in zip(network.regions, network.sections, strict=True)],
        dtype=np.int64,
    )
    most = np.minimum(field.room[sections], units)
    likely = 2 * units * field.room[sections] // max(1, len(field.free)) + 3
    count = np.minimum(most, likely)
    arc = np.repeat(np.arange(many), count)
    nth = np.arange(len(arc)) - np.repeat(np.cumsum(count) - count, count)
    capacity = np.ones(len(arc), dtype=np.int64)
    capacity[np.cumsum(count)[count > 0] - 1] += (most - count)[count > 0]
    weight = _weights(network, int(held.max(initial=0) + count.max(initial=0)))
    level = np.array([network.level(int(s)) for s in network.sections], dtype=np.int64)
    cost = (held[arc] + nth) * weight[level[arc]] + rng.integers(0, 4, len(arc))
    heads = np.array([network.head(a) for a in range(many)], dtype=np.int64)
    tails = np.array(network.tails, dtype=np.int64)
    return tails[arc], heads[arc], capacity, cost, arc


def _weights(network: Network, largest: int) -> Ids:
    """Powers of the largest base that leaves the solver's 64 bits room for paths of any length."""
    # Not above 8: larger ones cost the solver more scaling than they save in mending.
    levels = network.field.order
    base = 2
    while base < 8 and _NOISE * (2 * base) ** len(levels) * (largest + 1) * network.nodes < _MOST:
        base *= 2
    out = np.zeros(network.field.levels + 1, dtype=np.int64)
    for place, level in enumerate(reversed(levels)):
        out[level] = _NOISE * base**place
    return out
