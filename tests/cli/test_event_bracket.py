"""The bracket of an event in progress, as text and as a page, and which round a list is of unasked."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.event_desk import Desk

CUP = 'format = "knockout"\nmodel = "cba-knockout"\nboards = 16\n'


def played(tmp_path: Path, teams: int = 7) -> Desk:
    """One round published: a score at table 1, a walkover at table 2, table 3 still plays."""
    desk = Desk(tmp_path, teams, CUP)
    desk("pair")
    desk("publish")
    desk("results", "-", "--sure", stdin="1 30-20\n2 -w\n")
    return desk


def test_the_event_is_shown_with_its_bracket_and_the_scores_so_far(tmp_path: Path) -> None:
    desk = played(tmp_path)
    first, second, third = desk.json("show", 1)["matches"]
    shown = desk("show").out
    assert f"1├{first['home']} Team {first['home']} 30-20" in shown
    assert f"2├{second['away']} Team {second['away']} w/o" in shown
    assert "3├ " in shown, "nobody has gone on from the match that still plays"
    assert third.get("result") is None
    desk("result", 3, "5-9")
    assert f"3├{third['away']} Team {third['away']} 5-9" in desk("show", "--stage", 1).out


@pytest.mark.parametrize("language", ["en", "zh", "vi"])
def test_a_page_of_a_knockout_is_its_bracket_and_that_of_a_round_a_list(
    tmp_path: Path, language: str
) -> None:
    desk = played(tmp_path)
    page, round = tmp_path / "b.html", tmp_path / "r.html"
    desk("show", "--html", page, "--language", language)
    desk("show", 1, "--html", round, "--language", language)
    assert "<svg" in page.read_text("utf-8")
    assert "30-20" in page.read_text("utf-8")
    assert "<svg" not in round.read_text("utf-8")


def test_lists_and_slips_are_of_the_round_in_play_until_somebody_is_known_of_the_next(tmp_path: Path) -> None:
    desk = played(tmp_path)
    table, slips = tmp_path / "r.csv", tmp_path / "s.html"

    def rounds() -> set[str]:
        desk("show", "--to", table, "--slips", slips)
        return {line.split(",")[0] for line in table.read_text("utf-8-sig").splitlines()[1:]}

    assert rounds() == {"1"}
    assert "Team" in slips.read_text("utf-8")
    desk("result", 3, "5-9")
    assert rounds() == {"2"}


def test_a_draft_is_shown_as_one_and_a_swiss_has_no_bracket(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 8, CUP)
    desk("pair")
    page = tmp_path / "b.html"
    desk("show", "--html", page)
    assert "Cup - draft" in page.read_text("utf-8")
    (tmp_path / "other").mkdir()
    swiss = Desk(tmp_path / "other", 8)
    swiss.round()
    assert "├" not in swiss("show").out
    swiss("show", "--html", page)
    assert "<svg" not in page.read_text("utf-8")


def test_numbers_of_a_later_stage_stay_those_of_the_event(tmp_path: Path) -> None:
    """Four of eight go on, under the numbers that they had."""
    final = '[[stage]]\nformat = "knockout"\nname = "Final"\ntake = 4\n'
    desk = Desk(tmp_path, 8, f'format = "swiss"\nrounds = 2\nboards = 8\n\n{final}')
    desk.round()
    desk.round()
    desk("stage", "next")
    made = desk.json("pair")["matches"]
    desk("publish")
    shown = desk("show").out
    for match in made:
        assert f"{match['home']} Team {match['home']}" in shown
        assert f"{match['away']} Team {match['away']}" in shown
