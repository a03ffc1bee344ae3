"""What waits after a ruling is shown until it is done: orders, provisional results, points carried on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.event_desk import Desk
from test_schemas import errors

TWO = (
    'format = "swiss"\nrounds = 2\nboards = 8\n\n[[stage]]\nformat = "swiss"\nrounds = 2\nboards = 8\n'
    'take = 4\ncarry = "half"\nname = "Final"\n')
LATE = ("--stage", 1, "--round", 1, "--table", 1, "--result", "20-0 adj", "--ground", "assigned")


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Six teams, one round played."""
    desk = Desk(tmp_path, 6)
    desk.round("+10", "+5", "+1")
    return desk


def ruled(desk: Desk, *words: object) -> int:
    """The position of a new ruling."""
    return int(desk.json("rule", *words)["ruling"])


# --- A board that is ordered to be played (Law 82B) -----------------------------------------------


@pytest.mark.parametrize("language", ["en", "zh", "vi"])
def test_a_board_that_is_ordered_is_shown_until_it_was_played(desk: Desk, language: str) -> None:
    key = ruled(desk, "--table", 1, "--board", 7, "--order", "after round 3", "--ground", "L82")
    assert any("7" in line and "after round 3" in line
               for line in desk("show", "--language", language).out.splitlines())
    shown = desk.json("show")
    assert errors("event-show", shown) == []
    assert [(w["ruling"], w["for"], w["table"], w["board"]) for w in shown["waits"]] == [(key, "board", 1, 7)]
    desk("settle", key, "--text", "played")
    assert desk.json("show")["waits"] == []
    report = desk.json("report")
    assert errors("event-report", report) == []
    assert (report["rulings"][0]["order"], report["rulings"][0]["waits"]) == ("after round 3", "")
    desk("undo")
    assert len(desk.json("show")["waits"]) == 1


def test_an_order_is_about_a_board_and_is_settled_once(desk: Desk) -> None:
    assert "which" in desk.refused("rule", "--table", 1, "--order", "now", "--ground", "L82")
    key = ruled(desk, "--table", 1, "--board", 7, "--order", "now", "--ground", "L82")
    desk("settle", key)
    assert "waits for nothing" in desk.refused("settle", key)


@pytest.mark.parametrize(("language", "told"), [
    ("en", "waits: Round 3"), ("zh", "待执行：第3轮"), ("vi", "đang chờ: Vòng 3")])
def test_a_repair_that_waits_for_its_round_is_shown(desk: Desk, language: str, told: str) -> None:
    desk("pair")
    desk("publish")
    desk("facts", "--score", "1:1=-20")
    desk("accept", "A", "--for", "round 3")
    assert told in desk("show", "--language", language).out
    desk("due")
    assert told not in desk("show", "--language", language).out


# --- Provisional results --------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "word"), [("en", "provisional"), ("zh", "暂定"), ("vi", "tạm thời")])
def test_a_provisional_result_is_marked_wherever_a_round_is_hung_up_or_handed_out(
    desk: Desk, tmp_path: Path, language: str, word: str
) -> None:
    key = ruled(desk, "--table", 1, "--result", "12-8 adj", "--facts", "unresolved", "--notice")
    files = [tmp_path / name for name in ("r.html", "r.csv", "s.html")]
    told = ("--language", language, "--to", files[0], "--to", files[1], "--slips", files[2])
    desk("show", 1, *told)
    assert all(file.read_text(encoding="utf-8-sig").count(word) == 1 for file in files)
    assert word in desk("show", 1, "--language", language).out
    assert word in desk("standings", "--language", language).out.lower()
    assert desk.json("standings")["disputed"] == [{"round": 1, "tables": [1]}]
    desk("settle", key, "--text", "the facts were found")
    desk("show", 1, *told)
    assert not any(word in file.read_text(encoding="utf-8-sig") for file in files)
    assert "provisional" not in json.dumps(desk.json("show", 1))
    standings = desk.json("standings")
    assert errors("event-standings", standings) == []
    assert standings["disputed"] == []


def test_a_ruling_that_is_appealed_or_waits_for_approval_is_not_settled_by_the_way(desk: Desk) -> None:
    first = ruled(desk, "--table", 1, "--result", "12-8 adj", "--ground", "assigned")
    desk("appeal", first, "--of", 6)
    second = ruled(desk, "--of", 3, "--disqualify", "--ground", "L91B")
    assert {w["for"] for w in desk.json("show")["waits"]} == {"appeal", "approval"}
    assert "event decide" in desk.refused("settle", first)
    assert "event approve" in desk.refused("settle", second)


# --- Points carried on ----------------------------------------------------------------------------


@pytest.fixture
def final(tmp_path: Path) -> Desk:
    """Two rounds of six, then a final of four with half of the points, its first round drafted."""
    desk = Desk(tmp_path, 6, TWO)
    desk.round("+10", "+5", "+1")
    desk.round("+9", "+4", "+2")
    desk("stage", "next")
    desk("pair")
    return desk


def carried(desk: Desk) -> dict[int, str]:
    """Entrant -> points brought along."""
    return {r["entrant"]: r["carried"] for r in desk.json("standings", "--live")["standings"]}


def test_a_ruling_in_a_stage_that_is_over_tells_what_would_be_carried_and_changes_nothing(
    final: Desk,
) -> None:
    before = carried(final)
    run = final("rule", *LATE)
    assert "would be" in run.err
    assert "event stage carry 2" in run.err
    assert carried(final) == before
    shown = final.json("show")
    assert shown["carried_otherwise"] == [2]
    assert "event stage carry" in final("show").out
    assert errors("event-show", shown) == []


def test_points_are_carried_anew_by_one_decision_which_undo_takes_back(final: Desk) -> None:
    before = carried(final)
    final("rule", *LATE)
    totals = {r["entrant"]: r["total"] for r in final.json("standings", "--stage", 1)["standings"]}
    final("stage", "carry", "--reason", "ruling of the committee")
    after = carried(final)
    assert after != before
    assert {n: 2 * float(points) for n, points in after.items()} == pytest.approx(
        {n: float(totals[n]) for n in after}, abs=0.011)
    assert final.json("show")["carried_otherwise"] == []
    assert [r["status"] for r in final.json("show")["stages"][1]["rounds"]] == [], "the draft is dropped"
    assert "is what the stage before gives" in final.refused("stage", "carry")
    final("undo")
    assert carried(final) == before


def test_a_correction_in_the_stage_before_is_noticed_however_it_came(final: Desk) -> None:
    final("penalty", 1, 1, "--stage", 1, "--reason", "found in the slips", "--round", 1)
    assert final.json("show")["carried_otherwise"] == [2]
    final("verify")


# --- What the report keeps ------------------------------------------------------------------------


def test_a_match_corrected_by_its_boards_is_in_the_report(tmp_path: Path) -> None:
    """The IMPs of the match before and after, as they follow from the boards."""
    desk = Desk(tmp_path, 4, 'format = "swiss"\nrounds = 2\nboards = 1\n')
    desk("pair")
    desk("publish")
    desk("boards", 0, 1, "1 420 | -50")
    desk("boards", 0, 1, "1 open 450", "--correct", "--reason", "an overtrick")
    desk("boards", 0, 1, "1 closed 420", "--correct", "--reason", "the wrong slip")
    repairs = desk.json("report")["repairs"]
    assert [(r["kind"], r["before"], r["after"]) for r in repairs] == [
        ("corrected", "10-0 imp", "11-0 imp"), ("corrected", "11-0 imp", "1-0 imp")]
