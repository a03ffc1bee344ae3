"""The map: which engine for which shape of problem. Every answer leaves here verified.

1. A construction that obeys every rule at no price is the answer: no solver is even imported.
2. Otherwise the best construction is taken apart: its home sides are freed, then its tables.
3. Then everything is free: first who plays whom and where, then the tables, then all together.
4. Where the hard rules cannot hold together, the answer is the clash, named.

An engine's answer replaces the one before only where the verifier says that it is better.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from time import monotonic

from scheduler.errors import Interrupted, NoAnswer, TimeUp
from scheduler.event import Report, Result, Schedule
from scheduler.rules import RuleUse
from scheduler.solve.freed import about_tables, freed, sideless
from scheduler.solve.problem import Limits, Outcome, Problem, schedule_of
from scheduler.solve.window import about, named_entrants, named_rounds, window
from scheduler.verify import verify

__all__ = ["Candidate", "Clashing", "advised", "arrange", "clash_of", "freed"]

_MOST_OPEN = 400_000
"""Open facts beyond which a model with everything free is not worth building."""
_MOST_LOOKED_AT = 40_000
"""Matches in the few rounds that are looked at closely before all rounds are."""
_MOST_FREED = 4
"""Constructions whose sides or tables are freed, the most promising first."""
_LARGE = 1_000
"""Matches beyond which only the sides near a request are freed."""
_SECONDS_TO_ADVISE = 5.0
"""Seconds given to each relaxation that is tried for an advice."""
_STRUCTURE = ("meet-each", "once-a-round", "one-table-a-match", "one-match-a-table", "each-way")


@dataclass(frozen=True)
class Candidate:
    """A construction to try. ``make`` returns None where it does not apply."""

    name: str
    make: Callable[[], Schedule | None]


class _Infeasible(Exception):
    """A part of the problem was proven to have no answer."""

    def __init__(self, problem: Problem) -> None:
        super().__init__()
        self.problem = problem


@dataclass(frozen=True)
class _Best:
    schedule: Schedule
    report: Report
    engine: str

    @property
    def rank(self) -> tuple[int, tuple[int, ...]]:
        return self.report.hard, self.report.price


def arrange(
    problem: Problem,
    candidates: Sequence[Candidate],
    limits: Limits,
    *,
    everything: Callable[[], Problem] | None,
    bounds: Mapping[int, int] | None = None,
) -> Result:
    """The best schedule under the problem's counts, verified.

    ``everything()`` is the problem with all its facts open; it is called only when needed. None keeps
    to the constructions, sides and tables apart. ``bounds`` are lower bounds of levels that a theorem
    gives. Raises NoAnswer with the clash, TimeUp or
    Interrupted where nothing obeys the hard rules.
    """
    search = _Search(problem, limits, dict(bounds or {}))
    try:
        search.construct(candidates)
        if everything is not None:
            search.look_closely(everything)
        for sides, tables in ((True, False), (False, True), (True, True)):
            search.free(sides=sides, tables=tables)
        if everything is None:
            search.keep_to_construction()
        elif not search.settled:
            search.widen(everything)
        return search.result()
    except _Infeasible as found:
        if not limits.explain:
            raise NoAnswer("the hard rules cannot hold together") from None
        raise clash_of(found.problem, limits) from None


def advised(
    attempt: Callable[[tuple[RuleUse, ...], Limits], Result], uses: tuple[RuleUse, ...], limits: Limits
) -> Result:
    """``attempt(uses, limits)``; where it clashes, the error's advice names the cheapest relaxation that
    was tried and found to work: the event's own rules are tried first, the structure never."""
    try:
        return attempt(uses, limits)
    except Clashing as error:
        wishes = [u for u in error.uses if u.id not in _STRUCTURE]
        seconds = min(_SECONDS_TO_ADVISE, limits.seconds or _SECONDS_TO_ADVISE)
        for use in sorted(wishes, key=lambda u: bool(u.clause)):
            short = replace(limits, seconds=seconds, progress=None, explain=False)
            try:
                attempt(tuple(u for u in uses if u is not use), short)
            except (NoAnswer, TimeUp, Interrupted):
                continue
            where = f" ({use.where})" if use.where else ""
            error.maybe = f'drop or price "{use.id}"{where}: without it a schedule was found.'
            break
        raise


class _Search:
    """The best so far, and what has been proven."""

    def __init__(self, problem: Problem, limits: Limits, bounds: dict[int, int]) -> None:
        self.problem = problem
        self.limits = limits
        self.start = monotonic()
        self.made: list[_Best] = []
        self.best: _Best | None = None
        self.bounds = bounds
        self.stopped = self.too_large = False

    @property
    def bound(self) -> tuple[int, ...]:
        levels = sorted({s.use.level for s in self.problem.stated if not s.use.hard})
        return tuple(self.bounds.get(level, 0) for level in levels)

    @property
    def settled(self) -> bool:
        """True when the best obeys and cannot be bettered, or the time is up, or the user has stopped."""
        best, left = self.best, self.left()
        if self.stopped or best is None:
            return self.stopped
        late = left is not None and left <= 0  # making and compiling take time of their own
        return best.rank <= (0, self.bound) or (late and not best.report.hard)

    def left(self) -> float | None:
        """Seconds left, None without a limit."""
        if self.limits.seconds is None:
            return None
        return self.limits.seconds - (monotonic() - self.start)

    def offer(self, schedule: Schedule, engine: str) -> _Best:
        """Verify a schedule, and keep it where it is better than the best."""
        found = _Best(schedule, verify(self.problem.space, self.problem.stated, schedule), engine)
        if self.best is None or found.rank < self.best.rank:
            self.best = found
            if self.limits.progress and not found.report.hard:
                self.limits.progress(0, 0, 0, monotonic() - self.start)
        return found

    def construct(self, candidates: Sequence[Candidate]) -> None:
        """Offer the constructions in order, until one leaves nothing to wish for."""
        for candidate in candidates:
            if self.settled:
                return
            schedule = candidate.make()
            if schedule is not None:
                self.made.append(self.offer(schedule, candidate.name))

    def free(self, *, sides: bool, tables: bool) -> None:
        """Free sides or tables of what has been made, the most promising first."""
        words = " and ".join([*(["sides"] * sides), *(["tables"] * tables)])
        helpful = [m for m in self.made if self._could_help(m, sides=sides, tables=tables)]
        for made in sorted(helpful, key=lambda b: b.rank)[:_MOST_FREED]:
            if self.settled:
                return
            near = () if tables or len(made.schedule) < _LARGE else self._near()
            part = freed(self.problem, made.schedule, sides=sides, tables=tables, near=near)
            if sum(len(ids) for ids in part.open.values()) > _MOST_OPEN:
                return
            outcome = self._solve(part, share=0.2)
            if outcome.facts:
                engine = f"{made.engine} + CP-SAT ({words})"
                self.made.append(self.offer(schedule_of(part, outcome.facts), engine))

    def _near(self) -> tuple[int, ...]:
        """The rounds that requests name, with two on either side: sides elsewhere need not change."""
        named = named_rounds(self.problem)
        last = self.problem.timetable.rounds
        return tuple(sorted({s for r in named for s in range(max(1, r - 2), min(last, r + 2) + 1)}))

    def _could_help(self, made: _Best, *, sides: bool, tables: bool) -> bool:
        """Whether freeing these could mend the first level that leaves something to wish for."""
        if made.report.hard:
            return not _fixed(self.problem, made)
        if sides and tables:
            return False  # one after the other has been tried
        soft = zip(made.report.soft, self.bound, strict=True)
        unmet = next((level for (level, cost), least in soft if cost > least), 0)
        broken = {v.rule for v in made.report.violations if v.level == unmet}
        entries = [s for s in self.problem.stated if s.use.level == unmet and s.use.id in broken]
        if tables:
            return any(about_tables(s) for s in entries)
        return any(not sideless(self.problem, s, made.schedule) for s in entries)

    def look_closely(self, everything: Callable[[], Problem]) -> None:
        """Ask whether the rounds that requests name can be met at all, and then what they ask of the
        entrants they name, whatever the others do; tables apart."""
        rounds = named_rounds(self.problem)
        most = max(1, _MOST_LOOKED_AT // self.problem.timetable.entrants**2)
        if self.settled or not rounds or (self.best is not None and not self.best.report.hard):
            return
        part = window(self.problem, rounds[:most])
        self._closed(self._solve(part, share=0.2), part)
        named = named_entrants(self.problem)
        if named and self.problem.space["plays"].size <= _MOST_OPEN // 4:
            part = about(everything(), named)
            self._closed(self._solve(part, share=0.2), part)

    def widen(self, everything: Callable[[], Problem]) -> None:
        """Everything open: first without tables, which bounds the rest, then all together."""
        size = sum(self.problem.space[name].size for name in ("plays", "at"))
        if size > _MOST_OPEN:
            self.too_large = True
            return
        whole = everything()
        part = whole.replace(stated=tuple(s for s in whole.stated if not about_tables(s)))
        if len(part.stated) < len(whole.stated):
            outcome = self._solve(part.replace(hint=self._hint()), share=0.5)
            self._closed(outcome, part)
            self._raise_bounds(outcome)
            if outcome.facts:
                self._seat(whole, schedule_of(part, outcome.facts))
        if not self.settled:
            outcome = self._solve(whole.replace(hint=self._hint()), share=1.0)
            self._closed(outcome, whole)
            self._raise_bounds(outcome)
            if outcome.facts:
                self.offer(schedule_of(whole, outcome.facts), "CP-SAT")

    def keep_to_construction(self) -> None:
        """NoAnswer where the constructions as such cannot be made to obey."""
        best = self.best
        if best is not None and best.report.hard and not self.stopped:
            broken = [v for v in best.report.violations if v.level == 0]
            rules = ", ".join(dict.fromkeys(f"{v.rule} ({v.clause})" for v in broken))
            raise NoAnswer(
                f"{best.engine} breaks {len(broken)} demands, and neither other sides nor other tables "
                f"were found that mend it: {rules}",
                maybe="leave the method out, or take --model plain-round-robin, which asks for no more.",
            )

    def _seat(self, whole: Problem, schedule: Schedule) -> None:
        part = freed(whole, schedule, sides=False, tables=True).replace(hint=None)
        outcome = self._solve(part, share=0.5)
        if outcome.facts:
            self.offer(schedule_of(part, outcome.facts), "CP-SAT, tables after matches")

    def _hint(self) -> Schedule | None:
        return self.best.schedule if self.best else None

    def _solve(self, problem: Problem, *, share: float) -> Outcome:
        from scheduler.solve.cpsat import solve

        left = self.left()
        if self.stopped or (left is not None and left <= 0):
            return Outcome("unknown")
        seconds = None if left is None else max(1.0, left * share)
        limits = Limits(seconds, self.limits.workers, self.limits.seed, self.limits.progress)
        outcome = solve(problem, limits)
        self.stopped |= outcome.interrupted
        return outcome

    def _raise_bounds(self, outcome: Outcome) -> None:
        """Take over proven bounds; a later level's holds only while the earlier ones are met."""
        if outcome.bounds and tuple(outcome.bounds.values()) > tuple(
            self.bounds.get(level, 0) for level in outcome.bounds
        ):
            self.bounds |= outcome.bounds

    def _closed(self, outcome: Outcome, problem: Problem) -> None:
        if outcome.status == "infeasible":
            raise _Infeasible(problem)

    def result(self) -> Result:
        """The result, or the error that says why there is none."""
        best = self.best
        if best is None or best.report.hard:
            if self.stopped:
                raise Interrupted("stopped before any schedule obeyed the rules")
            if self.too_large:
                raise TimeUp(
                    "no construction obeys the rules, and the field is too large to search without one",
                    maybe="ask for less, price a rule instead of asking it hard, or split the field.",
                )
            raise TimeUp(
                "no schedule that obeys the rules was found in time, and none was shown impossible",
                maybe="allow more time (--time-limit), or price one of the rules instead of asking it hard.",
            )
        proven = best.rank <= (0, self.bound)
        status = "optimal" if proven else "interrupted" if self.stopped else "feasible"
        return Result(
            status, best.schedule, best.report, best.engine, self.bound,
            monotonic() - self.start, self.limits.seed,
        )


def _fixed(problem: Problem, made: _Best) -> bool:
    """True when a broken hard count stays broken whatever the sides and tables."""
    broken = {v.rule for v in made.report.violations if v.level == 0}
    return any(
        entry.use.hard and entry.use.id in broken and not about_tables(entry)
        and sideless(problem, entry, made.schedule)
        and verify(problem.space, [entry], made.schedule).hard
        for entry in problem.stated
    )


class Clashing(NoAnswer):
    """NoAnswer that remembers its clash: the rule uses, and the members within ``problem``, which may be
    the part of the whole that was found to have no answer."""

    uses: tuple[RuleUse, ...] = ()
    members: tuple[tuple[int, int], ...] = ()
    problem: Problem | None = None


def clash_of(problem: Problem, limits: Limits) -> Clashing:
    """The error that names a clash of the hard rules, without advice."""
    from scheduler.solve.explain import explain, in_words

    try:
        clash = explain(problem, limits)
    except TimeoutError:
        clash = None
    if clash is None:
        return Clashing("the hard rules cannot hold together; which of them was not found in time")
    uses, lines = in_words(problem, clash)
    how = "none of them can be left out" if clash.minimal else "reduced, not proven minimal"
    error = Clashing(
        "one demand cannot be met by itself" if len(clash.members) == 1 else
        f"these {len(clash.members)} demands cannot hold together ({how})",
        clash=lines,
        minimal=clash.minimal,
    )
    error.uses, error.problem = uses, problem
    error.members = tuple((m.index, m.row) for m in clash.members)
    return error
