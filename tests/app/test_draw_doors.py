"""The functions for draws in Python: what they take, what they say, and what they refuse."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import scheduler
from scheduler.errors import UsageError
from scheduler.event import Draw, Entrant, Event, Stage
from scheduler.files.draws import draw_csv
from scheduler.formats.groups import GroupResult
from scheduler.formats.knockout import DrawResult
from scheduler.repair.draws_facts import LateEntry, Played, Withdrawal

EVENT = Event("F", tuple(
    Entrant(k, f"E{k}", seed=k if k <= 2 else 0, region=f"R{k % 3}") for k in range(1, 15)
))


@pytest.fixture(scope="module")
def made() -> DrawResult:
    """Fourteen entrants on sixteen lines."""
    result = scheduler.draw(EVENT, seed="s")
    assert isinstance(result, DrawResult)
    return result


def test_a_draw_its_answer_and_its_files_are_checked_alike(made: DrawResult, tmp_path: Path) -> None:
    (tmp_path / "d.json").write_text(json.dumps(made.as_json()), "utf-8")
    (tmp_path / "d.csv").write_text(draw_csv(made.draw, EVENT), "utf-8")
    data = json.dumps(made.as_json()).encode()
    sources = (made, made.draw, tmp_path / "d.json", str(tmp_path / "d.csv"), data)
    reports = [scheduler.check(x, event=EVENT) for x in sources]
    assert all(r == reports[0] for r in reports)
    assert (reports[0].hard, reports[0].soft) == (made.report.hard, made.report.soft)
    assert scheduler.check(made.draw).holds


def test_groups_are_checked_with_their_entry_list_and_not_without() -> None:
    groups = scheduler.draw(EVENT, groups=4, seed="s")
    assert isinstance(groups, GroupResult)
    assert scheduler.check(groups, event=EVENT).holds
    staged = Event("F", EVENT.entrants, (Stage("groups", options={"groups": 4}),))
    assert scheduler.check(groups, event=staged).holds
    with pytest.raises(UsageError, match="entry list"):
        scheduler.check(groups)


def test_what_is_for_tables_is_refused_for_a_draw(made: DrawResult) -> None:
    with pytest.raises(UsageError, match='"legs" is for tables'):
        scheduler.check(made, event=EVENT, legs=2)
    with pytest.raises(UsageError, match='"drop_last" is for tables'):
        scheduler.repair(made, event=EVENT, facts=["withdraw=3"], drop_last=True)  # type: ignore[call-overload]


def test_tables_are_checked_as_before() -> None:
    assert scheduler.check("cba-6").holds
    assert scheduler.check(scheduler.plan(6)).holds


def test_a_draw_is_graded_against_draws_by_lot(made: DrawResult) -> None:
    graded = scheduler.grade(made, event=EVENT, samples=40, seed="x")
    assert graded.optimal
    assert (graded.better, graded.samples) == (0, 40)
    worse = list(made.draw.lines)
    order = sorted((e for e in worse if e > 2), key=lambda e: (e % 3, e))
    swapped = Draw(tuple(order.pop() if e > 2 else e for e in worse), 14, made.draw.seeds)
    again = scheduler.grade(swapped, event=EVENT, samples=40, seed="x")
    assert not again.optimal
    assert again.better > 0
    with pytest.raises(UsageError, match="entry list"):
        scheduler.grade(made)


def test_facts_are_texts_or_values_and_give_the_same_proposals(made: DrawResult) -> None:
    texts = scheduler.repair(made, event=EVENT, facts=["withdraw=5", "late=New"], seconds=5)
    values = scheduler.repair(
        made.draw, event=EVENT, facts=[Withdrawal(5), LateEntry(Entrant(0, "New"))], seconds=5)
    assert [p.as_json() for p in texts] == [p.as_json() for p in values]
    assert texts[0].minimal
    assert texts[0].report.holds


def test_played_matches_stand_in_a_repair(made: DrawResult) -> None:
    pairs = zip(made.draw.lines[::2], made.draw.lines[1::2], strict=True)
    a, b = next((a, b) for a, b in pairs if a and b)
    c = next(e for e in made.draw.lines if e > 2 and e not in (a, b))
    found = scheduler.repair(
        made, event=EVENT, facts=[f"withdraw={c}"], played=[Played(1, a, b, a)], seconds=5)
    assert all(p.draw.line_of(e) == made.draw.line_of(e) for p in found for e in (a, b))


def test_a_draw_with_an_error_is_mended_without_any_fact(made: DrawResult) -> None:
    lines = list(made.draw.lines)
    first, second = [i for i, e in enumerate(lines) if e > 2][:2]
    missing, lines[second] = lines[second], lines[first]
    found = scheduler.repair(Draw(tuple(lines), 14, made.draw.seeds), event=EVENT, facts=(), seconds=5)
    assert sorted(e for e in found[-1].draw.lines if e) == list(range(1, 15))
    assert any(f"E{missing} was forgotten" in reason for reason in found[-1].reasons)


def test_draws_are_counted_as_all_orders_where_nobody_is_kept_apart() -> None:
    plain = Event("F", tuple(Entrant(k, f"E{k}") for k in range(1, 5)))
    found = scheduler.draw_count(plain, model="plain-draw")
    assert (found.valid, found.best, found.fixed) == (24, 24, ())
    two = scheduler.draw_count(plain, groups=2)
    assert (two.valid, two.best) == (2 * 2, None)
