"""The line of progress says what is known, and promises only what is kept."""

from __future__ import annotations

import scheduler
from scheduler.cli.progress import Progress


def test_nothing_is_promised_before_a_schedule_obeys() -> None:
    progress = Progress()
    assert progress.line(2.0) == "searching, 2.0 s (Ctrl-C stops)"
    progress(1, 12, 10, 2.5)
    assert progress.line(3.0) == "level 1: best 12, bound 10, gap 2, 3.0 s (Ctrl-C stops)"


def test_a_schedule_that_is_kept_is_promised_to_whoever_stops() -> None:
    progress = Progress()
    progress(0, 0, 0, 1.0)
    assert progress.line(1.5) == "hard rules hold, 1.5 s (Ctrl-C keeps the best)"
    progress(1, 12, 10, 2.5)
    assert progress.line(3.0) == "level 1: best 12, bound 10, gap 2, 3.0 s (Ctrl-C keeps the best)"
    progress(1, 10, 10, 2.5)
    assert progress.line(4.0) == "level 1: settled at 10, searching on, 4.0 s (Ctrl-C keeps the best)"


def test_a_search_tells_of_the_schedule_that_it_keeps() -> None:
    """Before it polishes prices, where a construction obeys the hard rules; repairs tell as well."""
    told: list[int] = []
    change = [("carry-over", "price", 1), ("carry-over", "level", 1)]
    scheduler.plan(7, model="round-robin", changes=change, seconds=2,
                   progress=lambda level, *_: told.append(level))
    assert told[0] == 0
    told.clear()
    scheduler.repair("cba-12", seconds=60, progress=lambda level, *_: told.append(level))
    assert 0 in told
