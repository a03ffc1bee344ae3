"""A published table as bit masks: what is missing, what it may be, and what the sides must obey."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from scheduler.errors import UsageError
from scheduler.event.published import Assumption, Cell, PublishedTable

__all__ = ["BOTH", "HIGH", "LOW", "Problem", "problem_of"]

LOW, HIGH, BOTH = 1, 2, 3
"""Which of a pair may be home: the lower number, the higher one, either."""

MOST_ENTRANTS = 64

_Condition = Callable[[int, int, int], bool]  # round from 1, lower number, higher number


@dataclass(slots=True)
class Problem:
    """What is to be completed. Rounds and pairs count from 0, entrants from 1.

    With an odd number of entrants a phantom, number ``size``, meets whoever is idle. ``pairs`` are
    the missing ones, (low, high) each; a bit mask of pairs has bit ``p`` for ``pairs[p]``.
    ``allowed[r][p]`` says who may be home if pair ``p`` meets in round ``r``, 0 that it may not;
    where it is not 0 it is the same in all rounds.
    ``free[r]`` is the mask of entrants (bit = number) without a kept match. ``kept[r]`` are the
    kept matches (home, away). ``homes`` maps an entrant to its least and most home matches,
    ``calm`` are those who may not have three running. ``sound`` is False where the kept cells alone
    break a condition, so that there is no completion.
    """

    entrants: int
    size: int
    pairs: list[tuple[int, int]]
    allowed: list[list[int]]
    free: list[int]
    kept: list[list[tuple[int, int]]]
    homes: dict[int, tuple[int, int]] = field(default_factory=dict)
    calm: frozenset[int] = frozenset()
    sound: bool = True

    @property
    def rounds(self) -> int:
        """How many rounds there are."""
        return len(self.free)

    @property
    def ties_sides(self) -> bool:
        """True when the home side of one match can depend on another's."""
        return bool(self.homes or self.calm)

    def phantom(self, pair: int) -> bool:
        """True when ``pair`` means that its lower number is idle."""
        return self.pairs[pair][1] > self.entrants

    def code(self, round: int, pair: int, sides: int) -> int:
        """Three bits for one decision: the pair meets there; the lower, the higher is home."""
        return (1 | (sides << 1 if sides != BOTH else 0)) << 3 * (round * len(self.pairs) + pair)

    def whole_codes(self, common: int) -> int:
        """A mask that lets all three bits pass of every decision whose match is in ``common``."""
        every_third = ((1 << 3 * self.rounds * len(self.pairs)) - 1) // 7
        return (common & every_third) * 7


def problem_of(
    table: PublishedTable, *, restricted: bool, assumptions: Sequence[Assumption]
) -> Problem:
    """The counting problem of ``table``; ``restricted`` holds missing cells to the table's lines.

    Raises :class:`UsageError` where the table is no single round robin of at most 64 entrants.
    """
    n, size = table.entrants, table.entrants + table.entrants % 2
    _check_size(table, size)
    fixed = [c for c in table.cells if c.printed and c.sides == "printed"]
    pinned = [c for c in table.cells if c.printed and c.sides != "printed"]
    kept: list[list[tuple[int, int]]] = [[] for _ in range(size - 1)]
    for cell in fixed:
        kept[cell.round - 1].append((cell.home, cell.away))
    done = {_pair(c) for c in fixed}
    pairs = [p for p in combinations(range(1, size + 1), 2) if p not in done]
    problem = Problem(
        n, size, pairs, [],
        [_everyone(size) & ~sum({1 << e for match in row for e in match}) for row in kept],
        kept, sound=_sound(fixed, pinned),
    )
    lines = {(c.home, c.away) for c in table.lines} if restricted and table.lines else None
    row = [_sides(p, n, lines) for p in pairs]
    problem.allowed = [
        [s if _within(problem.free[r], p) else 0 for p, s in zip(pairs, row, strict=True)]
        for r in range(size - 1)
    ]
    for cell in pinned:
        _pin(problem, cell.round - 1, _pair(cell))
    for assumption in assumptions:
        _ASSUME[assumption.kind](problem, assumption)
    return problem


def _check_size(table: PublishedTable, size: int) -> None:
    if table.entrants > MOST_ENTRANTS:
        raise UsageError(
            f"{table.name}: completions are counted for at most {MOST_ENTRANTS} entrants,"
            f" not {table.entrants}"
        )
    if table.rounds != size - 1:
        raise UsageError(
            f"{table.name}: every pair of {table.entrants} entrants meets once in {size - 1}"
            f" rounds, but the table has {table.rounds}",
            maybe="this is no single round robin, or rounds is wrong.",
        )
    for c in table.cells:
        if not (1 <= c.round <= table.rounds and 1 <= _pair(c)[0] < _pair(c)[1] <= table.entrants):
            raise UsageError(f"{table.name}: no such cell: {c.home}-{c.away} in round {c.round}")


def _everyone(size: int) -> int:
    return (1 << (size + 1)) - 2


def _pair(cell: Cell) -> tuple[int, int]:
    return min(cell.home, cell.away), max(cell.home, cell.away)


def _within(free: int, pair: tuple[int, int]) -> bool:
    return bool(free >> pair[0] & free >> pair[1] & 1)


def _sound(fixed: Sequence[Cell], pinned: Sequence[Cell]) -> bool:
    """No entrant twice in a round and no pair twice among the printed matches."""
    cells = [*fixed, *pinned]
    busy = [(c.round, e) for c in cells for e in _pair(c)]
    return len(set(busy)) == len(busy) and len({_pair(c) for c in cells}) == len(cells)


def _sides(pair: tuple[int, int], entrants: int, lines: set[tuple[int, int]] | None) -> int:
    low, high = pair
    if high > entrants:
        return LOW
    if lines is None:
        return BOTH
    return LOW * ((low, high) in lines) | HIGH * ((high, low) in lines)


def _pin(problem: Problem, round: int, pair: tuple[int, int]) -> None:
    """``pair`` is known to meet in ``round``, though not who is home."""
    for p, other in enumerate(problem.pairs):
        for r, row in enumerate(problem.allowed):
            if (r == round) != (other == pair) and (other == pair or set(other) & set(pair)):
                row[p] = 0


def _between_halves(problem: Problem, assumption: Assumption) -> None:
    half = (problem.entrants + 1) // 2
    _keep_only(problem, assumption.rounds, lambda _, low, high: low <= half < high)


def _constant_difference(problem: Problem, assumption: Assumption) -> None:
    m = assumption.modulo
    wanted = dict(zip(assumption.rounds, assumption.differences, strict=False))
    for number in assumption.rounds:
        if number not in wanted:
            if not problem.kept[number - 1]:
                raise UsageError(
                    f'assumption "{assumption.id}": round {number} has no printed match to take'
                    " the difference from",
                    maybe="list the differences, one for each round.",
                )
            home, away = problem.kept[number - 1][0]
            wanted[number] = abs(home - away)
    _keep_only(
        problem, assumption.rounds, lambda r, low, high: (high - low - wanted[r]) % m == 0
    )


def _matches(problem: Problem, assumption: Assumption) -> None:
    number = assumption.rounds[0]
    for line in assumption.lines:
        pair = (min(line.home, line.away), max(line.home, line.away))
        if pair not in problem.pairs:
            problem.sound &= (line.home, line.away) in problem.kept[number - 1]
            continue
        _pin(problem, number - 1, pair)
        row = problem.allowed[number - 1]
        row[problem.pairs.index(pair)] &= LOW if line.home < line.away else HIGH


def _homes(problem: Problem, assumption: Assumption) -> None:
    for entrant in _who(problem, assumption):
        least, most = problem.homes.get(entrant, (0, problem.rounds))
        problem.homes[entrant] = max(least, assumption.least), min(most, assumption.most)


def _no_three_running(problem: Problem, assumption: Assumption) -> None:
    problem.calm |= set(_who(problem, assumption))


def _who(problem: Problem, assumption: Assumption) -> Iterable[int]:
    return assumption.entrants or range(1, problem.entrants + 1)


def _keep_only(problem: Problem, rounds: Iterable[int], may: _Condition) -> None:
    """In ``rounds`` only pairs that ``may`` meet there; the idle one is not a pair."""
    for number in set(rounds):
        row = problem.allowed[number - 1]
        for p, (low, high) in enumerate(problem.pairs):
            if not problem.phantom(p) and not may(number, low, high):
                row[p] = 0
        problem.sound &= all(
            may(number, min(match), max(match)) for match in problem.kept[number - 1]
        )


_ASSUME: dict[str, Callable[[Problem, Assumption], None]] = {
    "between-halves": _between_halves,
    "constant-difference": _constant_difference,
    "matches": _matches,
    "homes": _homes,
    "no-three-running": _no_three_running,
}
