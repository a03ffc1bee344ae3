"""What facts, repairs, rulings, line-ups and boards print with --json is what the schema says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from cli.event_desk import Desk
from cli.test_event_json import held
from scheduler.app.schemas import schema

SEGMENTS = 'format = "round-robin"\nmodel = "cba-round-robin"\nboards = 32\nsegments = 2\n'


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Nine teams, round 1 of a Swiss played and round 2 published."""
    made = Desk(tmp_path, 9)
    made.round()
    made("pair")
    made("publish")
    return made


@pytest.fixture
def hall(tmp_path: Path) -> Desk:
    """Four teams with players, a round robin in two segments, round 1 published."""
    made = Desk(tmp_path, 4, SEGMENTS)
    for i in range(1, 5):
        made("edit", i, *(word for letter in "abcdef" for word in ("--player", f"{letter}{i}")))
    made("pair")
    made("publish")
    return made


def test_facts_and_repairs_have_their_schemas(desk: Desk) -> None:
    told = held("event-facts", desk("facts", "--withdraw", 4, "--score", "1:1=-8", "--json").out)
    assert [f["fact"] for f in told["facts"]] == ["withdrawal", "score"]
    shown = held("event-repair", desk("repair", "--json").out)
    assert shown["facts"] == [f["position"] for f in told["facts"]]
    assert any(p["tells"] for p in shown["proposals"]), "somebody is told something"


@pytest.mark.parametrize("dry", [False, True])
def test_an_accepted_repair_and_its_changes_have_their_schemas(desk: Desk, dry: bool) -> None:
    desk("facts", "--withdraw", 4)
    told = held("event-accept", desk("accept", "A", "--json", *(["--dry-run"] if dry else [])).out)
    assert told["proposal"]["name"] == "A"
    assert bool(told["decided"]) is not dry
    if dry:
        return
    changes = held("event-changes", desk("changes", "--json").out)
    assert changes["tells"] == told["proposal"]["tells"]
    assert (changes["void"], changes["version"]) == (1, 2)


def test_repairs_that_wait_and_those_that_come_due_have_their_schemas(desk: Desk) -> None:
    desk("facts", "--withdraw", 4)
    waits = held("event-accept", desk("accept", "A", "--for", "2026-05-30T14:00", "--json").out)
    assert "proposal" not in waits
    due = held("event-due", desk("due", "--now", "2026-05-30T15:00", "--json").out)
    assert [d["taken"] for d in due["due"]] == [True]
    assert held("event-due", desk("due", "--json").out)["due"] == []


RULINGS: dict[str, tuple[object, ...]] = {
    "a result": ("rule", "--table", 1, "--round", 1, "--result", "12-8 adj", "--ground", "L86B"),
    "a penalty": ("rule", "--of", 3, "--penalty", 1, "--ground", "L90", "--text", "late"),
    "a warning": ("rule", "--of", 3, "--sanction", "warning", "--ground", "L90", "--text", "late"),
    "a disqualification": ("rule", "--of", 3, "--disqualify", "--ground", "L91B", "--text", "x"),
}


@pytest.mark.parametrize("dry", [False, True])
@pytest.mark.parametrize("case", RULINGS)
def test_rulings_have_their_schema(desk: Desk, case: str, dry: bool) -> None:
    told = held("event-ruling", desk(*RULINGS[case], "--json", *(["--dry-run"] if dry else [])).out)
    assert told["dry_run"] is dry
    assert held("event-change", json.dumps(told)), "a ruling tells what every change tells"


def test_appeals_approvals_and_policies_have_their_schemas(desk: Desk) -> None:
    ruled = held("event-ruling", desk(*RULINGS["a result"], "--notice", "--json").out)["ruling"]
    held("event-ruling", desk("appeal", ruled, "--of", 1, "--text", "no", "--json").out)
    held("event-ruling", desk("appeal", ruled, "committee", "--json").out)
    varied = desk("decide", ruled, "varied", "--result", "10-10", "--text", "half", "--json").out
    assert held("event-ruling", varied)["after"]
    gone = held("event-ruling", desk(*RULINGS["a disqualification"], "--json").out)["ruling"]
    held("event-ruling", desk("approve", gone, "committee 7", "--policy", "swiss", "--json").out)
    told = held("event-policy", desk("policy", 3, "void-all", "--json").out)
    assert told["changes"]
    assert held("event-policy", desk("policy", 3, "none", "--json").out)["decided"]


def test_line_ups_and_rights_have_their_schemas(hall: Desk) -> None:
    shown = held("event-rights", hall("rights", "--json").out)
    assert {s["right"] for m in shown["matches"] for s in m["segments"]} == {"not picked"}
    held("event-change", hall("rights", 1, 1, "--lot", "home", "--picks", "2,1", "--json").out)
    hall("rights", 1, "--start", "2026-05-30T14:00,2026-05-30T16:30")
    early = "2026-05-30T12:00"
    home = held("event-rights", hall("line-ups", 1, 1, "--now", early, "--json").out)["matches"][0]["home"]
    players = [f"{p}{home}" for p in "abcd"]
    handed = hall("line-up", 1, 1, 1, "home", *players, "--now", early, "--json")
    assert held("event-line-up", handed.out)["players"] == players
    found = hall("seated", 1, 1, 1, "home", *players[:3], f"e{home}", "--now", early, "--json")
    assert held("event-line-up", found.out)["faults"], "another player than was named"
    made = held("event-rights", hall("line-ups", 1, 1, "--now", "2026-05-30T14:30", "--json").out)
    assert made["matches"][0]["segments"][0]["line_ups"]["home"]
    assert made["matches"][0]["faults"]


def test_cards_and_the_check_of_entries_have_their_schemas(hall: Desk) -> None:
    held("event-change", hall("card", 1, "--json").out)
    run = hall.run("check-entries", "--json")
    assert run.code == bool(held("event-check-entries", run.out)["entries"])


def test_boards_have_their_schemas_shown_and_entered(hall: Desk) -> None:
    entered = hall("boards", 1, 1, 3, "open", "4S", "N", "=", "--json")
    assert not held("event-boards-entered", entered.out)["match"]["complete"]
    run = hall.run("boards", 1, 1, "--from", "-", "--json", stdin="3 closed -100\n4 both +3/-3\n5 up high\n")
    told = held("event-boards-entered", run.out)
    assert [f["line"] for f in told["faults"]] == [3]
    boards = {b["board"]: b for b in held("event-boards", hall("boards", 1, 1, "--json").out)["boards"]}
    assert set(boards[3]) >= {"open", "closed", "imps"}
    assert boards[4]["ruling"] == ["3.00", "-3.00"]
    segment = hall("result", 2, "+9", "--segment", 1, "--json")
    assert held("event-boards-entered", segment.out)["match"]["segments"][0]["imps"] == [9, 0]


def test_a_schema_refuses_what_is_missing(desk: Desk) -> None:
    """The schemas say something: a repair without its proof does not pass."""
    desk("facts", "--withdraw", 4)
    told: Any = json.loads(desk("repair", "--json").out)
    del told["proposals"][0]["proof"]
    assert not Draft202012Validator(schema("event-repair")).is_valid(told)
