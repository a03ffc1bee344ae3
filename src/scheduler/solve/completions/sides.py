"""Home sides that are tied to one another: counted along each way to match, round by round.

After some rounds two histories that agree in every tied entrant's home matches and latest run have
the same futures, so only one of them is carried on, with the number of histories it stands for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scheduler.solve.completions.opponents import Opponents, bits
from scheduler.solve.completions.problem import HIGH, LOW, Problem

__all__ = ["SideCount", "Trail"]

Trail = tuple["Trail | None", int, int, int]
"""What led here, linked backwards: (earlier, round, home, away)."""

_FIELD = 12  # bits of a state for each tied entrant: home matches * 8 + run
_NO_RUN = 2  # runs are kept as 0..4: two away, one away, none, one home, two home


class _Weight(NamedTuple):
    ways: int
    common: int
    trail: Trail | None


_States = dict[int, _Weight]  # by homes and runs of the tied entrants


class _Side(NamedTuple):
    """One missing or kept match of a round with the home sides it may have."""

    low: int
    high: int
    sides: int
    pair: int  # -1 where the match is kept


class SideCount:
    """Counts completions whose sides keep the problem's ``homes`` and ``calm``.

    After :meth:`run`: ``matchings`` (ways to match that have at least one), ``completions``,
    ``common`` (codes of :meth:`Problem.code` shared by all), ``trail`` (one of them, or None).
    """

    def __init__(self, opponents: Opponents) -> None:
        self.opponents = opponents
        self.problem: Problem = opponents.problem
        self.matchings = self.completions = 0
        self.common = -1
        self.trail: Trail | None = None
        tied = sorted(set(self.problem.homes) | self.problem.calm)
        self._shift = {entrant: i * _FIELD for i, entrant in enumerate(tied)}

    def run(self) -> None:
        """Count along every way to match. The rounds of ``opponents`` must be in natural order."""
        self._walk(0, self.opponents.all, self._start())

    def along(self, way: Sequence[tuple[int, int]]) -> None:
        """Count along one way to match: (round, mask of pairs) for every round."""
        states = self._start()
        for round, chosen in sorted(way):
            states = self._play_round(round, chosen, states)
        self._end(states)

    def _start(self) -> _States:
        return {sum(_NO_RUN << shift for shift in self._shift.values()): _Weight(1, 0, None)}

    def _end(self, states: _States) -> None:
        kept = [weight for state, weight in states.items() if self._enough(state)]
        self.matchings += bool(kept)
        for weight in kept:
            self.completions += weight.ways
            self.common &= weight.common
            self.trail = self.trail or weight.trail

    def _walk(self, done: int, left: int, states: _States) -> None:
        if done == self.problem.rounds:
            self._end(states)
            return
        for chosen in self.opponents.options(done, left):
            rest = left & ~chosen
            if self.opponents.total(done + 1, rest).matchings:
                after = self._play_round(done, chosen, states)
                if after:
                    self._walk(done + 1, rest, after)

    def _play_round(self, round: int, chosen: int, states: _States) -> _States:
        for match in self._matches(round, chosen):
            states = self._play(round, match, states)
        return states

    def _enough(self, state: int) -> bool:
        """Every entrant has its least number of home matches: byes may have taken the chance."""
        fields = {e: state >> self._shift[e] & ((1 << _FIELD) - 1) for e in self.problem.homes}
        return all(fields[e] >> 3 >= least for e, (least, _) in self.problem.homes.items())

    def _matches(self, round: int, chosen: int) -> Iterator[_Side]:
        for home, away in self.problem.kept[round]:
            yield _Side(min(home, away), max(home, away), LOW if home < away else HIGH, -1)
        for p in bits(chosen):
            if not self.problem.phantom(p):
                yield _Side(*self.problem.pairs[p], self.problem.allowed[round][p], p)

    def _play(self, round: int, match: _Side, states: _States) -> _States:
        """The states after ``match``, for every home side it may have."""
        after: _States = {}
        if not self.opponents.budget.spend(len(states)):
            return after
        for side in (s for s in (LOW, HIGH) if match.sides & s):
            home, away = (match.low, match.high) if side == LOW else (match.high, match.low)
            code = self.problem.code(round, match.pair, side) if match.pair >= 0 else 0
            for state, (ways, common, trail) in states.items():
                now = self._step(state, round, home, True)
                now = now if now is None else self._step(now, round, away, False)
                if now is None:
                    continue
                if match.pair >= 0:
                    trail = (trail, round, home, away)
                same = after.get(now)
                after[now] = (
                    _Weight(ways, common | code, trail) if same is None
                    else _Weight(ways + same.ways, (common | code) & same.common, same.trail)
                )
        return after

    def _step(self, state: int, round: int, entrant: int, home: bool) -> int | None:
        """``state`` after ``entrant`` was at home or away, None where that breaks a condition."""
        shift = self._shift.get(entrant)
        if shift is None:
            return state
        value = state >> shift & ((1 << _FIELD) - 1)
        homes, run = value >> 3, value & 7
        if entrant in self.problem.homes:
            least, most = self.problem.homes[entrant]
            homes += home
            # Matches to come are at most the rounds to come, so this never rejects too much.
            if homes > most or homes + self.problem.rounds - round - 1 < least:
                return None
        if entrant in self.problem.calm:
            if run == (4 if home else 0):
                return None
            run = max(run, _NO_RUN) + 1 if home else min(run, _NO_RUN) - 1
        return state + ((homes << 3 | run) - value << shift)
