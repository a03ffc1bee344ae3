"""Labels for a circle whose meetings are partly asked for: a search over the few that matter.

In the circle over Z_m, m odd, the entrants at positions x and y meet in the round of pivot q where
x + y = 2q, at the table of the difference class +-(x - y). Entrants may take the positions in any
order, rounds the pivots, tables the classes. What is asked of a pair thus becomes an equation of
three labels, and whoever is in no equation takes what the others leave.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from scheduler.solve.constructions.cyclic import Cycle, bits, mask

__all__ = ["Demand", "Labels", "Relabelling"]

_POSITIONS, _PIVOTS, _CLASSES, _CHOICES = range(4)
_DONE, _DEAD = -1, -2
_FIRST_TRY = 20_000
# Which round a pair takes is asked late, since little follows from it without positions: of 1, 8
# and 64, 8 left the fewest of 119 mixed requests undecided.
_PATIENCE = 8


@dataclass
class Demand:
    """What is asked of one pair of entrants, all counted from 0.

    ``a`` equal to ``b`` stands for the meeting of that entrant with the highest number. ``rounds``
    and ``tables`` are the sets allowed, each as the bits of an int; ``barred`` holds (rounds,
    tables) of which not both may come true, 0 tables for any. What is not ``asked`` holds only
    once one of the pair has a label for another reason.
    """

    a: int
    b: int
    rounds: int
    tables: int
    barred: list[tuple[int, int]] = field(default_factory=list)
    asked: bool = True
    when: int = -1
    where: int = -1

    @property
    def ends(self) -> tuple[int, int]:
        """The two who meet, -1 for the highest number."""
        return self.a, self.b if self.a != self.b else -1


@dataclass(frozen=True)
class Labels:
    """What was found: position of entrant, pivot of round, class of table; -1 is free to choose."""

    position: list[int]
    pivot: list[int]
    step: list[int]


class _State:
    """A node of the search: for each label its domain and its value, -1 while it has none."""

    __slots__ = ("at", "domain", "free", "open", "symmetric")

    def __init__(
        self, domain: list[int], at: list[int], free: list[int], open: set[int], symmetric: bool
    ) -> None:
        self.domain, self.at, self.free, self.open = domain, at, free, open
        self.symmetric = symmetric

    def copy(self) -> _State:
        return _State(self.domain[:], self.at[:], self.free[:], set(self.open), self.symmetric)


class Relabelling:
    """The search for the labels of ``m`` entrants, ``m`` odd, of their rounds and tables.

    Labels are numbered: positions of entrants, then pivots of rounds (with ``in_order`` the same
    labels, since entrant k meets the highest number in round k), then classes of tables, then for
    each demand which of its rounds and which of its tables it takes. ``paired`` says that entrants
    2k and 2k + 1 meet in the last round whenever one of them is labelled.
    """

    def __init__(
        self, m: int, demands: list[Demand], *, in_order: bool, paired: bool
    ) -> None:
        self.cycle = Cycle(m)
        self.m, self.demands, self.paired = m, demands, paired
        self.pivots = 0 if in_order else m
        self.classes = self.pivots + m
        tables = (m - 1) // 2
        self.group = [_POSITIONS] * m + ([] if in_order else [_PIVOTS] * m) + [_CLASSES] * tables
        self.domain = [self.cycle.full] * self.classes + [self.cycle.lower] * tables
        self.users: list[list[Demand]] = [[] for _ in self.group]
        self.work = 0
        for demand in demands:
            self._choices(demand)
        self.choosing: dict[int, list[int]] = {}
        for demand in demands:
            self._register(demand)
        self.weight = [1 + len(users) for users in self.users]

    def search(self, rng: np.random.Generator, work: int) -> Labels | None:
        """Labels that meet every demand, or None: there are none, or ``work`` ran out.

        Work counts labels and demands looked at, so that the same ``rng`` state gives the same
        answer on any machine. The first try may give every label a value once, each further one
        half as much again; labels that failed often come sooner.
        """
        self.work = 0
        root = self._root()
        once = 4 * len(self.demands) * (16 + self.m // 2)
        limit = max(_FIRST_TRY, len(root.open) ** 2, once) if root else 0
        while root is not None and self.work < work:
            end = min(work, self.work + limit)
            found = self._attempt(root.copy(), rng, end)
            if found is not None:
                at = found.at
                tables = range(self.classes, self.classes + (self.m - 1) // 2)
                pivot = at[self.pivots : self.pivots + self.m]
                return Labels(at[: self.m], pivot, [at[t] for t in tables])
            if self.work < end:
                return None
            limit += limit // 2
        return None

    def _choices(self, demand: Demand) -> None:
        """Labels for the round and the table a demand takes, where it may not take any."""
        if demand.rounds != self.cycle.full:
            demand.when = self._label(demand.rounds)
        if demand.tables != self.cycle.lower:
            demand.where = self._label(demand.tables)

    def _label(self, domain: int) -> int:
        self.group.append(_CHOICES)
        self.domain.append(domain)
        self.users.append([])
        return len(self.group) - 1

    def _register(self, demand: Demand) -> None:
        """Under each label, the demands to look at again once it has a value; under each entrant,
        the labels of rounds it has a choice of."""
        labels = {demand.a, demand.b, *(v for v in (demand.when, demand.where) if v >= 0)}
        if demand.asked:
            if demand.when >= 0:
                labels |= {self.pivots + r for r in bits(demand.rounds)}
                if demand.rounds.bit_count() > 1:
                    for end in demand.ends:
                        self.choosing.setdefault(end, []).append(demand.when)
            if demand.where >= 0:
                labels |= {self.classes + t - 1 for t in bits(demand.tables)}
            for rounds, tables in demand.barred:
                if tables:
                    labels |= {self.pivots + r for r in bits(rounds)}
                    labels |= {self.classes + t - 1 for t in bits(tables)}
        for label in sorted(labels):
            self.users[label].append(demand)

    def _root(self) -> _State | None:
        """Everything asked for is open; the circle is turned so that one label is 0."""
        group = [self.cycle.full, self.cycle.full, self.cycle.lower, -1]
        state = _State(self.domain[:], [-1] * len(self.group), group, set(), True)
        for demand in self.demands:
            if not demand.asked:
                state.at[demand.when] = demand.rounds.bit_length() - 1
        first = [self.m - 1, self.pivots + self.m - 1] if self.paired else []
        if not all(self._assign(state, label, 0) for label in sorted(set(first))):
            return None
        for demand in self.demands:
            if demand.asked:
                self._open(state, (demand.a, demand.b))
                self._open(state, (v for v in (demand.when, demand.where) if v >= 0))
                for rounds, tables in demand.barred:
                    self._open(state, (self.pivots + r for r in bits(rounds)))
                    self._open(state, (self.classes + t - 1 for t in bits(tables)))
        settled = [v for v in state.open if self.domain[v].bit_count() == 1]
        for label in settled:
            if not self._assign(state, label, self.domain[label].bit_length() - 1):
                return None
        entrants = [v for v in state.open if v < self.m]
        if entrants and not self.paired:
            most = max(entrants, key=lambda v: (self.weight[v], -v))
            if not self._assign(state, most, 0):
                return None
        return state

    def _open(self, state: _State, labels: Iterable[int]) -> None:
        for label in labels:
            if state.at[label] < 0 and label not in state.open:
                state.open.add(label)
                if self.paired and label < self.m - 1 and state.at[label ^ 1] < 0:
                    state.open.add(label ^ 1)

    def _attempt(self, state: _State, rng: np.random.Generator, end: int) -> _State | None:
        """Depth first until an answer, the end of the tree, or so much work in all."""
        ties = rng.permutation(len(self.group)).tolist()
        stack: list[tuple[_State, int, list[int]]] = []
        alive = True
        while self.work < end:
            label = self._next(state, ties) if alive else _DEAD
            if label == _DONE:
                return state
            if label != _DEAD:
                values = self._values(state, label, rng)
                self.work += 64 + len(self.group) // 8
                if len(values) > 1:
                    stack.append((state.copy(), label, values[1:]))
                alive = self._assign(state, label, values[0])
                continue
            if not stack:
                return None
            saved, label, values = stack[-1]
            value = values.pop()
            if not values:
                stack.pop()
            state = saved.copy() if values else saved
            alive = self._assign(state, label, value)
        return None

    def _next(self, state: _State, ties: list[int]) -> int:
        """The open label with the fewest values left for its weight, _DONE or _DEAD."""
        best, least = _DONE, (0, 0)
        self.work += len(state.open)
        for label in state.open:
            count = (state.domain[label] & state.free[self.group[label]]).bit_count()
            if count == 0:
                self.weight[label] += 1
                return _DEAD
            if count == 1:
                return label
            worth = _PATIENCE if self.group[label] == _CHOICES else 1
            key = (1024 * count * worth // self.weight[label], ties[label])
            if best < 0 or key < least:
                best, least = label, key
        return best

    def _values(self, state: _State, label: int, rng: np.random.Generator) -> list[int]:
        """The values left, shuffled. Multiplying by a unit maps the circle onto itself: as long as
        every label so far is 0, one value of each divisor of m stands for all its multiples."""
        values = bits(self._left(state, label))
        if state.symmetric and self.group[label] != _CHOICES:
            values = [v for v in values if v == 0 or self.m % v == 0]
        if len(values) < 2:
            return values
        shuffled: list[int] = rng.permutation(values).tolist()
        return shuffled

    def _left(self, state: _State, label: int) -> int:
        if state.at[label] >= 0:
            return 1 << state.at[label]
        return state.domain[label] & state.free[self.group[label]]

    def _assign(self, state: _State, label: int, value: int) -> bool:
        """Give a label its value and look at whatever depends on it; False when that fails."""
        group, bit = self.group[label], 1 << value
        if not self._left(state, label) & bit:
            return False
        state.at[label], state.domain[label] = value, bit
        state.open.discard(label)
        if group != _CHOICES:
            state.free[group] ^= bit
            state.symmetric &= value == 0
        return all(
            self._revise(state, demand)
            and (label != demand.when or self._exclude(state, demand, ~bit))
            for demand in self.users[label]
        )

    def _exclude(self, state: _State, demand: Demand, others: int) -> bool:
        """Nobody meets two in one round: other meetings of this pair's entrants are elsewhere."""
        rivals = [v for end in demand.ends for v in self.choosing.get(end, ()) if v != demand.when]
        self.work += len(rivals)
        return all(self._restrict(state, rival, others) for rival in rivals)

    def _restrict(self, state: _State, label: int, allowed: int) -> bool:
        if state.at[label] >= 0:
            return bool(allowed >> state.at[label] & 1)
        state.domain[label] &= allowed
        if state.domain[label] & state.free[self.group[label]]:
            return True
        self.weight[label] += 1
        return False

    def _revise(self, state: _State, demand: Demand) -> bool:
        """What the labels known so far leave to the others of one demand; False for nothing."""
        self.work += 4
        a, b = state.at[demand.a], state.at[demand.b]
        both = a >= 0 and b >= 0
        if demand.when >= 0:
            chosen = state.at[demand.when]
            if chosen >= 0:
                self._open(state, (self.pivots + chosen,))
                if not self._meet(state, demand.a, demand.b, self.pivots + chosen):
                    return False
            elif both and not self._pick(
                state, demand.when, self.pivots, self.cycle.midway(a, b)
            ):
                return False
        if demand.where >= 0:
            chosen = state.at[demand.where]
            if chosen >= 0:
                self._open(state, (self.classes + chosen - 1,))
                if not self._sit(state, demand.a, demand.b, self.classes + chosen - 1):
                    return False
            elif both and not self._pick(
                state, demand.where, self.classes - 1, self.cycle.apart(a, b)
            ):
                return False
        return not both or all(self._bar(state, a, b, bar) for bar in demand.barred)

    def _pick(self, state: _State, choice: int, base: int, value: int) -> bool:
        """Only those rounds (tables) are left to choose from that can have this pivot (class)."""
        self.work += 4 + self.m // 8
        able = [c for c in bits(state.domain[choice]) if self._left(state, base + c) >> value & 1]
        return self._restrict(state, choice, mask(able))

    def _meet(self, state: _State, a: int, b: int, q: int) -> bool:
        """Positions a and b around pivot q: a + b = 2q; a alone stands on the pivot."""
        cycle, at = self.cycle, state.at
        self.work += 4
        if a == b:
            return self._restrict(state, a, self._left(state, q)) and self._restrict(
                state, q, self._left(state, a)
            )
        if at[a] >= 0 and at[b] >= 0:
            return self._restrict(state, q, 1 << cycle.midway(at[a], at[b]))
        if at[a] < 0 and at[b] < 0 and at[q] < 0:
            return True
        self.work += 16 + self.m // 2
        if at[q] >= 0:
            twice = 2 * at[q]
            return all(
                self._restrict(state, y, cycle.shifted(cycle.opposite(self._left(state, x)), twice))
                for x, y in ((a, b), (b, a))
            )
        x, other = (at[a], b) if at[a] >= 0 else (at[b], a)
        facing = cycle.shifted(cycle.doubled(self._left(state, q)), -x)
        return self._restrict(state, other, facing) and self._restrict(
            state, q, cycle.halved(cycle.shifted(self._left(state, other), x))
        )

    def _sit(self, state: _State, a: int, b: int, t: int) -> bool:
        """Positions a and b are as far apart, either way, as the class of table t says."""
        cycle, at = self.cycle, state.at
        self.work += 4
        if at[a] < 0 and at[b] < 0 and at[t] < 0:
            return True
        if at[a] >= 0 and at[b] >= 0:
            return self._restrict(state, t, 1 << cycle.apart(at[a], at[b]))
        self.work += 16 + self.m // 2
        if at[t] >= 0:
            return all(
                self._restrict(
                    state, y,
                    cycle.shifted(self._left(state, x), at[t])
                    | cycle.shifted(self._left(state, x), -at[t]),
                )
                for x, y in ((a, b), (b, a))
            )
        x, other = (at[a], b) if at[a] >= 0 else (at[b], a)
        around = cycle.shifted(cycle.spread(self._left(state, t)), x)
        return self._restrict(state, other, around) and self._restrict(
            state, t, cycle.folded(cycle.shifted(self._left(state, other), -x))
        )

    def _bar(self, state: _State, a: int, b: int, bar: tuple[int, int]) -> bool:
        """Two entrants whose positions are known are not in these rounds at these tables."""
        rounds = [self.pivots + r for r in bits(bar[0])]
        tables = [self.classes + t - 1 for t in bits(bar[1])]
        self.work += 8 + len(rounds) + len(tables)
        pivot, step = self.cycle.midway(a, b), self.cycle.apart(a, b)
        then = any(state.at[q] == pivot for q in rounds)
        there = not tables or any(state.at[t] == step for t in tables)
        return (not there or all(self._restrict(state, q, ~(1 << pivot)) for q in rounds)) and (
            not then or all(self._restrict(state, t, ~(1 << step)) for t in tables)
        )
