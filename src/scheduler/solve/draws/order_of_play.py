"""When and where the matches of a bracket are played: few tables, rests, sessions.

Everybody who may come into a match must have finished the matches that feed it and rested. Matches are
listed by the time that still has to follow them and started as tables fall free (Hu 1961: for matches of
one length without rests this is optimal for trees). A lower bound counts, for each pair of a head and a
tail, the matches with at least both; where it stays below and matches are few, the solver decides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from scheduler.errors import NoAnswer, TimeUp, UsageError
from scheduler.event import Bracket

__all__ = ["OrderOfPlay", "Played", "Session", "order_of_play"]

_SOLVED = 48
_LONGEST = 10_000
_MOST_TABLES = 4_096
_MOST_SESSIONS = 1_000
_EVER = 10**9


@dataclass(frozen=True, slots=True)
class Session:
    """Minutes from ``start`` to ``end`` in which matches are played; none goes over the end."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Played:
    """A match at a table (from 1), from minute ``start`` to ``end``."""

    match: int
    table: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class OrderOfPlay:
    """Matches by start, then table. ``finish`` is the last end, ``bound`` what no order undercuts.

    ``status``: ``optimal`` (finish = bound) or ``feasible``; ``engine``: ``list`` or ``CP-SAT`` (then the
    bound may rest on the solver's word).
    """

    matches: tuple[Played, ...]
    finish: int
    bound: int
    status: str
    engine: str


@dataclass(frozen=True)
class _Job:
    """Matches by index in the bracket's order: who must wait for whom, lengths, times that follow."""

    before: tuple[tuple[int, ...], ...]
    length: tuple[int, ...]
    rest: int
    tables: int
    sessions: tuple[Session, ...]
    head: tuple[int, ...]
    after: tuple[int, ...]


def order_of_play(
    bracket: Bracket,
    *,
    tables: int,
    minutes: int | Mapping[int, int] = 60,
    rest: int = 0,
    sessions: Sequence[Session] = (),
    seconds: float = 5.0,
) -> OrderOfPlay:
    """A timetable of all matches that ends as early as was found, with a proven lower bound.

    ``minutes``: the length of every match, or by match number. ``rest``: minutes between two matches
    of anybody. ``sessions``: when play is possible, in order; without any, from minute 0 on. Matches "if
    needed" have their time too. ``seconds`` limits the solver, which is asked for up to 48 matches.

    Raises UsageError (numbers that make no sense), NoAnswer where the sessions are proven too short,
    TimeUp where nothing was found that fits them.
    """
    job = _job(bracket, tables, minutes, rest, sessions)
    bound = _bound(job)
    last = job.sessions[-1].end
    if bound > last:
        raise NoAnswer(
            f"the matches cannot all be played by minute {last}", about="day",
            clash=[_clash(job, bound)],
            maybe="add a session or tables, or shorten matches and rests.",
        )
    starts, bound, engine = _found(job, bound, seconds)
    if starts is None:
        raise TimeUp(
            f"no order of play within the sessions was found; it would end at minute {bound} or later",
            maybe="add a session or tables, or allow more time.",
        )
    finish = _finish(job, starts)
    status = "optimal" if finish == bound else "feasible"
    return OrderOfPlay(_seated(bracket, job, starts), finish, bound, status, engine)


def _found(job: _Job, bound: int, seconds: float) -> tuple[list[int] | None, int, str]:
    """(starts or None, a bound, the engine that gave the better of either)."""
    starts, engine = _listed(job), "list"
    if _finish(job, starts) == bound or len(job.length) > _SOLVED:
        return starts, bound, engine
    # Only here is a solver worth its import.
    from scheduler.solve.draws.order_of_play_exact import exact

    made = exact(
        job.before, job.length, job.rest, job.tables, [(s.start, s.end) for s in job.sessions],
        starts, bound, seconds,
    )
    if made.starts is not None and _finish(job, made.starts) < _finish(job, starts):
        starts, engine = made.starts, "CP-SAT"
    if made.bound > bound:
        bound, engine = made.bound, "CP-SAT"
    return starts, bound, engine


def _clash(job: _Job, bound: int) -> str:
    many = f"{len(job.length)} matches at {job.tables} tables, {job.rest} minutes of rest"
    if bound >= _EVER:
        return f"{many}: the sessions together have no room for them"
    return f"{many}: the end is at minute {bound} at the earliest"


def _job(
    bracket: Bracket, tables: int, minutes: int | Mapping[int, int], rest: int,
    sessions: Sequence[Session],
) -> _Job:
    lengths = tuple(
        minutes if isinstance(minutes, int) else minutes.get(m.number, 0) for m in bracket.matches
    )
    _check(bracket, tables, lengths, rest, sessions)
    index = {m.number: i for i, m in enumerate(bracket.matches)}
    following = {
        f.of: m.number for m in bracket.matches for f in (m.home, m.away) if f.kind == "winner"
    }
    before = []
    for m in bracket.matches:
        feeds = {f.of for f in (m.home, m.away) if f.kind != "line"}
        # A walkover hands the place of a first-match loser on to the winner's next match.
        feeds |= {
            following[f.of] for f in (m.home, m.away)
            if f.kind == "first-loser" and f.of in following
        }
        before.append(tuple(sorted(index[f] for f in feeds)))
    calendar = tuple(sessions) or (Session(0, _EVER),)
    head = _heads(before, lengths, rest, calendar)
    after = [0] * len(lengths)
    for i in range(len(lengths) - 1, -1, -1):
        for b in before[i]:
            after[b] = max(after[b], rest + lengths[i] + after[i])
    return _Job(tuple(before), lengths, rest, tables, calendar, tuple(head), tuple(after))


def _check(
    bracket: Bracket, tables: int, lengths: Sequence[int], rest: int, sessions: Sequence[Session]
) -> None:
    if not bracket.matches:
        raise UsageError("the bracket has no matches")
    if not 1 <= tables <= _MOST_TABLES or not 0 <= rest <= _LONGEST:
        raise UsageError(f"{tables} tables and {rest} minutes of rest: 1 to {_MOST_TABLES}, 0 to {_LONGEST}")
    for m, length in zip(bracket.matches, lengths, strict=True):
        if not 1 <= length <= _LONGEST:
            raise UsageError(f"match {m.number} has {length} minutes, not 1 to {_LONGEST}")
    if len(sessions) > _MOST_SESSIONS:
        raise UsageError(f"{len(sessions)} sessions, the limit here is {_MOST_SESSIONS}")
    end = 0
    for k, s in enumerate(sessions, start=1):
        if not end <= s.start < s.end <= _EVER:
            raise UsageError(f"session {k}, minutes {s.start} to {s.end}, is empty or not after minute {end}")
        end = s.end
    if sessions and max(lengths) > max(s.end - s.start for s in sessions):
        raise UsageError(f"a match of {max(lengths)} minutes is longer than every session")


def _fit(sessions: Sequence[Session], time: int, length: int) -> int | None:
    """The earliest start from ``time`` on at which a match fits a session."""
    for s in sessions:
        start = max(time, s.start)
        if start + length <= s.end:
            return start
    return None


def _heads(
    before: Sequence[Sequence[int]], lengths: Sequence[int], rest: int, sessions: Sequence[Session]
) -> list[int]:
    """The earliest start of each match if there were a table for everybody."""
    head: list[int] = []
    for i, length in enumerate(lengths):
        ready = max((head[b] + lengths[b] + rest for b in before[i]), default=0)
        start = _fit(sessions, ready, length)
        head.append(_EVER if start is None else start)
    return head


def _bound(job: _Job) -> int:
    """No order ends before this: the longest way through, and for each head and tail the matches that
    have at least both, played without a pause at all tables."""
    best = max(h + d + a for h, d, a in zip(job.head, job.length, job.after, strict=True))
    best = max(best, *(h + d for h, d in zip(job.head, job.length, strict=True)))
    short = min(job.length)
    pairs = sorted(zip(job.head, job.after, strict=True), reverse=True)
    for after in sorted(set(job.after)):
        many = 0
        for k, (head, tail) in enumerate(pairs):
            many += tail >= after
            if many and (k + 1 == len(pairs) or pairs[k + 1][0] < head):
                best = max(best, _filled(job, head, many, short) + after)
    return _in_session(job.sessions, best, short)


def _filled(job: _Job, time: int, many: int, short: int) -> int:
    """When ``many`` matches of length ``short`` can be over if nothing else is played from ``time`` on."""
    for s in job.sessions:
        start = max(time, s.start)
        room = max(0, s.end - start) // short * job.tables
        if many <= room:
            return start + -(-many // job.tables) * short
        many -= room
    return _EVER


def _in_session(sessions: Sequence[Session], end: int, short: int) -> int:
    """The first minute from ``end`` on at which a match can end."""
    return next((max(end, s.start + short) for s in sessions if end <= s.end), _EVER)


def _finish(job: _Job, starts: Sequence[int] | None) -> int:
    return max(s + d for s, d in zip(starts, job.length, strict=True)) if starts else _EVER


def _listed(job: _Job) -> list[int] | None:
    """Starts by list scheduling, the match with most to follow first; None where the sessions end."""
    waits = [len(b) for b in job.before]
    feeds: list[list[int]] = [[] for _ in waits]
    for i, before in enumerate(job.before):
        for b in before:
            feeds[b].append(i)
    starts = [0] * len(waits)
    coming = [(0, i) for i, w in enumerate(waits) if not w]
    ready: list[tuple[int, int]] = []
    tables = [0] * min(job.tables, len(waits))
    clock = 0
    for _ in waits:
        now = _next_start(job, max(clock, tables[0]), coming, ready)
        if now is None:
            return None
        clock = now
        i = heappop(ready)[1]
        start = _fit(job.sessions, clock, job.length[i])
        if start is None:
            return None
        starts[i] = start
        heappop(tables)
        heappush(tables, start + job.length[i])
        for j in feeds[i]:
            waits[j] -= 1
            if not waits[j]:
                time = max(starts[b] + job.length[b] for b in job.before[j]) + job.rest
                heappush(coming, (time, j))
    return starts


def _next_start(
    job: _Job, clock: int, coming: list[tuple[int, int]], ready: list[tuple[int, int]]
) -> int | None:
    """The earliest minute from ``clock`` on at which a match that is ready fits a session; moves those
    that are ready by then. None where the sessions end."""
    while True:
        if not ready:
            clock = max(clock, coming[0][0])
        while coming and coming[0][0] <= clock:
            i = heappop(coming)[1]
            heappush(ready, (-job.after[i] - job.length[i], i))
        start = _fit(job.sessions, clock, min(job.length[i] for _, i in ready))
        if start is None or start == clock:
            return start
        clock = start


def _seated(bracket: Bracket, job: _Job, starts: Sequence[int]) -> tuple[Played, ...]:
    """Tables: the lowest one that is free; starts never need more than there are."""
    free = list(range(1, min(job.tables, len(starts)) + 1))
    busy: list[tuple[int, int]] = []
    made = []
    for i in sorted(range(len(starts)), key=lambda i: (starts[i], i)):
        while busy and busy[0][0] <= starts[i]:
            heappush(free, heappop(busy)[1])
        table, end = heappop(free), starts[i] + job.length[i]
        heappush(busy, (end, table))
        made.append(Played(bracket.matches[i].number, table, starts[i], end))
    return tuple(made)
