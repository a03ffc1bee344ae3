"""Positions inside groups: who is number 1, 2 ... of his group, on which the table of its matches depends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scheduler.errors import UsageError
from scheduler.event import Event, Stage
from scheduler.formats.groups.frame import group_frame_of, options_of
from scheduler.formats.public import PublicSeed

__all__ = ["in_positions"]

Groups = tuple[tuple[int, ...], ...]

_WORDS = ("pots", "lot")


def in_positions(drawn: Groups, seed: str, event: Event, stage: Stage) -> Groups:
    """The same groups, by pot as they are drawn, each in the order of its positions.

    The option ``positions`` is ``pots`` (position k is for pot k), ``lot`` (the first pot has position 1, the
    rest draw lots for the others, as in the final draws of World Cups from 2006 to 2022) or one list a
    group: the positions of pot 1, 2 ... in it (as printed for 2026). Where a pot is missing from a group,
    those behind move up. Lots come from the public seed ``SEED positions``, group after group.

    Raises UsageError for a value that makes no sense.
    """
    told = options_of(stage).get("positions", _WORDS[0])
    if told == "pots":
        return drawn
    pots = group_frame_of(event, stage).pots
    pot_of = {e: p for p, members in enumerate(pots, start=1) for e in members}
    if isinstance(told, list | tuple):
        rows = _pattern(told, len(drawn), len(pots))
        order = [{e: row[pot_of[e] - 1] for e in group} for row, group in zip(rows, drawn, strict=True)]
        return tuple(tuple(sorted(g, key=at.__getitem__)) for g, at in zip(drawn, order, strict=True))
    if told == "lot":
        source = PublicSeed(f"{seed} positions")
        return tuple(_by_lot(group, pot_of, source) for group in drawn)
    raise UsageError(
        f'"positions" is {" or ".join(_WORDS)}, or a list for each group, not "{str(told)[:40]}"',
        maybe='write positions = "lot".',
    )


def _by_lot(group: Sequence[int], pot_of: dict[int, int], source: PublicSeed) -> tuple[int, ...]:
    """The first pot first, the others in an order of which each is as likely."""
    out = [e for e in group if pot_of[e] == 1]
    waiting = [e for e in group if pot_of[e] != 1]
    while waiting:
        out.append(waiting.pop(source(len(waiting))))
    return tuple(out)


def _pattern(told: Sequence[Any], groups: int, pots: int) -> Sequence[Sequence[int]]:
    if len(told) != groups:
        raise UsageError(
            f'"positions" has {len(told)} lists, but there are {groups} groups', maybe="give each group one.")
    for k, row in enumerate(told, start=1):
        if not isinstance(row, list | tuple) or any(type(p) is not int for p in row) or (
            sorted(row) != list(range(1, pots + 1))
        ):
            raise UsageError(f'"positions" of group {k}: each of 1 to {pots} once, not {str(row)[:60]}')
    return told
