"""Odd fields: which three teams play each other, and what else could be done (CBA-16.7, 16.8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from random import Random

from scheduler.errors import NoAnswer
from scheduler.facts.pairing import Bans
from scheduler.solve.matching.lookahead import Outlook, outlook
from scheduler.solve.matching.several import Ahead, Several, at_random, by_solver

__all__ = ["OddPlan", "choose_three", "kinds_for", "plans_for"]

_MOST_FOR_SOLVER, _MOST_FOR_PLANS = 40, 25
_MOST_TRIPLES = 3_000


def kinds_for(odd: str, rounds: int, *, blocks: int = 1_000) -> tuple[str, ...]:
    """What ``rounds`` rounds of an odd field are like, one for each: blocks of three as often as they fit
    (at most ``blocks``), the others byes."""
    if odd == "long":
        pairs = min(blocks, rounds // 2)
        return ("long",) * (2 * pairs) + ("bye",) * (rounds - 2 * pairs)
    if odd == "short":
        short = min(blocks, rounds)
        return ("short",) * short + ("bye",) * (rounds - short)
    return ("bye",) * rounds


def choose_three(
    order: Sequence[int],
    bans: Bans,
    may_bye: Collection[int],
    kinds: Sequence[str],
    *,
    spared: Collection[int] = (),
    forced: Sequence[tuple[int, int]] = (),
) -> tuple[tuple[int, ...], tuple[str, ...], str]:
    """(the block, the kinds of this round and the following ones, a note): the lowest three who have not
    met, none of ``spared``, that leave this round and all the rounds to come.

    Where no block does, as many rounds as can be are kept open, and the note says so. ``kinds`` begins
    with ``short`` or ``long``; ``forced`` pairs stand. NoAnswer where no three can play each other and
    leave a round.
    """
    shapes = [tuple(kinds)]
    first = kinds[:2] if kinds[0] == "long" else kinds[:1]
    shapes.append((*first, *("bye",) * (len(kinds) - len(first))))
    shapes += [shapes[1][:k] for k in range(len(kinds) - 1, len(first) - 1, -1)]
    stand = frozenset(e for pair in forced for e in pair)
    low = Ahead(tuple(order), bans, (), spared=frozenset(spared) | stand).triples()
    triples = list(islice(low, _MOST_TRIPLES))
    for shape in dict.fromkeys(shapes):
        for three in triples:
            ahead = Ahead(
                tuple(order), bans, shape, frozenset(may_bye), tuple(forced), three,
                frozenset(spared) | set(three))
            if _there_is(ahead):
                return tuple(sorted(three, key=order.index)), shape, _shortened(tuple(kinds), shape)
    raise NoAnswer(
        "no three teams are left who have not met each other and leave a round for the others",
        about="round",
        maybe="give a bye instead, or let two of the three meet again.")


def _there_is(ahead: Ahead) -> bool:
    if at_random(ahead, Random(1), 3):
        return True
    return len(ahead.order) <= _MOST_FOR_SOLVER and isinstance(by_solver(ahead, seconds=2.0), tuple)


def _shortened(asked: tuple[str, ...], shape: tuple[str, ...]) -> str:
    if shape == asked:
        return ""
    if len(shape) == len(asked):
        return "after this block of three no further one leaves all the rounds to come: byes follow"
    return f"no block of three was found that leaves all the rounds to come: only {len(shape) - 1} after this"


@dataclass(frozen=True)
class OddPlan:
    """One way through the rounds left: ``kinds``, whether it can be paired, and with how few rematches
    if not (-1: not known). ``example`` are the rounds found."""

    kinds: tuple[str, ...]
    outlook: Outlook
    rematches: int = 0
    example: tuple[Several, ...] = ()

    def sentence(self) -> str:
        """The plan and its verdict in words."""
        words = {
            "bye": "a bye", "short": "a short block of three", "long": "a block of three over two rounds"}
        parts, t = [], 0
        while t < len(self.kinds):
            parts.append(words[self.kinds[t]])
            t += 2 if self.kinds[t] == "long" else 1
        verdict = {"safe": "can be paired", "unknown": "is not known to be possible"}.get(
            self.outlook.verdict,
            f"can be paired with {self.rematches} rematch{'es' if self.rematches != 1 else ''}"
            if self.rematches > 0 else "cannot be paired")
        return f"{', then '.join(parts)}: {verdict}"


def plans_for(
    order: Sequence[int], bans: Bans, may_bye: Collection[int], rounds: int, *, effort: float = 4.0
) -> tuple[OddPlan, ...]:
    """The ways through ``rounds`` more rounds of an odd field: byes; one, two ... blocks of three.

    Blocks are chosen all together; where so many do not go, more are not tried. At most 25 entrants;
    above that only byes are looked at.
    """
    plans = [_plan(order, bans, may_bye, kinds_for("bye", rounds), effort)]
    if len(order) > _MOST_FOR_PLANS:
        return tuple(plans)
    for kind, most in (("long", rounds // 2), ("short", rounds)):
        for blocks in range(1, most + 1):
            plans.append(_plan(order, bans, may_bye, kinds_for(kind, rounds, blocks=blocks), effort))
            if plans[-1].outlook.verdict != "safe":  # more blocks leave less
                break
    return tuple(plans)


def _plan(
    order: Sequence[int], bans: Bans, may_bye: Collection[int], kinds: tuple[str, ...], effort: float
) -> OddPlan:
    view = outlook(order, bans, len(kinds), may_bye, kinds=kinds, effort=effort)
    if view.verdict != "impossible" or len(order) > _MOST_FOR_PLANS:
        return OddPlan(kinds, view, 0, view.certificate)
    ahead = Ahead(tuple(order), bans, kinds, frozenset(may_bye))
    found = by_solver(ahead, seconds=effort, repeats=True)
    if not isinstance(found, tuple):
        return OddPlan(kinds, view, -1)
    return OddPlan(kinds, view, _again(found, bans), found)


def _again(rounds: Sequence[Several], bans: Bans) -> int:
    """How many matches of these rounds are a second, third ... meeting."""
    pairs = Counter(frozenset(p) for r in rounds for p in r.matches)
    last: tuple[int, ...] = ()
    for r in rounds:
        if r.three and r.three != last:  # a long block stands in two rounds, and is played once
            pairs.update(frozenset(p) for p in combinations(r.three, 2))
        last = r.three
    return sum(times - bans.allowed(*pair) for pair, times in pairs.items())
