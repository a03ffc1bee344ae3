"""iCalendar (RFC 5545) of a schedule whose rounds have times: for everybody, or for one entrant."""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Iterator

from scheduler.errors import UsageError
from scheduler.event import Event, Match, Round, Schedule
from scheduler.files.words import word

__all__ = ["schedule_ical"]

_LONGEST = 7 * 24 * 60
_TITLES = {
    "en": ("Round {}", "Table {}", ": "), "zh": ("第{}轮", "{}号桌", "："),
    "vi": ("Vòng {}", "Bàn {}", ": "),
}
"""By language: a round, a table, and what stands between a heading and what it heads."""


def schedule_ical(
    schedule: Schedule,
    event: Event | None = None,
    *,
    minutes: int = 120,
    entrant: int = 0,
    language: str = "en",
) -> bytes:
    """One calendar entry a round that has a start, or with ``entrant`` only that one's matches.

    ``minutes`` is the length of a match, 1 to 10,080; ``language`` is en, zh or vi. Starts without
    an offset are local time wherever the calendar is read, those with one are given in UTC, bare
    dates fill the day. Identities and stamps depend on event, round and entrant alone: the same
    input gives the same bytes, and a calendar that is loaded again is updated, not doubled.

    Raises :class:`UsageError` when no round has a time, or an argument is out of range.
    """
    if not 1 <= minutes <= _LONGEST:
        raise UsageError(f"a match lasts 1 to {_LONGEST} minutes, not {minutes}")
    if not 0 <= entrant <= schedule.entrants:
        raise UsageError(f"nobody has number {entrant}: numbers are 1 to {schedule.entrants}")
    if not schedule.starts:
        raise UsageError(
            "no round has a start time, so there is nothing to put into a calendar",
            maybe='give the rounds a "start", such as 2026-05-30T09:30.',
        )
    return _calendar(schedule, event, minutes, entrant, language)


def _calendar(
    schedule: Schedule, event: Event | None, minutes: int, entrant: int, language: str
) -> bytes:
    from icalendar import Calendar
    from icalendar import Event as Entry

    bye = word("bye", language)
    calendar = Calendar()
    calendar.add("prodid", "-//scheduler//tournament schedule//EN")
    calendar.add("version", "2.0")
    if event:
        calendar.add("x-wr-calname", event.name)
    stamp = _stamp(schedule)
    for each, matches in _entries(schedule, entrant):
        lines = [_line(match, event, language) for match in matches]
        title, _, colon = _TITLES[language]
        lines += [f"{bye}{colon}{_name(b.entrant, event)}" for b in each.byes
                  if entrant in (0, b.entrant)]
        start, end = _span(each.start, minutes)
        entry = Entry()
        entry.add("uid", _identity(event, each.number, entrant))
        entry.add("dtstamp", stamp)
        entry.add("dtstart", start)
        entry.add("dtend", end)
        entry.add("summary", colon.join([title.format(each.number), *(lines if entrant else [])]))
        entry.add("description", "\n".join(lines))
        calendar.add_component(entry)
    return bytes(calendar.to_ical())


def _entries(schedule: Schedule, entrant: int) -> Iterator[tuple[Round, list[Match]]]:
    for each in schedule.by_round():
        if each.start:
            yield each, [m for m in each.matches if entrant in (0, m.home, m.away)]


def _identity(event: Event | None, number: int, entrant: int) -> str:
    told = "\0".join([event.name if event else "", event.date if event else "",
                      str(number), str(entrant)])
    return hashlib.sha256(told.encode()).hexdigest()[:32] + "@scheduler"


def _moment(start: str) -> datetime.datetime | datetime.date:
    try:
        if len(start) <= 10:
            return datetime.date.fromisoformat(start)
        moment = datetime.datetime.fromisoformat(start)
    except ValueError:
        raise UsageError(
            f'the start "{start}" is not a date and time', maybe="write 2026-05-30T09:30."
        ) from None
    return moment.astimezone(datetime.UTC) if moment.tzinfo else moment


def _span(
    start: str, minutes: int
) -> tuple[datetime.datetime | datetime.date, datetime.datetime | datetime.date]:
    moment = _moment(start)
    if isinstance(moment, datetime.datetime):
        return moment, moment + datetime.timedelta(minutes=minutes)
    return moment, moment + datetime.timedelta(days=1)


def _stamp(schedule: Schedule) -> datetime.datetime:
    """The standard wants a time of making in UTC; the earliest day of play keeps bytes the same."""
    days = []
    for start in schedule.starts.values():
        moment = _moment(start)
        days.append(moment.date() if isinstance(moment, datetime.datetime) else moment)
    return datetime.datetime.combine(min(days), datetime.time(), datetime.UTC)


def _line(match: Match, event: Event | None, language: str) -> str:
    _, table, colon = _TITLES[language]
    place = f"{table.format(match.table)}{colon}" if match.table else ""
    return f"{place}{_name(match.home, event)} – {_name(match.away, event)}"


def _name(number: int, event: Event | None) -> str:
    return f"{number} {event.name_of(number)}" if event else str(number)
