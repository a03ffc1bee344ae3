"""Facts as CP-SAT literals: primary ones are variables or constants, derived ones are defined."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

import numpy as np
from ortools.sat.python import cp_model

from scheduler.facts import (
    All,
    Any,
    Family,
    Ids,
    Implies,
    Link,
    Same,
    Turn,
)
from scheduler.solve.problem import Problem
from scheduler.solve.sequences import sequence_literals

__all__ = ["Literal", "Literals", "Possible"]

Literal = cp_model.IntVar | cp_model.NotBooleanVariable | int
"""A variable, perhaps negated, or the constant 1."""


@dataclass(frozen=True, slots=True)
class Possible:
    """Facts that may hold: ``ids`` ascending, one literal (or integer variable) each. All others are 0."""

    ids: Ids
    literals: list[Literal]

    def pairs(self) -> Iterator[tuple[int, Literal]]:
        """(id, literal) in order."""
        return zip(self.ids.tolist(), self.literals, strict=True)


class Literals:
    """The literals of one problem in one model; families are defined when first asked for."""

    def __init__(self, model: cp_model.CpModel, problem: Problem) -> None:
        self.model = model
        self.problem = problem
        self._possible: dict[str, Possible] = {}
        self._any: dict[tuple[int, ...], Literal] = {}

    def of(self, name: str) -> Possible:
        """The facts of a family that may hold."""
        if name not in self._possible:
            family = self.problem.space[name]
            self._possible[name] = (
                self._primary(family) if family.define is None else self._derived(family)
            )
        return self._possible[name]

    def _primary(self, family: Family) -> Possible:
        none = np.empty(0, dtype=np.int64)
        known = np.unique(self.problem.known.get(family.name, none))
        ids = np.union1d(self.problem.open.get(family.name, none), known)
        fixed = np.isin(ids, known).tolist()
        return Possible(ids, [
            1 if sure else self.model.new_bool_var(f"{family.name}{i}")
            for i, sure in zip(ids.tolist(), fixed, strict=True)
        ])

    def _derived(self, family: Family) -> Possible:
        match family.define:
            case Any(links):
                return _listed({i: self.any_of(s) for i, s in self.sources(family, links).items()})
            case All(links):
                return _listed(self._all(family, links))
            case Same((a, b)):
                return _listed(self._dense(family, a, b, same=True))
            case Implies((a, b)):
                return _listed(self._dense(family, a, b, same=False))
            case Turn() as turn:
                return _listed(self._turn(family, turn))
        found = sequence_literals(self, family)
        if found is None:
            raise TypeError(f"family {family.name} has no meaning here")
        return _listed(found)

    def sources(self, family: Family, links: tuple[Link, ...]) -> dict[int, list[Literal]]:
        """For each derived id the literals that support it through any of the links."""
        out: dict[int, list[Literal]] = {}
        for link in links:
            source = self.of(link.family)
            targets = link.to(*self.problem.space[link.family].coords(source.ids))
            for target in targets if isinstance(targets, list) else [targets]:
                kept, ids = family.landing(target)
                for k, i in zip(kept.tolist(), ids.tolist(), strict=True):
                    out.setdefault(i, []).append(source.literals[k])
        return out

    def any_of(self, literals: list[Literal]) -> Literal:
        """A literal that is true exactly when one of these is; the same one for the same literals."""
        unique = list(dict.fromkeys(x for x in literals if not isinstance(x, int)))
        if len(unique) < len(literals) and any(isinstance(x, int) for x in literals):
            return 1
        if len(unique) == 1:
            return unique[0]
        key = tuple(sorted(x.index for x in unique))
        if key in self._any:
            return self._any[key]
        some = self._any[key] = self.model.new_bool_var("")
        self.model.add_bool_or([*unique, some.negated()])
        for literal in unique:
            self.model.add_implication(literal, some)
        return some

    def negated(self, literal: Literal) -> Literal:
        """The opposite of a literal; of the constant 1, a variable that can only be 0."""
        return self.model.new_constant(0) if isinstance(literal, int) else _not(literal)

    def all_of(self, literals: list[Literal]) -> Literal:
        """A literal that is true exactly when all of these are."""
        free = list(dict.fromkeys(x for x in literals if not isinstance(x, int)))
        if len(free) <= 1:
            return free[0] if free else 1
        both = self.model.new_bool_var("")
        for literal in free:
            self.model.add_implication(both, literal)
        self.model.add_bool_or([both, *(x.negated() for x in free)])
        return both

    def _all(self, family: Family, links: tuple[Link, ...]) -> dict[int, Literal]:
        each = [self.sources(family, (link,)) for link in links]
        ids = set(each[0]).intersection(*each[1:])
        return {i: self.all_of([self.any_of(s[i]) for s in each]) for i in sorted(ids)}

    def _dense(self, family: Family, a: Link, b: Link, *, same: bool) -> dict[int, Literal]:
        """Same or implies: facts that hold where nothing else does, so every id is looked at."""
        first, second = self.sources(family, (a,)), self.sources(family, (b,))
        out: dict[int, Literal] = {}
        for i in family.all_ids().tolist():
            x = self._linear(self.any_of(first[i]) if i in first else 0)
            y = self._linear(self.any_of(second[i]) if i in second else 0)
            holds = self.model.new_bool_var("")
            self.model.add(x == y if same else x <= y).only_enforce_if(holds)
            self.model.add(x != y if same else x > y).only_enforce_if(holds.negated())
            out[i] = holds
        return out

    def _linear(self, literal: Literal) -> cp_model.LinearExpr:
        return cp_model.LinearExpr.sum([literal])

    def _turn(self, family: Family, turn: Turn) -> dict[int, Literal]:
        """Turns by look-up where it is promised who plays when, else by counting the turns so far."""
        sides = {name: dict(self.of(name).pairs()) for name in (turn.home, turn.away)}
        space, promise = self.problem.space, self.problem.plays
        out: dict[int, Literal] = {}
        entrants, rounds = space[turn.of].shape
        unsure = self.problem.unsure
        for e in range(entrants):
            if promise is not None and unsure is not None and unsure[e].any():
                first = int(family.ids(e, 0))
                out |= {first + i: x for i, x in self._counted_from(e, turn).items()}
                continue
            if promise is not None:
                when = np.flatnonzero(promise[e])
                facts = space[turn.of].ids(e, when).tolist()
                turns = family.ids(e, np.arange(len(when))).tolist()
                out |= {t: sides[turn.of][f] for t, f in zip(turns, facts, strict=True)
                        if f in sides[turn.of]}
                continue
            steps = [
                (name == turn.of, sides[name][fact])
                for r in range(rounds)
                for name in (turn.home, turn.away)
                if (fact := int(space[name].ids(e, r))) in sides[name]
            ]
            first = int(family.ids(e, 0))
            out |= {first + i: x for i, x in self._counted(steps).items()}
        return out

    def _counted_from(self, e: int, turn: Turn) -> dict[int, Literal]:
        """turn -> literal of one entrant who may or may not play in some rounds: turns are counted there
        only, so that there are no more states than rounds left open."""
        promise, unsure = self.problem.plays, self.problem.unsure
        assert promise is not None
        assert unsure is not None
        sides = {name: dict(self.of(name).pairs()) for name in (turn.of, turn.home, turn.away)}
        space = self.problem.space
        before: dict[int, Literal] = {0: 1}
        sources: dict[int, list[Literal]] = {}
        for r in np.flatnonzero(promise[e] | unsure[e]).tolist():
            mine = sides[turn.of].get(int(space[turn.of].ids(e, r)))
            both = [x for name in (turn.home, turn.away)
                    if (x := sides[name].get(int(space[name].ids(e, r)))) is not None]
            if not both:
                continue
            plays = 1 if promise[e, r] else self.any_of(both)
            after: dict[int, list[Literal]] = {}
            for i, state in before.items():
                if mine is not None:
                    sources.setdefault(i, []).append(self.all_of([state, mine]))
                after.setdefault(i + 1, []).append(self.all_of([state, plays]))
                if not isinstance(plays, int):
                    after.setdefault(i, []).append(self.all_of([state, _not(plays)]))
            before = {i: self.any_of(x) for i, x in after.items()}
        return {i: self.any_of(x) for i, x in sorted(sources.items())}

    def _counted(self, steps: list[tuple[bool, Literal]]) -> dict[int, Literal]:
        """turn -> literal; ``before[i]`` says that exactly i of the steps so far were taken."""
        before: dict[int, Literal] = {0: 1}
        sources: dict[int, list[Literal]] = {}
        for mine, step in steps:
            after: dict[int, list[Literal]] = {}
            for i, state in before.items():
                taken = self.all_of([state, step])
                after.setdefault(i + 1, []).append(taken)
                if mine:
                    sources.setdefault(i, []).append(taken)
                if not isinstance(step, int):
                    after.setdefault(i, []).append(self.all_of([state, _not(step)]))
            before = {i: self.any_of(x) for i, x in after.items()}
        return {i: self.any_of(x) for i, x in sorted(sources.items())}


def _not(literal: cp_model.IntVar | cp_model.NotBooleanVariable) -> Literal:
    return cast(Literal, literal.negated())


def _listed(found: dict[int, Literal]) -> Possible:
    ids = sorted(found)
    return Possible(np.array(ids, dtype=np.int64), [found[i] for i in ids])
