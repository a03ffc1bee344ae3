"""Repairs, completions and lots are told in every language, with every figure."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

import scheduler
from scheduler.app.drawing import lots
from scheduler.event import PublishedTable, Result
from scheduler.views import LANGUAGES, Translator, completions_text, lots_text, repair_text

EN = Translator("en")
CELL = {"home": 1, "away": 2, "round": 3, "table": 4}


def repaired(*changes: dict[str, object], optimal: bool = True, unique: bool | None = None) -> Result:
    made = scheduler.plan(4)
    extra = {"changes": list(changes), "optimal": optimal, "bound": 1, "unique": unique}
    return Result("optimal", made.schedule, made.report, "repair", extra=extra)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"kind": "reversed", "to": {**CELL, "home": 2, "away": 1}}, "1-2, round 3: reversed to 2-1"),
        ({"kind": "moved", "to": {**CELL, "round": 5}}, "1-2, round 3: moved to round 5"),
        ({"kind": "table", "to": {**CELL, "table": 6}}, "1-2, round 3: moved from table 4 to table 6"),
        ({"kind": "added", "to": CELL}, "1-2, round 3: added"),
        ({"kind": "removed", "to": None}, "1-2, round 3: removed"),
    ],
)
def test_every_kind_of_change_is_told(change: dict[str, object], told: str) -> None:
    text = repair_text(repaired({**CELL, **change}), EN, table="t", model="m")
    assert text.splitlines()[:2] == ["t under m: 1 change.", f"  {told}"]


@pytest.mark.parametrize(
    ("optimal", "unique", "told"),
    [
        (True, True, "Fewer changes cannot do, proven. No other repair is as small."),
        (True, False, "Fewer changes cannot do, proven. Other repairs are as small."),
        (False, None, "At least 1 change is needed, proven; fewer may do."),
    ],
)
def test_how_far_a_repair_is_proven_is_told(optimal: bool, unique: bool | None, told: str) -> None:
    change = {**CELL, "kind": "added", "to": CELL}
    result = repaired(change, change, optimal=optimal, unique=unique)
    assert repair_text(result, EN, table="t", model="m").splitlines()[3] == told


@pytest.mark.parametrize("language", LANGUAGES)
def test_findings_are_told_wholly_in_one_language(
    language: str, golden: Callable[[str, str], None]
) -> None:
    """A completion, a repair and a drawing by lot, as approved by reading."""
    t = Translator(language)
    table = scheduler.load("cba-8")
    assert isinstance(table, PublishedTable)
    event = scheduler.load("name,region\nHuế,N\n南宁,N\nBo,\nDi,\n".encode(), want="event")
    record = lots(event, scheduler.plan(4).schedule, seed="2026", related_by=["region"])
    parts = (
        completions_text(scheduler.complete(table), table, t, name="cba-8"),
        repair_text(repaired(), t, table="cba-6", model="cba"),
        repair_text(scheduler.repair("cba-8", drop_last=True), t, table="cba-8", model="cba"),
        lots_text(record, t, verified=True),
    )
    golden(f"findings.{language}.txt", "\n".join(parts))
    if language != "en":
        words = {w for w in re.findall(r"[a-z]{4,}", "\n".join(parts)) if w not in ("round", "robin")}
        assert not words & {"found", "changes", "least", "proven", "admissible", "table", "cells"}
