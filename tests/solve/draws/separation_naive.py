"""Separation read naively: fields made at random, draws listed one by one, pairs counted one by one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np

from scheduler.solve.draws.separation_field import OPEN

Codes = Sequence[Sequence[int]]


def within(lines: Sequence[int], code: Sequence[int]) -> tuple[int, ...]:
    """Pairs of one code in one section of 2, 4, 8 ... lines."""
    rounds = len(lines).bit_length() - 1
    out = [0] * rounds
    taken = [(i, code[e - 1]) for i, e in enumerate(lines) if e > 0 and code[e - 1] >= 0]
    for (i, a), (j, b) in combinations(taken, 2):
        for r in range(rounds):
            out[r] += a == b and i >> (r + 1) == j >> (r + 1)
    return tuple(out)


def price(
    lines: Sequence[int], codes: Codes, order: str = "earliest-first",
    levels: Sequence[int] | None = None,
) -> tuple[int, ...]:
    """What is minimised: pairs by priority level, then by round, the most important first."""
    by_attribute = [within(lines, code)[:-1] for code in codes]
    level_of = list(range(len(codes)) if levels is None else levels)
    out: list[int] = []
    for level in sorted(set(level_of)):
        mine = [w for w, at in zip(by_attribute, level_of, strict=True) if at == level]
        sums = [sum(column) for column in zip(*mine, strict=True)]
        out += sums if order == "earliest-first" else reversed(sums)
    return tuple(out)


def draws(size: int, fixed: Mapping[int, int], codes: Codes) -> Iterator[list[int]]:
    """Every draw, once but for entrants who share all their codes."""
    waiting = sorted(set(range(1, len(codes[0]) + 1)) - set(fixed.values()))
    kinds: dict[tuple[int, ...], list[int]] = {}
    for e in waiting:
        kinds.setdefault(tuple(row[e - 1] for row in codes), []).append(e)
    lines = [fixed.get(i, OPEN) for i in range(1, size + 1)]
    free = [i for i, e in enumerate(lines) if e == OPEN]

    def place(k: int) -> Iterator[list[int]]:
        if k == len(free):
            yield list(lines)
            return
        for numbers in kinds.values():
            if numbers:
                lines[free[k]] = numbers.pop()
                yield from place(k + 1)
                numbers.append(lines[free[k]])

    return place(0)


def random_field(
    rng: np.random.Generator, size: int, attributes: int, *, most: int = 99, values: int = 4
) -> tuple[dict[int, int], list[list[int]]]:
    """Byes and fixed entrants anywhere, at most ``most`` waiting; codes from -1."""
    entrants = int(rng.integers(size // 2 + 1, size + 1))
    lines = rng.permutation(size) + 1
    fixed = {int(line): 0 for line in lines[: size - entrants]}
    count = int(rng.integers(max(0, entrants - most), max(0, entrants - most) + entrants // 2))
    numbers = rng.permutation(entrants) + 1
    placed = zip(lines[size - entrants :][:count], numbers[:count], strict=True)
    fixed |= {int(line): int(e) for line, e in placed}
    codes = [
        (rng.integers(0, int(rng.integers(2, values + 2)), entrants) - 1).tolist()
        for _ in range(attributes)
    ]
    return fixed, codes


def seeded_field(
    rng: np.random.Generator, size: int, entrants: int, seeds: int, values: Sequence[int]
) -> tuple[dict[int, int], list[list[int]]]:
    """Seeds on standard lines, byes beside the first of them, code sizes like 1, 1/2, 1/3 ..."""
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [x for a in order for x in (a, total - a)]
    line = {number: i for i, number in enumerate(order, start=1)}
    fixed = {line[s]: s for s in range(1, seeds + 1)}
    fixed |= {((line[b] - 1) ^ 1) + 1: 0 for b in range(1, size - entrants + 1)}
    codes = []
    for many in values:
        share = 1 / np.arange(1, many + 1)
        codes.append(rng.choice(many, size=entrants, p=share / share.sum()).tolist())
    return fixed, codes
