"""Group draws from pots: the number of valid draws, and draws that are exactly uniform among them.

Every pot gives each group at most one entrant. A group takes between a least and a most number of
entrants of a value (a confederation); an entrant can have several values, as the placeholder of a
play-off that two confederations can win; some entrants have their group in advance (hosts); some
pairs may not share a group; some entrants must come into different blocks of groups (the pathways
of the 2026 World Cup). Groups are labelled, and so are entrants. Counting: see ``groups_states``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from scheduler.errors import NoAnswer, TimeUp, UsageError
from scheduler.solve.draws.counting_lots import Below, chosen, shuffled
from scheduler.solve.draws.groups_problem import Apart, GroupDraw, compiled
from scheduler.solve.draws.groups_states import (
    GroupStates,
    Histogram,
    Signature,
    Stage,
    taken_up,
    takes,
)

__all__ = ["Apart", "GroupCounter", "GroupDraw"]

_PLACEMENTS = 30_000

Placed = Mapping[int, int]
"""Entrant number to group number, both from 1."""


@dataclass(frozen=True, slots=True)
class _Starts:
    """Where counting starts: the ways to place the entrants that blocks speak of, by histogram."""

    stage: Stage
    ways: dict[Histogram, list[dict[int, int]]] = field(default_factory=dict)


class GroupCounter:
    """Counts and samples one :class:`GroupDraw`; what it has counted it keeps for the next call.

    Every method that takes ``placed`` (entrant to group, beyond those fixed) speaks of the draws
    that agree with it. ``limit`` bounds the states; beyond it methods raise :class:`TimeUp`, and
    so they do where placing the entrants of blocks takes more than 30,000 trials. Raises
    :class:`UsageError` if the draw makes no sense.
    """

    def __init__(self, draw: GroupDraw, *, limit: int = 1_000_000) -> None:
        self.draw = draw
        self._problem = compiled(draw)
        self._states = GroupStates(self._problem.limited, limit)
        self._named = sorted({e for rule in draw.apart for e in rule.entrants} - set(draw.fixed))
        self._block = [
            (rule.entrants, {g: at for at, block in enumerate(rule.blocks) for g in block})
            for rule in draw.apart
        ]
        self._first: _Starts | None = None
        self._tried = 0

    def count(self, placed: Placed | None = None) -> int:
        """The number of valid draws: entrants and groups labelled, places within a group not."""
        starts = self._starts(placed or {})
        return sum(weight for _, weight in self._weighted(starts))

    def possible(self, placed: Placed | None = None) -> bool:
        """Whether there is a valid draw; much quicker than counting them."""
        starts = self._starts(placed or {})
        return any(self._states.possible(starts.stage, start) for start in starts.ways)

    def sample(self, below: Below, placed: Placed | None = None) -> tuple[int, ...]:
        """A draw, every valid one equally likely: the group of entrant i + 1 at place i.

        Raises :class:`NoAnswer` if there is none.
        """
        starts = self._starts(placed or {})
        options = self._weighted(starts)
        if not any(weight for _, weight in options):
            raise NoAnswer(
                "none obeys all of them", about="groups",
                maybe="allow one more of some value in a group.",
            )
        start = chosen(options, below)
        ways = starts.ways[start]
        group = dict(ways[below(len(ways))])
        self._deal(starts.stage, start, group, below)
        return tuple(group[e] for e in range(1, len(self.draw.values) + 1))

    def _weighted(self, starts: _Starts) -> list[tuple[Histogram, int]]:
        return [
            (start, len(ways) * self._states.count(starts.stage, start))
            for start, ways in starts.ways.items()
        ]

    def _deal(self, stage: Stage, start: Histogram, group: dict[int, int], below: Below) -> None:
        """Deal all steps from ``stage`` on; ``group`` has who is placed, and is completed."""
        signatures = self._signatures(group)
        assert signatures is not None
        waiting = self._waiting(group)
        state = start
        while stage.step is not None and stage.next is not None:
            of: dict[Signature, list[int]] = {}
            for at, signature in enumerate(signatures):
                cut = stage.cut(signature)
                assert cut is not None
                signatures[at] = cut[0]
                of.setdefault(cut[0], []).append(at)
            deal = self._states.pick(stage, state, below)
            into = [g for s, n in deal.taken for g in shuffled(of[s], below, n)]
            step = stage.step
            if step.labelled:
                who = shuffled(waiting[step.bit, step.values], below)
                group.update((e, g + 1) for e, g in zip(who, into, strict=True))
            for g in into:
                signatures[g] = taken_up(signatures[g], step)
            stage = stage.next
            after = stage.histogram([(s, 1) for s in signatures])
            assert after is not None
            state = after

    def _waiting(self, group: Placed) -> dict[tuple[int, tuple[int, ...]], list[int]]:
        waiting: dict[tuple[int, tuple[int, ...]], list[int]] = {}
        for e, kind in self._problem.kinds.items():
            if e not in group:
                waiting.setdefault((kind.bit, kind.values), []).append(e)
        return waiting

    def _starts(self, placed: Placed) -> _Starts:
        if not placed and self._first is not None:
            return self._first
        self._check(placed)
        given = {**self.draw.fixed, **placed}
        gone = Counter(self._problem.kinds[e] for e in {*given, *self._named})
        steps = [
            replace(step, many=step.many - gone[replace(step, many=1)])
            for step in self._problem.steps
        ]
        starts = _Starts(self._states.stage(steps))
        if all(placed.get(e, g) == g for e, g in self.draw.fixed.items()):
            self._tried = 0
            for way in self._placements(given):
                self._start(starts, way)
        if not placed:
            self._first = starts
        return starts

    def _check(self, placed: Placed) -> None:
        for e, g in placed.items():
            if not (1 <= e <= len(self.draw.values) and 1 <= g <= self.draw.groups):
                raise UsageError(
                    f"entrant {e} in group {g}: there are {len(self.draw.values)} entrants"
                    f" and {self.draw.groups} groups"
                )

    def _start(self, starts: _Starts, way: dict[int, int]) -> None:
        signatures = self._signatures(way)
        if signatures is not None:
            start = starts.stage.histogram([(s, 1) for s in signatures])
            if start is not None:
                starts.ways.setdefault(start, []).append(way)

    def _signatures(self, group: Placed) -> list[Signature] | None:
        """What each group is like once these are placed; None if that breaks a rule."""
        signatures = [self._problem.start] * self.draw.groups
        for e, g in group.items():
            kind = self._problem.kinds[e]
            if not takes(signatures[g - 1], kind):
                return None
            signatures[g - 1] = taken_up(signatures[g - 1], kind)
        return signatures

    def _placements(self, given: dict[int, int]) -> Iterator[dict[int, int]]:
        """``given`` with every way to place the entrants that rules about blocks name."""
        self._tried += 1
        if self._tried > _PLACEMENTS:
            raise TimeUp(
                f"the entrants of rules about blocks have more than {_PLACEMENTS:,} placements",
                maybe="name fewer entrants in such rules.",
            )
        if not self._blocks_kept(given):
            return
        rest = [e for e in self._named if e not in given]
        if not rest:
            yield given
            return
        bit = self._problem.kinds[rest[0]].bit
        taken = {g for e, g in given.items() if self._problem.kinds[e].bit == bit}
        for g in range(1, self.draw.groups + 1):
            if g not in taken:
                yield from self._placements({**given, rest[0]: g})

    def _blocks_kept(self, given: Placed) -> bool:
        for entrants, block in self._block:
            used = [block[given[e]] for e in entrants if e in given]
            if len(used) != len(set(used)):
                return False
        return True
