"""Rules about draws: lines, seeds, byes, and who may not meet early."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scheduler.facts import DrawFrame, Ids, Space
from scheduler.rules.count import Count, Row, Term, from_rows
from scheduler.rules.placement import SCHEMES, bye_lines, seed_blocks
from scheduler.rules.registry import Param, rule

__all__: list[str] = []


@rule(
    "one-line-each",
    counts="lines of each entrant",
    clause="CBA-13",
    example="Entrant 5 on lines 3 and 9: one line too many.",
    needs="stands",
)
def one_line_each(space: Space, frame: DrawFrame) -> Sequence[Count]:
    """Every entrant stands on exactly one line."""
    return [Count(("entrant",), (frame.entrants,), (Term("stands", lambda e, i: (e,)),), 1, 1)]


@rule(
    "one-a-line",
    counts="entrants and byes on each line",
    clause="CBA-13",
    example="Line 4 holds entrants 2 and 7: one too many; an empty line holds one too few.",
    needs="stands",
)
def one_a_line(space: Space, frame: DrawFrame) -> Sequence[Count]:
    """Every line holds one entrant or a bye."""
    terms = (Term("stands", lambda e, i: (i,)), Term("bye", lambda i: (i,)))
    return [Count(("line",), (frame.size,), terms, 1, 1)]


_SCHEME = Param("scheme", SCHEMES, "alternating", "the placement scheme")


@rule(
    "seeds-placed",
    counts="for each seed: whether it stands in the lines of its block",
    clause="CBA-13.6",
    example="16 lines, 4 seeds, alternating: seeds 1 and 2 on lines 1 and 16, seeds 3 and 4 on 9 and 8.",
    params=(
        _SCHEME,
        Param("exactly", "bool", True, "in the order of the scheme, not by lot within a block"),
    ),
    needs="stands",
)
def seeds_placed(space: Space, frame: DrawFrame, scheme: str, exactly: bool) -> Sequence[Count]:
    """Seeds stand where the scheme has them."""
    rows = []
    first = 0
    for block in seed_blocks(scheme, frame.size, len(frame.seeds)):
        for k, seed in enumerate(frame.seeds[first : first + len(block)]):
            lines = np.array([block[k]] if exactly else block, dtype=np.int64) - 1
            rows.append(Row((seed,), (), space["stands"].ids(seed - 1, lines), 1))
        first += len(block)
    return [from_rows(space, rows)]


@rule(
    "byes-placed",
    counts="for each bye, in order: whether the line beside the next seed's place is empty",
    clause="CBA-13.7",
    example="13 entrants on 16 lines: byes on lines 2, 15 and 10.",
    params=(_SCHEME,),
    needs="stands",
)
def byes_placed(space: Space, frame: DrawFrame, scheme: str) -> Sequence[Count]:
    """Byes fall beside the places of the first seeds."""
    lines = bye_lines(scheme, frame.size, frame.size - frame.entrants)
    return [from_rows(space, [
        Row((), (), space["bye"].ids(np.array([line - 1])), 1) for line in lines
    ])]


@rule(
    "byes-apart",
    counts="byes in each first-round match",
    clause="CBA-13.7",
    example="Lines 1 and 2 both empty: nobody could win that match.",
    needs="stands",
)
def byes_apart(space: Space, frame: DrawFrame) -> Sequence[Count]:
    """No bye meets a bye."""
    term = Term("bye", lambda i: (i // 2,))
    return [Count(("match",), (max(1, frame.size // 2),), (term,), None, 1)]


@rule(
    "byes-even",
    counts="byes in each section of each size",
    clause="CBA-13.7",
    example="3 byes on 16 lines: 1 or 2 in each half, at most 1 in each quarter.",
    needs="stands",
)
def byes_even(space: Space, frame: DrawFrame) -> Sequence[Count]:
    """Byes are spread: sections of one size differ by at most one."""
    byes = frame.size - frame.entrants
    counts = []
    for r in range(1, frame.rounds):
        sections = frame.size >> r
        term = Term("bye", lambda i, r=r: (i >> r,))
        counts.append(
            Count(("section",), (sections,), (term,), byes // sections, -(-byes // sections))
        )
    return counts


@rule(
    "apart",
    counts="entrants of one attribute value in each section of 2^r lines, for each round r",
    clause="CBA-13.2",
    example="Two of one region on lines 1 and 2 can meet in round 1: one pair, priced at the first level.",
    params=(
        Param("attribute", "text", "region", "entrants with the same text are kept apart"),
        Param("from-round", "int", 1, "the first round that counts"),
        Param("to-round", "int", 0, "the last round that counts; 0: all but the final"),
        Param("order", ("earliest-first", "halves-first"), "earliest-first", "which round matters most"),
    ),
    needs="stands",
)
def apart(
    space: Space, frame: DrawFrame, attribute: str, from_round: int, to_round: int, order: str
) -> Sequence[Count]:
    """As few pairs as can be meet early: round by round, each at a level of its own."""
    texts = np.array(frame.attributes.get(attribute, ("",) * frame.entrants))
    values, code = np.unique(texts, return_inverse=True)
    code = np.where(texts == "", -1, code)
    largest = int(np.bincount(code[code >= 0], minlength=1).max())
    pairs = tuple(d * (d + 1) // 2 for d in range(1, max(2, largest + 1)))
    last = min(to_round or frame.rounds - 1, frame.rounds)
    counts = []
    for r in range(max(1, from_round), last + 1):
        def groups(e: Ids, s: Ids) -> tuple[Ids, Ids]:
            return code[e], s

        step = r - from_round if order == "earliest-first" else last - r
        counts.append(Count(
            ("value", "section"), (len(values), frame.size >> r), (Term(f"within-{r}", groups),),
            None, 1, labels=(), step=step, scale=pairs,
        ))
    return counts


@rule(
    "not-before",
    counts="pairs that have met, or are named, in one section of 2^(r-1) lines",
    clause="",
    example="1 and 7 met in their group: from-round = 3 keeps them in different quarters of 8 lines.",
    params=(
        Param("entrants", "entrants", (), "who are kept apart; none: the pairs that have met earlier"),
        Param("from-round", "int", 2, "the first round in which they may meet"),
    ),
    needs="stands",
)
def not_before(
    space: Space, frame: DrawFrame, entrants: Sequence[int], from_round: int
) -> Sequence[Count]:
    """These entrants do not meet before a round."""
    r = min(from_round - 1, frame.rounds)
    if r < 1:
        return []
    within = space[f"within-{r}"]
    named = [(a, b) for i, a in enumerate(entrants) for b in entrants[i + 1 :]]
    pairs = named or frame.earlier
    return [from_rows(space, (
        Row((a, b), (), within.ids(np.array([a - 1, b - 1]), s), None, 1)
        for a, b in pairs for s in range(frame.size >> r)
    ))]


@rule(
    "on-lines",
    counts="whether an entrant stands on one of the lines asked for",
    clause="",
    example='entrant = "Hanoi", lines = [1]: the host opens the draw.',
    params=(
        Param("entrant", "entrant", None, "who"),
        Param("lines", "lines", None, "the lines allowed"),
    ),
    needs="stands",
)
def on_lines(space: Space, frame: DrawFrame, entrant: int, lines: Sequence[int]) -> Sequence[Count]:
    """An entrant stands on one of these lines."""
    ids = space["stands"].ids(entrant - 1, np.array(lines, dtype=np.int64) - 1)
    return [from_rows(space, [Row((entrant,), (), ids, 1)])]
