"""What a move does to the facts of each family: sums of games, breaks, walks, pairs, peaks, counters.

A family that is a sum of simpler facts is a :class:`Linear` map and needs no reading of its own. Any other
gets a block of the flat list of facts, and a line in the tables from which a kernel finds what flips.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scheduler.errors import UsageError
from scheduler.facts import All, Any, Family, Ids, Implies, Link, Same, Space
from scheduler.facts.connectives import Again, Follow, Nth, Peak, Repeat, Sum, Trip
from scheduler.solve.search.arrays import folded, grouped
from scheduler.solve.search.games import Games
from scheduler.solve.search.kernels import layout as at

__all__ = ["Block", "Linear", "Peaks", "Readings", "Tied"]

_MOST_FACTS = 50_000_000


@dataclass(frozen=True)
class Linear:
    """A family as a sum: ``targets`` (ids, ascending) hold ``times`` for each of the flat ``facts``."""

    targets: Ids
    facts: Ids
    times: Ids


@dataclass(frozen=True)
class Block:
    """A family with flat facts of its own from ``first`` on, each at most ``top``."""

    first: int
    top: int


@dataclass(frozen=True)
class Peaks:
    """Peaks by kind: how much a home and an away game add, and in which slots it is looked at."""

    home: int
    away: int
    rounds: tuple[int, ...]


@dataclass(frozen=True)
class Tied:
    """Facts made of counters: ``kind``, the flat ``first`` fact, and for each fact of the family, one
    counter a link. ``sources`` are (link, fact's place, flat fact, times) of what they count."""

    kind: int
    first: int
    size: int
    links: int
    sources: tuple[Ids, Ids, Ids, Ids]


class Readings:
    """The readings of the families of one space, made when first asked for."""

    def __init__(self, space: Space, games: Games) -> None:
        self.space, self.games = space, games
        n, s = games.teams, games.slots
        self.home = n * n * s
        self.away, self.same = self.home + n * s, self.home + 2 * n * s
        self.both_home, self.both_away = self.home + 3 * n * s, self.home + 4 * n * s
        self.size = self.size_of_sides = self.home + 5 * n * s
        self._firsts, self._tops = [0], [1]
        self.sequences: list[list[int]] = []
        self.marks: list[NDArray[np.int64]] = []
        self.inside: list[NDArray[np.bool_]] = []
        self.paired: list[list[int]] = []
        self.venue: list[NDArray[np.int64]] = []
        self.kinds: list[Peaks] = []
        self.peaks: list[tuple[int, int, int, int]] = []
        self.tied: list[Tied] = []
        self._made: dict[str, Linear | Block] = {}
        h, a = np.nonzero(games.possible)
        self.plays = np.ravel_multi_index(
            (h[:, None], a[:, None], np.arange(s)), (n, n, s)
        ).ravel().astype(np.int64)

    def of(self, name: str) -> Linear | Block:
        """The reading of a family but steps. Raises UsageError for one that has none."""
        if name not in self._made:
            self._made[name] = self._read(self.space[name])
        return self._made[name]

    def tops(self) -> tuple[Ids, Ids]:
        """(first fact of each block, ascending; the most that a fact of it can be)."""
        return np.array(self._firsts, dtype=np.int64), np.array(self._tops, dtype=np.int64)

    def _read(self, family: Family) -> Linear | Block:
        match family.define:
            case None if family.name == "plays":
                ids = self.plays
                return Linear(family.first + ids, ids, np.ones_like(ids))
            case Sum(links):
                return self._sum(family, links)
            case Any(links):
                added = self._sum(family, links)
                if self._exclusive(added):
                    return added
                return self._ties(family, at.ANY, [added])
            case All(links):
                return self._ties(family, at.ALL, [self._sum(family, (x,)) for x in links])
            case Same(links):
                return self._ties(family, at.SAME_TRUTH, [self._sum(family, (x,)) for x in links])
            case Implies(links):
                return self._ties(family, at.IMPLIES, [self._sum(family, (x,)) for x in links])
            case Repeat(matches):
                return self._repeat(family, matches)
            case Nth(matches):
                return self._walk(family, at.NTH, matches, family.shape[1], family.shape[2], top=1)
            case Trip() as trip:
                most = max(self.games.slots, trip.least)
                return self._walk(family, at.TRIP, trip.matches, 3, family.shape[1], top=most, trip=trip)
            case Again(matches):
                self._mutual(family, matches)
                return self._pairs(family, at.AGAIN, family.shape[-1], 1)
            case Peak() as peak:
                return self._peak(family, peak)
        raise UsageError(
            f"there is no incremental reading of {family.name}",
            maybe="plan with the exact solver, which reads everything.",
        )

    def _block(self, size: int, top: int) -> Block:
        block = Block(self.size, top)
        self._firsts.append(self.size)
        self._tops.append(top)
        self.size += size
        if self.size > _MOST_FACTS:
            raise UsageError(
                f"more than {_MOST_FACTS:,} facts are too many to search",
                maybe="plan one league, or one part of the season, at a time.",
            )
        return block

    # sums

    def _sum(self, family: Family, links: tuple[Link, ...]) -> Linear:
        targets, facts, times = ([np.empty(0, np.int64)] for _ in range(3))
        for link in links:
            for position, source in self._landed(family, link):
                targets.append(position)
                facts.append(source[0])
                times.append(source[1])
        t, f, m = (np.concatenate(x) for x in (targets, facts, times))
        return Linear(*folded(self.games, self.home, self.away, *grouped(t, f, m)))

    def _landed(self, family: Family, link: Link) -> Iterator[tuple[Ids, tuple[Ids, Ids]]]:
        """(ids of the family, (flat facts, times)) of what each projection of a link lands on."""
        source = self.of(link.family)
        if isinstance(source, Block):
            raise UsageError(f"there is no incremental reading of {family.name}, made of {link.family}")
        ids, back = np.unique(source.targets, return_inverse=True)
        targets = link.to(*self.space[link.family].coords(ids))
        for target in targets if isinstance(targets, list) else [targets]:
            keep, landed = family.landing(tuple(np.broadcast_arrays(*target)))
            where = np.full(len(ids), -1, dtype=np.int64)
            where[keep] = landed
            there = where[back]
            kept = there >= 0
            yield there[kept], (source.facts[kept], source.times[kept])

    def _exclusive(self, added: Linear) -> bool:
        """Whether no two sources of a target can hold at once: they share a team and a slot."""
        n, s = self.games.teams, self.games.slots
        if not len(added.targets):
            return True
        games = added.facts < self.home
        start = np.flatnonzero(np.append(True, added.targets[1:] != added.targets[:-1]))
        sizes = np.diff(np.append(start, len(added.targets)))
        lone = bool((sizes[np.repeat(np.arange(len(sizes)), sizes)] == 1)[~games].all())
        h, a, r = np.unravel_index(np.where(games, added.facts, 0), (n, n, s))
        lead = np.repeat(start, sizes)
        share = [((h == team) | (a == team))
                 for team in (h[lead], a[lead])]
        within = [np.logical_and.reduceat(x & (r == r[lead]), start) for x in share]
        return lone and bool((within[0] | within[1]).all()) and bool((added.times == 1).all())

    # counters

    def _ties(self, family: Family, kind: int, sums: list[Linear]) -> Block:
        """One counter a link and fact; a fact flips as counters leave or reach 0."""
        block = self._block(family.size, 1)
        parts = [
            (np.full(len(x.targets), k), x.targets - family.first, x.facts, x.times)
            for k, x in enumerate(sums)
        ]
        which, place, facts, times = (np.concatenate(c) for c in zip(*parts, strict=True))
        self.tied.append(Tied(kind, block.first, family.size, len(sums), (which, place, facts, times)))
        return block

    # sequences of games

    def _seen(self, link: Link) -> tuple[list[tuple[Ids, Ids]], Ids, Ids]:
        """((actor, mark) for each projection, home team, away team) of all possible games."""
        h, a, r = np.unravel_index(self.plays, (self.games.teams, self.games.teams, self.games.slots))
        targets = link.to(h, a, r)
        out = []
        for target in targets if isinstance(targets, list) else [targets]:
            who, mark, when = np.broadcast_arrays(*target)
            if not (when == r).all():
                raise UsageError("there is no incremental reading of games that count in another slot")
            out.append((who, mark))
        return out, h, a

    def _team_marks(self, link: Link) -> NDArray[np.int64]:
        """``[team, opponent]`` (home games first, then away games): the mark of the game to the team."""
        n = self.games.teams
        marks = np.full((n, 2 * n), -1, dtype=np.int64)
        seen, h, a = self._seen(link)
        for who, mark in seen:
            for team, against in ((h, a), (a, n + h)):
                if (who == team).all():
                    marks[team, against] = mark
                    if (marks[team, against] == mark).all():
                        break
            else:
                raise UsageError("there is no incremental reading of sequences of other things than teams")
        return marks

    def _walk(
        self, family: Family, kind: int, link: Link, marks: int, places: int, *, top: int,
        whens: int = 1, own: bool = False, moves: bool = False, trip: Trip | None = None,
    ) -> Block:
        size = family.size if kind != at.FOLLOW else family.size // family.shape[-1] * whens
        block = self._block(size, top)
        least, most = (trip.least, trip.most) if trip else (0, 0)
        self.sequences.append(
            [kind, block.first, marks, places, whens, int(own), int(moves), least, most]
        )
        self.marks.append(self._team_marks(link))
        inside = np.ones(self.games.slots, dtype=bool)
        if trip:
            inside = np.isin(np.arange(self.games.slots), trip.rounds)
        self.inside.append(inside)
        return block

    def steps(self, family: Family, whens: int) -> int:
        """The first flat fact of steps from game to game; ``whens`` 1 where all slots are alike."""
        n, before, after, slots = family.shape
        if not n == before == after or not isinstance(family.define, Follow):
            raise UsageError(f"there is no incremental reading of {family.name}: its marks are not teams")
        follow = family.define
        if follow.start == "nothing":
            raise UsageError(f"there is no incremental reading of {family.name}: its ways begin nowhere")
        return self._walk(
            family, at.FOLLOW, follow.matches, n, slots, top=slots if whens == 1 else 1, whens=whens,
            own=follow.start == "own", moves=follow.moves,
        ).first

    # breaks

    def _repeat(self, family: Family, link: Link) -> Linear | Block:
        n = self.games.teams
        if family.shape[0] == n * n:
            return self._same_venue(family, *self._mutual(family, link))
        marks = self._team_marks(link)
        used = [np.unique(part[part >= 0]) for part in (marks[:, :n], marks[:, n:])]
        if not self.games.full.all() or any(len(u) != 1 for u in used) or used[0] == used[1]:
            return self._walk(family, at.REPEAT, link, family.shape[1], family.shape[2], top=1)
        team, s = np.divmod(np.arange(n * self.games.slots), self.games.slots)
        later = s > 0
        both = [family.ids(team[later], int(u[0]), s[later]) for u in used]
        flat = np.flatnonzero(later)
        targets = np.concatenate(both)
        facts = np.concatenate((self.both_home + flat, self.both_away + flat))
        order = np.argsort(targets)
        return Linear(targets[order], facts[order], np.ones(len(order), dtype=np.int64))

    # pairs

    def _mutual(self, family: Family, link: Link) -> tuple[Ids, Ids, Ids]:
        """(mark, home team, away team) of all possible games, as those of a pair low * teams + high."""
        seen, h, a = self._seen(link)
        pair = np.minimum(h, a) * self.games.teams + np.maximum(h, a)
        if len(seen) != 1 or not np.array_equal(seen[0][0], pair):
            raise UsageError(f"there is no incremental reading of {family.name}: its actors are not pairs")
        return seen[0][1], h, a

    def _same_venue(self, family: Family, mark: Ids, h: Ids, a: Ids) -> Block:
        n = self.games.teams
        venue = np.full((2, n * n), -1, dtype=np.int64)
        turned, pair = (h > a).astype(np.int64), np.minimum(h, a) * n + np.maximum(h, a)
        venue[turned, pair] = mark
        if not (venue[turned, pair] == mark).all():
            raise UsageError(f"there is no incremental reading of {family.name}: its marks change by slot")
        return self._pairs(family, at.VENUE_AGAIN, family.shape[1], 1, venue)

    def _pairs(
        self, family: Family, kind: int, size: int, top: int, venue: NDArray[np.int64] | None = None
    ) -> Block:
        n = self.games.teams
        block = self._block(family.size, top)
        self.paired.append([kind, block.first, size])
        self.venue.append(np.full((2, n * n), -1, dtype=np.int64) if venue is None else venue)
        return block

    # peaks

    def _side(self, name: str) -> tuple[int, int]:
        """What a home and an away game add to a family that counts one of them, by team and slot."""
        linear, family = self.of(name), self.space[name]
        if isinstance(linear, Linear):
            for first, side in ((self.home, (1, 0)), (self.away, (0, 1))):
                if np.array_equal(linear.facts - first, linear.targets - family.first):
                    return side
        raise UsageError(f"there is no incremental reading of peaks of {name}")

    def _peak(self, family: Family, peak: Peak) -> Block:
        """Each peak is that of a team, or of the difference of two teams."""
        n = self.games.teams
        home = away = 0
        for link, sign in [*((x, 1) for x in peak.plus), *((x, -1) for x in peak.minus)]:
            source = self.space[link.family]
            here = source.coords(source.all_ids())
            if not all(map(np.array_equal, link.to(*here), here)):
                raise UsageError(f"there is no incremental reading of {family.name}: it looks elsewhere")
            one, other = self._side(link.family)
            home, away = home + sign * one, away + sign * other
        if len(family.shape) == 1:
            parts = {family.id_at(i): {i: (home, away)} for i in range(n)}
        else:
            parts = {
                family.id_at(i, j): {i: (home, away), j: (-home, -away)}
                for i in range(n) for j in range(i + 1, n)
            }
        return self._lines(family, parts, peak.rounds)

    def _lines(
        self, family: Family, parts: dict[int, dict[int, tuple[int, int]]], rounds: tuple[int, ...]
    ) -> Block:
        most = max((abs(x) for lines in parts.values() for line in lines.values() for x in line), default=1)
        block = self._block(family.size, self.games.slots * most)
        for fact, lines in parts.items():
            (one, (home, away)), *more = sorted(lines.items())
            other = self.games.teams
            if more:
                other, opposite = more[0]
                if len(more) > 1 or opposite != (-home, -away):
                    raise UsageError(f"there is no incremental reading of {family.name}: more than two teams")
            kind = Peaks(home, away, rounds)
            if kind not in self.kinds:
                self.kinds.append(kind)
            self.peaks.append((self.kinds.index(kind), one, other, block.first + fact - family.first))
        return block
