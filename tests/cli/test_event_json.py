"""Everything that the commands of events print with --json is what its schema says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from cli.event_desk import Desk
from conftest import run_command
from scheduler.app.schemas import schema


def held(name: str, text: str) -> Any:
    """The value of a JSON text, held against the schema of that name."""
    value = json.loads(text)
    assert [e.message for e in Draft202012Validator(schema(name)).iter_errors(value)] == []
    return value


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Nine teams after one round, with a bye, a late entry, a penalty, an open second round."""
    made = Desk(tmp_path, 9)
    made.round()
    made("late", "Latecomers")
    made("penalty", 2, 1, "--reason", "late at the table")
    made("pair")
    made("publish")
    made("result", 1, "+3")
    made("start", "--table", 2)
    return made


LOOKS = {
    "event-show": ("show",), "event-round": ("show", 2), "event-standings": ("standings", "--live"),
    "event-history": ("history",), "event-verify": ("verify",),
    "event-explain": ("explain", "--why-not", 1, 2),
    "event-sheet": ("sheet", "--session", "2026-05-30T09:30/13:00", "--room", "Hall=30@300"),
}


@pytest.mark.parametrize("name", LOOKS)
def test_what_is_shown_has_its_schema(desk: Desk, name: str) -> None:
    held(name, desk(*LOOKS[name], "--json").out)


CHANGES: dict[str, tuple[object, ...]] = {
    "enter": ("enter", "New", "--reason", "they came"), "late": ("late", "Very late"),
    "edit": ("edit", 1, "--set", "club=N"), "withdraw": ("withdraw", 3), "absent": ("absent", 3, 3),
    "result": ("result", 3, "+99"), "correct": ("result", 1, 1, "-5", "--correct", "--reason", "misread"),
    "publish of none": ("publish", 1), "penalty": ("penalty", 1, "0.5", "--reason", "x"),
    "undo": ("undo",), "stage": ("stage", "add", "--set", "format=knockout", "--set", "take=4"),
    "start": ("start",), "announce": ("announce",), "settings": ("edit", "--set", "rounds=6"),
}


@pytest.mark.parametrize("dry", [False, True])
@pytest.mark.parametrize("case", CHANGES)
def test_what_is_changed_is_told_in_one_shape(desk: Desk, case: str, dry: bool) -> None:
    told = held("event-change", desk(*CHANGES[case], "--json", *(["--dry-run"] if dry else [])).out)
    assert told["dry_run"] is dry
    assert (told["position"] is None) is dry
    assert not (dry and told["decided"])


def test_a_pairing_has_the_documented_keys(desk: Desk) -> None:
    desk("results", "-", "--sure", stdin="2 +1\n3 +1\n4 +1\n")
    told = held("event-pair", desk("pair", "--json").out)
    assert {"round", "matches", "byes", "report", "proof"} <= set(told)
    assert set(told["matches"][0]) == {"home", "away", "table"}
    assert told["report"]["hard"] == 0


@pytest.mark.parametrize("stage", [
    'format = "round-robin"\n', 'format = "knockout"\nmodel = "cba-knockout"\n',
    'format = "groups"\ngroups = 2\n',
], ids=["round-robin", "knockout", "groups"])
def test_rounds_of_every_format_are_told_in_one_shape(tmp_path: Path, stage: str) -> None:
    desk = Desk(tmp_path, 8, stage)
    told = held("event-pair", desk("pair", "--json").out)
    assert told["round"] == 1
    desk("publish")
    held("event-round", desk("show", 1, "--json").out)
    held("event-show", desk("show", "--json").out)


def test_lists_of_results_tell_what_was_not_taken(desk: Desk) -> None:
    run = desk.run("results", "-", "--json", stdin="2 +4\n99 +1\n3 banana\n")
    told = held("event-change", run.out)
    assert run.code == 2
    assert [f["line"] for f in told["faults"]] == [2, 3]
    assert [r["table"] for r in told["results"]] == [2]


def test_the_table_of_what_may_be_changed_when_has_its_schema() -> None:
    held("event-when", run_command(["event", "when", "--json"]).out)


@pytest.mark.parametrize("words", [
    ("result", 77, "+3"), ("result", 1, "+3", "--at", 2), ("pair",), ("withdraw", 99),
    ("show", 40), ("standings", "--round", 9),
])
def test_what_fails_is_told_as_json_too(desk: Desk, words: tuple[object, ...]) -> None:
    run = desk.run(*words, "--json")
    assert run.code in (2, 6)
    assert held("error", run.out)["error"]["message"]


def test_new_and_export_have_their_schemas(tmp_path: Path) -> None:
    path = tmp_path / "a.event"
    run = run_command(["event", "new", str(path), "--format", "swiss", "--set", "rounds=3", "--json"])
    assert held("event-change", run.out)["file"] == str(path)
    run = run_command(["event", "export", str(path), str(tmp_path / "b.event"), "--json"])
    assert held("event-export", run.out) == {"file": str(tmp_path / "b.event")}
