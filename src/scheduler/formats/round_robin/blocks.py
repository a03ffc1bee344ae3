"""Joined tables ("pinbiao", CBA-14.5): blocks first play among themselves, then against each other.

Where a region is so strong that its members cannot all meet early in an ordinary table, small tables
are joined to a big one: whoever is in one block has the matches inside it behind him before, or while,
the blocks meet. Which entrants share a block is told by their numbers, or by an attribute.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

import numpy as np

from scheduler.arrange import Candidate, arrange
from scheduler.errors import UsageError
from scheduler.event import Event, Result, Schedule, Stage
from scheduler.facts import timetable
from scheduler.formats.round_robin.early import groups_by
from scheduler.formats.round_robin.frame import frame_of, options_of, rulebook_for
from scheduler.rules import Rulebook
from scheduler.solve.constructions import joined
from scheduler.solve.problem import Limits, Problem

__all__ = ["packed", "plan_joined"]

_MOST_STATES = 100_000
"""States of the packing that are looked at before it is given up."""

Blocks = tuple[tuple[int, ...], ...]


def plan_joined(event: Event, stage: Stage, rulebook: Rulebook, limits: Limits) -> Result:
    """A joined table, verified; ``notes`` say which numbers are in each block.

    ``stage.options``: ``blocks``, their sizes (by default two halves), and ``together``, an attribute
    whose bearers are to share a block. Without it numbers are in blocks as they come, or, where the
    rulebook has the highest number meet the others in order, so that it does.

    Raises UsageError for blocks that do not fit the field or its attribute, NoAnswer where the table
    breaks a hard rule whatever its sides and tables, TimeUp, RulebookError.
    """
    if stage.legs > 1:
        raise UsageError(
            "tables are joined for a single round robin", maybe="leave legs out, or the method."
        )
    sizes = _sizes(event, options_of(stage).get("blocks"))
    groups = _groups(event, options_of(stage).get("together", ""))
    table = _compact(sizes)
    book = rulebook_for(rulebook, event, stage)
    frame = frame_of(event, stage)
    frame = replace(frame, rounds=max(frame.rounds, table.rounds))
    space = timetable(frame)
    ordered = book.find("highest-meets-in-order") is not None
    numbered = dict(_numberings(table, sizes, groups, in_order=ordered))
    made = [Candidate(name, partial(_numbered, table, blocks)) for name, blocks in numbered.items()]
    problem = Problem(space, frame, book.stated(space, frame), {})
    result = arrange(problem, made, limits, everything=None)
    best = max((name for name in numbered if result.engine.startswith(name)), key=len)
    notes = [*result.notes, *_notes(numbered[best], table, frame.leg_rounds)]
    return replace(result, notes=tuple(notes))


def _sizes(event: Event, told: object) -> tuple[int, ...]:
    """The sizes of the blocks, checked."""
    if told is None:
        return event.size - event.size // 2, event.size // 2
    whole = isinstance(told, Sequence) and not isinstance(told, str)
    sizes = tuple(told) if isinstance(told, Sequence) and whole else ()
    if len(sizes) < 2 or not all(type(s) is int and s > 0 for s in sizes):
        raise UsageError(
            f"blocks = {str(told)[:40]}: two or more sizes are wanted", maybe="write blocks = [4, 4]."
        )
    if sum(sizes) != event.size:
        raise UsageError(
            f"blocks of {', '.join(map(str, sizes[:20]))} hold {sum(sizes)} entrants, but"
            f" {event.name} has {event.size}"
        )
    return sizes


def _groups(event: Event, attribute: object) -> Mapping[str, tuple[int, ...]]:
    """Who is to be together, by text of the attribute; none without an attribute."""
    if not attribute:
        return {}
    groups = groups_by(event.entrants, str(attribute))
    if not groups:
        raise UsageError(
            f'together = "{str(attribute)[:40]}": no two entrants of {event.name} share that',
            maybe="name a column of the entry list, such as region.",
        )
    return groups


def _compact(sizes: Sequence[int]) -> Schedule:
    """The joined table; the idle of odd blocks meet at once where that saves a round.

    UsageError where an even field would need rounds in which somebody is idle.
    """
    table, tight = joined(sizes), joined(sizes, tight=True)
    table = tight if tight.rounds < table.rounds else table
    n = table.entrants
    if n % 2 == 0 and table.rounds > n - 1:
        raise UsageError(
            f"blocks of {', '.join(map(str, sizes[:20]))} take {table.rounds} rounds, and {n} entrants who"
            f" play in every round have {n - 1}",
            maybe="make an even number of blocks of one size; who belongs nowhere fills them up.",
        )
    return table


def _numberings(
    table: Schedule, sizes: Sequence[int], groups: Mapping[str, Sequence[int]], *, in_order: bool
) -> Iterator[tuple[str, Blocks]]:
    """(name, the numbers in each block in order of place) of every numbering worth trying."""
    ends = np.cumsum([0, *sizes]).tolist()
    name = "construction joined"
    yield name, packed(sizes, groups)
    # In odd fields the order is that of the byes, whichever place is the highest.
    for block, place in enumerate(ends[1:2] if table.entrants % 2 else ends[1:], start=1):
        number = _in_order(table, place) if in_order else None
        if number is None:
            continue
        blocks = tuple(tuple(number[a:b]) for a, b in pairwise(ends))
        if all(any(set(g) <= set(b) for b in blocks) for g in groups.values()):
            yield f"{name}, in order from block {block}", blocks


def _in_order(table: Schedule, place: int) -> list[int] | None:
    """The number of each place if ``place`` is the highest number and meets 1, 2, 3 ... in order, or in
    odd fields if k is idle in round k; None where the table has no such numbering."""
    n = table.entrants
    number = [0] * n
    if n % 2:
        idle = table.idle()
        if any(len(row) != 1 for row in idle) or len({row[0] for row in idle}) < n:
            return None
        for r, row in enumerate(idle, start=1):
            number[row[0] - 1] = r
        return number
    if table.rounds != n - 1:
        return None
    number[place - 1] = n
    for m in table.matches:
        if place in (m.home, m.away):
            number[m.home + m.away - place - 1] = m.round
    return number


def _numbered(table: Schedule, blocks: Blocks) -> Schedule:
    return table.renumbered([number for block in blocks for number in block])


def packed(sizes: Sequence[int], groups: Mapping[str, Sequence[int]]) -> Blocks:
    """Numbers 1..n in blocks of these sizes, every group whole in one of them, the others as they come.

    Raises UsageError where a group is larger than every block, or the groups do not fit together.
    """
    for told, members in groups.items():
        if len(members) > max(sizes):
            raise UsageError(
                f"{told} has {len(members)} entrants and the largest block {max(sizes)} places",
                maybe="make a block larger.",
            )
    order = sorted(groups.values(), key=len, reverse=True)
    where = _fit(list(map(len, order)), list(sizes))
    if where is None:
        raise UsageError(
            f"groups of {', '.join(str(len(g)) for g in order[:20])} do not fit whole into blocks of"
            f" {', '.join(map(str, sizes[:20]))}",
            maybe="choose other sizes.",
        )
    blocks: list[list[int]] = [[] for _ in sizes]
    for members, index in zip(order, where, strict=True):
        blocks[index] += members
    grouped = {number for members in order for number in members}
    others = iter(k for k in range(1, sum(sizes) + 1) if k not in grouped)
    for block, size in zip(blocks, sizes, strict=True):
        block += [next(others) for _ in range(size - len(block))]
    return tuple(tuple(sorted(block)) for block in blocks)


def _fit(wanted: Sequence[int], room: list[int]) -> list[int] | None:
    """A block for each group, ``wanted`` descending, within ``room``; None where there is no way."""
    chosen: list[int] = []
    tries: list[Iterator[int]] = []
    hopeless: set[tuple[int, ...]] = set()
    while len(chosen) < len(wanted):
        index = len(chosen)
        if len(tries) == index:
            tries.append(_blocks_for(wanted[index], room, (index, *sorted(room)) in hopeless))
        block = next(tries[index], None)
        if block is not None:
            room[block] -= wanted[index]
            chosen.append(block)
            continue
        hopeless.add((index, *sorted(room)))
        tries.pop()
        if not chosen or len(hopeless) > _MOST_STATES:
            return None
        room[chosen.pop()] += wanted[index - 1]
    return chosen


def _blocks_for(size: int, room: Sequence[int], hopeless: bool) -> Iterator[int]:
    """Blocks with room enough, the fullest first; of blocks alike one."""
    fitting = {left: block for block, left in reversed(list(enumerate(room))) if left >= size}
    return iter([] if hopeless else [fitting[left] for left in sorted(fitting)])


def _notes(blocks: Blocks, table: Schedule, least: int) -> Iterator[str]:
    for index, block in enumerate(blocks, start=1):
        numbers = ", ".join(map(str, sorted(block)))
        yield f"block {index}: {numbers}"
    if table.rounds > least:
        yield (
            f"these blocks take {table.rounds} rounds where {least} would do: an even number of blocks"
            " of one even size takes no more"
        )
    elif max(map(len, blocks)) % 2 and max(map(len, blocks)) > 1:
        yield "blocks of odd size: whoever is idle inside a block meets one of another block meanwhile"
