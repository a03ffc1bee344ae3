"""Notices to the sides: seating rights, deadlines of line-ups, what a roster and a line-up may be.

Directing rules of the CBA, articles 11, 12, 17 to 19 and 21. Nothing is decided that a director may
waive: faults are told, with their article, in sentences that the catalogue knows in every language.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from scheduler.errors import UsageError
from scheduler.event import said

__all__ = [
    "BLIND", "Deadlines", "Fault", "Seats", "consequences", "direction_faults", "draw_faults",
    "entry_faults", "late_entry", "lineup_deadlines", "lineup_faults", "mixed_faults",
    "order_faults", "pair_faults", "picking_order", "room_faults", "roster_faults", "seat_plan",
    "seating_rights", "unusual_sides", "used_faults", "visible", "without_card",
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


def late_entry(at: datetime, deadline: datetime, reason: str = "") -> tuple[Fault, ...]:
    """What is wrong with the time of an entry (CBA-11.1): after the ``deadline`` it is refused in
    principle, and the director who takes it says why. On the dot is in time."""
    if at <= deadline or reason.strip():
        return ()
    return (Fault("CBA-11.1", said("entered at {at}, after the deadline {deadline}", at=_minute(at),
                                   deadline=_minute(deadline))),)


def draw_faults(announced: datetime | None, drawn: datetime) -> tuple[Fault, ...]:
    """Numbers may be drawn only after the format was announced (CBA-12)."""
    if announced is not None and announced < drawn:
        return ()
    return (Fault("CBA-12", said("numbers were drawn before the format was announced")),)


def roster_faults(roster: Sequence[str], least: int = 4, most: int = 6) -> tuple[Fault, ...]:
    """What is wrong with a team's roster (CBA-11.2: 4 to 6 unless the event says otherwise; a pair has
    exactly 2)."""
    faults = []
    if len(roster) > most:
        faults.append(Fault("CBA-11.2", said("{n} players are entered, limit {most}", n=len(roster),
                                             most=most)))
    elif len(roster) < least:
        faults.append(Fault("CBA-11.2", said("{n} players are entered, at least {least}", n=len(roster),
                                             least=least)))
    faults += [Fault("CBA-11.2", said("{name} is entered twice", name=name)) for name in _twice(roster)]
    return tuple(faults)


def entry_faults(rosters: Mapping[str, Sequence[str]]) -> tuple[Fault, ...]:
    """Players who are in more than one entry (CBA-11.2), in order of the entries."""
    where: dict[str, list[str]] = {}
    for entry, roster in rosters.items():
        for name in dict.fromkeys(roster):
            where.setdefault(name, []).append(entry)
    return tuple(
        Fault("CBA-11.2", said("{name} is in more than one entry: {entries}", name=name,
                               entries=tuple(entries)))
        for name, entries in where.items() if len(entries) > 1)


def lineup_faults(
    lineup: Sequence[str], roster: Collection[str], before: Sequence[str] = (), leave: bool = False
) -> tuple[Fault, ...]:
    """What is wrong with four players for a segment (CBA-19.1).

    ``before`` is the line-up with which the segment began, if it did: a change needs the director's
    ``leave``.
    """
    faults = [Fault("CBA-19.1", said("{name} is not on the roster", name=name))
              for name in dict.fromkeys(lineup) if name not in roster]
    if len(lineup) != 4:
        faults.append(Fault("CBA-19.1", said("a line-up has 4 players, not {n}", n=len(lineup))))
    faults += [Fault("CBA-19.1", said("{name} is lined up twice", name=name)) for name in _twice(lineup)]
    if before and set(before) != set(lineup) and not leave:
        faults.append(Fault("CBA-19.1", said("players changed within a segment without leave")))
    return tuple(faults)


def used_faults(lineups: Sequence[Sequence[str]], most: int = 6) -> tuple[Fault, ...]:
    """More players than the limit in all line-ups of a team together (CBA-19.1)."""
    used = dict.fromkeys(name for lineup in lineups for name in lineup)
    if len(used) <= most:
        return ()
    return (Fault("CBA-19.1", said("{n} players have played, limit {most}", n=len(used), most=most)),)


def pair_faults(
    fielded: Sequence[Collection[str]], leave: Collection[int] = (), entered: Collection[str] = ()
) -> tuple[Fault, ...]:
    """Who stood in for a partner without leave (CBA-19.2): ``fielded`` are the persons who played as one
    pair, session after session; ``leave`` the sessions (from 1) for which the director gave leave;
    ``entered`` who is entered as the pair, else whoever played the first session."""
    if not fielded:
        return ()
    entered = set(entered or fielded[0])
    faults = []
    for session, persons in enumerate(fielded, start=1):
        strangers = sorted(set(persons) - entered)
        if len(set(persons)) != 2:
            faults.append(Fault("CBA-19.2", said(
                "session {session}: {n} persons played as one pair", session=session, n=len(set(persons)))))
        elif strangers and session not in leave:
            faults.append(Fault("CBA-19.2", said(
                "session {session}: {names} stood in without leave", session=session,
                names=tuple(strangers))))
    return tuple(faults)


def consequences(faults: Sequence[Fault]) -> tuple[Fault, ...]:
    """What CBA-19.3 lays down where 19.1 or 19.2 was broken in play: for the director to put in motion,
    subject to approval (Law 91B); nothing where neither was."""
    broken = tuple(dict.fromkeys(f.clause for f in faults if f.clause in ("CBA-19.1", "CBA-19.2")))
    if not broken:
        return ()
    return (Fault("CBA-19.3", said(
        "{broken} was broken: disqualification, all results cancelled, disciplinary action", broken=broken)),)


def seat_plan(home: str, away: str) -> Mapping[str, Mapping[str, str]]:
    """Room -> direction -> side: the home side is N-S in the open room, E-W in the closed
    (CBA-17.2)."""
    return {"open": {"NS": home, "EW": away}, "closed": {"NS": away, "EW": home}}


Seats = Mapping[str, str]
"""Seat (N, E, S, W) -> player, of one room."""


def room_faults(
    open_room: Seats, closed_room: Seats, home: Collection[str], away: Collection[str]
) -> tuple[Fault, ...]:
    """What is wrong with who sits where in a match of teams (CBA-17.2); ``home`` and ``away`` are rosters.

    Four seats a room and eight persons; home N-S in the open room and E-W in the closed. Where both pairs
    of a side sit in the same direction the boards cannot be compared.
    """
    faults = [Fault("CBA-17.2", said("{seat} of the open room is empty", seat=seat))
              for seat in "NESW" if not open_room.get(seat)]
    faults += [Fault("CBA-17.2", said("{seat} of the closed room is empty", seat=seat))
               for seat in "NESW" if not closed_room.get(seat)]
    seated = [name for seats in (open_room, closed_room) for name in seats.values() if name]
    faults += [Fault("CBA-17.2", said("{name} has two seats", name=name)) for name in _twice(seated)]
    wanted = ((open_room, home, away), (closed_room, away, home))
    wrong = [any(seats.get(s) in other for s in "NS") or any(seats.get(s) in own for s in "EW")
             for seats, own, other in wanted]
    if all(wrong):
        faults.append(Fault("CBA-17.2", said("both rooms are seated the wrong way round")))
    elif any(wrong):
        faults.append(Fault("CBA-17.2", said(
            "both pairs of a side sit in the same direction, so that no board can be compared")))
    return tuple(faults)


def mixed_faults(seats: Seats, sex: Mapping[str, str]) -> tuple[Fault, ...]:
    """Who sits where the other sex of a mixed pair does: men N or W, women S or E (CBA-17.1).

    ``sex`` has ``M`` or ``F`` for each player; who is not in it is told too.
    """
    faults = []
    for seat in "NESW":
        name = seats.get(seat, "")
        if name and sex.get(name) != ("M" if seat in "NW" else "F"):
            text = (said("the sex of {name} is not known", name=name) if name not in sex
                    else said("{name} may not sit {seat} in a mixed event", name=name, seat=seat))
            faults.append(Fault("CBA-17.1", text))
    return tuple(faults)


def direction_faults(before: Seats, now: Seats, leave: bool = False) -> tuple[Fault, ...]:
    """Who changed direction within a segment without the director's ``leave`` (CBA-17.1)."""
    seat = {name: s for s, name in before.items()}
    return () if leave else tuple(
        Fault("CBA-17.1", said("{name} moved from {before} to {now} within a segment", name=name,
                               before=seat[name], now=s))
        for s, name in now.items() if seat.get(name, s) != s)


def without_card(lineup: Sequence[tuple[str, str]], filed: Collection[frozenset[str]]) -> tuple[
    Fault, ...
]:
    """The pairs of a line-up that filed no convention card (CBA-21.1); ``filed`` are pairs of
    names."""
    return tuple(Fault("CBA-21.1", said("{a} and {b} filed no convention card", a=a, b=b))
                 for a, b in lineup if frozenset((a, b)) not in filed)


def order_faults(played: Sequence[int]) -> tuple[Fault, ...]:
    """Boards that were not played in ascending order (CBA-21.4): a note, no penalty by itself."""
    late = tuple(str(b) for a, b in pairwise(played) if b < a)
    return (Fault("CBA-21.4", said("played out of order: {boards}", boards=late)),) if late else ()


def unusual_sides(
    fielded: Mapping[str, Sequence[tuple[str, str]]], unusual: Collection[frozenset[str]]
) -> frozenset[str]:
    """The sides that field a pair whose card has a highly unusual system (CBA-18.3, 21.1)."""
    return frozenset(side for side, pairs in fielded.items()
                     if any(frozenset(pair) in unusual for pair in pairs))


def _minute(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%d %H:%M")


def _twice(names: Sequence[str]) -> list[str]:
    return [n for n in dict.fromkeys(names) if names.count(n) > 1]
