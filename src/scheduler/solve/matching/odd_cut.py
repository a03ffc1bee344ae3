"""The odd set that fewest pairs leave: k disjoint perfect matchings need k pairs out of every odd set.

Padberg and Rao (1982): some edge of a Gomory-Hu tree with an odd number of vertices on each side is it.
The tree is made by Gusfield's (1990) way, flows on bitsets.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["least_odd_cut", "odd_cuts"]


def least_odd_cut(adj: Sequence[int]) -> tuple[int, int]:
    """(an odd set of vertices as bits, how many edges leave it), the set that fewest leave.

    ``adj`` are the rows of a graph with an even number of vertices, at least 2. Takes n - 1 flows.
    """
    return min(odd_cuts(adj), key=lambda cut: cut[1])


def odd_cuts(adj: Sequence[int]) -> list[tuple[int, int]]:
    """The odd sets that an edge of the tree cuts off, with how many edges leave each; the least cut is
    among them. As :func:`least_odd_cut`."""
    n = len(adj)
    parent = [0] * n
    for s in range(1, n):
        t = parent[s]
        side = _least_cut(adj, s, t)
        for v in range(n):
            if v != s and side >> v & 1 and parent[v] == t:
                parent[v] = s
        if side >> parent[t] & 1:
            parent[s], parent[t] = parent[t], s
    return [
        (below, sum((row & ~below).bit_count() for v, row in enumerate(adj) if below >> v & 1))
        for below in _subtrees(parent) if below.bit_count() % 2]


def _subtrees(parent: Sequence[int]) -> list[int]:
    """For every vertex but the root 0 the set of it and all that hangs below it in the tree."""
    below = [1 << v for v in range(len(parent))]
    for v in range(1, len(parent)):
        up = v
        while up != 0:
            up = parent[up]
            below[up] |= 1 << v
    return below[1:]


def _least_cut(adj: Sequence[int], s: int, t: int) -> int:
    """The vertices on the side of ``s`` of a least s-t cut, every edge of capacity 1."""
    flow = [0] * len(adj)
    while True:
        came, seen, frontier = {s: s}, 1 << s, [s]
        for v in frontier:
            fresh = adj[v] & ~flow[v] & ~seen
            seen |= fresh
            while fresh:
                low = fresh & -fresh
                w = low.bit_length() - 1
                came[w] = v
                frontier.append(w)
                fresh ^= low
            if seen >> t & 1:
                break
        if not seen >> t & 1:
            return seen
        w = t
        while w != s:
            v = came[w]
            if flow[w] >> v & 1:
                flow[w] &= ~(1 << v)
            else:
                flow[v] |= 1 << w
            w = v
