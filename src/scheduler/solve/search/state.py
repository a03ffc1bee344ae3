"""A schedule with the totals of all rows, in which a move is priced, made and taken back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scheduler.errors import UsageError
from scheduler.event import Schedule
from scheduler.facts import Ids
from scheduler.solve.search.flat import Flat
from scheduler.solve.search.kernels import layout as at
from scheduler.solve.search.kernels.change import commit, evaluate, reject
from scheduler.solve.search.kernels.walk import walk
from scheduler.solve.search.moves import MIX, Move, Neighbourhood, found_move, sums_of

__all__ = ["State", "Walked"]


@dataclass(frozen=True)
class Walked:
    """What a walk did: ``priced`` moves, of which ``taken``; ``by_kind`` (places tried, moves priced, moves
    taken) for each neighbourhood, in their order."""

    priced: int
    taken: int
    by_kind: tuple[tuple[int, int, int], ...]


class State:
    """A schedule under search. ``cost`` is what it costs, by level in the order of ``flat.levels``.

    ``games`` gives for each game ``copy * n * n + home * n + away`` (teams from 0) its slot from 0, or -1.
    Every game of a complete :class:`Games` must be played, no team may play twice in a slot; else
    UsageError. The seed is that of the moves at random.
    """

    def __init__(self, flat: Flat, games: Sequence[int] | Ids, seed: int = 0) -> None:
        self.flat = flat
        self.cost = flat.base.copy()
        self._done: list[tuple[Ids, Ids]] = []
        self._pending: tuple[Ids, Ids] | None = None
        self._make(flat)
        self._random = np.array([np.random.default_rng(seed).integers(1, 2**63)], dtype=np.uint64)
        self._load(np.asarray(games, dtype=np.int64))

    @classmethod
    def of_schedule(cls, flat: Flat, schedule: Schedule, seed: int = 0) -> State:
        """The state of a schedule, whose number k is team k - 1. Raises UsageError where a match is not
        one of the games, or one of them is missing."""
        games = flat.games
        slots = np.full((games.copies, games.teams, games.teams), -1, dtype=np.int64)
        _fits_shape(schedule, games.teams, games.slots)
        columns = (c.tolist() for c in (schedule.home, schedule.away, schedule.round))
        for h, a, r in zip(*columns, strict=True):
            copies = range(games.copies)
            free = [c for c in copies if slots[c, h - 1, a - 1] < 0 and games.kind[c, h - 1, a - 1] and
                    (games.kind[c, h - 1, a - 1] == 1 or slots[c, a - 1, h - 1] < 0)]
            if not free:
                raise UsageError(f"match {h}-{a} in round {r} is not asked for, or asked for less often")
            slots[free[0], h - 1, a - 1] = r - 1
        return cls(flat, slots.ravel(), seed)

    @property
    def slots(self) -> Ids:
        """``[copy, home, away]``: the slot of each game, -1 where it is not played. A copy."""
        games = self.flat.games
        return self._slot.astype(np.int64).reshape(games.copies, games.teams, games.teams)

    @property
    def opponents(self) -> Ids:
        """``[team, slot]``: the opponent's place from 1, negative where it hosts, 0 for none. A copy."""
        return self._opp.astype(np.int64).reshape(self.flat.games.teams, self.flat.games.slots)

    def schedule(self) -> Schedule:
        """The schedule: number k is team k - 1, round r slot r - 1."""
        slots = self.slots
        _, h, a = np.nonzero(slots >= 0)
        return Schedule.from_columns(
            self.flat.games.teams, self.flat.games.slots, slots[slots >= 0] + 1, h + 1, a + 1
        )

    def move(self, kind: Neighbourhood, a: int, b: int, c: int = 0) -> Move:
        """The move of a neighbourhood at a place (see :class:`Neighbourhood`); () where there is none."""
        return found_move(kind, (a, b, c), self._dims, self._kind, *self._sides, self._opp, self._slot)

    def price(self, move: Move) -> Ids:
        """What a move would change the cost by, level by level. Raises UsageError where it would give
        a team two games in a slot, or leave a game out."""
        self._check(move)
        gained = self._price(*_columns(move))
        self._reject()
        return gained

    def apply(self, move: Move) -> Ids:
        """Make a move; what it changed the cost by. Raises UsageError as :meth:`price` does."""
        self._check(move)
        games, _ = _columns(move)
        before = self._slot[games].astype(np.int64)
        gained = self._price(*_columns(move))
        self._commit()
        self._done.append((games, before))
        return gained

    def undo(self) -> Ids:
        """Take back the last move applied; what that changed the cost by. UsageError if there is none.

        A walk forgets the moves before it.
        """
        if not self._done:
            raise UsageError("there is no move to take back")
        gained = self._price(*self._done.pop())
        self._commit()
        return gained

    def walk(
        self, proposals: int, *, mix: Mapping[Neighbourhood, int] = MIX, most: int = 0,
        every: int = 0, weigh: Sequence[int] | None = None,
    ) -> Walked:
        """Price ``proposals`` moves at random. One is taken that costs at most ``most``, its levels added
        up with the weights ``weigh`` (1 each), or with a chance of one in ``every`` (0: never).

        Raises UsageError for chances that are not 1000 in all, or weights that are not one a level."""
        counts = np.zeros((6, 3), dtype=np.int64)
        weights = np.ones(len(self.flat.levels), np.int64) if weigh is None else np.array(weigh, np.int64)
        if len(weights) != len(self.flat.levels):
            raise UsageError(f"{len(weights)} weights are not one for each level {self.flat.levels}")
        self._done.clear()
        priced = walk(
            proposals, sums_of(mix), weights, most, every, self._random, np.zeros(3, np.int64), counts,
            self._kind, self._place_of, self._chain, self.cost, self._games, self._slots,
            self._gained, self._counted, *self._arrays,
        )
        by_kind = tuple((x[0], x[1], x[2]) for x in counts.tolist())
        return Walked(int(priced), int(counts[:, 2].sum()), by_kind)

    # what kernels work on

    def _make(self, flat: Flat) -> None:
        games, dims = flat.games, flat.dims.copy()
        n, s, total = games.teams, games.slots, flat.games.kind.size
        small, wide = np.int32, np.int64
        squared = np.arange(total) % (n * n)
        self._dims, self._kind = dims, games.kind.ravel()
        self._slot, self._new_slot = (np.full(total, -1, small) for _ in range(2))
        self._opp, self._new_opp = (np.zeros(n * s, small) for _ in range(2))
        room = 4 * games.copies * (n + s + 2) + 2 * n + total
        self._games, self._slots = np.zeros(room, wide), np.zeros(room, wide)
        self._place_of, self._chain = np.zeros(total, wide), np.zeros(s + 2, wide)
        self._gained, self._counted = np.zeros(len(flat.levels), wide), np.zeros(4, wide)
        cells, teams = np.zeros(n * s + 1, wide), np.zeros(n, wide)
        self._stands = flat.stands.copy()
        moved = np.zeros((flat.size + 1, 2), small)
        series = _series(flat)
        self._peaks = np.zeros(max(1, len(flat.readings.peaks)), wide)
        self._series = (series, series.copy())
        seen, new_peak = np.zeros_like(self._peaks), np.zeros_like(self._peaks)
        self._moved, self._cells, self._teams, self._new = moved, cells, teams, (seen, new_peak)
        self._sides = squared // n, squared % n
        self._arrays: tuple[Any, ...] = (
            dims, *self._sides, squared * s, self._slot, self._new_slot,
            np.repeat(np.arange(n), s), np.tile(np.arange(s), n), self._opp, self._new_opp, cells,
            np.zeros(n, wide), teams, self._stands, flat.row_levels, flat.bounds,
            np.zeros(flat.size + 1, small),
            np.zeros(flat.size + 1, small), moved,
            flat.first, flat.entries, flat.values, flat.bits, flat.prices,
            *_peak_kinds(flat), *self._series, *_peaks_by_team(flat), self._peaks, seen, new_peak,
            *_pair_arrays(flat), *_sequence_arrays(flat), *_tied_arrays(flat),
        )

    def _load(self, slots: Ids) -> None:
        games = self.flat.games
        if slots.shape != (games.kind.size,):
            raise UsageError(f"{slots.size} games are not the {games.kind.size} that can be")
        played = np.flatnonzero(slots >= 0)
        self._check(tuple(zip(played.tolist(), slots[played].tolist(), strict=True)))
        if games.complete and len(played) != games.fixed.sum() + games.free.sum():
            raise UsageError(
                f"{len(played)} games are played of {int(games.fixed.sum() + games.free.sum())}",
                maybe="start from a schedule in which every game has a slot.",
            )
        self._price(played, slots[played])
        self._commit()

    def _price(self, games: Ids, slots: Ids) -> Ids:
        self._pending = (games, slots)
        evaluate(games, slots, len(games), self._gained, self._counted, *self._arrays)
        return self._gained.copy()

    def _commit(self) -> None:
        assert self._pending is not None
        games, slots = self._pending
        commit(
            games, slots, len(games), self._gained, self._counted, self.cost, self._dims, self._slot,
            self._opp, self._new_opp, self._cells, self._teams, self._stands, self._moved,
            *self._series, self._peaks, *self._new,
        )

    def _reject(self) -> None:
        assert self._pending is not None
        games, _ = self._pending
        reject(
            games, len(games), self._counted, self._slot, self._new_slot, self._opp, self._new_opp,
            self._cells, self._teams, *self._series,
        )

    def _check(self, move: Move) -> None:
        """Kernels trust their moves, so whatever comes from outside is tried here."""
        problem = self.flat.games
        if len({game for game, _ in move}) < len(move):
            raise UsageError("a move names a game twice")
        slots = self._slot.copy()
        for game, slot in move:
            if not (0 <= game < problem.kind.size and self._kind[game] and -1 <= slot < problem.slots):
                raise UsageError(f"there is no game {game} to be played in slot {slot}")
            slots[game] = slot
        made = slots.reshape(problem.copies, problem.teams, problem.teams)
        c, h, a = np.nonzero(made >= 0)
        busy = np.concatenate((h, a)) * problem.slots + np.tile(made[c, h, a], 2)
        if len(np.unique(busy)) < len(busy):
            raise UsageError("the move gives a team two games in one slot")
        either = problem.kind == 2
        if (either & (made >= 0) & (made.transpose(0, 2, 1) >= 0)).any():
            raise UsageError("the move plays a game at both venues that is at either's")
        if move and self._slot.max(initial=-1) >= 0 and len(h) != np.count_nonzero(self._slot >= 0):
            raise UsageError("the move leaves a game out, or plays one more")


def _columns(move: Move) -> tuple[Ids, Ids]:
    columns = np.array(move, dtype=np.int64).reshape(-1, 2)
    return np.ascontiguousarray(columns[:, 0]), np.ascontiguousarray(columns[:, 1])


def _fits_shape(schedule: Schedule, teams: int, slots: int) -> None:
    if schedule.entrants != teams or (len(schedule) and int(schedule.round.max()) > slots):
        raise UsageError(
            f"a schedule of {schedule.entrants} entrants in {schedule.rounds} rounds is not one of "
            f"{teams} teams in {slots} slots"
        )


def _series(flat: Flat) -> NDArray[np.int16]:
    """One series a kind and team, and one of zeros for a team compared with nobody."""
    shape = (len(flat.readings.kinds), flat.games.teams + 1, int(flat.dims[at.WIDTH]))
    return np.zeros(shape, dtype=np.int16)


def _peak_kinds(flat: Flat) -> tuple[Ids, Ids, Ids]:
    kinds = flat.readings.kinds
    place = np.full((max(1, len(kinds)), flat.games.slots), -1, dtype=np.int64)
    for k, kind in enumerate(kinds):
        place[k, list(kind.rounds)] = np.arange(len(kind.rounds))
    home, away = ([getattr(k, side) for k in kinds] or [0] for side in ("home", "away"))
    return place, np.array(home, dtype=np.int64), np.array(away, dtype=np.int64)


def _peaks_by_team(flat: Flat) -> tuple[NDArray[np.int32], NDArray[np.int32], Ids]:
    """(where each team's peaks begin, which they are, (kind, team, team, fact) of each)."""
    peaks = np.array(flat.readings.peaks, dtype=np.int64).reshape(-1, 4)
    used = flat.first[peaks[:, 3]] < flat.first[peaks[:, 3] + 1]
    which = np.flatnonzero(used)
    owner = np.concatenate((peaks[used, 1], peaks[used, 2]))
    order = np.lexsort((np.tile(which, 2), owner))
    begins = np.searchsorted(owner[order], np.arange(flat.games.teams + 1))
    return begins.astype(np.int32), np.tile(which, 2)[order].astype(np.int32), peaks


def _pair_arrays(flat: Flat) -> tuple[Any, ...]:
    readings, n = flat.readings, flat.games.teams
    paired = np.array(readings.paired, dtype=np.int64).reshape(-1, 3)
    asked = np.zeros(n * n, dtype=np.bool_)
    for _, first, size in paired.tolist():
        each = size * flat.games.slots
        pair = np.arange(n * n)
        asked |= flat.first[first + pair * each] < flat.first[first + (pair + 1) * each]
    venue = np.array(readings.venue, dtype=np.int64).reshape(-1, 2, n * n)
    room = 2 * flat.games.copies + 1
    return asked, np.zeros(n * n, np.int64), paired, venue, np.zeros(room, np.int64), np.zeros(room, np.int64)


def _sequence_arrays(flat: Flat) -> tuple[Any, ...]:
    readings, n = flat.readings, flat.games.teams
    marks = np.array(readings.marks, dtype=np.int64).reshape(-1, n, 2 * n)
    inside = np.array(readings.inside, dtype=np.bool_).reshape(-1, flat.games.slots)
    sequences = np.array(readings.sequences, dtype=np.int64).reshape(-1, 9)
    return np.zeros(n, np.int64), sequences, marks, inside


def _tied_arrays(flat: Flat) -> tuple[Any, ...]:
    """(facts made of counters, their counters, by row where its facts begin, which, marks)."""
    tied = flat.tied
    owner = np.repeat(np.arange(len(tied)), tied[:, 2] - tied[:, 1])
    order = np.argsort(flat.counters, kind="stable")
    begins = np.searchsorted(flat.counters[order], np.arange(flat.size + 1))
    return tied, flat.counters, begins, owner[order], np.zeros(len(tied), np.int64)
