"""Rules about draws: lines, seeds, byes, and who may not meet early."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, repeat

import numpy as np

from scheduler.errors import UsageError, did_you_mean
from scheduler.facts import DrawFrame, Ids, Space
from scheduler.rules import groups as groups  # known wherever the rules of draws are
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
        Param("match", "bool", False, "the match of a line counts, not which of its two lines"),
    ),
    needs="stands",
)
def seeds_placed(
    space: Space, frame: DrawFrame, scheme: str, exactly: bool, match: bool
) -> Sequence[Count]:
    """Seeds stand where the scheme has them."""
    rows = []
    first = 0
    for block in seed_blocks(scheme, frame.size, len(frame.seeds)):
        for k, seed in enumerate(frame.seeds[first : first + len(block)]):
            lines = np.array([block[k]] if exactly else block, dtype=np.int64) - 1
            if match:
                lines = np.union1d(lines, lines ^ 1)
            if seed:
                rows.append(Row((seed,), (), space["stands"].ids(seed - 1, lines), 1))
        first += len(block)
    return [from_rows(space, rows)]


@rule(
    "seeds-apart",
    counts="of the first 2, 4, 8 ... seeds, those in each half, quarter, eighth ...",
    clause="CBA-13.6",
    example="Seeds 1 and 2 in one half: they would meet before the final.",
    needs="stands",
)
def seeds_apart(space: Space, frame: DrawFrame) -> Sequence[Count]:
    """The first 2^j seeds stand in different ones of 2^j sections, wherever these lie."""
    place = np.full(frame.entrants, frame.size, dtype=np.int64)
    for k, seed in enumerate(frame.seeds):
        if seed:
            place[seed - 1] = k
    counts = []
    for j in range(1, frame.rounds):
        if len(frame.seeds) <= 2 ** (j - 1):
            break

        def sections(e: Ids, s: Ids, j: int = j) -> tuple[Ids, ...]:
            return (np.where(place[e] < 2**j, s, -1),)

        first = tuple(s for s in frame.seeds[: 2**j] if s)
        r = frame.rounds - j
        counts.append(Count(
            ("section",), (2**j,), (Term(f"within-{r}", sections),), None, 1,
            labels=((first, (r,)),) * 2**j,
        ))
    return counts


@rule(
    "seed-number",
    counts="seeds in the draw, against a quarter of its lines and the power of two below",
    clause="CBA-13.5",
    example="32 lines: 8 seeds at most; 5 or 7 seeds are no power of two.",
    params=(Param("share", "int", 4, "at most one seed for this many lines"),),
    needs="stands",
)
def seed_number(space: Space, frame: DrawFrame, share: int) -> Sequence[Count]:
    """The number of seeds is a power of two, and at most a quarter of the lines."""
    seeds = np.array(sorted(s for s in frame.seeds if s), dtype=np.int64) - 1
    most = min(len(seeds), (frame.standard or frame.size) // max(1, share))
    power = 1 << most.bit_length() - 1 if most else 0

    def seeded(e: Ids, i: Ids) -> tuple[Ids, ...]:
        return (np.where(np.isin(e, seeds), 0, -1),)

    return [Count(("all",), (1,), (Term("stands", seeded),), None, power)]


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
    wanted = np.zeros(frame.size, dtype=np.bool_)
    wanted[np.array(lines, dtype=np.int64) - 1] = True
    return [Count(("line",), (frame.size,), (Term("bye", lambda i: (i,)),), 1, None, where=wanted)]


@rule(
    "byes-to-seeds",
    counts="first-round matches of each of the strongest seeds, less the byes there",
    clause="ITF",
    example="30 entrants on 32 lines: seeds 1 and 2 have byes; seed 2 with an opponent is one too many.",
    needs="stands",
)
def byes_to_seeds(space: Space, frame: DrawFrame) -> Sequence[Count]:
    """As far as there are byes, seeds have them in order of seeding."""
    present = [s for s in frame.seeds if s][: frame.size - frame.entrants]
    if not present:
        return []
    place = np.full(frame.entrants, -1, dtype=np.int64)
    place[np.array(present) - 1] = np.arange(len(present))

    def idle(i: Ids) -> list[tuple[Ids, ...]]:
        return [(np.full_like(i, k), i // 2) for k in range(len(present))]

    matches = frame.size // 2
    terms = (Term("within-1", lambda e, m: (place[e], m)), Term("bye", idle, -1))
    labels = tuple(chain.from_iterable(repeat(((s,), (1,)), matches) for s in present))
    return [Count(("seed", "match"), (len(present), matches), terms, None, 0, labels=labels)]


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

        def within(i: Ids, r: int = r) -> tuple[Ids, ...]:
            return (i >> r,)

        counts.append(Count(
            ("section",), (sections,), (Term("bye", within),),
            byes // sections, -(-byes // sections),
        ))
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
    code, groups = shared_values(frame, attribute)
    if not groups:
        return []
    pairs = tuple(d * (d + 1) // 2 for d in range(1, max(2, max(map(len, groups)))))
    first, last = max(1, from_round), min(to_round or frame.rounds - 1, frame.rounds)
    counts = []
    for r in range(first, last + 1):
        sections = frame.size >> r

        def section(e: Ids, s: Ids) -> tuple[Ids, Ids]:
            return code[e], s

        counts.append(Count(
            ("value", "section"), (len(groups), sections), (Term(f"within-{r}", section),),
            None, 1, labels=(((), (r,)),) * (len(groups) * sections),
            step=r - first if order == "earliest-first" else last - r, scale=pairs,
        ))
    return counts


def shared_values(frame: DrawFrame, attribute: str) -> tuple[Ids, list[tuple[int, ...]]]:
    """(code per entrant, -1 for none; the entrants of each code): values that two or more have, sorted.

    Entrants whose value nobody shares count as having none. UsageError for an attribute that the
    entry list does not have.
    """
    if attribute not in (*frame.attributes, "region", "club") and frame.attributes:
        raise UsageError(
            f'nobody has an attribute "{attribute}"',
            maybe=did_you_mean(attribute, sorted(frame.attributes)),
        )
    texts = frame.attributes.get(attribute, ())
    members: dict[str, list[int]] = {}
    for e, text in enumerate(texts, start=1):
        if text:
            members.setdefault(text, []).append(e)
    groups = [tuple(m) for _, m in sorted(members.items()) if len(m) > 1]
    code = np.full(frame.entrants, -1, dtype=np.int64)
    for c, group in enumerate(groups):
        code[np.array(group) - 1] = c
    return code, groups


@rule(
    "ranked-apart",
    counts="of the two, four ... strongest of one attribute value, those in each half, quarter ...",
    clause="ITTF 3.6.3",
    example="The first two of one association in different halves, the next two in the other quarters.",
    params=(
        Param("attribute", "text", "region", "whose entrants are ranked among themselves"),
        Param("parts", "int", 4, "up to which division: 2 halves, 4 quarters, 8 eighths"),
    ),
    needs="stands",
)
def ranked_apart(space: Space, frame: DrawFrame, attribute: str, parts: int) -> Sequence[Count]:
    """The strongest of each value are kept apart as far as they have parts of the draw to go to."""
    _, groups = shared_values(frame, attribute)
    if not groups:
        return []
    place = {e: k for k, e in enumerate(frame.strongest)}
    ranked = [sorted(group, key=place.__getitem__) for group in groups]
    counts = []
    for j in range(1, min(parts.bit_length(), frame.rounds)):
        top = [tuple(group[: 2**j]) for group in ranked]
        chosen = np.full(frame.entrants, -1, dtype=np.int64)
        for c, group in enumerate(top):
            chosen[np.array(group) - 1] = c

        def sections(e: Ids, s: Ids, chosen: Ids = chosen) -> tuple[Ids, Ids]:
            return chosen[e], s

        r = frame.rounds - j
        labels = tuple(label for group in top for label in ((group, (r,)),) * 2**j)
        counts.append(Count(
            ("value", "section"), (len(top), 2**j), (Term(f"within-{r}", sections),), None, 1,
            labels=labels,
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
