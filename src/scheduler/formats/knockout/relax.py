"""Hard wishes as priced ones: whether they can be met at all, and which one is the cheapest to give up.

Where entrants are to be kept apart hard, the engine for priced wishes is asked with these wishes first. If
all of them come to nothing it has a draw that obeys; if one does not and that is proven, none obeys.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from scheduler.facts import DrawFrame
from scheduler.formats.knockout.apart import Wish, separated, wish_of
from scheduler.formats.knockout.job import Job
from scheduler.rules import Rulebook, RuleUse
from scheduler.solve.draws.separation import Separation

__all__ = ["cheapest", "hard_first", "proven_impossible"]


@dataclass(frozen=True)
class _Priced:
    """What the engine made of hard wishes in an order, ``wish`` among them."""

    wish: Wish
    found: Separation

    def pairs(self, attribute: int, r: int) -> int:
        """Pairs of an attribute that can meet by round r."""
        return sum(self.found.pairs[attribute][:r])


def _hard(rulebook: Rulebook) -> list[RuleUse]:
    return [u for u in rulebook.uses if u.id == "apart" and u.hard]


def _wished(job: Job, order: Sequence[RuleUse]) -> Wish | None:
    """The wish of these hard uses priced, the first matters most, and then of what is priced anyway."""
    step = job.frame.rounds + 1
    priced = {
        id(use): replace(use, level=(k - len(order)) * step, price=(1,)) for k, use in enumerate(order)
    }
    uses = tuple(priced.get(id(u), u) for u in job.rulebook.uses)
    rules = replace(job.rulebook, uses=uses)
    return wish_of(job.frame, rules, rules.stated(job.space, job.frame))


def _tried(
    job: Job, order: Sequence[RuleUse], rng: np.random.Generator, seconds: float
) -> _Priced | None:
    wish = _wished(job, order)
    if wish is None:
        return None
    return _Priced(wish, separated(job.frame, wish, job.fixed.lines, rng, seconds))


def hard_first(job: Job, rng: np.random.Generator, seconds: float) -> Separation | None:
    """A draw that meets the hard wishes as far as can be, then the priced ones; None where the rules ask for
    more than keeping apart by attributes, each named once."""
    uses = _hard(job.rulebook)
    made = _tried(job, uses, rng, seconds) if uses else None
    return made.found if made else None


def proven_impossible(job: Job, found: Separation) -> bool:
    """Whether ``found``, by :func:`hard_first`, shows that the hard wishes cannot all be met.

    They come first, so the first of them that costs anything could not be had for nothing if it is proven.
    """
    wish = _wished(job, _hard(job.rulebook))
    for level, goal in (wish.levels if wish else {}).items():
        if level >= 0:
            break
        ((attribute, r, _),) = goal
        if sum(found.pairs[attribute][:r]):
            return bool(found.marks[attribute, r])
    return False


def cheapest(job: Job, rng: np.random.Generator, seconds: float) -> str:
    """Advice: which hard wish to price, alone if one is enough, and how many pairs then meet at the least."""
    uses = _hard(job.rulebook)
    best: tuple[int, RuleUse, bool] | None = None
    for use in uses:
        made = _tried(job, [*(u for u in uses if u is not use), use], rng, seconds / len(uses))
        if made is None:
            return ""
        if any(_left(job.frame, made, u) for u in uses if u is not use):
            continue
        pairs = _left(job.frame, made, use)
        if best is None or pairs < best[0]:
            best = pairs, use, _sure(job.frame, made, use)
    if best is None:
        return _all_of_them(job, uses, rng, seconds)
    pairs, use, sure = best
    by = min(int(use.params["to-round"]) or job.frame.rounds - 1, job.frame.rounds - 1)
    return (
        f'price "apart" for {use.params["attribute"]} instead of asking it hard: '
        f"{pairs} {'pair' if pairs == 1 else 'pairs'} can then meet by round {by}"
        f"{', and that is the least' if sure else ''}."
    )


def _all_of_them(
    job: Job, uses: Sequence[RuleUse], rng: np.random.Generator, seconds: float
) -> str:
    """Advice where no wish alone is enough: what a draw costs that meets them in their order."""
    made = _tried(job, uses, rng, seconds) if uses else None
    if made is None:
        return ""
    told = ", ".join(f"{_left(job.frame, made, u)} of {u.params['attribute']}" for u in uses)
    return f'price "apart" everywhere instead of asking it hard: pairs that can then meet early, {told}.'


def _rounds(frame: DrawFrame, use: RuleUse) -> range:
    last = min(int(use.params["to-round"]) or frame.rounds - 1, frame.rounds - 1)
    return range(max(1, int(use.params["from-round"])), last + 1)


def _left(frame: DrawFrame, made: _Priced, use: RuleUse) -> int:
    """Pairs that a use keeps apart and that can meet all the same."""
    attribute = made.wish.attributes.index(str(use.params["attribute"]))
    return max((made.pairs(attribute, r) for r in _rounds(frame, use)), default=0)


def _sure(frame: DrawFrame, made: _Priced, use: RuleUse) -> bool:
    """Whether that many are the least. Earlier rounds come first, which could cost pairs later: only where
    no earlier round has any is the sum of the last one the least too."""
    attribute = made.wish.attributes.index(str(use.params["attribute"]))
    rounds = _rounds(frame, use)
    return all(made.found.marks[attribute, r] for r in rounds) and (
        not made.pairs(attribute, rounds[-1] - 1) or len(rounds) == 1
    )
