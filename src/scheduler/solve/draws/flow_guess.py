"""A first flow: min-cost flow with weights that are nearly lexicographic. Exactness comes afterwards."""

from __future__ import annotations

import numpy as np
from ortools.graph.python import min_cost_flow  # type: ignore[import-untyped]

from scheduler.solve.draws.flow_network import Network
from scheduler.solve.draws.separation_field import Ids

__all__ = ["guess"]

_NOISE = 16
_AROUND = 4


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
    """Tails, heads, capacities, costs and arc numbers: each arc as parallel ones.

    Around an even share each unit has a piece of its own; one takes all the units below, the last one all
    above: the guess need not be exact.
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
    share = units * field.room[sections] // max(1, len(field.free))
    below = np.minimum(np.maximum(share - held - _AROUND, 0), most)
    count = np.minimum(most - below, 2 * _AROUND + 1) + (below > 0)
    arc = np.repeat(np.arange(many), count)
    last = np.cumsum(count) - 1
    nth = np.arange(len(arc)) - (last - count + 1 - np.maximum(below - 1, 0))[arc]
    capacity = np.ones(len(arc), dtype=np.int64)
    some = count > 0
    capacity[(last - count + 1)[some]] = np.maximum(below, 1)[some]
    capacity[last[some]] += (most - np.bincount(arc, weights=capacity, minlength=many).astype(np.int64))[some]
    level = field.size.bit_length() - np.array([s.bit_length() for s in network.sections], dtype=np.int64)
    cost = (held[arc] + nth) * _weights(network)[level[arc]] + rng.integers(0, 4, len(arc))
    heads = np.array(network.heads(), dtype=np.int64)
    tails = np.array(network.tails, dtype=np.int64)
    return tails[arc], heads[arc], capacity, cost, arc


def _weights(network: Network) -> Ids:
    """What one pair costs, by level from 0: larger numbers cost the solver more than they mend."""
    out = np.zeros(network.field.levels + 1, dtype=np.int64)
    for place, level in enumerate(reversed(network.order)):
        out[level] = _NOISE << place
    return out
