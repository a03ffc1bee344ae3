"""Events of several stages, taken over and given back, and results that both sides enter, by commands."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.event_desk import Desk
from cli.test_event_json import held
from conftest import run_command

CUT = """format = "swiss"
rounds = 3
boards = 8

[[stage]]
format = "knockout"
name = "Final"
boards = 16
take = 4
carry = "rank"
choice = true
"""


def test_a_swiss_is_cut_to_a_knockout_whose_first_choose_and_the_places_follow(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 16, CUT)
    for _ in range(3):
        desk.round()
    first = [r["entrant"] for r in desk.json("standings")["standings"]]
    assert "Final begins with 4" in desk("stage", "next").err
    turn = held("event-turn", desk("stage", "turn", "--json").out)
    assert turn == {"who": first[0], "among": first[2:4]}
    assert "has yet to choose" in desk.refused("pair")
    desk("choose", first[3])
    assert held("event-turn", desk("stage", "turn", "--json").out)["who"] is None
    made = desk.json("pair")
    assert {frozenset((m["home"], m["away"])) for m in made["matches"]} == {
        frozenset((first[0], first[3])), frozenset((first[1], first[2]))}
    desk("publish")
    assert "may not be shown" in desk.refused("places")
    desk("results", "-", stdin="1 =\n2 =\n")  # the better placed goes on: a tenth of an IMP ahead
    made = desk.json("pair")
    assert {made["matches"][0]["home"], made["matches"][0]["away"]} == set(first[:2])
    desk("publish")
    winner = desk.json("show", 2)["matches"][0]["home"]
    desk("result", 1, "+1")
    places = held("event-places", desk("places", "--json").out)["places"]
    assert [(p["from"], p["to"]) for p in places[:5]] == [(1, 1), (2, 2), (3, 4), (3, 4), (5, 5)]
    assert places[0]["entrant"] == winner
    assert [p["entrant"] for p in places[4:]] == first[4:]
    to = desk.folder / "places.html"
    desk("places", "--to", to, "--language", "zh")
    assert "名次" in to.read_text("utf-8")
    assert "no further stage" in desk.refused("stage", "next")
    desk("verify")


def test_a_setting_that_no_such_stage_can_have_is_refused_when_the_event_is_made(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="carry"):
        Desk(tmp_path, 16, CUT.replace('"rank"', '"half"'))
    assert not (tmp_path / "cup.event").exists()


def test_an_event_run_elsewhere_is_adopted_goes_on_and_is_given_back(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 9)
    for _ in range(3):
        desk.round()
    desk("penalty", 4, "0.5", "--reason", "late")
    desk("export", tmp_path / "rounds.csv")
    desk("export", tmp_path / "rounds.xlsx")
    for name in ("rounds.csv", "rounds.xlsx"):
        other = tmp_path / f"{name}.event"
        run = run_command(["event", "adopt", str(other), str(tmp_path / name), "--set", "rounds=5",
                           "--set", "boards=16"])
        assert run.code == 0, run.err
        there = run_command(["event", "standings", str(other), "--json"])
        kept = held("event-standings", there.out)["standings"]
        assert [(r["entrant"], r["total"]) for r in kept] == [
            (r["entrant"], r["total"]) for r in desk.json("standings")["standings"]]
        assert run_command(["event", "pair", str(other)]).code == 0
        assert run_command(["event", "verify", str(other)]).code == 0


def test_contradictions_of_an_adopted_event_are_all_told_and_left_out_only_by_force(tmp_path: Path) -> None:
    rounds = tmp_path / "rounds.csv"
    rounds.write_text("round,home,away,result\n1,A,B,+3\n1,A,C,+2\n1,C,D,14-7\n", encoding="utf-8")
    to = tmp_path / "a.event"
    run = run_command(["event", "adopt", str(to), str(rounds)])
    assert run.code == 5
    assert not to.exists()
    told = run.err
    run = run_command(["event", "adopt", str(to), str(rounds), "--force", "--set", "boards=8"])
    assert run.code == 0, run.err
    assert "3 contradictions; nothing was adopted" in told
    assert sum("rounds.csv:" in line for line in told.splitlines()[1:]) == 3
    assert len(run.err.splitlines()) >= 2


def test_where_both_sides_enter_a_result_stands_once_they_agree(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 4, 'format = "swiss"\nrounds = 3\nboards = 8\nentry = "double"\n')
    desk("pair")
    desk("publish")
    desk("result", 1, "+7", "--side", "home")
    assert desk.json("show", 1)["matches"][0]["claims"] == {"home": "+7"}
    conflict = desk("result", 1, "+4", "--side", "away")
    assert "differ" in conflict.err
    assert "result" not in desk.json("show", 1)["matches"][0]
    desk("result", 1, "+7", "--side", "away")
    assert desk.json("show", 1)["matches"][0]["result"]["scored"] == [7, 0]
    assert "director" in desk.refused("result", 1, "+1", "--side", "home")


def test_a_round_robin_is_drawn_once_and_played_round_by_round(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 6, 'format = "round-robin"\nboards = 8\n')
    met = [frozenset(p) for _ in range(5) for p in desk.round()]
    assert len(set(met)) == 15
    assert desk.json("standings")["complete"]
    desk("verify")
