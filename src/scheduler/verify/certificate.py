"""Checks a certificate of separation: that no draw with these fixed lines keeps entrants better apart.

Sections are numbered like a heap: 1 is the draw, 2s and 2s + 1 are the halves of s. Each part is about
pairs of one code of one attribute within sections of 2^r lines, for ``rounds`` r, the first matters
most. ``potentials``: prices of being in a section, by code while two of a code can be in it
(``expanded``), else by section (``sections``), as vectors compared lexicographically. If nobody can
move to a cheaper place, and no two of a code meet below the sections told apart, no draw is better:
complementary slackness. ``filling``: each in turn joins the section with fewest of its code.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any

__all__ = ["check"]

_RATIO = 1 << 32  # above any number of pairs of 4,096 entrants: sums of digits compare like vectors
Counts = Counter[tuple[int, int]]
Codes = Sequence[Sequence[int]]


def check(
    draw_lines: Sequence[int], fixed: Mapping[int, int], codes: Codes, certificate: Any
) -> list[str]:
    """Why the certificate does not prove this draw the best, at most 20 reasons; empty: it does.

    ``draw_lines``: entrant numbers from 1, 0 for a bye. ``fixed``: line (from 1) to the number, or 0,
    that had to be there. ``codes[attribute][number - 1]``: below 0 for none. Rounds that no part names
    are not spoken of. Raises nothing.
    """
    if wrong := list(islice(_illegal(draw_lines, fixed, codes), 20)):
        return wrong
    if not _well_formed(certificate, len(draw_lines), len(codes)):
        return [f"not a certificate of separation, version 1, for {len(draw_lines)} lines"]
    parts = (_judged(part, draw_lines, fixed, codes) for part in certificate["parts"])
    return list(islice(chain.from_iterable(parts), 20))


def _illegal(lines: Sequence[int], fixed: Mapping[int, int], codes: Codes) -> Iterator[str]:
    size = len(lines)
    if size not in [2**k for k in range(1, 13)] or not all(1 <= i <= size for i in fixed):
        yield f"{size} lines are no power of two from 2 to 4096, or others are fixed"
    for row in codes or [[0] * sum(e > 0 for e in lines)]:
        if sorted(e for e in lines if e != 0) != list(range(1, len(row) + 1)):
            yield f"the draw does not hold each of {len(row)} entrants once"
    for line, entrant in enumerate(lines, start=1):
        if fixed.get(line, entrant or -1) != entrant:
            yield f"line {line} holds {entrant}: another is fixed there, or no bye is"


def _numbers(value: Any, many: int, least: int, most: int) -> bool:
    """A list of that many integers (-1: any number of them), from least to below most."""
    return isinstance(value, list) and many in (-1, len(value)) and all(
        type(x) is int and least <= x < most for x in value
    )


def _well_formed(cert: Any, size: int, attributes: int) -> bool:
    parts = cert.get("parts") if isinstance(cert, dict) else None
    return isinstance(parts, list) and len(parts) <= 2 * attributes and all(
        cert.get(k) == v for k, v in (("certificate", "separation"), ("version", 1), ("size", size))
    ) and all(isinstance(p, dict) and _part_well_formed(p, size, attributes) for p in parts)


def _part_well_formed(part: Any, size: int, attributes: int) -> bool:
    rounds, vectors, nodes = (part.get(k) for k in ("rounds", "vectors", "expanded"))
    return (
        _numbers([part.get("attribute")], 1, 0, attributes)
        and _numbers(rounds, -1, 1, size.bit_length() - 1) and len(set(rounds)) == len(rounds)
        and (part.get("by") == "filling" or (
            part.get("by") == "potentials" and isinstance(vectors, list) and isinstance(nodes, list)
            and all(_numbers(v, len(rounds), -_RATIO, _RATIO) for v in vectors)
            and all(_numbers(x, 3, 0, _RATIO) and 0 < 2 * x[1] < size for x in nodes)
            and all(x[2] < len(vectors) for x in nodes)
            and _numbers(part.get("sections"), size - 1, 0, len(vectors))
        ))
    )


def _judged(part: Any, lines: Sequence[int], fixed: Mapping[int, int], codes: Codes) -> Iterator[str]:
    code = [-1, *codes[part["attribute"]]]
    count: Counts = Counter()
    held: Counts = Counter()
    free: Counts = Counter()
    for i, entrant in enumerate(lines):
        s = (len(lines) + i) >> 1
        free[code[entrant], s] += i + 1 not in fixed
        while code[entrant] >= 0 and s:
            count[code[entrant], s] += 1
            held[code[entrant], s] += i + 1 in fixed
            s >>= 1
    judge = _filling if part["by"] == "filling" else _potentials
    for reason in judge(part, len(lines), count, held, free):
        yield f"attribute {part['attribute'] + 1}: {reason}"


def _filling(part: Any, size: int, count: Counts, held: Counts, free: Counts) -> Iterator[str]:
    waiting = Counter(c for c, _ in free.elements() if c >= 0)
    for r in part["rounds"]:
        first, room = size >> r, Counter(s >> (r - 1) for _, s in free.elements())
        larger = [sum(f > v for f in room.values()) for v in range(2**r + 1)] + [0] * size
        there: dict[int, dict[int, int]] = {}
        for (c, s), n in held.items():
            if n and first <= s < 2 * first:
                there.setdefault(c, {})[s] = n
        least = sum(n * (n - 1) // 2 for sections in there.values() for n in sections.values())
        for c, units in waiting.items():
            mine, v = there.get(c, {}), 0
            while units:
                # Sections where a further one of c would find v of its own.
                places = larger[v]
                places += sum((n <= v < n + room[s]) - (room[s] > v) for s, n in mine.items())
                least += v * min(units, places)
                units, v = units - min(units, places), v + 1
        found = sum(n * (n - 1) // 2 for (_, s), n in count.items() if first <= s < 2 * first)
        if found != least:
            yield f"{found} pairs within sections of {2**r} lines, where counting allows {least}"


def _potentials(part: Any, size: int, count: Counts, held: Counts, free: Counts) -> Iterator[str]:
    weights = [_RATIO**i for i in reversed(range(len(part["rounds"])))]
    price = [0] * (size.bit_length() + 1)  # of a pair, by the bit length of its section's number
    for r, w in zip(part["rounds"], weights, strict=True):
        price[size.bit_length() - r] = w
    prices = [sum(x * w for x, w in zip(v, weights, strict=True)) for v in part["vectors"]]
    tree, carried = [0, *(prices[v] for v in part["sections"])], [0] * size
    node = {(c, s): prices[v] for c, s, v in part["expanded"]}
    for c, s in node:
        if s > 1 and (c, s >> 1) not in node:
            yield f"section {s} is told apart for code {c}, but what it lies in is not"
    for (c, s), n in count.items():
        if n > 1 and n != held[c, s] and price[s.bit_length()] and (c, s >> 1) not in node:
            yield f"{n} of code {c} are in section {s}, which nothing tells apart"
    for (c, s), n in free.items():
        while s > 1 and (c, s >> 1) not in node:
            carried[s], s = carried[s] + n, s >> 1
    for (c, s), here in node.items():
        for half in (2 * s, 2 * s + 1):
            n, w = count[c, half], price[half.bit_length()]
            slack = here - node.get((c, half), tree[half])
            if slack + n * w < 0:
                yield f"one more of code {c} would cost less in section {half}"
            if n > held[c, half] and slack + (n - 1) * w > 0:
                yield f"one of code {c} in section {half} would cost less elsewhere"
    for s in range(2, size):
        if tree[s >> 1] < tree[s] or (carried[s] and tree[s >> 1] > tree[s]):
            yield f"those without their like in section {s} would cost less elsewhere"
