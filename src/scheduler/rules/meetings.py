"""Rules about who meets whom, and when."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scheduler.facts import Frame, Ids, Space
from scheduler.rules.count import Count, Term
from scheduler.rules.registry import Param, rule

__all__: list[str] = []


def _pair(h: Ids, a: Ids, r: Ids) -> tuple[Ids, Ids]:
    return np.minimum(h, a), np.maximum(h, a)


def upper(n: int) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    """The rows (i, j) with i < j of an n x n grid."""
    return np.triu(np.ones((n, n), dtype=bool), 1)


@rule(
    "meet-each",
    counts="matches of each pair, in all rounds together",
    clause="CBA-14",
    example="6-team table: 1 and 6 meet in round 1 only; a second 6-1 in round 3 is one too many.",
    params=(Param("times", "int", 0, "meetings of each pair; 0: as many as there are legs"),),
)
def meet_each(space: Space, frame: Frame, times: int) -> Sequence[Count]:
    """Every pair meets exactly ``times`` times."""
    k = times or frame.legs
    n = frame.entrants
    return [Count(("entrant", "entrant"), (n, n), (Term("plays", _pair),), k, k, upper(n))]


@rule(
    "once-a-round",
    counts="matches of each entrant in each round",
    clause="CBA-14",
    example="Round 1 with 1-6 and 1-2: number 1 plays twice. Even fields play in every round.",
)
def once_a_round(space: Space, frame: Frame) -> Sequence[Count]:
    """Every entrant plays once a round; in odd fields, at most once."""
    shape = (frame.entrants, frame.rounds)
    term = Term("plays", lambda h, a, r: [(h, r), (a, r)])
    return [Count(("entrant", "round"), shape, (term,), 0 if frame.odd else 1, 1)]


@rule(
    "each-way",
    counts="matches of each ordered pair: home against away",
    clause="CBA-18.1",
    example="Double round robin in which 1 is home to 2 twice: 1-2 one too many, 2-1 one missing.",
)
def each_way(space: Space, frame: Frame) -> Sequence[Count]:
    """Over an even number of legs each of two entrants is home to the other equally often."""
    n, half = frame.entrants, frame.legs // 2
    off_diagonal = ~np.eye(n, dtype=bool)
    term = Term("plays", lambda h, a, r: (h, a))
    return [
        Count(("entrant", "entrant"), (n, n), (term,), half, half + frame.legs % 2, off_diagonal)
    ]


@rule(
    "each-leg",
    counts="matches of each pair within each leg",
    clause="RobinX gameMode P",
    example="Double round robin of 4: 1-2 in rounds 1 and 3 is twice in leg 1 and never in leg 2.",
)
def each_leg(space: Space, frame: Frame) -> Sequence[Count]:
    """Every leg is a round robin of its own ("phased")."""
    n, length = frame.entrants, frame.leg_rounds
    term = Term("plays", lambda h, a, r: (*_pair(h, a, r), r // length))
    where = np.repeat(upper(n)[:, :, None], frame.legs, axis=2)
    return [Count(("entrant", "entrant", "leg"), (n, n, frame.legs), (term,), 1, 1, where)]


def partner(mode: str, slot: Ids, length: int) -> Ids:
    """The slot of the next leg that a slot of a leg is tied to, both from 0."""
    return {
        "mirrored": slot,
        "inverted": length - 1 - slot,
        "english": (slot + 1) % length,
        "french": (slot - 1) % length,
    }[mode]


@rule(
    "leg-order",
    counts="for each ordered pair and round of a leg: i-j there less j-i in the tied round of the next",
    clause="RobinX gameMode M, I, E, F",
    example="Mirrored double of 6: 3-5 in round 1 asks for 5-3 in round 6.",
    params=(
        Param("mode", ("mirrored", "inverted", "english", "french"), None, "how legs are tied"),
    ),
)
def leg_order(space: Space, frame: Frame, mode: str) -> Sequence[Count]:
    """Each leg repeats the one before with sides reversed, its rounds in the order of ``mode``."""
    n, length = frame.entrants, frame.leg_rounds
    legs = frame.legs - 1
    back = np.argsort(partner(mode, np.arange(length), length))
    terms = (
        Term("plays", lambda h, a, r: (h, a, r)),
        Term("plays", lambda h, a, r: (a, h, (r // length - 1) * length + back[r % length]), -1),
    )
    shape = (n, n, max(1, legs * length))
    return [Count(("entrant", "entrant", "round"), shape, terms, 0, 0)] if legs else []


@rule(
    "highest-meets-in-order",
    counts="in round k: matches of the highest number with k; in odd fields, matches of number k",
    clause="CBA-14",
    example="8-team table: 1-8, 8-2, 3-8, 8-4 ...; played by 7, the bye of round 3 is number 3.",
    params=(
        Param("leg", ("every", "first"), "every", "the legs that keep the order"),
    ),
)
def highest_in_order(space: Space, frame: Frame, leg: str) -> Sequence[Count]:
    """The highest number meets 1, 2, 3 ... in order, so that in odd fields k is idle in round k."""
    n, length = frame.entrants, frame.leg_rounds
    rounds = length if leg == "first" else frame.rounds
    if frame.odd:
        def idle(h: Ids, a: Ids, r: Ids) -> list[tuple[Ids, ...]]:
            return [(np.where(e == r % length, r, -1),) for e in (h, a)]
        return [Count(("round",), (rounds,), (Term("plays", idle),), None, 0)]

    def due(h: Ids, a: Ids, r: Ids) -> tuple[Ids, ...]:
        low, high = _pair(h, a, r)
        return (np.where((high == n - 1) & (low == r % length), r, -1),)
    return [Count(("round",), (rounds,), (Term("plays", due),), 1, 1)]


@rule(
    "neighbours-last",
    counts="meetings of 1-2, 3-4, 5-6 ... in the last round",
    clause="CBA-14",
    example="6-team table: round 5 is 1-2, 3-4, 5-6.",
)
def neighbours_last(space: Space, frame: Frame) -> Sequence[Count]:
    """The last round is 1-2, 3-4, 5-6 ...; in odd fields the highest number is idle in it."""
    pairs, last = frame.entrants // 2, frame.rounds - 1

    def wanted(h: Ids, a: Ids, r: Ids) -> tuple[Ids, ...]:
        low, high = _pair(h, a, r)
        return (np.where((r == last) & (low % 2 == 0) & (high == low + 1), low // 2, -1),)

    labels = tuple(((2 * k + 1, 2 * k + 2), (frame.rounds,)) for k in range(pairs))
    return [Count(("pair",), (pairs,), (Term("plays", wanted),), 1, None, labels=labels)]


@rule(
    "carry-over",
    counts="how often entrants meet j right after i (the first after the last), for each i and j",
    clause="Russell 1980",
    example="4 teams, balanced: each ordered pair once, so with price [0, 1, 4] the sum of squares is 12.",
    params=(Param("most", "int", 0, "carry-overs free of charge"),),
)
def carry_over(space: Space, frame: Frame, most: int) -> Sequence[Count]:
    """Nobody should always meet opponents fresh from the same entrant."""
    n = frame.entrants
    term = Term("carry-on", lambda x, i, j, r: (i, j))
    return [Count(("entrant", "entrant"), (n, n), (term,), None, most, show_rounds=False)]


@rule(
    "related-early",
    counts="round numbers of the meetings of related entrants, past the free rounds",
    clause="CBA-14.4",
    example="Two teams of one region in an 8-table: as 1 and 8 they meet in round 1, at no cost.",
    params=(
        Param("attribute", "text", "region", "entrants with the same text are related"),
        Param("by", "int", 1, "meetings up to this round of a leg are free"),
    ),
)
def related_early(space: Space, frame: Frame, attribute: str, by: int) -> Sequence[Count]:
    """Related entrants meet early, so that neither can do the other a favour late."""
    n, length = frame.entrants, frame.leg_rounds
    texts = np.array(frame.attributes.get(attribute, ("",) * n))
    related = (texts[:, None] == texts[None, :]) & (texts[:, None] != "") & upper(n)
    late = Term("plays", _pair, lambda h, a, r: np.maximum(0, r % length + 1 - by))
    return [Count(("entrant", "entrant"), (n, n), (late,), None, 0, related)]


@rule(
    "strong-late",
    counts="matches of the first numbers among themselves in the last rounds",
    clause="CBA-14.3",
    example="Numbers 1 to 4 over the last 3 rounds: all six of their meetings fall there.",
    params=(
        Param("first", "int", 4, "the numbers 1 to this are strong"),
        Param("last", "int", 3, "the last so many rounds are late"),
    ),
)
def strong_late(space: Space, frame: Frame, first: int, last: int) -> Sequence[Count]:
    """Strong entrants meet in the last rounds: only where numbers say something about strength."""
    k, start = min(first, frame.entrants), frame.rounds - last
    term = Term("plays", lambda h, a, r: tuple(np.where(r >= start, c, -1) for c in _pair(h, a, r)))
    return [Count(("entrant", "entrant"), (k, k), (term,), 1, None, upper(k))]
