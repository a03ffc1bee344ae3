"""Complaints about other programs, each the question that somebody asked, answered by the commands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cli.event_desk import Desk
from cli.test_event_json import held
from conftest import run_command

TEN = 'format = "swiss"\nrounds = 8\nboards = 10\n'
SCORES = ("+12", "+3", "-20", "+7", "-1")


def pairs(told: Any) -> list[frozenset[int]]:
    """Who meets whom."""
    return [frozenset((m["home"], m["away"])) for m in told["matches"]]


@pytest.fixture
def ten(tmp_path: Path) -> Desk:
    """Ten teams after round 4; one has left."""
    desk = Desk(tmp_path, 10, TEN)
    for _ in range(4):
        desk.round(*SCORES)
    desk("withdraw", 10)
    return desk


def test_when_one_of_ten_leaves_the_ways_on_are_shown_and_the_chosen_one_has_no_rematch(ten: Desk) -> None:
    """P1: a three-way over two rounds is foreseen; nobody finds no opponent in round 6."""
    made = held("event-pair", ten("pair", "--json").out)
    assert {"bye", "long"} <= {way["odd"] for way in made["ways"]}
    told = ten("ways").out
    assert "a block of three over two rounds, then 2 byes: can be paired without a rematch" in told
    assert held("event-ways", ten("ways", "--json").out)["ways"]
    ten("edit", "--set", "odd=long", "--reason", "nobody wants to sit out")
    met = [p for r in ten.json("show")["stages"][0]["rounds"] if r["round"] < 5 for p in pairs(r)]
    for _ in range(4):
        made = ten.json("pair")
        ten("publish")
        tables = [m["table"] for m in ten.json("show", made["round"])["matches"]]
        ten("results", "-", "--sure", stdin="\n".join(f"{t} +{t}" for t in tables))
    rounds = ten.json("show")["stages"][0]["rounds"]
    met = [p for r in rounds for p in pairs(r)]
    assert len(met) == len(set(met))
    ten("verify")


def test_a_way_that_needs_a_rematch_says_how_many(ten: Desk) -> None:
    """P1: a rematch only if every choice forces one."""
    lines = [line for line in ten("ways").out.splitlines() if "needs" in line]
    assert all("proven" in line for line in lines)
    assert lines


def test_a_pair_that_arrives_as_the_start_is_confirmed_gets_in_before_round_one(tmp_path: Path) -> None:
    """P6: the list comes down with a reason and is drawn again with everybody."""
    desk = Desk(tmp_path, 50)
    desk("pair")
    desk("publish")
    desk("enter", "They came", "--reason", "before the start", "--first", 1)
    assert "--reason" in desk.refused("pair", "--again")
    made = desk.json("pair", "--again", "--reason", "one more")
    assert len(made["matches"]) == 25
    assert len(made["byes"]) == 1
    desk("publish")
    assert "version" in desk("show", 1, "--json").out
    assert desk.json("show", 1)["version"] == 2


def test_a_result_of_an_earlier_round_does_not_slip_into_this_one(tmp_path: Path) -> None:
    """P7: what is sent for a round that has it already, or for one not drawn yet, is refused."""
    desk = Desk(tmp_path, 6)
    desk.round()
    desk("pair")
    assert "already" in desk.refused("result", 1, 1, "+20")
    assert "once the round is published" in desk.refused("result", 2, 1, "+20")
    desk("publish")
    run = desk.run("results", "-", stdin="round,table,result\n1,1,+20\n2,1,+3\n7,1,+3\n")
    assert run.code == 2
    assert "already" in run.err
    assert "no round 7" in run.err
    assert [bool(m.get("result")) for m in desk.json("show", 2)["matches"]] == [True, False, False]


def test_names_stay_with_their_teams_whatever_is_sorted_renamed_or_numbered_anew(tmp_path: Path) -> None:
    """P8: ids bind names, not positions."""
    names = ["Zeta", "Alpha", "Mid", "Beta"]
    desk = Desk(tmp_path, names)
    desk("lots", "--seed", "public")
    shown = {e["number"]: e["name"] for e in desk.json("show")["entrants"]}
    assert sorted(shown.values()) == sorted(names)
    assert [shown[i] for i in range(1, 5)] != names
    desk.round("+9", "+1")
    first = desk.json("standings")["standings"][0]
    assert first["name"] == shown[first["entrant"]]
    desk("edit", first["entrant"], "--set", "name=Renamed")
    again = desk.json("standings")["standings"][0]
    assert (again["entrant"], again["name"]) == (first["entrant"], "Renamed")


def test_a_stand_by_team_is_asked_for_while_somebody_would_sit_out(tmp_path: Path) -> None:
    """P16: nobody is sent home while the count is odd."""
    desk = Desk(tmp_path, 7)
    desk("late", "Stand-by")
    run = desk("pair")
    assert "8 Stand-by" in run.err
    assert desk.json("pair")["standing_by"] == [8]
    desk("admit", 8, "--first", 1, "--reason", "stand-by")
    made = desk.json("pair")
    assert (made["byes"], len(made["matches"])) == ([], 4)
    assert "standing_by" not in made


def test_after_the_start_names_can_be_corrected_and_teams_can_still_leave_and_come(tmp_path: Path) -> None:
    """P17: edits after the start are possible, and what is played stays."""
    desk = Desk(tmp_path, 8)
    met = desk.round()
    desk("pair")
    desk("publish")
    desk("start", "--table", 1)
    before = desk.json("show", 2)["matches"][0]
    desk("edit", 5, "--set", "name=Five", "--player", "Li", "--player", "Wu", "--reason", "misspelt")
    desk("enter", "Newcomers", "--reason", "sold at the door")
    desk("withdraw", 8)
    assert desk.json("show", 2)["matches"][0] == before
    rounds = desk.json("show")["stages"][0]["rounds"]
    assert [(m["home"], m["away"]) for m in rounds[0]["matches"]] == met


def test_one_late_table_does_not_delay_the_draw_where_the_stage_says_so(tmp_path: Path) -> None:
    """P22: drawn by the standings of the round before, and the sheet says so."""
    desk = Desk(tmp_path, 8, 'format = "swiss"\nrounds = 5\nboards = 8\ndelay = 1\n')
    desk.round()
    desk("pair")
    desk("publish")
    desk("result", 1, "+5")
    run = desk("pair")
    assert "drawn by the standings after round 1" in run.err
    desk("publish")
    desk("result", 2, 2, "+5")
    desk("verify")


def test_an_open_match_counts_as_drawn_where_the_director_draws_early(tmp_path: Path) -> None:
    """P22: without that setting it is a decision of its own, and said."""
    desk = Desk(tmp_path, 6)
    desk("pair")
    desk("publish")
    desk("results", "-", stdin="1 +9\n2 -3\n")
    assert "--early" in desk.refused("pair")
    assert desk.json("pair", "--early")["report"]["hard"] == 0


def test_the_phantom_of_round_one_is_placed_by_lot_and_not_by_who_came_first(tmp_path: Path) -> None:
    """P23: another seed, another bye; the same seed, the same."""
    stage = 'format = "swiss"\nrounds = 3\nboards = 8\nodd = "phantom"\n'
    byes = []
    for seed in range(8):
        folder = tmp_path / str(seed)
        folder.mkdir()
        desk = Desk(folder, 9, stage)
        first = desk.json("pair", "--seed", f"seed {seed}")["byes"]
        assert desk.json("pair", "--seed", f"seed {seed}")["byes"] == first
        byes += first
    assert len(set(byes)) > 1


def test_nobody_who_has_played_can_be_deleted(tmp_path: Path) -> None:
    """P25: entrants withdraw; what they played, and who they were, stays."""
    desk = Desk(tmp_path, 6)
    met = desk.round()
    desk("withdraw", 2)
    assert "delete" not in run_command(["event", "--help"]).out.lower()
    shown = desk.json("show")
    assert [(m["home"], m["away"]) for m in shown["stages"][0]["rounds"][0]["matches"]] == met
    assert [e["name"] for e in shown["entrants"]][1] == "Team 2"
    rows = desk.json("standings")["standings"]
    assert {r["entrant"]: r["place"] for r in rows}[2] is None
    desk("verify")


@pytest.mark.parametrize("given", [
    ("1-1", "2-3"), ("1-2", "1-3"), ("1-2",), ("1-2", "3-9"), ("1-0", "2-3", "4-0"),
])
def test_a_round_by_hand_with_somebody_twice_or_missing_is_refused(
    tmp_path: Path, given: tuple[str, ...]
) -> None:
    """W28: nobody plays itself; W41: what is brought is judged."""
    desk = Desk(tmp_path, 4)
    words = [w for g in given for w in ("--given", g)]
    assert desk.run("pair", *words).code == 2


def test_a_withdrawal_leaves_the_published_round_as_it_is(tmp_path: Path) -> None:
    """W39: it concerns the rounds to come; in the published one a walkover is entered."""
    desk = Desk(tmp_path, 6)
    desk("pair")
    desk("publish")
    match = desk.json("show", 1)["matches"][0]
    desk("start")
    desk("withdraw", match["away"], "--after", 1)
    assert desk.json("show", 1)["matches"][0]["away"] == match["away"]
    desk("result", 1, "w-")
    desk("results", "-", stdin="2 +1\n3 +1\n")
    assert match["away"] not in {x for p in pairs(desk.json("pair")) for x in p}


def test_more_or_fewer_rounds_are_a_setting_with_its_warning(tmp_path: Path) -> None:
    """W44: the count changes between rounds, never below what is drawn."""
    desk = Desk(tmp_path, 6, 'format = "swiss"\nrounds = 2\nboards = 8\n')
    desk.round()
    desk.round()
    assert "all 2 rounds" in desk.refused("pair")
    desk("edit", "--set", "rounds=3")
    assert desk.json("pair")["round"] == 3
