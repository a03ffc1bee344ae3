"""Sequences of matches as CP-SAT literals: sums, breaks, steps from match to match, peaks, away trips.

Where it is promised who plays in which round, the match before is the one of the round before. Elsewhere
a chain of states carries the last mark from round to round. No actor plays twice in a round here: a
schedule that is asked for does not, whatever the verifier makes of one that does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from ortools.sat.python import cp_model

from scheduler.facts import Family, Link
from scheduler.facts.connectives import Again, Follow, Nth, Peak, Repeat, Sum, Trip

if TYPE_CHECKING:
    from scheduler.solve.literals import Literal, Literals

__all__ = ["sequence_literals"]

Marks = dict[int, "Literal"]
"""mark -> the literal that the match has it."""


def sequence_literals(literals: Literals, family: Family) -> dict[int, Literal] | None:
    """The literals of a family about sequences, by id; None where it is of another kind."""
    match family.define:
        case Sum(links):
            return {i: _sum(literals, family, i, s) for i, s in literals.sources(family, links).items()}
        case Nth(matches):
            return dict(_nth(literals, family, _Sequences(literals, family, matches)))
        case Repeat(matches):
            return dict(_repeat(literals, family, _Sequences(literals, family, matches)))
        case Follow() as follow:
            return dict(_follow(literals, family, follow))
        case Trip() as trip:
            return dict(_trips(literals, family, trip))
        case Again() as again:
            return dict(_again(literals, family, again))
        case Peak() as peak:
            return dict(_peak(literals, family, peak))
    return None


def _sum(literals: Literals, family: Family, id: int, sources: list[Literal]) -> Literal:
    free = [x for x in sources if not isinstance(x, int)]
    known = len(sources) - len(free)
    if not free:
        return known
    if len(free) == 1 and not known:
        return free[0]
    most = len(free)
    promise = literals.problem.plays
    if promise is not None and family.axes == ("entrant", "round") and not known:
        e, r = (int(c[0]) for c in family.coords(np.array([id]))[:2])
        most = 1 if promise[e, r] else most
    total = literals.model.new_int_var(known, known + most, "")
    literals.model.add(cp_model.LinearExpr.sum(free) + known == total)
    return total


@dataclass(frozen=True)
class _Round:
    """A round of a sequence: which marks the match in it may have, what the match before it has, and
    that there is none before. ``busy`` says that there is a match in this round (None: no such fact)."""

    round: int
    marks: Marks
    before: Marks
    fresh: Literal | None
    busy: Literal | None


class _Sequences:
    """The sequences that a link projects from matches."""

    def __init__(self, literals: Literals, family: Family, link: Link) -> None:
        self.literals = literals
        source = literals.of(link.family)
        coords = literals.problem.space[link.family].coords(source.ids)
        self.rounds = literals.problem.space[link.family].shape[-1]
        self.promise = literals.problem.plays if family.axes[0] == "entrant" else None
        targets = link.to(*coords)
        found: dict[int, dict[int, dict[int, list[Literal]]]] = {}
        for target in targets if isinstance(targets, list) else [targets]:
            columns = [c.tolist() for c in np.broadcast_arrays(*target)]
            for actor, mark, when, literal in zip(*columns, source.literals, strict=True):
                if actor >= 0 and (
                        self.promise is None or self.promise[actor, when] or self._unsure(actor, when)):
                    at = found.setdefault(actor, {}).setdefault(when, {})
                    at.setdefault(mark, []).append(literal)
        self.marks = {
            actor: {
                r: {m: literals.any_of(x) for m, x in sorted(at.items())}
                for r, at in sorted(rounds.items())
            }
            for actor, rounds in sorted(found.items())
        }

    def busy(self, actor: int, r: int, marks: Marks) -> Literal | None:
        """Whether the actor has a match in round r: 1 where that is promised, None where it has none."""
        if not marks:
            return None
        if self.promise is not None and not self._unsure(actor, r):
            return 1
        return self.literals.any_of(list(marks.values()))

    def _unsure(self, actor: int, r: int) -> bool:
        """True where the promise leaves it open whether the actor plays."""
        unsure = self.literals.problem.unsure
        return unsure is not None and bool(unsure[actor, r])

    def walk(self, actor: int, start: Mapping[int, Literal] | None = None) -> Iterator[_Round]:
        """The rounds in which the actor may have a match, in order; at the end the state after all,
        as a round without marks. ``start`` is what the first match follows."""
        before: Marks = dict(start or {})
        fresh: Literal | None = 1
        for r, marks in self.marks[actor].items():
            busy = self.busy(actor, r, marks)
            yield _Round(r, marks, before, fresh, busy)
            before = self._after(before, marks, busy)
            fresh = self._kept(fresh, busy)
        yield _Round(self.rounds, {}, before, fresh, None)

    def _after(self, before: Marks, marks: Marks, busy: Literal | None) -> Marks:
        out: dict[int, list[Literal]] = {m: [x] for m, x in marks.items()}
        for m, state in before.items():
            kept = self._kept(state, busy)
            if kept is not None:
                out.setdefault(m, []).append(kept)
        return {m: self.literals.any_of(x) for m, x in sorted(out.items())}

    def _kept(self, state: Literal | None, busy: Literal | None) -> Literal | None:
        """The state if no match ends it; None where one surely does."""
        if state is None or busy is None:
            return state
        if isinstance(busy, int):
            return None
        return self.literals.all_of([state, self.literals.negated(busy)])


def _nth(literals: Literals, family: Family, sequences: _Sequences) -> Iterator[tuple[int, Literal]]:
    _, _, length = family.shape
    for actor in sequences.marks:
        before: Marks = {0: 1}
        found: dict[tuple[int, int], list[Literal]] = {}
        for step in sequences.walk(actor):
            after: dict[int, list[Literal]] = {}
            for i, state in before.items():
                for mark, literal in step.marks.items():
                    found.setdefault((mark, i), []).append(literals.all_of([state, literal]))
                if step.busy is not None and i + 1 < length:
                    after.setdefault(i + 1, []).append(literals.all_of([state, step.busy]))
                if step.busy is not None and not isinstance(step.busy, int):
                    idle = literals.all_of([state, literals.negated(step.busy)])
                    after.setdefault(i, []).append(idle)
            before = {i: literals.any_of(x) for i, x in after.items()} if step.marks else before
        for (mark, i), sources in found.items():
            yield family.id_at(actor, mark, i), literals.any_of(sources)


def _repeat(literals: Literals, family: Family, sequences: _Sequences) -> Iterator[tuple[int, Literal]]:
    for actor in sequences.marks:
        for step in sequences.walk(actor):
            for mark, literal in step.marks.items():
                if mark in step.before:
                    both = literals.all_of([step.before[mark], literal])
                    yield family.id_at(actor, mark, step.round), both


def _follow(literals: Literals, family: Family, follow: Follow) -> Iterator[tuple[int, Literal]]:
    sequences = _Sequences(literals, family, follow.matches)
    for actor in sequences.marks:
        steps = list(sequences.walk(actor, {actor: 1} if follow.start == "own" else None))
        final = steps.pop()
        found: dict[int, list[Literal]] = {}
        for step in steps:
            for after, literal in step.marks.items():
                ways = [([state, literal], before) for before, state in step.before.items()]
                if follow.start == "last" and step.fresh is not None:
                    ways += [([step.fresh, literal, x], m) for m, x in final.before.items()]
                for all_of, before in ways:
                    if before != after or not follow.moves:
                        id = family.id_at(actor, before, after, step.round)
                        found.setdefault(id, []).append(literals.all_of(all_of))
        if follow.start == "own":
            for r, marks, later in _last(sequences, actor, steps):
                for mark, literal in marks.items():
                    if mark != actor or not follow.moves:
                        id = family.id_at(actor, mark, actor, family.shape[-1] // 2 + r)
                        found.setdefault(id, []).append(literals.all_of([literal, later]))
        for id, sources in found.items():
            yield id, literals.any_of(sources)


def _last(
    sequences: _Sequences, actor: int, steps: list[_Round]
) -> Iterator[tuple[int, Marks, Literal]]:
    """(round, its marks, that no match comes later) of the rounds that may hold the last match."""
    later: Literal | None = 1
    for step in reversed(steps):
        if later is None:
            return
        yield step.round, step.marks, later
        later = sequences._kept(later, step.busy)


def _trips(literals: Literals, family: Family, trip: Trip) -> Iterator[tuple[int, Literal]]:
    sequences = _Sequences(literals, family, trip.matches)
    inside = set(trip.rounds)
    for actor, rounds in sequences.marks.items():
        listed = [(r, marks) for r, marks in rounds.items() if r in inside]
        for k, (r, _) in enumerate(listed):
            costs = list(_trips_from(literals, trip, listed, k))
            if costs:
                total = literals.model.new_int_var(0, len(listed) + trip.least, "")
                literals.model.add(cp_model.LinearExpr.sum(costs) == total)
                yield family.id_at(actor, r), total


def _trips_from(
    literals: Literals, trip: Trip, listed: list[tuple[int, Marks]], k: int
) -> Iterator[cp_model.IntVar]:
    """The deviations of the trips that begin in the k-th listed round, one for each possible end."""
    rounds = [marks for _, marks in listed]
    first = _away(literals, rounds[k])
    if first is None:
        return
    begins = _ended(literals, rounds[:k][::-1])
    for j in range(k + 1, len(rounds)):
        last = _away(literals, rounds[j])
        if last is None:
            continue
        inside = rounds[k : j + 1]
        ends = _ended(literals, rounds[j + 1 :])
        whole = literals.all_of([first, last, begins, ends, *_no_home(literals, inside)])
        counted = [marks[2] for marks in inside if 2 in marks]
        most = max(len(counted), trip.least)
        off, exact = (literals.model.new_int_var(0, most, "") for _ in range(2))
        count = cp_model.LinearExpr.sum(counted)
        literals.model.add_max_equality(exact, [0, count - trip.most, trip.least - count])
        _only_if(literals.model, off, exact, whole)
        yield off


def _away(literals: Literals, marks: Marks) -> Literal | None:
    found = [x for m, x in marks.items() if m > 0]
    return literals.any_of(found) if found else None


def _no_home(literals: Literals, rounds: list[Marks]) -> list[Literal]:
    return [literals.negated(marks[0]) for marks in rounds if 0 in marks]


def _ended(literals: Literals, outwards: list[Marks]) -> Literal:
    """The nearest match of these rounds, looking outwards, is at home, or there is none."""
    open_so_far: list[Literal] = []
    reached: list[Literal] = []
    for marks in outwards:
        away = _away(literals, marks)
        if away is not None:
            reached.append(literals.all_of([*open_so_far, away]))
        open_so_far += _no_home(literals, [marks])
    return literals.negated(literals.any_of(reached)) if reached else 1


def _only_if(
    model: cp_model.CpModel, off: cp_model.IntVar, value: cp_model.IntVar, whole: Literal
) -> None:
    """``off`` is ``value`` if the trip is as supposed, else 0."""
    if isinstance(whole, int):
        model.add(off == value)
        return
    model.add(off == value).only_enforce_if(whole)
    model.add(off == 0).only_enforce_if(whole.negated())


def _again(literals: Literals, family: Family, again: Again) -> Iterator[tuple[int, Literal]]:
    furthest = family.shape[-1] - 1
    for actor, rounds in _Sequences(literals, family, again.matches).marks.items():
        played = [(r, literals.any_of(list(marks.values()))) for r, marks in rounds.items()]
        for k, (one, first) in enumerate(played):
            so_far: list[Literal] = [first]
            for other, second in played[k + 1 :]:
                if other - one > furthest:
                    break
                both = literals.all_of([*so_far, second])
                yield family.id_at(actor, one, other - one), both
                if not again.twice:
                    so_far = [literals.all_of([*so_far, literals.negated(second)])]


def _peak(literals: Literals, family: Family, peak: Peak) -> Iterator[tuple[int, Literal]]:
    space = literals.problem.space
    changes: dict[int, dict[int, list[tuple[Literal, int]]]] = {}
    for link, sign in [*((x, 1) for x in peak.plus), *((x, -1) for x in peak.minus)]:
        source = literals.of(link.family)
        targets = link.to(*space[link.family].coords(source.ids))
        for target in targets if isinstance(targets, list) else [targets]:
            columns = (c.tolist() for c in np.broadcast_arrays(*target))
            for actor, r, literal in zip(*columns, source.literals, strict=True):
                changes.setdefault(actor, {}).setdefault(r, []).append((literal, sign))
    if len(family.shape) == 1:
        for actor, by_round in sorted(changes.items()):
            yield family.id_at(actor), _farthest(literals, peak, [(by_round, 1)])
        return
    for i in range(family.shape[0]):
        for j in range(i + 1, family.shape[1]):
            parts = [(changes[e], sign) for e, sign in ((i, 1), (j, -1)) if e in changes]
            if parts:
                yield family.id_at(i, j), _farthest(literals, peak, parts)


def _farthest(
    literals: Literals, peak: Peak, parts: list[tuple[dict[int, list[tuple[Literal, int]]], int]]
) -> Literal:
    """The largest size of the tally made of these changes by round, each part with its sign."""
    terms: list[tuple[Literal, int]] = []
    values: list[cp_model.LinearExpr | int] = [0]
    for r in range(max(peak.rounds, default=-1) + 1):
        terms += [(x, sign * w) for by_round, sign in parts for x, w in by_round.get(r, [])]
        if r in peak.rounds and terms:
            so_far = cp_model.LinearExpr.weighted_sum([x for x, _ in terms], [w for _, w in terms])
            values += [so_far, -so_far]
    top = literals.model.new_int_var(0, max(1, sum(abs(w) for _, w in terms)), "")
    literals.model.add_max_equality(top, values)
    return top
