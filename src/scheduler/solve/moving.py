"""Who meets whom when, in what is left of a table: the fewest published matches leave their rounds.

Sides and rules are not asked here, so what is proven to be the fewest holds whatever they ask. Two remarks
make the proof quick. Whoever has as many matches left as rounds plays in each of them: equations, whose
relaxation is strong. And a round in which only such entrants play loses two matches or none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from time import monotonic

from ortools.sat.python import cp_model

from scheduler.errors import TimeUp
from scheduler.solve.cpsat import run
from scheduler.solve.problem import Limits

__all__ = ["Moved", "fewest_moves", "least_unplayed"]

Pair = tuple[int, int]


@dataclass(frozen=True)
class Moved:
    """``rounds`` of each pair; ``moves`` published matches leave their round, no fewer than ``bound`` can;
    ``unplayed`` matches have no round, no fewer than ``fewest`` can (given that, ``bound`` holds). ``kept``:
    that is so where published matches keep their rounds, and perhaps fewer could if some did not."""

    rounds: Mapping[Pair, tuple[int, ...]]
    moves: int
    bound: int
    unplayed: int = 0
    fewest: int = 0
    kept: bool = False


@dataclass(frozen=True)
class _Asked:
    """The question: see :func:`fewest_moves`."""

    due: Mapping[Pair, int]
    may: Mapping[Pair, Sequence[int]]
    published: Mapping[Pair, Sequence[int]]
    room: Mapping[int, int] | None
    short: bool

    @property
    def missing(self) -> dict[Pair, int]:
        """How many matches of a pair have no round yet."""
        stay = {p: sum(r in self.may[p] for r in self.published.get(p, ())) for p in self.due}
        return {p: k - stay[p] for p, k in self.due.items() if k > stay[p]}

    @property
    def least_unplayed(self) -> int:
        """Proven by counting: whoever has more matches than rounds leaves some unplayed, two share one; and a
        round holds half of those who can play in it."""
        need: dict[int, int] = {}
        rounds: dict[int, set[int]] = {}
        for pair, k in self.due.items():
            for e in pair:
                need[e] = need.get(e, 0) + k
                rounds.setdefault(e, set()).update(self.may[pair])
        short = [max(0, k - len(rounds[e])) for e, k in need.items()]
        there: dict[int, int] = {}
        for mine in rounds.values():
            for r in mine:
                there[r] = there.get(r, 0) + 1
        room = sum(min(k // 2, (self.room or {}).get(r, k)) for r, k in there.items())
        return max([0, *short, -(-sum(short) // 2), sum(self.due.values()) - room])

    @property
    def least_moves(self) -> int:
        """Published matches that cannot stay: in rounds that are none any more, or more than are due."""
        stay = {p: sum(r in self.may[p] for r in self.published.get(p, ())) for p in self.due}
        kept = sum(min(k, stay[p]) for p, k in self.due.items())
        return sum(len(p) for p in self.published.values()) - kept

    def within(self, rounds: set[int]) -> _Asked:
        """The same where matches that are published in other rounds, or elsewhere, stay."""
        missing = self.missing
        may: dict[Pair, Sequence[int]] = {}
        for pair, mine in self.may.items():
            has = [r for r in self.published.get(pair, ()) if r in mine]
            moves = [r for r in mine if r in rounds] if set(has) & rounds else []
            may[pair] = list(mine) if pair in missing else sorted({*has, *moves})
        return replace(self, may=may)

    @property
    def holes(self) -> list[int]:
        """Rounds with room that matches without a round need, those of most use first."""
        busy = {(e, r) for pair, mine in self.published.items() if pair in self.due
                for r in mine if r in self.may[pair] for e in pair}
        free: dict[int, int] = {}
        for pair in self.missing:
            for e in pair:
                for r in self.may[pair]:
                    free[r] = free.get(r, 0) + ((e, r) not in busy)
        return sorted(free, key=lambda r: (-free[r], r))


@dataclass
class _Model:
    cp: cp_model.CpModel
    at: dict[tuple[Pair, int], cp_model.IntVar] = field(default_factory=dict)
    stays: dict[int, list[cp_model.IntVar]] = field(default_factory=dict)

    @property
    def stay(self) -> list[cp_model.IntVar]:
        return [x for round in self.stays.values() for x in round]


def fewest_moves(
    due: Mapping[Pair, int], may: Mapping[Pair, Sequence[int]], published: Mapping[Pair, Sequence[int]],
    limits: Limits, *, room: Mapping[int, int] | None = None, short: bool = False,
) -> Moved | None:
    """Rounds for matches: each pair of ``due`` meets so often, in rounds that it ``may``, nobody twice in a
    round. ``published`` are the rounds that it has; ``room`` limits the matches of a round; with ``short``
    matches may go unplayed, as few as can be. None where there is proven to be no way; TimeUp where the
    time ran out before any was found.

    First nobody moves, then those of a few rounds; what that gives is the start of the search among all.
    """
    asked = _Asked(due, may, published, room, short)
    start, least = monotonic(), asked.least_unplayed
    if least and not short:
        return None
    best = _as_published(asked)
    if best is not None and (best.unplayed, best.moves) == (least, asked.least_moves):
        return replace(best, bound=best.moves, fewest=least)
    for many in _GROWING:
        near = asked.within(set(asked.holes[:many]))
        with suppress(TimeUp):
            found = _solved(near, _part(limits, start, 0.25), best)
            if found is not None and (best is None or _cost(found) < _cost(best)):
                best = found
        if best is not None and (best.unplayed, best.moves) == (least, asked.least_moves):
            return replace(best, bound=best.moves, fewest=least)
    try:
        whole = _solved(asked, _part(limits, start, 1.0), best)
    except TimeUp:
        if best is None:
            raise
        return replace(best, bound=asked.least_moves if best.unplayed == least else 0, fewest=least)
    if whole is None or best is None or _cost(whole) <= _cost(best):
        return whole
    return replace(best, bound=min(whole.bound, best.moves) if whole.fewest == best.unplayed else 0,
                   fewest=whole.fewest)


def least_unplayed(
    due: Mapping[Pair, int], may: Mapping[Pair, Sequence[int]], published: Mapping[Pair, Sequence[int]],
    limits: Limits, *, room: Mapping[int, int] | None = None,
) -> Moved | None:
    """The same where whatever is published and can stay does: as few of the others as can be go unplayed. No
    match moves that need not, which takes no proof. None where not all that is published has room; TimeUp."""
    asked = _Asked(due, may, published, room, True)
    stay = {p: tuple(r for r in published.get(p, ()) if r in may[p]) for p in due}
    held: dict[int, int] = {}
    for r in (r for mine in stay.values() for r in mine):
        held[r] = held.get(r, 0) + 1
    over = any(k > (room or {}).get(r, k) for r, k in held.items())
    if over or any(len(mine) > due[p] for p, mine in stay.items()):
        return None
    busy = {(e, r) for p, mine in stay.items() for r in mine for e in p}
    missing = asked.missing
    cells = {p: [r for r in may[p] if not any((e, r) in busy for e in p)] for p in missing}
    space = None if room is None else {r: k - held.get(r, 0) for r, k in room.items()}
    rest = _Asked(missing, cells, {}, space, True)
    found = _as_published(rest)
    assert found is not None
    fewest = rest.least_unplayed
    if found.unplayed > fewest:
        found = _solved(rest, limits, found) or found
        fewest = max(fewest, found.fewest)
    rounds = {p: (*mine, *found.rounds.get(p, ())) for p, mine in stay.items()}
    moves = asked.least_moves
    return Moved(rounds, moves, moves, found.unplayed, fewest, found.unplayed > asked.least_unplayed)


_GROWING = (0, 3, 6)
"""So many rounds, those with the most room, are opened before all are."""


def _as_published(asked: _Asked) -> Moved | None:
    """Whoever can stay stays, and the others have the first round that is free, those with the fewest first;
    None where some have none and none may go unplayed."""
    rounds: dict[Pair, tuple[int, ...]] = dict.fromkeys(asked.due, ())
    busy: set[tuple[int, int]] = set()
    held: dict[int, int] = {}

    def place(pair: Pair, r: int) -> None:
        full = held.get(r, 0) >= (asked.room or {}).get(r, held.get(r, 0) + 1)
        taken = r in rounds[pair] or any((e, r) in busy for e in pair)
        if full or taken or len(rounds[pair]) >= asked.due[pair]:
            return
        rounds[pair] = (*rounds[pair], r)
        held[r] = held.get(r, 0) + 1
        busy.update((e, r) for e in pair)

    for pair in asked.due:
        for r in asked.published.get(pair, ()):
            if r in asked.may[pair]:
                place(pair, r)
    free = {p: [r for r in asked.may[p] if not any((e, r) in busy for e in p)] for p in asked.due}
    for pair in sorted(free, key=lambda p: (len(free[p]), p)):
        for r in free[pair]:
            place(pair, r)
    unplayed = sum(k - len(rounds[p]) for p, k in asked.due.items())
    if unplayed and not asked.short:
        return None
    moves = sum(r not in rounds.get(p, ()) for p, mine in asked.published.items() for r in mine)
    return Moved(rounds, moves, 0, unplayed)


def _cost(moved: Moved) -> tuple[int, int]:
    return moved.unplayed, moved.moves


def _part(limits: Limits, start: float, share: float) -> Limits:
    """The limits of one question: a share of the time that is left."""
    if limits.seconds is None:
        return limits
    return replace(limits, seconds=max(0.1, share * (limits.seconds - (monotonic() - start))))


def _solved(asked: _Asked, limits: Limits, hint: Moved | None) -> Moved | None:
    """One question to the solver. None: proven that there is no way. TimeUp."""
    start = monotonic()
    model = _model(asked, hint)
    unplayed, fewest = 0, 0
    total = sum(asked.due.values())
    if asked.short:
        model.cp.maximize(sum(model.at.values()))
        solver = _solver(limits, start)
        code, _ = run(solver, model.cp)
        if code not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return _nothing(code)
        unplayed = total - round(solver.objective_value)
        fewest = max(0, total - int(solver.best_objective_bound + 1e-6))
        model.cp.add(sum(model.at.values()) >= total - unplayed)
        model.cp.clear_hints()  # type: ignore[no-untyped-call]
        for x in model.at.values():
            model.cp.add_hint(x, solver.boolean_value(x))
    many = sum(len(p) for p in asked.published.values())
    model.cp.maximize(sum(model.stay))
    solver = _solver(limits, start)
    code, _ = run(solver, model.cp)
    if code not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return _nothing(code)
    rounds: dict[Pair, tuple[int, ...]] = dict.fromkeys(asked.due, ())
    for (pair, r), x in model.at.items():
        if solver.boolean_value(x):
            rounds[pair] = (*rounds[pair], r)
    moves = many - sum(r in rounds.get(pair, ()) for pair, mine in asked.published.items() for r in mine)
    bound = max(0, many - int(solver.best_objective_bound + 1e-6))
    return Moved(rounds, moves, bound, unplayed, fewest)


def _nothing(code: int) -> Moved | None:
    if code == cp_model.INFEASIBLE:
        return None
    raise TimeUp("no rounds for what is left of the table were found in time, and none shown impossible",
                 maybe="allow more time.")


def _solver(limits: Limits, start: float) -> cp_model.CpSolver:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = limits.workers
    solver.parameters.random_seed = limits.seed % 2**31
    solver.parameters.catch_sigint_signal = False
    solver.parameters.linearization_level = 2
    if limits.seconds is not None:
        solver.parameters.max_time_in_seconds = max(0.1, limits.seconds - (monotonic() - start))
    return solver


def _model(asked: _Asked, hint: Moved | None) -> _Model:
    model = _Model(cp_model.CpModel())
    busy: dict[tuple[int, int], list[cp_model.IntVar]] = {}
    held: dict[int, list[cp_model.IntVar]] = {}
    for pair, k in asked.due.items():
        mine = []
        has = asked.published.get(pair, ())
        start = has if hint is None else hint.rounds[pair]
        for r in asked.may[pair]:
            x = model.cp.new_bool_var("")
            model.at[pair, r] = x
            mine.append(x)
            held.setdefault(r, []).append(x)
            for e in pair:
                busy.setdefault((e, r), []).append(x)
            model.cp.add_hint(x, r in start)
            if r in has:
                model.stays.setdefault(r, []).append(x)
        model.cp.add(sum(mine) <= k if asked.short else sum(mine) == k)
    tight = set() if asked.short else _tight(asked.due, busy)
    for (e, _), some in busy.items():
        if e in tight:
            model.cp.add_exactly_one(some)
        else:
            model.cp.add_at_most_one(some)
    for r, most in (asked.room or {}).items():
        model.cp.add(sum(held.get(r, [])) <= most)
    _whole_rounds(model, busy, tight)
    return model


def _tight(due: Mapping[Pair, int], busy: Mapping[tuple[int, int], object]) -> set[int]:
    """Those who have as many matches as rounds in which they can play."""
    need: dict[int, int] = {}
    for pair, k in due.items():
        for e in pair:
            need[e] = need.get(e, 0) + k
    rounds: dict[int, int] = {}
    for e, _ in busy:
        rounds[e] = rounds.get(e, 0) + 1
    return {e for e, k in need.items() if k == rounds.get(e, 0)}


def _whole_rounds(
    model: _Model, busy: Mapping[tuple[int, int], Sequence[object]], tight: set[int]
) -> None:
    """A round changes or not; one whose published matches hold all who must play loses two or none."""
    there: dict[int, set[int]] = {}
    for e, r in busy:
        there.setdefault(r, set()).add(e)
    for r, who in there.items():
        stays = model.stays.get(r, [])
        changes = model.cp.new_bool_var("")
        mine = {x.index for x in stays}
        for (_, when), x in model.at.items():
            if when == r and x.index not in mine:
                model.cp.add_implication(x, changes)
        for x in stays:
            model.cp.add_implication(changes.negated(), x)
        if who <= tight and 2 * len(stays) == len(who):
            model.cp.add(len(stays) - sum(stays) >= 2 * changes)
