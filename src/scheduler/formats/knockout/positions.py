"""Published tables of seed lines and empty lines: checked against their own articles, gaps proven.

One table serves draws of every size: who draws fewer lines keeps the numbers up to that size, in
their order (CBA-13.6, CBA-13.7). So a table must be right for every size at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scheduler.errors import UsageError
from scheduler.rules.placement import bye_lines, seed_blocks, snake

__all__ = ["KINDS", "Gap", "PositionTable", "check_table", "complete", "lines_for"]

KINDS = ("seeds", "byes")


@dataclass(frozen=True, slots=True)
class PositionTable:
    """Lines in order of seeding (``seeds``), or in the order in which they are left empty (``byes``).

    ``size`` is the largest draw it is made for, a power of two; 0 stands for a missing cell.
    """

    title: str
    source: str
    kind: str
    size: int
    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Gap:
    """A missing cell, the ``order``-th. ``steps`` are (reason, lines that are left after it).

    ``line`` is the only one left, 0 if the articles leave several.
    """

    order: int
    steps: tuple[tuple[str, tuple[int, ...]], ...]
    line: int


def lines_for(table: PositionTable, size: int, many: int) -> tuple[int, ...]:
    """The first ``many`` lines that the table names for a draw of ``size`` lines.

    A missing cell counts as what it is proven to be. UsageError where the table does not go so far,
    or a missing cell without proof is among them.
    """
    if not 2 <= size <= table.size or size & (size - 1):
        raise UsageError(f'"{table.title}" is for draws of 2, 4 ... {table.size} lines, not {size}')
    proven = {gap.order: gap.line for gap in complete(table)}
    filled = [line or proven[k] for k, line in enumerate(table.lines, start=1)]
    kept = [line for line in filled if line <= size][:many]
    if len(kept) < many:
        raise UsageError(f'"{table.title}" names {len(kept)} lines for {size} lines, not {many}')
    if 0 in kept:
        raise UsageError(f'"{table.title}" misses its line {table.lines.index(0) + 1}')
    return tuple(kept)


def complete(table: PositionTable) -> tuple[Gap, ...]:
    """Every missing cell with the lines that the articles leave for it, one argument after another.

    Each cell is looked at with the other missing ones open.
    """
    out = []
    for k, line in enumerate(table.lines):
        if line:
            continue
        left = [i for i in range(1, table.size + 1) if i not in table.lines]
        steps = [("a line that the table does not name elsewhere", tuple(left))]
        for reason, holds in _articles(table):
            left = [i for i in left if holds((*table.lines[:k], i, *table.lines[k + 1 :]))]
            steps.append((reason, tuple(left)))
        out.append(Gap(k + 1, tuple(steps), left[0] if len(left) == 1 else 0))
    return tuple(out)


def check_table(table: PositionTable) -> tuple[str, ...]:
    """What is wrong with a table, in words; empty where it keeps its articles and the recursion."""
    wrong = [
        reason for reason, holds in _articles(table) if not holds(table.lines)
    ]
    known = [line for line in table.lines if line]
    if len(set(known)) < len(known):
        wrong.append("a line is named twice")
    if not all(1 <= line <= table.size for line in known):
        wrong.append(f"a line is not among 1 to {table.size}")
    expected = _recursion(table)
    wrong += [
        f"number {k} of the table is {line}, by the recursion {right}"
        for k, (line, right) in enumerate(zip(table.lines, expected, strict=False), start=1)
        if line not in (0, right)
    ]
    return tuple(wrong)


def _recursion(table: PositionTable) -> list[int]:
    if table.kind == "byes":
        return bye_lines("alternating", table.size, table.size // 2)
    return [i for block in seed_blocks("alternating", table.size, table.size) for i in block]


Holds = Callable[[Sequence[int]], bool]


def _articles(table: PositionTable) -> list[tuple[str, Holds]]:
    """(what the articles ask of a table, whether lines do that); missing cells are passed over."""
    even = ("at every beginning of the table, halves, quarters ... differ by one at most"
            f" ({_CLAUSE[table.kind]})")
    if table.kind == "seeds":
        return [(even, lambda lines: _even(lines, table.size))]
    numbers = snake(table.size)
    return [
        ("no bye meets a bye (CBA-13.7)", _apart),
        (even, lambda lines: _even(lines, table.size)),
        (
            "the numbers that are absent are the highest, so the line is that of the higher number of"
            " its match (CBA-13.3)",
            lambda lines: all(numbers[i - 1] > table.size // 2 for i in lines if 1 <= i <= table.size),
        ),
    ]


_CLAUSE = {"seeds": "CBA-13.6", "byes": "CBA-13.7"}


def _apart(lines: Sequence[int]) -> bool:
    matches = [(i - 1) // 2 for i in lines if i]
    return len(set(matches)) == len(matches)


def _even(lines: Sequence[int], size: int) -> bool:
    """Whether every beginning is spread evenly; after the first missing cell one more is borne."""
    for width in (size >> k for k in range(1, size.bit_length() - 1)):
        held = [0] * (size // width)
        open_ = 0
        for line in lines:
            if line:
                held[(line - 1) // width] += 1
            else:
                open_ += 1
            if sum(max(0, max(held) - 1 - h) for h in held) > open_:
                return False
    return True
