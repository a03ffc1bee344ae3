"""Several rounds at once, no pair twice: found at random, or decided by CP-SAT.

What a round of an odd field looks like is its *kind*: ``bye``, ``short`` (three teams play each other
within the round), ``long`` (three teams play each other over two rounds). ``plain`` for even fields.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from random import Random

from scheduler.errors import UsageError
from scheduler.facts.pairing import BYE, Bans
from scheduler.solve.matching.exact import rows_of
from scheduler.solve.matching.tail import greedy, perfect

__all__ = ["KINDS", "Ahead", "Several", "at_random", "by_solver"]

KINDS = ("plain", "bye", "short", "long")
_MOST_LITERALS = 400_000


@dataclass(frozen=True)
class Several:
    """One round of what is to come. ``three`` is its block, () for none; ``bye`` BYE for none."""

    matches: tuple[tuple[int, int], ...]
    bye: int = BYE
    three: tuple[int, ...] = ()


@dataclass(frozen=True)
class Ahead:
    """What is asked: a round for each of ``kinds``, a ``long`` one taking two of them (both written).

    ``forced`` pairs, (BYE, e) for the bye of e, and ``three`` stand in the first round. ``spared`` are
    not in a block of three again.
    """

    order: tuple[int, ...]
    bans: Bans
    kinds: tuple[str, ...]
    may_bye: frozenset[int] = frozenset()
    forced: tuple[tuple[int, int], ...] = ()
    three: tuple[int, ...] = ()
    spared: frozenset[int] = frozenset()

    def triples(self) -> Iterator[tuple[int, int, int]]:
        """The blocks of three that may play each other, the lowest ranked first."""
        low = [e for e in reversed(self.order) if e not in self.spared]
        ok = self.bans.allowed
        for a, b in combinations(low, 2):
            if ok(a, b):
                for c in low[low.index(b) + 1 :]:
                    if ok(a, c) and ok(b, c):
                        yield a, b, c

    @property
    def blocks(self) -> list[tuple[str, tuple[int, ...]]]:
        """Kinds with the rounds (from 0) that each covers. UsageError for a long one cut off."""
        out: list[tuple[str, tuple[int, ...]]] = []
        t = 0
        while t < len(self.kinds):
            kind = self.kinds[t]
            if kind == "long" and (t + 1 == len(self.kinds) or self.kinds[t + 1] != "long"):
                raise UsageError(
                    "three teams over two rounds need two rounds", maybe="take a short one, or a bye."
                )
            out.append((kind, (t, t + 1) if kind == "long" else (t,)))
            t += 2 if kind == "long" else 1
        return out


def at_random(ahead: Ahead, rng: Random, tries: int = 20) -> tuple[Several, ...] | None:
    """All the rounds, each a random perfect matching of what the ones before left; None if unlucky."""
    for _ in range(tries):
        found = _attempt(ahead, rng)
        if found:
            return found
    return None


def _attempt(ahead: Ahead, rng: Random) -> tuple[Several, ...] | None:
    bans, may, out = ahead.bans.copy(), set(ahead.may_bye), []
    for kind, rounds in ahead.blocks:
        forced = ahead.forced if rounds[0] == 0 else ()
        three: tuple[int, ...] = ()
        if kind in ("short", "long"):
            three = ahead.three if rounds[0] == 0 and ahead.three else _pick(ahead, bans, rng)
            if not three:
                return None
            for a, b in combinations(three, 2):
                bans.add(a, b)
        for t in rounds:
            rest = [e for e in ahead.order if e not in three]
            one = _one_round(rest, bans, may if kind == "bye" else set(), forced if t == 0 else (), rng)
            if one is None:
                return None
            for a, b in one:
                if a == BYE:
                    may.discard(b)
                else:
                    bans.add(a, b)
            bye = next((b for a, b in one if a == BYE), BYE)
            out.append(Several(tuple(p for p in one if p[0] != BYE), bye, three))
    return tuple(out)


def _pick(ahead: Ahead, bans: Bans, rng: Random) -> tuple[int, ...]:
    """Three who may meet each other, at random; () if a hundred tries find none."""
    free = [e for e in ahead.order if e not in ahead.spared]
    for _ in range(100 if len(free) >= 3 else 0):
        three = rng.sample(free, 3)
        if all(bans.allowed(a, b) for a, b in combinations(three, 2)):
            return tuple(three)
    return ()


def _one_round(
    rest: Sequence[int], bans: Bans, may_bye: Collection[int], forced: Sequence[tuple[int, int]], rng: Random
) -> list[tuple[int, int]] | None:
    """A random round (BYE first in a bye's pair) that keeps what is forced; None if there is none."""
    named = {e for pair in forced for e in pair}
    free = [e for e in rest if e not in named]
    rng.shuffle(free)
    adj = rows_of(free, bans)
    names = list(free)
    if len(free) % 2:
        takers = [i for i, e in enumerate(free) if e in may_bye]
        adj.append(sum(1 << i for i in takers))
        for i in takers:
            adj[i] |= 1 << len(free)
        names.append(BYE)
    mate = greedy(adj)
    if perfect(adj, mate):
        return None
    made = [(names[v], names[w]) for v, w in enumerate(mate) if v < w]
    return [*((min(p), max(p)) for p in forced), *((min(p), max(p)) for p in made)]


def by_solver(
    ahead: Ahead, *, seconds: float = 10.0, repeats: bool = False
) -> tuple[Several, ...] | bool | None:
    """All the rounds; False where it is proven that there are none; None where time ran out, or where
    the question is too large to be put.

    With ``repeats`` pairs may be played that are banned, or twice, as few as can be. One thread, effort
    measured in deterministic time, so that the answer does not depend on the machine.
    """
    n, rounds = len(ahead.order), len(ahead.kinds)
    triples = comb(n, 3) if set(ahead.kinds) & {"short", "long"} else 0
    if (comb(n, 2) + triples) * rounds > _MOST_LITERALS:
        return None
    from ortools.sat.python import cp_model

    from scheduler.solve.matching.several_model import build, read

    found = build(ahead, repeats=repeats)
    if found is None:
        return False
    model, variables = found
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    solver.parameters.max_deterministic_time = seconds
    solver.parameters.max_time_in_seconds = 6 * seconds
    status = solver.solve(model)
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return read(ahead, variables, lambda x: bool(solver.value(x)))
    return False if status == cp_model.INFEASIBLE else None

