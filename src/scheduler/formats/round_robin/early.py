"""Related entrants meet early (CBA-14.4), on a table that is fixed and published first.

The article wants teams of one unit or region to have their matches against each other behind them
early, "drawing their numbers first from a controlled set". What makes an internal match harmful is
that it is played when the standing is known, so the *last* internal meeting counts first; once that
is as early as it can be, all of them together should be early. Hence the value of an assignment:

1. ``last``: the last round of a meeting inside any group, leaving out pairs whose numbers were both
   fixed as seeds (nothing can be done about them);
2. ``total``: the sum of the rounds of all meetings inside groups.

Smaller is better, the first before the second. Where a pair meets more than once (double round
robin) its last meeting counts for ``last``, every meeting for ``total``. The best sets are seldom
unique, and nobody is to choose among them: the assignment is drawn at random among all the best,
every one with exactly the same chance whenever they can be counted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import factorial, gcd, prod
from types import MappingProxyType

import numpy as np

from scheduler.errors import UsageError
from scheduler.event import Entrant, Schedule
from scheduler.solve.number_sets import Group, Matrix, NumberProblem
from scheduler.solve.numbers import Family, best_family, family_counts
from scheduler.solve.packing import bits

__all__ = ["MOST_NUMBERS", "EarlyNumbers", "Related", "best_numbers", "groups_by", "related"]

MOST_NUMBERS = 256
"""Tables larger than this are refused: nobody reads them, and the search would not end."""

UNIFORM = "uniform among all best assignments, counted exactly"
NOT_UNIFORM = "one best family found by search, then lots inside it: random, not uniform"
NOT_PROVEN = "the best family found within the budget, then lots inside it: random, not uniform"
NO_GROUPS = "no related entrants: all numbers by lot, uniform"


@dataclass(frozen=True, slots=True)
class EarlyNumbers:
    """Numbers for all entrants, and what they are worth.

    ``numbers`` maps entrant to number. ``last_round`` and ``total`` are the value defined above,
    ``bound`` a proven lower bound of the two (lexicographic), ``proven`` that the value meets it.
    ``count`` is how many best assignments there are of numbers to the related entrants still
    without one (the others take what is left in any order), None when not counted. ``meetings``
    lists each group's internal meeting rounds, seeds included, ascending. ``method`` says in words
    how the assignment was chosen among the best, and whether that was uniform.
    """

    numbers: Mapping[int, int]
    last_round: int
    total: int
    bound: tuple[int, int]
    proven: bool
    count: int | None
    meetings: Mapping[str, tuple[int, ...]]
    method: str


@dataclass(frozen=True, eq=False)
class Related:
    """Checked input: meeting rounds of a table and disjoint groups of two or more entrants.

    ``last`` and ``total`` are (n, n) int64 over numbers from 0: the last and the summed rounds in
    which two numbers meet. Make one with :func:`related`.
    """

    last: Matrix
    total: Matrix
    names: tuple[str, ...]
    members: tuple[tuple[int, ...], ...]

    def group_of(self, entrant: int) -> int | None:
        """The index of the entrant's group, None if it is related to nobody."""
        return next((g for g, m in enumerate(self.members) if entrant in m), None)

    def problem(self, given: Mapping[int, int]) -> NumberProblem:
        """The search problem left when the entrants of ``given`` hold their numbers."""
        groups = tuple(
            Group(len(m), tuple(sorted(given[e] - 1 for e in m if e in given))) for m in self.members
        )
        return NumberProblem(self.last, self.total, groups, sum(1 << (k - 1) for k in given.values()))

    def meetings(self, numbers: Mapping[int, int]) -> dict[str, tuple[int, ...]]:
        """Per group the last meeting round of every pair of members, ascending."""
        out = {}
        for name, members in zip(self.names, self.members, strict=True):
            held = [numbers[e] - 1 for e in members]
            out[name] = tuple(sorted(int(self.last[a, b]) for a in held for b in held if a < b))
        return out

    def chances(
        self, given: Mapping[int, int], family: Family, entrant: int, effort: int = 1
    ) -> dict[int, int] | None:
        """For each number a related entrant may draw: how many best assignments lie behind it.

        Numbers ascending; the counts are divided by their common divisor. None when they cannot be
        counted within the budget, which ``effort`` multiplies. ``family`` tells what is best.
        """
        group = self.group_of(entrant)
        if group is None:
            raise ValueError(f"entrant {entrant} is related to nobody")
        problem = self.problem(given)
        counts = family_counts(problem, family.last, family.total, group, effort=effort)
        if counts is None:
            return None
        ways: dict[int, int] = {}
        for numbers, many in counts.items():
            for v in bits(numbers & ~problem.taken):
                ways[v + 1] = ways.get(v + 1, 0) + many
        common = gcd(*ways.values())
        return {number: ways[number] // common for number in sorted(ways)}


def groups_by(entrants: Sequence[Entrant], *attributes: str) -> dict[str, tuple[int, ...]]:
    """Groups of two or more entrants alike in an attribute (``region``, ``club`` or any column).

    The key is ``attribute value``; entrants without a value are related to nobody.
    """
    found: dict[str, list[int]] = {}
    for attribute in attributes:
        for entrant in entrants:
            text = entrant.attribute(attribute).strip()
            if text:
                found.setdefault(f"{attribute} {text}", []).append(entrant.number)
    return {name: tuple(members) for name, members in found.items() if len(members) > 1}


def related(table: Schedule, groups: Mapping[str, Sequence[int]], fixed: Mapping[int, int]) -> Related:
    """Check a table, groups of entrants and fixed numbers, and bring them into the search's shape.

    A group inside another adds nothing and is dropped, as is a group of one. Raises
    :class:`~scheduler.errors.UsageError` for a table too large or in which two numbers never meet,
    for entrants or numbers out of range, a number fixed twice, and groups that partly overlap.
    """
    n = table.entrants
    _check_fixed(n, fixed)
    kept = _disjoint(n, groups)
    if kept and n > MOST_NUMBERS:
        raise UsageError(
            f"the table has {n} numbers; numbers for related entrants are sought up to {MOST_NUMBERS}",
            maybe="draw by groups, or without relations.",
        )
    last = np.zeros((n, n) if kept else (0, 0), dtype=np.int64)
    total = np.zeros_like(last)
    if kept:
        low, high = np.minimum(table.home, table.away) - 1, np.maximum(table.home, table.away) - 1
        np.maximum.at(last, (low, high), table.round)
        np.add.at(total, (low, high), table.round)
        last, total = last + last.T, total + total.T
        never = np.argwhere(np.triu(last == 0, 1))
        if len(never):
            a, b = (int(v) + 1 for v in never[0])
            raise UsageError(
                f"numbers {a} and {b} never meet in the table, so it cannot be said how early they do",
                maybe="give a complete round robin.",
            )
    return Related(last, total, tuple(kept), tuple(kept.values()))


def _check_fixed(n: int, fixed: Mapping[int, int]) -> None:
    holder: dict[int, int] = {}
    for entrant, number in fixed.items():
        if not 1 <= entrant <= n:
            raise UsageError(f"entrant {entrant} has a fixed number but there are only {n} entrants")
        if not 1 <= number <= n:
            raise UsageError(f"entrant {entrant} is fixed to number {number}; numbers go from 1 to {n}")
        if number in holder:
            raise UsageError(f"number {number} is fixed for both entrant {holder[number]} and {entrant}")
        holder[number] = entrant


def _disjoint(n: int, groups: Mapping[str, Sequence[int]]) -> dict[str, tuple[int, ...]]:
    """The groups that matter, largest first among those that contain each other; members ascending."""
    sets: dict[str, tuple[int, ...]] = {}
    for name, members in groups.items():
        sets[name] = tuple(sorted(set(members)))
        bad = [e for e in sets[name] if not 1 <= e <= n]
        if bad:
            raise UsageError(f'group "{name}" names entrant {bad[0]}; entrants go from 1 to {n}')
    kept: dict[str, tuple[int, ...]] = {}
    home: dict[int, str] = {}
    for name in sorted(sets, key=lambda key: -len(sets[key])):
        members = sets[name]
        known = {home[e] for e in members if e in home}
        if len(members) < 2 or (len(known) == 1 and set(members) <= set(kept[min(known)])):
            continue
        if known:
            raise UsageError(
                f'groups "{name}" and "{min(known)}" overlap but neither contains the other',
                maybe="join them into one group, or keep only the relation that matters.",
            )
        kept[name] = members
        home.update(dict.fromkeys(members, name))
    return {name: kept[name] for name in sets if name in kept}


def best_numbers(
    table: Schedule,
    groups: Mapping[str, Sequence[int]],
    fixed: Mapping[int, int],
    rng: np.random.Generator,
) -> EarlyNumbers:
    """Numbers for all entrants such that related ones meet as early as the table allows (CBA-14.4).

    ``groups`` maps a name to the entrants (1..n) related by it, ``fixed`` an entrant to the number
    it keeps. Among the best assignments one is drawn with ``rng``, exactly uniformly when they can
    be counted; ``method`` says which. Raises :class:`~scheduler.errors.UsageError` as
    :func:`related` does.
    """
    checked = related(table, groups, fixed)
    if not checked.members:
        everyone = _spread(dict(fixed), range(1, table.entrants + 1), range(1, table.entrants + 1), rng)
        return EarlyNumbers(everyone, 0, 0, (0, 0), True, 1, MappingProxyType({}), NO_GROUPS)
    family = best_family(checked.problem(fixed), rng)
    drawn = _uniform(checked, fixed, family, rng)
    sets, count = drawn if drawn else (_shuffled(checked, fixed, family, rng), None)
    numbers = dict(fixed)
    for members, held in zip(checked.members, sets, strict=True):
        numbers = _spread(numbers, members, [v + 1 for v in bits(held)], rng)
    numbers = _spread(numbers, range(1, table.entrants + 1), range(1, table.entrants + 1), rng)
    method = UNIFORM if drawn else NOT_UNIFORM if family.proven else NOT_PROVEN
    if drawn and not family.proven:
        method += "; that nothing better exists is not proven"
    return EarlyNumbers(
        MappingProxyType(numbers),
        family.last,
        family.total,
        family.bound,
        family.proven,
        count,
        MappingProxyType(checked.meetings(numbers)),
        method,
    )


def _uniform(
    checked: Related, fixed: Mapping[int, int], family: Family, rng: np.random.Generator
) -> tuple[list[int], int] | None:
    """One best family with equal chances, group after group; and how many assignments there are."""
    problem = checked.problem(fixed)
    orders = prod(factorial(g.free) for g in problem.groups)
    families = 0
    for g, group in enumerate(problem.groups):
        counts = family_counts(problem, family.last, family.total, g)
        if not counts:
            return None
        many = sum(counts.values())
        families = families or many
        at = _below(rng, many)
        for held in sorted(counts):
            at -= counts[held]
            if at < 0:
                break
        settled = Group(group.size, tuple(bits(held)))
        groups = (*problem.groups[:g], settled, *problem.groups[g + 1 :])
        problem = replace(problem, groups=groups, taken=problem.taken | held)
    return [sum(1 << v for v in g.fixed) for g in problem.groups], families * orders


def _below(rng: np.random.Generator, bound: int) -> int:
    """A uniform integer below ``bound``, which may be larger than any machine word."""
    size = (bound.bit_length() + 7) // 8
    excess = 8 * size - bound.bit_length()
    while (value := int.from_bytes(rng.bytes(size), "big") >> excess) >= bound:
        pass
    return value


def _shuffled(
    checked: Related, fixed: Mapping[int, int], family: Family, rng: np.random.Generator
) -> list[int]:
    """The family found, with the sets of groups that are alike exchanged at random."""
    groups = checked.problem(fixed).groups
    sets = list(family.sets)
    for kind in dict.fromkeys(groups):
        alike = [g for g, group in enumerate(groups) if group == kind]
        for g, source in zip(alike, rng.permutation(alike).tolist(), strict=True):
            sets[g] = family.sets[source]
    return sets


def _spread(
    numbers: dict[int, int], entrants: Sequence[int], among: Sequence[int], rng: np.random.Generator
) -> dict[int, int]:
    """``numbers`` with the entrants that have none given the unused ones of ``among`` at random."""
    used = set(numbers.values())
    waiting = [e for e in entrants if e not in numbers]
    left = rng.permutation([k for k in among if k not in used]).tolist()
    return {**numbers, **dict(zip(waiting, left, strict=True))}
