"""Counting group draws: pots type by type over histograms of group signatures.

What a group may still take up depends on few things: from which pots it has its entrant already,
and for each limited value how many it still needs and how many it still has room for. This is its
*signature*, cut down to what can yet make a difference: room beyond the pots that can still bring
the value is no room, and a pot that is through is forgotten. Groups of one signature are the same
to all that follows, so a state is a histogram of signatures. A pot is dealt one *type* at a time,
its entrants with the same limited values; dealing n of h groups of a signature can be done in
C(h, n) ways, and the entrants of the type can change places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import comb, factorial

from scheduler.errors import TimeUp
from scheduler.solve.draws.counting_lots import Below, chosen

__all__ = [
    "UNIT",
    "Deal",
    "GroupStates",
    "Histogram",
    "Signature",
    "Stage",
    "Step",
    "taken_up",
    "takes",
]

Signature = tuple[int, ...]
"""Bits of the pots a group has its entrant from; then, a limited value each, 64 * need + room."""

Histogram = tuple[tuple[Signature, int], ...]
"""Signatures in ascending order, each with its number of groups."""

UNIT = 64
"""What a need counts in a signature; room stays below it."""
_FIELD, _BIAS = 24, 1 << 22
_LIMIT = 1_000_000


@dataclass(frozen=True, slots=True)
class Step:
    """One type of one pot. ``bit`` is the pot's, ``values`` the limited values, ``many`` how many.

    ``labelled`` is False for the empty places of a pot smaller than the number of groups.
    """

    bit: int
    values: tuple[int, ...]
    many: int
    labelled: bool = True


@dataclass(frozen=True, slots=True)
class Deal:
    """One way to deal a step: how many groups of which signatures; ``ways`` to pick the groups."""

    taken: tuple[tuple[Signature, int], ...]
    ways: int


class Stage:
    """A step with all that is yet to come, and what that makes of a signature."""

    __slots__ = ("_balance", "_bias", "_cut", "_open", "_reach", "_supply", "next", "step")

    def __init__(self, step: Step | None, after: Stage | None, values: int) -> None:
        self.step, self.next = step, after
        reach: list[int] = list(after._reach) if after else [0] * values
        supply: list[int] = list(after._supply) if after else [0] * values
        self._open: int = after._open if after else 0
        if step:
            self._open |= step.bit
            for v in step.values:
                reach[v] |= step.bit
                supply[v] += step.many
        self._reach: tuple[int, ...] = tuple(reach)
        self._supply: tuple[int, ...] = tuple(supply)
        # One addition checks every value: fields of supply - need and of room - supply, each above
        # a bias whose bit is lost exactly when the field goes below zero.
        self._bias = _packed([_BIAS] * (2 * values))
        self._balance = self._bias + _packed([*supply, *(-s for s in supply)])
        self._cut: dict[Signature, tuple[Signature, int] | None] = {}

    def cut(self, signature: Signature) -> tuple[Signature, int] | None:
        """The signature without what can make no difference, and its share in the balance of what
        is needed, supplied and taken; None if its needs cannot be met."""
        if signature not in self._cut:
            self._cut[signature] = self._reduced(signature)
        return self._cut[signature]

    def _reduced(self, signature: Signature) -> tuple[Signature, int] | None:
        mask = signature[0]
        out, needs, rooms = [mask & self._open], [], []
        for state, reach in zip(signature[1:], self._reach, strict=True):
            need, room = divmod(state, UNIT)
            free = (reach & ~mask).bit_count()
            if need > free:
                return None
            out.append(need * UNIT + min(room, free))
            needs.append(-need)
            rooms.append(min(room, free))
        return tuple(out), _packed(needs + rooms)

    def histogram(self, groups: Iterable[tuple[Signature, int]]) -> Histogram | None:
        """The groups counted by what the signature comes to; None if this cannot be completed."""
        found: dict[Signature, int] = {}
        balance = self._balance
        for signature, many in groups:
            cut = self.cut(signature)
            if cut is None:
                return None
            found[cut[0]] = found.get(cut[0], 0) + many
            balance += cut[1] * many
        if balance & self._bias != self._bias:
            return None
        return tuple(sorted(found.items()))


def _packed(fields: Sequence[int]) -> int:
    return sum(field << _FIELD * at for at, field in enumerate(fields))


_State = tuple[Stage, Histogram]


class GroupStates:
    """The states of one problem, counted once each; shared by all draws and balls of that problem.

    ``values`` is the number of limited values. Raises :class:`TimeUp` from any method once more
    than ``limit`` states have been counted or tried.
    """

    def __init__(self, values: int, limit: int = _LIMIT) -> None:
        self._values, self._limit = values, limit
        self._stages: dict[tuple[Step, ...], Stage] = {(): Stage(None, None, values)}
        self._counts: dict[_State, int] = {}
        self._possible: dict[_State, bool] = {}

    def stage(self, steps: Sequence[Step]) -> Stage:
        """The stage from which these steps, pot by pot, are yet to be dealt."""
        stage, key = self._stages[()], tuple(s for s in steps if s.many)
        for at in range(len(key) - 1, -1, -1):
            rest = key[at:]
            if rest not in self._stages:
                self._stages[rest] = Stage(rest[0], stage, self._values)
            stage = self._stages[rest]
        return stage

    def count(self, stage: Stage, start: Histogram | None) -> int:
        """In how many ways the steps from ``stage`` on can be dealt to labelled groups."""
        if start is None:
            return 0
        stack: list[tuple[_State, dict[_State, int] | None]] = [((stage, start), None)]
        while stack:
            state, moves = stack.pop()
            if state in self._counts:
                continue
            if state[0].step is None:
                self._counts[state] = 1
            elif moves is not None:
                total = sum(ways * self._counts[after] for after, ways in moves.items())
                self._counts[state] = total * _relabellings(state[0])
            else:
                self._guard(len(self._counts))
                moves = self._moves(state)
                stack.append((state, moves))
                stack.extend((after, None) for after in moves if after not in self._counts)
        return self._counts[stage, start]

    def possible(self, stage: Stage, start: Histogram | None) -> bool:
        """Whether the steps from ``stage`` on can be dealt at all: known sooner than how often."""
        if start is None:
            return False
        path: list[tuple[_State, Iterator[_State]]] = []
        state: _State = (stage, start)
        while True:
            alive = self._known(state)
            if alive is None:
                self._guard(len(self._possible) + len(path))
                path.append((state, iter(self._moves(state))))
            elif alive:
                self._possible.update((done, True) for done, _ in path)
                return True
            while path:
                after = next(path[-1][1], None)
                if after is not None:
                    state = after
                    break
                self._possible[path.pop()[0]] = False
            else:
                return False

    def _known(self, state: _State) -> bool | None:
        if state[0].step is None:
            return True
        if state in self._counts:
            return self._counts[state] > 0
        return self._possible.get(state)

    def pick(self, stage: Stage, start: Histogram, below: Below) -> Deal:
        """A deal of the first step, with the exact chance it has when all completions are alike.

        There must be a completion: see :meth:`count`.
        """
        deals = self._deals((stage, start))
        return chosen([(deal, deal.ways * self.count(*after)) for deal, after in deals], below)

    def _guard(self, states: int) -> None:
        if states >= self._limit:
            raise TimeUp(
                f"the group draw has more than {self._limit:,} states, too many to count",
                maybe="drop a rule, or let fewer entrants have rules of their own.",
            )

    def _moves(self, state: _State) -> dict[_State, int]:
        found: dict[_State, int] = {}
        for deal, after in self._deals(state):
            found[after] = found.get(after, 0) + deal.ways
        return found

    def _deals(self, state: _State) -> Iterator[tuple[Deal, _State]]:
        """Every way to deal the first step that is not seen at once to lead nowhere."""
        stage, groups = state
        step, after = stage.step, stage.next
        assert step is not None
        assert after is not None
        fit = [(s, h) for s, h in groups if takes(s, step)]
        rest = [(s, h) for s, h in groups if not takes(s, step)]
        moved = {s: taken_up(s, step) for s, _ in fit}
        for taken in _splits([h for _, h in fit], step.many):
            parts = list(rest)
            ways = 1
            for (signature, many), n in zip(fit, taken, strict=True):
                ways *= comb(many, n)
                if n:
                    parts.append((moved[signature], n))
                if n < many:
                    parts.append((signature, many - n))
            histogram = after.histogram(parts)
            if histogram is not None:
                picked = tuple((s, n) for (s, _), n in zip(fit, taken, strict=True) if n)
                yield Deal(picked, ways), (after, histogram)


def takes(signature: Signature, step: Step) -> bool:
    """Whether a group of this signature may have an entrant of this step."""
    return not signature[0] & step.bit and all(signature[1 + v] % UNIT for v in step.values)


def taken_up(signature: Signature, step: Step) -> Signature:
    """The signature once the group has an entrant of this step."""
    out = list(signature)
    out[0] |= step.bit
    for v in step.values:
        need, room = divmod(out[1 + v], UNIT)
        out[1 + v] = max(0, need - 1) * UNIT + room - 1
    return tuple(out)


def _relabellings(stage: Stage) -> int:
    step = stage.step
    return factorial(step.many) if step and step.labelled else 1


def _splits(caps: Sequence[int], total: int) -> Iterator[list[int]]:
    """Every way to write ``total`` as a sum with one part per cap, none above its cap."""
    room = [0] * (len(caps) + 1)
    for at in range(len(caps) - 1, -1, -1):
        room[at] = room[at + 1] + caps[at]
    parts = [0] * len(caps)

    def place(at: int, left: int) -> Iterator[list[int]]:
        if at == len(caps):
            yield parts
            return
        for n in range(max(0, left - room[at + 1]), min(caps[at], left) + 1):
            parts[at] = n
            yield from place(at + 1, left - n)

    if total <= room[0]:
        yield from place(0, total)
