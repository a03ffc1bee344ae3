"""What a person hands over is opened as what it is, or refused with a reason."""

from __future__ import annotations

from pathlib import Path

import pytest

import scheduler
from scheduler.app.inputs import load, open_event, open_table, without_last_table
from scheduler.errors import FileError, UsageError
from scheduler.event import Event, Match, PublishedTable, Schedule
from scheduler.resources import instance_names

SHEET = "round,table,home,away\n1,1,1,2\n1,2,3,4\n"


@pytest.mark.parametrize("name", instance_names())
def test_everything_that_comes_along_opens_by_its_name(name: str) -> None:
    assert isinstance(load(name), Event if name.startswith("sample") else PublishedTable)


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (SHEET.encode(), Schedule),
        (b"Round,T1,T2\n1,1-2,3-4\n", Schedule),
        (b'{"rounds": [{"number": 1, "matches": [{"home": 1, "away": 2}]}]}', Schedule),
        ("编号,队名\n1,江南春\n2,塞北雪\n".encode("gb18030"), Event),
        (b"Ann\nBo\nCy\n", Event),
        (b'[[entrant]]\nname = "Ann"\n[[entrant]]\nname = "Bo"\n', Event),
        (
            b'[table]\nname = "t"\nsource = "s"\nentrants = 2\nrounds = 1\ntables = 1\n'
            b'[round]\n1 = ["1-2"]\n',
            PublishedTable,
        ),
    ],
)
def test_kind_of_a_file_is_seen_from_its_content(data: bytes, kind: type) -> None:
    assert isinstance(load(data), kind)


def test_an_entry_list_with_scores_like_matches_is_still_an_entry_list() -> None:
    assert isinstance(load(b"name,last result\nAnn,3-5\nBo,5-3\n"), Event)


def test_a_number_stands_for_so_many_entrants() -> None:
    assert [e.name for e in open_event("3").entrants] == ["1", "2", "3"]
    assert open_event(64).size == 64


@pytest.mark.parametrize("count", ["0", "1", "10001", "9" * 40])
def test_absurd_numbers_of_entrants_are_refused(count: str) -> None:
    with pytest.raises(UsageError, match="2 to 10000"):
        open_event(count)


def test_a_table_is_no_event_and_an_event_no_table() -> None:
    with pytest.raises(UsageError, match="an event is wanted"):
        open_event("cba-6")
    with pytest.raises(UsageError, match="a table is wanted"):
        open_table("sample-23")
    with pytest.raises(UsageError, match="an event is wanted"):
        open_event(SHEET.encode(), name="x.csv")  # type: ignore[arg-type]


def test_a_rulebook_is_neither(root: Path) -> None:
    with pytest.raises(FileError, match="rulebook"):
        load(root / "models" / "cba-round-robin.toml")


def test_a_misspelt_name_gets_advice() -> None:
    with pytest.raises(UsageError) as caught:
        load("cba-13")
    assert "cba-1" in caught.value.maybe


def test_a_path_with_a_zero_byte_is_an_error_not_a_crash() -> None:
    with pytest.raises((FileError, UsageError)):
        load("a\0b")


def test_cancelling_the_last_table_takes_the_highest_number_away_and_nothing_else() -> None:
    full = open_table("cba-8")
    left = without_last_table(full).schedule
    assert (left.entrants, left.rounds, left.tables, len(left)) == (7, 7, 3, 21)
    kept = {m for m in full.schedule.matches if 8 not in (m.home, m.away)}
    assert set(left.matches) == kept
    assert left.idle() == [[1], [2], [3], [4], [5], [6], [7]]


def test_cancelling_a_table_at_which_others_sit_is_refused() -> None:
    moved = Schedule.of(4, 1, [Match(1, 4, 1, 1), Match(2, 3, 1, 2)])
    with pytest.raises(UsageError, match="in round 1 number 4 is not at table 2"):
        without_last_table(open_table(moved))
    with pytest.raises(UsageError, match="even field"):
        without_last_table(without_last_table(open_table("cba-6")))


def test_an_answer_can_be_checked_as_it_is() -> None:
    assert scheduler.check(scheduler.plan(9)).holds
