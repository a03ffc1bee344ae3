"""Schedules for the tests of this folder."""

from __future__ import annotations

from hypothesis import strategies as st

from scheduler.event import Entrant, Event, Match, Schedule

FOUR = Schedule.of(4, 3, [
    Match(4, 1, 1, 1), Match(2, 3, 1, 2), Match(3, 4, 2, 1), Match(1, 2, 2, 2),
    Match(4, 2, 3, 1), Match(3, 1, 3, 2),
])
EVENT = Event("Spring Cup & friends", tuple(
    Entrant(i, name) for i, name in enumerate(["北京", "Hà Nội", "=Aces - old", "St. Gallen"], 1)
))


@st.composite
def schedules(draw: st.DrawFn) -> Schedule:
    """Schedules of 2 to 7 entrants, broken in every way that a verifier is to judge."""
    size = draw(st.integers(2, 7))
    rounds = draw(st.integers(1, 4))
    number = st.integers(1, size)
    pairs = st.tuples(number, number).filter(lambda p: p[0] != p[1])
    rows = draw(st.lists(
        st.tuples(st.integers(1, rounds), pairs, st.integers(0, size // 2)), min_size=1, max_size=9
    ))
    moments = st.datetimes(allow_imaginary=False).map(lambda d: d.isoformat())
    starts = draw(st.dictionaries(st.integers(1, rounds), moments, max_size=2))
    matches = [Match(home, away, r, table) for r, (home, away), table in rows]
    return Schedule.of(size, rounds, matches, starts=dict(sorted(starts.items())))


def named(schedule: Schedule) -> Event:
    """An event of this size whose names are hard to tell from something else."""
    names = ["北京 v 上海", "=1+1", "Hà Nội", "3-5", "Bye", "St. Gallen – Ost", "'s-Hertogenbosch"]
    return Event("杯", tuple(
        Entrant(i, name) for i, name in enumerate(names[: schedule.entrants], start=1)
    ))
