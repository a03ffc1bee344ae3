"""The line-ups of one segment, from the first form to the start: who may see what, and who may change.

A value and its moves: every move has a time stamp, is kept, and gives a new value. A line-up stays hidden
from the other side until it is due (CBA-18.4, 18.5); a change of one that was published, or seated,
reopens the other side until the start (18.6); who plays without a form is told (18.7).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from scheduler.errors import UsageError
from scheduler.event import said
from scheduler.standings.notices import BLIND, Deadlines, Fault, lineup_deadlines, lineup_faults

__all__ = ["LineUps", "Stamp"]

_MOST_STAMPS = 1_000


@dataclass(frozen=True, slots=True)
class Stamp:
    """One form: ``players`` in the order N-S, E-W of the home pair in the open room, or as written.

    ``kind``: ``form`` (before it was published), ``late`` (after it was due), ``change`` (of a published
    one, at will), ``answer`` (to the other side's change), ``leave`` (by leave of the director).
    """

    side: str
    players: tuple[str, ...]
    at: datetime
    kind: str = "form"


@dataclass(frozen=True)
class LineUps:
    """One segment of ``home`` against ``away``. ``right`` is the side with the seating right, or BLIND.

    ``blind_at`` is the director's time for blind line-ups; ``written`` asks for forms where the boards
    are too few for them, because the sides dispute who sits down first: they then are blind. Rosters are
    the players of each side. UsageError where a side or time makes no sense.
    """

    home: str
    away: str
    boards: int
    start: datetime
    rosters: Mapping[str, frozenset[str]]
    right: str = BLIND
    blind_at: datetime | None = None
    written: bool = False
    stamps: tuple[Stamp, ...] = field(default=())

    def __post_init__(self) -> None:
        if self.right not in (self.home, self.away, BLIND) or self.home == self.away:
            raise UsageError(f'"{self.right:.60}" cannot have the seating right of '
                             f"{self.home:.60} against {self.away:.60}")
        if {self.home, self.away} - set(self.rosters):
            raise UsageError("a line-up needs the rosters of both sides")
        _ = self.deadlines

    @property
    def deadlines(self) -> Deadlines:
        """When forms are due; both at once where nobody has the right."""
        made = lineup_deadlines(self.boards, self.start, bool(self.right), self.blind_at)
        if made.form or not self.written:
            return made
        at = self.blind_at or made.without
        return Deadlines(at, at)

    def due(self, side: str) -> datetime:
        """When the form of ``side`` is due. UsageError for a stranger."""
        self._known(side)
        return self.deadlines.with_right if side == self.right else self.deadlines.without

    def current(self, side: str) -> Stamp | None:
        """The latest form of ``side``, None before the first."""
        self._known(side)
        return next((stamp for stamp in reversed(self.stamps) if stamp.side == side), None)

    def published_at(self, side: str) -> datetime | None:
        """When the form of ``side`` was or will be shown to the other; None while there is none.

        When it is due, or when it came if that was later; of blind line-ups neither before both are in.
        """
        forms = [next((s for s in self.stamps if s.side == each), None) for each in (side, self.other(side))]
        if forms[0] is None:
            return None
        blind = self.right == BLIND
        if blind and forms[1] is None:
            return None
        return max(self.due(side), *(form.at for form in (forms if blind else forms[:1]) if form))

    def seen_by(self, viewer: str, side: str, now: datetime) -> tuple[str, ...] | None:
        """The players of ``side`` as ``viewer`` (a side) may see them at ``now``; None while hidden."""
        self._known(side)
        self._known(viewer)
        form = next((s for s in reversed(self.stamps) if s.side == side and s.at <= now), None)
        if form is None:
            return None
        published = self.published_at(side)
        shown = viewer == side or (published is not None and now >= published)
        return form.players if shown else None

    def other(self, side: str) -> str:
        """The side that ``side`` plays against. UsageError for a stranger."""
        self._known(side)
        return self.away if side == self.home else self.home

    def reopened(self, side: str) -> datetime | None:
        """Since when ``side`` may change because the other side did (CBA-18.6); None where it may not.

        Its own next form uses the right up, and a form in answer reopens nobody.
        """
        opened = None
        for stamp in self.stamps:
            if stamp.side == side:
                opened = None
            elif stamp.kind == "change":
                opened = stamp.at
        return opened

    def submit(
        self, side: str, players: tuple[str, ...], at: datetime, *, leave: bool = False
    ) -> LineUps:
        """The line-ups after ``side`` handed in a form at ``at``.

        Until it is published a form may be replaced. After that a change is taken as one of CBA-18.6;
        after the start only with the director's ``leave`` (CBA-19.1). UsageError for players who may not
        play, a time before the last stamp, and a change that may not be made.
        """
        faults = lineup_faults(players, self.rosters.get(side, ()))
        self._known(side)
        if faults:
            raise UsageError(f"the line-up of {side} cannot stand: {'; '.join(f.text for f in faults)}",
                             maybe="hand in four different players of the roster.")
        if self.stamps and at < self.stamps[-1].at:
            raise UsageError(f"a form of {at:%H:%M:%S} comes after one of {self.stamps[-1].at:%H:%M:%S}",
                             maybe="check the clock.")
        if len(self.stamps) >= _MOST_STAMPS:
            raise UsageError(f"more than {_MOST_STAMPS:,} forms were handed in for one segment")
        stamp = Stamp(side, tuple(players), at, self._kind(side, at, leave))
        return replace(self, stamps=(*self.stamps, stamp))

    def _kind(self, side: str, at: datetime, leave: bool) -> str:
        have, published = self.current(side), self.published_at(side)
        if at >= self.start and have is not None:
            if leave:
                return "leave"
            raise UsageError(f"{side} cannot change its line-up after the start",
                             maybe="give the director's leave (CBA-19.1).")
        if have is None:
            return "late" if at > self.due(side) else "form"
        if published is None or at < published:
            return "form"
        return "change" if self.reopened(side) is None else "answer"

    def faults(self, now: datetime) -> tuple[Fault, ...]:
        """What is wrong at ``now``: forms that are late or missing (CBA-18.5), or that were never made when
        play began (CBA-18.7, a procedural penalty). Nothing where no form is asked for."""
        if not self.deadlines.form:
            return ()
        found = []
        for side in (self.home, self.away):
            first = next((s for s in self.stamps if s.side == side), None)
            due = self.due(side)
            if first is not None and first.at <= now and first.at > due:
                minutes = -(-int((first.at - due).total_seconds()) // 60)
                found.append(Fault("CBA-18.5", said(
                    "the line-up of {side} came {minutes} min late", side=side, minutes=minutes)))
            elif (first is None or first.at > now) and now >= self.start:
                found.append(Fault("CBA-18.7", said("{side} plays without a line-up form: procedural penalty",
                                                    side=side)))
            elif (first is None or first.at > now) and now > due:
                found.append(Fault("CBA-18.5", said("the line-up of {side} is missing", side=side)))
        return tuple(found)

    def _known(self, side: str) -> None:
        if side not in (self.home, self.away):
            raise UsageError(f'"{side:.60}" does not play here',
                             maybe=f"name {self.home:.60} or {self.away:.60}.")
