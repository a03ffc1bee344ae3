"""The search for the least change: by growing freedom, each step a proof about all smaller changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from time import monotonic

from scheduler.arrange import Clashing, clash_of
from scheduler.errors import Interrupted, TimeUp
from scheduler.event import Report, Schedule
from scheduler.repair.account import account, reseated
from scheduler.repair.freedom import Reach, Tier, tiers, within
from scheduler.repair.published import Published, speaks_of
from scheduler.repair.reading import (
    CHANGES,
    amounts,
    at_most,
    other_than,
    priced,
    question,
    size_of,
)
from scheduler.solve.problem import Limits, Outcome, Problem, schedule_of
from scheduler.verify import verify

__all__ = ["Search"]

_MOST_OPEN = 150_000
"""Open facts beyond which a model is not worth building."""


@dataclass(frozen=True)
class _Answer:
    """What one question gave: a schedule and its changes, or that there is none, or neither.

    ``bound``: no schedule in the reach (and allowed by the question) has fewer changes; None: there
    is none at all.
    """

    schedule: Schedule | None
    cost: int
    bound: int | None

    @property
    def proven(self) -> bool:
        """True when the least is known: found, or shown not to exist."""
        return self.bound is None or (self.schedule is not None and self.cost == self.bound)


class Search:
    """The best repair so far and what is proven of all others."""

    def __init__(
        self, given: Published, limits: Limits, afresh: Callable[[Limits], Schedule | None] | None = None
    ) -> None:
        """``afresh`` makes a table that owes nothing to the published one, for want of a better one."""
        self.given = given
        self.afresh = afresh
        self.limits = limits
        self.start = monotonic()
        self.tiers = tiers(given)
        self.best: Schedule | None = None
        self.cost = 0
        self.bound = 0
        self.unique: bool | None = None
        self.soft_bound: tuple[int, ...] | None = None
        self.stopped = False

    @property
    def optimal(self) -> bool:
        """True when no repair with fewer changes exists."""
        return self.best is not None and self.bound >= self.cost

    @property
    def seconds(self) -> float:
        """Wall-clock time so far."""
        return monotonic() - self.start

    def report(self, schedule: Schedule) -> Report:
        """The verifier's report."""
        return verify(self.given.space, self.given.stated, schedule)

    def run(self) -> None:
        """Find the least change, prove it, look for another one, then mind the prices."""
        try:
            if self.report(self.given.table).holds:
                self._offer(self.given.table)
                self.bound, self.unique = 0, True
            else:
                # It breaks a rule; but where tables were unknown, to name them costs nothing.
                named = all(m.table for m in self.given.copies)
                self.bound = max(int(named), self.given.unavoidable)
                self._least()
                self._afresh()
                if self.optimal and not self._over():
                    self._other()
            if self.optimal and not self._over():
                self._prices()
        except KeyboardInterrupt:
            self.stopped = True
        if self.best is None:
            raise self._nothing()

    def _least(self) -> None:
        """Tier by tier; what a tier shows holds for every table with as many changes as it covers."""
        for k, tier in enumerate(self.tiers):
            if self.optimal or self._over():
                return
            if tier.most is None and k:
                self._nearby()
                self._afresh()
            answer = self._ask(tier.reach)
            if answer.bound is None and tier.most is None and self.best is None:
                raise self._clash(tier.reach)
            self._learn(answer, tier)

    def _learn(self, answer: _Answer, tier: Tier) -> None:
        if answer.schedule is not None:
            self._offer(answer.schedule)
        outside = self.cost if tier.most is None else tier.most + 1
        inside = self.cost if answer.bound is None else answer.bound
        if self.best is None:
            # Nothing within the reach at all: whatever obeys lies outside.
            inside = outside if answer.bound is None else inside
        self.bound = max(self.bound, min(inside, outside))

    def _offer(self, schedule: Schedule) -> None:
        """Keep a schedule that obeys and costs less than the best."""
        cost = self._cost_of(schedule)
        if (self.best is None or cost < self.cost) and self.report(schedule).holds:
            self.best, self.cost = schedule, cost
            if self.limits.progress:
                self.limits.progress(0, cost, self.bound, self.seconds)

    def _cost_of(self, schedule: Schedule) -> int:
        return sum(self.given.price(c.kind) for c in account(self.given, schedule))

    def _nearby(self) -> None:
        """Before everything is opened: the rounds in which a hard rule is broken, for a first answer."""
        if self.best is not None:
            return
        broken = {
            r - 1 for v in self.report(self.given.table).violations if v.level == 0 for r in v.rounds
        }
        if 0 < len(broken) < self.given.frame.rounds:
            answer = self._ask(within(self.given, sorted(broken)))
            if answer.schedule is not None:
                self._offer(answer.schedule)

    def _afresh(self) -> None:
        """Still nothing: any table that obeys is better than none, and a bound for the search."""
        if self.best is not None or self.afresh is None or self.stopped:
            return
        left = self._left()
        seconds = 10.0 if left is None else max(1.0, 0.2 * left)
        made = self.afresh(replace(self.limits, seconds=seconds, progress=None))
        frame = self.given.frame
        if made is not None and made.rounds <= frame.rounds and made.tables <= frame.tables:
            self._offer(Schedule.of(frame.entrants, frame.rounds, made.matches, tables=frame.tables))

    def _other(self) -> None:
        """Is there another table with as few changes? The smallest tier that covers them decides."""
        assert self.best is not None
        answer = self._ask(self._tier().reach, other=self.best)
        if answer.schedule is not None and answer.cost == self.cost:
            self.unique = False
        elif answer.bound is None:
            self.unique = True

    def _tier(self) -> Tier:
        return next(t for t in self.tiers if t.covers(self.cost))

    def _prices(self) -> None:
        """Among the tables with as few changes: the least price by the rulebook, level by level."""
        assert self.best is not None
        now = self.report(self.best)
        unknown = bool((self.best.table == 0).any() or (self.given.table.table == 0).any())
        if not any(now.price) or (self.unique and not unknown):
            self.soft_bound = now.price
            return
        reach = self._tier().reach
        tables = self.given.tables_matter
        limit = at_most(self.given, amounts(self.given, reach, tables=tables), self.cost)
        problem = question(self.given, reach, [limit], tables=tables, soft=True)
        outcome = self._solve(problem.replace(hint=self.best), share=1.0)
        levels = [level for level, _ in now.soft]
        self.soft_bound = tuple(outcome.bounds.get(level + CHANGES, 0) for level in levels)
        if not outcome.facts:
            return
        found = self._named_tables(schedule_of(problem, outcome.facts))
        report = self.report(found)
        if report.holds and report.price < now.price and self._cost_of(found) <= self.cost:
            self.best = found

    def _named_tables(self, schedule: Schedule) -> Schedule:
        """Where no rule speaks of tables they stay as they were."""
        return schedule if self.given.tables_matter else reseated(self.given, schedule)

    def _ask(self, reach: Reach, *, other: Schedule | None = None) -> _Answer:
        """The least change within a reach that costs no more than the best, and gives another
        schedule than ``other``.

        Tables are left alone first. That is a relaxation, so its "none" counts; and its answer counts
        where the published tables can stay.
        """
        if not self._tables_apart(other):
            return self._asked(reach, other, tables=True)
        answer = self._asked(reach, other, tables=False)
        if answer.bound is None or not self.given.tables_matter or self.stopped:
            return answer
        if answer.schedule is not None and self.report(answer.schedule).holds:
            return answer
        full = self._asked(reach, other, tables=True)
        if full.bound is None:
            return full
        return replace(full, bound=max(full.bound, answer.bound))

    def _tables_apart(self, other: Schedule | None) -> bool:
        """True when a schedule other than ``other``, as cheap, has another match, side or round: where
        pairs meet once and ``other`` keeps all tables, another table alone would be a further change."""
        if other is None:
            return True
        kept = all(c.kind != "table" for c in account(self.given, other))
        return kept and all(self.given.settled) and not self.given.missing

    def _asked(self, reach: Reach, other: Schedule | None, *, tables: bool) -> _Answer:
        given, unavoidable = self.given, self.given.unavoidable
        ways = amounts(given, reach, tables=tables)
        further = priced(given, ways)
        if self.best is not None:
            further.append(at_most(given, ways, self.cost))
        if other is not None:
            further.append(other_than(given, other, tables=tables))
        problem = question(given, reach, further, tables=tables)
        if size_of(problem) > _MOST_OPEN:
            return _Answer(None, 0, unavoidable)
        hint = self.best if other is None and self.best is not None else given.table
        outcome = self._solve(problem.replace(hint=hint), share=0.5)
        if outcome.status == "infeasible":
            return _Answer(None, 0, None)
        bound = unavoidable + outcome.bounds.get(CHANGES, 0)
        if not outcome.facts:
            return _Answer(None, 0, bound)
        schedule = schedule_of(problem, outcome.facts)
        if not tables:
            schedule = reseated(given, schedule)
        return _Answer(schedule, self._cost_of(schedule), bound)

    def _solve(self, problem: Problem, *, share: float) -> Outcome:
        from scheduler.solve.cpsat import solve

        left = self._left()
        seconds = None if left is None else max(0.5, left * share)
        outcome = solve(problem, replace(self.limits, seconds=seconds))
        self.stopped |= outcome.interrupted
        return outcome

    def _left(self) -> float | None:
        if self.limits.seconds is None:
            return None
        return self.limits.seconds - (monotonic() - self.start)

    def _over(self) -> bool:
        left = self._left()
        return self.stopped or (left is not None and left <= 0)

    def _clash(self, reach: Reach) -> Clashing:
        """Why nothing obeys: the clash of fewer rules, if they clash already, is found sooner.

        No promise here: it rests on rules that the clash must name.
        """
        given = self.given
        whole = question(given, reach, (), tables=given.tables_matter).replace(plays=None)
        plain = [
            tuple(s for s in whole.stated if all(
                given.space[term.family].define is None for term in s.count.terms
            ) and (tables or not speaks_of(given.space, s, "at")))
            for tables in (False, True)
        ]
        error = Clashing("the hard rules cannot hold together")
        for stated in [*plain, whole.stated]:
            left = self._left()
            limits = replace(self.limits, seconds=None if left is None else max(1.0, left))
            error = clash_of(whole.replace(stated=stated), limits)
            if error.clash:
                break
        return error

    def _nothing(self) -> Interrupted | TimeUp:
        if self.stopped:
            return Interrupted("stopped before any repair was found")
        return TimeUp(
            "no repair was found in time, and none was shown impossible",
            maybe="allow more time (--time-limit), or price one of the rules instead of asking it hard.",
        )


