"""Notices to the sides: seating rights, deadlines of line-ups, what a roster and a line-up may be.

Directing rules of the CBA, articles 11, 17 to 19 and 21. Nothing is decided that a director may
waive: faults are told, with their article.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from scheduler.errors import UsageError

__all__ = [
    "BLIND", "Deadlines", "Fault", "entry_faults", "lineup_deadlines", "lineup_faults",
    "picking_order", "roster_faults", "seat_plan", "seating_rights", "visible", "without_card",
]

BLIND = ""
"""Of a segment's seating right: nobody has it, and both line-ups are published at once."""

_MOST_SEGMENTS = 100
_SHORT = 10


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that the regulations do not allow: the article, and what is wrong in words."""

    clause: str
    text: str


def picking_order(
    segments: int, first: str, second: str
) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """(who picks, in turn, a segment in which to have the seating right; the blind segments).

    CBA-18.2: ``first`` won the lot; an odd last segment has no right. UsageError.
    """
    if not 1 <= segments <= _MOST_SEGMENTS:
        raise UsageError(f"a match has 1 to {_MOST_SEGMENTS} segments, not {segments}")
    return (first, second) * (segments // 2), (segments,) if segments % 2 else ()


def seating_rights(
    segments: int, first: str, second: str, picks: Sequence[int], *, unusual: Collection[str] = ()
) -> Mapping[int, str]:
    """Who has the seating right (may line up second) in each segment, :data:`BLIND` for nobody.

    ``picks`` are the segments picked, in turn, ``first`` beginning; segments not yet picked are not
    in the answer. ``unusual`` are the sides that use a highly unusual system: where only one does,
    the other has the right throughout, a blind segment included (CBA-18.3). UsageError for a pick
    that is not free.
    """
    order, blind = picking_order(segments, first, second)
    using = [side for side in (first, second) if side in unusual]
    if len(using) == 1:
        other = second if using[0] == first else first
        return dict.fromkeys(range(1, segments + 1), other)
    if len(picks) > len(order):
        raise UsageError(f"{len(picks)} segments are picked, but only {len(order)} can be")
    rights = dict.fromkeys(blind, BLIND)
    for side, segment in zip(order, picks, strict=False):
        if not 1 <= segment <= segments or segment in rights:
            why = "is taken or blind" if segment in rights else f"is none of 1 to {segments}"
            raise UsageError(f"{side} picks segment {segment}, which {why}",
                             maybe="pick a segment that is free.")
        rights[segment] = side
    return dict(sorted(rights.items()))


@dataclass(frozen=True, slots=True)
class Deadlines:
    """When line-ups are due: ``without`` for the side without the right, ``with_right`` for the
    other.

    ``form`` is False where the players only sit down, both sides at once; both times are equal
    where nobody has the right, and the line-ups then are published together.
    """

    without: datetime
    with_right: datetime
    form: bool = True


def lineup_deadlines(
    boards: int, start: datetime, right: bool = True, blind_at: datetime | None = None
) -> Deadlines:
    """Deadlines for a segment of ``boards`` boards (CBA-18.4, 18.5).

    Up to 10 boards: no form, both sit 5 minutes before the start. From 11 on: without the right
    15 minutes before, with it 5 minutes before. With no ``right`` (blind) both at ``blind_at``, the
    director's time, 15 minutes before where he set none. UsageError.
    """
    if boards < 1:
        raise UsageError(f"a segment of {boards} boards has no line-up")
    early, late = start - timedelta(minutes=15), start - timedelta(minutes=5)
    if boards <= _SHORT:
        return Deadlines(late, late, form=False)
    if not right:
        blind = blind_at or early
        if blind > start:
            raise UsageError("blind line-ups would be due after the start of the segment",
                             maybe="set a time before it.")
        return Deadlines(blind, blind)
    return Deadlines(early, late)


def visible(now: datetime, deadlines: Deadlines, has_right: bool) -> bool:
    """Whether a side's line-up may be shown to the other: not before it is due, as CBA-18.5 has
    it."""
    return now >= (deadlines.with_right if has_right else deadlines.without)


def roster_faults(roster: Sequence[str], least: int = 4, most: int = 6) -> tuple[Fault, ...]:
    """What is wrong with a team's roster (CBA-11.2: 4 to 6 unless the event says otherwise)."""
    faults = []
    if not least <= len(roster) <= most:
        bound = f"limit {most}" if len(roster) > most else f"at least {least}"
        faults.append(Fault("CBA-11.2", f"{len(roster)} players are entered, {bound}"))
    faults += [Fault("CBA-11.2", f"{name} is entered twice") for name in _twice(roster)]
    return tuple(faults)


def entry_faults(rosters: Mapping[str, Sequence[str]]) -> tuple[Fault, ...]:
    """Players who are in more than one entry (CBA-11.2), in order of the entries."""
    where: dict[str, list[str]] = {}
    for entry, roster in rosters.items():
        for name in dict.fromkeys(roster):
            where.setdefault(name, []).append(entry)
    return tuple(Fault("CBA-11.2", f"{name} is entered for {' and '.join(entries)}")
                 for name, entries in where.items() if len(entries) > 1)


def lineup_faults(
    lineup: Sequence[str], roster: Collection[str], before: Sequence[str] = (), leave: bool = False
) -> tuple[Fault, ...]:
    """What is wrong with four players for a segment (CBA-19.1).

    ``before`` is the line-up with which the segment began, if it did: a change needs the director's
    ``leave``.
    """
    faults = [Fault("CBA-19.1", f"{name} is not on the roster")
              for name in dict.fromkeys(lineup) if name not in roster]
    if len(lineup) != 4:
        faults.append(Fault("CBA-19.1", f"a line-up has 4 players, not {len(lineup)}"))
    faults += [Fault("CBA-19.1", f"{name} is lined up twice") for name in _twice(lineup)]
    if before and set(before) != set(lineup) and not leave:
        faults.append(Fault("CBA-19.1", "players changed within a segment without leave"))
    return tuple(faults)


def seat_plan(home: str, away: str) -> Mapping[str, Mapping[str, str]]:
    """Room -> direction -> side: the home side is N-S in the open room, E-W in the closed
    (CBA-17.2)."""
    return {"open": {"NS": home, "EW": away}, "closed": {"NS": away, "EW": home}}


def without_card(lineup: Sequence[tuple[str, str]], filed: Collection[frozenset[str]]) -> tuple[
    Fault, ...
]:
    """The pairs of a line-up that filed no convention card (CBA-21.1); ``filed`` are pairs of
    names."""
    return tuple(Fault("CBA-21.1", f"{a} and {b} filed no convention card")
                 for a, b in lineup if frozenset((a, b)) not in filed)


def _twice(names: Sequence[str]) -> list[str]:
    return [n for n in dict.fromkeys(names) if names.count(n) > 1]
