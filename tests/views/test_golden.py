"""What is printed in three languages stays as it was read and approved.

Renew with ``pytest tests/views --renew-golden`` and read the difference.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scheduler.errors import NoAnswer
from scheduler.event import Event, Report, Result, Schedule
from scheduler.views import (
    LANGUAGES,
    Translator,
    Verdict,
    no_answer_text,
    page,
    report_text,
    result_text,
    show,
    summary,
)

Golden = Callable[[str, str], None]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_six_team_table_as_text(
    six: Schedule, event: Event, language: str, golden: Golden
) -> None:
    names = [e.name for e in event.entrants]
    golden(f"six.{language}.txt", show(six, Translator(language), names=names))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_five_team_table_and_its_verdicts_as_text(
    five: Schedule, kept: Report, broken: Report, language: str, golden: Golden
) -> None:
    t = Translator(language)
    clash = ("meet (CBA-14.1): every pair once", "lock: 3-5 in round 2")
    result = Result("feasible", five, kept, "construction", (0,), 0.25, 42, ("tables yielded",))
    parts = (
        summary(five, t, Verdict(kept, "optimal")) + "\n",
        summary(five, t, Verdict(broken, "interrupted", (4,))) + "\n",
        show(five, t),
        report_text(broken, t),
        result_text(result, t),
        no_answer_text(NoAnswer("locks", clash=clash, minimal=True, maybe="drop one."), t),
    )
    golden(f"five.{language}.txt", "\n".join(parts))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_six_team_table_as_a_page(
    six: Schedule, event: Event, kept: Report, language: str, golden: Golden
) -> None:
    verdict = Verdict(kept, "optimal", (), "cba-round-robin", 42)
    golden(f"six.{language}.html", page(event, six, Translator(language), verdict))
