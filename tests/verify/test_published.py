"""The association's printed tables get the verdict that is known of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from scheduler.event import Report, Schedule
from scheduler.facts import Frame, timetable
from scheduler.files.published import read_table
from scheduler.rules import Rulebook, read_rulebook
from scheduler.verify import verify


@pytest.fixture(scope="session")
def printed(root: Path) -> dict[int, Schedule]:
    """The 6-, 8- and 12-team tables as printed in the surviving copy, completed, by size."""
    folder = root / "instances" / "published"
    return {n: read_table(folder / f"cba-{n}.toml").schedule() for n in (6, 8, 12)}


@pytest.fixture(scope="session")
def book(root: Path) -> Rulebook:
    file = root / "models" / "cba-round-robin.toml"
    return read_rulebook(file.read_text(encoding="utf-8"), file.name)


def report(book: Rulebook, schedule: Schedule) -> Report:
    frame = Frame(schedule.entrants, schedule.rounds, schedule.tables)
    space = timetable(frame)
    return verify(space, book.stated(space, frame), schedule)


def without_highest(schedule: Schedule) -> Schedule:
    """The table as an odd field plays it: the last table is dropped."""
    n = schedule.entrants
    matches = [m for m in schedule.matches if n not in (m.home, m.away)]
    return Schedule.of(n - 1, schedule.rounds, matches)


def byes_break_runs(book: Rulebook) -> Rulebook:
    uses = [u.with_params(bye_breaks_run=True) if u.id == "run-limit" else u for u in book.uses]
    return Rulebook(book.name, uses=tuple(uses))


@pytest.mark.parametrize("n", [6, 8])
def test_the_6_and_8_team_tables_keep_every_hard_rule(
    book: Rulebook, printed: dict[int, Schedule], n: int
) -> None:
    """The printed 6- and 8-team tables break no hard rule, and end with the neighbours."""
    verdict = report(book, printed[n])
    assert (verdict.holds, [v for v in verdict.violations if v.level < 2]) == (True, [])


def test_the_6_team_table_is_faultless(book: Rulebook, printed: dict[int, Schedule]) -> None:
    """In the 6-team table everybody sits at every table equally often, too."""
    assert report(book, printed[6]).violations == ()


def test_the_12_team_table_breaks_run_limit_for_9_and_10_only(
    book: Rulebook, printed: dict[int, Schedule]
) -> None:
    """Number 9 is home in rounds 9 to 11; 10 is home in 6 to 8 and away in 9 to 11; no other fault."""
    hard = [v for v in report(book, printed[12]).violations if v.level == 0]
    assert [(v.rule, v.clause) for v in hard] == [("run-limit", "CBA-14")] * 3
    assert sorted((v.subject, v.rounds, v.found, v.most) for v in hard) == [
        ((9,), (9, 10, 11), 3, 2), ((10,), (6, 7, 8), 3, 2), ((10,), (9, 10, 11), 3, 2),
    ]


def test_8_played_by_7_has_a_run_over_the_bye_of_3(
    book: Rulebook, printed: dict[int, Schedule]
) -> None:
    """With the last table dropped number 3 alone has three matches of one side around its bye."""
    verdict = report(book, without_highest(printed[8]))
    hard = [v for v in verdict.violations if v.level == 0]
    assert {(v.rule, v.subject) for v in hard} == {("run-limit", (3,))}
    assert all(3 in range(min(v.rounds), max(v.rounds)) and 3 not in v.rounds for v in hard)


def test_8_played_by_7_has_no_run_where_byes_break_runs(
    book: Rulebook, printed: dict[int, Schedule]
) -> None:
    """Counted over rounds, so that the bye ends a run, the same table is clean."""
    assert report(byes_break_runs(book), without_highest(printed[8])).holds


def test_6_played_by_5_keeps_every_hard_rule(
    book: Rulebook, printed: dict[int, Schedule]
) -> None:
    """With table 3 cancelled the idle numbers of rounds 1 to 5 are 1 to 5."""
    five = without_highest(printed[6])
    assert five.idle() == [[1], [2], [3], [4], [5]]
    assert report(book, five).holds
