"""Rules about one round of a Swiss event: who may meet, who may sit out, who is at home."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from scheduler.errors import UsageError, did_you_mean
from scheduler.facts.pairing import Bans, PairingFrame
from scheduler.facts.space import Ids, Space
from scheduler.rules.count import Count, Term
from scheduler.rules.registry import Param, rule
from scheduler.rules.rulebook import Rulebook, RuleUse

__all__ = ["bans_of", "host_by_number", "may_bye_of", "values_in", "wish_levels", "wishes_of"]

Banned = tuple[Collection[tuple[int, int]], Collection[Collection[int]]]
"""(single pairs, blocks within which nobody meets)."""
_MOST_SPLIT = 2_000
_BANNED: dict[str, Callable[..., Banned]] = {}


def _bans(id: str) -> Callable[[Callable[..., Banned]], Callable[..., Banned]]:
    """Declare whom a rule keeps apart: what it counts and what a pairing may not do are then one."""

    def register(banned: Callable[..., Banned]) -> Callable[..., Banned]:
        _BANNED[id] = banned
        return banned

    return register


def bans_of(rulebook: Rulebook, frame: PairingFrame, uses: Iterable[RuleUse] = ()) -> Bans:
    """The pairs that the hard rules (or these ``uses``) forbid in this round, as one :class:`Bans`."""
    pairs: list[tuple[int, int]] = []
    blocks: list[Collection[int]] = []
    for use in uses or (u for u in rulebook.uses if u.hard):
        if use.id in _BANNED:
            params = {k.replace("-", "_"): v for k, v in use.resolved(frame).items()}
            single, whole = _BANNED[use.id](frame, **params)
            pairs += single
            blocks += whole
    return Bans(pairs, blocks)


def wishes_of(rulebook: Rulebook, frame: PairingFrame) -> tuple[tuple[int, int, Bans], ...]:
    """(level, price of a match, the pairs it is paid for) of every priced rule that keeps pairs apart."""
    return tuple(
        (use.level, use.price[0], bans_of(rulebook, frame, [use]))
        for use in rulebook.uses if not use.hard and use.id in _BANNED
    )


def wish_levels(rulebook: Rulebook) -> dict[int, tuple[RuleUse, ...]]:
    """The priced rules that keep pairs apart, by level, the first level first."""
    out: dict[int, tuple[RuleUse, ...]] = {}
    for use in sorted(rulebook.uses, key=lambda u: u.level):
        if not use.hard and use.id in _BANNED:
            out[use.level] = (*out.get(use.level, ()), use)
    return out


def may_bye_of(rulebook: Rulebook, frame: PairingFrame, active: Sequence[int]) -> tuple[int, ...]:
    """Those of ``active`` who may have a bye under the rulebook: with ``bye-once`` as a hard rule, who had
    none yet; else who had the fewest."""
    had = Counter(e for e, _ in frame.byes)
    use = rulebook.find("bye-once")
    fewest = 0 if use and use.hard else min((had[e] for e in active), default=0)
    return tuple(e for e in active if had[e] == fewest)


def _count(space: Space, frame: PairingFrame, banned: Banned) -> Count:
    """Matches of each pair that is banned: a match between two others falls off the grid."""
    n = frame.entrants
    pairs, blocks = banned
    flat = [(min(p) - 1) * n + max(p) - 1 for p in pairs]
    flat += [(a - 1) * n + b - 1 for block in blocks for a, b in combinations(sorted(block), 2)]
    known = np.unique(np.array(flat, dtype=np.int64))

    def to(low: Ids, high: Ids) -> tuple[Ids, Ids]:
        return np.where(np.isin(low * n + high, known), low, -1), high

    return Count(("entrant", "entrant"), (n, n), (Term("meets", to),), None, 0)


@rule(
    "paired-once",
    counts="matches, byes and blocks of three of each entrant in the round",
    clause="CBA-16",
    example="9 entrants: 4 matches and a bye. Number 3 in two matches is one too many.",
    params=(
        Param("odd", ("bye", "short", "long", "phantom"), "bye",
              "an odd field: a bye, three teams within a round or over two, or a phantom opponent"),
    ),
    needs="meets",
)
def paired_once(space: Space, frame: PairingFrame, odd: str) -> Sequence[Count]:
    """Everybody who is there plays one match, or has the bye, or is in a block of three."""
    n = frame.entrants
    there = np.array([e not in frame.absent for e in range(1, n + 1)], dtype=np.int64)
    alone = tuple(Term(name, lambda e: (e,)) for name in ("bye", "three"))
    both = Term("meets", lambda low, high: [(low,), (high,)])
    return [Count(("entrant",), (n,), (both, *alone), there, there)]


@_bans("no-rematch")
def _rematches(frame: PairingFrame, window: int, session: int, until: int, free: str) -> Banned:
    if until and frame.round >= until:
        return (), ()
    now, n = frame.round, frame.entrants

    def counts(r: int) -> bool:
        return (not window or r >= now - window) and (
            not session or (r - 1) // session == (now - 1) // session)

    pairs = {(a, b) for a, b, r in frame.met if counts(r)}
    if free != "nobody" and frame.ranks:
        top = {e for e in range(1, n + 1) if 2 * frame.ranks[e - 1] < n}
        pairs = {(a, b) for a, b in pairs if not (a in top and b in top)}
    return pairs, ()


@rule(
    "no-rematch",
    counts="matches of two who have met before",
    clause="CBA-16.4",
    example="1-2 in round 1 and again in round 4 is a rematch; with window = 2 it is none.",
    params=(
        Param("window", "int", 0, "only so many rounds back; 0: all of them"),
        Param("session", "int", 0, "rounds of a session, after which opponents are new; 0: none"),
        Param("until", "int", 0, "rematches are free from this round on; 0: never"),
        Param("free", ("nobody", "top-half"), "nobody", "who may meet again whenever they like"),
    ),
    needs="meets",
)
def no_rematch(
    space: Space, frame: PairingFrame, window: int, session: int, until: int, free: str
) -> Sequence[Count]:
    """No two meet a second time, as far as the parameters go."""
    return [_count(space, frame, _rematches(frame, window, session, until, free))]


@rule(
    "bye-once",
    counts="byes of those who have had one",
    clause="CBA-16.8",
    example="5 sat out in round 2; a bye in round 6 would be the second.",
    needs="meets",
)
def bye_once(space: Space, frame: PairingFrame) -> Sequence[Count]:
    """Nobody has a second bye."""
    had = np.zeros(frame.entrants, dtype=bool)
    had[[e - 1 for e, _ in frame.byes]] = True
    return [Count(("entrant",), (frame.entrants,), (Term("bye", lambda e: (e,)),), None, 0, had)]


def values_in(frame: PairingFrame, attribute: str) -> dict[str, list[int]]:
    """Each text of an attribute with its entrants. UsageError for an attribute that nobody has."""
    if attribute not in frame.attributes:
        raise UsageError(
            f'nobody has an attribute "{attribute}"',
            maybe=did_you_mean(attribute, list(frame.attributes)))
    out: dict[str, list[int]] = {}
    for e, text in enumerate(frame.attributes[attribute], start=1):
        if text:
            out.setdefault(text, []).append(e)
    return out


@_bans("kept-apart")
def _apart(frame: PairingFrame, attribute: str, rounds: int) -> Banned:
    if rounds and frame.round > rounds:
        return (), ()
    return (), [m for m in values_in(frame, attribute).values() if len(m) > 1]


@rule(
    "kept-apart",
    counts="matches of two of one value (region, club ...), in the first rounds or in all",
    clause="CBA-16",
    example='attribute = "region", rounds = 2: two of Hunan do not meet in rounds 1 and 2.',
    params=(
        Param("attribute", "text", "region", "a column of the entry list"),
        Param("rounds", "int", 0, "only in so many rounds from the first; 0: in all"),
    ),
    needs="meets",
)
def kept_apart(space: Space, frame: PairingFrame, attribute: str, rounds: int) -> Sequence[Count]:
    """Those of one value do not meet."""
    return [_count(space, frame, _apart(frame, attribute, rounds))]


@_bans("never-meet")
def _named(frame: PairingFrame, entrants: Sequence[int]) -> Banned:
    return (), [entrants]


@rule(
    "never-meet",
    counts="matches among the entrants named",
    clause="",
    example="entrants = [3, 8]: siblings, who are never paired.",
    params=(Param("entrants", "entrants", None, "no two of them meet"),),
    needs="meets",
)
def never_meet(space: Space, frame: PairingFrame, entrants: Sequence[int]) -> Sequence[Count]:
    """No two of these meet."""
    return [_count(space, frame, _named(frame, entrants))]


@_bans("alike")
def _unlike(frame: PairingFrame, attribute: str) -> Banned:
    if frame.entrants > _MOST_SPLIT:
        raise UsageError(f"groups of equals are kept apart for at most {_MOST_SPLIT} entrants")
    groups = list(values_in(frame, attribute).values())
    return [(a, b) for g, h in combinations(groups, 2) for a in g for b in h], ()


@rule(
    "alike",
    counts="matches of two whose values differ",
    clause="CBA-16.1",
    example='attribute = "wins": after round 1 winners meet winners, and losers losers.',
    params=(Param("attribute", "text", "wins", "what two opponents have in common"),),
    needs="meets",
)
def alike(space: Space, frame: PairingFrame, attribute: str) -> Sequence[Count]:
    """Opponents have the same value."""
    return [_count(space, frame, _unlike(frame, attribute))]


@rule(
    "high-meets-high",
    counts="places in the ranking between the two of each match",
    clause="CBA-16.4",
    example="1-3 and 2-4 pass over one place each; 1-2 and 3-4 pass over none.",
    params=(
        Param("ties", ("number-by-round", "number", "as-given"), "number-by-round",
              "equal points: by number, up in odd rounds and down in even ones; up; or the true order"),
        Param("first", ("snake", "fold", "slide", "lot", "given", "neighbours"), "snake",
              "the first round: the strongest against the weakest, the halves against each other, by lot"),
        Param("within", ("neighbours", "fold", "slide", "lot"), "neighbours",
              "later rounds: how those of equal points are set against each other"),
        Param("last", ("as-before", "one-two"), "as-before", "the last round: 1-2, 3-4 ... if allowed"),
        Param("delay", "int", 0, "drawn by standings that are so many rounds older"),
        Param("last-undelayed", "bool", True, "the last round is drawn by all results all the same"),
        Param("open", ("refuse", "draw", "nothing"), "refuse",
              "a match still played when a round is drawn: waited for; counts as drawn; as nothing"),
    ),
    needs="meets",
)
def high_meets_high(
    space: Space, frame: PairingFrame, ties: str, first: str, within: str, last: str, **drawn_by: Any
) -> Sequence[Count]:
    """Neighbours in the ranking meet."""
    if not frame.ranks:
        return []
    ranks = np.array(frame.ranks, dtype=np.int64)
    term = Term("meets", lambda a, b: (np.zeros_like(a),), lambda a, b: abs(ranks[a] - ranks[b]) - 1)
    return [Count(("round",), (1,), (term,), None, 0, labels=(((), (frame.round,)),))]


def host_by_number(variant: str, round_number: int) -> Callable[[Any, Any], Any]:
    """Whether the first of two numbers (or arrays) is at home against the second, by CBA-16.6: ``v1`` the
    smaller number in odd rounds, the larger in even ones; ``v3`` the smaller always."""
    up = variant == "v3" or round_number % 2 == 1
    return lambda a, b: (a < b) == up


@rule(
    "home-side",
    counts="matches whose home side is not the one that the variant says",
    clause="CBA-16.6",
    example="v1: 4 is at home to 9 in round 3, and 9 to 4 in round 4.",
    params=(
        Param("variant", ("v1", "v2", "v3", "balance"), "v1",
              "smaller number in odd rounds, larger in even; the higher ranked; the smaller; evened out"),
    ),
    needs="meets",
)
def home_side(space: Space, frame: PairingFrame, variant: str) -> Sequence[Count]:
    """The home side is by number or by rank; evened out, nobody is two ahead if both can be served."""
    n = frame.entrants
    if variant == "balance":
        lead = np.zeros(n, dtype=np.int64)
        for home, away, _ in frame.met:
            lead[home - 1] += 1
            lead[away - 1] -= 1

        def wrong(a: Ids, b: Ids) -> tuple[Ids, Ids]:
            return np.where(lead[a] > lead[b], a, -1), b
    elif variant == "v2":
        ranks = np.array(frame.ranks or range(n), dtype=np.int64)

        def wrong(a: Ids, b: Ids) -> tuple[Ids, Ids]:
            return np.where(ranks[a] > ranks[b], a, -1), b
    else:
        right = host_by_number(variant, frame.round)

        def wrong(a: Ids, b: Ids) -> tuple[Ids, Ids]:
            return np.where(right(a, b), -1, a), b

    return [Count(("entrant", "entrant"), (n, n), (Term("hosts", wrong),), None, 0)]
