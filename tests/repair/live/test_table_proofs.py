"""What is proven of repaired tables, held against lists of all tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest

from scheduler.event import Match
from scheduler.repair.live.consequences import Ground, ground_of
from scheduler.repair.live.table_least import Left, freed, least_left, opponents_left, placed_only
from scheduler.repair.live.table_parts import Part, left_of, parts_of
from scheduler.solve.moving import Moved, least_unplayed
from scheduler.solve.problem import Limits
from scheduler.verify import verify

from .live_repairs import told
from .test_tables import Pair, crossed, running, tables_of, ways


@pytest.mark.parametrize("seed", range(40))
def test_the_fewest_unplayed_where_everybody_stays_are_those_of_brute_force(seed: int) -> None:
    """Of all ways in which whatever is published and can stay does, none leaves fewer unplayed; and it is
    said whether counting alone would allow fewer where others move."""
    rng = Random(seed)
    n, rounds = rng.choice((4, 5)), rng.randint(2, 4)
    pairs = list(combinations(range(1, n + 1), 2))
    due = {p: rng.choice((1, 1, 2)) for p in rng.sample(pairs, rng.randint(2, min(6, len(pairs))))}
    may = {p: [r for r in range(1, rounds + 1) if rng.random() < 0.9] for p in due}
    published: dict[Pair, list[int]] = {p: [] for p in due}
    busy: set[tuple[int, int]] = set()
    for p in due:
        r = rng.randint(1, rounds)
        if rng.random() < 0.6 and not {(e, r) for e in p} & busy:
            published[p].append(r)
            busy |= {(e, r) for e in p}
    room = {r: rng.randint(1, 2) for r in range(1, rounds + 1)} if rng.random() < 0.3 else None
    made = least_unplayed(due, may, published, Limits(20.0), room=room)
    stay = {p: {r for r in mine if r in may[p]} for p, mine in published.items()}
    found = [
        sum(due.values()) - sum(map(len, way.values())) for way in ways(due, may, room, True)
        if all(mine <= set(way.get(p, ())) for p, mine in stay.items())]
    if made is None:
        assert not found
        return
    assert made.unplayed == made.fewest == min(found)
    assert all(mine <= set(made.rounds[p]) for p, mine in stay.items())
    assert made.moves == sum(len(mine) - len(stay[p]) for p, mine in published.items())
    assert made.kept or made.unplayed == min(
        sum(due.values()) - sum(map(len, way.values())) for way in ways(due, may, room, True))


@dataclass(frozen=True)
class Case:
    """A table that facts have changed."""

    ground: Ground
    part: Part
    rounds: int

    @property
    def left(self) -> Left:
        """With everybody to meet as planned."""
        return self.stated({p: k + self.met[p] for p, k in self.part.due(self.ground.round).items()})

    @property
    def met(self) -> Counter[Pair]:
        """How often pairs have met."""
        return Counter(pair(m) for m in self.part.known(self.ground.round))

    def stated(self, meetings: Mapping[Pair, int]) -> Left:
        """With the rules as they are where pairs meet so often."""
        return left_of(
            self.ground, self.part, self.rounds, self.part.changed({**self.met, **meetings}, frozenset()))

    def keeps(self, rows: Collection[Match]) -> bool:
        """True where the verifier finds no hard rule broken, by the matches that are really played."""
        left = self.stated(self.met + Counter(map(pair, rows)))
        asked = [s for s in left.stated if s.use.hard and "table" not in s.use.id]
        plays = left.space["plays"]
        ids = [int(plays.ids(m.home - 1, m.away - 1, m.round - 1)) for m in (*left.known, *rows)]
        return verify(left.space, asked, {"plays": np.unique(np.array(ids, dtype=np.int64))}).hard == 0

    def least(self, moved: Moved, kept: bool) -> int | None:
        """The fewest changes of a table that keeps the hard rules and has as few matches unplayed and out of
        their rounds as ``moved``; None where there is none. ``kept``: whatever can stay stays."""
        left, best = self.left, 99
        may = {p: left.rounds_of(p) for p in left.due}
        for way in ways(left.due, may, None, moved.unplayed > 0):
            unplayed = sum(left.due.values()) - sum(map(len, way.values()))
            moves = sum(m.round not in way.get(pair(m), ()) for m in left.loose)
            if (unplayed, moves) != (moved.unplayed, moved.moves):
                continue
            assert not kept or moves == sum(m.round not in may.get(pair(m), ()) for m in left.loose)
            tables = [(sum(m not in rows for m in left.loose), k, rows)
                      for k, rows in enumerate(tables_of(iter([way])))]
            for changes, _, rows in sorted(tables):
                if changes >= best:
                    break
                if self.keeps(rows):
                    best = changes
        return best if best < 99 else None


def pair(match: Match) -> Pair:
    """Who meets, the lower first."""
    return min(match.home, match.away), max(match.home, match.away)


FACTS: list[tuple[int, int, tuple[str, ...]]] = [
    (5, 2, ("late",)), (5, 3, ("late",)), (6, 3, ("seats",)), (6, 2, ("seats",)), (6, 3, ("late",)),
    (7, 5, ("withdrawal", "late")), (7, 5, ("late", "seats")), (6, 2, ("withdrawal",)),
    (6, 2, ("opponents",)), (5, 1, ("opponents",)), (7, 5, ("apart", "late")), (5, 3, ("late", "late")),
    (5, 2, ("seats",))]


@pytest.mark.parametrize(("n", "rounds", "kinds", "further"), [
    (*fact, further) for fact in FACTS for further in (0, 1)
    if not further or "late" not in fact[2] or fact == (5, 3, ("late",))])
def test_rounds_first_then_sides_are_as_few_as_in_a_list_of_all_tables(
    n: int, rounds: int, kinds: tuple[str, ...], further: int
) -> None:
    """Where it is claimed that of tables with as few matches out of their rounds none changes fewer, none
    does; where no table keeps the rules, none is given; and what is given keeps them by the verifier."""
    life = running(n, rounds)
    told(life, *(_fact(life, kind, k) for k, kind in enumerate(kinds)))
    ground = ground_of(life.event, 1, life.event.facts)
    case = Case(ground, parts_of(life.event, ground)[0], max(life.at().rounds) + further)
    left = case.left
    moved = None if left.shortage[0] else opponents_left(left, seconds=20)
    if moved is None:
        moved = opponents_left(left, keeping=True, seconds=20)
    assert moved is not None
    if moved.unplayed:
        left = replace(left, stated=case.stated(
            case.met + Counter({p: len(mine) for p, mine in moved.rounds.items()})).stated)
    free = freed(left, moved)
    asked = free or placed_only(left, moved)
    made = least_left(asked, moved, hard=True, seconds=20)
    best = case.least(moved, free is not None)
    if made is None:
        assert best is None or free is None
    else:
        assert best is not None
        assert case.keeps(made.matches)
        assert best == made.changes if made.fewest_turned else best <= made.changes
        assert made.fewest_turned or free is None


def _fact(life: Any, kind: str, k: int) -> dict[str, Any]:
    here = life.at().rounds[life.at().current]
    loose: list[Match] = [m for m in here.matches if m.open]
    if kind == "opponents":
        return crossed(life)
    if kind == "seats":
        return {"fact": "seats", "match": here.matches[0].id}
    if kind == "withdrawal":
        return {"fact": "withdrawal", "id": 2, "when": "before"}
    if kind == "apart":
        return {"fact": "apart", "ids": [loose[-1].home, loose[-1].away]}
    return {"fact": "late", "name": f"New {k}"}
