"""The round clock and the timetable: how long segments and rounds take, and when each is played.

Times are the hall's own (no time zone), durations are whole seconds. The rules leave the minutes of a
board to the organiser; what they give is the pause of about 10 s after a STOP (CBA-21.7) and a
countdown clock that everybody can see (CBA-9).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

from scheduler.errors import UsageError

__all__ = [
    "MOST_BOARDS", "MOST_ROUNDS", "MOST_SEGMENTS", "Clash", "Pace", "Session", "Timed", "Timetable",
    "board_marks", "round_seconds", "segment_seconds", "timetable",
]

MOST_BOARDS = 200
MOST_ROUNDS = 1_000
MOST_SEGMENTS = 100
_MOST_SESSIONS = 1_000
_HOUR = 3_600
_LONGEST = 10 * 366 * 24 * _HOUR


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast play is. All in seconds.

    ``board``: one board; ``stop``: allowed on top for each board's STOP pauses (CBA-21.7);
    ``change``: to sit down, change boards and compare, once a segment; ``break_segments`` and
    ``break_rounds``: between the segments of a match, and between rounds of one session; ``grain``:
    segments are rounded up to a multiple of it. UsageError for what is no duration.
    """

    board: int = 480
    stop: int = 0
    change: int = 300
    break_segments: int = 600
    break_rounds: int = 900
    grain: int = 60

    def __post_init__(self) -> None:
        least = {"board": 30, "grain": 1}
        for name in self.__slots__:
            value = getattr(self, name)
            if not least.get(name, 0) <= value <= 24 * _HOUR:
                raise UsageError(
                    f"{name.replace('_', ' ')}: {value} s is not {least.get(name, 0)} s to 24 h",
                    maybe="minutes were meant; a board of 8 minutes is 480 s.",
                )


@dataclass(frozen=True, slots=True)
class Session:
    """A stretch of play. ``end`` is when the hall must be free, None where it is open.

    ``segments`` says how many segments are planned for it; None: as many as fit.
    """

    start: datetime
    end: datetime | None = None
    segments: int | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class Timed:
    """One segment in time. ``round`` and ``segment`` count from 1, ``session`` from 0.

    No board is begun after ``last_start``, so that it ends by ``end``.
    """

    round: int
    segment: int
    boards: int
    session: int
    start: datetime
    end: datetime
    last_start: datetime

    @property
    def seconds(self) -> int:
        """From start to end."""
        return int((self.end - self.start).total_seconds())


@dataclass(frozen=True, slots=True)
class Clash:
    """What does not go together. ``seconds`` is by how much, 0 where that says nothing.

    ``session-end``: the segment ends after its session; ``next-session``: after the next one begins;
    ``no-session``: it and all after it have no session left; ``split``: the round begins in one session
    and goes on in this one, because it fits whole into none.
    """

    kind: str
    round: int
    segment: int
    session: int = -1
    seconds: int = 0


@dataclass(frozen=True, slots=True)
class Timetable:
    """Segments in order of time, and what does not fit."""

    sessions: tuple[Session, ...]
    segments: tuple[Timed, ...]
    clashes: tuple[Clash, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The documented JSON shape; times are ISO, durations seconds, sessions count from 1."""
        return {
            "segments": [
                {
                    "round": s.round, "segment": s.segment, "boards": s.boards,
                    "session": s.session + 1, "start": s.start.isoformat(), "end": s.end.isoformat(),
                    "no_new_board_after": s.last_start.isoformat(), "seconds": s.seconds,
                }
                for s in self.segments
            ],
            "clashes": [
                {
                    "kind": c.kind, "round": c.round, "segment": c.segment,
                    "session": c.session + 1 if c.session >= 0 else None, "seconds": c.seconds,
                }
                for c in self.clashes
            ],
        }


def segment_seconds(boards: int, pace: Pace) -> int:
    """Seconds that a segment of ``boards`` boards needs. UsageError beyond 1 to 200 boards."""
    if not 1 <= boards <= MOST_BOARDS:
        raise UsageError(f"a segment has 1 to {MOST_BOARDS} boards, not {boards}")
    return -(-(boards * (pace.board + pace.stop) + pace.change) // pace.grain) * pace.grain


def round_seconds(segments: Sequence[int], pace: Pace) -> int:
    """Seconds that a round needs whose match has these boards per segment, breaks between included."""
    _check_round(segments, 1)
    played = sum(segment_seconds(boards, pace) for boards in segments)
    return played + (len(segments) - 1) * pace.break_segments


def board_marks(timed: Timed, pace: Pace) -> tuple[datetime, ...]:
    """When each board of a segment should be over: what a countdown clock shows, the k-th at k - 1.

    Boards share evenly, to the second, what lies between the first board's start and the end;
    ``pace.change`` comes first.
    """
    play = max(timed.seconds - pace.change, 0)
    return tuple(
        timed.start + timedelta(seconds=timed.seconds - play + play * k // timed.boards)
        for k in range(1, timed.boards + 1)
    )


def timetable(
    rounds: Sequence[Sequence[int]], sessions: Sequence[Session], pace: Pace,
    *, whole_rounds: bool = True,
) -> Timetable:
    """The segments of ``rounds`` (boards per segment, one sequence a round) put into ``sessions``.

    A session with a planned number of segments gets exactly these, and a clash says by how much they
    overrun. Another gets what fits: whole rounds, or single segments where ``whole_rounds`` is False. A
    round that fits into none of the sessions is split or, where even a segment is too long, overruns the
    session it comes to; both are told. UsageError for sessions out of order and sizes out of bounds.
    """
    if len(rounds) > MOST_ROUNDS:
        raise UsageError(f"{len(rounds)} rounds, the limit is {MOST_ROUNDS}")
    for number, segments in enumerate(rounds, start=1):
        _check_round(segments, number)
    _check_sessions(sessions)
    if sum(round_seconds(segments, pace) for segments in rounds) > _LONGEST:
        raise UsageError("all rounds together take more than 10 years", maybe="check the pace.")
    return _Placing(rounds, tuple(sessions), pace, whole_rounds).run()


def _check_round(segments: Sequence[int], number: int) -> None:
    if not 1 <= len(segments) <= MOST_SEGMENTS:
        raise UsageError(
            f"round {number} has {len(segments)} segments, a match has 1 to {MOST_SEGMENTS}"
        )


def _check_sessions(sessions: Sequence[Session]) -> None:
    if len(sessions) > _MOST_SESSIONS:
        raise UsageError(f"{len(sessions)} sessions, the limit is {_MOST_SESSIONS}")
    for number, session in enumerate(sessions, start=1):
        if not 1900 <= session.start.year <= 9000:
            raise UsageError(f"session {number} is in the year {session.start.year}")
        if session.start.tzinfo or (session.end and session.end.tzinfo):
            raise UsageError(
                f"session {number} has a time zone", maybe="write the hall's own time: 2026-05-30T09:30."
            )
        if session.end is not None and session.end <= session.start:
            raise UsageError(f"session {number} ends at {session.end}, before it starts")
        if session.segments is not None and session.segments < 0:
            raise UsageError(f"session {number} has {session.segments} segments")
        if number > 1 and session.start <= sessions[number - 2].start:
            raise UsageError(
                f"session {number} starts at {session.start}, not after the one before it",
                maybe="give the sessions in order of time.",
            )


_Due = tuple[int, int, int]  # round, segment, boards


@dataclass(slots=True)
class _Placing:
    """A timetable in the making: a hand that goes through sessions while segments are dealt."""

    rounds: Sequence[Sequence[int]]
    sessions: tuple[Session, ...]
    pace: Pace
    whole: bool

    def run(self) -> Timetable:
        """Deal all segments, session by session."""
        queue = [(r, s, b) for r, row in enumerate(self.rounds, 1) for s, b in enumerate(row, 1)]
        timed: list[Timed] = []
        clashes: list[Clash] = []
        for index, session in enumerate(self.sessions):
            now, here = session.start, 0
            while len(timed) < len(queue):
                number, segment, boards = queue[len(timed)]
                if here:
                    within = timed[-1].round == number
                    pause = self.pace.break_segments if within else self.pace.break_rounds
                    now = timed[-1].end + timedelta(seconds=pause)
                if not self._belongs(index, here, now, queue, len(timed)):
                    break
                length = segment_seconds(boards, self.pace)
                end = now + timedelta(seconds=length)
                one = self.pace.board + self.pace.stop
                timed.append(
                    Timed(number, segment, boards, index, now, end, end - timedelta(seconds=one))
                )
                here += 1
            clashes += self._overruns(index, timed[len(timed) - here:])
        clashes += self._split(timed)
        if len(timed) < len(queue):
            number, segment, _ = queue[len(timed)]
            clashes.append(Clash("no-session", number, segment))
        return Timetable(self.sessions, tuple(timed), tuple(clashes))

    def _belongs(self, index: int, here: int, now: datetime, queue: Sequence[_Due], at: int) -> bool:
        """Does the next segment go into the stretch of play ``index``, ``here`` being already in it?"""
        planned, room = self.sessions[index].segments, self._room(index)
        if planned is not None:
            return here < planned
        number, _, boards = queue[at]
        rest = [b for r, _, b in queue[at:at + MOST_SEGMENTS] if r == number]
        first = segment_seconds(boards, self.pace)
        need = round_seconds(rest, self.pace) if self.whole else first
        if room is None or now + timedelta(seconds=need) <= room:
            return True
        later = range(index + 1, len(self.sessions))
        if now + timedelta(seconds=first) <= room:
            begun = at > 0 and queue[at - 1][0] == number
            return begun or not any(self._fits(k, len(rest), need) for k in later)
        # What fits into no later session either is better told of here than never played.
        return not here and not any(self._fits(k, 1, first) for k in later)

    def _fits(self, index: int, segments: int, seconds: int) -> bool:
        """Would so much fit into the empty session?"""
        session, room = self.sessions[index], self._room(index)
        if session.segments is not None:
            return session.segments >= segments
        return room is None or session.start + timedelta(seconds=seconds) <= room

    def _room(self, index: int) -> datetime | None:
        """When play in the session must be over: its end, or the next one's start, or never."""
        ends = [self.sessions[index].end]
        ends += [s.start for s in self.sessions[index + 1:index + 2]]
        return min((e for e in ends if e is not None), default=None)

    def _overruns(self, index: int, played: Sequence[Timed]) -> Iterable[Clash]:
        """The segments that end too late, each once, the earlier bound named."""
        session = self.sessions[index]
        following = self.sessions[index + 1].start if index + 1 < len(self.sessions) else None
        for t in played:
            bounds = [("session-end", session.end), ("next-session", following)]
            late = [(bound, kind) for kind, bound in bounds if bound is not None and t.end > bound]
            if late:
                bound, kind = min(late)
                over = int((t.end - bound).total_seconds())
                yield Clash(kind, t.round, t.segment, index, over)

    def _split(self, timed: Sequence[Timed]) -> Iterable[Clash]:
        """Rounds that were to stay together and go on in another session, unless it was planned so."""
        for before, after in pairwise(timed):
            moved = before.round == after.round and before.session != after.session
            if self.whole and moved and self.sessions[before.session].segments is None:
                yield Clash("split", after.round, after.segment, after.session)
