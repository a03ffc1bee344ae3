"""Shortest paths on what a flow leaves over, in exact integers: potentials, or a cycle that improves it.

Costs are single integers whose digits are the levels (see ``WEIGHT``), so comparing them compares
vectors lexicographically; they form an ordered group, for which the theory of flows holds.
Klein (1967), A primal method for minimal cost flows; Bellman (1958), On a routing problem.
"""

from __future__ import annotations

from collections import deque

from scheduler.solve.draws.flow_network import Network, weights_of

__all__ = ["improve", "potentials"]

# (head, cost, place, direction): place >= 0 is an arc out of an expanded node, ~place of the shared tree.
Step = tuple[int, int, int, int]


def improve(network: Network) -> list[int]:
    """Cancel negative cycles until none is left; the potentials of the cheapest flow, by node."""
    while True:
        distance, cycle = potentials(network)
        if not cycle:
            return distance
        _cancel(network, cycle)


def _steps(network: Network) -> list[list[Step]]:
    """Per node the arcs that can take one more unit (+1) or give one back (-1)."""
    weights = weights_of(network.field)
    out: list[list[Step]] = [[] for _ in range(network.nodes)]
    for a, (tail, section, x) in enumerate(
        zip(network.tails, network.sections, network.units, strict=True)
    ):
        head = network.head(a)
        weight = weights[network.level(section)]
        there = x + network.held.get((network.regions[a], section), 0)
        out[tail].append((head, there * weight, a, 1))
        if x:
            out[head].append((tail, (1 - there) * weight, a, -1))
    for s in range(2, network.field.size):
        out[s >> 1].append((s, 0, ~s, 1))
        if network.shared[s]:
            out[s].append((s >> 1, 0, ~s, -1))
    return out


def potentials(network: Network) -> tuple[list[int], list[Step]]:
    """Distances from everywhere at once, by node, and no step; or a cycle of negative cost."""
    steps = _steps(network)
    distance = [0] * network.nodes
    before: list[tuple[int, Step] | None] = [None] * network.nodes
    waiting = deque(range(network.nodes - 1, 0, -1))
    queued = [True] * network.nodes
    left = network.nodes
    while waiting:
        node = waiting.popleft()
        queued[node] = False
        here = distance[node]
        for step in steps[node]:
            head = step[0]
            if here + step[1] < distance[head]:
                distance[head] = here + step[1]
                before[head] = (node, step)
                if not queued[head]:
                    queued[head] = True
                    waiting.append(head)
        left -= 1
        if not left:
            cycle = _cycle(before)
            if cycle:
                return distance, cycle
            left = network.nodes
    return distance, []


def _cycle(before: list[tuple[int, Step] | None]) -> list[Step]:
    """A cycle of predecessors, whose cost is negative; empty if there is none."""
    seen = [0] * len(before)
    for start in range(len(before)):
        node = start
        while not seen[node]:
            seen[node] = start + 1
            last = before[node]
            if last is None:
                break
            node = last[0]
        else:
            if seen[node] == start + 1 and before[node] is not None:
                return _walk(before, node)
    return []


def _walk(before: list[tuple[int, Step] | None], node: int) -> list[Step]:
    out: list[Step] = []
    at = node
    while not out or at != node:
        last = before[at]
        assert last is not None
        out.append(last[1])
        at = last[0]
    return out


def _cancel(network: Network, cycle: list[Step]) -> None:
    for _, _, place, direction in cycle:
        if place >= 0:
            network.units[place] += direction
        else:
            network.shared[~place] += direction
