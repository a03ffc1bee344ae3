"""The verdict: every count of a rulebook added up over the facts of a schedule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from scheduler.event import Report, Schedule, Violation
from scheduler.facts import Ids, Space, primary_facts
from scheduler.rules import UNBOUNDED, Count, RuleUse, Stated
from scheduler.verify.truth import Truth

__all__ = ["found_in_rows", "verify"]

_DENSE, _SPARSE = 4_000_000, 100
"""Grids up to this many rows are added up whole; larger ones, and those with more than so many rows for each
contribution, only where something counts."""


def verify(
    space: Space, stated: Sequence[Stated], schedule: Schedule | Mapping[str, Ids]
) -> Report:
    """The report on a schedule, or on the primary facts of anything else: hard deviations, prices by
    level, every violation.

    Takes time in proportion to the facts that hold, not to those that could.
    """
    known = primary_facts(space, schedule) if isinstance(schedule, Schedule) else dict(schedule)
    truth = Truth(space, known)
    violations: list[Violation] = []
    hard, soft = 0, {s.use.level: 0 for s in stated if not s.use.hard}
    for entry in stated:
        for violation in _broken(truth, entry):
            violations.append(violation)
            if entry.use.hard:
                hard += violation.cost
            else:
                soft[entry.use.level] += violation.cost
    rules: dict[tuple[str, str], int] = {}
    for entry in stated:
        key = (entry.use.id, entry.use.clause)
        rules[key] = rules.get(key, 0) + entry.count.asked
    return Report(
        hard, tuple(sorted(soft.items())), tuple(violations),
        tuple((rule, clause, rows) for (rule, clause), rows in rules.items()),
    )


def found_in_rows(truth: Truth, count: Count) -> tuple[Ids, Ids]:
    """(rows, what was found there); rows left out hold 0 and cannot be broken by that."""
    rows: list[Ids] = [np.empty(0, dtype=np.int64)]
    amounts: list[Ids] = [np.empty(0, dtype=np.int64)]
    for term in count.terms:
        found = truth.of(term.family)
        position, row, weight = term.incidence(truth.space, found.ids, count.shape)
        rows.append(row)
        amounts.append(weight * found.values[position])
    row, amount = np.concatenate(rows), np.concatenate(amounts)
    dense = count.rows <= min(_DENSE, _SPARSE * (len(row) + 100))
    if dense or count.zero_breaks:
        total = np.zeros(count.rows, dtype=np.int64)
        np.add.at(total, row, amount)
        return np.arange(count.rows), total
    touched, back = np.unique(row, return_inverse=True)
    total = np.zeros(len(touched), dtype=np.int64)
    np.add.at(total, back, amount)
    return touched, total


def _broken(truth: Truth, entry: Stated) -> list[Violation]:
    count, use = entry.count, entry.use
    rows, total = found_in_rows(truth, count)
    least, most = count.bounds(rows)
    off = np.maximum(np.maximum(total - most, least - total), 0)
    bad = np.flatnonzero(off)
    if not len(bad):
        return []
    rounds = _rounds_found(truth, count, rows[bad]) if count.show_rounds else {}
    return [
        _violation(use, count, int(rows[b]), int(total[b]), int(least[b]), int(most[b]),
                   int(off[b]), rounds.get(int(rows[b]), set()))
        for b in bad.tolist()
    ]


def _rounds_found(truth: Truth, count: Count, bad: Ids) -> dict[int, set[int]]:
    """For each broken row the rounds of the facts that count in it; a weight of 0 counts nothing."""
    out: dict[int, set[int]] = {}
    for term in count.terms:
        found = truth.of(term.family)
        position, row, weight = term.incidence(truth.space, found.ids, count.shape)
        mine = np.isin(row, bad) & (found.rounds[position] > 0) & (weight != 0)
        for r, when in zip(row[mine].tolist(), found.rounds[position[mine]].tolist(), strict=True):
            out.setdefault(r, set()).add(when)
    return out


def _violation(
    use: RuleUse, count: Count, row: int, found: int, least: int, most: int, off: int,
    rounds: set[int],
) -> Violation:
    subject, named = count.name(row)
    return Violation(
        use.id, use.clause, subject, tuple(sorted({*named, *rounds})), found,
        None if least <= -UNBOUNDED else least, None if most >= UNBOUNDED else most,
        use.level, price_of(use, off) if use.price else off, use.reason, count.table(row),
        count.places(row),
    )


def price_of(use: RuleUse, off: int) -> int:
    """The price of a deviation: the table, continued by its last step."""
    table = (0, *use.price)
    if off < len(table):
        return table[off]
    return table[-1] + (off - len(table) + 1) * (table[-1] - table[-2])
