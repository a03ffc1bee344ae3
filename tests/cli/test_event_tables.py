"""What is done at the tables of an event, through the commands: boards, segments, line-ups, entries."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.event_desk import Desk

SWISS = 'format = "swiss"\nrounds = 3\nboards = 4\n'
SEGMENTS = 'format = "swiss"\nrounds = 3\nboards = 32\nsegments = 2\n'
KNOCKOUT = 'format = "knockout"\nboards = 2\n'


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    made = Desk(tmp_path, 4, SWISS)
    made("pair")
    made("publish")
    return made


def test_boards_are_typed_pasted_and_shown_and_the_last_one_makes_the_result(desk: Desk) -> None:
    desk("boards", 1, 1, 1, "open", "4S", "N", "=")
    desk("boards", 1, 1, "1 closed -100")
    run = desk("boards", 1, 1, "--from", "-", stdin="2 4H S = | 2H S +2\n3 pass | pass\n")
    assert "1 board is missing" in run.out
    made = desk.json("boards", 1, 1, 4, "both", "+3/-3")
    assert made["match"]["complete"]
    assert made["match"]["margins"] == ["24.00", "-24.00"]
    assert desk.json("show")["stages"][0]["rounds"][0]["matches"][0]["result"]["points"][0] == "18.97"
    assert desk.json("boards", 0, 1)["boards"][3]["ruling"] == ["3.00", "-3.00"]
    assert "boards 2, 3" in desk("history").out
    assert "all in order" in desk("verify").err


def test_a_line_that_is_no_board_is_told_and_the_others_are_taken(desk: Desk) -> None:
    run = desk.run("boards", 1, 1, "--from", "-", stdin="1 open 4S N =\n2 open 8S N =\n")
    assert run.code == 2
    assert "8s n =" in run.err
    assert len(desk.json("boards", 1, 1)["boards"]) == 1


def test_a_board_in_its_place_is_changed_only_when_that_is_said(desk: Desk) -> None:
    desk("boards", 1, 1, "1 open 4S N =")
    assert "--correct" in desk.refused("boards", 1, 1, "1 open 4S N -1")
    desk("boards", 1, 1, "1 open 4S N -1", "--correct", "--dry-run")
    assert desk.json("boards", 1, 1)["boards"][0]["open"]["score"] == 420
    desk("boards", 1, 1, "1 open 4S N -1", "--correct")
    desk("undo")
    assert desk.json("boards", 1, 1)["boards"][0]["open"]["score"] == 420


def test_a_level_knockout_waits_for_extra_boards_and_then_sends_the_winner_on(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 4, KNOCKOUT)
    desk("pair")
    desk("publish")
    run = desk("boards", 1, 1, "--from", "-", stdin="1 pass | pass\n2 pass | pass\n")
    assert "extra boards decide" in run.err
    run = desk("boards", 1, 1, "3 2H S +2 | 4H S -1")
    assert "complete" in run.err
    shown = desk.json("show")["stages"][0]["rounds"]
    assert shown[0]["matches"][0]["result"]["scored"][1] == 0
    assert shown[1]["matches"][0]["home"] == shown[0]["matches"][0]["home"]


def test_segments_make_a_match_and_the_round_shows_the_score_so_far(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 4, SEGMENTS)
    desk("pair")
    desk("publish")
    assert "12 : 0 after 1 segment" in desk("result", 1, 1, "+12", "--segment", 1).err
    assert "12 : 0 after 1 segment" in desk("show", 1).out
    assert "--correct" in desk.refused("result", 1, "-12", "--segment", 1)
    desk("result", 1, "-20", "--segment", 2)
    assert desk.json("show")["stages"][0]["rounds"][0]["matches"][0]["result"]["scored"] == [12, 20]
    desk("result", 1, "--segment", 2, "--back", "--reason", "wrong table")
    assert "result" not in desk.json("show")["stages"][0]["rounds"][0]["matches"][0]


def test_line_ups_are_taken_hidden_and_shown_when_they_are_due(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 4, SEGMENTS)
    for number in (1, 2, 3, 4):
        desk("edit", number, *(word for seat in "NSEW" for word in ("--player", f"{seat}{number}")))
    made = desk.json("pair")["matches"][0]
    desk("publish")
    assert "two decisions" in desk.refused("rights", 1, 1, "--lot", "home", "--start", "14:00")
    assert "still to be picked" in desk("rights", 1, 1).out
    desk("rights", 1, 1, "--lot", "home", "--picks", "1,2")
    desk("rights", 1, "--start", "2026-05-01T14:00,2026-05-01T16:30")
    away = made["away"]
    told = desk("line-up", 1, 1, 1, "away", 1, 2, f"e{away}", 4, "--now", "2026-05-01T13:30").err
    assert "filed no convention card" in told
    assert f"E{away}" not in desk("line-ups", 1, 1, "--now", "2026-05-01T13:44").out
    assert f"E{away}" in desk("line-ups", 1, 1, "--now", "2026-05-01T13:45", "--language", "zh").out
    assert f"E{away}" not in desk("history").out
    found = desk.json("line-ups", 1, 1, "--now", "2026-05-01T14:00")["matches"][0]
    assert [f["clause"] for f in found["faults"]] == ["CBA-18.7"]
    page = tmp_path / "notice.html"
    desk("line-ups", 1, 1, "--html", page, "--language", "vi", "--now", "2026-05-01T14:00")
    assert f"E{away}" in page.read_text(encoding="utf-8")
    broken = desk.json("seated", 1, 1, 1, "away", 1, 2, 3, "Zed")["faults"]
    assert [f["clause"] for f in broken][-1] == "CBA-19.3"


def test_entries_are_in_order_once_rosters_are_full_and_cards_are_filed(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 2, SWISS)
    run = desk.run("check-entries")
    assert run.code == 1
    assert "0 players are entered, at least 4 (CBA-11.2)" in run.out
    for number in (1, 2):
        desk("edit", number, *(word for seat in "NSEW" for word in ("--player", f"{seat}{number}")))
        desk("card", number)
    assert desk("check-entries", "--language", "vi").out == "Mọi đơn vị dự thi đều hợp lệ\n"
    assert "limit 6" in desk.refused("edit", 1, *(w for k in range(7) for w in ("--player", f"P{k}")))
    assert "at least 4" in desk("edit", 1, "--player", "N1").err
    desk("edit", "--set", "roster=2")
    assert "limit 2" in desk.refused("edit", 1, "--player", "a", "--player", "b", "--player", "c")


def test_settings_of_segments_and_rosters_that_make_no_sense_are_refused(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 4, SWISS)
    for wrong in ("segments=5", "segments=[1,1]", "roster=[6,4]"):
        desk.refused("edit", "--set", wrong, code=5)
