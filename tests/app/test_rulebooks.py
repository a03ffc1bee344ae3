"""A rulebook is changed for one call, and a change that does not fit is refused."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler.app.rulebooks import changed, open_rulebook, parse_change
from scheduler.errors import FileError, RulebookError, UsageError

BOOK = open_rulebook("cba-round-robin")


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("run-limit.most=3", ("run-limit", "most", 3)),
        ("run-limit.bye-breaks-run=true", ("run-limit", "bye-breaks-run", True)),
        ("carry-over.price=[0, 1, 4]", ("carry-over", "price", [0, 1, 4])),
        ("lock.home=Hà Nội", ("lock", "home", "Hà Nội")),
        ('leg-order.mode="mirrored"', ("leg-order", "mode", "mirrored")),
        ("meet-each.reason=a = b", ("meet-each", "reason", "a = b")),
    ],
)
def test_a_change_is_read_as_toml_writes_values(text: str, change: tuple[str, str, Any]) -> None:
    assert parse_change(text) == change


@pytest.mark.parametrize("text", ["", "run-limit", "run-limit=3", ".most=3", "run-limit.=3"])
def test_what_is_no_change_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="is not of the form"):
        parse_change(text)


def test_a_changed_parameter_leaves_everything_else() -> None:
    new = changed(BOOK, [("run-limit", "most", 3)])
    before, after = BOOK.find("run-limit"), new.find("run-limit")
    assert before
    assert after
    assert after.params == {**before.params, "most": 3}
    assert (after.level, after.clause, after.reason) == (0, before.clause, before.reason)
    assert [u for u in new.uses if u.id != "run-limit"] == [
        u for u in BOOK.uses if u.id != "run-limit"
    ]


def test_hard_becomes_priced_and_priced_becomes_hard() -> None:
    priced = changed(BOOK, [("run-limit", "price", 5), ("run-limit", "level", 3)]).find("run-limit")
    hard = changed(BOOK, [("table-variety", "hard", True)]).find("table-variety")
    assert priced
    assert hard
    assert (priced.level, priced.price) == (3, (5,))
    assert hard.hard


def test_a_rule_that_is_not_used_is_added() -> None:
    added = changed(BOOK, [("carry-over", "price", 1)])
    assert len(added.uses) == len(BOOK.uses) + 1
    assert added.uses[-1].id == "carry-over"


def test_rules_are_left_out_by_name() -> None:
    assert changed(BOOK, without=["run-limit"]).find("run-limit") is None
    with pytest.raises(UsageError) as caught:
        changed(BOOK, without=["run-limits"])
    assert "run-limit" in caught.value.maybe


@pytest.mark.parametrize(
    "change",
    [
        ("run-limit", "most", "x"),
        ("run-limit", "most", -1),
        ("run-limit", "mst", 1),
        ("run-limits", "most", 1),
        ("run-limit", "price", [3, 1]),
        ("run-limit", "level", 0),
        ("lock", "home", "A"),
    ],
)
def test_a_change_that_does_not_fit_is_the_callers_mistake(change: tuple[str, str, Any]) -> None:
    with pytest.raises(UsageError) as caught:
        changed(BOOK, [change])
    assert not isinstance(caught.value, FileError)


def test_a_rulebook_beside_an_event_is_found_from_its_folder(tmp_path: Any) -> None:
    (tmp_path / "own.toml").write_text('[[rule]]\nid = "meet-each"\n', encoding="utf-8")
    assert open_rulebook("own.toml", base=tmp_path).uses[0].id == "meet-each"
    with pytest.raises(RulebookError):
        open_rulebook("cba-round-robbin", where="event.toml:3")
