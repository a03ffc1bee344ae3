"""Tables and rooms: how many tables there are, and which match sits where.

A match of teams has two tables, one in an open room and one in a closed one (CBA-17.2), so M
simultaneous matches need T = 2M tables (CBA-8). A *place* is where one match is played: place k is the
k-th open table and the k-th closed one, and both bear the number k.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scheduler.errors import UsageError, did_you_mean

__all__ = [
    "MOST_TABLES", "ROOM_KINDS", "Fault", "Place", "Room", "Seat", "Seating", "numbering_faults", "places",
    "seat", "tables_needed",
]

MOST_TABLES = 10_000
_MOST_ROOMS = 1_000
ROOM_KINDS = ("open", "closed", "any")


@dataclass(frozen=True, slots=True)
class Room:
    """A room with ``tables`` tables. ``kind``: ``open``, ``closed``, or ``any`` for both."""

    name: str
    tables: int
    kind: str = "any"

    def __post_init__(self) -> None:
        if self.kind not in ROOM_KINDS:
            raise UsageError(
                f'room {self.name}: there is no kind "{self.kind}"',
                maybe=did_you_mean(self.kind, ROOM_KINDS),
            )
        if not 0 <= self.tables <= MOST_TABLES:
            raise UsageError(f"room {self.name}: {self.tables} tables is not 0 to {MOST_TABLES}")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a match is played: rooms as indices from 0; ``closed`` is None where it has one table."""

    number: int
    open: int
    closed: int | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    """A match and its place. ``match`` is its index, from 0, in what was asked for."""

    match: int
    home: int
    away: int
    place: Place
    fixed: bool = False


@dataclass(frozen=True, slots=True)
class Fault:
    """What cannot be honoured. Numbers that say nothing are 0, ``match`` -1.

    ``no-place``: the match has none left. ``no-such-place``: ``place`` is asked for, but there are
    fewer. ``taken``: ``place`` is asked for, but an earlier match has it; ``two-homes``: both sides are
    stationary, at different places, and the away side must move. ``one-room``: both tables of the match
    are in one room, so that the two see each other's boards.
    """

    kind: str
    match: int = -1
    place: int = 0
    entrant: int = 0


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where in one round, in the order of matches, and what could not be honoured."""

    rooms: tuple[Room, ...]
    seats: tuple[Seat, ...]
    faults: tuple[Fault, ...] = ()
    places: tuple[Place, ...] = field(default=(), repr=False)

    @property
    def tables(self) -> int:
        """Tables in use, T in the formulas of the venue."""
        return sum(1 if s.place.closed is None else 2 for s in self.seats)

    def as_json(self) -> dict[str, Any]:
        """The documented JSON shape; rooms by name."""
        return {
            "tables": self.tables,
            "seats": [
                {
                    "home": s.home, "away": s.away, "table": s.place.number, "fixed": s.fixed,
                    "open": self.rooms[s.place.open].name,
                    "closed": None if s.place.closed is None else self.rooms[s.place.closed].name,
                }
                for s in self.seats
            ],
            "faults": [
                {"kind": f.kind, "match": f.match + 1, "table": f.place, "entrant": f.entrant}
                for f in self.faults
            ],
        }


def tables_needed(matches: int, *, two_rooms: bool = True) -> int:
    """T for so many simultaneous matches (CBA-8): 2M where a match has two rooms, else M."""
    if not 0 <= matches <= MOST_TABLES:
        raise UsageError(f"{matches} matches is not 0 to {MOST_TABLES}")
    return 2 * matches if two_rooms else matches


def places(rooms: Sequence[Room], *, two_rooms: bool = True) -> tuple[Place, ...]:
    """As many places as the rooms hold, in order.

    Open tables are those of open rooms, then of rooms for both, from the first room on; closed tables
    those of closed rooms, then of rooms for both, from the last room back, so that a match has its two
    tables in different rooms where that can be. With one table a match every room counts.
    """
    if len(rooms) > _MOST_ROOMS:
        raise UsageError(f"{len(rooms)} rooms, the limit is {_MOST_ROOMS}")
    each: dict[str, list[int]] = {kind: [] for kind in ROOM_KINDS}
    for index, room in enumerate(rooms):
        each[room.kind] += [index] * room.tables
    if sum(map(len, each.values())) > MOST_TABLES:
        raise UsageError(f"more than {MOST_TABLES} tables")
    if not two_rooms:
        every = [index for index, room in enumerate(rooms) for _ in range(room.tables)]
        return tuple(Place(k, index) for k, index in enumerate(every, start=1))
    first, last, both = (len(each[kind]) for kind in ROOM_KINDS)
    count = min((first + last + both) // 2, first + both, last + both)
    here = each["open"][:count] + each["any"][: max(count - first, 0)]
    there = each["closed"][:count] + each["any"][both - max(count - last, 0) :]
    return tuple(Place(k, o, c) for k, (o, c) in enumerate(zip(here, there, strict=True), start=1))


def seat(
    matches: Sequence[tuple[int, int]], rooms: Sequence[Room], *, two_rooms: bool = True,
    fixed: Mapping[int, int] | None = None, stationary: Mapping[int, int] | None = None,
) -> Seating:
    """A place for every match, ``matches`` being (home, away), top match first.

    ``fixed`` maps the index (from 0) of a match to its place, for the match that is on show;
    ``stationary`` an entrant to the place that it never leaves. A fixed match goes before a stationary
    entrant, and of two claims the one of the higher match counts. All other matches fill the free places
    in order. Whatever cannot be honoured is a fault, and the match then sits like the others.
    """
    fixed, stationary = fixed or {}, stationary or {}
    found = places(rooms, two_rooms=two_rooms)
    _check_matches(matches, fixed)
    faults: list[Fault] = []
    taken: dict[int, int] = {}
    wishes = [(fixed[i], i, 0) for i in sorted(fixed)]
    for i, (home, away) in enumerate(matches):
        if i not in fixed:
            wishes += _wish(i, home, away, stationary, faults)
    for number, match, entrant in wishes:
        if not 1 <= number <= len(found):
            faults.append(Fault("no-such-place", match, number, entrant))
        elif number in taken:
            faults.append(Fault("taken", match, number, entrant))
        else:
            taken[number] = match
    settled = {match: number for number, match in taken.items()}
    free = iter([p.number for p in found if p.number not in taken])
    seats: list[Seat] = []
    for i, (home, away) in enumerate(matches):
        number = settled.get(i) or next(free, 0)
        if number:
            seats.append(Seat(i, home, away, found[number - 1], i in settled))
            if found[number - 1].open == found[number - 1].closed:
                faults.append(Fault("one-room", i, number))
        else:
            faults.append(Fault("no-place", i))
    return Seating(tuple(rooms), tuple(seats), tuple(faults), found)


def _check_matches(matches: Sequence[tuple[int, int]], fixed: Mapping[int, int]) -> None:
    if len(matches) > MOST_TABLES:
        raise UsageError(f"{len(matches)} matches in a round, the limit is {MOST_TABLES}")
    for index in fixed:
        if not 0 <= index < len(matches):
            raise UsageError(f"match {index + 1} is to have a fixed table, but there are {len(matches)}")
    playing = [who for match in matches for who in match]
    if len(set(playing)) < len(playing):
        twice = Counter(playing).most_common(1)[0][0]
        raise UsageError(f"entrant {twice} sits at two tables of one round")


def _wish(
    index: int, home: int, away: int, stationary: Mapping[int, int], faults: list[Fault]
) -> list[tuple[int, int, int]]:
    """Where the match's stationary side wants to be: the home side before the away side."""
    wanted = [(stationary[who], index, who) for who in (home, away) if who in stationary]
    if len(wanted) == 2 and wanted[0][0] != wanted[1][0]:
        faults.append(Fault("two-homes", index, wanted[1][0], away))
    return wanted[:1]


def numbering_faults(sections: Mapping[str, Sequence[int]]) -> tuple[tuple[str, int, int], ...]:
    """(section, position from 1, table) of each table that breaks the numbering (CBA-8).

    Inside a section each table's number is the one before it plus one; across sections no number is
    checked, because a section has its own mark.
    """
    return tuple(
        (name, position, tables[position - 1])
        for name, tables in sections.items()
        for position in range(2, len(tables) + 1)
        if tables[position - 1] != tables[position - 2] + 1
    )
