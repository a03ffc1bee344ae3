"""The least change of a draw: who must move is counted, where they go is decided by the rulebook.

What is minimised, level before level: entrants who leave their lines; lines that were to stay empty and
are taken; deviations from hard rules (none, where the rules are to be obeyed); the rulebook's prices.

* In place, hard rules priced. Nobody moves but those who are sent to another line and those whose lines
  these take. That is no more than every draw with these demands needs, so it is the fewest, and since
  anybody else who moved would be one more, all others are where they were. Who is loose goes to the
  vacant lines, and to empty ones only when these are full: the fewest again. What is left is a choice
  among few places, tried one by one or given to the solver.
* Obedient, hard rules kept. Everybody who has not played is open; the solver counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, permutations
from math import comb, perm

import numpy as np

from scheduler.event import BYE, Draw, Event, Report, Stage
from scheduler.facts import DrawFrame, Ids, Space, draw_facts, draw_space
from scheduler.formats.knockout import check, frame_of_draw
from scheduler.formats.knockout.frame import rulebook_for, size_of
from scheduler.repair.draws_case import Case
from scheduler.rules import Row, Rulebook, RuleUse, Stated, from_rows, read_uses
from scheduler.rules.placement import bye_lines
from scheduler.solve.problem import Limits, Outcome, Problem
from scheduler.verify import verify

__all__ = [
    "MOST_LINES", "STRUCTURE", "Ground", "Least", "changes", "in_place", "lines_of", "obedient", "problem_of",
]

MOST_LINES = 128
"""Up to here the solver is given a whole draw."""

_TRIED = 400
_SOLVED = 1_024
STRUCTURE = ("one-line-each", "one-a-line")
"""Rules without which lines are no draw."""


@dataclass(frozen=True)
class Least:
    """Lines (published numbers) with what is proven: ``bound`` on the entrants who move, and whether
    all levels are at their best. ``clash``: that no draw obeys is proven, and ``lines`` are empty."""

    lines: tuple[int, ...]
    moved: tuple[int, ...] = ()
    bound: int = 0
    optimal: bool = False
    clash: bool = False


@dataclass(frozen=True)
class Ground:
    """A case with its rules in the terms of the kernel, where who takes part is numbered 1..m."""

    case: Case
    rulebook: Rulebook
    number: Mapping[int, int] = field(default_factory=dict)

    @classmethod
    def of(cls, case: Case, rulebook: Rulebook) -> Ground:
        """The ground of a case."""
        return cls(case, rulebook, {e: k for k, e in enumerate(case.present, 1)})

    @cached_property
    def event(self) -> Event:
        """The event of those who take part, renumbered; seeds are those of the draw."""
        everybody = {e.number: e for e in self.case.event.entrants}
        return replace(self.case.event, entrants=tuple(
            replace(everybody[e], number=k, seed=0) for e, k in self.number.items()
        ))

    @cached_property
    def stage(self) -> Stage:
        """The stage, its rules about the new numbers; rules about those who left are gone."""
        stage = self.case.stage or Stage("knockout")
        rules = [self._restated(rule) for rule in stage.rules]
        options = {k: v for k, v in stage.options.items() if k not in ("seeds", "size", "earlier")}
        options["earlier"] = [
            pair for pair in map(self._numbers, stage.options.get("earlier", ())) if len(pair) == 2
        ]
        if self.case.play_in:
            options["size"] = "nearest"
        elif self.case.size < 2 * size_of(max(2, len(self.number))).lines:
            options["size"] = self.case.size
        return Stage("knockout", stage.model, options=options, rules=tuple(r for r in rules if r))

    def _numbers(self, named: Sequence[int | str]) -> list[int]:
        names = {e.name: e.number for e in self.case.event.entrants}
        known = (names.get(x, 0) if isinstance(x, str) else x for x in named)
        return [self.number[e] for e in known if e in self.number]

    def _restated(self, rule: Mapping[str, object]) -> dict[str, object]:
        out = dict(rule)
        for key in ("entrant", "entrants"):
            value = out.get(key)
            if isinstance(value, int | str):
                value = [value]
            if isinstance(value, list | tuple):
                here = self._numbers(value)
                if not here or len(here) < min(2, len(value)):
                    return {}
                out[key] = here[0] if key == "entrant" else here
        return out

    def draw(self, lines: Sequence[int]) -> Draw:
        """Lines in published numbers as a draw of the new ones."""
        seeds = tuple(self.number.get(s, 0) for s in self.case.seeds)
        return Draw(tuple(self.number.get(e, BYE) for e in lines), len(self.number), seeds)

    @cached_property
    def frame(self) -> DrawFrame:
        """The frame of those who take part."""
        return frame_of_draw(self.draw((BYE,) * self.case.size), self.event, self.stage)

    @cached_property
    def space(self) -> Space:
        """The facts."""
        return draw_space(self.frame)

    @cached_property
    def stated(self) -> tuple[Stated, ...]:
        """The rulebook's counts, with those without which lines are no draw."""
        rules = rulebook_for(self.rulebook, self.event, self.stage)
        missing = [{"id": name} for name in STRUCTURE if rules.find(name) is None]
        return rules.adding(read_uses(missing)).stated(self.space, self.frame)

    def judge(self, lines: Sequence[int]) -> tuple[int, tuple[int, ...]]:
        """(hard deviations, prices) of lines."""
        report = verify(self.space, self.stated, draw_facts(self.space, self.draw(lines)))
        return report.hard, report.price

    def report(self, lines: Sequence[int]) -> Report:
        """The verdict, about published numbers."""
        found = check(self.draw(lines), self.rulebook, self.event, self.stage)
        back = (0, *self.case.present)
        return replace(found, violations=tuple(
            replace(v, subject=tuple(back[x] for x in v.subject)) for v in found.violations
        ))

    def moved(self, lines: Sequence[int]) -> tuple[int, ...]:
        """Who is on none of the lines he had."""
        line_of = {e: i for i, e in enumerate(lines, 1) if e != BYE}
        return tuple(e for e, homes in self.case.homes.items() if homes and line_of[e] not in homes)


@dataclass(frozen=True)
class _Loose:
    """Who is where he must be (``held``: line to number), who is not, and the lines for them."""

    held: Mapping[int, int]
    loose: tuple[int, ...]
    vacant: tuple[int, ...]
    empty: tuple[int, ...]

    @property
    def filled(self) -> int:
        """How many lines that were to stay empty are taken."""
        return max(0, len(self.loose) - len(self.vacant))

    @property
    def choices(self) -> int:
        """At most so many ways."""
        k, h = len(self.loose), len(self.vacant)
        return perm(h, k) if k <= h else comb(len(self.empty), k - h) * perm(k, k)


def _loose(case: Case) -> _Loose:
    taken = {line: e for e, line in case.pins.items()}
    held, loose = dict(taken), []
    for e, homes in case.homes.items():
        if e in case.pins:
            continue
        free = [i for i in homes if i not in taken]
        if free and len(homes) == 1 + case.play_in:
            held[free[0]] = e
        else:
            loose.append(e)
    held |= {i: case.before[i - 1] for i in case.frozen}
    empty = tuple(i for i in case.empty if i not in held)
    vacant = tuple(i for i in range(1, case.size + 1) if i not in held and i not in empty)
    return _Loose(held, tuple(loose), vacant, empty)


def in_place(ground: Ground, limits: Limits) -> Least:
    """The draw in which the fewest move, whatever rules that breaks; fewest breaks after that."""
    case = ground.case
    what = _loose(case)
    if what.choices <= _TRIED:
        lines, optimal = min(_ways(case, what), key=ground.judge), True
    else:
        lines, optimal = _chosen(ground, what, limits)
    moved = ground.moved(lines)
    if case.play_in and optimal:
        # The two lines of a match are not both tried for those who stay.
        hard, price = ground.judge(lines)
        optimal = not hard and not any(price)
    return Least(lines, moved, len(moved), optimal)


def _ways(case: Case, what: _Loose) -> Iterator[tuple[int, ...]]:
    """Every way to put the loose ones on vacant lines first, then on empty ones."""
    k, h = len(what.loose), len(what.vacant)
    for extra in combinations(what.empty, max(0, k - h)):
        for places in permutations((*what.vacant, *extra), k):
            if all(_may(case, e, i) for e, i in zip(what.loose, places, strict=True)):
                yield _written(case, what, zip(what.loose, places, strict=True))


def _may(case: Case, e: int, line: int) -> bool:
    """Who stood on several lines keeps one of them, unless others were sent to all."""
    left = [i for i in case.homes[e] if i not in case.pins.values()]
    return not left or line in left


def _written(case: Case, what: _Loose, pairs: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    lines = [BYE] * case.size
    for i, e in what.held.items():
        lines[i - 1] = e
    for e, i in pairs:
        lines[i - 1] = e
    return tuple(lines)


def _chosen(ground: Ground, what: _Loose, limits: Limits) -> tuple[tuple[int, ...], bool]:
    """Many loose ones: by the solver, else one after another to the line that costs least."""
    case = ground.case
    if case.size <= _SOLVED:
        outcome = _solved(ground, what, limits)
        if outcome.facts:
            return lines_of(ground, outcome), outcome.status == "optimal"
    left = [*what.vacant, *_dearest_last(ground, what.empty)[: what.filled]]
    lines = _written(case, what, ())
    # Those bound to certain lines first: the others must not take these away.
    for e in sorted(what.loose, key=lambda e: not case.homes[e]):
        fitting = [i for i in left if _may(case, e, i)]
        line = fitting[0] if case.size > _SOLVED else min(
            fitting, key=lambda i: ground.judge((*lines[: i - 1], e, *lines[i:]))
        )
        left.remove(line)
        lines = (*lines[: line - 1], e, *lines[line:])
    return lines, False


def _dearest_last(ground: Ground, empty: Sequence[int]) -> list[int]:
    """Empty lines in the order in which they are given up: those beside the strongest last."""
    case = ground.case
    rules = rulebook_for(ground.rulebook, ground.event, ground.stage)
    use = rules.find("byes-placed")
    scheme = str(use.params["scheme"]) if use is not None else "alternating"
    order = {i: k for k, i in enumerate(bye_lines(scheme, case.size, case.size // 2))}
    place = {s: k for k, s in enumerate(case.seeds) if s}

    def worth(line: int) -> tuple[int, int]:
        beside = case.before[(line - 1) ^ 1]
        return place.get(beside, case.size), order.get(line, case.size)

    return sorted(empty, key=worth, reverse=True)


def _solved(ground: Ground, what: _Loose, limits: Limits) -> Outcome:
    """The loose ones placed by the solver, hard rules priced first."""
    from scheduler.solve.cpsat import solve

    case = ground.case
    places = (*what.vacant, *(what.empty if what.filled else ()))
    pairs = [(e, i) for e in what.loose for i in places if _may(case, e, i)]
    byes = what.empty if what.filled else what.vacant if len(what.loose) < len(what.vacant) else ()
    known_byes = () if what.filled else what.empty
    stated = tuple(_priced(s) for s in ground.stated)
    return solve(problem_of(ground, stated, pairs, byes, what.held, known_byes), limits)


def obedient(ground: Ground, limits: Limits) -> Least:
    """The draw that obeys the hard rules in which the fewest move; nothing found gives no lines."""
    from scheduler.solve.cpsat import solve

    case = ground.case
    held = {i: case.before[i - 1] for i in case.frozen} | {i: e for e, i in case.pins.items()}
    lines = [i for i in range(1, case.size + 1) if i not in held]
    placed = set(held.values())
    open_ = [e for e in case.present if e not in placed]
    problem = problem_of(
        ground, (*changes(ground), *(_later(s, 2) for s in ground.stated)),
        [(e, i) for e in open_ for i in lines], lines, held, (),
    )
    outcome = solve(problem, limits)
    if not outcome.facts:
        return Least((), clash=outcome.status == "infeasible")
    found = lines_of(ground, outcome)
    moved = ground.moved(found)
    sent = sum(case.homes[e] != () and i not in case.homes[e] for i, e in held.items() if e in case.homes)
    return Least(found, moved, outcome.bounds.get(1, 0) + sent, outcome.status == "optimal")


def changes(ground: Ground) -> list[Stated]:
    """Entrants who move at the first level, empty lines that are taken at the second."""
    case, stands, bye = ground.case, ground.space["stands"], ground.space["bye"]
    stay = [
        Row((k,), (), stands.ids(k - 1, np.array(case.homes[e]) - 1), 1)
        for e, k in ground.number.items()
        if case.homes[e] and e not in case.pins
    ]
    idle = [Row((), (), bye.ids(np.array([i - 1])), 1) for i in case.empty]
    return [
        Stated(RuleUse(name, level=level, price=(1,)), from_rows(ground.space, rows))
        for name, level, rows in (("stay", 1, stay), ("stay empty", 2, idle)) if rows
    ]


def _later(entry: Stated, by: int) -> Stated:
    use = entry.use
    return entry if use.hard else replace(entry, use=replace(use, level=use.level + by))


def _priced(entry: Stated) -> Stated:
    """A hard rule priced before everything else, unless lines without it are no draw."""
    if not entry.use.hard:
        return _later(entry, 1)
    if entry.use.id in STRUCTURE:
        return entry
    return replace(entry, use=replace(entry.use, level=1, price=(1,)))


def problem_of(
    ground: Ground, stated: tuple[Stated, ...], pairs: Sequence[tuple[int, int]], byes: Sequence[int],
    held: Mapping[int, int], known_byes: Sequence[int],
) -> Problem:
    """The problem in which ``pairs`` (entrant, line) and ``byes`` are open and ``held`` lines known."""
    stands, bye = ground.space["stands"], ground.space["bye"]

    def at(some: Sequence[tuple[int, int]]) -> Ids:
        numbers = np.array([ground.number[e] - 1 for e, _ in some], dtype=np.int64)
        return np.sort(stands.ids(numbers, np.array([i - 1 for _, i in some], dtype=np.int64)))

    def idle(some: Sequence[int]) -> Ids:
        return bye.ids(np.array(sorted(some), dtype=np.int64) - 1)

    return Problem(
        ground.space, ground.frame, stated, {"stands": at(pairs), "bye": idle(byes)},
        {"stands": at([(e, i) for i, e in held.items() if e in ground.number]),
         "bye": idle([*known_byes, *(i for i, e in held.items() if e not in ground.number)])},
    )


def lines_of(ground: Ground, outcome: Outcome) -> tuple[int, ...]:
    """The lines, in published numbers, of what the solver found."""
    lines = [BYE] * ground.case.size
    who, where = ground.space["stands"].coords(outcome.facts["stands"])
    for k, i in zip(who.tolist(), where.tolist(), strict=True):
        lines[i] = ground.case.present[k]
    return tuple(lines)
