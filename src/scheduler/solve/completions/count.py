"""The one question: in how many ways can this table be completed, and what do they share?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from scheduler.errors import UsageError, did_you_mean
from scheduler.event.published import Assumption, Cell, PublishedTable
from scheduler.event.schedule import Match, Schedule
from scheduler.solve.completions.opponents import Budget, Opponents, bits
from scheduler.solve.completions.problem import Problem, problem_of
from scheduler.solve.completions.sides import SideCount

__all__ = ["Completions", "count_completions"]

STEPS = 2_000_000
"""Search steps before the count gives up: some seconds."""


@dataclass(frozen=True, slots=True)
class Completions:
    """How a table can be completed.

    ``completions`` counts sets of (round, home, away), ``matchings`` those of (round, pair) that
    have at least one completion. Where ``exact`` is False the search was cut short and both are
    lower bounds. ``forced`` are the missing cells, home side included, that all completions have;
    ``forced_matches`` those whose match all have though not the home side (the lower number is
    written first); both have table 0 and are empty unless ``exact``. ``example`` is one completion,
    None where none was found: printed cells at their tables, the others at the tables left over,
    the table's own cell where it is the same.
    """

    completions: int
    exact: bool
    forced: tuple[Cell, ...]
    forced_matches: tuple[Cell, ...]
    example: Schedule | None
    matchings: int


def count_completions(
    table: PublishedTable,
    *,
    restricted: bool,
    assumptions: Sequence[str] = (),
    steps: int = STEPS,
) -> Completions:
    """Count the completions of ``table``, exactly unless it takes more than ``steps``.

    Printed matches are kept, with their home side where that is printed too. With ``restricted`` a
    missing cell must be one of the table's lines, if it has any. ``assumptions`` are ids of the
    table's assumptions, all of which must hold; their order does not matter.

    Raises :class:`UsageError` for an unknown assumption and for a table that is no single round
    robin of at most 64 entrants.
    """
    problem = problem_of(
        table, restricted=restricted, assumptions=[_assumption(table, a) for a in assumptions]
    )
    budget = Budget(steps)
    nothing = Completions(0, True, (), (), None, 0)
    if not problem.sound:
        return nothing
    if problem.ties_sides:
        found, common, chosen = _with_tied_sides(problem, budget, nothing)
    else:
        found, common, chosen = _with_free_sides(problem, budget, nothing)
    if not found.matchings:
        return replace(found, exact=not budget.cut)
    example = _schedule(table, chosen)
    if budget.cut:
        return replace(found, exact=False, example=example)
    forced, matches = _forced(problem, table, common)
    return replace(found, forced=forced, forced_matches=matches, example=example)


_OPEN = "conjectured"
_Chosen = list[tuple[int, int, int]]  # round from 0, home, away of the missing cells


def _assumption(table: PublishedTable, name: str) -> Assumption:
    for assumption in table.assumptions:
        if assumption.id == name:
            return assumption
    known = [a.id for a in table.assumptions]
    raise UsageError(
        f'{table.name} has no assumption "{name}"',
        maybe=did_you_mean(name, known) or "" if known else "the table file lists none.",
    )


def _fewest_first(problem: Problem) -> list[int]:
    """Rounds with the fewest missing cells first: they leave the fewest different states."""
    return sorted(range(problem.rounds), key=lambda r: problem.free[r].bit_count())


def _with_free_sides(
    problem: Problem, budget: Budget, nothing: Completions
) -> tuple[Completions, int, _Chosen]:
    opponents = Opponents(problem, _fewest_first(problem), budget)
    total = opponents.total()
    chosen: _Chosen = []
    if total.matchings:
        for round, mask in opponents.example():
            for p in bits(mask):
                low, high = problem.pairs[p]
                home_first = problem.allowed[round][p] & 1
                if not problem.phantom(p):
                    chosen.append((round, low, high) if home_first else (round, high, low))
    found = replace(nothing, completions=total.completions, matchings=total.matchings)
    return found, total.common, chosen


def _with_tied_sides(
    problem: Problem, budget: Budget, nothing: Completions
) -> tuple[Completions, int, _Chosen]:
    """Without a condition on runs, every way to match has the same home sides to choose from."""
    if problem.calm:
        count = SideCount(Opponents(problem, range(problem.rounds), budget))
        count.run()
        matchings, completions, common = count.matchings, count.completions, count.common
    else:
        opponents = Opponents(problem, _fewest_first(problem), budget)
        count, total = SideCount(opponents), opponents.total()
        if total.matchings:
            count.along(opponents.example())
        matchings = total.matchings if count.matchings else 0
        completions = total.matchings * count.completions
        common = count.common & problem.whole_codes(total.common)
    chosen: _Chosen = []
    trail = count.trail
    while trail is not None:
        chosen.append(trail[1:])
        trail = trail[0]
    found = replace(nothing, completions=completions, matchings=matchings)
    return found, common, chosen


def _forced(
    problem: Problem, table: PublishedTable, common: int
) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
    """The cells, and the matches of open home side, whose code is in ``common``."""
    printed = {(c.round - 1, min(c.home, c.away), max(c.home, c.away)) for c in table.printed()}
    cells, matches = [], []
    for round in range(problem.rounds):
        for p, (low, high) in enumerate(problem.pairs):
            code = common >> 3 * (round * len(problem.pairs) + p) & 7
            if not code or problem.phantom(p):
                continue
            if code > 1:
                home, away = (low, high) if code & 2 else (high, low)
                cells.append(Cell(round + 1, 0, home, away, "recovered", "recovered", _OPEN))
            elif (round, low, high) not in printed:
                matches.append(Cell(round + 1, 0, low, high, "recovered", _OPEN, _OPEN))
    return tuple(cells), tuple(matches)


def _schedule(table: PublishedTable, chosen: _Chosen) -> Schedule:
    """The printed cells and the chosen ones, every match at a table of its own."""
    sides = {(r + 1, min(h, a), max(h, a)): (h, a) for r, h, a in chosen}
    cells = sorted(table.cells, key=lambda c: c.printed)  # the printed one wins over its double
    own = {(c.round, min(c.home, c.away), max(c.home, c.away)): c for c in cells}
    matches = []
    for number in range(1, table.rounds + 1):
        row: list[tuple[int, int, Cell | None]] = []
        for key, cell in own.items():
            if cell.printed and key[0] == number:
                row.append((*sides.pop(key, (cell.home, cell.away)), cell))
        row += [(*sides[key], own.get(key)) for key in sorted(sides) if key[0] == number]
        matches += _seat(number, row, table.tables)
    return Schedule.of(table.entrants, table.rounds, matches, tables=table.tables)


def _seat(
    number: int, row: Iterable[tuple[int, int, Cell | None]], tables: int
) -> list[Match]:
    """Tables as the cells have them, printed cells first; then those left over, ascending."""
    taken: set[int] = set()
    out, later = [], []
    for home, away, cell in row:
        if cell is not None and cell.table and cell.table not in taken:
            taken.add(cell.table)
            out.append(Match(home, away, number, cell.table))
        else:
            later.append((home, away))
    left = [t for t in range(1, tables + len(later) + 1) if t not in taken]
    out += [Match(h, a, number, t) for (h, a), t in zip(later, left, strict=False)]
    return out
