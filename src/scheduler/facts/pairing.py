"""What can be said of one round of pairings: who meets whom, who has the bye; and who may not.

:class:`Bans` is the declaration that the maker of a round and its checker both read.
:class:`Barrier` is a witness that a pair leaves no completion (Tutte 1947, Berge 1958).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from scheduler.errors import UsageError
from scheduler.facts.space import Ids, Space

__all__ = [
    "BYE", "Bans", "Barrier", "Pairing", "PairingFrame", "Prefer", "pairing_facts",
    "pairing_space",
]

BYE = 0
"""In the place of an opponent: nobody."""
Prefer = Callable[[Sequence[int]], Iterable[int]]
"""Of those still unpaired, in order of rank: whom the first of them wants as opponent, best first. Every
other entrant comes once."""
_NOBODY: frozenset[int] = frozenset()


class Bans:
    """Which pairs may not meet: ``pairs`` one by one, and nobody with anybody of the same block.

    Symmetric by construction. Blocks (clubs, regions) are kept whole, so that a club of half the
    field costs its members and not its pairs. UsageError for an entrant against itself.
    """

    def __init__(
        self, pairs: Iterable[tuple[int, int]] = (), blocks: Iterable[Collection[int]] = ()
    ) -> None:
        self._met: dict[int, set[int]] = {}
        self.blocks = tuple(frozenset(block) for block in blocks)
        self._blocks_of: dict[int, tuple[int, ...]] = {}
        for k, block in enumerate(self.blocks):
            for e in block:
                self._blocks_of[e] = (*self._blocks_of.get(e, ()), k)
        met = self._met
        for a, b in pairs:
            if a == b:
                raise UsageError(f"{a} cannot be banned from meeting itself")
            met.setdefault(a, set()).add(b)
            met.setdefault(b, set()).add(a)

    def add(self, a: int, b: int) -> None:
        """``a`` and ``b`` may not meet from now on."""
        if a == b:
            raise UsageError(f"{a} cannot be banned from meeting itself")
        self._met.setdefault(a, set()).add(b)
        self._met.setdefault(b, set()).add(a)

    def add_all(self, pairs: Iterable[tuple[int, int]]) -> None:
        """None of these pairs may meet from now on. UsageError as of :meth:`add`."""
        met = self._met
        for a, b in pairs:
            if a == b:
                raise UsageError(f"{a} cannot be banned from meeting itself")
            if a in met and b in met:
                met[a].add(b)
                met[b].add(a)
            else:
                self.add(a, b)

    def copy(self) -> Bans:
        """The same bans; what is added to one is not added to the other."""
        out = Bans()
        out._met = {e: set(met) for e, met in self._met.items()}
        out.blocks, out._blocks_of = self.blocks, self._blocks_of
        return out

    @property
    def pairs(self) -> Mapping[int, Collection[int]]:
        """Whom each may not meet, blocks apart; who is not in it may meet everybody."""
        return self._met

    def singles(self, e: int) -> Collection[int]:
        """Whom ``e`` may not meet, blocks apart."""
        return self._met.get(e, _NOBODY)

    def blocks_of(self, e: int) -> tuple[int, ...]:
        """The blocks (positions in ``blocks``) that ``e`` belongs to."""
        return self._blocks_of.get(e, ())

    def allowed(self, a: int, b: int) -> bool:
        """Whether the two may meet."""
        if a == b or b in self._met.get(a, _NOBODY):
            return False
        if not self.blocks:
            return True
        return not any(b in self.blocks[k] for k in self._blocks_of.get(a, ()))

    def degree(self, e: int) -> int:
        """An upper bound of the number of entrants that ``e`` may not meet."""
        singles = len(self._met.get(e, _NOBODY))
        if not self.blocks:
            return singles
        blocks = self._blocks_of.get(e, ())
        return singles + sum(len(self.blocks[k]) - 1 for k in blocks)


@dataclass(frozen=True, slots=True)
class Barrier:
    """Why ``top`` may take none of ``denied``: of those still unpaired nobody in a group may meet
    anybody outside it but ``around``, and without the pair more odd groups are left than entrants
    around them, so that one group cannot be paired out (Tutte-Berge).

    ``top`` is BYE where the bye is denied, and -1 with nobody denied where there is no round at all. Who
    was paired since the barrier was found may still be named in it: only those unpaired count.
    """

    top: int
    denied: tuple[int, ...]
    around: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...]

    def among(self, left: Collection[int]) -> Barrier:
        """The barrier as far as it is among those still unpaired."""
        groups = (tuple(e for e in group if e in left) for group in self.groups)
        return Barrier(
            self.top, self.denied, tuple(e for e in self.around if e in left), tuple(g for g in groups if g))

    def sentence(self, j: int) -> str:
        """In words, why the pair of ``top`` and ``j`` is denied: who would be left with whom."""
        gone = {self.top, j}
        around = [e for e in self.around if e not in gone]
        groups = [[e for e in group if e not in gone] for group in self.groups]
        odd = [g for g in groups if len(g) % 2]
        shown = ", ".join("+".join(map(str, g)) for g in odd[:8]) + (" ..." if len(odd) > 8 else "")
        pair = f"a bye of {j}" if self.top == BYE else f"{self.top}-{j}"
        if self.top < 0:
            pair = "any round"
        if not around:
            return f"{pair} leaves {shown} with nobody that they may meet"
        with_whom = ", ".join(map(str, around[:8])) + (" ..." if len(around) > 8 else "")
        return (
            f"{pair} leaves {len(odd)} groups ({shown}) that may meet only {with_whom}: "
            f"{len(around)} for {len(odd)}"
        )


@dataclass(frozen=True, slots=True)
class Pairing:
    """A round: ``matches`` (higher, lower) in the order in which they were made, ``bye`` or BYE.

    ``witnesses`` hold a barrier for every pair that stood higher and was denied; ``order`` is the
    ranking that was paired. ``head`` matches needed no look at the rest, by Dirac's theorem.
    """

    order: tuple[int, ...]
    matches: tuple[tuple[int, int], ...]
    bye: int = BYE
    witnesses: tuple[Barrier, ...] = ()
    head: int = 0

    def opponent(self, e: int) -> int:
        """Whom ``e`` meets; BYE for nobody."""
        return next((b if a == e else a for a, b in self.matches if e in (a, b)), BYE)


@dataclass(frozen=True)
class PairingFrame:
    """The shape of a round that rules may ask about.

    ``round`` is its number of ``rounds``; ``met`` are earlier matches as (a, b, round) with ``a`` at
    home; ``byes`` (entrant, round); ``attributes`` one text per entrant; ``ranks`` the position
    of each number in the standings from 0 (empty: unknown); ``absent`` are not paired at all; ``tables``
    is the highest table (0: nothing is said of tables), ``sat`` are earlier seats (entrant, table, round).
    """

    entrants: int
    round: int = 1
    rounds: int = 1
    met: tuple[tuple[int, int, int], ...] = ()
    byes: tuple[tuple[int, int], ...] = ()
    attributes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    ranks: tuple[int, ...] = ()
    absent: frozenset[int] = frozenset()
    tables: int = 0
    sat: tuple[tuple[int, int, int], ...] = ()

    def limit(self, kind: str) -> int:
        """The largest number of a kind: ``rounds``, ``tables``; 0 for others."""
        return {"rounds": self.rounds, "tables": self.tables}.get(kind, 0)


def pairing_space(frame: PairingFrame) -> Space:
    """``meets[low, high]``, ``hosts[home, away]``, ``bye[entrant]``, ``three[entrant]`` (in a block of
    three, whose matches are not facts of the round) and ``at[low, high, table]``."""
    space = Space()
    space.add("meets", "entrant entrant", (frame.entrants, frame.entrants))
    space.add("hosts", "entrant entrant", (frame.entrants, frame.entrants))
    space.add("bye", "entrant", (frame.entrants,))
    space.add("three", "entrant", (frame.entrants,))
    space.add("at", "entrant entrant table", (frame.entrants, frame.entrants, frame.tables))
    return space


def pairing_facts(
    space: Space,
    matches: Sequence[tuple[int, int]],
    byes: Sequence[int] = (),
    three: Sequence[int] = (),
    tables: Sequence[int] = (),
) -> dict[str, Ids]:
    """The primary facts of a round of ``matches`` (home, away); numbers count from 1.

    ``tables`` are those of the matches, 0 for one that is not known; () for none. A pair given twice is
    there twice. UsageError for a number that there is not, or a self-pair.
    """
    n = space["bye"].shape[0]
    for e in [*byes, *three, *(e for pair in matches for e in pair)]:
        if not 1 <= e <= n:
            raise UsageError(f"number {e} is not among 1 to {n}")
    if any(a == b for a, b in matches):
        raise UsageError("nobody meets himself")
    sides = np.array(list(matches), dtype=np.int64).reshape(-1, 2) - 1
    cells = np.sort(sides, axis=1)
    seats = np.array(tables or [0] * len(sides), dtype=np.int64)
    if len(seats) != len(sides) or seats.max(initial=0) > space["at"].shape[2] or seats.min(initial=0) < 0:
        raise UsageError(f"tables go from 1 to {space['at'].shape[2]}, one for each match")
    known = seats > 0
    return {
        "hosts": np.sort(space["hosts"].ids(sides[:, 0], sides[:, 1])),
        "meets": np.sort(space["meets"].ids(cells[:, 0], cells[:, 1])),
        "bye": np.sort(space["bye"].ids(np.array(sorted(byes), dtype=np.int64) - 1)),
        "at": np.sort(space["at"].ids(cells[known, 0], cells[known, 1], seats[known] - 1)),
        "three": np.sort(space["three"].ids(np.array(sorted(three), dtype=np.int64) - 1)),
    }
