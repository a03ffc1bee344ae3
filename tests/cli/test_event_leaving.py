"""Who leaves, under which policy, and the report of the event, at the desk."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.event_desk import Desk
from scheduler.standings.rulings import POLICIES

ROBIN = 'format = "round-robin"\nboards = 16\n'


def totals(desk: Desk) -> dict[int, str]:
    """Number -> points, with all that is in."""
    return {r["entrant"]: r["total"] for r in desk.json("standings", "--live")["standings"]}


def robin(folder: Path, rounds: int) -> Desk:
    """Eight teams, all-play-all; team 8 leaves after so many rounds."""
    desk = Desk(folder, 8, ROBIN)
    for _ in range(rounds):
        desk.round()
    desk("withdraw", "8")
    return desk


@pytest.mark.parametrize(("rounds", "early"), [(3, True), (4, False)])
def test_before_half_all_is_cancelled_and_after_it_played_matches_stand(
    tmp_path: Path, rounds: int, early: bool
) -> None:
    desk = robin(tmp_path, rounds)
    out = desk("policy", "8", "all-play-all").out
    assert ("before half" if early else "after half") in out
    matches = [m for r in desk.json("show")["stages"][0]["rounds"] for m in r["matches"]
               if 8 in (m["home"], m["away"])]
    assert all("result" in m for m in matches), "nothing is waited for"
    place = {r["entrant"]: r["place"] for r in desk.json("standings", "--live")["standings"]}
    assert place[8] is None


def test_a_policy_is_previewed_and_undone(tmp_path: Path) -> None:
    desk = robin(tmp_path, 4)
    before = totals(desk)
    for name in POLICIES:
        assert desk.json("policy", "8", name, "--dry-run")["dry_run"] is True
    assert totals(desk) == before
    desk("policy", "8", "void-all")
    assert totals(desk) != before
    desk("undo")
    assert totals(desk) == before


def test_a_policy_taken_back_leaves_all_as_it_was(tmp_path: Path) -> None:
    desk = robin(tmp_path, 4)
    before = desk.json("show")["stages"]
    desk("policy", "8", "forfeits")
    desk("policy", "8", "none")
    assert desk.json("show")["stages"] == before


def test_a_policy_must_be_chosen_and_fit(tmp_path: Path) -> None:
    desk = robin(tmp_path, 2)
    assert "must be chosen" in desk.refused("policy", "8")
    assert "no policy" in desk.refused("policy", "8", "gone")
    assert "has not withdrawn" in desk.refused("policy", "7", "swiss")
    desk("policy", "8", "all-play-all", "--set", "half=2/3", "--set", "percent=55")


def test_p25_nobody_is_deleted_and_results_keep_their_sides(tmp_path: Path) -> None:
    desk = robin(tmp_path, 4)
    desk("policy", "8", "all-play-all")
    told = desk.json("show")
    numbers = {e["number"] for e in told["entrants"]}
    assert numbers == set(range(1, 9))
    assert {s for r in told["stages"][0]["rounds"] for m in r["matches"]
            for s in (m["home"], m["away"])} <= numbers


def test_p21_a_guest_plays_and_scores_for_others_without_a_place(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 7)
    desk("enter", "Guest", "--guest")
    desk.round()
    rows = {r["entrant"]: r for r in desk.json("standings", "--live")["standings"]}
    assert rows[8]["place"] is None
    assert sorted(r["place"] for r in rows.values() if r["entrant"] != 8) == list(range(1, 8))
    assert sum(float(r["total"]) for r in rows.values()) == 80


# --- The report -----------------------------------------------------------------------------------


def test_the_report_has_every_section_though_nothing_happened(tmp_path: Path) -> None:
    """CBA-6.10: events without rulings still have the section, empty."""
    desk = Desk(tmp_path, 8)
    desk.round()
    text = desk("report").out
    for section in ("Review of play", "Results", "Rulings and appeals", "Corrections and repairs", "Lessons",
                    "Suggestions"):
        assert section in text
    assert "To be written." in text


def test_the_report_lists_the_final_table_and_three_rulings(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 8)
    desk.round()
    for text in ("one", "two", "three"):
        desk("rule", "--of", "3", "--penalty", "1", "--ground", "L90", "--text", text, "--by", "Li")
    desk("note", "start earlier", "--about", "suggestion")
    report = desk.json("report")
    assert [r["text"] for r in report["rulings"]] == ["one", "two", "three"]
    assert {r["author"] for r in report["rulings"]} == {"Li"}
    assert len(report["results"][0]["table"]) == 8
    assert report["suggestions"] == ["start earlier"]


@pytest.mark.parametrize(("language", "word"), [("zh", "裁决与申诉"), ("vi", "Phán quyết và khiếu nại")])
def test_the_report_hangs_in_every_language(tmp_path: Path, language: str, word: str) -> None:
    desk = Desk(tmp_path, 8)
    desk.round()
    desk("rule", "--of", "3", "--penalty", "1", "--ground", "L90", "--text", "<b>late</b>")
    page = tmp_path / "report.html"
    desk("report", "--language", language, "--html", page)
    text = page.read_text(encoding="utf-8")
    assert word in text
    assert "<b>late" not in text
    assert "&lt;b&gt;late" in text


@pytest.mark.parametrize("policy", POLICIES)
def test_a_policy_gives_nobody_the_bye_of_a_round_to_come(tmp_path: Path, policy: str) -> None:
    """Seven teams, one idle a round: who leaves early takes nothing and brings nothing to third parties."""
    desk = Desk(tmp_path, 7, ROBIN)
    for _ in range(3):
        desk.round()
    made = desk.json("show")["stages"][0]["rounds"]
    met = {n for r in made[:3] for m in r["matches"] for n in (m["home"], m["away"])
           if 7 in (m["home"], m["away"])}
    desk("withdraw", 7)
    run = desk.json("policy", 7, policy, "--dry-run")
    rows = {key: {r["entrant"]: (r["total"], r["byes"]) for r in run[key]} for key in ("before", "after")}
    assert all(rows["after"][n][1] == rows["before"][n][1] for n in range(1, 8))
    if policy == "void-all":
        assert all(rows["after"][n] == rows["before"][n] for n in set(range(1, 7)) - met)


def test_who_leaves_with_a_match_in_a_published_round_is_told_what_to_do_with_it(tmp_path: Path) -> None:
    """And nobody leaves before a round that it has played."""
    desk = Desk(tmp_path, 6)
    desk.round()
    desk("pair")
    desk("publish")
    assert "say --after 1" in desk.refused("withdraw", 3, "--after", 0)
    run = desk("withdraw", 3)
    assert "round 2 is published with 3 Team 3" in run.err
    assert "event facts --withdraw 3" in run.err
    assert "after round 1" in run.err
