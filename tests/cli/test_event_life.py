"""A director's day through the commands: each test asks what somebody in the hall would ask."""

from __future__ import annotations

import json
import os
from itertools import combinations
from pathlib import Path

import pytest

from cli.event_desk import Desk, event_toml
from conftest import run_command


def test_pairing_twice_gives_the_same_round_and_keeps_nothing_new(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 9)
    first = desk.json("pair")
    position = desk.json("show")["position"]
    second = desk.json("pair")
    assert (second["matches"], second["byes"]) == (first["matches"], first["byes"])
    assert desk.json("show")["position"] == position


def test_nobody_entered_cannot_be_paired(tmp_path: Path) -> None:
    path = tmp_path / "empty.event"
    assert run_command(["event", "new", str(path), "--format", "swiss", "--set", "rounds=3"]).code == 0
    run = run_command(["event", "pair", str(path)])
    assert (run.code, run.out) == (2, "")
    assert "fewer than two" in run.err


def test_everybody_withdrawn_gives_no_pairing_and_no_byes(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 4)
    desk.round()
    for number in range(1, 5):
        desk("withdraw", number)
    run = desk.run("pair")
    assert (run.code, run.out) == (2, "")
    assert list(desk.json("show")["stages"][0]["rounds"][-1]["matches"]) != []


def test_a_bye_comes_never_twice_while_somebody_had_none(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 7, 'format = "swiss"\nrounds = 6\nboards = 8\n')
    byes = []
    for _ in range(6):
        desk.round()
        byes += [b["entrant"] for b in desk.json("show")["stages"][0]["rounds"][-1]["byes"]]
    assert len(byes) == len(set(byes)) == 6


def test_eight_entrants_play_seven_rounds_without_a_rematch(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 8, 'format = "swiss"\nrounds = 7\nboards = 8\n')
    met = [frozenset(pair) for _ in range(7) for pair in desk.round()]
    assert len(met) == len(set(met)) == 28
    assert "all 7 rounds" in desk.refused("pair")


def test_two_entrants_play_once_and_no_more(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 2, 'format = "swiss"\nrounds = 2\nboards = 8\n')
    assert desk.round() == [(1, 2)]
    told = desk.refused("pair", code=3)
    assert told.startswith("No round satisfies the rules: no round without a forbidden pair exists")


def test_results_that_miss_are_named_when_pairing_is_asked(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 6)
    desk("pair")
    desk("publish")
    desk("result", 2, "+3")
    told = desk.refused("pair")
    assert told.startswith("2 results are missing: 1-6 (table 1), 3-4 (table 3)")
    assert "--early" in told
    desk("pair", "--early", "--dry-run")


def test_undo_leads_back_to_the_same_state_and_redo_forth(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 8)
    desk.round()
    before = desk.state()
    desk("pair")
    desk("publish")
    after = desk.state()
    desk("undo", "--steps", 2)
    assert desk.state() == before
    desk("redo", "--steps", 2)
    assert desk.state() == after
    desk("verify")


def test_forbidden_pairs_never_meet(tmp_path: Path) -> None:
    stage = 'format = "swiss"\nrounds = 4\nboards = 8\n'
    rule = '[[stage.rule]]\nid = "never-meet"\nentrants = ["Team 1", "Team 2", "Team 3"]\nhard = true\n'
    desk = Desk(tmp_path, 8, stage + rule)
    met = {frozenset(p) for _ in range(4) for p in desk.round()}
    assert not met & {frozenset(p) for p in combinations((1, 2, 3), 2)}


def test_a_late_entry_waits_and_is_admitted_with_a_reason(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 6)
    desk.round()
    desk("late", "Latecomers")
    assert 7 not in {x for m in desk.json("pair")["matches"] for x in (m["home"], m["away"])}
    assert "--reason" in desk.refused("admit", 7)
    desk("admit", 7, "--reason", "they were stuck on a ferry")
    made = desk.json("pair")
    assert 7 in [*made["byes"], *(x for m in made["matches"] for x in (m["home"], m["away"]))]


def test_whoever_withdraws_before_round_one_is_in_no_list_but_stays_in_the_event(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 9)
    desk("withdraw", 9)
    made = desk.json("pair")
    assert made["byes"] == []
    assert len(made["matches"]) == 4
    assert desk.json("show")["entrants"][-1]["status"] == "withdrawn"
    assert "9 Team 9" in desk("show").out


def test_an_entry_can_still_be_edited_after_publication_and_nothing_played_changes(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 6)
    pairs = desk.round()
    desk("edit", 3, "--set", "name=The Third", "--set", "region=North")
    shown = desk.json("show")
    assert shown["entrants"][2]["name"] == "The Third"
    assert [(m["home"], m["away"]) for m in shown["stages"][0]["rounds"][0]["matches"]] == pairs
    assert "The Third" in desk("standings").out


@pytest.mark.parametrize("words", [
    ("enter", "New team", "--reason", "x"), ("late", "New team"), ("edit", 1, "--set", "seed=4"),
    ("edit", "--set", "rounds=7"), ("withdraw", 3), ("absent", 3, 2), ("announce",), ("publish",),
    ("pair", "--given", "1-2", "--given", "3-4", "--given", "5-6"), ("lots", "--reason", "x"), ("undo",),
    ("tables", "1=2", "2=1"), ("penalty", 1, 2, "--reason", "late"), ("stage", "add", "--set",
    "format=knockout", "--set", "take=4"),
], ids=lambda w: " ".join(map(str, w[:2])))
def test_a_dry_run_shows_what_would_be_and_writes_nothing(tmp_path: Path, words: tuple[object, ...]) -> None:
    desk = Desk(tmp_path, 6)
    desk("pair")
    before = desk.path.read_bytes()
    run = desk(*words, "--dry-run")
    assert desk.path.read_bytes() == before
    assert "dry run" in run.err
    assert desk(*words).err


def test_a_decision_on_an_old_position_is_refused_with_code_6(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 6)
    desk("pair")
    desk("publish")
    known = desk.json("show")["position"]
    desk("result", 1, "+4", "--at", known)
    told = desk.refused("result", 2, "+4", "--at", known, code=6)
    assert str(known + 1) in told
    failed = desk.run("result", 2, "+4", "--at", known, "--json")
    error = json.loads(failed.out)["error"]
    assert (error["id"], error["expected"], error["position"]) == ("changed", known, known + 1)
    desk("result", 2, "+4", "--at", known + 1)


def test_the_file_may_be_set_once_or_be_the_only_one_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk(tmp_path, 6)
    monkeypatch.setenv("SCHEDULER_EVENT", str(desk.path))
    assert run_command(["event", "pair"]).code == 0
    monkeypatch.delenv("SCHEDULER_EVENT")
    monkeypatch.chdir(tmp_path)
    assert run_command(["event", "publish"]).code == 0
    assert run_command(["event", "result", "1", "+3"]).code == 0
    assert run_command(["event", "result", "cup.event", "1", "2", "14.18-5.82"]).code == 0
    (tmp_path / "other.event").write_bytes(desk.path.read_bytes())
    run = run_command(["event", "show"])
    assert (run.code, "SCHEDULER_EVENT" in run.err) == (2, True)


def test_a_draft_is_no_list_and_a_list_is_not_published_twice(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 6)
    desk("pair")
    assert "publish" in desk.refused("result", 1, "+3")
    desk("publish")
    assert "no round waits" in desk.refused("publish")
    assert "3 results are missing" in desk.refused("pair")


def test_the_warning_outside_the_recommended_number_of_rounds_is_told_when_the_event_is_made(
    tmp_path: Path,
) -> None:
    source = tmp_path / "cup.toml"
    stage = 'format = "swiss"\nrounds = 2\nboards = 16\n'
    source.write_text(event_toml([f"T{i}" for i in range(1, 41)], stage), encoding="utf-8")
    run = run_command(["event", "new", str(tmp_path / "a.event"), "--from", str(source)])
    assert "CBA-16.2" in run.err


def test_a_list_by_hand_is_judged_and_a_wish_of_one_match_is_kept(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 6)
    desk.round()
    (a, b), *_ = [(m["home"], m["away"]) for m in desk.json("show")["stages"][0]["rounds"][0]["matches"]]
    told = desk.refused("pair", "--fixed", f"{a}-{b}", code=3)
    assert f"{a}" in told
    made = desk.json("pair", "--fixed", "2-1@3")
    assert {"home", "away", "table"} <= set(made["matches"][0])
    assert {1, 2} in [{m["home"], m["away"]} for m in made["matches"] if m["table"] == 3]


def test_ctrl_c_at_a_question_keeps_nothing_of_the_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk(tmp_path, 6)
    desk("pair")
    desk("publish")
    before = desk.path.read_bytes()

    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("scheduler.app.directing.scores.parse_result", stopped)
    run = desk.run("result", 1, "+3")
    assert run.code == 130
    assert desk.path.read_bytes() == before


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="only a user whom permissions bind")
def test_a_read_only_folder_opens_for_reading(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 6)
    desk.path.chmod(0o444)
    tmp_path.chmod(0o555)
    try:
        assert desk.run("show").code == 0
        assert desk.run("pair").code == 5
    finally:
        tmp_path.chmod(0o755)
