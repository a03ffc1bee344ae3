"""The least change of what is left of a table: what has been played is known, the rest is open.

First the opponents: matches that are not played at all (where that is allowed), then published matches that
leave their round. Then the sides, level before level: deviations from rules that can hold no more, published
matches that do not stay in their round with their sides, deviations from hard rules that are not asked hard,
the rulebook's own prices. Tables are dealt out afterwards: no move depends on them but by how many matches
a round has room for.
"""

from __future__ import annotations

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
from scheduler.solve.problem import Limits, Problem

__all__ = ["Answer", "Left", "least_left", "lost_rules", "opponents_left", "placed_only"]

Pair = tuple[int, int]
_EASED, _CHANGES, _BROKEN, _PRICES = 1, 2, 3, 3
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
    ``turned``: (home, away, round) that cannot be.
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

    @property
    def size(self) -> int:
        """How many facts are open."""
        return sum(2 * len(self.rounds_of(pair)) for pair in self.due)

    def rounds_of(self, pair: Pair) -> list[int]:
        """The rounds in which a pair may meet."""
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
    when this says."""

    matches: tuple[Match, ...]
    changes: int
    bound: int
    unplayed: int
    least_unplayed: bool
    eased: frozenset[str] = frozenset()
    given: int = 0

    @property
    def minimal(self) -> bool:
        """True where it is proven that fewer changes do not do."""
        return self.changes == self.bound and self.least_unplayed


def opponents_left(left: Left, *, short: bool = False, seconds: float = 1.0) -> Moved | None:
    """The rounds of what is left, sides apart: as few published matches as can be leave their round. None
    where there is proven to be no way; TimeUp where the time ran out first."""
    from scheduler.solve.moving import fewest_moves

    published: dict[Pair, list[int]] = {pair: [] for pair in left.due}
    for m in left.loose:
        published[_pair(m)].append(m.round)
    may = {pair: left.rounds_of(pair) for pair in left.due}
    return fewest_moves(
        left.due, may, published, Limits(seconds, 1, 0, None, False), room=left.room, short=short)


def least_left(
    left: Left, moved: Moved | None = None, *, hard: bool, eased: Collection[str] = (), seconds: float = 1.0
) -> Answer | None:
    """The least change; ``hard``: the hard rules hold, but for those ``eased``, and sides may be reversed
    for that; with ``moved`` everybody meets when that says. None where there is proven to be none; TimeUp
    where the time ran out first."""
    from scheduler.solve.cpsat import solve

    asked = left if moved is None else _when(left, moved, hard or bool(eased))
    problem = _problem(asked, hard, frozenset(eased))
    if moved is not None:
        problem = problem.replace(plays=_promise(asked))
    outcome = solve(problem, Limits(seconds, 1, 0, None, False))
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
    bound = moved.bound if moved is not None else 0 if eased else outcome.bounds.get(_CHANGES, 0)
    unplayed, fewest = (moved.unplayed, moved.fewest) if moved is not None else (0, 0)
    given = max(bound, outcome.bounds.get(_CHANGES, 0))
    return Answer(placed, changes, bound, unplayed, unplayed == fewest, frozenset(eased), given)


def lost_rules(left: Left) -> frozenset[str]:
    """Hard rules that cannot hold, as counting alone proves: a row that what stands has broken, and nothing
    that is open can mend. Only rules that speak of matches themselves are looked at."""
    plays = left.space["plays"]
    known = _ids(left, left.known)
    open_ = np.unique(np.concatenate([
        np.empty(0, np.int64), *(_facts(left, pair) for pair in left.due)]))
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
    rounds = {r for mine in left.open_.values() for r in mine}
    never = {(*pair, r) for pair, mine in moved.rounds.items() for r in rounds if r not in mine}
    stay = [m for m in left.loose if m.round in moved.rounds.get(_pair(m), ())]
    due = {pair: len(mine) for pair, mine in moved.rounds.items() if mine}
    kept: frozenset[tuple[int, int, int]] = frozenset()
    if not turning:
        kept = frozenset((m.away, m.home, m.round) for m in stay)
    return replace(left, due=due, never=frozenset(never), room=None, turned=kept)


def _promise(left: Left) -> NDArray[np.bool_]:
    """Who plays in which round, where that is known of everybody."""
    plays = np.zeros((left.frame.entrants, left.frame.rounds), dtype=bool)
    for m in left.known:
        plays[[m.home - 1, m.away - 1], m.round - 1] = True
    for low, high in left.due:
        for r in left.rounds_of((low, high)):
            plays[[low - 1, high - 1], r - 1] = True
    return plays


def _problem(left: Left, hard: bool, eased: frozenset[str]) -> Problem:
    n, rounds = left.frame.entrants, left.frame.rounds
    facts = {pair: _facts(left, pair) for pair in left.due}
    opened = np.unique(np.concatenate([np.empty(0, np.int64), *facts.values()]))
    known = _ids(left, left.known)
    once = Count(
        ("entrant", "round"), (n, rounds), (Term("plays", lambda h, a, r: [(h, r), (a, r)]),), None, 1)
    stated = [
        Stated(RuleUse("once"), once),
        _rows(left, "due", 0, [
            Row(pair, (), facts[pair], k, k) for pair, k in left.due.items()]),
    ]
    if left.loose:
        stated.append(_rows(left, "stay", _CHANGES, [
            Row((m.home, m.away), (m.round,), _ids(left, [m]), 1) for m in left.loose]))
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


def _facts(left: Left, pair: Pair) -> Ids:
    low, high = pair
    plays = left.space["plays"]
    rounds = left.rounds_of(pair)
    some = []
    for a, b in ((low, high), (high, low)):
        mine = np.array([r - 1 for r in rounds if (a, b, r) not in left.turned], dtype=np.int64)
        some.append(plays.ids(a - 1, b - 1, mine))
    return np.concatenate(some)


def _pair(match: Match) -> Pair:
    return min(match.home, match.away), max(match.home, match.away)


def _ids(left: Left, matches: Sequence[Match]) -> Ids:
    rows = np.array([(m.home - 1, m.away - 1, m.round - 1) for m in matches], dtype=np.int64).reshape(-1, 3)
    return np.unique(left.space["plays"].ids(rows[:, 0], rows[:, 1], rows[:, 2]))
