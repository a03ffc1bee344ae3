"""The six-number table and the event that the tests of views share, and the golden files.

Renew the golden files after a wanted change, and read the difference before committing it:
``pytest tests/views --renew-golden``.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

import pytest

from scheduler.event import Entrant, Event, Match, Report, Schedule, Violation

GOLDEN = Path(__file__).resolve().parent.parent / "golden" / "views"

# The published six-team table: home first, in order of tables (CBA-14.1).
ROUNDS = (
    ((3, 5), (4, 2), (1, 6)),
    ((5, 4), (1, 3), (6, 2)),
    ((4, 1), (2, 5), (3, 6)),
    ((2, 3), (5, 1), (6, 4)),
    ((1, 2), (3, 4), (5, 6)),
)
NAMES = ("北京首钢", "Nguyễn Văn Ánh", "Zürich & Söhne", "上海金茂", "Hà Nội", "<b>Bold</b>")


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--renew-golden``, unless somebody above has it already."""
    with contextlib.suppress(ValueError):
        parser.addoption("--renew-golden", action="store_true", help="write the golden files anew")


@pytest.fixture
def six() -> Schedule:
    """The six-team table as a schedule."""
    matches = [
        Match(home, away, r, table)
        for r, row in enumerate(ROUNDS, start=1)
        for table, (home, away) in enumerate(row, start=1)
    ]
    return Schedule.of(6, 5, matches)


@pytest.fixture
def five(six: Schedule) -> Schedule:
    """The same table for five teams: the last table is dropped, so that round k idles number k."""
    kept = [m for m in six.matches if 6 not in (m.home, m.away)]
    return Schedule.of(5, 5, kept)


@pytest.fixture
def event() -> Event:
    """Six teams whose names are Chinese, Vietnamese, German and hostile."""
    entrants = tuple(Entrant(i, name) for i, name in enumerate(NAMES, start=1))
    return Event("春季杯 / Giải mùa xuân", entrants, date="2026-03-05")


@pytest.fixture
def kept() -> Report:
    """A report of two rules, both kept."""
    return Report(0, ((1, 0),), (), (("meet", "CBA-14.1", 15), ("three-running", "CBA-14.1(b)", 6)))


@pytest.fixture
def broken() -> Report:
    """The published 12-team table's runs, and a price at level 1."""
    reason = "never three home or three away in a row"

    def run(number: int, rounds: tuple[int, ...]) -> Violation:
        return Violation(
            "three-running", "CBA-14.1(b)", (number,), rounds, 3, None, 2, 0, 1, reason
        )

    tables = [
        Violation("table-variety", "CBA-14.1(c)", (n, 6), (), 0, 1, 3, 1, 2) for n in range(1, 5)
    ]
    violations = (run(9, (9, 10, 11)), run(10, (9, 10, 11)), run(10, (6, 7, 8)), *tables)
    rules = (("three-running", "CBA-14.1(b)", 120), ("table-variety", "CBA-14.1(c)", 72))
    return Report(3, ((1, 8),), violations, rules)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """``golden(name, text)``: the text equals the golden file, or renews it with --renew-golden."""
    renew = bool(request.config.getoption("--renew-golden", default=False))

    def check(name: str, text: str) -> None:
        path = GOLDEN / name
        if renew:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        assert path.exists(), f"no {path.name}: renew with --renew-golden"
        # Compared with universal line ends, as a checkout on Windows may have changed them.
        assert text == path.read_text(encoding="utf-8")

    return check
