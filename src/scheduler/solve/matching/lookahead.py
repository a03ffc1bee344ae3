"""Can the rounds after this one be paired? A chain of arguments, the cheap ones first.

In an odd field whose byes are given once each, the bye is an entrant like any other: it meets everybody
at most once. So the same theorems serve.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from random import Random

from scheduler.facts.pairing import BYE, Bans
from scheduler.solve.matching.exact import rows_of
from scheduler.solve.matching.odd_cut import least_odd_cut
from scheduler.solve.matching.several import Ahead, Several, at_random, by_solver
from scheduler.solve.matching.tail import bits

__all__ = ["MOST_FOR_CUTS", "Outlook", "graph_of", "outlook", "safe_from_the_start"]

MOST_FOR_CUTS, _MOST_FOR_SOLVER = 200, 128


@dataclass(frozen=True)
class Outlook:
    """``verdict``: ``safe``, ``impossible`` or ``unknown``, for ``rounds`` more rounds.

    ``by``: ``degree`` (Dirac round by round: no choice of pairings can go wrong), ``rounds`` (here they
    are: ``certificate``), ``few`` (``witness``, one entrant with ``leaving`` opponents left),
    ``odd-cut`` (``witness``, an odd set that ``leaving`` pairs leave), ``solver``, ``limit``.
    """

    verdict: str
    by: str
    rounds: int
    certificate: tuple[Several, ...] = ()
    witness: tuple[int, ...] = ()
    leaving: int = 0

    @property
    def always(self) -> bool:
        """True where not only some but every choice of pairings can go on."""
        return self.verdict == "safe" and self.by == "degree"

    def sentence(self) -> str:
        """The verdict in words."""
        more = f"{self.rounds} more round{'s' if self.rounds != 1 else ''}"
        names = ", ".join("the bye" if e == BYE else str(e) for e in self.witness)
        return {
            "degree": f"{more} can be paired whatever is paired now: everybody has enough opponents",
            "rounds": f"{more} can be paired: they are found",
            "few": f"{more} cannot be paired: {names} has only {self.leaving} opponents left",
            "odd-cut": f"{more} cannot be paired: {names} are an odd number, of whom one has to "
                       f"meet somebody else each round, and only {self.leaving} such pairs are left",
            "solver": f"{more} cannot be paired: every way was tried",
            "limit": f"whether {more} can be paired is not known",
        }[self.by]


def safe_from_the_start(entrants: int, rounds: int, *, byes: bool = True) -> bool:
    """Whether no choice of pairings can ever force a rematch (or a second bye) in so many rounds.

    Dirac's theorem, round by round: with m = n, or n + 1 in an odd field with byes, the last round needs
    m - 1 - (rounds - 1) >= m / 2. Bans other than past matches are not thought of. In an odd field
    without byes the answer is False: nothing is promised for blocks of three.
    """
    if entrants % 2 and not byes:
        return False
    m = entrants + entrants % 2
    return 2 * (m - rounds) >= m


def outlook(
    order: Sequence[int],
    bans: Bans,
    rounds: int,
    may_bye: Collection[int] = (),
    *,
    seed: int = 0,
    kinds: Sequence[str] = (),
    effort: float = 4.0,
) -> Outlook:
    """Whether ``rounds`` more rounds can be paired without a banned pair, or a second bye.

    ``kinds`` says how each round of an odd field is to be (default: a bye each); ``effort`` is what the
    solver may spend, in its deterministic seconds. UsageError for kinds that make no sense.
    """
    if rounds <= 0 or not order:
        return Outlook("safe", "degree", max(0, rounds))
    odd = len(order) % 2 == 1
    kinds = tuple(kinds) or (("bye",) if odd else ("plain",)) * rounds
    ahead = Ahead(tuple(order), bans, kinds, frozenset(may_bye))
    names, adj = graph_of(order, bans, may_bye) if set(kinds) <= {"bye", "plain"} else ([], [])
    quick = _by_degree(names, adj, rounds) if adj else None
    if quick:
        return quick
    found = at_random(ahead, Random(seed), _tries(len(order)))
    if found:
        return Outlook("safe", "rounds", rounds, found)
    if 2 <= len(adj) <= MOST_FOR_CUTS:
        odd_set, leaving = least_odd_cut(adj)
        if leaving < rounds:
            return Outlook(
                "impossible", "odd-cut", rounds, (), tuple(names[i] for i in bits(odd_set)), leaving)
    if len(order) > _MOST_FOR_SOLVER:
        return Outlook("unknown", "limit", rounds)
    answer = by_solver(ahead, seconds=effort)
    if isinstance(answer, tuple):
        return Outlook("safe", "rounds", rounds, answer)
    return Outlook("impossible", "solver", rounds) if answer is False else Outlook("unknown", "limit", rounds)


def _tries(entrants: int) -> int:
    return 20 if entrants <= 200 else 2 if entrants <= 1000 else 0


def graph_of(order: Sequence[int], bans: Bans, may_bye: Collection[int]) -> tuple[list[int], list[int]]:
    """(names, rows) of who may meet whom, BYE one of them; in an odd field it is the last vertex."""
    names, adj = list(order), rows_of(order, bans)
    if len(names) % 2:
        takers = [i for i, e in enumerate(names) if e in may_bye]
        for i in takers:
            adj[i] |= 1 << len(names)
        adj.append(sum(1 << i for i in takers))
        names.append(BYE)
    return names, adj


def _by_degree(names: Sequence[int], adj: Sequence[int], rounds: int) -> Outlook | None:
    least, v = min((row.bit_count(), i) for i, row in enumerate(adj))
    if 2 * (least - rounds + 1) >= len(names) and len(names) > 2:
        return Outlook("safe", "degree", rounds)
    if least < rounds:
        return Outlook("impossible", "few", rounds, (), (names[v],), least)
    return None
