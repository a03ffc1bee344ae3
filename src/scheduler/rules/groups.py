"""Rules about draws into groups: pots, values, who may not share a group."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scheduler.errors import UsageError, did_you_mean
from scheduler.facts.groups import GroupFrame
from scheduler.facts.space import Ids, Space
from scheduler.rules.count import Count, Row, Term, from_rows
from scheduler.rules.registry import Param, rule

__all__ = ["pathway_parts", "values_of"]


@rule(
    "one-group-each",
    counts="groups of each entrant",
    clause="CBA-13.6",
    example="Entrant 5 in groups A and C: one group too many.",
    needs="in",
)
def one_group_each(space: Space, frame: GroupFrame) -> Sequence[Count]:
    """Every entrant is in exactly one group."""
    return [Count(("entrant",), (frame.entrants,), (Term("in", lambda e, g: (e,)),), 1, 1)]


@rule(
    "groups-even",
    counts="entrants in each group",
    clause="CBA-13.6",
    example="10 entrants in 3 groups: 3 or 4 in each.",
    needs="in",
)
def groups_even(space: Space, frame: GroupFrame) -> Sequence[Count]:
    """Groups differ by one entrant at most."""
    n, groups = frame.entrants, frame.groups
    term = Term("in", lambda e, g: (g,))
    return [Count(("group",), (groups,), (term,), n // groups, -(-n // groups))]


@rule(
    "pots-spread",
    counts="entrants of each pot in each group",
    clause="",
    example="8 groups, pots of 8: two of pot 1 in one group leave another without.",
    needs="in",
)
def pots_spread(space: Space, frame: GroupFrame) -> Sequence[Count]:
    """The entrants of a pot go to different groups, as far as there are groups."""
    if not frame.pots:
        return []
    pot = np.full(frame.entrants, -1, dtype=np.int64)
    for k, members in enumerate(frame.pots):
        pot[np.array(members, dtype=np.int64) - 1] = k
    sizes = np.array([len(members) for members in frame.pots], dtype=np.int64)
    shape = (len(frame.pots), frame.groups)
    term = Term("in", lambda e, g: (pot[e], g))
    least = np.repeat(sizes // frame.groups, frame.groups)
    most = np.repeat(-(-sizes // frame.groups), frame.groups)
    return [Count(("pot", "group"), shape, (term,), least, most)]


def values_of(frame: GroupFrame, attribute: str) -> dict[str, tuple[int, ...]]:
    """Each value of an attribute with its entrants, in order of value; "A/B" counts for both.

    UsageError for an attribute that the entry list does not have.
    """
    if attribute not in (*frame.attributes, "region", "club") and frame.attributes:
        raise UsageError(
            f'nobody has an attribute "{attribute}"',
            maybe=did_you_mean(attribute, sorted(frame.attributes)),
        )
    found: dict[str, list[int]] = {}
    for e, text in enumerate(frame.attributes.get(attribute, ()), start=1):
        for value in dict.fromkeys(t.strip() for t in text.split("/")):
            if value:
                found.setdefault(value, []).append(e)
    return {value: tuple(found[value]) for value in sorted(found)}


@rule(
    "group-values",
    counts="entrants of each attribute value in each group",
    clause="",
    example="One of a confederation in a group at most; of UEFA one or two.",
    params=(
        Param("attribute", "text", "region", "entrants with the same text are meant; A/B counts twice"),
        Param("most", "int", 1, "at most so many of a value in a group"),
        Param("least", "int", 0, "at least so many"),
        Param("value", "text", "", "the only value that counts; none: every one but those of `besides`"),
        Param("besides", "text", "", "values that do not count, separated by /"),
    ),
    needs="in",
)
def group_values(
    space: Space, frame: GroupFrame, attribute: str, most: int, least: int, value: str, besides: str
) -> Sequence[Count]:
    """Groups have at most, and at least, so many of a value; priced at most 1, pairs are what counts."""
    found = values_of(frame, attribute)
    if value and value not in found:
        raise UsageError(
            f'nobody has the {attribute} "{value}"', maybe=did_you_mean(value, list(found)))
    left = {t.strip() for t in besides.split("/")}
    chosen = [m for v, m in found.items() if (v == value if value else v not in left)]
    if not chosen:
        return []
    rows = _codes(chosen, frame.entrants)

    def cells(e: Ids, g: Ids) -> list[tuple[Ids, ...]]:
        return [(rows[e, k], g) for k in range(rows.shape[1])]

    largest = max(map(len, chosen))
    pairs = tuple(d * (d + 1) // 2 for d in range(1, max(2, largest + 1))) if most == 1 and not least else ()
    return [Count(
        ("value", "group"), (len(chosen), frame.groups), (Term("in", cells),), least, most, scale=pairs,
    )]


def _codes(chosen: Sequence[Sequence[int]], entrants: int) -> Ids:
    """For each entrant the positions of its values, padded with -1. Shape (entrants, most values)."""
    held: list[list[int]] = [[] for _ in range(entrants)]
    for c, members in enumerate(chosen):
        for e in members:
            held[e - 1].append(c)
    out = np.full((entrants, max(map(len, held))), -1, dtype=np.int64)
    for e, mine in enumerate(held):
        out[e, : len(mine)] = mine
    return out


@rule(
    "not-in-one-group",
    counts="pairs that are named, or have met, in each group",
    clause="",
    example="Kosovo and Bosnia-Herzegovina are not drawn into one group.",
    params=(
        Param("entrants", "entrants", (), "who are kept apart; none: the pairs that have met earlier"),
    ),
    needs="in",
)
def not_in_one_group(space: Space, frame: GroupFrame, entrants: Sequence[int]) -> Sequence[Count]:
    """No two of these entrants share a group."""
    named = [(a, b) for i, a in enumerate(entrants) for b in entrants[i + 1 :]]
    return [from_rows(space, (
        Row((a, b), (), space["in"].ids(np.array([a - 1, b - 1]), g), None, 1)
        for a, b in named or frame.earlier for g in range(frame.groups)
    ))]


@rule(
    "in-groups",
    counts="whether an entrant is in one of the groups asked for",
    clause="",
    example='entrant = "Mexico", groups = [1]: the host is in group A.',
    params=(
        Param("entrant", "entrant", None, "who"),
        Param("groups", "lines", None, "the groups allowed"),
    ),
    needs="in",
)
def in_groups(space: Space, frame: GroupFrame, entrant: int, groups: Sequence[int]) -> Sequence[Count]:
    """An entrant is in one of these groups."""
    ids = space["in"].ids(entrant - 1, np.array(groups, dtype=np.int64) - 1)
    return [from_rows(space, [Row((entrant,), (), ids, 1)])]


@rule(
    "few-in-groups",
    counts="how many of these entrants are in these groups together",
    clause="",
    example="The four highest ranked come into different pathways: one of them in groups A to C at most.",
    params=(
        Param("entrants", "entrants", None, "who"),
        Param("groups", "lines", None, "which groups"),
        Param("most", "int", 1, "at most so many"),
    ),
    needs="in",
)
def few_in_groups(
    space: Space, frame: GroupFrame, entrants: Sequence[int], groups: Sequence[int], most: int
) -> Sequence[Count]:
    """At most so many of these entrants are in these groups."""
    e = np.array(entrants, dtype=np.int64)[:, None] - 1
    ids = space["in"].ids(e, np.array(groups, dtype=np.int64) - 1).ravel()
    return [from_rows(space, [Row(tuple(sorted(entrants)), (), ids, None, most)])]


@rule(
    "pathways",
    counts="of the first two, four ... of these entrants, those in each half, quarter ... of the groups",
    clause="",
    example="2026: the four highest ranked come into four quarters of the knockout to follow, the first two "
    "into different halves.",
    params=(
        Param("entrants", "entrants", None, "who, the strongest first; 2, 4, 8 ..."),
        Param("groups", "lines", None, "all groups in the order of the bracket that their winners go into"),
    ),
    needs="in",
)
def pathways(
    space: Space, frame: GroupFrame, entrants: Sequence[int], groups: Sequence[int]
) -> Sequence[Count]:
    """The strongest can meet late: of the first 2^j at most one is in each of 2^j parts of the groups."""
    rows = []
    for first, parts in pathway_parts(frame, entrants, groups):
        e = np.array(first, dtype=np.int64)[:, None] - 1
        for part in parts:
            ids = space["in"].ids(e, np.array(part, dtype=np.int64) - 1).ravel()
            rows.append(Row(tuple(sorted(first)), (), ids, None, 1))
    return [from_rows(space, rows)]


def pathway_parts(
    frame: GroupFrame, entrants: Sequence[int], groups: Sequence[int]
) -> list[tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]]:
    """(the first 2^j entrants, the groups in 2^j parts) for each j from 1 on.

    UsageError for numbers of entrants that are no power of two, somebody twice, groups that are not all
    there once, and parts that would not be equal.
    """
    many = len(entrants)
    if many < 2 or many & (many - 1) or len(set(entrants)) < many:
        raise UsageError(f"pathways are for 2, 4, 8 ... different entrants, not {many}")
    if sorted(groups) != list(range(1, frame.groups + 1)) or len(groups) % many:
        raise UsageError(
            f"pathways name each of the {frame.groups} groups once, and {many} entrants cut them into "
            "equal parts",
        )
    out = []
    for j in range(1, many.bit_length()):
        size = len(groups) >> j
        parts = tuple(tuple(sorted(groups[i : i + size])) for i in range(0, len(groups), size))
        out.append((tuple(entrants[: 1 << j]), parts))
    return out
