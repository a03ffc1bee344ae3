"""Why there is no answer: a subset-minimal clash of (rule, subject) pairs, by assumptions and deletion."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic

from ortools.sat.python import cp_model

from scheduler.rules import RuleUse
from scheduler.solve.compiled import compile_problem
from scheduler.solve.cpsat import run, solver_for
from scheduler.solve.problem import Limits, Problem

__all__ = ["Clash", "Member", "explain", "in_words"]

_MOST_NAMED = 8
"""Subjects of one rule that the words of a clash name."""
_LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class Member:
    """One hard count in a clash: stated count ``index``, row ``row``, and how to say it."""

    index: int
    row: int
    rule: str
    clause: str
    subject: tuple[int, ...]
    rounds: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Clash:
    """Counts that cannot hold together. ``minimal``: dropping any one of them was proven to leave an
    answer; otherwise the clash is only reduced."""

    members: tuple[Member, ...]
    minimal: bool


Key = tuple[int, int]
Group = Callable[[int, int], Key]
"""(stated index, row) -> the (index, row) that stands for all rows that are kept or dropped with it."""


_GUARDED = 3.0
"""Seconds after which rows under assumptions are given up for rows asked for outright."""


class _Search:
    """Deletion over the guards of one compiled model.

    Assumptions name a core at once, but hide pigeonholes from the solver: where they do not decide
    soon, each question is compiled anew with only the rows it is about, and those without guards.
    """

    def __init__(self, problem: Problem, limits: Limits, group: Group | None = None) -> None:
        self.problem = problem
        self.limits = limits
        self.group = group
        self.assuming = True
        self.end = None if limits.seconds is None else monotonic() + limits.seconds
        self.guards: dict[Key, cp_model.IntVar] = {}
        self.model = compile_problem(problem, guard=self._guard, priced=False)

    def _guard(self, model: cp_model.CpModel, index: int, row: int) -> cp_model.IntVar:
        key = self.group(index, row) if self.group else (index, row)
        if key not in self.guards:
            self.guards[key] = model.new_bool_var("")
        return self.guards[key]

    def core(self, keys: Sequence[Key]) -> list[Key] | None:
        """A sufficient part of ``keys`` where these cannot hold together; None where they can.

        Raises TimeoutError where that is not known in time.
        """
        if self.assuming:
            self.model.cp.clear_assumptions()
            self.model.cp.add_assumptions([self.guards[k] for k in keys])
            solver = solver_for(self.limits, min(_GUARDED, self._left()))
            code, interrupted = run(solver, self.model.cp)
            if interrupted:
                raise TimeoutError
            if code == cp_model.INFEASIBLE:
                names = {self.guards[k].index: k for k in keys}
                core = solver.sufficient_assumptions_for_infeasibility()
                return [names[i] for i in core if i in names] or list(keys)
            if code != cp_model.UNKNOWN:
                return None
            self.assuming = False
        return self._outright(keys)

    def _outright(self, keys: Sequence[Key]) -> list[Key] | None:
        """``keys`` themselves where they cannot hold together, asked without assumptions."""
        wanted = set(keys)
        model = compile_problem(
            self.problem, priced=False,
            only=lambda index, row: (self.group(index, row) if self.group else (index, row)) in wanted,
        )
        code, interrupted = run(solver_for(self.limits, self._left()), model.cp)
        if interrupted or code == cp_model.UNKNOWN:
            raise TimeoutError
        return list(keys) if code == cp_model.INFEASIBLE else None

    def _left(self) -> float:
        """Seconds left; TimeoutError where there are none."""
        left = 1e9 if self.end is None else self.end - monotonic()
        if left <= 0:
            raise TimeoutError
        return left

    def shrink(self, keys: list[Key]) -> tuple[list[Key], bool]:
        """(reduced keys, proven minimal): drops ever smaller blocks, then single members."""
        needed: list[Key] = []
        size = max(1, len(keys) // 2)
        try:
            while size >= 1:
                keys = self._drop_blocks(keys, size, needed)
                size = 0 if size == 1 else max(1, size // 2)
        except TimeoutError:
            return self._kept, False
        return keys, True

    def _drop_blocks(self, keys: list[Key], size: int, needed: list[Key]) -> list[Key]:
        start = 0
        self._kept = keys
        while start < len(keys):
            block = keys[start : start + size]
            rest = keys[:start] + keys[start + size :]
            found = self.core(rest) if not set(block) <= set(needed) else None
            if found is None:
                if size == 1:
                    needed += block
                start += size
                continue
            order = {k: i for i, k in enumerate(keys)}
            keys = sorted(found, key=order.__getitem__)
            # Members before the block may have left with it: look again from the first not yet tried.
            start = sum(order[k] < order[block[0]] for k in keys)
            self._kept = keys
        return keys


def explain(problem: Problem, limits: Limits, group: Group | None = None) -> Clash | None:
    """A clash of the hard counts, or None where they can hold together.

    Raises TimeoutError where neither is known within the limits. Each rule is tried as a whole first,
    which keeps the words short; then subject by subject. Rows with one ``group`` are one member.
    """
    search = _Search(problem, limits, group)
    keys = search.core(list(search.guards))
    if keys is None:
        return None
    for index in sorted({i for i, _ in keys}, reverse=True):
        try:
            found = search.core([k for k in keys if k[0] != index])
        except TimeoutError:
            break
        keys = keys if found is None else found
    keys, minimal = search.shrink(keys)
    return Clash(tuple(_member(problem, *key) for key in sorted(keys)), minimal)


def _member(problem: Problem, index: int, row: int) -> Member:
    entry = problem.stated[index]
    subject, rounds = entry.count.name(row)
    use = entry.use
    return Member(index, row, use.id, use.clause, subject, rounds, use.reason)


def in_words(problem: Problem, clash: Clash) -> tuple[tuple[RuleUse, ...], tuple[str, ...]]:
    """(rule uses of the clash, one line for each with the subjects concerned, by number and name)."""
    uses: list[RuleUse] = []
    said: list[list[str]] = []
    for member in clash.members:
        entry = problem.stated[member.index]
        use, table = entry.use, entry.count.table(member.row)
        if use not in uses:
            uses.append(use)
            said.append([])
        who = _called(member.subject, problem.frame.names)
        where = f"table {table}" if table else ""
        when = f"round {', '.join(map(str, member.rounds))}" if member.rounds else ""
        said[uses.index(use)].append(", ".join(filter(None, (who, where, when))))
    return tuple(uses), tuple(_line(u, s) for u, s in zip(uses, said, strict=True))


def _called(subject: Sequence[int], names: Sequence[str]) -> str:
    """``1-2`` for bare numbers, ``1 Hanoi - 2 Hue`` where names say more than the numbers do."""
    told = {n: names[n - 1][:_LONGEST_NAME] for n in subject if 0 < n <= len(names)}
    if all(told.get(n, str(n)) == str(n) for n in subject):
        return "-".join(map(str, subject))
    return " - ".join(f"{n} {told.get(n, '')}".rstrip() for n in subject)


def _line(use: RuleUse, said: Sequence[str]) -> str:
    named = list(dict.fromkeys(filter(None, said)))
    more = [f"and {len(named) - _MOST_NAMED} more"] if len(named) > _MOST_NAMED else []
    subjects = "; ".join([*named[:_MOST_NAMED], *more])
    clause = f" ({use.clause})" if use.clause else ""
    reason = f": {use.reason}" if use.reason else ""
    return f"{use.id}{clause}{reason}{f' [{subjects}]' if subjects else ''}"
