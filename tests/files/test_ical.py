"""Calendars of a schedule: times, identities, and bytes that do not change by themselves."""

from __future__ import annotations

import datetime

import icalendar
import pytest

from files.schedules_made import EVENT, FOUR
from scheduler.errors import UsageError
from scheduler.event import Match, Schedule
from scheduler.files.ical import schedule_ical

TIMED = FOUR.replace(starts={1: "2026-05-30T09:30:00", 3: "2026-05-31"})


def entries(schedule: Schedule = TIMED, **more: int | str) -> list[icalendar.Event]:
    """The calendar's entries."""
    return list(icalendar.Calendar.from_ical(schedule_ical(schedule, EVENT, **more)).walk("VEVENT"))


def test_only_rounds_with_a_time_are_entered_and_a_bare_date_fills_the_day() -> None:
    first, third = entries(minutes=90)
    assert (first["summary"], third["summary"]) == ("Round 1", "Round 3")
    assert first["dtstart"].dt == datetime.datetime(2026, 5, 30, 9, 30)
    assert first["dtend"].dt == datetime.datetime(2026, 5, 30, 11, 0)
    assert third["dtstart"].dt == datetime.date(2026, 5, 31)
    assert third["dtend"].dt == datetime.date(2026, 6, 1)


def test_the_description_has_the_matches_by_name() -> None:
    assert entries()[0]["description"] == (
        "Table 1: 4 St. Gallen – 1 北京\nTable 2: 2 Hà Nội – 3 =Aces - old"
    )


def test_one_entrant_gets_its_own_match_or_bye_in_its_language() -> None:
    assert entries(entrant=2, language="vi")[0]["summary"] == (
        "Vòng 1: Bàn 2: 2 Hà Nội – 3 =Aces - old"
    )
    three = Schedule.of(3, 1, [Match(3, 1, 1)], starts={1: "2026-05-30"})
    assert entries(three, entrant=2, language="zh")[0]["summary"] == "第1轮：轮空：2 Hà Nội"


def test_a_start_with_an_offset_is_given_in_universal_time() -> None:
    data = schedule_ical(FOUR.replace(starts={1: "2026-05-30T09:30:00+08:00"}))
    assert b"DTSTART:20260530T013000Z" in data


def test_the_same_input_gives_the_same_bytes_and_every_entry_its_own_identity() -> None:
    assert schedule_ical(TIMED, EVENT) == schedule_ical(TIMED, EVENT)
    identities = [e["uid"] for e in (*entries(), *entries(entrant=1), *entries(entrant=2))]
    assert len(set(identities)) == 6


def test_an_entry_keeps_its_identity_when_its_matches_change() -> None:
    changed = TIMED.renumbered([2, 1, 3, 4])
    assert [e["uid"] for e in entries(changed)] == [e["uid"] for e in entries()]
    assert schedule_ical(changed, EVENT) != schedule_ical(TIMED, EVENT)


@pytest.mark.parametrize(("schedule", "more", "said"), [
    (FOUR, {}, "no round has a start time"),
    (TIMED, {"minutes": 0}, "1 to 10080 minutes"),
    (TIMED, {"entrant": 5}, "nobody has number 5"),
    (TIMED, {"language": "fr"}, 'no language "fr"'),
    (FOUR.replace(starts={1: "soon"}), {}, '"soon" is not a date'),
])
def test_what_makes_no_calendar_is_a_usage_error(
    schedule: Schedule, more: dict[str, int | str], said: str
) -> None:
    with pytest.raises(UsageError, match=said):
        schedule_ical(schedule, EVENT, **more)
