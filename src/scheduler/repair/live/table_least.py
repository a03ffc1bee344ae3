"""The least change of what is left of a table: what has been played is known, the rest is open.

First the opponents: matches that are not played at all (where that is allowed), then published matches that
leave their round. Then the sides, level before level: deviations from rules that can hold no more, published
matches that do not stay in their round with their sides, deviations from hard rules that are not asked hard,
the rulebook's own prices. Tables are dealt out afterwards: no move depends on them but by how many matches
a round has room for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from scheduler.errors import TimeUp
from scheduler.event import Match
from scheduler.facts import Frame, Ids, Space
from scheduler.repair.published import speaks_of
from scheduler.rules import Count, Row, RuleUse, Stated, Term, from_rows
from scheduler.solve.problem import Limits, Outcome, Problem

__all__ = ["Answer", "Left", "freed", "least_left", "lost_rules", "opponents_left", "placed_only"]

Pair = tuple[int, int]
_EASED, _CHANGES, _BROKEN, _PRICES = 1, 2, 3, 3
_MOST_CHOICE = 240
"""So many pairs and rounds may be chosen from: whoever may play in many rounds has many turns to count."""
if TYPE_CHECKING:
    from scheduler.solve.moving import Moved

_STRUCTURE = ("meet-each", "once-a-round", "one-table-a-match", "one-match-a-table", "highest-at-last-table")
"""Rules that are stated here in their own way, or that are about tables."""


@dataclass(frozen=True)
class Left:
    """What is left of a table, in places of it and rounds from 1.

    ``known`` stand; ``loose`` are published and not begun; ``due``: how often each pair (low, high) is still
    to meet; ``open_``: the rounds (by entrant) in which somebody may get a match; ``never``: (low, high,
    round) that cannot be; ``room``: how many matches of ``due`` a round holds, where that is limited;
    ``turned``: (home, away, round) that cannot be; ``may``: the rounds of each pair, where they are fewer;
    ``some``: pairs that play so many of their matches in all,
    whichever, while all others stay in their rounds.
    """

    frame: Frame
    space: Space
    stated: tuple[Stated, ...]
    known: tuple[Match, ...]
    loose: tuple[Match, ...]
    due: Mapping[Pair, int]
    open_: Mapping[int, frozenset[int]]
    never: frozenset[tuple[int, int, int]] = frozenset()
    room: Mapping[int, int] | None = None
    turned: frozenset[tuple[int, int, int]] = frozenset()
    may: Mapping[Pair, Sequence[int]] | None = None
    some: tuple[frozenset[Pair], int] = (frozenset(), 0)

    @property
    def size(self) -> int:
        """How many facts are open."""
        return sum(2 * len(self.rounds_of(pair)) for pair in self.due)

    def rounds_of(self, pair: Pair) -> list[int]:
        """The rounds in which a pair may meet."""
        if self.may is not None:
            return [*self.may[pair]]
        low, high = pair
        both = self.open_.get(low, frozenset()) & self.open_.get(high, frozenset())
        return [r for r in sorted(both) if (low, high, r) not in self.never]

    @property
    def shortage(self) -> tuple[int, int]:
        """(by how many rounds somebody has fewer than matches, who): (0, 0) where everybody has enough."""
        need: dict[int, int] = {}
        for (low, high), k in self.due.items():
            need[low], need[high] = need.get(low, 0) + k, need.get(high, 0) + k
        short = [(k - len(self.open_.get(e, ())), -e) for e, k in need.items()]
        worst, who = max(short, default=(0, 0))
        return (worst, -who) if worst > 0 else (0, 0)


@dataclass(frozen=True)
class Answer:
    """``matches`` are those of ``due``, placed; ``changes`` how many of the loose ones do not stay as they
    are, ``bound``: proven that no fewer can; ``unplayed`` have no place, the fewest if ``least_unplayed``.
    ``eased``: the rules that were asked at a price. ``given``: proven that no fewer can where everybody meets
    when this says; ``moves`` of the changes are of rounds, and ``only`` where that holds for every table with
    as few matches unplayed and out of their rounds. ``kept``: ``unplayed`` is the least where all others keep
    their rounds."""

    matches: tuple[Match, ...]
    changes: int
    bound: int
    unplayed: int
    least_unplayed: bool
    eased: frozenset[str] = frozenset()
    given: int = 0
    moves: int = 0
    only: bool = False
    kept: bool = False

    @property
    def minimal(self) -> bool:
        """True where it is proven that fewer changes do not do; of those who leave their rounds first, since
        another date costs more than another side, then of all."""
        return self.least_unplayed and (self.changes == self.bound or self.fewest_turned)

    @property
    def fewest_turned(self) -> bool:
        """True where it is proven that no table with as few matches out of their rounds has fewer changes."""
        return self.only and self.changes == self.given


def opponents_left(
    left: Left, *, short: bool = False, keeping: bool = False, seconds: float = 1.0
) -> Moved | None:
    """The rounds of what is left, sides apart: as few published matches as can be leave their round. None
    where there is proven to be no way; TimeUp where the time ran out first. With ``short`` matches may go
    unplayed, as few as can be; ``keeping``: as few as can be where nobody leaves a round that he need not."""
    from scheduler.solve.moving import fewest_moves, least_unplayed

    published: dict[Pair, list[int]] = {pair: [] for pair in left.due}
    for m in left.loose:
        published[_pair(m)].append(m.round)
    may = {pair: left.rounds_of(pair) for pair in left.due}
    limits = Limits(seconds, 1, 0, None, False)
    if keeping:
        return least_unplayed(left.due, may, published, limits, room=left.room)
    return fewest_moves(left.due, may, published, limits, room=left.room, short=short)


def least_left(
    left: Left, moved: Moved | None = None, *, hard: bool, eased: Collection[str] = (), seconds: float = 1.0
) -> Answer | None:
    """The least change; ``hard``: the hard rules hold, but for those ``eased``, and sides may be reversed
    for that; with ``moved`` everybody meets when that says. None where there is proven to be none; TimeUp
    where the time ran out first."""
    outcome = _outcome(left, moved, hard, frozenset(eased), Limits(seconds, 1, 0, None, False))
    if outcome.status == "infeasible":
        return None
    if not outcome.facts:
        raise TimeUp("no repair of the table was found in time, and none was shown impossible",
                     maybe="allow more time.")
    known = {(m.home, m.away, m.round) for m in left.known}
    home, away, when = left.space["plays"].coords(outcome.facts["plays"])
    rows = zip((home + 1).tolist(), (away + 1).tolist(), (when + 1).tolist(), strict=True)
    placed = tuple(Match(*row) for row in rows if row not in known)
    there = {(m.home, m.away, m.round) for m in placed}
    changes = sum((m.home, m.away, m.round) not in there for m in left.loose)
    given = outcome.bounds.get(_CHANGES, 0)
    if moved is None:
        bound = 0 if eased else given
        return Answer(placed, changes, bound, 0, True, frozenset(eased), given)
    return Answer(
        placed, changes, moved.bound, moved.unplayed, moved.unplayed == moved.fewest, frozenset(eased),
        max(moved.bound, given), moved.moves, bool(left.some[0]) or _only(left, moved), moved.kept)


def _outcome(left: Left, moved: Moved | None, hard: bool, eased: frozenset[str], limits: Limits) -> Outcome:
    """Sides alone where it is known who meets when; no question at all where no side is open."""
    if moved is None:
        from scheduler.solve.cpsat import solve

        return solve(_problem(left, hard, eased), limits)
    asked = left if left.some[0] else _when(left, moved, hard or bool(eased))
    problem = _problem(asked, hard, eased)
    open_, known = problem.open["plays"], problem.known["plays"]
    if not len(open_) and not hard:
        return Outcome("optimal", {"plays": known}, {_CHANGES: moved.moves})
    from scheduler.solve.turning import turned

    plays, unsure = _promise(asked)
    return turned(problem.replace(plays=plays, unsure=unsure if unsure.any() else None), limits)


def _cells(left: Left, moved: Moved) -> tuple[dict[Pair, list[int]], int] | None:
    """(the room that is left for what is not published, how many matches of it are played) where whatever can
    stay in its round does, as proven best; None where something else moves, or where that is not proven."""
    if moved.moves != moved.bound or moved.unplayed != moved.fewest:
        return None
    stay = [m for m in left.loose if m.round in left.rounds_of(_pair(m))]
    held = Counter(map(_pair, stay))
    if moved.moves != len(left.loose) - len(stay) or any(k > left.due.get(p, 0) for p, k in held.items()):
        return None
    busy = {(e, m.round) for m in stay for e in _pair(m)}
    cells = {(low, high): [r for r in left.rounds_of((low, high)) if not {(low, r), (high, r)} & busy]
             for (low, high), k in left.due.items() if held[low, high] < k}
    return cells, sum(left.due.values()) - len(stay) - moved.unplayed


def _only(left: Left, moved: Moved) -> bool:
    """True where no other table has as few matches unplayed and out of their rounds: whatever can stay does,
    and the others together fill all the room that is left for them."""
    found = _cells(left, moved)
    return found is not None and sum(map(len, found[0].values())) == found[1]


def freed(left: Left, moved: Moved) -> Left | None:
    """The question of all tables with as few matches unplayed and out of their rounds, where whatever can
    stay does and there is some choice for the others; else None."""
    found = _cells(left, moved)
    published = {_pair(m) for m in left.loose}
    if found is None or published & set(found[0]):
        return None
    cells, many = found
    if not many < sum(map(len, cells.values())) <= _MOST_CHOICE:
        return None
    may = {pair: list[int]() for pair in left.due} | cells
    for m in left.loose:
        if m.round in left.rounds_of(_pair(m)):
            may[_pair(m)].append(m.round)
    stated = left.stated
    if moved.unplayed:
        stated = tuple(_either(entry, {e for pair in cells for e in pair}) for entry in left.stated)
    return replace(left, may=may, some=(frozenset(cells), many), stated=stated)


def _either(entry: Stated, who: set[int]) -> Stated:
    """Home and away as equal as can be, of whom it is not known whether they play an odd number of matches: a
    difference of one is always odd, so that it may be allowed to all of them."""
    if entry.use.id != "home-away-balance":
        return entry
    most = np.array(entry.count.bounds(np.arange(entry.count.rows))[1])
    most[[e - 1 for e in who]] = 1 + int(entry.use.params.get("slack", 0))
    return replace(entry, count=replace(entry.count, least=-most, most=most))


def lost_rules(left: Left) -> frozenset[str]:
    """Hard rules that cannot hold, as counting alone proves: a row that what stands has broken, and nothing
    that is open can mend. Only rules that speak of matches themselves are looked at."""
    plays = left.space["plays"]
    known = _ids(left, left.known)
    open_ = np.unique(np.concatenate([
        np.empty(0, np.int64), *_facts(left).values()]))
    out = set()
    for entry in left.stated:
        count = entry.count
        if not entry.use.hard or any(t.family != plays.name for t in count.terms) or not _speaks(left, entry):
            continue
        least, most = count.bounds(np.arange(count.rows))
        low, high = np.zeros(count.rows, dtype=np.int64), np.zeros(count.rows, dtype=np.int64)
        for term in count.terms:
            for ids, certain in ((known, True), (open_, False)):
                _, row, weight = term.incidence(left.space, ids, count.shape)
                np.add.at(low, row, weight if certain else np.minimum(weight, 0))
                np.add.at(high, row, weight if certain else np.maximum(weight, 0))
        if bool((low > most).any() or (high < least).any()):
            out.add(entry.use.id)
    return frozenset(out)


def placed_only(left: Left, moved: Moved) -> Left:
    """The same about those matches only that have a round."""
    return replace(left, due={pair: len(mine) for pair, mine in moved.rounds.items() if mine})


def _when(left: Left, moved: Moved, turning: bool) -> Left:
    """The same with the rounds of all pairs fixed, and, unless they may turn, the sides of who stays."""
    stay = [m for m in left.loose if m.round in moved.rounds.get(_pair(m), ())]
    due = {pair: len(mine) for pair, mine in moved.rounds.items() if mine}
    kept: frozenset[tuple[int, int, int]] = frozenset()
    if not turning:
        kept = frozenset((m.away, m.home, m.round) for m in stay)
    return replace(left, due=due, may=moved.rounds, room=None, turned=kept)


def _promise(left: Left) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """(who plays in which round, who may), where that is known of all others."""
    plays = np.zeros((left.frame.entrants, left.frame.rounds), dtype=bool)
    unsure = np.zeros_like(plays)
    for m in left.known:
        plays[[m.home - 1, m.away - 1], m.round - 1] = True
    for low, high in left.due:
        where = unsure if (low, high) in left.some[0] else plays
        for r in left.rounds_of((low, high)):
            where[[low - 1, high - 1], r - 1] = True
    return plays, unsure & ~plays


def _problem(left: Left, hard: bool, eased: frozenset[str]) -> Problem:
    n, rounds = left.frame.entrants, left.frame.rounds
    facts = _facts(left)
    pairs, many = left.some
    sure = [ids for pair, ids in facts.items() if len(ids) == left.due[pair] and pair not in pairs]
    known = np.unique(np.concatenate([_ids(left, left.known), *sure]))
    opened = np.setdiff1d(np.concatenate([np.empty(0, np.int64), *facts.values()]), known)
    once = Count(
        ("entrant", "round"), (n, rounds), (Term("plays", lambda h, a, r: [(h, r), (a, r)]),), None, 1)
    stated = [
        Stated(RuleUse("once"), once),
        _rows(left, "due", 0, [
            Row(pair, (), facts[pair], 0 if pair in pairs else k, k) for pair, k in left.due.items()]),
    ]
    if pairs:
        every = np.concatenate([facts[pair] for pair in sorted(pairs)])
        stated.append(_rows(left, "some", 0, [Row((), (), every, many, many)]))
    if left.loose:
        ids = _each(left, left.loose)
        stated.append(_rows(left, "stay", _CHANGES, [
            Row((m.home, m.away), (m.round,), ids[k:k + 1], 1) for k, m in enumerate(left.loose)]))
    if left.room is not None:
        stated.append(_room(left, left.room))
    stated += [_asked(s, hard, eased) for s in left.stated if _speaks(left, s)]
    return Problem(
        left.space, left.frame, tuple(stated), {"plays": opened}, {"plays": known},
        hint={"plays": np.unique(np.concatenate([known, _ids(left, left.loose)]))})


def _speaks(left: Left, entry: Stated) -> bool:
    return entry.use.id not in _STRUCTURE and not speaks_of(left.space, entry, "at")


def _asked(entry: Stated, hard: bool, eased: frozenset[str]) -> Stated:
    use = entry.use
    if use.id in eased:
        return replace(entry, use=replace(use, level=_EASED, price=(1,)))
    if use.hard:
        return entry if hard else replace(entry, use=replace(use, level=_BROKEN, price=(1,)))
    return replace(entry, use=replace(use, level=use.level + _PRICES))


def _room(left: Left, room: Mapping[int, int]) -> Stated:
    n = np.arange(left.frame.entrants)
    rows = []
    for r, most in sorted(room.items()):
        rows.append(Row((), (r,), left.space["plays"].ids(n[:, None], n[None, :], r - 1).ravel(), None, most))
    return _rows(left, "room", 0, rows)


def _rows(left: Left, name: str, level: int, rows: Sequence[Row]) -> Stated:
    return Stated(
        RuleUse(name, level=level, price=(1,) if level else ()), from_rows(left.space, rows))


def _facts(left: Left) -> dict[Pair, Ids]:
    """The facts that each pair of ``due`` may make true."""
    rows = [
        (low, high, a, b, r) for low, high in left.due for r in left.rounds_of((low, high))
        for a, b in ((low, high), (high, low)) if (a, b, r) not in left.turned]
    columns = np.array(rows, dtype=np.int64).reshape(-1, 5).T
    ids = left.space["plays"].ids(columns[2] - 1, columns[3] - 1, columns[4] - 1).tolist()
    out: dict[Pair, list[int]] = {pair: [] for pair in left.due}
    for (low, high, *_), id in zip(rows, ids, strict=True):
        out[low, high].append(id)
    return {pair: np.array(mine, dtype=np.int64) for pair, mine in out.items()}


def _pair(match: Match) -> Pair:
    return min(match.home, match.away), max(match.home, match.away)


def _ids(left: Left, matches: Sequence[Match]) -> Ids:
    return np.unique(_each(left, matches))


def _each(left: Left, matches: Sequence[Match]) -> Ids:
    rows = np.array([(m.home - 1, m.away - 1, m.round - 1) for m in matches], dtype=np.int64).reshape(-1, 3)
    return left.space["plays"].ids(rows[:, 0], rows[:, 1], rows[:, 2])
