"""Shortest paths on what a flow leaves over, in exact integers: potentials, or a cycle that improves it.

Costs are single integers whose digits are the levels (see ``WEIGHT``), so comparing them compares
vectors lexicographically; they form an ordered group, for which the theory of flows holds.
Klein (1967), A primal method for minimal cost flows; Bellman (1958), On a routing problem.
"""

from __future__ import annotations

from collections import deque

from scheduler.solve.draws.flow_network import Network, weights_of

__all__ = ["Residual", "improve"]

# (head, cost, place, direction): place >= 0 is an arc out of an expanded node, ~place of the shared tree.
Step = tuple[int, int, int, int]


def improve(network: Network) -> list[int]:
    """Cancel negative cycles until none is left; the potentials of the cheapest flow, by node."""
    residual = Residual(network)
    while cycles := residual.settle():
        for cycle in cycles:
            residual.cancel(cycle)
    return residual.distance


class Residual:
    """What a flow leaves over. ``distance``: by node; no step shortens it once :meth:`settle` is done.

    The flow on ``network`` may change by :meth:`cancel` only.
    """

    def __init__(self, network: Network) -> None:
        self.network = network
        self.distance = [0] * network.nodes
        self._weights = weights_of(network)
        size = network.field.size
        self._heads = network.heads()
        self._held = [
            network.held.get(k, 0) for k in zip(network.regions, network.sections, strict=True)
        ]
        self._cost = [
            self._weights[size.bit_length() - s.bit_length()] for s in network.sections
        ]
        self._into: list[list[int]] = [[] for _ in range(network.nodes)]
        for a, head in enumerate(self._heads):
            self._into[head].append(a)
        self._steps = [self._of(node) for node in range(network.nodes)]

    def _of(self, node: int) -> list[Step]:
        """Arcs that can take one more unit (+1) here, or give one back (-1)."""
        network, size = self.network, self.network.field.size
        out: list[Step] = []
        if node >= size:
            for a in (2 * (node - size), 2 * (node - size) + 1):
                there = network.units[a] + self._held[a]
                out.append((self._heads[a], there * self._cost[a], a, 1))
        elif node:
            if 2 * node < size:
                out += [(2 * node, 0, ~(2 * node), 1), (2 * node + 1, 0, ~(2 * node + 1), 1)]
            if network.shared[node]:
                out.append((node >> 1, 0, ~node, -1))
        for a in self._into[node]:
            if network.units[a]:
                there = network.units[a] + self._held[a]
                out.append((network.tails[a], (1 - there) * self._cost[a], a, -1))
        return out

    def settle(self) -> list[list[Step]]:
        """Shorten ``distance`` until nothing can be; or cycles of negative cost that share no node."""
        steps, distance = self._steps, self.distance
        nodes = len(distance)
        before: list[tuple[int, Step] | None] = [None] * nodes
        waiting = deque(range(nodes - 1, 0, -1))
        queued = [True] * nodes
        left = nodes
        while waiting:
            node = waiting.popleft()
            queued[node] = False
            here = distance[node]
            for step in steps[node]:
                head = step[0]
                there = here + step[1]
                if there < distance[head]:
                    distance[head] = there
                    before[head] = (node, step)
                    if not queued[head]:
                        queued[head] = True
                        waiting.append(head)
            left -= 1
            if not left:
                cycles = _cycles(before)
                if cycles:
                    return cycles
                left = nodes
        return []

    def cancel(self, cycle: list[Step]) -> None:
        """Send one unit around."""
        network = self.network
        touched: set[int] = set()
        for _, _, place, direction in cycle:
            if place >= 0:
                network.units[place] += direction
                touched |= {network.tails[place], self._heads[place]}
            else:
                network.shared[~place] += direction
                touched.add(~place)
        for node in touched:
            self._steps[node] = self._of(node)


def _cycles(before: list[tuple[int, Step] | None]) -> list[list[Step]]:
    """The cycles of predecessors, whose costs are negative; none shares a node with another."""
    out = []
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
                out.append(_walk(before, node))
    return out


def _walk(before: list[tuple[int, Step] | None], node: int) -> list[Step]:
    out: list[Step] = []
    at = node
    while not out or at != node:
        last = before[at]
        assert last is not None
        out.append(last[1])
        at = last[0]
    return out
