"""Repairs of tables and draws through the commands: told, shown in three languages, accepted, undone."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.event_desk import Desk


def league(folder: Path) -> Desk:
    """9 teams, round 3 published."""
    desk = Desk(folder, 9, 'format = "round-robin"\nmodel = "cba-round-robin"\nboards = 16\n')
    for _ in range(2):
        desk.round()
    desk("pair")
    desk("publish")
    return desk


def test_a_league_is_repaired_by_commands_and_goes_on(tmp_path: Path) -> None:
    """A team leaves and sides were the wrong way round: the first repair breaks nothing; accepted, undone,
    accepted again; the rounds that are left can be drawn."""
    desk = league(tmp_path)
    desk("facts", "--withdraw", 4, "--seats", 1)
    before = desk.json("show")
    shown = desk.json("repair")
    first = shown["proposals"][0]
    assert first["kind"] == "obedient"
    assert first["report"]["hard"] == 0
    assert any(t["now"] == {"bye": True} for t in first["tells"])
    desk("accept", "A")
    desk("undo")
    now = desk.json("show")
    assert {k: v for k, v in now.items() if k != "position"} == {
        k: v for k, v in before.items() if k != "position"}
    told = desk("accept", "A").out
    assert "you have no match in round" in told
    for table in (1, 2, 3):
        desk("result", table, "+5")
    desk.round()
    assert "table of" in desk("history").out


@pytest.mark.parametrize(("language", "word"), [("en", "Repair A"), ("zh", "方案A"), ("vi", "Phương án A")])
def test_what_is_proposed_is_told_in_every_language(tmp_path: Path, language: str, word: str) -> None:
    """Every kind of repair of tables has its title."""
    desk = league(tmp_path)
    desk("facts", "--late", "Late Team")
    out = desk("repair", "--language", language).out
    assert word in out


def test_a_draw_is_repaired_by_commands(tmp_path: Path) -> None:
    """Somebody leaves a published draw: the opponent goes on, and play goes on."""
    desk = Desk(tmp_path, 8, 'format = "knockout"\nmodel = "plain-draw"\nseeds = 0\nboards = 16\n')
    desk("pair")
    desk("publish")
    desk("facts", "--withdraw", 3)
    assert desk.json("repair")["proposals"][0]["kind"] == "walkover"
    desk("accept", "A")
    assert not desk.json("facts")["facts"]
    desk("undo")
    assert len(desk.json("facts")["facts"]) == 1
