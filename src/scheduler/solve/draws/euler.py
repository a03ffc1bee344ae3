"""The Euler split: two attributes, crossing or not, halved at once along closed trails.

Entrants are the edges of a bipartite multigraph between the values of one attribute and of the other.
Vertices of odd degree get an edge to a spare vertex on the other side; then the edges fall into closed
trails, all of even length, and colouring each trail in turns gives every vertex as many edges of either
colour: floor and ceil of half of each value's entrants go to either half of the section. Recursion
keeps that at every level, where it is least (Gabow 1976, Using Euler partitions to edge color
bipartite multigraphs).
"""

from __future__ import annotations

import numpy as np

from scheduler.solve.draws.separation_field import Field, Ids

__all__ = ["halved"]


def halved(field: Field, one: int, other: int, rng: np.random.Generator) -> Ids | None:
    """Lines with everybody placed by halving; None where the halves of a section differ by over one line."""
    room = field.room.tolist()
    inner = range(1, field.size // 2)
    if any(abs(room[2 * s] - room[2 * s + 1]) > 1 for s in inner):
        return None
    lines = field.lines.copy()
    groups = {1: rng.permutation(field.waiting).tolist()}
    ends = _ends(field, one, other)
    for s in inner:
        first, second = _split(groups.pop(s), ends, rng)
        more = room[2 * s] - room[2 * s + 1]
        if more > 0 or (more == 0 and rng.integers(2)):
            first, second = second, first
        groups[2 * s], groups[2 * s + 1] = first, second
    for s, pair in groups.items():
        at = 2 * s - field.size
        lines[[i for i in (at, at + 1) if lines[i] < 0]] = rng.permutation(pair) if pair else pair
    return lines


def _ends(field: Field, one: int, other: int) -> list[tuple[int, int]]:
    """The two vertices of each entrant's edge; 0 and 1 are spare, those of no value have one to share."""
    first = field.codes[one] + 3
    second = field.codes[other] + 3 + field.values(one) + 1
    return list(zip(first.tolist(), second.tolist(), strict=True))


def _split(
    group: list[int], ends: list[tuple[int, int]], rng: np.random.Generator
) -> tuple[list[int], list[int]]:
    """Two parts of a group, the second at most one larger, halving every vertex."""
    edges = [ends[e] for e in group]
    touching: dict[int, list[int]] = {}
    for i, pair in enumerate(edges):
        for v in pair:
            touching.setdefault(v, []).append(i)
    lows = {a for a, _ in edges}
    for v in [v for v, at in touching.items() if len(at) % 2]:
        spare = 1 if v in lows else 0
        _join(edges, touching, (v, spare) if v in lows else (spare, v))
    if len(touching.get(0, ())) % 2:
        _join(edges, touching, (0, 1))
    parts: tuple[list[int], list[int]] = ([], [])
    used = [False] * len(edges)
    for start in range(len(edges)):
        if not used[start]:
            trail = _trail(start, edges, touching, used)
            side = int(rng.integers(2))
            for turn, i in enumerate(trail):
                if i < len(group):
                    parts[(turn + side) % 2].append(group[i])
    few, many = sorted(parts, key=len)
    return few, many


def _join(edges: list[tuple[int, int]], touching: dict[int, list[int]], edge: tuple[int, int]) -> None:
    for v in edge:
        touching.setdefault(v, []).append(len(edges))
    edges.append(edge)


def _trail(
    start: int, edges: list[tuple[int, int]], touching: dict[int, list[int]], used: list[bool]
) -> list[int]:
    """A closed trail through an unused edge: it can only get stuck where it began."""
    out = []
    at, edge = edges[start][0], start
    while True:
        used[edge] = True
        out.append(edge)
        at = edges[edge][1] if edges[edge][0] == at else edges[edge][0]
        left = touching[at]
        while left and used[left[-1]]:
            left.pop()
        if not left:
            return out
        edge = left[-1]
